"""The practice opponent where pieces lie face down: what it knows, what it supposes, and how it plays (1.5)."""

from __future__ import annotations

import pytest

from rulesets.campaign_1806.documents.compile import compile_orders
from rulesets.campaign_1806.hidden.counters import is_counter
from rulesets.campaign_1806.hidden.own_view import seen_by
from rulesets.campaign_1806.hidden.supposing import suppose, suppose_in
from tests.rulesets.campaign_1806.country import ID
from tests.rulesets.campaign_1806.hidden.boards import Hidden
from tests.rulesets.campaign_1806.practice.duels import RULESET, duel, winners

QUICK, MEASURED = range(1, 3), range(20)
WON = 16
"""Of MEASURED games against random play."""


@pytest.mark.rule(ID, "1.5")
def test_it_orders_its_own_units_by_what_it_knows_alone() -> None:
    board = Hidden("french", scenario="saalfeld")
    at, player = board.play.position.to_json(), RULESET.opponent(board.game, "french")
    paper = player.orders(at, board.own)
    assert paper == player.orders(at, board.own) and at == board.play.position.to_json()
    named = [uid for entry in paper["orders"] for uid in entry["units"]]
    assert named and not any(map(is_counter, named))
    assert compile_orders(board.play, paper, (), board.own).faults == []


@pytest.mark.rule(ID, "1.5")
@pytest.mark.rule(ID, "1.51A")
def test_unknown_enemies_share_what_is_left_and_troops_that_were_seen_are_average_divisions() -> None:
    """At Jena 53 points of the Prussians stand in eleven units of troops, with four other pieces."""
    board = Hidden("french", open_=["grawert"])
    seen, other = board.counters["tauenzien"], board.counters["holtzendorff"]
    board.play.learn(seen, "z")
    view = suppose(seen_by(board.play, "french", board.own), "prussian")
    units = board.play.setting.forces.units
    left = [units[uid] for uid, one in board.counters.items() if one[0] == "p"]
    troops = [unit.strength for unit in left if unit.fights]
    mean = round(sum(troops) / len(troops))
    assert view.unit(seen).points(reduced=False) == mean
    assert 1 <= view.unit(other).points(reduced=False) < mean
    assert view.scratch().unit(seen) == view.unit(seen)
    suppose_in(view, [view.at[seen]], "prussian", 11)
    assert view.unit(seen).points(reduced=False) == 11


@pytest.mark.rule(ID, "1.51A")
def test_a_rehearsal_forgets_looks_that_it_only_supposed() -> None:
    """Whoever may be in the way is attacked all the same once he is."""
    board = Hidden("french")
    foe = board.counters["tauenzien"]
    view = suppose(seen_by(board.play, "french", board.own), "prussian").scratch()
    view.learn(foe, "l")
    assert not view.unit(foe).fights
    view.unlearn(board.play.position.sorts)
    assert view.unit(foe).fights and foe not in view.position.sorts and view.in_zone("n1531", "prussian")


@pytest.mark.slow
@pytest.mark.parametrize("army", ["french", "prussian"])
def test_it_beats_random_play_and_writes_nothing_wrong(army: str) -> None:
    assert winners("saalfeld", [army], QUICK, "hidden")[army] == len(QUICK)


@pytest.mark.campaigns
@pytest.mark.parametrize("army", ["french", "prussian"])
def test_it_beats_random_play_nearly_always(army: str) -> None:
    assert winners("saalfeld", [army], MEASURED, "hidden")[army] >= WON


@pytest.mark.campaigns
@pytest.mark.parametrize("scenario", ["auerstedt", "jena", "massenbach", "saalfeld"])
def test_it_plays_against_itself(scenario: str) -> None:
    told, refused = duel(scenario, ["french", "prussian"], 1, forces="hidden")
    assert refused == [] and told[-1]["kind"] == "over"


@pytest.mark.rule(ID, "15.1-1")
@pytest.mark.rule(ID, "15.2-2")
def test_reinforcements_come_in_whole_without_dice_for_it() -> None:
    board = Hidden("french", scenario="auerstedt")
    paper = {"orders": [{"units": ["davout", "gudin", "viallanes", "bridge-fr"], "to": "n1942"}]}
    found = compile_orders(board.play, paper, (), board.own)
    assert found.faults == []
    assert [entry["by"] for entry in found.input["orders"]] == ["command"]
