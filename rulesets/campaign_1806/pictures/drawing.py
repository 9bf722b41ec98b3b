"""The printed map as a board: terrain, water, slopes, woods, ways and bridges, and what each hex is worth knowing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pbem.engine.picture import Board
from pbem.hexgame.field.field import HexField
from pbem.hexgame.telling import drawing
from pbem.hexgame.telling.drawing import Drawn, MapLook
from pbem.hexgame.telling.grounds import Note, gathered, ways_noted
from rulesets.campaign_1806.battlefield import BRIDGE, FORTRESS, RIVER, ROAD, SLOPE, STREAM, TRAIL, WOODS, Defence
from rulesets.campaign_1806.rules.control import STRIP
from rulesets.campaign_1806.setting import ARMIES, Setting

_DRAWN: Final = (
    Drawn(WOODS, "hedge", "joined", 1),
    Drawn(STREAM, "stream", "joined", 1),
    Drawn(RIVER, "river", "joined", 3),
    Drawn(SLOPE, "slope", "apart", 1),
    Drawn(TRAIL, "trail", "through", 1),
    Drawn(ROAD, "road", "through", 2),
    Drawn(BRIDGE, "bridge", "across", 2),
)
_WORDS: Final = {WOODS: "forest", FORTRESS: "city"}
"""Kinds of terrain that renderers know by another word."""


def boards(setting: Setting) -> tuple[Board, ...]:
    """osg 1.2-1, 8.11-1: one board, the part of both sheets that a scenario is played on."""
    field = setting.field
    notes = gathered(
        ways_noted(field, "8.11"),
        _hexsides(field, RIVER, "river: to be crossed by bridges alone, and no zone of control passes (8.31)"),
        _hexsides(field, STREAM, "stream: costs a point more, and helps who is attacked over it (8.11, 11.31)"),
        _hexsides(field, SLOPE, "slope: uphill it costs a point more and helps the defender (8.11, 11.31)"),
        _hexsides(field, WOODS, "woods on a hexside: cost more, and halve horse (8.11, 11.31)"),
        _helped(field, setting.defence),
        _worth(setting),
        _due(setting),
        _closed(setting),
    )
    grounds = drawing.grounds(field.chart, "8.11", _WORDS, {"foot": "foot", "horse": "horse, leaders and trains"})
    return drawing.boards(field, MapLook(grounds, _DRAWN, notes=notes))


def _hexsides(field: HexField, kind: str, text: str) -> Iterator[Note]:
    """The same line of each hex that has a hexside of a kind."""
    yield from ((at, text) for at in sorted({at for pair in field.sides.get(kind, ()) for at in pair}))


def _helped(field: HexField, defence: Defence) -> Iterator[Note]:
    """osg 11.31A: hexes that multiply their defender."""
    for at in field.neighbours:
        times = defence.hexes[field.terrain[at]]
        if times > 1:
            yield at, f"multiplies the defender by {times} (11.31)"


def _worth(setting: Setting) -> Iterator[Note]:
    """osg 14.21, 20.12, 20.16: sources of supply, and other hexes whose control decides something."""
    sources = {at: army for army in ARMIES for at in setting.sources(army)}
    for at in setting.objectives:
        army = sources.get(at)
        yield at, f"{army.capitalize()} source of supply (14.2, 20.1)" if army else "its control decides (20.1)"


def _due(setting: Setting) -> Iterator[Note]:
    """osg 15.0: who comes in there, and when."""
    for one in setting.setup.arrivals:
        names = ", ".join(setting.forces.units[uid].name for uid in one.units)
        if one.at in setting.field.neighbours:
            yield one.at, f"reinforcements of {when_text(one.turn)}: {names} (15.0)"


def _closed(setting: Setting) -> Iterator[Note]:
    """osg 21.62: the strip along the south-western edge that Prussians keep out of."""
    if "strip" in setting.scenario.data:
        text = "closed to the Prussians until the French have come there (21.62)"
        yield from ((at, text) for at in setting.field.neighbours if int(at[-2:]) <= STRIP)


def when_text(turn: str) -> str:
    """`14 October, morning` for `14/morning`; a check where there is none."""
    day, _, part = turn.partition("/")
    return f"{day} October, {part}" if part else "a check on the mornings of 10 and 11 October"
