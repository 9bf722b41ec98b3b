"""After battles on the map: retreats, water, bridges, pursuit, who stays, points (8.7, 8.4-5, 6.4-3, 9-3 to 9-6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.rulesets.jours_de_gloire.fighting import Fought, fight

both = pytest.mark.parametrize("hidden", [True, False], ids=["hidden", "open"])
WON = {"garten.a": 6}
SHAKEN = {**WON, "garten.r1.morale.d": 6}
LOST = {"garten.d": 6}
EQUAL: dict[str, int] = {}


def rule(case: str) -> pytest.MarkDecorator:
    return pytest.mark.rule("jdg", case)


def met(
    french: str,
    russian: str,
    dice: Mapping[str, int],
    came: str = "fels",
    other: Mapping[str, str] | None = None,
    **more: Any,
) -> Fought:
    """A French attack on Garten. other: more boxes."""
    names = " ".join(word.partition("=")[0] for word in french.split())
    return fight({"garten": f"{french} {russian}", **(other or {})}, dice, came={names: came}, **more)


# -- the loser -----------------------------------------------------------------------------


@both
@pytest.mark.parametrize(
    ("retreat", "expected"),
    [
        pytest.param([], "heide", marks=rule("8.7-1")),
        pytest.param(["castell"], "castell", marks=rule("8.7-3")),
        pytest.param(["fels", "linde"], "linde", marks=rule("8.7-4")),
    ],
)
def test_a_beaten_defender_goes_where_he_likes_but_not_where_the_enemy_came_from(
    hidden: bool, retreat: list[str], expected: str
) -> None:
    played = met("napoleon i ii", "rus-1 bagration", WON, hidden=hidden, slots={"russian.retreat": retreat})
    assert played.box("rus-1") == played.box("bagration") == expected
    assert played.told("went-back")[0]["case"] == "8.7-1"
    assert played.box("i") == "garten"


@both
@rule("8.6-5")
def test_who_fails_his_morale_has_lost(hidden: bool) -> None:
    played = met("napoleon i ii", "rus-1", SHAKEN, hidden=hidden)
    over = played.told("battle-over")[0]
    assert (over["rounds"], over["why"], played.box("rus-1")) == (1, "morale", "heide")


@both
@rule("8.7-3")
@pytest.mark.parametrize(
    ("orders", "slot", "expected"),
    [({}, [], "fels"), ({}, ["heide"], "heide"), ({"retreat": ["linde", "heide"]}, [], "heide")],
)
def test_attackers_from_two_boxes_go_back_to_one(
    hidden: bool, orders: dict[str, Any], slot: list[str], expected: str
) -> None:
    played = fight(
        {"garten": "i v rus-1 rus-2 bagration"},
        LOST,
        hidden=hidden,
        came={"i": "fels", "v": "heide"},
        orders={"battles": {"garten": orders}},
        slots={"french.retreat": slot},
    )
    assert played.box("i") == played.box("v") == expected
    assert played.in_sections()


@both
@rule("8.1-P5-2")
@rule("8.7-2")
@pytest.mark.parametrize(("winner", "defender"), [("stay", "garten"), ("leave", "heide")])
def test_after_an_indecisive_battle_the_attacker_goes(hidden: bool, winner: str, defender: str) -> None:
    played = met(
        "i", "rus-2", EQUAL, came="linde", hidden=hidden, slots={"russian.winner": winner, "russian.retreat": ["heide"]}
    )
    assert played.told("battle-over")[0]["why"] == "equal"
    assert (played.box("i"), played.box("rus-2")) == ("linde", defender)
    assert (played.told("crossing"), played.told("pursuit")) == ([], [])
    assert played.at["pv"] == {"french": 0, "russian": 0}


@both
@rule("8.7-1")
@pytest.mark.parametrize(
    ("orders", "slot", "box"),
    [
        ({}, "stay", "garten"),
        ({}, "leave", "fels"),
        ({"stay": "yes"}, "leave", "garten"),
        ({"stay": False}, "stay", "fels"),
    ],
)
def test_the_winner_may_leave(hidden: bool, orders: dict[str, Any], slot: str, box: str) -> None:
    played = met(
        "napoleon i ii",
        "rus-1",
        WON,
        hidden=hidden,
        orders={"battles": {"garten": orders}},
        slots={"french.winner": slot},
    )
    assert played.box("i") == played.box("napoleon") == box


@both
@rule("8.7-1")
@pytest.mark.parametrize(("wish", "box"), [("heide", "heide"), ("fels", "fels"), ("castell", "fels")])
def test_the_winner_leaves_for_any_box_without_enemies(hidden: bool, wish: str, box: str) -> None:
    """The way that he came binds the attacker who is beaten or has drawn, not him who has won."""
    played = fight(
        {"garten": "napoleon i ii rus-1", "castell": "rus-2"},
        {"garten.a": 6},
        hidden=hidden,
        came={"napoleon i ii": "fels"},
        slots={"french.winner": "leave", "french.retreat": [wish, "fels"], "russian.retreat": ["linde"]},
    )
    assert played.told("battle-over")[0]["winner"] == "french"
    assert played.box("i") == played.box("napoleon") == box


@both
@rule("5.4-4")
@rule("6.2-1")
def test_who_is_driven_off_has_moved(hidden: bool) -> None:
    """He neither gathers his stragglers nor digs in later in that game turn."""
    played = met("i", "rus-1", WON, hidden=hidden)
    assert played.box("rus-1") not in ("garten", "")
    assert played.world.ids["rus-1"] in played.at["moved"]


@both
@rule("5.4-4")
@rule("6.3-6")
def test_who_withdrew_has_moved(hidden: bool) -> None:
    away = {"cossacks": {"withdraw": True}}
    played = fight({"garten": "i cossacks"}, hidden=hidden, came={"i": "fels"}, plans=away)
    assert played.told("withdrew") and played.world.ids["cossacks"] in played.at["moved"]


@both
@rule("8.7-4")
@rule("8.4-8")
@rule("4.2-1")
def test_a_defender_without_a_way_out_is_eliminated(hidden: bool) -> None:
    """Not encircled, as two PF close no box; generals get away."""
    other = {"castell": "legion", "heide": "v", "linde": "iii", "dachs": "rus-3"}
    played = met("napoleon i ii", "rus-1 bagration", WON, other=other, hidden=hidden)
    assert played.told("battle")[0]["encircled"] is False
    assert (played.box("rus-1"), played.at["dead"], played.at["losses"]["russian"]) == ("", ["rus-1"], 6)
    assert (played.box("bagration"), played.at["taken"]) == ("dachs", [])


@rule("8.7-4")
@rule("7.1-3")
def test_dummies_alone_bar_no_retreat() -> None:
    other = {"castell": "legion", "heide": "v", "linde": "french:infantry french:cavalry"}
    played = met("napoleon i ii", "rus-1", SHAKEN, other=other, slots={"russian.retreat": ["linde"]})
    assert (played.box("rus-1"), played.box("french:infantry"), played.box("french:cavalry")) == ("linde", "", "")
    assert played.at["out"]["french"] == {"infantry": 1, "cavalry": 1}
    assert played.in_sections()


@rule("8.7-4")
def test_a_unit_behind_a_sign_bars_a_retreat() -> None:
    """Its owner names it; only its sign is shown."""
    other = {"castell": "v", "heide": "guard", "linde": "legion french:cavalry"}
    played = met("napoleon i ii", "rus-1", SHAKEN, other=other)
    assert (played.box("rus-1"), played.box("french:cavalry")) == ("", "linde")
    assert played.asked.count(("french", f"sign {played.world.ids['legion']}")) == 1
    assert played.world.ids["legion"] not in played.opened("french")
    assert played.in_sections()


@rule("8.7-4")
def test_nobody_is_asked_about_boxes_while_there_is_a_way_out() -> None:
    played = met("napoleon i ii", "rus-1", SHAKEN, other={"castell": "v", "heide": "guard"})
    assert (played.box("rus-1"), played.in_sections()) == ("linde", True)
    assert not any(what.startswith(("real", "sign")) for _, what in played.asked)


# -- on the way -----------------------------------------------------------------------------


@both
@pytest.mark.parametrize(
    ("to", "lost"),
    [
        pytest.param("castell", 1, marks=rule("8.7-7")),
        pytest.param("linde", 1, marks=rule("8.7-7")),
        pytest.param("heide", 0, marks=rule("8.7-7")),
    ],
)
def test_a_retreat_over_water_costs_one_pf(hidden: bool, to: str, lost: int) -> None:
    played = met("napoleon i ii", "rus-1 rus-2", WON, hidden=hidden, slots={"russian.retreat": [to]})
    assert sum(event["lost"] for event in played.told("crossing")) == lost
    beaten = played.told("battle-over")[0]["lost"]["russian"]
    assert played.pf("rus-1") + played.pf("rus-2") == 11 - beaten - lost


@both
@rule("8.7-7")
@rule("6.4-5")
@pytest.mark.parametrize(
    ("die", "wish", "left"),
    [(1, "destroy", {}), (6, "destroy", {"fels:kiefer": "russian"}), (1, "leave", {"fels:kiefer": "russian"})],
)
def test_a_pontoon_is_a_bridge_that_may_be_taken_up(hidden: bool, die: int, wish: str, left: dict[str, str]) -> None:
    played = fight(
        {"fels": "napoleon i ii rus-1"},
        {"fels.a": 6, "fels.r1.morale.d": 6, "fels.bridge": die},
        hidden=hidden,
        came={"napoleon i ii": "garten"},
        pontoons={"fels:kiefer": "russian"},
        slots={"russian.retreat": ["kiefer"], "russian.bridges": wish},
    )
    assert (played.box("rus-1"), played.told("crossing")[0]["water"]) == ("kiefer", "bridge")
    assert (played.at["pontoons"], played.at["broken"]) == (left, [])
    assert played.turn.board.pontoons_left("russian") == 1 - len(left)


@both
@rule("6.4-3")
@pytest.mark.parametrize(("die", "broken", "lost"), [(3, True, 1), (6, False, 0), (2, True, 0)])
def test_a_bridge_is_blown_behind_the_loser(hidden: bool, die: int, broken: bool, lost: int) -> None:
    played = big(die, hidden=hidden, slots={"russian.retreat": ["linde"], "russian.bridges": "destroy"})
    assert played.at["broken"] == (["garten:linde"] if broken else [])
    assert played.told("demolition")[0]["lost"] == lost
    assert played.in_sections()


def big(die: int = 1, **more: Any) -> Fought:
    """An offensive battle that the French win."""
    slots = {"russian.tactic.defence": {"prefer": [{"chit": "offensive"}]}, **more.pop("slots", {})}
    dice = {**WON, "garten.bridge": die}
    return met("napoleon iv ii", "rus-1 rus-2 rus-3 bagration", dice, slots=slots, **more)


@both
@rule("6.4-3")
@pytest.mark.parametrize("slots", [{}, {"russian.retreat": ["heide"], "russian.bridges": "destroy"}])
def test_no_bridge_is_blown(hidden: bool, slots: dict[str, Any]) -> None:
    played = big(3, hidden=hidden, slots={"russian.retreat": ["linde"], **slots})
    assert (played.told("demolition"), played.at["broken"]) == ([], [])


@both
@rule("6.4-3")
@pytest.mark.parametrize(("said", "tried"), [("yes", 1), ("no", 0)])
def test_the_phasing_loser_blows_by_his_orders(hidden: bool, said: str, tried: int) -> None:
    played = fight(
        {"garten": "ney i v rus-1 rus-2 rus-3 bagration"},
        LOST,
        hidden=hidden,
        came={"ney i v": "linde"},
        orders={"battles": {"garten": {"tactic": "offensive", "bridge": said}}},
        slots={"russian.tactic.defence": {"prefer": [{"chit": "offensive"}]}},
    )
    assert (played.box("i"), len(played.told("demolition"))) == ("linde", tried)


@both
@rule("8.4-5")
@rule("8.1-P6")
@pytest.mark.parametrize(
    ("weather", "die", "lost"), [("clear", 5, 1), ("clear", 4, 0), ("rain", 5, 0), ("mud", 6, None)]
)
def test_the_winner_pursues(hidden: bool, weather: str, die: int, lost: int | None) -> None:
    dice = {**WON, "garten.pursuit": die}
    played = met("napoleon i ii", "rus-1 rus-2", dice, hidden=hidden, weather=weather)
    assert [event["lost"] for event in played.told("pursuit")] == ([] if lost is None else [lost])
    beaten = played.told("battle-over")[0]["lost"]["russian"]
    assert played.at["losses"]["russian"] == beaten + (lost or 0)


@both
@rule("8.4-5")
def test_without_horse_nobody_pursues(hidden: bool) -> None:
    played = met("napoleon v guard", "rus-2", WON, hidden=hidden)
    assert (played.told("battle-over")[0]["winner"], played.told("pursuit")) == ("french", [])


@both
@rule("8.4-5")
def test_the_pursued_may_be_wiped_out(hidden: bool) -> None:
    dice = {**SHAKEN, "garten.pursuit": 6}
    played = met("napoleon i ii", "rus-1=3 bagration", dice, hidden=hidden)
    assert (played.pf("rus-1"), played.at["dead"], played.box("bagration")) == (0, ["rus-1"], "heide")


# -- points and flags --------------------------------------------------------------------------


@both
@pytest.mark.parametrize(
    ("chit", "weather", "points"),
    [
        pytest.param("decisive", "clear", 3, marks=rule("9-5")),
        pytest.param("screen", "clear", 0, marks=rule("9-6")),
        pytest.param("decisive", "snow", 3, marks=rule("9-5")),
    ],
)
def test_points_for_a_battle(hidden: bool, chit: str, weather: str, points: int) -> None:
    played = big(
        hidden=hidden,
        weather=weather,
        orders={"battles": {"garten": {"tactic": chit}}},
        slots={"russian.retreat": ["heide"]},
    )
    assert played.at["pv"] == {"french": points, "russian": 0}
    assert sum(event["points"] for event in played.told("points")) == points


@both
@pytest.mark.parametrize(("weather", "rounds"), [("clear", 4), ("snow", 3)])
@rule("9-4")
def test_points_for_a_decisive_battle(hidden: bool, weather: str, rounds: int) -> None:
    """Snow shortens it, and it stays decisive."""
    decisive = {"prefer": [{"chit": "decisive"}]}
    played = met(
        "napoleon iv ii i",
        "rus-1 rus-2 late-rus kamenskoi",
        {"garten.a": 4},
        hidden=hidden,
        weather=weather,
        slots={"russian.tactic.defence": decisive, "french.tactic.attack": decisive},
    )
    assert (played.told("battle-over")[0]["rounds"], played.at["pv"]["french"]) == (rounds, 5)


@both
@rule("9-6")
def test_no_points_for_an_indecisive_battle(hidden: bool) -> None:
    played = met("i", "rus-2", EQUAL, hidden=hidden)
    assert (played.at["pv"], played.told("points")) == ({"french": 0, "russian": 0}, [])


@both
@rule("9-3")
@pytest.mark.parametrize(("dice", "holder"), [(WON, "french"), (LOST, "russian")])
def test_whoever_is_left_holds_the_box(hidden: bool, dice: dict[str, int], holder: str) -> None:
    other = "french" if holder == "russian" else "russian"
    played = met(
        "i v",
        "rus-1 rus-2 bagration" if holder == "russian" else "rus-3",
        dice,
        hidden=hidden,
        control={"garten": other},
    )
    assert played.at["control"]["garten"] == holder
    assert [event["at"] for event in played.told("control")][-1] == "garten"


@both
@rule("8.8-1")
def test_an_empty_city_is_conquered_by_those_who_go_back_into_it(hidden: bool) -> None:
    played = met(
        "i v", "rus-3", WON, hidden=hidden, control={"castell": "french"}, slots={"russian.retreat": ["castell"]}
    )
    assert played.at["control"]["castell"] == "russian"


@both
@rule("6.2-3")
def test_works_that_nobody_holds_are_gone(hidden: bool) -> None:
    played = met("napoleon i ii", "rus-1", WON, hidden=hidden, entrenched={"garten": "russian"})
    assert (played.box("rus-1"), played.at["entrenched"]) == ("heide", {})
