"""Army morale: levels and what moves them, who breaks first, victories at once (9.0 to 9.3 and the scenarios)."""

from __future__ import annotations

import pytest

from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.battle.levels import marks
from rulesets.napoleons_last_battles.rules.battle.morale import GameDecided, attacked, settle
from rulesets.napoleons_last_battles.rules.battle.results import lose
from tests.hexgame.fighting.skirmish import play
from tests.rulesets.napoleons_last_battles.rules.battle.skirmish import board, order, phase
from tests.rulesets.napoleons_last_battles.rules.battle.skirmish import fought as resolved
from tests.rulesets.napoleons_last_battles.test_board import board as of_scenario

rule = pytest.mark.rule


def told(found: Board) -> list[tuple[str, str]]:
    """What morale comes to: kind and book of each event. The end of the game ends it."""
    events = []
    try:
        for one in settle(found):
            events.append((one.event["kind"], one.event.get("book", "")))
    except GameDecided as decided:
        events.append(("decided", str(decided.row["winner"])))
    return events


def levels(found: Board, book: str) -> tuple[int, int]:
    now = marks(found, book)
    return (now.demoralized.points, now.disintegrated.points) if now else (0, 0)


@pytest.mark.parametrize(
    ("uid", "turn", "losses", "events"),
    [
        pytest.param("ligny", 1, {"prussian": 54}, [], marks=rule("nlb", "9.0")),
        pytest.param("ligny", 1, {"prussian": 57}, [("demoralized", "prussian")], marks=rule("nlb", "9.0", "9.2")),
        pytest.param("ligny", 1, {"prussian": 74}, [("demoralized", "prussian")], marks=rule("nlb", "9.1")),
        pytest.param(
            "ligny",
            1,
            {"prussian": 75},
            [("demoralized", "prussian"), ("disintegrated", "prussian"), ("decided", "french")],
            marks=rule("nlb", "9.1", "18.4A-1"),
        ),
        pytest.param(
            "ligny", 1, {"french": 35}, [("demoralized", "french"), ("decided", "coalition")], marks=rule("nlb", "9.2")
        ),
        # The army that is not phasing counts first; the French cannot break after it.
        pytest.param(
            "ligny",
            1,
            {"french": 37, "prussian": 57},
            [("demoralized", "prussian")],
            marks=rule("nlb", "9.2B", "18.3A"),
        ),
        pytest.param(
            "la-belle-alliance", 1, {"allied": 46, "french": 60}, [("demoralized", "allied")], marks=rule("nlb", "9.2A")
        ),
        pytest.param("quatre-bras", 2, {"french": 10}, [("demoralized", "french"), ("decided", "coalition")]),
        pytest.param("quatre-bras", 3, {"french": 24}, []),
    ],
)
def test_who_breaks(uid: str, turn: int, losses: dict[str, int], events: list[tuple[str, str]]) -> None:
    found = board("fi1 0101", uid=uid)
    found.position.turn = turn
    found.position.losses.update(losses)
    assert [event for event in told(found) if event[0] != "level-moved"] == events


@rule("nlb", "9.2A")
def test_a_level_may_rise_because_another_army_broke() -> None:
    found = board("fi1 0101", uid="la-belle-alliance")
    assert levels(found, "french") == (60, 0)
    found.position.losses.update(allied=46, french=60)
    assert told(found) == [("demoralized", "allied"), ("level-moved", "french")]
    assert levels(found, "french") == (70, 0) and told(found) == []
    found.position.losses["french"] = 70
    assert told(found) == [("demoralized", "french"), ("decided", "coalition")]


@rule("nlb", "9.2B")
def test_the_phasing_army_breaks_last() -> None:
    found = board("fi1 0101", phasing="coalition")
    found.position.losses.update(french=37, prussian=57)
    assert told(found) == [("demoralized", "french"), ("decided", "coalition")]


@rule("nlb", "9.3-2")
def test_who_is_broken_stays_so() -> None:
    found = board("fi1 0101", uid="la-belle-alliance")
    found.position.losses["allied"] = 45
    told(found)
    found.position.shifts["allied"] = 30
    assert told(found) == [] and found.position.broken == {"allied": "demoralized"}


@rule("nlb", "18.3B")
def test_towns_in_enemy_hands_lower_a_level_until_they_are_taken_back() -> None:
    found = of_scenario("ligny", vill_7="3755", piat_7="3256")
    found.position.held.update(found.setting.held)
    found.position.losses["prussian"] = 49
    assert levels(found, "prussian") == (55, 74)
    moved = ("level-moved", "prussian")
    assert told(found) == [("taken", ""), ("taken", ""), moved, moved, ("demoralized", "prussian")]
    assert levels(found, "prussian") == (49, 68)
    found.move("vill-7", "3754")
    found.place("24-1", "3755")
    assert told(found) == [("taken", ""), moved]
    assert levels(found, "prussian") == (52, 71)
    assert found.position.broken == {"prussian": "demoralized"}


