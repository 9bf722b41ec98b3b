"""Which event tells what a die decided, by the label of the die."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

Event = Mapping[str, Any]
_BY_UNIT: Final[Mapping[str, tuple[str, ...]]] = {
    "comes": ("comes",),
    "own": ("moved", "entered", "held-back"),
    "catch": ("captured", "flew"),
    "save": ("lost",),
    "train": ("train-followed", "train-lost"),
}
"""Word of a label that stands before a counter -> the kinds of events that tell of its die."""
_ATTEMPTS: Final = ("damage", "repair")


def decided(label: str, events: Sequence[Event]) -> Event | None:
    """The event of a segment that tells what a die decided besides the odds of a combat; None for a combat's own.

    label: `t12.french.init.ney`, `t12.french.m3.own.morand`, `t12.french.a1.save.suchet`.
    """
    words = label.split(".")
    if len(words) > 3 and words[2][:1] == "o":
        return _of(events, ("reorganized", "not-reorganized"), words[3])
    for number, word in enumerate(words[2:-1], 2):
        if word in _BY_UNIT:
            return _of(events, _BY_UNIT[word], words[number + 1])
        if word == "init":
            return next((one for one in events if one["kind"] == "command" and words[number + 1] in one["dice"]), None)
        if word == "reduce":
            return next((one for one in events if one["kind"] == "reduced" and words[number + 1] in one["dice"]), None)
    if words[-1] in _ATTEMPTS:
        return next((one for one in events if one["kind"] == words[-1]), None)
    return None


def _of(events: Sequence[Event], kinds: Sequence[str], uid: str) -> Event | None:
    """The first event of some kinds that is about a counter."""
    about = (one for one in events if one["kind"] in kinds)
    return next((one for one in about if uid == one.get("unit") or uid in one.get("units", ())), None)
