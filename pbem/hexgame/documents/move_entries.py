"""The moves of a document: each read, judged and carried out on a scratch board before the next one is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from pbem.engine.options import Json, Refusal
from pbem.hexgame.board.board import HexBoard
from pbem.hexgame.documents.form import Fields
from pbem.hexgame.documents.names import Names, Path
from pbem.hexgame.field.values import points_text
from pbem.lean import dataclass

UNIT, UNITS, PATH, TO, ENTER = "unit", "units", "path", "to", "enter"
Entry = Mapping[str, Any]


class Judging(Protocol):
    """Options of one move that judge a whole entry and carry it out, such as those of a movement phase."""

    def judge(self, entry: Json) -> Any:
        """What a legal entry comes to, or the first Refusal."""

    def why_not(self, answer: Json) -> Refusal | None:
        """None for a legal entry."""

    def perform(self, entry: Json) -> Any:
        """Carries out a legal entry."""


M = TypeVar("M", bound=Judging)


@dataclass(frozen=True, slots=True)
class MoveReader(Generic[M]):
    """How the moves of a rulebook are read.

    member, called: the list of the document, and what a sentence calls it. form: one entry. moved: the case that
    somebody breaks who is named twice. places: members that hold a hex. beside: members that say all of a move but for
    who makes it -> what may stand beside each. alone: those that take the place of a way. kept: members that go into
    the public input beside the way. apart: two members that cannot both be meant -> why.

    one_of: members of which an entry has one at least, () where its schema sees to that. place: the hex of a unit, ""
    for one on no map. find: the way to where an entry wants to go; where there is none, the one whose refusal says
    most, or nothing where nobody is told. why: the refusal of such a way, told of the entry. note: what was chosen for
    the player. blamed: the members at one of which a refusal that names a hex is told.
    """

    member: str
    called: str
    form: Fields
    moved: str
    places: tuple[str, ...]
    beside: Mapping[str, frozenset[str]]
    alone: tuple[str, ...]
    kept: tuple[str, ...]
    apart: Mapping[tuple[str, str], str]
    place: Callable[[M, str], str]
    find: Callable[[M, Sequence[str], Entry, bool], list[str]]
    why: Callable[[M, Sequence[str], Entry, Sequence[str], Refusal], Refusal]
    note: Callable[[M, Sequence[str], Entry, Any], str]
    blamed: tuple[str, ...] = (TO, ENTER)
    one_of: tuple[str, ...] = ()


class MoveEntries(Generic[M]):
    """The moves of one document. options: on the scratch board, which the entries change. notes: is added to."""

    def __init__(self, reader: MoveReader[M], options: M, names: Names, notes: list[str]) -> None:
        self.reader = reader
        self.options = options
        self.names = names
        self.notes = notes
        # Unit -> the number of the entry that has moved it.
        self.ordered: dict[str, int] = {}

    def compile(self, entries: Sequence[Entry]) -> list[dict[str, Any]]:
        """The entries in their order; one that cannot be compiled keeps its place."""
        return [self._entry(entry, (self.reader.member, number)) for number, entry in enumerate(entries)]

    def _entry(self, entry: Entry, path: Path) -> dict[str, Any]:
        before = len(self.names.faults)
        units = self._who(entry, path)
        if not units:
            self.names.fault((*path, UNITS), Refusal("", "an order names who moves"))
            return {UNITS: [], PATH: []}
        places = {key: self.names.hex(entry[key], (*path, key)) for key in self.reader.places if key in entry}
        entry = {**entry, **places}
        found = self._said(units, entry, path)
        if len(self.names.faults) > before:
            return found
        chosen = PATH in found and PATH not in entry
        judged = self.options.judge(found)
        if isinstance(judged, Refusal):
            if chosen and self.names.hints:
                self._refuse(units, entry, path, self.reader.why(self.options, units, entry, found[PATH], judged))
            return found
        if chosen:
            self.notes.append(self.reader.note(self.options, units, found, judged))
        if self.options.why_not(found) is None:
            self.options.perform(found)
            self.ordered.update(dict.fromkeys(units, int(path[1]) + 1))
        return found

    def _who(self, entry: Entry, path: Path) -> list[str]:
        """The ids of those who are named; one who has his order already is a fault."""
        several = UNITS in entry
        listed = entry[UNITS] if several else entry[UNIT]
        said = [listed] if isinstance(listed, str) else listed
        units = []
        for number, text in enumerate(said):
            where: Path = (*path, UNITS, number) if several else (*path, UNIT)
            unit = self.names.unit(text, where)
            if unit in self.ordered:
                text = f"{self.names.called(unit)} has its order already, in entry {self.ordered[unit]} of"
                refusal = Refusal(self.reader.moved, f"{text} the {self.reader.called}; it moves once", unit)
                self.names.fault(where, refusal)
            units.append(unit)
        return units

    def _said(self, units: list[str], entry: Entry, path: Path) -> dict[str, Any]:
        """The entry in the form of the public input; an empty path, which no rule allows, where there is no way."""
        reader, members = self.reader, self.reader.form.members
        found: dict[str, Any] = {UNITS: units} if UNITS in entry else {UNIT: units[0]}
        nowhere = {**found, PATH: []}
        if self._contradiction(units, entry, path):
            return nowhere
        for key in reader.alone:
            if key in entry:
                return {**found, key: members[key].node.read(entry[key], (*path, key), self.names)}
        if PATH in entry:
            found[PATH] = members[PATH].node.read(entry[PATH], (*path, PATH), self.names)
        elif any(fault.path[:2] == path for fault in self.names.faults):
            return nowhere
        else:
            found[PATH] = reader.find(self.options, units, entry, self.names.hints)
        kept = [key for key in reader.kept if key in entry]
        return found | {key: self._kept(key, entry, path) for key in kept}

    def _kept(self, key: str, entry: Entry, path: Path) -> Json:
        if key in self.reader.places:
            return entry[key]
        return self.reader.form.members[key].node.read(entry[key], (*path, key), self.names)

    def _contradiction(self, units: Sequence[str], entry: Entry, path: Path) -> bool:
        """Notes members that cannot stand together; whether there were any."""
        if self.reader.one_of and not any(key in entry for key in self.reader.one_of):
            return self._clash(path, units, f"an order has one of {', '.join(self.reader.one_of)}")
        for key, beside in self.reader.beside.items():
            strange = [other for other in entry if other not in {*beside, key, UNIT, UNITS}]
            if key in entry and strange:
                return self._clash((*path, strange[0]), units, f"'{strange[0]}' cannot stand beside '{key}'")
        for (one, other), why in self.reader.apart.items():
            if one in entry and other in entry:
                return self._clash((*path, other), units, why)
        at = self.reader.place(self.options, units[0]) if ENTER in entry else ""
        if at:
            return self._clash((*path, ENTER), units, f"{self.names.called(units[0])} is on the map already, in {at}")
        return False

    def _clash(self, path: Path, units: Sequence[str], text: str) -> bool:
        self.names.fault(path, Refusal("", text, units[0]))
        return True

    def _refuse(self, units: Sequence[str], entry: Entry, path: Path, refusal: Refusal) -> None:
        """Notes why no way is open: at the destination, or at the unit where the rules object to the unit itself."""
        key = next((key for key in self.reader.blamed if key in entry), "") if refusal.hex else ""
        named: Path = (UNITS, units.index(refusal.unit)) if UNITS in entry and refusal.unit in units else ()
        self.names.fault((*path, key) if key else (*path, *(named or (UNITS if UNITS in entry else UNIT,))), refusal)


def enemy_there(board: HexBoard[Any], army: str, unit: str, name: str, to: str, case: str) -> Refusal | None:
    """Why a unit of an army may not enter a hex in which the enemy is; None where he is not."""
    if to not in board.here or board.holder(to) == army:
        return None
    foe = board.roster.units[board.here[to][0]].name
    return Refusal(case, f"{name} may not enter {board.field.name(to)}: {foe} of the enemy is there", unit, to)


def way_note(who: str, path: Sequence[str], off: str, paid: Sequence[tuple[int, int]]) -> str:
    """`Campi: 1648 1748 1845, 3 of 4`. off: how the way ends off the map, "" for one that does not.

    paid: what each of them spends, and what he has, in half points.
    """
    end = f", then off the map ({off})" if off else ""
    costs = dict.fromkeys(f"{points_text(spent)} of {points_text(has)}" for spent, has in paid)
    return f"{who}: {' '.join(path)}{end}, {' and '.join(costs)}"
