"""Several players a side: each commands corps or divisions, or the staff of an army, and orders their moves (1.0)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pbem.engine.contract import Compiled, PlacedRefusal
from pbem.engine.hidden import Own
from pbem.engine.options import Json, Refusal
from pbem.engine.requests import ORDERS as TURN
from pbem.engine.requests import Choose
from pbem.engine.teams import Teams
from rulesets.napoleons_last_battles.documents.compile import compile_orders, compile_setup
from rulesets.napoleons_last_battles.rules.hiding.pairs import pair_of
from rulesets.napoleons_last_battles.rules.march.movement import ORDERS, units_of
from rulesets.napoleons_last_battles.telling.desk import LastBattlesDesk
from rulesets.napoleons_last_battles.theatre import SETUP, Theatre

if TYPE_CHECKING:
    from pbem.engine.desk import OrdersDesk


class LastBattlesTeams(Teams):
    """nlb 1.0: formations are corps, divisions and staffs. Command, attacks and memos are the captain's to order."""

    talk = ""

    def __init__(self, theatre: Theatre) -> None:
        self.theatre = theatre

    def formations(self, army: str) -> Sequence[str]:
        """The formations of an army of which somebody is in play or comes into it, in the order of the roster."""
        roster = self.theatre.setting.roster
        here = {roster.units[unit].formation for unit in self.theatre.setting.units()}
        return [uid for uid, one in roster.formations.items() if roster.army_of[one.nation] == army and uid in here]

    def concerned(self, at: Json, army: str, order: Json) -> Sequence[str]:
        """nlb 16.6B-1: the formations of whom a move names, of whichever army; () for units that there are not.
        A marker moves for those under its pair, real or not."""
        named, units = units_of(order), self.theatre.setting.roster.units
        if isinstance(named, Refusal):
            return ()
        under: dict[str, list[str]] = {}
        for unit, pair in at.get("hidden", {}).items():
            under.setdefault(pair, []).append(unit)
        meant = [one for unit in named if unit in units for one in under.get(pair_of(unit), (unit,))]
        return tuple(dict.fromkeys(units[unit].formation for unit in meant))

    def compile(self, request: Choose, document: Json, own: Own, orders: Sequence[Json]) -> Compiled | None:
        """See `pbem.engine.teams.compiled_behind`: a captain's moves hang on where those of his team have come."""
        board = self.theatre.board_of(request)
        if request.what != TURN:
            return None
        if board.position.turn == SETUP:
            early = Refusal("3.2C", "units and leaders are placed before the first turn; nobody moves yet")
            alone = compile_setup(board, document, own)
            faults = [PlacedRefusal((ORDERS, number), early) for number, _ in enumerate(orders)]
            return Compiled({**alone.input, ORDERS: list(orders)}, [*faults, *alone.faults], hide=alone.hide)
        return compile_orders(board, document, own, orders)

    def desk(self, orders: Sequence[Json]) -> OrdersDesk:
        """See `pbem.engine.desk.desk_behind`."""
        return LastBattlesDesk(self.theatre, orders)
