"""What became of a mail that was taken in, as data and in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from pbem.campaign.core.problems import mend_for
from pbem.campaign.inbox.receipt import Receipt
from pbem.errors import Problem
from pbem.protocol import keys
from pbem.protocol.faults import Fault, diagnosis
from pbem.store.folder import LOG, find_campaign

MOST_NAMED = 12
_LONGEST_LINE = 2**20
_ID = re.compile(r"\b([0-9a-f]{12})[0-9a-f]{52}\b")


def receipt_data(file: str, receipt: Receipt) -> dict[str, Any]:
    """A receipt as data. file: where the mail lies, for people."""
    fault = receipt.fault
    return {
        "file": file,
        "campaign": str(receipt.campaign.folder.path) if receipt.campaign else "",
        "accepted": list(receipt.accepted),
        "kept": list(receipt.kept),
        "remarks": list(receipt.remarks),
        "notices": [{"code": n.code, "message": n.seq, "detail": n.detail} for n in receipt.notices],
        "report": str(receipt.report or ""),
        "exit": fault.exit if fault else 0,
        "error": {
            "code": fault.code,
            "class": fault.cls,
            "message": fault.seq,
            "signed_by": fault.signed_by,
            "detail": fault.detail,
            "evidence": str(receipt.evidence or ""),
        }
        if fault
        else None,
    }


def _mend(fault: Fault) -> str:
    if fault.code == "COSIGN_MISSING":
        return "if somebody wants to take your opponent's place, look at it: pbem seat --cosign FILE"
    if fault.code == "ARMOR_DAMAGED":
        return "mail may have damaged it; its sender writes it anew with: pbem submit --resend"
    if fault.code == "FORK":
        return (
            "ask its sender whether he went on from an old copy of his folder; keep this file, for it proves to anybody"
            " that there are two"
        )
    if fault.code == "SEQ_GAP":
        return (
            "take in the mail before it first, then this one again: your opponent's (pbem submit --resend writes it"
            " anew), or your own if it is you who has to move (pbem status)"
        )
    return mend_for(fault.cls)


def is_old(receipt: Receipt) -> bool:
    """Whether it brought nothing but what was here already."""
    if receipt.accepted or receipt.kept or receipt.fault or receipt.report:
        return False
    return bool(receipt.notices) and all(notice.code == "REPLAY" for notice in receipt.notices)


def old_line(receipts: Sequence[Receipt]) -> str:
    """What many old mails amount to, in one line."""
    numbers = sorted({notice.seq for receipt in receipts for notice in receipt.notices})
    listed = ", ".join(map(str, numbers[:MOST_NAMED]))
    more = f" and {len(numbers) - MOST_NAMED} more" if len(numbers) > MOST_NAMED else ""
    mails = "1 mail" if len(receipts) == 1 else f"{len(receipts)} mails"
    return f"{mails} brought what was here already: message{'s' * (len(numbers) > 1)} {listed}{more}"


def receipt_lines(file: str, receipt: Receipt, quiet: bool) -> Iterator[str]:
    """A receipt in words; with one's own report unless `quiet`."""
    for seq in receipt.accepted:
        sender = receipt.campaign.title_of(receipt.campaign.chain.messages[seq].seat) if receipt.campaign else ""
        yield f"{file}: message {seq} of {sender}: valid, added to the log"
        if seq == 1:
            yield from _accepted(receipt)
    for text in (*receipt.kept, *receipt.remarks):
        yield f"{file}: {text}"
    for notice in receipt.notices:
        if notice.code == "REPLAY":
            yield f"{file}: {notice.detail}; nothing is to be done with it"
        else:
            yield f"{file}: a word on message {notice.seq}: {notice.detail}"
    if elsewhere := _elsewhere(receipt):
        yield elsewhere
    if receipt.fault:
        yield f"{file}: refused: {_refusal(receipt, receipt.fault)}"
        yield f"  what to do: {_mend(receipt.fault)}"
        if receipt.evidence:
            yield f"  the text is kept: {receipt.evidence}"
    if receipt.report and not quiet:
        yield ""
        yield receipt.report.read_text(encoding="utf-8").rstrip("\n")
        yield ""
        yield f"This report is kept: {receipt.report}"


def _refusal(receipt: Receipt, fault: Fault) -> str:
    """A fault with its signer's name and with ids cut short; the whole of them stands in the JSON."""
    named = receipt.campaign is not None and fault.signed_by
    signer = receipt.campaign.title_of(fault.signed_by) if receipt.campaign and named else fault.signed_by
    return _ID.sub(r"\1", diagnosis(fault.code, fault.detail, fault.seq, signer))


def _elsewhere(receipt: Receipt) -> str:
    """Where a mail went, if one stands in another folder of the same campaign, such as a copy; else ""."""
    try:
        here = find_campaign(Path.cwd())
    except Problem:
        return ""
    there = receipt.campaign.folder.path if receipt.campaign else here
    if there.resolve() == here.resolve() or _first_line(there) != _first_line(here):
        return ""
    return (
        f"  that is the folder {there}, not this one of the same campaign; to have receive find this one: pbem doctor"
    )


def _first_line(folder: Path) -> bytes:
    """The invitation in a folder's log, which no two campaigns share; b"" where none can be read."""
    try:
        with (folder / LOG).open("rb") as log:
            return log.readline(_LONGEST_LINE)
    except OSError:
        return b""


def _accepted(receipt: Receipt) -> Iterator[str]:
    """What the inviter has to know of the acceptance: the game's id, which follows from it, and who sits there now."""
    if receipt.campaign is None:
        return
    message = receipt.campaign.chain.messages[1]
    print_of_key = keys.fingerprint(bytes.fromhex(message.body["key"]))
    yield f"  the game's id is now {receipt.campaign.short_id}"
    yield f"  the fingerprint of {receipt.campaign.title_of(message.seat, 1)}, compare it with him: {print_of_key}"
