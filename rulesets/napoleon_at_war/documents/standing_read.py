"""Standing orders as their player wrote them: names into ids, and what of them can never be meant, or not now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json
from pbem.engine.standing import Reading, StandingOrders
from pbem.hexgame.documents.kinds import OwnUnit
from pbem.hexgame.documents.standing import Standing, read_names
from rulesets.napoleon_at_war.documents.standing import slots
from rulesets.napoleon_at_war.documents.translation import translation
from rulesets.napoleon_at_war.forms import UNIT, WISH
from rulesets.napoleon_at_war.position import Position
from rulesets.napoleon_at_war.setting import Setting

_OWN: Final = OwnUnit(UNIT.mend)
# Kind of slot -> the case that reads it.
_CASES: Final = {"retreat": "7.71", "displace": "7.81", "advance": "7.74", "order": "7.71"}


class NapoleonStanding(StandingOrders):
    """Standing orders with printed names in them."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def read(self, army: str, values: Mapping[str, Json], at: Json | None = None, own: Own = NOTHING) -> Reading:
        """The standing orders that an army has set, with ids in the place of printed names."""
        return read_standing(self.setting, army, values, None if at is None else Position.from_json(at))

    def soon(self, army: str, at: Json, own: Own = NOTHING) -> Sequence[str]:
        """Those of the formations that the enemy can reach in a turn, and those that belong to none."""
        near = near_the_enemy(self.setting, army, Position.from_json(at).at)
        formations = [(slot.name, slot.name.partition(".")[2]) for slot in slots(self.setting, army)]
        return [name for name, formation in formations if not formation or formation in near]


def read_standing(setting: Setting, army: str, values: Mapping[str, Json], position: Position | None = None) -> Reading:
    """The values with ids, see `engine.standing.StandingOrders`. position: judges them there too."""
    names = translation(setting, army)
    read = read_names(values, names, _OWN, WISH)
    if position is None or names.faults:
        return Reading(read, names.faults)
    return standing(setting, position).judged(read, values)


def near_the_enemy(setting: Setting, army: str, places: Mapping[str, str]) -> set[str]:
    """The formations of an army next to which an enemy may end: as many hexes away as he has movement points."""
    field, units = setting.field, setting.roster.units
    foes = [(units[unit].allowance + 1, at) for unit, at in places.items() if units[unit].army != army]

    def reached(at: str) -> bool:
        return any(field.map_of[at] == field.map_of[foe] and field.distance(foe, at) <= far for far, foe in foes)

    return {units[unit].formation for unit, at in places.items() if units[unit].army == army and reached(at)}


def standing(setting: Setting, position: Position) -> Standing:
    """naw 7.71, 7.72, 7.74-1, 7.81-1: what the slots name, held against a position."""

    def gone(unit: str) -> str:
        if unit in position.lost:
            return "was eliminated"
        if unit in position.exited:
            return "has left the map for good"
        return "will not come" if unit in position.out else ""

    return Standing(
        setting.field,
        setting.roster,
        position.at,
        _CASES,
        members=("retreat", "advance"),
        barred="7.72",
        steps=lambda unit: setting.field.steps,
        gone=gone,
        absent=lambda unit: "is in transit" if unit in position.track else "has not arrived yet",
    )
