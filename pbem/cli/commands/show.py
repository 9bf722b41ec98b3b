"""`pbem show`."""

from __future__ import annotations

from typing import Annotated

import typer

from pbem.campaign.telling.show import message_data, message_text
from pbem.cli import opening
from pbem.cli.lazy import command_app
from pbem.cli.parameters import CampaignDir, Json
from pbem.cli.terminal import show

EXAMPLES = ("pbem show 0", "pbem show 2 --json")


@command_app(EXAMPLES)
def app(
    seq: Annotated[int, typer.Argument(metavar="MESSAGE", help="Number of a message; the invitation is 0.")],
    campaign: CampaignDir = None,
    as_json: Json = False,
) -> None:
    """Show a message as YAML."""
    with opening.campaign(campaign, as_json=as_json) as at:
        value, text = message_data(at, seq), message_text(at, seq)
    show(value, [text.rstrip("\n")], as_json=as_json)
