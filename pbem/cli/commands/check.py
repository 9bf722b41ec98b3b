"""`pbem check`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from pbem.campaign.core.offers import due_for
from pbem.campaign.outbox.preparing import preview_of
from pbem.campaign.writing.standing import standing_fault
from pbem.cli import opening
from pbem.cli.lazy import command_app
from pbem.cli.parameters import AnswerOption, CampaignDir, Json, PartFiles
from pbem.cli.reading import orders_reader, part_files, submit_command
from pbem.cli.terminal import show, warn

EXAMPLES = ("pbem check", "pbem check plan-b.yaml", "pbem check --json")


@command_app(EXAMPLES)
def app(
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="Orders; else orders.yaml.")] = None,
    answer: AnswerOption = "",
    part: PartFiles = None,
    campaign: CampaignDir = None,
    as_json: Json = False,
) -> None:
    """Say everything that is wrong with orders, or preview them.

    Changes nothing and rolls no die. Exit status 1 where the rules forbid something, 2 where the file cannot be read
    or names something unknown.
    """
    with opening.campaign(campaign, as_json=as_json) as at:
        judged, due = due_for(at, answer)
        preview = preview_of(judged, due, orders_reader(at, file), part_files(part))
        unfit = standing_fault(judged) if judged.seat else ""
        then = submit_command(answer or ("decline" if due.offer else "")) if judged.seat else "pbem part"
    told: dict[str, Any] = {
        "ok": True,
        "input": preview.checked.input,
        "notes": list(preview.checked.notes),
        "preview": preview.data,
        "secret": list(preview.secret),
        "untouched": preview.untouched,
        "remarks": [one.to_json() for one in preview.checked.remarks],
        "standing_remarks": [one.to_json() for one in preview.standing.remarks],
    }
    told["standing"] = unfit
    if unfit and not as_json:
        warn(f"{unfit}; nothing can be signed until that is mended (pbem standing)")
    ends = f"Nothing is wrong with these orders. Next: {then}"
    if unfit:
        ends = (
            f"Nothing is wrong with these orders, but standing.yaml is to be mended. Next: pbem standing, then {then}"
        )
    show(told, [*preview.lines, ends], as_json=as_json)