@rule("nlb", "23.0C")
def test_the_crossroads_move_both_levels_each_time() -> None:
    found = of_scenario("qb-variant", camp_5="1641")
    found.position.held["1641"] = "coalition"
    found.position.turn = 3
    list(settle(found))
    assert (levels(found, "french")[0], levels(found, "allied")[0]) == (30, 20)
    found.move("camp-5", "1640")
    found.place(found.roster.of("coalition")[0].id, "1641")
    list(settle(found))
    assert (levels(found, "french")[0], levels(found, "allied")[0]) == (25, 25)


@rule("nlb", "21.3B-1", "21.3B-2")
def test_what_moves_a_level_once() -> None:
    found = board("fi1 0606, pi1 0101", uid="la-belle-alliance")
    assert told(found) == [("level-moved", "allied")] and levels(found, "allied") == (25, 35)
    assert told(found) == []
    assert [one.event["by"] for one in attacked(found, ["fi1"], ["pi1"])] == [10]
    assert list(attacked(found, ["pi1"], ["fi1"])) == [] and levels(found, "allied") == (35, 45)


@rule("nlb", "18.5B-2")
def test_what_moves_a_level_each_turn() -> None:
    found = of_scenario("ligny", {"sixth-corps": True})
    assert told(found) == []
    found.place("bell-19", "3164")
    for turn in (4, 5, 6):
        found.position.turn = turn
        assert told(found) == [("level-moved", "prussian")] and told(found) == []
    assert levels(found, "prussian") == (64, 83)


@rule("nlb", "26.0F-1")
@pytest.mark.parametrize(("hour", "level"), [("1100", 13), ("1200", 17), ("1500", 29), ("1600", 29)])
def test_a_level_rises_turn_by_turn(hour: str, level: int) -> None:
    found = board("fi1 0101", uid="lba-variant")
    found.position.turn = next(turn.number for turn in found.setting.turns if turn.id == f"18/{hour}")
    assert levels(found, "prussian")[0] == level


@rule("nlb", "20.3")
def test_points_raise_a_level() -> None:
    found = board("fi1 0101", uid="wavre")
    found.position.points["french"] = 7
    assert levels(found, "french") == (37, 0)


@rule("nlb", "9.0", "13.0-1", "6.5-1")
def test_a_loss_stands_in_all_books_of_a_unit() -> None:
    found = of_scenario("la-belle-alliance", byng="0617")
    event = lose(phase(found), "byng", "why", "6.4")
    unit = found.setting.roster.units["byng"]
    assert unit.strength and event["strength"] == unit.strength.value
    assert found.position.losses == dict.fromkeys(("allied", unit.formation, unit.nationality), unit.strength.value)


@rule("nlb", "9.1")
def test_the_game_stops_within_a_combat() -> None:
    found = board("fi3 0403, ai2 0304, pi9 0404")
    found.position.losses["french"] = 34
    ledger = phase(found)
    with pytest.raises(GameDecided, match="coalition wins at once"):
        resolved(ledger, order("0404", "fi3"), 6, answers={"a1.advance": {"when": "always"}})
    assert found.at == {"ai2": "0304", "pi9": "0404"} and found.position.broken == {"french": "demoralized"}


@rule("nlb", "9.2B")
def test_both_losses_of_an_exchange_are_booked_before_anybody_breaks() -> None:
    found = board("fi16 0403, pi4 0404")
    found.position.losses.update(french=33, prussian=53)
    played = resolved(phase(found), order("0404", "fi16"), 6)
    assert [event["book"] for event in played.kinds("demoralized")] == ["prussian"]
    assert found.position.losses["french"] == 49 and found.position.broken == {"prussian": "demoralized"}
    assert play(settle(found)).events == []


@rule("nlb", "24.3D")
def test_an_army_that_withdraws_goes_when_the_combat_is_over_and_later_attacks_on_it_lapse() -> None:
    found = board("fi9 0403, ai1 0404, fi5 0603, ai3 0604, pi2 0808", uid="grand-ligny")
    found.position.losses["allied"] = 24
    ledger = phase(found)
    played = resolved(ledger, order("0404", "fi9", advance=[{"unit": "fi9"}]), 1)
    kinds = [event["kind"] for event in played.events]
    assert kinds[-3:] == ["demoralized", "advanced", "withdrawn"]
    assert found.at == {"fi9": "0404", "fi5": "0603", "pi2": "0808"} and found.position.withdrawn == {"ai3"}
    assert [event["kind"] for event in resolved(ledger, order("0604", "fi5", index=1)).events] == ["lapsed"]


@rule("nlb", "24.3D", "9.2B")
def test_an_army_may_withdraw_after_its_own_exchange() -> None:
    found = board("ai4 0403, ac12 0504, fi4 0404, fi9 0707, ai9 0808", uid="grand-ligny", phasing="coalition")
    found.position.losses["allied"] = 22
    played = resolved(phase(found), order("0404", "ai4 ac12"), 6)
    assert played.kinds("withdrawn")[0]["units"] != [] and found.at == {"fi9": "0707"}
    assert found.position.losses["allied"] == 26
