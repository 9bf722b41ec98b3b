"""`pbem report`."""

from __future__ import annotations

from typing import Annotated

import typer

from pbem.campaign.reports import own_json, own_text, public_json, public_text, require_reportable
from pbem.cli import opening
from pbem.cli.lazy import command_app
from pbem.cli.parameters import CampaignDir, Json, Unicode
from pbem.cli.terminal import show

EXAMPLES = ("pbem report", "pbem report 4", "pbem report --own", "pbem report 4 --unicode")


@command_app(EXAMPLES)
def app(
    seq: Annotated[int | None, typer.Argument(metavar="[MESSAGE]", help="Number of a message; else the last.")] = None,
    own: Annotated[bool, typer.Option("--own", help="Your own report, with the dice that you have rolled.")] = False,
    unicode: Unicode = False,
    campaign: CampaignDir = None,
    as_json: Json = False,
) -> None:
    """Print the report of a message.

    The public report tells what both players may know. Your own goes on with what your program has rolled since.
    """
    with opening.campaign(campaign, as_json=as_json) as at:
        if own:
            at.require_player()
            value, text = own_json(at), own_text(at, unicode=unicode)
        else:
            number = require_reportable(at, -1 if seq is None else seq)
            value, text = public_json(at, number), public_text(at, number, unicode=unicode)
    show(value, [text.rstrip("\n")], as_json=as_json)
