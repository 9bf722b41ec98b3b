"""The map file: one battlefield as YAML whose every scalar is text. docs/maps-jena-auerstadt.md describes it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pbem.wargame.hexgrid import Hexside
from pbem.wargame.hexlayout import Layout
from rulesets.data_reader import read_data
from rulesets.napoleon_at_war.mapmaking.sketch import span

# Terrain letters: a capital (and ^ for clear) bears the slope symbol.
LEGEND = {
    ".": "clear",
    "^": "clear slope",
    "f": "forest",
    "F": "forest slope",
    "t": "town",
    "T": "town slope",
}
HEXSIDES = ("river", "stream", "slope", "bridge")
_WIDTH = 100


@dataclass(frozen=True)
class BattleMap:
    """What a map file says. letters: hex -> terrain letter; roads: paths of hexes; the rest as in Battlefield."""

    id: str
    title: str
    layout: Layout
    columns: tuple[int, int]
    rows: tuple[int, int]
    letters: Mapping[str, str]
    names: Mapping[str, str]
    roads: tuple[tuple[str, ...], ...]
    hexsides: Mapping[str, tuple[Hexside, ...]]
    edges: Mapping[str, tuple[str, ...]]
    transit: Mapping[str, tuple[str, ...]]
    sources: Mapping[str, str]

    def lines(self) -> list[list[str]]:
        """The hexes as they are printed: northernmost row first, westernmost column first."""
        columns = range(self.columns[1], self.columns[0] - 1, -1)
        return [
            [self.layout.format(column, row) for column in columns] for row in range(self.rows[1], self.rows[0] - 1, -1)
        ]

    def kind(self, at: str) -> str:
        """`clear`, `forest` or `town`."""
        return LEGEND[self.letters[at]].split()[0]

    def slopes(self) -> list[str]:
        """The hexes with the slope symbol."""
        return [at for at in sorted(self.letters) if LEGEND.get(self.letters[at], "").endswith(" slope")]


def write_map(battle: BattleMap) -> str:
    """The text of a map file; the same map gives the same bytes."""
    grid = {name: getattr(battle.layout, name) for name in ("top", "numbering", "columns_grow", "rows_grow", "shifted")}
    out = [
        "# Written by `python -m rulesets.napoleon_at_war.mapmaking build` from the sketch; do not edit by hand.",
        f"id: {battle.id}",
        f"title: {battle.title}",
        "grid:",
        *(f"  {name}: {value}" for name, value in grid.items()),
        *(
            f'  {name}: "{first:02}-{last:02}"'
            for name, (first, last) in (("columns", battle.columns), ("rows", battle.rows))
        ),
        "# North at the top, west on the left: the last row and the highest column come first.",
        "legend:",
        *(f'  "{letter}": {words}' for letter, words in LEGEND.items()),
        "terrain: |",
        *("  " + "".join(battle.letters[at] for at in line) for line in battle.lines()),
        "names:",
        *(f'  "{at}": {name}' for at, name in sorted(battle.names.items())),
        "roads:",
        *(_item(path) for path in battle.roads),
        "trails: []",
        "hexsides:",
        *(f"  {kind}: [{_wrapped(_hexside_texts(hexsides))}]" for kind, hexsides in battle.hexsides.items()),
        "edges:",
        *(f"  {edge}: {_quoted(hexes)}" for edge, hexes in battle.edges.items()),
        *(["transit:"] if battle.transit else []),
        *(f"  {section}: {_quoted(hexes)}" for section, hexes in battle.transit.items()),
        "sources:",
        *(f"  {name}: {_quoted([text])}" for name, text in battle.sources.items()),
    ]
    return "\n".join(out) + "\n"


def _quoted(texts: Iterable[str]) -> str:
    return json.dumps(" ".join(texts), ensure_ascii=False)


def _item(path: Iterable[str]) -> str:
    return f"  - {_quoted(path)}"


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


def read_map(text: str) -> BattleMap:
    """A map file's text. Raises KeyError or ValueError where it is not in the format; `check` does the rest."""
    data: dict[str, Any] = read_data("map", text.encode("utf-8"))
    grid = dict(data["grid"])
    columns, rows = span(grid.pop("columns")), span(grid.pop("rows"))
    layout = Layout(**grid)
    battle = BattleMap(
        id=data["id"],
        title=data["title"],
        layout=layout,
        columns=columns,
        rows=rows,
        letters={},
        names=data["names"],
        roads=tuple(tuple(path.split()) for path in data["roads"]),
        hexsides={kind: tuple(_hexside(pair) for pair in data["hexsides"][kind]) for kind in HEXSIDES},
        edges={edge: tuple(hexes.split()) for edge, hexes in data["edges"].items()},
        transit={section: tuple(hexes.split()) for section, hexes in data["transit"].items()},
        sources=data["sources"],
    )
    return _lettered(battle, data["terrain"].split("\n")[:-1])


def _hexside(pair: str) -> Hexside:
    a, b = pair.split("-")
    return a, b


def _lettered(battle: BattleMap, block: list[str]) -> BattleMap:
    letters = {
        at: letter
        for hexes, written in zip(battle.lines(), block, strict=True)
        for at, letter in zip(hexes, written, strict=True)
    }
    return BattleMap(**{**vars(battle), "letters": letters})
