"""Plays the campaign that tests/archives keeps, anew: `python -m tests.archives.make`.

To be run when the rules version is raised, or EDITION because this program composes its messages otherwise. Archives of
rules that are no longer installed stay as they are: they have to be refused by the name of their version. Until 1.0 a
change of rules replaces the rules; from then on every archive has to verify for ever, and none is played anew.
"""

from __future__ import annotations

import json
import random
import tempfile
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest.mock import patch

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.machine import engine_name
from pbem.campaign.inbox.receive import take
from pbem.campaign.outbox.submit import submit
from pbem.campaign.records.archiving import archive_bytes
from pbem.mail.armour import read_blocks
from tests.games.campaigns import RandomHand, begin
from tests.games.chance import fixed_secrets
from tests.games.clients import DATE
from tests.games.games import Tally

HERE = Path(__file__).parent
EDITION = 2
"""1: vaults as long as what is in them. 2: of one length, so that it tells nothing of standing orders."""
SEED = 1
# Long enough for combats by day, questions in mid-phase and illegal orders; then side a gives up.
RESIGNS_AT = 24


def play(folder: Path) -> bytes:
    """The archive of a random campaign that ends by a resignation, the same bytes every time."""
    # The mail that is laid out beside a message takes names for temporary files from the same secrets, in their order.
    with fixed_secrets("kept archive"), patch("pbem.campaign.outbox.mail_draft.lay_out_draft"):
        a, b = begin(folder, SEED)
        campaigns = {"a": a, "b": b}
        hands = {seat: RandomHand(random.Random(f"kept {seat}"), Tally(SEED)) for seat in "ab"}
        mail: bytes | None = (folder / "b" / "outbox" / "0001-b.yaml").read_bytes()
        number = 2
        while mail is not None:
            campaign = campaigns["ab"[number % 2]]
            assert take(campaign, mail, read_blocks(mail)).fault is None
            mail = resigned(campaign) if number == RESIGNS_AT else hands["ab"[number % 2]].reply(campaign)
            number += 1
        data = archive_bytes(a)
        for campaign in campaigns.values():
            campaign.folder.close()
    return data


def resigned(campaign: Campaign) -> bytes:
    """The mail of a player who gives up."""
    return submit(campaign, campaign.due(), control={"resign": True}, date=DATE).text.encode("utf-8")


def digests(campaign: Campaign, data: bytes) -> dict[str, Any]:
    """What has to stay the same under one rules version: state and tape digests that each message signs."""
    bodies = [message.body for message in campaign.chain.messages]
    return {
        "engine": engine_name(campaign.machine.ruleset),
        "archive": sha256(data).hexdigest(),
        "states": [body.get("state", "") for body in bodies],
        "tapes": [body.get("tape", "") for body in bodies],
    }


def archive_name(engine: str) -> str:
    """`napoleon-at-war-1-2`: of this program's edition, without ending."""
    return f"{engine.replace(' ', '-')}-{EDITION}"


def main() -> None:
    """Writes `<engine>-<edition>.pbem` and `.json` beside this file."""
    from pbem.campaign.records.verification import judge_archive

    with tempfile.TemporaryDirectory() as folder:
        data = play(Path(folder))
    judged = judge_archive(data)
    assert judged.verdict.code == "OK" and judged.campaign is not None, judged.verdict
    name = archive_name(engine_name(judged.campaign.machine.ruleset))
    (HERE / f"{name}.pbem").write_bytes(data)
    text = json.dumps(digests(judged.campaign, data), indent=1) + "\n"
    (HERE / f"{name}.json").write_text(text, encoding="utf-8", newline="\n")
    print(f"{name}: {len(data)} bytes, {judged.verdict.messages} messages, {judged.verdict.dice} dice")


if __name__ == "__main__":
    main()
