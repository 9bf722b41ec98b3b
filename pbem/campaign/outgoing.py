"""What leaves this computer: the signed orders file of a message, written the same way every time."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.engine.requests import ORDERS
from pbem.mail.armour import write_block
from pbem.orders.signed import write_signed

if TYPE_CHECKING:
    from pbem.campaign.campaign import Campaign


def public_part(campaign: Campaign, seq: int) -> dict[str, Any]:
    """What a person reads above the signed block of message `seq`; every word of it follows from the log."""
    message = campaign.chain.messages[seq]
    part: dict[str, Any] = {"campaign": campaign.short_id, "message": seq}
    body = message.body
    if message.kind == "invite":
        terms = body["terms"]
        shown = ("engine", "names", "options", "overlay", "sides", "clock")
        return {**part, "invitation": {key: terms[key] for key in shown if terms.get(key)}}
    if message.kind == "accept":
        return {**part, "accepted": f"invitation {campaign.chain.messages[0].id.hex()[:12]}"}
    state = campaign.chain.states[seq]
    if "input" in body and state["need"]["ask"] == ORDERS:
        part["phase"] = campaign.game.phase_name(state["at"])
    if "control" in body:
        part["control"] = body["control"]
    return {**part, **body.get("input", {})}


def signed_file(campaign: Campaign, seq: int) -> str:
    """The file that is mailed for message `seq` (protocol section 10)."""
    message = campaign.chain.messages[seq]
    return write_signed(public_part(campaign, seq), message.body.get("note", []), write_block(message.line))


def outgoing_name(campaign: Campaign, seq: int) -> str:
    """`0012-a.yaml`."""
    return f"{seq:04d}-{campaign.chain.messages[seq].side}.yaml"


def write_outgoing(campaign: Campaign, seq: int = -1) -> Path:
    """Puts the signed file of one's own message into the outbox, by default that of the last message."""
    seq %= len(campaign.chain.messages)
    text = signed_file(campaign, seq)
    return campaign.folder.save("outbox", outgoing_name(campaign, seq), text.encode("utf-8"))
