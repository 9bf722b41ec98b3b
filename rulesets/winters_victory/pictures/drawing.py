"""The map as a board: ground, heights, water, roads, and what each hex is worth knowing (6.2, 10.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from pbem.engine.picture import Board
from pbem.hexgame.documents.form import listed
from pbem.hexgame.telling import drawing
from pbem.hexgame.telling.drawing import Drawn, Ground, MapLook
from pbem.hexgame.telling.grounds import Note, gathered
from rulesets.winters_victory.battlefield import (
    BROOK,
    CLEAR,
    COVER_SIDE,
    FARMETTE,
    LIGHT_COVER,
    MAJOR,
    MAJOR_STREAM,
    MINOR,
    STEEP,
    STREAM,
    WETLANDS,
    WOODS,
    Cell,
    Terrain,
    points_text,
)
from rulesets.winters_victory.board.pieces import GENERAL_ORDER
from rulesets.winters_victory.setting import Setting

_WORDS: Final = {
    WOODS: "forest",
    LIGHT_COVER: "brush",
    FARMETTE: "chateau",
    WETLANDS: "wetland",
}
"""Kinds of terrain that renderers know by another word."""
_DRAWN: Final = (
    Drawn("", "contour", "rises", 1),
    Drawn(STEEP, "slope", "apart", 1),
    Drawn(COVER_SIDE, "hedge", "joined", 1),
    Drawn(BROOK, "brook", "joined", 1),
    Drawn(STREAM, "stream", "joined", 2),
    Drawn(MAJOR_STREAM, "river", "joined", 2),
    Drawn(MINOR, "trail", "through", 1),
    Drawn(MAJOR, "road", "through", 2),
)
_MOVERS: Final[Mapping[str, str]] = {
    "formed": "formed foot",
    "extended": "extended line",
    "open": "General Order",
    "light": "light horse",
    "heavy": "heavy horse",
    "guns": "guns",
    "skirmish": "skirmishers",
}
_SIDES: Final[Mapping[str, str]] = {
    BROOK: "a brook",
    STREAM: "a stream",
    MAJOR_STREAM: "a major stream",
    STEEP: "a steep slope",
    COVER_SIDE: "light cover, which protects both sides (11.13),",
}
_WAYS: Final = {MAJOR: "a major road", MINOR: "a minor road"}


def boards(setting: Setting) -> tuple[Board, ...]:
    """wv 1.0, 10.1: one board, the part of the map that a scenario is played on."""
    field, terrain = setting.field, setting.ground.terrain
    notes = gathered(
        _levels(setting), _sides(setting), _ways(setting), _objectives(setting), _edges(setting), _arrivals(setting)
    )
    grounds = {kind: Ground(_WORDS.get(kind, kind), _ground_text(terrain, kind)) for kind in terrain.hexes}
    return drawing.boards(field, MapLook(grounds, _DRAWN, notes=notes, heights=True))


# -- what the chart says -----------------------------------------------------------------------


def _ground_text(terrain: Terrain, kind: str) -> str:
    """wv 6.2-1, 10.11-1: what entering costs each class of movers, and what the hex is to fire and sight."""
    costs: dict[str, list[str]] = {}
    for mover, words in _MOVERS.items():
        costs.setdefault(_cell_text(terrain.enter(kind, mover)), []).append(words)
    if len(costs) == 1:
        told = next(iter(costs))
    else:
        told = ", ".join(f"{cost} for {listed(movers)}" for cost, movers in costs.items())
    sort = terrain.kinds[kind]
    more = [f"{sort.cover} cover"] if sort.cover != "none" else []
    more += ["blocks sight"] if sort.blocks_sight else []
    name = kind.replace("-", " ")
    return f"{name}: {'; '.join((told, *more))} (6.2, 10.1)" if kind != CLEAR or more else f"{name}: {told} (6.2)"


def _cell_text(cell: Cell) -> str:
    """`2 points into General Order or 1 point and disorder`."""
    if cell.barred:
        return "prohibited"
    return " or ".join(f"{_points(one.points)}{_effect(one.effect)}" for one in cell.choices)


def _points(sixths: int) -> str:
    return "nothing" if not sixths else f"{points_text(sixths)} point{'s' if sixths > 6 else ''}"


def _effect(effect: str) -> str:
    if not effect:
        return ""
    return " into General Order" if effect == GENERAL_ORDER else " and disorder"


# -- notes of hexes ----------------------------------------------------------------------------


def _levels(setting: Setting) -> Iterator[Note]:
    """wv 10.13-1: how high a hex lies, and whether a neighbour lies lower."""
    ground = setting.ground
    for at in setting.field.hexes:
        slope = ", a slope hex: a reverse slope may hide what is behind it" if ground.slope_hex(at) else ""
        yield at, f"level {ground.level(at)}{slope} (10.13, 10.43)"


def _sides(setting: Setting) -> Iterator[Note]:
    """wv 6.22-1, 10.12: what lies along the hexsides of a hex, by the direction in which it does."""
    field = setting.field
    for kind, words in _SIDES.items():
        found: dict[str, list[str]] = {}
        for a, b in sorted(field.sides.get(kind, ())):
            for at, to in ((a, b), (b, a)):
                if at in field.neighbours:
                    found.setdefault(at, []).append(field.direction(at, to))
        for at, directions in found.items():
            yield at, f"{words} to the {', '.join(directions)}"


def _ways(setting: Setting) -> Iterator[Note]:
    """wv 6.5, 6.6-1: roads through a hex, and what a hex of theirs costs in Road Column."""
    column = setting.ground.terrain.road_column.step
    for kind, words in _WAYS.items():
        for at in sorted(setting.field.way_hexes.get(kind, ())):
            yield at, f"{words}: {_points(column[kind])} in Road Column (6.6)"


def _objectives(setting: Setting) -> Iterator[Note]:
    """wv 14.13: hexes that are worth something."""
    for one in setting.scenario.objectives:
        word = "point" if one.points == 1 else "points"
        name = one.name.replace("-", " ").capitalize()
        yield from ((at, f"objective {name}, {one.points} {word} (20)") for at in one.hexes)


def _edges(setting: Setting) -> Iterator[Note]:
    """wv 13.32-2: where an army's retreats lead off the map."""
    for nation, hexes in setting.scenario.retreat.items():
        yield from ((at, f"way home of the {nation.capitalize()} (13.32)") for at in hexes)


def _arrivals(setting: Setting) -> Iterator[Note]:
    """wv 6.7: who comes in there, and when."""
    for one in setting.scenario.arrivals:
        yield one.at, f"{due_text(one.turn, one.most)}: {brigades_text(setting, one.brigades)} (6.7)"


def due_text(turn: int, most: int) -> str:
    """wv 6.7: when a group comes. most: the highest die with which it does, 0 where it needs none."""
    return f"from turn {turn} on, by a die" if most else f"turn {turn}"


def brigades_text(setting: Setting, brigades: Sequence[str]) -> str:
    """The names of brigades in a row."""
    return ", ".join(setting.forces.brigades[uid].name for uid in brigades)
