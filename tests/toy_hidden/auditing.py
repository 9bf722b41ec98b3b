"""The audit of Veiled: with a side's book open, was everything true that nobody could see?

Public steps need no audit: the log proves them. What is left are the moments at which a player wrote down something in
secret: counters turned face down, the scout's way, the answer to a search, and the face of a card that he played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.engine.hidden import EXCUSED, HIDDEN, OCCUPANCY, Accusation, Record, Step
from pbem.engine.requests import ORDERS
from pbem.engine.rollcall import standing_before
from tests.toy_hidden.board import Board, army_of, units_of
from tests.toy_hidden.compiling import way_fault
from tests.toy_hidden.data import SCOUT, Setting
from tests.toy_hidden.sequence import path_of, standing

Json = Any


class Audit:
    """The audit of one army."""

    def __init__(self, setting: Setting, army: str, record: Record) -> None:
        self.setting, self.army, self.record = setting, army, record
        self.found: list[Accusation] = []
        # The scout's newest path; whether any is known. Orders that were taken back or lost are not among the steps.
        self.path: list[str] = []
        self.known = False

    def accusations(self) -> Sequence[Accusation]:
        """Everything that is proven, in the order of the messages."""
        for step, before in standing_before(self.record):
            if step.army == self.army:
                self._counters(step, before)
                self._scout(step)
                self._occupancy(step)
                self._declared(step)
                self._card(step)
        return self.found

    def _accuse(self, code: str, step: Step, case: str, text: str) -> None:
        self.found.append(Accusation(code, self.army, step.seq, case, text))

    # -- conservation ---------------------------------------------------------------

    def _counters(self, step: Step, before: Mapping[str, int]) -> None:
        """1.2, 2.1, 2.2: nobody is in two places, nobody has vanished, nobody has joined."""
        if not step.committed:
            return
        if step.asked == ORDERS and step.at["stage"] == "setup":
            self._compare(step, "the set-up", step.committed, self.setting.order_of_battle[self.army], "1.2")
            return
        board = Board(self.setting, step.at)
        fresh = self._mixed(step, board, before)
        renewed = {}
        for counter in sorted(set(step.committed) - fresh):
            if counter not in board.at["counters"]:
                continue
            if board.face_up(counter):
                content = {counter: step.committed[counter]}
                self._compare(step, f"counter {counter}", content, board.units(counter), "2.1")
            else:
                renewed[counter] = step.committed[counter]
        if renewed:
            self._renewed(step, before, board, renewed)

    def _mixed(self, step: Step, board: Board, before: Mapping[str, int]) -> set[str]:
        """2.2: fresh counters hold together what the old ones of their box held. Returns the fresh ones."""
        fresh: set[str] = set()
        for entry in step.sent.get("mix", ()):
            new = {counter: step.committed.get(counter) for counter in entry["counters"]}
            old = [self._content(counter, before) for counter in board.hidden(self.army, entry["box"])]
            fresh |= set(new)
            if EXCUSED not in old and None not in new.values():
                units = [unit for content in old for unit in units_of(content)]
                self._compare(step, f"the counters mixed in {entry['box']}", new, units, "2.2")
        return fresh

    def _renewed(self, step: Step, before: Mapping[str, int], board: Board, renewed: Mapping[str, Json]) -> None:
        """Face-down counters committed to anew, as a seat does: the same as before, or else all that is not seen."""
        old = {counter: self.record.held(self.army, counter, before.get(counter, -1)) for counter in renewed}
        for counter, content in old.items():
            if content is not EXCUSED:
                one = {counter: renewed[counter]}
                self._compare(step, f"counter {counter}", one, units_of(content), "1.2")
        if EXCUSED not in old.values():
            return
        seen = [u for c in board.shown(self.army) for u in board.units(c)] + board.at["lost"]
        units = [unit for unit in self.setting.order_of_battle[self.army] if unit not in seen]
        self._compare(step, "the counters taken over", renewed, units, "1.2")

    def _content(self, counter: str, before: Mapping[str, int]) -> Json:
        """What a counter held when the message was written."""
        return self.record.held(self.army, counter, before.get(counter, -1))

    def _compare(self, step: Step, what: str, contents: Mapping[str, Json], units: Sequence[str], case: str) -> None:
        held = sorted(unit for content in contents.values() for unit in units_of(content))
        if held == sorted(units):
            most = self.setting.charts["stack"]
            crowded = [counter for counter, content in contents.items() if len(units_of(content)) > most]
            if crowded:
                self._accuse("AUDIT_CONSERVATION", step, "1.2", f"counter {crowded[0]} holds more than {most} units")
            return
        text = f"{what} hold {', '.join(held) or 'nothing'}, there were {', '.join(sorted(units)) or 'none'}"
        self._accuse("AUDIT_CONSERVATION", step, case, text)

    # -- the scout --------------------------------------------------------------------

    def _scout(self, step: Step) -> None:
        """7.1: it begins at home and walks in its own turns; a leaf that says what it said before stands still."""
        if HIDDEN not in step.leaves:
            return
        path = list(path_of(step.leaves[HIDDEN][SCOUT]))
        begins = step.asked == ORDERS and step.at["stage"] == "setup"
        # At its beginning it has stood nowhere before: there saying nothing new is no standing still.
        if step.at["scouts"][self.army] == "found" or (path == self.path and not begins):
            return
        if begins:
            if len(path) != 1 or path[0] not in self.setting.home[self.army]:
                self._accuse("AUDIT_MOVE_ILLEGAL", step, "7.1", f"the scout begins in {'-'.join(path) or 'no box'}")
        elif self.path or self.known:
            self._walked(step, path)
        self.path, self.known = path, True

    def _walked(self, step: Step, path: list[str]) -> None:
        text = way_fault(self.setting, standing({"path": self.path}), path) if path else "it has vanished"
        if step.at["army"] != self.army or step.asked != ORDERS:
            text = "it walks in the orders of its own turn only"
        if text:
            self._accuse("AUDIT_MOVE_ILLEGAL", step, "7.1", f"the scout went {'-'.join(path) or 'nowhere'}: {text}")

    def _occupancy(self, step: Step) -> None:
        """7.2: what was committed to for each box is what the scout's leaf says."""
        now = standing(step.leaves.get(HIDDEN, {}).get(SCOUT, ""))
        for box, value in step.leaves.get(OCCUPANCY, {}).items():
            if (value or []) != ([SCOUT] if box == now else []):
                there = "hides" if box == now else "invents"
                self._accuse("AUDIT_OMISSION", step, "7.2", f"the tree of occupancy {there} the scout in {box}")

    def _declared(self, step: Step) -> None:
        """7.2: a search is answered truly."""
        here = standing({"path": self.path})
        answer = step.sent.get("answer") if step.asked == "contact" else None
        searched = self._searched(step)
        if answer == "none" and searched and here == searched:
            self._accuse(
                "AUDIT_OMISSION", step, "7.2", f"the scout stood in {here}, which was searched, and kept still"
            )

    def _searched(self, step: Step) -> str:
        """The box that the running turn's orders searched, if this message answers that."""
        asked = [one for one in self.record.steps if one.seq < step.seq and "search" in one.sent]
        return str(asked[-1].sent["search"]) if asked else ""

    # -- cards ------------------------------------------------------------------------

    def _card(self, step: Step) -> None:
        """5.1: a card that is played was drawn, with that face."""
        card = step.sent.get("card")
        if card is None:
            return
        own = self.record.draws.get(self.army, ())
        drawn = [draw.result for draw in own if draw.label == card["draw"] and draw.seq < step.seq]
        if drawn and drawn[-1] != card["face"]:
            text = f"card {card['draw']} was played as a {card['face']}, drawn was a {drawn[-1]}"
            self._accuse("AUDIT_DRAW", step, "5.1", text)


__all__ = ["Audit", "army_of"]
