"""`pbem map`."""

from __future__ import annotations

from pbem.campaign.showing import own_data, position_data
from pbem.cli import opening
from pbem.cli.lazy import command_app
from pbem.cli.parameters import CampaignDir, Json
from pbem.cli.terminal import show

EXAMPLES = ("pbem map", "pbem map --json")


@command_app(EXAMPLES)
def app(campaign: CampaignDir = None, as_json: Json = False) -> None:
    """Draw the present position."""
    with opening.campaign(campaign, as_json=as_json) as at:
        told = position_data(at) | {"own": own_data(at)}
    lines = [told["phase"], "", told["map"].rstrip("\n")]
    if told["since"]:
        lines += ["", "As it stood when this phase began; what has happened since is in: pbem report --own"]
    if told["own"]:
        room = max(len(label) for label, _ in told["own"])
        lines += ["", "What you alone know:", *(f"  {label:<{room}}  {text}" for label, text in told["own"])]
    show(told, lines, as_json=as_json)
