"""Consulting commitments while a segment is computed: from a message's openings, or one's own (section 9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pbem.protocol.commitments import (
    Tree,
    leaf_opens,
    marker_opening,
    marker_opens,
    sealed_opening,
    sealed_opens,
)
from pbem.protocol.encoding import prf
from pbem.protocol.faults import Fault
from pbem.protocol.keys import salt
from pbem.protocol.ledger import Ledger
from pbem.protocol.machine import ABSENT, Binding
from pbem.protocol.messages import Message
from pbem.protocol.secrets_ring import Ring

Committed = Mapping[str, Any]
"""What one message commits to: kind of tree -> values of the slots from 0; `marker`: id -> content; `sealed`: list
with the answer."""
Commitments = Mapping[int, Committed]
"""Number of a seat's own message -> what it commits to."""
Truth = Callable[[str, str, Mapping[str, Any], Mapping[str, Sequence[Any]], Any, bytes], Any]
"""What a truthful owner says: marker, name of the fact, contents of all his markers, values of his trees from slot 0 as
they count now, the claim's scene, the secret by which he picks one of several true answers -> answer."""


def bound_message(
    messages: Sequence[Message], seat: str, closing_seq: int, binding: Binding, phase_seq: int, oldest: int = -1
) -> Message:
    """The message of `seat` whose root counts for a consultation in the segment closed by `closing_seq`.

    Never the closing message itself, nor one older than the seat's last seating, `oldest`. Raises Fault ENGINE_MISMATCH
    where the seat has committed to nothing by then: rules must not ask.
    """
    last = min(closing_seq - 1, phase_seq) if binding == "phase" else closing_seq - 1
    # Who took a lost seat after the phase began commits with it for the first time.
    last = max(last, oldest)
    for seq in range(last, -1, -1):
        message = messages[seq]
        if message.seat == seat and "roots" in message.body:
            return message
    raise Fault("ENGINE_MISMATCH", f"side {seat} has no commitment up to message {last}")


class _Consultation:
    """What both sources share: which message and tree a request means, and what the other side's input opens."""

    def __init__(
        self,
        messages: Sequence[Message],
        trees: Mapping[str, int],
        game: bytes,
        closer: str,
        ledger: Ledger | None = None,
    ) -> None:
        self._messages = messages
        self._trees = trees
        self._game = game
        self._closer = closer
        self._ledger = ledger or Ledger()
        # Seat, binding and message of the phase -> the message that counts for them: many slots are asked for together.
        self._bound: dict[tuple[str, str, int], Message] = {}

    def lost(self, seat: str, at: int) -> bool:
        """Whether nobody holds any more what message `at` of a seat sealed: a void seating came after it."""
        return any(a.what == "void seat" and a.seat == seat and a.seq > at for a in self._ledger.agreed)

    def _resolve(self, seat: str, kind: str, slot: int, binding: Binding, phase_seq: int) -> Message:
        if kind not in self._trees or not 0 <= slot < 2 ** self._trees[kind]:
            raise Fault("ENGINE_MISMATCH", f"the rules consult slot {slot} of tree {kind!r}, which does not exist")
        key = seat, binding, phase_seq
        found = self._bound.get(key)
        if found is None:
            oldest = self._ledger.last_seating(seat)
            found = bound_message(self._messages, seat, len(self._messages), binding, phase_seq, oldest)
            self._bound[key] = found
        return found

    def _volunteered(self, fits: Callable[[dict[str, Any]], bool]) -> Any:
        """What the other side's own input opens; one that its commitment does not bear out is as none."""
        for opening in self._messages[-1].body.get("input", {}).get("open", []):
            if fits(opening):
                return opening["value"]
        return ABSENT

    def _other_leaf(self, seat: str, kind: str, slot: int, message: Message) -> Any:
        root = bytes.fromhex(message.body["roots"][kind])
        return self._volunteered(
            lambda o: (
                (o["t"], o.get("kind"), o.get("slot"), o["at"]) == ("leaf", kind, slot, message.seq)
                and leaf_opens(o, self._game, seat, self._trees[kind], root)
            )
        )

    def _other_marker(self, seat: str, name: str, at: int, commit: str) -> Any:
        return self._volunteered(
            lambda o: (
                (o["t"], o.get("marker"), o["at"]) == ("marker", name, at)
                and marker_opens(o, self._game, seat, bytes.fromhex(commit))
            )
        )

    def _other_sealed(self, seat: str, at: int, commit: str) -> Any:
        return self._volunteered(
            lambda o: (o["t"], o["at"]) == ("sealed", at) and sealed_opens(o, self._game, seat, bytes.fromhex(commit))
        )


