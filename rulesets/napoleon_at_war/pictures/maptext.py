"""A position as a picture of plain characters: one for each map, with a legend of the units on it."""

from __future__ import annotations

from collections.abc import Mapping

from rulesets.napoleon_at_war.position import Position
from rulesets.napoleon_at_war.setting import Setting

# Vacant hexes; the second character stands where a road or trail runs through.
_MARKS = {"clear": ".+", "forest": "fF", "town": "tT", "rough": "rR", "marsh": "mM"}
# Characters from one column of hexes to the next, and for the hex number at the left margin.
_PITCH = 3
_MARGIN = 6
_LEGEND_WIDTH = 50


def map_text(setting: Setting, position: Position) -> str:
    """All maps of the scenario, north at the top. Each line holds the hexes of one height; next to it stands
    the number of its westmost hex, and above all, where hexes stand in columns, the two digits of each column."""
    parts = [_sheet(setting, position, battle) for battle in setting.field.titles]
    return "\n".join(parts)


def _sheet(setting: Setting, position: Position, battle: str) -> str:
    field = setting.field
    here = {at: unit for unit, at in sorted(position.at.items()) if field.map_of[at] == battle}
    labels = _labels(setting, here)
    lines = [field.titles[battle], _columns(setting, battle)]
    lines += _picture(setting, battle, {at: labels[unit] for at, unit in here.items()})
    lines += ["", *_legend(setting, here, labels), _key(setting, battle), ""]
    return "\n".join(line.rstrip() for line in lines)


def _labels(setting: Setting, here: Mapping[str, str]) -> dict[str, str]:
    """unit -> `F3`: the army's initial and a number in order of hex."""
    labels: dict[str, str] = {}
    for army in setting.armies:
        units = [here[at] for at in sorted(here) if setting.roster.units[here[at]].army == army]
        initial = setting.names.get(army, army)[:1].upper()
        labels.update({unit: f"{initial}{number}" for number, unit in enumerate(units, 1)})
    return labels


def _place(setting: Setting, at: str) -> tuple[int, int]:
    """Line and column of a hex in the picture: half a hex is one line, or with pointed tops one pitch."""
    x, y = setting.field.centres[at]
    flat = setting.field.grids[setting.field.map_of[at]].layout.top == "flat"
    return (y, x // 3 * _PITCH) if flat else (y // 3, x * _PITCH)


def _picture(setting: Setting, battle: str, units: Mapping[str, str]) -> list[str]:
    hexes = [at for at in setting.field.hexes if setting.field.map_of[at] == battle]
    places = {at: _place(setting, at) for at in hexes}
    top = min(line for line, _ in places.values())
    left = min(column for _, column in places.values())
    rows: dict[int, list[tuple[int, str]]] = {}
    for at, (line, column) in places.items():
        rows.setdefault(line - top, []).append((column - left, at))
    picture = []
    for line in range(max(rows) + 1):
        text, first = "", ""
        for column, at in sorted(rows.get(line, ())):
            first = first or at
            text = text.ljust(column) + units.get(at, _ground(setting, at))
        picture.append(first.ljust(_MARGIN) + text)
    return picture


def _columns(setting: Setting, battle: str) -> str:
    """The first two digits of the hexes below, where they are the same all the way down; else an empty line."""
    columns: dict[int, set[str]] = {}
    for at in setting.field.hexes:
        if setting.field.map_of[at] == battle:
            columns.setdefault(_place(setting, at)[1], set()).add(at[:2])
    if any(len(numbers) > 1 for numbers in columns.values()):
        return ""
    left, text = min(columns), ""
    for column, numbers in sorted(columns.items()):
        text = text.ljust(column - left) + min(numbers)
    return " " * _MARGIN + text


def _ground(setting: Setting, at: str) -> str:
    field = setting.field
    mark = _MARKS.get(field.terrain[at], "??")
    on_way = any(at in hexes for hexes in field.way_hexes.values())
    return mark[1] if on_way else mark[0]


def _legend(setting: Setting, here: Mapping[str, str], labels: Mapping[str, str]) -> list[str]:
    """Two units a line: label, hex, id, name, strength and allowance, with an `a` or `c` as in 13.0."""
    entries = []
    for unit, label in labels.items():
        counter = setting.roster.units[unit]
        kind = {"artillery": "a", "cavalry": "c"}.get(counter.kind, "")
        at = next(hex_ for hex_, who in here.items() if who == unit)
        value = f"{counter.strength}-{counter.allowance}{kind}"
        entries.append(f"{label:4}{at}  {value:6}{unit:10}{counter.name}")
    half = (len(entries) + 1) // 2
    right = [*entries[half:], ""]
    return [f"{entry:{_LEGEND_WIDTH}}{right[number]}" for number, entry in enumerate(entries[:half])]


def _key(setting: Setting, battle: str) -> str:
    """What the marks of vacant hexes mean, of those that the map has."""
    kinds = sorted({setting.field.terrain[at] for at in setting.field.hexes if setting.field.map_of[at] == battle})
    marks = [f"{_MARKS[kind][0]} {kind}, {_MARKS[kind][1]} with a road" for kind in kinds if kind in _MARKS]
    return "; ".join(marks) + "\nRivers, streams and slopes are not drawn; a hex is named by its column, then its row."
