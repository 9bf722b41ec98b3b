"""The workshop file: which kinds of feature a sketch may have, what each becomes, and where the files lie.

Kinds are data, so that a ruleset with other terrain writes another file and no program:

    kinds:
      town: {shape: place, terrain: town, named: true}
      hilltop: {shape: place, feature: slope, named: true}    # the hexside feature all round
      camp: {shape: anchor}                                   # for the fit alone
      forest: {shape: area, terrain: forest}
      road: {shape: way, way: roads}
      lake: {shape: line, feature: lake, barred: true}        # earlier kinds of water win over later ones
      river: {shape: line, feature: river, bridged: true}
      scarp: {shape: scarp, feature: slope}                   # the high ground on the left of the line
      third: {shape: height, level: 3}                        # its level of elevation, over what was drawn before
      bluff: {shape: height, feature: steep}                  # where the level changes within the area
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from pbem.hexgame.field.mapmaking.facts import Facts
from pbem.hexgame.field.mapmaking.sketch import MapPlan, Sheet, read_sheet, read_yaml, span

SHAPES = ("place", "anchor", "area", "way", "line", "scarp", "height")


@dataclass(frozen=True)
class Kind:
    """A kind of feature. terrain: of its hexes; feature: of its hexsides; way: the member of the map file it goes to.

    level: of elevation of its hexes, "" for none. named: whether its name is on the map. bridged, barred: whether ways
    cross it by bridges, or not at all."""

    shape: str
    terrain: str = ""
    feature: str = ""
    way: str = ""
    level: str = ""
    named: bool = False
    bridged: bool = False
    barred: bool = False


@dataclass(frozen=True)
class Cut:
    """A part of a finished map that is a map of its own: the same hexes under the same numbers."""

    source: str
    path: Path
    columns: tuple[int, int]
    rows: tuple[int, int]


@dataclass(frozen=True)
class Form:
    """How the map files of a workshop are written. legend: mark -> ground in words.

    ways, hexsides: the members of the file, in their order. program: the command that the files name as their maker.
    """

    legend: Mapping[str, str]
    ways: tuple[str, ...]
    hexsides: tuple[str, ...]
    program: str
    openings: bool = False

    def mark(self, ground: str) -> str:
        """The mark of a ground. Raises ValueError where the legend lacks it."""
        for mark, words in self.legend.items():
            if words == ground:
                return mark
        raise ValueError(f"the legend has no mark for {ground}")


@dataclass(frozen=True)
class Workshop:
    """A workshop file as read; folders are those of sketches, of fits and of maps."""

    sketches: Path
    maps: Path
    kinds: Mapping[str, Kind]
    form: Form
    sources: Mapping[str, str]
    fixed: Mapping[str, tuple[str, ...]]
    cuts: tuple[Cut, ...]
    closed: str

    @cached_property
    def sheet(self) -> Sheet:
        """The sheet and its sketches."""
        return read_sheet(self.sketches)

    def facts(self, plan: MapPlan) -> Facts:
        """What the rulebook says of a map, with what this file says beside the sheet."""
        fixed = (*plan.facts.fixed, *self.fixed.get(plan.id, ()))
        return replace(plan.facts, fixed=fixed, closed=plan.facts.closed or self.closed)

    def map_path(self, plan: MapPlan) -> Path:
        """Where the map of a plan lies."""
        return self.maps / f"{plan.id}.yaml"


def read_workshop(path: Path) -> Workshop:
    """A workshop file; its paths count from its folder. Raises KeyError or ValueError where it is not well made."""
    data = read_yaml(path)
    home = path.parent
    return Workshop(
        sketches=home / data["sketches"],
        maps=home / data["maps"],
        kinds={name: _kind(name, given) for name, given in data["kinds"].items()},
        form=Form(
            data["legend"],
            tuple(data["ways"].split()),
            tuple(data["hexsides"].split()),
            data["program"],
            data.get("openings") == "true",
        ),
        sources=data["sources"],
        fixed={name: tuple(text.split()) for name, text in data.get("fixed", {}).items()},
        cuts=tuple(
            Cut(cut["of"], home / cut["to"], span(cut["columns"]), span(cut["rows"])) for cut in data.get("cuts", ())
        ),
        closed=data.get("closed", ""),
    )


def _kind(name: str, given: Mapping[str, str]) -> Kind:
    texts, flags = ("shape", "terrain", "feature", "way", "level"), ("named", "bridged", "barred")
    if given.get("shape") not in SHAPES or set(given) - {*texts, *flags}:
        raise ValueError(
            f"kind {name}: its shape is one of {', '.join(SHAPES)}; members: {', '.join((*texts, *flags))}"
        )
    shape, terrain, feature, way, level = (given.get(member, "") for member in texts)
    named, bridged, barred = (given.get(member) == "true" for member in flags)
    return Kind(shape, terrain, feature, way, level, named, bridged, barred)
