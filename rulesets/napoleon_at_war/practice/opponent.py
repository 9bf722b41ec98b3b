"""A practice opponent: plain, sensible play of either army, the same every time on the same position.

In its player turn it looks for the enemies that it can attack at good value (`practice_assault`), posts everybody
else (`practice_posting`) by the goals of the hour (`practice_goals`), and makes the best legal list of attacks on
the board that its moves lead to (`practice_attacks`). What it orders has passed the rules' own judgement.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from pbem.engine.contract import Opponent
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json
from pbem.engine.requests import Choose
from rulesets.napoleon_at_war.game import NapoleonGame
from rulesets.napoleon_at_war.position import Board
from rulesets.napoleon_at_war.practice.assault import Assault
from rulesets.napoleon_at_war.practice.attacks import Attacks
from rulesets.napoleon_at_war.practice.goals import LEAVE, goals
from rulesets.napoleon_at_war.practice.ground import Ground
from rulesets.napoleon_at_war.practice.posting import Posting
from rulesets.napoleon_at_war.practice.value import Worth
from rulesets.napoleon_at_war.practice.view import Plan, View
from rulesets.napoleon_at_war.rules.orders_options import OrdersOptions, rehearse

# An operation has to gain so much for each strength point that it sends into enemy zones, over the six faces. The
# French have to attack (21.2); the Prussians can wait for their chances.
LEAST_GAIN: Final[Mapping[str, int]] = {"french": 0, "prussian": 3}


class Practice(Opponent):
    """For one army. It keeps tables only, never a position."""

    def __init__(self, game: NapoleonGame, army: str) -> None:
        self.game = game
        self.army = army
        self.ground = Ground(game.setting)

    # -- the phase -------------------------------------------------------------------

    def orders(self, at: Json, own: Own = NOTHING) -> dict[str, Json]:
        """Moves with their full paths, and by day attacks; {} if it is not this army's player turn."""
        board = self.game.board(at)
        if board.position.army != self.army:
            return {}
        view = View(self.ground, board)
        posting = self._planned(view)
        moves, after = self._legal(board, self._moves(view, posting.plan))
        orders: dict[str, Json] = {"moves": moves} if moves else {}
        if view.fights:
            attacks = self._attacks(after, posting)
            if attacks:
                orders["attacks"] = attacks
        if OrdersOptions(self.game.setting, board).why_not(orders) is not None:
            orders.pop("attacks", None)
        return orders

    def _planned(self, view: View) -> Posting:
        """Everybody's place: who cannot move, who attacks, then the others."""
        plan, worth, wanted = Plan(view), Worth(view), goals(view)
        for unit, at in view.held.items():
            plan.put(unit, at)
        if view.fights:
            Assault(view, plan, worth, lambda at: wanted[self.ground.map_of[at]].mode != LEAVE).plan_all(
                LEAST_GAIN.get(self.army, 0)
            )
        posting = Posting(view, plan, worth, wanted)
        posting.post_all()
        return posting

    def _moves(self, view: View, plan: Plan) -> list[Json]:
        """The entries: reinforcements first, then everybody who changes his hex, in order of hex."""
        moves: list[Json] = []
        for unit in view.newcomers:
            if self._refuses(view, unit):
                moves.append({"unit": unit, "refuse": True})
            elif unit in plan.where:
                moves.append({"unit": unit, "path": list(view.ways[unit][plan.where[unit]][1])})
        for unit in view.board.on_map(self.army):
            if unit in plan.off:
                at, edge = plan.off[unit]
                moves.append({"unit": unit, "path": list(view.ways[unit][at][1]), "exit": edge})
            elif unit in view.ways and plan.where.get(unit, view.board.hex_of(unit)) != view.board.hex_of(unit):
                moves.append({"unit": unit, "path": list(view.ways[unit][plan.where[unit]][1])})
        return moves

    def _refuses(self, view: View, unit: str) -> bool:
        """A broken army keeps its reserves out of the rout."""
        ways = view.ways[unit]
        return bool(ways) and view.position.broken.get(self.ground.map_of[next(iter(ways))]) == self.army

    def _legal(self, board: Board, moves: list[Json]) -> tuple[list[Json], Board]:
        """The moves without those that the rules refuse, and the board as they leave it."""
        setting = self.game.setting
        while True:
            after, found = rehearse(setting, setting.board(board.position.copy()), moves)
            wrong = {path[1] for path, _ in found}
            if not wrong:
                return moves, after
            moves = [entry for index, entry in enumerate(moves) if index not in wrong]

    def _attacks(self, after: Board, posting: Posting) -> Sequence[Json]:
        view = View(self.ground, after)
        return Attacks(view, Worth(view), lambda unit, at: self._invites(view, posting, unit, at)).listed()

    def _invites(self, view: View, posting: Posting, unit: str, at: str) -> bool:
        """Whether to follow up into a hex: not where more enemies wait than the unit can face, nor out of a post."""
        ground = self.ground
        here = view.position.at[unit]
        goal = posting.goals[ground.map_of[at]]
        if goal.mode == LEAVE or here in goal.posts:
            return at in goal.posts
        waiting = sum(view.strength(view.foes[to]) for to in ground.near[at] if to in view.foes)
        own = view.strength(unit) * (2 if at in ground.doubled else 1)
        return waiting <= own and goal.far(at) <= goal.far(here)

    # -- questions and standing orders -------------------------------------------------

    def answer(self, request: Choose, at: Json, own: Own = NOTHING) -> Json:
        """The default of the rules: what it never asks to be asked about needs no thought."""
        return request.options.default()

    def standing(self, at: Json) -> Mapping[str, Json]:
        """Follow up only where no enemy zone reaches, and never with guns; retreats as the rules' default has them."""
        roster = self.game.setting.roster
        found: dict[str, Json] = {}
        for formation in roster.formations[self.army]:
            able = [u.id for u in roster.of(self.army) if u.formation == formation and u.kind != "artillery"]
            if able:
                found[f"advance.{formation}"] = {"when": "safe", "units": able}
        choice = self.game.setting.choice
        if choice is not None and choice.army == self.army:
            found[choice.slot] = choice.default
        return found
