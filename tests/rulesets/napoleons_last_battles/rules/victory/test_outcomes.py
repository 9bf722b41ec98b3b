"""Who wins, to what degree and by which case, scenario by scenario: positions built by hand (18.4 to 28.0)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulesets.napoleons_last_battles.rules.victory.umpire import END, GOES_ON, over, stage, verdict

rule = pytest.mark.rule
LIGNY = ("3755", "3854", "3855", "3955")
WAVRE = ("4206", "4306", "4307")
ROW = tuple[str, dict[str, Any], tuple[str, str, str]]
NOTED = {"prussian/demoralized/french/35"}


def check(uid: str, *options: str, verdict_is: tuple[str, str, str], **members: Any) -> None:
    assert verdict(stage(uid, *options, **members)) == verdict_is


@rule("nlb", "18.4A-1", "18.4A-2", "18.4B", "18.3", "18.5C-2", "9.1", "9.2B")
@pytest.mark.parametrize(
    ("options", "members", "expected"),
    [
        pytest.param((), {"losses": {"prussian": 75, "french": 34}}, ("french", "", "18.4A-1"), id="disintegration"),
        pytest.param((), {"losses": {"prussian": 74}}, GOES_ON, id="the level of disintegration has to be surpassed"),
        pytest.param((), {"losses": {"french": 35, "prussian": 50}}, ("coalition", "", "18.4B"), id="French first"),
        pytest.param(
            (), {"losses": {"french": 30, "prussian": 55}, "turn": END}, ("french", "", "18.4A-2"), id="at the end"
        ),
        pytest.param(
            (),
            {
                "losses": {"french": 40, "prussian": 56},
                "broken": {"prussian": "demoralized"},
                "once": NOTED,
                "turn": END,
            },
            ("french", "", "18.4A-2"),
            id="French losses count at the moment of Prussian demoralization",
        ),
        pytest.param(
            (),
            {"losses": {"french": 37, "prussian": 57}, "army": "french"},
            GOES_ON,
            id="an exchange: the Prussians break first, so the French do not",
        ),
        pytest.param(
            (),
            {"losses": {"french": 37, "prussian": 57}, "broken": {"prussian": "demoralized"}, "turn": END},
            ("coalition", "", "18.4B"),
            id="but they had lost 35 by then",
        ),
        pytest.param((), {"losses": {"prussian": 50}, "turn": END}, ("coalition", "", "18.4B"), id="no French victory"),
        pytest.param(
            ("first-corps",),
            {"losses": {"prussian": 60}, "memos": {"first-corps": "yes"}, "turn": END},
            ("coalition", "", "18.5C-2"),
            id="with the First Corps only disintegration wins",
        ),
        pytest.param(
            ("first-corps",),
            {"losses": {"prussian": 60}, "memos": {"first-corps": "no"}, "turn": END},
            ("french", "", "18.4A-2"),
            id="offered, and not used",
        ),
        pytest.param(
            ("first-corps",),
            {"losses": {"prussian": 75}, "memos": {"first-corps": "yes"}},
            ("french", "", "18.4A-1"),
            id="disintegration wins with it too",
        ),
    ],
)
def test_ligny(options: tuple[str, ...], members: dict[str, Any], expected: tuple[str, str, str]) -> None:
    check("ligny", *options, verdict_is=expected, **members)


@rule("nlb", "19.4A", "19.4B", "19.4C", "19.3", "3.4", "3.4A")
@pytest.mark.parametrize(
    ("members", "expected"),
    [
        pytest.param({"losses": {"allied": 41}}, ("french", "", "19.4A"), id="Allies disintegrate"),
        pytest.param({"losses": {"allied": 40}}, GOES_ON, id="not yet"),
        pytest.param({"losses": {"french": 10}, "turn": "16/1500"}, ("coalition", "", "19.4B"), id="ten at 1500"),
        pytest.param({"losses": {"french": 12}, "turn": "16/1600"}, GOES_ON, id="25 from 1600 on"),
        pytest.param({"losses": {"french": 25}, "turn": "16/1700"}, ("coalition", "", "19.4B"), id="25 at 1700"),
        pytest.param(
            {"points": {"french": 22, "coalition": 13}, "turn": END}, ("french", "", "19.4C"), id="22 to 13 + 1 + 5"
        ),
        pytest.param(
            {"points": {"french": 18, "coalition": 13}, "turn": END}, ("coalition", "", "19.4C"), id="18 : 19"
        ),
        pytest.param({"points": {"french": 19, "coalition": 13}, "turn": END}, ("", "draw", "3.4"), id="19 : 19"),
        pytest.param(
            {"points": {"french": 10, "coalition": 14}, "held": {"1641": "french"}, "turn": END},
            ("french", "", "19.4C"),
            id="the crossroads at the end",
        ),
    ],
)
def test_quatre_bras(members: dict[str, Any], expected: tuple[str, str, str]) -> None:
    check("quatre-bras", verdict_is=expected, **members)


@rule("nlb", "20.4A", "20.4B", "20.3", "20.3A", "20.4C-3")
@pytest.mark.parametrize(
    ("members", "expected"),
    [
        pytest.param({"losses": {"prussian": 51}}, ("french", "", "20.4A"), id="Prussians disintegrate"),
        pytest.param({"losses": {"french": 30}}, ("coalition", "", "20.4B"), id="French demoralized"),
        pytest.param({"losses": {"french": 30}, "points": {"french": 1}}, GOES_ON, id="points raise the level"),
        pytest.param({"points": {"coalition": 9}, "turn": END}, ("coalition", "", "20.4C-1"), id="points"),
        pytest.param(
            {"points": {"coalition": 2}, "at": {"8-9": "4308"}, "turn": END},
            ("french", "", "20.4C-1"),
            id="Prussians who are still there",
        ),
        pytest.param({"turn": END}, ("", "draw", "3.4"), id="nothing at all"),
    ],
)
def test_wavre(members: dict[str, Any], expected: tuple[str, str, str]) -> None:
    check("wavre", verdict_is=expected, **members)


@rule("nlb", "21.4A", "21.4B", "21.3", "21.3A")
@pytest.mark.parametrize(
    ("members", "expected"),
    [
        pytest.param({"losses": {"allied": 56}}, ("french", "", "21.4A"), id="Allies disintegrate"),
        pytest.param({"losses": {"allied": 45, "prussian": 25}}, ("french", "", "21.4A"), id="both demoralized"),
        pytest.param({"losses": {"prussian": 36}}, GOES_ON, id="Prussian disintegration alone is not enough"),
        pytest.param({"losses": {"allied": 45}}, GOES_ON, id="Allied demoralization alone neither"),
        pytest.param({"losses": {"french": 60}}, ("coalition", "", "21.4B"), id="French demoralized"),
        pytest.param(
            {"losses": {"french": 65, "allied": 45}, "army": "french"}, GOES_ON, id="70 once the Allies broke"
        ),
        pytest.param({"losses": {"allied": 45}, "turn": END}, ("coalition", "", "21.4B"), id="no French victory"),
    ],
)
def test_la_belle_alliance(members: dict[str, Any], expected: tuple[str, str, str]) -> None:
    check("la-belle-alliance", verdict_is=expected, **members)


@rule("nlb", "22.4-1", "22.4C", "22.6B")
@pytest.mark.parametrize(
    ("options", "net", "members", "expected"),
    [
        ((), 230, {"turn": "17/1500"}, ("french", "", "22.4-1")),
        ((), 229, {"turn": "17/1500"}, GOES_ON),
        ((), 229, {"turn": END}, ("coalition", "", "22.4-1")),
        (("victory-levels",), 230, {}, ("french", "decisive", "22.4C")),
        (("victory-levels",), 229, {"turn": END}, ("french", "tactical", "22.4C")),
        (("victory-levels",), 190, {"turn": END}, ("french", "tactical", "22.4C")),
        (("victory-levels",), 160, {"turn": END}, ("french", "marginal", "22.4C")),
        (("victory-levels",), 149, {"turn": END}, ("coalition", "marginal", "22.4C")),
        (("victory-levels",), 99, {"turn": END}, ("coalition", "tactical", "22.4C")),
        (("victory-levels",), 49, {"turn": END}, ("coalition", "decisive", "22.4C")),
        (("victory-levels",), -20, {"turn": END}, ("coalition", "decisive", "22.4C")),
        # The force at Hal moves the level by one.
        (("victory-levels", "hal"), 160, {"turn": END, "at": {"jhnste": "0114"}}, ("french", "tactical", "22.4C")),
        (("victory-levels", "hal"), 120, {"turn": END, "dead": {"jhnste"}}, ("french", "marginal", "22.4C")),
        (("victory-levels", "hal"), 20, {"turn": END, "at": {"jhnste": "0114"}}, ("coalition", "tactical", "22.4C")),
        (("victory-levels", "hal"), 229, {"turn": END, "at": {"jhnste": "0114"}}, ("french", "decisive", "22.4C")),
        (("victory-levels", "hal"), 160, {"turn": END}, ("french", "marginal", "22.4C")),
    ],
)
def test_the_campaign(
    options: tuple[str, ...], net: int, members: dict[str, Any], expected: tuple[str, str, str]
) -> None:
    points = {"french": net + 50, "coalition": 50}
    check("campaign", *options, verdict_is=expected, points=points, **{"turn": "16/1400", **members})


@rule("nlb", "28.0A", "22.4C", "22.6B")
@pytest.mark.parametrize(
    ("net", "members", "expected"),
    [
        (230, {"turn": "16/1500"}, ("french", "decisive", "22.4C")),
        (155, {"turn": END}, ("french", "marginal", "22.4C")),
        (155, {"turn": END, "waiting": {"jhnste": 39}}, ("french", "tactical", "22.4C")),
    ],
)
def test_the_campaign_variant(net: int, members: dict[str, Any], expected: tuple[str, str, str]) -> None:
    check("campaign-variant", verdict_is=expected, points={"french": net}, **members)


@rule("nlb", "23.0C", "23.0D-1", "19.4A")
@pytest.mark.parametrize(
    ("members", "expected"),
    [
        pytest.param({"losses": {"allied": 41}}, ("french", "", "19.4A"), id="Allies disintegrate"),
        pytest.param({"losses": {"french": 10}}, ("coalition", "", "19.4B"), id="French demoralized"),
        pytest.param({"points": {"french": 11}, "turn": END}, ("french", "", "23.0D-1"), id="11 to 10 for the town"),
        pytest.param({"points": {"french": 10}, "turn": END}, ("", "draw", "3.4"), id="10 to 10"),
        pytest.param({"points": {"french": 9}, "turn": END}, ("coalition", "", "23.0D-1"), id="9 to 10"),
    ],
)
def test_the_variant_of_quatre_bras(members: dict[str, Any], expected: tuple[str, str, str]) -> None:
    check("qb-variant", verdict_is=expected, **members)


@rule("nlb", "24.4A", "24.4B", "24.3", "24.3D")
@pytest.mark.parametrize(
    ("options", "members", "expected"),
    [
        ((), {"losses": {"prussian": 55, "allied": 25}}, ("french", "decisive", "24.4A")),
        ((), {"losses": {"prussian": 76}}, ("french", "decisive", "24.4A")),
        ((), {"losses": {"prussian": 56}}, GOES_ON),
        ((), {"losses": {"prussian": 56}, "turn": END}, ("french", "marginal", "24.4A")),
        ((), {"losses": {"french": 60}}, ("coalition", "decisive", "24.4B")),
        ((), {"losses": {"prussian": 75, "french": 60}}, ("coalition", "decisive", "24.4B")),
        ((), {"dead": {"napoleon"}}, ("coalition", "decisive", "24.4B")),
        (("sick-napoleon",), {"dead": {"napoleon-q"}}, ("coalition", "decisive", "24.4B")),
        ((), {"dead": {"ney"}}, GOES_ON),
        ((), {"losses": {"prussian": 54, "allied": 30}, "turn": END}, ("coalition", "marginal", "24.4B")),
    ],
)
def test_grand_ligny(options: tuple[str, ...], members: dict[str, Any], expected: tuple[str, str, str]) -> None:
    check("grand-ligny", *options, verdict_is=expected, **members)


@rule("nlb", "25.0D", "25.0C", "25.0A")
@pytest.mark.parametrize(
    ("members", "expected"),
    [
        ({"losses": {"prussian": 29}}, ("french", "decisive", "25.0D")),
        ({"losses": {"prussian": 28}}, GOES_ON),
        ({"losses": {"french": 30}}, ("coalition", "decisive", "25.0D")),
        ({"losses": {"french": 29}}, GOES_ON),
        ({"held": dict.fromkeys(WAVRE, "french"), "turn": END}, ("french", "marginal", "25.0D")),
        (
            {"held": {**dict.fromkeys(WAVRE, "french"), "4307": "coalition"}, "turn": END},
            ("coalition", "marginal", "25.0D"),
        ),
        # The French move last here: after the Prussian player turn the game goes on.
        ({"turn": END, "army": "coalition"}, GOES_ON),
    ],
)
def test_historical_wavre(members: dict[str, Any], expected: tuple[str, str, str]) -> None:
    check("historic-wavre", verdict_is=expected, **members)


@rule("nlb", "26.0F-1", "26.0F-2", "26.0G", "26.0")
@pytest.mark.parametrize(
    ("members", "expected"),
    [
        pytest.param({"losses": {"allied": 45, "prussian": 13}}, ("french", "", "21.4A"), id="13 at 1100"),
        pytest.param({"losses": {"allied": 45, "prussian": 16}, "turn": "18/1200"}, GOES_ON, id="17 at 1200"),
        pytest.param({"losses": {"allied": 56}}, ("french", "", "21.4A"), id="Allies disintegrate"),
        pytest.param({"losses": {"french": 60}}, ("coalition", "", "21.4B"), id="French demoralized"),
        pytest.param({"held": {"1022": "coalition"}}, ("coalition", "", "26.0G"), id="Maison du Roi"),
        pytest.param({"held": {"1022": "coalition"}, "army": "french"}, GOES_ON, id="not before the game-turn is over"),
        pytest.param({"turn": END}, ("coalition", "", "21.4B"), id="no French victory"),
    ],
)
def test_the_variant_of_la_belle_alliance(members: dict[str, Any], expected: tuple[str, str, str]) -> None:
    check("lba-variant", verdict_is=expected, **members)


@rule("nlb", "27.4A", "27.4B", "27.3", "27.1A-1", "27.1A-2", "27.3D")
@pytest.mark.parametrize(
    ("members", "expected"),
    [
        pytest.param({"losses": {"prussian": 35, "allied": 45}}, ("french", "", "27.4A"), id="both demoralized"),
        pytest.param({"losses": {"allied": 56}}, ("french", "", "27.4A"), id="Allies disintegrate"),
        pytest.param({"losses": {"prussian": 51}}, GOES_ON, id="Prussians disintegrate: they go"),
        pytest.param({"losses": {"french-left": 60}}, ("coalition", "", "27.4B"), id="left wing demoralized"),
        pytest.param({"losses": {"french-right": 30}}, GOES_ON, id="right wing demoralized"),
        pytest.param({"losses": {"french": 95, "french-left": 59, "french-right": 36}}, GOES_ON, id="not joined"),
        pytest.param({"losses": {"french": 90}, "once": {"joined"}}, ("coalition", "", "27.4B"), id="joined, 90"),
        pytest.param({"losses": {"french": 89, "french-left": 62}, "once": {"joined"}}, GOES_ON, id="joined, 89"),
        pytest.param({"losses": {"prussian": 35}, "turn": END}, ("coalition", "", "27.4B"), id="no French victory"),
    ],
)
def test_grand_waterloo(members: dict[str, Any], expected: tuple[str, str, str]) -> None:
    check("grand-waterloo", verdict_is=expected, **members)


@pytest.mark.parametrize(
    ("members", "expected"),
    [
        pytest.param({"losses": {"allied": 12}}, ("french", "", "21.4A"), id="Allies demoralized"),
        pytest.param({"losses": {"french": 15}}, ("coalition", "", "21.4B"), id="French demoralized"),
        pytest.param({"points": {"french": 5}, "turn": END}, ("french", "", "3.4"), id="5 to 4 for Hougoumont"),
        pytest.param({"points": {"french": 4}, "turn": END}, ("", "draw", "3.4"), id="4 to 4"),
    ],
)
def test_the_learning_scenario(members: dict[str, Any], expected: tuple[str, str, str]) -> None:
    check("learning-hougoumont", verdict_is=expected, **members)


@rule("nlb", "3.4", "19.4C")
def test_a_result_tells_points_and_what_it_hung_on() -> None:
    found = over(stage("quatre-bras", turn=END, points={"french": 22, "coalition": 13}))
    assert found["how"] == "played" and found["points"] == {"french": 22, "coalition": 19} and found["because"] == []
    found = over(stage("quatre-bras", losses={"allied": 41}))
    assert found["because"] == [{"is": "disintegrated", "who": "allied"}] and found["points"]["coalition"] == 0
    assert over(stage("ligny", losses={"prussian": 75}))["points"] == {}


@rule("nlb", "22.6B")
def test_a_result_tells_what_moved_its_level() -> None:
    board = stage("campaign", "victory-levels", "hal", turn=END, points={"french": 160}, at={"jhnste": "0114"})
    assert over(board)["shift"] == "22.6B"
    assert over(stage("campaign", "victory-levels", "hal", turn=END, points={"french": 160}))["shift"] == ""
