"""`pbem archive`."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from pbem.campaign.records.archiving import default_name, is_earlier, save_archive
from pbem.cli import opening
from pbem.cli.lazy import command_app
from pbem.cli.pages import Kind, require_room
from pbem.cli.parameters import CampaignDir, Force, Json
from pbem.cli.terminal import show

EXAMPLES = ("pbem archive", "pbem archive --output <scenario>.pbem")


@command_app(EXAMPLES)
def app(
    output: Annotated[
        Path | None,
        typer.Option("--output", metavar="FILE", help="The archive; else a name made of scenario and game."),
    ] = None,
    force: Force = False,
    campaign: CampaignDir = None,
    as_json: Json = False,
) -> None:
    """Write the whole campaign into one file that anybody can verify.

    It holds the log, the dice, the public reports and the scenario. The same campaign always gives the same bytes.
    """
    with opening.campaign(campaign, whole=True, as_json=as_json) as at:
        kind = Kind("earlier archive of this campaign", partial(is_earlier, at))
        path = require_room(output or default_name(at), kind, force=force)
        size = save_archive(at, path)
    show(
        {"archive": str(path), "bytes": size},
        [f"{path}: {size} bytes", f"Check it: pbem verify {path}"],
        as_json=as_json,
    )
