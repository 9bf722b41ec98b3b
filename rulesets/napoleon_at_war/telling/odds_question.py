"""One attack as somebody imagines it: who would attack whom, from where, and what the die would make of it."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.hidden import NOTHING, Own
from pbem.engine.odds_query import GameOdds, Outlook, Step, WhatIf
from pbem.engine.options import Json
from pbem.engine.requests import Choose
from pbem.hexgame.documents.names import Places, Units
from pbem.hexgame.telling.odds_question import Inquiry, answered
from rulesets.napoleon_at_war.position import Board, Position
from rulesets.napoleon_at_war.rules.battle.allocation import AttackOptions
from rulesets.napoleon_at_war.sequence import board_of
from rulesets.napoleon_at_war.setting import Setting
from rulesets.napoleon_at_war.telling.outlooks import foresight
from rulesets.napoleon_at_war.telling.preview import preview


class NapoleonOdds(GameOdds):
    """What attacks would come to, ordered or not. All counters lie open."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def what_if(self, at: Json, army: str, question: WhatIf, own: Own = NOTHING) -> Sequence[Outlook]:
        """naw 7.0-2: the odds of one attack by an army, on the position as it is or as it is supposed to be.

        Raises Unanswerable with everything that is wrong with the question.
        """
        supposed = Position.from_json(at)
        supposed.army = army
        return (answered(_inquiry(self.setting, self.setting.board(supposed)), question),)

    def preview(self, request: Choose, orders: Json) -> Json:
        """See `engine.contract.Telling.preview`."""
        return preview(self.setting, board_of(self.setting, request).position, orders)


def _inquiry(setting: Setting, board: Board) -> Inquiry[Board]:
    """naw 5.32, 7.0-1, 7.15: what a question may suppose: any unit anywhere, one to a hex; at night nothing (10.1)."""
    turn = board.position.turn
    night = Step(f"turn {turn} is a night turn: nobody attacks in it", "10.1")
    return Inquiry(
        board=board,
        units=Units(setting.roster.units, board.position.army),
        places=Places(setting.field.hexes, setting.field.names),
        where=lambda unit: board.at.get(unit, ""),
        lift=board.lift,
        put=board.place,
        in_the_way=lambda unit, at: next(iter(board.units_in(at)), ""),
        stacking="5.32",
        attacks=lambda: AttackOptions(setting, board),
        foresight=lambda: foresight(setting, board),
        circumstances=(night,) if setting.is_night(turn) else (),
    )
