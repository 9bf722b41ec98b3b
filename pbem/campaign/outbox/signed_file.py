"""What leaves this computer: the signed orders file of a message, written the same way every time."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.campaign.core.offers import as_of
from pbem.engine.requests import ORDERS
from pbem.mail.armour import write_block
from pbem.orders.signed import readable_difference, readable_part, write_signed
from pbem.protocol import keys
from pbem.protocol.chain import Notice

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign
    from pbem.protocol.messages import Message


def public_part(campaign: Campaign, seq: int) -> dict[str, Any]:
    """What a person reads above the signed block of message `seq`; every word of it follows from the log."""
    message, state = campaign.chain.messages[seq], campaign.chain.states[seq]
    asked = "input" in message.body and state["need"]["ask"] == ORDERS
    return part_of(
        message, campaign.short_id, as_of(campaign, seq).game.telling.phase_name(state["at"]) if asked else ""
    )


def part_of(message: Message, campaign: Any, phase: Any = "") -> dict[str, Any]:
    """What a person reads above the signed block of a message. campaign: first digits of the game. phase: its slug."""
    part: dict[str, Any] = {"campaign": campaign, "message": message.seq}
    body = message.body
    if message.kind == "invite":
        terms = body["terms"]
        shown = ("engine", "names", "options", "overlay", "sides", "clock")
        return {**part, "invitation": {key: terms[key] for key in shown if terms.get(key)}, **_team(body)}
    if message.kind == "accept":
        return {**part, "accepted": f"invitation {body['parent'][:12]}", **_team(body)}
    if message.kind == "seat":
        key = keys.fingerprint(bytes.fromhex(body["key"]))
        return {**part, "seat": {"side": message.seat, "fingerprint": key, "void": body["void"]}}
    if phase:
        part["phase"] = phase
    if "control" in body:
        part["control"] = body["control"]
    return {**part, **body.get("input", {})}


def _team(body: Mapping[str, Any]) -> dict[str, Any]:
    return {"team": {one["id"]: one["may"] for one in body["members"]}} if body.get("members") else {}


def readable_notices(campaign: Campaign, seq: int, data: bytes) -> list[Notice]:
    """The warning that the orders above the block of message `seq` say something else; only the block counts."""
    return _differing(campaign.chain.messages[seq], public_part(campaign, seq), data)


def readable_notices_alone(message: Message, data: bytes) -> list[Notice]:
    """The same where there is no log: what only a log tells, the phase and an invitation's game, is not compared."""
    arrived = readable_part(data.decode("utf-8", "replace"))
    above = arrived if isinstance(arrived, dict) else {}
    game = message.body["game"][:12] if "game" in message.body else above.get("campaign", "")
    return _differing(message, part_of(message, game, above.get("phase") if "input" in message.body else ""), data)


def _differing(message: Message, public: dict[str, Any], data: bytes) -> list[Notice]:
    why = readable_difference(data.decode("utf-8", "replace"), public, message.body.get("note", []))
    return [Notice("READABLE_PART_DIFFERS", message.seq, why)] if why else []


def signed_file(campaign: Campaign, seq: int) -> str:
    """The file that is mailed for message `seq` (protocol section 10)."""
    message = campaign.chain.messages[seq]
    return write_signed(public_part(campaign, seq), message.body.get("note", []), write_block(message.line))


def outgoing_name(campaign: Campaign, seq: int) -> str:
    """`0012-a.yaml`."""
    return f"{seq:04d}-{campaign.chain.messages[seq].seat}.yaml"


def draft_name(campaign: Campaign, seq: int) -> str:
    """`0012-a.eml`: the mail with the same message."""
    return outgoing_name(campaign, seq).replace(".yaml", ".eml")


def write_outgoing(campaign: Campaign, seq: int = -1) -> Path:
    """Puts the signed file of one's own message into the outbox, by default that of the last message."""
    seq %= len(campaign.chain.messages)
    text = signed_file(campaign, seq)
    return campaign.folder.save("outbox", outgoing_name(campaign, seq), text.encode("utf-8"))
