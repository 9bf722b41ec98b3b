"""`pbem show`: a message as it is; and what a player alone knows."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from pbem.campaign.telling.correcting import proposal, proposed_lines
from pbem.campaign.telling.revealing import secret_rows
from pbem.errors import Problem
from pbem.orders.writer import comment_lines, dump

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign
    from pbem.protocol.messages import Message

# Characters of a vault that are shown whole.
_LONGEST = 100
_FIRST = ("v", "seq", "kind", "side", "game", "parent", "date", "name", "note", "input", "control")


def _message(campaign: Campaign, seq: int) -> Message:
    count = len(campaign.chain.messages)
    if not 0 <= seq < count:
        raise Problem("NO_MESSAGE", f"there is no message {seq}; the log holds 0 to {count - 1}", "see pbem status")
    return campaign.chain.messages[seq]


def message_data(campaign: Campaign, seq: int) -> dict[str, Any]:
    """{"id", "sender", "payload"} of a message, and `proposed` where it offers an amendment.

    Raises Problem NO_MESSAGE.
    """
    message = _message(campaign, seq)
    told = {"id": message.id.hex(), "sender": campaign.title_of(message.seat, seq), "payload": message.body}
    proposed = proposal(campaign, seq)
    return told | ({"proposed": proposed} if proposed else {})


def _short(name: str, value: Any) -> Any:
    """What is encrypted nobody reads: its beginning and its length will do, the whole is in `--json`."""
    if name != "vault" or len(value) <= _LONGEST:
        return value
    return f"{value[:24]}... ({len(value)} characters, encrypted for the sender; all of them with --json)"


def message_text(campaign: Campaign, seq: int) -> str:
    """The payload of a message as YAML, id and sender above it. Raises Problem NO_MESSAGE."""
    message = _message(campaign, seq)
    head = [f"message {seq} of {campaign.title_of(message.seat, seq)}, signature verified", f"id {message.id.hex()}"]
    shown = {name: _short(name, value) for name, value in message.body.items()}
    try:
        body = dump(shown, first=_FIRST)
    except ValueError:
        # What the readable layout cannot hold is still YAML as JSON.
        body = json.dumps(shown, indent=1, ensure_ascii=False) + "\n"
    # No line of what is proposed is wrapped or cut: each is one place.
    changes = [f"# {line}\n" for line in proposed_lines(campaign, seq, most=0)]
    return "\n".join(comment_lines(head)) + "\n" + body + "".join(changes)


def own_data(campaign: Campaign) -> list[list[str]]:
    """Label and text of what the player alone knows of his hidden forces; for nobody else's eyes."""
    return [list(row) for row in secret_rows(campaign, campaign.due())] if campaign.seat else []
