"""Standing orders as their player wrote them: names into ids, what can never be meant, what matters soon."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json
from pbem.engine.standing import Reading, StandingOrders
from pbem.hexgame.documents.kinds import Wish
from pbem.hexgame.documents.standing import Standing, near_the_enemy, reading
from rulesets.campaign_1806.documents.standing import slots
from rulesets.campaign_1806.documents.translation import translation
from rulesets.campaign_1806.forms import HEX, UNIT
from rulesets.campaign_1806.hidden.own_view import seen_by
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.rules.battle.boxes import BROKEN, DAY, NIGHT
from rulesets.campaign_1806.rules.battle.combat import EXCHANGE
from rulesets.campaign_1806.setting import Setting

_WISH: Final = Wish(HEX, ("ne", "e", "se", "sw", "w", "nw"))
_BACK: Final = (DAY, NIGHT, BROKEN)
"""Boxes out of which a unit may come back."""


class CampaignStanding(StandingOrders):
    """Standing orders with printed names in them."""

    def __init__(self, setting: Setting, play: Callable[[Json], Play]) -> None:
        self.setting, self.play = setting, play

    def read(self, army: str, values: Mapping[str, Json], at: Json | None = None, own: Own = NOTHING) -> Reading:
        """The standing orders that an army has set, with ids in the place of printed names."""
        view = None if at is None else seen_by(self.play(at), army, own)
        against = partial(_standing, view) if view is not None else None
        return reading(values, translation(self.setting, army, board=view), UNIT, _WISH, against)

    def soon(self, army: str, at: Json, own: Own = NOTHING) -> Sequence[str]:
        """Those of the formations next to which the enemy may end a march."""
        near = near_the_enemy(self.setting.field, self.setting.forces, army, seen_by(self.play(at), army, own).at)
        names = [slot.name for slot in slots(self.setting, army)]
        return [name for name in names if name.partition(".")[2] in near] + ([EXCHANGE] if near else [])


def _standing(play: Play) -> Standing:
    """osg 11.4-Ex, 11.43-1: what the slots name, held against a position."""

    def gone(unit: str) -> str:
        box = play.position.boxes.get(unit, "")
        return "was eliminated for good" if box and box not in _BACK else ""

    def absent(unit: str) -> str:
        return "may come back" if unit in play.position.boxes else "has not arrived yet"

    return Standing(
        play.field,
        play.roster,
        play.at,
        {EXCHANGE: "11.4-Ex"},
        members=(),
        barred="11.43-1",
        steps=lambda unit: play.field.steps_for(play.unit(unit).mover),
        gone=gone,
        absent=absent,
    )
