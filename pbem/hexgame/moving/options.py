"""`Options` of one entry of a list of moves, as far as they are the same for all marches."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from pbem.engine.options import Json, Pick, Refusal
from pbem.hexgame.moving import moves
from pbem.hexgame.moving.moves import NO, Event, Journal
from pbem.hexgame.moving.rules import MoveRules

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


class UnitOptions(EntryOptions[int]):
    """The same of pieces that move one by one: of a legal entry the half points that it takes. rules: how they move."""

    def __init__(self, rules: MoveRules) -> None:
        super().__init__()
        self.rules = rules

    @abstractmethod
    def starts(self, unit: str) -> Mapping[str, int]:
        """The hexes in which a march may begin now, each with the half points that being there takes."""

    @abstractmethod
    def enter(self, unit: str, at: str) -> Refusal | int:
        """Half points of coming in at a hex at this moment of the phase, or why a piece that is on no map may not.

        at: "" where it names none, or none is open to it.
        """

    def walk(self, unit: str, path: Sequence[str]) -> Refusal | int:
        """Half points that a path takes, wherever it ends, or why it is not open to a piece."""
        return moves.walk(self.rules, unit, path, self.enter)

    def led(self, unit: str, way: Sequence[str]) -> Mapping[str, int] | Refusal:
        """Where a piece goes on from, with the half points spent until then. way: as it was led so far, () for not."""
        if way:
            spent = self.walk(unit, way)
            return spent if isinstance(spent, Refusal) else {way[-1]: spent}
        starts = self.starts(unit)
        why = 0 if starts else self.enter(unit, "")
        return why if isinstance(why, Refusal) else starts

    def put_back(self, unit: str, origin: Any) -> None:
        """Puts a piece that came from no hex, and was lifted again, where it was. origin: what the journal notes."""

    def unstack(self) -> Iterator[Event]:
        """While friends share a hex without room, the move listed last among theirs is taken back."""
        return moves.unstack(self.rules, self.journal, self.put_back)

    def go(self, unit: str, path: Sequence[str], spent: int, origin: Any = None) -> list[Event]:
        """Puts a piece at the end of its path; who stays where he is needs no word. origin: what the journal notes of
        one that comes from no hex."""
        at = self.rules.board.at.get(unit)
        self.journal.append((unit, at or origin))
        moves.bring(self.rules.board, unit, path[-1])
        if at is None:
            return [moves.entered_event(unit, path, spent)]
        return [moves.moved_event(self.rules, unit, path, spent)] if len(path) > 1 else []


def moves_at_random(options: EntryOptions[Any], pick: Pick) -> list[Json]:
    """Random legal moves of a random part of the pieces, and of all who may come in; they are carried out."""
    found: list[Json] = []
    busy = 1 + pick(4)
    for unit in options.movable():
        if unit in options.moved or (pick(4) >= busy and unit not in options.due):
            continue
        entry = options.random_entry(unit, pick)
        if entry is not None and options.why_not(entry) is None:
            found.append(entry)
            options.perform(entry)
    return found
