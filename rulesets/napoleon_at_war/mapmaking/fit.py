"""From longitude and latitude to the printed grid: the least-squares similarity through the control points.

On the tangent plane about the control points' middle (x = longitude * cos latitude, y = latitude, in km) the grid
is turned, scaled and shifted, never mirrored: numbers grow to the west, yet the sheet's west is the country's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, cos, degrees, hypot, radians

from rulesets.napoleon_at_war.mapmaking.plane import Plane, Spot
from rulesets.napoleon_at_war.mapmaking.sketch import Feature, MapPlan, Position

_KM_PER_DEGREE = 111.2


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
    """The similarity through all control points of a battlefield. Raises ValueError with fewer than two of them."""
    points = [feature for feature in plan.features if feature.control]
    if len(points) < 2:
        raise ValueError(f"{plan.id}: a similarity needs two control points")
    # About the middle of the control points both clouds have their mean at zero, and the solution is closed.
    origin = _middle([feature.points[0] for feature in points])
    ground = [_km(feature.points[0], origin) for feature in points]
    paper = [plane.centre(feature.at) for feature in points]
    mid = _middle(paper)
    along = sum(x * (u - mid[0]) + y * (v - mid[1]) for (x, y), (u, v) in zip(ground, paper, strict=True))
    across = sum(x * (v - mid[1]) - y * (u - mid[0]) for (x, y), (u, v) in zip(ground, paper, strict=True))
    spread = sum(x * x + y * y for x, y in ground)
    return Fit(origin, along / spread, across / spread, *mid)


def residual(feature: Feature, found: Fit, plane: Plane) -> float:
    """How far, in hexes, the fit puts a place from the centre of its hex."""
    u, v = found.spot(feature.points[0])
    x, y = plane.centre(feature.at)
    return hypot(u - x, v - y)


def report(plan: MapPlan, plane: Plane) -> str:
    """The fit of one battlefield as a YAML text: its parameters, then the residual of every place with a hex."""
    found = fit(plan, plane)
    rows = [(feature, residual(feature, found, plane)) for feature in plan.features if feature.at]
    control = [off for feature, off in rows if feature.control]
    lines = [
        f"# Written by `python -m rulesets.napoleon_at_war.mapmaking fit`: the similarity fit of {plan.title}.",
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
    place = f'name: "{feature.name}", hex: "{feature.at}", basis: {feature.basis}'
    return f'  - {{{place}, falls-in: "{falls}", residual: {off:.2f}}}'
