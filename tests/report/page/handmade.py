"""Logs written by hand, message by message, from the protocol's primitives: no chain and no rules look at them."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from pbem.protocol import commitments, keys
from pbem.protocol.admission import game_id
from pbem.protocol.canonical import canon
from pbem.protocol.dice import Entry, Stream, segment_seed, tape_digest
from pbem.protocol.envelope import MESSAGE_TYPE, message_id, pae, write_envelope

Body = dict[str, Any]
TERMS: Body = {
    "ruleset": "1" * 64,
    "scenario": "2" * 64,
    "engine": "toy 1",
    "sides": {"a": "red", "b": "blue"},
    "audit": "end",
    "clock": {"days": 14, "default": "forfeit"},
    "arbiters": [],
}


def fresh(words: str) -> str:
    """Sixty-four hex digits that mean nothing."""
    return sha256(words.encode("utf-8")).hexdigest()


def master(name: str) -> bytes:
    """A player's secret."""
    return sha256(f"master {name}".encode()).digest()


def public(name: str) -> str:
    """His public key in hex."""
    return keys.public_key(master(name)).hex()


def envelope(body: Body | bytes, *signers: str) -> bytes:
    """A payload signed by the players named."""
    payload = body if isinstance(body, bytes) else canon(body)
    data = pae(MESSAGE_TYPE, payload)
    return write_envelope(payload, [(bytes.fromhex(public(s)), keys.sign(master(s), data)) for s in signers])


class Hand:
    """A log that grows; `who` holds the player on each side, `tapes` the tapes of the closed segments."""

    def __init__(self, **terms: Any) -> None:
        self.who = {"a": "anna", "b": "bert"}
        self.bodies: list[Body] = []
        self.ids: list[bytes] = []
        self.lines: list[bytes] = []
        self.tapes: list[list[Entry]] = []
        self.values: dict[int, bytes] = {}
        self.game = b""
        self.terms = TERMS | terms

    @property
    def seq(self) -> int:
        """Number of the next message."""
        return len(self.bodies)

    @property
    def seat(self) -> str:
        """Whose message is next."""
        return "ab"[self.seq % 2]

    def veil(self, name: str) -> bytes:
        """What a player's salts come from."""
        return keys.veil_secret(master(name), self.game)

    def begun(self, **names: str) -> Hand:
        """Invitation and accept. names: of the players, by side."""
        body: Body = {"kind": "invite", "key": public(self.who["a"]), "nonce": fresh("invite"), "terms": self.terms}
        self.add(body | ({"name": names["a"]} if "a" in names else {}), self.who["a"])
        key, nonce = public(self.who["b"]), fresh("accept")
        self.game = game_id(self.ids[0], bytes.fromhex(key), bytes.fromhex(nonce))
        body = {"kind": "accept", "key": key, "nonce": nonce, **self.committing(self.who["b"])}
        self.tapes.append([])
        self.add(body | ({"name": names["b"]} if "b" in names else {}), self.who["b"])
        return self

    def committing(self, player: str) -> Body:
        """Seal and root of the next message."""
        value = keys.dice_value(keys.dice_secret(master(player), self.game), self.seq, self.ids[-1])
        self.values[self.seq] = value
        seal = keys.seal(self.game, self.seat, self.seq, value).hex()
        return {"seal": seal, "roots": {"doctrine": fresh(f"root {self.seq}")}}

    def revealing(self) -> Body:
        """The value that the side sealed two messages ago."""
        return {"reveal": self.values[self.seq - 2].hex()}

    def closed(self, dice: Sequence[tuple[str, int]]) -> list[Entry]:
        """Tape of the open segment: these dice; a size of 0 is a mark, a negative one a private draw."""
        reveal = self.values[self.seq - 2] if self.seq > 2 else b""
        stream = Stream(segment_seed(self.game, self.seq - 1, self.ids[-1], reveal))
        for label, size in dice:
            if size > 0:
                stream.die(label, size)
            else:
                stream.tape.append([label, -size, 0])
        return stream.tape

    def move(self, dice: Sequence[tuple[str, int]] = (), *signers: str, **more: Any) -> Hand:
        """The next move, with these dice on the tape of the segment that it closes."""
        self.add(self.drafted(dice, **more), *(signers or (self.who[self.seat],)))
        return self

    def drafted(self, dice: Sequence[tuple[str, int]] = (), **more: Any) -> Body:
        """The body of the next move."""
        tape = self.closed(dice)
        body: Body = {"kind": "move", "state": fresh(f"state {self.seq}"), "tape": tape_digest(tape).hex()}
        body |= self.committing(self.who[self.seat])
        body |= self.revealing() if self.seq > 2 else {"nonce": fresh("first move")}
        self.tapes.append(tape)
        return body | more

    def rekeyed(self, player: str, **more: Any) -> Hand:
        """A move that changes the key of its side to that of another player."""
        seat, before = self.seat, self.who[self.seat]
        self.move((), before, player, key=public(player), **more)
        self.who[seat] = player
        return self

    def seated(self, player: str, *, void: bool, **more: Any) -> Hand:
        """A new player in the seat that is due."""
        other = self.who["ba"[self.seq % 2]]
        self.who[self.seat] = player
        body: Body = {"kind": "seat", "key": public(player), "nonce": fresh(f"seat {self.seq}"), "void": void}
        body |= {"state": fresh(f"state {self.seq}"), "tape": tape_digest([]).hex(), **self.committing(player)}
        self.tapes.append([])
        self.add(body | ({} if void else self.revealing()) | more, player, other)
        return self

    def add(self, body: Body, *signers: str) -> None:
        """Any message as the next one."""
        linked = {"parent": self.ids[-1].hex(), "game": self.game.hex()} if self.seq else {}
        body = {"v": 1, "seq": self.seq, "side": self.seat, **linked, **body}
        self.lines.append(envelope(body, *signers))
        self.ids.append(message_id(canon(body)))
        self.bodies.append(body)

    def files(self, *lines: bytes) -> dict[str, bytes]:
        """Log and tapes, with further lines behind the log."""
        log = b"".join(line + b"\n" for line in (*self.lines, *lines))
        return {"log.jsonl": log, "tapes.jsonl": b"".join(canon(tape) + b"\n" for tape in self.tapes)}

    def marker(self, name: str, value: Any) -> str:
        """Commitment of the next message to a face-down marker."""
        return commitments.marker(self.game, self.seat, self.seq, name, self.salt("marker", name), value).hex()

    def sealed(self, value: Any) -> str:
        """Commitment of the next message to a sealed answer."""
        return commitments.sealed(self.game, self.seat, self.seq, self.salt("sealed", ""), value).hex()

    def salt(self, kind: str, name: str, at: int = -1) -> bytes:
        """Salt of something that the next message, or message `at`, commits to."""
        seq = self.seq if at < 0 else at
        seat = "ab"[seq % 2]
        return keys.salt(self.veil(self.who[seat]), self.game, seat, seq, kind, name)
