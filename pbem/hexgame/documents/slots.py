"""Standing orders of a combat phase: what an army has decided for the other one's attacks, formation by formation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from pbem.engine.contract import MESSAGE_BOUND, Slot
from pbem.engine.options import Json
from pbem.hexgame.documents.kinds import LONGEST, Wish
from pbem.lean import dataclass

MOST: Final = 24
"""Values in a list of a standing order."""
WHEN: Final = ("never", "always", "safe")


@dataclass(frozen=True)
class SlotWords:
    """Schemas of the words in a value. named: of the units by which wishes are listed."""

    unit: Json
    named: Json
    hex: Json
    wish: Json


@dataclass(frozen=True)
class SlotForms:
    """The words that values of an army's slots are made of.

    binding: ids of its own units, and numbers of hexes. written: what a player may write, printed names too; its lists
    only complete in an editor, and refuse nothing.
    """

    binding: SlotWords
    written: SlotWords

    @classmethod
    def of(cls, units: Sequence[str], wish: Wish) -> SlotForms:
        """The words of an army. units: their ids, the only ones that a value may name."""
        known, directions = list(units), {"enum": list(wish.directions)}
        ways: Json = {
            "x-noun": "a hex or a direction",
            "x-mend": f"write four digits or one of {', '.join(wish.directions)}",
        }
        number = {"type": "string", "pattern": f"^{wish.hex.number}$"}
        place = {"type": "string", "pattern": wish.hex.pattern}
        unit = {"type": "string", "minLength": 1, "maxLength": LONGEST}
        mine = "one of your units"
        return cls(
            SlotWords(
                {"enum": known, "x-noun": mine}, {"enum": known}, number, {"anyOf": [number, directions], **ways}
            ),
            SlotWords(
                {"anyOf": [{"enum": known}, unit], "x-noun": mine},
                unit,
                {**place, "x-noun": wish.hex.noun, "x-mend": wish.hex.mend},
                {"anyOf": [place, directions], **ways},
            ),
        )


def formation_slots(formation: str, name: str, forms: SlotForms, example: tuple[str, str]) -> tuple[Slot, ...]:
    """The four slots of a formation: where it retreats, whom it pushes, when it advances, who goes first.

    name: what people call it. example: a unit and a hex that examples name, "" for none.
    """
    unit, hexes = example[0], [at for at in example[1:] if at]
    binding, written = _values(forms.binding), _values(forms.written)

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


def _values(words: SlotWords) -> Mapping[str, Json]:
    """Kind of slot -> schema of its value."""
    wishes, known = listed(words.wish), listed(words.unit)
    return {
        "retreat": mapped({"to": wishes, "units": _by_unit(words.named, wishes)}),
        "displace": mapped({"push": known}),
        "advance": mapped({"when": {"enum": list(WHEN)}, "units": known, "hexes": listed(words.hex)}),
        "order": mapped({"first": known}),
    }


def listed(item: Json) -> Json:
    """The schema of a list of values."""
    return {"type": "array", "maxItems": MOST, "items": item}


def mapped(properties: Json) -> Json:
    """The schema of a map with members, none of which it needs."""
    return {"type": "object", "additionalProperties": False, "properties": properties}


def _by_unit(named: Json, wishes: Json) -> Json:
    return {
        "type": "object",
        "maxProperties": MOST,
        "propertyNames": named,
        "additionalProperties": wishes,
    }
