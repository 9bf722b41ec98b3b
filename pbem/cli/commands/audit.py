"""`pbem audit`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pbem.campaign.records.audit_words import audit_lines
from pbem.campaign.records.disclosing import audit_data, audit_path
from pbem.cli import opening
from pbem.cli.lazy import command_app
from pbem.cli.parameters import CampaignDir, Json
from pbem.cli.terminal import show
from pbem.errors import Problem

EXAMPLES = (
    "pbem audit",
    "pbem audit <scenario>.pbem",
    "pbem audit --show book.txt",
    "pbem audit <scenario>.pbem --book book.txt",
)


@command_app(EXAMPLES)
def app(
    path: Annotated[
        Path | None, typer.Argument(metavar="PATH", help="Campaign folder, archive or log; else the campaign here.")
    ] = None,
    campaign: CampaignDir = None,
    books: Annotated[
        list[Path] | None,
        typer.Option("--book", metavar="FILE", help="What a side shows before the end: a file of --show."),
    ] = None,
    shown: Annotated[
        Path | None,
        typer.Option("--show", metavar="FILE", help="Write what you hid so far, for somebody who may know it."),
    ] = None,
    as_json: Json = False,
) -> int:
    """Show what both players disclosed and what it proves.

    Before the end it says who still hides what, and judges whoever shows it. Needs no identity but for --show. Exit
    status 0, 11 where a lie is proven, else as that of pbem verify.
    """
    if shown is not None:
        if path is not None or books:
            raise Problem("USAGE", "--show writes the book of the campaign here and judges none", "leave the rest out")
        return _write(shown.absolute(), campaign, as_json)
    at = path if path is not None else opening.campaign_path(campaign)
    told = audit_data(audit_path(at, books or ()))
    show(told, audit_lines(told), as_json=as_json)
    return int(told["exit"])


def _write(file: Path, campaign: Path | None, as_json: bool) -> int:
    from pbem.campaign.records.shown_books import shown_text
    from pbem.upkeep.keyring import save_paper

    with opening.campaign(campaign, as_json=as_json) as at:
        save_paper(shown_text(at), file)
        told = {"file": str(file), "game": at.game_id, "side": at.seat, "message": len(at.chain.messages) - 1}
    lines = [
        f"{told['file']}: all that your side hid up to message {told['message']}",
        "Never for your opponent. Whoever reads it can also find out what you hide later, until you take another key.",
        "Who judges it types: pbem audit FOLDER-OR-ARCHIVE --book FILE",
    ]
    show(told, lines, as_json=as_json)
    return 0
