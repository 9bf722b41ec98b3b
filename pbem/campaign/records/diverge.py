"""`pbem diverge`: where two programs that judged the same message differently parted ways (protocol section 14)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pbem import __version__
from pbem.errors import Problem
from pbem.mail.armour import read_blocks
from pbem.protocol.admission import admit
from pbem.protocol.canonical import canon, parse_value
from pbem.protocol.faults import Fault
from pbem.protocol.manifest import manifest, ruleset_digest

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign

FORMAT = 1
LIMIT = 32 * 2**20
_MEMBERS = frozenset({"format", "pbem", "engine", "ruleset", "game", "seq", "before", "after", "tape"})


def export(campaign: Campaign, seq: int | None = None) -> bytes:
    """Public state before and after, trace and tape of the segment that message `seq` opened, in canonical JSON.

    By default the latest segment that a message closes: one of the log, or one that was refused and is kept as
    evidence. Raises Problem NO_SEGMENT.
    """
    segment = _segment(campaign, seq)
    rules = campaign.machine.ruleset
    record = {
        "format": FORMAT,
        "pbem": __version__,
        "engine": campaign.chain.terms["engine"],
        "ruleset": ruleset_digest(manifest(rules.data_files())).hex(),
        "game": campaign.chain.game.hex(),
        "seq": segment.seq,
        "before": campaign.chain.states[segment.seq],
        "after": segment.after,
        "tape": segment.tape,
    }
    return canon(record) + b"\n"


@dataclass(frozen=True)
class _Segment:
    seq: int
    after: dict[str, Any]
    tape: list[Any]


def _segment(campaign: Campaign, seq: int | None) -> _Segment:
    chain = campaign.chain
    last = len(chain.messages) - 1
    if seq in (None, last):
        refused = _refused_segment(campaign)
        if refused is not None:
            return refused
    number = last - 1 if seq is None else seq
    if not 2 <= number < last:
        known = f"messages 2 to {last - 1} opened one" if last > 2 else "there is none yet"
        raise Problem("NO_SEGMENT", f"message {number} opened no segment that is closed; {known}", "see pbem status")
    return _Segment(number, chain.states[number + 1], chain.tapes[number])


def _refused_segment(campaign: Campaign) -> _Segment | None:
    """The open segment as a message closes it that was refused: its signature is good, its state is another."""
    chain = campaign.chain
    start = f"{len(chain.messages):04d}-"
    for name in campaign.folder.names("evidence"):
        blocks = read_blocks(campaign.folder.load("evidence", name, LIMIT)) if name.startswith(start) else ()
        for block in blocks:
            try:
                message = admit(chain, block.envelope)
                openings = chain.checked(message.seat, message.body)
                reveal = bytes.fromhex(message.body.get("reveal", ""))
                state, tape = chain.run_segment(message.seat, reveal, openings)
            except Fault:
                continue
            return _Segment(len(chain.messages) - 1, state, tape)
    return None


@dataclass(frozen=True)
class Divergence:
    """The first thing in which two records differ. what: in words. own, other: as JSON text; empty where missing."""

    what: str = ""
    own: str = ""
    other: str = ""

    @property
    def same(self) -> bool:
        """Whether the two programs agree."""
        return not self.what


def compare(campaign: Campaign, data: bytes) -> Divergence:
    """Holds the other side's export against one's own computation. Raises Problem DIVERGE_FILE, NO_SEGMENT."""
    theirs = _read(data)
    if theirs["game"] != campaign.game_id:
        raise Problem("DIVERGE_FILE", "this export is of another game", "name the campaign with --campaign")
    ours = parse_value(export(campaign, theirs["seq"])[:-1])
    for member, what in (("engine", "the rules version"), ("ruleset", "the data of the ruleset")):
        if ours[member] != theirs[member]:
            return _different(what, ours[member], theirs[member])
    if ours["before"] != theirs["before"]:
        return _state("the state before the segment", ours["before"], theirs["before"])
    return _first(ours, theirs)


def _first(ours: dict[str, Any], theirs: dict[str, Any]) -> Divergence:
    """The first draw, then the first step, then the first member of the state that differ."""
    pairs = (
        ("draw {} of the tape", ours["tape"], theirs["tape"]),
        ("step {} of the trace", ours["after"]["trace"], theirs["after"]["trace"]),
    )
    for what, own, other in pairs:
        for k in range(max(len(own), len(other))):
            mine, yours = own[k : k + 1], other[k : k + 1]
            if mine != yours:
                return _different(what.format(k + 1), *(step[0] if step else None for step in (mine, yours)))
    if ours["after"] != theirs["after"]:
        return _state("the state after the segment", ours["after"], theirs["after"])
    return Divergence()


def _state(where: str, own: Any, other: Any) -> Divergence:
    """The path to the first place, in order of keys, at which two states differ."""
    path: list[str] = []
    while isinstance(own, dict) and isinstance(other, dict):
        key = next(key for key in sorted({*own, *other}) if own.get(key) != other.get(key))
        path.append(key)
        own, other = own.get(key), other.get(key)
    return _different(f"{where}, {'/'.join(path)}", own, other)


def _different(what: str, own: Any, other: Any) -> Divergence:
    def text(value: Any) -> str:
        return "" if value is None else json.dumps(value, ensure_ascii=False, sort_keys=True)[:2000]

    return Divergence(what, text(own), text(other))


def _read(data: bytes) -> dict[str, Any]:
    """Raises Problem DIVERGE_FILE."""
    what = "this is no export of pbem diverge"
    mend = "ask your opponent for the output of: pbem diverge --export"
    try:
        record: Any = parse_value(data.removesuffix(b"\n"))
    except Fault as fault:
        raise Problem("DIVERGE_FILE", f"{what}: {fault.detail}", mend) from None
    if not isinstance(record, dict) or set(record) != _MEMBERS or record["format"] != FORMAT:
        raise Problem("DIVERGE_FILE", what, mend)
    shapes = (("before", dict), ("after", dict), ("tape", list), ("seq", int), ("game", str))
    if any(type(record[member]) is not shape for member, shape in shapes):
        raise Problem("DIVERGE_FILE", what, mend)
    if not isinstance(record["after"].get("trace"), list):
        raise Problem("DIVERGE_FILE", what, mend)
    return record


def require_way(exports: bool, given: bool) -> None:
    """Either an export is written or one is compared. Raises Problem USAGE."""
    if exports == given:
        raise Problem("USAGE", "say either --export or the file that your opponent exported", "see pbem diverge --help")
