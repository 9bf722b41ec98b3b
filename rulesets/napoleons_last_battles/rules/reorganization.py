"""Reorganization: eliminated units come back reduced, with their officers (12.0, 13.3, 16.16)."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol

from pbem.engine.options import Json, Pick, Refusal
from pbem.engine.requests import Choose, Request, Roll, Silent, Tell
from pbem.hexgame.moving.moves import NO
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.calendar import NIGHT
from rulesets.napoleons_last_battles.rules.battle.morale import settle
from rulesets.napoleons_last_battles.rules.command.headquarters import silenced
from rulesets.napoleons_last_battles.rules.corps_morale import comes_back, corps_is_demoralized, officers
from rulesets.napoleons_last_battles.rules.observation import observed_from
from rulesets.napoleons_last_battles.rules.supply import is_supplied

REORGANIZE: Final = "reorganize"
NEAREST: Final = 10
"""Hexes within which an enemy combat unit keeps an officer from it (12.1B)."""
WAIT: Final = 2
"""Turns from a loss to the first one on which the unit may come back: a whole one lies between."""
MOST: Final = 2
"""Units of an organization that come back in a segment (12.1E)."""
_DESTROYED: Final = 5
"""The lowest face of the die of 12.2 that destroys."""
_MEMBERS: Final = ("unit", "officer", "at")
_OFFICER: Final = "officer"
_COMMANDERS: Final = ("commander", "chief-of-staff")
Path = tuple[str | int, ...]
Fault = tuple[Path, Refusal]


class Given(Protocol):
    """What the command segment of this player turn leaves to reorganization."""

    @property
    def reorganizing(self) -> Collection[str]:
        """nlb 12.1D: the officers who are named for it in the list of command, and pass no command on."""

    @property
    def spare(self) -> Mapping[str, int]:
        """nlb 16.16B: commander -> units that he could still command."""


class Return(NamedTuple):
    """A unit that is to come back, and the leader who reorganizes it."""

    unit: str
    leader: str


class ReorganizeOptions:
    """What one entry of `reorganize` may say: {unit, officer?, at?}; one object serves a segment.

    officer: who reorganizes, by default an officer of its organization who may. at: his hex, where the unit comes back.
    given: the command of this turn; None, as in a game without, for whatever might be given. chosen: what earlier
    entries have said.
    """

    def __init__(self, board: Board, given: Given | None = None) -> None:
        self.board = board
        self.given = given if board.setting.on("command") else None
        self.chosen: list[Return] = []

    # -- legality ------------------------------------------------------------------

    def why_not(self, answer: Json) -> Refusal | None:
        """None for a legal entry or `no`, else the first refusal that applies."""
        if answer == NO:
            return None
        found = self.judge(answer)
        return None if isinstance(found, Return) else found[1]

    def faults(self, entries: Json) -> list[Fault]:
        """Everything that the rules have against a list of entries, with the place in it; each counts for the next."""
        if not isinstance(entries, (list, tuple)):
            return [((), Refusal("12.0", "reorganize is a list of entries, each with a unit"))]
        scratch, found = ReorganizeOptions(self.board, self.given), []
        for index, entry in enumerate(entries):
            judged = scratch.judge(entry)
            if isinstance(judged, Return):
                scratch.chosen.append(judged)
            else:
                found.append(((index, *judged[0]), judged[1]))
        return found

    def judge(self, entry: Json) -> Return | Fault:
        """nlb 12.0-1, 12.0-2, 12.1A: who comes back with whom by an entry, or what is against it and where."""
        if not isinstance(entry, dict) or "unit" not in entry or not set(entry) <= set(_MEMBERS):
            return (), Refusal("12.0", "an entry names a unit, and may name its officer and his hex (at)")
        if any(not isinstance(value, str) for value in entry.values()):
            return (), Refusal("12.0", "unit, officer and at are one word each")
        unit, leader = entry["unit"], entry.get("officer", "")
        refusal = self._segment() or self._unit(unit)
        if refusal is not None:
            return ("unit",), refusal
        if leader:
            refusal = self._leader(unit, leader)
        else:
            leader, refusal = self._best_leader(unit)
        if refusal is not None:
            return ("officer" if "officer" in entry else "unit",), refusal
        at = self.board.position.leaders[leader]
        if entry.get("at", at) != at:
            text = f"{self._name(leader)} stands in {at}; {self._name(unit)} comes back there"
            return ("at",), Refusal("12.0", text, unit, at, (at,))
        return Return(unit, leader)

    def _segment(self) -> Refusal | None:
        """nlb 4.2-1: whether units are reorganized at all in this turn."""
        if not self.board.setting.on("reorganization"):
            return Refusal("12.0", "this campaign is played without reorganization")
        if self.board.now.kind == NIGHT:
            return Refusal("4.2", "there is no command phase at night, and nobody reorganizes")
        return None

    def _unit(self, unit: str) -> Refusal | None:
        """nlb 2.4-4, 12.0-1, 12.0-2, 12.1E: why a unit cannot come back now, whoever reorganizes it."""
        board, position = self.board, self.board.position
        record = board.setting.roster.units.get(unit)
        if record is None or record.army != position.army:
            return Refusal("12.0", f"there is no unit {unit[:40]} of the phasing army", unit[:40])
        if unit in position.dead:
            text = f"{record.name} is lost for good: it was reduced when it was eliminated, or has one side only"
            return Refusal("12.0-1", text, unit)
        if unit not in position.waiting:
            return Refusal("12.0-1", f"{record.name} has not been eliminated", unit)
        if any(unit == one.unit for one in self.chosen):
            return Refusal("12.0-2", f"{record.name} is reorganized by an earlier entry", unit)
        wait = position.waiting[unit] + WAIT - position.turn
        if wait > 0:
            turns = "the next turn" if wait == 1 else f"{wait} turns from now"
            text = f"{record.name} comes back {turns} at the earliest: a whole game turn passes after its loss"
            return Refusal("12.0-2", text, unit)
        mates = [one.unit for one in self.chosen if self._formation(one.unit) == record.formation]
        if len(mates) >= MOST:
            name = board.setting.roster.formations[record.formation].name
            text = f"{record.name} does not come back now: {MOST} units of {name} do in one segment at most"
            return Refusal("12.1E", text, unit)
        return None

    def _best_leader(self, unit: str) -> tuple[str, Refusal | None]:
        """The first leader who may reorganize a unit, its own officers before commanders; else why the first may not.

        Where command is given, officers named for reorganization come first.
        """
        named = () if self.given is None else self.given.reorganizing
        own = sorted(officers(self.board, self._formation(unit)), key=lambda one: one not in named)
        found = [*own, *(self._commanders(unit) if self.board.setting.on("reorganize-command") else ())]
        if not found:
            text = f"{self._name(unit)} has no officer of its organization on the map"
            return "", Refusal("12.1A", text, unit)
        refusals = [(leader, self._leader(unit, leader)) for leader in found]
        return next((one for one in refusals if one[1] is None), refusals[0])

    def _commanders(self, unit: str) -> Iterator[str]:
        units = self.board.setting.roster.units
        found = [u for u in self.board.position.leaders if units[u].kind in _COMMANDERS]
        own = [u for u in found if units[u].nation == units[unit].nation]
        return iter(sorted(own, key=lambda u: units[u].order))

    def _leader(self, unit: str, leader: str) -> Refusal | None:
        """Why a leader may not reorganize a unit now."""
        at = self.board.position.leaders.get(leader)
        record = self.board.setting.roster.units.get(leader)
        if record is None or at is None or record.kind not in (_OFFICER, *_COMMANDERS):
            return Refusal("12.1A", f"{self._name(leader)} is no leader on the map", leader[:40])
        barred = self._officer if record.kind == _OFFICER else self._commander
        return barred(unit, leader) or self._near(leader, at) or self._cut_off(leader, at) or self._room(unit, at)

    def _officer(self, unit: str, leader: str) -> Refusal | None:
        """nlb 12.1A, 12.1C, 12.1D: an officer reorganizes his own, in command or not, and is named for it."""
        if self._formation(leader) != self._formation(unit):
            at = self.board.position.leaders[leader]
            text = f"{self._name(leader)} in {at} is no officer of the organization of {self._name(unit)}"
            return Refusal("12.1A", text, leader, at, officers(self.board, self._formation(unit)))
        if self.given is not None and leader not in self.given.reorganizing:
            at = self.board.position.leaders[leader]
            text = f"{self._name(leader)} in {at} is not named in command as one who reorganizes"
            return Refusal("12.1D", f"{text}, and gives up no command", leader, at)
        return None

    def _commander(self, unit: str, leader: str) -> Refusal | None:
        """nlb 16.16B: a commander reorganizes any unit of his nation, one for each unit that he could still command."""
        units = self.board.setting.roster.units
        at = self.board.position.leaders[leader]
        named = f"{self._name(leader)} in {at}"
        if not self.board.setting.on("reorganize-command"):
            return Refusal("12.1A", f"{named} is a commander, and only officers reorganize", leader, at)
        if units[leader].nation != units[unit].nation:
            return Refusal("16.16B", f"{self._name(unit)} is not of the army of {named}", leader, at)
        refusal = silenced(self.board, leader)
        if refusal is not None:
            return Refusal("16.16B", refusal.text, leader, refusal.hex)
        if self.given is not None and sum(one.leader == leader for one in self.chosen) >= self.given.spare.get(
            leader, 0
        ):
            text = f"{named} has no command capacity left to reorganize {self._name(unit)}"
            return Refusal("16.16B", text, leader, at)
        return None

    def _near(self, leader: str, at: str) -> Refusal | None:
        """nlb 12.1B, 16.16A: no enemy combat unit within ten hexes; by the option, nobody who observes him."""
        board, name = self.board, self._name(leader)
        enemy = board.enemy[board.position.army]
        if board.setting.on("reorganize-unseen"):
            seen_from = observed_from(board, at, enemy)
            text = f"{name} in {at} is observed from {seen_from} and cannot reorganize"
            return Refusal("16.16A", text, leader, at) if seen_from else None
        units = board.setting.roster.units
        foes = [to for foe, to in board.at.items() if units[foe].army == enemy and units[foe].fights]
        hexes, nearest = min(((board.field.distance(at, to), to) for to in foes), default=(NEAREST + 1, ""))
        if hexes > NEAREST:
            return None
        text = f"{name} in {at} cannot reorganize within {NEAREST} hexes of the enemy, who is {hexes} away in {nearest}"
        return Refusal("12.1B", text, leader, at)

    def _cut_off(self, leader: str, at: str) -> Refusal | None:
        """nlb 16.16C: by the option the leader's hex has to be in supply; the unit has none yet."""
        nation = self.board.setting.roster.units[leader].nation
        if not self.board.setting.on("reorganize-supplied") or is_supplied(self.board, nation, at):
            return None
        return Refusal("16.16C", f"{self._name(leader)} in {at} is out of supply and cannot reorganize", leader, at)

    def _room(self, unit: str, at: str) -> Refusal | None:
        """nlb 12.1E: stacking limits, those counted who come back there too."""
        leaders = self.board.position.leaders
        here = (*self.board.units_in(at), *(one.unit for one in self.chosen if leaders[one.leader] == at))
        if self.board.fits(at, (*here, unit)):
            return None
        text = f"{self._name(unit)} finds no room in {at} beside {', '.join(map(self._name, here))}"
        return Refusal("12.1E", text, unit, at)

    def _formation(self, unit: str) -> str:
        return self.board.setting.roster.units[unit].formation

    def _name(self, unit: str) -> str:
        record = self.board.setting.roster.units.get(unit)
        return record.name if record else unit[:40]

    # -- the rest of the contract ----------------------------------------------------

    def candidates(self) -> Iterator[dict[str, str]]:
        """Every legal entry, with its officer and hex written out, units in roster order."""
        units, leaders = self.board.setting.roster.units, self.board.position.leaders
        if self._segment() is not None:
            return
        for unit in sorted(self.board.position.waiting, key=lambda uid: units[uid].order):
            if units[unit].army != self.board.position.army or self._unit(unit) is not None:
                continue
            for leader in (*officers(self.board, self._formation(unit)), *self._commanders(unit)):
                if self._leader(unit, leader) is None:
                    yield {"unit": unit, "officer": leader, "at": leaders[leader]}

    def default(self) -> Json:
        """nlb 4.1.1A-3: nobody is reorganized."""
        return NO

    def sample(self, pick: Pick) -> Json:
        """A random legal entry, or `no` where there is none."""
        found = list(self.candidates())
        return found[pick(len(found))] if found else NO

    def describe(self) -> Json:
        """Who may be reorganized by whom and where, and the default."""
        return {"noun": "a reorganization", "units": list(self.candidates()), "default": NO}


