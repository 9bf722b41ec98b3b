"""What a player may write into his orders file: the shape for everybody, and the legal words for his editor."""

from __future__ import annotations

from pbem.engine.requests import Choose
from pbem.hexgame.documents.form import Form
from pbem.hexgame.documents.kinds import Schema
from pbem.hexgame.documents.schemas import Shapes
from rulesets.campaign_1806.documents.fitting import fitting
from rulesets.campaign_1806.forms import HEX, HIDDEN_FORM, ORDERS_FORM, UNIT
from rulesets.campaign_1806.hidden.counters import is_counter
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.setting import Setting


def form_of(setting: Setting) -> Form:
    """osg 1.5: the declaration of documents of a campaign."""
    return HIDDEN_FORM if setting.fog.hidden else ORDERS_FORM


def shapes(setting: Setting) -> Shapes:
    """The schemas of documents of a scenario."""
    return Shapes(form_of(setting), (UNIT, HEX), {"column": setting.charts.columns})


def helper_schema(play: Play, request: Choose) -> Schema:
    """The same with the counters and hexes that stand to choice now listed, for an editor; it binds nobody. play: the
    board as its reader sees it, who may name his units by their counters, too."""
    known = [uid for uid, unit in play.roster.units.items() if unit.army == request.army]
    own = [uid for uid in known if not is_counter(uid) or uid in play.at]
    under = [counter for uid in own if (counter := play.fog.counter_of(uid))]
    listed = {
        "unit": [*own, *under],
        "leader": [uid for uid in own if play.unit(uid).leads],
        "hex": list(play.field.hexes),
        "target": sorted(at for at in play.here if play.holder(at) == play.enemy[request.army]),
    }
    now, form = fitting(play), form_of(play.setting)
    refused = [key for key in (*form.lists, *form.members) if key not in now]
    return shapes(play.setting).helper(request.what, listed, refused)
