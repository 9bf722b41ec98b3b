"""Who receives command from whom in one turn, and who is left without (11.0, 11.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from rulesets.napoleons_last_battles.rules.command.authority import Authority

REORGANIZES: Final = "reorganizes"
WITHHOLDS: Final = "withholds"
WORDS: Final = (REORGANIZES, WITHHOLDS)
"""What is said of an officer who passes no command on: he reorganizes (12.1D), or does not want to (11.1B)."""


@dataclass
class Assignment:
    """What commanders give. officers, units: who receives -> commander. words: officer -> one of WORDS."""

    officers: dict[str, str] = field(default_factory=dict)
    units: dict[str, str] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)

    def of(self, commander: str) -> tuple[list[str], list[str]]:
        """The officers and the units to whom a commander gives command."""
        return (
            [uid for uid, giver in self.officers.items() if giver == commander],
            [uid for uid, giver in self.units.items() if giver == commander],
        )


@dataclass(frozen=True)
class Chain:
    """nlb 11.0-1, 11.1A, 11.1B-1, 12.1D: the command given in a turn.

    officers: officer in command -> commander. direct: unit -> commander who commands it himself. through: officer who
    passes command on -> units that receive it. reorganizing: officers who do, and pass nothing on. idle: units and
    officers on the map out of command. spare: commander on the map -> units that he could still command.
    """

    officers: Mapping[str, str] = field(default_factory=dict)
    direct: Mapping[str, str] = field(default_factory=dict)
    through: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    reorganizing: frozenset[str] = frozenset()
    idle: frozenset[str] = frozenset()
    spare: Mapping[str, int] = field(default_factory=dict)

    @property
    def commanders(self) -> frozenset[str]:
        """nlb 10.1C-2: the leaders who give command in this turn, and move half as far for it."""
        return frozenset((*self.officers.values(), *self.direct.values(), *self.through))

    def commands(self, commander: str, unit: str) -> bool:
        """Whether a unit has its command from a commander, himself or through an officer."""
        if self.direct.get(unit) == commander:
            return True
        return any(unit in units and self.officers.get(uid) == commander for uid, units in self.through.items())


def chain_of(authority: Authority, given: Assignment) -> Chain:
    """nlb 11.0-3, 11.1B-1, 12.1D, 16.1B-2, 27.1E: what comes of a legal assignment."""
    active = [uid for uid in authority.officers if uid in given.officers or uid in authority.always]
    passed = {uid: tuple(authority.transmitted(uid)) for uid in active if uid not in given.words}
    commanded = in_command(authority, (*given.units, *(unit for units in passed.values() for unit in units)))
    return Chain(
        officers=dict(given.officers),
        direct=dict(given.units),
        through={uid: units for uid, units in passed.items() if units},
        reorganizing=frozenset(uid for uid, word in given.words.items() if word == REORGANIZES),
        idle=frozenset((*authority.units, *authority.officers)).difference(commanded, active),
        spare={uid: authority.capacity(uid) - len(given.of(uid)[1]) for uid in authority.commanders},
    )


def in_command(authority: Authority, commanded: Iterable[str]) -> frozenset[str]:
    """nlb 16.1B-2, SUB-FR-10: those commanded, who always are in command, and batteries beside any of them."""
    found = {*commanded, *authority.always}
    left = [uid for uid in authority.batteries if uid not in found]
    while True:
        joined = [uid for uid in left if found & authority.beside(uid)]
        if not joined:
            return frozenset(found)
        found.update(joined)
        left = [uid for uid in left if uid not in found]
