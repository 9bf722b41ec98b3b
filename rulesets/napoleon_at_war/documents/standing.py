"""Standing orders: what a player has decided for the other army's phases, one slot for each kind and formation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from pbem.engine.contract import PHASE_BOUND, Slot
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json
from pbem.engine.standing import Reading, StandingOrders
from pbem.hexgame.documents.slots import SlotForms, formation_slots
from pbem.hexgame.documents.standing import Standing, near_the_enemy, reading
from rulesets.napoleon_at_war.forms import UNIT, WISH, translation
from rulesets.napoleon_at_war.position import Position
from rulesets.napoleon_at_war.rules.march.entry import gone
from rulesets.napoleon_at_war.setting import Setting

_CASES: Final = {"retreat": "7.71", "displace": "7.81", "advance": "7.74", "order": "7.71"}
"""Kind of slot -> the case that reads it."""


def slots(setting: Setting, army: str) -> tuple[Slot, ...]:
    """naw 7.71, 7.74-1, 7.81-1: the standing orders of an army.

    Four for each formation in roster order, then the choice (15.1) if it is his."""
    units, names = [unit.id for unit in setting.roster.of(army)], setting.roster.formation_names
    # A unit of the army and the hex of another one, for examples; "" where there is none.
    at = next((setting.setup[unit] for unit in units[1:] if unit in setting.setup), "")
    forms, example = SlotForms.of(units, WISH), (next(iter(units), ""), at)
    found: list[Slot] = []
    for formation in setting.roster.formations[army]:
        found += formation_slots(formation, names[formation], forms, example)
    choice = setting.choice
    if choice is not None and choice.army == army:
        found.append(choice_slot(choice.slot, choice.values, choice.default))
    return tuple(found)


def choice_slot(name: str, values: tuple[str, ...], default: str) -> Slot:
    """naw 15.1-1, 15.1-2: the secret choice, exactly one of its values; bound before the phase that opens it."""
    doc = (
        f"The reinforcement option ({' or '.join(values)}); opened after the first enemy movement. Default: {default}."
    )
    return Slot(name, {"enum": list(values)}, default, doc, PHASE_BOUND)


class NapoleonStanding(StandingOrders):
    """Standing orders with printed names in them."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def read(self, army: str, values: Mapping[str, Json], at: Json | None = None, own: Own = NOTHING) -> Reading:
        """The standing orders that an army has set, with ids in the place of printed names."""
        against = None if at is None else partial(_against, self.setting, Position.from_json(at))
        return reading(values, translation(self.setting, army), UNIT, WISH, against)

    def soon(self, army: str, at: Json, own: Own = NOTHING) -> Sequence[str]:
        """Those of the formations that the enemy can reach in a turn, and those that belong to none."""
        near = near_the_enemy(self.setting.field, self.setting.roster, army, at["at"])
        formations = [(slot.name, slot.name.partition(".")[2]) for slot in slots(self.setting, army)]
        return [name for name, formation in formations if not formation or formation in near]


def _against(setting: Setting, position: Position) -> Standing:
    """naw 7.71, 7.72, 7.74-1, 7.81-1: what the slots name, held against a position: who is lost, has left (17.0) or was
    refused (14.21) is meant no more."""
    return Standing(
        setting.field,
        setting.roster,
        position.at,
        _CASES,
        members=("retreat", "advance"),
        barred="7.72",
        steps=lambda unit: setting.field.steps,
        gone=lambda unit: (gone(position, unit) or ("", ""))[1],
        absent=lambda unit: "is in transit" if unit in position.track else "has not arrived yet",
    )
