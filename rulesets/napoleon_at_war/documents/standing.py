"""Standing orders: what a player has decided for the other army's phases, one slot for each kind and formation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pbem.engine.contract import MESSAGE_BOUND, PHASE_BOUND, Slot
from pbem.engine.options import Json
from rulesets.napoleon_at_war.forms import DIRECTIONS, HEX
from rulesets.napoleon_at_war.setting import Setting

MOST: Final = 24
_HEX: Final = {"type": "string", "pattern": "^[0-9]{4}$"}
_WISH: Final = {
    "anyOf": [_HEX, {"enum": list(DIRECTIONS)}],
    "x-noun": "a hex or a direction",
    "x-mend": f"write four digits or one of {', '.join(DIRECTIONS)}",
}


@dataclass(frozen=True)
class _Words:
    """Schemas of the words in a value. named: of the units by which wishes are listed."""

    unit: Json
    named: Json
    hex: Json
    wish: Json


def _binding(units: list[str]) -> _Words:
    """Ids of one's own units, and numbers of hexes."""
    return _Words({"enum": units, "x-noun": "one of your units"}, {"enum": units}, _HEX, _WISH)


def _written(units: list[str]) -> _Words:
    """What a player may write: printed names too. The lists only complete in an editor, and refuse nothing."""
    unit = {"type": "string", "minLength": 1, "maxLength": 60}
    place = {"type": "string", "pattern": HEX.pattern}
    wish = {**_WISH, "anyOf": [place, {"enum": list(DIRECTIONS)}]}
    own = {"anyOf": [{"enum": units}, unit], "x-noun": "one of your units"}
    mend = {"x-noun": "a hex", "x-mend": 'write its four digits: "0609", or the name that is printed on it'}
    return _Words(own, unit, {**place, **mend}, wish)


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
    binding, written = _values(_binding(units)), _values(_written(units))

    def slot(kind: str, default: Json, doc: str, shown: Json) -> Slot:
        doc = f"{name}: {doc}"
        return Slot(f"{kind}.{formation}", binding[kind], default, doc, MESSAGE_BOUND, shown, written[kind])

    return (
        slot(
            "retreat",
            {},
            "hexes or directions to retreat to, the best first, for all or by unit. "
            "Default: farthest from the enemy, then straight away from those who won.",
            {"to": ["s", *hexes], "units": {unit: ["sw", "s"]}},
        ),
        slot(
            "displace",
            {},
            "which friends give way first if no hex is vacant. Default: the weakest, guns last.",
            {"push": [unit]},
        ),
        slot(
            "advance",
            {"when": "never"},
            "whether a defender who won follows into a hex that the attackers left; safe: only where no "
            "enemy but those just beaten, who may stand next to it, is adjacent. units and hexes limit and rank. "
            "Default: never.",
            {"when": "safe", "units": [unit], "hexes": hexes},
        ),
        slot(
            "order",
            {},
            "who retreats first where several must. Asked of the formation whose unit stands first by hex "
            "number. Default: in order of hex number.",
            {"first": [unit]},
        ),
    )


def _values(words: _Words) -> Mapping[str, Json]:
    """Kind of slot -> schema of its value."""
    wishes, known = _list(words.wish), _list(words.unit)
    return {
        "retreat": _map({"to": wishes, "units": _by_unit(words.named, wishes)}),
        "displace": _map({"push": known}),
        "advance": _map({"when": {"enum": ["never", "always", "safe"]}, "units": known, "hexes": _list(words.hex)}),
        "order": _map({"first": known}),
    }


def choice_slot(name: str, values: tuple[str, ...], default: str) -> Slot:
    """naw 15.1-1, 15.1-2: the secret choice, exactly one of its values; bound before the phase that opens it."""
    doc = (
        f"The reinforcement option ({' or '.join(values)}); opened after the first enemy movement. Default: {default}."
    )
    return Slot(name, {"enum": list(values)}, default, doc, PHASE_BOUND)


def _list(item: Json) -> Json:
    return {"type": "array", "maxItems": MOST, "items": item}


def _by_unit(named: Json, wishes: Json) -> Json:
    return {
        "type": "object",
        "maxProperties": MOST,
        "propertyNames": named,
        "additionalProperties": wishes,
    }


def _map(properties: Json) -> Json:
    return {"type": "object", "additionalProperties": False, "properties": properties}
