"""What a player may write into his orders file: the shape for everybody, and the legal words for his editor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.engine.requests import ORDERS, Choose
from pbem.hexgame.documents.kinds import Schema, Writer
from pbem.hexgame.documents.schemas import document_fragment
from rulesets.campaign_1806.documents.compile import fitting
from rulesets.campaign_1806.forms import HEX, ORDERS_FORM, UNIT
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.setting import Setting


def document_schema(setting: Setting, ask: str) -> Schema:
    """A fragment of the orders schema: the members of the document for a question, shape only."""
    return _fragment(setting, ask, {})


def helper_schema(play: Play, request: Choose) -> Schema:
    """The same with the counters and hexes that stand to choice now listed, for an editor; it binds nobody."""
    own = [uid for uid, unit in play.roster.units.items() if unit.army == request.army]
    listed = {
        "unit": own,
        "leader": [uid for uid in own if play.unit(uid).leads],
        "hex": list(play.field.hexes),
        "target": sorted(at for at in play.here if play.holder(at) == play.enemy[request.army]),
    }
    found = _fragment(play.setting, request.what, listed)
    if request.what == ORDERS:
        now = fitting(play)
        for key in [key for key in found["properties"] if key not in now]:
            del found["properties"][key]
    return found


def _fragment(setting: Setting, ask: str, listed: Mapping[str, Sequence[str]]) -> Schema:
    writer = Writer({**listed, "column": setting.charts.columns}, ("attack",))
    return document_fragment(ORDERS_FORM, ask, writer, (UNIT, HEX))
