"""The disclosure that ends a log: veils and book, recomputed against every commitment and opening (section 13)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pbem.lean import dataclass
from pbem.protocol import commitments
from pbem.protocol.commitments import UNUSED, Tree
from pbem.protocol.faults import Fault
from pbem.protocol.keys import private_value, salt
from pbem.protocol.ledger import Ledger
from pbem.protocol.messages import Message
from pbem.protocol.openings import Commitments
from pbem.protocol.secrets_ring import Ring

if TYPE_CHECKING:
    from pbem.protocol.chain import Chain

FIRST_COMMITMENT = {"a": 2, "b": 1}
"""Seq of the first message of each seat that commits to anything."""
BOOKED_TREES = ("hidden", "occupancy")
"""Trees whose leaves stand in the book; doctrine is exempt."""
_LIES = ("AUDIT_CONSERVATION", "AUDIT_MOVE_ILLEGAL", "AUDIT_CLAIM", "AUDIT_OMISSION", "AUDIT_DRAW")


@dataclass(frozen=True, slots=True)
class Opened:
    """An opening of a leaf that the log accepted. name: its slot, as the salt names it."""

    seat: str
    at: int
    kind: str
    name: str
    salt: str


@dataclass(frozen=True, slots=True)
class Commitment:
    """A marker or a sealed answer that message `at` of `seat` commits to. kind: `marker` or `sealed`."""

    seat: str
    at: int
    kind: str
    name: str
    commit: str


def earliest_first(code: str, seq: int | None) -> tuple[int, int]:
    """Key by which lies are told: in the order of their messages, and of several in one message in that of 13.2."""
    return -1 if seq is None else seq, _LIES.index(code) if code in _LIES else len(_LIES)


def opened_leaves(m: Message) -> list[Opened]:
    """What the audit has to recompute of a message's openings; markers and sealed answers stand in the book."""
    return [
        Opened(m.seat, entry["at"], entry["kind"], str(entry["slot"]), entry["salt"])
        for entry in m.body.get("open", [])
        if entry["t"] == "leaf"
    ]


def committed_in(m: Message) -> list[Commitment]:
    """The markers and the sealed answer that a message commits to."""
    listed = [Commitment(m.seat, m.seq, "marker", e["marker"], e["commit"]) for e in m.body.get("hide", [])]
    sealed = m.body.get("input", {}).get("sealed")
    return listed if sealed is None else [*listed, Commitment(m.seat, m.seq, "sealed", "", str(sealed))]


def excused_below(ledger: Ledger, seat: str, markers: Mapping[str, Mapping[str, Any]]) -> int:
    """The first message whose commitments a seat has to disclose.

    What was committed before its last seating is excused, unless it is still in force: then who sits there knows it.
    """
    return owed_from(ledger.last_seating(seat), seat, markers)


def owed_from(seating: int, seat: str, markers: Mapping[str, Mapping[str, Any]]) -> int:
    """The same for a seat whose last seating is message `seating`; -1 for none."""
    kept = [entry["at"] for entry in markers.values() if entry["side"] == seat]
    return min([seating, *kept]) if seating >= 0 else 0


def disclosure(chain: Chain, seat: str, ring: Ring, own: Commitments, markers: Mapping[str, Any]) -> dict[str, Any]:
    """The member `audit` of `seat`'s next message. own: what its messages committed to. markers: of the final state."""
    first = excused_below(chain.ledger, seat, markers)
    book = [
        {"at": seq, "kind": kind, "i": name, "value": value}
        for seq in sorted(seq for seq in own if seq >= first)
        for kind, name, value in _entries(own[seq])
    ]
    # Python sorts numbers and names apart, as the canonical order of a book does: a kind has one sort of them only.
    return {"veils": ring.veils(max(first, FIRST_COMMITMENT[seat])), "book": book}


def _entries(committed: Mapping[str, Any]) -> list[tuple[str, int | str, Any]]:
    listed: list[tuple[str, int | str, Any]] = []
    for kind in sorted(committed):
        if kind in BOOKED_TREES:
            listed += [(kind, i, value) for i, value in enumerate(committed[kind]) if value != UNUSED]
        elif kind == "marker":
            listed += [(kind, name, value) for name, value in sorted(committed[kind].items())]
        elif kind == "sealed":
            listed += [(kind, "", value) for value in committed[kind]]
    return listed


@dataclass(frozen=True, slots=True)
class Book:
    """A disclosure that holds: the contents of a seat's commitments, and its w values.

    contents: (kind, at, name) -> value. w: number of the own message -> the 32 bytes of its private draws.
    """

    contents: Mapping[tuple[str, int, str], Any]
    w: Mapping[int, bytes]


def require_audit(chain: Chain, m: Message, state: Mapping[str, Any]) -> Book | None:
    """Check 25 but for the rules' part: an audit stands in a move exactly when the game is over, and it fits.

    Raises Fault AUDIT_MISSING, AUDIT_COMMIT or AUDIT_DRAW, or PAYLOAD_SCHEMA for a disclosure while the game runs.
    """
    if not state["over"] or m.kind == "seat":
        if "audit" in m.body:
            raise Fault("PAYLOAD_SCHEMA", "an audit while the game runs")
        return None
    if "audit" not in m.body:
        raise Fault("AUDIT_MISSING", "the game is over and the veil is not disclosed")
    # What the disclosing message opens itself is among what it is held against.
    return _Audit(chain, m.seat, m.body["audit"], state, m).judge()


