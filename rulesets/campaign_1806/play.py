"""A position that is being played: its counters on the map, and what holds for one phase only."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import Any

from pbem.engine.options import Json
from pbem.engine.requests import Tell
from pbem.wargame.hexgrid import Hexside
from rulesets.campaign_1806.board import ENEMY, Board
from rulesets.campaign_1806.calendar import Turn
from rulesets.campaign_1806.hidden.counters import LEADER, SORTS, TROOPS, UNKNOWN, seen_as
from rulesets.campaign_1806.position import Position
from rulesets.campaign_1806.roster import FACE_DOWN, Unit
from rulesets.campaign_1806.rules.battle.morale import Losses, marked
from rulesets.campaign_1806.rules.command.reach import Ranges
from rulesets.campaign_1806.rules.control import taken, usable_sources
from rulesets.campaign_1806.rules.march.crossings import NONE, Crossings
from rulesets.campaign_1806.rules.march.group import Group
from rulesets.campaign_1806.rules.supply import Lines
from rulesets.campaign_1806.scenarios_data import Arrival
from rulesets.campaign_1806.setting import Setting

RECOILED = "guard-recoils"
ALTERNATE_OF = "alternate-"
"""osg 21.85: what a position notes of a force that comes by the alternate track."""


class Play(Board):
    """A board whose changes are those of a position.

    repaired: bridges mended in this phase -> points that crossing them costs (8.43-2). laid: pontoons laid in this
    phase -> the die that crossing them costs, 0 before it was thrown (9.24). crossed: pontoons that somebody crossed in
    this phase (9.23-2). busy: leaders who have reorganized in this phase (6.23). failed: stacks whose repulse has
    failed -> hexes that they have to attack (10.22). left: units that have retreated before combat (16.2). advanced:
    units that have (11.46). moved: units that have moved, or tried to. taken_up: trains whose pontoon was taken up in
    this phase (9.23). ranks: hex -> stacks that have come in there in this phase (15.1). journal: counters that ended
    elsewhere than they began, in order, with the hex where they did, "" off the map.
    coming: group of reinforcements -> the counters under which it may come in. turned: counters that were turned up in
    this phase -> units. fog: what may be known (1.5). dice: of all officers in this phase, by number. backed: counters
    that moved in supply (20.16). supposed: counter -> what somebody who does not know it reckons with.
    """

    def __init__(self, setting: Setting, position: Position) -> None:
        super().__init__(position.at, setting.field, setting.forces)
        self.fog = setting.fog
        self.setting, self.position = setting, position
        self.reduced, self.marching, self.out = position.reduced, position.marching, position.out
        self.demoralized, self.posts = position.demoralized, position.posts
        self.repaired: dict[Hexside, int] = {}
        self.laid: dict[Hexside, int] = {}
        self.crossed: set[Hexside] = set()
        self.busy: set[str] = set()
        self.failed: dict[str, tuple[str, ...]] = {}
        self.left: set[str] = set()
        self.advanced: set[str] = set()
        self.moved: set[str] = set()
        self.taken_up: set[str] = set()
        self.ranks: dict[str, int] = {}
        self.journal: list[tuple[str, str]] = []
        self.coming: dict[Group, tuple[str, ...]] = {}
        self.turned: dict[str, str] = {}
        self.dice: Sequence[int] = ()
        self.backed: set[str] = set()
        self.supposed: Mapping[str, Unit] = {}
        self.faces = {uid: seen_as(self.roster.units[uid], sort) for uid, sort in position.sorts.items()}

    def scratch(self) -> Play:
        """A board of its own in the same state, to try something on."""
        made = Play(self.setting, self.position.copy())
        made.fog = self.fog
        made.stand_as(self)
        made.repaired, made.laid, made.failed = dict(self.repaired), dict(self.laid), dict(self.failed)
        made.crossed, made.busy, made.left = set(self.crossed), set(self.busy), set(self.left)
        made.advanced, made.moved = set(self.advanced), set(self.moved)
        made.taken_up, made.ranks, made.journal = set(self.taken_up), dict(self.ranks), list(self.journal)
        made.backed = set(self.backed)
        made.coming, made.turned, made.dice = dict(self.coming), dict(self.turned), self.dice
        if self.supposed:
            made.suppose(self.supposed)
        return made

    # -- reading -----------------------------------------------------------------

    @property
    def army(self) -> str:
        """The phasing army."""
        return self.position.army

    @property
    def foe(self) -> str:
        """The other one."""
        return ENEMY[self.position.army]

    @property
    def now(self) -> Turn:
        """osg 2.1, 2.2: the turn that is being played; before the first one that."""
        return self.setting.turns[max(self.position.turn, 1) - 1]

    @property
    def prefix(self) -> str:
        """What labels of the phase begin with, `t12.french`."""
        return f"t{self.position.turn}.{self.position.army}"

    @property
    def crossings(self) -> Crossings:
        """osg 8.3, 8.4, 9.2-1: the bridges as they are now."""
        if not (self.position.damaged or self.position.pontoons or self.repaired or self.laid):
            return NONE
        pontoons: dict[Hexside, int] = {pair_of(side): 0 for side in self.position.pontoons}
        return Crossings(
            frozenset(pair_of(side) for side in self.position.damaged), self.repaired, {**pontoons, **self.laid}
        )

    def ranges(self, army: str) -> Ranges:
        """osg 7.2-1: command ranges of an army as things stand."""
        return Ranges(self, army, self.setting.charts.command, self.crossings)

    def lines(self, army: str) -> Lines:
        """osg 14.1A: supply lines of an army as things stand."""
        unusable = tuple(self.repaired)
        return Lines(self, self.setting.charts, army, self.usable_sources(army), self.crossings, unusable)

    def usable_sources(self, army: str) -> tuple[str, ...]:
        """osg 14.24: the sources that supply an army."""
        return usable_sources(army, self.setting.sources(army), self.position.entered)

    def due(self) -> tuple[Arrival, ...]:
        """osg 15.0, 21.81: the groups whose turn has come, earliest first."""
        return self.setting.due(self.position.turn, self.fog.alternate(self))

    def supplied(self, uid: str) -> bool:
        """osg 14.0-1, 19.4, 20.16: whether a unit has supply now; all have it where supply is not played. Of what lies
        face down its owner says so with its move."""
        if self.unit(uid).kind == FACE_DOWN or uid in self.faces:
            return uid in self.backed
        return not self.setting.choices.on("supply") or self.lines(self.army_of(uid)).supplied(uid)

    @cached_property
    def losses(self) -> Losses:
        """osg 12.1-1: the casualty tracks."""
        return Losses(self.position.losses, self.setting.forces, RECOILED in self.position.once)

    def name(self, uid: str) -> str:
        """The printed name of a counter."""
        return self.unit(uid).name

    def boxed(self, box: str, army: str) -> tuple[str, ...]:
        """The counters of an army in a box, in the order of the roster."""
        found = (uid for uid, one in self.position.boxes.items() if one == box and self.army_of(uid) == army)
        return tuple(sorted(found, key=lambda uid: self.unit(uid).order))

    # -- changing ----------------------------------------------------------------

    def suppose(self, supposed: Mapping[str, Unit]) -> None:
        """osg 1.5: counters whose contents nobody here knows count as these; their zones stay what they are."""
        self.supposed = dict(supposed)
        sorts = self.position.sorts
        self.faces |= {uid: seen_as(unit, sorts.get(uid, TROOPS)) for uid, unit in supposed.items()}

    def learn(self, counter: str, sort: Json) -> None:
        """osg 1.51A: a look has shown the sort of a face-down counter; what is none is taken for a leader's."""
        at = self.lift(counter)
        known = sort if sort in SORTS else LEADER
        self.position.sorts[counter] = known
        self.faces[counter] = seen_as(self.supposed.get(counter, self.roster.units[counter]), known)
        self.place(counter, at)

    def unlearn(self, known: Collection[str]) -> None:
        """osg 1.51A: who tries something on has not looked yet: of all other counters nothing is known again."""
        for counter in [uid for uid in self.position.sorts if uid not in known and uid in self.at]:
            at = self.lift(counter)
            del self.position.sorts[counter], self.faces[counter]
            if counter in self.supposed:
                self.faces[counter] = seen_as(self.supposed[counter], TROOPS)
            self.place(counter, at)

    def turn_up(self, counter: str, uid: str) -> str:
        """osg 1.51A, 1.51B, 1.52: a face-down counter shows its unit, which bears its markers now, "" for nobody.

        Whoever cannot stand there is nobody, and goes; his owner will have to explain that to the audit. UNKNOWN, for
        who tries something on, is anybody with the least strength.
        """
        if uid == UNKNOWN:
            if counter not in self.faces:
                self.learn(counter, TROOPS)
            return counter
        unit = self.roster.units.get(uid)
        possible = unit is not None and unit.army == self.army_of(counter) and unit.kind != FACE_DOWN
        led = counter in self.position.led
        if not possible or uid in self.at or uid in self.position.boxes:
            self.lift(counter)
            self._forget(counter)
            return ""
        self.renamed(counter, uid)
        self.turned[counter] = uid
        if not led:
            self.out.add(uid)
        return uid

    def turn_down(self, uid: str, counter: str) -> None:
        """osg 1.5, 1.52: a piece lies under a fresh counter from now on."""
        if uid in self.setting.forces.units and self.unit(uid).kind != FACE_DOWN and uid not in self.position.sorts:
            self.position.came.add(uid)
        self.renamed(uid, counter)
        self.demoralized.discard(counter)

    def renamed(self, old: str, new: str) -> None:
        """A piece goes by another id; public markers and what it has done stay with it."""
        at = self.lift(old)
        for marks in (self.marching, self.position.unsupplied, self.position.led, self.moved, self.left, self.advanced):
            if old in marks:
                marks.add(new)
        self.journal = [(new if uid == old else uid, origin) for uid, origin in self.journal]
        self._forget(old)
        self.place(new, at)

    def _forget(self, uid: str) -> None:
        position = self.position
        marked = (self.marching, self.out, self.demoralized, position.unsupplied, position.led)
        for marks in (*marked, self.moved, self.left, self.advanced):
            marks.discard(uid)
        position.sorts.pop(uid, None)
        self.faces.pop(uid, None)

    def put_away(self, uid: str, box: str) -> None:
        """osg 1.33: takes a counter off the map into a box; markers that it bears go with it."""
        if uid in self.at:
            self.lift(uid)
        self.position.boxes[uid] = box
        for marks in (self.marching, self.out, self.demoralized, self.position.unsupplied):
            marks.discard(uid)

    def occupy(self, uid: str, path: Sequence[str]) -> None:
        """osg 20.16: a unit has come through some hexes, and takes those that matter, if it is in supply."""
        if any(at in self.position.held for at in path):
            taken(self.position.held, self, uid, path, supplied=self.supplied(uid))

    def settle(self) -> tuple[Tell, ...]:
        """osg 12.11-1, 12.12, 12.13: markers of demoralization as losses and supply have them now; what is told of
        it."""
        levels = self.setting.forces.levels
        broken = {one for one in self.position.losses if one in levels and self.losses.demoralized(one)}
        before = {one.removeprefix("broken-") for one in self.position.once if one.startswith("broken-")}
        told = [*((one, True) for one in sorted(broken - before)), *((one, False) for one in sorted(before - broken))]
        self.position.once = {one for one in self.position.once if not one.startswith("broken-")}
        self.position.once.update(f"broken-{one}" for one in broken)
        now = marked(self, self.losses, dict.fromkeys(self.position.unsupplied, True))
        self.demoralized.clear()
        self.demoralized.update(now)
        return tuple(
            Tell({"kind": "demoralized" if worse else "recovered", "formation": one, "case": "12.11"})
            for one, worse in told
        )

    def recoil(self) -> None:
        """osg 16.31: the Guard has recoiled; the levels of the French fall for good."""
        self.position.once.add(RECOILED)
        self.__dict__.pop("losses", None)


def pair_of(side: str) -> Hexside:
    """The hexside of its text in a position, `n1330/n1431`."""
    a, _, b = side.partition("/")
    return (a, b)


def side_of(pair: Hexside) -> str:
    """The text of a hexside in a position."""
    return "/".join(pair)


def event(kind: str, /, **members: Any) -> Tell:
    """What is told of something that has happened."""
    return Tell({"kind": kind, **members})


def listed(units: Collection[str], board: Play) -> str:
    """The printed names of some counters in one phrase."""
    return ", ".join(board.name(uid) for uid in units)


Orders = Mapping[str, Any]
