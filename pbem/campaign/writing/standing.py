"""standing.yaml: the orders for the other player's turn, committed to in every message and never mailed."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from pbem.campaign.core.log_answerer import DOCTRINE
from pbem.campaign.core.secrets import leaves_of
from pbem.campaign.writing.refusals import finding_of
from pbem.campaign.writing.standing_faults import alone, below_heading, placed
from pbem.engine.contract import PHASE_BOUND, PlacedRefusal, Slot
from pbem.engine.requests import ASK
from pbem.engine.standing import Reading
from pbem.errors import Problem
from pbem.lean import dataclass
from pbem.orders.check import check
from pbem.orders.findings import Finding, OrdersFault
from pbem.orders.loader import Document, load
from pbem.orders.schemas import combine, read_schema
from pbem.orders.writer import comment_lines, dump_member, flow

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign
    from pbem.campaign.core.machine import GameMachine

STANDING = "standing.yaml"
STANDING_SCHEMA = "standing.schema.json"
# Characters of the words concerned in a fault.
_SUBJECT = 40
# Reads what a seat has set, as `StandingOrders.read` does for its army without a position.
Read = Callable[[Mapping[str, Any]], Reading]


@dataclass(frozen=True)
class Standing:
    """One slot as it stands. value: what the file says, the default where it is silent. said: the same as it was typed,
    with names that `value` has ids for; None where the slot is not set."""

    slot: Slot
    value: Any
    is_set: bool
    said: Any = None


def split_name(name: str) -> tuple[str, str]:
    """`retreat.main` -> (`retreat`, `main`); `option` -> (`option`, "")."""
    kind, _, formation = name.partition(".")
    return kind, formation


def nested(values: Mapping[str, Any]) -> dict[str, Any]:
    """Slot name -> value as standing.yaml holds it: heading -> formation -> value."""
    document: dict[str, Any] = {}
    for name, value in values.items():
        kind, formation = split_name(name)
        if formation:
            document.setdefault(kind, {})[formation] = value
        else:
            document[kind] = value
    return document


def standing_schema(slots: Sequence[Slot], *, written: bool = True) -> dict[str, Any]:
    """JSON Schema of a seat's standing.yaml: heading -> formation -> value, as its slots want them.

    written: as players may write it, else as it binds.
    """
    properties: dict[str, Any] = {}
    for slot in slots:
        kind, formation = split_name(slot.name)
        value = slot.written if written and slot.written is not None else slot.schema
        value = value if slot.binding == PHASE_BOUND else {"anyOf": [{"const": ASK}, value]}
        value = {**value, "description": slot.doc}
        if not formation:
            properties[kind] = value
            continue
        heading = properties.setdefault(kind, {"type": "object", "additionalProperties": False, "properties": {}})
        heading["properties"][formation] = value
    return combine(read_schema("standing"), {"type": "object", "properties": properties})


def read_standing(campaign: Campaign, seat: str) -> tuple[Standing, ...]:
    """The slots of a seat with what standing.yaml says. Raises OrdersFault with every fault of the file."""
    text = campaign.folder.written(STANDING)
    slots = campaign.machine.slots[seat]
    known = campaign.standing_read.get(seat)
    if known is None or known[0] is not slots or known[1] != text:
        read = reader_of(campaign.machine, seat)
        known = campaign.standing_read[seat] = slots, text, standing_of(slots, text, read=read)
    found: tuple[Standing, ...] = known[2]
    return found


def reader_of(machine: GameMachine, seat: str) -> Read:
    """The reader that turns the names in a seat's standing.yaml into ids; a ruleset that has ids only changes nothing.

    The ruleset is asked when something is read: most files of standing orders set nothing.
    """

    def read(values: Mapping[str, Any]) -> Reading:
        standing = machine.game.writing.standing
        return standing.read(machine.armies[seat], values) if standing is not None else Reading({})

    return read


def standing_of(
    slots: Sequence[Slot], text: bytes, name: str = STANDING, read: Read | None = None
) -> tuple[Standing, ...]:
    """The slots with what a file says, b"" where there is none. Raises OrdersFault with every fault of the file."""
    document = document_of(text, name)
    if document is None or document.data == "":
        return tuple(Standing(slot, slot.default, False) for slot in slots)
    return entries_of(slots, document, read)


def entries_of(slots: Sequence[Slot], document: Document, read: Read | None = None) -> tuple[Standing, ...]:
    """The slots with what a document says. Raises OrdersFault with everything that is wrong with it."""
    data, findings = check(document, standing_schema(slots))
    if findings:
        raise OrdersFault(document.name, [placed(finding, slots) for finding in findings])
    found = tuple(_standing(slot, data) for slot in slots)
    if all(slot.written is None for slot in slots):
        return found
    return _with_ids(found, document, read)


def document_of(text: bytes, name: str = STANDING) -> Document | None:
    """A file of standing orders as YAML, None for b"". Raises Problem."""
    try:
        return load(text, name) if text else None
    except Problem as problem:
        raise below_heading(problem, text) from None


def values_set(entries: Sequence[Standing]) -> dict[str, Any]:
    """Slot -> what was typed, of those that are set to something else than `ask`."""
    return {one.slot.name: one.said for one in entries if one.is_set and one.value != ASK}


def _with_ids(found: tuple[Standing, ...], document: Document, read: Read | None) -> tuple[Standing, ...]:
    """The same with ids in the place of names, as the schemas of the slots bind. Raises OrdersFault."""
    slots, values = [one.slot for one in found], values_set(found)
    if read is not None and values:
        reading = read(values)
        if reading.faults:
            told = [slot_finding(document, fault) for fault in reading.faults]
            asked = [document.word(finding.path) == ASK for finding in told]
            raise OrdersFault(
                document.name, [alone(one, slots) if ask else one for one, ask in zip(told, asked, strict=True)]
            )
        found = tuple(replace(one, value=reading.values.get(one.slot.name, one.value)) for one in found)
    bound = Document(document.name, nested({one.slot.name: one.value for one in found if one.is_set}))
    bound.values, bound.keys = document.values, document.keys
    misfits = check(bound, standing_schema(slots, written=False))[1]
    if misfits:
        raise OrdersFault(document.name, [placed(finding, slots) for finding in misfits])
    return found


def slot_finding(document: Document, fault: PlacedRefusal) -> Finding:
    """A refusal whose path begins with a slot, at its place in the file."""
    slot, steps = str(fault.path[0]), fault.path[1:]
    member = next((f" {step}" for step in reversed(steps) if isinstance(step, str)), "")
    found = finding_of(document, placed_in(fault))
    return replace(found, subject=f"{slot}{member}: {document.word(found.path)}".rstrip()[:_SUBJECT])


def placed_in(fault: PlacedRefusal) -> PlacedRefusal:
    """The same with the path of the file: the heading, then the formation."""
    kind, formation = split_name(str(fault.path[0]))
    return replace(fault, path=(kind, *([formation] if formation else []), *fault.path[1:]))


def standing_fault(campaign: Campaign) -> str:
    """In one line whether the player's standing.yaml cannot be used; "" where nothing is wrong with it."""
    try:
        read_standing(campaign, campaign.seat)
    except Problem as problem:
        return str(problem).split("\n")[0]
    return ""


