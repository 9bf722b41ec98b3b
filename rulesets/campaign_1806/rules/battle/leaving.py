"""Retreat before combat, carried out: the defender's horse, then the attacker's (11.1, 13.22, 16.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem.engine.options import Json, Listed
from pbem.engine.requests import SILENT, Choose, Silent
from rulesets.campaign_1806.play import Play, event
from rulesets.campaign_1806.roster import HORSE, VEDETTE
from rulesets.campaign_1806.rules.battle.before import why_not
from rulesets.campaign_1806.rules.battle.falling_back import away
from rulesets.campaign_1806.rules.battle.retreats import Path
from rulesets.campaign_1806.rules.decisions import Procedure, texts

LEAVE: Final = "leave"
STAY: Final = "stay"
NEVER, VEDETTES, ALL = "never", "vedettes", "all"
"""Standing orders: nobody of a formation leaves, its vedettes do, all its horse does."""


def leave(
    play: Play, at: str, opponents: Sequence[str], label: str, said: Json | Silent, where: tuple[str | int, ...]
) -> Procedure:
    """osg 11.1-3, 11.1-4, 16.2-1, 16.2-2, 16.21: horse in a hex leaves before combat if it may and its owner wants it;
    a leader who would stay alone goes along. opponents: counters on the other side of the attack. said: what orders
    say, SILENT for the army that gives none."""
    army = play.holder(at)
    horse = [uid for uid in play.fighting(at, army) if play.unit(uid).kind in HORSE and uid not in play.left]
    for uid in sorted(horse, key=lambda one: (play.unit(one).kind == VEDETTE, play.unit(one).order)):
        yield from play.fog.survey(play, at, _farthest(play, uid), play.enemy[army])
        paths = ways_before(play, uid, opponents)
        if not paths:
            continue
        options = Listed([STAY, *(" ".join(path) for path in paths)], "16.2", "a retreat before combat")
        slot = "" if army == play.army else f"{LEAVE}.{play.formation_of(uid)}"

        def read(value: Json, uid: str = uid, options: Listed = options) -> Json | Silent:
            """osg 16.2-1: whether standing orders, or the units that orders name, have this one leave."""
            wanted = value in (ALL, VEDETTES) if play.unit(uid).kind == VEDETTE else value == ALL
            return options.answers[1] if wanted or uid in texts(value) else SILENT

        answer = yield Choose(
            army, LEAVE, options, f"{label}.{LEAVE}.{uid}", SILENT if slot else said, where, slot, read, scene=play
        )
        if answer != STAY:
            yield from _go(play, uid, answer.split(" "))


def _farthest(play: Play, uid: str) -> int:
    """osg 13.22-1, 16.2-1: how many hexes horse may go before combat."""
    return play.setting.charts.ranges["vedette-leaves" if play.unit(uid).kind == VEDETTE else "cavalry-leaves"]


def ways_before(play: Play, uid: str, opponents: Sequence[str]) -> list[Path]:
    """osg 13.22-1, 16.2-1: the paths by which a unit may leave before combat, the best first."""
    start, most = play.hex_of(uid), _farthest(play, uid)
    near = play.field.neighbours
    found: list[Path] = [(at,) for at in near[start]]
    if most > 1:
        found += [
            (a, b) for (a,) in list(found) for b in near[a] if b != start and play.field.distance(start, b) == most
        ]
    legal = [
        path
        for path in found
        if why_not(play, play.setting.charts, uid, path, opponents, crossings=play.crossings) is None
    ]
    return sorted(legal, key=lambda path: away(play, play.army_of(uid), path))


def _go(play: Play, uid: str, path: Sequence[str]) -> Procedure:
    at, army = play.hex_of(uid), play.army_of(uid)
    play.move(uid, path[-1])
    play.left.add(uid)
    yield event("left", unit=uid, path=[at, *path], case="13.22" if play.unit(uid).kind == VEDETTE else "16.2")
    if not play.fighting(at, army):
        for leader in play.leaders(at, army):
            play.move(leader, path[-1])
