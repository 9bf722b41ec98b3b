"""Small boards for the rules of battle: a bare sheet of nine by nine under the book's own chart and table.

Odd columns stand higher: 0404 touches 0403 (n), 0504 (ne), 0505 (se), 0405 (s), 0305 (sw) and 0304 (nw).
A unit's name tells what it is: nation f, a or p, arm i (infantry), c (cavalry), g (foot artillery) or h (horse
artillery), strength, and a letter where there are several: ai4, fc3b. The French attack.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from pbem.engine.options import Json
from pbem.hexgame.board.figures import Figure
from pbem.hexgame.field.field import HexField
from pbem.hexgame.field.mapfile import read_field
from pbem.hexgame.fighting.attacks import Attack
from pbem.hexgame.fighting.engagement import Engagement, Ledger
from pbem.hexgame.fighting.resolve import muster
from rulesets.napoleons_last_battles.battlefield import read_chart
from rulesets.napoleons_last_battles.board import Board, pieces_of
from rulesets.napoleons_last_battles.position import Position
from rulesets.napoleons_last_battles.roster import Unit
from rulesets.napoleons_last_battles.rules.battle.attack import read_attack
from rulesets.napoleons_last_battles.rules.battle.combat import ledger_of, resolve
from rulesets.napoleons_last_battles.setting import Setting
from tests.hexgame.fighting.skirmish import Played, play
from tests.rulesets.napoleons_last_battles.files import data, setting

NATIONS = {
    "f": ("french", "french", "fr-1"),
    "a": ("coalition", "allied", "al-1"),
    "p": ("coalition", "prussian", "pr-1"),
}
ARMS = {"i": "infantry", "c": "cavalry", "g": "foot-artillery", "h": "horse-artillery"}
LEGEND = {".": "clear", "f": "forest", "m": "marsh", "t": "town", "c": "chateau"}
GRID = {
    "top": "flat",
    "numbering": "CCRR",
    "columns_grow": "east",
    "rows_grow": "south",
    "shifted": "even",
    "columns": "01-09",
    "rows": "01-09",
}


@lru_cache(maxsize=64)
def sheet(land: str = "", **hexsides: str) -> HexField:
    """land: `0404 f` pairs in a text, clear elsewhere. hexsides: kind="0404-0403 ..."."""
    words = land.split()
    signs = dict(zip(words[::2], words[1::2], strict=True))
    rows = [" ".join(signs.get(f"{c:02}{r:02}", ".") for c in range(1, 10)) for r in range(1, 10)]
    body = {"id": "sheet", "grid": GRID, "legend": LEGEND, "terrain": "\n".join(rows) + "\n", "hexsides": hexsides}
    return read_field([body], read_chart(data()["terrain"]))


def unit(uid: str, order: int) -> Unit:
    """The counter that a name means; those of two points and more have a reduced side."""
    found = re.fullmatch(r"([fap])([icgh])(\d+)[a-z]?", uid)
    assert found is not None
    army, nation, formation = NATIONS[found[1]]
    strength = int(found[3])
    reduced = Figure((strength + 1) // 2, "text") if strength > 1 else None
    template = setting("ligny").roster.units["vill-7"]
    return replace(
        template,
        id=uid,
        name=uid.upper(),
        kind=ARMS[found[2]],
        army=army,
        nation=nation,
        formation=formation,
        nationality="",
        strength=Figure(strength, "text"),
        reduced=reduced,
        order=order,
    )


def board(where: str, on: HexField | None = None, uid: str = "ligny", phasing: str = "french", **options: Any) -> Board:
    """A board with units of these names: `fi5 0405, ai4 0404`. uid: the scenario whose levels count."""
    at = {pair.split()[0]: pair.split()[1] for pair in where.split(",") if pair.strip()}
    base = setting(uid)
    units = {name: unit(name, order) for order, name in enumerate(at)}
    bound: Setting = replace(
        base,
        roster=replace(base.roster, units=units),
        start=dict(at),
        places=(),
        groups=(),
        options={**base.options, **options},
    )
    return Board(Position(1, phasing, at=dict(at)), on or sheet(), pieces_of(bound), bound)


def order(on: str, by: str = "", *, index: int = 0, **more: Json) -> Attack:
    """An entry of the list: hexes and units with blanks between them."""
    bombard = more.pop("bombard", "").split()
    entry = {"id": f"a{index + 1}", "on": on.split(), "by": by.split(), **more}
    found = read_attack(index, {**entry, **({"bombard": bombard} if bombard else {})})
    assert isinstance(found, Attack)
    return found


def phase(found: Board) -> Ledger[Board]:
    """The combat phase of who is phasing."""
    foe = found.enemy[found.position.army]
    foes = {at: tuple(units) for at, units in found.here.items() if found.army_of(units[0]) == foe}
    return ledger_of(found, "gt1.blue", foes)


def combat(found: Board, on: str, by: str = "", **more: Json) -> Engagement[Board]:
    """A combat before its die."""
    attack = order(on, by, **more)
    return muster(phase(found), attack, ("attacks", 0), attack.manner)[0]


def fought(
    ledger: Ledger[Board], attack: Attack, *dice: int, answers: Mapping[str, Json] | None = None, pick: Any = None
) -> Played:
    """Carries one attack out."""
    return play(resolve(ledger, attack), dice, answers, pick)
