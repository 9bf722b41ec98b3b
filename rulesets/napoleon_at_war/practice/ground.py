"""What the practice opponent looks up about a scenario's maps and table that never changes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from pbem.hexgame.practice import ground
from pbem.hexgame.practice.table import Outcome, Table
from rulesets.napoleon_at_war.rules.battle.artillery import sight_blockers
from rulesets.napoleon_at_war.rules.battle.odds import doubling_hexside, hex_doubling
from rulesets.napoleon_at_war.setting import Setting

MEANS: Final[Mapping[str, Outcome]] = {
    "Ae": Outcome.ATTACKER_LOST,
    "De": Outcome.DEFENDER_LOST,
    "Ex": Outcome.EXCHANGE,
    "Ar": Outcome.ATTACKER_BACK,
    "Dr": Outcome.DEFENDER_BACK,
}


class Ground(ground.Ground):
    """The ground of a setting, with its combat results, sight and doubling; each is worked out once."""

    def __init__(self, setting: Setting) -> None:
        field = setting.field
        super().__init__(field)
        self.setting = setting
        self.table = Table(setting.columns, setting.results, MEANS)
        self.doubled = frozenset(at for at in field.hexes if hex_doubling(field, at))
        self.sees = cache(lambda a, b: not sight_blockers(field, a, b))
        self.doubling = cache(lambda start, at: bool(doubling_hexside(field, start, at)))
