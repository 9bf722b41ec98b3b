"""The printed maps as boards: what the terrain chart says of a hex, where an edge leads, and who comes in there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pbem.engine.picture import Board
from pbem.hexgame.field.field import HexField
from pbem.hexgame.telling import drawing
from pbem.hexgame.telling.drawing import Drawn, MapLook
from pbem.hexgame.telling.grounds import Note, costs_text, edges_noted, gathered, ways_noted
from rulesets.napoleon_at_war.battlefield import SLOPE
from rulesets.napoleon_at_war.position import Position
from rulesets.napoleon_at_war.rules.march.entry import arrival
from rulesets.napoleon_at_war.setting import Setting

# Water first, then slopes, roads and what leads roads over water.
_DRAWN: Final = (
    Drawn("river", "river", "joined", 3),
    Drawn("stream", "stream", "joined", 1),
    Drawn(SLOPE, "slope", "apart", 1),
    Drawn("road", "road", "through", 2),
    Drawn("trail", "trail", "through", 1),
    Drawn("bridge", "bridge", "across", 2),
)


def boards(setting: Setting) -> tuple[Board, ...]:
    """One board for each map of the scenario, in its order, with what the chart says of its ground (9.0)."""
    field = setting.field
    notes = gathered(
        _climbs(field),
        ways_noted(field, "9.0"),
        edges_noted(field),
        _sections(setting),
        _due(setting),
    )
    return drawing.boards(field, MapLook(drawing.grounds(field.chart, "9.0"), _DRAWN, {SLOPE: "slope"}, notes))


def _climbs(field: HexField) -> Iterator[Note]:
    """naw 5.26: what it costs to go up, of the hexes at the low side of a slope."""
    line = field.chart.sides[SLOPE]
    uphill = f"low side of a {SLOPE}: {costs_text(line.cross)} more uphill (5.26)"
    yield from ((at, uphill) for at in field.marked(line.out_of))


def _sections(setting: Setting) -> Iterator[Note]:
    """naw 17.1-1: which hexes adjoin the transit track; the first section that names a hex counts."""
    for sections in setting.field.sections.values():
        adjoining = {at: name for name, hexes in reversed(list(sections.items())) for at in hexes}
        for at, section in adjoining.items():
            yield at, f"adjoins the {section} section of the transit track (17.1)"


def _due(setting: Setting) -> Iterator[Note]:
    """naw 14.0-1, 15.1-1: when and where groups come in, and who: `French reinforcements of Game-Turn 4: ...`."""
    roster = setting.roster
    for group in setting.groups:
        formations = dict.fromkeys(roster.units[unit].formation for unit in group.units)
        who = "; ".join(roster.formation_names[formation] for formation in formations)
        option = f" under Option {group.option}" if group.option else ""
        turn, army = arrival(group, Position(1, group.army)), setting.called(group.army)
        yield group.at, f"{army} reinforcements of Game-Turn {turn}{option}: {who}"
