"""From longitude and latitude to the printed grid: the least-squares similarity through the control points.

On the tangent plane about the control points' middle (x = longitude * cos latitude, y = latitude, in km) the grid
is turned, scaled and shifted, never mirrored: where numbers grow to the west, the sheet's west is the country's still.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, cos, degrees, hypot, radians

from pbem.hexgame.field.mapmaking.plane import Plane, Spot
from pbem.hexgame.field.mapmaking.sketch import Feature, MapPlan, Position

_KM_PER_DEGREE = 111.2

# Of `Stretched`: the weight of staying where the fit says, that of a place seven hexes off; and how blunt a pull is
# at the place itself, in squares of hexes.
_STAYS = 0.02
_BLUNT = 0.05


@dataclass(frozen=True)
class Fit:
    """km to hexes: (x, y) -> (a x - b y + dx, b x + a y + dy), km counted from `origin` (longitude, latitude)."""

    origin: Position
    a: float
    b: float
    dx: float
    dy: float

    def spot(self, at: Position) -> Spot:
        """Where a position lies on paper, in hexes."""
        x, y = _km(at, self.origin)
        return self.a * x - self.b * y + self.dx, self.b * x + self.a * y + self.dy

    @property
    def metres_per_hex(self) -> float:
        """Width of a hex between opposite sides."""
        return 1000 / hypot(self.a, self.b)

    @property
    def up(self) -> float:
        """Degrees by which the sheet's upward direction lies east of north."""
        return degrees(atan2(self.b, self.a))


def _km(at: Position, origin: Position) -> Spot:
    squeeze = cos(radians(origin[1]))
    return (at[0] - origin[0]) * _KM_PER_DEGREE * squeeze, (at[1] - origin[1]) * _KM_PER_DEGREE


def _middle(spots: Sequence[Spot]) -> Spot:
    return sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)


def fit(plan: MapPlan, plane: Plane) -> Fit:
    """The similarity through all control points of a map. Raises ValueError with fewer than two of them."""
    points = [feature for feature in plan.features if feature.control]
    if len(points) < 2:
        raise ValueError(f"{plan.id}: a similarity needs two control points")
    # About the middle of the control points both clouds have their mean at zero, and the solution is closed.
    origin = _middle([feature.points[0] for feature in points])
    ground = [_km(feature.points[0], origin) for feature in points]
    paper = [settled(feature, plane) for feature in points]
    mid = _middle(paper)
    along = sum(x * (u - mid[0]) + y * (v - mid[1]) for (x, y), (u, v) in zip(ground, paper, strict=True))
    across = sum(x * (v - mid[1]) - y * (u - mid[0]) for (x, y), (u, v) in zip(ground, paper, strict=True))
    spread = sum(x * x + y * y for x, y in ground)
    return Fit(origin, along / spread, across / spread, *mid)


def residual(feature: Feature, found: Fit, plane: Plane) -> float:
    """How far, in hexes, the fit puts a place from the centre of its hex."""
    u, v = found.spot(feature.points[0])
    x, y = settled(feature, plane)
    return hypot(u - x, v - y)


def settled(feature: Feature, plane: Plane) -> Spot:
    """The middle of a place's settled hexes on paper."""
    return _middle([plane.centre(at) for at in feature.hexes])


class Stretched:
    """The fit, and the country between settled places moved along with them.

    Each settled place pulls by its own residual with the weight 1 / (distance squared), hexes counted on paper; what is
    far from all of them stays where the fit puts it.
    """

    def __init__(self, found: Fit, features: Sequence[Feature], plane: Plane) -> None:
        self.fit = found
        self.pulls = [
            (settled(feature, plane), found.spot(feature.points[0])) for feature in features if feature.settled
        ]

    def spot(self, at: Position) -> Spot:
        """Where a position lies on paper, in hexes."""
        x, y = self.fit.spot(at)
        weights, dx, dy = _STAYS, 0.0, 0.0
        for (u, v), (fu, fv) in self.pulls:
            weight = 1 / ((x - fu) ** 2 + (y - fv) ** 2 + _BLUNT)
            weights, dx, dy = weights + weight, dx + weight * (u - fu), dy + weight * (v - fv)
        return x + dx / weights, y + dy / weights


def report(plan: MapPlan, plane: Plane, program: str) -> str:
    """The fit of one map as a YAML text: its parameters, then the residual of every place with a hex."""
    found = fit(plan, plane)
    rows = [(feature, residual(feature, found, plane)) for feature in plan.features if feature.settled]
    control = [off for feature, off in rows if feature.control]
    lines = [
        f"# Written by `{program} fit`: the similarity fit of {plan.title}.",
        "# Residuals in hexes between the fitted position of a place and the centre of its hex.",
        f"metres-per-hex: {found.metres_per_hex:.0f}",
        f"sheet-up-east-of-north: {found.up:.1f}",
        f"mean-residual: {sum(control) / len(control):.2f}",
        f"largest-residual: {max(control):.2f}",
        "control-points:",
        *(_row(feature, off, found, plane) for feature, off in rows if feature.control),
        "other-places-with-a-settled-hex:",
        *(_row(feature, off, found, plane) for feature, off in rows if not feature.control),
    ]
    return "\n".join(lines) + "\n"


def _row(feature: Feature, off: float, found: Fit, plane: Plane) -> str:
    falls = plane.nearest(found.spot(feature.points[0]))
    hexes = " ".join(feature.hexes)
    place = f'name: "{feature.name}", hex: "{hexes}", basis: {feature.basis}'
    return f'  - {{{place}, falls-in: "{falls}", residual: {off:.2f}}}'
