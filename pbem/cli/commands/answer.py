"""`pbem answer`."""

from __future__ import annotations

from typing import Annotated

import typer

from pbem.campaign.core.offers import due_for
from pbem.campaign.outbox.preparing import prepare
from pbem.cli import opening
from pbem.cli.commands.submit import sign
from pbem.cli.completing import answer_words
from pbem.cli.lazy import command_app
from pbem.cli.parameters import CampaignDir, DryRun, Json, OrdersFile, Yes
from pbem.cli.reading import orders_reader
from pbem.cli.untouched import Empty, meant
from pbem.errors import Problem

EXAMPLES = ("pbem answer decline", "pbem answer accept --dry-run", "pbem answer accept plan-b.yaml --yes")


@command_app(EXAMPLES)
def app(
    answer: Annotated[
        str, typer.Argument(metavar="accept|decline", autocompletion=answer_words, help="What you say to it.")
    ],
    file: OrdersFile = None,
    yes: Yes = False,
    dry_run: DryRun = False,
    empty: Empty = False,
    campaign: CampaignDir = None,
    as_json: Json = False,
) -> None:
    """Accept or decline what your opponent offers.

    Signs the message that is due with your answer, and with your orders where they are due in it; for an accepted
    take-back pbem orders --answer accept writes them. A template that nobody has touched is signed after a question,
    or with --empty. The same as pbem submit --answer. Exit status 3 where it is not your move.
    """
    if not answer:
        raise Problem("USAGE", "an answer is missing", "say accept or decline")
    with opening.campaign(campaign, write=not dry_run, as_json=as_json) as at:
        judged, due = due_for(at, answer)
        prepared = prepare(judged, due, orders_reader(at, file), answer)
        if not meant(prepared.preview, empty=empty or dry_run, as_json=as_json):
            return
        sign(judged, due, prepared, yes=yes, dry_run=dry_run, as_json=as_json)
