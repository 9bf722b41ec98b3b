"""What moving means in one phase: allowances, costs, zones, and who may not move at all (4.2, 4.3, 5.1 to 5.4, 10.1).

How it is judged and searched stands in pbem/hexgame/moving.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property

from pbem.engine.options import Refusal
from pbem.hexgame.field.field import StepTable
from pbem.hexgame.moving.rules import MoveCases, MoveRules, ZoneRule
from pbem.hexgame.moving.together import Company
from rulesets.napoleons_last_battles.board import BLOWN, GARRISON, INACTIVE, Board
from rulesets.napoleons_last_battles.calendar import DAY, NIGHT
from rulesets.napoleons_last_battles.rules.command.effects import effects_of
from rulesets.napoleons_last_battles.rules.hiding.pairs import pair_of, places, under
from rulesets.napoleons_last_battles.rules.march.ground import as_charted, avoiding, columns, in_rain, mover, steps
from rulesets.napoleons_last_battles.rules.march.leaders import Leaders, leader_zone
from rulesets.napoleons_last_battles.rules.observation import observed_from, observers, sees

_COLUMN, _WAGONS, _FACE_DOWN = "16.4", "16.17B", "16.6B"
"""Cases of hexes that are closed for a while: by one who has marched by road, by a train, and by a marker."""
_CASES = MoveCases(
    owner="4.1.1B",
    moved="5.1C-1",
    path="5.0",
    hexside="5.2A-2",
    ground="5.2",
    closed=_COLUMN,
    length="5.1-1",
    occupied="5.0",
    held="5.3-2",
    zone="4.2-2",
    stop="5.0",
    room="5.4-2",
    stacking="5.4-2",
    entry_closed="5.2",
    entry_ground="5.2",
    entry_enemy="5.6D",
    entry_length="5.6A-2",
    off_hex="5.5-1",
    off_held="5.3-2",
    off_closed="5.2",
    off_ground="5.2",
    off_length="5.5-2",
)
_BY_DAY = (ZoneRule(), _CASES)
_DARK = {
    "night": (ZoneRule(enter=False, when="at night"), replace(_CASES, held="5.3F")),
    "rain": (ZoneRule(enter=False, when="in rain"), replace(_CASES, held="5.3F", zone="4.3-1")),
    "mud": (ZoneRule(enter=False, when="in mud"), replace(_CASES, held="5.3F", zone="4.3-1")),
}
_TRAINS = (
    ZoneRule(enter=False, when="with its wagons"),
    replace(_CASES, zone="16.17A", ground="16.17A", closed="16.17B", stacking="16.17B"),
)
_MARKERS = (
    ZoneRule(enter=False, when="as a marker"),
    replace(_CASES, zone="16.6B", ground="16.6B", closed="16.6B", stacking="16.6B", room="16.6B", owner="16.6"),
)
_BLOWN = (ZoneRule(enter=False, when="blown after a charge"), replace(_CASES, zone="16.8"))
_IDLE = (ZoneRule(enter=False, when="out of command"), replace(_CASES, held="11.3A", zone="11.3A"))
_LEADERS = (
    ZoneRule(leave=True, enter=False, through=True, when="without a friendly combat unit in it"),
    replace(_CASES, held="10.1D-2", zone="10.1D-1", ground="10.1C-1"),
)
_ESCORTED = (ZoneRule(leave=True), _LEADERS[1])
_IN_RAIN = 2
"""nlb 16.17A: half movement points of a train in rain."""


class Marches:
    """How everybody moves in the phase in which a board stands; one object serves a whole phase.

    commanded: leaders who gave command in this turn (10.1C). spent: half points that a halted unit has used (16.6C).
    """

    def __init__(self, board: Board, commanded: Collection[str] = ()) -> None:
        self.board = board
        self.leading = board.setting.leaders
        self.leaders = Leaders(board)
        self.commanded = commanded
        self.turn = board.now
        zones, cases = _BY_DAY if board.conditions == DAY or in_rain(board) > 1 else _DARK[board.conditions]
        self.effects = effects_of(board.setting)
        self._units = self._rules(zones, cases)
        self._riders = self._rules(*_LEADERS, riding=True)
        self._modified = board.setting.on("modified-terrain")
        self.spent: dict[str, int] = {}
        self._known: dict[str, int] = {}

    # Few phases have somebody who moves by one of these.
    @cached_property
    def _idle(self) -> MoveRules:
        return self._rules(*_IDLE)

    @cached_property
    def _blown(self) -> MoveRules:
        return self._rules(*_BLOWN)

    @cached_property
    def _idle_riders(self) -> MoveRules:
        return self._rules(*_IDLE, riding=True)

    @cached_property
    def _escorted(self) -> MoveRules:
        return self._rules(*_ESCORTED, riding=True)

    @cached_property
    def _trains(self) -> MoveRules:
        return replace(self._rules(*_TRAINS), closed=self._anybody_in, when="while another unit is there")

    @cached_property
    def _markers(self) -> MoveRules:
        return replace(self._rules(*_MARKERS), steps=self._unseen)

    def rules(self, unit: str, beside: str = "", *, abreast: bool = False) -> MoveRules:
        """nlb 4.2-2, 4.3-1, 5.3-2, 5.3E, 5.3F, 10.1D-1, 10.1D-2, 11.3A-1, 11.3A-2, 16.5-1, 16.8-4, 16.15A: its limits.

        A unit stops on entering an enemy zone and may not leave the one in which it begins; at night, in rain and out
        of command it enters none, unless 16.5 or 16.15 holds. A leader enters and leaves one where a friendly combat
        unit stands, at night too. A garrison leaves its hex, and moves on as others do. beside: hex into which combat
        units come together with a leader, "" for none. abreast: whether several combat units go together.
        """
        board = self.board
        idle = self._keeps_out(unit)
        if unit in board.loners:
            return self._trains if unit in board.trains else self._markers
        if unit not in self.leading:
            alone = self._idle if idle else self._units
            if board.position.marks:
                alone = self._blown if not idle and board.marked(BLOWN, unit) else alone
                alone = self._coming_out(alone, unit) if board.marked(GARRISON, unit) else alone
            return self._abreast(alone) if abreast and self._modified else alone
        if idle:
            return self._idle_riders
        if not beside:
            return self._riders
        return replace(self._riders, zone=lambda one: leader_zone(self.board, one, beside))

    def company(self, units: Sequence[str]) -> Company:
        """nlb 10.1D-1: how those move who go together, combat units before leaders: with them a leader enters an enemy
        zone where no friend stands yet, and stops there as they do."""
        fighting = [unit for unit in units if unit not in self.leading]
        leading = [unit for unit in units if unit in self.leading]
        riding = {
            unit: self._escorted if fighting and not self._keeps_out(unit) else self.rules(unit) for unit in leading
        }
        return {**{unit: self.rules(unit, abreast=len(fighting) > 1) for unit in fighting}, **riding}

    def _coming_out(self, rules: MoveRules, unit: str) -> MoveRules:
        """nlb 16.11C: how a garrison moves that comes out: zones do not hold it, and count from the next hex on. They
        hold the others on its way as ever."""
        board = self.board
        zones = replace(rules.zones(unit), leave=True)
        return replace(
            rules,
            zone=lambda one: board.zones[board.enemy[board.army_of(one)]] if one == unit else rules.zone(one),
            zones=lambda one: zones if one == unit else rules.zones(one),
        )

    def _abreast(self, rules: MoveRules) -> MoveRules:
        """nlb 16.4-5: how each of several combat units moves that go together."""
        return replace(rules, steps=lambda unit: steps(self.board, unit, self.points, abreast=True))

    def _keeps_out(self, unit: str) -> bool:
        """nlb 11.3A-1, 16.15A: whether one out of command enters no enemy zone."""
        return unit in self.board.position.idle and not self.effects.enter_zones

    def plainly(self, unit: str) -> MoveRules:
        """How one moves whatever hinders him now: his name, his points and the board on which he stands."""
        return self._riders if unit in self.leading else self._units

    @property
    def rules_of_units(self) -> MoveRules:
        """How combat units in command move."""
        return self._units

    @property
    def rules_of_leaders(self) -> MoveRules:
        """How leaders in command move; its roster names units and leaders alike."""
        return self._riders

    def leads(self, unit: str) -> bool:
        """Whether it is a leader."""
        return unit in self.leading

    def _rules(self, zones: ZoneRule, cases: MoveCases, riding: bool = False) -> MoveRules:
        """nlb 5.3D, 5.4-1, 5.4A, 5.4B, 5.4C: friends and their zones hinder nobody on his way, a zone costs nothing,
        and only the end of a move asks who else is there."""
        board = self.board
        idle = zones is _IDLE[0]

        def zone(one: str) -> Mapping[str, int]:
            army = board.setting.roster.units[one].army
            return board.zones[board.enemy[army]] if idle else leader_zone(board, one)

        return MoveRules(
            self.leaders if riding else board,
            board.position.army,
            cases,
            points=self.points,
            steps=self._usual_steps if as_charted(board) else lambda unit: steps(board, unit, self.points),
            zone=zone if riding else board.zone,
            zones=lambda unit: zones,
            fits=any_number if riding else self.fits,
            mover=lambda unit: mover(board, unit),
            closed=self._taken,
            when="while a train, or a unit that has marched by road, is there",
        )

    def _usual_steps(self, unit: str) -> StepTable:
        return self.board.field.steps_for(mover(self.board, unit))

    def _taken(self, at: str) -> bool:
        """nlb 16.4-5, 16.6B-2, 16.17B: whether a train, a marker, or a unit that has marched by road, lets nobody else
        into its hex."""
        return at in columns(self.board) or bool(self.board.loner_in(at))

    def _unseen(self, marker: str) -> StepTable:
        """nlb 16.6B-1, 16.6B-2: the steps of a marker; none leads into a hex that the enemy observes."""
        board = self.board
        eyes = tuple(observers(board, board.enemy[board.army_of(marker)]))

        # Known for one march alone: between two of them enemies may flee, or be deployed.
        @cache
        def observed(at: str) -> bool:
            return any(sees(board, one, at) for one in eyes)

        return avoiding(steps(board, marker, self.points), observed)

    def cited(self, refusal: Refusal) -> Refusal:
        """nlb 16.4-5, 16.6B-2, 16.17B: a refusal that says who closes a hex for a while, where somebody does."""
        board, at, unit = self.board, refusal.hex, refusal.unit
        names = board.setting.roster.units
        if unit in board.markers and refusal.case == _FACE_DOWN and at:
            eyes = observed_from(board, at, board.enemy[board.army_of(unit)])
            why = (
                f"it would be observed from {eyes}" if eyes else "a marker moves through nobody and stacks with no unit"
            )
            return replace(refusal, text=f"{names[unit].name} may not enter {board.field.name(at)}: {why}")
        if refusal.case not in (_COLUMN, _WAGONS) or not unit or at not in board.here:
            return refusal
        marker = next((one for one in board.here[at] if one in board.markers), "")
        if marker:
            text = f"{names[unit].name} may not enter {board.field.name(at)}: {names[marker].name} is there, and nobody"
            return replace(refusal, case=_FACE_DOWN, text=f"{text} moves through a marker")
        train = board.train_in(at)
        there = names[train or board.here[at][0]].name
        case, why = _COLUMN, f"{there} has marched into it by road or trail"
        if train or unit in board.trains:
            case, why = _WAGONS, f"{there} is there, and a train and others do not pass each other"
        return replace(refusal, case=case, text=f"{names[unit].name} may not enter {board.field.name(at)}: {why}")

    def _anybody_in(self, at: str) -> bool:
        """nlb 16.17B: whether any unit is in a hex, so that no train moves through it."""
        return at in self.board.here

    def fits(self, at: str, units: Sequence[str]) -> bool:
        """nlb 5.4-2, 10.1B: how many combat units may be in a hex in the end."""
        return self.board.fits(at, units)

    def points(self, unit: str) -> int:
        """nlb 5.1-1, 5.1A, 10.1C-2, 16.1C-1, 16.6B-1, 16.17A, 16.18A, 25.0E-1, 27.1D, 28.0C-R1: half movement points of
        a unit or leader in this phase; of a marker those of the slowest under it.

        Always the printed figure, or what dice gave for this turn, whatever was left over before; half of it for a
        leader who has given command, and for those whom the scenario lets come in so. What was spent before the move
        was halted is gone.
        """
        if unit in self.board.markers:
            return min((self._points(one) for one in under(self.board, pair_of(unit))), default=0)
        points = self._known.get(unit)
        if points is None:
            points = self._points(unit)
            # Of one who is still to come it may change by his coming.
            if self.place(unit):
                self._known[unit] = points
        return points - self.spent.get(unit, 0) if self.spent else points

    def _points(self, unit: str) -> int:
        setting = self.board.setting
        half_points = 2 * self.board.position.allowances.get(unit, setting.roster.units[unit].allowance.value)
        for row in setting.rows_about(unit)[1]:
            if row["turn"] == self.turn.id:
                half_points *= int(row["times"])
        if unit in self.commanded:
            half_points //= 2
        comes = unit not in self.board.at and unit not in self.board.position.leaders
        if unit in self.board.position.hidden:
            comes = not places(self.board, self.board.position.hidden[unit])
        if comes and any(group.half for group in setting.groups if unit in (*group.units, *group.leaders)):
            half_points //= 2
        if unit in self.board.trains and self.board.wet:
            half_points = min(half_points, _IN_RAIN)
        return half_points

    def frozen(self, unit: str) -> Refusal | None:
        """nlb 15.4-1, 16.14A, 16.14C-2, 16.17A, 19.5C, 24.1B, 26.0B, 26.0C, 27.1D: why one who is held back may
        not move yet.

        With headquarters inactive commanders move, and headquarters do only while they are inactive.
        """
        if unit in self.board.markers:
            frozen = (self.frozen(one) for one in under(self.board, pair_of(unit)))
            return next((refusal for refusal in frozen if refusal is not None), None)
        setting, released = self.board.setting, self.board.position.released
        releases, allowances = setting.rows_about(unit)
        if not (releases or allowances or self.board.trains or unit in self.leading):
            return None
        record, inactive = setting.roster.units[unit], self.board.marked(INACTIVE, unit)
        at = self.place(unit)
        named = f"{record.name} in {at}" if at else record.name
        if unit in self.board.trains and self.board.conditions == NIGHT:
            return Refusal("16.17A", f"{named} may not move at night", unit, at)
        if record.leads and inactive and not setting.on("headquarters"):
            return Refusal("15.4", f"{named} is inactive and may not move", unit, at)
        if record.kind == "headquarters" and not inactive and at:
            return Refusal("16.14A", f"{named} is active and may not move", unit, at)
        for row in releases:
            if row.get("until"):
                if self.turn.id < row["until"]:
                    text = f"{named} may not move before {row['until']}"
                    return Refusal(row["case"], text, unit, at)
            elif not released & {unit, record.formation}:
                text = f"{named} is held back and may not move until it is released"
                return Refusal(row["case"], text, unit, at)
        for row in allowances:
            if row["turn"] == self.turn.id and row["times"] == "0":
                return Refusal(row["case"], f"{named} may not move on this turn", unit, at)
        return None

    def place(self, unit: str) -> str:
        """The hex of a unit or leader, "" for one who is on no map."""
        return self.board.at.get(unit) or self.board.position.leaders.get(unit, "")


def any_number(at: str, units: Sequence[str]) -> bool:
    """nlb 10.1B: leaders stack freely."""
    return True
