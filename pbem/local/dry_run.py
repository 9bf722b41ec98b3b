"""`pbem try`: one's own orders on the present position, many times, with dice that count for nothing."""

from __future__ import annotations

import random
import secrets
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pbem.campaign.core.progress import tell
from pbem.engine.answerers import Scripted
from pbem.engine.contract import Game, Slot
from pbem.engine.hidden import truth
from pbem.engine.loop import Stop, advance
from pbem.engine.options import Json
from pbem.engine.requests import CONTINUE, ORDERS, SILENT, Choose, Claim, Silent

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign
    from pbem.campaign.core.due import Due
    from pbem.campaign.writing.orders_file import Checked
    from pbem.engine.hidden import HiddenForces
    from pbem.engine.loop import Defer


@dataclass(frozen=True)
class Spread:
    """What came of so many trials.

    combats: id or place -> result -> how often. outcomes: text of an event -> how often. unknown: how many ended where
    the rules ask for something that the other side hides, or where a choice is sealed.
    """

    times: int
    combats: dict[str, dict[str, int]]
    outcomes: dict[str, int]
    unknown: int = 0


class _Trial(Scripted):
    """The orders once; the other side by the defaults of its standing orders, which nobody else knows."""

    def __init__(
        self,
        checked: Checked,
        due: Due,
        roller: random.Random,
        defaults: Mapping[str, Slot],
        forces: HiddenForces | None,
    ) -> None:
        own = due.own
        leaves = {tree: {**own.leaves.get(tree, {}), **checked.leaves.get(tree, {})} for tree in own.leaves}
        super().__init__(
            [checked.input],
            dice=lambda faces: roller.randrange(faces) + 1,
            markers={**own.markers, **checked.hide},
            leaves={f"{tree}.{name}": value for tree, values in leaves.items() for name, value in values.items()},
        )
        self.army, self.secret = own.army, own.secret
        self.forces = forces
        face_down = {name for name, entry in due.state.get("markers", {}).items() if "seen" not in entry}
        self.held = face_down | checked.hide.keys()
        self.defaults_of = defaults
        self.unknown = False

    def choose(self, request: Choose) -> Json | Silent | Defer | Stop:
        if request.what != ORDERS and not request.slot and request.said == "ask":
            return SILENT
        return super().choose(request)

    def standing(self, army: str, slot: str) -> Json | Stop:
        return self.defaults_of[slot].default

    def open(self, army: str, marker: str) -> Json | Stop:
        return super().open(army, marker) if army == self.army else self._unknown(army)

    def claim(self, request: Claim) -> Json | Stop:
        if request.army != self.army or self.forces is None:
            return self._unknown(request.army)
        return truth(self.forces, request, {**self.markers, **self.leaves}, self.secret)

    def look(self, army: str, tree: str, name: str) -> Json | Stop:
        return super().look(army, tree, name) if army == self.army else self._unknown(army)

    def seal(self, question: Choose) -> Json | Stop:
        return self._unknown(question.army)

    def _unknown(self, army: str) -> Stop:
        """What nobody here knows ends the trial."""
        self.unknown = True
        return Stop(army, CONTINUE)


def rehearse(campaign: Campaign, due: Due, checked: Checked, times: int, seed: int | None = None) -> Spread:
    """Plays the orders `times` times to the end of the phase. Touches nothing."""
    roller = random.Random(secrets.randbits(64) if seed is None else seed)
    slots = {slot.name: slot for declared in campaign.machine.slots.values() for slot in declared}
    combats: dict[str, Counter[str]] = {}
    outcomes: Counter[str] = Counter()
    unknown = 0
    for number in range(times):
        tell(number, times, f"trial {number + 1} of {times}")
        trial = _Trial(checked, due, roller, slots, campaign.machine.forces)
        outcome = advance(campaign.game, due.state, trial, campaign.machine.seats)  # type: ignore[arg-type]
        unknown += trial.unknown
        for event in outcome.events:
            found = _combat(campaign.game, event)
            if found is not None:
                combats.setdefault(found[0], Counter())[found[1]] += 1
            elif event["kind"] in ("eliminated", "demoralized"):
                outcomes[campaign.game.telling.wording(event)] += 1
    return Spread(
        times,
        {attack: dict(sorted(results.items())) for attack, results in combats.items()},
        dict(sorted(outcomes.items(), key=lambda item: (-item[1], item[0]))),
        unknown,
    )


def _combat(game: Game, event: Mapping[str, Json]) -> tuple[str, str] | None:
    """Which combat an event ends and how: by its id and result, or by its place and winner; None for other events."""
    if event["kind"] == "combat":
        return str(event["id"]), str(event["result"])
    if event["kind"] not in ("battle-over", "overrun", "siege") or not isinstance(event.get("at"), list):
        return None
    place = ", ".join(game.telling.name(str(at)) for at in event["at"])
    if event["kind"] == "siege":
        return f"siege of {place}", "falls" if event.get("falls") else "holds"
    if event["kind"] == "overrun":
        return f"overrun at {place}", str(event.get("result", ""))
    winner = event.get("winner")
    return place, f"{game.telling.name(str(winner))} wins" if winner else "undecided"
