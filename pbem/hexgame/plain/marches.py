"""Moves of single units, each a path from its hex or from the hex in which it comes in; and the Movement Phase."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any

from pbem.engine.options import Json, Pick, Refusal
from pbem.engine.requests import Request, Tell
from pbem.hexgame.moving import moves
from pbem.hexgame.moving.marching import no_room, reach
from pbem.hexgame.moving.moves import Event
from pbem.hexgame.moving.options import UnitOptions
from pbem.hexgame.moving.random_moves import free_to_move, random_stop
from pbem.hexgame.moving.routing import Errand
from pbem.hexgame.moving.rules import MoveRules

Starts = Mapping[str, int]
"""Hex -> half points that being there takes."""


class Marches(UnitOptions):
    """What one entry of a list of moves may say, {"unit", "path"}. One object serves a phase.

    due: unit that may come in now -> the hexes where, each with the half points that this takes. absent: why one that
    stands nowhere may not come in at a hex. moved: who has moved and may not again.
    """

    def __init__(
        self, rules: MoveRules, due: Mapping[str, Starts], absent: Callable[[str, str], Refusal], case: str
    ) -> None:
        super().__init__(rules)
        self.due = due
        self.absent = absent
        self.case = case

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

    def enter(self, unit: str, at: str) -> Refusal | int:
        """Half points of coming in at a hex, or why a unit may not."""
        found = self.due.get(unit, {}).get(at)
        return self.absent(unit, at) if found is None else found

    # -- carrying out ------------------------------------------------------------------

    def perform(self, entry: Json) -> list[Event]:
        """Carries out a legal entry; returns its events. Raises ValueError for an entry that is not legal."""
        spent = self.judged(entry)
        self.moved.add(entry["unit"])
        return self.go(entry["unit"], entry["path"], spent)

    def random_entry(self, unit: str, pick: Pick) -> Json:
        """A random march, None where there is none."""
        starts = list(self.starts(unit).items())
        if not starts:
            return None
        at, spent = starts[pick(len(starts))]
        found = reach(self.rules, unit, at, self.rules.points(unit) - spent)
        path = random_stop(self.rules, found, pick)
        return {"unit": unit, "path": list(path)} if path else None

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
    for event in options.unstack():
        yield Tell(event)
    return options
