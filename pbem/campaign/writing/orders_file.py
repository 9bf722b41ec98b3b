"""orders.yaml: the template with every open decision, and a player's file compiled, checked and previewed."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.campaign.core.teams import commands_words, no_question
from pbem.campaign.writing.orders_rest import unknown_words
from pbem.campaign.writing.refusals import finding_of, remark_of
from pbem.campaign.writing.team_orders import member_faults, told_of
from pbem.engine.answerers import faults as rule_faults
from pbem.engine.contract import Line, PlacedRefusal
from pbem.engine.options import Refusal
from pbem.engine.requests import CONTINUE, ORDERS, SEALED, Choose
from pbem.engine.teams import compiled_behind
from pbem.errors import NOT_YOUR_MOVE, Problem
from pbem.orders.check import check as check_schema
from pbem.orders.findings import Finding, OrdersFault, in_file_order, listed
from pbem.orders.loader import Document, load
from pbem.orders.schemas import combine, read_schema
from pbem.orders.writer import comment_lines
from pbem.protocol.teams import orders_of
from pbem.store.folder import DOCUMENT_LIMIT

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign
    from pbem.campaign.core.due import Due
    from pbem.engine.contract import Compiled
    from pbem.protocol.teams import Part

ORDERS_FILE = "orders.yaml"
HELPER_SCHEMA = "orders.schema.json"
# What was never sent is kept under this name, or one with a number.
UNSENT = "unsent.yaml"
# Orders that were sent are kept under the number of their message.
_OF_A_MESSAGE = re.compile(r"[0-9]{4}-")
# Members of the frame, which never enter the public input.
FRAME = ("campaign", "phase", "for", "note", "signed")


@dataclass(frozen=True)
class Checked:
    """A player's file, compiled. input: the public input with `for`. note: his words, line by line.

    notes: what the compiler chose for him. findings: everything wrong with the file, in its order. hide, show, leaves:
    as `Compiled` has them. sealed: the answer to a sealed question, in a tuple; `input` is without it then. parts:
    envelopes of team members whose orders the input begins with. remarks: what cannot work now and may later.
    misfits: those of the findings that are of the form alone.
    """

    input: dict[str, Any]
    note: Sequence[str] = ()
    notes: Sequence[str] = ()
    findings: Sequence[Finding] = ()
    document: Document | None = field(default=None, compare=False)
    hide: Mapping[str, Any] = field(default_factory=dict)
    show: Sequence[str] = ()
    leaves: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    sealed: tuple[Any, ...] = ()
    parts: Sequence[bytes] = ()
    remarks: Sequence[Finding] = ()
    misfits: Sequence[Finding] = ()


def require_question(campaign: Campaign, due: Due) -> Choose:
    """The question that this person has to answer now. Raises Problem NOT_YOUR_MOVE."""
    if due.request is not None:
        return due.request
    if campaign.member is not None:
        raise no_question(campaign, due)
    if due.kind == "wait":
        mend = "wait for his mail, then run pbem receive"
        raise Problem("NOT_YOUR_MOVE", f"{campaign.title_of(due.seat)} has to move", mend, status=NOT_YOUR_MOVE)
    if due.kind == "accept":
        raise Problem(
            "NOT_YOUR_MOVE", "nobody has accepted the invitation yet", "mail it, and wait", status=NOT_YOUR_MOVE
        )
    if due.kind == "over":
        raise Problem("NOT_YOUR_MOVE", "the campaign is over", "see pbem status", status=NOT_YOUR_MOVE)
    what, mend = "there is nothing to decide: your next message only goes on", "run pbem submit"
    if due.offer:
        what = "your next message answers an offer of your opponent, and has no orders"
        mend = "see pbem status for both answers to the offer that waits for yours"
    raise Problem("NOT_YOUR_MOVE", what, mend, status=NOT_YOUR_MOVE)


# -- template -------------------------------------------------------------------


def template_text(campaign: Campaign, due: Due) -> str:
    """orders.yaml as the player starts from it; submitted unchanged it takes every default."""
    request = require_question(campaign, due)
    need = due.state["need"]
    head = [
        f"# yaml-language-server: $schema={HELPER_SCHEMA}",
        *comment_lines([campaign.game.telling.headline(due.state["at"]), *_question_words(campaign, due)]),
        f"campaign: {json.dumps(campaign.short_id)}",
        f"phase: {json.dumps(phase_of(campaign, due))}",
        f"for: {need['n']}",
        "",
    ]
    body = [_rendered(line) for line in _template_lines(campaign, due, request)]
    tail = ["", "# A few words to your opponent:", "# note: |", "#   Good luck!"] if campaign.member is None else []
    return "\n".join([*head, *body, *tail]) + "\n"


def template_members(campaign: Campaign, due: Due) -> Mapping[str, Any]:
    """What the untouched template says beside its frame: active lines alone, so that comments cost nothing."""
    lines = _template_lines(campaign, due, require_question(campaign, due))
    active = "\n".join(_rendered(replace(line, comment="")) for line in lines if line.text and not line.off)
    data = load(f"{active}\n").data
    return data if isinstance(data, dict) else {}


def _question_words(campaign: Campaign, due: Due) -> list[str]:
    """How the template is used; of a question in mid-turn also which one it is."""
    ask = due.state["need"]["ask"]
    if ask in (ORDERS, CONTINUE):
        return ["Take away '# ' before a line to use it."]
    name = ask.removeprefix(SEALED)
    slots = campaign.machine.slots[due.seat]
    doc = next((slot.doc for slot in slots if slot.name == name), "")
    words = [f"The turn has stopped to ask: {name}{f' - {doc}' if doc else ''}"]
    sealed = "Your answer is sealed: your opponent does not see it before it is opened."
    return [*words, *([sealed] if ask.startswith(SEALED) else []), "What stands below is the default."]


def ruled_lines(campaign: Campaign, due: Due, request: Choose) -> Sequence[Line]:
    """The ruleset's template for a question, made once: each of its examples is compiled by the rules."""
    kept = campaign.drafted
    if kept is None or kept[0] is not due:
        kept = campaign.drafted = (due, campaign.game.writing.template(request, due.own))
    return kept[1]


