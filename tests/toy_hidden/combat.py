"""Fights: the defender may evade, both show their chits, counters are turned up, dice fall, the loser pays."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from pbem.engine.options import Listed
from pbem.engine.requests import SILENT, Choose, Consult, Open, Request, Roll, Tell
from tests.toy_hidden.board import Board
from tests.toy_hidden.data import CAVALRY, FOE

Json = Any
Part = Generator[Request, Any, Any]
CHITS = ("hold", "push", "feint")
LOSSES = ("weakest", "strongest")


def fights(board: Board, label: str, orders: Json, *, fog: bool, bonus: int) -> Part:
    """A fight in each box where both armies stand, in alphabetical order of the boxes.

    For all of them together: what the defender has to say and to show, then what the attacker has, then the dice. So
    the turn costs two messages more than its orders at most, and none more where the attacker shows his own at once.
    """
    contested = [_Fight(board, box, f"{label}.{box}", orders) for box in board.contested()]
    if not contested:
        return
    (theirs, *_) = yield Consult(board.foe, ("chit", "evade", "loss"), f"{label}.defence")
    stands = []
    for fight in contested:
        if not (yield from fight.evaded()):
            stands.append(fight)
    for fight in stands:
        yield from fight.turn_up(board.foe)
    if stands:
        (own,) = yield Consult(board.army, ("chit",), f"{label}.attack")
        for fight in stands:
            yield from fight.turn_up(board.army)
        for fight in stands:
            yield from fight.resolve({board.army: own, board.foe: theirs}, fog=fog, bonus=bonus)


class _Fight:
    def __init__(self, board: Board, box: str, label: str, orders: Json) -> None:
        self.board, self.box, self.label, self.orders = board, box, label, orders
        self.army, self.foe = board.army, board.foe

    def resolve(self, chits: Mapping[str, str], *, fog: bool, bonus: int) -> Part:
        """6.2 to 6.4: chits, dice, and what the loser pays."""
        forces = {army: self.board.force(army, self.box) for army in FOE}
        if not all(forces.values()):
            yield Tell({"kind": "walkover", "at": self.box})
            return
        strength = {army: self._strength(army, fog=fog) for army in FOE}
        beats = self.board.setting.charts["chits"]
        strength[self.army] += bonus + (beats[chits[self.army]] == chits[self.foe])
        strength[self.foe] += beats[chits[self.foe]] == chits[self.army]
        dice = yield Roll("2d6", label=f"{self.label}.fight", rule="6.3", where=(self.box,))
        loser = self.army if strength[self.army] + dice[0] <= strength[self.foe] + dice[1] else self.foe
        yield Tell(
            {
                "kind": "fight",
                "at": self.box,
                "chits": dict(sorted(chits.items())),
                "dice": list(dice),
                "strength": dict(sorted(strength.items())),
                "loser": loser,
            }
        )
        yield from self._pay(loser)

    def _strength(self, army: str, *, fog: bool) -> int:
        """6.3: cavalry is worth nothing in fog."""
        units = [self.board.setting.units[unit] for unit in self.board.force(army, self.box)]
        return sum(unit.strength for unit in units if not (fog and unit.kind == CAVALRY))

    def evaded(self) -> Part:
        """6.1: the defender's standing order, or his answer in the middle of the turn."""
        ways = self.board.ways_out(self.foe, self.box)
        options = Listed(("stand", *ways), "6.1", "an answer to the attack")
        answer = yield Choose(
            self.foe,
            "evade",
            options,
            f"{self.label}.evade",
            slot="evade",
            read=lambda said: ways[0] if said == "back" and ways else "stand",
            scene=self.board.position(),
        )
        if answer == "stand":
            return False
        for counter in self.board.counters(self.foe, self.box):
            self.board.move(counter, answer)
        yield Tell({"kind": "evaded", "army": self.foe, "from": self.box, "to": answer})
        return True

    def turn_up(self, army: str) -> Part:
        """Every counter there is opened; dummies leave play."""
        hidden = self.board.hidden(army, self.box)
        contents = (yield Open(army, hidden, f"{self.label}.open")) if hidden else ()
        for counter, content in zip(hidden, contents, strict=True):
            units = self.board.turn_up(counter, content)
            yield Tell({"kind": "opened", "counter": counter, "at": self.box, "units": units})
            if not units:
                self.board.remove(counter)

    def _pay(self, loser: str) -> Part:
        """6.4: the loser gives up a unit of his choice and falls back; with no way out all are lost."""
        force = self.board.force(loser, self.box)
        ranked = sorted(force, key=lambda unit: (self.board.setting.units[unit].strength, unit))
        lost = yield Choose(
            loser,
            "loss",
            Listed(ranked, "6.4", "a unit to give up"),
            f"{self.label}.loss",
            said=self.orders.get("loss", SILENT) if loser == self.army else SILENT,
            where=("loss",),
            slot="loss" if loser == self.foe else "",
            read=lambda said: {"weakest": ranked[0], "strongest": ranked[-1]}.get(str(said), said),
            obliged=True,
            scene=self.board.position(),
        )
        yield from self._eliminate(lost)
        if not self.board.counters(loser, self.box):
            return
        ways = self.board.ways_out(loser, self.box)
        if not ways:
            for unit in self.board.force(loser, self.box):
                yield from self._eliminate(unit)
            return
        for counter in self.board.counters(loser, self.box):
            self.board.move(counter, ways[0])
        yield Tell({"kind": "fellback", "army": loser, "from": self.box, "to": ways[0]})

    def _eliminate(self, unit: str) -> Part:
        self.board.eliminate(unit)
        yield Tell({"kind": "lost", "army": self.board.setting.units[unit].army, "unit": unit, "at": self.box})
