"""Random legal moves, for tests and the random player: drawn from the same search that offers moves to people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.engine.options import Json, Pick
from pbem.hexgame.moving.marching import reach
from pbem.hexgame.moving.random_moves import free_to_move, random_stop
from rulesets.napoleon_at_war.rules.march.entry import entry_cost, entry_hexes, may_refuse, nowhere
from rulesets.napoleon_at_war.rules.march.exits import leaving_cost
from rulesets.napoleon_at_war.rules.march.march import allowance
from rulesets.napoleon_at_war.rules.march.transit import last_space

if TYPE_CHECKING:
    from rulesets.napoleon_at_war.rules.march.movement import MoveOptions

# One in so many: a unit that could leave the map does, one that might be refused is.
_RARE = 8


def movable(options: MoveOptions) -> list[str]:
    """Units of the phasing army that may still be named, on the maps in order of hex, then due, then in transit."""
    board, moved = options.board, options.moved
    army = board.position.army
    on_map = free_to_move(options.rules, moved)
    due = [u for u in options.due if u not in moved and (nowhere(board.position, u) or u in board.position.track)]
    track = [u for u in sorted(board.position.track) if board.army_of(u) == army and u not in moved and u not in due]
    return [*on_map, *due, *track]


def random_entry(options: MoveOptions, unit: str, pick: Pick) -> Json:
    """A random legal entry for a unit; None where there is none."""
    setting, board = options.setting, options.board
    points = allowance(setting, unit, board.position.turn)
    start = board.position.at.get(unit)
    if start is not None:
        return _march(options, unit, start, points, pick)
    due = options.due.get(unit)
    if unit in board.position.track and (due is None or pick(2)):
        at_end = board.position.track[unit][1] >= last_space(setting)
        return {"unit": unit, "track": "wait" if at_end or not pick(_RARE) else "advance"}
    if due is None:
        return None
    if nowhere(board.position, unit) and may_refuse(setting, board, due) and not pick(_RARE):
        return {"unit": unit, "refuse": True}
    hexes = entry_hexes(setting, board, due)
    if not hexes:
        return None
    at = hexes[pick(len(hexes))]
    return _march(options, unit, at, points - (entry_cost(setting, board.position.turn, at) or 0), pick)


def _march(options: MoveOptions, unit: str, start: str, points: int, pick: Pick) -> Json:
    """To a random hex without a friend, sometimes off the map."""
    found = reach(options.rules, unit, start, points)
    off = _way_off(options, unit, found.costs, found.paths, points, pick) if not pick(_RARE) else None
    if off is not None:
        return off
    path = random_stop(options.rules, found, pick)
    return {"unit": unit, "path": list(path)} if path else None


def _way_off(
    options: MoveOptions, unit: str, costs: dict[str, Json], paths: dict[str, tuple[str, ...]], points: int, pick: Pick
) -> Json:
    """A legal exit or transit from a hex within reach; None where there is none."""
    setting, board = options.setting, options.board
    field = setting.field
    for at in costs:
        for edge in field.edges_of(at):
            cost = leaving_cost(setting, board, paths[at])
            if cost is None or costs[at] + cost > points:
                continue
            entry = {"unit": unit, "path": list(paths[at])}
            sections = field.sections.get(field.map_of[at], {}).items()
            leaves = [
                {**entry, "exit": edge},
                *({**entry, "transit": section} for section, hexes in sections if at in hexes),
            ]
            legal = [leave for leave in leaves if options.why_not(leave) is None]
            if legal:
                return legal[pick(len(legal))]
    return None
