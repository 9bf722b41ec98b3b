"""Marches of combat units: costs, zones, night and rain, stacking (chapters 4 and 5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rulesets.napoleons_last_battles.rules.march.movement import MoveOptions
from tests.rulesets.napoleons_last_battles.files import setting
from tests.rulesets.napoleons_last_battles.rules.march.ground import DAY, NIGHT, RAIN, belgian, go, play, small
from tests.rulesets.napoleons_last_battles.rules.turns import board as turn_board

FOOT, HORSE, ENEMY = "huss-5", "pire", "blndt"


def at(**units: str) -> Mapping[str, str]:
    return {unit.replace("_", "-"): hex_ for unit, hex_ in units.items()}


OPEN = at(huss_5="0204")


@pytest.mark.parametrize(
    ("units", "order", "cost"),
    [
        pytest.param(OPEN, go(FOOT, "0204", "0205", "0206", "0207", "0208"), "4", marks=pytest.mark.rule("nlb", "5.0")),
        pytest.param(at(huss_5="0302"), go(FOOT, "0302", "0303"), "2", marks=pytest.mark.rule("nlb", "5.2")),
        pytest.param(at(pire="0302"), go(HORSE, "0302", "0303"), "4", marks=pytest.mark.rule("nlb", "5.2")),
        pytest.param(at(huss_5="0202"), go(FOOT, "0202", "0201"), "3", marks=pytest.mark.rule("nlb", "5.2A-1")),
        pytest.param(at(huss_5="0902"), go(FOOT, "0902", "0901"), "1", marks=pytest.mark.rule("nlb", "5.2A-2")),
        pytest.param(at(huss_5="0709"), go(FOOT, "0709", "0708"), "1/2", marks=pytest.mark.rule("nlb", "5.2B-1")),
        pytest.param(
            at(huss_5="0709"),
            go(FOOT, "0709", "0708", "0707", "0706", "0705", "0704", "0703"),
            "3 1/2",
            marks=pytest.mark.rule("nlb", "5.2B-2"),
        ),
        pytest.param(
            at(huss_5="0204", blndt="0207"),
            go(FOOT, "0204", "0205", "0206"),
            "2",
            marks=pytest.mark.rule("nlb", "5.3D"),
        ),
        pytest.param(
            at(huss_5="0204", baud_6="0205", soye_6="0205"),
            go(FOOT, "0204", "0205", "0206"),
            "2",
            marks=[pytest.mark.rule("nlb", "5.4-1"), pytest.mark.rule("nlb", "5.4A")],
        ),
        pytest.param(
            at(huss_5="0204", baud_6="0104", soye_6="0304", camp_5="0305"),
            go(FOOT, "0204", "0205"),
            "1",
            marks=pytest.mark.rule("nlb", "5.4C"),
        ),
    ],
)
def test_a_march_costs(units: Mapping[str, str], order: dict[str, Any], cost: str) -> None:
    phase = play(small(units), order)
    assert phase.cases == [] and phase.cost() == cost
    assert phase.board.at[order["unit"]] == order["path"][-1]


@pytest.mark.parametrize(
    ("units", "order", "case", "turn"),
    [
        pytest.param(
            at(blndt="0204"), go(ENEMY, "0204", "0205"), "4.1.1B", DAY, marks=pytest.mark.rule("nlb", "4.1.1B")
        ),
        pytest.param(
            OPEN, go(FOOT, "0204", "0304", "0303", "0302", "0301"), "5.1-1", DAY, marks=pytest.mark.rule("nlb", "5.1-1")
        ),
        pytest.param(
            at(huss_5="0203"),
            go(FOOT, "0203", "0202", "0201", "0101"),
            "5.1-1",
            DAY,
            marks=pytest.mark.rule("nlb", "5.2C"),
        ),
        pytest.param(
            at(huss_5="0802"), go(FOOT, "0802", "0801"), "5.2A-2", DAY, marks=pytest.mark.rule("nlb", "5.2A-2")
        ),
        pytest.param(
            at(huss_5="0204", blndt="0207"),
            go(FOOT, "0204", "0205", "0206", "0106"),
            "5.0",
            DAY,
            marks=pytest.mark.rule("nlb", "5.0"),
        ),
        pytest.param(
            at(huss_5="0206", blndt="0207"),
            go(FOOT, "0206", "0205"),
            "5.3-2",
            DAY,
            marks=[pytest.mark.rule("nlb", "5.3-2"), pytest.mark.rule("nlb", "5.3B"), pytest.mark.rule("nlb", "5.3C")],
        ),
        pytest.param(
            at(huss_5="0206", baud_6="0206", blndt="0207"),
            go(FOOT, "0206", "0205"),
            "5.3-2",
            DAY,
            marks=pytest.mark.rule("nlb", "5.3A"),
        ),
        pytest.param(
            at(huss_5="0204", blndt="0207"),
            go(FOOT, "0204", "0205", "0206"),
            "4.2-2",
            NIGHT,
            marks=[pytest.mark.rule("nlb", "4.2-2"), pytest.mark.rule("nlb", "5.3F")],
        ),
        pytest.param(
            at(huss_5="0206", blndt="0207"),
            go(FOOT, "0206", "0205"),
            "5.3F",
            NIGHT,
            marks=pytest.mark.rule("nlb", "5.3F"),
        ),
        pytest.param(
            at(huss_5="0204", blndt="0207"),
            go(FOOT, "0204", "0205", "0206"),
            "4.3-1",
            RAIN,
            marks=pytest.mark.rule("nlb", "4.3-1"),
        ),
        (OPEN, go(FOOT, "0204", "0206"), "5.0", DAY),
        (OPEN, go("nobody", "0204", "0205"), "4.1.1B", DAY),
        (OPEN, go(FOOT, "0205", "0206"), "5.0", DAY),
        (OPEN, {"unit": FOOT, "units": [FOOT], "to": "0205"}, "5.0", DAY),
        (OPEN, {"units": [FOOT, FOOT], "to": "0205"}, "5.0", DAY),
        (OPEN, {"unit": FOOT, "path": []}, "5.0", DAY),
        (OPEN, {"unit": FOOT, "path": [["0204"]]}, "5.0", DAY),
        (OPEN, {"unit": FOOT, "to": 5}, "5.0", DAY),
        (OPEN, {"unit": FOOT, "hold": True, "to": "0205"}, "5.0", DAY),
        (OPEN, {"unit": FOOT, "hold": "no"}, "5.0", DAY),
        (OPEN, go(FOOT, "0204", "0205", to="0206"), "5.0", DAY),
        (OPEN, {"unit": FOOT, "to": "9999"}, "5.0", DAY),
        (OPEN, {"unit": FOOT, "to": ""}, "5.0", DAY),
        (OPEN, {"unit": FOOT}, "5.0", DAY),
        (OPEN, {"unit": FOOT, "exit": "9999"}, "5.5-1", DAY),
        (OPEN, {"unit": FOOT, "enter": "0205"}, "5.6-1", DAY),
        (OPEN, {"unit": [FOOT], "to": "0205"}, "5.0", DAY),
        (OPEN, {"units": FOOT, "to": "0205"}, "5.0", DAY),
        (OPEN, {"units": [], "to": "0205"}, "5.0", DAY),
        (OPEN, {"units": [f"u{n}" for n in range(99)], "to": "0205"}, "5.0", DAY),
        (OPEN, {"unit": "reille", "to": "0205"}, "5.6-1", DAY),
        (OPEN, "march", "5.0", DAY),
        (at(huss_5="0204", blndt="0205"), go(FOOT, "0204", "0205"), "5.0", DAY),
    ],
)
def test_a_march_is_refused_and_void(units: Mapping[str, str], order: Any, case: str, turn: str) -> None:
    phase = play(small(units, turn), order)
    assert phase.cases == [case] and phase.events == [] and phase.board.at == dict(units)


@pytest.mark.rule("nlb", "5.3-3")
@pytest.mark.parametrize(
    ("enemy", "path", "fault"),
    [
        ("0801", ("0803", "0802", "0702"), []),
        ("0901", ("0903", "0902", "0802"), ["5.0"]),
        ("0406", ("0605", "0506", "0505"), []),
    ],
)
def test_zones_pass_bridges_but_neither_rivers_nor_lakes(enemy: str, path: tuple[str, ...], fault: list[str]) -> None:
    assert play(small({FOOT: path[0], ENEMY: enemy}), go(FOOT, *path)).cases == fault


@pytest.mark.rule("nlb", "5.3-1")
def test_a_unit_controls_the_six_hexes_around() -> None:
    board = belgian("quatre-bras", {ENEMY: "1642"})
    assert sorted(board.zone(FOOT)) == ["1542", "1543", "1641", "1643", "1742", "1743"]


@pytest.mark.rule("nlb", "5.3E")
def test_a_unit_is_free_when_the_enemy_has_gone() -> None:
    board = small({FOOT: "0206", ENEMY: "0207"})
    board.lift(ENEMY)
    assert play(board, go(FOOT, "0206", "0205")).cases == []


@pytest.mark.rule("nlb", "5.1A")
def test_points_are_not_saved() -> None:
    board = small({FOOT: "0204"})
    play(board, go(FOOT, "0204", "0205"))
    path = ("0205", "0206", "0207", "0208", "0209", "0109")
    assert play(board, go(FOOT, *path)).cases == ["5.1-1"] and play(board, go(FOOT, *path[:5])).cases == []


@pytest.mark.rule("nlb", "5.1B")
@pytest.mark.rule("nlb", "5.1C-2")
def test_a_movement_phase_has_no_combat() -> None:
    phase = play(small({FOOT: "0204", ENEMY: "0206"}), go(FOOT, "0204", "0205"))
    assert phase.kinds() == ["moved"] and set(phase.board.at) == {FOOT, ENEMY}


@pytest.mark.rule("nlb", "5.1C-1")
def test_a_move_is_final() -> None:
    phase = play(small({FOOT: "0204"}), go(FOOT, "0204", "0205"), go(FOOT, "0205", "0206"))
    assert phase.cases == ["5.1C-1"] and phase.board.at[FOOT] == "0205"


@pytest.mark.rule("nlb", "5.4-2")
def test_the_move_that_makes_a_third_is_taken_back() -> None:
    units = {FOOT: "0204", "baud-6": "0205", "soye-6": "0305"}
    phase = play(small(units), go(FOOT, "0204", "0305"), go("baud-6", "0205", "0305"))
    assert phase.kinds() == ["moved", "moved", "undone"]
    assert phase.board.at == {**units, FOOT: "0305"} and phase.events[-1]["case"] == "5.4-2"


@pytest.mark.rule("nlb", "5.4-2")
def test_a_third_may_come_before_one_of_the_two_goes() -> None:
    units = {FOOT: "0204", "baud-6": "0305", "soye-6": "0305"}
    phase = play(small(units), go(FOOT, "0204", "0305"), go("baud-6", "0305", "0306"))
    assert phase.kinds() == ["moved", "moved"]


@pytest.mark.rule("nlb", "5.4-2")
def test_friends_whom_the_enemy_holds_make_no_room() -> None:
    units = {FOOT: "0204", "baud-6": "0206", "soye-6": "0206", ENEMY: "0207"}
    assert play(small(units), go(FOOT, "0204", "0205", "0206")).cases == ["5.4-2"]


@pytest.mark.rule("nlb", "5.4-2")
def test_a_chateau_holds_one() -> None:
    phase = play(small({FOOT: "0106", "baud-6": "0107"}), go(FOOT, "0106", "0107"))
    assert phase.kinds() == ["moved", "undone"]


@pytest.mark.rule("nlb", "5.4B")
def test_any_number_passes_through_a_hex() -> None:
    units = ["quiot-1", "bourg-1", "schmtz-2", "aulard-2", "nogues-3"]
    board = small(dict(zip(units, ("0203", "0203", "0204", "0204", "0104"), strict=True)))
    ends = ("0206", "0206", "0306", "0306", "0106")
    phase = play(board, *({"unit": unit, "to": end} for unit, end in zip(units, ends, strict=True)))
    assert phase.cases == [] and tuple(phase.board.at.values()) == ends


@pytest.mark.rule("nlb", "5.0")
def test_a_stack_moves_by_one_entry_and_each_pays_its_own() -> None:
    phase = play(small({FOOT: "0302", HORSE: "0302"}), {"units": [FOOT, HORSE], "path": ["0302", "0303"]})
    assert [event["cost"] for event in phase.events] == ["2", "4"]


def test_who_does_not_stand_together_does_not_move_together() -> None:
    assert play(small({FOOT: "0302", HORSE: "0402"}), {"units": [FOOT, HORSE], "to": "0301"}).cases == ["5.0"]


@pytest.mark.rule("nlb", "5.0")
def test_a_unit_finds_its_way_and_who_holds_stays() -> None:
    phase = play(small({FOOT: "0709", HORSE: "0204"}), {"unit": FOOT, "to": "0704"}, {"unit": HORSE, "hold": True})
    assert phase.cost() == "2 1/2" and phase.kinds() == ["moved", "holds"]
    assert play(small({FOOT: "0709"}), {"unit": FOOT, "to": "0101"}).cases == ["5.1-1"]


@pytest.mark.rule("nlb", "11.3A-1")
def test_out_of_command_a_unit_enters_no_zone() -> None:
    board = small({FOOT: "0204", HORSE: "0306", ENEMY: "0207"}, idle={FOOT, HORSE})
    assert play(board, go(FOOT, "0204", "0205", "0206"), go(HORSE, "0306", "0305")).cases == ["11.3A"]


@pytest.mark.rule("nlb", "13.2-2")
def test_a_demoralized_corps_pays_two_for_clear_hexes_but_half_on_roads() -> None:
    board = small({FOOT: "0204", "baud-6": "0709"}, broken={"fr-2": "demoralized"})
    phase = play(board, go(FOOT, "0204", "0205", "0206"), go("baud-6", "0709", "0708"))
    assert [event["cost"] for event in phase.events] == ["4", "1/2"]
    army = small({FOOT: "0204"}, broken={"french": "demoralized"})
    assert play(army, go(FOOT, "0204", "0205", "0206")).cost() == "2"


@pytest.mark.parametrize(
    ("row", "released", "cases"),
    [
        ({"case": "26.0B", "units": FOOT, "until": "16/1500"}, set(), ["26.0B"]),
        ({"case": "26.0B", "units": FOOT, "until": DAY}, set(), []),
        ({"case": "24.1B", "units": "fr-2", "die": {}}, set(), ["24.1B"]),
        ({"case": "24.1B", "units": "fr-2", "die": {}}, {FOOT}, []),
        ({"case": "24.1B", "units": "fr-1", "die": {}}, set(), []),
    ],
)
@pytest.mark.rule("nlb", "24.1B")
def test_who_is_held_back_stays(row: dict[str, Any], released: set[str], cases: list[str]) -> None:
    board = small({FOOT: "0204"}, releases=(row,), released=released)
    assert play(board, go(FOOT, "0204", "0205")).cases == cases


@pytest.mark.rule("nlb", "27.1D")
@pytest.mark.rule("nlb", "25.0E-1")
@pytest.mark.parametrize(("times", "steps", "cases"), [("0", 1, ["x"]), ("2", 5, [])])
def test_a_scenario_changes_allowances(times: str, steps: int, cases: list[str]) -> None:
    board = small({FOOT: "0204"}, allowances=({"case": "x", "units": "fr-2", "turn": DAY, "times": times},))
    path = ("0204", "0205", "0206", "0207", "0208", "0209")
    assert play(board, go(FOOT, *path[: steps + 1])).cases == cases


@pytest.mark.parametrize(
    ("turn", "case"),
    [
        pytest.param("18/1000", "26.0C", marks=pytest.mark.rule("nlb", "26.0C")),
        pytest.param("18/1100", "", marks=pytest.mark.rule("nlb", "26.0C")),
    ],
)
def test_milhaud_stands_still_until_eleven_after_an_early_start(turn: str, case: str) -> None:
    start = setting("lba-variant", {"early-start": True})
    unit = next(uid for uid in start.units() if start.roster.units[uid].formation == "fr-4c" and uid in start.start)
    found = turn_board("lba-variant", {unit: start.start[unit]}, turn, "french", "early-start")
    refusal = MoveOptions(found).unfit([unit])
    assert (refusal.case if refusal else "") == case
    assert found.conditions == "mud"
