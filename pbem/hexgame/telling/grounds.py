"""What a chart of terrain says of hexes, in lines for whoever points at them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from pbem.hexgame.field.chart import Costs, HexKind
from pbem.hexgame.field.field import HexField
from pbem.hexgame.field.values import points_text

Note = tuple[str, str]
"""A hex, and a line that is said of it."""

_TIMES: Final = {2: "doubles", 3: "triples"}


def cost_text(half_points: int | None) -> str:
    """Movement points in words: `1 1/2 movement points`."""
    if half_points is None:
        return "prohibited"
    return f"{points_text(half_points)} movement point{'s' if half_points > 2 else ''}"


def costs_text(costs: Costs, movers: Mapping[str, str] | None = None) -> str:
    """What all classes of movers pay, or each of them where they differ: `prohibited for train, ...`.

    movers: class -> what people call it, of those that are told of; None for all by their own names.
    """
    told = movers or {mover: mover for mover in costs}
    classes: dict[int | None, list[str]] = {}
    for mover, word in told.items():
        classes.setdefault(costs[mover], []).append(word)
    if len(classes) == 1:
        return cost_text(*classes)
    return ", ".join(f"{cost_text(cost)} for {' and '.join(words)}" for cost, words in classes.items())


def ground_text(name: str, kind: HexKind, case: str, movers: Mapping[str, str] | None = None) -> str:
    """What the chart says of a kind of terrain. case: the rulebook's, of the chart. movers: see `costs_text`."""
    text = f"{name}: {costs_text(kind.enter, movers)}"
    if kind.times > 1:
        text += f", {_TIMES.get(kind.times, f'{kind.times} times')} the defender"
    if kind.halves:
        text += f", halves {' and '.join(kind.halves)} in or against it"
    return f"{text} ({case})"


def ways_noted(field: HexField, case: str) -> Iterator[Note]:
    """What a step along the ways costs that run through a hex."""
    for way, cost in field.chart.ways.items():
        along = f"{way}: {cost_text(cost)} along it ({case})"
        yield from ((at, along) for at in field.way_hexes.get(way, ()))


def edges_noted(field: HexField) -> Iterator[Note]:
    """On which edges of its sheet a hex lies."""
    for edges in field.edges.values():
        for edge, hexes in edges.items():
            yield from ((at, f"{edge} edge of the map") for at in dict.fromkeys(hexes))


def gathered(*notes: Iterable[Note]) -> Mapping[str, tuple[str, ...]]:
    """The lines of each hex, in the order in which they are given."""
    found: dict[str, list[str]] = {}
    for some in notes:
        for at, line in some:
            found.setdefault(at, []).append(line)
    return {at: tuple(lines) for at, lines in found.items()}
