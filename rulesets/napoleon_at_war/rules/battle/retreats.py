"""Retreat by one hex and displacement (7.71 to 7.73, 7.8, 17.23)."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from pbem.engine.options import Json, Pick, Refusal
from pbem.engine.requests import Request, Tell
from pbem.wargame import retreat
from rulesets.napoleon_at_war.position import Board
from rulesets.napoleon_at_war.rules.battle.attack import retreats_said
from rulesets.napoleon_at_war.rules.battle.engagement import Engagement, Ledger
from rulesets.napoleon_at_war.rules.battle.morale import collapse
from rulesets.napoleon_at_war.rules.battle.preferences import read_order, read_push, read_retreat

Procedure = Generator[Request, Any, None]
Moves = list[tuple[str, str, str]]

_CASES = {
    retreat.WhyNot.NOT_ADJACENT: ("7.71", "it is not one hex away"),
    retreat.WhyNot.BARRED: ("7.72", "it is prohibited, held by the enemy or in his zone of control"),
    retreat.WhyNot.VACANT_FIRST: ("7.82", "a friend stands there while a vacant hex is open"),
    retreat.WhyNot.IN_CHAIN: ("7.82", "who stands there has just made room himself"),
    retreat.WhyNot.NOT_DISPLACEABLE: ("7.81", "who stands there takes part in this combat"),
    retreat.WhyNot.NO_WAY_OUT: ("7.82", "who stands there would have nowhere to go"),
}


def ground(engagement: Engagement, army: str) -> retreat.Board:
    """naw 7.72, 7.81-1, 7.81-2, 17.23: the board as retreating and displaced units of an army find it.

    Closed to them are all steps off the map, those that terrain bars, enemies and the zones of these; movement
    points do not matter (ruling 11). Displaced may be whoever has no part in the combat (ruling 14).
    """
    board = engagement.board
    steps, foe, here = board.field.steps, board.enemy[army], board.here
    zone, units = board.zones[foe], board.roster.units

    def may_enter(unit: str, a: str, b: str) -> bool:
        if zone.get(b) or steps[a][b] is None:
            return False
        there = here.get(b)
        return not there or units[there[0]].army != foe

    def occupant(at: str) -> str | None:
        there = here.get(at)
        return there[0] if there else None

    def displaceable(unit: str) -> bool:
        return not engagement.involved(unit)

    return retreat.Board(board.field.neighbours.__getitem__, may_enter, occupant, displaceable)


class StepOptions:
    """Where a unit retreats or is displaced to, or, where no hex is vacant, which friend it pushes out.

    Answers are hexes, or units if `pushes`. steps: those of `retreat.steps`, at least one.
    """

    def __init__(
        self, engagement: Engagement, place: retreat.Board, unit: str, at: str, chain: tuple[str, ...]
    ) -> None:
        self.engagement = engagement
        self.place = place
        self.unit = unit
        self.at = at
        self.chain = chain
        self.steps = vacant_first(place, unit, at, chain)
        self.pushes = bool(self.steps) and self.steps[0].displaces is not None

    @property
    def answers(self) -> tuple[str, ...]:
        """The legal answers, in compass order."""
        return tuple((step.displaces or "") if self.pushes else step.to for step in self.steps)

    def step(self, answer: Json) -> retreat.Step:
        """The step that a legal answer means."""
        return self.steps[self.answers.index(answer)]

    def why_not(self, answer: Json) -> Refusal | None:
        """naw 7.71, 7.73, 7.82-5: vacant legal hexes first, then friends who can make room."""
        if isinstance(answer, str) and answer in self.answers:
            return None
        board = self.engagement.board
        name = board.roster.units[self.unit].name
        shown = str(answer)[:40]
        if self.pushes:
            text = f"{name} in {self.at} cannot displace {shown}"
            return Refusal("7.81", text, self.unit, self.at, self.answers)
        reason = retreat.why_not(self.place, self.unit, self.at, shown, self.chain) or retreat.WhyNot.NOT_ADJACENT
        case, because = _CASES[reason]
        return Refusal(
            case, f"{name} in {self.at} cannot retreat to {shown}: {because}", self.unit, shown, self.answers
        )

    def default(self) -> Json:
        """The hex farthest from the enemy, or the weakest friend."""
        return default_push(self) if self.pushes else default_hex(self)

    def sample(self, pick: Pick) -> Json:
        """Any legal answer."""
        return self.answers[pick(len(self.answers))]

    def describe(self) -> Json:
        """{"unit", "at", "answers", "default"}."""
        return {"unit": self.unit, "at": self.at, "answers": list(self.answers), "default": self.default()}


def vacant_first(place: retreat.Board, unit: str, at: str, chain: tuple[str, ...]) -> tuple[retreat.Step, ...]:
    """naw 7.73, 7.82-2, 7.82-5: the steps open to a unit: vacant hexes, else friends with a way out.

    None means that the unit is lost; displacement is never refused by its owner (ruling 12).
    """
    return retreat.steps(place, unit, at, chain)


# Enemies farther off than this do not weigh on where a unit retreats by default.
_NEAR = 4


def default_hex(options: StepOptions) -> str:
    """The default of a retreat, of the open hexes the one that is farthest from the enemy: from the nearest of his
    units, then from the next, and so on as far as three hexes; then the one farthest, as the crow flies, from where
    those stood who won the combat; then the smaller hex number."""
    board = options.engagement.board
    army = board.army_of(options.unit)
    battle, foe = board.field.map_of[options.at], board.enemy[army]
    grid = board.field.grids[battle]
    enemies = [at for unit, at in board.position.at.items() if board.army_of(unit) == foe]
    enemies = [at for at in enemies if board.field.map_of[at] == battle and grid.distance(at, options.at) <= _NEAR]
    victors = options.engagement.victors_over(army)

    def worth(to: str) -> tuple[list[int], int, str]:
        distances = sorted(min(grid.distance(to, at), _NEAR) for at in enemies)
        away = sum(_squared(grid.axial(to), grid.axial(at)) for at in victors)
        return [-distance for distance in distances], -away, to

    return min(options.answers, key=worth)


def _squared(a: tuple[int, int], b: tuple[int, int]) -> int:
    """The square of the distance of two centres, the distance of neighbours being 1."""
    q, r = a[0] - b[0], a[1] - b[1]
    return q * q + q * r + r * r


def default_push(options: StepOptions) -> str:
    """The default of a displacement: not a battery if another can go, then the weakest, then the roster's order."""
    units = options.engagement.board.roster.units
    return min(options.answers, key=lambda u: (units[u].kind == "artillery", units[u].strength, units[u].order))


