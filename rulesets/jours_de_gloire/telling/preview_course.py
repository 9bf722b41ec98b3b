"""Orders carried out on a board of their author's, as if every stack came through: no die falls, nobody reacts.

Goes by what the author knows; where he looks at orders without his secrets, what they hold stays unknown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from pbem.engine.hidden import Own
from pbem.engine.options import Json
from pbem.engine.requests import InHand
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.position import Position
from rulesets.jours_de_gloire.rules.march import steps
from rulesets.jours_de_gloire.rules.march.command import Lines, may_besiege
from rulesets.jours_de_gloire.rules.march.foreseen import Foreseen
from rulesets.jours_de_gloire.rules.march.moves import entering
from rulesets.jours_de_gloire.rules.scratch import Scratch
from rulesets.jours_de_gloire.rules.straggling import held_by, stragglers
from rulesets.jours_de_gloire.setting import Setting

_FACES = 6


class Course(Scratch):
    """A player turn up to its combat. own: with what the orders themselves commit to.

    known: contents of the author's counters, as they are after all that was carried out. moves: one entry for each of
    the orders, see `preview`. linked: counters with a line to a general before anybody moves, which is what a siege
    goes by (2-B1-4).
    """

    def __init__(self, setting: Setting, at: Position, army: str, orders: Mapping[str, Any], own: Own) -> None:
        super().__init__(setting, Board(setting, at), army, dict(orders), own)
        self.orders = orders
        self.moves: list[Json] = []
        self._look_round()

    def ordered(self) -> None:
        """The orders are carried out, from the Administrative Phase on."""
        self.administer()
        self._look_round()
        self.turn.book = self.markers if self.own.army else None
        self.moves = [self._move(number, entry) for number, entry in enumerate(self.orders.get("orders", ()))]
        self.known |= held_by(self.setting, self.board, self.army, self.markers)

    def in_hand(self, request: InHand) -> tuple[str, ...]:
        """Who reads orders without what they commit to takes them at their word."""
        return super().in_hand(request) if self.own.army else request.markers

    def _look_round(self) -> None:
        self.known: dict[str, Json] = held_by(self.setting, self.board, self.army, self.markers)
        lines = Lines(self.setting, self.board, self.known, self.army)
        self.linked = {counter for counter in self.board.counters(self.army) if may_besiege(lines.of(counter))}

    @property
    def void(self) -> list[Json]:
        """What the rules refuse."""
        return [{"where": list(f.path), "case": f.refusal.case, "text": f.refusal.text} for f in self.faults]

    @property
    def came(self) -> dict[str, str]:
        """Counter -> box from which it entered the box where it ends, "" for an entry of the map."""
        return self.turn.came

    @property
    def bridged(self) -> set[str]:
        """Counters whose last step crosses a bridge."""
        return self.turn.bridged

    # -- moves ------------------------------------------------------------------------------

    def _move(self, number: int, entry: Mapping[str, Any]) -> Json:
        stack = list(entry["stack"])
        self.known |= entering(self.turn, entry)
        told: dict[str, Json] = {"counters": stack, "box": self._start(entry), **_flags(entry)}
        march = self.march(number)
        if march is None:
            refusal = self.faults[-1].refusal
            return {**told, "void": refusal.text, "case": refusal.case}
        left = self.board.at.pc
        told |= {"allowance": march.allowance, "ways": march.way, "stragglers": self._stragglers(march)}
        told["paid"] = {command: {"pc": cost, "left": left.get(command, 0)} for command, cost in march.paid.items()}
        end = march.box if march.here else told["box"]
        return {**told, "end": end, "enemies": self._enemies(end)}

    def _start(self, entry: Mapping[str, Any]) -> str:
        there = self.board.at.counters
        if "enter" in entry:
            known = self.setting.map.entries.get(entry["enter"])
            return known.box if known is not None else ""
        return self.board.box(entry["stack"][0]) if entry["stack"] and entry["stack"][0] in there else ""

    def _stragglers(self, march: Foreseen) -> list[Json]:
        """jdg 5.4-3: for each unit of a forced march or concentration the chances of what it leaves behind."""
        known, found = march.known or {}, []
        for counter in march.here if march.causes else ():
            content = known.get(counter)
            if self.setting.troops(content) is not None:
                chances = _left_behind(self.setting, content, self.board.weather, march.vcs, len(march.causes))
                found.append({"counter": counter, "chances": {n: str(share) for n, share in chances.items()}})
        return found

    def _enemies(self, box: str) -> int:
        return len(self.board.enemies(self.army, box))


def _flags(entry: Mapping[str, Any]) -> dict[str, Json]:
    return {name: True for name in ("forced", "concentrate", "entrench") if steps.told(entry, name)}


def _left_behind(setting: Setting, content: Json, weather: str, vcs: Sequence[int], dice: int) -> dict[int, Fraction]:
    """Strength points left behind after so many dice -> exact chance."""
    found: dict[int, Fraction] = {0: Fraction(1)}
    for _ in range(dice):
        after: dict[int, Fraction] = {}
        for lost, share in found.items():
            left = {**content, "pf": int(content["pf"]) - lost}
            for die in range(1, _FACES + 1):
                total = lost + (stragglers(setting, left, die, weather, vcs) if left["pf"] else 0)
                after[total] = after.get(total, Fraction(0)) + share / _FACES
        found = after
    return dict(sorted(found.items()))
