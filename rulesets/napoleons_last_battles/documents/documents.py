"""What a player may write into his orders file: the shape for everybody, and the legal words for his editor."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.requests import Choose
from pbem.hexgame.documents.kinds import Schema
from pbem.hexgame.documents.schemas import Shapes
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.calendar import NIGHT
from rulesets.napoleons_last_battles.documents.memos import MEMOS
from rulesets.napoleons_last_battles.forms import HEX, ORDERS_FORM, SETUP, UNIT
from rulesets.napoleons_last_battles.rules.battle.combat import fights_now
from rulesets.napoleons_last_battles.rules.command.options import CommandOptions
from rulesets.napoleons_last_battles.rules.command.phase import COMMAND
from rulesets.napoleons_last_battles.rules.hiding.placing_pairs import HIDDEN
from rulesets.napoleons_last_battles.rules.memos import written_now
from rulesets.napoleons_last_battles.rules.orders_options import ATTACKS, MOUNTED
from rulesets.napoleons_last_battles.rules.reorganization import REORGANIZE
from rulesets.napoleons_last_battles.setting import Setting
from rulesets.napoleons_last_battles.theatre import SETUP as PLACING


def shapes(setting: Setting) -> Shapes:
    """The schemas of documents of a scenario."""
    return Shapes(ORDERS_FORM, (UNIT, HEX), {"column": setting.columns})


def helper_schema(board: Board, request: Choose) -> Schema:
    """The same with the units and hexes that stand to choice now listed, for an editor; it binds nobody."""
    position, units = board.position, board.everybody.units
    own = [uid for uid, one in units.items() if one.army == request.army and uid not in position.dead]
    own = [uid for uid in own if uid not in position.exited]
    listed = {
        "unit": own,
        "leader": [uid for uid in own if board.setting.roster.units[uid].leads],
        "hex": list(board.field.hexes),
        "target": sorted(at for at in board.here if board.holder(at) == board.enemy[request.army]),
    }
    return shapes(board.setting).helper(request.what, listed, _refused_now(board))


def _refused_now(board: Board) -> Iterator[str]:
    """nlb 3.2C-2, 4.2-1, 4.2-3, 4.3-1, 11.0-1, 12.0-2, 15.3-1: members of the document that would be refused now."""
    setting, memos = board.setting, written_now(board)
    if not memos:
        yield MEMOS
    if board.position.turn == PLACING:
        kept = (SETUP, MEMOS, HIDDEN) if setting.markers else (SETUP, MEMOS)
        yield from (key for key in (*ORDERS_FORM.lists, *ORDERS_FORM.members) if key not in kept)
        return
    yield SETUP
    if not setting.markers or board.now.kind == NIGHT:
        yield HIDDEN
    if CommandOptions(board).closed is not None:
        yield COMMAND
    if not setting.on("reorganization"):
        yield REORGANIZE
    if not fights_now(board):
        yield ATTACKS
    if not fights_now(board) or not setting.on("mounted-retreat"):
        yield MOUNTED
