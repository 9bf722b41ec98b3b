"""The answerer of two people at one terminal: they say what they decide, this computer rolls and keeps the hands."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pbem.campaign.telling.revealing import Row, content_words, stated_rows, stated_words
from pbem.engine.answerers import Nobody
from pbem.engine.hidden import Draw, truth
from pbem.engine.loop import DEFER, Defer, Stop
from pbem.engine.options import Json
from pbem.engine.requests import ASK, ORDERS, SEALED, SILENT, Choose, Claim, InHand, Roll, Silent

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pbem.local.hotseat import Table
    from pbem.local.hotseat_hidden import Hands


@dataclass
class Shown:
    """What a run turned up and stated, for the report; and the hands as it leaves them.

    standing: seat -> slot -> value, as far as its player has set it. stated: as `stated_rows` takes it.
    """

    hands: Hands
    markers: dict[str, Any]
    standing: Mapping[str, Mapping[str, Json]] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    stated: list[tuple[str, Json, str]] = field(default_factory=list)

    def told(self) -> list[Row]:
        """All of it for the report."""
        return [*self.rows, *stated_rows(self.stated)]


class TwoPeople(Nobody):
    """Orders and one answer from the people; dice from the system; what is hidden from the hands; the rest as orders,
    standing orders and their defaults say."""

    def __init__(self, table: Table, answer: Json | Silent, ask: str, shown: Shown) -> None:
        super().__init__(table.machine.armies["a"])
        self.table = table
        self.answer = answer
        self.ask = ask
        self.shown = shown

    def choose(self, request: Choose) -> Json | Silent | Defer | Stop:
        """The answer that was just given; a question that no orders settle stops the run."""
        if request.what == ORDERS:
            return Stop(request.army, ORDERS)
        if self.answer is not SILENT and request.what == self.ask:
            return self._given()
        asks = request.said == ASK if not request.slot else self._value(request.army, request.slot) == ASK
        return Stop(request.army, request.what) if asks else DEFER

    def _value(self, army: str, slot: str) -> Json:
        """What a player has set; `ask` where he has not."""
        return self.shown.standing.get(self.table.machine.seats[army], {}).get(slot, ASK)

    def _given(self) -> Json | Silent:
        answer, self.answer = self.answer, SILENT
        return answer

    def standing(self, army: str, slot: str) -> Json | Stop:
        """What a player has set, else the default."""
        value = self._value(army, slot)
        return self.table.machine.slot(self.table.machine.seats[army], slot)[1].default if value == ASK else value

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

    def open(self, army: str, marker: str) -> Json | Stop:
        """What the owner put there."""
        content = self.shown.hands[army].markers[marker]
        self.shown.markers[marker] = {"seen": self.table.played + 1, **self.shown.markers[marker]}
        self.shown.rows.append((f"Opened {marker}", content_words(self.table, content)))
        return content

    def claim(self, request: Claim) -> Json | Stop:
        """The truth."""
        assert self.table.machine.forces is not None
        hand = self.shown.hands[request.army]
        named = {f"{tree}.{name}": value for tree, values in hand.leaves.items() for name, value in values.items()}
        held = {**hand.markers, **named}
        value = truth(self.table.machine.forces, request, held)
        self.shown.stated.append((request.marker, value, stated_words(self.table, request.say, value)))
        return value

    def look(self, army: str, tree: str, name: str) -> Json | Stop:
        """The leaf as its owner left it."""
        return self.shown.hands[army].leaves.get(tree, {}).get(name, "")

    def seal(self, question: Choose) -> Json | Stop:
        """The answer that was just given goes into the owner's hand; else the question is due."""
        if self.answer is SILENT or SEALED + question.what != self.ask:
            return Stop(question.army, SEALED + question.what)
        self.shown.hands[question.army].sealed[question.label] = self._given()
        return question.label

    def unseal(self, question: Choose, seal: Json) -> Json | Silent | Stop:
        """The answer that waited."""
        return self.shown.hands[question.army].sealed.get(str(seal), SILENT)
