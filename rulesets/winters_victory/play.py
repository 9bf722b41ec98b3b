"""A position that is being played: the board, command and morale as rules read and change them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import Any

from rulesets.winters_victory import opening
from rulesets.winters_victory.board.pieces import ALLIED, FRENCH
from rulesets.winters_victory.calendar import Turn
from rulesets.winters_victory.position import Position
from rulesets.winters_victory.rules import victory
from rulesets.winters_victory.rules.command import hours, successors
from rulesets.winters_victory.rules.command.alarms import Alarms
from rulesets.winters_victory.rules.command.staff import Staff
from rulesets.winters_victory.rules.command.successors import retired
from rulesets.winters_victory.rules.dice import Part
from rulesets.winters_victory.rules.formations.skirmishing import left_in_pool
from rulesets.winters_victory.rules.morale.books import Book
from rulesets.winters_victory.rules.morale.breaking import SHELLED, STRUCK, Breaking
from rulesets.winters_victory.rules.morale.ledger import Ledger
from rulesets.winters_victory.rules.morale.retreats import Flight
from rulesets.winters_victory.rules.movement_phase import MovementPhase
from rulesets.winters_victory.rules.reacting import Reactions
from rulesets.winters_victory.rules.reinforcements import Entering, Queue, Wish
from rulesets.winters_victory.rules.scene import Scene
from rulesets.winters_victory.rules.shock.charge_zones import ChargeZone, rows
from rulesets.winters_victory.setting import Setting
from rulesets.winters_victory.tempo import Segment

ARMIES = (FRENCH, ALLIED)


class Play:
    """What a segment is played on. Its objects are changed by the rules; `keep` writes them into the position.

    turn: game turn of the phase in play, that of a shock phase at the end of a turn the turn before. wishes: brigade
    -> what it does while the enemy acts (`Reactions`)."""

    def __init__(self, setting: Setting, position: Position) -> None:
        self.setting, self.position = setting, position
        self.turn = position.turn
        self.board = position.board(setting.field, setting.units)
        self.command = position.command()
        self.books = position.morale(self._book_of)
        self.wishes: dict[str, Mapping[str, Any]] = {}

    @property
    def segment(self) -> Segment:
        """wv 4.0-1: the segment that is played."""
        wanted = (self.position.day, self.position.turn, self.position.segment)
        return next(one for day, one in self.setting.segments if (day, one.turn, one.name) == wanted)

    @property
    def now(self) -> Turn:
        """wv 4.0-2: the turn of the phase in play."""
        return self.setting.calendar[self.turn]

    @property
    def scene(self) -> Scene:
        """The situation as it is now: weather of the turn, fatigue, Attack Orders and morale of the armies."""
        setting = self.setting
        weather = opening.weather(self.position.snow, self.now, setting.snow, setting.night, setting.field)
        bare = Scene(self.board, self.setting.ground, self.setting.charts, weather)
        found = hours.brigades(self._staff(bare), self.demoralized, self.disintegrated)
        return Scene(bare.board, bare.ground, bare.charts, weather, found)

    @property
    def staff(self) -> Staff:
        """The situation of command as it is now."""
        return self._staff(self.scene)

    def _staff(self, scene: Scene) -> Staff:
        setting = self.setting
        return Staff(scene, setting.chain.command, self.command, setting.command, setting.card)

    @property
    def demoralized(self) -> frozenset[str]:
        """wv 13.2-e, 14.22-1: brigades in a book that is demoralized."""
        return self._brigades_in({name for name, one in self.books.items() if one.demoralized})

    @property
    def disintegrated(self) -> frozenset[str]:
        """wv 14.22B: brigades in a book that has fallen apart."""
        return self._brigades_in({name for name, one in self.books.items() if one.disintegrated})

    def _brigades_in(self, broken: Collection[str]) -> frozenset[str]:
        if not broken:
            return frozenset()
        brigades = self.setting.forces.brigades.values()
        return frozenset(one.id for one in brigades if self.setting.chain.book(one.units[0]) in broken)

    @property
    def zones(self) -> Mapping[str, ChargeZone]:
        """wv 12.52.1-1: the charges that have been declared, by their horse."""
        scene = self.scene
        near, far = scene.charts.shock.primary, len(scene.charts.shock.zone)
        found = {}
        for horse, (at, corner, farther) in self.position.charges.items():
            secondary = rows(scene, at, corner, near + 1, far) if farther else frozenset()
            found[horse] = ChargeZone(horse, at, corner, rows(scene, at, corner, 1, near), secondary)
        return found

    def declare(self, zones: Mapping[str, ChargeZone]) -> None:
        """wv 12.52.1-1: notes charges that have been declared."""
        self.position.charges |= {horse: (one.at, one.corner, int(bool(one.secondary))) for horse, one in zones.items()}

    def breaking(self, label: str) -> Breaking:
        """Carries out morale checks and retreats of one phase. label: prefix of its dice."""
        scene, plans = self.scene, self.reactions
        return Breaking(
            scene,
            label,
            flight=self.flight,
            fires=plans.fires,
            limbers=plans.limbers,
            loosens=plans.loosens,
            alarm=self.alarm,
        )

    @property
    def alarms(self) -> Alarms:
        """wv 17.53-1: who activates because of the enemy."""
        return Alarms(self.staff, self.reactions.activates)

    def alarm(self, units: Sequence[str], why: str) -> Part:
        """wv 17.53-1, 17.53-2: the leaders of units hear what these suffer."""
        if why == STRUCK:
            yield from self.alarms.struck(units)
        else:
            yield from self.alarms.shaken(units, extended=why == SHELLED)

    @property
    def reactions(self) -> Reactions:
        """What brigades do of their own while the enemy acts."""
        return Reactions(self.scene, self.wishes)

    def left(self, battalion: str, points: int) -> int:
        """wv 8.6-1: counters of companies of so many points that the corps or regiment of a battalion has left."""
        pool, battalions = self.setting.pool(battalion)
        found = left_in_pool(self.board, pool, battalions)
        return found.two if points > 1 else found.one

    def headquarters(self, army: str) -> str:
        """wv 17.23-1: the hex of the headquarters of an army, "" for an army without one."""
        return self.command.headquarters.get(army, "")

    def flight(self, army: str, at: str) -> Flight:
        """wv 13.32-2: where a retreat of an army out of a hex leads."""
        top = next(iter(self.board.fighting(at, army)), "")
        nation = self.setting.units[top].nation if top else ""
        return Flight(army, edge=self.setting.homeward.get(nation, self._homeward[army]))

    @cached_property
    def _homeward(self) -> Mapping[str, Mapping[str, int]]:
        nations = {FRENCH: ("french",), ALLIED: ("russian", "prussian")}
        known = self.setting.homeward
        return {army: next((known[one] for one in found if one in known), {}) for army, found in nations.items()}

    def standing(self) -> victory.Standing:
        """wv 14.0, 14.13: what victory looks at."""
        setting, own = self.setting, {army: self.books_of(army) for army in ARMIES}
        return victory.Standing(setting.scenario, setting.points, self.position.held, own)

    def books_of(self, army: str) -> tuple[Book, ...]:
        """wv 14.0: the books of morale of an army."""
        books = self.setting.chain.books
        return tuple(one for name, one in self.books.items() if books[name][1] == army)

    @property
    def ledger(self) -> Ledger:
        """wv 14.0: the books with what is booked in them."""
        setting, falls = self.setting, self.setting.points.disintegration
        return Ledger(self.books, opening.values(setting.points), self._book_of, falls["half"], falls["divide"])

    def _book_of(self, uid: str) -> str:
        unit = self.setting.units[uid]
        return self.setting.chain.book(unit.serves or uid)

    def reckon(self) -> Part:
        """wv 14.11-1, 14.12, 14.13: what has befallen the counters in a phase is entered at its end; leaders who have
        fallen leave the map; those of brigades that are no more retire; whoever stands in an objective holds it."""
        fates = tuple(self.board.fates)
        yield from self.ledger.enter(self.board)
        self.position.fallen |= set((yield from successors.lost(self.staff, fates, self.setting.special.loss)))
        yield from retired(self.staff, self.position.waiting)
        self.occupy()

    @property
    def queue(self) -> Queue:
        """wv 6.7: who is still to come."""
        setting = self.setting
        columns = {uid: one.units for uid, one in setting.forces.brigades.items()}
        return Queue(setting.scenario.arrivals, self.position.waiting, columns, setting.turns, setting.crews)

    @property
    def time(self) -> tuple[int, int]:
        """wv 4.0-1: the day and the number of the turn in play."""
        return self.position.day, self.turn

    def entering(self, army: str, wishes: Mapping[str, Wish], phase: MovementPhase) -> Part:
        """wv 6.7: the reinforcements of an army come on in its movement phase."""
        rounds, usual = self.setting.scenario.ammunition, self.setting.charts.ammunition.start
        coming = Entering(self.staff, self.queue, army, self.time, wishes, phase.walking, rounds, usual)
        return (yield from coming.run())

    def occupy(self) -> None:
        """wv 14.13: notes who is in the hexes of objectives at the end of a phase."""
        self.position.held |= victory.occupied(self.board, self.setting.scenario.objectives)

    def finished(self) -> frozenset[str]:
        """wv 14.22B: the armies that cannot fight on."""
        books = {army: self.books_of(army) for army in ARMIES}
        return victory.finished(self.board, books, self.position.waiting)

    def kept(self) -> Play:
        """The same, once its position says how it stands: for a question in the middle of a segment."""
        self.keep()
        return self

    def keep(self) -> None:
        """Writes board, command and morale into the position."""
        self.position.take(self.board)
        self.position.take_command(self.command)
        self.position.take_morale(self.books)