def _template_lines(campaign: Campaign, due: Due, request: Choose) -> Sequence[Line]:
    """The ruleset's template; for a member the part of it that holds orders, for the rest is his captain's."""
    lines, member = ruled_lines(campaign, due, request), campaign.member
    if member is None:
        return lines
    kept: list[Line] = [Line(comment=f"You command {commands_words(campaign.machine, member.may)}.")]
    # What a comment at the margin explains comes after it.
    above: list[Line] = []
    inside = False
    for line in lines:
        if line.indent == 0 and not line.text:
            above, inside = ([*above, line], False) if line.comment else ([], inside)
        else:
            inside = line.text.partition(":")[0] == "orders" if line.indent == 0 else inside
            kept += [*above, line] if inside else []
            above = []
    return kept


def _rendered(line: Line) -> str:
    indent = "  " * line.indent
    text = f"{indent}{'# ' if line.off and line.text else ''}{line.text}".rstrip()
    if not line.comment:
        return text
    return f"{text}   # {line.comment}" if line.text else f"{indent}# {line.comment}"


def helper_schema(campaign: Campaign, due: Due) -> dict[str, Any]:
    """The schema that lies beside orders.yaml for the editor: it lists what is legal now and binds nobody."""
    return combine(read_schema("orders"), campaign.game.writing.helper_schema(require_question(campaign, due), due.own))


@dataclass(frozen=True)
class Written:
    """What became of orders.yaml. anew: whether it was written. away: where what lay there was put, None if nowhere."""

    anew: bool
    away: Path | None = None


def write_template(campaign: Campaign, due: Due, *, fresh: bool) -> Written:
    """Writes orders.yaml and its schema. Orders of this phase stay unless `fresh`; others are put away."""
    text = template_text(campaign, due).encode("utf-8")
    write_helper_schema(campaign, due)
    if campaign.folder.has_document(ORDERS_FILE) and not fresh:
        try:
            checked = check_orders(campaign, due, campaign.folder.read_document(ORDERS_FILE))
            stale = any(finding.code == "wrong-phase" for finding in checked.findings)
        except Problem:
            stale = False
        if not stale:
            return Written(anew=False)
    return Written(True, _replace(campaign, text))


def write_helper_schema(campaign: Campaign, due: Due) -> None:
    """Writes the schema that lies beside orders.yaml."""
    schema = json.dumps(helper_schema(campaign, due), ensure_ascii=False) + "\n"
    campaign.folder.write_document(HELPER_SCHEMA, schema.encode("utf-8"))


def is_sent(campaign: Campaign, text: bytes) -> bool:
    """Whether these are orders that were sent: they are kept under the number of their message."""
    sent = [name for name in campaign.folder.names("orders") if _OF_A_MESSAGE.match(name)]
    return any(campaign.folder.load("orders", name, DOCUMENT_LIMIT) == text for name in sent)


def _replace(campaign: Campaign, text: bytes) -> Path | None:
    """Puts `text` in the place of orders.yaml. Orders that were never sent are kept, and where is returned; those that
    were sent are kept already, under the number of their message."""
    folder = campaign.folder
    former = folder.read_document(ORDERS_FILE) if folder.has_document(ORDERS_FILE) else b""
    if not former or is_sent(campaign, former):
        folder.write_document(ORDERS_FILE, text)
        return None
    return folder.replace_document(ORDERS_FILE, text, UNSENT)


