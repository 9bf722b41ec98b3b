"""Which numbers counters bear: taken from an army's pool in a public order, filled in an order that nobody foresees.

Which ids are given out next is public, so what lies in them must not be: contents that come under fresh ids together
are dealt in `Own.shuffled` order, the same each time for one question, so that a paper compiled twice says the same.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from pbem.engine.hidden import Own
from pbem.engine.options import Json
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.hidden.signs import MOST_COUNTERS
from rulesets.jours_de_gloire.setting import Setting


def pool(setting: Setting, army: str) -> tuple[str, ...]:
    """All ids that counters of an army can bear, `f1` to `f63`."""
    letter = setting.scenario.counters[army].letter
    return tuple(f"{letter}{number}" for number in range(1, MOST_COUNTERS + 1))


class Dealer:
    """Gives out ids that no counter bore when the question was asked, each once. taken: ids that others give out."""

    def __init__(self, board: Board, army: str, own: Own, taken: Collection[str] = ()) -> None:
        self._free = [uid for uid in board.free(army) if uid not in taken]
        self._own, self._fog = own, board.setting.fog

    @property
    def left(self) -> int:
        """How many ids are left."""
        return len(self._free)

    def one(self) -> str:
        """The next id; empty where none is left."""
        return next(iter(self.some(1)), "")

    def some(self, count: int) -> tuple[str, ...]:
        """The next ids; none at all where there are not so many."""
        if count > self.left:
            return ()
        given, self._free = tuple(self._free[:count]), self._free[count:]
        return given

    def deal(self, contents: Mapping[str, Json], label: str) -> dict[str, Json]:
        """Fresh id -> content; empty where there are not enough ids.

        contents: by a name that only their owner knows. label: other for each deal of one question.
        """
        ids = self.some(len(contents))
        order = self._fog.mixed(self._own, list(contents), label)
        return {uid: contents[name] for uid, name in zip(ids, order, strict=False)}


def deal_label(board: Board, army: str, what: str) -> str:
    """The label of a deal: other for each turn, army and place."""
    return f"{board.at.stage}.t{board.at.turn}.{army}.{what}"
