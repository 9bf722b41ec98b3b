"""Public orders of a hidden game on the board of their author: his units for their counters, and on what moves rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any, Final

from pbem.engine.hidden import Own
from pbem.engine.options import Json
from pbem.lean import dataclass
from rulesets.campaign_1806.hidden.commanding import BY, DIE, OWN, is_individual, named_in
from rulesets.campaign_1806.hidden.counters import unit_in
from rulesets.campaign_1806.hidden.dealing import vedettes_of
from rulesets.campaign_1806.hidden.hiding import staff_of
from rulesets.campaign_1806.hidden.own_view import seen_by
from rulesets.campaign_1806.hidden.supposing import suppose
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.rules.command.phase import REORGANIZE, REPLACE, reorganization_segment, replacements
from rulesets.campaign_1806.rules.decisions import GameDecided
from rulesets.campaign_1806.rules.march.movement import ORDERS, REASSEMBLE, movement_phase
from rulesets.campaign_1806.rules.march.stack import VEDETTES
from rulesets.campaign_1806.rules.orders_options import Rehearsal

_SIDES: Final = 6


@dataclass(frozen=True)
class Announced:
    """Orders as their author knows them. view: his board, unknown enemies as strong as they may be supposed to be.
    orders: with units in place of counters; each move has what it rests on, too. staff: officers as they number them.
    """

    view: Play
    orders: Mapping[str, Any]
    staff: Sequence[str]

    @classmethod
    def of(cls, play: Play, orders: Mapping[str, Json], own: Own) -> Announced:
        """osg 1.5: orders that were written on a public board. own: what their author knows, with what they hide."""
        names = {counter: uid for counter, held in own.markers.items() if (uid := unit_in(held))}
        opened = _named(play.fog.completed(orders), names)
        said = opened.get(REASSEMBLE, ())
        opened[REASSEMBLE] = [entry["unit"] if isinstance(entry, Mapping) else entry for entry in said]
        return cls(suppose(seen_by(play, play.army, own), play.foe), opened, staff_of(play, own))

    def carried_out(self) -> tuple[Play, Rehearsal]:
        """osg 2.11A1-1, 2.11B1, 2.11B2-1: the board before combat, dice falling well, and the book of what was told.

        Out of command is who moves by dice of his own; of the others the orders say that they are commanded.
        """
        scratch, book = self.view.scratch(), Rehearsal(self.view.army, self.orders)
        with suppress(GameDecided):
            book.carry_out(replacements(scratch, self.orders.get(REPLACE, {})))
            book.carry_out(reorganization_segment(scratch, self.orders.get(REORGANIZE, ())))
            scratch.out -= set(scratch.on_map(scratch.army))
            scratch.out.update(uid for entry in self._moves() if is_individual(entry) for uid in named_in(entry))
            book.carry_out(movement_phase(scratch, self.orders))
        scratch.unlearn(self.view.position.sorts)
        return scratch, book

    def _moves(self) -> Iterator[Mapping[str, Any]]:
        yield from (entry for entry in self.orders.get(ORDERS, ()) if isinstance(entry, Mapping))

    def dice(self) -> dict[str, Fraction]:
        """osg 7.12, 7.13: officer or unit on whose die a move hangs -> exact chance that it succeeds."""
        found: dict[str, Fraction] = {}
        for entry in self._moves():
            basis = entry.get(BY)
            kind, *numbers = basis if isinstance(basis, (list, tuple)) and len(basis) > 1 else ("",)
            if kind == DIE:
                found[self.staff[numbers[0] - 1]] = Fraction(numbers[1], _SIDES)
            elif kind == OWN:
                rated = zip(named_in(entry), numbers, strict=False)
                found |= {uid: Fraction(rating, _SIDES) for uid, rating in rated if rating}
        return found


def _named(said: Any, names: Mapping[str, str]) -> Any:
    """What orders say, with units in place of counters, and words of a course as they are written in open games."""
    if isinstance(said, str):
        return VEDETTES if vedettes_of(said) is not None else names.get(said, said)
    if isinstance(said, Mapping):
        return {names.get(key, key): _named(value, names) for key, value in said.items()}
    return [_named(one, names) for one in said] if isinstance(said, (list, tuple)) else said