# -- check ------------------------------------------------------------------------


def check_orders(
    campaign: Campaign, due: Due, data: bytes, name: str = ORDERS_FILE, parts: Sequence[Part] = ()
) -> Checked:
    """Reads, types, compiles and judges a player's file against the present position.

    parts: what the members of his team have ordered, which goes before his own orders. A member's own file may hold
    orders for his formations alone. Raises Problem ORDERS_YAML where the file cannot be read at all; all other faults
    are findings.
    """
    request = require_question(campaign, due)
    document = load(data, name)
    schema = orders_schema(campaign, request)
    typed, findings = check_schema(document, schema)
    if not isinstance(typed, dict):
        return Checked({}, findings=findings, document=document, misfits=findings)
    told = {finding.path for finding in findings}
    wrong = [one for one in _wrong_place(campaign, due, document, typed) if one.path not in told]
    if wrong:
        # Nothing else in such a file can be mended: all of it was written for something else.
        return Checked({}, findings=wrong[:1], document=document)
    if findings:
        also: list[Finding] = []
        if not parts:
            rest = unknown_words(campaign, due, request, document, schema, findings, (*FRAME, "note"))
            also = [finding_of(document, fault) for fault in rest]
        return Checked({}, findings=in_file_order([*findings, *also]), document=document, misfits=findings)
    return _compiled(campaign, due, request, document, typed, parts)


def orders_schema(campaign: Campaign, request: Choose) -> dict[str, Any]:
    """The schema of a whole file that answers a question."""
    return combine(read_schema("orders"), campaign.game.writing.document_schema(request.what))


def _compiled(
    campaign: Campaign, due: Due, request: Choose, document: Document, typed: dict[str, Any], parts: Sequence[Part]
) -> Checked:
    document_data = {key: value for key, value in typed.items() if key not in FRAME}
    compiled = compiled_behind(campaign.game, request, document_data, due.own, orders_of(parts) if parts else None)
    words = note_lines(typed["note"]) if "note" in typed else None
    foreign = member_faults(campaign, due, document_data, compiled, words)
    if foreign:
        barred = [replace(finding_of(document, fault), kind="forbidden", code="part-scope") for fault in foreign]
        also = [finding_of(document, fault) for fault in compiled.faults]
        return Checked({}, findings=in_file_order([*also, *barred]), document=document)
    checked = checked_of(due, compiled, note_lines(typed.get("note", "")), document)
    refused = list(compiled.faults)
    if refused:
        # One wrong order makes others look wrong; what the compiler named is enough to mend the file.
        pass
    elif due.state["need"]["ask"] == ORDERS:
        refused += rule_faults(
            campaign.game,
            due.state,  # type: ignore[arg-type]
            compiled.input,
            campaign.machine.seats,
            compiled.hide,
        )
    else:
        refusal = request.options.why_not(compiled.input.get("answer"))
        refused += [PlacedRefusal(("answer",), refusal)] if refusal else []
    told = [told_of(parts, fault, campaign, due) for fault in refused]
    told += hidden_faults(campaign, due, request, compiled, document_data)
    told += _misshapen(campaign, due, checked.input) if not told and not checked.sealed else []
    found = in_file_order(finding_of(document, fault) for fault in told)
    remarks = in_file_order(remark_of(document, one) for one in compiled.remarks)
    return replace(checked, findings=found, parts=[part.line for part in parts], remarks=remarks)


def checked_of(due: Due, compiled: Compiled, note: Sequence[str] = (), document: Document | None = None) -> Checked:
    """The message's share of a compiled document: the answer to a sealed question is committed to, not sent."""
    need, public = due.state["need"], dict(compiled.input)
    sealed = (public.pop("answer", ""),) if need["ask"].startswith(SEALED) else ()
    given = {"for": need["n"], **public}
    return Checked(
        given, note, compiled.notes, (), document, compiled.hide, tuple(compiled.show), compiled.leaves, sealed
    )


