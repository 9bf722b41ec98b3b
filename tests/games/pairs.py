"""Settings of the options of a scenario in which every two that can stand together do so at least once."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Any, Final

from pbem.campaign.core.rulebooks import installed

Chosen = Mapping[str, Any]
TRIES: Final = 24
"""Settings drawn for one that is kept: the one with most pairs that no other has."""
NUMBERS: Final = (2, 3, 4, 5, 6, 8, 10, 12, 15, 16, 20, 24, 30, 40, 48, 60)
"""How many settings a scenario may have: seeds of the box take turns in 240 (`tests.games.box.TURNS`)."""


@cache
def settings_of(name: str, scenario: str) -> Sequence[Chosen]:
    """What players choose in the games of a scenario, one after the other; the same on any machine.

    name: the ruleset, whose game at `theatre.setting.offer` knows which options exclude or need each other.
    """
    offer = installed()[name].game(scenario, {}).theatre.setting.offer  # type: ignore[attr-defined]
    search = _Search(installed()[name], scenario, offer, random.Random(scenario))
    found: list[Chosen] = []
    while search.left:
        found.append(search.best())
    number = next(number for number in NUMBERS if number >= len(found))
    return [*found, *(search.best() for _ in range(number - len(found)))]


class _Search:
    """left: pairs of values that no setting has yet, those of options that exclude each other left out."""

    def __init__(self, ruleset: Any, scenario: str, offer: Any, rng: random.Random) -> None:
        self.ruleset, self.scenario, self.offer, self.rng = ruleset, scenario, offer, rng
        values = {name: [value for value in one.values if value is not False] for name, one in offer.choices.items()}
        # What no setting can have at all, as options of heavy guns where there are none.
        alone = {(name, value): self._wider({}, [(name, value)]) for name, row in values.items() for value in row}
        sound = {one for one, chosen in alone.items() if chosen is not None and self._can_be_bound(one[0], chosen)}
        self.values = {name: [value for value in row if (name, value) in sound] for name, row in values.items()}
        pairs = combinations(sorted(sound, key=str), 2)
        self.left = {pair for pair in pairs if pair[0][0] != pair[1][0] and self._stands({}, pair)}

    def best(self) -> Chosen:
        """The setting with most pairs that are left; it has one of them at least while there are any."""
        drawn = [self._drawn() for _ in range(TRIES)]
        best = max(drawn, key=lambda chosen: len(self._pairs(chosen)))
        self.left -= self._pairs(best)
        return best

    def _drawn(self) -> Chosen:
        pair = self.rng.choice(sorted(self.left, key=str)) if self.left else ()
        chosen = dict(self._wider({}, pair) or {})
        names = sorted(set(self.values) - set(chosen))
        self.rng.shuffle(names)
        for name in names:
            if self.values[name] and self.rng.randrange(2):
                chosen = dict(self._wider(chosen, [(name, self.rng.choice(self.values[name]))]) or chosen)
        for name in names:
            # What is on unless somebody says otherwise is off here and there, as far as the others allow.
            if name not in chosen and self.offer.choices[name].default is True:
                chosen = dict(self._sound({**chosen, name: False}) or chosen)
        return chosen

    def _stands(self, chosen: Chosen, more: Iterable[tuple[str, Any]]) -> bool:
        return self._wider(chosen, more) is not None

    def _wider(self, chosen: Chosen, more: Iterable[tuple[str, Any]]) -> Chosen | None:
        """A setting with more values, and what these need; None where they cannot stand."""
        wider = dict(chosen)
        todo = list(more)
        while todo:
            name, value = todo.pop()
            if wider.setdefault(name, value) != value or name not in self.offer.choices:
                return None
            todo += [(other, True) for other in self.offer.choices[name].needs if other not in wider]
        return self._sound(wider)

    def _sound(self, chosen: Chosen) -> Chosen | None:
        try:
            self.offer.bound(chosen)
        except ValueError:
            return None
        return chosen

    def _can_be_bound(self, name: str, chosen: Chosen) -> bool:
        """Whether units in play allow it; that alone takes the whole scenario, and time."""
        if not self.offer.choices[name].needs_heavy:
            return True
        try:
            self.ruleset.game(self.scenario, chosen)
        except ValueError:
            return False
        return True

    def _pairs(self, chosen: Chosen) -> set[tuple[tuple[str, Any], tuple[str, Any]]]:
        bound = self.offer.bound(chosen)
        on = sorted(((name, value) for name, value in bound.items() if value is not False), key=str)
        return self.left & set(combinations(on, 2))
