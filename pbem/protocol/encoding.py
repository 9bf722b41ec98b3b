"""Injective encoding, hash and keyed hash that everything else is built from (protocol section 1)."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256

# Lengths of most parts.
_SIZES = tuple(size.to_bytes(4, "big") for size in range(128))


def u32(n: int) -> bytes:
    """`n` as 4 bytes, big-endian. Raises OverflowError outside 0..2^32-1."""
    return n.to_bytes(4, "big")


def u64(n: int) -> bytes:
    """`n` as 8 bytes, big-endian. Raises OverflowError outside 0..2^64-1."""
    return n.to_bytes(8, "big")


def lp(data: bytes) -> bytes:
    """`data` preceded by its length as u32."""
    size = len(data)
    return (_SIZES[size] if size < len(_SIZES) else size.to_bytes(4, "big")) + data


@lru_cache(maxsize=64)
def _opening(tag: str, count: int) -> bytes:
    """First part of an encoding: the domain tag and the number of parts; both recur all the time."""
    return lp(b"pbem/1/" + tag.encode("ascii")) + u32(count)


def enc(tag: str, *parts: bytes | str) -> bytes:
    """Encoding of `parts` in the domain `tag`; no two different calls give the same bytes.

    A part given as str must be ASCII (UnicodeEncodeError otherwise).
    """
    return beginning(tag, len(parts), *parts)


def beginning(tag: str, count: int, *parts: bytes | str) -> bytes:
    """The first of `count` parts encoded: `lp` of each part that is still to come gives the whole encoding."""
    out = [_opening(tag, count)]
    for part in parts:
        data = part.encode("ascii") if isinstance(part, str) else part
        size = len(data)
        out.append(_SIZES[size] if size < len(_SIZES) else size.to_bytes(4, "big"))
        out.append(data)
    return b"".join(out)


def digest(tag: str, *parts: bytes | str) -> bytes:
    """H(tag, parts...): SHA-256 of the encoding, 32 bytes."""
    return sha256(enc(tag, *parts)).digest()


def prf(key: bytes, tag: str, *parts: bytes | str) -> bytes:
    """F(key, tag, parts...): HMAC-SHA-256 of the encoding, 32 bytes."""
    return hmac.digest(key, enc(tag, *parts), "sha256")


def keyed(key: bytes) -> Callable[[bytes], bytes]:
    """HMAC-SHA-256 by one key: the key is worked in once, however many messages follow."""
    begun = hmac.new(key, digestmod="sha256")

    def hashed(data: bytes) -> bytes:
        copy = begun.copy()
        copy.update(data)
        return copy.digest()

    return hashed
