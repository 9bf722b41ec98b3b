"""Leaders and trains of the practice opponent: with their own, escorted, and trains out of the enemy's way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem.engine.options import Json
from pbem.hexgame.moving.marching import reach
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.practice.view import Moves
from rulesets.campaign_1806.rules.battle.odds import NAPOLEON
from rulesets.campaign_1806.rules.march.stacking import fits

SAFE: Final = 6
"""Hexes that a train keeps from the enemy."""
OFFICER: Final = 16
"""What an officer in a commander's range counts, in half points of his units."""
ALONE: Final = 24
EXPOSED: Final = 8
"""What it costs to stand without anybody who fights, and in an enemy zone with a weak escort."""
REACH: Final = 7
"""Hexes from which the enemy comes upon who is alone."""
STRONG: Final = 16
"""Half points that protect a leader in an enemy zone."""
PRICELESS: Final = 40
ASIDE: Final = 3
"""What each hex costs by which Napoleon, whose capture ends the game, is nearer to the enemy than so many hexes."""


def followers(moves: Moves) -> list[str]:
    """Leaders who may move, officers first, then trains."""
    play = moves.play
    able = [uid for uid in play.on_map(play.army) if not play.unit(uid).fights and moves.able(uid)]
    return sorted(
        able, key=lambda uid: (not play.unit(uid).leads, play.unit(uid).kind != "officer", play.unit(uid).order)
    )


def entries_of(moves: Moves, uid: str) -> list[dict[str, Json]]:
    """Ways to the best hexes of a leader or train, the best first; none where it is well placed."""
    play = moves.play
    start = play.at[uid]
    found = reach(moves.usual, uid, start, moves.points(uid))
    if play.unit(uid).leads:
        own = _own(play, uid)
        places = [at for at in found.costs if play.fighting(at, play.army)]
        value = {at: _leads(play, own, uid, at, moves.ranges.within(at)) for at in dict.fromkeys((start, *places))}
    else:
        places = [at for at in found.costs if not play.in_zone(at, play.foe) and _room(play, uid, at)]
        value = {at: _train(play, at) for at in dict.fromkeys((start, *places))}
    ranked = sorted(value, key=lambda at: (-value[at], at != start, found.costs.get(at, 0), at))
    better = [at for at in ranked[:3] if value[at] > value[start]]
    return [{"units": [uid], "path": moves.path(uid, found.paths[at])} for at in better]


def _room(play: Play, uid: str, at: str) -> bool:
    return fits([play.unit(one) for one in (*play.units_in(at), uid) if one != uid] + [play.unit(uid)])


def _own(play: Play, leader: str) -> Sequence[str]:
    """The units that a leader is there for: his formation, the whole army for who has none."""
    army = [uid for uid in play.at if play.army_of(uid) == play.army_of(leader) and play.unit(uid).fights]
    mine = [uid for uid in army if play.formation_of(uid) == play.formation_of(leader)]
    return mine or army


def _leads(play: Play, own: Sequence[str], leader: str, at: str, within: frozenset[str]) -> int:
    """What it is worth to have a leader in a hex."""
    unit, distance = play.unit(leader), play.field.distance
    found = 2 * sum(play.unit(uid).strength for uid in own if play.at[uid] in within)
    found -= 2 * min((distance(at, play.at[uid]) for uid in own), default=0)
    if unit.command:
        officers = [uid for uid in play.on_map(play.army) if play.unit(uid).kind == "officer"]
        found += OFFICER * sum(play.at[uid] in within for uid in officers)
    escort = 2 * play.strength(play.fighting(at, play.army))
    foes = [play.at[uid] for uid in play.on_map(play.foe) if play.unit(uid).fights]
    away = min((distance(at, foe) for foe in foes), default=REACH)
    if not play.fighting(at, play.army):
        found -= ALONE * max(REACH - away, 1)
    if play.in_zone(at, play.foe):
        found -= EXPOSED * max(STRONG - escort, 0)
    if leader == NAPOLEON:
        found -= PRICELESS * max(ASIDE - away, 0)
    return found


def _train(play: Play, at: str) -> int:
    """What it is worth to have a train in a hex: out of the enemy's way, then near to its own."""
    distance = play.field.distance
    foes = min((distance(at, play.at[uid]) for uid in play.on_map(play.foe) if play.unit(uid).fights), default=SAFE)
    own = [distance(at, play.at[uid]) for uid in play.on_map(play.army) if play.unit(uid).fights]
    return 20 * min(foes, SAFE) - 3 * min(own, default=0) - sum(own) // max(len(own), 1)