class OrderOptions:
    """The order in which several units of one army retreat: a list of them all."""

    def __init__(self, units: Sequence[str]) -> None:
        self.units = list(units)

    def why_not(self, answer: Json) -> Refusal | None:
        """naw 7.71: every unit exactly once."""
        named = answer if isinstance(answer, list) and all(isinstance(unit, str) for unit in answer) else []
        if sorted(named) == sorted(self.units):
            return None
        return Refusal(
            "7.71", f"the order of retreat names each of {', '.join(self.units)} once", legal=tuple(self.units)
        )

    def default(self) -> Json:
        """As they stand in the attack: by hex number, if the targets are listed so."""
        return list(self.units)

    def sample(self, pick: Pick) -> Json:
        """Any order."""
        left = list(self.units)
        return [left.pop(pick(len(left))) for _ in self.units]

    def describe(self) -> Json:
        """{"units", "default"}."""
        return {"units": self.units, "default": self.default()}


def retreat_all(engagement: Engagement, army: str, units: Sequence[str]) -> Procedure:
    """naw 7.6-Ar, 7.6-Dr, 7.71: all these units of an army retreat one hex, one after the other.

    The phasing army's go in the order in which its attack lists them; of the other army's, if there are several,
    its standing orders tell the order.
    """
    if len(units) > 1 and army != engagement.ledger.army:
        first = engagement.board.roster.units[units[0]].formation
        units = yield engagement.decision(
            army, "order", OrderOptions(units), "order", [], f"order.{first}", read_order(units)
        )
    for unit in units:
        yield from fall_back(engagement, unit)


def fall_back(engagement: Engagement, unit: str) -> Procedure:
    """naw 7.71, 7.72, 7.73, 7.82-1, 7.82-2, 17.23: one unit retreats, pushing friends if it must, or is eliminated."""
    board = engagement.board
    place = ground(engagement, board.army_of(unit))
    mover, at = unit, board.position.at[unit]
    chain: tuple[str, ...] = ()
    moves: Moves = []
    while True:
        options = StepOptions(engagement, place, mover, at, chain)
        if not options.steps:
            yield from eliminate(engagement.ledger, (unit,), "no hex open to retreat into", "7.72")
            return
        step = yield from _chosen(engagement, options)
        moves.append((mover, at, step.to))
        if step.displaces is None:
            break
        chain = (*chain, mover)
        mover, at = step.displaces, step.to
    yield from carry_out(engagement.ledger, moves)


def _chosen(engagement: Engagement, options: StepOptions) -> Generator[Request, Any, retreat.Step]:
    """The step that its owner takes; where there is one only nobody is asked."""
    if len(options.steps) == 1:
        return options.steps[0]
    unit, board = options.unit, engagement.board
    army, formation = board.army_of(unit), board.roster.units[unit].formation
    if options.pushes:
        said, read = engagement.manner.displace, read_push(options.answers)
        what = "displace"
    else:
        said, read = (
            retreats_said(engagement.manner, unit),
            read_retreat(board.field, unit, options.at, options.answers),
        )
        what = "retreat"
    answer = yield engagement.decision(army, what, options, f"{what}.{unit}", said, f"{what}.{formation}", read)
    return options.step(answer)


def carry_out(ledger: Ledger, moves: Moves) -> Procedure:
    """naw 7.81-1, 7.82-2, 7.82-3: a retreat and the displacements that it causes, however often a unit was pushed."""
    for unit, _, to in reversed(moves):
        ledger.board.move(unit, to)
    for index, (unit, start, to) in enumerate(moves):
        if index == 0:
            yield Tell({"kind": "retreated", "unit": unit, "from": start, "to": to})
        else:
            ledger.displaced.add(unit)
            by = moves[index - 1][0]
            yield Tell({"kind": "displaced", "unit": unit, "from": start, "to": to, "by": by, "case": "7.81"})


def eliminate(ledger: Ledger, units: Sequence[str], why: str, case: str) -> Procedure:
    """naw 18.0-1: units are lost at one instant; whoever breaks by it breaks now."""
    battles = yield from remove(ledger, units, why, case)
    for battle in battles:
        yield from collapse(ledger.setting, ledger.board, battle)


def remove(ledger: Ledger, units: Sequence[str], why: str, case: str) -> Generator[Request, Any, tuple[str, ...]]:
    """Takes units off the board as losses; returns the battles concerned, for the look at morale that follows."""
    board: Board = ledger.board
    battles: dict[str, None] = {}
    for unit in units:
        at = board.eliminate(unit)
        battles[board.field.map_of[at]] = None
        yield Tell(
            {
                "kind": "eliminated",
                "unit": unit,
                "at": at,
                "strength": board.roster.units[unit].strength,
                "battle": board.field.map_of[at],
                "why": why,
                "case": case,
            }
        )
    return tuple(battles)
