"""`pbem audit`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pbem.campaign.records.audit_words import audit_lines
from pbem.campaign.records.disclosing import audit_data, audit_path
from pbem.cli.lazy import command_app
from pbem.cli.opening import campaign_path
from pbem.cli.parameters import CampaignDir, Json
from pbem.cli.terminal import show

EXAMPLES = ("pbem audit", "pbem audit <scenario>.pbem", "pbem audit --json")


@command_app(EXAMPLES)
def app(
    path: Annotated[
        Path | None, typer.Argument(metavar="PATH", help="Campaign folder, archive or log; else the campaign here.")
    ] = None,
    campaign: CampaignDir = None,
    as_json: Json = False,
) -> int:
    """Show what both players disclosed and what it proves.

    Before the end it says who still hides what. Needs no identity. Exit status 0, 11 where a lie is proven, else as
    that of pbem verify.
    """
    told = audit_data(audit_path(path if path is not None else campaign_path(campaign)))
    show(told, audit_lines(told), as_json=as_json)
    return int(told["exit"])
