"""Whether two attacks of one list can both be made: what their conditions ask of earlier results (7.0, 7.14).

At the table an attacker decides after each die what comes next. So a battery may be named for two targets, and an
enemy for two attacks, where their conditions exclude each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rulesets.napoleon_at_war.rules.battle.attack import RESULTS, Attack

# What an attack that is not made has come to.
LAPSED: Final = ""
MADE: Final = frozenset(RESULTS)
ANY: Final = MADE | {LAPSED}

Needs = Mapping[str, frozenset[str]]


class Occasions:
    """The attacks of a list, by their conditions on each other's results.

    A vacant hex excludes nothing: it may be vacated between two attacks.
    """

    def __init__(self, attacks: Sequence[Attack]) -> None:
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
        needs = {attack.id: MADE}
        waiting = [(attack, manner == 0)]
        while waiting:
            made, holds = waiting.pop()
            on, results = made.condition.get("attack"), made.condition.get("result")
            if not isinstance(on, str) or not isinstance(results, list):
                continue
            named = MADE.intersection(result for result in results if isinstance(result, str))
            needs[on] = needs.get(on, ANY) & (named if holds else ANY - named)
            before = self._named.get(on)
            # Who was made, and is never made in another manner, found his own condition fulfilled.
            if before is not None and before.index < made.index and LAPSED not in needs[on] and before.other is None:
                waiting.append((before, True))
        return needs
