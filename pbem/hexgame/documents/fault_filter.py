"""What is wrong with a document, told once: a refusal that only follows from an earlier fault is left out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from pbem.engine.contract import PlacedRefusal
from pbem.engine.options import Json, Refusal
from pbem.hexgame.documents.names import Path
from pbem.lean import dataclass

ATTACKS = "attacks"
_ON, _ID = "on", "id"


@dataclass(frozen=True, slots=True)
class FaultFilter:
    """What the rules' judgement of orders adds to the faults that are known while names and ways are read.

    moves: the list of the moves. units: who an entry of it names, in the public input. who: members of an attack that
    name its units. always: cases of refusals of the whole list of attacks that hang on no move and no name, such as
    that it is night. order: members of the document in the order in which their faults are told.
    """

    moves: str
    units: Callable[[Json], Sequence[str]]
    who: Collection[str]
    always: Collection[str]
    order: tuple[str, ...]

    def news(
        self,
        document: Mapping[str, Any],
        orders: Mapping[str, Any],
        known: Sequence[PlacedRefusal],
        judged: Iterable[tuple[Path, Refusal]],
    ) -> list[PlacedRefusal]:
        """What is new among the rules' refusals of orders, at its places in the document.

        orders: its public input. known: the faults of names and ways. judged: with places in the public input.
        """
        placed = ((as_written(path, orders, document), why) for path, why in judged)
        found = [PlacedRefusal(path, why) for path, why in placed if self._is_new(orders, known, path, why)]
        return self._without_consequences(document.get(ATTACKS) or [], known, _first_of_each_place(found))

    def in_order(self, faults: Iterable[PlacedRefusal]) -> tuple[PlacedRefusal, ...]:
        """Member by member, each in order of its entries; otherwise as found."""
        rank = {key: number for number, key in enumerate(self.order)}

        def place(fault: PlacedRefusal) -> tuple[int, int]:
            number = fault.path[1] if len(fault.path) > 1 else -1
            return rank.get(str(fault.path[0]), len(rank)), number if isinstance(number, int) else -1

        return tuple(sorted(faults, key=place))

    def _is_new(self, orders: Mapping[str, Any], known: Sequence[PlacedRefusal], path: Path, refusal: Refusal) -> bool:
        """Whether a refusal is more than the consequence of a fault that is known already."""
        if any(self._about(fault.path, path) for fault in known):
            return False
        if path[:1] != (ATTACKS,):
            return True
        if len(path) == 1 and known:
            # What is owed cannot be judged while a move or a name is wrong.
            return refusal.case in self.always
        wrong = [orders[self.moves][f.path[1]] for f in known if f.path[0] == self.moves and len(f.path) > 1]
        return not any(refusal.unit in self.units(entry) for entry in wrong)

    def _about(self, known: Path, path: Path) -> bool:
        """Whether two paths concern the same place: the same entry of the moves, or one within the other."""
        if known[0] == path[0] == self.moves:
            return known[:2] == path[:2]
        return path[: len(known)] == known or (known[: len(path)] == path and len(path) > 1)

    def _without_consequences(
        self, entries: Sequence[Mapping[str, Any]], known: Sequence[PlacedRefusal], faults: Sequence[PlacedRefusal]
    ) -> list[PlacedRefusal]:
        """The faults without those that only follow from a wrong target of the same attack: who is too far from it, and
        the name that the attack took from it. known: those of words, among which the wrong target may be."""
        found = (*known, *faults)
        wrong = {(f.path[1], f.refusal.hex) for f in found if f.path[0] == ATTACKS and f.path[2:3] == (_ON,)}
        numbers = {number for number, _ in wrong}

        def follows(fault: PlacedRefusal) -> bool:
            if fault.path[0] != ATTACKS or len(fault.path) < 3:
                return False
            number, member = fault.path[1:3]
            named = _ID in entries[number] if isinstance(number, int) else True
            away = member in self.who and (number, fault.refusal.hex) in wrong
            return away or (member == _ID and not named and number in numbers)

        return [fault for fault in faults if not follows(fault)]


def _first_of_each_place(faults: Sequence[PlacedRefusal]) -> list[PlacedRefusal]:
    """One refusal for each entry or member; a member as a whole may have several."""
    told: dict[Path, None] = {}
    found = []
    for fault in faults:
        if len(fault.path) == 1 or fault.path not in told:
            found.append(fault)
        told[fault.path] = None
    return found


def as_written(path: Path, orders: Any, document: Any) -> Path:
    """The place in a document of a place in its public input: keys as they were typed, one word for a list of it."""
    found: list[str | int] = []
    for step in path:
        if isinstance(orders, list) and not isinstance(document, (list, type(None))):
            # One stands for a list of it.
            orders = _inner(orders, step)
            continue
        if not isinstance(document, (Mapping, list)) or not isinstance(orders, (Mapping, list)):
            break
        if isinstance(document, Mapping) and step not in document and step in orders and len(orders) == len(document):
            found.append(list(document)[list(orders).index(step)])
        else:
            found.append(step)
        document, orders = _inner(document, found[-1]), _inner(orders, step)
    return tuple(found) or path[:1]


def _inner(value: Any, step: str | int) -> Any:
    if isinstance(value, Mapping):
        return value.get(str(step))
    return value[step] if isinstance(step, int) and step < len(value) else None
