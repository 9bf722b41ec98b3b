"""`pbem dice`: every draw of a segment with the bytes of the seed's stream that it came from, and what it decided."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pbem.engine.requests import ORDERS
from pbem.errors import Problem
from pbem.protocol.dice import Entry, Stream, segment_seed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pbem.campaign.core.campaign import Campaign
    from pbem.campaign.core.due import Due


@dataclass(frozen=True)
class Draw:
    """One entry of a tape. result 0: an order that was void (`.void`) or replaced by its default (`.default`), or, of a
    draw with faces, one that its owner alone sees.

    at: numbers of the first byte read of the stream and of the byte behind the last; equal where none was read.
    recomputed: whether the stream gives this result there. used: what it decided, in words; may be empty.
    """

    label: str
    faces: int
    result: int
    at: tuple[int, int]
    recomputed: bool
    used: str


@dataclass(frozen=True)
class DiceRecord:
    """The draws of the segment that message `seq` opened and message `seq` + 1 closes. seed: 32 bytes, b"" if none.
    orders: whether message `seq` brought orders."""

    seq: int
    opened_by: str
    closed_by: str
    seed: bytes
    draws: tuple[Draw, ...]
    orders: bool


class _Counting(Stream):
    """The stream of section 8 that knows how many bytes were read."""

    def __init__(self, seed: bytes) -> None:
        super().__init__(seed)
        self.read = 0

    def _next(self, width: int) -> int:
        self.read += width
        return super()._next(width)


def dice_record(campaign: Campaign, seq: int | None = None, due: Due | None = None) -> DiceRecord:
    """The dice of message `seq`, by default of the last one whose dice this program knows.

    due: what is due where this person closes the open segment; then its dice are known before they are mailed.
    Raises Problem NO_DICE.
    """
    chain = campaign.chain
    open_seq = len(chain.messages) - 1
    closing = due.closing if due is not None else None
    last = open_seq if closing is not None else open_seq - 1
    number = last if seq is None else seq
    if not 2 <= number <= last:
        if last < 2:
            what = "there are no dice yet: play begins with message 2, and its receiver rolls for it"
        else:
            what = f"message {number} has no dice that this program knows; messages 2 to {last} have them"
        raise Problem("NO_DICE", what, "see pbem status")
    message = chain.messages[number]
    if number == open_seq and closing is not None:
        tape, reveal = closing.tape, closing.reveal
    else:
        tape, reveal = chain.tapes[number], bytes.fromhex(chain.messages[number + 1].body.get("reveal", ""))
    seed = segment_seed(chain.game, number, message.id, reveal) if tape else b""
    events = campaign.machine.events.get(number, []) if tape else []
    other = "a" if message.seat == "b" else "b"
    draws = _draws(campaign, tape, seed, events)
    opened_by, closed_by = campaign.title_of(message.seat, number), campaign.title_of(other, number + 1)
    ordered = "input" in message.body and chain.states[number]["need"].get("ask") == ORDERS
    return DiceRecord(number, opened_by, closed_by, seed, draws, ordered)


def dice_data(record: DiceRecord) -> dict[str, object]:
    """A record as data."""
    return {
        "message": record.seq,
        "opened_by": record.opened_by,
        "closed_by": record.closed_by,
        "seed": record.seed.hex(),
        "draws": [
            {
                "label": draw.label,
                "faces": draw.faces,
                "result": draw.result,
                "bytes": list(draw.at),
                "recomputed": draw.recomputed,
                "used": draw.used,
            }
            for draw in record.draws
        ],
    }


def _draws(
    campaign: Campaign, tape: Sequence[Entry], seed: bytes, events: Sequence[Mapping[str, Any]]
) -> tuple[Draw, ...]:
    stream = _Counting(seed)
    draws = []
    for label, faces, result in tape:
        before = stream.read
        good = True
        # A private draw comes from a stream of its owner's.
        if faces and result:
            good = stream.below(int(faces)) + 1 == result
        used = _used(campaign, str(label), events)
        draws.append(Draw(str(label), int(faces), int(result), (before, stream.read), good, used))
    return tuple(draws)


def _used(campaign: Campaign, label: str, events: Sequence[Mapping[str, Any]]) -> str:
    """What was told of the die; else under its label, or under one that it continues (`gt6.a1` for `gt6.a1.die`)."""
    figures = campaign.game.telling.figures
    known = figures.decided(label, events) if figures is not None else None
    if known is not None:
        return campaign.game.telling.wording(known)
    for event in events:
        told = event.get("label")
        if isinstance(told, str) and told and (label == told or label.startswith(f"{told}.")):
            return campaign.game.telling.wording(event)
    return ""
