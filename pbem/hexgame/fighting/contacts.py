"""Who touches whom when a combat phase begins, who owes a fight, and a list of attacks that pays every debt.

A body is a hex with those of its units that fight as one: a single unit, or a stack.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Generic

from pbem.engine.options import Json
from pbem.hexgame.board.board import HexBoard
from pbem.hexgame.board.pieces import P

Pair = tuple[str, str]
"""A target hex, and the hex of a body that touches it."""


@dataclass(frozen=True, slots=True)
class Duties:
    """To what a rulebook obliges the bodies on a board.

    together: the units of a hex that attack, and are attacked, as one; () where nobody fights.
    touches: whether who stands in a hex can attack an enemy in a neighbouring one.
    must_attack: whether who stands in a hex, and touches an enemy, has to attack. Who need not may stay out; if he
    attacks, everybody whom he touches has to be attacked by somebody.
    must_be_attacked: whether an enemy in a hex, who is touched, has to be attacked by somebody.
    """

    together: Callable[[str], Sequence[str]]
    touches: Callable[[str, str], bool]
    must_attack: Callable[[str], bool]
    must_be_attacked: Callable[[str], bool]

    @staticmethod
    def of_zones(board: HexBoard[Any]) -> Duties:
        """Who is in an enemy zone attacks, and who is in a zone of the attacking army is attacked: of everybody."""
        near = board.field.zone_neighbours
        return Duties(board.units_in, lambda a, b: b in near[a], lambda _: True, lambda _: True)


class Contacts(Generic[P]):
    """The bodies of an army and those of its enemy that touch each other.

    touched: own hex -> enemy hexes in contact, both ascending. obliged: own hexes that have to attack.
    free: own hexes that touch somebody and may stay out.
    """

    def __init__(self, board: HexBoard[P], army: str, duties: Duties) -> None:
        self.board = board
        self.units: Callable[[str], Sequence[str]] = cache(duties.together)
        self._must_be_attacked = duties.must_be_attacked
        pieces, neighbours = board.roster.units, board.field.neighbours
        own = sorted(at for at, units in board.here.items() if pieces[units[0]].army == army)
        foe = board.enemy[army]
        self._foes = frozenset(at for at, units in board.here.items() if pieces[units[0]].army == foe)
        self.touched: dict[str, tuple[str, ...]] = {}
        for at in own:
            near = [to for to in neighbours[at] if to in self._foes and duties.touches(at, to) and self.units(to)]
            if near and self.units(at):
                self.touched[at] = tuple(sorted(near))
        self.obliged = tuple(at for at in self.touched if duties.must_attack(at))
        self.free = frozenset(self.touched).difference(self.obliged)

    @cached_property
    def pressed(self) -> tuple[str, ...]:
        """The enemy hexes that have to be attacked whoever attacks, ascending."""
        near = {to for targets in self.touched.values() for to in targets}
        return tuple(to for to in sorted(near) if self._must_be_attacked(to))

    @cached_property
    def by_unit(self) -> Mapping[str, tuple[str, ...]]:
        """Own units that have to attack, in order of hex, each with the enemies it touches."""
        return {
            unit: tuple(enemy for to in self.touched[at] for enemy in self.units(to))
            for at in self.obliged
            for unit in self.units(at)
        }

    def is_target(self, at: str) -> bool:
        """Whether there is an enemy in a hex who can be attacked at all."""
        return at in self._foes and bool(self.units(at))

    def touching(self, target: str) -> tuple[str, ...]:
        """The own units that touch an enemy hex, in order of hex."""
        return tuple(unit for at, targets in self.touched.items() if target in targets for unit in self.units(at))

    def drawn_in(self, units: Iterable[str]) -> dict[str, str]:
        """Enemy hexes that have to be attacked because somebody attacks who might have stayed out -> who he is."""
        if not self.free:
            return {}
        places = ((unit, self.board.at.get(unit, "")) for unit in units)
        return {to: unit for unit, at in places if at in self.free for to in self.touched[at]}

    def called(self) -> list[str]:
        """Who attacks in the default list: the obliged, and for an enemy whom none of them touches the first who does.

        Whoever may stay out does, unless his is the only way to pay a debt.
        """
        found = list(self.obliged)
        met = {to for at in found for to in self.touched[at]}
        for target in self.pressed:
            if target not in met:
                first = next(at for at, targets in self.touched.items() if target in targets)
                found.append(first)
                met.update(self.touched[first])
        return found

    def pairs(self, bodies: Iterable[str]) -> list[Pair]:
        """All contacts of bodies, in order of enemy hex, then own hex."""
        return sorted((to, at) for at in bodies for to in self.touched[at])

    def combats(self, pairs: Sequence[Pair]) -> list[dict[str, Any]]:
        """Pairs as entries of a list of attacks: each body with all its units."""
        return [{"on": on, "by": [unit for at in by for unit in self.units(at)]} for on, by in joined(pairs)]


def default_allocation(contacts: Contacts[P]) -> list[Json]:
    """The list of attacks of a player who lists none, or lists wrongly: it pays every debt wherever that can be done.

    All pairs of a body that attacks and an enemy it touches, in order of enemy hex, then own hex; from the last to
    the first every pair is struck out whose two bodies both stand in another pair. Pairs that share a body are one
    combat. No bombardment, no reduction.
    """
    pairs = contacts.pairs(contacts.called())
    return contacts.combats(thinned(pairs, range(len(pairs) - 1, -1, -1)))


def thinned(pairs: Sequence[Pair], order: Iterable[int]) -> list[Pair]:
    """The pairs left when, in this order, each pair is struck out whose bodies both stand in another.

    In what is left every pair has a body that stands in it alone: so each combat is one body against several, or
    several against one, all who attack touch all targets, and everybody who stood in a pair still does.
    """
    targets: dict[str, int] = {}
    bodies: dict[str, int] = {}
    for target, body in pairs:
        targets[target] = targets.get(target, 0) + 1
        bodies[body] = bodies.get(body, 0) + 1
    struck: dict[int, None] = {}
    for index in order:
        target, body = pairs[index]
        if targets[target] > 1 and bodies[body] > 1:
            targets[target] -= 1
            bodies[body] -= 1
            struck[index] = None
    return [pair for index, pair in enumerate(pairs) if index not in struck]


def joined(pairs: Sequence[Pair]) -> list[tuple[list[str], list[str]]]:
    """Pairs that share a body as one combat each: target hexes and attacking hexes, in the order of the pairs."""
    of_body: dict[str, tuple[list[str], list[str]]] = {}
    of_target: dict[str, tuple[list[str], list[str]]] = {}
    found = []
    for target, body in pairs:
        combat = of_target.get(target) or of_body.get(body)
        if combat is None:
            combat = ([], [])
            found.append(combat)
        if target not in combat[0]:
            combat[0].append(target)
        if body not in combat[1]:
            combat[1].append(body)
        of_target[target] = of_body[body] = combat
    return found
