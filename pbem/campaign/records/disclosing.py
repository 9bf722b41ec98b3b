"""`pbem audit`: what players disclosed at the end, or show before, what was checked of it, and what it proves (13)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from pbem.campaign.core.auditing import UNKNOWN, contradictions, lies, truths
from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.ending import result_words
from pbem.campaign.core.log_answerer import DOCTRINE
from pbem.campaign.core.machine import machine_for
from pbem.campaign.core.progress import tell
from pbem.campaign.records.archiving import LOG, unpack
from pbem.campaign.records.shown_books import BOOK_LIMIT, Shown, opened, read_shown, up_to
from pbem.campaign.records.verification import ARCHIVE_MAGIC
from pbem.campaign.telling.revealing import content_words, counted, leaf_label, leaf_words, stated_words
from pbem.engine.contract import NO_LEGEND
from pbem.engine.hidden import HIDDEN, Accusation, states
from pbem.mail.armour import read_blocks
from pbem.protocol import keys
from pbem.protocol.audit import committed_in, earliest_first, excused_below, opened_leaves
from pbem.protocol.chain import SIDES, Chain
from pbem.protocol.faults import Fault
from pbem.protocol.messages import peek
from pbem.protocol.verify import split_lines
from pbem.store.files import read_bounded
from pbem.store.folder import LOG_LIMIT, CampaignFolder

if TYPE_CHECKING:
    from pbem.campaign.core.machine import GameMachine
    from pbem.protocol.machine import Disclosed

PROOF = 11
_EVIDENCE_LIMIT = 32 * 2**20
_EMPTY: tuple[Any, ...] = ("", [], {})


@dataclass(frozen=True)
class Proof:
    """Something that a disclosure proves. seq: message where the lie was told; case: the rulebook's, "" if none."""

    code: str
    seat: str
    seq: int
    case: str
    text: str


@dataclass(frozen=True)
class Audited:
    """A campaign with the books that are open. fault: why the log, or a disclosure, is not valid."""

    campaign: Campaign
    findings: Sequence[Proof] = ()
    fault: Fault | None = None

    @property
    def exit(self) -> int:
        """0, or the status of what is wrong, as `pbem verify` has it."""
        if self.fault is not None:
            return self.fault.exit
        return PROOF if self.findings else 0


class _Lenient:
    """A machine that lets lying books pass, so that all of a lie can be shown and not only its first part."""

    def __init__(self, machine: GameMachine) -> None:
        self.machine = machine

    def __getattr__(self, name: str) -> Any:
        return getattr(self.machine, name)

    def audit(self, seat: str, disclosed: Disclosed) -> Sequence[Fault]:
        """Nothing, whatever the book says."""
        return ()

    def confronted(self, seat: str, disclosed: Disclosed) -> Sequence[Fault]:
        """Nothing, whatever the books say."""
        return ()

    def amended(self, terms: Mapping[str, Any], control: Mapping[str, Any]) -> _Lenient:
        """As lenient under the amended rules."""
        return _Lenient(self.machine.amended(terms, control))

    def anew(self, terms: Mapping[str, Any]) -> _Lenient:
        """As lenient, without a history."""
        return _Lenient(self.machine.anew(terms))


@dataclass
class _Fold:
    """A log as far as it is valid but for what the books say."""

    chain: Chain
    fault: Fault | None = None
    tried: list[Fault] = field(default_factory=list)

    def take(self, line: bytes) -> bool:
        """Adds a message if it is the next one; keeps why it is not."""
        try:
            longer = self.chain.extend(line)
        except Fault as fault:
            self.tried.append(fault)
            return False
        grew = len(longer.messages) > len(self.chain.messages)
        self.chain = longer
        return grew


def audit_path(path: Path, books: Sequence[Path] = ()) -> Audited:
    """The audit of a campaign folder, an archive or a log. books: files with what a side shows before the end; the
    log is judged as far as all of them go. Raises Problem for what cannot be read, Fault for a log that is none."""
    shown = [read_shown(read_bounded(book, BOOK_LIMIT)) for book in books]
    folder = CampaignFolder.open(path, write=False) if path.is_dir() else None
    if folder is not None:
        lines: Sequence[bytes] = list(folder.log())
    else:
        data = read_bounded(path, LOG_LIMIT)
        lines = split_lines(unpack(data).get(LOG, b"") if data.startswith(ARCHIVE_MAGIC) else data)
    lines = up_to(lines, shown)
    machine = _machine(lines)
    fold = _Fold(Chain(cast("GameMachine", _Lenient(machine)), machine.depths))
    for number, line in enumerate(lines):
        tell(number, len(lines), f"verifying message {number}")
        if not fold.take(line):
            fold.fault = fold.tried[-1] if fold.tried else Fault("SEQ_GAP", "a message stands in the log twice")
            break
    if shown and fold.fault is None:
        _open(fold, shown)
    elif folder is not None and fold.fault is None:
        _refused(folder, fold)
    return _judged(fold)


