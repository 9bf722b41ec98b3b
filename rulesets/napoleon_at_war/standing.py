"""Standing orders: what a player has decided for the other side's phases, one slot for each kind and formation."""

from __future__ import annotations

from typing import Final

from pbem.engine.contract import MESSAGE_BOUND, PHASE_BOUND, Slot
from pbem.engine.options import Json
from rulesets.napoleon_at_war.preferences import DIRECTIONS
from rulesets.napoleon_at_war.setting import Setting

MOST: Final = 24
_HEX: Final = {"type": "string", "pattern": "^[0-9]{4}$"}
_WISHES: Final = {
    "type": "array",
    "maxItems": MOST,
    "items": {
        "anyOf": [_HEX, {"enum": list(DIRECTIONS)}],
        "x-noun": "a hex or a direction",
        "x-mend": f"write four digits or one of {', '.join(DIRECTIONS)}",
    },
}


def slots(setting: Setting, army: str) -> tuple[Slot, ...]:
    """The standing orders of an army: four for each formation in roster order, then the choice if it is his."""
    found: list[Slot] = []
    units = [unit.id for unit in setting.roster.of(army)]
    for formation in setting.roster.formations[army]:
        found += formation_slots(formation, setting.roster.formation_names[formation], units, _example(setting, army))
    choice = setting.choice
    if choice is not None and choice.army == army:
        found.append(choice_slot(choice.slot, choice.values, choice.default))
    return tuple(found)


def _example(setting: Setting, army: str) -> tuple[str, str]:
    """A unit of the army and the hex of another one, for examples; "" where there is none."""
    units = [unit.id for unit in setting.roster.of(army)]
    return next(iter(units), ""), next((setting.setup[unit] for unit in units[1:] if unit in setting.setup), "")


def formation_slots(formation: str, name: str, units: list[str], example: tuple[str, str]) -> tuple[Slot, ...]:
    """The four slots of 7.7 and 7.8: where a formation retreats, whom it pushes, when it advances, who goes first.

    units: ids of the army, the only ones that a value may name. example: a unit and a hex that examples name.
    """
    unit, hexes = example[0], [at for at in example[1:] if at]
    known = _list({"enum": units, "x-noun": "one of your units"})
    return (
        Slot(
            f"retreat.{formation}",
            _map({"to": _WISHES, "units": _by_unit(units)}),
            {},
            f"{name}: hexes or directions to retreat to, the best first, for all or by unit. "
            "Default: farthest from the enemy, then straight away from those who won.",
            MESSAGE_BOUND,
            {"to": ["s", *hexes], "units": {unit: ["sw", "s"]}},
        ),
        Slot(
            f"displace.{formation}",
            _map({"push": known}),
            {},
            f"{name}: which friends give way first if no hex is vacant. Default: the weakest, guns last.",
            MESSAGE_BOUND,
            {"push": [unit]},
        ),
        Slot(
            f"advance.{formation}",
            _map({"when": {"enum": ["never", "always", "safe"]}, "units": known, "hexes": _list(_HEX)}),
            {"when": "never"},
            f"{name}: whether a defender who won follows into a hex that the attackers left; safe: only where no "
            "enemy but those just beaten, who may stand next to it, is adjacent. units and hexes limit and rank. "
            "Default: never.",
            MESSAGE_BOUND,
            {"when": "safe", "units": [unit], "hexes": hexes},
        ),
        Slot(
            f"order.{formation}",
            _map({"first": known}),
            {},
            f"{name}: who retreats first where several must. Asked of the formation whose unit stands first by hex "
            "number. Default: in order of hex number.",
            MESSAGE_BOUND,
            {"first": [unit]},
        ),
    )


def choice_slot(name: str, values: tuple[str, ...], default: str) -> Slot:
    """naw 15.1-1, 15.1-2: the secret choice, exactly one of its values; bound before the phase that opens it."""
    doc = (
        f"The reinforcement option ({' or '.join(values)}); opened after the first enemy movement. Default: {default}."
    )
    return Slot(name, {"enum": list(values)}, default, doc, PHASE_BOUND)


def _list(item: Json) -> Json:
    return {"type": "array", "maxItems": MOST, "items": item}


def _by_unit(units: list[str]) -> Json:
    return {
        "type": "object",
        "maxProperties": MOST,
        "propertyNames": {"enum": units},
        "additionalProperties": _WISHES,
    }


def _map(properties: Json) -> Json:
    return {"type": "object", "additionalProperties": False, "properties": properties}
