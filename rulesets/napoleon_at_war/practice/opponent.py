"""A practice opponent: plain, sensible play of either army, the same every time on the same position.

In its player turn it looks for the enemies that it can attack at good value, posts everybody else by the goals of the
hour (`goals`), and makes the best legal list of attacks on the board that its moves lead to. What it orders has passed
the rules' own judgement.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json
from pbem.hexgame.practice.attacks import Attacks
from pbem.hexgame.practice.scene import Plan
from pbem.hexgame.practice.search import Searcher, legal, marches, planned
from pbem.hexgame.practice.worth import Worth
from rulesets.napoleon_at_war.game import NapoleonGame
from rulesets.napoleon_at_war.position import Board
from rulesets.napoleon_at_war.practice.goals import LEAVE, Goal, goals, wishes
from rulesets.napoleon_at_war.practice.view import Ground, View
from rulesets.napoleon_at_war.rules.battle.allocation import AttackOptions
from rulesets.napoleon_at_war.sequence import OrdersOptions, rehearse

# An operation has to gain so much for each strength point that it sends into enemy zones, over the six faces. The
# French have to attack (21.2); the Prussians can wait for their chances.
LEAST_GAIN: Final[Mapping[str, int]] = {"french": 0, "prussian": 3}


class Practice(Searcher):
    """For one army. It keeps tables only, never a position."""

    def __init__(self, game: NapoleonGame, army: str) -> None:
        self.game = game
        self.army = army
        self.ground = Ground(game.setting)

    # -- the phase -------------------------------------------------------------------

    def orders(self, at: Json, own: Own = NOTHING) -> dict[str, Json]:
        """Moves with their full paths, and by day attacks (10.1); {} if it is not this army's player turn."""
        board = self.game.board(at)
        if board.position.army != self.army:
            return {}
        view = View(self.ground, board)
        wanted = goals(view)
        setting = self.game.setting
        moves, after = legal(
            self._moves(view, self._planned(view, wanted)),
            lambda entries: rehearse(setting, setting.board(board.position.copy()), entries),
        )
        orders: dict[str, Json] = {"moves": moves} if moves else {}
        if view.fights:
            attacks = self._attacks(after, wanted)
            if attacks:
                orders["attacks"] = attacks
        if OrdersOptions(setting, board).why_not(orders) is not None:
            orders.pop("attacks", None)
        return orders

    def _planned(self, view: View, wanted: Mapping[str, Goal]) -> Plan:
        """Everybody's place. Who is to leave a map (17.0) attacks nobody there."""
        leaves = {battle for battle, goal in wanted.items() if goal.mode == LEAVE}
        least = LEAST_GAIN.get(self.army, 0) if view.fights else None
        return planned(view, wishes(view, wanted), lambda unit, at: self.ground.map_of[at] in leaves, least)

    def _moves(self, view: View, plan: Plan) -> list[Json]:
        """The entries: reinforcements first (14.11), then everybody who changes his hex, in order of hex."""
        moves: list[Json] = []
        for unit in view.newcomers:
            moves += [{"unit": unit, "refuse": True}] if self._refuses(view, unit) else marches(view, plan, [unit])
        return [*moves, *marches(view, plan, view.board.on_map(self.army))]

    def _refuses(self, view: View, unit: str) -> bool:
        """A broken army keeps its reserves out of the rout (14.21)."""
        ways = view.ways[unit]
        return bool(ways) and view.position.broken.get(self.ground.map_of[next(iter(ways))]) == self.army

    def _attacks(self, after: Board, wanted: Mapping[str, Goal]) -> Sequence[Json]:
        view = View(self.ground, after)
        options = AttackOptions(self.game.setting, after)
        return Attacks(view, Worth(view), options, lambda unit, at: self._invites(view, wanted, unit, at)).listed()

    def _invites(self, view: View, wanted: Mapping[str, Goal], unit: str, at: str) -> bool:
        """Whether to follow up (7.74): not where more enemies wait than the unit can face, nor out of a post."""
        ground = self.ground
        here = view.position.at[unit]
        goal = wanted[ground.map_of[at]]
        if goal.mode == LEAVE or here in goal.posts:
            return at in goal.posts
        return view.faces(unit, at) and goal.far(at) <= goal.far(here)

    # -- questions and standing orders -------------------------------------------------

    def standing(self, at: Json) -> Mapping[str, Json]:
        """Follow up (7.74) only where no enemy zone reaches, and never with guns; retreat (7.71) as the rules have it
        by default; and the choice (15.1)."""
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
