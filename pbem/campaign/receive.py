"""Reading what arrived: which campaign it belongs to, whether it is valid, and what it means. Signs nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.campaign.campaign import Campaign, open_campaign
from pbem.campaign.outgoing import public_part
from pbem.errors import Problem
from pbem.mail.armour import Block, read_blocks
from pbem.orders.signed import readable_differs
from pbem.protocol.chain import Notice
from pbem.protocol.faults import Fault
from pbem.protocol.messages import Message, peek
from pbem.store.home import Home

if TYPE_CHECKING:
    from pbem.campaign.person import Person


@dataclass
class Receipt:
    """What became of one text for one campaign.

    accepted: numbers of messages that are new in the log. notices: copies, dates, differing readable parts.
    fault: the first message that was refused; the text is kept in `evidence` then.
    """

    campaign: Campaign | None
    accepted: list[int] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    fault: Fault | None = None
    evidence: Path | None = None
    report: Path | None = None


def receive(
    data: bytes, home: Home, person: Person | None, *, folder: Path | None = None, name: str = "mail"
) -> list[Receipt]:
    """Takes every block of a text into the campaign it belongs to.

    folder: the campaign to use; else it is found by game id. Raises Problem where there is no block, an
    invitation, or a campaign that this computer does not know; Fault where nothing of it can be read.
    """
    readable: dict[Path, list[tuple[Block, Message]]] = {}
    damaged: list[Block] = []
    for block in read_blocks(data):
        if block.damage:
            damaged.append(block)
            continue
        message = peek(block.envelope)
        readable.setdefault(folder or find_folder(message, home), []).append((block, message))
    if not readable:
        return [_unreadable(damaged, folder, data, home, person)]
    receipts = []
    for path, found in readable.items():
        campaign = open_campaign(path, home, person, write=True)
        try:
            receipts.append(take(campaign, data, sorted(found, key=lambda pair: pair[1].seq)))
        finally:
            campaign.folder.close()
    return receipts


def _unreadable(
    damaged: Sequence[Block], folder: Path | None, data: bytes, home: Home, person: Person | None
) -> Receipt:
    if not damaged:
        raise Problem(
            "NO_TURN",
            "there is no signed message in this text",
            "save the whole mail, from BEGIN PBEM TURN to END PBEM TURN, and name that file",
        )
    fault = Fault("ARMOR_DAMAGED", f"line {damaged[0].line}: {damaged[0].damage}; ask for the mail again")
    if folder is None:
        raise fault
    campaign = open_campaign(folder, home, person, write=True)
    try:
        return Receipt(campaign, fault=fault, evidence=campaign.folder.save("evidence", "damaged.txt", data))
    finally:
        campaign.folder.close()


def find_folder(message: Message, home: Home) -> Path:
    """The campaign of a message. Raises Problem for an invitation and for a game that is not registered here."""
    if message.kind == "invite":
        raise Problem("INVITATION", "this is an invitation to a new campaign", "look at it with: pbem join FILE")
    path = home.campaign(message.body["game"])
    if path is None and message.kind == "accept":
        path = home.pending(message.body["parent"])
    if path is None:
        raise Problem(
            "UNKNOWN_GAME",
            f"message {message.seq} belongs to game {message.body['game'][:12]}, which this computer does not know",
            "name the campaign's folder with --campaign",
        )
    return path


def take(campaign: Campaign, data: bytes, found: Sequence[tuple[Block, Message]]) -> Receipt:
    """Takes blocks, in order of their numbers, into an opened campaign; stops at the first that is refused."""
    receipt = Receipt(campaign)
    for block, message in found:
        seq = message.seq
        try:
            longer = campaign.chain.extend(block.envelope)
            receipt.notices += longer.warnings[len(campaign.chain.warnings) :]
            if len(longer.messages) > len(campaign.chain.messages):
                _keep(campaign, data, seq, message.side)
                campaign.append(block.envelope)
                receipt.accepted.append(seq)
        except Fault as fault:
            receipt.fault = fault
            receipt.evidence = _evidence(campaign, fault, seq, data, block)
            break
    for seq in receipt.accepted:
        _register(campaign, seq)
    if receipt.accepted:
        receipt.notices += _differing(campaign, receipt.accepted, data)
        _report(campaign, receipt)
    return receipt


def _keep(campaign: Campaign, data: bytes, seq: int, side: str) -> None:
    campaign.folder.save("inbox", f"{seq:04d}-{side}.yaml", data)


def _evidence(campaign: Campaign, fault: Fault, seq: int, data: bytes, block: Block) -> Path:
    """The refused text; for two different messages with one number the proof of both (protocol section 14)."""
    if fault.code == "FORK" and seq < len(campaign.chain.messages):
        from pbem.campaign.evidence import fork_file

        campaign.folder.save("evidence", f"fork-{seq:04d}.jsonl", fork_file(campaign.chain, seq, block.envelope))
    return campaign.folder.save("evidence", f"{seq:04d}-{fault.code.lower()}.txt", data)


def _register(campaign: Campaign, seq: int) -> None:
    if seq == 1 and campaign.home is not None:
        campaign.home.register(campaign.game_id, campaign.folder.path.absolute())
        campaign.home.forget_pending(campaign.chain.messages[0].id.hex())


def _differing(campaign: Campaign, accepted: Sequence[int], data: bytes) -> list[Notice]:
    """Whether the orders that stood above the block say something else than the block; only the block counts."""
    if len(accepted) != 1:
        return []
    seq = accepted[0]
    note = campaign.chain.messages[seq].body.get("note", [])
    if not readable_differs(data.decode("utf-8", "replace"), public_part(campaign, seq), note):
        return []
    return [Notice("READABLE_PART_DIFFERS", seq, "the orders above the signed block differ from it; the block counts")]


def _report(campaign: Campaign, receipt: Receipt) -> None:
    from pbem.campaign.reports import write_own_report, write_public_report
    from pbem.campaign.standing import write_standing_template

    for seq in receipt.accepted:
        write_public_report(campaign, seq)
    if campaign.side:
        write_standing_template(campaign, campaign.side)
        receipt.report = write_own_report(campaign)
