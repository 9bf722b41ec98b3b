"""Victory points and levels (20)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any

from pbem.lean import dataclass
from rulesets.campaign_1806.roster import VEDETTE, Forces


@dataclass(frozen=True)
class Scale:
    """osg 20.11-1, 20.14, 20.2, 14.21, 14.22, 14.23: data/victory.yaml. ratios: least ratio of losses -> French points.
    losses: (most points lost, Prussian points), the last for all beyond. levels: (ratio, whether it belongs to the
    level, name), the last without a ratio. sources: name -> hexes."""

    ratios: tuple[tuple[Fraction, int], ...]
    losses: tuple[tuple[int | None, int], ...]
    levels: tuple[tuple[Fraction | None, bool, str], ...]
    each: Mapping[str, int]
    sources: Mapping[str, tuple[str, ...]]


def read_scale(data: Mapping[str, Any]) -> Scale:
    """osg 14.2, 20.1: data/victory.yaml. Raises KeyError or ValueError where it is not well made."""
    levels: list[tuple[Fraction | None, bool, str]] = []
    for row in data["levels"]:
        ratio = row.get("most") or row.get("below")
        levels.append((_ratio(ratio) if ratio else None, "most" in row, row["level"]))
    return Scale(
        tuple((_ratio(text), int(points)) for text, points in data["loss-ratio"].items()),
        tuple((None if most == "more" else int(most), int(p)) for most, p in data["prussian-losses"].items()),
        tuple(levels),
        {name: int(data[name]) for name in ("source", "corps", "baggage")},
        {name: tuple(text.split()) for name, text in data["sources"].items()},
    )


def _ratio(text: str) -> Fraction:
    first, second = text.split(":")
    return Fraction(int(first), int(second))


def lost_points(forces: Forces, lost: Collection[str], army: str) -> int:
    """osg 17.3, 20.11-1, 20.11-2: strength points of an army that are lost at the end: full strength of whoever is in a
    box then; vedettes, leaders and trains count nothing, independent units do."""
    units = (forces.units[uid] for uid in lost)
    return sum(unit.strength for unit in units if unit.army == army and unit.fights and unit.kind != VEDETTE)


def for_ratio(scale: Scale, prussian: int, french: int) -> int:
    """osg 20.11-1: French points for the ratio of losses that has been reached."""
    if not prussian and not french:
        return 0
    if not french:
        return scale.ratios[-1][1]
    reached = [points for least, points in scale.ratios if Fraction(prussian, french) >= least]
    return reached[-1] if reached else scale.ratios[0][1]


def for_losses(scale: Scale, prussian: int, less: int = 0) -> int:
    """osg 20.14: Prussian points for what they have lost in all. less: taken off in the small battles by the designer's
    answer."""
    points = next(points for most, points in scale.losses if most is None or prussian <= most)
    return points - less


def for_sources(scale: Scale, names: Sequence[str], taken: Collection[str]) -> int:
    """osg 20.12: a point for each source of a side that the enemy does not control."""
    hexes = [at for name in names for at in scale.sources[name]]
    return scale.each["source"] * sum(at not in taken for at in hexes)


def for_corps(scale: Scale, demoralized: Collection[str]) -> int:
    """osg 20.13: a point for each enemy corps that is demoralized at the end."""
    return scale.each["corps"] * len(demoralized)


def for_baggage(scale: Scale, captured: Collection[str]) -> int:
    """osg 20.15, 14.34-2: a point for each enemy baggage train captured."""
    return scale.each["baggage"] * len(captured)


def level(scale: Scale, french: int, prussian: int) -> str:
    """osg 20.0, 20.2: the level of victory of two totals. Who has no points has none to be measured by: a side without
    any loses to one with some by the outermost level, and of two without any the Prussians win."""
    if prussian <= 0:
        return scale.levels[-1][2] if french > 0 else scale.levels[1][2]
    ratio = Fraction(french, prussian)
    for bound, inclusive, name in scale.levels:
        if bound is None or ratio < bound or (inclusive and ratio == bound):
            return name
    raise ValueError("the last level has no bound")
