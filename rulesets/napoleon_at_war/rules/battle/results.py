"""The results of the Combat Results Table and what follows from them at once (7.6, 7.74, 7.75, 8.14, 8.15)."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from pbem.engine.options import Json, Listed, Pick, Refusal
from pbem.engine.requests import ASK, SILENT, Request, Silent, Tell
from pbem.wargame.exchange import cheapest_payment, covers
from rulesets.napoleon_at_war.position import Board
from rulesets.napoleon_at_war.rules.battle.attack import entries
from rulesets.napoleon_at_war.rules.battle.engagement import Engagement
from rulesets.napoleon_at_war.rules.battle.morale import collapse
from rulesets.napoleon_at_war.rules.battle.preferences import Advance, read_advance_said, read_advance_standing
from rulesets.napoleon_at_war.rules.battle.retreats import (
    StepOptions,
    eliminate,
    fall_back,
    ground,
    remove,
    retreat_all,
)

Procedure = Generator[Request, Any, None]
STAY, RETREAT = "stay", "retreat"
NO_ADVANCE = "no"


def apply(engagement: Engagement, result: str) -> Procedure:
    """naw 7.0-3, 8.52: carries out the result of one die for everybody it concerns."""
    yield from _RESULTS[result](engagement)


def attacker_eliminated(engagement: Engagement) -> Procedure:
    """naw 7.6-Ae, 8.43: all adjacent attackers are lost, batteries among them too; bombarders are not."""
    yield from eliminate(engagement.ledger, engagement.by, "attacker eliminated", "7.6")
    yield from advance(engagement, engagement.ledger.foe, engagement.targets, engagement.by)


def defender_eliminated(engagement: Engagement) -> Procedure:
    """naw 7.6-De: all defenders of the combat are lost."""
    yield from eliminate(engagement.ledger, engagement.targets, "defender eliminated", "7.6")
    yield from advance(engagement, engagement.ledger.army, engagement.by, engagement.targets)


def exchange(engagement: Engagement) -> Procedure:
    """naw 7.6-Ex, 8.0-2, 8.14, 18.0-4: all defenders are lost, and adjacent attackers as strong as they in print.

    Both losses are of one instant. Bombarders neither pay nor count (ruling 10, ruling 13).
    """
    ledger, board = engagement.ledger, engagement.board
    owed = board.strength(engagement.targets)
    battles = yield from remove(ledger, engagement.targets, "exchange", "7.6")
    payers = yield from payment(engagement, owed)
    yield Tell({"kind": "paid", "units": list(payers), "owed": owed, "given": board.strength(payers), "case": "7.6"})
    yield from remove(ledger, payers, "exchange", "7.6")
    for battle in battles:
        yield from collapse(ledger.setting, board, battle)
    left = tuple(unit for unit in engagement.by if unit not in payers)
    yield from advance(engagement, ledger.army, left, engagement.targets)


def attacker_retreats(engagement: Engagement) -> Procedure:
    """naw 7.6-Ar, 8.15, 8.23: all adjacent attackers retreat; bombarders if they wish."""
    army = engagement.ledger.army
    yield from retreat_all(engagement, army, engagement.by)
    for unit in engagement.bombard:
        yield from volunteer(engagement, unit)
    yield from advance(engagement, engagement.ledger.foe, engagement.targets, engagement.by)


def defender_retreats(engagement: Engagement) -> Procedure:
    """naw 7.6-Dr, 8.52: all defenders retreat."""
    yield from retreat_all(engagement, engagement.ledger.foe, engagement.targets)
    yield from advance(engagement, engagement.ledger.army, engagement.by, engagement.targets)


_RESULTS = {
    "Ae": attacker_eliminated,
    "De": defender_eliminated,
    "Ex": exchange,
    "Ar": attacker_retreats,
    "Dr": defender_retreats,
}


# -- paying an exchange -----------------------------------------------------------


class PayOptions:
    """A list of adjacent attackers whose printed strength covers what is owed; a dear set is legal too."""

    def __init__(self, units: Sequence[tuple[str, int]], owed: int) -> None:
        self.units = units
        self.owed = owed

    def why_not(self, answer: Json) -> Refusal | None:
        """naw 7.6-Ex: adjacent attackers, each once, strong enough together."""
        strengths = dict(self.units)
        legal = tuple(strengths)
        if not isinstance(answer, list) or any(not isinstance(u, str) or u not in strengths for u in answer):
            return Refusal("7.6", f"an exchange is paid with adjacent attackers: {', '.join(legal)}", legal=legal)
        given = [strengths[unit] for unit in dict.fromkeys(answer)]
        if len(given) != len(answer) or not covers(given, self.owed):
            text = f"the exchange costs {self.owed} strength points; those named are worth {sum(given)}"
            return Refusal("7.6", text, legal=legal)
        return None

    def default(self) -> Json:
        """The cheapest sufficient set, then the smallest, then those listed first."""
        return list(cheapest_payment(self.units, self.owed) or dict(self.units))

    def sample(self, pick: Pick) -> Json:
        """A random sufficient set: units in random order until it is enough."""
        left, given, total = list(self.units), [], 0
        while left and total < self.owed:
            unit, strength = left.pop(pick(len(left)))
            given.append(unit)
            total += strength
        return given

    def describe(self) -> Json:
        """{"owed", "units", "default"}."""
        return {"owed": self.owed, "units": [list(pair) for pair in self.units], "default": self.default()}


def payment(engagement: Engagement, owed: int) -> Generator[Request, Any, tuple[str, ...]]:
    """naw 7.6-Ex: who pays: all who can where they are no stronger than the loss, else the owner's choice."""
    units = [(unit, engagement.board.roster.units[unit].strength) for unit in engagement.by]
    if len(units) < 2 or not covers([strength for _, strength in units], owed + 1):
        return engagement.by
    options = PayOptions(units, owed)
    answer = yield engagement.decision(engagement.ledger.army, "pay", options, "pay", engagement.manner.pay, "")
    return tuple(answer)


