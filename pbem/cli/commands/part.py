"""`pbem part`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.outbox.briefing import write_briefing
from pbem.campaign.outbox.preparing import preview_of
from pbem.campaign.writing.orders_file import ORDERS_FILE, keep_orders
from pbem.campaign.writing.team_orders import Intended, prepare_part, require_member, resend_part, submit_part
from pbem.cli import opening
from pbem.cli.lazy import command_app
from pbem.cli.parameters import AnswerOption, CampaignDir, DryRun, Json, NoPassphrase, OrdersFile, Yes
from pbem.cli.reading import orders_reader
from pbem.cli.terminal import confirmed, say, show
from pbem.cli.untouched import Empty, meant
from pbem.errors import Problem

EXAMPLES = ("pbem part --key", "pbem part --brief", "pbem part", "pbem part plan-b.yaml --yes", "pbem part --resend")
WARNING = "Your captain can use a signed part, and everybody will see that it is yours. Sign it?"


@command_app(EXAMPLES)
def app(
    file: OrdersFile = None,
    own_key: Annotated[
        bool, typer.Option("--key", help="Print your public key, for your captain to name you by.")
    ] = False,
    brief: Annotated[
        bool, typer.Option("--brief", help="You are the captain: write what your team has to know of the position.")
    ] = False,
    answer: AnswerOption = "",
    yes: Yes = False,
    dry_run: DryRun = False,
    resend: Annotated[bool, typer.Option("--resend", help="Write your last part once more, byte for byte.")] = False,
    again: Annotated[
        bool, typer.Option("--again", help="Sign another part than the one you have signed for this message.")
    ] = False,
    empty: Empty = False,
    no_passphrase: NoPassphrase = False,
    campaign: CampaignDir = None,
    as_json: Json = False,
) -> None:
    """Team play: sign your part of the orders for your captain.

    A member writes orders for his own formations (pbem orders, pbem check) and mails the part to his captain, who
    takes it in with pbem receive and signs the whole with pbem submit. A template that nobody has touched is signed
    after a question, or with --empty. Exit status 1 where the orders are not his to
    give or the rules forbid them, 3 where none are due.
    """
    if sum((own_key, brief, resend)) > 1:
        raise Problem("USAGE", "--key, --brief and --resend are three different wishes", "say one of them")
    if own_key:
        _key(none=no_passphrase, as_json=as_json)
        return
    with opening.campaign(campaign, write=not dry_run, as_json=as_json) as at:
        if brief:
            told = {"briefing": str(write_briefing(at, answer)), "message": len(at.chain.messages)}
            show(told, _briefed(told), as_json=as_json)
        elif resend:
            _show(at, {"file": str(resend_part(at)), "message": len(at.chain.messages)}, as_json=as_json)
        else:
            _part(at, file, yes=yes, dry_run=dry_run, again=again, empty=empty, as_json=as_json)


def _key(*, none: bool, as_json: bool) -> None:
    person = opening.person_or_new(opening.home(), none=none, as_json=as_json)
    told = {"key": person.key.hex(), "fingerprint": person.fingerprint}
    lines = [
        told["key"],
        f"Your fingerprint, for your captain to compare: {told['fingerprint']}",
        "Mail the key to him; he names you with: pbem new --member ID:KEY:FORMATION, or pbem join --member",
    ]
    show(told, lines, as_json=as_json)


def _briefed(told: dict[str, Any]) -> list[str]:
    return [
        f"The briefing for message {told['message']}: {told['briefing']}",
        "Next: mail that file to the members of your team, with your opponent's last message if they lack it.",
        "They type: pbem receive FILE. It tells the dice that you have rolled: keep it from your opponent.",
    ]


def _part(
    at: Campaign, file: Path | None, *, yes: bool, dry_run: bool, again: bool, empty: bool, as_json: bool
) -> None:
    require_member(at)
    due = at.due()
    preview = preview_of(at, due, orders_reader(at, file))
    intended = prepare_part(at, due, preview.checked)
    if not meant(preview, empty=empty or dry_run or intended.again, as_json=as_json):
        return
    if not as_json:
        for line in preview.lines:
            say(line)
        say(_what(intended))
    if dry_run:
        show(intended.data, ["Nothing was signed."], as_json=as_json)
        return
    if not intended.again and not confirmed(WARNING, yes=yes, as_json=as_json):
        say("Nothing was signed.")
        return
    path = submit_part(at, intended, again=again)
    if file is None and at.folder.has_document(ORDERS_FILE):
        keep_orders(at, intended.seq, due.state["at"])
    _show(at, {**intended.data, "signed": True, "file": str(path)}, as_json=as_json)


def _what(intended: Intended) -> str:
    count = len(intended.orders)
    orders = "1 order" if count == 1 else f"{count} orders"
    return f"Your part of message {intended.seq}: {orders}{', signed before' if intended.again else ''}."


def _show(at: Campaign, told: dict[str, Any], *, as_json: bool) -> None:
    captain = at.title_of(at.party)
    lines = [
        f"Your part of message {told['message']} is signed: {told['file']}",
        f"Next: mail that file to your captain, {captain}, who types: pbem receive FILE, then pbem submit",
    ]
    show(told, lines, as_json=as_json)
