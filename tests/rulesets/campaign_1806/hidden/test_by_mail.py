"""Hidden games by mail: they end, both books are opened, and nobody honest is accused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rulesets.campaign_1806.country import ID
from tests.rulesets.campaign_1806.hidden import by_mail

pytestmark = pytest.mark.usefixtures("known")


@pytest.mark.rule(ID, "1.5")
@pytest.mark.slow
def test_a_small_battle_by_mail(tmp_path: Path) -> None:
    assert by_mail.play(tmp_path, 1, "learning-saalfeld").ended


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
