"""Repulse carried out: who retreats, with whom, and what becomes of vedettes (10.2)."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from pbem.engine.options import Refusal
from pbem.engine.requests import SILENT, Request
from rulesets.campaign_1806.play import Play, event
from rulesets.campaign_1806.roster import VEDETTE
from rulesets.campaign_1806.rules.battle.falling_back import retreat
from rulesets.campaign_1806.rules.battle.losing import lose
from rulesets.campaign_1806.rules.decisions import Procedure
from rulesets.campaign_1806.rules.repulse import Attempt, attempt


def prepared(play: Play, stack: Sequence[str], into: str, points: int) -> Attempt | Refusal:
    """osg 10.1, 10.11-1, 10.12A-1, 10.21-2: the attempt of a stack, or why there is none. into: the hex that it will
    enter, "" for whichever. points: half points that it has left."""
    setting = play.setting
    found = attempt(play, setting.charts, setting.defence, stack, points, play.crossings)
    if isinstance(found, Attempt) and into and into not in found.targets:
        text = f"nobody whose zone covers {play.hex_of(stack[0])} stands in {into[:20]}"
        return Refusal("10.21", text, stack[0], into[:20], found.targets)
    return found


def carry_out(play: Play, stack: Sequence[str], attempt: Attempt, label: str) -> Generator[Request, Any, bool]:
    """osg 10.21-1, 10.21-3, 10.22-1, 10.23, 10.0: the attempt; whether it has cleared the way."""
    yield event(
        "repulse",
        units=list(stack),
        at=play.hex_of(stack[0]),
        targets=list(attempt.targets),
        calculation=attempt.odds.told(),
        done=attempt.succeeds,
        case="10.21" if attempt.succeeds else "10.22",
    )
    if attempt.succeeds:
        for at in attempt.targets:
            yield from _leave(play, at, label)
    return attempt.succeeds


def _leave(play: Play, at: str, label: str) -> Procedure:
    """osg 5.25-1, 10.21-1, 10.23, 5.25-2: all who are in a hex go two hexes; vedettes are lost, and may be reorganized;
    leaders go along with the first who finds a way."""
    leaders = play.leaders(at, play.foe)
    for uid in play.fighting(at, play.foe):
        if play.unit(uid).kind == VEDETTE:
            yield from lose(play, uid, label, "", around=False)
    going = play.fighting(at, play.foe)
    yield from retreat(play, going, play.setting.charts.ranges["repulsed"], label, "", SILENT, ())
    to = next((play.at[uid] for uid in going if uid in play.at and play.at[uid] != at), "")
    for leader in leaders:
        if to and leader in play.at:
            play.move(leader, to)
