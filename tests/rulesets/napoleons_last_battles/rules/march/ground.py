"""Boards on which the Movement Phase is tried: nine by nine hexes of our own, and Belgium.

On the small field 0303 is forest and 0505 a town; a road runs up column 07 from 0709 and leaves the map there, a stream
lies between 0201 and 0202, a river between 0801 and 0802, bridged between 0901 and 0902, with a lake east of 0406.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from pbem.engine.rehearsal import OpenBook
from pbem.hexgame.field.field import HexField
from pbem.hexgame.field.mapfile import read_field
from rulesets.napoleons_last_battles.battlefield import read_chart
from rulesets.napoleons_last_battles.board import Board, pieces_of
from rulesets.napoleons_last_battles.position import Position
from rulesets.napoleons_last_battles.rules.march.movement import MoveOptions, movement
from rulesets.napoleons_last_battles.setting import Area, Entry, Group, Setting
from rulesets.napoleons_last_battles.theatre import chart_of
from tests.rulesets.napoleons_last_battles.files import data, setting
from tests.rulesets.napoleons_last_battles.test_board import part_of

DAY, NIGHT, RAIN = "16/1400", "16/2100", "17/1500"
SMALL = Area((1, 9), (1, 9), frozenset())


@cache
def small_field(more: str = "") -> HexField:
    """more: `0706 f` pairs of other ground in a text."""
    words = more.split()
    letters = {"0303": "f", "0505": "t", "0107": "c", **dict(zip(words[::2], words[1::2], strict=True))}
    rows = [[letters.get(f"{column:02}{row:02}", ".") for column in range(1, 10)] for row in range(1, 10)]
    grid = {
        "top": "flat",
        "numbering": "CCRR",
        "columns_grow": "east",
        "rows_grow": "south",
        "shifted": "even",
        "columns": "01-09",
        "rows": "01-09",
    }
    sheet = {
        "id": "small",
        "grid": grid,
        "legend": {".": "clear", "f": "forest", "t": "town", "c": "chateau"},
        "terrain": "\n".join(map(" ".join, rows)),
        "roads": ["0709 0708 0707 0706 0705 0704"],
        "hexsides": {"stream": "0201-0202", "river": "0801-0802 0901-0902", "bridge": "0901-0902", "lake": "0406-0506"},
        "way_ends": "0709",
    }
    return read_field([sheet], read_chart(data()["terrain"]))


@cache
def bound(uid: str) -> Setting:
    """A scenario with leaders."""
    return setting(uid, {"leaders": True} if "leaders" in setting(uid).offer.choices else {})


def small(at: Mapping[str, str], turn: str = DAY, army: str = "french", **change: Any) -> Board:
    """The small field with units and leaders in their hexes; of the campaign, so that everybody is known.

    change: members of the position, and `groups` or `exits` of the setting.
    """
    own = {name: change.pop(name) for name in ("groups", "exits", "releases", "allowances") if name in change}
    plain: dict[str, Any] = {"groups": (), "exits": (), "releases": (), "allowances": ()}
    chosen = replace(bound("campaign"), area=SMALL, **{**plain, **own})
    return board_of(chosen, small_field(), at, turn, army, **change)


@cache
def chosen_field(options: tuple[str, ...], more: str) -> tuple[Setting, HexField]:
    """The campaign with these options on the small field, under the chart that they make."""
    base, field = bound("campaign"), small_field(more)
    on = {**base.options, **dict.fromkeys(options, True)}
    chosen = replace(base, area=SMALL, groups=(), exits=(), releases=(), allowances=(), options=on)
    return chosen, replace(field, chart=chart_of(chosen, field.chart), _tables={})


def optional(
    options: str,
    at: Mapping[str, str],
    turn: str = DAY,
    army: str = "french",
    *,
    land: str = "",
    groups: Sequence[Group] = (),
    exits: Sequence[Mapping[str, str]] = (),
    **change: Any,
) -> Board:
    """The small field with options, named in a text. land: `0706 f` pairs of other ground."""
    chosen, field = chosen_field(tuple(options.split()), land)
    if groups or exits:
        chosen = replace(chosen, groups=tuple(groups), exits=tuple(exits))
    return board_of(chosen, field, at, turn, army, **change)


def belgian(uid: str, at: Mapping[str, str], turn: str = "", army: str = "french", **change: Any) -> Board:
    """A scenario's part of Belgium with these units and leaders, and nobody else."""
    chosen = bound(uid)
    return board_of(chosen, part_of(chosen.area), at, turn or chosen.turns[0].id, army, **change)


def board_of(chosen: Setting, field: HexField, at: Mapping[str, str], turn: str, army: str, **change: Any) -> Board:
    number = next(one.number for one in chosen.turns if one.id == turn)
    leads = {uid for uid in at if chosen.roster.units[uid].leads}
    position = Position(
        number,
        army,
        {uid: to for uid, to in at.items() if uid not in leads},
        {uid: to for uid, to in at.items() if uid in leads},
        **change,
    )
    return Board(position, field, pieces_of(bound(chosen.id)), chosen)


def group(units: Sequence[str] | str, at: str = "0709", turn: str = DAY, **more: Any) -> Group:
    """A French group of reinforcements. units: parts between commas."""
    parts = tuple(tuple(part.split()) for part in units.split(",")) if isinstance(units, str) else tuple(units)
    row = {"turn": turn, "at": at}
    empty: dict[str, Any] = {
        "nation": "french",
        "leaders": (),
        "memo": "",
        "die": {},
        "released": "",
        "unstacked": False,
        "half": False,
        "each_pays": 0,
    }
    return Group(entries=(Entry(turn, tuple(at.split())),), parts=parts, row=row, **{**empty, **more})


@dataclass
class Phase:
    """A phase that was carried out."""

    board: Board
    options: MoveOptions
    events: list[dict[str, Any]]
    cases: list[str]

    def kinds(self) -> list[str]:
        return [event["kind"] for event in self.events]

    def cost(self) -> str:
        """Of the last event that has one."""
        return [str(event["cost"]) for event in self.events if "cost" in event][-1]


def play(board: Board, *orders: Any, commanded: Sequence[str] = ()) -> Phase:
    """The Movement Phase with these orders: what happened, and the cases of what was refused."""
    book = OpenBook()
    options = book.carry_out(movement(board, orders, commanded))
    return Phase(board, options, book.events, [fault.refusal.case for fault in book.faults])


def go(unit: str, *path: str, **more: Any) -> dict[str, Any]:
    """An entry by a path."""
    return {"unit": unit, "path": list(path), **more}
