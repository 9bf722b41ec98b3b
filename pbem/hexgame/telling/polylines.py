"""Short pieces of road or river joined into lines that can be drawn in one stroke."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

# A hex, or a point of the map.
Node = TypeVar("Node", str, tuple[int, int])


def lines(pieces: Iterable[tuple[Node, Node]]) -> list[tuple[Node, ...]]:
    """The lines that pieces make: each piece lies in one of them, once.

    A line runs from one end or fork to the next, through nodes where two pieces meet; a ring ends where it begins.
    """
    joined: dict[Node, list[Node]] = {}
    for a, b in sorted(set(pieces)):
        joined.setdefault(a, []).append(b)
        joined.setdefault(b, []).append(a)
    done: set[tuple[Node, Node]] = set()
    ends = [node for node in sorted(joined) if len(joined[node]) != 2]
    found = [line for node in ends for line in _from(node, joined, done)]
    # What is left has no end: rings.
    return found + [line for node in sorted(joined) for line in _from(node, joined, done)]


def _from(start: Node, joined: Mapping[Node, Sequence[Node]], done: set[tuple[Node, Node]]) -> list[tuple[Node, ...]]:
    """The lines that begin in a node and are not drawn yet."""
    found = []
    for to in sorted(joined[start]):
        if (start, to) in done:
            continue
        line = [start, to]
        done |= {(start, to), (to, start)}
        while line[-1] != start and len(joined[line[-1]]) == 2:
            here, before = line[-1], line[-2]
            further = next(node for node in joined[here] if node != before)
            done |= {(here, further), (further, here)}
            line.append(further)
        found.append(tuple(line))
    return found
