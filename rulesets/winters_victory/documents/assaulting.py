"""The macro `assault` as attacks: who stands before the enemy attacks him in the Shock Phase that these orders open
(12.0), the strongest stack first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pbem.engine.options import Json
from rulesets.winters_victory.board.pieces import INFANTRY, SKIRMISHERS
from rulesets.winters_victory.forms import SHOCK
from rulesets.winters_victory.orders_options import SegmentOrders
from rulesets.winters_victory.play import Play
from rulesets.winters_victory.rules.shock.attacks import defended
from rulesets.winters_victory.rules.shock.fighting import EMPTY

STANDS: Final = ("dot", "D", "D1")
"""wv 12.41-0, 12.41-D, 12.41-D1: results behind which the defender is still there."""
GOES: Final = ("Dr", "Dr1", "Dr2", "R", EMPTY)
"""wv 12.41-Dr, 12.41-R: results behind which the attacker stands in his hex."""
_FOOT: Final = (INFANTRY, SKIRMISHERS)


@dataclass
class Assaulting:
    """Attacks that macros write behind those of the document. taken: all so far, as the public input has them."""

    play: Play
    taken: list[Json]

    def attack(self, units: Sequence[str], on: Sequence[str], condition: Mapping[str, Any] | None) -> list[str]:
        """wv 12.11.1, 12.11.2, 12.11.3: the attacks of units on some hexes; who makes them. Of several stacks before
        one hex the next attacks if the one before it did not drive the defender off. The strongest goes on to another
        of the hexes if its first attack did."""
        busy: list[str] = []
        before: dict[str, str] = {}
        strongest = ""
        for at, stack in self._stacks(units):
            to = next((to for to in on if self._open(stack[0], at, to)), "")
            if not to:
                continue
            wait = {"shock": before[to], "result": list(STANDS)} if to in before else condition
            name = self._take(stack, to, wait)
            if name:
                busy += stack
                before[to] = name
                if not strongest:
                    strongest = name
                    self._on(stack, to, on, name)
        return busy

    def _on(self, stack: Sequence[str], to: str, on: Sequence[str], name: str) -> None:
        """wv 12.11.5-1: a second attack out of the hex that was won."""
        near = self.play.setting.field.neighbours[to]
        further = next((one for one in on if one in near and defended(self.play.scene, one, self._army)), "")
        if further and self.play.setting.units[stack[0]].kind == INFANTRY:
            self._take(stack, further, {"shock": name, "result": list(GOES)})

    @property
    def _army(self) -> str:
        return self.play.segment.army

    def _stacks(self, units: Sequence[str]) -> list[tuple[str, list[str]]]:
        """Foot by hexes, the strongest first."""
        board, found = self.play.board, dict[str, list[str]]()
        for uid in units:
            if uid in board.pieces and board.unit(uid).kind in _FOOT:
                found.setdefault(board.piece(uid).at, []).append(uid)
        strengths = {at: sum(board.piece(uid).strength for uid in stack) for at, stack in found.items()}
        return sorted(found.items(), key=lambda one: (-strengths[one[0]], one[0]))

    def _open(self, uid: str, at: str, to: str) -> bool:
        """wv 12.11.3: whether a unit looks at enemies in a hex."""
        near = self.play.setting.field.neighbours[at]
        return to in near and self.play.board.faces(uid, to, at=at) and defended(self.play.scene, to, self._army)

    def _take(self, units: Sequence[str], to: str, condition: Mapping[str, Any] | None) -> str:
        """Its name, "" for an attack that the rules refuse."""
        name = f"m{len(self.taken) + 1}"
        entry = {"id": name, "units": list(units), "on": [to], **({"if": dict(condition)} if condition else {})}
        wanted = [*self.taken, entry]
        refused = {one.path[1] for one in SegmentOrders(self.play).faults({SHOCK: wanted})}
        if len(wanted) - 1 in refused:
            return ""
        self.taken.append(entry)
        return name
