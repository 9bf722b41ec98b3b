"""The counters of a scenario as they are printed, those among them that have not come yet."""

from __future__ import annotations

from pbem.engine.picture import Counter
from rulesets.napoleon_at_war.pictures.scene import value
from rulesets.napoleon_at_war.setting import Setting


def countersheet(setting: Setting) -> tuple[Counter, ...]:
    """One counter for each unit of the roster, in its order."""
    return tuple(
        Counter(
            unit.id,
            "",
            unit.army,
            unit.kind,
            unit.name.removesuffix(f" {unit.kind}"),
            value(unit),
            unit.strength,
            hover=(unit.name, setting.roster.formation_names[unit.formation]),
        )
        for unit in setting.roster.units.values()
    )
