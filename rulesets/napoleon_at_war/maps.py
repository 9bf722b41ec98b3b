"""Map files into one battlefield. A file that cannot be used is refused with all its faults at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, cast

from pbem.wargame.faults import DataFaults
from pbem.wargame.hexgrid import HexGrid, Hexside, hexside, rectangle
from pbem.wargame.hexlayout import Layout, UnknownHex
from rulesets.napoleon_at_war.battlefield import Battlefield, Chart, Terrain
from rulesets.napoleon_at_war.reading import flag, half_points, mapping, words

_HEXSIDES = ("river", "stream", "slope", "bridge")
_WAYS = {"road": "roads", "trail": "trails"}


@dataclass
class MapSheet:
    """One map as read. See `Battlefield` for the meaning of the members; `faults`: what is wrong with the file."""

    id: str
    title: str
    grid: HexGrid
    terrain: dict[str, str] = field(default_factory=dict)
    slopes: set[str] = field(default_factory=set)
    names: dict[str, str] = field(default_factory=dict)
    ways: dict[str, frozenset[Hexside]] = field(default_factory=dict)
    way_ends: frozenset[str] = frozenset()
    hexsides: dict[str, frozenset[Hexside]] = field(default_factory=dict)
    edges: dict[str, tuple[str, ...]] = field(default_factory=dict)
    transit: dict[str, tuple[str, ...]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def known(self, text: str, what: str) -> tuple[str, ...]:
        """The hexes of a text; those that the map lacks become faults and are left out."""
        found = []
        for at in words(text):
            if at in self.grid:
                found.append(at)
            else:
                self.faults.append(f"{self.id}: {what} names {at[:20]}, which is not on the map")
        return tuple(found)

    def chain(self, text: str, what: str) -> list[Hexside]:
        """The hexsides between the consecutive hexes of a text."""
        found = []
        for a, b in pairwise(self.known(text, what)):
            if self.grid.adjacent(a, b):
                found.append(hexside(a, b))
            else:
                self.faults.append(f"{self.id}: {what} goes from {a} to {b}, which do not touch")
        return found


def read_chart(data: Mapping[str, Any]) -> Chart:
    """naw 9.0-T: the Terrain Effects Chart of the data file. Raises ValueError for a bad line."""
    return Chart(
        hexes={
            kind: Terrain(half_points(row["enter"]), flag(row["doubled"]), flag(row["blocks-sight"]))
            for kind, row in data["hexes"].items()
        },
        ways={way: half_points(cost) or 0 for way, cost in data["ways"].items()},
        hexsides={
            kind: Terrain(half_points(row["cross"]), flag(row["doubled"])) for kind, row in data["hexsides"].items()
        },
    )


def read_battlefield(maps: Sequence[Mapping[str, Any]], chart: Chart, overlay: Sequence[Any] = ()) -> Battlefield:
    """All maps of a scenario as one graph, an overlay's corrections applied.

    overlay: list of {"hex", "terrain"} and {"hexside", "feature", "there"} entries. Raises DataFaults with everything
    that is wrong.
    """
    sheets = [read_sheet(data, chart) for data in maps]
    faults = [fault for sheet in sheets for fault in sheet.faults]
    seen: dict[str, str] = {}
    for sheet in sheets:
        for at in sheet.grid.hexes:
            if at in seen:
                faults.append(f"{sheet.id}: hex {at} is on map {seen[at]} already")
            seen[at] = sheet.id
    faults += _correct(sheets, overlay, chart)
    if faults:
        raise DataFaults(faults)
    return _joined(sheets, chart)


def _correct(sheets: Sequence[MapSheet], overlay: Sequence[Any], chart: Chart) -> list[str]:
    """Applies the corrections of an overlay; returns what does not fit."""
    faults: list[str] = []
    for entry in overlay:
        members = set(entry) if isinstance(entry, Mapping) else set()
        if members == {"hex", "terrain"}:
            faults += _correct_hex(sheets, str(entry["hex"]), str(entry["terrain"]), chart)
        elif members == {"hexside", "feature", "there"} and isinstance(entry["there"], bool):
            faults += _correct_hexside(sheets, str(entry["hexside"]), str(entry["feature"]), entry["there"])
        else:
            faults.append("overlay: an entry has the members hex and terrain, or hexside, feature and there")
    return faults or (_unsound(sheets) if overlay else [])


def _unsound(sheets: Sequence[MapSheet]) -> list[str]:
    """What corrections may leave behind: a bridge over no water, a slope with both or none of its hexes low (5.26)."""
    faults = []
    for sheet in sheets:
        water = sheet.hexsides["river"] | sheet.hexsides["stream"]
        dry = sorted(sheet.hexsides["bridge"] - water)
        faults += [f"overlay: the bridge {a}-{b} would cross no water" for a, b in dry]
        level = sorted((a, b) for a, b in sheet.hexsides["slope"] if (a in sheet.slopes) == (b in sheet.slopes))
        faults += [f"overlay: the slope {a}-{b} needs the slope symbol in exactly one of its hexes" for a, b in level]
    return faults


def _correct_hex(sheets: Sequence[MapSheet], at: str, ground: str, chart: Chart) -> list[str]:
    sheet = next((s for s in sheets if at in s.grid), None)
    if sheet is None:
        return [f"overlay: there is no hex {at[:20]}"]
    if ground.removesuffix(" slope") not in chart.hexes:
        return [f"overlay: {at} is {ground[:20]}, not one of {', '.join(chart.hexes)}"]
    _lay(sheet, at, ground)
    return []


def _correct_hexside(sheets: Sequence[MapSheet], pair: str, feature: str, there: bool) -> list[str]:
    """Puts a road, trail or hexside feature on the hexside between two hexes, or takes it away."""
    a, _, b = pair.partition("-")
    sheet = next((s for s in sheets if a in s.grid and b in s.grid and s.grid.adjacent(a, b)), None)
    if sheet is None:
        return [f"overlay: {pair[:20]!r} is no hexside of two hexes that touch, such as 0610-0711"]
    lines = sheet.ways if feature in _WAYS else sheet.hexsides
    if feature not in (*_WAYS, *_HEXSIDES):
        return [f"overlay: {feature[:20]} is not one of {', '.join((*_WAYS, *_HEXSIDES))}"]
    lines[feature] = lines[feature] | {hexside(a, b)} if there else lines[feature] - {hexside(a, b)}
    return []


def _lay(sheet: MapSheet, at: str, ground: str) -> None:
    """The ground of a hex in words: its terrain, then `slope` if it bears the slope symbol."""
    kind, _, symbol = ground.partition(" ")
    sheet.terrain[at] = kind
    sheet.slopes.discard(at)
    if symbol == "slope":
        sheet.slopes.add(at)
    elif symbol:
        sheet.faults.append(f"{sheet.id}: {at} is {ground[:40]!r}; only slope may follow the terrain")


def _joined(sheets: Sequence[MapSheet], chart: Chart) -> Battlefield:
    grids = {sheet.id: sheet.grid for sheet in sheets}
    hexes = [(sheet, at) for sheet in sheets for at in sheet.grid.hexes]
    return Battlefield(
        chart=chart,
        neighbours={at: sheet.grid.neighbours(at) for sheet, at in hexes},
        direction={(at, to): name for sheet, at in hexes for name, to in sheet.grid.around(at)},
        map_of={at: sheet.id for sheet, at in hexes},
        terrain={at: sheet.terrain[at] for sheet, at in hexes},
        slopes=frozenset(at for sheet in sheets for at in sheet.slopes),
        ways={way: frozenset(s for sheet in sheets for s in sheet.ways[way]) for way in _WAYS},
        hexsides={kind: frozenset(s for sheet in sheets for s in sheet.hexsides[kind]) for kind in _HEXSIDES},
        edges={sheet.id: sheet.edges for sheet in sheets},
        transit={sheet.id: sheet.transit for sheet in sheets if sheet.transit},
        names={at: name for sheet in sheets for at, name in sheet.names.items()},
        centres={at: sheet.grid.centre(at) for sheet, at in hexes},
        titles={sheet.id: sheet.title for sheet in sheets},
        grids=grids,
        way_ends=frozenset(at for sheet in sheets for at in sheet.way_ends),
    )


def read_sheet(data: Mapping[str, Any], chart: Chart) -> MapSheet:
    """One map file. Faults that leave the rest readable are collected in the sheet; a bad grid raises DataFaults."""
    uid = str(data.get("id", "map"))
    grid = _grid(uid, mapping(data.get("grid")), mapping(data.get("legend")), str(data.get("terrain", "")))
    sheet = MapSheet(uid, str(data.get("title", uid)), grid[0], faults=grid[2])
    for at, ground in grid[1].items():
        _lay(sheet, at, ground)
    sheet.faults += [
        f"{uid}: terrain {kind} is not on the chart" for kind in sorted(set(sheet.terrain.values()) - set(chart.hexes))
    ]
    sheet.names = {at: name for at, name in mapping(data.get("names")).items() if sheet.known(at, "names")}
    _read_lines(sheet, data)
    sheet.edges = {edge: sheet.known(hexes, f"the {edge} edge") for edge, hexes in mapping(data.get("edges")).items()}
    sheet.transit = {
        section: sheet.known(hexes, f"transit section {section}")
        for section, hexes in mapping(data.get("transit")).items()
    }
    return sheet


def _read_lines(sheet: MapSheet, data: Mapping[str, Any]) -> None:
    """naw 9.0-6: roads, trails and hexside features. A hexside is two hexes joined by a hyphen."""
    ends = []
    for way, member in _WAYS.items():
        lines = data.get(member) or ()
        sheet.ways[way] = frozenset(s for line in lines for s in sheet.chain(line, f"a {way}"))
        ends += [at for line in lines for at in (words(line)[:1] + words(line)[-1:])]
    sheet.way_ends = frozenset(ends)
    features = mapping(data.get("hexsides"))
    sheet.faults += [f"{sheet.id}: hexside feature {f} is not known" for f in features if f not in _HEXSIDES]
    for kind in _HEXSIDES:
        listed = features.get(kind) or ()
        text = listed if isinstance(listed, str) else " ".join(listed)
        sheet.hexsides[kind] = frozenset(
            s for pair in words(text) for s in sheet.chain(pair.replace("-", " "), f"a {kind} hexside")
        )


def _grid(
    uid: str, data: Mapping[str, str], legend: Mapping[str, str], picture: str
) -> tuple[HexGrid, dict[str, str], list[str]]:
    """The hexes of a map from its picture: rows from north to south, in each the columns from west to east.

    A character that the legend calls `none` is no hex. Blanks in a row only keep it readable.
    """
    layout = Layout(
        cast(Any, data.get("top", "")),
        cast(Any, data.get("numbering", "")),
        cast(Any, data.get("columns_grow", "")),
        cast(Any, data.get("rows_grow", "")),
        cast(Any, data.get("shifted", "")),
    )
    columns, rows = _span(uid, data.get("columns", "")), _span(uid, data.get("rows", ""))
    west_to_east = range(columns[0], columns[1] + 1)[:: 1 if layout.columns_grow == "east" else -1]
    north_to_south = range(rows[0], rows[1] + 1)[:: 1 if layout.rows_grow == "south" else -1]
    lines = ["".join(line.split()) for line in picture.splitlines() if line.strip()]
    faults = []
    if len(lines) != len(north_to_south):
        faults.append(f"{uid}: the picture has {len(lines)} rows, the grid {len(north_to_south)}")
    ground: dict[str, str] = {}
    for row, line in zip(north_to_south, lines, strict=False):
        if len(line) != len(west_to_east):
            faults.append(f"{uid}: row {row} of the picture has {len(line)} hexes, the grid {len(west_to_east)}")
        for column, mark in zip(west_to_east, line, strict=False):
            if mark not in legend:
                faults.append(f"{uid}: row {row}: {mark!r} is not in the legend")
            elif legend[mark] != "none":
                ground[layout.format(column, row)] = legend[mark]
    return HexGrid(layout, ground or rectangle(layout, columns, rows)), ground, faults


def _span(uid: str, text: str) -> tuple[int, int]:
    """`01-29` -> (1, 29)."""
    first, hyphen, last = text.partition("-")
    if not (hyphen and first.isdecimal() and last.isdecimal() and 0 <= int(first) <= int(last) <= 99):
        raise DataFaults([f"{uid}: {text!r} is not a range of columns or rows, such as 01-29"])
    return int(first), int(last)


__all__ = ["MapSheet", "UnknownHex", "read_battlefield", "read_chart", "read_sheet"]
