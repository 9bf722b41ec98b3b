"""The counters: who there is, what is printed on him, and where each figure comes from (2.4, pages 27 to 31)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from pbem.hexgame.board.figures import Figure, figure
from pbem.hexgame.field.values import mapping
from rulesets.napoleons_last_battles.reading import words

COMBAT: Final = ("infantry", "cavalry", "foot-artillery", "horse-artillery")
LEADERS: Final = ("commander", "chief-of-staff", "officer")
HEADQUARTERS: Final = "headquarters"
CORRECTED: Final = "overlay"
"""Mark of a figure that both players have agreed to correct."""
FIGURES: Final = ("strength", "reduced", "allowance")
_MOVERS: Final = {
    "infantry": "foot",
    "foot-artillery": "foot",
    "cavalry": "horse",
    "horse-artillery": "horse",
    "train": "train",
}
MARKER: Final = "marker"
"""The kind of a marker of hidden movement (16.6)."""
TWINS: Final = ("a", "b")
"""nlb 16.6-1: the two markers of a pair: its id with one of these behind it."""
_PAIRS: Final = {"french": 8, "prussian": 6, "allied": 6}
"""nlb 16.6-1: pairs of each nation: a reading of "six or eight"."""


@dataclass(frozen=True, slots=True)
class Unit:
    """nlb 2.4-1, 2.4-2, 2.4-3, 2.4-4: a counter.

    name: what reports and refusals call it, one of a kind in every scenario. printed: the designation on the counter,
    which several may bear.
    strength, reduced: in strength points; None for one that cannot fight, or has one side. allowance: in movement
    points. capacity: command capacity rating of a commander. nationality: of an Allied unit, else "". kind: one of
    COMBAT or LEADERS, `train` or HEADQUARTERS. set: what brings it into play, `base` for the game itself.
    order: place on the roster, the tie-break of last resort.
    """

    id: str
    name: str
    printed: str
    kind: str
    army: str
    nation: str
    formation: str
    strength: Figure | None
    reduced: Figure | None
    allowance: Figure
    capacity: Figure | None
    nationality: str
    set: str
    traits: frozenset[str]
    order: int

    @property
    def fights(self) -> bool:
        """nlb 10.2-1: whether it is a combat unit; leaders neither attack nor defend, and add nothing."""
        return self.kind in COMBAT

    @property
    def leads(self) -> bool:
        """nlb 10.0: whether it is a leader, or a headquarters, which moves, stacks and flees as one (16.14B)."""
        return self.kind in LEADERS or self.kind == HEADQUARTERS

    @property
    def mover(self) -> str:
        """The class whose terrain costs it pays: `foot`, `horse`, `leader` (10.1C) or `train` (16.17A)."""
        return _MOVERS.get(self.kind, "leader")

    def figures(self) -> Iterable[Figure]:
        """All its figures."""
        return (f for f in (self.strength, self.reduced, self.allowance, self.capacity) if f)


@dataclass(frozen=True, slots=True)
class Formation:
    """nlb 11.1B-2: a corps of the French or Prussians, a division of the Allies, or a staff. level: demoralization
    level of a corps (22.3), or None."""

    id: str
    name: str
    letter: str
    nation: str
    level: Figure | None
    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Nationality:
    """nlb 13.1: level is what all Allies together lose until it is demoralized."""

    id: str
    name: str
    level: Figure


@dataclass(frozen=True, slots=True)
class Exchange:
    """nlb 16.1A, 16.1B-1: a set of counters. case: the entry of the catalogue that it is. out: those that leave.
    comes: counter -> whose place it takes."""

    id: str
    case: str
    out: tuple[str, ...]
    comes: Mapping[str, str]


@dataclass(frozen=True)
class Roster:
    """All counters of the game. army_of: nation -> army. ranges: kind of leader -> hexes of command (11.0-2)."""

    units: Mapping[str, Unit]
    formations: Mapping[str, Formation]
    nationalities: Mapping[str, Nationality]
    army_of: Mapping[str, str]
    nation_names: Mapping[str, str]
    ranges: Mapping[str, int]
    substitutions: Sequence[Exchange]
    additions: Sequence[Exchange]

    def of(self, name: str) -> tuple[Unit, ...]:
        """The units of an army, a nation or a formation, or the one unit of that id, in roster order.

        Raises ValueError for a name that is none of these.
        """
        if name in self.units:
            return (self.units[name],)
        found = tuple(u for u in self.units.values() if name in (u.army, u.nation, u.formation))
        if not found:
            raise ValueError(f"{name} is no unit, formation, nation or army")
        return found

    def marks(self, units: Iterable[str]) -> Counter[str]:
        """How many figures of these units come from where: the mark up to its colon -> number."""
        return Counter(f.mark.partition(":")[0] for uid in units for f in self.units[uid].figures())


def read_roster(data: Mapping[str, Any], overlay: Sequence[Mapping[str, Any]] = ()) -> Roster:
    """nlb 2.4-1, OB-FR-G, OB-FR-1, OB-FR-2, OB-FR-3, OB-FR-4, OB-FR-6, OB-FR-1c, OB-FR-2c, OB-FR-3c, OB-FR-4c,
    OB-PR-1, OB-PR-2, OB-PR-3, OB-PR-4, OB-AL-1, OB-AL-2, OB-AL-3, OB-AL-4, OB-AL-5, OB-AL-6, OB-AL-Bw, OB-AL-N1,
    OB-AL-N2, OB-AL-N3, OB-AL-NC, OB-AL-C, OB-AL-A: the orders of battle: the counters of data/units.yaml, corps by
    corps, figures corrected by an overlay.

    Raises ValueError for an id that stands twice, a mark nobody explains, or a correction that does not fit.
    """
    marks = mapping(data["marks"])
    units: dict[str, Unit] = {}
    formations: dict[str, Formation] = {}
    nationalities: dict[str, Nationality] = {}
    for nation, entry in data["nations"].items():
        for uid, row in mapping(entry.get("nationalities")).items():
            nationalities[uid] = Nationality(uid, row["name"], _figure(row, "level", marks))
        for formation, body in entry["formations"].items():
            for uid, row in body["units"].items():
                if uid in units:
                    raise ValueError(f"unit {uid} stands twice in the roster")
                units[uid] = _unit(uid, row, (entry["side"], nation, formation), marks, len(units))
            level = figure(body.get("level"), marks)
            letter = body.get("letter", "")
            formations[formation] = Formation(formation, body["name"], letter, nation, level, tuple(body["units"]))
    return Roster(
        corrected(units, overlay),
        formations,
        nationalities,
        {nation: entry["side"] for nation, entry in data["nations"].items()},
        {nation: entry["name"] for nation, entry in data["nations"].items()},
        {kind: int(text.split()[0]) for kind, text in data["ranges"].items()},
        _exchanges(data["substitutions"], units),
        _exchanges(data["additions"], units),
    )


def with_markers(roster: Roster, nations: Sequence[str]) -> Roster:
    """nlb 16.6-1: a roster with the markers of hidden movement of some nations behind everybody else.

    A marker has no figures of its own: it moves as those under it.
    """
    units, formations = dict(roster.units), dict(roster.formations)
    for nation in nations:
        corps = f"hidden-{nation}"
        ids = [f"hm-{nation[0]}{number}{twin}" for number in range(1, _PAIRS[nation] + 1) for twin in TWINS]
        formations[corps] = Formation(
            corps, f"{roster.nation_names[nation]} hidden units", "", nation, None, tuple(ids)
        )
        for uid in ids:
            printed, allowance = uid.removeprefix("hm-").upper(), Figure(0, "text")
            units[uid] = Unit(
                id=uid,
                name=f"Marker {printed}",
                printed=printed,
                kind=MARKER,
                army=roster.army_of[nation],
                nation=nation,
                formation=corps,
                strength=None,
                reduced=None,
                allowance=allowance,
                capacity=None,
                nationality="",
                set="base",
                traits=frozenset(),
                order=len(units),
            )
    return replace(roster, units=units, formations=formations)


def corrected(units: Mapping[str, Unit], overlay: Sequence[Mapping[str, Any]]) -> Mapping[str, Unit]:
    """The units with the figures of an overlay, entries such as {unit: 12-1, strength: 4}.

    Raises ValueError for a unit or figure that there is not, or a figure that is no number from 1 to 99.
    """
    changed = dict(units)
    for entry in overlay:
        names = set(entry) - {"unit"}
        unit = changed.get(entry.get("unit", ""))
        if unit is None:
            raise ValueError(f"overlay: {entry.get('unit')!r} is no unit")
        if not names or names - set(FIGURES):
            raise ValueError(f"overlay: {unit.id} needs one of {', '.join(FIGURES)}")
        for name in sorted(names):
            if name != "allowance" and not unit.fights:
                raise ValueError(f"overlay: {unit.id} is no combat unit and has no {name}")
            value = entry[name]
            if not isinstance(value, int | str) or isinstance(value, bool) or not str(value).isascii():
                raise ValueError(f"overlay: {name} of {unit.id} is no number from 1 to 99")
            if not str(value).isdigit() or not 1 <= int(str(value)[:4]) <= 99:
                raise ValueError(f"overlay: {name} of {unit.id} is no number from 1 to 99")
            now = Figure(int(value), CORRECTED)
            unit = (
                replace(unit, strength=now)
                if name == "strength"
                else replace(unit, reduced=now)
                if name == "reduced"
                else replace(unit, allowance=now)
            )
        if unit.strength and unit.reduced and unit.reduced.value >= unit.strength.value:
            raise ValueError(f"overlay: {unit.id} is not weaker on its reduced side")
        changed[unit.id] = unit
    return changed


def _unit(uid: str, row: Mapping[str, Any], place: tuple[str, str, str], marks: Mapping[str, str], order: int) -> Unit:
    army, nation, formation = place
    return Unit(
        uid,
        row.get("long", row["name"]),
        row["name"],
        row["kind"],
        army,
        nation,
        formation,
        figure(row.get("strength"), marks),
        figure(row.get("reduced"), marks),
        _figure(row, "allowance", marks),
        figure(row.get("capacity"), marks),
        row.get("nationality", "").partition(" ")[0],
        row.get("set", "base"),
        frozenset(words(row.get("traits"))),
        order,
    )


def _figure(row: Mapping[str, Any], name: str, marks: Mapping[str, str]) -> Figure:
    found = figure(row[name], marks)
    if found is None:
        raise ValueError(f"{row} has no {name}")
    return found


def _exchanges(data: Mapping[str, Any], units: Mapping[str, Unit]) -> tuple[Exchange, ...]:
    sets = tuple(Exchange(uid, row["case"], words(row.get("out")), row["in"]) for uid, row in data.items())
    for one in sets:
        strange = [uid for uid in (*one.out, *one.comes) if uid not in units]
        if strange:
            raise ValueError(f"set {one.id}: no such unit: {', '.join(strange)}")
    return sets
