"""What the practice opponent looks up about a campaign's ground and table that never changes."""

from __future__ import annotations

from functools import cache

from pbem.hexgame.practice import ground
from pbem.hexgame.practice.table import Table
from rulesets.napoleons_last_battles.rules.battle.artillery import obstacle
from rulesets.napoleons_last_battles.rules.battle.odds import CHATEAU_BEST, watery_hexside
from rulesets.napoleons_last_battles.theatre import Theatre


class Ground(ground.Ground):
    """The ground of a theatre, with its combat results, lines of sight and water; each is worked out once."""

    def __init__(self, theatre: Theatre) -> None:
        field, setting = theatre.field, theatre.setting
        super().__init__(field)
        self.theatre = theatre
        self.setting = setting
        self.table = Table(setting.columns, setting.results)
        self.walled_best = setting.columns.index(CHATEAU_BEST)
        self.sees = cache(lambda a, b: obstacle(field, a, b) is None)
        self.watery = cache(lambda start, at: bool(watery_hexside(field, start, at)))
        self.times = {at: max(field.kind(at).times, 1) for at in field.hexes}
