"""A plain of thirty by ten hexes under the book's own chart, with counters of the campaign, for rules that look far.

Odd columns stand higher: from 0105 to 0205 is one hex, to 1105 ten.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any

from pbem.hexgame.field.field import HexField
from pbem.hexgame.field.mapfile import read_field
from rulesets.napoleons_last_battles.battlefield import read_chart
from rulesets.napoleons_last_battles.board import Board, pieces_of
from rulesets.napoleons_last_battles.position import Position
from rulesets.napoleons_last_battles.setting import Setting
from tests.rulesets.napoleons_last_battles.files import data, setting

LEGEND = {".": "clear", "f": "forest", "m": "marsh", "t": "town", "c": "chateau"}
GRID = {
    "top": "flat",
    "numbering": "CCRR",
    "columns_grow": "east",
    "rows_grow": "south",
    "shifted": "even",
    "columns": "01-30",
    "rows": "01-10",
}
DAY, DUSK, NIGHT, RAIN = "16/1400", "16/2000", "16/2100", "17/1500"


@lru_cache(maxsize=32)
def plain(land: str = "", **hexsides: str) -> HexField:
    """land: `0404 f` pairs in a text, clear elsewhere. hexsides: kind="0404-0403 ..."."""
    words = land.split()
    signs = dict(zip(words[::2], words[1::2], strict=True))
    rows = [" ".join(signs.get(f"{c:02}{r:02}", ".") for c in range(1, 31)) for r in range(1, 11)]
    body = {"id": "plain", "grid": GRID, "legend": LEGEND, "terrain": "\n".join(rows) + "\n", "hexsides": hexsides}
    return read_field([body], read_chart(data()["terrain"]))


@cache
def bound(uid: str, options: str) -> Setting:
    """A scenario with these options, without its groups and with nobody set up."""
    return replace(setting(uid, dict.fromkeys(options.split(), True)), groups=(), start={}, releases=())


def board(
    at: Mapping[str, str],
    turn: str = DAY,
    *,
    uid: str = "campaign",
    options: str = "",
    on: HexField | None = None,
    army: str = "french",
    **change: Any,
) -> Board:
    """Units and leaders in their hexes. change: members of the position."""
    chosen = bound(uid, options)
    units = chosen.roster.units
    number = next(one.number for one in chosen.turns if one.id == turn)
    position = Position(
        number,
        army,
        {uid: to for uid, to in at.items() if not units[uid].leads},
        {uid: to for uid, to in at.items() if units[uid].leads},
        **change,
    )
    return Board(position, on or plain(), pieces_of(setting(uid, dict.fromkeys(options.split(), True))), chosen)
