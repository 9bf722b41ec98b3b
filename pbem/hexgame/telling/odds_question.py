"""One attack as somebody imagines it: who would attack whom, from where, and what the die would make of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Protocol, TypeVar

from pbem.engine.odds_query import OFF, Outlook, Step, Unanswerable, WhatIf
from pbem.engine.options import Json, Refusal
from pbem.hexgame.documents.names import Places, Units
from pbem.hexgame.field.field import HexField
from pbem.hexgame.fighting.allocation import AttackList
from pbem.hexgame.fighting.attack_rules import AttackCases
from pbem.hexgame.fighting.attacks import Attack
from pbem.hexgame.fighting.engagement import B
from pbem.hexgame.telling.foresight import Foresight
from pbem.wargame.names import folded

_MOST_NOTES: Final = 6
_NO_TACTICS: Final = "there are no tactics to choose in these rules"
Tactic = Callable[[Sequence[str], Sequence[str]], Step | Refusal]
"""Has adjacent attackers fight in a way against hexes, and says so; or why they cannot."""


class OnField(Protocol):
    """What units stand on, as far as questions look at it."""

    @property
    def field(self) -> HexField:
        """The map."""


F = TypeVar("F", bound=OnField)


@dataclass(frozen=True, kw_only=True)
class Supposed(Generic[F]):
    """A scratch board on which somebody supposes that units stand elsewhere.

    board: with the army that asks as the phasing one. units, places: what may be named. where: the hex of a unit, ""
    for one off the map. lift: takes a unit that is on the map off it. put: sets one up that is nowhere. in_the_way: who
    in a hex leaves a unit no room there, "" for nobody; stacking: its case.
    """

    board: F
    units: Units
    places: Places
    where: Callable[[str], str]
    lift: Callable[[str], object]
    put: Callable[[str, str], None]
    in_the_way: Callable[[str, str], str]
    stacking: str


@dataclass(frozen=True, kw_only=True)
class Inquiry(Supposed[B]):
    """What a rulebook hands in where somebody asks about an attack; all of it works on one scratch board.

    attacks, foresight: what is asked of both when everybody stands where he is supposed to.
    circumstances: what keeps attacks from being made on this turn.
    suppose_enemy: sets up an enemy of so many strength points together in hexes, and says what that means; None where
    no strength is ever supposed. tactics: word of a player -> how attackers may be supposed to fight.
    """

    attacks: Callable[[], AttackList[Any]]
    foresight: Callable[[], Foresight[B]]
    circumstances: Sequence[Step] = ()
    suppose_enemy: Callable[[Sequence[str], int], Iterator[Step]] | None = None
    tactics: Mapping[str, Tactic] = field(default_factory=dict)

    @classmethod
    def of_pieces(cls, board: B, army: str, **asked: Any) -> Inquiry[B]:
        """Of pieces whom a question may suppose anywhere, one to a hex. asked: the other members."""
        return cls(
            board=board,
            units=Units(board.roster.units, army),
            places=Places(board.field.hexes, board.field.names),
            where=lambda unit: board.at.get(unit, ""),
            lift=board.lift,
            put=board.place,
            in_the_way=lambda unit, at: next(iter(board.units_in(at)), ""),
            **asked,
        )


def answered(inquiry: Inquiry[B], asked: WhatIf) -> Outlook:
    """The odds of the attack that is asked about. Raises Unanswerable with everything that is wrong with the question.

    Who names no attackers means all who stand next to the enemy. What the rules demand besides is in the notes.
    """
    return _Question(inquiry, asked).answered()


class Question(Generic[F]):
    """A question whose names are translated, upon a board where what is supposed is set up; `faults` gathers what is
    wrong with it."""

    def __init__(self, ground: Supposed[F], asked: WhatIf) -> None:
        self.ground, self.asked = ground, asked
        self.board, self.units = ground.board, ground.units
        self.faults: list[Refusal] = []

    def check(self) -> None:
        """Raises Unanswerable with all faults so far, if there are any."""
        if self.faults:
            raise Unanswerable(self.faults)

    # -- names ------------------------------------------------------------------------------

    def unit(self, text: str) -> str:
        """A unit by its id or printed name; "" where there is none."""
        unit = self.units.find(text)
        if not unit:
            self.faults.append(self.units.unknown(text))
        return unit

    def _hex(self, text: str) -> str:
        """A hex by its number or its printed name; "" where there is none."""
        found = self.ground.places.find(text)
        if isinstance(found, Refusal):
            self.faults.append(found)
            return ""
        return found

    def target(self, text: str) -> str:
        """A hex under attack, or that of an enemy unit."""
        unit = self.units.find(text)
        if unit and text not in self.board.field.neighbours:
            at = self.ground.where(unit)
            if not at:
                self.faults.append(Refusal("", f"{self.units.label(unit)} is not on a map", unit))
            return at
        return self._hex(text)

    # -- what is supposed ---------------------------------------------------------------------

    def suppose(self) -> list[Step]:
        """Sets up who is supposed to stand elsewhere, with no more units in a hex than after every move; who is off the
        map is in nobody's way."""
        ground = self.ground
        places: dict[str, str] = {}
        for text, to in self.asked.moved:
            unit, at = self.unit(text), OFF if folded(to) == OFF else self._hex(to)
            if unit and at:
                places[unit] = at
        starts = {unit: ground.where(unit) for unit in places}
        for unit, start in starts.items():
            if start:
                ground.lift(unit)
        for unit, at in places.items():
            other = ground.in_the_way(unit, at) if at != OFF else ""
            if other:
                text = f"{self.units.label(unit)} cannot be in {at}: {self.units.label(other)} is"
                self.faults.append(Refusal(ground.stacking, text, unit, at))
            elif at != OFF:
                ground.put(unit, at)
        return [
            Step(f"supposed: {self._name(unit)} {_standing(at)}, not {_standing(starts[unit])}")
            for unit, at in places.items()
            if at != (starts[unit] or OFF)
        ]

    def _name(self, unit: str) -> str:
        return self.units.known[unit].name


