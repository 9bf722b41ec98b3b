"""From the fitted sketch to hexes: terrain, hexsides, ways, edges and the sections of a transit track."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from pbem.hexgame.field.mapmaking.fit import Fit, Stretched, fit
from pbem.hexgame.field.mapmaking.mapfile import BattleMap
from pbem.hexgame.field.mapmaking.plane import Line, Plane
from pbem.hexgame.field.mapmaking.sketch import Feature, MapPlan, Position
from pbem.hexgame.field.mapmaking.workshop import Kind, Workshop
from pbem.wargame.hexgrid import Hexside, hexside

_CLEAR, _SLOPE, _BRIDGE = "clear", "slope", "bridge"


class Builder:
    """One map in the making: its plan, its paper, its fit, and where every named place went."""

    def __init__(self, shop: Workshop, plan: MapPlan) -> None:
        self.shop, self.plan = shop, plan
        self.plane = Plane(shop.sheet.layout, plan.columns, plan.rows)
        found = fit(plan, self.plane)
        self.fit: Fit | Stretched = Stretched(found, plan.features, self.plane) if plan.stretched else found
        self.places: dict[Position, str] = {}
        for feature, _ in self.of("place"):
            at = feature.at or self.plane.nearest(self.fit.spot(feature.points[0]))
            if at in self.plane.map:
                self.places[feature.points[0]] = at

    def of(self, *shapes: str) -> Iterator[tuple[Feature, Kind]]:
        """The features of some shapes with their kinds, in the order of the sketch. Raises KeyError for no kind."""
        for feature in self.plan.features:
            kind = self.shop.kinds[feature.kind]
            if kind.shape in shapes:
                yield feature, kind

    def line(self, feature: Feature) -> Line:
        """A drawn line on paper; a vertex that is a named place lies in the middle of that place's hex."""
        return tuple(
            self.plane.centre(self.places[point]) if point in self.places else self.fit.spot(point)
            for point in feature.points
        )

    def build(self) -> BattleMap:
        """The finished map."""
        plan, form = self.plan, self.shop.form
        slopes, water = self.slopes(), self.lines()
        bridged = {kind.feature for kind in self.shop.kinds.values() if kind.bridged}
        dams = frozenset(side for kind in self.shop.kinds.values() if kind.barred for side in water[kind.feature])
        ways = self.ways(dams)
        crossed = {hexside(a, b) for paths in ways.values() for path in paths for a, b in pairwise(path)}
        wet = {side for feature in bridged for side in water[feature]}
        levels = self.levels()
        bluffs = self.bluffs(levels)
        hexsides = {**water, **self.thickets(), **bluffs, _SLOPE: set(slopes), _BRIDGE: crossed & wet}
        battle = BattleMap(
            id=plan.id,
            title=plan.title,
            layout=self.shop.sheet.layout,
            columns=plan.columns,
            rows=plan.rows,
            legend=form.legend,
            letters=self.letters(slopes.values()),
            names={
                self.places[feature.points[0]]: feature.name
                for feature, kind in self.of("place")
                if kind.named and feature.points[0] in self.places
            },
            ways={member: tuple(tuple(path) for path in ways.get(member, ())) for member in form.ways},
            hexsides={feature: tuple(sorted(hexsides.get(feature, ()))) for feature in form.hexsides},
            edges={},
            transit={},
            sources=self.shop.sources,
            openings=plan.facts.entries if form.openings else {},
            areas=plan.areas,
            levels=levels,
        )
        edges = battle.outer()
        sections = self.sections(edges[plan.transit_edge]) if plan.transit_edge else {}
        return BattleMap(**{**vars(battle), "edges": edges, "transit": sections})

    def letters(self, low: Iterable[str]) -> Mapping[str, str]:
        """Terrain marks: towns stand in their woods' clearings; the hexes in `low` bear the slope symbol."""
        ground = dict.fromkeys(self.plane.hexes, _CLEAR)
        for area, kind in self.of("area"):
            ground |= dict.fromkeys(self._covered(area), kind.terrain)
        for place, kind in self.of("place"):
            if kind.terrain and place.points[0] in self.places:
                ground |= dict.fromkeys(place.hexes or (self.places[place.points[0]],), kind.terrain)
        ground |= {at: f"{ground[at]} {_SLOPE}" for at in low}
        return {at: self.shop.form.mark(words) for at, words in ground.items()}

    def _covered(self, area: Feature) -> Iterable[str]:
        """The settled hexes of an area, else those whose centre lies in it."""
        return area.hexes or self.plane.within(tuple(self.fit.spot(point) for point in area.points))

    def thickets(self) -> dict[str, set[Hexside]]:
        """Hexsides within areas that mark them: those of which both hexes lie in the area."""
        found: dict[str, set[Hexside]] = {}
        for area, kind in self.of("area"):
            if kind.feature:
                hexes = set(self._covered(area)) & set(self.plane.hexes)
                near = {hexside(at, to) for at in hexes for to in self.plane.map.neighbours(at) if to in hexes}
                found[kind.feature] = found.get(kind.feature, set()) | near
        return found

    def levels(self) -> dict[str, str]:
        """Levels of elevation: each area lies over those drawn before it, and 0 under all; none where none is drawn."""
        drawn = [(area, kind.level) for area, kind in self.of("height") if kind.level]
        levels = dict.fromkeys(self.plane.hexes, "0") if drawn else {}
        for area, level in drawn:
            levels |= {at: level for at in self._covered(area) if at in levels}
        return levels

    def bluffs(self, levels: Mapping[str, str]) -> dict[str, set[Hexside]]:
        """Hexsides of a feature within areas that mark them, wherever the level changes."""
        found: dict[str, set[Hexside]] = {}
        for area, kind in self.of("height"):
            if kind.feature:
                hexes = set(self._covered(area)) & set(levels)
                near = ((at, to) for at in hexes for to in self.plane.map.neighbours(at) if to in hexes)
                found.setdefault(kind.feature, set()).update(hexside(a, b) for a, b in near if levels[a] != levels[b])
        return found

    def slopes(self) -> dict[Hexside, str]:
        """Slope hexsides -> their low hex: along scarps, whose drawn line has the high ground on its left."""
        slopes = {}
        for scarp, _ in self.of("scarp"):
            for high, low in self.plane.chain(tuple(self.fit.spot(point) for point in scarp.points)):
                if high in self.plane.map and low in self.plane.map:
                    slopes[hexside(high, low)] = low
        for top in (feature.at for feature, kind in self.of("place") if kind.feature == _SLOPE):
            slopes |= {hexside(top, near): near for near in self.plane.map.neighbours(top)}
        return slopes

    def lines(self) -> dict[str, set[Hexside]]:
        """Hexsides of each feature that is drawn as a line; where two kinds of water were drawn the earlier stays."""
        found: dict[str, set[Hexside]] = {
            kind.feature: set() for kind in self.shop.kinds.values() if kind.shape == "line"
        }
        for course, kind in self.of("line"):
            sides = course.sides or [hexside(*pair) for pair in self.plane.chain(self.line(course))]
            found[kind.feature] |= {(a, b) for a, b in sides if a in self.plane.map and b in self.plane.map}
        wet: set[Hexside] = set()
        for kind in self.shop.kinds.values():
            if kind.bridged or kind.barred:
                found[kind.feature] -= wet
                wet |= found[kind.feature]
        return found

    def ways(self, barred: frozenset[Hexside]) -> dict[str, list[list[str]]]:
        """Hex paths along the drawn ways, through the hexes of the places they name; none crosses a barred side."""
        ways: dict[str, list[list[str]]] = {}
        there: set[Hexside] = set()
        for way, kind in self.of("way"):
            path = self.way(way, frozenset(there), barred)
            there |= {hexside(a, b) for a, b in pairwise(path)}
            ways.setdefault(kind.way, []).append(path)
        return ways

    def way(self, way: Feature, there: frozenset[Hexside], barred: frozenset[Hexside]) -> list[str]:
        """One way: from its first hex on the map to its last, place by place."""
        line = self.line(way)
        stops = [(0, self.plane.entering(line))]
        stops += [(i, self.places[point]) for i, point in enumerate(way.points) if point in self.places]
        stops.append((len(line) - 1, self.plane.entering(line[::-1])))
        path = [stops[0][1]]
        for (i, start), (j, end) in pairwise(stops):
            if start != end:
                path += self.plane.way(start, end, line[i : j + 1], there, barred)[1:]
        return path

    def sections(self, edge: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
        """The edge towards the transit track in its Western and Eastern section."""
        western = {at: self.shop.sheet.layout.parse(at)[0] >= self.shop.sheet.west_from for at in edge}
        return {
            "western": tuple(at for at in edge if western[at]),
            "eastern": tuple(at for at in edge if not western[at]),
        }
