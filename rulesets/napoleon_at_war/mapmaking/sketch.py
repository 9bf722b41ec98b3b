"""The sketch of the country: sheet.yaml (how the sheet is numbered and divided) and one GeoJSON file a battlefield."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pbem.wargame.hexlayout import Layout
from rulesets.data_reader import read_data

Position = tuple[float, float]

SCENARIO = Path(__file__).parent.parent / "scenarios" / "jena-auerstadt"


@dataclass(frozen=True)
class Feature:
    """One drawn thing. kind: town, hilltop, height, entry, camp, forest, road, stream, river or scarp.

    points: longitude and latitude in degrees; one for a place, the outer ring for a wood, else a line.
    at: the printed hex where one is known or settled, else empty. basis: `rulebook` where the rulebook prints that
    number for what stood there, `judged` where we settled it. control: whether the fit uses it.
    """

    name: str
    kind: str
    points: tuple[Position, ...]
    at: str = ""
    basis: str = ""
    control: bool = False


@dataclass(frozen=True)
class MapPlan:
    """One battlefield of the sheet: its numbers, the edge towards the transit track, what the rulebook says of it.

    entries: edge -> the hexes on it at which units appear. hilltops: hexes with a slope all round.
    towns: names that have to be towns. reach: (entry hex, town, movement points that have to suffice).
    """

    id: str
    title: str
    columns: tuple[int, int]
    rows: tuple[int, int]
    transit_edge: str
    entries: Mapping[str, tuple[str, ...]]
    hilltops: tuple[str, ...]
    towns: tuple[str, ...]
    reach: tuple[tuple[str, str, int], ...]
    features: tuple[Feature, ...]


@dataclass(frozen=True)
class Sheet:
    """The whole printed sheet. west_from: the first column over against the Western section of the track."""

    layout: Layout
    west_from: int
    maps: tuple[MapPlan, ...]


def read_sheet(scenario: Path = SCENARIO) -> Sheet:
    """Sheet and sketches of a scenario directory. Raises KeyError or ValueError where they are not well made."""
    data = read_data("sketch/sheet.yaml", (scenario / "sketch" / "sheet.yaml").read_bytes())
    plans = tuple(_plan(name, plan, scenario / "sketch" / f"{name}.geojson") for name, plan in data["maps"].items())
    return Sheet(Layout(**data["layout"]), int(data["western-section-from-column"]), plans)


def _plan(name: str, plan: Mapping[str, Any], sketch: Path) -> MapPlan:
    return MapPlan(
        id=name,
        title=plan["title"],
        columns=span(plan["columns"]),
        rows=span(plan["rows"]),
        transit_edge=plan["transit-edge"],
        entries={edge: tuple(hexes.split()) for edge, hexes in plan["entries"].items()},
        hilltops=tuple(plan.get("hilltops", "").split()),
        towns=tuple(plan["towns"].split()),
        reach=tuple((r["from"], r["to"], int(r["points"])) for r in plan.get("reach", ())),
        features=read_sketch(sketch),
    )


def span(text: str) -> tuple[int, int]:
    """`01-29` -> (1, 29)."""
    first, last = text.split("-")
    return int(first), int(last)


def read_sketch(path: Path) -> tuple[Feature, ...]:
    """The features of a GeoJSON FeatureCollection (RFC 7946) of points, lines and polygons without holes."""
    collection = json.loads(path.read_text(encoding="utf-8"))
    return tuple(_feature(feature) for feature in collection["features"])


def _feature(feature: Mapping[str, Any]) -> Feature:
    properties, geometry = feature["properties"], feature["geometry"]
    coordinates = geometry["coordinates"]
    if geometry["type"] == "Point":
        coordinates = [coordinates]
    elif geometry["type"] == "Polygon":
        coordinates = coordinates[0][:-1]
    return Feature(
        name=properties["name"],
        kind=properties["kind"],
        points=tuple((float(lon), float(lat)) for lon, lat in coordinates),
        at=properties.get("hex", ""),
        basis=properties.get("basis", ""),
        control=properties.get("control", False),
    )
