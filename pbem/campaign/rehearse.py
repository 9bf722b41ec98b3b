"""`pbem try`: one's own orders on the present position, many times, with dice that count for nothing."""

from __future__ import annotations

import random
import secrets
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pbem.engine.answerers import Scripted
from pbem.engine.contract import Slot
from pbem.engine.loop import advance
from pbem.engine.options import Json
from pbem.engine.requests import ORDERS, SILENT, Choose, Silent

if TYPE_CHECKING:
    from pbem.campaign.campaign import Campaign, Due
    from pbem.campaign.orders_file import Checked
    from pbem.engine.loop import Defer, Stop


@dataclass(frozen=True)
class Spread:
    """What came of so many trials. combats: id -> result -> how often. outcomes: text of an event -> how often."""

    times: int
    combats: dict[str, dict[str, int]]
    outcomes: dict[str, int]


class _Trial(Scripted):
    """The orders once; the other side by the defaults of its standing orders, which nobody else knows."""

    def __init__(self, orders: Mapping[str, Any], roller: random.Random, defaults: Mapping[str, Slot]) -> None:
        super().__init__([orders], dice=lambda faces: roller.randrange(faces) + 1)
        self.defaults_of = defaults

    def choose(self, request: Choose) -> Json | Silent | Defer | Stop:
        if request.what != ORDERS and not request.slot and request.said == "ask":
            return SILENT
        return super().choose(request)

    def standing(self, side: str, slot: str) -> Json | Stop:
        return self.defaults_of[slot].default


def rehearse(campaign: Campaign, due: Due, checked: Checked, times: int, seed: int | None = None) -> Spread:
    """Plays the orders `times` times to the end of the phase. Touches nothing."""
    roller = random.Random(secrets.randbits(64) if seed is None else seed)
    slots = {slot.name: slot for side in campaign.machine.slots.values() for slot in side}
    combats: dict[str, Counter[str]] = {}
    outcomes: Counter[str] = Counter()
    for _ in range(times):
        trial = _Trial(checked.input, roller, slots)
        outcome = advance(campaign.game, due.state, trial, campaign.machine.letters)  # type: ignore[arg-type]
        for event in outcome.events:
            if event["kind"] == "combat":
                combats.setdefault(str(event["id"]), Counter())[str(event["result"])] += 1
            elif event["kind"] in ("eliminated", "demoralized"):
                outcomes[campaign.game.wording(event)] += 1
    return Spread(
        times,
        {attack: dict(sorted(results.items())) for attack, results in combats.items()},
        dict(sorted(outcomes.items(), key=lambda item: (-item[1], item[0]))),
    )
