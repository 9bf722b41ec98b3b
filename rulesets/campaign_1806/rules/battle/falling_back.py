"""Retreats carried out: who goes where, whom he pushes aside, and who finds no way (10.21, 11.43 to 11.45, 13.2)."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, Final

from pbem.engine.options import Json, Listed
from pbem.engine.requests import SILENT, Choose, Request, Roll, Silent
from pbem.wargame.retreat import Moves, steps
from rulesets.campaign_1806.play import Play, event
from rulesets.campaign_1806.roster import TRAINS, VEDETTE
from rulesets.campaign_1806.rules.battle.boxes import surrounded
from rulesets.campaign_1806.rules.battle.losing import lose
from rulesets.campaign_1806.rules.battle.retreats import Path, ground, last_steps, off_the_map, ways
from rulesets.campaign_1806.rules.capturing import lose_train
from rulesets.campaign_1806.rules.decisions import Procedure, texts
from rulesets.campaign_1806.rules.leaders import train_goes_along

RETREAT: Final = "retreat"
Where = tuple[str | int, ...]


def retreat(
    play: Play,
    units: Sequence[str],
    length: int,
    label: str,
    column: str,
    wish: Json | Silent,
    where: Where,
) -> Procedure:
    """osg 11.4-Ar, 11.4-Ar2, 11.4-Dr, 11.4-Dr2, 10.21-1, 11.43-1, 13.2: units retreat so many hexes, the strongest
    first.

    Vedettes are lost instead. column: of the combat, "" in a repulse. wish: what orders of the phasing army say, SILENT
    for the other, whose standing orders say it.
    """
    for uid in sorted(
        units, key=lambda one: (-play.unit(one).points(reduced=one in play.reduced), play.unit(one).order)
    ):
        if play.unit(uid).kind == VEDETTE:
            yield from play.fog.survey(play, play.hex_of(uid), 1, play.enemy[play.army_of(uid)], troops=True)
            around = surrounded(play, play.army_of(uid), play.hex_of(uid), play.crossings)
            yield from lose(play, uid, label, column, around=around)
        else:
            yield from _unit_retreats(play, uid, length, label, column, wish, where)


def _unit_retreats(
    play: Play, uid: str, length: int, label: str, column: str, wish: Json | Silent, where: Where
) -> Procedure:
    start, army = play.hex_of(uid), play.army_of(uid)
    yield from play.fog.survey(play, start, length, play.enemy[army], troops=True)
    found = ways(play, uid, length, play.crossings)
    if not found:
        edge = off_the_map(play, uid, length, play.crossings)
        yield from lose(play, uid, label, column, around=True, edge=edge)
        return
    path = yield from _chosen(play, uid, found, label, wish, where)
    trains = [one for one in play.units_in(start) if play.unit(one).kind in TRAINS and play.army_of(one) == army]
    yield from _go(play, uid, path)
    if not play.fighting(start, army):
        yield from _trains_follow(play, trains, path[-1], label)


def _chosen(
    play: Play, uid: str, found: Sequence[Path], label: str, wish: Json | Silent, where: Where
) -> Generator[Request, Any, Path]:
    """The path of a unit: its owner's choice, by default that which leads farthest from the enemy."""
    army = play.army_of(uid)
    ranked = sorted(found, key=lambda path: away(play, army, path))
    options = Listed([" ".join(path) for path in ranked], "11.43", "a way to retreat")
    slot = "" if army == play.army else f"{RETREAT}.{play.formation_of(uid)}"

    def read(value: Json) -> Json | Silent:
        """osg 11.43-1: the hexes that a player prefers, as the way that ends nearest to the first of them."""
        goals = [at for at in texts(value) if at in play.field.neighbours]
        if not goals:
            return SILENT
        return min(options.answers, key=lambda text: (play.field.distance(text.split(" ")[-1], goals[0]), text))

    answer: str = yield Choose(
        army, RETREAT, options, f"{label}.{RETREAT}.{uid}", SILENT if slot else wish, where, slot, read, scene=play
    )
    return tuple(answer.split(" "))


def away(play: Play, army: str, path: Path) -> tuple[int, int, str]:
    """How good a retreat is, the least first: far from enemies who fight, then near to a source of supply."""
    foe, end, distance = play.enemy[army], path[-1], play.field.distance
    near = min((distance(end, play.hex_of(uid)) for uid in play.on_map(foe) if play.unit(uid).fights), default=0)
    home = min((distance(end, at) for at in play.setting.sources(army)), default=0)
    return (-min(near, 5), home, " ".join(path))


def _go(play: Play, uid: str, path: Path) -> Procedure:
    """osg 11.45-1: a unit goes along its path; where its end is full, a friend makes room, and so on down the chain."""
    start = play.hex_of(uid)
    chain = ground(play, play.army_of(uid), play.crossings)
    moves: dict[str, str] = {uid: path[-1]}
    step = last_steps(chain, uid, path, start)[0]
    mover, at = step.displaces, path[-1]
    while mover is not None:
        moved: Moves = dict(moves)
        step = steps(chain, mover, at, moved)[0]
        moves[mover], mover, at = step.to, step.displaces, step.to
    origins = {one: play.hex_of(one) for one in moves}
    for one, to in moves.items():
        play.move(one, to)
        play.occupy(one, path if one == uid else (to,))
    yield event("retreated", unit=uid, path=[start, *path], case="11.43")
    for one, to in list(moves.items())[1:]:
        yield event("displaced", unit=one, at=origins[one], to=to, case="11.45")


def _trains_follow(play: Play, trains: Sequence[str], to: str, label: str) -> Procedure:
    """osg 9.13-3, 11.43-2, 14.34-1: a die for each train whose last escort has retreated."""
    for train in trains:
        (die,) = yield Roll("1d6", f"{label}.train.{train}", "9.13", (to,))
        if train_goes_along(play.setting.charts, die):
            at = play.hex_of(train)
            play.move(train, to)
            yield event("train-followed", unit=train, at=at, to=to, die=die, case="9.13")
        else:
            yield lose_train(play, train)
