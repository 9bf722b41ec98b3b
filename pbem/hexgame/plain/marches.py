"""Moves of single units, each a path from its hex or from the hex in which it comes in; and the Movement Phase."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any

from pbem.engine.options import Json, Pick, Refusal
from pbem.engine.requests import Request, Tell
from pbem.hexgame.moving import moves
from pbem.hexgame.moving.marching import no_room, reach
from pbem.hexgame.moving.moves import NO, Event
from pbem.hexgame.moving.random_moves import free_to_move, random_stop
from pbem.hexgame.moving.routing import Errand
from pbem.hexgame.moving.rules import MoveRules

Starts = Mapping[str, int]
"""Hex -> half points that being there takes."""


class Marches:
    """What one entry of a list of moves may say, {"unit", "path"}. One object serves a phase.

    due: unit that may come in now -> the hexes where, each with the half points that this takes. absent: why one that
    stands nowhere may not come in at a hex. moved: who has moved and may not again.
    """

    def __init__(
        self, rules: MoveRules, due: Mapping[str, Starts], absent: Callable[[str, str], Refusal], case: str
    ) -> None:
        self.rules = rules
        self.due = due
        self.absent = absent
        self.case = case
        self.moved: set[str] = set()
        self.journal: moves.Journal = []

    # -- legality --------------------------------------------------------------------

    def judge(self, entry: Json) -> Refusal | int:
        """Half points of an entry, or why it is not allowed."""
        unit: Json = entry.get("unit") if isinstance(entry, dict) else None
        refusal = moves.mover_refusal(self.rules, unit, self.moved)
        if refusal is not None:
            return refusal
        path = entry.get("path")
        if not moves.are_texts(path) or not path:
            return Refusal(self.case, f"{self.rules.name(unit)}: a path is a list of hexes, its own first", unit)
        spent = self.walk(unit, path)
        return spent if isinstance(spent, Refusal) else no_room(self.rules, (unit,), path[-1]) or spent

    def walk(self, unit: str, path: Sequence[str]) -> Refusal | int:
        """Half points that a path takes, wherever it ends, or why it is not open to a unit."""
        return moves.walk(self.rules, unit, path, self.coming)

    def coming(self, unit: str, at: str) -> Refusal | int:
        """Half points of coming in at a hex, or why a unit may not."""
        found = self.due.get(unit, {}).get(at)
        return self.absent(unit, at) if found is None else found

    def why_not(self, answer: Json) -> Refusal | None:
        """None for a legal entry or `no`."""
        judged = None if answer == NO else self.judge(answer)
        return judged if isinstance(judged, Refusal) else None

    # -- carrying out ------------------------------------------------------------------

    def perform(self, entry: Json) -> Sequence[Event]:
        """Carries out a legal entry; returns its events. Raises ValueError for an entry that is not legal."""
        unit, path, spent = entry["unit"], entry["path"], self.judge(entry)
        if isinstance(spent, Refusal):
            raise ValueError(spent.text)
        start = self.rules.board.at.get(unit)
        event = moves.moved_event(self.rules, unit, path, spent) if start else moves.entered_event(unit, path, spent)
        self.moved.add(unit)
        self.journal.append((unit, start))
        moves.bring(self.rules.board, unit, path[-1])
        return [event] if len(path) > 1 or not start else []

    # -- the rest of the contract --------------------------------------------------------

    def default(self) -> Json:
        """No move."""
        return NO

    def sample(self, pick: Pick) -> Json:
        """A random march, or `no`."""
        units = self.movable()
        unit = units[pick(len(units))] if units else ""
        starts = list(self.starts(unit).items()) if units else []
        if not starts:
            return NO
        at, spent = starts[pick(len(starts))]
        found = reach(self.rules, unit, at, self.rules.points(unit) - spent)
        path = random_stop(self.rules, found, pick)
        return {"unit": unit, "path": list(path)} if path else NO

    def describe(self) -> Json:
        """Units that may still move or come in."""
        return {"noun": "a move", "units": self.movable(), "default": NO}

    # -- where from --------------------------------------------------------------------

    def movable(self) -> list[str]:
        """Units that may still move, in order of hex, then those that may come in."""
        return [*free_to_move(self.rules, self.moved), *(unit for unit in self.due if unit not in self.rules.board.at)]

    def starts(self, unit: str) -> Starts:
        """Where a march of a unit may begin."""
        at = self.rules.board.at.get(unit)
        return {at: 0} if at is not None else self.due.get(unit, {})

    def errand(self, unit: str, to: str, enter: str) -> Errand:
        """A march that is looked for. to, enter: as the player named them, "" where he did not."""
        starts: dict[str, int | None] = {**self.starts(unit)}
        if enter:
            starts = {enter: starts.get(enter)}
        return Errand(unit, starts, [to] if to else list(starts)[:1], to)


def movement_phase(
    options: Marches, prefix: str, entries: Sequence[Json], scene: object
) -> Generator[Request, Any, Marches]:
    """The listed moves one after the other; then, where friends are too many, those listed last are taken back.

    prefix: of the labels. scene: the board.
    """
    yield from moves.listed_moves(options, options.rules.army, f"{prefix}.", "moves", entries, scene)
    for event in moves.unstack(options.rules, options.journal, lambda unit, origin: None):
        yield Tell(event)
    return options
