"""The practice opponent: legal, deterministic, better than chance, and what it does where the right thing is plain."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pbem.engine.answerers import begin, faults
from pbem.engine.state import fresh
from pbem.hexgame.practice.table import Outcome, payers
from rulesets.napoleon_at_war import ruleset
from rulesets.napoleon_at_war.game import NapoleonGame
from rulesets.napoleon_at_war.position import Position
from rulesets.napoleon_at_war.practice.opponent import Practice
from rulesets.napoleon_at_war.practice.view import Ground
from rulesets.napoleon_at_war.rules.battle.allocation import AttackOptions
from rulesets.napoleon_at_war.sequence import rehearse
from tests.games.opponents import PracticeDecider
from tests.games.pinned import require_pinned
from tests.rulesets.napoleon_at_war.playing import real, small, standing_at
from tests.rulesets.napoleon_at_war.whole_games import whole_game
from tests.tiers import first

SEATS = {"french": "a", "prussian": "b"}
PINNED = Path(__file__).with_name("played.json")


def orders_at(game: NapoleonGame, position: Position) -> dict[str, Any]:
    """Its orders for a position, which must pass `check` without a fault."""
    at = position.to_json()
    document = ruleset.opponent(game, position.army).orders(at)
    state, armies = fresh(at), game.setting.armies
    letters = {armies[0]: "a", armies[1]: "b"}
    request = begin(game, state, letters).request
    assert request is not None and request.what == "orders"
    compiled = game.writing.compile(request, document)
    assert list(compiled.faults) == []
    assert faults(game, state, compiled.input, letters) == []
    return document


def ends(document: Mapping[str, Any]) -> dict[str, str]:
    """Unit -> hex where its move ends."""
    return {move["unit"]: move["path"][-1] for move in document.get("moves", ()) if "path" in move}


# -- whole games -------------------------------------------------------------------------

GAMES = [("both", 1), ("both", 2), ("both", 1, "louis", "bernadotte"), ("french", 3), ("prussian", 3)]


@pytest.mark.slow
@pytest.mark.parametrize("which", GAMES, ids=str)
def test_plays_as_it_did(which: tuple[Any, ...]) -> None:
    deciders = whole_game(*which).deciders.values()
    papers = [paper for one in deciders if isinstance(one, PracticeDecider) for paper in one.papers]
    require_pinned(PINNED, " ".join(map(str, which)), papers)


@pytest.mark.slow
def test_documents_fit_their_schemas_and_pass_check() -> None:
    game = real()
    binding = Draft202012Validator(game.schema("orders"))
    shape = Draft202012Validator(game.writing.document_schema("orders"))
    for at in whole_game("both", 1).positions[:-1]:
        position = Position.from_json(at)
        document = orders_at(game, position)
        assert shape.is_valid(document) and binding.is_valid(document)
        # Attacks are listed whenever somebody is in contact once the moves are made, never left to the default.
        after, found = rehearse(game.setting, game.board(at), document.get("moves", ()))
        assert found == []
        assert game.setting.is_night(position.turn) or bool(AttackOptions(game.setting, after).contacts) <= (
            "attacks" in document
        )


def test_formations_are_told_when_to_advance_and_option_a_is_chosen() -> None:
    for game in (real(), real("louis")):
        for army in SEATS:
            values = ruleset.opponent(game, army).standing(game.start())
            assert f"advance.{game.setting.roster.formations[army][0]}" in values
    assert ruleset.opponent(real(), "prussian").standing(real().start())["option"] == "A"


@pytest.mark.parametrize("army", SEATS)
@pytest.mark.parametrize("seed", first(1, [3, 4, 5]))
def test_beats_chance(army: str, seed: int) -> None:
    played = whole_game(army, seed)
    assert played.over["winner"] == army and played.over["margin"] >= 2
    assert played.lost(real(), "prussian" if army == "french" else "french") > 40


@pytest.mark.slow
def test_a_game_of_two_is_a_battle() -> None:
    for seed in (1, 2):
        played = whole_game("both", seed)
        combats = [event for event in played.events if event["kind"] == "combat"]
        good = [event for event in combats if event["calculation"]["used"] in ("2-1", "3-1", "4-1", "5-1", "6-1")]
        assert len(combats) > 30 and len(good) * 3 > len(combats)
        assert any(one["bombards"] for event in combats for one in event["attackers"])
        assert any(event["kind"] == "demoralized" for event in played.events)
        assert any(event["kind"] == "advanced" for event in played.events)
        assert not any(event["kind"] == "undone" for event in played.events)


# -- plain cases ---------------------------------------------------------------------------


def test_surrounds_a_lone_enemy() -> None:
    """Two brigades on opposite sides of a weak one cut off every retreat (7.72)."""
    game = real()
    position = standing_at(game, 6, "french", {"suc-1": "2015", "suc-2": "2414", "dhy": "2212"}, choice="A")
    document = orders_at(game, position)
    attack = document["attacks"][0]
    assert attack["on"] == ["2212"] and sorted(attack["by"]) == ["suc-1", "suc-2"]
    near = game.setting.field.neighbours
    one, other = (ends(document)[unit] for unit in ("suc-1", "suc-2"))
    assert not set(near["2212"]) - {one, other} - set(near[one]) - set(near[other])


def test_lowers_the_odds_rather_than_pay_for_a_small_catch() -> None:
    """21.2: an 8-4 on a 2-4 cavalry unit stands at 4-1, where an exchange threatens; 3-1 is used."""
    game = real()
    at = {"suc-1": "2112", "tau-cav": "2212", "suc-2": "2211"}
    document = orders_at(game, standing_at(game, 6, "french", at, choice="A"))
    assert document["attacks"][0]["reduce"] in ("3-1", "4-1")
    alone = orders_at(game, standing_at(game, 6, "french", {"suc-1": "2112", "tau-cav": "2212"}, choice="A"))
    assert alone["attacks"] == [
        {"on": ["2212"], "by": ["suc-1"], "reduce": "3-1", "advance": [{"unit": "suc-1", "to": "2212"}]}
    ]


def test_guns_fire_from_two_hexes() -> None:
    game = real()
    at = {"gd-art": "2114", "suc-1": "2013", "tau-1": "2212"}
    attack = orders_at(game, standing_at(game, 6, "french", at, choice="A"))["attacks"][0]
    assert attack["bombard"] == ["gd-art"] and attack["by"] == ["suc-1"]


def test_no_guns_from_afar_in_fog_and_no_attacks_at_night() -> None:
    game = real()
    at = {"gd-art": "2114", "suc-1": "2013", "tau-1": "2212"}
    fog = orders_at(game, standing_at(game, 4, "french", at, choice="A"))
    assert all("bombard" not in attack for attack in fog.get("attacks", ()))
    assert "attacks" not in orders_at(game, standing_at(game, 2, "french", at, choice="A"))


def test_leaves_a_strong_line_alone() -> None:
    """A brigade of four does not walk into three of six on their height."""
    game = real()
    line = {"gra-1": "1010", "gra-2": "1012", "tau-1": "1111"}
    document = orders_at(game, standing_at(game, 6, "french", {**line, "van": "0811"}, choice="A"))
    assert "attacks" not in document


@pytest.mark.slow
def test_prussians_bottle_up_by_night_and_hold_the_dornberg_by_day() -> None:
    """21.1: Closwitz and Cospeda as long as nobody can attack them, then the heights."""
    positions = {(at["turn"], at["army"]): at["at"] for at in whole_game("both", 1).positions}
    by_night = set(positions[2, "french"].values())
    assert {"0610", "0808"} <= by_night
    by_day = {at for unit, at in positions[4, "french"].items() if real().setting.roster.units[unit].army == "prussian"}
    # The crest from the wood of Isserstedt to the Dornberg; its southern end is held from 1008 or from 1009.
    assert {"1010", "1112"} <= by_day and {"1008", "1009"} & by_day and not {"0610", "0808"} & by_day


def test_who_is_broken_leaves_and_refuses_reserves() -> None:
    game = real()
    at = {"gra-1": "2818", "gra-2": "2003", "suc-1": "0607"}
    position = standing_at(game, 10, "prussian", at, choice="A", broken={"jena": "prussian"})
    moves = {move["unit"]: move for move in orders_at(game, position)["moves"]}
    assert moves["gra-1"]["exit"] in ("north", "west")
    assert moves["ruch-1"] == {"unit": "ruch-1", "refuse": True}
    assert "exit" not in moves["gra-2"] and len(moves["gra-2"]["path"]) > 1


VICTORS = [
    u.id for u in real().setting.roster.of("french") if u.formation in ("guard", "v-corps", "iv-corps", "vii-corps")
]


@pytest.mark.parametrize(("turn", "gone"), [(11, True), (8, False)])
def test_victors_march_off_when_points_are_wanting(turn: int, gone: bool) -> None:
    """19.1-9: 125 points off the north and west edges of Jena, late and only if they can still be had."""
    game = real()
    row = [f"{column:02d}{rank}" for rank in ("20", "19") for column in range(1, 29)]
    at = dict(zip([*VICTORS, "mar-1", "mar-2", "mah-1", "mah-2"], row, strict=False))
    position = standing_at(game, turn, "french", {**at, "dhy": "2002"}, choice="A", broken={"jena": "prussian"})
    moves = orders_at(game, position).get("moves", [])
    assert any("exit" in move for move in moves) is gone


def test_asks_nobody_and_answers_with_the_default() -> None:
    game = real()
    request = begin(game, fresh(game.start()), SEATS).request
    assert request is not None
    assert ruleset.opponent(game, "french").answer(request, game.start()) == request.options.default()
    assert ruleset.opponent(game, "prussian").orders(game.start()) == {}


def test_plays_any_scenario_of_the_rules() -> None:
    """It knows nothing of the small field, and still gives legal orders there."""
    game = small()
    start = game.position(game.start())
    document = orders_at(game, start)
    assert Practice(game, start.army).orders(game.start()) == document


# -- tables --------------------------------------------------------------------------------


def test_ground_agrees_with_the_charts() -> None:
    ground = Ground(real().setting)
    table, names = ground.table, ground.table.names
    assert names[table.column(13, 4, 0)] == "3-1" and names[table.column(13, 4, -1)] == "2-1"
    assert names[table.column(90, 1, 1)] == "6-1" and names[table.column(1, 90, -1)] == "1-5"
    assert all(sum(faces.values()) == 6 for faces in table.chances)
    assert table.chances[names.index("3-1")] == {Outcome.DEFENDER_BACK: 5, Outcome.ATTACKER_BACK: 1}
    assert sorted(payers((8, 4, 2), 5)) == [1, 2] and payers((4, 2), 9) == (0, 1)
    way = ground.way_to(["0610"])
    assert way["0610"] == 0 and way["0609"] == 1 and "0429" not in way
