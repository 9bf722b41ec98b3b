"""What a page is told in a hidden game is the same over everything that the enemy may hold."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import Due
from pbem.campaign.writing.orders_file import ORDERS_FILE, Checked, template_members, template_text
from pbem.engine.desk import NO_LAYOUT
from pbem.play.judging import desk_data, judged, reached, standing_judged, supposed
from tests.installed import installed
from tests.play.evenings import spoilt
from tests.play.leaking import answer, asked, page_of
from tests.rulesets.jours_de_gloire.games.test_no_leak import Dealer, terms
from tests.tiers import beside_the_first, first
from tests.toy_hidden import leaks
from tests.toy_hidden.test_no_leak import Hider, Invitation

VARIANTS = 3
# Of the rulebook's games, of which each takes seconds, the first is held against one of the others.
PLAYED = beside_the_first(VARIANTS)
# Of so many everything is asked that a page can ask when play stops.
ASKED = 2
READ = (
    "status", "messages", "message/{number}", "report", "report/{number}", "replay", "map", "map/{number}", "dice",
    "dice/{number}", "verify", "archive", "standing/judge",
)  # fmt: skip
NOWHERE: Mapping[str, Any] = {"steps": []}


class Watcher:
    """Plays as somebody else would, and writes down everything that a page is told at each of his questions."""

    def __init__(self, plays: Any) -> None:
        self.plays = plays
        self.told: list[str] = []

    def __call__(self, campaign: Campaign, due: Due) -> tuple[Mapping[str, Any], Checked | None] | None:
        if due.request is not None:
            rng, looked = random.Random(len(self.told)), False
            self._note(campaign, desk_data(campaign, due))
            said = dict(template_members(campaign, due))
            for orders in ({}, said, spoilt(campaign, due, said, rng), spoilt(campaign, due, said, rng)):
                self._note(campaign, judged(campaign, due, orders, "note"))
            for who in self._movables(campaign, due):
                self._note(campaign, reach := reached(campaign, due, said, None, [who]))
                attacked = [one for one in (reach or NOWHERE)["steps"] if "enemy counters: " in one["note"]]
                if attacked and not looked:
                    looked, step = True, attacked[0]
                    attack = {"orders": [{"stack": [who], "to": step["place"], **step["more"]}]}
                    self._note(campaign, supposed(campaign, due, attack, step["place"], 7))
            slots = campaign.machine.slots[campaign.seat]
            self._note(campaign, standing_judged(campaign, due, {slots[0].name.partition(".")[0]: "ask"}))
            campaign.folder.write_document(ORDERS_FILE, template_text(campaign, due).encode("utf-8"))
            status, shown = answer(campaign, page_of(campaign), "POST", "/api/C/prepare")
            assert status == 200, shown
            self.told.append(shown)
        return self.plays(campaign, due)  # type: ignore[no-any-return]

    @staticmethod
    def _movables(campaign: Campaign, due: Due) -> Iterator[str]:
        desk = campaign.game.writing.desk
        assert due.request is not None
        layout = desk.layout(due.request, due.own) if desk is not None else NO_LAYOUT
        yield from (one.who for one in layout.movables)

    def _note(self, campaign: Campaign, told: Any) -> None:
        # The digest of a file hangs on the id of the campaign, which hashes what both committed to.
        self.told.append(leaks.masked(json.dumps(told, sort_keys=True).replace(campaign.short_id, "ID")))


def same(found: list[list[str]]) -> None:
    """Everything is told alike, and something is told."""
    assert all(len(one) == len(found[0]) > 10 for one in found)
    for others in found[1:]:
        for number, (one, other) in enumerate(zip(found[0], others, strict=True)):
            assert one == other, number


@pytest.mark.slow
@pytest.mark.parametrize("hider", first(1, ["a", "b"], pytest.mark.campaigns))
def test_the_page_knows_of_jours_de_gloire_what_its_owner_may_know(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hider: str
) -> None:
    watcher = "ba"["ab".index(hider)]
    found, theirs, strangers, own, secrets, public = [], [], [], [], [], None
    with leaks.fixed_dice(monkeypatch):
        for variant in PLAYED:
            dealer, looks = Dealer(public, random.Random(f"secret {variant}")), Watcher(Dealer(None, None))
            campaigns = leaks.play(tmp_path / str(variant) / "at", terms(), {hider: dealer, watcher: looks})
            if len(theirs) < ASKED:
                theirs.append(asked(campaigns[watcher], player=True))
                strangers.append(asked(campaigns[hider], player=False))
            own.append(answer(campaigns[hider], page_of(campaigns[hider]), "GET", "/api/C/report?all=1"))
            leaks.close(campaigns)
            found.append(looks.told)
            secrets.append(repr(dealer.dealt))
            public = dealer.said
    assert len(set(secrets)) == len(PLAYED)
    same(found)
    assert any('"steps": [{' in one for one in found[0]), "somebody can be clicked"
    for pages in (theirs, strangers):
        for name, told in pages[0].items():
            assert all(page[name] == told for page in pages), name
    assert own[0] != own[1], "who hides something sees it himself"
    good = {name.split(" ")[1].removeprefix("/api/{campaign}/") for name, told in theirs[0].items() if told[0] == 200}
    assert set(READ) <= good
    assert any("supposed 7 PF in all" in one for one in found[0]), "another strength can be supposed"


@pytest.mark.slow
@pytest.mark.parametrize("hider", ["a", "b"])
def test_the_page_knows_of_a_toy_what_its_owner_may_know(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hider: str
) -> None:
    watcher, found, secrets = "ba"["ab".index(hider)], [], []
    wanted = Invitation("veiled", "skirmish", "red", {"contact": "declared"})
    with installed(tmp_path / "dist", "veiled"), leaks.fixed_dice(monkeypatch):
        for variant in range(VARIANTS):
            looks = Watcher(Hider(random.Random("the same")))
            scripts = {hider: Hider(random.Random(f"secret {variant}")), watcher: looks}
            campaigns = leaks.play(tmp_path / str(variant), wanted, scripts)
            found.append(looks.told)
            secrets.append(repr({seq: campaigns[hider].committed[seq] for seq in campaigns[hider].committed}))
            leaks.close(campaigns)
    assert len(set(secrets)) == VARIANTS
    same(found)
