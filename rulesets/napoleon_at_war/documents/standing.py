"""Standing orders: what a player has decided for the other army's phases, one slot for each kind and formation."""

from __future__ import annotations

from pbem.engine.contract import PHASE_BOUND, Slot
from pbem.hexgame.documents.slots import SlotForms, formation_slots
from rulesets.napoleon_at_war.forms import WISH
from rulesets.napoleon_at_war.setting import Setting


def slots(setting: Setting, army: str) -> tuple[Slot, ...]:
    """naw 7.71, 7.74-1, 7.81-1: the standing orders of an army.

    Four for each formation in roster order, then the choice if it is his."""
    forms = SlotForms.of([unit.id for unit in setting.roster.of(army)], WISH)
    names, example = setting.roster.formation_names, _example(setting, army)
    found: list[Slot] = []
    for formation in setting.roster.formations[army]:
        found += formation_slots(formation, names[formation], forms, example)
    choice = setting.choice
    if choice is not None and choice.army == army:
        found.append(choice_slot(choice.slot, choice.values, choice.default))
    return tuple(found)


def _example(setting: Setting, army: str) -> tuple[str, str]:
    """A unit of the army and the hex of another one, for examples; "" where there is none."""
    units = [unit.id for unit in setting.roster.of(army)]
    return next(iter(units), ""), next((setting.setup[unit] for unit in units[1:] if unit in setting.setup), "")


def choice_slot(name: str, values: tuple[str, ...], default: str) -> Slot:
    """naw 15.1-1, 15.1-2: the secret choice, exactly one of its values; bound before the phase that opens it."""
    doc = (
        f"The reinforcement option ({' or '.join(values)}); opened after the first enemy movement. Default: {default}."
    )
    return Slot(name, {"enum": list(values)}, default, doc, PHASE_BOUND)
