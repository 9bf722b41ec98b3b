"""The board: counters by hex, and what a unit is to the hexes around it (5.0, 5.4, 9.0)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.hexgame.field.field import HexField
from rulesets.winters_victory.board import facing
from rulesets.winters_victory.board.pieces import ENEMY, Piece, Unit


class Board:
    """wv 2.33: the counters on one map.

    field: the map. units: id -> what is printed. pieces: id -> what stands on the map. `here` follows from them and is
    kept by `place`, `move` and `remove`, which alone change where a counter is. The order of a stack, top first, is
    that of `here` (6.12, 9.0). fates: what has befallen counters since somebody took note of it (see `fates`).
    """

    def __init__(self, field: HexField, units: Mapping[str, Unit], pieces: Mapping[str, Piece] | None = None) -> None:
        self.field = field
        self.units = units
        self.pieces: dict[str, Piece] = {}
        self.here: dict[str, tuple[str, ...]] = {}
        self.fates: list[tuple[str, str]] = []
        for uid, piece in (pieces or {}).items():
            self.place(uid, piece)

    # -- who stands where --------------------------------------------------------------------

    def unit(self, uid: str) -> Unit:
        """What is printed on a counter."""
        return self.units[uid]

    def piece(self, uid: str) -> Piece:
        """A counter on the map. Raises KeyError for one that is not there."""
        return self.pieces[uid]

    def units_in(self, at: str) -> tuple[str, ...]:
        """The counters in a hex, top of the stack first."""
        return self.here.get(at, ())

    def of_army(self, at: str, army: str) -> tuple[str, ...]:
        """The counters of an army in a hex, top first."""
        return tuple(uid for uid in self.units_in(at) if self.units[uid].army == army)

    def fighting(self, at: str, army: str) -> tuple[str, ...]:
        """The combat units of an army in a hex, top first."""
        there = self.here.get(at)
        if there is None:
            return ()
        units = self.units
        return tuple([uid for uid in there if (unit := units[uid]).army == army and unit.fights])

    def enemies_in(self, at: str, army: str) -> tuple[str, ...]:
        """The combat units in a hex that fight an army, top first."""
        return self.fighting(at, ENEMY[army])

    def place(self, uid: str, piece: Piece, *, below: bool = True) -> None:
        """Puts a counter on the map, at the bottom of the stacks of its hexes or on top of them."""
        if uid in self.pieces:
            self.remove(uid)
        self.pieces[uid] = piece
        for at in piece.hexes:
            there = self.here.get(at, ())
            self.here[at] = (*there, uid) if below else (uid, *there)

    def remove(self, uid: str) -> Piece:
        """Takes a counter off the map."""
        piece = self.pieces.pop(uid)
        for at in piece.hexes:
            left = tuple(one for one in self.here[at] if one != uid)
            if left:
                self.here[at] = left
            else:
                del self.here[at]
        return piece

    def move(self, uid: str, at: str, *, second: str = "", trail: tuple[str, ...] = (), below: bool = True) -> None:
        """Puts a counter of the map into another hex, or into the same with another second hex or trail."""
        piece = self.remove(uid)
        piece.at, piece.second, piece.trail = at, second, trail
        self.place(uid, piece, below=below)

    def restack(self, at: str, order: tuple[str, ...]) -> None:
        """wv 9.2: puts the counters of a hex into another order, top first. Raises ValueError for other counters."""
        if sorted(order) != sorted(self.units_in(at)):
            raise ValueError(f"{at} holds other counters")
        if order:
            self.here[at] = order

    # -- facing ------------------------------------------------------------------------------

    def side(self, at: str, near: str) -> int:
        """The number of the hexside from a hex to its neighbour. Raises ValueError where they do not touch."""
        return facing.side_towards(self.field.grids[self.field.map_of[at]], at, near)

    def aspect(self, uid: str, near: str, *, at: str = "") -> facing.Aspect:
        """wv 5.0-2, 5.2: what the hexside towards a neighbour is to a unit; all are its front if it faces all around.

        at: which of its hexes is meant, its first if none is named."""
        piece = self.pieces[uid]
        if not piece.frontal or self.units[uid].all_around:
            return "front"
        return facing.aspect(piece.facing, self.side(at or piece.at, near))

    def faces(self, uid: str, near: str, *, at: str = "") -> bool:
        """wv 5.4-1: whether a unit looks into a neighbouring hex."""
        return self.aspect(uid, near, at=at) == "front"

    def faced(self, uid: str) -> Iterator[tuple[str, str]]:
        """wv 5.0-1, 5.1A, 5.4-1, 8.3: pairs of a hex that a unit stands in and a neighbour, not its own, that it looks
        into."""
        piece = self.pieces[uid]
        for at in (piece.at, piece.second) if piece.second else (piece.at,):
            for near in self.field.neighbours[at]:
                if near not in piece.hexes and self.faces(uid, near, at=at):
                    yield at, near
