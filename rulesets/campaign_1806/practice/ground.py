"""What the practice opponent looks up about a campaign's ground and table that never changes."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from pbem.hexgame.practice import ground
from pbem.hexgame.practice.table import MEANS, Outcome, Table
from rulesets.campaign_1806.setting import Setting

_MEANS: Final = {**MEANS, "Ar2": Outcome.ATTACKER_BACK, "Dr2": Outcome.DEFENDER_BACK}


class Ground(ground.Ground):
    """The ground of a setting with its combat results. times: hex -> by what it multiplies a defender."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting.field)
        charts = setting.charts
        self.setting = setting
        results = {die: [charts.table[column][die] for column in charts.columns] for die in charts.table.dice}
        self.table = Table(tuple(charts.columns), results, _MEANS)
        self.chateau_best = self.table.names.index(charts.chateau)
        times = setting.defence.hexes
        self.times = {at: times.get(kind, Fraction(1)) for at, kind in setting.field.terrain.items()}
