"""`pbem submit`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from pbem.campaign.preparing import Prepared, prepare
from pbem.campaign.status import is_practice
from pbem.campaign.submit import Sent, resend, submit
from pbem.campaign.wishes import opponents_address
from pbem.cli import opening
from pbem.cli.lazy import command_app
from pbem.cli.parameters import CampaignDir, Json, Yes
from pbem.cli.reading import orders_reader
from pbem.cli.terminal import confirmed, say, show

EXAMPLES = (
    "pbem submit",
    "pbem submit plan-b.yaml --dry-run",
    "pbem submit --yes --json",
    "pbem submit --resend",
    "pbem submit --answer decline",
    "pbem submit --change-key",
)
WARNING = "A signed message can never be changed. Sign it?"


@command_app(EXAMPLES)
def app(
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="Orders; else orders.yaml.")] = None,
    yes: Yes = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would be signed; sign nothing.")] = False,
    again: Annotated[bool, typer.Option("--resend", help="Write your last message once more, byte for byte.")] = False,
    answer: Annotated[
        str, typer.Option("--answer", metavar="accept|decline", help="Answer your opponent's offer.")
    ] = "",
    change_key: Annotated[
        bool, typer.Option("--change-key", help="Play on with the identity that pbem keys renew made.")
    ] = False,
    campaign: CampaignDir = None,
    as_json: Json = False,
) -> None:
    """Sign the one message that is due and lay it into the outbox.

    That is your orders, an answer, or an acknowledgement where nothing is to be decided. Exit status 1 where the
    rules forbid the orders, 3 where it is not your move.
    """
    with opening.campaign(campaign, write=not dry_run, as_json=as_json) as at:
        if again:
            sent = resend(at)
        else:
            due = at.due({"answer": answer} if answer else None)
            prepared = prepare(at, due, orders_reader(at, file), answer, new_key=change_key)
            if not as_json:
                for line in prepared.lines:
                    say(line)
            if dry_run:
                show(_data(prepared), ["Nothing was signed."], as_json=as_json)
                return
            if not confirmed(WARNING, yes=yes, as_json=as_json):
                say("Nothing was signed.")
                return
            checked = prepared.preview.checked if prepared.preview else None
            sent = submit(at, due, checked, control=prepared.control, date=opening.now(), new_key=change_key)
        told = sent_data(sent, opponents_address(at), practice=is_practice(at))
    show(told, sent_lines(told), as_json=as_json)


def _data(prepared: Prepared) -> dict[str, Any]:
    return {
        "message": prepared.seq,
        "signed": False,
        "what": prepared.what,
        "input": prepared.preview.checked.input if prepared.preview else None,
        "preview": prepared.preview.data if prepared.preview else None,
        "bytes": len(prepared.payload),
    }


def sent_data(sent: Sent, address: str, *, practice: bool = False) -> dict[str, Any]:
    """A signed message as data. practice: it is for the practice opponent, who needs no mail."""
    return {
        "message": sent.seq,
        "signed": True,
        "file": str(sent.path or ""),
        "report": str(sent.report or ""),
        "mail_to": address,
        "practice": practice,
    }


def sent_lines(told: dict[str, Any]) -> list[str]:
    """Where a signed message lies and what to do with it."""
    then = f"Next: mail that file to {told['mail_to'] or 'your opponent'}, then wait for his: pbem receive FILE"
    return [
        f"Message {told['message']} is signed: {told['file']}",
        *([f"Its public report, to attach if you like: {told['report']}"] if told["report"] else []),
        "Next: pbem practice" if told["practice"] else then,
    ]
