"""A Movement Phase on a scratch board: beside what is refused, what is ordered and taken back is noted as a fault."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Final

from pbem.engine.contract import PlacedRefusal
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json, Refusal
from pbem.engine.rehearsal import OpenBook

Path = tuple[str | int, ...]
UNDONE: Final = "undone"


class TurnOrders(ABC):
    """`Options` of the orders of a player turn, as far as they are the same for all."""

    @abstractmethod
    def faults(self, orders: Json) -> list[tuple[Path, Refusal]]:
        """Everything that the rules have against orders, with the place in them."""

    def why_not(self, answer: Json) -> Refusal | None:
        """None if everything in the orders can be carried out, else the first refusal."""
        return next((refusal for _, refusal in self.faults(answer)), None)

    def default(self) -> Json:
        """Nothing is ordered."""
        return {}


class MoveRehearsal(OpenBook):
    """member: of the orders, the list of moves. entries: in it; whatever they are, nothing raises.

    case: that a fault cites, where it is not the one that the phase tells of. own: what the author of the orders knows.
    """

    def __init__(self, member: str, entries: Sequence[Json], case: str = "", own: Own = NOTHING) -> None:
        super().__init__(own)
        self._case = case
        self._member = member
        self._units = [named(entry) for entry in entries]

    def tell(self, event: Mapping[str, Json]) -> None:
        """A move that is taken back is a fault of the first entry for its unit that is none yet."""
        super().tell(event)
        if event["kind"] == UNDONE:
            void = [fault.path[1] for fault in self.faults if fault.path[0] == self._member]
            index = next(i for i, units in enumerate(self._units) if event["unit"] in units and i not in void)
            refusal = Refusal(self._case or event["case"], event["text"], event["unit"], event["at"])
            self.faults.append(PlacedRefusal((self._member, index), refusal))

    @property
    def found(self) -> list[tuple[Path, Refusal]]:
        """The faults so far, with their places."""
        return [(fault.path, fault.refusal) for fault in self.faults]


def named(entry: Json) -> tuple[str, ...]:
    """The units of an entry, which names one, or several that move together."""
    if not isinstance(entry, dict):
        return ()
    units = entry.get("units", [entry.get("unit", "")])
    return tuple(units) if isinstance(units, (list, tuple)) else ()
