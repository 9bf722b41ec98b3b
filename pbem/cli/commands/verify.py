"""`pbem verify`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pbem.campaign.records.open_target import Against, judge_path, verdict_data
from pbem.campaign.records.verdict_words import verdict_lines
from pbem.cli.home import home
from pbem.cli.lazy import command_app
from pbem.cli.opening import campaign_path
from pbem.cli.pages import require_kind, write_file
from pbem.cli.parameters import CampaignDir, Force, Json
from pbem.cli.terminal import show
from pbem.resources import page_bytes

EXAMPLES = (
    "pbem verify",
    "pbem verify <scenario>.pbem --complete",
    "pbem verify mail.txt --campaign <scenario>",
    "pbem verify mail.txt --key key.txt",
    "pbem verify log.jsonl --tapes tapes.jsonl --head head --report 0004-a.txt",
    "pbem verify --page verify.html",
)
PAGE_USE = "Open it in a browser and drop an archive on it: it checks everything but the rules."


@command_app(EXAMPLES)
def app(
    path: Annotated[
        Path | None, typer.Argument(metavar="PATH", help="Campaign folder, log, archive or mailed file; else here.")
    ] = None,
    key: Annotated[
        str,
        typer.Option("--key", metavar="KEY", help="Public key, 64 hex digits or a file with them: for one message."),
    ] = "",
    head: Annotated[Path | None, typer.Option("--head", metavar="FILE", help="The log must hold this head.")] = None,
    report: Annotated[
        Path | None, typer.Option("--report", metavar="FILE", help="The log must give this report.")
    ] = None,
    tapes: Annotated[Path | None, typer.Option("--tapes", metavar="FILE", help="The log must give these dice.")] = None,
    complete: Annotated[bool, typer.Option("--complete", help="The game must be finished and audited.")] = False,
    as_of: Annotated[
        str, typer.Option("--as-of", metavar="DATE", help="The clock must not have run out by this date.")
    ] = "",
    strict: Annotated[
        bool, typer.Option("--strict", help="Reports must be in the words of this program, to the letter.")
    ] = False,
    page: Annotated[
        Path | None,
        typer.Option("--page", metavar="FILE", help="Write the web page that checks without pbem; needs no PATH."),
    ] = None,
    force: Force = False,
    campaign: CampaignDir = None,
    as_json: Json = False,
) -> int:
    """Verify a campaign, a log, an archive or a mailed file.

    Needs no identity. Exit status 0, or 10 to 15 by the class of the first thing that is wrong.
    """
    if page is not None:
        page = require_kind(page, ".html", ".htm", force=force)
        size = _write_page(page)
        if path is None and campaign is None:
            show(
                {"page": str(page), "bytes": size},
                [f"{page}: {size} bytes", PAGE_USE],
                as_json=as_json,
            )
            return 0
    against = Against(head, report, tapes, key, complete, as_of, strict)
    folder = campaign if path is not None else campaign_path(campaign)
    told = verdict_data(judge_path(path, against, home(), folder))
    show(told, verdict_lines(told), as_json=as_json)
    return int(told["exit"])


def _write_page(path: Path) -> int:
    data = page_bytes()
    write_file(path, data, private=False)
    return len(data)
