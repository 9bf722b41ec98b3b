"""`pbem orders`."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from pbem.campaign.orders_file import HELPER_SCHEMA, ORDERS_FILE, phase_of, write_template
from pbem.cli import opening
from pbem.cli.lazy import command_app
from pbem.cli.parameters import CampaignDir, Json
from pbem.cli.terminal import show

EXAMPLES = ("pbem orders", "pbem orders --fresh", "pbem orders --campaign <scenario>")


@command_app(EXAMPLES)
def app(
    fresh: Annotated[bool, typer.Option("--fresh", help="Write a new template; what is there is put away.")] = False,
    campaign: CampaignDir = None,
    as_json: Json = False,
) -> None:
    """Write the orders file with every open decision.

    Orders of the present phase that are there already are kept. A template submitted as it is takes every default.
    Exit status 3 where it is not your move.
    """
    with opening.campaign(campaign, write=True, as_json=as_json) as at:
        due = at.due()
        wrote = write_template(at, due, fresh=fresh)
        told = {
            "orders": str(at.folder.path / ORDERS_FILE),
            "schema": str(at.folder.path / HELPER_SCHEMA),
            "written": wrote,
            "phase": phase_of(at, due),
            "headline": at.game.headline(due.state["at"]),
        }
    show(told, _lines(told), as_json=as_json)


def _lines(told: dict[str, Any]) -> list[str]:
    done = "Written" if told["written"] else "Kept as it is (a new template: pbem orders --fresh)"
    return [
        told["headline"],
        f"{done}: {told['orders']}",
        "Next: edit that file, then pbem check, then pbem submit",
    ]
