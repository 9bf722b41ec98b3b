"""`pbem submit`."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

import typer

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import Due
from pbem.campaign.core.offers import due_for
from pbem.campaign.inbox.sent import sent_data, sent_lines
from pbem.campaign.outbox.preparing import Prepared, prepare
from pbem.campaign.outbox.submit import Sent, resend, submit
from pbem.cli import opening
from pbem.cli.lazy import command_app
from pbem.cli.parameters import AnswerOption, CampaignDir, DryRun, Json, OrdersFile, PartFiles, Yes
from pbem.cli.reading import orders_reader, part_files
from pbem.cli.terminal import confirmed, say, show
from pbem.cli.untouched import Empty, meant

EXAMPLES = (
    "pbem submit",
    "pbem submit plan-b.yaml --dry-run",
    "pbem submit --yes --json",
    "pbem submit --yes --empty",
    "pbem submit --resend",
    "pbem submit --answer decline",
    "pbem submit --part mail-from-ney.txt",
    "pbem submit --change-key",
)
WARNING = "A signed message can never be changed. Sign it?"


@command_app(EXAMPLES)
def app(
    file: OrdersFile = None,
    yes: Yes = False,
    dry_run: DryRun = False,
    again: Annotated[
        bool, typer.Option("--resend", help="Lay out your last message once more, byte for byte.")
    ] = False,
    answer: AnswerOption = "",
    part: PartFiles = None,
    empty: Empty = False,
    open_mail: Annotated[bool, typer.Option("--open", help="Open the mail in your mail program.")] = False,
    change_key: Annotated[
        bool, typer.Option("--change-key", help="Play on with the identity that pbem keys renew made.")
    ] = False,
    campaign: CampaignDir = None,
    as_json: Json = False,
) -> None:
    """Sign the one message that is due and lay it into the outbox.

    That is your orders, an answer, or a message that only carries play on where nothing is to be decided. Exit status 1
    where the rules forbid the orders, 3 where it is not your move. A template that nobody has touched is signed after a
    question, or with --empty, unless there was nothing to decide.
    """
    with opening.campaign(campaign, write=not dry_run, as_json=as_json) as at:
        if again:
            finished(at, resend(at, illustrated=True), as_json=as_json, open_mail=open_mail, again=True)
            return
        judged, due = due_for(at, answer)
        read = orders_reader(at, file)
        prepared = prepare(judged, due, read, answer, new_key=change_key, parts=part_files(part))
        if not meant(prepared.preview, empty=empty or dry_run, as_json=as_json):
            return
        signing = partial(sign, judged, due, prepared, yes=yes, dry_run=dry_run, as_json=as_json)
        signing(new_key=change_key, open_mail=open_mail)


def sign(
    at: Campaign,
    due: Due,
    prepared: Prepared,
    *,
    yes: bool,
    dry_run: bool,
    as_json: bool,
    question: str = WARNING,
    new_key: bool = False,
    open_mail: bool = False,
) -> None:
    """Shows the message that is due, asks once, signs it and says where it lies; with `dry_run` it only shows.

    open_mail: hands the draft to the mail program.
    """
    if not as_json:
        for line in prepared.lines:
            say(line)
    if dry_run:
        show(prepared.data, ["Nothing was signed."], as_json=as_json)
        return
    if not confirmed(question, yes=yes, as_json=as_json):
        say("Nothing was signed.")
        return
    checked = prepared.preview.checked if prepared.preview else None
    sent = submit(
        at,
        due,
        checked,
        control=prepared.control,
        date=opening.now(),
        new_key=new_key,
        illustrated=True,
        standing=prepared.standing,
    )
    finished(at, sent, as_json=as_json, open_mail=open_mail)


def finished(
    at: Campaign, sent: Sent, *, as_json: bool, open_mail: bool = False, again: bool = False, quiet: bool = False
) -> dict[str, Any]:
    """Says what to do with a message that is signed, unless quiet, and returns the same as data.

    again: it was signed before, and lies there once more.
    """
    told = sent_data(at, sent)
    if not quiet:
        answered = again and sent.seq < len(at.chain.messages) - 1
        show(told, sent_lines(told, again=again, answered=answered), as_json=as_json)
    if sent.mail is not None and open_mail:
        from pbem.cli.pages import open_for_person

        open_for_person(sent.mail)
    return told
