"""Face-down counters: their ids, what they hold, and what all know of one (1.5).

A piece that lies face up stands in the position under its own id, `gudin`; one that lies face down under the id of its
counter, `f12`, whose content `{"unit": "gudin"}` its owner has committed to. A look at a counter shows its sort and
nothing else. For rules that need more it is turned up.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache, lru_cache
from typing import Final

from pbem.engine.options import Json
from rulesets.campaign_1806.roster import FACE_DOWN, TRAINS, VEDETTE, Forces, Unit

MOST_COUNTERS: Final = 120
"""Counters that a side can have: more than twice its pieces in any scenario, so that all can be dealt anew at once."""
TROOPS, OUTPOST, TRAIN, LEADER = "z", "v", "t", "l"
"""Sorts of counters as a look shows them: with a zone, a vedette, and the two that have none. All are of one length."""
SORTS: Final = (TROOPS, OUTPOST, TRAIN, LEADER)
ZONES: Final = (TROOPS, OUTPOST)
UNKNOWN: Final = "?"
"""What a counter holds of which nobody can know it yet."""
_ARMIES: Final = {"french": "f", "prussian": "p"}
_LETTERS: Final = frozenset(_ARMIES.values())
_KINDS: Final = {TROOPS: FACE_DOWN, OUTPOST: VEDETTE, TRAIN: "baggage-train", LEADER: "head-of-state"}
_BEHIND: Final = 10_000
"""Where counters stand on the roster: behind all units."""


@cache
def pool(army: str) -> tuple[str, ...]:
    """All ids that face-down counters of an army can bear, `f1` to `f120`."""
    return tuple(f"{_ARMIES[army]}{number}" for number in range(1, MOST_COUNTERS + 1))


def number_of(counter: str) -> int:
    """The number of a counter: 12 of `f12`."""
    return int(counter[1:])


@lru_cache(maxsize=1024)
def is_counter(uid: str) -> bool:
    """Whether an id is that of a face-down counter."""
    return uid[1:].isdecimal() and uid[0] in _LETTERS and uid.isascii()


def sort_of(unit: Unit) -> str:
    """osg 1.51A, 4.0-2: what a look at a unit's counter shows."""
    if unit.leads:
        return LEADER
    if unit.kind in TRAINS:
        return TRAIN
    return OUTPOST if unit.kind == VEDETTE else TROOPS


def content(uid: str) -> dict[str, Json]:
    """What the counter of a unit holds."""
    return {"unit": uid}


def unit_in(value: Json) -> str:
    """The unit in a content, "" in what is none."""
    found = value.get("unit") if isinstance(value, dict) and len(value) == 1 else ""
    return found if isinstance(found, str) else ""


def with_counters(forces: Forces) -> Forces:
    """The roster with all face-down counters behind its units."""
    blanks = {uid: _blank(army, uid) for army in _ARMIES for uid in pool(army)}
    return replace(forces, units={**forces.units, **blanks})


def seen_as(unit: Unit, sort: str) -> Unit:
    """A face-down counter of which all know the sort."""
    if unit is _blank(unit.army, unit.id):
        return _shown(unit.army, unit.id, sort)
    return replace(unit, kind=_KINDS[sort])


@cache
def _shown(army: str, uid: str, sort: str) -> Unit:
    """A counter that nothing is supposed of; there are as many as counters and sorts."""
    return replace(_blank(army, uid), kind=_KINDS[sort])


@cache
def _blank(army: str, uid: str) -> Unit:
    return Unit(
        id=uid,
        name=f"{army.capitalize()} counter {uid}",
        kind=FACE_DOWN,
        strength=1,
        allowance=10,
        army=army,
        formation="face-down",
        order=_BEHIND + number_of(uid),
        weak=0,
        initiative=0,
        weak_initiative=0,
        command=0,
        vedettes=0,
        parent="",
        traits=frozenset(),
        half=False,
        figures=(),
    )
