"""Trains of the practice opponent: on the roads behind the army, as near as is safe (16.17)."""

from __future__ import annotations

from pbem.engine.options import Json
from pbem.hexgame.moving.marching import reach
from pbem.hexgame.moving.random_moves import free_to_move
from rulesets.napoleons_last_battles.practice.view import View
from rulesets.napoleons_last_battles.rules.march.movement import MoveOptions

# Hexes that a train keeps from the enemy.
SAFE = 8
_TRAIN = "train"


def trail(options: MoveOptions, view: View) -> list[Json]:
    """The entries of trains that find a better hex once the army has moved; each is carried out on the board."""
    units = options.board.setting.roster.units
    done: list[Json] = []
    for unit in free_to_move(options.marches.rules_of_units, options.moved):
        if units[unit].kind == _TRAIN and options.marches.frozen(unit) is None:
            entry = _entry(options, view, unit)
            if entry is not None and options.why_not(entry) is None:
                options.perform(entry)
                done.append(entry)
    return done


def _entry(options: MoveOptions, view: View, unit: str) -> Json:
    """The way to the safe hex that is nearest to the middle of the army; None where the train stays."""
    board, record = options.board, options.board.setting.roster.units[unit]
    rules, start = options.marches.rules(unit), options.board.at[unit]
    found = reach(rules, unit, start, rules.points(unit))
    own = [at for one, at in board.at.items() if view.rules.fights(one) and view.units[one].nation == record.nation]
    places = [at for at in found.stops if at == start or not board.units_in(at)]
    distance = board.field.distance

    def worth(at: str) -> tuple[int, int, str]:
        near = min((distance(at, to) for to in view.foes), default=SAFE)
        return max(SAFE - near, 0), sum(distance(at, to) for to in own), at

    best = min((start, *places), key=worth)
    return None if best == start else {"unit": unit, "path": list(found.paths[best])}
