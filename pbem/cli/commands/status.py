"""`pbem status`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

from pbem.campaign.status import Status, status_of
from pbem.cli import opening
from pbem.cli.lazy import command_app
from pbem.cli.parameters import CampaignDir, Json
from pbem.cli.terminal import show

EXAMPLES = ("pbem status", "pbem status --campaign <scenario> --json")


@command_app(EXAMPLES)
def app(campaign: CampaignDir = None, as_json: Json = False) -> None:
    """Say whose move it is and what to type next."""
    with opening.campaign(campaign, as_json=as_json) as at:
        status = status_of(at)
    show(asdict(status), _lines(status), as_json=as_json)


def _lines(status: Status) -> Iterator[str]:
    yield f"{status.campaign} (game {status.game})"
    yield f"  you        {status.you or 'an onlooker'}"
    yield f"  phase      {status.phase}"
    count = "1 message" if status.messages == 1 else f"{status.messages} messages"
    # Whose move it is stands two lines below, with names instead of letters.
    yield f"  log        {count}, verified" + (f": {status.verified.split(';')[0]}" if status.result else "")
    if status.result:
        yield f"  result     {status.result}"
    yield f"  awaited    {status.awaited}"
    if status.standing:
        yield f"  standing   {status.standing}"
    if status.unfit:
        yield f"  mend       {status.unfit}: pbem standing says what"
    for place, command in enumerate(status.commands):
        yield f"  {'next' if place == 0 else 'then':<9}  {command}"
