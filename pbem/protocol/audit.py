"""The disclosure that ends a log: veils, recomputed against every opening made (protocol section 13)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from pbem.protocol.faults import Fault
from pbem.protocol.keys import salt

FIRST_COMMITMENT = {"a": 2, "b": 1}
"""Seq of the first message of each side that commits to anything."""


@dataclass(frozen=True, slots=True)
class Opened:
    """An opening that the log accepted. name: slot of a leaf, as the salt names it."""

    side: str
    at: int
    kind: str
    name: str
    salt: str


def disclosure(veil: bytes) -> dict[str, Any]:
    """The member `audit` of a player who kept one master and hid nothing but doctrine."""
    return {"veils": [{"from": 0, "veil": veil.hex()}], "book": []}


def opened_leaves(side: str, openings: Iterable[dict[str, Any]]) -> tuple[Opened, ...]:
    """What the audit has to recompute of a message's openings."""
    return tuple(
        Opened(side, entry["at"], entry["kind"], str(entry["slot"]), entry["salt"])
        for entry in openings
        if entry["t"] == "leaf"
    )


def require_audit(body: dict[str, Any], over: dict[str, Any], game: bytes, opened: Iterable[Opened]) -> None:
    """Check 25: an audit stands in the message exactly when the game is over, and it fits all openings.

    Raises Fault AUDIT_MISSING, AUDIT_COMMIT, or PAYLOAD_SCHEMA for a disclosure while the game runs.
    """
    if not over:
        if "audit" in body:
            raise Fault("PAYLOAD_SCHEMA", "an audit while the game runs")
        return
    if "audit" not in body:
        raise Fault("AUDIT_MISSING", "the game is over and the veil is not disclosed")
    side, veils = body["side"], body["audit"]["veils"]
    starts = [entry["from"] for entry in veils]
    if starts != sorted(set(starts)) or starts[0] > FIRST_COMMITMENT[side]:
        raise Fault("AUDIT_MISSING", "the veils do not cover every commitment of this side")
    for entry in opened:
        if entry.side == side and _salt(veils, game, entry) != entry.salt:
            what = f"slot {entry.name} of {entry.kind} in message {entry.at}"
            raise Fault("AUDIT_COMMIT", f"{what} was not salted with the veil disclosed")


def _salt(veils: list[dict[str, Any]], game: bytes, entry: Opened) -> str:
    veil = max((v for v in veils if v["from"] <= entry.at), key=lambda v: int(v["from"]))
    return salt(bytes.fromhex(veil["veil"]), game, entry.side, entry.at, entry.kind, entry.name).hex()
