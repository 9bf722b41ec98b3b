"""What team-mates mail each other, taken in: a member's part by his captain, a captain's briefing by his team.

None of it is a message of the game: the log stays as it is, and an opponent into whose hands it falls gains nothing
that he could act on (protocol section 12).
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from pbem.campaign.core.briefed import BRIEFING_TYPE
from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.evidence import keep_refused
from pbem.campaign.core.teams import letter_lines
from pbem.campaign.inbox.receipt import Receipt
from pbem.campaign.inbox.recovery import open_campaign
from pbem.campaign.outbox.briefing import keep_briefing
from pbem.campaign.telling.reports import write_own_report
from pbem.campaign.writing.team_orders import keep_part
from pbem.errors import Problem
from pbem.mail.armour import BRIEFING, PART, Block
from pbem.mail.letters import words_of
from pbem.mail.turns import turns_in
from pbem.protocol.canonical import parse
from pbem.protocol.envelope import PART_TYPE, read_envelope
from pbem.protocol.faults import Fault

if TYPE_CHECKING:
    from pbem.campaign.core.person import Person
    from pbem.store.home import Home
    from pbem.store.os_port import System

_KINDS: Final = {PART: PART_TYPE, BRIEFING: BRIEFING_TYPE}
_MARKS: Final = (b"BEGIN PBEM PART", b"BEGIN PBEM BRIEFING")

Paper = tuple[str, Block]


def papers_in(data: bytes, *, turns: bool) -> list[Paper]:
    """The parts and briefings of a text: kind and block of each.

    turns: whether it holds turns as well; what mail has coded is then not looked into once more.
    """
    if turns and not any(mark in data for mark in _MARKS):
        return []
    return [(kind, block) for kind in _KINDS for block in turns_in(data, kind)]


def receive_papers(
    papers: list[Paper], data: bytes, home: Home, person: Person | None, folder: Path | None, system: System
) -> list[Receipt]:
    """Takes each paper into the campaign it belongs to. Raises Problem or Fault where none can be found for it."""
    receipts: dict[Path, Receipt] = {}
    for kind, block in papers:
        if block.damage:
            raise Fault("ARMOR_DAMAGED", f"line {block.line}: {block.damage}; ask for the mail again")
        path = folder or _place(block.envelope, home)
        campaign = open_campaign(path, home, person, write=True, system=system)
        try:
            receipt = receipts.setdefault(path, Receipt(campaign))
            if receipt.fault is None:
                _take(campaign, receipt, kind, block.envelope, data)
                receipt.remarks = letter_lines(campaign.machine, words_of(data)) if receipt.kept else []
        finally:
            campaign.folder.close()
    return list(receipts.values())


def _place(line: bytes, home: Home) -> Path:
    """The folder of the game that a paper names; whether it is good is seen there."""
    game = parse(read_envelope(line).payload).get("game")
    known = home.campaigns()
    if type(game) is str and game in known:
        return known[game]
    what = f"this belongs to game {str(game)[:12]}, which this computer does not know"
    raise Problem("UNKNOWN_GAME", what, "import the campaign first, or name its folder with --campaign")


def _take(campaign: Campaign, receipt: Receipt, kind: str, line: bytes, data: bytes) -> None:
    seq = len(campaign.chain.messages)
    try:
        if kind == BRIEFING:
            path = keep_briefing(campaign, line)
            receipt.kept.append(f"the briefing for message {seq}: {path}")
            receipt.report = write_own_report(campaign)
        else:
            part, path = keep_part(campaign, line)
            count = "1 order" if len(part.orders) == 1 else f"{len(part.orders)} orders"
            receipt.kept.append(f"the part of {part.member.id} for message {seq}, {count}: {path}")
    except Fault as fault:
        receipt.fault = fault
        receipt.evidence = keep_refused(campaign, f"{seq:04d}-{fault.code.lower()}.txt", line, data, kind)
