"""`pbem status`."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.campaign.core.told_data import data_of
from pbem.campaign.inbox.status import Status, status_of
from pbem.campaign.telling.timewords import plain_dates
from pbem.cli import opening
from pbem.cli.lazy import command_app
from pbem.cli.parameters import AsOf, CampaignDir, Json
from pbem.cli.terminal import show

EXAMPLES = ("pbem status", "pbem status --campaign <scenario> --json", "pbem status --as-of 2026-01-31")


@command_app(EXAMPLES)
def app(as_of: AsOf = "", campaign: CampaignDir = None, as_json: Json = False) -> None:
    """Say whose move it is and what to type next."""
    date = opening.date_of(as_of)
    with opening.campaign(campaign, as_json=as_json) as at:
        status = status_of(at, date)
    show(data_of(status), _lines(status), as_json=as_json)


def _how_far(status: Status) -> str:
    """`verified`; `finished, not audited`, which is less; `verified: finished and audited`."""
    if status.audited:
        return f"verified: {status.verified}"
    # Before the last messages the log says only for whom it waits.
    return status.verified.split(";")[0] if status.verified.startswith("finished") else "verified"


def _lines(status: Status) -> Iterator[str]:
    from pbem.campaign.telling.correcting import BRIEFLY, change_lines

    yield f"{status.campaign} (game {status.game})"
    yield f"  you        {status.you or 'an onlooker'}"
    yield f"  phase      {status.phase}"
    count = "1 message" if status.messages == 1 else f"{status.messages} messages"
    # Whose move it is stands two lines below, with names instead of letters.
    yield f"  log        {count}, {_how_far(status)}"
    if status.result:
        yield f"  result     {status.result}"
    yield f"  awaited    {status.awaited}"
    if status.mailed:
        yield f"  mailed     {status.mailed}"
    if status.asked:
        yield f"  asked      {status.asked}"
    if status.overdue:
        yield f"  clock      {plain_dates(status.overdue)}"
        replace = "" if status.over else "; somebody may take the place: pbem seat --help"
        yield f"             show it to others: pbem overdue{replace}"
    if status.agreed:
        yield f"  agreed     {status.agreed}"
    for line in status.seatings:
        yield f"             {line}"
    for line in change_lines(status.proposed, BRIEFLY) if status.proposed else ():
        yield f"             {line}"
    for one in status.answers:
        yield f"  {one.answer:<9}  {'; '.join(one.commands) or 'not possible here'}"
        yield f"             {'then' if one.commands else 'for'} {one.means}"
    for place, line in enumerate(status.team):
        yield f"  {'team' if place == 0 else '':<9}  {line}"
    if status.standing:
        yield f"  standing   {status.standing}"
    if status.unfit:
        yield f"  mend       {status.unfit}: pbem standing says what"
    for place, command in enumerate(() if status.answers else status.commands):
        yield f"  {'next' if place == 0 else 'then':<9}  {command}"
