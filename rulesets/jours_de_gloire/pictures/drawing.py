"""The printed map as a board: boxes where they lie in the country, roads, rivers, bridges and fords."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from pbem.engine.picture import Board, Place, Point, Stroke
from rulesets.jours_de_gloire.mapdata import Box, Entry, Waterlink
from rulesets.jours_de_gloire.pictures.layout import Layout
from rulesets.jours_de_gloire.pictures.waterways import across, along, course, middle
from rulesets.jours_de_gloire.setting import Setting

_ROADS = {"plain": ("road", 2), "dotted": ("trail", 1)}
_RIVERS = {"major": ("river", 3), "minor": ("stream", 2)}
# Ways over water that are printed; where there is none a link is barred until somebody lays a pontoon.
_WAYS = ("bridge", "ford")


def boards(setting: Setting, layout: Layout) -> tuple[Board, ...]:
    """The one map of a scenario."""
    return (_Sheet(setting, layout).board(),)


def crossing(setting: Setting, layout: Layout, kind: str, link: str) -> Stroke:
    """A mark at the middle of a link: `bridge`, `ford`, `pontoon` or `broken`."""
    a, _, b = link.partition(":")
    return Stroke(kind, along(layout.centres[a], layout.centres[b], layout.span // 2), 2, (a, b))


class _Sheet:
    def __init__(self, setting: Setting, layout: Layout) -> None:
        self.setting, self.layout = setting, layout
        self.centres, self.span = layout.centres, layout.span

    def board(self) -> Board:
        """The map."""
        places = tuple(self._place(box) for box in self.setting.boxes.values())
        strokes = (*self._rivers(), *self._links(), *self._entries(), *self._crossings())
        scenario = self.setting.scenario
        return Board(scenario.map, self.setting.map.title, places, strokes, self.span, "boxes")

    def _place(self, box: Box) -> Place:
        worth = self.setting.scenario.boxes.get(box.id, 0)
        return Place(
            box.id,
            self.centres[box.id],
            name=box.name,
            terrain=box.terrain,
            signs=("city",) if box.city else (),
            worth=str(worth) if worth else "",
            hover=tuple(self._hover(box, worth)),
        )

    def _hover(self, box: Box, worth: int) -> Iterator[str]:
        yield f"{box.id}: {box.terrain} terrain{', fortified city (8.8)' if box.city else ''}"
        if worth:
            yield f"{worth} victory point{'' if worth == 1 else 's'} (9-2)"
        for to in self.setting.field.neighbours(box.id):
            link = self.setting.link(box.id, to)
            if link is not None:
                yield f"to {self.setting.boxes[to].name}: {self._way(link, box.id, to)}"
        for entry in self.setting.map.entries.values():
            if entry.box == box.id:
                yield f"entry {entry.id}: {entry.name} (3.3-4)"

    def _way(self, link: Waterlink, a: str, b: str) -> str:
        """What a link is like, in words: `plain, bridge over the Vistula`."""
        if not link.water:
            return link.kind
        name = f"{min(a, b)}:{max(a, b)}"
        river = next((river.name for river in self.setting.map.rivers.values() if name in river.links), "")
        over = f"the {river}" if river else f"a {link.over} river"
        return f"{link.kind}, {'no way' if link.water == 'none' else link.water} over {over}"

    # -- lines ----------------------------------------------------------------------------

    def _rivers(self) -> Iterator[Stroke]:
        """Every river by its crossings; water that no river of the file has, across its link."""
        named: set[str] = set()
        for river in self.setting.map.rivers.values():
            named |= set(river.links)
            kind, weight = _RIVERS[river.kind]
            yield Stroke(kind, course(river, self.centres, self.span), weight, name=river.name)
        for name, link in self.setting.map.links.items():
            if link.over and name not in named:
                a, _, b = name.partition(":")
                kind, weight = _RIVERS[link.over]
                yield Stroke(kind, across(self.centres[a], self.centres[b], self.span), weight)

    def _links(self) -> Iterator[Stroke]:
        for name, link in self.setting.map.links.items():
            a, _, b = name.partition(":")
            kind, weight = _ROADS[link.kind]
            yield Stroke(kind, (self.centres[a], self.centres[b]), weight, (a, b))

    def _entries(self) -> Iterator[Stroke]:
        """jdg 3.3-4: roads from beyond the map, away from the other links of their box; several fan out."""
        entries = sorted(self.setting.map.entries.values(), key=lambda entry: (entry.box, entry.id))
        for box, group in groupby(entries, key=lambda entry: entry.box):
            yield from self._from_beyond(box, tuple(group))

    def _from_beyond(self, box: str, entries: tuple[Entry, ...]) -> Iterator[Stroke]:
        centre = self.centres[box]
        # A box without any link has its roads come from the north.
        near = [self.centres[to] for to in self.setting.field.neighbours(box)] or [(centre[0], centre[1] + self.span)]
        x, y = sum(point[0] for point in near) // len(near), sum(point[1] for point in near) // len(near)
        away = along(centre, (2 * centre[0] - x, 2 * centre[1] - y), 4 * self.span)
        for number, entry in enumerate(entries):
            outside = _turned(centre, middle(centre, away[1]), 2 * number + 1 - len(entries))
            kind, weight = _ROADS[entry.link.kind]
            yield Stroke(kind, (outside, centre), weight)

    def _crossings(self) -> Iterator[Stroke]:
        for name, link in self.setting.map.links.items():
            if link.water in _WAYS:
                yield crossing(self.setting, self.layout, link.water, name)


def _turned(about: Point, point: Point, eighths: int) -> Point:
    """A point turned about another, by about 22 degrees for each step: a slope of two in five."""
    x, y = point[0] - about[0], point[1] - about[1]
    return about[0] + x - y * 2 * eighths // 5, about[1] + y + x * 2 * eighths // 5
