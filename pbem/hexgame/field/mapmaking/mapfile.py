"""The map file: one map as YAML whose every scalar is text. docs/maps-jena-auerstadt.md describes it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pbem.hexgame.field.mapmaking.sketch import span
from pbem.hexgame.field.mapmaking.workshop import Form
from pbem.wargame.data_reader import read_data
from pbem.wargame.hexgrid import Hexside
from pbem.wargame.hexlayout import Layout, layout_texts, read_layout

_WIDTH = 100


@dataclass(frozen=True)
class BattleMap:
    """What a map file says. letters: hex -> mark of the legend; ways: member of the file -> paths of hexes.

    openings: edge or `inland` -> hexes at which units may enter or leave. areas: parts of the map that are played on
    alone -> (columns, rows). levels: hex -> digit of its elevation, empty for a map without. The rest as in the file.
    """

    id: str
    title: str
    layout: Layout
    columns: tuple[int, int]
    rows: tuple[int, int]
    legend: Mapping[str, str]
    letters: Mapping[str, str]
    names: Mapping[str, str]
    ways: Mapping[str, tuple[tuple[str, ...], ...]]
    hexsides: Mapping[str, tuple[Hexside, ...]]
    edges: Mapping[str, tuple[str, ...]]
    transit: Mapping[str, tuple[str, ...]]
    sources: Mapping[str, str]
    openings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    areas: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    levels: Mapping[str, str] = field(default_factory=dict)

    def lines(self) -> list[list[str]]:
        """The hexes as they are printed: northernmost row first, westernmost column first."""
        columns = _counted(self.columns, back=self.layout.columns_grow == "west")
        rows = _counted(self.rows, back=self.layout.rows_grow == "north")
        there, span = self.layout.has, (self.columns, self.rows)
        return [[self.layout.format(column, row) for column in columns if there(column, row, *span)] for row in rows]

    def outer(self) -> dict[str, tuple[str, ...]]:
        """The outermost hexes of each side, from west to east or from north to south; corners lie on two."""
        lines = self.lines()
        return {
            "north": tuple(lines[0]),
            "east": tuple(line[-1] for line in lines),
            "south": tuple(lines[-1]),
            "west": tuple(line[0] for line in lines),
        }

    def ground(self, at: str) -> str:
        """The ground of a hex in the words of the legend; empty where its mark is none of them."""
        return self.legend.get(self.letters.get(at, ""), "")

    def kind(self, at: str) -> str:
        """The terrain of a hex, such as `clear`."""
        return self.ground(at).partition(" ")[0]

    def slopes(self) -> list[str]:
        """The hexes with the slope symbol."""
        return [at for at in sorted(self.letters) if self.ground(at).endswith(" slope")]

    def paths(self) -> list[tuple[str, ...]]:
        """All ways, of whatever sort."""
        return [path for paths in self.ways.values() for path in paths]


def _counted(span: tuple[int, int], *, back: bool) -> list[int]:
    numbers = list(range(span[0], span[1] + 1))
    return numbers[::-1] if back else numbers


def write_map(battle: BattleMap, program: str) -> str:
    """The text of a map file; the same map gives the same bytes. program: the command that makes it."""
    out = [
        f"# Written by `{program} build` from the sketch; do not edit by hand.",
        f"id: {battle.id}",
        f"title: {battle.title}",
        "grid:",
        *(f"  {name}: {_grid_text(value)}" for name, value in layout_texts(battle.layout).items()),
        *(
            f'  {name}: "{first:02}-{last:02}"'
            for name, (first, last) in (("columns", battle.columns), ("rows", battle.rows))
        ),
        f"# North at the top, west on the left: {_first_line(battle.layout)} come first.",
        "legend:",
        *(f'  "{letter}": {words}' for letter, words in battle.legend.items()),
        "terrain: |",
        *_pictured(battle, battle.letters),
        *(["levels: |", *_pictured(battle, battle.levels)] if battle.levels else []),
        "names:",
        *(f'  "{at}": {name}' for at, name in sorted(battle.names.items())),
        *(line for member, paths in battle.ways.items() for line in _listed(member, paths)),
        "hexsides:",
        *(f"  {kind}: [{_wrapped(_hexside_texts(hexsides))}]" for kind, hexsides in battle.hexsides.items()),
        "edges:",
        *(f"  {edge}: {_quoted(hexes)}" for edge, hexes in battle.edges.items()),
        *(["openings:"] if battle.openings else []),
        *(f"  {edge}: {_quoted(hexes)}" for edge, hexes in battle.openings.items()),
        *(["areas:"] if battle.areas else []),
        *(f'  {area}: {{columns: "{columns}", rows: "{rows}"}}' for area, (columns, rows) in battle.areas.items()),
        *(["transit:"] if battle.transit else []),
        *(f"  {section}: {_quoted(hexes)}" for section, hexes in battle.transit.items()),
        "sources:",
        *(f"  {name}: {_quoted([text])}" for name, text in battle.sources.items()),
    ]
    return "\n".join(out) + "\n"


def _pictured(battle: BattleMap, marks: Mapping[str, str]) -> list[str]:
    return ["  " + "".join(marks[at] for at in line) for line in battle.lines()]


def _grid_text(value: str | Mapping[str, str]) -> str:
    return value if isinstance(value, str) else f"{{{', '.join(f'{key}: {text}' for key, text in value.items())}}}"


def _first_line(layout: Layout) -> str:
    row = "last" if layout.rows_grow == "north" else "first"
    return f"the {row} row and the {'highest' if layout.columns_grow == 'west' else 'lowest'} column"


def _listed(member: str, paths: Iterable[tuple[str, ...]]) -> list[str]:
    items = [f"  - {_quoted(path)}" for path in paths]
    return [f"{member}:", *items] if items else [f"{member}: []"]


def _quoted(texts: Iterable[str]) -> str:
    return json.dumps(" ".join(texts), ensure_ascii=False)


def _hexside_texts(hexsides: Iterable[Hexside]) -> list[str]:
    return [f"{a}-{b}" for a, b in hexsides]


def _wrapped(texts: list[str]) -> str:
    lines, line = [], ""
    for text in texts:
        if len(line) + len(text) > _WIDTH:
            lines.append(line.rstrip())
            line = ""
        line += f'"{text}", '
    lines.append(line.removesuffix(", "))
    return "\n    ".join(lines)


def read_map(text: str, form: Form) -> BattleMap:
    """A map file's text. Raises KeyError or ValueError where it is not in the format; `check` does the rest."""
    data: dict[str, Any] = read_data("the map", text.encode("utf-8"))
    grid = dict(data["grid"])
    columns, rows = span(grid.pop("columns")), span(grid.pop("rows"))
    battle = BattleMap(
        id=data["id"],
        title=data["title"],
        layout=read_layout(grid),
        columns=columns,
        rows=rows,
        legend=data["legend"],
        letters={},
        names=data["names"],
        ways={member: tuple(tuple(path.split()) for path in data[member]) for member in form.ways},
        hexsides={kind: tuple(_hexside(pair) for pair in data["hexsides"][kind]) for kind in form.hexsides},
        edges=_hexes(data["edges"]),
        transit=_hexes(data.get("transit", {})),
        sources=data["sources"],
        openings=_hexes(data.get("openings", {})),
        areas={area: (given["columns"], given["rows"]) for area, given in data.get("areas", {}).items()},
    )
    levels = _marked(battle, data["levels"]) if "levels" in data else {}
    return replace(battle, letters=_marked(battle, data["terrain"]), levels=levels)


def _hexes(given: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    return {key: tuple(text.split()) for key, text in given.items()}


def _hexside(pair: str) -> Hexside:
    a, b = pair.split("-")
    return a, b


def _marked(battle: BattleMap, picture: str) -> dict[str, str]:
    """Hex -> its mark in a picture."""
    return {
        at: mark
        for hexes, written in zip(battle.lines(), picture.split("\n")[:-1], strict=True)
        for at, mark in zip(hexes, written, strict=True)
    }
