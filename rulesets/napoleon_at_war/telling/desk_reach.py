"""Where one unit can go when others have moved before it, as plain data for a page (5.0 to 6.5, 14.0)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from pbem.engine.desk import Reach, Step
from pbem.engine.options import Refusal
from pbem.wargame import movement as search
from rulesets.napoleon_at_war.rules.march.entry import Due, entry_cost, entry_hexes, nowhere
from rulesets.napoleon_at_war.rules.march.march import allowance, held, held_in_place, reach, routes
from rulesets.napoleon_at_war.rules.march.movement import MoveOptions

# Hex -> the search that gets there, and half points of the whole way.
_Found = Mapping[str, tuple[search.Reach, int]]

_STOPS = "enemy controlled: the move ends here (6.0)"


def points(halves: int) -> str:
    """Half movement points as a page has them: 3 -> `3/2`."""
    return str(Fraction(halves, 2))


def cited(refusal: Refusal) -> str:
    """A refusal with its case, as a note."""
    return f"{refusal.text} ({refusal.case})" if refusal.case else refusal.text


def unit_reach(options: MoveOptions, unit: str, way: Sequence[str] = ()) -> Reach:
    """naw 5.0-1, 5.15-1, 14.0-2: where a unit of the phasing army can go now, and what it costs.

    options: the moves of this phase so far. way: hexes through which it has been led already, its own or its entry hex
    first; then only what lies behind them.
    """
    found = _found(options, unit, way)
    has = points(allowance(options.setting, unit, options.board.position.turn))
    if isinstance(found, Refusal):
        return Reach(has, (), cited(found))
    return Reach(has, tuple(_steps(options, unit, found, led=len(way) > 1)), held_note(options, unit))


def held_note(options: MoveOptions, unit: str) -> str:
    """naw 5.13, 10.2-2: why a unit does not move at all, "" where nothing keeps it."""
    board = options.board
    at = board.position.at.get(unit)
    if at is None or not held_in_place(board, unit, at):
        return ""
    return f"held by an enemy zone of control ({held(options.setting, board, unit, at).case})"


def _found(options: MoveOptions, unit: str, way: Sequence[str]) -> _Found | Refusal:
    setting, board = options.setting, options.board
    if way:
        return _led(options, unit, way)
    if unit in board.position.at:
        found = routes(setting, board, unit)
        return {to: (found, int(cost)) for to, cost in found.costs.items()}
    due = options.due.get(unit)
    if due is not None and (nowhere(board.position, unit) or unit in board.position.track):
        return _coming(options, due) or Refusal("14.13", "no edge hex is open to it", unit)
    refusal = options.walk(unit, ())
    return refusal if isinstance(refusal, Refusal) else {}


def _led(options: MoveOptions, unit: str, way: Sequence[str]) -> _Found | Refusal:
    """naw 5.16, 6.0-2: what goes on from the end of a path, as far as the points of the whole last."""
    spent = options.walk(unit, way)
    if isinstance(spent, Refusal):
        return spent
    has = allowance(options.setting, unit, options.board.position.turn)
    found = reach(options.setting, options.board, unit, way[-1], has - spent)
    return {to: (found, spent + int(cost)) for to, cost in found.costs.items()}


def _coming(options: MoveOptions, due: Due) -> _Found:
    """naw 14.0-2, 14.13: from the entry hex by which the whole way of a reinforcement is cheapest."""
    setting, board, turn = options.setting, options.board, options.board.position.turn
    has = allowance(setting, due.unit, turn)
    best: dict[str, tuple[search.Reach, int]] = {}
    for at in entry_hexes(setting, board, due):
        spent = entry_cost(setting, turn, at)
        if spent is None or spent > has:
            continue
        found = reach(setting, board, due.unit, at, has - spent)
        for to, cost in found.costs.items():
            if to not in best or spent + int(cost) < best[to][1]:
                best[to] = (found, spent + int(cost))
    return best


def _steps(options: MoveOptions, unit: str, best: _Found, *, led: bool) -> Iterator[Step]:
    """Every place, the cheapest first; between equally dear ones the search's own order stands.

    led: whether the search begins where a path was led to, so that its first place is entered as well.
    """
    zone = options.board.zones[options.board.enemy[options.board.army_of(unit)]]
    for to, (found, spent) in sorted(best.items(), key=lambda item: item[1][1]):
        path = found.paths[to]
        note = _STOPS if zone.get(to) and (led or len(path) > 1) else ""
        friends = [friend for friend in options.board.units_in(to) if friend != unit]
        stuck = next((why for friend in friends if (why := _stays(options, friend))), "")
        if friends:
            note = stuck or f"only if {_name(options, friends[0])} moves away (5.32)"
        yield Step(to, points(spent), path[-2] if len(path) > 1 else "", not stuck, note, taken=bool(friends))


def _stays(options: MoveOptions, friend: str) -> str:
    """naw 5.17, 5.32, 6.1: why a friend makes no room in his hex any more, "" where he still may."""
    board = options.board
    if held_in_place(board, friend, board.hex_of(friend)):
        return f"{_name(options, friend)} is there and cannot leave (6.1)"
    return f"{_name(options, friend)} has moved there (5.32)" if friend in options.moved else ""


def _name(options: MoveOptions, unit: str) -> str:
    return options.setting.roster.units[unit].name
