"""Hidden games by mail: they end, both books are opened, or shown before, and nobody honest is accused."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.records.disclosing import audit_data, audit_path
from pbem.engine.contract import Compiled
from pbem.engine.hidden import HIDDEN
from pbem.engine.requests import ORDERS
from rulesets.campaign_1806.hidden.face_down import SORT
from tests.cli.players import Player
from tests.games.shown_early import check_shown_early
from tests.games.unquiet import play
from tests.rulesets.campaign_1806.country import ID
from tests.rulesets.campaign_1806.hidden import by_mail
from tests.rulesets.campaign_1806.hidden.unquiet import CampaignPlayers

SEATED = 2380919390
"""An honest game in which two seats are taken over, a looked-at sign between that and the first orders."""


@pytest.mark.rule(ID, "1.5")
@pytest.mark.slow
def test_a_small_battle_by_mail(tmp_path: Path) -> None:
    assert by_mail.play(tmp_path, 1, "learning-saalfeld").ended
    (place := tmp_path / "books").mkdir()
    assert check_shown_early(tmp_path / "a", place, 7)


@dataclass
class FalseSigns(by_mail.CounterHand):
    """A player who says of troops that move in the first turn that they are a train."""

    def changed(self, found: Compiled, due: Any) -> Compiled:
        """With one sign exchanged."""
        leaves = found.leaves.get(HIDDEN, {})
        shown = next((name for name, sort in leaves.items() if name.startswith(SORT) and sort == "z"), "")
        if due.kind != ORDERS or not due.state["at"]["turn"] or not shown:
            return found
        return replace(found, leaves={**found.leaves, HIDDEN: {**leaves, shown: "t"}})


@pytest.mark.rule(ID, "1.51A")
@pytest.mark.slow
def test_a_lie_is_named_while_the_game_runs(tmp_path: Path) -> None:
    """Whoever is shown a liar's book has not to wait for the end; the other side's book has nothing of it."""
    by_mail.play(tmp_path, 1, "learning-saalfeld", 3, FalseSigns)
    for seat in "ab":
        home, place = tmp_path / f"{seat}-home", tmp_path / seat
        Player(home, place).good("audit", "--show", tmp_path / f"book-{seat}")
        told = audit_data(audit_path(tmp_path / "b", [tmp_path / f"book-{seat}"]))
        assert told["state"] == "running" and told["exit"] == 11
        assert {(one["side"], one["code"], one["case"]) for one in told["findings"]} == {(seat, "AUDIT_CLAIM", "1.51A")}
        assert all("the sign of counter" in one["text"] for one in told["findings"])


@pytest.mark.campaigns
@pytest.mark.parametrize("scenario", ["saalfeld", "jena", "auerstedt", "massenbach"])
@pytest.mark.parametrize("seed", range(3))
def test_a_battle_by_mail(tmp_path: Path, scenario: str, seed: int) -> None:
    options = {"supply": bool(seed % 2), "vedettes": True}
    assert by_mail.play(tmp_path, seed, scenario, **options).ended


@pytest.mark.campaigns
@pytest.mark.parametrize("scenario", ["campaign", "early-warning", "erfurt", "free-entry"])
def test_a_campaign_by_mail(tmp_path: Path, scenario: str) -> None:
    by_mail.play(tmp_path, 1, scenario, turns=24)


@pytest.mark.rule(ID, "1.5")
@pytest.mark.slow
def test_who_takes_a_seat_without_its_secrets_is_not_accused_of_the_signs_that_he_was_not_told(tmp_path: Path) -> None:
    happened = play(tmp_path, CampaignPlayers(), SEATED).happened
    assert happened["void seat"] == 2
