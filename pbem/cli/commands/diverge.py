"""`pbem diverge`."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from pbem.campaign.records.diverge import LIMIT, Divergence, compare, export, require_way
from pbem.cli import opening
from pbem.cli.lazy import command_app
from pbem.cli.parameters import CampaignDir, Json
from pbem.cli.terminal import say, show
from pbem.store.files import read_bounded

EXAMPLES = ("pbem diverge --export > mine.json", "pbem diverge his.json")


@command_app(EXAMPLES)
def app(
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="What your opponent exported.")] = None,
    exports: Annotated[bool, typer.Option("--export", help="Print state, trace and dice of a segment.")] = False,
    seq: Annotated[
        int | None, typer.Option("--message", metavar="MESSAGE", help="The message that opened the segment.")
    ] = None,
    campaign: CampaignDir = None,
    as_json: Json = False,
) -> None:
    """Find the first step on which two programs disagree.

    For a state or dice mismatch: one side exports, the other compares. Everything exported is public already.
    """
    require_way(exports, file is not None)
    with opening.campaign(campaign, as_json=as_json) as at:
        if file is None:
            say(export(at, seq).decode("utf-8").rstrip("\n"))
            return
        found = compare(at, read_bounded(file, LIMIT))
    show({"same": found.same, **asdict(found)}, _lines(found), as_json=as_json)


def _lines(found: Divergence) -> list[str]:
    if found.same:
        return ["Both programs agree on this segment."]
    return [
        f"First difference: {found.what}",
        f"  here:  {found.own or 'missing'}",
        f"  there: {found.other or 'missing'}",
    ]
