"""A tiny sheet with a chateau, a crest, a lake, and two classes of movers, and pieces of all kinds that lie on it."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.hexgame.board.board import HexBoard
from pbem.hexgame.board.pieces import Piece, Roster
from pbem.hexgame.field.chart import HexChart, HexKind, SideKind
from pbem.hexgame.field.field import HexField
from pbem.hexgame.field.mapfile import read_field
from pbem.hexgame.telling.counters import CounterLook, CounterPrint
from pbem.hexgame.telling.drawing import Drawn, MapLook, grounds
from pbem.hexgame.telling.grounds import edges_noted, gathered, ways_noted
from tests.hexgame.field.test_field import GRID, both

CHART = HexChart(
    hexes={
        "clear": HexKind(both(2)),
        "wood": HexKind(both(4, 8), blocks_sight=True),
        "swamp": HexKind(both(4, 8)),
        "town": HexKind(both(2), times=2),
        "manor": HexKind(both(4), times=3),
    },
    ways={"road": 1, "trail": 2},
    sides={
        "river": SideKind(both(None), bridged=True, stops_zones=True),
        "lake": SideKind(both(None), stops_zones=True),
        "stream": SideKind(both(4), times=2, bridged=True),
        "ridge": SideKind(both(0), blocks_sight=True),
        "steep": SideKind(both(2), out_of="low"),
        "bridge": SideKind(both(0), times=2),
    },
    movers=("foot", "horse"),
)
SHEET = {
    "id": "vale",
    "title": "The Vale",
    "grid": {**GRID, "columns": "01-08", "rows": "01-06"},
    "legend": {".": "clear", "w": "wood", "s": "swamp", "t": "town", "m": "manor", "l": "clear low"},
    "terrain": """
        . . . l . . w w
        . w t . . m w .
        . . . . . . . .
        . . s s . t t .
        . . . . . . . .
        . . . . w . . .
    """,
    "names": {"0302": "Mitte", "0602": "Hof", "0604": "Burg"},
    "roads": ["0103 0203 0303 0402 0503 0603 0703 0802"],
    "trails": ["0302 0303 0304 0305 0306"],
    "hexsides": {
        "river": "0101-0201 0201-0102 0102-0202 0103-0202 0103-0203",
        "bridge": "0103-0203",
        "stream": "0503-0603 0504-0603 0604-0504",
        "ridge": "0601-0702 0602-0702 0602-0703",
        "lake": "0304-0404 0305-0404",
        "steep": "0401-0402",
    },
    "edges": {"west": "0101 0102 0103 0104 0105 0106", "east": "0801 0802 0803 0804 0805 0806"},
}
DRAWN = (
    Drawn("river", "river", "joined", 3),
    Drawn("lake", "shore", "joined", 2),
    Drawn("stream", "stream", "joined"),
    Drawn("ridge", "crest", "joined", 2),
    Drawn("steep", "slope", "apart"),
    Drawn("road", "road", "through", 2),
    Drawn("trail", "trail", "through"),
    Drawn("bridge", "bridge", "across", 2),
)
WORDS = {"wood": "forest", "swamp": "marsh", "manor": "chateau"}
ARMIES = {"blue": "Blue", "red": "Red"}


def vale() -> HexField:
    """Eight columns and six rows."""
    return read_field([SHEET], CHART)


def look(part: frozenset[str] | None = None) -> MapLook:
    """How it is drawn. part: the hexes that are played on."""
    field = vale()
    notes = gathered(
        ways_noted(field, "TEC"),
        edges_noted(field),
    )
    return MapLook(grounds(CHART, "TEC", WORDS), DRAWN, {"low": "slope"}, notes, part)


@dataclass(frozen=True, slots=True)
class TwoFaced(Piece):
    """A counter with a second face. reduced: its strength there."""

    reduced: int = 0


def _pieces() -> dict[str, TwoFaced]:
    rows = (
        ("b1", "1/Blau infantry", "infantry", 5, 4, "blue", "b-1", 3),
        ("b2", "2/Blau infantry", "infantry", 4, 4, "blue", "b-1", 2),
        ("bh", "Husaren", "cavalry", 3, 7, "blue", "b-1", 1),
        ("a-blau", "von Blau", "general", 0, 6, "blue", "b-1", 0),
        ("r1", "1/Rot infantry", "infantry", 6, 4, "red", "r-1", 3),
        ("rg", "Rot guns", "guns", 2, 6, "red", "r-1", 1),
        ("rz", "Rote Reserve", "infantry", 4, 4, "red", "r-2", 2),
    )
    return {row[0]: TwoFaced(*row[:7], order=order, reduced=row[7]) for order, row in enumerate(rows)}


ROSTER = Roster(
    _pieces(),
    {"blue": ("b-1",), "red": ("r-1", "r-2")},
    {"b-1": "First Corps", "r-1": "Vanguard", "r-2": "Reserve"},
)
AT = {"b1": "0602", "b2": "0503", "bh": "0503", "a-blau": "0503", "r1": "0604", "rg": "0604"}
SYMBOLS = {"general": "leader", "guns": "artillery"}
BANDS = {"b-1": 1, "r-1": 1, "r-2": 2}


def printed(piece: Piece) -> str:
    return f"{piece.strength}-{piece.allowance}"


PRINT = CounterPrint[TwoFaced](printed, SYMBOLS, band=lambda piece: BANDS[piece.formation])


def standing(*flipped: str, cut_off: frozenset[str] = frozenset()) -> CounterLook[TwoFaced]:
    """How those pieces look, some of them reduced, some out of command."""

    def strength(piece: TwoFaced) -> int:
        return piece.reduced if piece.id in flipped else piece.strength

    def state(piece: TwoFaced, at: str) -> tuple[str, ...]:
        return ("out of command",) if piece.id in cut_off else ()

    def value(piece: TwoFaced) -> str:
        return f"{strength(piece)}-{piece.allowance}" if piece.kind != "general" else f"({piece.allowance})"

    def hover(piece: TwoFaced, at: str) -> list[str]:
        return [f"{ROSTER.formation_names[piece.formation]}, in {at}", *(["reduced"] if piece.id in flipped else [])]

    return CounterLook(PRINT, value, strength, state, hover)


def board() -> HexBoard[TwoFaced]:
    """Those pieces where they stand."""
    return HexBoard(dict(AT), vale(), ROSTER, {"blue": "red", "red": "blue"})
