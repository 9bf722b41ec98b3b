"""Scenarios: who stands where and in which state, who comes when, and what decides (3.0, 14.0, 16.3, 20)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from pbem.hexgame.field.field import HexField
from pbem.lean import dataclass
from rulesets.winters_victory.battlefield import CLEAR
from rulesets.winters_victory.board.pieces import (
    ARTILLERY,
    CAVALRY,
    GENERAL_ORDER,
    INFANTRY,
    LIMBERED,
    LINE,
    MOUNTED,
    UNLIMBERED,
)
from rulesets.winters_victory.chain import Chain, Leader
from rulesets.winters_victory.charts import mark, span
from rulesets.winters_victory.roster import Forces

MOST_POINTS: Final = {INFANTRY: 36, CAVALRY: 24, ARTILLERY: 12}
MOST_UNITS: Final = {INFANTRY: 3, CAVALRY: 2, ARTILLERY: 2}
"""9.11: of a clear hex; of any other half as many points."""
LONGEST_LINE: Final = 9
"""8.3: strength beyond which a line fills two hexes."""
_FORMATION: Final = {CAVALRY: MOUNTED, ARTILLERY: LIMBERED}


@dataclass(frozen=True, slots=True)
class Placed:
    """wv 3.0: where a unit or leader begins. facing: corner, of no meaning all around. formation: "" for a leader."""

    unit: str
    at: str
    facing: int
    formation: str


@dataclass(frozen=True, slots=True)
class Arrival:
    """wv 6.7, 6.71-2: a group that comes in. day, turn: from when on. at: entry hex. brigades: in the order of their
    column. leaders: who come with it, besides those of the brigades. most: where not 0, the group comes in the first
    hourly turn of that day in which a die is at most this, and in turn `last` without one."""

    day: int
    turn: int
    at: str
    brigades: tuple[str, ...]
    leaders: tuple[str, ...]
    most: int
    last: int


@dataclass(frozen=True, slots=True)
class Day:
    """wv 4.0-1: a day of February and its turns, both ends included."""

    day: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Objective:
    """wv 14.13: hexes that count for whoever was in most of them last. points: for an army that holds
    them. holder: army that was there before the battle, "" for neither."""

    name: str
    hexes: tuple[str, ...]
    points: int
    holder: str = ""


@dataclass(frozen=True)
class Scenario:
    """wv 1.0, 3.0: a scenario as data, with its whole state at the start.

    section: of the playbook. days: in order. area: of the map. superiors: leader -> superior where it is not that of
    the chain. commanders: army -> leader who commands it in the place of its own (16.2). points: army -> command
    points. weather: snow rate and where the wind comes from. headquarters: army -> hex. independent: leaders who
    are so besides those of the chain (16.33). states: leader -> command state, `standing` where nothing is said.
    ordered: leaders who have received an order. attacks: letter -> leader under an Attack Order. fatigue: brigade
    -> points. ammunition: battery -> rounds where it has not all. placed: units and leaders on the map, in the
    order of the file: the earlier on top of a stack. arrivals: in order of time. retreat: nation -> hexes by
    which it leaves. objectives, victory: who wins, `kind` first."""

    id: str
    title: str
    doc: str
    section: str
    days: tuple[Day, ...]
    area: str
    superiors: Mapping[str, str]
    commanders: Mapping[str, str]
    points: Mapping[str, int]
    weather: tuple[str, str]
    headquarters: Mapping[str, str]
    independent: frozenset[str]
    states: Mapping[str, str]
    ordered: frozenset[str]
    attacks: Mapping[str, str]
    fatigue: Mapping[str, int]
    ammunition: Mapping[str, int]
    placed: tuple[Placed, ...]
    arrivals: tuple[Arrival, ...]
    retreat: Mapping[str, tuple[str, ...]]
    objectives: tuple[Objective, ...]
    victory: Mapping[str, str]

    @property
    def units(self) -> tuple[str, ...]:
        """Combat units on the map at the start."""
        return tuple(one.unit for one in self.placed if one.formation)

    def coming(self, forces: Forces) -> tuple[str, ...]:
        """Combat units that come later."""
        return tuple(uid for one in self.arrivals for brigade in one.brigades for uid in forces.brigades[brigade].units)

    def due(self, day: int, turn: int) -> tuple[Arrival, ...]:
        """wv 6.7: groups that come in by a turn of a day, those that wait for a die not among them."""
        return tuple(one for one in self.arrivals if not one.most and (one.day, one.turn) <= (day, turn))

    def books(self, forces: Forces, chain: Chain) -> dict[str, int]:
        """wv 14.0: book -> strength points of the units of a scenario that it holds."""
        found: dict[str, int] = {}
        for uid in (*self.units, *self.coming(forces)):
            book = chain.book(uid)
            found[book] = found.get(book, 0) + forces.units[uid].strength
        return found


def read_scenario(data: Mapping[str, Any], setup: Mapping[str, Any], forces: Forces, chain: Chain) -> Scenario:
    """wv 3.0, 2.32-2, 16.31-2, 16.33-1: scenario.yaml and setup.yaml of a scenario. Raises KeyError or ValueError for
    a brigade, leader or figure that there is none of."""
    mark(data["from"])
    mark(setup["from"])
    start = data["start"]
    units = tuple(one for uid, row in setup["brigades"].items() for one in _brigade(uid, row, forces))
    superiors = data.get("superiors", {})
    leaders = tuple(_leaders(setup, units, chain.with_superiors(superiors)))
    return Scenario(
        id=data["id"],
        title=data["title"],
        doc=data.get("doc", ""),
        section=data["section"],
        days=tuple(_day(row) for row in data["days"]),
        area=data["area"],
        superiors=superiors,
        commanders=data.get("commanders", {}),
        points={army: int(text) for army, text in start["points"].items()},
        weather=(start["weather"]["rate"], start["weather"]["wind"]),
        headquarters=start["headquarters"],
        independent=frozenset(start.get("independent", "").split()),
        states=start.get("states", {}),
        ordered=frozenset(start.get("ordered", "").split()),
        attacks=start.get("attacks", {}),
        fatigue={brigade: int(text) for brigade, text in start.get("fatigue", {}).items()},
        ammunition={battery: int(text) for battery, text in start.get("ammunition", {}).items()},
        placed=(*units, *leaders),
        arrivals=tuple(_arrival(row, forces) for row in data.get("arrivals", ())),
        retreat={nation: tuple(text.split()) for nation, text in data["retreat"].items()},
        objectives=tuple(
            Objective(name, tuple(row["hexes"].split()), int(row["points"]), row.get("holder", ""))
            for name, row in data["objectives"].items()
        ),
        victory=data["victory"],
    )


def _day(row: Mapping[str, str]) -> Day:
    turns = span(row["turns"])
    return Day(int(row["day"]), turns[0], turns[-1])


def _arrival(row: Mapping[str, str], forces: Forces) -> Arrival:
    brigades = tuple(row["brigades"].split())
    for uid in brigades:
        if uid not in forces.brigades:
            raise ValueError(f"there is no brigade {uid} to come in")
    return Arrival(
        day=int(row["day"]),
        turn=int(row["turn"]),
        at=row["at"],
        brigades=brigades,
        leaders=tuple(row.get("leaders", "").split()),
        most=int(row.get("most", "0")),
        last=int(row.get("last", row["turn"])),
    )


def _brigade(uid: str, row: Mapping[str, str], forces: Forces) -> Iterator[Placed]:
    """Its units over the hexes of a row, as evenly as can be, in their order."""
    units = tuple(row["units"].split()) if "units" in row else forces.brigades[uid].units
    hexes = row["at"].split()
    for place, unit in enumerate(units):
        if forces.units[unit].brigade != uid:
            raise ValueError(f"{unit} is not of the brigade {uid}")
        at = hexes[place * len(hexes) // len(units)]
        formation = row.get("in") or _FORMATION[forces.units[unit].kind]
        yield Placed(unit, at, int(row["face"]), formation)


def _leaders(setup: Mapping[str, Any], units: Sequence[Placed], chain: Chain) -> Iterator[Placed]:
    """wv 15.1, 16.14-1: who is on the map: those that the file places, and with the first unit under him everybody else
    who has one there, but for those whom the file leaves out."""
    named, absent = setup.get("leaders", {}), setup.get("without", "").split()
    stand: dict[str, str] = {}
    for one in units:
        leader = chain.leader_of(one.unit)
        for uid in (leader.id, *chain.superiors(leader.id)):
            stand.setdefault(uid, one.at)
    for uid in (*stand, *(uid for uid in named if uid not in stand)):
        leader = chain.leaders[uid]
        if uid in named or (_with_units(leader) and uid not in absent):
            yield Placed(uid, named.get(uid, stand.get(uid, "")), 0, "")


def _with_units(leader: Leader) -> bool:
    """Army commanders stand where the file puts them, or nowhere."""
    return bool(leader.superior)


def setup_faults(scenario: Scenario, field: HexField, forces: Forces) -> list[str]:
    """What is wrong with a set-up: hexes off the map, enemies in a hex, stacks too large or of several kinds, several
    facings in a hex, formations that the ground or the strength forbids, units that come and stand there already."""
    return [
        *_hex_faults(scenario, field),
        *_stack_faults(scenario, field, forces),
        *_formation_faults(scenario, field, forces),
    ]


def _hex_faults(scenario: Scenario, field: HexField) -> Iterator[str]:
    named = [(one.unit, one.at) for one in scenario.placed]
    named += [("an arrival", one.at) for one in scenario.arrivals]
    named += [(f"headquarters of the {army}", at) for army, at in scenario.headquarters.items()]
    named += [(f"retreat of the {nation}", at) for nation, hexes in scenario.retreat.items() for at in hexes]
    named += [(one.name, at) for one in scenario.objectives for at in one.hexes]
    yield from (f"{what}: {at} is not on the map" for what, at in named if at not in field.neighbours)


def _stack_faults(scenario: Scenario, field: HexField, forces: Forces) -> Iterator[str]:
    """9.11, 9.14."""
    here: dict[str, list[Placed]] = {}
    for one in scenario.placed:
        if one.formation:
            here.setdefault(one.at, []).append(one)
    listed = [*scenario.units, *scenario.coming(forces)]
    yield from (f"{uid} begins twice" for uid in dict.fromkeys(listed) if listed.count(uid) > 1)
    for at, there in here.items():
        units = [forces.units[one.unit] for one in there]
        kinds, points = {unit.kind for unit in units}, sum(unit.strength for unit in units)
        if len({unit.army for unit in units}) > 1:
            yield f"{at}: both armies"
        if len(kinds) > 1 or len({one.facing for one in there}) > 1:
            yield f"{at}: several kinds or facings"
            continue
        (kind,) = kinds
        most = MOST_POINTS[kind] // (1 if field.terrain.get(at) == CLEAR else 2)
        if points > most or len(units) > MOST_UNITS[kind]:
            yield f"{at}: {len(units)} units of {points} points"


def _formation_faults(scenario: Scenario, field: HexField, forces: Forces) -> Iterator[str]:
    """8.3, 8.51, 7.51."""
    for one in scenario.placed:
        if not one.formation:
            continue
        unit, clear = forces.units[one.unit], field.terrain.get(one.at) == CLEAR
        allowed = {
            INFANTRY: ("column", LINE, GENERAL_ORDER),
            CAVALRY: (MOUNTED,),
            ARTILLERY: (LIMBERED, UNLIMBERED),
        }[unit.kind]
        if one.formation not in allowed:
            yield f"{one.unit} in {one.formation}"
        if not clear and unit.kind == INFANTRY and one.formation != GENERAL_ORDER:
            yield f"{one.unit}: {one.formation} in {field.terrain.get(one.at)}"
        if not clear and unit.kind != INFANTRY:
            yield f"{one.unit}: {unit.kind} in {field.terrain.get(one.at)}"
        if one.formation == LINE and unit.strength > LONGEST_LINE:
            yield f"{one.unit}: a line of {unit.strength} points in one hex"
