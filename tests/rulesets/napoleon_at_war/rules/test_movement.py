"""Sections 2.4, 5, 6, the movement side of 9, 10.2, 16 and 18.12, mostly on the small field. One row, one case."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rulesets.napoleon_at_war.rules.march.march import allowance, routes
from rulesets.napoleon_at_war.rules.march.movement import MoveOptions
from tests.rulesets.napoleon_at_war.playing import Moved, moved, path, paths, real, small, standing_at

NIGHT, FOG, DAY = 1, 2, 3
FAR = {"aa": "0908"}


def march(at: Mapping[str, str], *moves: Any, turn: int = DAY, army: str = "french") -> Moved:
    """Moves on the small field."""
    return moved(small(), standing_at(small(), turn, army, {**FAR, **at}), *moves)


# (units, hexes of the mover's path, cost in movement points, turn)
LEGAL = [
    pytest.param({"fc": "0505"}, "fc 0505 0405 0305 0306 0205", "4", DAY, marks=pytest.mark.rule("naw", "5.21")),
    pytest.param({"fc": "0408"}, "fc 0408 0508 0608 0708 0707 0607", "5", DAY, marks=pytest.mark.rule("naw", "2.4-4")),
    pytest.param({"a1": "0103"}, "a1 0103 0202 0302", "3", DAY, marks=pytest.mark.rule("naw", "5.21")),
    pytest.param(
        {"a1": "0101"}, "a1 0101 0201 0301 0401 0501 0601 0701", "3", DAY, marks=pytest.mark.rule("naw", "5.22")
    ),
    pytest.param({"f1": "0801"}, "f1 0801 0802", "1", DAY, marks=pytest.mark.rule("naw", "5.22")),
    pytest.param({"f1": "0401"}, "f1 0401 0301 0201 0202 0302", "4", DAY, marks=pytest.mark.rule("naw", "5.22")),
    pytest.param({"f1": "0703"}, "f1 0703 0704", "1/2", DAY, marks=pytest.mark.rule("naw", "5.22"), id="ruling 4"),
    pytest.param({"a1": "0301"}, "a1 0301 0302 0303 0304", "3", DAY, marks=pytest.mark.rule("naw", "5.23")),
    pytest.param({"f1": "0506"}, "f1 0506 0507", "1", DAY, marks=pytest.mark.rule("naw", "5.24")),
    pytest.param({"f1": "0603"}, "f1 0603 0604", "3", DAY, marks=pytest.mark.rule("naw", "5.25")),
    pytest.param({"f1": "0205"}, "f1 0205 0204", "2", DAY, marks=pytest.mark.rule("naw", "5.26")),
    pytest.param({"f1": "0204"}, "f1 0204 0205", "1", DAY, marks=pytest.mark.rule("naw", "5.26")),
    pytest.param({"f1": "0205"}, "f1 0205 0105", "3", DAY, marks=pytest.mark.rule("naw", "5.26"), id="ruling 5"),
    pytest.param({"f1": "0505", "f2": "0605"}, "f1 0505 0605 0705", "2", DAY, marks=pytest.mark.rule("naw", "5.31")),
    pytest.param(
        {"f1": "0505", "f2": "0604"}, "f1 0505 0605 0705 0706", "3", DAY, marks=pytest.mark.rule("naw", "5.34")
    ),
    pytest.param({"f1": "0505", "a1": "0705"}, "f1 0505 0605", "1", DAY, marks=pytest.mark.rule("naw", "6.2")),
    pytest.param(
        {"f1": "0505", "a1": "0705", "a2": "0704", "a3": "0706"},
        "f1 0505 0605",
        "1",
        DAY,
        marks=pytest.mark.rule("naw", "6.5"),
    ),
    pytest.param({"f1": "0306", "a1": "0307"}, "f1 0306 0206", "1", DAY, marks=pytest.mark.rule("naw", "6.6")),
    pytest.param({"f1": "0505"}, "f1 0505 0605", "1", DAY, marks=pytest.mark.rule("naw", "5.21")),
    pytest.param({"f1": "0301"}, "f1 0301 0401", "1/2", DAY, marks=pytest.mark.rule("naw", "9.0-5")),
    pytest.param({"f1": "0405"}, "f1 0405 0404", "2", DAY, marks=pytest.mark.rule("naw", "9.0-5")),
    pytest.param({"f1": "0304"}, "f1 0304 0303", "1", DAY, marks=pytest.mark.rule("naw", "9.0-6")),
    pytest.param({"f1": "0202"}, "f1 0202 0302", "2", DAY, marks=pytest.mark.rule("naw", "5.21")),
    pytest.param({"f1": "0701"}, "f1 0701 0702", "2", DAY, marks=pytest.mark.rule("naw", "5.21")),
    pytest.param({"f1": "0501"}, "f1 0501 0502", "1", DAY, marks=pytest.mark.rule("naw", "5.21")),
    pytest.param({"f1": "0802"}, "f1 0802 0803", "1/2", DAY, marks=pytest.mark.rule("naw", "9.0-7")),
    pytest.param({"f1": "0602"}, "f1 0602 0603", "1", DAY, marks=pytest.mark.rule("naw", "5.24"), id="ruling 20"),
    pytest.param({"f1": "0205"}, "f1 0205 0305", "4", DAY, marks=pytest.mark.rule("naw", "9.0-N1")),
    pytest.param({"f1": "0105"}, "f1 0105 0106", "1", NIGHT, marks=pytest.mark.rule("naw", "16.1-2")),
    pytest.param({"a1": "0101"}, "a1 0101 0201 0301", "1", FOG, marks=pytest.mark.rule("naw", "16.21-1")),
]


@pytest.mark.parametrize(("at", "order", "cost", "turn"), LEGAL)
def test_a_legal_move_costs(at: dict[str, str], order: str, cost: str, turn: int) -> None:
    """The unit gets there, for that many movement points."""
    unit, *hexes = order.split()
    army = "french" if unit.startswith("f") else "allied"
    before = small().setting.board(standing_at(small(), turn, army, {**FAR, "fb": "0108", **at}))
    offered = routes(small().setting, before, unit)
    played = march({**at, "fb": "0108"}, path(unit, *hexes), turn=turn, army=army)
    assert played.faults == []
    assert played.at[unit] == hexes[-1]
    assert hexes[-1] in offered.stops
    assert [event["cost"] for event in played.kinds("moved")] == [cost]


# (units, entries, case of the refusal, turn)
ILLEGAL = [
    pytest.param(
        {"fc": "0408"}, "fc 0408 0508 0608 0708 0707 0607 0507", "5.15-1", DAY, marks=pytest.mark.rule("naw", "2.4-4")
    ),
    pytest.param({"f1": "0505", "a1": "0506"}, "a1 0506 0606", "5.11", DAY, marks=pytest.mark.rule("naw", "5.11")),
    pytest.param({"fc": "0505", "a1": "0605"}, "fc 0505 0605", "5.12", DAY, marks=pytest.mark.rule("naw", "5.12")),
    pytest.param({"fc": "0404", "a1": "0605"}, "fc 0404 0505 0605", "5.12", DAY, marks=pytest.mark.rule("naw", "5.12")),
    pytest.param({"f1": "0505", "a1": "0605"}, "f1 0505 0405", "5.13", DAY, marks=pytest.mark.rule("naw", "5.13")),
    pytest.param(
        {"f1": "0405", "a1": "0605"}, "f1 0405 0505 0504", "6.0-2", DAY, marks=pytest.mark.rule("naw", "5.13")
    ),
    pytest.param({"a1": "0103"}, "a1 0103 0102 0202 0302", "5.15-1", DAY, marks=pytest.mark.rule("naw", "5.15-1")),
    pytest.param({"f1": "0505"}, "f1 0505 0705", "5.16", DAY, marks=pytest.mark.rule("naw", "5.16")),
    pytest.param({"f1": "0505"}, "f1 0505 0506 9999", "5.16", DAY, marks=pytest.mark.rule("naw", "5.16")),
    pytest.param({"f1": "0306"}, "f1 0306 0307", "5.24", DAY, marks=pytest.mark.rule("naw", "5.24")),
    pytest.param({"a1": "0504"}, "a1 0504 0503 0502", "5.15-1", DAY, marks=pytest.mark.rule("naw", "5.25")),
    pytest.param(
        {"fc": "0405", "a1": "0605"}, "fc 0405 0505 0506", "6.0-2", DAY, marks=pytest.mark.rule("naw", "6.0-2")
    ),
    pytest.param(
        {"f1": "0505", "f2": "0404", "a1": "0605"},
        "f2 0404 0505 0506",
        "6.0-2",
        DAY,
        marks=pytest.mark.rule("naw", "6.1"),
    ),
    pytest.param(
        {"f1": "0505", "f2": "0404", "a1": "0605"}, "f2 0404 0505", "6.1", DAY, marks=pytest.mark.rule("naw", "6.1")
    ),
    pytest.param(
        {"f1": "0404", "a1": "0605", "a2": "0604", "a3": "0606"},
        "f1 0404 0505 0506",
        "6.0-2",
        DAY,
        marks=pytest.mark.rule("naw", "6.5"),
    ),
    pytest.param({"f1": "0506", "a1": "0507"}, "f1 0506 0505", "5.13", DAY, marks=pytest.mark.rule("naw", "6.6")),
    pytest.param({"f1": "0408"}, "f1 0408 0407", "5.21", DAY, marks=pytest.mark.rule("naw", "9.0-7")),
    pytest.param({"f1": "0406"}, "f1 0406 0407", "5.24", DAY, marks=pytest.mark.rule("naw", "5.24")),
    pytest.param(
        {"f1": "0404", "a1": "0605"}, "f1 0404 0505", "10.2-1", NIGHT, marks=pytest.mark.rule("naw", "10.2-1")
    ),
    pytest.param(
        {"f1": "0505", "a1": "0605"}, "f1 0505 0405", "10.2-2", NIGHT, marks=pytest.mark.rule("naw", "10.2-2")
    ),
    pytest.param({"f1": "0202"}, "f1 0202 0302", "16.1-1", NIGHT, marks=pytest.mark.rule("naw", "16.1-1")),
    pytest.param(
        {"f1": "0403"}, "f1 0403 0404", "16.1-1", NIGHT, marks=pytest.mark.rule("naw", "16.1-1"), id="ruling 29"
    ),
    pytest.param({"f1": "0304"}, "f1 0304 0404", "16.1-1", NIGHT, marks=pytest.mark.rule("naw", "16.1-2")),
    pytest.param({"a1": "0202"}, "a1 0202 0302", "5.15-1", FOG, marks=pytest.mark.rule("naw", "16.21-1")),
]


@pytest.mark.parametrize(("at", "order", "case", "turn"), ILLEGAL)
def test_an_illegal_move_is_refused_and_void(at: dict[str, str], order: str, case: str, turn: int) -> None:
    """The refusal names the case, the unit by its printed name and a hex; the unit stays."""
    unit, *hexes = order.split()
    army = "allied" if unit.startswith("a") and case != "5.11" else "french"
    played = march({**at, "fb": "0108"}, path(unit, *hexes), turn=turn, army=army)
    assert played.cases == [case]
    refusal = played.faults[0][1]
    assert small().telling.name(unit) in refusal.text
    assert refusal.unit == unit
    assert played.at[unit] == at[unit]
    assert played.kinds("moved") == []


@pytest.mark.rule("naw", "5.0-1")
def test_any_unit_moves_anywhere_or_stays() -> None:
    """No move is a legal order, one of two units may move, and all six directions are open."""
    at = {"f1": "0505", "f2": "0605"}
    nothing = march(at)
    assert (nothing.faults, nothing.events) == ([], [])
    assert nothing.at == {**FAR, **at}
    assert MoveOptions(small().setting, nothing.board).default() == "no"
    near = small().setting.field.neighbours["0505"]
    assert set(near) <= set(routes(small().setting, nothing.board, "f1").costs)
    assert march(at, path("f1", "0505", "0405")).at == {**FAR, "f1": "0405", "f2": "0605"}


@pytest.mark.rule("naw", "5.0-2")
def test_a_unit_finishes_its_path_before_the_next_begins() -> None:
    """Two brigades go down one lane, in the order of the list."""
    played = march({"f1": "0405", "f2": "0406"}, *paths(("f1", "0405", "0505", "0605"), ("f2", "0406", "0405", "0505")))
    assert [(e["unit"], e["to"]) for e in played.kinds("moved")] == [("f1", "0605"), ("f2", "0505")]


@pytest.mark.rule("naw", "5.15-2")
def test_points_left_over_are_lost() -> None:
    """Three movement points a turn, whatever was left of them in the last one."""
    assert allowance(small().setting, "a1", 3) == allowance(small().setting, "a1", 4) == 6
    first = march({"a1": "0505"}, path("a1", "0505", "0506"), turn=3, army="allied")
    at = {**first.at, "fb": "0108"}
    long = path("a1", "0506", "0507", "0508", "0608", "0708")
    assert moved(small(), standing_at(small(), 4, "allied", at), long).cases == ["5.15-1"]
    assert moved(small(), standing_at(small(), 4, "allied", at), path("a1", *long["path"][:-1])).cases == []


@pytest.mark.rule("naw", "5.17")
def test_a_second_path_for_a_unit_is_void() -> None:
    """The first one counts."""
    played = march({"f1": "0405"}, *paths(("f1", "0405", "0505"), ("f1", "0505", "0605")))
    assert played.cases == ["5.17"]
    assert played.at["f1"] == "0505"


def test_a_void_entry_does_not_use_up_the_unit() -> None:
    """As if it did not stand there."""
    played = march({"f1": "0405"}, *paths(("f1", "0405", "0705"), ("f1", "0405", "0505")))
    assert played.cases == ["5.16"]
    assert played.at["f1"] == "0505"


@pytest.mark.rule("naw", "5.32")
def test_the_last_of_two_friends_in_a_hex_goes_back() -> None:
    """Undone with a word; nobody shares a hex."""
    played = march({"f1": "0405", "f2": "0605"}, *paths(("f1", "0405", "0505"), ("f2", "0605", "0505")))
    undone = played.kinds("undone")
    assert [(e["unit"], e["at"], e["to"], e["case"]) for e in undone] == [("f2", "0505", "0605", "5.32")]
    assert played.at == {**FAR, "f1": "0505", "f2": "0605"}


def test_undoing_one_move_can_undo_another() -> None:
    """A unit that moved onto the hex to which another one goes back has to go back too."""
    moves = paths(("f1", "0405", "0505"), ("f2", "0605", "0505"), ("f3", "0705", "0605"))
    played = march({"f1": "0405", "f2": "0605", "f3": "0705"}, *moves)
    assert [e["unit"] for e in played.kinds("undone")] == ["f2", "f3"]
    assert played.at == {**FAR, "f1": "0505", "f2": "0605", "f3": "0705"}


@pytest.mark.rule("naw", "5.32")
def test_who_ends_where_he_began_has_no_move_to_take_back() -> None:
    """Listed last, he stays without a word; the one who came to him goes back."""
    for stay in (("f2", "0505"), ("f2", "0505", "0604", "0505")):
        played = march({"f1": "0405", "f2": "0505"}, *paths(("f1", "0405", "0505"), stay))
        assert [(e["unit"], e["to"]) for e in played.kinds("undone")] == [("f1", "0405")]
        assert played.at == {**FAR, "f1": "0405", "f2": "0505"}


@pytest.mark.rule("naw", "5.33")
def test_any_number_of_friends_pass_through_a_hex() -> None:
    """Three brigades cross 0505 in one phase."""
    moves = paths(("f1", "0404", "0505", "0605"), ("f2", "0405", "0505", "0604"), ("fb", "0504", "0505", "0506"))
    at = {"f1": "0404", "f2": "0405", "fb": "0504", "f3": "0505"}
    assert "0605" in routes(small().setting, march(at).board, "f1").stops
    played = march(at, *moves)
    assert played.faults == []
    assert (played.at["f1"], played.at["f2"], played.at["fb"]) == ("0605", "0604", "0506")


@pytest.mark.rule("naw", "6.0-1")
def test_a_lone_battery_controls_six_hexes() -> None:
    """All neighbours, and no others."""
    game = small()
    board = game.setting.board(standing_at(game, DAY, "french", {"aa": "0705"}))
    assert [at for at in game.setting.field.hexes if board.in_zone(at, "allied")] == sorted(
        game.setting.field.neighbours["0705"]
    )
    assert len(game.setting.field.neighbours["0705"]) == 6


@pytest.mark.rule("naw", "6.3")
def test_a_unit_is_free_when_its_enemy_is_gone() -> None:
    """The one that held it was eliminated in his own Combat Phase."""
    game = small()
    position = standing_at(game, DAY, "french", {"f1": "0505", "a1": "0605"})
    order = path("f1", "0505", "0405")
    assert moved(game, position, order).cases == ["5.13"]
    board = game.setting.board(position)
    board.eliminate("a1")
    assert moved(game, board.position, order).cases == []


@pytest.mark.rule("naw", "6.4")
def test_control_is_mutual() -> None:
    """Who steps next to an enemy stands in his zone, and he in theirs."""
    board = march({"f1": "0405", "a1": "0605"}, path("f1", "0405", "0505")).board
    assert board.in_contact("f1")
    assert board.in_contact("a1")
    assert (board.in_contact("f1"), board.in_contact("a1")) == (("a1",), ("f1",))


@pytest.mark.rule("naw", "6.6")
def test_only_a_river_without_a_bridge_cuts_a_zone() -> None:
    """Both ways, and a bridge lets it through."""
    board = march({"f1": "0306", "a1": "0307", "f2": "0506", "a2": "0507"}).board
    assert not board.in_contact("f1")
    assert not board.in_contact("a1")
    assert board.in_contact("f2") == ("a2",)


@pytest.mark.rule("naw", "9.0-6")
def test_jena_has_no_trails() -> None:
    """Trails belong to other games of the series."""
    field = real().setting.field
    assert field.ways["trail"] == frozenset()
    assert field.ways["road"]


@pytest.mark.rule("naw", "16.21-1")
@pytest.mark.parametrize(("unit", "points"), [("a1", 1), ("f1", 2), ("fc", 2)])
def test_fog_halves_the_allowance(unit: str, points: int) -> None:
    """3, 4 and 5 become 1, 2 and 2."""
    assert allowance(small().setting, unit, FOG) == 2 * points
    assert allowance(small().setting, unit, DAY) == 2 * small().setting.roster.units[unit].allowance


@pytest.mark.rule("naw", "18.12")
def test_demoralized_units_move_as_far_as_others() -> None:
    """Three clear hexes."""
    game = small()
    position = standing_at(game, DAY, "allied", {"a1": "0505"}, broken={"field": "allied"})
    assert moved(game, position, path("a1", "0505", "0605", "0705", "0805")).cases == []


@pytest.mark.rule("naw", "14.13")
def test_a_way_too_long_is_told_with_the_cost_of_coming_in() -> None:
    """Half a point at 0104 and four clear hexes are more than a brigade has; the march alone would not be."""
    way = path("mar-1", "0104", "0105", "0106", "0107", "0108")
    (fault,) = moved(real(), standing_at(real(), 8, "french", {}, choice="A"), way).faults
    assert fault[1].case == "5.15-1"
    assert "costs 4 1/2 movement points and the unit has 4" in fault[1].text


@pytest.mark.rule("naw", "5.17")
def test_an_entry_that_is_not_legal_is_not_carried_out() -> None:
    """Nobody asks for one without having it judged. If somebody did, the position would stay as it was."""
    board = small().setting.board(standing_at(small(), DAY, "french", {**FAR, "f1": "0505"}))
    options = MoveOptions(small().setting, board)
    before = board.position.to_json()
    with pytest.raises(ValueError, match="stands in 0505; its path begins there"):
        options.perform(path("f1", "0605", "0705"))
    assert board.position.to_json() == before and options.moved == set()
    assert options.perform(path("f1", "0505", "0605"))[0]["kind"] == "moved"
    with pytest.raises(ValueError, match="has moved already"):
        options.perform(path("f1", "0605", "0505"))
    assert board.position.at["f1"] == "0605"