# -- the segment -------------------------------------------------------------------------


def reorganization_phase(
    board: Board, said: Json | Silent, given: Given | None = None
) -> Generator[Request, Any, frozenset[str]]:
    """nlb 4.1.1A-3, 12.0-2, 12.1F, 12.2, 13.3-1: the reorganization segment of the phasing army. Returns the units that
    were destroyed in it; their moves are left out.

    Entries are chosen one after the other; then each leader brings his units back, in the order in which leaders are
    first named. said: the member `reorganize` of the orders, SILENT if there is none. given: this turn's command.
    """
    army = board.position.army
    prefix = f"gt{board.position.turn}.{army}"
    options = ReorganizeOptions(board, given)
    for index, entry in enumerate(said if isinstance(said, (list, tuple)) else ()):
        label = f"{prefix}.r{index + 1}"
        answer = yield Choose(army, REORGANIZE, options, label, entry, (REORGANIZE, index), scene=board)
        found = options.judge(answer) if answer != NO else None
        if isinstance(found, Return):
            options.chosen.append(found)
    destroyed: set[str] = set()
    for leader in dict.fromkeys(one.leader for one in options.chosen):
        units = [one.unit for one in options.chosen if one.leader == leader]
        lost = yield from _risked(board, leader, units, f"{prefix}.{REORGANIZE}.{leader}")
        destroyed.update(lost)
        for unit in units:
            if unit not in lost:
                yield from bring_back(board, unit, leader)
    if options.chosen:
        yield from settle(board)
    return frozenset(destroyed)


