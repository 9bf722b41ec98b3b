"""Command as it is given where a player says nothing: as much strength in command as there is capacity for (11.0)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from rulesets.napoleons_last_battles.rules.command.authority import PLACE, Authority
from rulesets.napoleons_last_battles.rules.command.chain import Assignment, in_command

Placing = dict[str, str]
"""Who receives command -> commander."""


def completed(authority: Authority, said: Assignment, givers: Sequence[str]) -> Assignment:
    """An assignment with what commanders add of whom nothing was said. givers: these commanders, in roster order."""
    return Planner(authority, said, givers).complete() if givers else said


class Planner:
    """Fills the places of commanders.

    Units count their strength, twice in an enemy zone. Officers are taken in the order of what they would bring into
    command, and others in their stead where that gains; then units, the strongest first. So nobody is left out whom a
    commander with a place could command.
    """

    def __init__(self, authority: Authority, said: Assignment, givers: Sequence[str]) -> None:
        self.authority = authority
        self.said = said
        self.places = {giver: authority.capacity(giver) for giver in givers}
        reached = {giver: tuple(map(frozenset, authority.commandable(giver))) for giver in givers}
        self.officers = {uid: [giver for giver in givers if uid in reached[giver][0]] for uid in authority.officers}
        self.units = {uid: [giver for giver in givers if uid in reached[giver][1]] for uid in authority.units}
        self.worth = {uid: self._worth(uid) for uid in authority.units}
        self.ranked = sorted(authority.units, key=lambda uid: -self.worth[uid])
        self.brings = {
            uid: () if uid in said.words else tuple(authority.transmitted(uid)) for uid in authority.officers
        }
        given = [uid for uid in authority.officers if uid in said.officers or uid in authority.always]
        self.commanded = in_command(authority, (*said.units, *(unit for uid in given for unit in self.brings[uid])))

    def _worth(self, uid: str) -> int:
        board = self.authority.board
        exposed = board.in_zone(board.at[uid], board.enemy[self.authority.army])
        return board.face(uid) * (2 if exposed else 1)

    def complete(self) -> Assignment:
        """The whole assignment."""
        officers = self._command_officers()
        return Assignment(officers, self._command_units(officers), dict(self.said.words))

    # -- officers ------------------------------------------------------------------

    def _command_officers(self) -> Placing:
        candidates = [uid for uid, givers in self.officers.items() if givers and uid not in self.said.officers]
        candidates.sort(key=lambda uid: -sum(self.worth[unit] for unit in self.brings[uid]))
        chosen = list(self._placed(candidates))
        best = self._value(chosen)
        while (found := next(self._better(chosen, candidates, best), None)) is not None:
            chosen, best = found
        return self._placed([*chosen, *candidates])

    def _better(self, chosen: Sequence[str], candidates: Sequence[str], best: int) -> Iterator[tuple[list[str], int]]:
        """Choices of officers that bring more into command, one of them exchanged for another."""
        for out in chosen:
            for into in candidates:
                if out in candidates and into not in chosen:
                    tried = list(self._placed([into if uid == out else uid for uid in chosen]))
                    value = self._value(tried)
                    if value > best:
                        yield tried, value

    def _placed(self, order: Sequence[str]) -> Placing:
        """Officers with their commanders, as many of them as find a place in this order."""
        places = _Places(self.officers, self._holds_officers, self.said.officers, set(self.said.units.values()))
        for uid in order:
            places.put(uid)
        return places.placing

    def _holds_officers(self, giver: str, officers: Sequence[str]) -> bool:
        return self.authority.halves(giver, officers) <= PLACE * self.places[giver]

    def _value(self, officers: Sequence[str]) -> int:
        """What is in command with these officers, and with the strongest of the other units as far as they go."""
        commanded = {*self.commanded, *(unit for uid in officers for unit in self.brings[uid])}
        free = dict(self.places)
        total = sum(self.worth[uid] for uid in commanded if uid in self.worth)
        for uid in self.ranked:
            giver = next((giver for giver in self.units[uid] if free[giver]), "") if uid not in commanded else ""
            if giver:
                free[giver] -= 1
                total += self.worth[uid]
        return total

    # -- units ---------------------------------------------------------------------

    def _command_units(self, officers: Placing) -> Placing:
        """Units out of command with their commanders; batteries that go by their neighbours last."""
        authority, batteries = self.authority, self.authority.batteries
        passed = {unit for uid in officers for unit in self.brings[uid]} | self.commanded
        places = _Places(self.units, self._holds_units, self.said.units, set(officers.values()))
        for late in (False, True):
            commanded = in_command(authority, (*passed, *places.placing))
            for uid in self.ranked:
                if uid not in commanded and (uid in batteries) == late:
                    places.put(uid)
        return places.placing

    def _holds_units(self, giver: str, units: Sequence[str]) -> bool:
        return len(units) <= self.places[giver]


class _Places:
    """Who has found a place with which commander.

    askable: who -> the commanders who can command him. holds: whether a commander has places for some together.
    fixed: who is not moved. busy: commanders who give command anyway; they are asked first, for it costs the others
    half their march.
    """

    def __init__(
        self,
        askable: Mapping[str, Sequence[str]],
        holds: Callable[[str, Sequence[str]], bool],
        fixed: Mapping[str, str],
        busy: set[str],
    ) -> None:
        self.askable = askable
        self.holds = holds
        self.fixed = fixed
        self.busy = busy
        self.placing: Placing = dict(fixed)

    def put(self, uid: str, tried: tuple[str, ...] = ()) -> bool:
        """Finds a place for one, by moving another to a commander who has one if need be; False if there is none."""
        if uid in self.placing:
            return True
        askable = [giver for giver in self.askable[uid] if giver not in tried]
        busy = self.busy.union(self.placing.values()) if len(askable) > 1 else ()
        askable.sort(key=lambda giver: giver not in busy)
        for giver in askable:
            if self.holds(giver, [*self._of(giver), uid]):
                self.placing[uid] = giver
                return True
        return any(self._make_room(giver, uid, tried) for giver in askable)

    def _make_room(self, giver: str, uid: str, tried: tuple[str, ...]) -> bool:
        there = self._of(giver)
        for other in there:
            rest = [one for one in there if one != other]
            if other in self.fixed or len(self.askable[other]) < 2 or not self.holds(giver, [*rest, uid]):
                continue
            del self.placing[other]
            if self.put(other, (*tried, giver)):
                self.placing[uid] = giver
                return True
            self.placing[other] = giver
        return False

    def _of(self, giver: str) -> list[str]:
        return [one for one, commander in self.placing.items() if commander == giver]
