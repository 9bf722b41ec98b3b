"""What the page receives and sends: a mail that somebody lays down on it, and his mailbox where one is set up."""

from __future__ import annotations

import base64
import binascii
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.campaign.core.problems import as_problem
from pbem.campaign.inbox.automatic import decides_nothing, is_wanted, make
from pbem.campaign.inbox.mailstate import StateFile
from pbem.campaign.inbox.receipts import receipt_data, receipt_lines
from pbem.campaign.inbox.receive import receive as take_in
from pbem.campaign.inbox.sent import sent_data
from pbem.errors import Problem
from pbem.mail.passwords import Wallet
from pbem.mailservice.mailing import MailOptions, MailService
from pbem.mailservice.mailsettings import read_account
from pbem.mailservice.receive_batch import handed_over, received_data
from pbem.mailservice.synced import synced_data, synced_lines
from pbem.play.evening import now
from pbem.protocol.faults import Fault

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pbem.play.evening import Evening
    from pbem.play.exchange import Asked

_LONGEST_NAME = 100


def receive(evening: Evening, asked: Asked) -> dict[str, Any]:
    """As `pbem receive --json`, with the lines that it prints, of a text, or of a file in base 64 with its name."""
    label, data = laid_down(asked)
    delivery = handed_over(label, data)
    told: list[dict[str, Any]] = []
    lines: list[str] = []
    failed: list[Problem] = []
    for letter in delivery.letters:
        try:
            for receipt in take_in(letter.data, evening.home, evening.person, now=now()):
                told.append(receipt_data(letter.label, receipt))
                lines += receipt_lines(letter.label, receipt, quiet=True)
        except (Problem, Fault) as error:
            problem = as_problem(error, "receive")
            if len(delivery.letters) == 1:
                raise problem from None
            failed.append(problem.at(letter.label))
    signed = list(_signed(evening, told, failed))
    return {**received_data(told, signed, delivery.passed_over, failed), "lines": lines}


def laid_down(asked: Asked) -> tuple[str, bytes]:
    """What to call it, and its bytes. Raises Problem REQUEST."""
    if "text" in asked.body:
        return "the text", asked.mail("text")
    name = asked.text("name", "") or "the file"
    label = "".join(char if char.isprintable() else "?" for char in name[:_LONGEST_NAME])
    try:
        return label, base64.b64decode(asked.text("base64"), validate=True)
    except (binascii.Error, ValueError):
        raise Problem("REQUEST", "base64 has to hold the bytes of a file") from None


def _signed(evening: Evening, told: Sequence[Mapping[str, Any]], failed: list[Problem]) -> Iterator[dict[str, Any]]:
    """Messages that leave nothing to decide, in the campaigns that have a new one and whose player wants it so."""
    for path in dict.fromkeys(str(one["campaign"]) for one in told if one["accepted"]):
        try:
            with evening.writing(Path(path)) as at:
                due = at.due() if at.seat and is_wanted(at.folder) else None
                if due is not None and decides_nothing(at, due):
                    yield sent_data(at, make(at, due, now()))
        except (Problem, Fault) as error:
            failed.append(as_problem(error, "submit").at(path))


def fetch(evening: Evening, asked: Asked) -> dict[str, Any]:
    """As `pbem mail sync --no-send --json`; with `send` it sends, too. text of an invitation: to be looked at."""
    told = _synced(evening, MailOptions(send=asked.flag("send")))
    kept = [{**one, "text": Path(one["file"]).read_text("utf-8")} for one in told["invitations"]]
    return {**told, "invitations": kept}


def send(evening: Evening, asked: Asked) -> dict[str, Any]:
    """As `pbem mail sync --no-fetch --json`; with `again` this campaign's last message goes once more."""
    path = evening.place(asked.campaign)
    return _synced(evening, MailOptions(fetch=False, again=path if asked.flag("again") else None))


def _synced(evening: Evening, options: MailOptions) -> dict[str, Any]:
    account, files = read_account(evening.home), StateFile.of(evening.home)
    with files.lock():
        synced = MailService(evening.home, evening.person, account, files, Wallet()).sync(options)
    return {**synced_data(synced, False), "lines": list(synced_lines(synced, False, quiet=True))}
