"""Row N08 of the adversarial plan: an amendment whose patch hides what it takes away. Who is asked sees every place."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.offers import due_for
from pbem.campaign.inbox.status import status_of
from pbem.campaign.outbox.amending import amendment
from pbem.campaign.outbox.preparing import prepare
from pbem.campaign.telling.reports import own_text
from pbem.campaign.telling.show import message_data, message_text
from pbem.cli.commands import status as status_command
from tests.attacks.world import judged
from tests.campaign.agreeing import answer, hand, offer
from tests.campaign.folders import Peer, begin, orders_of

Units = dict[str, Any]


def offered(root: Path, patch_of: Any) -> tuple[Peer, Peer, Units, Units]:
    """Anna offers a correction, well formed and with a harmless reason. The units on the map before and after it."""
    a, b = begin(root, 6)
    hand(b, a, 5)
    campaign = a.open(write=False)
    due = campaign.due()
    before = dict(due.state["at"]["at"])
    patch, after = patch_of(before, campaign)
    offer(a, amendment(campaign, due, "", patch, "a counter stood one hex off"))
    hand(a, b, 6)
    return a, b, before, after


def shown(b: Peer) -> dict[str, str]:
    """What Bert sees before he answers, by where he sees it; words that are wrapped stand in one line again."""
    campaign = b.open()
    try:
        judged_by, due = due_for(campaign, "accept")
        if due.request is not None:
            orders_of(judged_by, due)
        document = (campaign.folder.read_document("orders.yaml") if due.request is not None else b"", "orders.yaml")
        prepared = prepare(judged_by, due, lambda: document, "accept")
        texts = {
            "status": "\n".join(status_command._lines(status_of(campaign))),
            "report": own_text(campaign),
            "show": message_text(campaign, 6),
            "answer": "\n".join(prepared.lines),
        }
    finally:
        campaign.folder.close()
    return {where: re.sub(r"\s+", " ", text) for where, text in texts.items()}


def without_three(before: Units, campaign: Campaign) -> tuple[list[dict[str, Any]], Units]:
    """All the map in one value, without three units of the other side: a path that says nothing."""
    gone = [unit for unit in sorted(before) if campaign.game.setting.roster.units[unit].army == "prussian"][:3]  # type: ignore[attr-defined]
    after = {unit: place for unit, place in before.items() if unit not in gone}
    return [{"path": ["at"], "value": after}], after


@pytest.mark.slow
@pytest.mark.attack("N08")
def test_n08_units_that_vanish_behind_one_path_are_shown_before_the_answer(tmp_path: Path) -> None:
    a, b, before, after = offered(tmp_path, without_three)
    gone = sorted(before.keys() - after.keys())
    assert len(gone) == 3
    for where, text in shown(b).items():
        for unit in gone:
            assert f'at/{unit}: "{before[unit]}' in text, (where, unit)
        assert text.count("-> nothing there") == 3 and "3 places of the position would change" in text, where
        for unit in gone:
            # In the game's words, too.
            assert f"[{b.open(write=False).game.telling.name(unit)}]" in text, where
    proposed = message_data(b.open(write=False), 6)["proposed"]
    assert [place["path"] for place in proposed["places"]] == [["at", unit] for unit in gone]
    assert all("after" not in place and place["before"] == before[place["path"][1]] for place in proposed["places"])
    assert status_of(b.open(write=False)).proposed == proposed
    # Whoever reads it declines; nobody is accused, nothing has changed.
    answer(b, "decline")
    hand(b, a, 7)
    assert judged(a.log()) == ("OK", "ok", None, "")
    assert a.open(write=False).chain.states[7]["at"]["at"] == before


def all_moved(before: Units, campaign: Campaign) -> tuple[list[dict[str, Any]], Units]:
    """Every unit one by one to where another one stands, and the turn: more than anybody prints in a status."""
    units = sorted(before)
    turned = dict(zip(units, [before[unit] for unit in [*units[1:], units[0]]], strict=True))
    changes = [{"path": ["at", unit], "value": turned[unit]} for unit in units if turned[unit] != before[unit]]
    return [*changes, {"path": ["turn"], "value": 4}], turned


@pytest.mark.slow
@pytest.mark.attack("N08")
def test_n08_what_is_too_long_is_cut_with_its_number_and_never_in_silence(tmp_path: Path) -> None:
    _, b, before, after = offered(tmp_path, all_moved)
    changed = [unit for unit in before if before[unit] != after[unit]]
    texts = shown(b)
    assert len(changed) > 30
    for where in ("status", "report"):
        count = f"{len(changed) + 1} places of the position would change"
        assert count in texts[where] and "whole: pbem show 6" in texts[where], where
        assert sum(f"at/{unit}: " in texts[where] for unit in changed) <= 24
    for where in ("show", "answer"):
        for unit in changed:
            line = rf'at/{unit}: "{before[unit]}"( \([^)]*\))? -> "{after[unit]}"'
            assert re.search(line, texts[where]), (where, unit)
        assert "turn: 3 -> 4" in texts[where]
    assert "before Game-Turn 3" in texts["status"] and "after Game-Turn 4" in texts["status"], (
        "the position's own words, before and after"
    )
