"""Leaders of the practice opponent: officers stay with their corps, commanders where they reach most of their own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.engine.options import Json
from pbem.hexgame.moving.marching import reach
from pbem.hexgame.moving.random_moves import free_to_move
from rulesets.napoleons_last_battles.practice.goals import Goals
from rulesets.napoleons_last_battles.roster import Unit
from rulesets.napoleons_last_battles.rules.march.movement import MoveOptions

# What counts for a hex: an officer in reach of a commander, in strength points; being with a unit of his own; an enemy
# zone; half movement points to the next of his own, where none is in reach.
OFFICER_IN_REACH = 12
WITH_OWN = 3
EXPOSED = 8
_OFFICER = "officer"


def follow(options: MoveOptions, goals: Goals) -> list[Json]:
    """The entries of leaders who find a better hex once everybody has moved; each is carried out on the board."""
    marches, units = options.marches, options.board.setting.roster.units
    able = [one for one in free_to_move(marches.rules_of_leaders, options.moved) if units[one].leads]
    done: list[Json] = []
    for leader in sorted(able, key=lambda one: (units[one].kind != _OFFICER, units[one].order)):
        entry = _entry(options, goals, leader) if marches.frozen(leader) is None else None
        if entry is not None and options.why_not(entry) is None:
            options.perform(entry)
            done.append(entry)
    return done


def _entry(options: MoveOptions, goals: Goals, leader: str) -> Json:
    """The way to a leader's best hex, or off the map after his own; None where he stays."""
    board, record = options.board, options.board.setting.roster.units[leader]
    start = board.position.leaders[leader]
    rules = options.marches.rules(leader)
    found = reach(rules, leader, start, rules.points(leader))
    gone = _gone_with(options, record)
    for at in goals.exits(leader) if gone else ():
        entry = {"unit": leader, "path": list(found.paths[at]), "exit": at} if at in found.costs else None
        if entry is not None and options.why_not(entry) is None:
            return entry
    own = _own(options, record)
    places = [at for at in found.costs if at in board.here and board.holder(at) == board.position.army]
    value = {at: _value(options, record, own, at) for at in (start, *places)}
    best = max(value, key=lambda at: (value[at], -found.costs[at], at))
    if best == start or value[best] <= value[start]:
        best = _nearer(options, own, start, found.costs) if start not in places else start
    return None if best == start else {"unit": leader, "path": list(found.paths[best])}


def _nearer(options: MoveOptions, own: Sequence[str], start: str, reached: Iterable[str]) -> str:
    """Of the hexes that a lone leader reaches the one that is nearest to his own."""
    board = options.board

    def away(at: str) -> int:
        return min((board.field.distance(at, board.at[unit]) for unit in own), default=0)

    return min(reached, key=lambda at: (away(at), at != start, at))


def _own(options: MoveOptions, record: Unit) -> Sequence[str]:
    """The combat units that a leader is there for: those of his organization; all of his nation for a commander, or
    for an officer who has none."""
    board, units = options.board, options.board.setting.roster.units
    nation = [unit for unit in board.at if units[unit].nation == record.nation and units[unit].fights]
    mine = [unit for unit in nation if units[unit].formation == record.formation]
    return mine if record.kind == _OFFICER and mine else nation


def _value(options: MoveOptions, record: Unit, own: Sequence[str], at: str) -> int:
    """What it is worth to have a leader in a hex."""
    board, units = options.board, options.board.setting.roster.units
    within = board.setting.roster.ranges.get(record.kind, 0)
    away = {unit: board.field.distance(at, board.at[unit]) for unit in own}
    found = sum(board.face(unit) for unit, hexes in away.items() if hexes <= within) - min(away.values(), default=0)
    if record.kind != _OFFICER:
        officers = (to for one, to in board.position.leaders.items() if _led(record, units[one]))
        found = found // 2 + OFFICER_IN_REACH * sum(board.field.distance(at, to) <= within for to in officers)
    found += WITH_OWN * any(unit in away for unit in board.units_in(at))
    return found - (EXPOSED if board.in_zone(at, board.enemy[record.army]) else 0)


def _led(record: Unit, other: Unit) -> bool:
    return other.kind == _OFFICER and other.nation == record.nation


def _gone_with(options: MoveOptions, record: Unit) -> bool:
    """Whether more of a leader's own have left the map than stand on it."""
    board, units = options.board, options.board.setting.roster.units
    gone = [unit for unit in board.position.exited if units[unit].fights and units[unit].nation == record.nation]
    mine = gone if record.kind != _OFFICER else [unit for unit in gone if units[unit].formation == record.formation]
    return len(mine) > len(_own(options, record)) or (bool(mine) and record.kind != _OFFICER)
