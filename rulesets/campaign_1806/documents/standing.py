"""Standing orders: what an army has decided for the other's player turns, one slot for each kind and formation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pbem.engine.contract import MESSAGE_BOUND, Slot
from pbem.engine.options import Json
from pbem.hexgame.documents.kinds import Writer
from rulesets.campaign_1806.forms import HEX, NUMBER, UNIT
from rulesets.campaign_1806.hidden.counters import is_counter
from rulesets.campaign_1806.roster import HORSE, VEDETTE, Unit
from rulesets.campaign_1806.rules.battle.advancing import ADVANCE, NO, YES
from rulesets.campaign_1806.rules.battle.combat import EXCHANGE
from rulesets.campaign_1806.rules.battle.falling_back import RETREAT
from rulesets.campaign_1806.rules.battle.leaving import ALL, LEAVE, NEVER, VEDETTES
from rulesets.campaign_1806.setting import Setting

MOST: Final = 24
"""Values in a list."""
_RETREAT: Final = "hexes toward which its units retreat, the first on the map (11.43). Default: away from the enemy."
_ADVANCE: Final = "whether it advances when attackers have gone: no or yes (11.46). Default: no."
_LEAVE: Final = (
    "who leaves before the enemy's attack if the rules let him: never, vedettes, or all of its horse (13.22, 16.2). "
    "Default: vedettes."
)
_EXCHANGE: Final = (
    "units: units in the order in which they pay for an exchange as the stronger side (11.4). Default: the least."
)


def slots(setting: Setting, army: str) -> Iterator[Slot]:
    """osg 11.4-Ex, 11.43-1, 11.46-1, 13.22-1, 16.2-1: the standing orders of an army, formation by formation in roster
    order."""
    known = [unit for unit in setting.forces.units.values() if unit.army == army and not is_counter(unit.id)]
    units = [unit for unit in known if unit.fights]
    formations: dict[str, list[Unit]] = {}
    for unit in units:
        formations.setdefault(unit.formation, []).append(unit)
    for formation, members in formations.items():
        name = setting.forces.formation_names.get(formation, formation)
        yield Slot(
            f"{RETREAT}.{formation}",
            _list({"type": "string", "pattern": f"^{NUMBER}$"}),
            [],
            f"{name}: {_RETREAT}",
            MESSAGE_BOUND,
            example=_example(setting, members),
            written=_list(HEX.written(Writer(inline=True))),
        )
        yield _word(ADVANCE, formation, name, (NO, YES), NO, _ADVANCE)
        if any(unit.kind in HORSE for unit in members):
            yield _word(LEAVE, formation, name, (NEVER, VEDETTES, ALL), VEDETTES, _LEAVE)
    able = [unit.id for unit in units if unit.kind != VEDETTE]
    payers = _units({"enum": able, "x-noun": "one of your units"})
    written = _units(UNIT.written(Writer({"unit": able}, inline=True)))
    yield Slot(EXCHANGE, payers, {}, _EXCHANGE, MESSAGE_BOUND, {"units": able[:1]}, written)


def _list(items: Json) -> Json:
    return {"type": "array", "items": items, "maxItems": MOST}


def _units(items: Json) -> Json:
    return {"type": "object", "properties": {"units": _list(items)}, "additionalProperties": False}


def _example(setting: Setting, members: Sequence[Unit]) -> list[str]:
    """A hex for examples: that in which one of a formation begins."""
    return [setting.setup.at[unit.id] for unit in members if unit.id in setting.setup.at][:1]


def _word(kind: str, formation: str, name: str, words: tuple[str, ...], silent: str, doc: str) -> Slot:
    return Slot(f"{kind}.{formation}", {"enum": list(words)}, silent, f"{name}: {doc}", MESSAGE_BOUND)
