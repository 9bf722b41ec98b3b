"""The position: where every counter is, who is demoralized where, and whose player turn begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pbem.hexgame.board.board import HexBoard
from pbem.hexgame.board.codec import Coded
from pbem.hexgame.board.pieces import Piece, Roster
from pbem.hexgame.field.field import HexField


@dataclass
class Position(Coded):
    """A position at the start of a player turn; rules change it while they run it.

    turn: game-turn, from 1. army: the phasing army. choice: the reinforcement option once it is known, else "".
    at: unit -> hex, for units on a map. track: unit -> (section, space from 1, map left), for units in transit.
    lost: unit -> battle at which it was eliminated. exited: unit -> (battle, edge), gone for good.
    out: units that were refused or cut off and never come. broken: battle -> army demoralized there.
    left_by: hexes over which an army's units have left a map, army -> hexes (14.23).
    came_from: unit -> map that it left by the transit track, to which it may not return (17.21).
    Units that stand nowhere have not arrived yet. As one line of text, as chess has FEN, with `-` for an empty member:

        6 french A suc-1:0508 kle:western.2.jena tau-cav:jena dhy:jena.west ruch-1 jena:prussian french:2901 kle:jena
    """

    turn: int
    army: str
    choice: str = ""
    at: dict[str, str] = field(default_factory=dict)
    track: dict[str, tuple[str, int, str]] = field(default_factory=dict)
    lost: dict[str, str] = field(default_factory=dict)
    exited: dict[str, tuple[str, str]] = field(default_factory=dict)
    out: set[str] = field(default_factory=set)
    broken: dict[str, str] = field(default_factory=dict)
    left_by: dict[str, set[str]] = field(default_factory=dict)
    came_from: dict[str, str] = field(default_factory=dict)


class Board(HexBoard[Piece]):
    """naw 6.0-1, 6.4, 6.6, 7.0-1: a position being played, with zones of control; also `eliminate` changes it.

    Every unit controls the hexes next to it, whatever stands there, but over a river without a bridge.
    """

    def __init__(self, position: Position, field_: HexField, roster: Roster[Piece], enemy: Mapping[str, str]) -> None:
        super().__init__(position.at, field_, roster, enemy)
        self.position = position

    def strength_at(self, army: str, battle: str) -> int:
        """Strength points of an army on a map."""
        return self.strength(unit for unit in self.on_map(army) if self.field.map_of[self.at[unit]] == battle)

    def lost_at(self, army: str, battle: str) -> int:
        """naw 18.0-1: strength points that an army has lost at a battle."""
        return self.roster.strength((unit for unit, at in self.position.lost.items() if at == battle), army)

    def eliminate(self, unit: str) -> str:
        """naw 2.3, 18.0-1: removes a unit and books its loss at the battle where it stood; returns its hex."""
        at = self.lift(unit)
        self.position.lost[unit] = self.field.map_of[at]
        return at
