"""A scenario with its options: everything that stays the same during a game, read once from the data files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from pbem.hexgame.field.values import mapping
from rulesets.napoleons_last_battles.calendar import Turn, read_turns, read_weather
from rulesets.napoleons_last_battles.choices import Offer, Value, read_offer
from rulesets.napoleons_last_battles.muster import SECONDS, Muster
from rulesets.napoleons_last_battles.reading import flag, rows, words
from rulesets.napoleons_last_battles.roster import MARKER, Roster, read_roster, with_markers

Row = Mapping[str, Any]
RIFLES: Final = "rifles"
"""The trait of riflemen."""
CONTROL: Final = ("held", "lost-control", "gained-control")
"""The conditions of rows that ask who controls a hex."""
PLACED: Final = ("occupied", "entered", "in-play", "entered-play")
"""The conditions of rows that ask where units stand, or have come."""


@dataclass(frozen=True, slots=True)
class Area:
    """nlb 3.2A-2, 2.2-3: the part of the map in play. gates: hexes inside that count as edge hexes (5.5-1)."""

    columns: tuple[int, int]
    rows: tuple[int, int]
    gates: frozenset[str]

    def __contains__(self, at: str) -> bool:
        column, row = int(at[:2]), int(at[2:])
        return self.columns[0] <= column <= self.columns[1] and self.rows[0] <= row <= self.rows[1]


@dataclass(frozen=True, slots=True)
class Entry:
    """nlb 3.2C-4: a turn, and the hexes of which the owner picks one; none for any road or trail of the east edge."""

    turn: str
    hexes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """nlb 5.6-1, 5.6A-1: units due together. parts: the next enters only after all of the one before.

    entries: one, or those of which the memo picks one. leaders: enter with any of the units (10.1A).
    die: turn -> faces that succeed from it on; `any` needs no die; empty: they come on the turn.
    released: formation that has to be released first. row: as the file has it, for what is particular to it.
    only_then: whether they enter on the turn of their entry or never (22.6B).
    """

    nation: str
    entries: tuple[Entry, ...]
    parts: tuple[tuple[str, ...], ...]
    leaders: tuple[str, ...]
    memo: str
    die: Mapping[str, str]
    released: str
    unstacked: bool
    half: bool
    each_pays: int
    row: Row
    only_then: bool = False

    def entries_by(self, says: str) -> tuple[Entry, ...]:
        """nlb 22.6B, 28.0C-R2, 28.0D: the entry that a memo means, which says a hex, or a turn and a hex."""
        turn, _, at = says.rpartition("-")
        return tuple(
            Entry(one.turn, (at,))
            for one in self.entries
            if says and turn in ("", one.turn) and (at in one.hexes or not one.hexes)
        )

    @property
    def units(self) -> tuple[str, ...]:
        """Its combat units in the order of their parts."""
        return tuple(uid for part in self.parts for uid in part)


@dataclass(frozen=True, slots=True)
class Place:
    """nlb 3.2C-2, 3.2C-3, 10.1A, 23.0B-2, 23.0B-3, 24.2C, 26.0E-2, 27.2C: units that their owner places.

    beside: `own`, `any` or formations, with a unit of which they stand; or hexes: one of these, reaching `within`.
    """

    units: tuple[str, ...]
    beside: tuple[str, ...]
    hexes: tuple[str, ...]
    within: int
    unstacked: bool
    outside_zones_of: str
    wing: str
    inactive: bool


@dataclass(frozen=True, slots=True)
class Losses:
    """nlb 9.0, 13.0-1, 27.1A-1: where losses are booked, and what they lead to, in rows of the file that count under
    the options, as it has them. wing_line: the last column of the western wing, 0 for no wings."""

    books: Mapping[str, Row]
    wing_line: int
    levels: Sequence[Row]
    level_changes: Sequence[Row]
    removals: Sequence[Row]


@dataclass(frozen=True, slots=True)
class Victory:
    """nlb 3.4: how a scenario is won, in rows of the file. by_points: the case by which points decide, "" where
    they do not."""

    instant: Sequence[Row]
    end: Sequence[Row]
    net: Row
    shifts: Sequence[Row]
    by_points: str
    points: Sequence[Row]


@dataclass(frozen=True)
class Setting:
    """One scenario, bound to its options.

    start: unit -> hex. reduced: units that begin reduced, or arrive so. releases, memos and the rest: rows of the file
    that count under the options, as it has them. special: rules that are code. weather: when it is rolled for and what
    the faces say, {} for never. columns, results: of the Combat Results Table, worst odds first, and die -> result in
    each. observation: weather -> hexes (16.3). markers: of hidden movement, none without the option (16.6).
    """

    id: str
    title: str
    armies: tuple[str, str]
    nations: tuple[str, ...]
    turns: Sequence[Turn]
    weather: Row
    area: Area
    offer: Offer
    options: Mapping[str, Value]
    special: frozenset[str]
    roster: Roster
    start: Mapping[str, str]
    reduced: frozenset[str]
    places: Sequence[Place]
    groups: Sequence[Group]
    start_dice: Sequence[Row]
    releases: Sequence[Row]
    allowances: Sequence[Row]
    memos: Sequence[Row]
    exits: Sequence[Row]
    towns: Mapping[str, tuple[str, ...]]
    held: Mapping[str, str]
    losses: Losses
    victory: Victory
    supply: Mapping[str, str]
    columns: tuple[str, ...]
    results: Mapping[int, Sequence[str]]
    observation: Mapping[str, int]
    markers: tuple[str, ...] = ()

    def units(self) -> tuple[str, ...]:
        """nlb 2.4-7: all that are or come into play, in roster order; those too who may succeed a chief (16.1C-5)."""
        placed = {*self.start, *(u for p in self.places for u in p.units)}
        placed |= {u for g in self.groups for u in (*g.units, *g.leaders)}
        if self.on("seconds"):
            placed |= {heir for chief, (second, heir) in SECONDS.items() if {chief, second} <= placed}
        return tuple(u for u in self.roster.units if u in placed)

    @cached_property
    def leaders(self) -> frozenset[str]:
        """nlb 10.0: all who lead, of the whole roster: see `Unit.leads`."""
        return frozenset(uid for uid, one in self.roster.units.items() if one.leads)

    @cached_property
    def fighters(self) -> frozenset[str]:
        """nlb 10.2-1: all combat units of the whole roster: see `Unit.fights`."""
        return frozenset(uid for uid, one in self.roster.units.items() if one.fights)

    @cached_property
    def riflemen(self) -> frozenset[str]:
        """nlb 16.1B-2: the units that take no room."""
        return frozenset(uid for uid, one in self.roster.units.items() if RIFLES in one.traits)

    @cached_property
    def _about(self) -> dict[str, tuple[Sequence[Row], Sequence[Row]]]:
        return {}

    def rows_about(self, unit: str) -> tuple[Sequence[Row], Sequence[Row]]:
        """The rows of releases and of allowances that mean a unit by listing it, its formation, nation or army."""
        if unit not in self._about:
            releases = tuple(row for row in self.releases if row.get("units") and self.means(row["units"], unit))
            allowances = tuple(row for row in self.allowances if self.means(row["units"], unit))
            self._about[unit] = releases, allowances
        return self._about[unit]

    def means(self, text: str, unit: str) -> bool:
        """Whether a row of the scenario that lists units, formations, nations or armies means a unit."""
        record = self.roster.units[unit]
        return not {unit, record.formation, record.nation, record.army}.isdisjoint(words(text))

    def on(self, option: str) -> bool:
        """Whether an option is on; not where the scenario does not offer it."""
        return self.options.get(option) is True

    def wing(self, at: str) -> str:
        """nlb 27.1A-1: the wing of who stands in a hex: `west` up to the line, `east` beyond it, "" without wings."""
        if not self.losses.wing_line or not at:
            return ""
        return "west" if int(at[:2]) <= self.losses.wing_line else "east"

    def wing_books(self, nation: str, at: str) -> tuple[str, ...]:
        """nlb 27.1A-1: the books of losses of the wing to which a nation's units in a hex belong."""
        wing = self.wing(at)
        return tuple(
            name for name, row in self.losses.books.items() if wing and (row["of"], row.get("wing")) == (nation, wing)
        )

    @cached_property
    def controlled(self) -> tuple[str, ...]:
        """nlb 3.4B-1: the hexes whose control something hangs on, in order of number."""
        asked = [row["when"] for row in (*self.losses.level_changes, *self.losses.removals)]
        asked += [one for row in (*self.victory.instant, *self.victory.end) for one in row.get("when", ())]
        texts = [one["hexes"] for one in asked if one["is"] in CONTROL]
        texts += [row["hexes"] for row in self.victory.points if row["counts"] == "holding"]
        return tuple(sorted({*self.held, *(at for text in texts for at in words(text))}))

    @cached_property
    def worth_holding(self) -> frozenset[str]:
        """The same hexes, to look one up among."""
        return frozenset(self.controlled)

    @cached_property
    def corps_books(self) -> Mapping[str, str]:
        """nlb 13.0-1, 13.1, 22.3: the corps and nationalities in play that have levels, in the order of the roster,
        with their armies; none without the option."""
        roster = self.roster
        if not self.on("corps-morale"):
            return {}
        corps = {
            uid: roster.army_of[one.nation]
            for uid, one in roster.formations.items()
            if one.level and one.nation in self.nations
        }
        allied = roster.nationalities if "allied" in self.nations else ()
        return {**corps, **dict.fromkeys(allied, roster.army_of["allied"])}

    @cached_property
    def watches_zones(self) -> bool:
        """nlb 19.5C: whether the enemy's approach sets anybody free who is held back."""
        return any(flag(row.get("enemy-in-zone")) for row in self.releases)

    @cached_property
    def level_books(self) -> tuple[str, ...]:
        """nlb 9.0: the books that have levels, now or at another time."""
        return tuple(dict.fromkeys(row["book"] for row in self.losses.levels))

    @cached_property
    def books_in_order(self) -> dict[str, list[str]]:
        """Phasing army -> the same books in the order in which they break, once somebody has asked."""
        return {}

    @cached_property
    def level_keys(self) -> Mapping[int, str]:
        """What a position notes of each change of levels: its case and its place among them; by the row's identity."""
        return {id(row): f"{row['case']}/{number}" for number, row in enumerate(self.losses.level_changes)}

    @cached_property
    def rows_of_hexes(self) -> dict[str, Sequence[tuple[str, Row]]]:
        """Key of a change of levels -> its conditions hex by hex, each with its own key, once somebody has asked."""
        return {}

    @cached_property
    def asks_for_places(self) -> bool:
        """nlb 9.0, 21.3B-1: whether levels or victories won at once hang on where anybody stands now."""
        asked = [row["when"] for row in self.losses.level_changes]
        asked += [one for row in self.victory.instant for one in row.get("when", ())]
        asked += [row["void-when"] for row in self.losses.levels if row.get("void-when")]
        return any(one["is"] in PLACED for one in asked)


