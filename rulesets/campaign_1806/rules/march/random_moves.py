"""Random moves: where counters may go that somebody draws, toward the enemy more often than away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.engine.options import Json, Pick, Refusal
from pbem.hexgame.moving.moves import NO
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.rules.march.arriving import group_of, movable
from rulesets.campaign_1806.rules.march.costs import DROP, MARCH
from rulesets.campaign_1806.rules.march.entering import entries

LONGEST = 8
"""Words of a random course at most."""


def random_entry(play: Play, why_not: Callable[[Json], Refusal | None], pick: Pick) -> Json:
    """A random legal entry, NO where the one who was drawn cannot move. why_not: what the rules have against one."""
    able = movable(play)
    if not able:
        return NO
    uid = able[pick(len(able))]
    units, start = _company(play, uid, pick), play.at.get(uid) or _start(play, uid, pick)
    if not start:
        return NO
    path, told = [start], 0
    for _ in range(1 + pick(LONGEST)):
        word = _word(play, uid, path, pick)
        if why_not({"units": units, "path": [*path, word]}) is None:
            path.append(word)
        else:
            told += 1
        if told > 2:
            break
    entry: dict[str, Any] = {"units": units, "path": path}
    return entry if (len(path) > 1 or uid not in play.at) and why_not(entry) is None else NO


def _company(play: Play, uid: str, pick: Pick) -> list[str]:
    """The counter alone, or all with it who may go in the same segment."""
    if uid not in play.at or not pick(3):
        return [uid]
    out = uid in play.out
    mates = [one for one in play.units_in(play.at[uid]) if one not in play.moved and (one in play.out) is out]
    return [uid, *(one for one in mates if one != uid)]


def _start(play: Play, uid: str, pick: Pick) -> str:
    """Where a counter that stands nowhere comes in, or an end of its pontoon."""
    laid = next((side for side, (train, _) in play.position.pontoons.items() if train == uid), "")
    if laid:
        return laid.split("/")[pick(2)]
    group = group_of(play, uid)
    legal = entries(play, play.army, group.at) if group else ()
    return legal[pick(len(legal))] if legal else ""


def _word(play: Play, uid: str, path: list[str], pick: Pick) -> str:
    """What a course goes on with: mostly a hex, and more often than not one nearer to the enemy."""
    at = next(word.split(" ")[-1] for word in reversed(path) if word.split(" ")[0] not in _STAYING)
    near = play.field.neighbours[at]
    if play.in_zone(at, play.foe) and not pick(3):
        targets = [one for one in near if play.fighting(one, play.foe)]
        return f"repulse {targets[pick(len(targets))]}" if targets else near[pick(len(near))]
    if not pick(8):
        wet = [one for one in near if play.field.has("river", at, one) or play.field.has("stream", at, one)]
        if wet and pick(2):
            return f"{('damage', 'repair', 'lay', 'burn')[pick(4)]} {wet[pick(len(wet))]}"
        return (MARCH, DROP, "vedettes")[pick(3)]
    enemies = [play.hex_of(one) for one in play.on_map(play.foe)]
    if enemies and pick(3):
        goal = min(enemies, key=lambda one: (play.field.distance(at, one), one))
        return min(near, key=lambda one: (play.field.distance(one, goal), one))
    return near[pick(len(near))]


_STAYING = frozenset((MARCH, DROP, "vedettes", "damage", "repair", "lay", "burn"))
