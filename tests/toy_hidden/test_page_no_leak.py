"""A hidden game on the page: whatever a page can ask tells nothing of what the other side hides."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from pbem.campaign.outbox.create import Invitation
from tests.play.leaking import asked
from tests.tiers import turns
from tests.toy_hidden import leaks
from tests.toy_hidden.test_no_leak import Hider

VARIANTS = 2


@pytest.mark.slow
@pytest.mark.parametrize("hider", turns("ab"))
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
