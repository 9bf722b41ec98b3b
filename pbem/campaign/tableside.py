"""The answerer of two people at one terminal: they say what they decide, this computer rolls and keeps the hands."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pbem.campaign.revealing import Row, content_words
from pbem.engine.answerers import Nobody
from pbem.engine.hidden import Draw, truth
from pbem.engine.loop import DEFER, Defer, Stop
from pbem.engine.options import Json
from pbem.engine.requests import ASK, ORDERS, SEALED, SILENT, Choose, Claim, InHand, Roll, Silent
from pbem.report.text import said

if TYPE_CHECKING:
    from pbem.campaign.hands import Hands
    from pbem.campaign.hotseat import Table


@dataclass
class Shown:
    """What a run turned up and stated, for the report; and the hands as it leaves them."""

    hands: Hands
    markers: dict[str, Any]
    rows: list[Row] = field(default_factory=list)


class TwoPeople(Nobody):
    """Orders and one answer from the people; dice from the system; what is hidden from the hands; the rest as orders
    and slots' defaults say."""

    def __init__(self, table: Table, answer: Json | Silent, ask: str, shown: Shown) -> None:
        super().__init__(table.machine.armies["a"])
        self.table = table
        self.answer = answer
        self.ask = ask
        self.shown = shown

    def choose(self, request: Choose) -> Json | Silent | Defer | Stop:
        """The answer that was just given; a question that no orders settle stops the run."""
        if request.what == ORDERS:
            return Stop(request.side, ORDERS)
        if self.answer is not SILENT and request.what == self.ask:
            return self._given()
        return Stop(request.side, request.what) if request.slot or request.said == ASK else DEFER

    def _given(self) -> Json | Silent:
        answer, self.answer = self.answer, SILENT
        return answer

    def standing(self, side: str, slot: str) -> Json | Stop:
        """Nobody has standing orders at one terminal: the default."""
        letter = self.table.machine.letters[side]
        return self.table.machine.slot(letter, slot)[1].default

    def roll(self, request: Roll, count: int, faces: int) -> list[int] | Stop:
        """Real dice; of a private draw the owner's hand keeps the results."""
        results = [secrets.randbelow(faces) + 1 for _ in range(count)]
        if request.owner:
            at = self.table.played + 1
            self.shown.hands[request.owner].draws += [Draw(at, request.label, faces, result) for result in results]
        return results

    def in_hand(self, request: InHand) -> list[str]:
        """Those that hold something which nobody has seen."""
        entries = {name: self.shown.markers.get(name) for name in request.markers}
        return [name for name, entry in entries.items() if entry is not None and "seen" not in entry]

    def open(self, side: str, marker: str) -> Json | Stop:
        """What the owner put there."""
        content = self.shown.hands[side].markers[marker]
        self.shown.markers[marker] = {"seen": self.table.played + 1, **self.shown.markers[marker]}
        self.shown.rows.append((f"Opened {marker}", content_words(self.table, content)))
        return content

    def claim(self, request: Claim) -> Json | Stop:
        """The truth."""
        assert self.table.machine.forces is not None
        hand = self.shown.hands[request.side]
        named = {f"{tree}.{name}": value for tree, values in hand.leaves.items() for name, value in values.items()}
        held = {**hand.markers, **named}
        value = truth(self.table.machine.forces, request, held)
        words = f"{request.say}: {said(value, self.table.game.name)}"
        self.shown.rows.append((f"Stated of {request.marker}", words))
        return value

    def look(self, side: str, tree: str, name: str) -> Json | Stop:
        """The leaf as its owner left it."""
        return self.shown.hands[side].leaves.get(tree, {}).get(name, "")

    def seal(self, question: Choose) -> Json | Stop:
        """The answer that was just given goes into the owner's hand; else the question is due."""
        if self.answer is SILENT or SEALED + question.what != self.ask:
            return Stop(question.side, SEALED + question.what)
        self.shown.hands[question.side].sealed[question.label] = self._given()
        return question.label

    def unseal(self, question: Choose, seal: Json) -> Json | Silent | Stop:
        """The answer that waited."""
        return self.shown.hands[question.side].sealed.get(str(seal), SILENT)
