"""What a player commits to, encrypted to himself inside his own messages (protocol sections 3 and 6)."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator, Mapping
from typing import Any

from pbem.protocol.canonical import canon, parse_value
from pbem.protocol.commitments import UNUSED
from pbem.protocol.encoding import prf, u64
from pbem.protocol.faults import Fault

SEALED = "sealed"
"""Kind of a sealed answer, which has no slot and no name of its own."""
_BLOCK = 1024
NONCE_SIZE = 12


class VaultError(ValueError):
    """A vault that this master does not open, or whose content is not a list of committed values."""


def _key(master: bytes, game: bytes, seq: int) -> bytes:
    return prf(master, "vault", game, u64(seq))


def write_vault(master: bytes, game: bytes, seq: int, values: Mapping[str, Any], nonce: bytes, least: int = 0) -> str:
    """Base64 of `nonce` (12 random bytes) and the sealed box.

    values: tree kind -> values of its slots, `marker` and other kinds -> name -> value. least: bytes to which the
    content is padded at least, so that its size tells nothing about it; then to a multiple of 1 KiB.
    """
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    if len(nonce) != NONCE_SIZE:
        raise ValueError("a vault takes 12 random bytes")
    plain = canon([{"kind": kind, "i": i, "value": value} for kind, i, value in _listed(values)])
    plain = plain.ljust(least)
    plain += b" " * (-len(plain) % _BLOCK)
    box = ChaCha20Poly1305(_key(master, game, seq)).encrypt(nonce, plain, None)
    return base64.b64encode(nonce + box).decode("ascii")


def _listed(values: Mapping[str, Any]) -> Iterator[tuple[str, int | str, Any]]:
    for kind in sorted(values):
        if isinstance(values[kind], Mapping):
            yield from ((kind, name, value) for name, value in sorted(values[kind].items()))
        elif kind == SEALED:
            # An answer may be the empty string, which in a tree is an unused slot.
            yield from ((kind, "", value) for value in values[kind])
        else:
            yield from ((kind, i, value) for i, value in enumerate(values[kind]) if value != UNUSED)


def read_vault(master: bytes, game: bytes, seq: int, vault: str) -> dict[str, dict[Any, Any]]:
    """Kind -> slot or name -> value of one's own message `seq`; unused slots are left out. Raises VaultError."""
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    try:
        data = base64.b64decode(vault, validate=True)
        cipher = ChaCha20Poly1305(_key(master, game, seq))
        listed = parse_value(cipher.decrypt(data[:NONCE_SIZE], data[NONCE_SIZE:], None).rstrip(b" "))
    except (binascii.Error, ValueError, InvalidTag, Fault):
        raise VaultError("the vault does not open with this master") from None
    return _sorted_out(listed)


def _sorted_out(listed: Any) -> dict[str, dict[Any, Any]]:
    values: dict[str, dict[Any, Any]] = {}
    for entry in listed if type(listed) is list else [None]:
        if type(entry) is not dict or entry.keys() != {"kind", "i", "value"}:
            raise VaultError("the vault holds no list of committed values")
        if type(entry["kind"]) is not str or type(entry["i"]) not in (int, str):
            raise VaultError("the vault holds no list of committed values")
        values.setdefault(entry["kind"], {})[entry["i"]] = entry["value"]
    return values
