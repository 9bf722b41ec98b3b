"""`pbem resign`."""

from __future__ import annotations

from pbem.campaign.outbox.preparing import prepare_resignation
from pbem.campaign.outbox.submit import submit
from pbem.cli import opening
from pbem.cli.commands.submit import finished
from pbem.cli.lazy import command_app
from pbem.cli.parameters import CampaignDir, Json, Yes
from pbem.cli.terminal import confirmed, say

EXAMPLES = ("pbem resign", "pbem resign --yes --campaign <scenario>")


@command_app(EXAMPLES)
def app(yes: Yes = False, campaign: CampaignDir = None, as_json: Json = False) -> None:
    """Give the game up.

    Signs the message that is due with your resignation in place of orders. It asks once. Exit status 3 where it is
    not your move.
    """
    with opening.campaign(campaign, write=True, as_json=as_json) as at:
        due = at.due()
        prepared = prepare_resignation(at, due)
        if not confirmed(
            "You give the game up. A signed message can never be changed. Sign it?", yes=yes, as_json=as_json
        ):
            say("Nothing was signed.")
            return
        sent = submit(at, due, None, control=prepared.control, date=opening.now(), standing=prepared.standing)
        finished(at, sent, as_json=as_json)