def shown_book(chain: Chain, seat: str, audit: Mapping[str, Any]) -> Book:
    """A disclosure of `seat` that somebody is shown while the game runs, held against every message so far (13.5).

    audit: of the form that a message has it in. Raises Fault as `require_audit` does.
    """
    return _Audit(chain, seat, audit, chain.states[-1]).judge()


class _Audit:
    def __init__(
        self, chain: Chain, seat: str, audit: Mapping[str, Any], state: Mapping[str, Any], *newest: Message
    ) -> None:
        self.seat = seat
        self.game = chain.game
        self.trees = chain.trees
        self.veils: list[dict[str, Any]] = audit["veils"]
        self.book: list[dict[str, Any]] = audit["book"]
        self.first = excused_below(chain.ledger, self.seat, state.get("markers", {}))
        # The invitation commits to nothing.
        self.messages = [one for one in chain.messages[1:] if one.seat == self.seat and one.seq >= self.first]
        self.committed = [one for message in self.messages for one in committed_in(message)]
        own = [one for one in (*chain.messages, *newest) if one.seat == self.seat]
        self.opened = [one for message in own for one in opened_leaves(message)]

    def judge(self) -> Book:
        self._veils()
        self._openings()
        entries = self._index()
        for commitment in self.committed:
            self._commitment(commitment, entries)
        w: dict[int, bytes] = {}
        for message in self.messages:
            for kind in sorted(set(self.trees) & set(BOOKED_TREES)):
                self._tree(message, kind, entries, w)
        if entries:
            kind, at, name = min(entries)
            raise Fault("AUDIT_COMMIT", f"the book has {kind} {name} of message {at}, which committed to no such thing")
        contents = {(e["kind"], e["at"], str(e["i"])): e["value"] for e in self.book}
        return Book(contents, w)

    def _veils(self) -> None:
        starts = [entry["from"] for entry in self.veils]
        if starts != sorted(set(starts)) or starts[0] > max(self.first, FIRST_COMMITMENT[self.seat]):
            raise Fault("AUDIT_MISSING", "the veils do not cover every commitment of this side")

    def _openings(self) -> None:
        for entry in self.opened:
            if entry.at >= self.first and self._salt(entry.at, entry.kind, entry.name).hex() != entry.salt:
                what = f"slot {entry.name} of {entry.kind} in message {entry.at}"
                raise Fault("AUDIT_COMMIT", f"{what} was not salted with the veil disclosed")

    def _index(self) -> dict[tuple[str, int, str], Any]:
        entries: dict[tuple[str, int, str], Any] = {}
        for entry in self.book:
            key = (entry["kind"], entry["at"], str(entry["i"]))
            wanted = int if entry["kind"] in BOOKED_TREES else str
            if key in entries or type(entry["i"]) is not wanted:
                raise Fault("AUDIT_COMMIT", f"the book's entry for {key[0]} {key[2]} of message {key[1]} stands twice")
            entries[key] = entry["value"]
        return entries

    def _commitment(self, c: Commitment, entries: dict[tuple[str, int, str], Any]) -> None:
        key = (c.kind, c.at, c.name)
        what = f"marker {c.name} of message {c.at}" if c.kind == "marker" else f"the sealed answer of message {c.at}"
        if key not in entries:
            raise Fault("AUDIT_MISSING", f"{what} is not in the book")
        own, value = self._salt(c.at, c.kind, c.name), entries.pop(key)
        if c.kind == "marker":
            recomputed = commitments.marker(self.game, self.seat, c.at, c.name, own, value)
        else:
            recomputed = commitments.sealed(self.game, self.seat, c.at, own, value)
        if recomputed.hex() != c.commit:
            raise Fault("AUDIT_COMMIT", f"{what} was committed to with another value or veil")

    def _tree(self, m: Message, kind: str, entries: dict[tuple[str, int, str], Any], w: dict[int, bytes]) -> None:
        depth, seq = self.trees[kind], m.seq
        values = [entries.pop((kind, seq, str(i)), UNUSED) for i in range(2**depth)]
        if kind == "hidden" and values[0] == UNUSED:
            raise Fault("AUDIT_MISSING", f"slot 0 of the hidden tree of message {m.seq} is not in the book")
        tree = Tree(self.game, self.seat, m.seq, kind, self._veil(m.seq), values, depth)
        if tree.root.hex() != m.body["roots"][kind]:
            raise Fault("AUDIT_COMMIT", f"the {kind} tree of message {m.seq} was committed to with other values")
        if kind == "hidden":
            own = private_value(self._veil(m.seq), m.seq)
            if values[0] != own:
                raise Fault("AUDIT_DRAW", f"the private draws behind message {m.seq} come from a value chosen at will")
            w[m.seq] = bytes.fromhex(own)

    def _veil(self, at: int) -> bytes:
        found = [v["veil"] for v in self.veils if v["from"] <= at]
        return bytes.fromhex(found[-1])

    def _salt(self, at: int, kind: str, name: str) -> bytes:
        return salt(self._veil(at), self.game, self.seat, at, kind, name)
