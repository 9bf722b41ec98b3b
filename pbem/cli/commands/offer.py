"""`pbem offer draw|takeback|amend`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.offers import DRAW, takeback
from pbem.campaign.outbox.amending import amendment, outlook, read_patch
from pbem.campaign.outbox.preparing import prepare_offer
from pbem.campaign.outbox.submit import require_turn
from pbem.campaign.telling.correcting import change_lines
from pbem.cli import opening
from pbem.cli.commands.submit import sign
from pbem.cli.lazy import group_app, with_examples
from pbem.cli.parameters import CampaignDir, DryRun, Json, Yes
from pbem.cli.terminal import say
from pbem.store.files import read_bounded
from pbem.store.folder import DOCUMENT_LIMIT

_ABOUT = "Offer a draw, a take-back or an amendment."
_GROUP = ("pbem offer draw", "pbem offer takeback", "pbem offer amend --patch fix.yaml --reason 'lost at 0610'")
_QUESTION = "Your opponent has to answer this offer; a signed message can never be changed. Sign it?"

app = group_app(_ABOUT, _GROUP)


@app.callback()
def group() -> None:
    """Offer a draw, a take-back or an amendment."""


@app.command("draw", cls=with_examples(("pbem offer draw", "pbem offer draw --dry-run")))
def offer_draw(yes: Yes = False, dry_run: DryRun = False, campaign: CampaignDir = None, as_json: Json = False) -> None:
    """Offer a draw.

    Signs the message that is due with the offer in place of orders. Exit status 3 where it is not your move.
    """
    with opening.campaign(campaign, write=not dry_run, as_json=as_json) as at:
        _offer(at, dict(DRAW), yes=yes, dry_run=dry_run, as_json=as_json)


@app.command("takeback", cls=with_examples(("pbem offer takeback", "pbem offer takeback --to 6 --dry-run")))
def offer_takeback(
    to: Annotated[
        int | None,
        typer.Option("--to", metavar="MESSAGE", help="Message whose orders are to be given anew; else your last ones."),
    ] = None,
    yes: Yes = False,
    dry_run: DryRun = False,
    campaign: CampaignDir = None,
    as_json: Json = False,
) -> None:
    """Offer to take back everything from an earlier phase's orders on.

    Nothing leaves the log; if your opponent accepts, play goes on from that position with new dice. Exit status 3
    where it is not your move.
    """
    with opening.campaign(campaign, write=not dry_run, as_json=as_json) as at:
        require_turn(at, at.due(), "pbem offer takeback")
        _offer(at, takeback(at, to), yes=yes, dry_run=dry_run, as_json=as_json)


_AMEND = (
    "pbem offer amend --engine '<ruleset> 2' --reason 'a fault in retreats'",
    "pbem offer amend --patch fix.yaml --reason 'the unit stood in 0610' --dry-run",
)


@app.command("amend", cls=with_examples(_AMEND))
def offer_amend(
    engine: Annotated[
        str, typer.Option("--engine", metavar="'ID VERSION'", help="Play on by these rules, which are installed here.")
    ] = "",
    patch: Annotated[
        Path | None,
        typer.Option("--patch", metavar="FILE", help="Correct the position: a YAML list of {path, value}."),
    ] = None,
    reason: Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why; a correction needs it.")] = "",
    yes: Yes = False,
    dry_run: DryRun = False,
    campaign: CampaignDir = None,
    as_json: Json = False,
) -> None:
    """Offer to play on by other rules, or with a corrected position.

    For the day on which a fault of the rules is found in mid-campaign. Shows the position before and after. Exit
    status 3 where it is not your move.
    """
    with opening.campaign(campaign, write=not dry_run, as_json=as_json) as at:
        due = at.due()
        require_turn(at, due)
        data = read_bounded(patch, DOCUMENT_LIMIT) if patch is not None else b""
        changes = read_patch(due.state["at"], data, patch.name) if patch is not None else []
        control = amendment(at, due, engine, changes, reason)
        told = outlook(at, due, control)
        if not as_json:
            for line in change_lines(told):
                say(line)
        _offer(at, control, yes=yes, dry_run=dry_run, as_json=as_json)


def _offer(at: Campaign, control: dict[str, Any], *, yes: bool, dry_run: bool, as_json: bool) -> None:
    due = at.due(control)
    prepared = prepare_offer(at, due, control)
    sign(at, due, prepared, yes=yes, dry_run=dry_run, as_json=as_json, question=_QUESTION)