# -- bombarders who fall back -------------------------------------------------------


def volunteer(engagement: Engagement, unit: str) -> Procedure:
    """naw 8.15: on Ar a bombarder may retreat like an attacker: the attack's `retreat` names it, or asks.

    One that could only be lost by it stays.
    """
    said: Json | Silent = SILENT
    if engagement.manner.retreat == ASK:
        said = ASK
    elif any(one.get("unit") == unit for one in entries(engagement.manner.retreat)):
        said = RETREAT
    board = engagement.board
    place = ground(engagement, engagement.ledger.army)
    if not StepOptions(engagement, place, unit, board.position.at[unit], ()).steps:
        return
    options = Listed((STAY, RETREAT), "8.15", "a choice of a bombarder")
    choice = yield engagement.decision(
        engagement.ledger.army, "bombardier", options, f"bombardier.{unit}", said, "", read=lambda value: value
    )
    if choice == RETREAT:
        yield from fall_back(engagement, unit)


# -- advance ----------------------------------------------------------------------


def open_advances(board: Board, units: Sequence[str], vacated: Sequence[str]) -> list[Advance]:
    """naw 7.74-1, 7.74-3: who may go where: victors who are left, one hex, into a hex that is vacant by now.

    Zones of control do not matter; prohibited hexes and hexsides do. A bombarder is never among the units (ruling 13).
    """
    free = [at for at in vacated if at not in board.here]
    steps = board.field.costs
    found = []
    for unit in units:
        start = board.position.at.get(unit)
        found += [{"unit": unit, "to": to} for to in free if start and steps.get((start, to)) is not None]
    return found


class AdvanceOptions:
    """`no`, or one victorious unit and the vacated hex that it enters."""

    def __init__(self, open_: Sequence[Advance]) -> None:
        self.open = open_

    def why_not(self, answer: Json) -> Refusal | None:
        """naw 7.74-3: one of the open advances, or none."""
        if answer == NO_ADVANCE or answer in self.open:
            return None
        legal = tuple(f"{one['unit']} to {one['to']}" for one in self.open)
        return Refusal(
            "7.74", f"one victorious unit may advance one hex into a vacated hex: {', '.join(legal)}", legal=legal
        )

    def default(self) -> Json:
        """No advance: nobody is ever forced to."""
        return NO_ADVANCE

    def sample(self, pick: Pick) -> Json:
        """No advance, or any."""
        chosen = pick(len(self.open) + 1)
        return dict(self.open[chosen - 1]) if chosen else NO_ADVANCE

    def describe(self) -> Json:
        """{"answers", "default"}."""
        return {"answers": [NO_ADVANCE, *(dict(one) for one in self.open)], "default": NO_ADVANCE}


def advance(engagement: Engagement, army: str, victors: Sequence[str], losers: Sequence[str]) -> Procedure:
    """naw 7.74-1, 7.74-2, 7.74-5, 7.75: at once, before any other combat, one victor may enter one vacated hex.

    Of the army that is not phasing each formation among the victors is asked in turn, until one advances.
    """
    board = engagement.board
    open_ = open_advances(board, victors, [engagement.starts[unit] for unit in losers])
    if army == engagement.ledger.army:
        groups = [("", open_)] if open_ else []
    else:
        formations = dict.fromkeys(board.roster.units[one["unit"]].formation for one in open_)
        groups = [(f, [one for one in open_ if board.roster.units[one["unit"]].formation == f]) for f in formations]
    for formation, group in groups:
        read = read_advance_standing(board, group, engagement.starts) if formation else read_advance_said(group)
        answer = yield engagement.decision(
            army, "advance", AdvanceOptions(group), "advance", engagement.manner.advance, f"advance.{formation}", read
        )
        if answer != NO_ADVANCE:
            yield from step_forward(engagement, army, answer["unit"], answer["to"])
            return


def step_forward(engagement: Engagement, army: str, unit: str, to: str) -> Procedure:
    """naw 7.74-4, 7.74-5: a unit advances; its zone is live at once, and it is done for this phase."""
    start = engagement.board.position.at[unit]
    engagement.board.move(unit, to)
    engagement.ledger.advanced.add(unit)
    yield Tell({"kind": "advanced", "unit": unit, "from": start, "to": to, "army": army, "case": "7.74"})
