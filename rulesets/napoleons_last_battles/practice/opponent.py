"""A practice opponent: plain, sensible play of either army, the same every time on the same position.

In its player turn it gives command as the rules' default has it, brings back whom it can, attacks where that is worth
its risk, sends everybody else where the scenario pays for it (`goals`), lets leaders follow, and makes the best legal
list of attacks on the board that its moves lead to. What it orders has passed the rules' own judgement.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json
from pbem.hexgame.practice.attacks import Attacks
from pbem.hexgame.practice.search import Searcher, marches, planned
from pbem.hexgame.practice.worth import Worth
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.calendar import NIGHT
from rulesets.napoleons_last_battles.game import LastBattlesGame
from rulesets.napoleons_last_battles.practice.entering import come_in
from rulesets.napoleons_last_battles.practice.following import follow
from rulesets.napoleons_last_battles.practice.goals import Goals
from rulesets.napoleons_last_battles.practice.ground import Ground
from rulesets.napoleons_last_battles.practice.hiding import hidden, steal_up
from rulesets.napoleons_last_battles.practice.levels import Levels
from rulesets.napoleons_last_battles.practice.objectives import Objective, has_to_attack, objectives
from rulesets.napoleons_last_battles.practice.rallying import rallied
from rulesets.napoleons_last_battles.practice.setting_up import set_up
from rulesets.napoleons_last_battles.practice.standing import standing_values
from rulesets.napoleons_last_battles.practice.trailing import trail
from rulesets.napoleons_last_battles.practice.value import Rates, practice_rules
from rulesets.napoleons_last_battles.practice.view import View
from rulesets.napoleons_last_battles.rules.battle.allocation import attack_list
from rulesets.napoleons_last_battles.rules.battle.combat import fights_now
from rulesets.napoleons_last_battles.rules.command.effects import out_of_command
from rulesets.napoleons_last_battles.rules.hiding.placing_pairs import HIDDEN
from rulesets.napoleons_last_battles.rules.march.march import Marches
from rulesets.napoleons_last_battles.rules.march.movement import ORDERS, MoveOptions
from rulesets.napoleons_last_battles.rules.memos import known_to
from rulesets.napoleons_last_battles.rules.orders_options import ATTACKS, OrdersOptions, rehearse
from rulesets.napoleons_last_battles.rules.raids import raided
from rulesets.napoleons_last_battles.theatre import SETUP

# An operation has to gain so much for each strength point that it sends into enemy zones, over the six faces: who has
# to attack, and who can wait.
LEAST_GAIN: Final = {True: 0, False: 3}
# What it counts, for each strength point that a hex is worth, to drive the enemy from it: half of his loss, for he may
# come back.
PRIZE: Final = 5


class Practice(Searcher):
    """For one army. It keeps tables only, never a position."""

    def __init__(self, game: LastBattlesGame, army: str) -> None:
        self.game = game
        self.army = army
        self.ground = Ground(game.theatre)

    # -- the phase -------------------------------------------------------------------

    def orders(self, at: Json, own: Own = NOTHING) -> dict[str, Json]:
        """A set-up, or moves and attacks with what command and reorganization need; {} if another army is to order."""
        board = known_to(self.game.theatre.board(self.game.position(at)), own)
        if board.position.army != self.army:
            return {}
        if board.position.turn == SETUP:
            return set_up(self.ground, board, self.army)
        asked = OrdersOptions(board)
        orders = rallied(board)
        orders |= self._hidden(asked, orders)
        options = asked.moving(orders)
        wanted = objectives(options.board, self.army)
        moves = self._moves(options, wanted)
        orders |= {ORDERS: moves} if moves else {}
        attacks = self._attacks(asked, orders, wanted)
        orders |= {ATTACKS: attacks} if attacks else {}
        return self._legal(asked, orders)

    def _hidden(self, asked: OrdersOptions, orders: Mapping[str, Json]) -> dict[str, Json]:
        """nlb 16.6A-1: whom markers hide, and who is opened; nothing at night."""
        if not asked.board.markers or asked.board.now.kind == NIGHT:
            return {}
        options = asked.hiding(orders)
        found = hidden(options, [one.at for one in objectives(options.board, self.army) if one.ours])
        return {HIDDEN: found} if found else {}

    def _legal(self, asked: OrdersOptions, orders: dict[str, Json]) -> dict[str, Json]:
        """The orders without what the rules refuse in the end: attacks, then moves, then pairs of markers."""
        for left_out in (ATTACKS, ORDERS, HIDDEN):
            if asked.why_not(orders) is None:
                break
            orders.pop(left_out, None)
        return orders

    # -- moves -----------------------------------------------------------------------

    def _moves(self, options: MoveOptions, wanted: Sequence[Objective]) -> list[Json]:
        """Everybody's move, in an order in which each is legal; the board of `options` stands as they leave it."""
        board = options.board
        view, goals = self._seen(options.marches, wanted)
        for at in goals.keep:
            self._hold(view, at)
        least = LEAST_GAIN[goals.attacks] + 2 * goals.careful if fights_now(board) else None
        idle = board.position.idle
        plan = planned(view, goals.wishes(), lambda unit, at: unit in idle, least)
        moves = _carried_out(options, marches(view, plan, board.on_map(self.army)))
        moves += [*come_in(options, goals), *follow(options, goals), *trail(options, view)]
        return [*moves, *steal_up(options, self.ground, wanted)] if board.markers else moves

    def _seen(self, ways: Marches, wanted: Sequence[Objective], *, exact: bool = False) -> tuple[View, Goals]:
        board = ways.board
        levels = Levels(board)
        prizes = {one.at: PRIZE * one.worth for one in wanted if not one.ours}
        rules = practice_rules(Rates(self.ground, board, prizes, levels), exact=exact)
        view = View(self.ground, ways, rules)
        return view, Goals(view, levels, wanted, has_to_attack(board, self.army))

    def _hold(self, view: View, at: str) -> None:
        """The strongest foot that stands on what the scenario pays for stays there while the enemy is near."""
        able = [u for u in view.board.units_in(at) if u in view.ways and not view.rules.is_battery(u)]
        if able:
            view.keep(max(able, key=lambda u: (view.units[u].kind == "infantry", view.rules.strength(u), u)))

    # -- attacks -----------------------------------------------------------------------

    def _attacks(self, asked: OrdersOptions, orders: Mapping[str, Json], wanted: Sequence[Objective]) -> Sequence[Json]:
        after, _ = rehearse(asked.scratch(), orders)
        if not fights_now(after):
            return []
        options = attack_list(after)
        if not options.default():
            return list(raided(after, ()))
        view, goals = self._seen(Marches(after), wanted, exact=True)
        listed = Attacks(view, Worth(view), options, lambda unit, at: self._invites(view, goals, unit, at)).listed()
        return [*(_followed_up(after, entry) for entry in listed), *raided(after, listed)] if listed else listed

    def _invites(self, view: View, goals: Goals, unit: str, at: str) -> bool:
        """Whether to follow up into a hex: what the scenario pays for, else not where more enemies wait than the unit
        can face, nor out of a place to hold."""
        here: str = view.board.at[unit]
        if at in goals.take:
            return True
        if here in goals.keep:
            return False
        return goals.goes_on(here) and view.faces(unit, at)

    # -- questions and standing orders -------------------------------------------------

    def standing(self, at: Json) -> Mapping[str, Json]:
        """Fall back toward the own edge, hold chateaux, follow up only where no enemy zone reaches."""
        board: Board = self.game.theatre.board(self.game.position(at))
        known = {slot.name for slot in self.game.slots(self.army)}
        return {name: value for name, value in standing_values(board, self.army).items() if name in known}


def _followed_up(board: Board, entry: Json) -> Json:
    """nlb 11.3B-4, 16.15B: an attack without advances where one of the attackers is out of command."""
    if not out_of_command(board, (*entry.get("by", ()), *entry.get("bombard", ()))):
        return entry
    return {key: value for key, value in entry.items() if key != "advance"}


def _carried_out(options: MoveOptions, entries: Sequence[Json]) -> list[Json]:
    """The entries in an order in which each is legal once the earlier ones are carried out; what never is is left out.

    Who is to stand where another stands moves after him.
    """
    done: list[Json] = []
    left = list(entries)
    while left:
        waiting = []
        for entry in left:
            if _has_room(options, entry) and options.why_not(entry) is None:
                options.perform(entry)
                done.append(entry)
            else:
                waiting.append(entry)
        if len(waiting) == len(left):
            break
        left = waiting
    return done


def _has_room(options: MoveOptions, entry: Json) -> bool:
    """Whether the one who moves finds room where he is to stand, as the board is now."""
    if "exit" in entry:
        return True
    board, to = options.board, entry["path"][-1]
    return board.fits(to, (*board.units_in(to), entry["unit"]))
