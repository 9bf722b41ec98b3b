"""Standing orders as a ruleset reads them: names into ids, and what of them can never come about, or not now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from pbem.engine.contract import PlacedRefusal
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json
from pbem.lean import dataclass


@dataclass(frozen=True, slots=True)
class Reading:
    """What a player has set. values: slot -> value as the schema of the slot has it, names turned into ids.

    faults: what names nothing, and of a position what can never be meant. remarks: what cannot come about from the
    position, and may later. The path of each begins with the name of the slot.
    """

    values: Mapping[str, Json]
    faults: Sequence[PlacedRefusal] = ()
    remarks: Sequence[PlacedRefusal] = ()


class StandingOrders(Protocol):
    """`Writing.standing`: reads standing orders with the players who write them."""

    def read(self, army: str, values: Mapping[str, Json], at: Json | None = None, own: Own = NOTHING) -> Reading:
        """The values that an army has set, as `Slot.written` (else `schema`) has them; none of them is `ask`.

        at: judges them against this position too, None for the names alone. own: what their author alone knows.
        """

    def soon(self, army: str, at: Json, own: Own = NOTHING) -> Sequence[str]:
        """The slots that may well count in the enemy's next turn, which a page shows first; () for all alike."""
        return ()
