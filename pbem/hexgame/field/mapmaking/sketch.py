"""The sketch of a country: sheet.yaml (how the sheet is numbered and divided) and one GeoJSON file for each map."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pbem.hexgame.field.mapmaking.facts import Facts, read_facts
from pbem.wargame.data_reader import read_data
from pbem.wargame.hexgrid import Hexside, hexside
from pbem.wargame.hexlayout import Layout, read_layout

Position = tuple[float, float]


@dataclass(frozen=True)
class Feature:
    """One drawn thing; its kind is one of the workshop's kinds.

    points: longitude and latitude in degrees; one for a place, the outer ring for an area, else a line.
    hexes: the printed hexes where they are known or settled, the one at which lines meet the place first.
    sides: hexsides that are settled, instead of those along the line. basis: `rulebook` where the rulebook prints these
    numbers, `judged` where we settled them, `invented` for what stands nowhere; empty for a mere bend of a line.
    control: whether the fit uses it.
    """

    name: str
    kind: str
    points: tuple[Position, ...]
    hexes: tuple[str, ...] = ()
    sides: tuple[Hexside, ...] = ()
    basis: str = ""
    control: bool = False

    @property
    def at(self) -> str:
        """The hex at which lines meet the place; empty where none is settled."""
        return self.hexes[0] if self.hexes else ""

    @property
    def settled(self) -> bool:
        """Whether it is a real place with a settled hex, and so has a residual; a bend of a road has no basis."""
        return bool(self.hexes and self.basis) and len(self.points) == 1


@dataclass(frozen=True)
class MapPlan:
    """One map of the sheet: its numbers and what the rulebook says of it.

    stretched: whether the country between settled places is moved along with them. transit_edge: the edge towards a
    transit track, if there is one. areas: parts of the map that are played on alone, as (columns, rows).
    """

    id: str
    title: str
    columns: tuple[int, int]
    rows: tuple[int, int]
    features: tuple[Feature, ...]
    facts: Facts = field(default_factory=Facts)
    transit_edge: str = ""
    stretched: bool = False
    areas: Mapping[str, tuple[str, str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Sheet:
    """The whole printed sheet. west_from: the first column over against the Western section of a transit track."""

    layout: Layout
    west_from: int
    maps: tuple[MapPlan, ...]


def read_yaml(path: Path) -> Any:
    """A file of ours whose every scalar is text. Raises OSError or DataFaults."""
    return read_data(path.name, path.read_bytes())


def read_sheet(folder: Path) -> Sheet:
    """Sheet and sketches of a folder. Raises KeyError or ValueError where they are not well made."""
    data = read_yaml(folder / "sheet.yaml")
    plans = tuple(_plan(name, plan, folder / f"{name}.geojson") for name, plan in data["maps"].items())
    return Sheet(read_layout(data["layout"]), int(data.get("western-section-from-column", "0")), plans)


def _plan(name: str, plan: Mapping[str, Any], sketch: Path) -> MapPlan:
    return MapPlan(
        id=name,
        title=plan["title"],
        columns=span(plan["columns"]),
        rows=span(plan["rows"]),
        features=read_sketch(sketch),
        facts=read_facts(plan),
        transit_edge=plan.get("transit-edge", ""),
        stretched=plan.get("stretched") == "true",
        areas={area: (given["columns"], given["rows"]) for area, given in plan.get("areas", {}).items()},
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
        hexes=tuple(properties.get("hex", "").split()),
        sides=tuple(_side(pair) for pair in properties.get("sides", "").split()),
        basis=properties.get("basis", ""),
        control=properties.get("control", False),
    )


def _side(pair: str) -> Hexside:
    a, b = pair.split("-")
    return hexside(a, b)
