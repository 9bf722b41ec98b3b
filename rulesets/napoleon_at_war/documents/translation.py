"""Names in a player's document into ids: the units and hexes of a scenario."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.hexgame.documents.names import Names, Path, Places, Units
from rulesets.napoleon_at_war.forms import ATTACK
from rulesets.napoleon_at_war.setting import Setting

FOREIGN = "5.11"
"""Case that somebody breaks who orders units of the other army."""


class Translation(Names):
    """One document of one army. hints: whether faults say what may have been meant, which takes a search for each."""

    def __init__(self, setting: Setting, army: str, *, hints: bool = True) -> None:
        units = Units(setting.roster.units, army, hints=hints)
        places = Places(setting.field.hexes, setting.field.names, hints=hints)
        super().__init__(units, places, setting.names, FOREIGN)
        self.setting = setting
        self.army = army
        self.hints = hints


def attack(entry: Mapping[str, Any], path: Path, names: Names) -> dict[str, Any]:
    """One attack in the form of the public input, with the name that counts if none is given."""
    found: dict[str, Any] = ATTACK.read(entry, path, names)
    return {"id": next(iter(found["on"]), ""), **found}
