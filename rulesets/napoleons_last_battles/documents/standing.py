"""Standing orders: what a player has decided for the other army's phases, one slot for each kind and formation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pbem.engine.contract import MESSAGE_BOUND, Slot
from pbem.engine.options import Json
from pbem.hexgame.documents.slots import SlotForms, SlotWords, formation_slots, listed, mapped
from pbem.hexgame.documents.vocabulary import COLUMN
from rulesets.napoleons_last_battles.board import CHATEAU, INFANTRY
from rulesets.napoleons_last_battles.forms import ARMS, WISH
from rulesets.napoleons_last_battles.rules.battle.mounted import MOUNTED_KINDS
from rulesets.napoleons_last_battles.rules.hiding.pairs import pairs_of
from rulesets.napoleons_last_battles.setting import Setting
from rulesets.napoleons_last_battles.theatre import Theatre

LOWEST: Final = "lowest"
"""nlb 16.7-1: the arms that lower the odds most."""


def slots(theatre: Theatre, army: str) -> Iterator[Slot]:
    """nlb 6.6B, 6.6D-1, 6.7A, 8.2C, 10.1E-2, 15.3-1, 16.7-1, 16.13-1: the standing orders of an army, formation by
    formation in roster order: of each kind that a unit or leader of it may need on this map under the options."""
    setting = theatre.setting
    units = [setting.roster.units[uid] for uid in setting.units() if setting.roster.units[uid].army == army]
    forms, example = SlotForms.of([unit.id for unit in units if not unit.leads], WISH), _example(setting, army)
    walls = CHATEAU in theatre.field.terrain.values()
    members = {uid: [unit for unit in units if unit.formation == uid] for uid in setting.roster.formations}
    fighting = [uid for uid, mine in members.items() if any(unit.fights for unit in mine)]
    for formation in fighting:
        kinds, name = {unit.kind for unit in members[formation]}, _name(setting, formation)
        yield from formation_slots(formation, name, forms, example)
        if INFANTRY in kinds and walls:
            yield _word("chateau", formation, name, ("hold", "leave"), "hold", _CHATEAU)
        if setting.on("mounted-retreat") and kinds.intersection(MOUNTED_KINDS):
            yield _mounted(formation, name, forms, setting.columns)
        if setting.on("combined-effects") and INFANTRY in kinds:
            arms = (LOWEST, *ARMS, *(f"{a}-{b}" for a in ARMS for b in ARMS if a != b))
            yield _word("arm", formation, name, arms, LOWEST, _ARM)
    for formation in (uid for uid, mine in members.items() if any(unit.leads for unit in mine)):
        name = _name(setting, formation)
        yield _hexes("flee", formation, name, forms, _FLEE, example[1:])
        if setting.on("leader-bonus"):
            yield _leader(formation, name)
    for pair in pairs_of(setting, army):
        yield _hexes("deploy", pair, pair, forms, _DEPLOY, example[1:])


_CHATEAU: Final = "whether infantry in a chateau holds it where the defenders have to retreat (8.2C). Default: hold."
_ARM: Final = (
    "which arms an attack on infantry in the open enhances (16.7): one, or the tripled and the doubled one. "
    "Asked of the first defender's formation. Default: what lowers the odds most."
)
_LEADER: Final = (
    "from which strength of the stack with which he stands on a leader takes command of its defence (16.13). "
    "Default: never."
)
_FLEE: Final = (
    "where a leader goes who is left alone in an enemy zone, if several hexes with a friend are equally near (10.1E). "
    "Default: the lowest number."
)
_DEPLOY: Final = (
    "hexes in which its hidden units stand when it is seen, in or next to its own (16.6C). Default: its own, then the "
    "lowest numbers."
)
_MOUNTED: Final = (
    "when cavalry and horse artillery fall back one hex before the enemy's combat (15.3): never, always, or by the "
    "odds of all who stand next to it; to and units as in retreat. Default: never."
)


def _example(setting: Setting, army: str) -> tuple[str, str]:
    """A unit of the army and the hex of another one, for examples; "" where there is none."""
    units = [uid for uid in setting.units() if setting.roster.units[uid].army == army]
    units = [uid for uid in units if setting.roster.units[uid].fights]
    return next(iter(units), ""), next((setting.start[uid] for uid in units[1:] if uid in setting.start), "")


def _name(setting: Setting, formation: str) -> str:
    """`French First Corps`: nations have corps of the same name."""
    one = setting.roster.formations[formation]
    nation = setting.roster.nation_names[one.nation]
    return one.name if one.name.startswith("Army") else f"{nation} {one.name}"


def _word(kind: str, formation: str, name: str, words: Sequence[str], default: str, doc: str) -> Slot:
    return Slot(f"{kind}.{formation}", {"enum": list(words)}, default, f"{name}: {doc}", MESSAGE_BOUND)


def _hexes(kind: str, formation: str, name: str, forms: SlotForms, doc: str, example: Sequence[str]) -> Slot:
    binding, written = listed(forms.binding.hex), listed(forms.written.hex)
    shown = [at for at in example if at] or None
    return Slot(f"{kind}.{formation}", binding, [], f"{name}: {doc}", MESSAGE_BOUND, shown, written)


def _leader(formation: str, name: str) -> Slot:
    number = {"type": "string", "pattern": "^[1-9][0-9]?$", "x-noun": "a strength"}
    schema = {"anyOf": [{"enum": ["never"]}, number]}
    return Slot(f"leader.{formation}", schema, "never", f"{name}: {_LEADER}", MESSAGE_BOUND, "8")


def _mounted(formation: str, name: str, forms: SlotForms, columns: Sequence[str]) -> Slot:
    def schema(words: SlotWords, odds: Json) -> Json:
        when = {
            "anyOf": [{"enum": ["never", "always"]}, {**mapped({"odds-at-least": odds}), "required": ["odds-at-least"]}]
        }
        by_unit = {"type": "object", "maxProperties": 24, "propertyNames": words.named}
        wishes = listed(words.wish)
        more = mapped({"when": when, "to": wishes, "units": {**by_unit, "additionalProperties": wishes}})
        return {"anyOf": [*when["anyOf"], {**more, "required": ["when"]}]}

    column = {"enum": list(columns), "x-noun": COLUMN.noun}
    binding, written = schema(forms.binding, column), schema(forms.written, column)
    doc, example = f"{name}: {_MOUNTED}", {"when": {"odds-at-least": "2-1"}, "to": ["n", "nw"]}
    return Slot(f"mounted.{formation}", binding, "never", doc, MESSAGE_BOUND, example, written)