class CheckedOpenings(_Consultation):
    """Serves the values that the closing message opens, each checked against the commitment it must come from.

    openings, claims: members `open` and `claims` of the closing message. ledger: the log's.
    """

    def __init__(
        self,
        messages: Sequence[Message],
        trees: Mapping[str, int],
        game: bytes,
        closer: str,
        openings: Sequence[dict[str, Any]],
        claims: Sequence[dict[str, Any]] = (),
        ledger: Ledger | None = None,
    ) -> None:
        super().__init__(messages, trees, game, closer, ledger)
        self._openings = openings
        self._claims = claims
        self._claimed = 0
        self._by_name: dict[tuple[str, str], list[int]] = {}
        for index, opening in enumerate(openings):
            self._by_name.setdefault(_name_of(opening), []).append(index)
        self._served: dict[tuple[str, str, int], int] = {}

    def consult(self, seat: str, kind: str, slot: int, binding: Binding, phase_seq: int) -> Any:
        """See OpeningSource."""
        message = self._resolve(seat, kind, slot, binding, phase_seq)
        if seat != self._closer:
            return self._other_leaf(seat, kind, slot, message)
        root = bytes.fromhex(message.body["roots"][kind])
        depth = self._trees[kind]
        return self._serve(kind, str(slot), message.seq, lambda o: leaf_opens(o, self._game, seat, depth, root))

    def marker(self, seat: str, name: str, at: int, commit: str) -> Any:
        """See OpeningSource."""
        if seat != self._closer:
            return self._other_marker(seat, name, at, commit)
        return self._serve("marker", name, at, lambda o: marker_opens(o, self._game, seat, bytes.fromhex(commit)))

    def sealed(self, seat: str, at: int, commit: str) -> Any:
        """See OpeningSource."""
        if seat != self._closer:
            return self._other_sealed(seat, at, commit)
        return self._serve("sealed", "", at, lambda o: sealed_opens(o, self._game, seat, bytes.fromhex(commit)))

    def claim(self, seat: str, marker: str, say: str, scene: Any = None) -> Any:
        """See OpeningSource."""
        if seat != self._closer:
            return ABSENT
        given = self._claims[self._claimed] if self._claimed < len(self._claims) else None
        if given is None or (given["marker"], given["say"]) != (marker, say):
            raise Fault("OPEN_MISSING", f"marker {marker}: whether {say} was asked and is not claimed")
        self._claimed += 1
        return given["value"]

    def _serve(self, kind: str, name: str, at: int, fits: Callable[[dict[str, Any]], bool]) -> Any:
        served = self._served.get((kind, name, at))
        if served is None:
            served = self._find(kind, name, at, fits)
            self._served[kind, name, at] = served
        return self._openings[served]["value"]

    def _find(self, kind: str, name: str, at: int, fits: Callable[[dict[str, Any]], bool]) -> int:
        given, what = self._by_name.get((kind, name), []), _words(kind, name)
        if not given:
            raise Fault("OPEN_MISSING", f"{what} was consulted and is not opened")
        fresh = [index for index in given if self._openings[index]["at"] == at]
        if not fresh:
            stale = self._openings[given[0]]["at"]
            raise Fault("OPEN_STALE", f"{what} is opened from message {stale}; message {at} counts")
        if not fits(self._openings[fresh[0]]):
            raise Fault("OPEN_MISMATCH", f"{what} was committed to with another value")
        return fresh[0]

    def settle(self) -> list[dict[str, Any]]:
        """The openings, once every one was consulted and none stands twice. Raises Fault OPEN_EXTRA."""
        used = set(self._served.values())
        for index, opening in enumerate(self._openings):
            if index not in used:
                raise Fault("OPEN_EXTRA", f"opening {index + 1} ({_words(*_name_of(opening))}) was not asked for")
        if self._claimed < len(self._claims):
            extra = self._claims[self._claimed]
            raise Fault("OPEN_EXTRA", f"marker {extra['marker']}: whether {extra['say']} was not asked")
        return list(self._openings)


def _name_of(opening: dict[str, Any]) -> tuple[str, str]:
    if opening["t"] == "leaf":
        return opening["kind"], str(opening["slot"])
    return opening["t"], opening.get("marker", "")