def _open(fold: _Fold, shown: Sequence[Shown]) -> None:
    """Opens the books that are shown; one that does not fit the log stays shut."""
    for one in shown:
        try:
            fold.chain = opened(fold.chain, one)
        except Fault as fault:
            fold.fault = fault
            return


def _machine(lines: Sequence[bytes]) -> GameMachine:
    if not lines:
        raise Fault("LOG_TRUNCATED", "the log is empty")
    first = peek(lines[0])
    if first.kind != "invite":
        raise Fault("SEQ_GAP", "the log does not begin with an invitation", 0)
    return machine_for(first.body["terms"])


def _refused(folder: CampaignFolder, fold: _Fold) -> None:
    """A disclosure that this computer refused is not in the log, it is kept as evidence."""
    grew = True
    while grew and not fold.chain.audited:
        grew = False
        for name in folder.names("evidence"):
            if f"{len(fold.chain.messages):04d}-audit_" not in name:
                continue
            for block in read_blocks(folder.load("evidence", name, _EVIDENCE_LIMIT)):
                grew = grew or (not block.damage and fold.take(block.envelope))
    found = [fault for fault in fold.tried if fault.code.startswith("AUDIT_")]
    fold.fault = found[0] if found and not fold.chain.audited else None


def _judged(fold: _Fold) -> Audited:
    machine = cast(_Lenient, fold.chain.machine).machine
    chain = replace(fold.chain, machine=machine)
    campaign = Campaign(CampaignFolder(Path(), None, None), machine, chain, None, None)  # type: ignore[arg-type]
    findings = [
        Proof(one.code, seat, one.seq, one.case, one.text)
        for seat in sorted(chain.books)
        for one in _lies(machine, chain, seat)
    ]
    return Audited(campaign, findings, fold.fault)


def _lies(machine: GameMachine, chain: Chain, seat: str) -> list[Accusation]:
    found = lies(machine, seat, chain.disclosed(seat))
    if len(chain.books) == len(SIDES):
        found += contradictions(machine, seat, chain.disclosed())
    return sorted(found, key=lambda one: earliest_first(one.code, one.seq))


# -- as data ------------------------------------------------------------------------


def audit_data(audited: Audited) -> dict[str, Any]:
    """What `pbem audit` says: who still hides what, what was disclosed, what was checked, what it proves."""
    campaign = audited.campaign
    chain = campaign.chain
    claims = list(_claims(campaign))
    return {
        "campaign": campaign.game.scenario.title,
        "game": campaign.game_id,
        "players": {
            seat: {"name": campaign.title_of(seat), "fingerprint": keys.fingerprint(key)}
            for seat, key in sorted(chain.keys.items())
        },
        "state": "audited" if chain.audited else "finished" if chain.finished else "running",
        "result": result_words(campaign, chain.over),
        "waits_for": chain.waits_for,
        "shown_up_to": len(chain.messages) - 1 if chain.books and not _disclosing(chain) else None,
        "hidden": {seat: _hidden(campaign, seat) for seat in "ab" if seat not in chain.books and chain.game},
        "disclosed": {seat: _disclosed(campaign, seat) for seat in sorted(chain.books)},
        "claims": claims,
        "checked": _checked(campaign, claims),
        "findings": [
            {"code": f.code, "side": f.seat, "message": f.seq, "case": f.case, "text": f.text} for f in audited.findings
        ],
        "fault": _fault_data(audited.fault),
        "exit": audited.exit,
    }


def _fault_data(fault: Fault | None) -> dict[str, Any] | None:
    if fault is None:
        return None
    return {"code": fault.code, "message": fault.seq, "signed_by": fault.signed_by, "detail": fault.detail}


def _hidden(campaign: Campaign, seat: str) -> dict[str, Any]:
    """The commitments of a seat that it has not shown yet. Standing orders are never disclosed unless a rule asks."""
    chain, shown = campaign.chain, _opened(campaign)
    markers = chain.state.get("markers", {})
    sealed = [c.at for m in chain.messages if m.seat == seat for c in committed_in(m) if c.kind == "sealed"]
    return {
        "markers": [name for name, e in sorted(markers.items()) if e["side"] == seat and "units" not in e],
        "sealed": [at for at in sealed if ("sealed", at, "") not in shown],
        "leaves": {tree: len(names) for tree, names in sorted(campaign.machine.leaves[seat].items()) if names},
        "draws": sum(1 for k in _closed_by(chain, seat) for e in chain.tapes[k] if e[1] and not e[2]),
        "standing_orders": len(campaign.machine.slots[seat]),
    }


def _opened(campaign: Campaign) -> dict[tuple[str, int, str], int]:
    """(kind, message that committed, name) of every marker and sealed answer -> first message that opened it."""
    found: dict[tuple[str, int, str], int] = {}
    for message in campaign.chain.messages:
        for entry in (*message.body.get("open", []), *message.body.get("input", {}).get("open", [])):
            if entry["t"] != "leaf":
                found.setdefault((entry["t"], entry["at"], str(entry.get("marker", ""))), message.seq)
    return found


