"""Maps of boxes joined by links: towns and the roads between them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from pbem.wargame.faults import DataFaults


@dataclass(frozen=True, slots=True)
class Link:
    """A link between two boxes as printed; it may be used both ways.

    a, b: the boxes it joins. kind: the map's word for it ("road", "dotted").
    cost: what a move along it costs, in the map's unit, above zero.
    attributes: whatever else the map prints on it (a river, a bridge), by name.
    """

    a: str
    b: str
    kind: str
    cost: int = 1
    attributes: Mapping[str, str] = field(default_factory=dict)


class AreaGraph:
    """Boxes and the links between them.

    boxes: each box with its attributes, in the map's order. links: as printed, once each.
    kinds: the kinds of link that this map knows.

    Raises DataFaults with everything that is wrong. Methods that take a box raise KeyError for an unknown one.
    """

    def __init__(self, boxes: Mapping[str, Mapping[str, str]], links: Iterable[Link], kinds: Iterable[str]) -> None:
        self.boxes: dict[str, Mapping[str, str]] = dict(boxes)
        self.all_links: tuple[Link, ...] = tuple(links)
        faults = graph_faults(self.boxes, self.all_links, tuple(kinds))
        if faults:
            raise DataFaults(faults)
        self._links: dict[str, dict[str, Link]] = {box: {} for box in self.boxes}
        for link in self.all_links:
            self._links[link.a][link.b] = link
            self._links[link.b][link.a] = link
        self._neighbours = {box: tuple(sorted(near)) for box, near in self._links.items()}

    def __contains__(self, box: object) -> bool:
        return box in self.boxes

    def neighbours(self, box: str) -> tuple[str, ...]:
        """The boxes one link away, in alphabetical order of their names."""
        return self._neighbours[box]

    def links(self, box: str) -> tuple[Link, ...]:
        """The links of a box, in the order of `neighbours`."""
        near = self._links[box]
        return tuple(near[to] for to in self._neighbours[box])

    def link(self, a: str, b: str) -> Link | None:
        """The link between two boxes; None where there is none."""
        return self._links[a].get(b)

    def parts(self) -> tuple[tuple[str, ...], ...]:
        """The pieces that no link joins, each in alphabetical order, in order of their first box on the map."""
        pieces = []
        seen: set[str] = set()
        for box in self.boxes:
            if box in seen:
                continue
            piece = [box]
            seen.add(box)
            for at in piece:
                fresh = [to for to in self._neighbours[at] if to not in seen]
                seen.update(fresh)
                piece.extend(fresh)
            pieces.append(tuple(sorted(piece)))
        return tuple(pieces)


def graph_faults(boxes: Mapping[str, Mapping[str, str]], links: Iterable[Link], kinds: tuple[str, ...]) -> list[str]:
    """Everything that is wrong with a map of boxes and links, one sentence each; empty when it is sound."""
    faults = [] if boxes else ["a map has at least one box"]
    joined: set[tuple[str, str]] = set()
    touched: set[str] = set()
    for link in links:
        name, pair = f"{link.a}-{link.b}", (min(link.a, link.b), max(link.a, link.b))
        faults += [f"{name}: no box {end}" for end in dict.fromkeys((link.a, link.b)) if end not in boxes]
        if link.a == link.b:
            faults.append(f"{name}: joins a box to itself")
        if pair in joined:
            faults.append(f"{name}: these boxes are joined already")
        if link.kind not in kinds:
            faults.append(f"{name}: kind {link.kind} is not one of {', '.join(kinds)}")
        if link.cost <= 0:
            faults.append(f"{name}: cost {link.cost} is not above zero")
        joined.add(pair)
        touched.update(pair)
    if len(boxes) > 1:
        faults += [f"{box}: no link leads there" for box in boxes if box not in touched]
    return faults
