"""A practice opponent: plain play of either army, the same every time on the same position.

It attacks where the exact chances of the shock table are good, sends infantry to the objectives and up to the enemy,
guns into range and horse behind them, keeps fronts to the enemy, and has leaders follow. What it orders has passed the
rules' own judgement.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json
from pbem.hexgame.practice.search import Searcher
from rulesets.winters_victory.decisions import COMMAND
from rulesets.winters_victory.orders_options import ORDERS, SHOCK
from rulesets.winters_victory.play import Play
from rulesets.winters_victory.practice.commanding import commands
from rulesets.winters_victory.practice.goals import Tasks, parties
from rulesets.winters_victory.practice.leading import lead
from rulesets.winters_victory.practice.moving import Mover
from rulesets.winters_victory.practice.shocking import attacks
from rulesets.winters_victory.practice.view import View
from rulesets.winters_victory.tempo import MOVEMENTS, PHASING, SHOCKS, Phase

if TYPE_CHECKING:
    from rulesets.winters_victory.game import WintersGame

_COMMAND: Final = (Phase.ALLIED_COMMAND, Phase.FRENCH_COMMAND)


class Practice(Searcher):
    """For one army. It keeps nothing."""

    def __init__(self, game: WintersGame, army: str) -> None:
        self.game, self.army = game, army

    def orders(self, at: Json, own: Own = NOTHING) -> dict[str, Json]:
        """The orders of a segment; {} if the other army is to order."""
        play = self.game.play(at)
        return ordered(play) if play.segment.army == self.army else {}

    def standing(self, at: Json) -> Mapping[str, Json]:
        """What leaders do and which horse charges while the other side orders (17, 12.51)."""
        return {f"{COMMAND}.{corps}": acts for corps, acts in commands(self.game.play(at), self.army).items()}


def ordered(play: Play) -> dict[str, Any]:
    """wv 6.0-2, 12.0-1: attacks, and the moves of those who do not attack."""
    army, phases = play.segment.army, [phase for _, phase in play.segment.phases]
    orders: dict[str, Any] = {}
    shock = attacks(play, army) if any(p in SHOCKS and PHASING[p] == army for p in phases) else []
    if shock:
        orders[SHOCK] = shock
    if any(phase in _COMMAND and PHASING[phase] == army for phase in phases):
        acts = commands(play, army)
        orders |= {COMMAND: acts} if acts else {}
    if any(phase in MOVEMENTS and PHASING[phase] == army for phase in phases):
        busy = {uid for one in shock for uid in (*one.get("units", ()), one.get("charge", ""))}
        moves = _moves(play, busy)
        if moves:
            orders[ORDERS] = moves
    return orders


def _moves(play: Play, busy: set[str]) -> list[dict[str, Any]]:
    view = View(play)
    tasks = Tasks(view)
    found = parties(view, [uid for uid in view.own if uid not in busy])
    given = tasks.given(found)
    mover = Mover(view)
    for party in sorted(found, key=lambda one: (view.to_foe(one.at), one.units)):
        mover.move(party, given.get(party.units))
    lead(view)
    return view.entries
