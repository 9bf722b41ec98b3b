"""What the maps of Napoleon at War show: boards, counters, arrows, and who is on no map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Final

from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json
from pbem.engine.picture import Arrow, Board, Overlay, Scene
from pbem.hexgame.board.pieces import Piece
from pbem.hexgame.documents.vocabulary import WHO
from pbem.hexgame.field.field import HexField
from pbem.hexgame.telling import drawing
from pbem.hexgame.telling.absent import beside, by_place
from pbem.hexgame.telling.arrows import MOVEMENTS, assaults, ordered
from pbem.hexgame.telling.counters import CounterLook, CounterPrint
from pbem.hexgame.telling.drawing import Drawn, MapLook
from pbem.hexgame.telling.grounds import Note, costs_text, edges_noted, gathered, ways_noted
from pbem.hexgame.telling.scenes import MapPictures
from pbem.hexgame.telling.zones import zone_areas
from rulesets.napoleon_at_war.battlefield import SLOPE
from rulesets.napoleon_at_war.position import Position
from rulesets.napoleon_at_war.rules.march.entry import arrival, in_force, nowhere
from rulesets.napoleon_at_war.setting import Group, Setting
from rulesets.napoleon_at_war.telling.preview import reckoning

_MOVEMENTS: Final = {**MOVEMENTS, "transit": "exit"}


def value(unit: Piece) -> str:
    """naw 2.3: strength and allowance as they are printed."""
    return f"{unit.strength}-{unit.allowance}"


class NapoleonPictures(MapPictures[Piece]):
    """`engine.picture.Pictures`. All counters lie open, so everybody sees the same."""

    laid: ClassVar[Mapping[str, str]] = {"zoc": "zones of control (6.0)"}

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        super().__init__(setting.roster, CounterPrint(value))

    def drawn(self) -> Sequence[Board]:
        """One board for each map of the scenario, in its order, with what the chart says of its ground (9.0)."""
        field = self.setting.field
        notes = gathered(
            _climbs(field), ways_noted(field, "9.0"), edges_noted(field), _sections(self.setting), _due(self.setting)
        )
        return drawing.boards(field, MapLook(drawing.grounds(field.chart, "9.0"), _DRAWN, {SLOPE: "slope"}, notes))

    def scene(self, at: Json, own: Own = NOTHING, events: Sequence[Mapping[str, Json]] = ()) -> Scene:
        """What lies on the maps, with the arrows and combats of the events."""
        setting, position = self.setting, Position.from_json(at)
        armies = {army: setting.called(army) for army in setting.armies}
        return self.shown(
            _look(setting, position, self.printed),
            position.at,
            events,
            lambda event: reckoning(setting, event),
            beside(armies, lambda army: _absent(setting, position, army)),
            movements=_MOVEMENTS,
        )

    def overlay(self, name: str, at: Json, own: Own = NOTHING) -> Overlay:
        """naw 6.0-1: the hexes that the units of each army control."""
        areas = zone_areas(self.setting.board(Position.from_json(at)), self.setting.names)
        return Overlay(name, self.laid[name], areas)

    def ordered(self, at: Json, orders: Json) -> Sequence[Arrow]:
        """An arrow for each march that is ordered (5.0), one from each attacker to each hex that he attacks (7.0)."""
        attacks = assaults(orders.get("attacks", ()), WHO)
        marches = (([entry["unit"]], entry.get("path", ())) for entry in orders.get("moves", ()))
        return ordered(self.setting.field, self.roster, at["at"], marches, attacks)


# -- counters ----------------------------------------------------------------------


def _look(setting: Setting, position: Position, printed: CounterPrint[Piece]) -> CounterLook[Piece]:
    def state(unit: Piece, at: str) -> tuple[str, ...]:
        # An army is demoralized at one battle, not at both (18.0).
        return ("demoralized",) if position.broken.get(setting.field.map_of[at]) == unit.army else ()

    def hover(unit: Piece, at: str) -> Iterator[str]:
        return _hover(setting, position, unit, state(unit, at))

    return CounterLook(printed, value, lambda unit: unit.strength, state, hover)


def _hover(setting: Setting, position: Position, unit: Piece, state: Sequence[str]) -> Iterator[str]:
    """What is told of a counter: its figures (2.3), its morale (18.0), when it came (15.0), whence (17.21)."""
    army = setting.called(unit.army)
    yield f"{army}, {setting.roster.formation_names[unit.formation]}"
    yield f"{unit.kind}, strength {unit.strength}, {unit.allowance} movement points"
    yield from (f"{word} (18.0)" for word in state)
    if unit.id in setting.setup:
        yield f"there from the beginning, at {setting.field.name(setting.setup[unit.id])}"
    for group in setting.groups:
        if unit.id in group.units and in_force(group, position):
            yield f"came by the chart of Game-Turn {arrival(group, position)}"
    if unit.id in position.came_from:
        left = position.came_from[unit.id]
        yield f"came over the transit track from {setting.called(left)} and may not return (17.21)"


# -- beside the maps ---------------------------------------------------------------


def _absent(setting: Setting, position: Position, army: str) -> dict[str, list[str]]:
    """Who is to come (14.0), in transit (17.1), eliminated, gone (17.0), or never comes (14.21), in lines."""
    own = [unit.id for unit in setting.roster.of(army)]
    out = [unit for unit in own if unit in position.out]
    return {
        "to come": _to_come(setting, position, army),
        "in transit": [
            f"{section} section, space {space}, from {setting.called(left)}: {_told(setting, units)}"
            for (section, space, left), units in by_place(own, position.track)
        ],
        "eliminated": [
            f"{setting.called(battle)}: {_told(setting, units)}" for battle, units in by_place(own, position.lost)
        ],
        "left the map": [
            f"{setting.called(battle)}, {edge} edge: {_told(setting, units)}"
            for (battle, edge), units in by_place(own, position.exited)
        ],
        "never coming": [_told(setting, out)] if out else [],
    }


def _told(setting: Setting, units: Sequence[str]) -> str:
    known = setting.roster.units
    return ", ".join(f"{known[unit].name} {value(known[unit])}" for unit in units)


def _to_come(setting: Setting, position: Position, army: str) -> list[str]:
    """naw 14.0-1, 15.1-1: a line for those who are due together; while the option is secret, with both dates."""
    when: dict[tuple[str, ...], list[str]] = {}
    for group in setting.groups:
        units = tuple(unit for unit in group.units if nowhere(position, unit))
        if group.army == army and units and (not position.choice or in_force(group, position)):
            when.setdefault(units, []).append(_when(setting, position, group))
    return [f"{' or '.join(dates)}: {_told(setting, units)}" for units, dates in when.items()]


def _when(setting: Setting, position: Position, group: Group) -> str:
    """The game-turn and place of a group: later and over an edge under Option B (15.3), or at either of two (20.2)."""
    text = f"Game-Turn {arrival(group, position)}"
    late = group.under_b if position.choice == "B" else None
    text += f" over the {late[2]} edge of {setting.called(late[1])}" if late else f" at {group.at}"
    if group.instead and position.choice in ("", group.instead[1]):
        text += f" or {group.instead[2]}"
    return f"{text} (Option {group.option})" if group.option and not position.choice else text


# -- boards --------------------------------------------------------------------------

# Water first, then slopes, roads and what leads roads over water.
_DRAWN: Final = (
    Drawn("river", "river", "joined", 3),
    Drawn("stream", "stream", "joined", 1),
    Drawn(SLOPE, "slope", "apart", 1),
    Drawn("road", "road", "through", 2),
    Drawn("trail", "trail", "through", 1),
    Drawn("bridge", "bridge", "across", 2),
)


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
