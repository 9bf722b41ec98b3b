"""`pbem orders`."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from pbem.campaign.offers import due_for
from pbem.campaign.orders_file import HELPER_SCHEMA, ORDERS_FILE, phase_of, write_template
from pbem.cli import opening
from pbem.cli.lazy import command_app
from pbem.cli.parameters import AnswerOption, CampaignDir, Json
from pbem.cli.reading import check_command, submit_command
from pbem.cli.terminal import show

EXAMPLES = ("pbem orders", "pbem orders --fresh", "pbem orders --answer accept", "pbem orders --campaign <scenario>")


@command_app(EXAMPLES)
def app(
    fresh: Annotated[bool, typer.Option("--fresh", help="Write a new template; what is there is put away.")] = False,
    answer: AnswerOption = "",
    campaign: CampaignDir = None,
    as_json: Json = False,
) -> None:
    """Write the orders file with every open decision.

    Orders of the present phase that are there already are kept. A template submitted as it is takes every default.
    With --answer accept they are for the position to which the offered take-back or amendment leads. Exit status 3
    where it is not your move.
    """
    with opening.campaign(campaign, write=True, as_json=as_json) as at:
        at, due = due_for(at, answer)
        wrote = write_template(at, due, fresh=fresh)
        told = {
            "orders": str(at.folder.path / ORDERS_FILE),
            "schema": str(at.folder.path / HELPER_SCHEMA),
            "written": wrote,
            "phase": phase_of(at, due),
            "headline": at.game.headline(due.state["at"]),
        }
    show(told, _lines(told, answer or ("decline" if due.offer else "")), as_json=as_json)


def _lines(told: dict[str, Any], answer: str) -> list[str]:
    done = "Written" if told["written"] else "Kept as it is (a new template: pbem orders --fresh)"
    return [
        told["headline"],
        f"{done}: {told['orders']}",
        f"Next: edit that file, then {check_command(answer)}, then {submit_command(answer)}",
    ]