def _standing(slot: Slot, data: Mapping[str, Any]) -> Standing:
    kind, formation = split_name(slot.name)
    values: Any = data.get(kind, {})
    if not formation:
        return Standing(slot, values, True, values) if kind in data else Standing(slot, slot.default, False)
    if isinstance(values, Mapping) and formation in values:
        return Standing(slot, values[formation], True, values[formation])
    return Standing(slot, slot.default, False)


def committed_values(
    campaign: Campaign,
    seat: str,
    leaves: Mapping[str, Mapping[str, Any]] | None = None,
    control: Mapping[str, Any] | None = None,
) -> dict[str, list[Any]]:
    """What the trees of the next message hold: the value of each slot in leaf order, "" where nothing is set.

    leaves: new values of hidden leaves; the others stay as they are. control: that of the message.
    """
    values = {DOCTRINE: [entry.value if entry.is_set else "" for entry in read_standing(campaign, seat)]}
    known = leaves_of(campaign, control) if campaign.machine.leaves[seat] and campaign.seat else {}
    for tree, names in campaign.machine.leaves[seat].items():
        merged = {**known.get(tree, {}), **(leaves or {}).get(tree, {})}
        values[tree] = [merged.get(name, "") for name in names]
    return values


def committed_file(campaign: Campaign) -> bytes:
    """The standing.yaml from which `committed_values` came last, b"" for none."""
    return campaign.standing_read[campaign.seat][1]


def write_standing_template(campaign: Campaign, seat: str) -> None:
    """A standing.yaml with every slot as a comment, and the schema for editors beside it; keeps what is there."""
    slots = [[s.name, s.schema, s.default, s.doc, s.binding, None, s.written] for s in campaign.machine.slots[seat]]
    campaign.folder.write_document(STANDING_SCHEMA, _schema_file(json.dumps(slots)))
    if campaign.folder.is_free(STANDING):
        campaign.folder.write_document(STANDING, standing_text(campaign, seat).encode("utf-8"))


@lru_cache(maxsize=8)
def _schema_file(slots: str) -> bytes:
    """The schema for editors; slots: their members as JSON. It goes with every mail and stays the same in a game."""
    schema = standing_schema([Slot(*members) for members in json.loads(slots)])
    return (json.dumps(schema, ensure_ascii=False) + "\n").encode("utf-8")


