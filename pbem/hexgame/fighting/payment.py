"""Who pays an exchange: attackers who together are as strong as what the enemy lost."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from pbem.engine.options import Json, Pick, Refusal
from pbem.engine.requests import Request
from pbem.hexgame.fighting.cases import Cases, Reason
from pbem.hexgame.fighting.engagement import B, Engagement
from pbem.wargame.exchange import cheapest_payment, covers


class PayOptions:
    """A list of adjacent attackers whose strength covers what is owed; a dear set is legal too."""

    def __init__(self, units: Sequence[tuple[str, int]], owed: int, cases: Cases) -> None:
        self.units = units
        self.owed = owed
        self.cases = cases

    def why_not(self, answer: Json) -> Refusal | None:
        """Adjacent attackers, each once, strong enough together."""
        strengths, case = dict(self.units), self.cases[Reason.PAYMENT]
        legal = tuple(strengths)
        if not isinstance(answer, list) or any(not isinstance(u, str) or u not in strengths for u in answer):
            return Refusal(case, f"an exchange is paid with adjacent attackers: {', '.join(legal)}", legal=legal)
        given = [strengths[unit] for unit in dict.fromkeys(answer)]
        if len(given) != len(answer) or not covers(given, self.owed):
            text = f"the exchange costs {self.owed} strength points; those named are worth {sum(given)}"
            return Refusal(case, text, legal=legal)
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


def payment(engagement: Engagement[B], owed: int) -> Generator[Request, Any, tuple[str, ...]]:
    """Who pays: all who can where they are no stronger than the loss, else the owner's choice."""
    units = [(unit, engagement.board.strength([unit])) for unit in engagement.by]
    if len(units) < 2 or not covers([strength for _, strength in units], owed + 1):
        return engagement.by
    options = PayOptions(units, owed, engagement.rules.cases)
    answer = yield engagement.decision(engagement.ledger.army, "pay", options, "pay", engagement.manner.pay, "")
    return tuple(answer)