def read_setting(
    scenario: Row, data: Mapping[str, Row], chosen: Mapping[str, Any], overlay: Sequence[Row] = ()
) -> Setting:
    """nlb 3.0, 3.1, 3.2C-1, 18.0, 19.0, 20.0, 21.0, 22.0, 23.0, 24.0, 25.0, 26.0, 27.0, 28.0: a
    setting from a scenario's file, the data files by name without their ending, the options of the campaign, and
    corrected figures.

    Raises ValueError for an option or a correction that does not fit, and a unit that is nowhere or stands twice.
    """
    roster = read_roster(data["units"], overlay)
    offer = read_offer(scenario, data["options"])
    options = offer.bound(chosen)

    def counted(name: str) -> tuple[Row, ...]:
        return counted_rows(rows(scenario.get(name)), options)

    muster = Muster.read(scenario, roster, offer, options, counted("places"), counted("reinforcements"))
    muster.change_all(counted("changes"))
    _require_heavy(offer, options, roster, muster.all())
    if options.get("hidden-movement") is True:
        roster = with_markers(roster, scenario["nations"])
    return Setting(
        id=scenario["id"],
        title=scenario["title"],
        armies=(scenario["armies"][0], scenario["armies"][1]),
        nations=tuple(scenario["nations"]),
        turns=read_turns(scenario, data["calendar"], options),
        weather=read_weather(scenario, data["calendar"], options),
        area=read_area(scenario["play"]),
        offer=offer,
        options=options,
        special=frozenset(words(scenario.get("special"))),
        roster=roster,
        start=muster.start,
        reduced=frozenset(muster.reduced & set(muster.all())),
        places=tuple(_place(row, units) for row, units in muster.places if units),
        groups=tuple(_group(row, parts, leaders) for row, parts, leaders in muster.groups if any(parts) or leaders),
        start_dice=tuple(row for row in counted("changes") if row.get("dice")),
        releases=counted("releases"),
        allowances=counted("allowances"),
        memos=counted("memos"),
        exits=counted("exits"),
        towns={name: words(text) for name, text in mapping(scenario.get("towns")).items()},
        held={at: army for army, text in mapping(scenario.get("held")).items() for at in words(text)},
        losses=_losses(scenario, counted),
        victory=_victory(scenario["victory"], options, counted("points")),
        supply=mapping(scenario.get("supply")),
        columns=tuple(data["charts"]["columns"]),
        results=read_results(data["charts"]),
        markers=tuple(uid for uid, one in roster.units.items() if one.kind == MARKER),
        observation={weather: int(hexes) for weather, hexes in data["calendar"]["observation"].items()},
    )


