"""Consulting commitments while a segment is computed: from a message's openings, or one's own (section 9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.protocol.commitments import Tree, leaf_opens
from pbem.protocol.faults import Fault
from pbem.protocol.machine import Binding
from pbem.protocol.messages import Message

Commitments = Mapping[int, Mapping[str, Sequence[Any]]]
"""What a side committed to: seq of its message -> kind of tree -> values of the slots from 0."""


def bound_message(
    messages: Sequence[Message], side: str, closing_seq: int, binding: Binding, phase_seq: int
) -> Message:
    """The message of `side` whose root counts for a consultation in the segment closed by `closing_seq`.

    Never the closing message itself. Raises Fault ENGINE_MISMATCH where the side has committed to nothing
    by then: rules must not ask.
    """
    last = min(closing_seq - 1, phase_seq) if binding == "phase" else closing_seq - 1
    for message in reversed(messages[: last + 1]):
        if message.side == side and "roots" in message.body:
            return message
    raise Fault("ENGINE_MISMATCH", f"side {side} has no commitment up to message {last}")


class _Consultation:
    """What both sources share: the closer rule and which message and tree a request means."""

    def __init__(self, messages: Sequence[Message], trees: Mapping[str, int], game: bytes, closer: str) -> None:
        self._messages = messages
        self._trees = trees
        self._game = game
        self._closer = closer

    def _resolve(self, side: str, kind: str, slot: int, binding: Binding, phase_seq: int) -> Message:
        if side != self._closer:
            raise Fault("ENGINE_MISMATCH", f"the rules consult side {side} in a segment that it does not close")
        if kind not in self._trees or not 0 <= slot < 2 ** self._trees[kind]:
            raise Fault("ENGINE_MISMATCH", f"the rules consult slot {slot} of tree {kind!r}, which does not exist")
        return bound_message(self._messages, side, len(self._messages), binding, phase_seq)


class CheckedOpenings(_Consultation):
    """Serves the values that the closing message opens, each checked against the root it must come from."""

    def __init__(
        self,
        messages: Sequence[Message],
        trees: Mapping[str, int],
        game: bytes,
        closer: str,
        openings: Sequence[dict[str, Any]],
    ) -> None:
        super().__init__(messages, trees, game, closer)
        self._openings = openings
        self._leaves: dict[tuple[str, int], list[int]] = {}
        for index, opening in enumerate(openings):
            if opening["t"] == "leaf":
                self._leaves.setdefault((opening["kind"], opening["slot"]), []).append(index)
        self._served: dict[tuple[str, int, int], int] = {}

    def consult(self, side: str, kind: str, slot: int, binding: Binding, phase_seq: int) -> Any:
        """See OpeningSource."""
        message = self._resolve(side, kind, slot, binding, phase_seq)
        served = self._served.get((kind, slot, message.seq))
        if served is None:
            served = self._find(message, kind, slot)
            self._served[kind, slot, message.seq] = served
        return self._openings[served]["value"]

    def _find(self, message: Message, kind: str, slot: int) -> int:
        given = self._leaves.get((kind, slot), [])
        if not given:
            raise Fault("OPEN_MISSING", f"slot {slot} of {kind} was consulted and is not opened")
        fresh = [index for index in given if self._openings[index]["at"] == message.seq]
        if not fresh:
            at = self._openings[given[0]]["at"]
            raise Fault(
                "OPEN_STALE", f"slot {slot} of {kind} is opened from message {at}; message {message.seq} counts"
            )
        root = bytes.fromhex(message.body["roots"][kind])
        if not leaf_opens(self._openings[fresh[0]], self._game, self._closer, self._trees[kind], root):
            raise Fault("OPEN_MISMATCH", f"slot {slot} of {kind} was committed to with another value")
        return fresh[0]

    def settle(self) -> list[dict[str, Any]]:
        """The openings, once every one was consulted and none stands twice. Raises Fault OPEN_EXTRA."""
        used = set(self._served.values())
        for index, opening in enumerate(self._openings):
            if index not in used:
                what = f"slot {opening['slot']} of {opening['kind']}" if opening["t"] == "leaf" else opening["t"]
                raise Fault("OPEN_EXTRA", f"opening {index + 1} ({what}) was not asked for")
        return list(self._openings)


class OwnOpenings(_Consultation):
    """Serves a side's own secret values while it composes, and collects the openings it must publish.

    openings: what the message has to carry, in the order of the first consultation.
    """

    def __init__(
        self,
        messages: Sequence[Message],
        trees: Mapping[str, int],
        game: bytes,
        closer: str,
        veil: bytes,
        commitments: Commitments,
    ) -> None:
        super().__init__(messages, trees, game, closer)
        self._veil = veil
        self._commitments = commitments
        self._built: dict[tuple[str, int], Tree] = {}
        self._done: dict[tuple[str, int, int], dict[str, Any]] = {}

    @property
    def openings(self) -> list[dict[str, Any]]:
        """Openings of everything consulted so far."""
        return list(self._done.values())

    def consult(self, side: str, kind: str, slot: int, binding: Binding, phase_seq: int) -> Any:
        """See OpeningSource. Raises KeyError when the own values of that message are not at hand."""
        message = self._resolve(side, kind, slot, binding, phase_seq)
        opening = self._done.get((kind, slot, message.seq))
        if opening is None:
            opening = self._tree(kind, message.seq).opening(slot)
            self._done[kind, slot, message.seq] = opening
        return opening["value"]

    def _tree(self, kind: str, seq: int) -> Tree:
        tree = self._built.get((kind, seq))
        if tree is None:
            values = self._commitments[seq][kind]
            tree = Tree(self._game, self._closer, seq, kind, self._veil, values, self._trees[kind])
            self._built[kind, seq] = tree
        return tree
