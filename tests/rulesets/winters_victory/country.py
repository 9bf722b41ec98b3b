"""Small countries for tests of single cases: 12 by 12 hexes of the make of the map, counters, and who stands where.

Hexes stand on a corner, numbers are `CCRR`, rows grow south, even rows lie half a hex east. The neighbours of 0505 are
0504 ne, 0605 e, 0506 se, 0406 sw, 0405 w and 0404 nw; those of 0506 are 0605 ne, 0606 e, 0607 se, 0507 sw, 0406 w and
0505 nw.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pytest

from pbem.hexgame.field.field import HexField
from pbem.hexgame.field.mapfile import read_field
from rulesets.winters_victory.board import pieces
from rulesets.winters_victory.board.board import Board
from rulesets.winters_victory.board.pieces import Piece, Unit
from tests.rulesets.winters_victory.winter import terrain

_LETTERS: Final = {
    ".": "clear",
    ",": "light-cover",
    "w": "woods",
    "f": "farmette",
    "v": "village",
    "t": "town",
    "s": "frozen-wetlands",
}
_MARKS: Final = {ground: letter for letter, ground in _LETTERS.items()}
_COLUMNS: Final = range(1, 13)


def row(cases: str, *values: Any) -> Any:
    """A row of a table, marked with the cases that it tries."""
    return pytest.param(*values, marks=pytest.mark.rule("wv", *cases.split()))


def country(
    ground: Mapping[str, str] | None = None,
    *,
    levels: Mapping[int, str] | None = None,
    major: tuple[str, ...] = (),
    minor: tuple[str, ...] = (),
    **sides: str,
) -> HexField:
    """A map of columns and rows 01 to 12, clear where nothing is said, all of it on level 0.

    ground: kind -> hexes, such as {"woods": "0505 0506"}. levels: level -> hexes. major, minor: roads as chains of
    hexes. sides: feature -> hexsides, such as stream="0505-0506"; `light_cover_side` and `major_stream` too.
    """
    kinds = {at: kind for kind, hexes in (ground or {}).items() for at in hexes.split()}
    picture = "\n".join(
        "".join(_MARKS[kinds.get(f"{column:02}{line:02}", "clear")] for column in _COLUMNS) for line in _COLUMNS
    )
    heights = {at: level for level, hexes in (levels or {}).items() for at in hexes.split()}
    relief = "\n".join(
        "".join(str(heights.get(f"{column:02}{line:02}", 0)) for column in _COLUMNS) for line in _COLUMNS
    )
    return read_field(
        [
            {
                "id": "small",
                "grid": {
                    "top": "pointy",
                    "numbering": "CCRR",
                    "columns_grow": "east",
                    "rows_grow": "south",
                    "shifted": "even",
                    "columns": "01-12",
                    "rows": "01-12",
                },
                "legend": _LETTERS,
                "terrain": picture,
                "major-roads": list(major),
                "minor-roads": list(minor),
                "levels": relief,
                "hexsides": {kind.replace("_", "-"): text.split() for kind, text in sides.items()},
            }
        ],
        terrain().chart(),
    )


# -- counters --------------------------------------------------------------------------------

_FOOT: Final = {pieces.COLUMN: 6, pieces.LINE: 4}


def battalion(uid: str, army: str, strength: int, sort: str = "line", *, nation: str = "", **more: Any) -> Unit:
    """An infantry battalion: 6 points of movement in column, 4 in line; effectiveness 6, modifier 1, class 2."""
    nation = nation or ("french" if army == pieces.FRENCH else "russian")
    values: dict[str, Any] = {
        "rating": 6,
        "modifier": 1,
        "firing": 2,
        "allowance": _FOOT,
        "brigade": f"{uid[0]}-brigade",
    } | more
    return Unit(uid, f"Battalion {uid}", army, nation, pieces.INFANTRY, sort, strength, **values)


def company(uid: str, army: str, strength: int, serves: str, **more: Any) -> Unit:
    """A company of skirmishers out of a battalion: 6 points of movement, effectiveness 7, class 3."""
    nation = "french" if army == pieces.FRENCH else "russian"
    values: dict[str, Any] = {"rating": 7, "modifier": 1, "firing": 3, "allowance": {pieces.SKIRMISH: 6}} | more
    return Unit(uid, f"Company {uid}", army, nation, pieces.SKIRMISHERS, "light", strength, serves=serves, **values)


def horse(uid: str, army: str, strength: int, sort: str, **more: Any) -> Unit:
    """A regiment of cavalry: 8 points of movement if it is heavy, else 9; effectiveness 7, exhausted 5."""
    nation = "french" if army == pieces.FRENCH else "russian"
    points = {pieces.MOUNTED: 8 if sort == "heavy" else 9}
    values: dict[str, Any] = {"rating": 7, "modifier": 1, "firing": 0, "allowance": points, "weak_rating": 5} | more
    return Unit(uid, f"Regiment {uid}", army, nation, pieces.CAVALRY, sort, strength, **values)


def battery(uid: str, army: str, guns: int, sort: str, firing: int) -> Unit:
    """A battery: 6 points of movement, limbered; horse artillery 8; effectiveness 6."""
    nation = "french" if army == pieces.FRENCH else "russian"
    points = {pieces.LIMBERED: 8 if sort == "horse" else 6, pieces.UNLIMBERED: 0}
    return Unit(uid, f"Battery {uid}", army, nation, pieces.ARTILLERY, sort, guns, 6, 1, firing, points)


def crew(uid: str, army: str, steps: int, serves: str) -> Unit:
    """The crew of a battery: a step for every three guns; 4 points of movement on its own."""
    nation = "french" if army == pieces.FRENCH else "russian"
    return Unit(uid, f"Crew {uid}", army, nation, pieces.CREW, "", steps, 6, 1, 0, {pieces.SKIRMISH: 4}, serves=serves)


def leader(uid: str, army: str, level: str = "brigade", points: int = 10) -> Unit:
    """A leader of a level."""
    return Unit(uid, f"Leader {uid}", army, "", pieces.LEADER, level, 0, 3, 0, 0, {"": points}, f"{uid[0]}-brigade")


F, A = pieces.FRENCH, pieces.ALLIED
UNITS: Final[Mapping[str, Unit]] = {
    one.id: one
    for one in (
        *(battalion(f"f{n}", F, 9) for n in range(1, 6)),
        battalion("f12", F, 12),
        battalion("f14", F, 14),
        battalion("flt", F, 14, "light"),
        battalion("flt9", F, 9, "light"),
        *(battalion(f"r{n}", A, 9) for n in range(1, 6)),
        battalion("r12", A, 12),
        battalion("rgren", A, 10, "grenadier"),
        battalion("rjgr", A, 8, "jaeger"),
        battalion("pline", A, 11, nation="prussian"),
        battalion("pfus", A, 8, "jaeger", nation="prussian"),
        *(company(f"flt.s{n}", F, 2, "flt") for n in (1, 2, 3)),
        company("flt9.s1", F, 1, "flt9"),
        company("f14.s1", F, 2, "f14"),
        *(company(f"rjgr.s{n}", A, 1, "rjgr") for n in (1, 2, 3)),
        horse("fcuir", F, 8, "heavy"),
        horse("fdrg", F, 7, "heavy"),
        horse("fhus", F, 7, "light"),
        horse("rcuir", A, 8, "heavy"),
        horse("rhus", A, 9, "light"),
        horse("rcos", A, 6, "cossack"),
        battery("fb8", F, 8, "foot", 1),
        battery("fb6", F, 6, "horse", 3),
        battery("fb4", F, 4, "foot", 2),
        battery("rb12", A, 12, "foot", 1),
        battery("rb6", A, 6, "horse", 3),
        crew("fb8.c", F, 3, "fb8"),
        crew("fb6.c", F, 2, "fb6"),
        crew("fb4.c", F, 2, "fb4"),
        crew("rb12.c", A, 4, "rb12"),
        crew("rb6.c", A, 2, "rb6"),
        leader("fbde", F),
        leader("fdiv", F, "division"),
        leader("rbde", A),
    )
}
"""The counters of the tests: battalions of 9 strength points unless their id says another number; `.s1` are companies
of skirmishers, `.c` crews."""

_FORMATIONS: Final = frozenset(
    {
        pieces.COLUMN,
        pieces.LINE,
        pieces.EXTENDED,
        pieces.SQUARE,
        pieces.GENERAL_ORDER,
        pieces.SKIRMISH,
        pieces.MOUNTED,
        pieces.LIMBERED,
        pieces.UNLIMBERED,
        pieces.ROAD_COLUMN,
    }
)
_STATES: Final = frozenset({pieces.GOOD, pieces.DISORDERED, pieces.ROUTED})
_USUAL: Final = {
    pieces.INFANTRY: pieces.COLUMN,
    pieces.SKIRMISHERS: pieces.SKIRMISH,
    pieces.CAVALRY: pieces.MOUNTED,
    pieces.ARTILLERY: pieces.LIMBERED,
    pieces.CREW: pieces.SKIRMISH,
    pieces.LEADER: "",
}


def piece(unit: Unit, words: str) -> Piece:
    """A counter on the map out of words: its hex first, then in any order `v3` (it looks at corner 3), `7sp` (strength
    left), a formation, `disordered` or `routed`, `+0605` (second hex of an extended line), `<0504` (hex behind the
    first of a road column); any other word is a mark. In column, mounted or limbered, looking north, if nothing is
    said."""
    at, *rest = words.split()
    made = Piece(at, 0, unit.strength, _USUAL[unit.kind])
    for word in rest:
        if word in _FORMATIONS:
            made.formation = word
        elif word in _STATES:
            made.state = word
        elif word[0] == "+":
            made.second = word[1:]
        elif word[0] == "<":
            made.trail = (*made.trail, word[1:])
        elif word[0] == "v" and word[1:].isdecimal():
            made.facing = int(word[1:])
        elif word.endswith("sp"):
            made.strength = int(word[:-2])
        else:
            made.marks.add(word)
    return made


def board(standing: Mapping[str, str], field: HexField | None = None) -> Board:
    """Counters on a map: id -> words as `piece` reads them, such as {"f1": "0505 v1 line"}; of one hex, top first."""
    return Board(field or country(), UNITS, {uid: piece(UNITS[uid], words) for uid, words in standing.items()})
