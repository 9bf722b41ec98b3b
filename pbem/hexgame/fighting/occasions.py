"""Whether two attacks of one list can both be made: what their conditions ask of earlier results.

At the table an attacker decides after each die what comes next. So a battery may be named for two targets, and an
enemy for two attacks, where their conditions exclude each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from pbem.hexgame.fighting.attacks import Attack
from pbem.hexgame.fighting.said import Path
from pbem.lean import dataclass

# What an attack that is not made has come to.
LAPSED: Final = ""

Needs = Mapping[str, frozenset[str]]


class Occasions:
    """The attacks of a list, by their conditions on each other's results.

    A vacant hex excludes nothing: it may be vacated between two attacks. results: all that an attack can come to.
    """

    def __init__(self, attacks: Sequence[Attack], results: Sequence[str]) -> None:
        self._made = frozenset(results)
        self._any = self._made | {LAPSED}
        self._named: dict[str, Attack] = {}
        for attack in attacks:
            self._named.setdefault(attack.id, attack)
        self._needs: dict[tuple[int, int], Needs] = {}

    def exclude(self, one: Attack, manner: int, other: Attack, its: int) -> bool:
        """Whether two attacks can never both be made in these manners: 0 the manner listed, 1 that of `else`."""
        a, b = self._of(one, manner), self._of(other, its)
        return any(not (results & b[name]) for name, results in a.items() if name in b)

    def apart(self, one: Attack, other: Attack) -> bool:
        """Whether two attacks can never both be made, in whatever manner."""
        return all(
            self.exclude(one, manner, other, its)
            for manner in range(len(one.manners()))
            for its in range(len(other.manners()))
        )

    def _of(self, attack: Attack, manner: int) -> Needs:
        """Name -> what that attack may have come to where this one is made in a manner."""
        key = (attack.index, manner)
        if key not in self._needs:
            self._needs[key] = self._worked_out(attack, manner)
        return self._needs[key]

    def _worked_out(self, attack: Attack, manner: int) -> Needs:
        needs = {attack.id: self._made}
        waiting = [(attack, manner == 0)]
        while waiting:
            made, holds = waiting.pop()
            on, results = made.condition.get("attack"), made.condition.get("result")
            if not isinstance(on, str) or not isinstance(results, list):
                continue
            named = self._made.intersection(result for result in results if isinstance(result, str))
            needs[on] = needs.get(on, self._any) & (named if holds else self._any - named)
            before = self._named.get(on)
            # Who was made, and is never made in another manner, found his own condition fulfilled.
            if before is not None and before.index < made.index and LAPSED not in needs[on] and before.other is None:
                waiting.append((before, True))
        return needs


@dataclass(frozen=True, slots=True)
class Part:
    """A unit named in an attack: where it is named, and in which manners it attacks (0 as listed, 1 by `else`)."""

    attack: Attack
    path: Path
    unit: str
    manners: tuple[int, ...]

    def clashes(self, other: Part, occasions: Occasions) -> bool:
        """Whether both parts might have to be played."""
        if self.attack is other.attack:
            return bool(set(self.manners) & set(other.manners))
        pairs = [(one, two) for one in self.manners for two in other.manners]
        return not all(occasions.exclude(self.attack, one, other.attack, two) for one, two in pairs)


def parts(attack: Attack) -> Iterator[Part]:
    """Everybody named as attacker; a battery that `else` takes over from the attack counts once."""
    both = tuple(range(len(attack.manners())))
    for number, unit in enumerate(attack.by):
        yield Part(attack, (attack.index, "by", number), unit, both)
    yield from batteries(attack)


def batteries(attack: Attack) -> Iterator[Part]:
    """Everybody named as bombarding."""
    own, other = attack.manner.bombard, attack.other
    taken = other is not None and other.bombard is own
    for number, unit in enumerate(own):
        yield Part(attack, (attack.index, "bombard", number), unit, (0, 1) if taken else (0,))
    if other is not None and not taken:
        for number, unit in enumerate(other.bombard):
            yield Part(attack, (attack.index, "else", "bombard", number), unit, (1,))


def may_both(one: Attack, other: Attack) -> str:
    """What is wrong with two attacks of which at least one has a condition."""
    if one is other or not (one.condition or other.condition):
        return ""
    return f"; attacks {one.id} and {other.id} may both come about, as their conditions do not exclude each other"
