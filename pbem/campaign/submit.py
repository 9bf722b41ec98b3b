"""The one message that is due: composed, written down, signed, verified by oneself, logged, laid out for mailing."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.campaign.campaign import ACCEPT, ACKNOWLEDGE, OVER, WAIT, journal_entry, payload_of
from pbem.campaign.orders_file import Checked, keep_orders, require_clean
from pbem.campaign.outgoing import signed_file, write_outgoing
from pbem.campaign.standing import committed_values
from pbem.engine.requests import CONTINUE
from pbem.errors import NOT_YOUR_MOVE, Problem
from pbem.protocol import compose
from pbem.protocol.envelope import sign_envelope
from pbem.protocol.faults import ENVIRONMENT, Fault

if TYPE_CHECKING:
    from pbem.campaign.campaign import Campaign, Due


@dataclass(frozen=True)
class Sent:
    """A message as it left. text: the signed file. path: where it lies, None for a dry run."""

    seq: int
    text: str
    path: Path | None
    report: Path | None = None


def submit(
    campaign: Campaign,
    due: Due,
    checked: Checked | None = None,
    *,
    control: Mapping[str, Any] | None = None,
    note: Sequence[str] = (),
    date: str = "",
) -> Sent:
    """Signs and logs the message that is due and lays it into the outbox with its public report.

    checked: the orders or the answer, where a question is open. control: an offer, an answer to one, or a
    resignation, in place of them. date: `YYYY-MM-DDTHH:MM:SSZ` or "". Raises Problem; the folder is unchanged then.
    """
    require_turn(campaign, due)
    draft = compose_message(campaign, due, checked, control=control, note=note, date=date)
    line = _journalled(campaign, draft)
    try:
        campaign.append(line)
    except Fault as fault:
        raise Problem(
            "OWN_MESSAGE_INVALID",
            f"this program's own verifier refuses the message it made: {fault}",
            "nothing was mailed; please report this as a fault of the program",
        ) from None
    path = write_outgoing(campaign)
    if checked is not None and checked.document is not None:
        keep_orders(campaign, draft.seq, due.state["at"])
    from pbem.campaign.reports import write_public_report

    return Sent(draft.seq, signed_file(campaign, draft.seq), path, write_public_report(campaign, draft.seq))


def compose_message(
    campaign: Campaign,
    due: Due,
    checked: Checked | None,
    *,
    control: Mapping[str, Any] | None = None,
    note: Sequence[str] = (),
    date: str = "",
) -> compose.Draft:
    """The payload that is due, unsigned. Raises Problem or OrdersFault."""
    if checked is not None:
        require_clean(checked)
    if due.closing is None:
        raise ValueError("there is no message to compose")
    words = compose.Words(note=[*(checked.note if checked else ()), *note], date=date)
    try:
        return compose.move(
            campaign.require_player().master,
            campaign.chain,
            due.closing,
            committed_values(campaign, campaign.side),
            secrets.token_bytes(12),
            nonce=secrets.token_bytes(32) if len(campaign.chain.messages) == 2 else b"",
            input=None if control and "answer" not in control else _input(due, checked, control),
            control=control,
            words=words,
        )
    except ValueError as error:
        raise Problem(
            "MESSAGE_TOO_LARGE", f"this message cannot be sent: {error}", "shorten the note or the orders"
        ) from None


def _input(due: Due, checked: Checked | None, control: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    if due.kind == ACKNOWLEDGE or (control or {}).get("answer") == "accept":
        return None
    if due.kind == CONTINUE:
        return {"for": due.state["need"]["n"]}
    if checked is None:
        raise Problem("NO_ORDERS", "there are no orders to submit", "write them with: pbem orders")
    return checked.input


def require_turn(campaign: Campaign, due: Due) -> None:
    if due.kind == WAIT:
        raise Problem(
            "NOT_YOUR_MOVE",
            f"your message {len(campaign.chain.messages) - 1} waits for an answer of {campaign.title_of(due.side)}",
            "mail it again with: pbem submit --resend",
            status=NOT_YOUR_MOVE,
        )
    if due.kind == ACCEPT:
        raise Problem("NOT_YOUR_MOVE", "nobody has accepted the invitation yet", "mail it", status=NOT_YOUR_MOVE)
    if due.kind == OVER:
        raise Problem("NOT_YOUR_MOVE", "the campaign is over and audited", "see pbem status", status=NOT_YOUR_MOVE)


def _journalled(campaign: Campaign, draft: compose.Draft) -> bytes:
    """Writes the payload down before it is signed, so that there is never a second one (protocol section 13)."""
    journal = campaign.journal(campaign.game_id)
    master = campaign.require_player().master
    earlier = journal.get(draft.seq)
    journal.record(draft.seq, journal_entry(draft), supersede=earlier is not None and _void(campaign, earlier))
    return draft.sign(master)


def _void(campaign: Campaign, entry: bytes) -> bool:
    """Whether one's own verifier refuses what the journal recorded: only then may another payload take its place.

    A payload that follows another message than the log holds is not refused for itself: the correspondent has
    signed two, and whoever answered both would be the forger. Nor does a missing ruleset say anything about it.
    """
    try:
        campaign.chain.extend(sign_envelope(payload_of(entry), campaign.require_player().master))
    except Fault as fault:
        return fault.code != "PARENT_MISMATCH" and fault.cls != ENVIRONMENT
    return False


def resend(campaign: Campaign) -> Sent:
    """The last own message once more, byte for byte. Raises Problem NOTHING_SENT."""
    own = [m.seq for m in campaign.chain.messages if m.side == campaign.side]
    if not own:
        raise Problem("NOTHING_SENT", "you have not sent anything in this campaign yet", "see pbem status")
    return Sent(own[-1], signed_file(campaign, own[-1]), write_outgoing(campaign, own[-1]))
