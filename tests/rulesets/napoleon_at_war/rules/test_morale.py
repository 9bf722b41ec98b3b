"""Demoralization: 18.0, 18.11 (its columns are in test_combat_odds), 18.2."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from rulesets.napoleon_at_war.rules.battle.morale import collapse, level, reached
from tests.rulesets.napoleon_at_war.boards import Fight, attack, two_fields
from tests.rulesets.napoleon_at_war.playing import real


def row(army: str, points: int, battle: str = "field", option: str = "") -> Mapping[str, str]:
    return {"option": option, "battle": battle, "army": army, "level": str(points)}


BOTH = (row("french", 19), row("prussian", 15))


def broken(
    lost: Sequence[str], *rows: Mapping[str, str], army: str = "french", battle: str = "field"
) -> dict[str, str]:
    """Who is demoralized once these units are lost and looked at."""
    fight = Fight({}, levels=rows, army=army, rest={"lost": dict.fromkeys(lost, battle)})
    board = fight.board()
    list(collapse(fight.setting, board, battle))
    return board.position.broken


@pytest.mark.rule("naw", "18.0-1")
@pytest.mark.parametrize(
    ("lost", "result"),
    [
        (["p14"], {}),
        (["p15"], {"field": "prussian"}),
        (["p14", "k2"], {"field": "prussian"}),
        (["f18"], {}),
        (["f18", "f2"], {"field": "french"}),
    ],
)
def test_level_reached_or_passed(lost: list[str], result: dict[str, str]) -> None:
    assert broken(lost, *BOTH) == result


@pytest.mark.rule("naw", "18.0-1")
def test_later_combats_of_the_phase_feel_it() -> None:
    at = {"f12": "0303", "k2": "0302", "f4": "0707", "p4": "0706"}
    fight = Fight(at, levels=[row("prussian", 18)], rest={"lost": {"p17b": "field"}})
    done = fight.fought(attack("0302", "f12"), attack("0706", "f4"), dice=[1, 1])
    assert done.kinds("demoralized") == [
        {"kind": "demoralized", "army": "prussian", "battle": "field", "lost": 19, "level": 18, "case": "18.0"}
    ]
    assert [(event["odds"], event["used"]) for event in done.kinds("combat")] == [("6-1", "6-1"), ("1-1", "2-1")]
    kinds = [event["kind"] for event in done.outcome.events]
    assert kinds.index("demoralized") < kinds.index("combat", 1)


@pytest.mark.rule("naw", "18.0-1")
def test_a_loss_counts_where_the_unit_fell() -> None:
    fight = Fight(
        {"p4": "0101", "f16": "0102", "f2": "0605"},
        on=two_fields(),
        levels=[row("prussian", 4, "east"), row("prussian", 5, "west")],
    )
    done = fight.fought(attack("0101", "f16"), dice=[4])
    assert done.position.lost == {"p4": "west"}
    assert done.position.broken == {}


@pytest.mark.rule("naw", "18.0-2")
def test_battles_are_separate() -> None:
    fight = Fight(
        {"f4": "0202", "p4": "0201", "f4b": "0702", "p4b": "0701"},
        on=two_fields(),
        rest={"broken": {"east": "prussian"}},
    )
    done = fight.fought(attack("0201", "f4"), attack("0701", "f4b"), dice=[1, 1])
    assert [event["used"] for event in done.kinds("combat")] == ["1-1", "2-1"]
    assert broken(["p15"], *BOTH) == {"field": "prussian"}
    elsewhere = Fight({}, on=two_fields(), levels=[row("prussian", 15, "west")], rest={"lost": {"p15": "east"}})
    assert reached(elsewhere.setting, elsewhere.board(), "west") == ()


@pytest.mark.rule("naw", "18.0-3")
def test_only_one_side_per_battle() -> None:
    fight = Fight({}, levels=BOTH, rest={"lost": {"f25": "field"}, "broken": {"field": "prussian"}})
    board = fight.board()
    assert list(collapse(fight.setting, board, "field")) == []
    assert board.position.broken == {"field": "prussian"}
    assert broken(["f25"], *BOTH) == {"field": "french"}


@pytest.mark.rule("naw", "18.0-4")
def test_both_at_once_breaks_the_army_that_is_not_phasing() -> None:
    assert broken(["f21", "p19"], *BOTH, army="prussian") == {"field": "french"}
    assert broken(["f21", "p19"], *BOTH, army="french") == {"field": "prussian"}


@pytest.mark.rule("naw", "18.0-4")
def test_an_exchange_is_one_instant() -> None:
    lost = {"f14b": "field", "p12b": "field"}
    at = {"p7": "0504", "q30": "0507", "f7": "0505"}
    done = Fight(at, levels=BOTH, army="prussian", rest={"lost": lost}).fought(attack("0505", "p7", "q30"), dice=[6])
    assert (done.combat["result"], done.lost) == ("Ex", ["f14b", "f7", "p12b", "p7"])
    assert [(event["army"], event["lost"]) for event in done.kinds("demoralized")] == [("french", 21)]


@pytest.mark.rule("naw", "18.12")
def test_nothing_of_a_combat_but_its_column_depends_on_morale() -> None:
    at = {"f4": "0504", "p4": "0505"}
    done = Fight(at, rest={"broken": {"field": "prussian"}}).fought(attack("0505", "f4", reduce="1-1"), dice=[1])
    fresh = Fight(at).fought(attack("0505", "f4"), dice=[1])
    assert done.at == fresh.at


@pytest.mark.parametrize(
    ("choice", "battle", "army", "points"),
    [
        pytest.param("A", "jena", "prussian", 18, marks=pytest.mark.rule("naw", "18.2-A")),
        pytest.param("A", "jena", "french", 65, marks=pytest.mark.rule("naw", "18.2-A")),
        pytest.param("A", "auerstadt", "prussian", 15, marks=pytest.mark.rule("naw", "18.2-A")),
        pytest.param("A", "auerstadt", "french", 19, marks=pytest.mark.rule("naw", "18.2-A")),
        pytest.param("B", "jena", "prussian", 48, marks=pytest.mark.rule("naw", "18.2-B")),
        pytest.param("B", "jena", "french", 75, marks=pytest.mark.rule("naw", "18.2-B")),
        pytest.param("B", "auerstadt", "prussian", 0, marks=pytest.mark.rule("naw", "18.2-B")),
        pytest.param("B", "auerstadt", "french", 0, marks=pytest.mark.rule("naw", "18.2-B")),
    ],
)
def test_levels(choice: str, battle: str, army: str, points: int) -> None:
    assert level(real().setting, choice, battle, army) == points


@pytest.mark.parametrize(
    ("choice", "battle", "points"),
    [
        pytest.param("A", "jena", 21, marks=pytest.mark.rule("naw", "20.1-A")),
        pytest.param("A", "auerstadt", 20, marks=pytest.mark.rule("naw", "20.1-A")),
        pytest.param("B", "jena", 60, marks=pytest.mark.rule("naw", "20.1-B")),
    ],
)
def test_levels_with_louis(choice: str, battle: str, points: int) -> None:
    assert level(real("louis").setting, choice, battle, "prussian") == points


@pytest.mark.rule("naw", "18.2-A")
def test_nineteen_at_auerstadt_break_the_french() -> None:
    rows = (row("french", 19, "field", "A"), row("french", 0, "field", "B"))
    fight = Fight({}, levels=rows, rest={"lost": {"f19": "field"}, "choice": "A"})
    assert reached(fight.setting, fight.board(), "field") == ("french",)


@pytest.mark.rule("naw", "18.2-B")
def test_forty_seven_do_not_break_the_prussians_under_b() -> None:
    rows = (row("prussian", 18, "field", "A"), row("prussian", 48, "field", "B"))
    for lost, result in (("p47", ()), ("p48", ("prussian",))):
        fight = Fight({}, levels=rows, rest={"lost": {lost: "field"}, "choice": "B"})
        assert reached(fight.setting, fight.board(), "field") == result
