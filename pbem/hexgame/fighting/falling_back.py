"""Retreat by one hex and displacement, one unit after the other, each chain wholly or not at all."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any, Final

from pbem.engine.options import Json, Pick, Refusal
from pbem.engine.requests import Request, Tell
from pbem.hexgame.board.board import HexBoard
from pbem.hexgame.field.field import HexField
from pbem.hexgame.fighting.cases import Cases, Reason
from pbem.hexgame.fighting.engagement import B, Engagement, Procedure
from pbem.hexgame.fighting.losses import eliminate
from pbem.hexgame.fighting.preferences import read_order, read_push, read_retreat
from pbem.hexgame.fighting.said import retreat_said
from pbem.wargame import retreat

_BECAUSE: Final = {
    retreat.WhyNot.NOT_ADJACENT: "it is not one hex away",
    retreat.WhyNot.BARRED: "it is prohibited, held by the enemy or in his zone of control",
    retreat.WhyNot.VACANT_FIRST: "a friend stands there while a vacant hex is open",
    retreat.WhyNot.IN_CHAIN: "who stands there has just made room himself",
    retreat.WhyNot.NOT_DISPLACEABLE: "who stands there takes part in this combat",
    retreat.WhyNot.NO_WAY_OUT: "who stands there would have nowhere to go",
}
_CROWDED: Final = "it is full while a hex with room is open"

MayEnter = Callable[[str, str, str], bool]
Fits = Callable[[str, str, retreat.Moves], bool]
"""Whether a unit has room in a hex, after moves of the chain so far."""


def ground(
    board: HexBoard[Any], army: str, may_enter: MayEnter, fits: Fits, displaceable: Callable[[str], bool]
) -> retreat.Ground:
    """The board as retreating and displaced units of an army find it: friends are whoever stands in a hex that may
    be entered."""
    here = board.here
    return retreat.Ground(
        board.field.neighbours.__getitem__, may_enter, fits, lambda at: here.get(at, ()), displaceable
    )


def clear_of_the_enemy(
    board: HexBoard[Any],
    army: str,
    mover: Callable[[str], str] | None = None,
    spared: Callable[[str, str], bool] | None = None,
) -> MayEnter:
    """Steps on the map that the terrain allows, away from enemies and their zones; movement points do not matter.

    mover(unit): its class of movers on the chart; without it all are of the commonest.
    spared(unit, hex): whether an enemy zone there does not bind it; without it zones bind all alike.
    """
    steps, foe, here, units = board.field.steps, board.enemy[army], board.here, board.roster.units
    zone = board.zones[foe]
    steps_for = board.field.steps_for

    def may_enter(unit: str, a: str, b: str) -> bool:
        there = here.get(b)
        if there and units[there[0]].army == foe:
            return False
        if zone.get(b) and (spared is None or not spared(unit, b)):
            return False
        return (steps if mover is None else steps_for(mover(unit)))[a][b] is not None

    return may_enter


class StepOptions:
    """Where a unit retreats or is displaced to, or, where there is no room, which friend it pushes out.

    answers: the legal ones, in compass order: hexes, or units if `pushes`. steps: those of `retreat.steps`, at least
    one.
    """

    def __init__(
        self, engagement: Engagement[Any], place: retreat.Ground, unit: str, at: str, moved: retreat.Moves
    ) -> None:
        self.engagement = engagement
        self.place = place
        self.unit = unit
        self.at = at
        self.moved = moved
        self.steps = retreat.steps(place, unit, at, moved)
        self.pushes = bool(self.steps) and self.steps[0].displaces is not None
        self.answers = tuple([step.displaces or step.to for step in self.steps])

    def step(self, answer: Json) -> retreat.Step:
        """The step that a legal answer means."""
        return self.steps[self.answers.index(answer)]

    def why_not(self, answer: Json) -> Refusal | None:
        """Hexes with room first, then friends who can make room."""
        if isinstance(answer, str) and answer in self.answers:
            return None
        cases = self.engagement.rules.cases
        name = self.engagement.board.roster.units[self.unit].name
        short = str(answer)[:40]
        if self.pushes:
            text = f"{name} in {self.at} cannot displace {short}"
            return Refusal(cases[Reason.PUSH], text, self.unit, self.at, self.answers)
        reason = retreat.why_not(self.place, self.unit, self.at, short, self.moved) or retreat.WhyNot.NOT_ADJACENT
        because = _BECAUSE[reason]
        if reason is retreat.WhyNot.VACANT_FIRST and len(self.place.occupants(short)) > 1:
            because = _CROWDED
        text = f"{name} in {self.at} cannot retreat to {short}: {because}"
        return Refusal(cases[reason], text, self.unit, short, self.answers)

    def default(self) -> Json:
        """The hex farthest from the enemy, or the weakest friend."""
        return default_push(self) if self.pushes else default_hex(self)

    def sample(self, pick: Pick) -> Json:
        """Any legal answer."""
        return self.answers[pick(len(self.answers))]

    def describe(self) -> Json:
        """{"unit", "at", "answers", "default"}."""
        return {"unit": self.unit, "at": self.at, "answers": list(self.answers), "default": self.default()}


# Enemies farther off than this do not weigh on where a unit retreats by default.
_NEAR: Final = 3


def default_hex(options: StepOptions) -> str:
    """The default of a retreat, of the open hexes the one that is farthest from the enemy: from the nearest of his
    units, then from the next, and so on as far as three hexes; then the one farthest, as the crow flies, from where
    those stood who won the combat; then the smaller hex number."""
    board, field = options.engagement.board, options.engagement.board.field
    army = board.army_of(options.unit)
    foe, axial = board.enemy[army], field.grids[field.map_of[options.at]].axial
    left = options.answers
    for distance in range(_NEAR):
        near = {to: _enemies(board, foe, _rings(field, to)[distance]) for to in left}
        fewest = min(near.values())
        left = tuple(to for to in left if near[to] == fewest)
        if len(left) == 1:
            return left[0]
    victors = [axial(at) for at in options.engagement.victors_over(army)]
    return min(left, key=lambda to: (-sum([_squared(axial(to), at) for at in victors]), to))


def _enemies(board: HexBoard[Any], foe: str, hexes: Sequence[str]) -> int:
    here, units = board.here, board.roster.units
    return len([unit for at in hexes if at in here for unit in here[at] if units[unit].army == foe])


def _rings(field: HexField, at: str) -> tuple[tuple[str, ...], ...]:
    """The hexes at one hexes' distance from a hex, at two, and so on, as far as enemies there weigh."""
    key = _rings, at
    if key not in field.found:
        grid = field.grids[field.map_of[at]]
        field.found[key] = tuple(grid.ring(at, distance) for distance in range(1, _NEAR + 1))
    found: tuple[tuple[str, ...], ...] = field.found[key]
    return found


