"""`pbem receive`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from pbem.campaign.deliveries import deliver
from pbem.campaign.receive import Receipt, receive
from pbem.cli import opening
from pbem.cli.faults import as_problem, data_of, mend_for, tell
from pbem.cli.lazy import command_app
from pbem.cli.parameters import CampaignDir, Json
from pbem.cli.reading import mailed
from pbem.cli.terminal import show
from pbem.errors import Problem
from pbem.protocol.faults import Fault

EXAMPLES = ("pbem receive mail.txt", "pbem receive 0003-b.yaml 0005-b.yaml", "pbem receive - --quiet")


@command_app(EXAMPLES)
def app(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="Mails, mailboxes, folders of mails; - for standard input.")
    ],
    quiet: Annotated[bool, typer.Option("--quiet", help="Do not print your report.")] = False,
    campaign: CampaignDir = None,
    as_json: Json = False,
) -> int:
    """Take in what your opponent mailed: verify, roll the dice, report.

    Mails may come in any order, as text, with HTML or attachments, quoted or forwarded, in mailboxes and folders.
    Nothing is signed by it. The campaign is found by the id in the message, wherever you are. Exit status 0, or 10
    to 15 by the class of the first fault.
    """
    home = opening.home()
    person = opening.person(home, as_json=as_json)
    delivery = deliver(files, mailed)
    told: list[dict[str, Any]] = []
    failed: list[Problem] = []
    for letter in delivery.letters:
        try:
            for receipt in receive(letter.data, home, person, folder=campaign):
                told.append(_data(letter.label, receipt))
                if not as_json:
                    show(None, _lines(letter.label, receipt, quiet), as_json=False)
        except (Problem, Fault) as error:
            if len(delivery.letters) == 1:
                raise
            # One mail that is none of this computer's games keeps no other from being taken in.
            problem = as_problem(error, "receive")
            failed.append(replace(problem, where=problem.where or letter.label))
            if not as_json:
                tell(failed[-1], "receive", as_json=False)
    if as_json:
        errors = {"error": data_of(failed[0]), "errors": [data_of(one) for one in failed]} if failed else {}
        show({"received": told, "passed_over": list(delivery.passed_over), **errors}, (), as_json=True)
    else:
        show(None, delivery.passed_over, as_json=False)
    return max((*(problem.status for problem in failed), *(int(one["exit"]) for one in told)), default=0)


def _data(file: str, receipt: Receipt) -> dict[str, Any]:
    fault = receipt.fault
    return {
        "file": file,
        "campaign": str(receipt.campaign.folder.path) if receipt.campaign else "",
        "accepted": list(receipt.accepted),
        "kept": list(receipt.kept),
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
    if fault.code == "SEQ_GAP":
        return (
            "take in the mail before it first, then this one again: your opponent's (pbem submit --resend writes it"
            " anew), or your own if it is you who has to move (pbem status)"
        )
    return mend_for(fault.cls)


def _lines(file: str, receipt: Receipt, quiet: bool) -> Iterator[str]:
    for seq in receipt.accepted:
        sender = receipt.campaign.title_of(receipt.campaign.chain.messages[seq].side) if receipt.campaign else ""
        yield f"{file}: message {seq} of {sender}: valid, added to the log"
    for text in receipt.kept:
        yield f"{file}: {text}"
    for notice in receipt.notices:
        yield f"{file}: {notice.code} in message {notice.seq}: {notice.detail}"
    if receipt.fault:
        yield f"{file}: refused: {receipt.fault}"
        yield f"  what to do: {_mend(receipt.fault)}"
        if receipt.evidence:
            yield f"  the text is kept: {receipt.evidence}"
    if receipt.report and not quiet:
        yield ""
        yield receipt.report.read_text(encoding="utf-8").rstrip("\n")
        yield ""
        yield f"This report is kept: {receipt.report}"
