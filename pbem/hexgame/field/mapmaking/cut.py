"""A part of a finished map, for a scenario that needs no more of the sheet: the same hexes under the same numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pbem.hexgame.field.mapmaking.mapfile import BattleMap


def cut(battle: BattleMap, columns: tuple[int, int], rows: tuple[int, int]) -> BattleMap:
    """The map between two columns and two rows. It has no transit track, and its own outermost hexes for edges."""
    part = replace(battle, columns=columns, rows=rows)
    kept = {at for line in part.lines() for at in line}
    hexsides = {
        kind: tuple((a, b) for a, b in hexsides if a in kept and b in kept)
        for kind, hexsides in battle.hexsides.items()
    }
    # A slope hex beyond whose hexside the map ends has no slope any more.
    low = {at for between in hexsides.get("slope", ()) for at in between}
    marks = {words: mark for mark, words in battle.legend.items()}
    letters = {at: battle.letters[at] if at in low else marks[battle.ground(at).removesuffix(" slope")] for at in kept}
    return replace(
        part,
        letters=letters,
        levels={at: level for at, level in battle.levels.items() if at in kept},
        names={at: name for at, name in battle.names.items() if at in kept},
        ways={
            member: tuple(piece for path in paths for piece in _pieces(path, kept))
            for member, paths in battle.ways.items()
        },
        hexsides=hexsides,
        edges=part.outer(),
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
