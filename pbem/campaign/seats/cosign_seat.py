"""The player who stays agrees to a seating: examined against his log, written down, signed, mailed (section 11.5)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pbem.campaign.core.campaign import journal_entry, payload_of
from pbem.campaign.outbox.signed_file import write_outgoing
from pbem.campaign.seats.seating import rehearsed, signature_of
from pbem.campaign.telling.reports import write_own_report, write_public_report
from pbem.errors import Problem
from pbem.mail.turns import turns_in
from pbem.protocol import compose, keys
from pbem.protocol.envelope import message_id, read_envelope, write_envelope
from pbem.protocol.faults import Fault
from pbem.protocol.messages import Message, peek

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pbem.campaign.core.campaign import Campaign


def read_seating(data: bytes) -> Message:
    """The seating in a mail; nothing of it is checked yet. Raises Problem NO_SEAT or Fault ARMOR_DAMAGED."""
    blocks = turns_in(data)
    for block in blocks:
        if block.damage:
            raise Fault("ARMOR_DAMAGED", f"line {block.line}: {block.damage}")
        message = peek(block.envelope)
        if message.kind == "seat":
            return message
    raise Problem("NO_SEAT", "there is no seat in this text", "save the whole mail and name that file")


def examine(campaign: Campaign, message: Message) -> bool:
    """Holds a seating against one's own log with every check there is; whether the log holds this very seating already.

    Raises Problem where one cannot agree to it, SEAT_TAKEN where its number is taken; Fault where it is not valid.
    """
    campaign.require_player()
    chain = campaign.chain
    if message.seat == campaign.seat:
        mend = "the other player signs it; if you have not asked for it, tell him so"
        raise Problem("OWN_SEAT", "this seat is in your own place", mend)
    if message.seq < len(chain.messages):
        if chain.messages[message.seq].id == message.id:
            return True
        what = f"message {message.seq} of {campaign.title_of(message.seat, message.seq)} is in your log already"
        raise Problem("SEAT_TAKEN", f"{what}: nobody has to take that place", "go on with it; see pbem status")
    rehearsed(chain, message.payload, _foreign(campaign, message.line))
    return False


def _foreign(campaign: Campaign, line: bytes) -> list[tuple[bytes, bytes]]:
    """The signatures but one's own."""
    own = keys.public_key(campaign.ring.master)
    return [(key, signature) for key, signature in read_envelope(line).signatures if key != own]


def cosign(campaign: Campaign, message: Message, data: bytes) -> Path:
    """Agrees to a seating: writes that down, signs, takes it into the log and lays it out for mailing back.

    data: the mail, which is kept. A seating that the log holds already is laid out again. Raises Problem,
    JOURNAL_REFUSED where another one for this number was agreed to; Fault where the seating is not valid.
    """
    if examine(campaign, message):
        return write_outgoing(campaign, message.seq)
    # First the mail: what was agreed to can be completed after a crash only with the newcomer's signature.
    campaign.folder.save("inbox", f"{message.seq:04d}-{message.seat}.yaml", data)
    draft = compose.Draft(message.payload, message.id, message.seq, campaign.chain.game, {})
    try:
        campaign.journal(campaign.game_id).record(message.seq, journal_entry(draft))
    except Problem as problem:
        if problem.code != "JOURNAL_REFUSED":
            raise
        what = f"you have agreed to another seat for message {message.seq} already"
        raise Problem("JOURNAL_REFUSED", what, "mail that one; it is in your outbox", problem.where) from None
    _take(campaign, message.line)
    write_public_report(campaign, message.seq)
    write_own_report(campaign)
    return write_outgoing(campaign, message.seq)


def _take(campaign: Campaign, line: bytes) -> None:
    payload = read_envelope(line).payload
    campaign.append(write_envelope(payload, [*_foreign(campaign, line), signature_of(payload, campaign.ring.master)]))


def resume_cosigned(campaign: Campaign, mails: Sequence[bytes]) -> bool:
    """Takes a seating into the log that this person agreed to, and that a crash kept from it.

    mails: what the inbox holds under its number. Whether there was one.
    """
    chain = campaign.chain
    if not campaign.seat or not chain.game or chain.waits_for in ("", campaign.seat) or campaign.home is None:
        return False
    journal = campaign.journal(campaign.game_id)
    entry = journal.get(len(chain.messages))
    if entry is None:
        return False
    agreed = message_id(payload_of(entry))
    for block in (block for mail in mails for block in turns_in(mail) if not block.damage):
        try:
            if peek(block.envelope).id == agreed:
                journal.record(len(chain.messages), entry)  # into both copies, should only one of them have it
                _take(campaign, block.envelope)
                return True
        except Fault:
            continue
    return False