def _words(kind: str, name: str) -> str:
    if kind == "sealed":
        return "the sealed answer"
    return f"marker {name}" if kind == "marker" else f"slot {name} of {kind}"


class OwnOpenings(_Consultation):
    """Serves a seat's own secret values while it composes, and collects the openings it must publish.

    ring: whose secrets salted them. commitments: the own messages' committed values. truth: answers claims.
    openings, claims: what the message has to carry, in the order of the first consultation.
    """

    def __init__(
        self,
        messages: Sequence[Message],
        trees: Mapping[str, int],
        game: bytes,
        closer: str,
        ring: Ring,
        commitments: Commitments,
        truth: Truth | None = None,
        ledger: Ledger | None = None,
        markers: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> None:
        super().__init__(messages, trees, game, closer, ledger)
        self._ring = ring
        self._commitments = commitments
        self._truth = truth
        self._markers = markers or {}
        self._built: dict[tuple[str, int], Tree] = {}
        self._done: dict[tuple[str, str, int], dict[str, Any]] = {}
        self.claims: list[dict[str, Any]] = []

    @property
    def openings(self) -> list[dict[str, Any]]:
        """Openings of everything consulted so far."""
        return list(self._done.values())

    def consult(self, seat: str, kind: str, slot: int, binding: Binding, phase_seq: int) -> Any:
        """See OpeningSource. Raises KeyError when the own values of that message are not at hand."""
        message = self._resolve(seat, kind, slot, binding, phase_seq)
        if seat != self._closer:
            return self._other_leaf(seat, kind, slot, message)
        return self._open(kind, str(slot), message.seq, lambda: self._tree(kind, message.seq).opening(slot))

    def marker(self, seat: str, name: str, at: int, commit: str) -> Any:
        """See OpeningSource. Raises KeyError as `consult` does."""
        if seat != self._closer:
            return self._other_marker(seat, name, at, commit)
        return self._open("marker", name, at, lambda: self._own_marker(name, at))

    def sealed(self, seat: str, at: int, commit: str) -> Any:
        """See OpeningSource. Raises KeyError as `consult` does."""
        if seat != self._closer:
            return self._other_sealed(seat, at, commit)
        return self._open("sealed", "", at, lambda: self._own_sealed(at))

    def claim(self, seat: str, marker: str, say: str, scene: Any = None) -> Any:
        """See OpeningSource: what `truth` makes of the marker's content."""
        if seat != self._closer:
            return ABSENT
        if self._truth is None:
            raise Fault("ENGINE_MISMATCH", "the rules ask for a claim and cannot say what is true")
        own = {name: entry["at"] for name, entry in sorted(self._markers.items()) if entry["side"] == seat}
        held = {name: self._commitments[at]["marker"][name] for name, at in own.items()}
        newest = bound_message(self._messages, seat, len(self._messages), "message", 0, self._ledger.last_seating(seat))
        secret = prf(self._ring.spans[-1][1].veil, "claim", self._game)
        value = self._truth(marker, say, held, self._commitments[newest.seq], scene, secret)
        self.claims.append({"marker": marker, "say": say, "value": value})
        return value

    def _open(self, kind: str, name: str, at: int, make: Callable[[], dict[str, Any]]) -> Any:
        opening = self._done.get((kind, name, at))
        if opening is None:
            opening = make()
            self._done[kind, name, at] = opening
        return opening["value"]

    def _own_marker(self, name: str, at: int) -> dict[str, Any]:
        return own_marker(self._ring, self._game, self._closer, at, name, self._commitments[at]["marker"][name])

    def _own_sealed(self, at: int) -> dict[str, Any]:
        own = salt(self._ring.at(at).veil, self._game, self._closer, at, "sealed", "")
        return sealed_opening(at, own, self._commitments[at]["sealed"][0])

    def _tree(self, kind: str, seq: int) -> Tree:
        tree = self._built.get((kind, seq))
        if tree is None:
            values = self._commitments[seq][kind]
            tree = Tree(self._game, self._closer, seq, kind, self._ring.at(seq).veil, values, self._trees[kind])
            self._built[kind, seq] = tree
        return tree


def own_marker(ring: Ring, game: bytes, seat: str, at: int, name: str, content: Any) -> dict[str, Any]:
    """The opening of one's own marker."""
    return marker_opening(at, name, salt(ring.at(at).veil, game, seat, at, "marker", name), content)
