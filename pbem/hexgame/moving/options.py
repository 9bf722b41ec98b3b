"""`Options` of one entry of a list of moves, as far as they are the same for all marches."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from pbem.engine.options import Json, Pick, Refusal
from pbem.hexgame.moving.moves import NO, Event, Journal

J = TypeVar("J")
"""What is known of a legal entry, such as the half points that it takes."""


class EntryOptions(ABC, Generic[J]):
    """What one entry may say on a board that is being moved on. One object serves a whole phase.

    moved: who has moved and may not again. journal: pieces that ended on the map, in order, with where they came from.
    """

    due: Mapping[str, Any]
    """Who may come in -> what is known of his arrival."""

    def __init__(self) -> None:
        self.moved: set[str] = set()
        self.journal: Journal = []
        self._last: tuple[Json, J | None] = (None, None)

    @abstractmethod
    def judge(self, entry: Json) -> Refusal | J:
        """What is known of an entry, or why it is not legal."""

    @abstractmethod
    def perform(self, entry: Json) -> list[Event]:
        """Carries out a legal entry; returns its events. Raises ValueError for one that is not legal."""

    @abstractmethod
    def movable(self) -> list[str]:
        """Pieces that may still be named: on the map, then those that may come in."""

    @abstractmethod
    def random_entry(self, unit: str, pick: Pick) -> Json:
        """A random entry for a piece, None where there is none."""

    def why_not(self, answer: Json) -> Refusal | None:
        """None for a legal entry or `no`, else the first refusal that applies."""
        judged = None if answer == NO else self.judge(answer)
        if judged is None or isinstance(judged, Refusal):
            return judged
        self._last = (answer, judged)
        return None

    def judged(self, entry: Json) -> J:
        """The judgement of a legal entry; of the one that was asked about last it is known. Raises ValueError."""
        # An answer that a resumed phase takes from its trace was judged in another run.
        last, known = self._last
        found = known if last is entry and known is not None else self.judge(entry)
        if isinstance(found, Refusal):
            raise ValueError(found.text)
        return found

    def default(self) -> Json:
        """No move."""
        return NO

    def sample(self, pick: Pick) -> Json:
        """A random legal entry, or `no`."""
        units = self.movable()
        return (self.random_entry(units[pick(len(units))], pick) or NO) if units else NO

    def describe(self) -> Json:
        """Who may still move or come in."""
        return {"noun": "a move", "units": self.movable(), "default": NO}


def moves_at_random(options: EntryOptions[Any], pick: Pick) -> list[Json]:
    """Random legal moves of a random part of the pieces, and of all who may come in; they are carried out."""
    moves: list[Json] = []
    busy = 1 + pick(4)
    for unit in options.movable():
        if unit in options.moved or (pick(4) >= busy and unit not in options.due):
            continue
        entry = options.random_entry(unit, pick)
        if entry is not None and options.why_not(entry) is None:
            moves.append(entry)
            options.perform(entry)
    return moves
