"""Hidden games of 1806 with a liar: each lie that mattered is named by the audit, or refused at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.lying_games import check_lies
from tests.rulesets.campaign_1806.country import ID
from tests.rulesets.campaign_1806.hidden.lies import COMMAND, CampaignLiars
from tests.tiers import later

SHORT, SHORT_MESSAGES = 8, 10
NOBODY = 108


@pytest.mark.rule(ID, "1.5")
@pytest.mark.slow
def test_a_short_game_with_a_liar(tmp_path: Path) -> None:
    lies = check_lies(tmp_path, CampaignLiars(), COMMAND, [SHORT], SHORT_MESSAGES)
    assert any(lie.mattered for lie in lies)


@pytest.mark.rule(ID, "1.5", "7.12")
@pytest.mark.slow
def test_a_counter_that_holds_nobody_hides_no_other_lie(tmp_path: Path) -> None:
    """Moves were judged only where the book told all counters, and one of nobody counted as not told."""
    check_lies(tmp_path, CampaignLiars(), COMMAND, [NOBODY])


@pytest.mark.campaigns
@pytest.mark.parametrize("seed", [later(seed, pytest.mark.campaigns) for seed in range(100, 130)])
def test_games_with_a_liar(tmp_path: Path, seed: int) -> None:
    check_lies(tmp_path, CampaignLiars(), COMMAND, [seed])