def _risked(board: Board, leader: str, units: Sequence[str], label: str) -> Generator[Request, Any, tuple[str, ...]]:
    """nlb 12.2, 13.2-3: a die for a leader who reorganizes units of a demoralized corps or nationality: on 5 and 6
    these are destroyed."""
    at_risk = tuple(unit for unit in units if corps_is_demoralized(board, unit))
    if not at_risk:
        return ()
    at = board.position.leaders[leader]
    die = (yield Roll("1d6", label, "12.2", (at,)))[0]
    lost = die >= _DESTROYED
    told = {"kind": "reorganization", "unit": leader, "units": list(at_risk), "at": at, "die": die}
    yield Tell({**told, "destroyed": lost, "case": "12.2"})
    if not lost:
        return ()
    for unit in at_risk:
        del board.position.waiting[unit]
        board.position.dead.add(unit)
    return at_risk


def bring_back(board: Board, unit: str, leader: str) -> Iterator[Tell]:
    """nlb 12.0-2, 12.1F, 13.3-1: a unit comes back reduced in a leader's hex, and may move as if it were in command."""
    position, at = board.position, board.position.leaders[leader]
    del position.waiting[unit]
    position.reduced.add(unit)
    board.place(unit, at)
    position.idle.discard(unit)
    yield Tell(
        {"kind": "reorganized", "unit": unit, "at": at, "by": leader, "strength": board.face(unit), "case": "12.0"}
    )
    yield from comes_back(board, unit)


def without(entries: Sequence[Json], gone: Collection[str]) -> list[Json]:
    """nlb 12.2: the moves of orders without units that their reorganization has destroyed; a move of nobody else is
    none. Every entry keeps its number."""
    return [_spared(entry, gone) for entry in entries] if gone else list(entries)


def _spared(entry: Json, gone: Collection[str]) -> Json:
    if not isinstance(entry, dict):
        return entry
    if entry.get("unit") in gone:
        return NO
    units = entry.get("units")
    if not isinstance(units, (list, tuple)) or not set(map(str, units)) & set(gone):
        return entry
    left = [unit for unit in units if unit not in gone]
    return {**entry, "units": left} if left else NO
