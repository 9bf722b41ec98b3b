"""Preferences into answers: what orders and standing orders say of retreats, displacement and advances.

A preference is passed over where it does not fit the moment, whatever it is made of; where none fits the
decision's default counts.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from pbem.engine.options import Json
from pbem.engine.requests import SILENT, Silent
from pbem.hexgame.board.board import HexBoard
from pbem.hexgame.field.field import HexField
from pbem.hexgame.fighting.engagement import Advance, Read
from pbem.hexgame.fighting.said import entries, member, names_in


def wishes(value: Json, unit: str) -> list[str]:
    """Hexes and directions that a preference names for a unit: its own first, then those for all."""
    if not isinstance(value, dict):
        return names_in(value)
    return [*names_in(member(value.get("units"), unit)), *names_in(value.get("to"))]


def read_retreat(field: HexField, unit: str, at: str, open_: Sequence[str]) -> Read:
    """Retreats: the first wish that leads to an open hex; a direction means the neighbour that way."""

    def read(value: Json) -> Json | Silent:
        toward = {field.direction(at, to): to for to in open_}
        for wish in wishes(value, unit):
            to = toward.get(wish, wish)
            if to in open_:
                return to
        return SILENT

    return read


def read_push(open_: Sequence[str]) -> Read:
    """Displacement: the first friend named who can be pushed."""

    def read(value: Json) -> Json | Silent:
        named = names_in(value.get("push")) if isinstance(value, dict) else names_in(value)
        return next((unit for unit in named if unit in open_), SILENT)

    return read


def read_order(units: Sequence[str]) -> Read:
    """The order of retreats: those named first, in that order, then the others as they stand."""

    def read(value: Json) -> Json | Silent:
        named = names_in(value.get("first")) if isinstance(value, dict) else names_in(value)
        first = [unit for unit in dict.fromkeys(named) if unit in units]
        return [*first, *(unit for unit in units if unit not in first)] if first else SILENT

    return read


def read_advance_said(open_: Sequence[Advance]) -> Read:
    """Advances in orders: the first listed unit, and hex if one is named, that can advance; `no` is no.

    Who comes along with it is named by `with`; without that word the first fitting way is taken.
    """

    def read(value: Json) -> Json | Silent:
        if isinstance(value, str):
            return value
        for one in entries(value):
            for option in open_:
                if all(one.get(word, option.get(word)) == option.get(word) for word in ("unit", "to", "with")):
                    return dict(option)
        return SILENT

    return read


def read_advance_standing(board: HexBoard[Any], open_: Sequence[Advance], beaten: Collection[str]) -> Read:
    """Advances in standing orders: when, who, and where to.

    when: `never`, `always`, or `safe`: only where no enemy but those of this combat (`beaten`) would be in contact.
    units, hexes: who may go and where to, the best first; without them anybody, and anywhere.
    """

    def read(value: Json) -> Json | Silent:
        when = member(value, "when")
        if when not in ("always", "safe"):
            return SILENT
        units, hexes = names_in(member(value, "units")), names_in(member(value, "hexes"))
        fit = [
            (_rank(option["to"], hexes), _rank(option["unit"], units), index)
            for index, option in enumerate(open_)
            if (not units or option["unit"] in units)
            and (not hexes or option["to"] in hexes)
            and (when == "always" or _safe(board, option, beaten))
        ]
        return dict(open_[min(fit)[2]]) if fit else SILENT

    return read


def _safe(board: HexBoard[Any], option: Advance, beaten: Collection[str]) -> bool:
    army = board.army_of(option["unit"])
    near = (unit for at in board.field.zone_neighbours[option["to"]] for unit in board.here.get(at, ()))
    return all(unit in beaten or board.army_of(unit) == army for unit in near)


def _rank(name: str, names: Sequence[str]) -> int:
    return names.index(name) if name in names else len(names)