def _losses(scenario: Row, counted: Callable[[str], Sequence[Row]]) -> Losses:
    """counted: member of the file -> its rows that count under the options."""
    line = int(scenario.get("wing-line", "0"))
    changes, removals = counted("level-changes"), counted("removals")
    return Losses(mapping(scenario.get("books")), line, counted("levels"), changes, removals)


def _victory(victory: Row, options: Mapping[str, Value], points: Sequence[Row]) -> Victory:
    return Victory(
        instant=counted_rows(rows(victory.get("instant")), options),
        end=counted_rows(rows(victory.get("end")), options),
        net=mapping(victory.get("net")),
        shifts=tuple(rows(victory.get("shifts"))),
        by_points=victory.get("by-points", ""),
        points=points,
    )


def read_results(charts: Row) -> Mapping[int, Sequence[str]]:
    """nlb 2.3D, CRT, 6.4: the Combat Results Table: die -> a result for each column, worst odds first."""
    return {int(die): tuple(row) for die, row in charts["results"].items()}


def read_area(play: Row) -> Area:
    """nlb 3.2A-2, 18.2A, 19.2A, 20.2A, 21.2A, 22.2A, 24.2A, 27.2A: the part of the map on which a scenario is played,
    its member `play`."""
    return Area(_span(play["columns"]), _span(play["rows"]), frozenset(words(play.get("gates"))))


