"""A part of a finished map, for a scenario that needs no more of the sheet: the same hexes under the same numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulesets.napoleon_at_war.mapmaking.mapfile import BattleMap, read_map, write_map
from rulesets.napoleon_at_war.mapmaking.sketch import SCENARIO

LEARNING = SCENARIO.parent / "learning-jena"
# From the Saale valley to the Dornberg, and from Jena to Isserstedt.
COLUMNS, ROWS = (1, 14), (3, 14)


def cut(battle: BattleMap, columns: tuple[int, int], rows: tuple[int, int]) -> BattleMap:
    """The map between two columns and two rows. It has no transit track, and its own outermost hexes for edges."""
    part = replace(battle, columns=columns, rows=rows)
    lines = part.lines()
    kept = {at for line in lines for at in line}
    hexsides = {
        kind: tuple((a, b) for a, b in hexsides if a in kept and b in kept)
        for kind, hexsides in battle.hexsides.items()
    }
    # A slope hex beyond whose hexside the map ends has no slope any more.
    low = {at for between in hexsides["slope"] for at in between}
    plain = {"^": ".", "F": "f", "T": "t"}
    letters = {
        at: battle.letters[at] if at in low else plain.get(battle.letters[at], battle.letters[at]) for at in kept
    }
    return replace(
        part,
        letters=letters,
        names={at: name for at, name in battle.names.items() if at in kept},
        roads=tuple(piece for path in battle.roads for piece in _pieces(path, kept)),
        hexsides=hexsides,
        edges={
            "north": tuple(lines[0]),
            "east": tuple(line[-1] for line in lines),
            "south": tuple(lines[-1]),
            "west": tuple(line[0] for line in lines),
        },
        transit={},
    )


def _pieces(path: tuple[str, ...], kept: set[str]) -> Iterator[tuple[str, ...]]:
    """The stretches of a road that are on the part, each of two hexes or more."""
    piece: list[str] = []
    for at in (*path, ""):
        if at in kept:
            piece.append(at)
            continue
        if len(piece) > 1:
            yield tuple(piece)
        piece = []


def learning_map() -> str:
    """The text of the learning scenario's map, cut from the shipped one."""
    whole = read_map((SCENARIO / "maps" / "jena.yaml").read_text(encoding="utf-8"))
    return write_map(cut(whole, COLUMNS, ROWS))
