"""What a player may write into his orders file: the shape for everybody, the legal words for his editor, the names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from pbem.engine.requests import Choose
from pbem.hexgame.documents.kinds import Schema, Writer
from pbem.hexgame.documents.names import Names, names_in
from pbem.hexgame.documents.schemas import document_fragment
from rulesets.napoleon_at_war.forms import HEX, ORDERS_FORM, UNIT
from rulesets.napoleon_at_war.position import Position
from rulesets.napoleon_at_war.setting import Setting

FOREIGN: Final = "5.11"
"""Case that somebody breaks who orders units of the other army."""


def translation(setting: Setting, army: str, *, hints: bool = True) -> Names:
    """The names in one document of an army, all of them of its own units (5.11). hints: whether faults say what may
    have been meant."""
    return names_in(setting.roster.units, setting.field, army, setting.names, FOREIGN, hints=hints)


def document_schema(setting: Setting, ask: str) -> Schema:
    """A fragment of the orders schema: the members of the document for a question, shape only."""
    return _fragment(setting, ask, {})


def helper_schema(setting: Setting, position: Position, request: Choose) -> Schema:
    """The same with the units and hexes that stand to choice now listed, for an editor; it binds nobody.

    At night a list of attacks is refused (10.1) and not offered.
    """
    army, foe = position.army, setting.enemy[position.army]
    gone = {*position.lost, *position.exited, *position.out}
    theirs = [unit.id for unit in setting.roster.of(foe) if unit.id in position.at]
    listed = {
        "unit": [unit.id for unit in setting.roster.of(army) if unit.id not in gone],
        "hex": list(setting.field.hexes),
        "target": sorted(position.at[unit] for unit in theirs),
    }
    found = _fragment(setting, request.what, listed)
    if setting.is_night(position.turn):
        found["properties"].pop("attacks", None)
    return found


def _fragment(setting: Setting, ask: str, listed: Mapping[str, Sequence[str]]) -> Schema:
    """Columns are those of 7.6, sections those of the transit track (17.1)."""
    sections = dict.fromkeys(name for parts in setting.field.sections.values() for name in parts)
    writer = Writer({**listed, "column": setting.columns, "section": list(sections)}, ("attack", "manner"))
    return document_fragment(ORDERS_FORM, ask, writer, (UNIT, HEX))
