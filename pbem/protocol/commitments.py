"""Commitments to hidden things: leaves and trees, markers, sealed values, and their openings (section 9)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any

from pbem.protocol.canonical import canon
from pbem.protocol.encoding import beginning, digest, keyed, lp, u64

MAX_DEPTH = 16
_NODE = beginning("node", 2)
# What `lp` puts before a hash, a salt or a number of 8 bytes: most of the time goes into a side's many leaves.
_OF_HASH, _OF_NUMBER = (lp(bytes(size))[:4] for size in (32, 8))
UNUSED = ""
"""What an unused slot of a tree holds."""


@lru_cache(maxsize=MAX_DEPTH + 1)
def _slots(count: int) -> Sequence[tuple[bytes, bytes]]:
    """Of each slot of a tree its number as a salt's encoding has it, and as a leaf's has it up to the salt itself."""
    return tuple((lp(b"%d" % slot), _OF_NUMBER + u64(slot) + _OF_HASH) for slot in range(count))


def leaf(game: bytes, seat: str, seq: int, kind: str, slot: int, salt_: bytes, value: Any) -> bytes:
    """Commitment of one slot of the tree `kind` that message `seq` of `seat` carries."""
    return digest("leaf", game, seat, u64(seq), kind, u64(slot), salt_, canon(value))


def marker(game: bytes, seat: str, seq: int, name: str, salt_: bytes, value: Any) -> bytes:
    """Commitment to the content of a face-down marker."""
    return digest("marker", game, seat, u64(seq), name, salt_, canon(value))


def sealed(game: bytes, seat: str, seq: int, salt_: bytes, value: Any) -> bytes:
    """Commitment to sealed orders."""
    return digest("sealed", game, seat, u64(seq), salt_, canon(value))


def root_from(leaf_: bytes, slot: int, path: Sequence[bytes]) -> bytes:
    """Root that `path`, from the leaf's neighbour up, leads to: bit j of `slot` set means right child."""
    running = leaf_
    for level, neighbour in enumerate(path):
        # What is computed has the length of a hash; the opponent's steps have any, so theirs are written out.
        own, other = _OF_HASH + running, lp(neighbour)
        running = sha256(_NODE + other + own if slot >> level & 1 else _NODE + own + other).digest()
    return running


class Tree:
    """A seat's own tree of one message: 2^depth salted slots; missing values hold "".

    Raises ValueError when `values` do not fit.
    """

    def __init__(
        self, game: bytes, seat: str, seq: int, kind: str, veil: bytes, values: Sequence[Any], depth: int
    ) -> None:
        if not 0 <= depth <= MAX_DEPTH or len(values) > 2**depth:
            raise ValueError(f"{len(values)} values do not fit a tree of depth {depth}")
        self.seq = seq
        self.kind = kind
        self.depth = depth
        self.values = [*values, *([UNUSED] * (2**depth - len(values)))]
        # `salt`, `leaf` and `node` of every slot: what all of them begin with is encoded once.
        salts, leaves = (
            beginning("salt", 5, game, seat, u64(seq), kind),
            beginning("leaf", 7, game, seat, u64(seq), kind),
        )
        salted = keyed(veil)
        slots = _slots(2**depth)
        self.salts = [salted(salts + name) for name, _ in slots]
        level, unused = [], lp(canon(UNUSED))
        for (_, number), own, value in zip(slots, self.salts, self.values, strict=True):
            last = unused if value == UNUSED else lp(canon(value))
            level.append(sha256(leaves + number + own + last).digest())
        self._levels = [level]
        while len(level) > 1:
            pairs = zip(level[::2], level[1::2], strict=True)
            level = [sha256(_NODE + _OF_HASH + left + _OF_HASH + right).digest() for left, right in pairs]
            self._levels.append(level)

    @property
    def root(self) -> bytes:
        """What the message carries of the tree."""
        return self._levels[-1][0]

    def path(self, slot: int) -> list[bytes]:
        """Neighbours of the running hash from the leaf up to below the root."""
        return [self._levels[j][slot >> j ^ 1] for j in range(self.depth)]

    def opening(self, slot: int) -> dict[str, Any]:
        """The opening of one slot, as a message carries it."""
        return {
            "t": "leaf",
            "kind": self.kind,
            "at": self.seq,
            "slot": slot,
            "salt": self.salts[slot].hex(),
            "value": self.values[slot],
            "path": [step.hex() for step in self.path(slot)],
        }


def leaf_opens(opening: dict[str, Any], game: bytes, seat: str, depth: int, root: bytes) -> bool:
    """Whether a leaf opening of the right shape leads to `root` in a tree of `depth`."""
    slot = opening["slot"]
    if len(opening["path"]) != depth or slot >= 2**depth:
        return False
    own = leaf(game, seat, opening["at"], opening["kind"], slot, bytes.fromhex(opening["salt"]), opening["value"])
    return root_from(own, slot, [bytes.fromhex(step) for step in opening["path"]]) == root


def marker_opening(seq: int, name: str, salt_: bytes, value: Any) -> dict[str, Any]:
    """The opening of a marker that message `seq` committed to."""
    return {"t": "marker", "marker": name, "at": seq, "salt": salt_.hex(), "value": value}


def marker_opens(opening: dict[str, Any], game: bytes, seat: str, commit: bytes) -> bool:
    """Whether a marker opening of the right shape fits `commit`."""
    salt_ = bytes.fromhex(opening["salt"])
    return marker(game, seat, opening["at"], opening["marker"], salt_, opening["value"]) == commit


def sealed_opening(seq: int, salt_: bytes, value: Any) -> dict[str, Any]:
    """The opening of the sealed value of message `seq`."""
    return {"t": "sealed", "at": seq, "salt": salt_.hex(), "value": value}


def sealed_opens(opening: dict[str, Any], game: bytes, seat: str, commit: bytes) -> bool:
    """Whether the opening of a sealed value fits `commit`."""
    return sealed(game, seat, opening["at"], bytes.fromhex(opening["salt"]), opening["value"]) == commit
