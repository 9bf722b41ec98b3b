"""Losses, ground and luck as figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from pbem.engine.figures import Fortune, GameFigures, Tally
from pbem.engine.options import Json
from pbem.hexgame.telling.figures import fortunes, result_worths, tally
from pbem.hexgame.telling.wording import Event
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.position import Position
from rulesets.campaign_1806.rules.battle.results import NOTHING
from rulesets.campaign_1806.rules.result import lost, points
from rulesets.campaign_1806.setting import Setting
from rulesets.campaign_1806.telling.decided import decided


class CampaignFigures(GameFigures):
    """Losses, hexes held, victory points, and the dice of the combats."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def tally(self, at: Json) -> Tally:
        """osg 20.1, 20.11-2: strength points lost, hexes held, points as they stand; at Saalfeld there are none."""
        play = Play(self.setting, Position.from_json(at))
        scored = {army: sum(parts.values()) for army, parts in points(play).items()}
        counted = {} if "each-point" in self.setting.scenario.data.get("victory", {}) else scored
        return tally(play, self.setting.armies, lambda army: lost(play, army), counted)

    def fortunes(self, events: Sequence[Mapping[str, Json]]) -> Sequence[Fortune]:
        """The dice of the combats."""
        table = self.setting.charts.table
        thrown = [{**one, "result": one["rolled"]} if one["kind"] == "combat" else one for one in events]
        return fortunes(thrown, self.setting.forces, lambda column, bonus: table.distribution(column), worths)

    def decided(self, label: str, events: Sequence[Mapping[str, Json]]) -> Mapping[str, Json] | None:
        """The event that tells what a die decided, by the die's label."""
        return decided(label, events)


def worths(event: Event) -> dict[str, Fraction]:
    """osg 11.4-Ex, 11.41-1: what each code of a combat is worth to the attacker in strength points, by what it counts
    as there; two hexes are twice one, and no result is worth nothing."""
    near = [(str(one["unit"]), Fraction(one["strength"])) for one in event["attackers"]]
    found = result_worths(near, sum((Fraction(one["strength"]) for one in event["defenders"]), Fraction(0)))
    whole = {**found, "Ar2": 2 * found["Ar"], "Dr2": 2 * found["Dr"], NOTHING: Fraction(0)}
    return {code: whole[event["becomes"].get(code, code)] for code in whole}