def _standing(at: str) -> str:
    return f"in {at}" if at not in ("", OFF) else "off the map"


class _Question(Question[B]):
    """A question about an attack of a list."""

    def __init__(self, inquiry: Inquiry[B], asked: WhatIf) -> None:
        super().__init__(inquiry, asked)
        self.inquiry = inquiry
        if asked.tactic and asked.tactic not in inquiry.tactics:
            known = f"an attacker may {' or '.join(inquiry.tactics)}" if inquiry.tactics else _NO_TACTICS
            self.faults.append(Refusal("", known))
        if asked.against:
            self.faults.append(Refusal("", _NO_TACTICS))
        if asked.enemy >= 0 and inquiry.suppose_enemy is None:
            self.faults.append(Refusal("", "all counters lie open in these rules: nobody's strength is supposed"))

    def answered(self) -> Outlook:
        """The odds of the attack. Raises Unanswerable."""
        inquiry, asked = self.inquiry, self.asked
        supposed = self.suppose()
        on = [at for text in asked.on if (at := self.target(text))]
        guns = [unit for text in asked.far if (unit := self.unit(text))]
        by = [unit for text in asked.by if (unit := self.unit(text))]
        self.check()
        if asked.enemy >= 0 and inquiry.suppose_enemy is not None:
            supposed += inquiry.suppose_enemy(on, asked.enemy)
        options = inquiry.attacks()
        self._require_enemies(on, options)
        if on and not by and not guns:
            by = self._neighbours(on, options)
        if asked.tactic:
            supposed += self._fighting_so(by, on)
        entry: Json = {"on": on, "by": by}
        entry |= {"bombard": guns} if guns else {}
        entry |= {"reduce": asked.column} if asked.column else {}
        found = options.faults([entry])
        self.faults += [self._hinted(refusal, options.rules.cases) for path, refusal in found if path[:1] == (0,)]
        self.check()
        owed = [Step(refusal.text, refusal.case) for path, refusal in found if not path]
        attack = options.rules.read(0, entry)
        if not isinstance(attack, Attack):
            raise Unanswerable([attack[1]])
        notes = [*supposed, *inquiry.circumstances, *owed[:_MOST_NOTES]]
        return inquiry.foresight().outlook(attack, attack.manner, notes)

    # -- the attack -----------------------------------------------------------------------------

    def _fighting_so(self, by: Sequence[str], on: Sequence[str]) -> Iterator[Step]:
        told = self.inquiry.tactics[self.asked.tactic](by, on)
        if isinstance(told, Refusal):
            self.faults.append(told)
        else:
            yield told

    def _require_enemies(self, on: Sequence[str], options: AttackList[Any]) -> None:
        """Raises Unanswerable where nobody could be attacked; what follows from it is not told as well."""
        for at in on:
            if not options.bodies.is_target(at):
                text = f"there is no enemy unit in {self.board.field.name(at)}"
                self.faults.append(Refusal(options.rules.cases.target, text, hex=at))
        self.check()

    def _neighbours(self, on: Sequence[str], options: AttackList[Any]) -> list[str]:
        """Own units that could take part without a move: who touches all of the hexes."""
        bodies = options.bodies
        found = [unit for unit in bodies.touching(on[0]) if all(at in bodies.touched[self.board.at[unit]] for at in on)]
        if not found:
            mend = "name attackers with --by, and with --from where they are supposed to stand"
            text = f"nobody stands next to {' and '.join(on)}; {mend}"
            self.faults.append(Refusal(options.rules.cases.distance, text))
            self.check()
        return found

    def _hinted(self, refusal: Refusal, cases: AttackCases) -> Refusal:
        """A refusal; of a unit that is too far away it says where it would have to be."""
        near = sorted(self.board.field.zone_neighbours.get(refusal.hex, ()))
        if refusal.case != cases.distance or not refusal.unit or not near:
            return refusal
        where = f"--from {refusal.unit}={near[0]}"
        text = f"{refusal.text}; it could be supposed in one of {', '.join(near)}, as in {where}"
        return Refusal(refusal.case, text, refusal.unit, refusal.hex, refusal.legal)
