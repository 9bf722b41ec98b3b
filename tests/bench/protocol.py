"""The protocol's own cost: verifying a log of a game that has no rules, beside the floor that no verifier can avoid.

120 player turns with 5,000 dice, at about 1, 8 and 32 KiB a message; then logs of several lengths, to see that the
cost grows in step with them. Ratios of one run are compared, never seconds of two.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from pbem.protocol.canonical import canon, parse_value
from pbem.protocol.chain import Chain
from pbem.protocol.checkpoint import fits, freeze, thaw
from pbem.protocol.dice import Stream
from pbem.protocol.encoding import u64
from pbem.protocol.envelope import pae
from pbem.protocol.machine import OpeningSource, State
from pbem.protocol.verify import verify_log
from tests.protocol.toy import TREES, Toy, line
from tests.stopwatch import best

TURNS, DICE = 120, 5000


@dataclass
class NoRules(Toy):
    """Rolls so many dice in each segment and asks the other side for orders. path: hexes in the orders of a turn."""

    dice: int = DICE // TURNS

    def run(self, state: State, op_seq: int, input: Any, closer: str, stream: Stream, openings: OpeningSource) -> State:
        for i in range(self.dice):
            stream.die(f"t{op_seq}.{i}", 6)
        n = state["n"] + 1
        need = {"side": closer, "ask": "orders", "n": n}
        return {**state, "phase_seq": op_seq, "need": need, "n": n}

    def check_input(self, state: State, input: Any) -> str:
        return ""


def log_of(size: int, turns: int = TURNS) -> bytes:
    """A log whose messages have about `size` bytes: orders with long paths."""
    chain = Chain(NoRules(), TREES)
    hexes = max(0, (size - 900) // 7)
    moves = [[f"{(at * 7 + k) % 9999:04d}" for k in range(20)] for at in range(hexes // 20)]
    while len(chain.messages) < turns + 2:
        chain = chain.extend(line(chain, moves=moves))
    return b"".join(m.line + b"\n" for m in chain.messages)


def floor(lines: Sequence[bytes]) -> None:
    """What nobody can leave out: per message a signature, an id, JSON in and out; the stream's blocks; the tapes."""
    for text in lines:
        envelope = json.loads(text)
        payload = base64.b64decode(envelope["payload"])
        body = json.loads(payload)
        assert json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode() == payload
        hashlib.sha256(payload).digest()
        for signature in envelope["signatures"]:
            key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(signature["keyid"]))
            key.verify(base64.b64decode(signature["sig"]), pae(envelope["payloadType"], payload))
        per_turn = DICE // TURNS
        dice = b"".join(hashlib.sha256(payload[:64] + u64(j)).digest() for j in range(per_turn // 32 + 1))
        tape = [[f"t{body['seq']}.{i}", 6, dice[i] % 6 + 1] for i in range(per_turn)]
        for value in (tape, {"at": {"a": 9, "b": 9}, "input": body.get("input", {}), "trace": tape}):
            hashlib.sha256(json.dumps(value, sort_keys=True, separators=(",", ":")).encode()).digest()


@dataclass(frozen=True)
class Row:
    """One line of the table. floor, own: seconds."""

    what: str
    bytes: int
    floor: float
    own: float

    @property
    def ratio(self) -> float:
        return self.own / self.floor


def measured(what: str, log: bytes) -> Row:
    """The log verified, beside its floor."""
    lines = log.split(b"\n")[:-1]
    bare = best(lambda: floor(lines))

    def verify() -> None:
        verdict = verify_log(log, NoRules(), TREES)
        assert verdict.code == "OK", verdict

    return Row(what, len(log) // len(lines), bare, best(verify))


def rows() -> list[Row]:
    """By size of the messages, then by their number."""
    found = [measured(f"{TURNS} turns, {DICE} dice, {size} KiB", log_of(size * 1024)) for size in (1, 8, 32)]
    return found + [measured(f"{turns} turns, 1 KiB", log_of(1024, turns)) for turns in (60, 240, 960)]


def received(turns: int) -> float:
    """Seconds to take in the last message of a log of so many turns, from the checkpoint before it."""
    lines = log_of(1024, turns).split(b"\n")[:-1]
    machine = NoRules()
    chain = Chain(machine, TREES)
    for text in lines[:-1]:
        chain = chain.extend(text)
    note, tapes = canon(freeze(chain)), [canon(tape) for tape in chain.tapes]

    def receive() -> None:
        frozen = parse_value(note)
        assert fits(frozen, lines)
        again = thaw(frozen, machine, TREES, lines, tapes, lambda: chain)
        assert len(again.extend(lines[-1]).messages) == len(lines)

    return best(receive, 9)


def main() -> None:
    """Prints the table."""
    print(f"{'log':<34}{'bytes/msg':>10}{'floor ms':>10}{'pbem ms':>10}{'ratio':>8}{'us/msg':>9}")
    for row in rows():
        count = int(row.what.split(" ")[0]) + 2
        print(
            f"{row.what:<34}{row.bytes:>10}{row.floor * 1e3:>10.1f}{row.own * 1e3:>10.1f}"
            f"{row.ratio:>8.2f}{row.own / count * 1e6:>9.0f}"
        )
    print("\ntaking in one more message from a checkpoint:")
    for turns in (60, 240, 960):
        print(f"  after {turns:>4} turns {received(turns) * 1e3:>8.2f} ms")


if __name__ == "__main__":
    main()
