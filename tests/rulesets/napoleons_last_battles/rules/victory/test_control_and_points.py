"""Control of hexes, and victory points: who gets them, when, and for what (3.4, 19.4C to 23.0D)."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.rehearsal import OpenBook
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.battle.morale import GameDecided
from rulesets.napoleons_last_battles.rules.losses import take_off
from rulesets.napoleons_last_battles.rules.march.movement import movement
from rulesets.napoleons_last_battles.rules.victory.points import net, total
from tests.rulesets.napoleons_last_battles.rules.victory.umpire import END, levels, over, stage, told

rule = pytest.mark.rule


def march(board: Board, *orders: dict[str, Any]) -> list[str]:
    """The Movement Phase with these orders: the kinds of its events, then the cases of its refusals."""
    book = OpenBook()
    book.carry_out(movement(board, orders))
    return [*(event["kind"] for event in book.events), *(fault.refusal.case for fault in book.faults)]


# -- control ---------------------------------------------------------------------------


@rule("nlb", "3.4B-1")
def test_who_moves_through_a_hex_holds_it_until_the_enemy_enters() -> None:
    board = stage("quatre-bras", army="french", at={"pire": "1642", "mrln": "1338"})
    assert march(board, {"unit": "pire", "path": ["1642", "1641", "1640"]}) == ["moved", "taken"]
    assert board.position.held == {"1641": "french"} and board.holder("1641") == ""
    assert told(board) == []
    board.position.army = "coalition"
    board.move("pire", "1645")
    assert "taken" in march(board, {"unit": "mrln", "to": "1641"})
    assert board.position.held == {"1641": "coalition"}


@rule("nlb", "3.4B-1", "5.4-2")
def test_a_march_that_is_taken_back_has_taken_nothing() -> None:
    board = stage("quatre-bras", army="french", at={"pire": "1642", "camp-5": "1640", "huss-5": "1640"})
    over_full = {"unit": "pire", "path": ["1642", "1641", "1640"]}
    assert march(board, over_full) == ["moved", "taken", "undone", "given-back"]
    assert board.position.held == {"1641": "coalition"} and board.at["pire"] == "1642"
    board = stage(
        "quatre-bras", army="french", at={"pire": "1642", "camp-5": "1640", "huss-5": "1640", "soye-6": "1642"}
    )
    march(board, {"unit": "soye-6", "path": ["1642", "1641", "1741"]}, over_full)
    assert board.position.held == {"1641": "french"}


@rule("nlb", "18.3B", "23.0C")
@pytest.mark.parametrize(
    ("uid", "unit", "friends", "path"),
    [
        ("ligny", "maur", ("bill-8", "cors-8"), ["3358", "3357", "3256"]),
        ("qb-variant", "pire", ("huss-5", "camp-5"), ["1642", "1641", "1640"]),
    ],
)
def test_levels_move_back_with_it(uid: str, unit: str, friends: tuple[str, ...], path: list[str]) -> None:
    board = stage(uid, army="french", at={unit: path[0], **dict.fromkeys(friends, path[-1])})
    told(board)
    before = dict(board.position.shifts)
    kinds = march(board, {"unit": unit, "path": path})
    assert kinds[0] == "moved" and kinds.count("given-back") == kinds.count("taken") == 1
    assert kinds.count("level-moved") in (2, 4)
    assert board.position.shifts == dict.fromkeys(board.position.shifts, 0) | before


@rule("nlb", "3.4B-1", "3.4B-2")
def test_leaders_control_nothing() -> None:
    board = stage("quatre-bras", "leaders", army="french", at={"pire": "1642"}, leaders={"ney": "1642"})
    assert march(board, {"unit": "ney", "path": ["1642", "1641"]}) == ["moved"]
    assert board.position.held == {"1641": "coalition"}


@rule("nlb", "3.4B-2", "18.3B")
def test_a_retreat_or_an_advance_takes_a_hex_as_well() -> None:
    board = stage("ligny", at={"vill-7": "3755"})
    assert told(board) == ["taken", "level-moved"] and levels(board, "prussian") == (52, 71)
    board.move("vill-7", "3756")
    assert told(board) == [] and board.position.held["3755"] == "french"


@rule("nlb", "3.4B-1", "18.3B")
def test_who_is_driven_on_through_a_hex_within_a_combat_takes_it_too() -> None:
    board = stage("ligny", at={"vill-7": "3754", "24-1": "3655"})
    board.move("vill-7", "3755")
    board.move("vill-7", "3855")
    board.move("24-1", "3755")
    told(board)
    assert {board.position.held[at] for at in ("3755", "3855")} == {"coalition", "french"}
    assert levels(board, "prussian") == (52, 71)
    board.move("24-1", "3855")
    board.move("24-1", "3856")
    told(board)
    assert board.position.held["3855"] == "french", "who stands there in the end holds it"


@rule("nlb", "18.3B")
@pytest.mark.parametrize(
    ("french", "expected"),
    [
        ((), (55, 74)),
        (("3256", "3357"), (49, 68)),
        (("3755", "3854", "3855", "3955", "3256", "3357", "3457"), (34, 53)),
    ],
)
def test_each_town_hex_counts(french: tuple[str, ...], expected: tuple[int, int]) -> None:
    held = {**stage("ligny").position.held, **dict.fromkeys(french, "french")}
    board = stage("ligny", held=held)
    told(board)
    assert levels(board, "prussian") == expected


@rule("nlb", "3.4B-1")
def test_hexes_that_nothing_hangs_on_are_nobodys() -> None:
    board = stage("la-belle-alliance", at={"byng": "0617", "mait": "0606"})
    assert told(board) == [] and board.position.held == {}


# -- losses ------------------------------------------------------------------------------


@rule("nlb", "3.4A", "19.4C", "22.4A-1", "20.4C-1")
@pytest.mark.parametrize(
    ("uid", "unit", "reduced", "army", "points"),
    [
        ("quatre-bras", "opstl", False, "french", 1),
        ("quatre-bras", "baud-6", False, "coalition", 7),
        ("quatre-bras", "baud-6", True, "coalition", 4),
        ("campaign", "jamin-9", False, "coalition", 5),
        ("campaign", "8-9", False, "french", 4),
        ("wavre", "8-9", False, "french", 4),
        ("ligny", "24-1", False, "french", 0),
    ],
)
def test_the_other_army_gets_the_face_that_lay_up(uid: str, unit: str, reduced: bool, army: str, points: int) -> None:
    board = stage(uid, at={unit: "3256"}, reduced={unit} if reduced else set())
    take_off(board, unit, "why", "6.4")
    assert board.position.points == ({army: points} if points else {})


@rule("nlb", "20.3A", "20.4C-1")
def test_losses_raise_the_french_level_at_wavre_at_once() -> None:
    board = stage("wavre", at={"8-9": "4308"})
    take_off(board, "8-9", "why", "6.4")
    assert levels(board, "french") == (34, 0)


@rule("nlb", "22.4A-1")
def test_who_comes_back_gives_no_points_back() -> None:
    board = stage("campaign", at={"8-9": "4308"})
    take_off(board, "8-9", "why", "6.4")
    del board.position.waiting["8-9"]
    board.position.reduced.add("8-9")
    board.place("8-9", "4308")
    take_off(board, "8-9", "why", "6.4")
    assert board.position.points == {"french": 6} and board.position.losses["prussian"] == 6


# -- ends of turns -----------------------------------------------------------------------


def turns_of_quatre_bras(*french_from: str) -> dict[str, int]:
    """Points for the crossroads, taken by the French in their player turn of a turn, or never."""
    points: dict[str, int] = {}
    held = {"1641": "coalition"}
    result: Any = {}
    for turn in [one.id for one in stage("quatre-bras").setting.turns]:
        for army in ("french", "coalition"):
            if army == "french" and turn in french_from:
                held = {"1641": "french"}
            board = stage("quatre-bras", turn=turn, army=army, points=points, held=held)
            result = over(board)
            points = board.position.points
    return dict(result["points"])


@rule("nlb", "19.4C")
def test_points_for_the_crossroads() -> None:
    assert turns_of_quatre_bras() == {"french": 0, "coalition": 7 + 5}
    assert turns_of_quatre_bras("16/1700") == {"french": 4 + 5, "coalition": 3}


@rule("nlb", "19.5D-2")
def test_the_first_corps_in_play_costs_two_points_a_turn() -> None:
    points: dict[str, int] = {}
    for turn in ("16/1600", "16/1700", "16/1800", "16/1900", "16/2000"):
        for army in ("french", "coalition"):
            at = {"quiot-1": "2152"} if turn >= "16/1700" else {}
            board = stage("quatre-bras", "first-corps", turn=turn, army=army, points=points, at=at)
            board.position.held["1641"] = ""
            over(board)
            points = board.position.points
    assert points == {"coalition": 8}


@rule("nlb", "20.4C-3")
def test_prussians_who_are_still_at_wavre_count_at_the_end() -> None:
    board = stage("wavre", turn=END, at={"8-9": "4308", "12-1": "3709", "bill-8": "4617"}, reduced={"12-1"})
    assert over(board)["points"] == {"french": 4 + 3, "coalition": 0}


# -- exits -------------------------------------------------------------------------------


@rule("nlb", "20.4C-2", "20.4C-4", "20.3A")
def test_exits_from_wavre() -> None:
    board = stage("wavre", exited={"gen-10": "2912", "12-1": "2909"}, reduced={"12-1"})
    assert (total(board, "french"), total(board, "coalition")) == (30, 3)
    assert levels(board, "french") == (60, 0)


@rule("nlb", "20.4C-2", "20.4C-4")
@pytest.mark.parametrize(
    ("unit", "army", "turn", "leaves"),
    [
        ("gen-10", "french", "18/2000", True),
        ("8-9", "coalition", "18/1500", True),
        ("8-9", "coalition", "18/1600", False),
    ],
)
def test_prussians_may_leave_until_1500(unit: str, army: str, turn: str, leaves: bool) -> None:
    board = stage("wavre", turn=turn, army=army, at={unit: "2912"})
    assert march(board, {"unit": unit, "path": ["2912"], "exit": "2912"}) == (["exited"] if leaves else ["20.4C-4"])
    assert total(board, army) == (20 if army == "french" else 4) * leaves + (10 if unit == "gen-10" else 0)


@rule("nlb", "23.0D-2")
@pytest.mark.parametrize(
    ("exited", "points"),
    [((), 0), (("jacq",), 1), (("quiot-1", "bourg-1", "jacq"), 3), (("schmtz-2",), 1), (("schmtz-2", "soye-6"), 3)],
)
def test_a_fifth_of_a_point_for_each_strength_point_that_leaves_east(exited: tuple[str, ...], points: int) -> None:
    board = stage("qb-variant", "-substitutes", exited=dict.fromkeys(exited, "2940"))
    assert total(board, "french") == points
    assert total(board, "coalition") == 0


FRENCH_LEADERS = {"ney": "0605", "derlon": "0605"}


@rule("nlb", "22.4A-2", "22.4B")
@pytest.mark.parametrize(
    ("units", "leaders", "points"),
    [
        # Quiot, Bourgeois, Nogues 4 each, Schmitz 5, Jacquinot 3; Husson 5, Pire 4.
        pytest.param("quiot-1 bourg-1 nogues-3 jacq", "ney derlon", 30, id="15 leave"),
        pytest.param("quiot-1 bourg-1 nogues-3 jacq schmtz-2", "ney derlon", 80, id="20 leave: doubled"),
        pytest.param("quiot-1 bourg-1 nogues-3 aulard-2 grenr-3 pegot-4", "ney derlon", 96, id="24 leave"),
        pytest.param("quiot-1 bourg-1 nogues-3 jacq huss-5", "derlon", 0, id="no commander"),
        pytest.param("quiot-1 bourg-1 nogues-3 jacq huss-5 pire", "ney derlon", 80, id="Ney: D'Erlon and one unit"),
        pytest.param("quiot-1 huss-5 pire", "ney", 10, id="Ney alone: the strongest unit"),
        pytest.param("quiot-1 huss-5 pire", "ney derlon reille", 26, id="one officer only: Reille, and Quiot"),
        pytest.param("quiot-1 huss-5 pire", "ney grouchy derlon reille", 26, id="two of three"),
        pytest.param("quiot-1", "", 0, id="nobody"),
    ],
)
def test_exits_at_0605_need_leaders(units: str, leaders: str, points: int) -> None:
    exited = dict.fromkeys([*units.split(), *leaders.split()], "0605")
    assert total(stage("campaign", exited=exited), "french") == points


@rule("nlb", "22.4B", "14.2")
def test_exits_at_0605_need_a_line() -> None:
    exited = dict.fromkeys(["quiot-1", "ney", "derlon"], "0605")
    board = stage("campaign", exited=exited)
    assert total(board, "french") == 8 and net(board) == 8
    board.place("kempt", "0605")
    assert total(board, "french") == 8, "the hex in which a line begins counts as its first"
    for number, at in enumerate(sorted({"0604", "0606", "0505", "0506", "0705", "0706"} & set(board.field.hexes))):
        board.place(("pack", "vincke", "best", "lamb", "heisse", "mitch")[number], at)
    assert total(board, "french") == 0


@rule("nlb", "22.4-1", "22.4B", "9.1")
@pytest.mark.parametrize("cut", [False, True])
def test_exits_win_the_campaign_at_the_instant_at_which_their_line_is_open(cut: bool) -> None:
    board = stage("campaign", army="french", points={"french": 225}, at={"quiot-1": "0605", "pire": "0705"})
    board.position.leaders.update(derlon="0605", ney="0605")
    if cut:
        for unit, at in zip(("kempt", "pack", "vincke"), ("0604", "0505", "0506"), strict=True):
            board.place(unit, at)
    orders = [
        {"units": ["ney", "derlon"], "path": ["0605"], "exit": "0605"},
        {"unit": "quiot-1", "path": ["0605"], "exit": "0605"},
        {"unit": "pire", "to": "0706"},
    ]
    if cut:
        board.place("heisse", "0606")
        board.place("mitch", "0706")
        board.lift("pire")
        board.place("best", "0705")
        assert march(board, *orders[:1]) == ["exited", "exited"] and net(board) == 225
        board.position.exited["quiot-1"] = board.lift("quiot-1")
        assert told(board) == [] and net(board) == 225
        return
    with pytest.raises(GameDecided, match=r"french wins at once \(22.4-1\)"):
        march(board, *orders)
    assert board.at == {"pire": "0705"} and net(board) == 233


@rule("nlb", "28.0E")
def test_a_train_that_has_left_is_a_source_itself() -> None:
    exited = dict.fromkeys(["quiot-1", "ney", "derlon"], "0605")
    board = stage("campaign-variant", exited=exited, at={"train-french": "3167"})
    assert total(board, "french") == 8
    board.lift("train-french")
    board.position.exited["train-french"] = "0605"
    board.place("kempt", "0606")
    assert total(board, "french") == 8