def hidden_faults(
    campaign: Campaign, due: Due, request: Choose, compiled: Compiled, document: Any = None
) -> list[PlacedRefusal]:
    """What would be found out later, or refused at once: a marker out of turn, a unit in two markers.

    document: the player's own, in which the last place that names the marker or the unit is pointed at.
    """
    forces = campaign.machine.forces
    if forces is None:
        return []
    legal = f"those that can: {listed(request.hide)}" if request.hide else "none can"
    faults = [
        PlacedRefusal(
            _last_place(document, marker),
            Refusal("", f"marker {marker} cannot be turned face down now; {legal}", legal=request.hide),
        )
        for marker in sorted(set(compiled.hide) - set(request.hide))
    ]
    places: dict[str, str] = {}
    kept = {name: content for name, content in due.own.markers.items() if name not in compiled.gone}
    for marker, content in sorted({**kept, **compiled.hide}.items()):
        for unit in forces.units_in(content):
            if {marker, places.get(unit)} & set(compiled.hide) and unit in places:
                text = f"{campaign.game.telling.name(unit)} would stand in two markers, {places[unit]} and {marker}"
                text = f"{text}; write it once"
                faults.append(PlacedRefusal(_last_place(document, unit), Refusal("", text, unit=unit)))
            places[unit] = marker
    return faults


def _last_place(node: Any, word: str) -> tuple[str | int, ...]:
    """Path of the last entry that is this word; () where none is, as in names that the ruleset translates."""
    members = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for step, inner in reversed(list(members)):
        found = (step,) if inner == word else _last_place(inner, word)
        if found:
            return (step, *found) if inner != word else found
    return ()


def _misshapen(campaign: Campaign, due: Due, public: dict[str, Any]) -> list[PlacedRefusal]:
    """What the binding schema refuses though the player's document passed: a fault of the ruleset's schemas."""
    why = campaign.machine.check_input(due.state, public)
    return [PlacedRefusal((), Refusal("", f"these orders are too large or of a wrong form: {why}"))] if why else []


def phase_of(campaign: Campaign, due: Due) -> str:
    """What `phase:` of an orders file has to say now."""
    ask = due.state["need"]["ask"]
    name = campaign.game.telling.phase_name(due.state["at"])
    return name if ask in (ORDERS, CONTINUE) else f"{name}-{ask}"


_FRAME_LINE = re.compile(r"""^(campaign|phase|for): *["']?([^"'#\s]+)""", re.MULTILINE)
_FRAME_NOUNS = {"campaign": "campaign", "phase": "phase", "for": "question"}


def frame_of(campaign: Campaign, due: Due) -> dict[str, Any]:
    """What an orders file has to say of itself now."""
    return {"campaign": campaign.short_id, "phase": phase_of(campaign, due), "for": due.state["need"]["n"]}


def is_begun(campaign: Campaign, due: Due) -> bool:
    """Whether orders.yaml is there for what is due now: by its frame as the template has it, whatever the rest says."""
    if not campaign.folder.has_document(ORDERS_FILE):
        return False
    try:
        text = campaign.folder.read_document(ORDERS_FILE).decode("utf-8", errors="replace")
    except Problem:
        return False
    return dict(_FRAME_LINE.findall(text)) == {key: str(value) for key, value in frame_of(campaign, due).items()}


def _wrong_place(campaign: Campaign, due: Due, document: Document, typed: dict[str, Any]) -> list[Finding]:
    """Orders of another campaign, another phase, or for a question that was answered long ago."""
    wanted = frame_of(campaign, due)
    codes = {"campaign": "wrong-campaign", "phase": "wrong-phase", "for": "wrong-phase"}
    wrong = []
    for key, value in wanted.items():
        if key in typed and typed[key] != value:
            line, column = document.mark((key,))
            what = f"these orders are for {_FRAME_NOUNS[key]} {typed[key]}, now it is {value}"
            what += ", for play has gone on, or back, since they were written" if key == "for" else ""
            hint = "write a fresh template with: pbem orders --fresh"
            hint += " and the same --answer" if due.offer else ""
            wrong.append(
                Finding("forbidden", codes[key], what, (key,), line, column, f"{key}: {typed[key]}", hint=hint)
            )
    return wrong


def note_lines(note: Any) -> list[str]:
    """A note as the protocol carries it: at most 64 lines of at most 200 characters, long ones folded."""
    import textwrap

    lines = note.split("\n") if isinstance(note, str) else list(note)
    folded = [part for line in lines for part in (textwrap.wrap(line, 200) or [""])]
    while folded and not folded[-1].strip():
        folded.pop()
    return folded[:64]


def require_clean(checked: Checked) -> None:
    """Raises OrdersFault with all findings, under the name of the file that they are in, if there are any."""
    if checked.findings:
        raise OrdersFault(checked.document.name if checked.document else ORDERS_FILE, checked.findings)


def keep_orders(campaign: Campaign, seq: int, at: Any) -> None:
    """Puts orders.yaml away, comments and all, under the number of the message it became and the phase at `at`."""
    if campaign.folder.has_document(ORDERS_FILE):
        name = f"{seq:04d}-{campaign.game.telling.phase_name(at)}.yaml"
        campaign.folder.save("orders", name, campaign.folder.read_document(ORDERS_FILE))
