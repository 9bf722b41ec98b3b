"""Random games of every ruleset: the box of `make campaigns`, the full numbers of `make campaigns-all`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.campaign.core.rulebooks import installed as rulesets
from tests import tiers
from tests.games import box
from tests.games.box import Batch, Kind
from tests.installed import installed
from tests.rulesets.campaign_1806 import kinds as campaign
from tests.rulesets.jours_de_gloire.games import kinds as jours
from tests.rulesets.napoleon_at_war import kinds as napoleon
from tests.rulesets.napoleons_last_battles import kinds as battles
from tests.rulesets.winters_victory import kinds as winters
from tests.toy_hidden import kinds as toy

KINDS = [*napoleon.KINDS, *battles.KINDS, *jours.KINDS, *campaign.KINDS, *winters.KINDS, *toy.KINDS]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Without a tier one batch of each kind is played; `--game` names a single game."""
    if "game" in metafunc.fixturenames:
        wanted = metafunc.config.getoption("--game")
        batches = [box.named(KINDS, wanted)] if wanted else box.planned(KINDS)
        if not tiers.run.tier:
            batches = [batch for batch in batches if batch.needed]
        metafunc.parametrize("game", batches, ids=str)


@pytest.fixture(scope="module", autouse=True)
def veiled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with installed(tmp_path_factory.mktemp("veiled-dist"), "veiled"):
        yield


@pytest.mark.campaigns
def test_random_games(tmp_path: Path, game: Batch) -> None:
    if tiers.run.full and not game.needed:
        pytest.skip(tiers.FULL)
    game.play(tmp_path)


def test_every_ruleset_and_scenario_is_played() -> None:
    played = {(kind.ruleset, kind.scenario) for kind in KINDS}
    offered = {(name, scenario.id) for name, ruleset in rulesets().items() for scenario in ruleset.scenarios()}
    assert offered <= played and ("veiled", "skirmish") in played
    assert all(kind.many >= 2 for kind in KINDS) and len({kind.name for kind in KINDS}) == len(KINDS)


def test_one_of_each_kind_comes_first_and_then_as_its_weight_wants(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiers.run, "commit", "one")
    plan = box.planned(KINDS)
    assert [batch.kind for batch in plan[: len(KINDS)]] == KINDS and all(batch.needed for batch in plan[: len(KINDS)])
    assert not any(batch.needed for batch in plan[len(KINDS) :])
    half = plan[: len(plan) // 2]
    for kind in KINDS:
        whole = sum(batch.kind == kind for batch in plan)
        assert kind.many <= whole * kind.together < kind.many + kind.together
        assert abs(sum(batch.kind == kind for batch in half) - whole / 2) <= 2


def test_seeds_follow_from_the_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiers.run, "commit", "one")
    one, again = box.planned(KINDS), box.planned(KINDS)
    monkeypatch.setattr(tiers.run, "commit", "other")
    other = box.planned(KINDS)
    assert one == again and not {str(batch) for batch in one} & {str(batch) for batch in other}


def test_a_failure_says_how_to_play_the_game_again(tmp_path: Path) -> None:
    def failing(folder: Path, seeds: object) -> None:
        raise AssertionError(seeds)

    kind = Kind("ruleset", "scenario", "mode", failing, 2)
    with pytest.raises(AssertionError) as caught:
        Batch(kind, range(7, 8), True).play(tmp_path)
    assert caught.value.__notes__ == [f"again: {box.AGAIN} ruleset/scenario/mode/7"]
    assert box.named([kind], "ruleset/scenario/mode/7") == Batch(kind, range(7, 8), True)
