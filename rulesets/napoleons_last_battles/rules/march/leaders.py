"""Leaders on the move: where they stand, whose zones count for them, and how they flee (10.1)."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from pbem.engine.options import Json, Listed
from pbem.engine.requests import SILENT, Choose, Request, Silent, Tell
from pbem.hexgame.board.board import HexBoard
from pbem.hexgame.board.pieces import Piece
from rulesets.napoleons_last_battles.board import Board, Outside

FLEE: Final = "flee"


class Leaders(HexBoard[Piece]):
    """nlb 10.1B, 10.1E-1: the leaders of a position as pieces that move among the units of its board.

    `here` and `holder` tell of the units: a leader holds no hex, controls none and takes no room.
    """

    def __init__(self, board: Board) -> None:
        self.at = board.position.leaders
        self.field = board.field
        self.enemy = board.enemy
        self.here = board.here
        self.roster = board.everybody

    def on_map(self, army: str) -> tuple[str, ...]:
        """The leaders of an army on the map, in order of hex, then of the roster."""
        units = self.roster.units
        return tuple(sorted((u for u in self.at if units[u].army == army), key=lambda u: (self.at[u], units[u].order)))

    def place(self, unit: str, at: str) -> None:
        """Puts a leader who is nowhere into a hex."""
        self.at[unit] = at

    def lift(self, unit: str) -> str:
        """Takes a leader off the map; returns the hex in which he stood."""
        return self.at.pop(unit)


def leader_zone(board: Board, leader: str, beside: str = "") -> Mapping[str, int]:
    """nlb 10.1D-1, 10.1D-2: the enemy's zone as it counts for a leader: not where a friendly combat unit stands.

    beside: a hex into which a combat unit comes with him.
    """
    army = board.setting.roster.units[leader].army
    return Outside(board.zones[board.enemy[army]], lambda at: at == beside or friends(board, army, at))


def friends(board: Board, army: str, at: str) -> bool:
    """Whether a combat unit of an army stands in a hex."""
    units, fighters = board.setting.roster.units, board.setting.fighters
    return any(u in fighters and units[u].army == army for u in board.here.get(at, ()))


def stranded(board: Board, leader: str) -> bool:
    """nlb 10.1E-1, 10.1E-2: whether a leader stands without a friendly combat unit where the enemy is or controls."""
    at, army = board.position.leaders[leader], board.setting.roster.units[leader].army
    enemy = board.enemy[army]
    return (board.in_zone(at, enemy) or board.holder(at) == enemy) and not friends(board, army, at)


def nearest_friends(board: Board, leader: str) -> tuple[str, ...]:
    """nlb 10.1E-2: the hexes with a friendly combat unit that are nearest to a leader, in order of number."""
    at, army = board.position.leaders[leader], board.setting.roster.units[leader].army
    ranked = sorted((board.field.distance(at, to), to) for to in board.here if friends(board, army, to))
    return tuple(to for away, to in ranked if away == ranked[0][0])


def passed_by(board: Board, path: Sequence[str], unit: str) -> list[str]:
    """nlb 10.1E-2: the enemy's leaders alone in a hex that a combat unit enters or comes to control on its way, in the
    order in which it meets them. They flee though it goes on."""
    units, leaders = board.setting.roster.units, board.position.leaders
    if not units[unit].fights:
        return []
    enemy = board.enemy[units[unit].army]
    alone = {u: at for u, at in leaders.items() if units[u].army == enemy and not friends(board, enemy, at)}
    found: dict[str, None] = {}
    for step in path if alone else ():
        near = {step, *board.controlled(unit, step)}
        met = (u for u, at in alone.items() if at in near)
        found.update(dict.fromkeys(sorted(met, key=lambda u: units[u].order)))
    return list(found)


def flee(board: Board, leaders: Iterable[str], label: str) -> Generator[Request, Any, None]:
    """nlb 10.1E-2: leaders are placed with the nearest friendly combat unit, without points or path.

    Where two are equally near the owner says which, the enemy's by his slot; the lowest hex unless he does. Without
    a friendly combat unit on the map a leader is out of play, a reading. label: what the questions' labels begin with.
    """
    position = board.position
    for leader in leaders:
        record = board.setting.roster.units[leader]
        hexes = nearest_friends(board, leader)
        if not hexes:
            at = position.leaders.pop(leader)
            position.dead.add(leader)
            yield Tell({"kind": "leader_lost", "unit": leader, "at": at, "case": "10.1E-2"})
            continue
        to = hexes[0]
        if len(hexes) > 1:
            to = yield Choose(
                record.army,
                FLEE,
                Listed(hexes, "10.1E-2", "one of the nearest hexes with a friend"),
                f"{label}.{FLEE}.{leader}",
                slot="" if record.army == position.army else f"{FLEE}.{record.formation}",
                read=partial(_preferred, hexes=hexes),
                scene=board,
            )
        at, position.leaders[leader] = position.leaders[leader], to
        yield Tell({"kind": "fled", "unit": leader, "from": at, "to": to, "case": "10.1E-2"})


def flee_where_stranded(board: Board, label: str) -> Generator[Request, Any, None]:
    """nlb 10.1E-2: everybody who stands alone in an enemy zone flees, in the order of the roster."""
    units = board.setting.roster.units
    found = sorted((u for u in board.position.leaders if stranded(board, u)), key=lambda u: units[u].order)
    yield from flee(board, found, label)


def _preferred(said: Json, hexes: Sequence[str]) -> Json | Silent:
    """The first of a list of hexes that is one of those in question."""
    wished = said if isinstance(said, (list, tuple)) else (said,)
    return next((at for at in wished if at in hexes), SILENT)
