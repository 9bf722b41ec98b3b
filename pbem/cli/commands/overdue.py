"""`pbem overdue`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pbem.campaign.core.told_data import data_of
from pbem.campaign.outbox.overdue import evidence_of, overdue_lines
from pbem.cli import opening
from pbem.cli.lazy import command_app
from pbem.cli.parameters import AsOf, CampaignDir, Json
from pbem.cli.terminal import show
from pbem.errors import Problem
from pbem.store.atomic import write_atomic
from pbem.store.files import entry_at

EXAMPLES = ("pbem overdue", "pbem overdue --out claim.jsonl --as-of 2026-01-31")


@command_app(EXAMPLES)
def app(
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="A new file; else in evidence/.")] = None,
    as_of: AsOf = "",
    campaign: CampaignDir = None,
    as_json: Json = False,
) -> None:
    """Write evidence that your opponent's days are over.

    The file holds the log and your signed claim behind it. It changes nothing in the campaign; pbem verify says to
    anybody whether it is founded. The dates in it are what you and your opponent wrote.
    """
    date = opening.date_of(as_of)
    with opening.campaign(campaign, write=out is None, as_json=as_json) as at:
        found, data = evidence_of(at, date)
        path = _save(out.absolute(), data) if out is not None else None
        path = path or at.folder.save("evidence", f"overdue-{found.message:04d}.jsonl", data)
    told = {**data_of(found), "date": date, "file": str(path)}
    show(told, overdue_lines(told, found.beyond(date)), as_json=as_json)


def _save(path: Path, data: bytes) -> Path:
    if entry_at(path) is not None:
        raise Problem("FILE_EXISTS", "there is something under this name already", "name another file", str(path))
    write_atomic(path, data)
    return path
