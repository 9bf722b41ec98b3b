"""A plain game as the contract has it: what its book decides is bound to what players write and are told."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property

from pbem.engine.contract import Game, Opponent, Slot, Telling, Writing
from pbem.engine.options import Json
from pbem.engine.requests import ORDERS, Choose
from pbem.hexgame.documents.form import Instead, Some, answer, fields, one
from pbem.hexgame.fighting.advance import NO_ADVANCE
from pbem.hexgame.plain.book import PlainBook
from pbem.hexgame.plain.practice import PlainPractice
from pbem.hexgame.plain.telling import PlainTelling
from pbem.hexgame.plain.writing import PlainWriting, slots


class PlainGame(Game):
    """`engine.contract.Game` but for what the rules decide: start, phase and end are the rulebook's own."""

    @property
    @abstractmethod
    def book(self) -> PlainBook:
        """What the rules hand in."""

    @cached_property
    def _slots(self) -> Mapping[str, Sequence[Slot]]:
        return {army: slots(self.book, army) for army in self.book.armies}

    def slots(self, army: str) -> Sequence[Slot]:
        """The standing orders of an army."""
        return self._slots[army]

    def schema(self, ask: str) -> Json:
        """The binding schema of an answer. Raises KeyError for an unknown question."""
        return self._asks[ask]

    @cached_property
    def _asks(self) -> Mapping[str, Json]:
        unit, to = self.book.unit, self.book.wish.hex
        stand = fields(unit=one(unit, required=True), to=one(to, required=True))
        return {
            ORDERS: self.book.form.bound(),
            "retreat": answer("Hex to which a unit retreats", to),
            "order": answer("Units in the order in which they retreat", Some(unit)),
            "advance": answer("Who advances after combat, and where to", Instead({NO_ADVANCE: ""}, stand)),
        }

    def position_of(self, request: Choose) -> Json:
        """The position on which a question is asked."""
        return self.book.json(self.book.asked_on(request))

    @cached_property
    def writing(self) -> Writing:
        """What players write."""
        return PlainWriting(self.book)

    @cached_property
    def telling(self) -> Telling:
        """What people are told."""
        return PlainTelling(self.book)

    def practice(self, army: str, goals: Sequence[str]) -> Opponent:
        """A practice opponent. goals: hexes worth holding, the most important first."""
        return PlainPractice(self.book, army, goals)
