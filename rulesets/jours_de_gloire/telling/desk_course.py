"""What the orders of a player turn lead to, for a page: the course of the preview with its ways, stands and battles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from pbem.engine.contract import Compiled
from pbem.engine.desk import Combat, Course, Move, Target
from pbem.engine.odds_query import Outlook, Unanswerable
from pbem.engine.options import Json, Refusal
from rulesets.jours_de_gloire.documents.compile import Orders
from rulesets.jours_de_gloire.hidden.own_counters import who
from rulesets.jours_de_gloire.position import Position
from rulesets.jours_de_gloire.setting import Setting
from rulesets.jours_de_gloire.telling.outlooks import outlooks
from rulesets.jours_de_gloire.telling.preview_battles import battles, in_box
from rulesets.jours_de_gloire.telling.preview_course import Course as Foretold
from rulesets.jours_de_gloire.telling.preview_foes import Foes
from rulesets.jours_de_gloire.telling.preview_text import WORKS

# An entry that orders nobody: it keeps its place, and the rules pass it over.
_NOBODY: Final[Mapping[str, Json]] = {"stack": []}


def course(orders: Orders, at: Position) -> Course:
    """See `pbem.engine.desk.OrdersDesk.course`. orders: not carried out yet. at: the position before them."""
    return _Told(orders, at, _foretold(orders, at)).course()


def supposed(orders: Orders, at: Position, box: str, enemy: int) -> Sequence[Outlook]:
    """Case 8.0: the battle in a box after these orders if the enemy there had so many points. Raises Unanswerable."""
    foretold, setting = _foretold(orders, at), orders.setting
    if box not in setting.boxes or not foretold.board.counters(orders.army, box):
        raise Unanswerable([Refusal("", f"none of yours is in {box[:40]!r} after these orders")])
    foe = Foes(setting, foretold.board, orders.army).supposed(box, enemy)
    return tuple(outlooks(setting, in_box(foretold, foe)))


def _foretold(orders: Orders, at: Position) -> Foretold:
    """Orders carried out as far as the rules allow them."""
    compiled = orders.compiled()
    own = orders.own.with_hidden(compiled.hide)
    foretold = Foretold(orders.setting, at, orders.army, allowed(compiled), own)
    foretold.ordered()
    return foretold


def allowed(compiled: Compiled) -> dict[str, Any]:
    """Public input without the entries of `orders` with which anything is wrong; the others keep their places."""
    void = {fault.path[1] for fault in compiled.faults if fault.path[:1] == ("orders",) and len(fault.path) > 1}
    listed = compiled.input.get("orders", ())
    return {**compiled.input, "orders": [_NOBODY if i in void else entry for i, entry in enumerate(listed)]}


class _Told:
    """A course in the ids of the scene: counters that the orders give fresh numbers are called as they lie there."""

    def __init__(self, orders: Orders, at: Position, foretold: Foretold) -> None:
        self.setting: Setting = orders.setting
        self.at, self.foretold, self.board = at, foretold, foretold.board
        self.before = {new: old for old, new in orders.holdings.renamed.items()}

    def course(self) -> Course:
        """All of it."""
        fights = battles(self.foretold)
        combats = tuple(self._combat(told) for told in fights)
        targets = tuple(Target(combat.on[0], combat.by) for combat in combats)
        return Course(tuple(self._moves()), self._stands(), targets, combats, notes=tuple(self._left()))

    def _left(self) -> Iterator[str]:
        """jdg 4.4-1: command points that these orders leave."""
        before, left = self.at.pc, self.board.at.pc
        for command in self.board.commands_of(self.foretold.army):
            if command in before:
                name = self.setting.commands[command].name
                yield f"{name}: {left.get(command, 0)} of {before[command]} command points left"

    def _id(self, counter: str) -> str:
        """Who is not in the scene, as he comes onto the map or is formed only now, goes by his name."""
        counter = self.before.get(counter, counter)
        return counter if counter in self.at.counters else who(self.foretold.known.get(counter)) or counter

    def _stands(self) -> dict[str, str]:
        """Of those that have moved, and of those that are gone, such as detachments that are taken back (6.1-3)."""
        there, army = self.board.at.counters, self.foretold.army
        left = {self._id(counter) for counter in self.board.counters(army)}
        gone = {
            counter: "" for counter, piece in self.at.counters.items() if piece.army == army and counter not in left
        }
        return gone | {self._id(counter): there[counter].box for counter in self.foretold.came if counter in there}

    def _combat(self, told: Mapping[str, Any]) -> Combat:
        by = tuple(map(self._id, told["own"]["counters"]))
        return Combat((), (told["at"],), by, outlooks=tuple(outlooks(self.setting, told)))

    # -- moves ------------------------------------------------------------------------------

    def _moves(self) -> Iterator[Move]:
        for number, told in enumerate(self.foretold.moves):
            if "void" not in told:
                yield self._move(number, told)

    def _move(self, number: int, told: Mapping[str, Any]) -> Move:
        allowance = "" if told["allowance"] is None else str(told["allowance"])
        move = Move(("orders", number), tuple(map(self._id, told["counters"])), allowance=allowance)
        if told.get("entrench"):
            return replace(move, allowance="", text="entrenches")
        ways: Sequence[Mapping[str, Any]] = told["ways"]
        boxes = [way["to"] for way in ways if "to" in way]
        comes = "enter" in self.foretold.orders["orders"][number]
        whole = any(way.get("cost", 0) is None for way in ways)
        cost = allowance if whole else str(sum(way.get("cost", 0) for way in ways))
        way = tuple(boxes) if comes else (told["box"], *boxes)
        return replace(move, way=way, cost=cost, text="; ".join(self._deeds(ways)))

    def _deeds(self, ways: Sequence[Mapping[str, Any]]) -> Iterator[str]:
        """Cases 6.3 and 6.4: what is done on the way."""
        for way in ways:
            if "work" in way:
                yield f"{WORKS[way['work']]} {self.setting.boxes[way['link']].name}"
            elif "recon" in way:
                yield f"reconnoitres {self.setting.boxes[way['recon']].name}"
