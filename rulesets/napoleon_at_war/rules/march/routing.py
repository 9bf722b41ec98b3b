"""From a destination to the cheapest path; and, where none is allowed, to the path whose refusal says most."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.wargame import movement as search
from rulesets.napoleon_at_war.rules.march.entry import entry_cost, entry_hexes, nowhere
from rulesets.napoleon_at_war.rules.march.exits import leaving_cost
from rulesets.napoleon_at_war.rules.march.march import allowance, held_in_place, reach
from rulesets.napoleon_at_war.rules.march.movement import MoveOptions

_FAR = 100_000
# Half points that a prohibited step counts when only its refusal is looked for.
_FORBIDDEN = 2


@dataclass(frozen=True, slots=True)
class Wish:
    """A move as the player put it, names translated. Empty strings where he said nothing."""

    unit: str
    to: str = ""
    enter: str = ""
    exit: str = ""
    transit: str = ""

    @staticmethod
    def of(unit: str, entry: Mapping[str, Any]) -> Wish:
        """The wish of a document's entry."""
        return Wish(unit, *(str(entry.get(key, "")) for key in ("to", "enter", "exit", "transit")))


def find_path(options: MoveOptions, wish: Wish) -> list[str]:
    """The cheapest allowed path of a wish; equal ones by fewest hexes, then by hex numbers.

    A reinforcement that names no entry hex takes the one from which its whole way is cheapest. Where nothing is
    allowed the path returned is one that the rules refuse for the most telling reason; it may be a bare pair of
    hexes, and is empty for a unit that is nowhere and says not even where it wants to be.
    """
    starts = _starts(options, wish)
    if not starts:
        return [at for at in (wish.enter, wish.to) if at][:1]
    return open_path(options, wish) or _attempt(options, wish, starts[0], _ends(options, wish, starts[0]))


def open_path(options: MoveOptions, wish: Wish) -> list[str]:
    """As `find_path`, but nothing where nothing is allowed, which is told without a search for the reason."""
    starts = _starts(options, wish)
    points = allowance(options.setting, wish.unit, options.board.position.turn) if starts else 0
    ranked = sorted(
        (total, len(path), path)
        for at in starts
        for total, path in _allowed(options, wish, at, _ends(options, wish, starts[0]), points)
    )
    return list(ranked[0][2]) if ranked else []


def cheapest_open(options: MoveOptions, wish: Wish) -> int | None:
    """Half points of the cheapest way that nothing but its length forbids, entering and leaving included; None where
    there is none."""
    ways = (way for at in _starts(options, wish) for way in _allowed(options, wish, at, _ends(options, wish, at), _FAR))
    return min((total for total, _ in ways), default=None)


def cheapest_ground(options: MoveOptions, wish: Wish) -> int | None:
    """Half points of the cheapest way over ground that may be entered, whoever of the enemy is there; None where there
    is none."""
    table, found = options.setting.steps(options.board.position.turn), list[int]()
    for at in _starts(options, wish):
        spent = _spent(options, wish, at)
        if spent is not None:
            costs = _relaxed(options, at, lambda a, b: table[a][b]).costs
            found += [spent + int(costs[goal]) for goal in _ends(options, wish, at) if goal in costs]
    return min(found, default=None)


def _ends(options: MoveOptions, wish: Wish, start: str) -> Sequence[str]:
    goals = _goals(options, wish, start)
    return [start] if goals is None else goals


def _starts(options: MoveOptions, wish: Wish) -> list[str]:
    """The unit's hex, or the hexes in which it may come in now: the one that it names, if it names one."""
    board = options.board
    if wish.unit in board.position.at:
        return [board.hex_of(wish.unit)]
    due = options.due.get(wish.unit)
    if due is None or not (nowhere(board.position, wish.unit) or wish.unit in board.position.track):
        return []
    if wish.enter:
        return [wish.enter]
    return list(entry_hexes(options.setting, board, due)) or list(due.hexes)


def _goals(options: MoveOptions, wish: Wish, start: str) -> Sequence[str] | None:
    """Where the path may end: the destination, the hexes from which the unit can leave, or its start (None)."""
    field = options.setting.field
    if wish.to:
        return [wish.to]
    battle = field.map_of.get(start, "")
    if wish.exit:
        return field.edges.get(battle, {}).get(wish.exit, ())
    if wish.transit:
        return field.transit.get(battle, {}).get(wish.transit, ())
    return None


def _spent(options: MoveOptions, wish: Wish, at: str) -> int | None:
    """Half points that a unit has spent before its march begins: those of entering the map."""
    if wish.unit in options.board.position.at:
        return 0
    return entry_cost(options.setting, options.board.position.turn, at) if at in options.setting.field.terrain else None


def _allowed(
    options: MoveOptions, wish: Wish, at: str, goals: Iterable[str], points: int
) -> Iterable[tuple[int, tuple[str, ...]]]:
    """Cost and path to each goal within reach of so many half points, the step off the map included."""
    setting, board, spent = options.setting, options.board, _spent(options, wish, at)
    if spent is None or spent > points:
        return
    found = reach(setting, board, wish.unit, at, points - spent, until=wish.to)
    leaves = bool(wish.exit or wish.transit)
    for goal in goals:
        if goal not in found.paths or (leaves and held_in_place(board, wish.unit, goal)):
            continue
        off = leaving_cost(setting, board, found.paths[goal]) if leaves else 0
        total = spent + int(found.costs[goal])
        if off is not None and total + off <= points:
            yield total + off, found.paths[goal]


def _attempt(options: MoveOptions, wish: Wish, start: str, goals: Sequence[str]) -> list[str]:
    """A path that the rules refuse.

    What blocks a way that is short enough says more than the length of a detour, so the direct ways come first:
    past zones and enemies, then over prohibited ground as well. If both are too long, length is the reason.
    """
    setting, board = options.setting, options.board
    points = allowance(setting, wish.unit, board.position.turn) - (_spent(options, wish, start) or 0)
    if start not in setting.field.neighbours or not goals:
        return [start]
    table = setting.steps(board.position.turn)

    def open_ground(a: str, b: str) -> int | None:
        return table[a][b]

    def any_ground(a: str, b: str) -> int:
        cost = table[a][b]
        return _FORBIDDEN if cost is None else cost

    direct = [_relaxed(options, start, step) for step in (open_ground, any_ground)]
    detour = reach(setting, board, wish.unit, start, _FAR)
    for limit, found in ((points, direct[0]), (points, direct[1]), (_FAR, detour), (_FAR, direct[0])):
        path = _cheapest(found, goals, limit)
        if path:
            return path
    return _cheapest(direct[1], goals, _FAR) or [start, goals[0]]


def _relaxed(options: MoveOptions, start: str, step: search.StepCost) -> search.Reach:
    return search.reach(start, _FAR, lambda at: options.setting.field.neighbours[at], step)


def _cheapest(found: search.Reach, goals: Sequence[str], limit: int) -> list[str]:
    ranked = sorted((found.costs[goal], found.paths[goal]) for goal in goals if goal in found.paths)
    return list(ranked[0][1]) if ranked and ranked[0][0] <= limit else []
