"""`pbem receive`."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from pbem.campaign.deliveries import Delivery, deliver
from pbem.campaign.person import Person
from pbem.campaign.receive import Receipt, receive
from pbem.cli import opening
from pbem.cli.faults import as_problem, data_of, tell
from pbem.cli.lazy import command_app
from pbem.cli.parameters import CampaignDir, Json
from pbem.cli.reading import mailed, pasted_mail
from pbem.cli.receipts import is_old, old_line, receipt_data, receipt_lines
from pbem.cli.terminal import Bar, show
from pbem.errors import Problem
from pbem.protocol.faults import Fault
from pbem.store.home import Home

EXAMPLES = (
    "pbem receive mail.txt",
    "pbem receive 0003-b.yaml 0005-b.yaml",
    "pbem receive --clipboard",
    "pbem receive - --quiet",
)


@command_app(EXAMPLES)
def app(
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="FILE", help="Mails, mailboxes, folders of mails; - for standard input."),
    ] = None,
    clipboard: Annotated[bool, typer.Option("--clipboard", help="Take what you have copied, too.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Do not print your report.")] = False,
    campaign: CampaignDir = None,
    as_json: Json = False,
) -> int:
    """Take in what your opponent mailed: verify, roll the dice, report.

    Mails may come in any order, as text, with HTML or attachments, quoted or forwarded, in mailboxes and folders.
    Nothing is signed by it. The campaign is found by the id in the message, wherever you are. Exit status 0, or 10
    to 15 by the class of the first fault.
    """
    if not files and not clipboard:
        mend = "name a FILE or a folder, - for standard input, or say --clipboard"
        raise Problem("USAGE", "there is nothing to be received: no FILE is named", mend)
    home = opening.home()
    person = opening.person(home, as_json=as_json)
    bar = Bar()
    try:
        delivery = deliver(files or (), mailed, clipboard=pasted_mail() if clipboard else None, progress=bar.step)
        told, failed = _taken(delivery, home, person, campaign, bar, quiet=quiet, as_json=as_json)
    finally:
        bar.close()
    if as_json:
        errors = {"error": data_of(failed[0]), "errors": [data_of(one) for one in failed]} if failed else {}
        show({"received": told, "passed_over": list(delivery.passed_over), **errors}, (), as_json=True)
    else:
        show(None, delivery.passed_over, as_json=False)
    return max((*(problem.status for problem in failed), *(int(one["exit"]) for one in told)), default=0)


def _taken(
    delivery: Delivery,
    home: Home,
    person: Person | None,
    campaign: Path | None,
    bar: Bar,
    *,
    quiet: bool,
    as_json: bool,
) -> tuple[list[dict[str, Any]], list[Problem]]:
    """Takes every letter in, and tells of it at once unless as JSON: what became of them, and what went wrong."""
    told: list[dict[str, Any]] = []
    failed: list[Problem] = []
    old: list[Receipt] = []
    total = len(delivery.letters)
    for number, letter in enumerate(delivery.letters):
        if total > 1:
            bar.step(number, total, letter.label)
        try:
            for receipt in receive(letter.data, home, person, folder=campaign, now=opening.now()):
                told.append(receipt_data(letter.label, receipt))
                if total > 1 and is_old(receipt):
                    old.append(receipt)
                elif not as_json:
                    bar.close()
                    show(None, receipt_lines(letter.label, receipt, quiet), as_json=False)
        except (Problem, Fault) as error:
            problem = _with_file(as_problem(error, "receive"), letter.label)
            if total == 1:
                raise (problem if problem.code == "INVITATION" else error) from None
            # One mail that is none of this computer's games keeps no other from being taken in.
            failed.append(replace(problem, where=problem.where or letter.label))
            if not as_json:
                bar.close()
                tell(failed[-1], "receive", as_json=False)
    if old and not as_json:
        bar.close()
        show(None, [old_line(old)], as_json=False)
    return told, failed


def _with_file(problem: Problem, label: str) -> Problem:
    """For an invitation the command that looks at it, file and all, where it lies in one of its own."""
    if problem.code != "INVITATION" or not Path(label).is_file():
        return problem
    return replace(problem, mend=f"look at it with: pbem join {shlex.quote(label)}")
