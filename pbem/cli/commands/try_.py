"""`pbem try`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from pbem.campaign.outbox.preparing import preview_of
from pbem.cli import opening
from pbem.cli.lazy import command_app
from pbem.cli.parameters import CampaignDir, Json
from pbem.cli.reading import orders_reader
from pbem.cli.terminal import show
from pbem.local.dry_run import Spread, rehearse

EXAMPLES = ("pbem try", "pbem try plan-b.yaml --times 500")


@command_app(EXAMPLES)
def app(
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="Orders; else orders.yaml.")] = None,
    times: Annotated[
        int, typer.Option("--times", metavar="N", min=1, max=10_000, help="How often the phase is played.")
    ] = 200,
    campaign: CampaignDir = None,
    as_json: Json = False,
) -> None:
    """Rehearse your orders with throw-away dice.

    Plays the phase again and again on the present position, your opponent by the defaults of his standing orders, and
    prints the spread of results. It touches nothing.
    """
    with opening.campaign(campaign, as_json=as_json) as at:
        due = at.due()
        spread = rehearse(at, due, preview_of(at, due, orders_reader(at, file)).checked, times)
    show(asdict(spread), _lines(spread), as_json=as_json)


def _lines(spread: Spread) -> Iterator[str]:
    yield f"Played {spread.times} times with throw-away dice:"
    if not spread.combats and not spread.unknown:
        yield "  no combat"
    for attack, results in spread.combats.items():
        shares = ", ".join(f"{result} {_percent(count, spread.times)}" for result, count in results.items())
        yield f"  {attack}: {shares}"
    for text, count in spread.outcomes.items():
        yield f"  {_percent(count, spread.times):>6}  {text}"
    if spread.unknown:
        yield f"  {_percent(spread.unknown, spread.times):>6}  ended early: what comes next hangs on something hidden"


def _percent(count: int, times: int) -> str:
    tenths = (2000 * count + times) // (2 * times)
    return f"{tenths // 10}.{tenths % 10}%"