def counted_rows(all_rows: Iterable[Row], options: Mapping[str, Value]) -> tuple[Row, ...]:
    """The rows that count under the options: one of `if` is on, and `also-if`, and none of `unless`."""

    def on(name: str) -> bool:
        return options.get(name) is True

    return tuple(
        row
        for row in all_rows
        if (not row.get("if") or any(on(name) for name in words(row["if"])))
        and all(on(name) for name in words(row.get("also-if")))
        and not any(on(name) for name in words(row.get("unless")))
    )


def _require_heavy(offer: Offer, options: Mapping[str, Value], roster: Roster, units: Iterable[str]) -> None:
    if not any("heavy" in roster.units[uid].traits for uid in units):
        for name, one in offer.choices.items():
            if one.needs_heavy and options[name] is True:
                raise ValueError(f"option {name} ({one.case}) needs heavy artillery, and none is in play here")


def _span(text: str) -> tuple[int, int]:
    first, _, last = text.partition("-")
    return int(first), int(last)


def _place(row: Row, units: Sequence[str]) -> Place:
    return Place(
        tuple(units),
        words(row.get("with")),
        words(row.get("at") or row.get("hexes")),
        int(row.get("within", "0")),
        flag(row.get("unstacked")),
        row.get("outside-zones-of", ""),
        row.get("wing", ""),
        flag(row.get("inactive")),
    )


def _group(row: Row, parts: Sequence[Sequence[str]], leaders: Sequence[str]) -> Group:
    """nlb 3.2C-4, 19.2C-R, 21.2C-R, 22.2C-R1, 22.2C-R2, 22.2C-R3, 26.0E-R, 28.0C-R1, 28.0C-R2: a line of a scenario's
    reinforcements."""
    entries = row.get("entries") or ({"turn": row["turn"], "at": row["at"]},)
    return Group(
        row["for"],
        tuple(Entry(one["turn"], () if one["at"] == "east-ways" else words(one["at"])) for one in entries),
        tuple(tuple(part) for part in parts if part),
        tuple(leaders),
        row.get("memo", ""),
        mapping(row.get("die")),
        row.get("released", ""),
        flag(row.get("unstacked")),
        row.get("allowance") == "half",
        int(row.get("each-pays", "0")),
        row,
        flag(row.get("only-then")),
    )
