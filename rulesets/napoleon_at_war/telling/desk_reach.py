"""Where one unit can go when others have moved before it, as plain data for a page (5.0 to 6.5, 14.0)."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.desk import Reach
from pbem.engine.options import Refusal
from pbem.hexgame.telling.reaching import Found, cheapest, cited, onward, points, steps
from pbem.hexgame.telling.reaching import held_note as note_of_the_held
from rulesets.napoleon_at_war.rules.march.entry import Due, entry_cost, entry_hexes, nowhere
from rulesets.napoleon_at_war.rules.march.march import allowance, reach, routes
from rulesets.napoleon_at_war.rules.march.movement import MoveOptions

_STOPS = "enemy controlled: the move ends here (6.0)"


def unit_reach(options: MoveOptions, unit: str, way: Sequence[str] = ()) -> Reach:
    """naw 5.0-1, 5.15-1, 5.17, 5.32, 6.1, 14.0-2: where a unit of the phasing army can go now, and what it costs.

    options: the moves of this phase so far. way: hexes through which it has been led already, its own or its entry hex
    first; then only what lies behind them.
    """
    found = _found(options, unit, way)
    has = points(allowance(options.setting, unit, options.board.position.turn))
    if isinstance(found, Refusal):
        return Reach(has, (), cited(found))
    there = steps(options.rules, (unit,), found, options.moved, ends=_STOPS, led=len(way) > 1)
    return Reach(has, tuple(there), held_note(options, unit))


def held_note(options: MoveOptions, unit: str) -> str:
    """naw 5.13, 10.2-2: why a unit does not move at all, "" where nothing keeps it."""
    return note_of_the_held(options.rules, unit)


def _found(options: MoveOptions, unit: str, way: Sequence[str]) -> Found | Refusal:
    setting, board = options.setting, options.board
    if way:
        return _led(options, unit, way)
    if unit in board.position.at:
        return onward(routes(setting, board, unit))
    due = options.due.get(unit)
    if due is not None and (nowhere(board.position, unit) or unit in board.position.track):
        return _coming(options, due) or Refusal("14.13", "no edge hex is open to it", unit)
    refusal = options.walk(unit, ())
    return refusal if isinstance(refusal, Refusal) else {}


def _led(options: MoveOptions, unit: str, way: Sequence[str]) -> Found | Refusal:
    """naw 5.16, 6.0-2: what goes on from the end of a path, as far as the points of the whole last."""
    spent = options.walk(unit, way)
    if isinstance(spent, Refusal):
        return spent
    has = allowance(options.setting, unit, options.board.position.turn)
    found = reach(options.setting, options.board, unit, way[-1], has - spent)
    return onward(found, spent)


def _coming(options: MoveOptions, due: Due) -> Found:
    """naw 14.0-2, 14.13: from the entry hex by which the whole way of a reinforcement is cheapest."""
    setting, board, turn = options.setting, options.board, options.board.position.turn
    has = allowance(setting, due.unit, turn)
    costs = {at: entry_cost(setting, turn, at) for at in entry_hexes(setting, board, due)}
    open_now = {at: spent for at, spent in costs.items() if spent is not None and spent <= has}
    return cheapest(open_now, {at: reach(setting, board, due.unit, at, has - spent) for at, spent in open_now.items()})
