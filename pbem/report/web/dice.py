"""The dice of a segment with how they came about: from the seed to bytes, from bytes to faces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.report.web.markup import Markup, joined, lines, tag

# Characters of what a die decided, beyond which its first sentence is enough: the story is told above.
_BRIEF = 120
_HEAD = ("for", "die", "result", "bytes", "reckoned", "decided")


@dataclass(frozen=True, slots=True)
class Roll:
    """One draw in words. read: the bytes of the stream, hexadecimal, with where they stand. sum: how they give it."""

    label: str
    die: str
    result: str
    read: str
    sum: str
    used: str


@dataclass(frozen=True, slots=True)
class Rolls:
    """The draws of a segment. title: whose they are. seed: rows of what the seed is made of, and the seed itself."""

    seq: int
    title: str
    seed: Sequence[tuple[str, str]]
    rolls: Sequence[Roll]


def _brief(text: str) -> str:
    """The first sentence where it is a whole story."""
    first, stop, _ = text.partition(". ")
    return first + stop.rstrip() if len(text) > _BRIEF else text


def dice_section(rolls: Rolls) -> Markup:
    """Seed and draws, folded away below their title."""
    if not rolls.rolls:
        return tag("p", f"{rolls.title}: none were rolled.", class_="faint")
    seed = tag("dl", *(joined(tag("dt", label), tag("dd", tag("code", value))) for label, value in rolls.seed))
    head = tag("tr", *(tag("th", text, scope="col") for text in _HEAD))
    rows = [
        tag(
            "tr",
            tag("td", tag("code", roll.label), class_="tight"),
            tag("td", roll.die),
            tag("td", tag("b", roll.result)),
            tag("td", tag("code", roll.read), class_="tight"),
            tag("td", roll.sum, class_="tight"),
            tag("td", _brief(roll.used)),
        )
        for roll in rolls.rolls
    ]
    table = tag("table", tag("thead", head), tag("tbody", *rows))
    said = (
        'The seed is H("seed", game, number, id, value): neither player knew all of it before both had signed. Its '
        'stream of bytes is H("stream", seed, 0), H("stream", seed, 1) and so on, 32 bytes each (protocol section 8). '
        "What lies at or above the largest multiple of the faces is skipped."
    )
    wide = tag("div", table, class_="wide", tabindex="0", role="region", aria_label=f"Draws of message {rolls.seq}")
    count = f"{len(rolls.rolls)} draw{'' if len(rolls.rolls) == 1 else 's'}"
    seen = joined(tag("b", rolls.title), " ", tag("span", count, class_="digest"))
    return tag("details", tag("summary", seen), lines(seed, tag("p", said, class_="faint"), wide))
