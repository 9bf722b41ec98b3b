"""The answerer of a campaign by mail: everything it says stands in the messages of the log (protocol section 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from pbem.engine.answerers import Nobody
from pbem.engine.loop import DEFER, Defer, Stop
from pbem.engine.options import Json, Refusal
from pbem.engine.requests import CONTINUE, ORDERS, SEALED, SILENT, Choose, Claim, InHand, Roll, Silent
from pbem.protocol.faults import Fault
from pbem.protocol.machine import ABSENT

if TYPE_CHECKING:
    from pbem.campaign.core.machine import GameMachine
    from pbem.engine.state import State
    from pbem.protocol.dice import Stream
    from pbem.protocol.machine import Binding, OpeningSource

DOCTRINE = "doctrine"


class ByMail(Nobody):
    """Answers from what was mailed: the input of the segment's message, both sides' openings, the dice stream.

    op_seq: number of the message that opened the segment. pending: its answer to the question that was due.
    markers: the commitments to markers, with what this segment opened.
    """

    def __init__(
        self,
        machine: GameMachine,
        closer: str,
        stream: Stream,
        openings: OpeningSource,
        op_seq: int,
        state: State,
        pending: Json | Silent,
    ) -> None:
        super().__init__(machine.armies[closer])
        self.machine = machine
        self.closer = closer
        self.stream = stream
        self.openings = openings
        self.op_seq = op_seq
        self.phase_seq = state["phase_seq"]
        self.ask = state["need"]["ask"]
        self.pending = pending
        # An entry is never changed: what is seen of a marker makes another one.
        self.markers: dict[str, Any] = dict(state.get("markers", {}))

    def in_hand(self, request: InHand) -> list[str]:
        """Those with a commitment that has not been opened: what lies face up holds nothing secret."""
        entries = {name: self.markers.get(name) for name in request.markers}
        return [name for name, entry in entries.items() if entry is not None and "seen" not in entry]

    def choose(self, request: Choose) -> Json | Silent | Defer | Stop:
        """The mailed answer to the question that stopped the segment before; else what orders and slots say."""
        if request.what == ORDERS:
            return Stop(request.army, ORDERS)
        if self.pending is SILENT or request.what != self.ask:
            return DEFER
        answer, self.pending = self.pending, SILENT
        return answer

    def standing(self, army: str, slot: str) -> Json | Stop:
        """An opening of the closer; what belongs to the other army waits for a segment that he closes."""
        seat = self.machine.seats[army]
        index, entry = self.machine.slot(seat, slot)
        value = self.openings.consult(seat, DOCTRINE, index, cast("Binding", entry.binding), self.phase_seq)
        return self._present(army, value) if value is ABSENT else self.machine.fitting(entry, value)

    def roll(self, request: Roll, count: int, faces: int) -> list[int] | Stop:
        """Dice from the segment's stream (protocol section 8); private ones only where their owner closes it."""
        if not request.owner:
            return [self.stream.die(request.label, faces) for _ in range(count)]
        if self.machine.seats[request.owner] != self.closer:
            return self._wait()
        for _ in range(count):
            self.stream.unseen(request.label, faces)
        return [0] * count

    def open(self, army: str, marker: str) -> Json | Stop:
        """The content of a marker; a unit that two markers claimed at the same time is HIDE_DUPLICATE."""
        seat, entry = self._marker(army, marker)
        content = self.openings.marker(seat, marker, entry["at"], entry["commit"])
        if content is ABSENT:
            return self._wait()
        fault = self._shown(marker, content)
        if fault is not None and seat != self.closer:
            # What the other side shows of its own accord accuses nobody else: it has to open it when it closes.
            return self._wait()
        if fault is not None:
            raise fault
        return content

    def claim(self, request: Claim) -> Json | Stop:
        """What the closer states."""
        seat, _ = self._marker(request.army, request.marker)
        return self._present(request.army, self.openings.claim(seat, request.marker, request.say, request.scene))

    def look(self, army: str, tree: str, name: str) -> Json | Stop:
        """A leaf of a hidden tree, from the army's newest message before the closing one."""
        seat = self.machine.seats[army]
        if name not in self.machine.leaves[seat].get(tree, ()):
            raise Fault("ENGINE_MISMATCH", f"the rules look for {name!r} in the tree {tree!r}, which lacks it")
        slot = self.machine.leaf(seat, tree, name)
        return self._present(army, self.openings.consult(seat, tree, slot, "message", self.phase_seq))

    def seal(self, question: Choose) -> Json | Stop:
        """The commitment that answered the question; else the question is due."""
        if self.pending is SILENT or SEALED + question.what != self.ask:
            return Stop(question.army, SEALED + question.what)
        seal, self.pending = self.pending, SILENT
        return seal

    def unseal(self, question: Choose, seal: Json) -> Json | Silent | Stop:
        """The sealed answer; one that has not the form of an answer counts as silence."""
        seat = self.machine.seats[question.army]
        if self.openings.lost(seat, seal["at"]):
            return SILENT
        value = self.openings.sealed(seat, seal["at"], seal["commit"])
        if value is ABSENT:
            return self._wait()
        return value if self.machine.fits_answer(question.what, value) else SILENT

    def refused(self, request: Choose, refusal: Refusal) -> None:
        """A void order stands on the tape; where the rules oblige, it says that the default counts."""
        if request.obliged:
            self.stream.default(request.label)
        else:
            self.stream.void(request.label)

    def defaulted(self, request: Choose) -> None:
        """The tape says that the default counts."""
        self.stream.default(request.label)

    # -- commitments ----------------------------------------------------------------

    def _wait(self) -> Stop:
        """What belongs to the other side waits for a segment that he closes: the closer's own message goes on."""
        return Stop(self.machine.armies[self.closer], CONTINUE)

    def _present(self, army: str, value: Any) -> Json | Stop:
        return self._wait() if value is ABSENT else value

    def _marker(self, army: str, marker: str) -> tuple[str, dict[str, Any]]:
        seat = self.machine.seats[army]
        entry = self.markers.get(marker)
        if entry is None or entry["side"] != seat:
            raise Fault("ENGINE_MISMATCH", f"the rules ask about marker {marker}, of which {army} committed to nothing")
        return seat, cast("dict[str, Any]", entry)

    def _shown(self, marker: str, content: Any) -> Fault | None:
        """Notes which units were found; what is wrong with them, None if nothing is."""
        assert self.machine.forces is not None
        entry, found = self.markers[marker], sorted(set(self.machine.forces.units_in(content)))
        # A seating may have committed to it anew since it was seen.
        if entry["at"] < entry.get("seen", -1):
            return None
        shown = {**entry, "units": found, "seen": self.op_seq + 1}
        seat, units = entry["side"], set(found)
        for name in sorted(name for name, other in self.markers.items() if "seen" in other and other["side"] == seat):
            other = self.markers[name]
            twice = sorted(units.intersection(other["units"])) if units else ()
            if twice and max(entry["at"], other["at"]) < min(shown["seen"], other["seen"]):
                where = f"in marker {name} and in marker {marker} at once"
                return Fault("HIDE_DUPLICATE", f"{', '.join(twice)}: {where}")
        self.markers[marker] = shown
        return None
