"""Canonical JSON as one short line of letters, and back within bounds."""

from __future__ import annotations

import base64
import binascii
import zlib
from typing import Any

from pbem.protocol.canonical import canon, parse_value
from pbem.protocol.faults import Fault


def pack(value: Any) -> str:
    """Base64 of the compressed canonical form."""
    return base64.b64encode(zlib.compress(canon(value), 9)).decode("ascii")


def unpack(text: str, limit: int) -> Any:
    """What `pack` made of a value of at most `limit` bytes. Raises ValueError for anything else."""
    inflater = zlib.decompressobj()
    try:
        data = inflater.decompress(base64.b64decode(text, validate=True), limit)
        if not inflater.eof:
            raise ValueError("it is cut off, or too large")
        return parse_value(data)
    except (binascii.Error, zlib.error) as error:
        raise ValueError(f"it cannot be read: {error}") from None
    except Fault as fault:
        raise ValueError(f"it cannot be read: {fault.detail}") from None
