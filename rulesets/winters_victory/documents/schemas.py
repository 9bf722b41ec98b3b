"""What a player may write into his orders file: the shape for everybody, and the legal words for his editor."""

from __future__ import annotations

from pbem.engine.requests import Choose
from pbem.hexgame.documents.kinds import Schema
from pbem.hexgame.documents.schemas import Shapes
from rulesets.winters_victory.board.pieces import LEADER as COMMANDER
from rulesets.winters_victory.documents.fitting import fitting
from rulesets.winters_victory.forms import ANSWERS, HEX, ORDERS_FORM, UNIT
from rulesets.winters_victory.play import ARMIES, Play
from rulesets.winters_victory.setting import Setting


def shapes(setting: Setting) -> Shapes:
    """The schemas of documents of a scenario."""
    words = {
        "brigade": [uid for army in ARMIES for uid in setting.brigades(army)],
        "corps": list(dict.fromkeys(uid for army in ARMIES for uid in setting.corps(army))),
    }
    return Shapes(ORDERS_FORM, (UNIT, HEX), words, ANSWERS)


def helper_schema(play: Play, request: Choose) -> Schema:
    """The same with the counters and hexes that stand to choice now listed, for an editor; it binds nobody."""
    board, units = play.board, play.setting.units
    own = [uid for uid in units if uid in board.pieces and units[uid].army == request.army]
    foes = {one.at for uid, one in board.pieces.items() if units[uid].army != request.army and units[uid].fights}
    listed = {
        "unit": own,
        "leader": [uid for uid in own if units[uid].kind == COMMANDER],
        "hex": list(play.setting.field.hexes),
        "target": sorted(foes),
    }
    now = fitting(play)
    refused = [key for key in (*ORDERS_FORM.lists, *ORDERS_FORM.members) if key not in now]
    return shapes(play.setting).helper(request.what, listed, refused)
