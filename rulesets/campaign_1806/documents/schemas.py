"""What a player may write into his orders file: the shape for everybody, and the legal words for his editor."""

from __future__ import annotations

from pbem.engine.requests import Choose
from pbem.hexgame.documents.kinds import Schema
from pbem.hexgame.documents.schemas import Shapes
from rulesets.campaign_1806.documents.fitting import fitting
from rulesets.campaign_1806.forms import HEX, ORDERS_FORM, UNIT
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.setting import Setting


def shapes(setting: Setting) -> Shapes:
    """The schemas of documents of a scenario."""
    return Shapes(ORDERS_FORM, (UNIT, HEX), {"column": setting.charts.columns})


def helper_schema(play: Play, request: Choose) -> Schema:
    """The same with the counters and hexes that stand to choice now listed, for an editor; it binds nobody."""
    own = [uid for uid, unit in play.roster.units.items() if unit.army == request.army]
    listed = {
        "unit": own,
        "leader": [uid for uid in own if play.unit(uid).leads],
        "hex": list(play.field.hexes),
        "target": sorted(at for at in play.here if play.holder(at) == play.enemy[request.army]),
    }
    now = fitting(play)
    refused = [key for key in (*ORDERS_FORM.lists, *ORDERS_FORM.members) if key not in now]
    return shapes(play.setting).helper(request.what, listed, refused)
