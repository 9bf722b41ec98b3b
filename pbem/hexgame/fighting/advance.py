"""Advance after combat: a victor, or a stack, enters a hex that the enemy has left."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final

from pbem.engine.options import Json, Pick, Refusal
from pbem.engine.requests import Tell
from pbem.hexgame.board.board import HexBoard
from pbem.hexgame.fighting.cases import Cases, Reason
from pbem.hexgame.fighting.engagement import Advance, B, Engagement, Procedure, Terms
from pbem.hexgame.fighting.preferences import read_advance_said, read_advance_standing

NO_ADVANCE: Final = "no"


def _anybody(unit: str, to: str) -> bool:
    return True


def open_advances(
    board: HexBoard[Any], units: Sequence[str], vacated: Sequence[str], may: Callable[[str, str], bool] = _anybody
) -> list[Advance]:
    """Who may go where: victors who are left, one hex, into a hex that is vacant by now.

    Zones of control do not matter; prohibited hexes and hexsides do. may(unit, to): what the rulebook adds.
    """
    free = [at for at in dict.fromkeys(vacated) if at not in board.here]
    steps, at = board.field.costs, board.at
    return [
        {"unit": unit, "to": to}
        for unit in (units if free else ())
        for to in free
        if unit in at and steps.get((at[unit], to)) is not None and may(unit, to)
    ]


class AdvanceOptions:
    """`no`, unless one has to be made, or one of the open advances."""

    def __init__(self, open_: Sequence[Advance], cases: Cases, *, must: bool = False) -> None:
        self.open = open_
        self.cases = cases
        self.must = must

    @property
    def answers(self) -> list[Json]:
        """All that is legal, the default first."""
        return [*([] if self.must else [NO_ADVANCE]), *(dict(one) for one in self.open)]

    def why_not(self, answer: Json) -> Refusal | None:
        """One of the open advances, or none."""
        if answer in self.answers:
            return None
        legal = tuple(_text(one) for one in self.open)
        one = "one unit has to" if self.must else "one victorious unit may"
        text = f"{one} advance one hex into a vacated hex: {', '.join(legal)}"
        return Refusal(self.cases[Reason.ADVANCE], text, legal=legal)

    def default(self) -> Json:
        """No advance; the first one where one has to be made."""
        return self.answers[0]

    def sample(self, pick: Pick) -> Json:
        """Any of them."""
        return self.answers[pick(len(self.answers))]

    def describe(self) -> Json:
        """{"answers", "default"}."""
        return {"answers": self.answers, "default": self.default()}


def _text(one: Advance) -> str:
    along = one.get("with", ())
    return f"{one['unit']} to {one['to']}" + (f" with {' and '.join(along)}" if along else "")


def advance(engagement: Engagement[B], army: str, victors: Sequence[str], losers: Sequence[str]) -> Procedure:
    """At once, before any other combat, one victor, or stack, may enter one vacated hex, or has to.

    Of the army that is not phasing each formation among the victors is asked in turn, until one advances; where one
    has to, the first formation is asked for them all.
    """
    rules = engagement.rules
    vacated = [engagement.starts[unit] for unit in losers]
    terms = Terms(open_advances(engagement.board, victors, vacated, partial(rules.may_advance, engagement)))
    if not terms.open:
        return
    if rules.terms is not None:
        terms = yield from rules.terms(engagement, army, terms.open)
    for formation, group in _asked(engagement, army, terms):
        read = (
            read_advance_standing(engagement.board, group, engagement.starts) if formation else read_advance_said(group)
        )
        options = AdvanceOptions(group, rules.cases, must=terms.must)
        said, slot = engagement.manner.advance, f"advance.{formation}"
        answer = yield engagement.decision(army, "advance", options, "advance", said, slot, read, obliged=terms.must)
        if answer != NO_ADVANCE:
            for unit in (answer["unit"], *answer.get("with", ())):
                yield from step_forward(engagement, army, unit, answer["to"])
            return


def _asked(engagement: Engagement[B], army: str, terms: Terms) -> Iterator[tuple[str, Sequence[Advance]]]:
    """Who is asked of which advances: the phasing army at once, under no name, the other one by formations."""
    if not terms.open:
        return
    if army == engagement.ledger.army:
        yield "", terms.open
        return
    units = engagement.board.roster.units
    groups: dict[str, list[Advance]] = {}
    for one in terms.open:
        groups.setdefault(units[one["unit"]].formation, []).append(one)
    if terms.must:
        yield next(iter(groups)), terms.open
    else:
        yield from groups.items()


def step_forward(engagement: Engagement[B], army: str, unit: str, to: str) -> Procedure:
    """A unit advances; its zone is live at once, and it is done for this phase."""
    start = engagement.board.at[unit]
    engagement.board.move(unit, to)
    engagement.ledger.advanced.add(unit)
    case = engagement.rules.cases[Reason.ADVANCE]
    yield Tell({"kind": "advanced", "unit": unit, "from": start, "to": to, "army": army, "case": case})
