"""Map files into one field. A file that cannot be used is refused with all its faults at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from pbem.hexgame.field.chart import HexChart
from pbem.hexgame.field.field import HexField
from pbem.hexgame.field.values import mapping, words
from pbem.wargame.faults import DataFaults
from pbem.wargame.hexgrid import HexGrid, Hexside, hexside, rectangle
from pbem.wargame.hexlayout import Layout, UnknownHex, read_layout


@dataclass
class MapSheet:
    """One map as read. See `HexField` for the meaning of the members; `faults`: what is wrong with the file."""

    id: str
    title: str
    grid: HexGrid
    chart: HexChart
    terrain: dict[str, str] = field(default_factory=dict)
    marks: dict[str, set[str]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    ways: dict[str, frozenset[Hexside]] = field(default_factory=dict)
    way_ends: frozenset[str] = frozenset()
    sides: dict[str, frozenset[Hexside]] = field(default_factory=dict)
    edges: dict[str, tuple[str, ...]] = field(default_factory=dict)
    sections: dict[str, tuple[str, ...]] = field(default_factory=dict)
    levels: dict[str, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def known(self, text: str, what: str) -> tuple[str, ...]:
        """The hexes of a text; those that the map lacks become faults and are left out."""
        found = []
        for at in words(text):
            if at in self.grid:
                found.append(at)
            elif self.grid.layout.sheets and (same := self._on_another_sheet(at)):
                found.append(same)
            else:
                self.faults.append(f"{self.id}: {what} names {at[:20]}, which is not on the map")
        return tuple(found)

    def _on_another_sheet(self, at: str) -> str:
        """The hex that two sheets print, by its one spelling; "" for none of the map."""
        try:
            same = self.grid.layout.spelled(at)
        except UnknownHex:
            return ""
        return same if same in self.grid else ""

    def chain(self, text: str, what: str) -> list[Hexside]:
        """The hexsides between the consecutive hexes of a text."""
        found = []
        for a, b in pairwise(self.known(text, what)):
            if self.grid.adjacent(a, b):
                found.append(hexside(a, b))
            else:
                self.faults.append(f"{self.id}: {what} goes from {a} to {b}, which do not touch")
        return found


def read_field(
    maps: Sequence[Mapping[str, Any]], chart: HexChart, overlay: Sequence[Any] = (), sections: str = ""
) -> HexField:
    """All maps of a scenario as one graph, an overlay's corrections applied.

    overlay: list of {"hex", "terrain"} and {"hexside", "feature", "there"} entries. sections: the member of a map file
    that groups hexes by names, "" for none. Raises DataFaults with everything that is wrong.
    """
    sheets = [read_sheet(data, chart, sections) for data in maps]
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


def marks_of(chart: HexChart) -> tuple[str, ...]:
    """The marks that a hex may bear besides its terrain."""
    return tuple(dict.fromkeys(kind.out_of for kind in chart.sides.values() if kind.out_of))


def _correct(sheets: Sequence[MapSheet], overlay: Sequence[Any], chart: HexChart) -> list[str]:
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
    return faults or (_unsound(sheets, chart) if overlay else [])


def _unsound(sheets: Sequence[MapSheet], chart: HexChart) -> list[str]:
    """What corrections may leave behind: a bridge over nothing, a slope of which both hexes or none lie low."""
    faults = []
    for sheet in sheets:
        water = frozenset().union(*(sheet.sides[name] for name, kind in chart.sides.items() if kind.bridged))
        dry = sorted(sheet.sides.get(chart.bridge, frozenset()) - water)
        faults += [f"overlay: the bridge {a}-{b} would cross no water" for a, b in dry]
        for name, kind in chart.sides.items():
            low = sheet.marks.get(kind.out_of, set())
            level = sorted((a, b) for a, b in sheet.sides[name] if kind.out_of and (a in low) == (b in low))
            faults += [
                f"overlay: the {name} {a}-{b} needs the {kind.out_of} symbol in exactly one of its hexes"
                for a, b in level
            ]
    return faults


def _correct_hex(sheets: Sequence[MapSheet], at: str, ground: str, chart: HexChart) -> list[str]:
    sheet = next((s for s in sheets if at in s.grid), None)
    if sheet is None:
        return [f"overlay: there is no hex {at[:20]}"]
    kind, _, symbol = ground.partition(" ")
    if kind not in chart.hexes or symbol not in ("", *marks_of(chart)):
        return [f"overlay: {at} is {ground[:20]}, not one of {', '.join(chart.hexes)}"]
    _lay(sheet, at, ground)
    return []


def _correct_hexside(sheets: Sequence[MapSheet], pair: str, feature: str, there: bool) -> list[str]:
    """Puts a road, trail or hexside feature on the hexside between two hexes, or takes it away."""
    a, _, b = pair.partition("-")
    sheet = next((s for s in sheets if a in s.grid and b in s.grid and s.grid.adjacent(a, b)), None)
    if sheet is None:
        return [f"overlay: {pair[:20]!r} is no hexside of two hexes that touch, such as 0610-0711"]
    chart = sheet.chart
    if feature not in (*chart.ways, *chart.sides):
        return [f"overlay: {feature[:20]} is not one of {', '.join((*chart.ways, *chart.sides))}"]
    lines = sheet.ways if feature in chart.ways else sheet.sides
    lines[feature] = lines[feature] | {hexside(a, b)} if there else lines[feature] - {hexside(a, b)}
    return []


def _lay(sheet: MapSheet, at: str, ground: str) -> None:
    """The ground of a hex in words: its terrain, then the mark that it may bear."""
    kind, _, symbol = ground.partition(" ")
    sheet.terrain[at] = kind
    for marked in sheet.marks.values():
        marked.discard(at)
    if symbol in sheet.marks:
        sheet.marks[symbol].add(at)
    elif symbol:
        may = " or ".join(sheet.marks) or "nothing"
        sheet.faults.append(f"{sheet.id}: {at} is {ground[:40]!r}; only {may} may follow the terrain")


def _joined(sheets: Sequence[MapSheet], chart: HexChart) -> HexField:
    grids = {sheet.id: sheet.grid for sheet in sheets}
    hexes = [(sheet, at) for sheet in sheets for at in sheet.grid.hexes]
    return HexField(
        chart=chart,
        neighbours={at: sheet.grid.neighbours(at) for sheet, at in hexes},
        map_of={at: sheet.id for sheet, at in hexes},
        terrain={at: sheet.terrain[at] for sheet, at in hexes},
        marks={mark: frozenset(at for sheet in sheets for at in sheet.marks[mark]) for mark in marks_of(chart)},
        ways={way: frozenset(s for sheet in sheets for s in sheet.ways[way]) for way in chart.ways},
        sides={kind: frozenset(s for sheet in sheets for s in sheet.sides[kind]) for kind in chart.sides},
        edges={sheet.id: sheet.edges for sheet in sheets},
        sections={sheet.id: sheet.sections for sheet in sheets if sheet.sections},
        names={at: name for sheet in sheets for at, name in sheet.names.items()},
        titles={sheet.id: sheet.title for sheet in sheets},
        grids=grids,
        way_ends=frozenset(at for sheet in sheets for at in sheet.way_ends),
        levels={at: level for sheet in sheets for at, level in sheet.levels.items()},
    )


def read_sheet(data: Mapping[str, Any], chart: HexChart, sections: str = "") -> MapSheet:
    """One map file. Faults that leave the rest readable are collected in the sheet; a bad grid raises DataFaults.

    sections: see `read_field`.
    """
    uid = str(data.get("id", "map"))
    grid = _grid(uid, mapping(data.get("grid")), mapping(data.get("legend")), str(data.get("terrain", "")))
    sheet = MapSheet(uid, str(data.get("title", uid)), grid[0], chart, faults=grid[2])
    sheet.marks = {mark: set() for mark in marks_of(chart)}
    for at, ground in grid[1].items():
        _lay(sheet, at, ground)
    sheet.faults += [
        f"{uid}: terrain {kind} is not on the chart" for kind in sorted(set(sheet.terrain.values()) - set(chart.hexes))
    ]
    if "levels" in data:
        drawn = _drawn(uid, grid[0].layout, *_spans(uid, mapping(data.get("grid"))), str(data["levels"]), sheet.faults)
        sheet.faults += [f"{uid}: {at} has the level {mark!r}, no digit" for at, mark in drawn if not mark.isdecimal()]
        sheet.levels = {at: int(mark) for at, mark in drawn if mark.isdecimal() and at in sheet.grid}
    sheet.names = {at: name for at, name in mapping(data.get("names")).items() if sheet.known(at, "names")}
    _read_lines(sheet, data)
    sheet.edges = {edge: sheet.known(hexes, f"the {edge} edge") for edge, hexes in mapping(data.get("edges")).items()}
    groups = mapping(data.get(sections)) if sections else {}
    sheet.sections = {name: sheet.known(hexes, f"{sections} section {name}") for name, hexes in groups.items()}
    return sheet


def _read_lines(sheet: MapSheet, data: Mapping[str, Any]) -> None:
    """Ways, `roads` being the member of the way `road`, and hexside features: two hexes joined by a hyphen."""
    ends, kinds = [], sheet.chart.sides
    for way in sheet.chart.ways:
        lines = data.get(f"{way}s") or ()
        sheet.ways[way] = frozenset(s for line in lines for s in sheet.chain(line, f"a {way}"))
        ends += [at for line in lines for at in (words(line)[:1] + words(line)[-1:])]
    sheet.way_ends = frozenset(ends)
    features = mapping(data.get("hexsides"))
    sheet.faults += [f"{sheet.id}: hexside feature {f} is not known" for f in features if f not in kinds]
    for kind in kinds:
        listed = features.get(kind) or ()
        text = listed if isinstance(listed, str) else " ".join(listed)
        sheet.sides[kind] = frozenset(
            s for pair in words(text) for s in sheet.chain(pair.replace("-", " "), f"a {kind} hexside")
        )


def _grid(
    uid: str, data: Mapping[str, str], legend: Mapping[str, str], picture: str
) -> tuple[HexGrid, dict[str, str], list[str]]:
    """The hexes of a map from its picture: rows from north to south, in each the columns from west to east.

    A character that the legend calls `none` is no hex. Blanks in a row only keep it readable.
    """
    layout, faults = read_layout(data), list[str]()
    columns, rows = _spans(uid, data)
    ground: dict[str, str] = {}
    for at, mark in _drawn(uid, layout, columns, rows, picture, faults):
        if mark not in legend:
            faults.append(f"{uid}: hex {at}: {mark!r} is not in the legend")
        elif legend[mark] != "none":
            ground[at] = legend[mark]
    return HexGrid(layout, ground or rectangle(layout, columns, rows)), ground, faults


def _drawn(
    uid: str, layout: Layout, columns: tuple[int, int], rows: tuple[int, int], picture: str, faults: list[str]
) -> list[tuple[str, str]]:
    """The hexes of a picture with their marks; what it has too much or too little becomes faults."""
    west_to_east = range(columns[0], columns[1] + 1)[:: 1 if layout.columns_grow == "east" else -1]
    north_to_south = range(rows[0], rows[1] + 1)[:: 1 if layout.rows_grow == "south" else -1]
    lines = ["".join(line.split()) for line in picture.splitlines() if line.strip()]
    if len(lines) != len(north_to_south):
        faults.append(f"{uid}: the picture has {len(lines)} rows, the grid {len(north_to_south)}")
    found = []
    for row, line in zip(north_to_south, lines, strict=False):
        there: Sequence[int] = west_to_east
        if layout.short:
            there = [column for column in west_to_east if layout.has(column, row, columns, rows)]
        if len(line) != len(there):
            faults.append(f"{uid}: row {row} of the picture has {len(line)} hexes, the grid {len(there)}")
        found += [(layout.format(column, row), mark) for column, mark in zip(there, line, strict=False)]
    return found


def _spans(uid: str, data: Mapping[str, str]) -> tuple[tuple[int, int], tuple[int, int]]:
    return _span(uid, data.get("columns", "")), _span(uid, data.get("rows", ""))


def _span(uid: str, text: str) -> tuple[int, int]:
    """`01-29` -> (1, 29)."""
    first, hyphen, last = text.partition("-")
    if not (hyphen and first.isdecimal() and last.isdecimal() and 0 <= int(first) <= int(last) <= 99):
        raise DataFaults([f"{uid}: {text!r} is not a range of columns or rows, such as 01-29"])
    return int(first), int(last)


__all__ = ["MapSheet", "UnknownHex", "marks_of", "read_field", "read_sheet"]
