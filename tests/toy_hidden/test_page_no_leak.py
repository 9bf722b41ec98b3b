"""A hidden game on the page: whatever a page can ask tells nothing of what the other side hides."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.outbox.create import Invitation
from pbem.play.evening import Evening
from pbem.play.routes import JUDGES, READS, TABLE
from tests.play.visitor import Visitor
from tests.toy_hidden import leaks
from tests.toy_hidden.test_no_leak import Hider

VARIANTS = 2


def asked(campaign: Campaign, *, player: bool) -> dict[str, Any]:
    """Path -> what is answered, masked: everything that can be read. player: else as somebody who has only the log."""
    assert campaign.home is not None
    evening = Evening(campaign.home, campaign.person if player else None, campaign.folder.path)
    page = Visitor(evening, evening.begins_with)
    count = len(campaign.chain.messages)
    answers = {"/": page.ask("GET", "/").text}
    for row in TABLE:
        if row.method != "GET" or row.kind not in (READS, JUDGES):
            continue
        for number in range(count - 3, count) if "{number}" in row.path else [0]:
            path = row.path.replace("{campaign}", page.id).replace("{number}", str(number))
            for query in ("", "?own=1&all=1", "?public=1"):
                told = page.ask("GET", f"{path}{query}")
                assert told.status_code in (200, 404, 422), told.text
                text = told.text.replace(str(campaign.home.path.parent), "")
                answers[f"{row.path} {number} {query}"] = (told.status_code, leaks.masked(text.replace(page.id, "ID")))
    return answers


@pytest.mark.slow
@pytest.mark.parametrize("hider", ["a", "b"])
def test_other_secrets_change_nothing_that_the_page_of_the_other_side_can_ask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hider: str
) -> None:
    watcher = "b" if hider == "a" else "a"
    terms = Invitation("veiled", "skirmish", "red", {"contact": "declared"})
    theirs, strangers, own, secrets = [], [], [], set()
    with leaks.fixed_dice(monkeypatch):
        for variant in range(VARIANTS):
            scripts = {hider: Hider(random.Random(f"secret {variant}")), watcher: Hider(random.Random("the same"))}
            campaigns = leaks.play(tmp_path / str(variant) / "at", terms, scripts)
            theirs.append(asked(campaigns[watcher], player=True))
            strangers.append(asked(campaigns[hider], player=False))
            own.append(asked(campaigns[hider], player=True))
            secrets.add(repr({seq: campaigns[hider].committed[seq] for seq in campaigns[hider].committed}))
            leaks.close(campaigns)
    assert len(secrets) == VARIANTS
    for pages in (theirs, strangers):
        for name, told in pages[0].items():
            assert all(page[name] == told for page in pages), name
    assert own[0] != own[1], "who hides something sees it himself"
    assert sum(status == 200 for status, _ in list(theirs[0].values())[1:]) > 20
