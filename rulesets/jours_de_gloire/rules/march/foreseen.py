"""A march as its owner reckons with it while nobody can have answered yet.

What the enemy will do on the way, and what dice will say, nobody knows: the stack is thought to come through, but for
enemy units that lie face up in its way. Everything else is the march itself. The owner's program goes by this from one
stack to the next, and the audit judges him by the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pbem.engine.options import Json
from rulesets.jours_de_gloire.rules.march.contact import is_unit
from rulesets.jours_de_gloire.rules.march.march import step_cost
from rulesets.jours_de_gloire.rules.march.moves import March
from rulesets.jours_de_gloire.rules.march.recon import scouts, way_back, withdraws
from rulesets.jours_de_gloire.rules.march.steps import FAR, Doings
from rulesets.jours_de_gloire.turn import Part, Turn


class Foreseen(March):
    """One stack. causes: for which a die is thrown for each of its units at the end (5.4-3). vcs: of the generals that
    are known to march along then."""

    def __init__(self, turn: Turn, entry: Json, number: int) -> None:
        super().__init__(turn, entry, number)
        self.causes: list[str] = []
        self.vcs: Sequence[int] = ()

    def _diced(self, doings: Doings) -> Part:
        """jdg 10-2: the dice may allow any way."""
        yield from ()
        return FAR

    def _arrives(self, label: str) -> Part:
        """jdg 5.2-1: it halts where everybody sees enemy units."""
        foes = [self.board.content(counter) for counter in self.board.enemies(self.turn.army, self.box)]
        if not any(is_unit(self.turn.setting, content) for content in foes):
            return True
        yield self._tell("halted", "5.2-1", at=self.box, why="contact")
        return False

    def _scout(self, item: Json, label: str) -> Part:
        """jdg 6.3-1, 6.3-5: it goes back as ordered; who cannot scout has just moved there."""
        box, stack = self.box, self.here
        if self.known is not None:
            horse = yield from scouts(self.turn, stack, label)
            if not horse:
                yield from self._arrives(label) if self.here else ()
                return
        setting, back = self.turn.setting, way_back(item)
        costs = [{"to": b, "cost": step_cost(setting, self.board, a, b) or 0} for a, b in pairwise((box, *back))]
        self.way += [{"recon": box}, *costs]
        yield from withdraws(self.turn, self.here, self.here, back, None, label)

    def _lose(self, vcs: Sequence[int], cause: str) -> Part:
        """jdg 5.4-3: nobody foresees the dice."""
        yield from ()
        self.causes.append(cause)
        self.vcs = vcs

    def _settles(self) -> Part:
        """jdg 7.1-3, 4.2-3: who is found in the box is seen later."""
        yield from ()