def standing_text(campaign: Campaign, seat: str) -> str:
    """The template: headings active, each slot with its default behind a comment sign."""
    return template_with(campaign.machine.slots[seat])


def template_with(slots: Sequence[Slot], values: Mapping[str, Any] = MappingProxyType({})) -> str:
    """The template with these values (slot name -> value) in force, in the place of their defaults."""
    lines = list(TEMPLATE_HEAD)
    for section in template_sections(slots):
        lines += ["", *section.above, *([f"{section.kind}:"] if section.heads else [])]
        for slot in section.slots:
            lines += _in_force(slot.name, values[slot.name]) if slot.name in values else slot.lines
    return "\n".join(lines) + "\n"


def _in_force(name: str, value: Any) -> list[str]:
    kind, formation = split_name(name)
    indent = "  " if formation else ""
    return [f"{indent}{line}" for line in dump_member(formation or kind, value)]


TEMPLATE_HEAD = (
    f"# yaml-language-server: $schema={STANDING_SCHEMA}",
    *comment_lines(
        [
            "Standing orders: what your units do in your opponent's turn. They stay on this computer; each of",
            "your messages commits to them, and a value is shown to your opponent only when a rule asks for it.",
            "Take away '# ' before a line to change its value. 'ask' stops the turn and asks you by mail.",
        ]
    ),
)


@dataclass(frozen=True)
class SlotLines:
    """A slot in the template. whose: its heading and the formation in words, as the same formations stand under every
    heading; "" for a slot without a formation. lines: its default as a comment."""

    name: str
    whose: str
    lines: list[str]


@dataclass(frozen=True)
class Section:
    """A kind of standing order in the template. above: comments, what it is and an example of its form.

    heads: whether it is a heading with formations under it.
    """

    kind: str
    above: list[str]
    heads: bool
    slots: list[SlotLines]


def template_sections(slots: Sequence[Slot]) -> list[Section]:
    """The template of a seat's slots, kind by kind."""
    found = []
    for kind, members in _by_kind(slots).items():
        told = _common(members)
        above = comment_lines([told[:1].upper() + told[1:], *_example(members)])
        whose = [_whose(slot, told) for slot in members]
        lines = [SlotLines(slot.name, who, _slot_lines(slot, who)) for slot, who in zip(members, whose, strict=True)]
        found.append(Section(kind, above, bool(split_name(members[0].name)[1]), lines))
    return found


def _whose(slot: Slot, told: str) -> str:
    """`retreat: Imperial Guard`: whose slot it is, told: what is said above all slots of the heading."""
    kind, formation = split_name(slot.name)
    who = slot.doc.removesuffix(told).rstrip(": ")
    return f"{kind}: {who}" if formation and who else kind if formation else who


def _example(slots: Sequence[Slot]) -> list[str]:
    """One line that shows how a value of this kind is written, where a slot has an example."""
    shown = next((slot for slot in slots if slot.example is not None), None)
    if shown is None:
        return []
    kind, formation = split_name(shown.name)
    return [f"Example: {formation or kind}: {flow(shown.example)}"]


def _by_kind(slots: Sequence[Slot]) -> dict[str, list[Slot]]:
    grouped: dict[str, list[Slot]] = {}
    for slot in slots:
        grouped.setdefault(split_name(slot.name)[0], []).append(slot)
    return grouped


def _common(slots: Sequence[Slot]) -> str:
    """What all slots of a kind say behind the name of their formation: told once, not with each of them."""
    doc = slots[0].doc
    starts = [0, *(place + 2 for place in range(len(doc)) if doc.startswith(": ", place))]
    return next((doc[at:] for at in starts if all(slot.doc.endswith(doc[at:]) for slot in slots)), "")


def _slot_lines(slot: Slot, whose: str) -> list[str]:
    """The slot with its default, written as a comment, on one line where it fits; whose: said behind it."""
    kind, formation = split_name(slot.name)
    mark, key, value = "  # " if formation else "# ", formation or kind, slot.default
    if isinstance(value, Mapping) and all(isinstance(inner, str | int) for inner in value.values()):
        lines = [f"{key}: {flow(value)}"]
    else:
        lines = dump_member(key, value)
    if whose:
        lines[0] = f"{lines[0]:<24}  # {whose}"
    return [f"{mark}{line}" for line in lines]


def counting_version(campaign: Campaign) -> int:
    """Number of one's own message whose standing orders count now, -1 if there is none."""
    newest = reversed(campaign.chain.messages)
    return next((m.seq for m in newest if m.seat == campaign.seat and "roots" in m.body), -1)
