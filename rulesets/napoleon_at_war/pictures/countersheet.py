"""The counters of a scenario as they are printed, those among them that have not come yet."""

from __future__ import annotations

from pbem.engine.picture import Counter
from pbem.hexgame.telling import counters
from rulesets.napoleon_at_war.pictures.scene import PRINT
from rulesets.napoleon_at_war.setting import Setting


def countersheet(setting: Setting) -> tuple[Counter, ...]:
    """One counter for each unit of the roster, in its order."""
    return counters.countersheet(setting.roster, PRINT)
