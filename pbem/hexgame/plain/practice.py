"""A practice opponent of a plain game: attacks at good value, and everybody else towards the hexes that are worth
something."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json
from pbem.hexgame.fighting import results
from pbem.hexgame.fighting.engagement import CombatRules
from pbem.hexgame.plain.book import PlainBoard, PlainBook
from pbem.hexgame.plain.combats import defenders_retreat
from pbem.hexgame.plain.orders import PlainOrders, rehearsed
from pbem.hexgame.practice.attacks import Attacks
from pbem.hexgame.practice.ground import Ground
from pbem.hexgame.practice.posting import Wishes
from pbem.hexgame.practice.rules import Goal, Placed, PracticeRules
from pbem.hexgame.practice.scene import Scene
from pbem.hexgame.practice.search import Searcher, legal, marches, planned
from pbem.hexgame.practice.table import Outcome, Table
from pbem.hexgame.practice.worth import Worth

# A strength point counts so much; what an attack has to gain at least for each that it risks.
POINT: Final = 10
LEAST: Final = 1
_MEANS: Final[Mapping[object, Outcome]] = {
    results.attacker_eliminated: Outcome.ATTACKER_LOST,
    results.attacker_retreats: Outcome.ATTACKER_BACK,
    defenders_retreat: Outcome.DEFENDER_BACK,
    results.defender_eliminated: Outcome.DEFENDER_LOST,
    results.exchange: Outcome.EXCHANGE,
}


class PlainPractice(Searcher):
    """For one army. It keeps tables only, never a position.

    goals: hexes that are worth holding, the most important first.
    """

    def __init__(self, book: PlainBook, army: str, goals: Sequence[str]) -> None:
        self.book = book
        self.army = army
        self.goals = tuple(goals)
        self.ground = Ground(book.field)

    def orders(self, at: Json, own: Own = NOTHING) -> dict[str, Json]:
        """Moves with their paths, and attacks; {} if it is not this army's player turn."""
        board = self.book.at(at)
        if board.army != self.army:
            return {}
        view = self._view(board)
        goal = Goal(self.ground.way_to(self.goals), self.goals)
        plan = planned(view, Wishes(lambda unit, at: goal, [goal]), lambda unit, at: False, LEAST)
        moves = marches(view, plan, self.book.moves(board).movable())
        moves, after = legal(moves, lambda entries: rehearsed(self.book, board, entries))
        attacks = self._attacks(after)
        orders: dict[str, Json] = {**({"moves": moves} if moves else {}), **({"attacks": attacks} if attacks else {})}
        if PlainOrders(self.book, board).why_not(orders) is not None:
            orders.pop("attacks", None)
        return orders

    def _attacks(self, after: PlainBoard) -> list[Json]:
        view = self._view(after)
        listed = Attacks(view, Worth(view), self.book.attacks(after), lambda unit, at: at in self.goals).listed()
        known = self.book.form.lists["attacks"].entry.bound()["properties"]
        return [{key: said for key, said in entry.items() if key in known} for entry in listed]

    def _view(self, board: PlainBoard) -> Scene[PlainBoard]:
        """The board as its phasing army sees it: where each can go, and what threatens where."""
        view = Scene(self.ground, board, board.army, self._rules(board))
        options = self.book.moves(board)
        for unit in (*board.on_map(board.army), *options.due):
            view.see(unit, options.rules, options.starts(unit))
        units = board.roster.units
        view.threaten(
            (at, units[foe].strength, units[foe].allowance // 2 + 1) for at, foes in view.foes.items() for foe in foes
        )
        return view

    def _rules(self, board: PlainBoard) -> PracticeRules:
        rules, field, units = self.book.combat, board.field, board.roster.units
        zone = board.zones[board.enemy[board.army]]
        table = Table(rules.columns, rules.table, _means(rules))

        def column(by: Sequence[Placed], guns: Sequence[Placed], targets: Sequence[str]) -> int:
            defence = sum(board.strength(board.here[at]) * field.kind(at).times for at in targets)
            return table.column(board.strength(unit for unit, _ in by), defence)

        return PracticeRules(
            table=table,
            strength=lambda unit: units[unit].strength,
            is_battery=lambda unit: False,
            worth=lambda unit, at: POINT * units[unit].strength,
            column=column,
            fits=lambda at, there: len(there) < 2,
            zone=lambda unit: zone,
            presses=lambda unit, at: field.zone_neighbours[at],
            fires=lambda at, target: False,
            reach_of_guns=0,
            cover=lambda at: field.kind(at).times,
            prize=lambda at: POINT * (at in self.goals),
        )

    def standing(self, at: Json) -> Mapping[str, Json]:
        """Follow up where no other enemy is near; retreats as the rules' default has them."""
        return {f"advance.{formation}": {"when": "safe"} for formation in self.book.roster.formations[self.army]}


def _means(rules: CombatRules[PlainBoard]) -> Mapping[str, Outcome]:
    """Result -> what it does; one that a rulebook carries out in its own way is thought to do nothing."""
    return {code: _MEANS[way] for code, way in rules.results.items() if way in _MEANS}
