"""What orders lead to before any die: the moves as they are made, where pieces stand then, the combats after them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any, Final

from pbem.engine.desk import Course, Move, Where
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json
from pbem.engine.rehearsal import OpenBook
from pbem.engine.requests import Choose
from pbem.hexgame.fighting.allocation import AttackList
from pbem.hexgame.fighting.attacks import Attack
from pbem.hexgame.moving.moves import MOVE, NO
from pbem.hexgame.telling.combats_ahead import combat, idle, targets
from pbem.hexgame.telling.foresight import Foresight, attacks_made

ATTACKS: Final = "attacks"
Written = Callable[[Any, Where, Json], Move]
"""The options of a move that is legal and is made next, its place in the document, its entry: what a page is told."""
Unordered = Callable[[Mapping[str, Json]], Move | None]
"""An event: the move that it tells of if nobody has ordered that, else None."""


def of_orders_alone(event: Mapping[str, Json]) -> Move | None:
    """Where no piece moves by itself."""
    return None


class MoveBook(OpenBook):
    """Carries moves out and keeps them beside its events, in the order in which they are made. own: what the author of
    the orders knows."""

    def __init__(self, written: Written, unordered: Unordered = of_orders_alone, own: Own = NOTHING) -> None:
        super().__init__(own)
        self.moves: list[Move] = []
        self._written, self._unordered = written, unordered

    def choose(self, request: Choose) -> Json:
        """Notes the move of an entry that is legal."""
        answer = super().choose(request)
        if request.what == MOVE and answer != NO:
            self.moves.append(self._written(request.options, request.where, answer))
        return answer

    def tell(self, event: Mapping[str, Json]) -> None:
        """Notes what the phase does by itself; of a move that is undone those who are put back have none any more."""
        super().tell(event)
        unit = event.get("unit", "")
        if event["kind"] == "undone":
            kept = (replace(move, who=tuple(one for one in move.who if one != unit)) for move in self.moves)
            self.moves = [move for move in kept if move.who]
        elif not any(unit in move.who for move in self.moves):
            found = self._unordered(event)
            self.moves += [found] if found is not None else []


def stands(own: Collection[str], before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, str]:
    """Pieces of one's own that are in another place than before; "" for those that are on no map any more."""
    return {unit: after.get(unit, "") for unit in own if before.get(unit) != after.get(unit)}


def with_combats(course: Course, options: AttackList[Any], foresight: Foresight[Any], said: Json) -> Course:
    """A course with the combats that follow on the board as the moves leave it.

    options, foresight: of that board. said: the attacks that orders list as public input has them, None or [] for none:
    then, and where the list is void, the default counts.
    """
    made, default, _ = attacks_made(options, said)
    listed = options.attacks(said) if said else made
    pending = options.sound(said) if default and said is not None else ()
    return replace(
        course,
        targets=tuple(targets(options, {at for attack in listed for at in attack.on})),
        combats=tuple(combat(foresight, attack, () if default else _place(attack)) for attack in made),
        idle=idle(options, listed),
        pending=tuple(combat(foresight, attack, _place(attack)) for attack in pending),
    )


def _place(attack: Attack) -> Where:
    return (ATTACKS, attack.index)
