"""`pbem doctor`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from functools import partial

from pbem.cli import opening
from pbem.cli.lazy import command_app
from pbem.cli.parameters import CampaignDir, Json
from pbem.cli.terminal import show
from pbem.upkeep.doctor import BAD, Examined, examine

EXAMPLES = ("pbem doctor", "pbem doctor --campaign <scenario>")


@command_app(EXAMPLES)
def app(campaign: CampaignDir = None, as_json: Json = False) -> int:
    """Examine installation, identity and campaign, and mend what can be mended.

    Exit status 2 where something is wrong that it cannot mend.
    """
    home = opening.home()
    folder = opening.campaign_if_any(campaign)
    found = examine(home, partial(opening.person, home, as_json=as_json), folder)
    well = all(finding.state != BAD for finding in found)
    show({"ok": well, "findings": [asdict(finding) for finding in found]}, _lines(found), as_json=as_json)
    return 0 if well else 2


def _lines(found: Sequence[Examined]) -> Iterator[str]:
    for finding in found:
        yield f"{finding.state:<7} {finding.about}: {finding.text}"
        if finding.mend:
            yield f"          {finding.mend}"
