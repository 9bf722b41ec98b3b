"""The obligations of each seat in a log so far: keys, seals, what both agreed to (protocol sections 3, 6 and 11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pbem.protocol.messages import Message


@dataclass(frozen=True, slots=True)
class Holder:
    """From message `since` on, messages of `seat` are signed by `key`. seated: by a message of kind `seat`."""

    since: int
    seat: str
    key: bytes
    seated: bool = False


@dataclass(frozen=True, slots=True)
class Member:
    """One of a seat's team, named in its handshake. may: the formations that he commands (section 12)."""

    seat: str
    id: str
    key: bytes
    may: tuple[str, ...]

    @property
    def since(self) -> int:
        """Number of the message that names him."""
        return "ab".index(self.seat)


@dataclass(frozen=True, slots=True)
class Agreement:
    """Something that both players agreed to: `takeback`, `draw`, `amend`, `seat` or `void seat`. seq: where.

    to: the message after which a take-back, or a void seating that lost orders or an answer, goes on; else -1.
    """

    what: str
    seq: int
    seat: str
    to: int = -1

    @property
    def undone(self) -> range:
        """Numbers of the messages that a take-back undid, with the segments that they closed; none for all else."""
        return range(self.to + 1, self.seq) if self.what == "takeback" else range(0)

    @property
    def lapsed(self) -> range:
        """Numbers of the messages whose orders count no more: the one to which play returned is among them."""
        return range(self.to, self.seq) if self.to >= 0 else range(0)


@dataclass(frozen=True, slots=True)
class Ledger:
    """The running account of a log; `after` gives the next one. Nothing in it is secret."""

    holders: tuple[Holder, ...] = ()
    seals: frozenset[str] = frozenset()
    agreed: tuple[Agreement, ...] = ()
    members: tuple[Member, ...] = ()

    def key(self, seat: str, seq: int | None = None) -> bytes | None:
        """The key that signs message `seq` of a seat, by default the next one; None where nobody sits there yet.

        An accept or invitation signs with the key that it brings itself.
        """
        found = None
        for holder in self.holders:
            if holder.seat == seat and (found is None or seq is None or holder.since <= seq):
                found = holder.key
        return found

    def used(self, before: int) -> set[bytes]:
        """Every key that served in messages below `before`, or that they brought in; those of members too."""
        captains = {holder.key for holder in self.holders if holder.since <= before}
        return captains | {member.key for member in self.members if member.since <= before}

    def team(self, seat: str) -> tuple[Member, ...]:
        """The members of a seat, in the order in which its handshake names them; none where the captain is alone."""
        return tuple(member for member in self.members if member.seat == seat)

    def last_seating(self, seat: str, below: int | None = None) -> int:
        """Number of the last message that gave `seat` to a successor, before message `below`; -1 if there was none."""
        seatings = (h.since - 1 for h in self.holders if h.seated and h.seat == seat)
        return max((seq for seq in seatings if below is None or seq < below), default=-1)

    def after(self, m: Message, agreed: Sequence[Agreement] = ()) -> Ledger:
        """The ledger with one accepted message more."""
        return replace(
            self,
            holders=(*self.holders, *_holders(m)),
            seals=self.seals | {m.body["seal"]} if "seal" in m.body else self.seals,
            agreed=(*self.agreed, *agreed),
            members=(*self.members, *members_of(m.body)),
        )


def members_of(body: Mapping[str, Any]) -> list[Member]:
    """The team that an invite or accept names."""
    listed = body.get("members", ())
    return [Member(body["side"], one["id"], bytes.fromhex(one["key"]), tuple(one["may"])) for one in listed]


def _holders(m: Message) -> list[Holder]:
    """A handshake's key serves from its own message on, every other from the next one."""
    if "key" not in m.body:
        return []
    since = m.seq if m.kind in ("invite", "accept") else m.seq + 1
    return [Holder(since, m.seat, bytes.fromhex(m.body["key"]), m.kind == "seat")]
