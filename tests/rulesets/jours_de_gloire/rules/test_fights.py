"""The Combat Phase on the map: who fights, in which order, what is shown when, withdrawal, overrun (8.0 to 8.5)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulesets.jours_de_gloire.fighting import attack, fight
from tests.rulesets.jours_de_gloire.world import public

both = pytest.mark.parametrize("hidden", [True, False], ids=["hidden", "open"])
STRONG = "napoleon i ii"


def rule(case: str) -> pytest.MarkDecorator:
    return pytest.mark.rule("jdg", case)


# -- which boxes, in which order -------------------------------------------------------------


@both
@rule("8.0-1")
@rule("2-B4")
def test_a_box_with_troops_of_both_sides_sees_a_battle(hidden: bool) -> None:
    played = attack({"garten": f"{STRONG} rus-2"}, hidden=hidden)
    (battle,) = played.told("battle")
    assert [force["side"] for force in battle["forces"]] == ["french", "russian"]
    assert battle["at"] == ["garten"]
    assert played.in_sections()
    assert played.ended is False


@both
@rule("8.0-1")
def test_without_contact_nobody_is_asked(hidden: bool) -> None:
    played = fight({"garten": "rus-2", "fels": STRONG}, hidden=hidden)
    assert (played.events, played.asked, played.rolled) == ([], [], [])


@both
@rule("8.0-2")
@pytest.mark.parametrize(
    ("order", "expected"),
    [([], ["dachs", "garten"]), (["garten"], ["garten", "dachs"]), (["dachs", "garten"], ["dachs", "garten"])],
)
def test_the_phasing_side_picks_the_order(hidden: bool, order: list[str], expected: list[str]) -> None:
    places = {"dachs": "iii rus-1", "garten": "i rus-2"}
    played = fight(places, hidden=hidden, came={"iii": "heide", "i": "fels"}, orders={"order": order})
    assert [event["at"][0] for event in played.told("battle")] == expected


@both
@rule("8.1-P2")
def test_laying_out_the_units_has_no_effect(hidden: bool) -> None:
    played = attack({"garten": "i rus-2"}, hidden=hidden)
    assert set(public(played.turn.board)) == set(public(played.world.board))


# -- what is turned up -------------------------------------------------------------------------


@both
@rule("7.1-4")
def test_dummies_of_a_battle_are_exposed_and_removed(hidden: bool) -> None:
    played = attack({"garten": "i french:infantry rus-2 russian:cavalry"}, hidden=hidden)
    assert [event["army"] for event in played.told("dummies-removed")] == ["french", "russian"]
    assert played.at["out"] == {"french": {"infantry": 1, "cavalry": 0}, "russian": {"infantry": 0, "cavalry": 1}}
    assert len(played.told("battle")) == 1


@both
@rule("7.1-4")
def test_dummies_that_attack_alone_show_nothing_of_the_enemy(hidden: bool) -> None:
    played = attack({"garten": "french:infantry rus-2"}, hidden=hidden)
    assert played.box("french:infantry") == ""
    assert not played.told("battle")
    assert played.opened("russian") == []
    assert all(army == "french" for army, _ in played.asked)


@both
@rule("7.1-4")
def test_no_combat_with_dummies_alone(hidden: bool) -> None:
    played = attack({"garten": "i russian:infantry"}, hidden=hidden)
    assert (played.box("russian:infantry"), played.told("battle")) == ("", [])
    assert played.told("no-combat")[0]["at"] == "garten"
    assert played.at["control"]["garten"] == "french"
    assert not any(what == "tactic.defence" for _, what in played.asked)


@rule("8.1-P1")
def test_all_that_the_phasing_side_has_to_say_comes_first() -> None:
    places = {"dachs": "iii rus-1 french:cavalry", "garten": "napoleon i rus-2 cossacks bagration", "heide": "ii iv"}
    came = {"iii french:cavalry": "castell", "napoleon i": "fels"}
    played = fight(places, came=came, slots={"french.winner": "leave", "russian.retreat": ["linde", "heide"]})
    assert played.in_sections()
    first = played.asked.index(("russian", next(what for army, what in played.asked if army == "russian")))
    assert not [what for army, what in played.asked[first:] if army == "french"]
    assert played.events.index(played.told("battle")[0]) > played.events.index(played.told("opened")[-1])


def test_who_shows_and_orders_everything_is_not_asked_again() -> None:
    said = {"tactic": "screen", "losses": [], "retreat": [], "overrun": "no", "stay": "yes", "bridge": "no"}
    played = attack({"garten": "i^ v^ rus-2"}, orders={"battles": {"garten": said}})
    assert len(played.told("battle")) == 1
    assert {army for army, _ in played.asked} == {"russian"}


@rule("5.4-3")
def test_a_unit_worn_away_on_the_march_does_not_fight() -> None:
    logs = {"legion": [["march", 6, "mud", []]]}
    played = attack({"garten": "legion=1 i rus-2"}, logs=logs)
    assert (played.pf("legion"), played.told("worn-away")[0]["unit"]) == (0, "legion")
    assert [unit["id"] for unit in played.told("battle")[0]["forces"][0]["units"]] == ["i"]


# -- chits -------------------------------------------------------------------------------------


@both
@rule("8.2-1")
@pytest.mark.parametrize(
    ("orders", "slot", "expected", "voids"),
    [
        pytest.param({}, {}, "offensive", 0),
        pytest.param({"tactic": "screen"}, {}, "screen", 0),
        pytest.param({}, {"else": "lowest"}, "screen", 0),
        pytest.param({"tactic": "decisive"}, {"prefer": [{"chit": "screen"}]}, "screen", 1, marks=rule("8.2-4")),
        pytest.param({"tactic": "skirmish"}, {}, "offensive", 1, marks=rule("8.2-7")),
        pytest.param({"tactic": "offensive"}, {"prefer": [{"chit": "screen"}]}, "offensive", 0),
    ],
)
def test_the_phasing_side_orders_its_chit(
    hidden: bool, orders: dict[str, str], slot: dict[str, Any], expected: str, voids: int
) -> None:
    played = attack(
        {"garten": f"{STRONG} rus-2"},
        hidden=hidden,
        orders={"battles": {"garten": orders}},
        slots={"french.tactic.attack": slot},
    )
    assert played.told("battle")[0]["chits"]["attacker"] == expected
    assert len(played.refusals) == len(played.told("void")) == voids


@both
@rule("8.1-P1")
@pytest.mark.parametrize(("counters", "chit"), [("i", "screen"), ("i french:infantry french:cavalry", "skirmish")])
def test_a_plan_counts_the_enemy_with_his_dummies(hidden: bool, counters: str, chit: str) -> None:
    plan = {"prefer": [{"chit": "skirmish", "as": "defender", "enemy": {"least": 3}}]}
    played = attack({"garten": f"{counters} rus-2"}, hidden=hidden, slots={"russian.tactic.defence": plan})
    assert played.told("battle")[0]["chits"]["defender"] == chit


@both
@rule("8.4-2")
@pytest.mark.parametrize(
    ("orders", "slot", "loser"), [({}, [], "i"), ({}, ["v"], "v"), ({"losses": ["f2"]}, ["i"], "v")]
)
def test_the_owner_says_who_pays(hidden: bool, orders: dict[str, Any], slot: list[str], loser: str) -> None:
    """One PF in each of two rounds."""
    played = attack(
        {"garten": "i v rus-1 bagration"},
        {"garten.d": 6},
        hidden=hidden,
        orders={"battles": {"garten": orders}},
        slots={"french.losses": slot},
    )
    assert played.told("battle-over")[0]["units"] == {loser: 2}
    assert (played.at["lost"], played.at["losses"]) == ({loser: 2}, {"french": 2, "russian": 0})
    assert played.pf(loser) == {"i": 5, "v": 2}[loser]


# -- withdrawal before combat ------------------------------------------------------------------------

AWAY = {"cossacks": {"withdraw": True}}


@both
@rule("6.3-6")
@pytest.mark.parametrize(("die", "chasers", "pf"), [(3, "i", 2), (5, "i", 1), (4, "i", 2), (4, "i murat-i", 1)])
def test_lone_cavalry_slips_away(hidden: bool, die: int, chasers: str, pf: int) -> None:
    played = attack({"garten": f"{chasers} cossacks bagration"}, {"garten.withdraw.1": die}, hidden=hidden, plans=AWAY)
    assert not played.told("battle")
    assert played.pf("cossacks") == pf
    assert played.box("cossacks") == played.box("bagration") != "garten"
    assert played.told("withdrew")[0]["case"] == "6.3-6"
    assert played.in_sections()


@both
@rule("6.3-6")
@pytest.mark.parametrize(("die", "pf"), [(5, 4), (6, 3)])
def test_french_cavalry_slips_away_more_easily(hidden: bool, die: int, pf: int) -> None:
    places = {"garten": "murat-i rus-1"}
    plans = {"murat-i": {"withdraw": True}}
    played = fight(
        places, {"garten.withdraw.1": die}, army="russian", hidden=hidden, came={"rus-1": "fels"}, plans=plans
    )
    assert (played.pf("murat-i"), played.told("battle")) == (pf, [])


@both
@rule("6.3-6")
def test_infantry_stays_and_fights(hidden: bool) -> None:
    plans = {**AWAY, "rus-1": {"withdraw": True}}
    played = attack({"garten": "i cossacks rus-1 bagration"}, hidden=hidden, plans=plans)
    assert [unit["id"] for unit in played.told("battle")[0]["forces"][1]["units"]] == ["rus-1"]
    assert played.told("battle")[0]["forces"][1]["leader"] == "bagration"


@both
@rule("6.3-6")
def test_no_withdrawal_into_a_box_with_enemies(hidden: bool) -> None:
    ring = {"castell": "ii", "heide": "v", "linde": "iii", "fels": "guard"}
    played = attack({**ring, "garten": "i cossacks"}, hidden=hidden, plans=AWAY)
    assert len(played.told("battle")) == 1


@both
@rule("6.3-6")
def test_who_intercepted_does_not_withdraw(hidden: bool) -> None:
    came = {"i": "fels", "cossacks": "heide"}
    played = fight({"garten": "i cossacks"}, hidden=hidden, came=came, plans=AWAY, intercepted={"garten": "cossacks"})
    assert len(played.told("battle")) == 1


# -- overrun -----------------------------------------------------------------------------------------


@both
@rule("8.4-6")
@pytest.mark.parametrize(
    ("french", "orders", "slots", "overruns", "voids"),
    [
        ("iv", {}, {}, 1, 0),
        ("iv=11", {}, {}, 0, 0),
        ("iv=11", {"overrun": "yes"}, {}, 0, 1),
        ("iv", {"overrun": "no"}, {}, 0, 0),
        ("iv", {}, {"french.overrun": "no"}, 0, 0),
        ("iv", {"overrun": True}, {"french.overrun": "no"}, 1, 0),
    ],
)
def test_when_an_overrun_is_tried(
    hidden: bool, french: str, orders: dict[str, Any], slots: dict[str, str], overruns: int, voids: int
) -> None:
    played = attack({"garten": f"{french} rus-3=2"}, hidden=hidden, orders={"battles": {"garten": orders}}, slots=slots)
    assert (len(played.told("overrun")), len(played.told("battle"))) == (overruns, 1 - overruns)
    assert len(played.refusals) == voids


@both
@rule("8.4-7")
@pytest.mark.parametrize(
    ("die", "pf", "moved", "advance"),
    [(2, 3, True, "garten"), (3, 2, True, "linde"), (4, 2, True, "linde"), (5, 0, False, "linde")],
)
def test_what_an_overrun_does(hidden: bool, die: int, pf: int, moved: bool, advance: str) -> None:
    """8.4-11: no points; 4.2-1: generals of who is eliminated get away."""
    played = attack(
        {"garten": "iv i rus-3 bagration", "castell": "rus-1"},
        {"garten.overrun": die},
        hidden=hidden,
        orders={"battles": {"garten": {"advance": "linde"}}},
        slots={"russian.retreat": ["heide", "castell"]},
    )
    assert played.pf("rus-3") == pf
    assert (played.box("rus-3") == "heide") is moved
    assert played.box("bagration") == ("heide" if moved else "castell")
    assert played.box("iv") == played.box("i") == advance
    assert played.at["pv"] == {"french": 0, "russian": 0}
    assert (played.at["taken"], played.told("crossing")) == ([], [])


@both
@rule("8.4-8")
def test_nobody_advances_into_enemies(hidden: bool) -> None:
    places = {"garten": "iv i rus-3", "linde": "rus-1"}
    played = attack(places, {"garten.overrun": 5}, hidden=hidden, orders={"battles": {"garten": {"advance": "linde"}}})
    assert (played.box("iv"), len(played.refusals)) == ("garten", 1)


@both
@rule("8.4-8")
def test_a_defender_without_a_way_out_is_eliminated(hidden: bool) -> None:
    ring = {"castell": "v", "heide": "ii", "linde": "guard"}
    played = attack({**ring, "garten": "iv i rus-3"}, {"garten.overrun": 1}, hidden=hidden)
    assert (played.box("rus-3"), played.at["dead"]) == ("", ["rus-3"])


@both
@rule("8.4-10")
def test_an_interceptor_does_not_overrun(hidden: bool) -> None:
    played = fight(
        {"garten": "v=2 rus-1 rus-2 rus-3"},
        hidden=hidden,
        came={"v": "fels", "rus-1 rus-2 rus-3": "heide"},
        intercepted={"garten": "rus-1 rus-2 rus-3"},
    )
    assert (len(played.told("battle")), played.told("overrun")) == (1, [])


@both
@rule("8.4-12")
def test_cavalry_slips_away_before_an_overrun(hidden: bool) -> None:
    played = attack({"garten": "iv cossacks"}, {"garten.withdraw.1": 2}, hidden=hidden, plans=AWAY)
    assert (played.told("overrun"), played.pf("cossacks")) == ([], 2)


# -- generals ------------------------------------------------------------------------------------------


@both
@rule("4.2-3")
@pytest.mark.parametrize("army", ["french", "russian"])
def test_generals_alone_among_enemies_get_away(hidden: bool, army: str) -> None:
    words = "ney rus-2" if army == "french" else "i bagration"
    places = {"garten": words, "iller": "iii", "moor": "rus-1"}
    played = fight(places, hidden=hidden, came={"ney" if army == "french" else "i": "fels"})
    lost, to = ("ney", "iller") if army == "french" else ("bagration", "moor")
    assert (played.box(lost), played.told("battle")) == (to, [])


@both
@rule("4.2-1")
def test_generals_of_a_beaten_force_go_with_it(hidden: bool) -> None:
    played = attack({"garten": f"{STRONG} rus-1 bagration"}, {"garten.a": 6}, hidden=hidden)
    assert played.box("bagration") == played.box("rus-1") != "garten"
    assert played.at["taken"] == []
