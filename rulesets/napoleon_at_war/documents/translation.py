"""Names in a player's document into ids: the units and hexes of a scenario."""

from __future__ import annotations

from pbem.hexgame.documents.names import Names, names_in
from rulesets.napoleon_at_war.setting import Setting

FOREIGN = "5.11"
"""Case that somebody breaks who orders units of the other army."""


def translation(setting: Setting, army: str, *, hints: bool = True) -> Names:
    """The names in one document of an army. hints: whether faults say what may have been meant."""
    return names_in(setting.roster.units, setting.field, army, setting.names, FOREIGN, hints=hints)
