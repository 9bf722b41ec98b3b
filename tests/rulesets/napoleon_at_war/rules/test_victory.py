"""The victory schedule, on the data of Jena-Auerstadt: section 19."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.options import Json
from rulesets.napoleon_at_war.position import Position
from rulesets.napoleon_at_war.rules.victory import awards, level_of, met, net, result
from rulesets.napoleon_at_war.setting import Setting
from tests.rulesets.napoleon_at_war.boards import setting_of
from tests.rulesets.napoleon_at_war.playing import real

SCHEDULE = real().setting.victory
HEAVY = ("p60", "p61", "p48", "p47", "p50", "p20", "p25", "p16b", "p30", "p31")
LIGHT = ("f30", "f70", "f60b", "f56", "f69", "f125", "f124", "f10")


def setting() -> Setting:
    """Invented counters under the schedule of the game."""
    return setting_of((*HEAVY, *LIGHT), victory=SCHEDULE, losses={"counted": "prussian", "against": "french"})


def ended(choice: str, lost: str = "", battle: str = "jena", **rest: Any) -> Position:
    return Position(13, "french", choice=choice, lost=dict.fromkeys(lost.split(), battle), **rest)


def points_for(case: str, position: Position) -> tuple[str, int] | None:
    """Army and points of a row of the schedule, None where it gives nothing."""
    found = [(row["army"], row["points"]) for row in awards(setting(), position) if row["case"] == case]
    return found[0] if found else None


PR, FR = "prussian", "french"


@pytest.mark.parametrize(
    ("case", "position", "expected"),
    [
        pytest.param("19.1-1", ended("A", "p60 f30"), (PR, 1), marks=pytest.mark.rule("naw", "19.1-1")),
        pytest.param("19.1-1", ended("A", "p61 f30"), None, marks=pytest.mark.rule("naw", "19.1-1")),
        pytest.param("19.1-1", ended("A"), (PR, 1), id="no losses", marks=pytest.mark.rule("naw", "19.1-1")),
        pytest.param("19.1-1", ended("A", "p20"), None, id="only Prussian", marks=pytest.mark.rule("naw", "19.1-1")),
        pytest.param("19.1-1", ended("B", "p60 f30"), None, marks=pytest.mark.rule("naw", "19.1-1")),
        pytest.param("19.1-2", ended("B", "p60 f70"), (PR, 1), marks=pytest.mark.rule("naw", "19.1-2")),
        pytest.param("19.1-2", ended("B", "p61 f60b"), None, marks=pytest.mark.rule("naw", "19.1-2")),
        pytest.param("19.1-2", ended("A", "p60 f70"), None, marks=pytest.mark.rule("naw", "19.1-2")),
        pytest.param("19.1-3", ended("A", "p61 f30"), (FR, 2), marks=pytest.mark.rule("naw", "19.1-3")),
        pytest.param("19.1-3", ended("B", "p61 f30"), (FR, 1), marks=pytest.mark.rule("naw", "19.1-3")),
        pytest.param("19.1-3", ended("A", "p60 f30"), None, marks=pytest.mark.rule("naw", "19.1-3")),
        pytest.param(
            "19.1-4", ended("B", "p50", broken={"jena": PR}), (FR, 2), marks=pytest.mark.rule("naw", "19.1-4")
        ),
        pytest.param("19.1-4", ended("A", broken={"jena": PR}), (FR, 1), marks=pytest.mark.rule("naw", "19.1-4")),
        pytest.param("19.1-4", ended("A", broken={"auerstadt": PR}), None, marks=pytest.mark.rule("naw", "19.1-4")),
        pytest.param("19.1-5", ended("A", broken={"auerstadt": PR}), (FR, 1), marks=pytest.mark.rule("naw", "19.1-5")),
        pytest.param("19.1-5", ended("B", broken={"auerstadt": PR}), None, marks=pytest.mark.rule("naw", "19.1-5")),
        pytest.param("19.1-6", ended("A", broken={"jena": FR}), (PR, 3), marks=pytest.mark.rule("naw", "19.1-6")),
        pytest.param("19.1-6", ended("B", broken={"jena": FR}), (PR, 3), marks=pytest.mark.rule("naw", "19.1-6")),
        pytest.param("19.1-6", ended("A", broken={"jena": PR}), None, marks=pytest.mark.rule("naw", "19.1-6")),
        pytest.param("19.1-7", ended("A", broken={"auerstadt": FR}), (PR, 2), marks=pytest.mark.rule("naw", "19.1-7")),
        pytest.param("19.1-7", ended("B", broken={"auerstadt": FR}), None, marks=pytest.mark.rule("naw", "19.1-7")),
        pytest.param("19.1-8", ended("A", "p48"), None, marks=pytest.mark.rule("naw", "19.1-8")),
        pytest.param("19.1-8", ended("A", "p47"), (PR, 3), marks=pytest.mark.rule("naw", "19.1-8")),
        pytest.param("19.1-8", ended("B", "p47"), (PR, 2), marks=pytest.mark.rule("naw", "19.1-8")),
        pytest.param(
            "19.1-9",
            ended("A", exited={"f70": ("jena", "west"), "f56": ("jena", "north")}),
            (FR, 2),
            marks=pytest.mark.rule("naw", "19.1-9"),
        ),
        pytest.param(
            "19.1-9", ended("A", exited={"f124": ("jena", "west")}), None, marks=pytest.mark.rule("naw", "19.1-9")
        ),
        pytest.param(
            "19.1-9", ended("A", exited={"f125": ("jena", "east")}), None, marks=pytest.mark.rule("naw", "19.1-9")
        ),
        pytest.param(
            "19.1-9", ended("A", exited={"f125": ("auerstadt", "west")}), None, marks=pytest.mark.rule("naw", "19.1-9")
        ),
        pytest.param(
            "19.1-9", ended("B", exited={"f125": ("jena", "west")}), None, marks=pytest.mark.rule("naw", "19.1-9")
        ),
        pytest.param(
            "19.1-9",
            ended("A", track={"f125": ("western", 1, "jena")}),
            None,
            id="transit does not count",
            marks=pytest.mark.rule("naw", "19.1-9"),
        ),
    ],
)
def test_schedule(case: str, position: Position, expected: tuple[str, int] | None) -> None:
    assert points_for(case, position) == expected


@pytest.mark.rule("naw", "19.0")
def test_losses_of_both_battles_count_together() -> None:
    position = ended("A", "p20", battle="jena")
    position.lost["p25"] = "auerstadt"
    (row,) = [row for row in awards(setting(), position) if row["case"] == "19.1-8"]
    assert row["text"] == "Prussian losses 45: fewer than 48"
    position.lost["p30"] = "jena"
    assert points_for("19.1-8", position) is None


@pytest.mark.rule("naw", "19.0")
@pytest.mark.rule("naw", "15.4")
def test_the_game_is_decided_after_the_last_turn() -> None:
    position = ended("A", "p61 f30", broken={"jena": PR})
    position.turn = 12
    assert result(setting(), position) == {}
    position.turn = 13
    assert result(setting(), position) == {
        "how": "played",
        "winner": "french",
        "level": "decisive",
        "margin": 3,
        "points": {"french": 3, "prussian": 0},
        "rows": [
            {
                "case": "19.1-3",
                "text": "Prussian losses 61, French losses 30: above 2 to 1",
                "army": "french",
                "points": 2,
            },
            {
                "case": "19.1-4",
                "text": "the Prussian army is demoralized at jena",
                "army": "french",
                "points": 1,
            },
        ],
    }


@pytest.mark.rule("naw", "17.22")
def test_who_left_the_map_is_not_lost() -> None:
    position = ended("A", "f30", exited={"p60": ("jena", "west"), "p61": ("jena", "north")})
    assert points_for("19.1-8", position) == (PR, 3)
    assert points_for("19.1-8", ended("A", "p60 p61 f30")) is None


@pytest.mark.rule("naw", "19.2-1")
@pytest.mark.parametrize(
    ("points", "expected"),
    [((4, 1), ("french", 3)), ((1, 4), ("prussian", 3)), ((2, 2), ("", 0)), ((0, 1), ("prussian", 1))],
)
def test_net(points: tuple[int, int], expected: tuple[str, int]) -> None:
    assert net(setting(), dict(zip((FR, PR), points, strict=True))) == expected


@pytest.mark.rule("naw", "19.2-2")
@pytest.mark.parametrize(
    ("margin", "word"), [(0, "draw"), (1, "marginal"), (2, "substantive"), (3, "decisive"), (7, "decisive")]
)
def test_levels(margin: int, word: str) -> None:
    assert level_of(setting(), margin) == word


def test_a_draw_has_no_winner() -> None:
    bare = setting_of(("f30",), victory=[])
    ended_: Json = result(bare, Position(13, "french"))
    assert (ended_["winner"], ended_["level"], ended_["margin"]) == ("", "draw", 0)


def test_a_row_without_a_condition_is_an_error() -> None:
    with pytest.raises(ValueError, match="no condition"):
        met(setting(), ended("A"), {"case": "x", "a": "french 1"})