def _closed_by(chain: Chain, seat: str) -> list[int]:
    """Numbers of the segments that a seat closed."""
    return [k for k in range(2, len(chain.tapes)) if chain.messages[k].seat != seat]


def _disclosed(campaign: Campaign, seat: str) -> dict[str, Any]:
    chain, book, shown = campaign.chain, campaign.chain.books[seat], _opened(campaign)
    values = [(at, kind, name, value) for (kind, at, name), value in book.contents.items()]
    entries = sorted(values, key=lambda entry: (entry[0], entry[1], counted(entry[2])))
    return {
        "message": _disclosed_in(chain, seat),
        "excused_before": excused_below(chain.ledger, seat, chain.state.get("markers", {})),
        "markers": [
            {"message": at, "marker": name, "content": value, "units": _units(campaign, value)}
            | {"said": content_words(campaign, value), "shown_in": shown.get((kind, at, name))}
            for at, kind, name, value in entries
            if kind == "marker"
        ],
        "sealed": [{"message": at, "answer": value} for at, kind, _, value in entries if kind == "sealed"],
        "leaves": list(_leaves(campaign, seat)),
        "draws": [
            {"segment": k, "label": label, "faces": faces, "result": result}
            for k, label, faces, result in chain.disclosed().draws.get(seat, ())
        ],
    }


def _units(campaign: Campaign, content: Any) -> list[str]:
    forces = campaign.machine.forces
    return [campaign.game.telling.name(unit) for unit in forces.units_in(content)] if forces else []


def _leaves(campaign: Campaign, seat: str) -> Iterator[dict[str, Any]]:
    """Hidden leaves in the messages in which their values changed; what began empty is not told."""
    chain, contents = campaign.chain, campaign.chain.books[seat].contents
    first = excused_below(chain.ledger, seat, chain.state.get("markers", {}))
    bound = [m.seq for m in chain.messages if m.seat == seat and m.seq >= first and "roots" in m.body]
    for tree, names in sorted(campaign.machine.leaves[seat].items()):
        for slot, name in enumerate(names, 1 if tree == HIDDEN else 0):
            before: Any = ""
            for seq in (seq for seq in bound if seq < _disclosed_in(chain, seat)):
                value = contents.get((tree, seq, str(slot)), "")
                if value != before and (before or value not in _EMPTY):
                    words = leaf_words(campaign, name, value, NO_LEGEND, known=False) if value != "" else ""
                    label = leaf_label(campaign, name) or f"{tree} {campaign.game.telling.name(name)}"
                    yield {"message": seq, "tree": tree, "name": name, "value": value, "label": label, "said": words}
                before = value


def _disclosed_in(chain: Chain, seat: str) -> int:
    """Number of the message with a seat's open book; behind the last one for a book that is shown before the end."""
    own = (m.seq for m in reversed(chain.messages) if m.seat == seat and "audit" in m.body)
    return next(own, len(chain.messages))


def _disclosing(chain: Chain) -> bool:
    """Whether a message of the log opens a book; else the books that are open were shown."""
    return any("audit" in m.body for m in chain.messages[-2:])


def _claims(campaign: Campaign) -> Iterator[dict[str, Any]]:
    """Every claim with the truth, as far as a book tells it: `holds` is None where none does."""
    chain, told = campaign.chain, campaign.chain.disclosed()
    for message in chain.messages:
        for claim, truth in truths(campaign.machine, told, message):
            known = truth is not UNKNOWN
            holds = states(truth, claim["value"]) if known else None
            truth = None if not known else claim["value"] if holds else truth[0]
            words = stated_words(campaign, claim["say"], claim["value"])
            meant = stated_words(campaign, claim["say"], truth) if holds is False else ""
            about = {"message": message.seq, "side": message.seat, **claim, "said": words}
            yield {**about, "truth": truth, "truth_said": meant, "holds": holds}


def _checked(campaign: Campaign, claims: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    """How many things of each kind the open books were held against."""
    chain = campaign.chain
    markers = chain.state.get("markers", {})
    first = {seat: excused_below(chain.ledger, seat, markers) for seat in chain.books}
    bound = [m for m in chain.messages if m.seat in first and first[m.seat] <= m.seq < _disclosed_in(chain, m.seat)]
    opened = [o for m in chain.messages if m.seat in first for o in opened_leaves(m) if o.at >= first[m.seat]]
    return {
        "commitments": sum(len(committed_in(m)) for m in bound),
        "trees": sum(1 for m in bound for tree in m.body.get("roots", {}) if tree != DOCTRINE),
        "openings": len(opened),
        "claims": sum(1 for claim in claims if claim["holds"] is not None),
        "draws": sum(len(listed) for listed in chain.disclosed().draws.values()),
    }
