"""From a wish of a player to the cheapest path; and, where none is allowed, to the one whose refusal says most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.hexgame.moving import routing
from rulesets.napoleon_at_war.rules.march.entry import entry_cost, entry_hexes, nowhere
from rulesets.napoleon_at_war.rules.march.exits import leaving_cost
from rulesets.napoleon_at_war.rules.march.movement import MoveOptions


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
    errand = errand_of(options, wish)
    if not errand.starts:
        return [at for at in (wish.enter, wish.to) if at][:1]
    return routing.find_common_path({wish.unit: options.rules}, [errand])


def open_path(options: MoveOptions, wish: Wish) -> list[str]:
    """As `find_path`, but nothing where nothing is allowed, which is told without a search for the reason."""
    return routing.open_common_path({wish.unit: options.rules}, [errand_of(options, wish)])


def errand_of(options: MoveOptions, wish: Wish) -> routing.Errand:
    """What is looked for: from its hex, or from those where it may come in, to where it may end."""
    setting, board = options.setting, options.board
    starts = {at: _spent(options, wish, at) for at in _starts(options, wish)}
    off = (lambda path: leaving_cost(setting, board, path)) if wish.exit or wish.transit else None
    first = next(iter(starts), "")
    return routing.Errand(wish.unit, starts, _goals(options, wish, first), wish.to, off)


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


def _goals(options: MoveOptions, wish: Wish, start: str) -> Sequence[str]:
    """Where the path may end: the destination, the hexes from which the unit can leave, or its start."""
    field = options.setting.field
    if wish.to:
        return [wish.to]
    battle = field.map_of.get(start, "")
    if wish.exit:
        return field.edges.get(battle, {}).get(wish.exit, ())
    if wish.transit:
        return field.sections.get(battle, {}).get(wish.transit, ())
    return [start]


def _spent(options: MoveOptions, wish: Wish, at: str) -> int | None:
    """Half points that a unit has spent before its march begins: those of entering the map."""
    if wish.unit in options.board.position.at:
        return 0
    return entry_cost(options.setting, options.board.position.turn, at) if at in options.setting.field.terrain else None
