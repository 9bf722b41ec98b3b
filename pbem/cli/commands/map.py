"""`pbem map`."""

from __future__ import annotations

from pbem.campaign.showing import position_data
from pbem.cli import opening
from pbem.cli.lazy import command_app
from pbem.cli.parameters import CampaignDir, Json
from pbem.cli.terminal import show

EXAMPLES = ("pbem map", "pbem map --json")


@command_app(EXAMPLES)
def app(campaign: CampaignDir = None, as_json: Json = False) -> None:
    """Draw the present position."""
    with opening.campaign(campaign, as_json=as_json) as at:
        told = position_data(at)
    show(told, [told["phase"], "", told["map"].rstrip("\n")], as_json=as_json)
