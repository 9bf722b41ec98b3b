"""Player turns and their openings with scripted dice, on Belgium and with units of our choosing."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json
from pbem.engine.rehearsal import OpenBook
from pbem.engine.requests import Request, Roll
from rulesets.napoleons_last_battles.board import Board, pieces_of
from rulesets.napoleons_last_battles.position import Position
from rulesets.napoleons_last_battles.rules.opening import opening
from rulesets.napoleons_last_battles.setting import Setting
from tests.rulesets.napoleons_last_battles.files import setting
from tests.rulesets.napoleons_last_battles.test_board import part_of


class Dice(OpenBook):
    """Throws scripted dice, the last of them again and again, and notes their labels.

    What any army has committed to is in its book.
    """

    def __init__(self, dice: Sequence[int], markers: Mapping[str, Json]) -> None:
        super().__init__(Own(markers=dict(markers)) if markers else NOTHING)
        self.left = list(dice)
        self.thrown: list[str] = []

    def foreseen(self, request: Request) -> Json:
        """The next dice."""
        if not isinstance(request, Roll):
            return super().foreseen(request)
        self.thrown.append(request.label)
        number = int(request.dice.partition("d")[0])
        return tuple(self.left.pop(0) if len(self.left) > 1 else self.left[0] for _ in range(number))


@dataclass
class Played:
    """What came of a procedure."""

    board: Board
    events: list[dict[str, Any]]
    thrown: list[str] = field(default_factory=list)

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [event for event in self.events if event["kind"] == kind]

    def kinds(self) -> list[str]:
        return [event["kind"] for event in self.events]


@lru_cache(maxsize=32)
def _bound(uid: str, options: tuple[tuple[str, Any], ...]) -> Setting:
    return setting(uid, dict(options))


def board(uid: str, at: Mapping[str, str], turn: str = "", army: str = "french", *options: str, **change: Any) -> Board:
    """A scenario with these options on, and these units and leaders alone. turn: the first one by default."""
    off = {"old-guard": False} if "garde" in options else {}
    chosen = _bound(uid, tuple({**dict.fromkeys(options, True), **off}.items()))
    number = next(one.number for one in chosen.turns if one.id == (turn or chosen.turns[0].id))
    leads = {one for one in at if chosen.roster.units[one].leads}
    units = {one: to for one, to in at.items() if one not in leads}
    change["marks"] = {name: set(found) for name, found in change.get("marks", {}).items()}
    position = Position(number, army, units, {one: at[one] for one in leads}, **change)
    return Board(position, part_of(chosen.area), pieces_of(chosen), chosen)


def played(
    found: Board, procedure: Generator[Request, Any, Any], *dice: int, markers: Mapping[str, Json] | None = None
) -> Played:
    """Carries a procedure out with these dice."""
    book = Dice(dice, markers or {})
    book.carry_out(procedure)
    return Played(found, book.events, book.thrown)


def opened(found: Board, *dice: int, markers: Mapping[str, Json] | None = None) -> Played:
    """The opening of a player turn with these dice."""
    return played(found, opening(found), *dice, markers=markers)
