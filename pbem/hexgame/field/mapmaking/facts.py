"""What a rulebook says of single hexes of its map: facts that a made map is held against."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pbem.wargame.hexgrid import Hexside, hexside


@dataclass(frozen=True)
class Facts:
    """entries: edge -> the hexes on it at which units appear; `inland` is no edge. gates: entry and exit hexes that
    have to lie on a road or trail. fixed: set-up and entry hexes. closed: terrain that none of them may have.
    terrain: terrain -> hexes that have to have it. named: hexes that the text names and that have to be on the map.
    hilltops: hexes with a slope all round. towns: names that have to be towns. reach: (entry hex, town, movement
    points that have to suffice). open: hexes that have to be enterable from all their neighbours.
    sides: hexside feature -> hexsides that have to bear it.
    starts: scenario -> army -> hexes of its set-up; contacts: pairs of them that may touch.
    supply: army -> the edges to which a line of supply has to lead; free: hexes of the line that need no road.
    """

    entries: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    gates: tuple[str, ...] = ()
    fixed: tuple[str, ...] = ()
    closed: str = ""
    terrain: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    named: tuple[str, ...] = ()
    hilltops: tuple[str, ...] = ()
    towns: tuple[str, ...] = ()
    reach: tuple[tuple[str, str, int], ...] = ()
    open: tuple[str, ...] = ()
    sides: Mapping[str, tuple[Hexside, ...]] = field(default_factory=dict)
    starts: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    contacts: tuple[Hexside, ...] = ()
    supply: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    free: int = 0


def read_facts(plan: Mapping[str, Any]) -> Facts:
    """The facts in a sheet's plan of one map."""
    supply = plan.get("supply", {})
    return Facts(
        entries=_texts(plan.get("entries", {})),
        gates=_words(plan, "gates"),
        fixed=_words(plan, "fixed"),
        closed=plan.get("closed", ""),
        terrain=_texts(plan.get("terrain", {})),
        named=_words(plan, "named"),
        hilltops=_words(plan, "hilltops"),
        towns=_words(plan, "towns"),
        reach=tuple((r["from"], r["to"], int(r["points"])) for r in plan.get("reach", ())),
        open=_words(plan, "open"),
        sides={feature: _pairs(text) for feature, text in plan.get("sides", {}).items()},
        starts={scenario: _texts(armies) for scenario, armies in plan.get("starts", {}).items()},
        contacts=_pairs(plan.get("contacts", "")),
        supply=_texts(supply.get("edges", {})),
        free=int(supply.get("free", "0")),
    )


def _words(plan: Mapping[str, Any], member: str) -> tuple[str, ...]:
    return tuple(plan.get(member, "").split())


def _texts(given: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    return {key: tuple(text.split()) for key, text in given.items()}


def _pairs(text: str) -> tuple[Hexside, ...]:
    pairs = (pair.split("-") for pair in text.split())
    return tuple(hexside(a, b) for a, b in pairs)