def _squared(a: tuple[int, int], b: tuple[int, int]) -> int:
    """The square of the distance of two centres, the distance of neighbours being 1."""
    q, r = a[0] - b[0], a[1] - b[1]
    return q * q + q * r + r * r


def default_push(options: StepOptions) -> str:
    """The default of a displacement: not a battery if another can go, then the weakest, then the roster's order."""
    board, guns = options.engagement.board, options.engagement.rules.guns
    units = board.roster.units
    return min(options.answers, key=lambda u: (units[u].kind in guns, board.strength([u]), units[u].order))


class OrderOptions:
    """The order in which several units of one army retreat: a list of them all."""

    def __init__(self, units: Sequence[str], cases: Cases) -> None:
        self.units = list(units)
        self.cases = cases

    def why_not(self, answer: Json) -> Refusal | None:
        """Every unit exactly once."""
        named = answer if isinstance(answer, list) and all(isinstance(unit, str) for unit in answer) else []
        if sorted(named) == sorted(self.units):
            return None
        text = f"the order of retreat names each of {', '.join(self.units)} once"
        return Refusal(self.cases[Reason.RETREAT], text, legal=tuple(self.units))

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


def retreat_all(engagement: Engagement[B], army: str, units: Sequence[str]) -> Procedure:
    """All these units of an army retreat one hex, one after the other.

    The phasing army's go in the order in which its attack lists them; of the other army's, if there are several,
    its standing orders tell the order.
    """
    if len(units) > 1 and army != engagement.ledger.army:
        first = engagement.board.roster.units[units[0]].formation
        options = OrderOptions(units, engagement.rules.cases)
        units = yield engagement.decision(army, "order", options, "order", [], f"order.{first}", read_order(units))
    for unit in units:
        yield from fall_back(engagement, unit)


def fall_back(engagement: Engagement[B], unit: str) -> Procedure:
    """One unit retreats, pushing friends if it must, or is eliminated."""
    board = engagement.board
    place = engagement.rules.ground(engagement, board.army_of(unit))
    mover, at = unit, board.at[unit]
    starts: dict[str, str] = {}
    moved: dict[str, str] = {}
    while True:
        options = StepOptions(engagement, place, mover, at, moved)
        if not options.steps:
            case = engagement.rules.cases[Reason.NO_RETREAT]
            yield from eliminate(engagement.ledger, (unit,), "no hex open to retreat into", case)
            return
        step = yield from _chosen(engagement, options)
        starts[mover] = at
        moved = {**moved, mover: step.to}
        if step.displaces is None:
            break
        mover, at = step.displaces, step.to
    yield from carry_out(engagement, starts, moved)


def _chosen(engagement: Engagement[B], options: StepOptions) -> Generator[Request, Any, retreat.Step]:
    """The step that its owner takes; where there is one only nobody is asked."""
    if len(options.steps) == 1:
        return options.steps[0]
    unit, board = options.unit, engagement.board
    army, formation = board.army_of(unit), board.roster.units[unit].formation
    if options.pushes:
        what, said, read = "displace", engagement.manner.displace, read_push(options.answers)
    else:
        what, said = "retreat", retreat_said(engagement.manner.retreat, unit)
        read = read_retreat(board.field, unit, options.at, options.answers)
    answer = yield engagement.decision(army, what, options, f"{what}.{unit}", said, f"{what}.{formation}", read)
    return options.step(answer)


def carry_out(engagement: Engagement[B], starts: retreat.Moves, moved: retreat.Moves) -> Procedure:
    """A retreat and the displacements that it causes. starts: where each of them stood, the retreating unit first."""
    ledger = engagement.ledger
    for unit, to in reversed(list(moved.items())):
        ledger.board.move(unit, to)
    by = ""
    for unit, to in moved.items():
        if not by:
            ledger.retreated.add(unit)
            yield Tell({"kind": "retreated", "unit": unit, "from": starts[unit], "to": to})
        else:
            ledger.displaced.add(unit)
            engagement.pushed.add(unit)
            case = ledger.rules.cases[Reason.PUSH]
            event = {"kind": "displaced", "unit": unit, "from": starts[unit], "to": to, "by": by, "case": case}
            yield Tell(event)
        by = unit
