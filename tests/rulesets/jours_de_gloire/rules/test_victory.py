"""Victory (jdg 9): points by kind, flags, and who has won."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rulesets.jours_de_gloire.rules import victory
from rulesets.jours_de_gloire.rules.victory import BATTLES, BOXES, CAPTURE, CAPTURES, DRAW, HANDICAP, LOSSES, WIN
from rulesets.jours_de_gloire.ruleset import ruleset
from rulesets.jours_de_gloire.telling.facts import facts as public_facts
from tests.rulesets.jours_de_gloire.world import small, world

RULES = "jours-de-gloire"


def at(**members: Any) -> Any:
    """The end of a game. pv, losses: French and Russian."""
    pairs = {name: dict(zip(("french", "russian"), members.pop(name), strict=True)) for name in ("pv", "losses")}
    return world({}, **{"control": {}, **members, **pairs, "stage": "over"}).board.at


@pytest.mark.parametrize(
    ("pv", "losses", "control", "points", "winner", "level"),
    [
        pytest.param((11, 9), (0, 0), {}, (11, 9), "", DRAW, marks=pytest.mark.rule(RULES, "9-10")),
        pytest.param((12, 9), (0, 0), {}, (12, 9), "french", WIN, marks=pytest.mark.rule(RULES, "9-10")),
        pytest.param((0, 3), (0, 0), {}, (0, 3), "russian", WIN, marks=pytest.mark.rule(RULES, "9-10")),
        pytest.param((0, 0), (20, 31), {}, (2, 0), "", DRAW, marks=pytest.mark.rule(RULES, "9-9")),
        pytest.param((0, 0), (7, 13), {}, (1, 0), "", DRAW, marks=pytest.mark.rule(RULES, "9-9")),
        pytest.param((0, 0), (16, 8), {}, (0, 2), "", DRAW, marks=pytest.mark.rule(RULES, "9-9")),
        pytest.param((0, 0), (3, 0), {}, (0, 0), "", DRAW, marks=pytest.mark.rule(RULES, "9-9")),
        pytest.param(
            (0, 0), (0, 0), {"castell": "french"}, (5, 0), "french", WIN, marks=pytest.mark.rule(RULES, "9-2")
        ),
        pytest.param(
            (1, 0),
            (0, 4),
            {"castell": "russian", "eiche": "french"},
            (4, 5),
            "",
            DRAW,
            marks=pytest.mark.rule(RULES, "9-1"),
        ),
    ],
)
def test_who_wins(pv: Any, losses: Any, control: Any, points: Any, winner: str, level: str) -> None:
    end = victory.over(small(), at(pv=pv, losses=losses, control=control))
    assert tuple(end["points"].values()) == points
    assert (end["how"], end["winner"], end["level"]) == ("played", winner, level)
    assert end["margin"] == abs(points[0] - points[1])
    assert {army: sum(kinds.values()) for army, kinds in end["kinds"].items()} == end["points"]


def test_a_handicap_counts_from_the_start_and_for_its_side_alone() -> None:
    setting = small()
    given = replace(setting, scenario=replace(setting.scenario, handicap={"russian": 7}))
    end = victory.over(given, at(pv=(9, 0), losses=(0, 0)))
    assert (end["points"], end["winner"], end["margin"]) == ({"french": 9, "russian": 7}, "", 2)
    assert end["kinds"]["russian"][HANDICAP] == 7 and HANDICAP not in end["kinds"]["french"]
    facts = public_facts(given, world({}).board.at)
    told = "0 counters, 0 face up; 0 PF lost; 14 victory points (7 for boxes, 7 to begin with)"
    assert ["Russian", told] in facts["standing"]


def test_players_may_agree_on_no_handicap() -> None:
    (pultusk,) = (one for one in ruleset.scenarios() if one.id == "pultusk-1806")
    assert pultusk.options["handicap"]["values"] == ["levelled", "none"]
    assert "(Russian 12)" in pultusk.options["handicap"]["doc"]
    games = [ruleset.game("pultusk-1806", {"handicap": value}) for value in pultusk.options["handicap"]["values"]]
    points = [game.telling.facts(game.start())["sides"]["russian"]["points"] for game in games]
    assert points[0] - points[1] == games[0].setting.scenario.handicap["russian"] == 12
    assert not games[1].setting.scenario.handicap
    assert all("handicap" not in one.options for one in ruleset.scenarios() if one.id in ("eylau-1807", "danube-1805"))


def test_points_by_kind() -> None:
    position = at(pv=(6, 0), losses=(2, 12), control={"castell": "french", "garten": "russian"}, taken=["bagration"])
    kinds = victory.tally(small(), position)
    assert kinds["french"] == {BOXES: 5, BATTLES: 5, CAPTURES: 1, LOSSES: 2}
    assert kinds["russian"] == {BOXES: 2, BATTLES: 0, CAPTURES: 0, LOSSES: 0}


@pytest.mark.rule(RULES, "9-7")
@pytest.mark.parametrize(
    ("taken", "more", "points"),
    [
        (["bagration", "bennigsen"], {}, (2, 0)),
        (["kamenskoi"], {}, (3, 0)),
        (["ney", "jerome"], {}, (0, 4)),
        (["kamenskoi"], {"turn": 4, "chiefs": {"russian-army": "bennigsen"}}, (3, 0)),
        (["bennigsen"], {"turn": 4, "chiefs": {"russian-army": "bennigsen"}}, (3, 0)),
        (["bennigsen"], {"turn": 4, "chiefs": {"russian-army": ""}}, (1, 0)),
        (["jerome"], {"turned": {"army-west": "russian"}}, (3, 0)),
    ],
)
def test_captured_generals(taken: list[str], more: Any, points: tuple[int, int]) -> None:
    found = victory.captures(small(), at(pv=(9, 9), losses=(0, 0), taken=taken, **more))
    assert tuple(found.values()) == points


@pytest.mark.rule(RULES, "9-8")
def test_napoleon_captured_is_the_end_whatever_the_points() -> None:
    position = at(pv=(50, 3), losses=(0, 0), taken=["napoleon"])
    assert victory.emperor_taken(small(), position)
    assert {k: victory.over(small(), position)[k] for k in ("winner", "level")} == {
        "winner": "russian",
        "level": CAPTURE,
    }


def test_nothing_is_over_before_the_end() -> None:
    board = world({}).board
    assert victory.over(small(), board.at) == {} and not victory.emperor_taken(small(), board.at)


@pytest.mark.rule(RULES, "9-2")
@pytest.mark.rule(RULES, "9-3")
@pytest.mark.parametrize(
    ("army", "box", "turns"),
    [("french", "garten", True), ("russian", "garten", False), ("french", "castell", True), ("french", "birke", False)],
)
def test_flags(army: str, box: str, turns: bool) -> None:
    board = world({}).board
    assert victory.take(board, army, box) is turns
    assert board.at.control.get(box) == (army if turns or box == "garten" else None)
    assert not victory.take(board, army, box)
