"""What a predecessor handed over, as a seating's vault keeps it: packed, since a whole campaign has to fit (section 6).

What a message may hold is bounded by one MiB, and what a seat committed to in a hundred turns is longer than that.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pbem.campaign.core import packed_json
from pbem.protocol.vault import VaultError

INHERITED: Final = "inherited"
HANDOVER_LIMIT: Final = 16 * 2**20
"""Bytes that a handover may have, packed or not."""
_PACKED = "packed"


def pack(secrets: list[Any], committed: Mapping[str, Any]) -> dict[str, str]:
    """The part `inherited` of what a seating commits to."""
    return {_PACKED: packed_json.pack({"secrets": secrets, "committed": dict(committed)})}


def unpack(part: Mapping[Any, Any]) -> dict[str, Any]:
    """`secrets` and `committed` of what a vault holds; both empty where it inherits nothing. Raises VaultError."""
    if part.keys() <= {"secrets", "committed"}:
        # None, or as vaults kept it before they packed it.
        return {"secrets": part.get("secrets", []), "committed": part.get("committed", {})}
    try:
        found = packed_json.unpack(str(part.get(_PACKED, "")), HANDOVER_LIMIT)
    except ValueError:
        found = None
    if type(found) is not dict or found.keys() != {"secrets", "committed"}:
        raise VaultError("what the vault keeps of a predecessor cannot be read")
    return found
