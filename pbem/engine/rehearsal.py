"""Carries a phase out on a scratch board by what one army knows: for a preview, for compiling orders, for the audit.

A rule is written once, in the phase. Who writes orders carries the same phase out on a copy of the board, with his own
markers open before him: what it tells is the preview, what it refuses are the faults of his orders, each with the place
in them, and what it opens goes into his message. The audit does the same with the book of an army opened.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from pbem.engine.contract import PlacedRefusal
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json, Refusal
from pbem.engine.requests import ASK, Choose, InHand, Look, Open, Request, Silent, Tell


class Unforeseen(Exception):
    """A phase asks for what nobody can know beforehand: a die, or what the other army does or hides."""

    def __init__(self, request: Request) -> None:
        super().__init__(f"nobody can foresee {request}")
        self.request = request


class OpenBook:
    """Answers a phase by the book of one army, whose orders the phase carries out.

    own: what it knows. markers: what its markers hold; one to which the orders commit anew holds that from the moment
    on at which the phase finds it in hand. committed: what the orders commit to; None where `own` has it already.

    events: what was told. faults: what the rules refused, each with its place in the orders. opened: markers, and
    leaves as `tree.name`, that the phase turned up, in their order.
    """

    def __init__(self, own: Own = NOTHING, committed: Mapping[str, Json] | None = None) -> None:
        self.own = own
        self.markers: dict[str, Json] = dict(own.markers)
        self.committed: Mapping[str, Json] = own.markers if committed is None else committed
        self.events: list[dict[str, Json]] = []
        self.faults: list[PlacedRefusal] = []
        self.opened: list[str] = []

    def carry_out(self, procedure: Generator[Request, Any, Any]) -> Any:
        """Carries a phase, or a part of one, out to its end and gives what it returns. Raises Unforeseen."""
        answer: Json = None
        try:
            while True:
                answer = self.answer(procedure.send(answer))
        except StopIteration as end:
            return end.value
        finally:
            procedure.close()

    def answer(self, request: Request) -> Json:
        """The answer to one request. Raises Unforeseen."""
        if isinstance(request, Tell):
            self.tell(request.event)
            return None
        if getattr(request, "army", self.own.army) != self.own.army and self.own.army:
            return self.foreseen(request)
        if isinstance(request, Choose):
            return self.choose(request)
        if isinstance(request, InHand):
            return self.in_hand(request)
        if isinstance(request, Open):
            return tuple(self._opened(marker, self.markers.get(marker)) for marker in request.markers)
        if isinstance(request, Look):
            return tuple(self._opened(f"{request.tree}.{name}", self.leaf(request, name)) for name in request.names)
        return self.foreseen(request)

    def tell(self, event: Mapping[str, Json]) -> None:
        """Keeps what happens."""
        self.events.append(dict(event))

    def choose(self, request: Choose) -> Json:
        """What the orders say; the default where they say nothing yet, or something illegal."""
        said = request.said if isinstance(request.said, Silent) or request.said == ASK else request.read(request.said)
        if isinstance(said, Silent) or said == ASK:
            return request.options.default()
        refusal = request.options.why_not(said)
        return said if refusal is None else self.refused(request, refusal)

    def refused(self, request: Choose, refusal: Refusal) -> Json:
        """Notes the refusal with its place in the orders, and gives what counts in place of the answer."""
        self.faults.append(PlacedRefusal(request.where, refusal))
        return request.options.default()

    def in_hand(self, request: InHand) -> tuple[str, ...]:
        """The markers that hold a commitment; those to which the orders commit hold it from now on."""
        self.markers |= {marker: self.committed[marker] for marker in request.markers if marker in self.committed}
        return tuple(marker for marker in request.markers if marker in self.markers)

    def leaf(self, request: Look, name: str) -> Json:
        """A leaf of the army, "" for an unused one."""
        return self.own.leaves.get(request.tree, {}).get(name, "")

    def foreseen(self, request: Request) -> Json:
        """What is supposed of a die or of the other army. Raises Unforeseen: nothing is."""
        raise Unforeseen(request)

    def _opened(self, name: str, value: Json) -> Json:
        if name not in self.opened:
            self.opened.append(name)
        return value
