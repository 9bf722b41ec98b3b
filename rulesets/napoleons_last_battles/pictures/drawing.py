"""The printed map as a board: what the terrain chart says of a hex, who comes in there, and who may leave."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pbem.engine.picture import Board
from pbem.hexgame.field.field import HexField
from pbem.hexgame.telling import drawing
from pbem.hexgame.telling.drawing import Drawn, MapLook
from pbem.hexgame.telling.grounds import Note, edges_noted, gathered, ways_noted
from rulesets.napoleons_last_battles.calendar import turn_name
from rulesets.napoleons_last_battles.setting import Setting
from rulesets.napoleons_last_battles.theatre import Theatre

# Water first, then crests, roads and what leads roads over water.
_DRAWN: Final = (
    Drawn("lake", "shore", "joined", 3),
    Drawn("stream", "stream", "joined", 1),
    Drawn("river", "river", "joined", 3),
    Drawn("crest", "crest", "joined", 2),
    Drawn("trail", "trail", "through", 1),
    Drawn("road", "road", "through", 2),
    Drawn("bridge", "bridge", "across", 2),
)


def boards(theatre: Theatre) -> tuple[Board, ...]:
    """nlb 2.2-3: one board, the part of the map that a scenario plays on."""
    field = theatre.field
    notes = gathered(
        ways_noted(field, "5.2"),
        _hexsides(field, "crest", "crest: no line of sight passes it (7.3)"),
        _hexsides(field, "river", "river: to be crossed by bridges alone, and no zone of control passes (5.3)"),
        edges_noted(field),
        _worth(theatre.setting),
        _due(theatre.setting),
        _exits(theatre.setting, field),
    )
    grounds = drawing.grounds(field.chart, "5.2", movers=_movers(theatre.setting))
    return drawing.boards(field, MapLook(grounds, _DRAWN, notes=notes))


def _hexsides(field: HexField, kind: str, text: str) -> Iterator[Note]:
    """The same line of each hex that has a hexside of a kind."""
    yield from ((at, text) for at in sorted({at for pair in field.sides.get(kind, ()) for at in pair}))


def _movers(setting: Setting) -> dict[str, str]:
    """nlb 5.2, 10.1C-1, 16.17A: the classes whose costs are told; those in a worse state pay the same but for clear
    ground. Trains where there are any."""
    trains = any(setting.roster.units[uid].mover == "train" for uid in setting.units())
    return {"foot": "foot", "horse": "horse and leaders", **({"train": "trains"} if trains else {})}


def _worth(setting: Setting) -> Iterator[Note]:
    """nlb 3.4B-1: hexes that are worth something to their holder."""
    for town, hexes in setting.towns.items():
        yield from ((at, f"one of the hexes of {town.replace('-', ' ').title()} that count (3.4)") for at in hexes)


def _due(setting: Setting) -> Iterator[Note]:
    """nlb 3.2C-4, 5.6-1: when and where groups come in, and who."""
    units, formations = setting.roster.units, setting.roster.formations
    for group in setting.groups:
        who = dict.fromkeys(formations[units[uid].formation].name for uid in (*group.units, *group.leaders))
        nation = setting.roster.nation_names[group.nation]
        for entry in group.entries:
            for at in entry.hexes:
                yield at, f"{nation} reinforcements of {turn_name(entry.turn)}: {', '.join(who)}"


def _exits(setting: Setting, field: HexField) -> Iterator[Note]:
    """nlb 5.5-1: the hexes that are listed as exits; those along an edge bear the edge's own line."""
    for row in setting.exits:
        names = [setting.roster.nation_names.get(word, word.capitalize()) for word in str(row["for"]).split()]
        text = f"exit of the {' and '.join(names)} ({row['case']})"
        yield from ((at, text) for at in str(row.get("at") or "").split() if at in field.neighbours)
