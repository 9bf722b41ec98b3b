"""Fortified cities on the map: citadel, siege, assault, fall, sortie, relief (8.8, 8.7-6, 9-7, 9-8)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulesets.jours_de_gloire.fighting import Fought, fight

both = pytest.mark.parametrize("hidden", [True, False], ids=["hidden", "open"])
ASSAULT = {"french.siege": "assault"}


def rule(case: str) -> pytest.MarkDecorator:
    return pytest.mark.rule("jdg", case)


def entered(french: str, russian: str, dice: dict[str, int] | None = None, **more: Any) -> Fought:
    """The French come to Castell, which the Russians hold."""
    names = " ".join(word.partition("=")[0] for word in french.split())
    return fight({"castell": f"{french} {russian}", **more.pop("other", {})}, dice, came={names: "birke"}, **more)


def siege(by: str = "french", step: int = 2, turn: int = 1, own: bool = True) -> dict[str, Any]:
    return {"castell": {"by": by, "step": step, "turn": turn, "own": own}}


def going_on(words: str, inside: str, dice: dict[str, int] | None = None, **more: Any) -> Fought:
    """A siege of Castell that began before, in game turn 2 unless told."""
    at = {"sieges": siege(), "turn": 2, **more}
    return fight({"castell": words, **at.pop("other", {})}, dice, inside={"castell": inside.split()}, **at)


# -- the first contact -----------------------------------------------------------------------


@both
@rule("8.8-2")
def test_the_defender_goes_into_the_citadel(hidden: bool) -> None:
    played = entered("iv", "rus-3", hidden=hidden, slots=ASSAULT)
    battle, fire = played.told("battle")[0], played.told("round")[0]["fire"]
    strength = fire[0]["calculation"]["strengths"][0]
    assert (battle["citadel"], battle["terrain"], strength["counts"]) == (
        True,
        "defensive",
        3,
    )
    assert played.in_sections()


@both
@rule("8.8-2")
def test_the_defender_fights_outside(hidden: bool) -> None:
    dice = {"castell.a": 6}
    played = entered("napoleon iv", "rus-3", dice, hidden=hidden, slots={"russian.city": "outside"})
    assert played.told("battle")[0]["citadel"] is False
    assert played.told("battle")[0]["terrain"] == "defensive"
    assert (played.at["sieges"], played.told("siege")) == ({}, [])
    assert played.box("rus-3") in ("", "garten", "dachs")


@both
@rule("8.4-9")
def test_the_citadel_saves_from_an_overrun(hidden: bool) -> None:
    played = entered("iv", "rus-3=1", hidden=hidden, orders={"battles": {"castell": {"overrun": "yes"}}})
    assert (played.told("overrun"), len(played.told("siege-laid"))) == ([], 1)


@both
@rule("8.8-3")
@rule("8.8-S1")
@pytest.mark.parametrize("die", [1, 5])
def test_a_siege_is_laid(hidden: bool, die: int) -> None:
    played = entered("iv", "rus-3 bagration", {"castell.siege": die}, hidden=hidden)
    assert (played.told("battle"), played.rolled) == ([], ["castell.siege"])
    assert played.at["sieges"] == siege(step=2)
    assert played.at["inside"] == {"castell": [played.world.ids["rus-3"], played.world.ids["bagration"]]}
    assert played.at["control"]["castell"] == "russian"


@both
@rule("8.8-S2")
@rule("9-7")
def test_a_city_falls_at_once(hidden: bool) -> None:
    played = entered("iv", "rus-3 bagration bennigsen", {"castell.siege": 6}, hidden=hidden)
    assert (played.at["sieges"], played.at["inside"]) == ({}, {})
    assert (played.at["dead"], sorted(played.at["taken"])) == (["rus-3"], ["bagration", "bennigsen"])
    assert (played.at["pv"]["french"], played.at["losses"]["russian"]) == (2, 3)
    assert played.at["control"]["castell"] == "french"
    assert played.in_sections()


@both
@rule("8.8-3")
@pytest.mark.parametrize(("orders", "sieges"), [({"siege": "yes"}, 1), ({"siege": False}, 0)])
def test_the_attacker_orders_siege_or_assault(hidden: bool, orders: dict[str, Any], sieges: int) -> None:
    slots = {"french.siege": "assault" if sieges else "siege"}
    played = entered("iv", "rus-3", hidden=hidden, orders={"battles": {"castell": orders}}, slots=slots)
    assert (len(played.told("siege")), len(played.told("battle"))) == (sieges, 1 - sieges)


@both
@pytest.mark.parametrize(
    ("french", "unlinked"),
    [
        pytest.param("murat-i", "", marks=rule("8.8-4")),
        pytest.param("iv", "iv", marks=rule("4.5-3")),
        pytest.param("iv murat-i", "iv", marks=rule("4.5-3")),
    ],
)
def test_who_cannot_besiege_has_to_assault(hidden: bool, french: str, unlinked: str) -> None:
    orders = {"battles": {"castell": {"siege": "yes"}}}
    played = entered(french, "rus-1", hidden=hidden, orders=orders, unlinked=unlinked)
    assert played.told("battle")[0]["citadel"] is True
    assert len(played.refusals) == 1


@both
@rule("8.8-4")
def test_one_linked_infantry_unit_is_enough(hidden: bool) -> None:
    played = entered("murat-i v iv", "rus-1", hidden=hidden, unlinked="v")
    assert len(played.told("siege")) == 1


# -- assaults ----------------------------------------------------------------------------------


@both
@rule("8.7-6")
@rule("9-7")
def test_a_garrison_that_loses_an_assault_is_gone(hidden: bool) -> None:
    dice = {"castell.a": 6, "castell.r1.morale.d": 6}
    played = entered("napoleon iv i ii", "rus-3=1 kamenskoi", dice, hidden=hidden, slots=ASSAULT)
    assert (played.box("rus-3"), played.at["taken"]) == ("", ["kamenskoi"])
    assert played.told("captured")[0]["points"] == 3
    assert (played.at["control"]["castell"], played.box("iv")) == ("french", "castell")


@both
@rule("8.8-3")
def test_who_fails_in_an_assault_goes_back(hidden: bool) -> None:
    played = entered("iv", "rus-1 bagration", {"castell.d": 6}, hidden=hidden, slots=ASSAULT)
    assert (played.box("iv"), played.box("rus-1"), played.at["control"]["castell"]) == ("birke", "castell", "russian")


@both
@rule("8.8-9")
@rule("6.5.2-4")
def test_nobody_marches_to_a_citadel(hidden: bool) -> None:
    played = entered(
        "napoleon iv",
        "rus-1 kamenskoi",
        hidden=hidden,
        other={"garten": "rus-2"},
        marchers=[("castell", "rus-2", 1, "garten")],
        slots={**ASSAULT, "russian.tactic.defence": {"else": "highest"}},
    )
    assert (played.box("rus-2"), played.told("joined")) == ("garten", [])


# -- a siege goes on ---------------------------------------------------------------------------


@both
@pytest.mark.parametrize(
    ("step", "die", "after"),
    [
        pytest.param(2, 5, 0, marks=rule("8.8-S3")),
        pytest.param(2, 4, 3, marks=rule("8.8-S3")),
        pytest.param(3, 4, 0, marks=rule("8.8-S4")),
        pytest.param(3, 3, 4, marks=rule("8.8-S4")),
        pytest.param(5, 1, 5, marks=rule("8.8-S5")),
        pytest.param(5, 2, 0, marks=rule("8.8-S5")),
    ],
)
def test_a_siege_is_pressed(hidden: bool, step: int, die: int, after: int) -> None:
    """The garrison is opened only when the city falls."""
    played = going_on("iv rus-3", "rus-3", {"castell.siege": die}, hidden=hidden, sieges=siege(step=step))
    assert played.at["sieges"] == (siege(step=after, turn=2) if after else {})
    assert (played.box("rus-3") == "castell") is bool(after)
    if hidden:
        assert (played.opened("russian") == []) is bool(after)
    assert played.in_sections()


@both
@rule("8.8-3")
def test_a_siege_ends_in_an_assault(hidden: bool) -> None:
    played = going_on("iv rus-3", "rus-3", hidden=hidden, slots=ASSAULT)
    assert played.told("battle")[0]["citadel"] is True


@both
@rule("8.8-7")
def test_a_siege_ends_when_the_besieger_is_gone(hidden: bool) -> None:
    played = fight({"castell": "rus-3", "birke": "iv"}, hidden=hidden, sieges=siege(), inside={"castell": ["rus-3"]})
    assert (played.at["sieges"], played.at["inside"]) == ({}, {})
    assert played.told("siege-over")[0]["at"] == "castell"


@both
@rule("9-8")
def test_napoleon_in_a_fallen_city(hidden: bool) -> None:
    played = going_on(
        "rus-1 v napoleon",
        "v napoleon",
        {"castell.siege": 6},
        army="russian",
        hidden=hidden,
        sieges=siege("russian", 4),
    )
    assert (played.ended, played.at["stage"], played.at["taken"]) == (True, "over", ["napoleon"])


# -- begun by interception -----------------------------------------------------------------------


def intercepted(dice: dict[str, int], slots: dict[str, Any], **more: Any) -> Fought:
    """The French march into Castell, which is theirs, and are intercepted there."""
    return fight(
        {"castell": "v rus-1 rus-2"},
        dice,
        came={"v": "birke", "rus-1 rus-2": "dachs"},
        intercepted={"castell": "rus-1 rus-2"},
        control={"castell": "french"},
        slots=slots,
        **more,
    )


@both
@rule("8.8-5")
def test_a_siege_begun_by_interception_stays_on_step_one(hidden: bool) -> None:
    played = intercepted({"castell.siege": 3}, {}, hidden=hidden)
    assert played.at["sieges"] == siege("russian", 1, 1, own=False)
    assert played.at["inside"] == {"castell": [played.world.ids["v"]]}
    assert played.in_sections()


@both
@rule("8.8-5")
@pytest.mark.parametrize(("die", "after"), [(6, 0), (5, 2)])
def test_its_next_own_die_is_that_of_step_two(hidden: bool, die: int, after: int) -> None:
    before = siege("russian", 1, 1, own=False)
    played = going_on("v rus-1", "v", {"castell.siege": die}, army="russian", hidden=hidden, sieges=before, turn=1)
    assert played.at["sieges"] == (siege("russian", after, 1) if after else {})


@both
@rule("8.8-3")
@rule("8.8-5")
def test_an_interceptor_may_storm(hidden: bool) -> None:
    played = intercepted({}, {"russian.siege": "assault"}, hidden=hidden)
    battle = played.told("battle")[0]
    assert [force["side"] for force in battle["forces"]] == ["russian", "french"]
    assert battle["citadel"] is True


@both
@rule("8.8-2")
@pytest.mark.parametrize("orders", [{"city": "outside"}, {}])
def test_who_is_intercepted_in_his_city_may_fight_outside(hidden: bool, orders: dict[str, str]) -> None:
    slots = {} if orders else {"french.city": "outside"}
    played = intercepted({}, slots, hidden=hidden, orders={"battles": {"castell": orders}})
    battle = played.told("battle")[0]
    assert ([force["side"] for force in battle["forces"]], battle["citadel"]) == (["french", "russian"], False)


# -- sorties and relief ----------------------------------------------------------------------------

SORTIE = {"battles": {"castell": {"sortie": "yes"}}}


@both
@rule("8.8-6")
def test_the_besieged_do_nothing_unless_ordered(hidden: bool) -> None:
    played = going_on("iv rus-1", "rus-1", army="russian", hidden=hidden)
    assert (played.events, played.asked) == ([], [])
    assert played.at["sieges"] == siege()


@both
@rule("8.8-7")
def test_a_sortie_that_wins_ends_the_siege(hidden: bool) -> None:
    played = going_on(
        "v=2 rus-1 bagration",
        "rus-1 bagration",
        {"castell.a": 6, "castell.r1.morale.d": 6},
        army="russian",
        hidden=hidden,
        orders=SORTIE,
    )
    battle = played.told("battle")[0]
    assert (battle["forces"][0]["side"], battle["citadel"], battle["relief"]) == ("russian", False, False)
    assert (played.at["sieges"], played.at["inside"]) == ({}, {})
    assert (played.box("rus-1"), played.box("v") != "castell") == ("castell", True)


@both
@rule("8.8-7")
def test_a_sortie_that_fails_goes_back_inside(hidden: bool) -> None:
    played = going_on("iv rus-3", "rus-3", {"castell.d": 6}, army="russian", hidden=hidden, orders=SORTIE)
    assert played.told("battle-over")[0]["loser"] == "russian"
    assert (played.box("rus-3"), played.box("iv")) == ("castell", "castell")
    assert (played.at["sieges"], list(played.at["inside"])) == (siege(), ["castell"])
    assert played.told("back-inside")[0]["counters"] == [played.world.ids["rus-3"]]


def relieved(dice: dict[str, int] | None = None, relief: str = "besieged", **more: Any) -> Fought:
    """The garrison of 6 PF, 5 and 3 PF that come by two boxes, and a besieger of 12."""
    return going_on(
        "iv ney rus-1 rus-2 rus-3",
        "rus-1",
        dice,
        army="russian",
        came={"rus-2": "garten", "rus-3": "dachs"},
        options={"relief": relief},
        **more,
    )


@both
@rule("8.8-8")
def test_friends_outside_and_the_besieged_attack_together(hidden: bool) -> None:
    played = relieved(hidden=hidden)
    battle = played.told("battle")[0]
    assert [(force["side"], force["pf"]) for force in battle["forces"]] == [("russian", 14), ("french", 12)]
    assert (battle["relief"], battle["terrain"], battle["flanks"]) == (True, "defensive", [])
    assert played.in_sections()


@both
@rule("8.8-8")
@rule("8.7-3")
def test_a_relief_that_fails(hidden: bool) -> None:
    played = relieved({"castell.d": 6}, hidden=hidden, slots={"russian.retreat": ["dachs"]})
    assert played.told("battle-over")[0]["loser"] == "russian"
    assert (played.box("rus-1"), played.box("rus-2"), played.box("rus-3")) == ("castell", "dachs", "dachs")
    assert played.at["sieges"] == siege()


@both
@rule("8.8-7")
def test_a_relief_that_wins(hidden: bool) -> None:
    played = relieved({"castell.a": 6, "castell.r1.morale.d": 6}, hidden=hidden)
    assert (played.box("iv"), played.at["sieges"], played.at["control"]["castell"]) == ("birke", {}, "russian")


@both
@rule("8.8-8")
@pytest.mark.parametrize(("orders", "pf"), [({}, 8), (SORTIE, 14)])
def test_by_the_printed_reading_friends_outside_fight_alone(hidden: bool, orders: dict[str, Any], pf: int) -> None:
    played = relieved(relief="printed", hidden=hidden, orders=orders)
    battle = played.told("battle")[0]
    assert (battle["forces"][0]["pf"], battle["relief"], battle["flanks"]) == (pf, False, ["attacker"])


@both
@rule("8.8-8")
@pytest.mark.parametrize(("relief", "joint"), [("printed", True), ("besieged", False)])
def test_friends_of_the_besieger(hidden: bool, relief: str, joint: bool) -> None:
    """As printed they make all attack the besieged outside; else they are there for the siege."""
    came = {"i": "garten", "ii": "dachs"}
    played = going_on("iv i ii rus-1", "rus-1", hidden=hidden, came=came, options={"relief": relief})
    assert (len(played.told("battle")), len(played.told("siege"))) == ((1, 0) if joint else (0, 1))
    if joint:
        battle = played.told("battle")[0]
        assert (battle["relief"], battle["citadel"], battle["flanks"]) == (True, False, [])
        assert battle["forces"][0]["pf"] == 26


@both
@rule("8.8-10")
def test_a_siege_starts_again_at_step_one(hidden: bool) -> None:
    played = entered("iv", "rus-3", {"castell.siege": 5}, hidden=hidden, turn=6)
    assert played.told("siege")[0]["row"] == 2
    assert played.at["sieges"] == siege(step=2, turn=6)


@rule("8.8-8")
def test_dummies_bring_no_relief() -> None:
    played = going_on("iv rus-1 russian:infantry", "rus-1", army="russian", came={"russian:infantry": "dachs"})
    assert (played.told("battle"), played.box("russian:infantry"), played.at["sieges"]) == ([], "", siege())
    assert all(army == "russian" for army, _ in played.asked)
