"""`pbem receive`."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.person import Person
from pbem.campaign.inbox.automatic import decides_nothing, is_wanted, make
from pbem.campaign.inbox.receipt import Receipt
from pbem.campaign.inbox.receipts import is_old, old_line, receipt_data, receipt_lines
from pbem.campaign.inbox.receive import receive
from pbem.campaign.inbox.recovery import open_campaign
from pbem.cli import opening
from pbem.cli.commands.submit import finished
from pbem.cli.faults import as_problem, tell
from pbem.cli.lazy import command_app
from pbem.cli.parameters import Auto, CampaignDir, Json
from pbem.cli.reading import mailed, pasted_mail
from pbem.cli.terminal import Bar, answered_here, confirmed, show
from pbem.errors import Problem
from pbem.mailservice.receive_batch import Delivery, deliver, received_data
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
    auto: Auto = False,
    campaign: CampaignDir = None,
    as_json: Json = False,
) -> int:
    """Take in what your opponent mailed: verify, roll the dice, report.

    Mails may come in any order, as text, with HTML or attachments, quoted or forwarded, in mailboxes and folders.
    Nothing is signed by it, but for a message that leaves you nothing to decide: where campaign.yaml says "automatic:
    yes", with --auto, or when you say yes to its one question at a terminal. The campaign is found by the id in the
    message, wherever you are. Exit status 0, or 10 to 15 by the class of the first fault.
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
        bar.close()
        signed, unsigned = _go_on(told, home, person, auto=auto, as_json=as_json)
        failed += unsigned
    finally:
        bar.close()
    if as_json:
        show(received_data(told, signed, delivery.passed_over, failed), (), as_json=True)
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
            failed.append(problem.at(letter.label))
            if not as_json:
                bar.close()
                tell(failed[-1], "receive", as_json=False)
    if old and not as_json:
        bar.close()
        show(None, [old_line(old)], as_json=False)
    return told, failed


def _go_on(
    told: Sequence[Mapping[str, Any]], home: Home, person: Person | None, *, auto: bool, as_json: bool
) -> tuple[list[dict[str, Any]], list[Problem]]:
    """Signs what leaves nothing to decide in campaigns that have a new message, where the player wants it: the
    messages, and what kept one from being signed."""
    signed: list[dict[str, Any]] = []
    failed: list[Problem] = []
    for path in dict.fromkeys(str(one["campaign"]) for one in told if one["accepted"]):
        try:
            at = open_campaign(Path(path), home, person, write=True)
            try:
                signed += _continued(at, auto=auto, as_json=as_json)
            finally:
                at.folder.close()
        except (Problem, Fault) as error:
            problem = as_problem(error, "submit")
            failed.append(problem.at(path))
            if not as_json:
                tell(failed[-1], "receive", as_json=False)
    return signed, failed


def _continued(at: Campaign, *, auto: bool, as_json: bool) -> Iterator[dict[str, Any]]:
    """The one message that is due, signed, where it decides nothing and its player wants it."""
    if not at.seat:
        return
    wanted = auto or is_wanted(at.folder)
    if not wanted and (as_json or not answered_here()):
        return
    due = at.due()
    if not decides_nothing(at, due):
        return
    question = f"Message {len(at.chain.messages)} is due, and it leaves you nothing to decide. Sign it now?"
    if wanted or confirmed(question, yes=False, as_json=as_json):
        yield finished(at, make(at, due, opening.now()), as_json=as_json, quiet=as_json)


def _with_file(problem: Problem, label: str) -> Problem:
    """For an invitation the command that looks at it, file and all, where it lies in one of its own."""
    if problem.code != "INVITATION" or not Path(label).is_file():
        return problem
    return replace(problem, mend=problem.mend.replace("pbem join FILE", f"pbem join {shlex.quote(label)}"))
