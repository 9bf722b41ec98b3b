"""What this version of the program does not play: forms that are reserved for later (check 16)."""

from __future__ import annotations

from typing import Any

from pbem.protocol.faults import Fault

_RESERVED = {"escrow": "escrow"}


def require_offered(body: dict[str, Any]) -> None:
    """Refuse a well-formed message that needs a part of the protocol this program lacks.

    Raises Fault ENGINE_MISMATCH, which names nobody: the sender's program may be the newer one.
    """
    for name, what in _RESERVED.items():
        if name in body:
            _refuse(what)
    terms = body.get("terms")
    if terms is not None and terms["arbiters"]:
        _refuse("arbiters")
    if terms is not None and terms["audit"] != "end":
        _refuse("audits at contact")


def _refuse(what: str) -> None:
    raise Fault("ENGINE_MISMATCH", f"this program does not offer {what} yet")
