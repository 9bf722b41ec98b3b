"""From the fitted sketch to hexes: terrain, hexsides, roads, edges and the sections of the transit track."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise

from pbem.wargame.hexgrid import Hexside, hexside
from rulesets.napoleon_at_war.mapmaking.fit import Fit, fit
from rulesets.napoleon_at_war.mapmaking.mapfile import BattleMap
from rulesets.napoleon_at_war.mapmaking.plane import Line, Plane
from rulesets.napoleon_at_war.mapmaking.sketch import Feature, MapPlan, Position, Sheet

# Where each class of feature comes from; kept in the map file for those who correct it from a printed sheet.
SOURCES = {
    "grid": "rulebook numbers; stand and parity inferred",
    "entries": "rulebook",
    "hilltops": "rulebook; the slopes around them inferred",
    "towns": "fitted from the sketch; Closwitz, Cospeda, Isserstedt and the like settled where the fit allows",
    "forest": "fitted from the sketch, outlines invented",
    "slope": "fitted from the sketch, extent invented",
    "stream": "fitted from the sketch",
    "river": "fitted from the sketch",
    "roads": "fitted from the sketch between the rulebook's entry hexes",
    "bridge": "invented: wherever a road meets water",
    "edges": "rulebook names, outermost hexes",
    "transit": "invented: divided by the sheet's middle column",
}


class Builder:
    """One battlefield in the making: its plan, its paper, its fit, and where every named place went."""

    def __init__(self, sheet: Sheet, plan: MapPlan) -> None:
        self.sheet, self.plan = sheet, plan
        self.plane = Plane(sheet.layout, plan.columns, plan.rows)
        self.fit: Fit = fit(plan, self.plane)
        self.places: dict[Position, str] = {}
        for feature in self.of("town", "hilltop", "height", "entry"):
            at = feature.at or self.plane.nearest(self.fit.spot(feature.points[0]))
            if at in self.plane.map:
                self.places[feature.points[0]] = at

    def of(self, *kinds: str) -> list[Feature]:
        """The features of some kinds, in the order of the sketch."""
        return [feature for feature in self.plan.features if feature.kind in kinds]

    def line(self, feature: Feature) -> Line:
        """A drawn line on paper; a vertex that is a named place lies in the middle of that place's hex."""
        return tuple(
            self.plane.centre(self.places[point]) if point in self.places else self.fit.spot(point)
            for point in feature.points
        )

    def build(self) -> BattleMap:
        """The finished map."""
        plan, slopes = self.plan, self.slopes()
        roads = self.roads()
        water = self.water()
        crossed = {hexside(a, b) for path in roads for a, b in pairwise(path)}
        bridges = crossed & (water["river"] | water["stream"])
        hexsides = {**water, "slope": set(slopes), "bridge": bridges}
        edges = self.edges()
        return BattleMap(
            id=plan.id,
            title=plan.title,
            layout=self.sheet.layout,
            columns=plan.columns,
            rows=plan.rows,
            letters=self.letters(slopes.values()),
            names={
                self.places[f.points[0]]: f.name
                for f in self.of("height", "hilltop", "town")
                if f.points[0] in self.places
            },
            roads=tuple(tuple(path) for path in roads),
            hexsides={kind: tuple(sorted(pairs)) for kind, pairs in hexsides.items()},
            edges=edges,
            transit=self.sections(edges[plan.transit_edge]),
            sources=SOURCES,
        )

    def letters(self, low: Iterable[str]) -> Mapping[str, str]:
        """Terrain letters: towns stand in their woods' clearings; the hexes in `low` bear the slope symbol."""
        letters = dict.fromkeys(self.plane.hexes, ".")
        for wood in self.of("forest"):
            letters |= dict.fromkeys(self.plane.within(tuple(self.fit.spot(point) for point in wood.points)), "f")
        letters |= {self.places[f.points[0]]: "t" for f in self.of("town") if f.points[0] in self.places}
        return letters | {at: {".": "^"}.get(letters[at], letters[at].upper()) for at in low}

    def slopes(self) -> dict[Hexside, str]:
        """Slope hexsides -> their low hex: along scarps, whose drawn line has the high ground on its left."""
        slopes = {}
        for scarp in self.of("scarp"):
            for high, low in self.plane.chain(tuple(self.fit.spot(point) for point in scarp.points)):
                if high in self.plane.map and low in self.plane.map:
                    slopes[hexside(high, low)] = low
        for top in (feature.at for feature in self.of("hilltop")):
            slopes |= {hexside(top, near): near for near in self.plane.map.neighbours(top)}
        return slopes

    def water(self) -> dict[str, set[Hexside]]:
        """River and stream hexsides; where both were drawn the river stays."""
        found: dict[str, set[Hexside]] = {"river": set(), "stream": set()}
        for course in self.of("river", "stream"):
            pairs = self.plane.chain(self.line(course))
            found[course.kind] |= {hexside(a, b) for a, b in pairs if a in self.plane.map and b in self.plane.map}
        return {"river": found["river"], "stream": found["stream"] - found["river"]}

    def roads(self) -> list[list[str]]:
        """Hex paths along the drawn roads, through the hexes of the places that they name."""
        paths: list[list[str]] = []
        for road in self.of("road"):
            there = frozenset(hexside(a, b) for path in paths for a, b in pairwise(path))
            paths.append(self.road(road, there))
        return paths

    def road(self, road: Feature, there: frozenset[Hexside]) -> list[str]:
        """One road: from its first hex on the map to its last, place by place."""
        line = self.line(road)
        stops = [(0, self.plane.entering(line))]
        stops += [(i, self.places[point]) for i, point in enumerate(road.points) if point in self.places]
        stops.append((len(line) - 1, self.plane.entering(line[::-1])))
        path = [stops[0][1]]
        for (i, start), (j, end) in pairwise(stops):
            if start != end:
                path += self.plane.way(start, end, line[i : j + 1], there)[1:]
        return path

    def edges(self) -> dict[str, tuple[str, ...]]:
        """The outermost hexes of each side, from west to east or from north to south; corners lie on two."""
        (first, last), (bottom, top) = self.plan.columns, self.plan.rows
        number = self.sheet.layout.format
        across, upright = range(last, first - 1, -1), range(top, bottom - 1, -1)
        return {
            "north": tuple(number(column, top) for column in across),
            "east": tuple(number(first, row) for row in upright),
            "south": tuple(number(column, bottom) for column in across),
            "west": tuple(number(last, row) for row in upright),
        }

    def sections(self, edge: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
        """The edge towards the transit track in its Western and Eastern section."""
        western = {at: self.sheet.layout.parse(at)[0] >= self.sheet.west_from for at in edge}
        return {
            "western": tuple(at for at in edge if western[at]),
            "eastern": tuple(at for at in edge if not western[at]),
        }
