"""The two segments of movement, where everybody sees who is in command (2.11B, 7.13, 7.31)."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from pbem.engine.options import Json, Refusal
from pbem.engine.requests import Request, Roll
from rulesets.campaign_1806.play import Play, event, listed
from rulesets.campaign_1806.rules.command.initiative import may_check, passes
from rulesets.campaign_1806.rules.decisions import texts


def together(play: Play, units: Sequence[str]) -> Refusal | None:
    """osg 2.11B1, 2.11B2-1, 7.31-1, 8.1: whether counters may move as one, in one segment."""
    out = [uid for uid in units if uid in play.out]
    if out and len(out) < len(units):
        return Refusal(
            "7.31", f"{listed(out, play)} are out of command and move later than the others", out[0], play.at[out[0]]
        )
    return None


def is_individual(play: Play, entry: Json) -> bool:
    """osg 2.11B2-1, 2.11B2-2, 7.31-1: whether an entry is for counters out of command."""
    units = texts(entry.get("units")) if isinstance(entry, dict) else ()
    return bool(units) and all(uid in play.out for uid in units)


def willing(play: Play, units: Sequence[str], label: str) -> Generator[Request, Any, list[str]]:
    """osg 2.11B2-1, 2.11B2-2, 7.13, 7.31-1, 2.11B2-NOTE2: of counters out of command those who go: leaders, and units
    whose die says so."""
    going: list[str] = []
    ranges = play.ranges(play.army)
    for uid in units:
        if play.unit(uid).leads:
            going.append(uid)
            continue
        if not may_check(play, ranges, uid):
            yield event("held-back", unit=uid, die=0, at=play.hex_of(uid), case="7.13")
            continue
        (die,) = yield Roll("1d6", f"{label}.own.{uid}", "7.13", (play.hex_of(uid),))
        if passes(play, uid, die):
            going.append(uid)
        else:
            yield event("held-back", unit=uid, die=die, at=play.hex_of(uid), case="7.13")
            play.moved.add(uid)
    return going
