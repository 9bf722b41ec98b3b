"""Circumstances of battles on the map: flanks, bridges, works, interception, marchers, encirclement (8.5, 6.5)."""

from __future__ import annotations

import pytest

from rulesets.jours_de_gloire.rules.fights.contacts import closers
from rulesets.jours_de_gloire.setting import Setting
from tests.rulesets.jours_de_gloire.fighting import attack, fight
from tests.rulesets.jours_de_gloire.world import small

both = pytest.mark.parametrize("hidden", [True, False], ids=["hidden", "open"])


def rule(case: str) -> pytest.MarkDecorator:
    return pytest.mark.rule("jdg", case)


# -- circumstances -------------------------------------------------------------------------------


@both
@pytest.mark.parametrize(
    ("came", "flanks"),
    [
        pytest.param({"i": "fels", "ii": "heide"}, ["attacker"], marks=rule("8.5-2")),
        pytest.param({"i ii": "fels"}, [], marks=rule("8.5-2")),
        pytest.param({"i": "fels"}, [], marks=rule("8.5-2")),
    ],
)
def test_flank_attack(hidden: bool, came: dict[str, str], flanks: list[str]) -> None:
    played = fight({"garten": "i ii rus-1"}, hidden=hidden, came=came)
    assert played.told("battle")[0]["flanks"] == flanks


@both
@rule("8.5-2")
@pytest.mark.parametrize("alone", ["ney", "french:infantry"])
def test_who_is_no_unit_opens_no_second_way(hidden: bool, alone: str) -> None:
    """The text has it of units and stacks of units; a general on a second road is neither, nor is a dummy."""
    if not hidden and ":" in alone:
        alone = "davout"
    played = fight({"garten": f"i {alone} rus-1"}, hidden=hidden, came={"i": "fels", alone: "heide"})
    assert played.told("battle")[0]["flanks"] == []


@both
@rule("8.5-9")
def test_a_general_alone_on_a_bridge_hampers_nobody(hidden: bool) -> None:
    came = {"i": "fels", "ney": "linde"}
    played = fight({"garten": "i ney rus-1"}, hidden=hidden, came=came, bridged="ney")
    assert played.told("battle")[0]["bridge"] is False


@both
@rule("8.7-4")
def test_a_general_alone_bars_no_way_back(hidden: bool) -> None:
    played = fight(
        {"garten": "i ney rus-1", "castell": "iii", "linde": "iv"},
        {"garten.a": 6},
        hidden=hidden,
        came={"i": "fels", "ney": "heide"},
    )
    assert played.box("rus-1") == "heide"


@both
@pytest.mark.parametrize(("bridged", "expected"), [("", False), ("ii", True)])
@rule("8.5-9")
def test_a_bridge_crossed_by_one_stack(hidden: bool, bridged: str, expected: bool) -> None:
    played = fight({"garten": "i ii rus-1"}, hidden=hidden, came={"i": "fels", "ii": "linde"}, bridged=bridged)
    assert played.told("battle")[0]["bridge"] is expected


@both
@rule("8.5-12")
@pytest.mark.parametrize(("army", "expected"), [("russian", True), ("french", False)])
def test_entrenchments_are_the_defenders(hidden: bool, army: str, expected: bool) -> None:
    played = attack({"garten": "i rus-1"}, hidden=hidden, entrenched={"garten": army})
    assert played.told("battle")[0]["entrenched"] is expected


@both
@rule("8.5-12")
@pytest.mark.parametrize(("box", "terrain"), [("heide", "defensive"), ("fels", "mountain"), ("garten", "clear")])
def test_terrain(hidden: bool, box: str, terrain: str) -> None:
    assert fight({box: "i rus-1"}, hidden=hidden).told("battle")[0]["terrain"] == terrain


@both
@rule("8.5-1")
def test_a_fatigued_attacker_counts_half(hidden: bool) -> None:
    played = attack({"garten": "i v rus-2"}, hidden=hidden, fatigued="i")
    assert played.told("round")[0]["fire"][0]["calculation"]["strengths"][0]["total"] == "15/2"


@rule("10-1")
def test_the_solitaire_game_runs_through_the_same_code() -> None:
    played = attack({"garten": "i rus-2"}, hidden=False, options={"solitaire": "yes"})
    assert len(played.told("battle")) == 1
    assert not [what for _, what in played.asked if what.startswith(("open", "sign"))]


@both
@rule("6.5.1-8")
def test_an_interceptor_is_the_defender(hidden: bool) -> None:
    played = fight(
        {"garten": "i rus-2", "heide": "rus-1"},
        hidden=hidden,
        came={"i": "fels", "rus-2": "heide"},
        intercepted={"garten": "rus-2"},
        marchers=[("garten", "rus-1", 1, "heide")],
        slots={"french.tactic.attack": {"prefer": [{"chit": "screen"}]}},
    )
    (battle,) = played.told("battle")
    assert (battle["interception"], battle["forces"][1]["side"]) == (True, "russian")
    fire = played.told("round")[0]["fire"]
    assert {"by": 1, "case": "8.5-10", "why": "defence in clear terrain"} in fire[1]["calculation"]["modifiers"]
    assert played.box("rus-1") == "heide"
    assert not played.told("joined")


@both
@rule("6.5.1-9")
def test_an_interceptor_in_defensive_terrain(hidden: bool) -> None:
    places = {"heide": "ii guard legion i rus-1 rus-2 bagration"}
    came = {"ii guard legion i": "dachs", "rus-1 rus-2 bagration": "garten"}
    played = fight(places, hidden=hidden, came=came, intercepted={"heide": "rus-1 rus-2 bagration"})
    fire = played.told("round")[0]["fire"]
    told = [army["calculation"] for army in fire]
    assert [(one["first"], one["column"]) for one in told] == [
        ("16-21", "11-15"),
        ("11-15", "16-21"),
    ]


@both
@rule("6.5.1-10")
@rule("8.5-3")
@pytest.mark.parametrize(("second", "flanks"), [("linde", ["defender"]), ("heide", [])])
def test_two_interceptions(hidden: bool, second: str, flanks: list[str]) -> None:
    played = fight(
        {"garten": "i iii rus-2 rus-3"},
        hidden=hidden,
        came={"i": "fels", "iii": "castell", "rus-2": "heide", "rus-3": second},
        intercepted={"garten": "rus-2 rus-3"},
    )
    assert played.told("battle")[0]["flanks"] == flanks


@both
@rule("8.5-2")
@pytest.mark.parametrize(
    ("came", "later", "flanks"),
    [
        ({"i": "fels", "ii": "castell"}, "ii", []),
        ({"i": "fels", "ii": "castell", "iii": "linde"}, "ii iii", ["attacker"]),
        ({"i": "fels", "ii iii": "castell"}, "ii iii", []),
    ],
)
def test_who_finds_the_interceptor_there_may_flank_him(
    hidden: bool, came: dict[str, str], later: str, flanks: list[str]
) -> None:
    """The first stack entered an empty box; the others entered one that the enemy held by then."""
    played = fight(
        {"garten": " ".join(came) + " rus-2"},
        hidden=hidden,
        came={**came, "rus-2": "heide"},
        intercepted={"garten": "rus-2"},
        later=later,
    )
    assert played.told("battle")[0]["flanks"] == flanks


@both
@rule("8.5-9")
@pytest.mark.parametrize(("later", "expected"), [("", False), ("i", True)])
def test_who_was_intercepted_behind_the_bridge_attacks_across_none(hidden: bool, later: str, expected: bool) -> None:
    played = fight(
        {"garten": "i rus-2"},
        hidden=hidden,
        came={"i": "linde", "rus-2": "heide"},
        bridged="i",
        intercepted={"garten": "rus-2"},
        later=later,
    )
    assert played.told("battle")[0]["bridge"] is expected


@both
@pytest.mark.parametrize(
    ("points", "chit", "joins"),
    [
        pytest.param(1, "decisive", 2, marks=rule("6.5.2-3")),
        pytest.param(2, "decisive", 3, marks=rule("6.5.2-3")),
        pytest.param(2, "screen", 0, marks=rule("6.5.2-4")),
    ],
)
def test_marching_to_the_guns(hidden: bool, points: int, chit: str, joins: int) -> None:
    """8.5-3: who comes up brings a flank attack."""
    played = attack(
        {
            "garten": "napoleon i iv rus-1 rus-3 late-rus cossacks kamenskoi",
            "heide": "rus-2 bagration russian:infantry",
        },
        hidden=hidden,
        marchers=[("garten", "rus-2 bagration russian:infantry", points, "heide")],
        orders={"battles": {"garten": {"tactic": "decisive"}}},
        slots={"russian.tactic.defence": {"prefer": [{"chit": chit}]}, "russian.retreat": ["linde"]},
    )
    joined = played.told("joined")
    assert [(event["round"], event["flank"]) for event in joined] == ([(joins, True)] if joins else [])
    assert played.box("rus-2") == (played.box("rus-1") if joins else "heide")
    assert (played.box("russian:infantry") == "") is bool(joins)
    if hidden:
        assert (played.world.ids["rus-2"] in played.opened("russian")) is bool(joins)
    assert played.in_sections()


# -- encirclement ----------------------------------------------------------------------------------

RING = {"castell": "ii legion", "heide": "guard v", "linde": "iii", "garten": "i iv rus-2 bennigsen"}


@both
@rule("8.5-4")
def test_an_encircled_defender(hidden: bool) -> None:
    """Only the strongest counter of each box is shown, and that is enough."""
    played = fight(RING, hidden=hidden, came={"i iv": "fels"})
    battle = played.told("battle")[0]
    assert (battle["encircled"], battle["flanks"]) == (True, [])
    if hidden:
        shown = {played.world.ids[name] for name in ("i", "iv", "ii", "v", "iii")}
        assert set(played.opened("french")) == shown
    assert played.in_sections()


@both
@rule("8.5-4")
@pytest.mark.parametrize("linde", ["", "iii"])
def test_only_units_leave_a_box_behind_them(hidden: bool, linde: str) -> None:
    """The box that the attacker came from need not be held: that of his units, not that of a general riding alone."""
    places = {**RING, "linde": linde, "garten": "i iv ney rus-2 bennigsen"}
    played = fight(places, hidden=hidden, came={"i iv": "fels", "ney": "linde"})
    assert played.told("battle")[0]["encircled"] is bool(linde)


@both
@rule("8.5-4")
def test_attackers_from_several_boxes_need_hold_none_of_them(hidden: bool) -> None:
    """None of these is a way back for the defender (8.7-4), so that he cannot retreat after the battle."""
    places = {"castell": "ii legion", "heide": "guard v", "garten": "i iv rus-2"}
    played = fight(places, hidden=hidden, came={"i": "fels", "iv": "linde"})
    assert played.told("battle")[0]["encircled"] is True


@both
@pytest.mark.parametrize(
    ("change", "broken"),
    [
        pytest.param({"linde": "legion"}, [], marks=rule("8.5-4")),
        pytest.param({"linde": "french:infantry"}, [], marks=rule("8.5-4")),
        pytest.param({"linde": "ney"}, [], marks=rule("8.5-4")),
        pytest.param({"linde": ""}, [], marks=rule("8.5-6")),
    ],
)
def test_a_box_that_is_not_closed(hidden: bool, change: dict[str, str], broken: list[str]) -> None:
    places = {**RING, "castell": "ii", **change}
    played = fight(places, hidden=hidden, came={"i iv": "fels"}, broken=broken)
    assert played.told("battle")[0]["encircled"] is False
    if not change["linde"]:
        assert not [what for _, what in played.asked if what.startswith("closes")]


@both
@rule("8.5-4")
def test_a_destroyed_bridge_is_no_way_out(hidden: bool) -> None:
    played = fight({**RING, "linde": ""}, hidden=hidden, came={"i iv": "fels"}, broken=["garten:linde"])
    assert played.told("battle")[0]["encircled"] is True


@rule("8.5-4")
def test_nothing_is_shown_where_one_box_stays_open() -> None:
    places = {**RING, "linde": "legion"}
    played = fight(places, came={"i iv": "fels"})
    assert set(played.opened("french")) == set(played.world.of("i iv"))


@rule("8.5-4")
def test_two_weak_units_close_a_box_together() -> None:
    played = fight({**RING, "linde": "legion murat-ii french:cavalry"}, came={"i iv": "fels"})
    assert played.told("battle")[0]["encircled"] is True
    assert set(played.world.of("legion murat-ii")) <= set(played.opened("french"))
    assert played.world.ids["french:cavalry"] not in played.opened("french")


@rule("8.5-4")
def test_who_shows_nothing_does_not_encircle() -> None:
    played = fight(RING, came={"i iv": "fels"}, lies={"ii": ""})
    assert played.told("battle")[0]["encircled"] is False


@pytest.mark.parametrize(("needs", "expected"), [(3, ["f2"]), (6, ["f2"]), (11, []), (12, [])])
def test_what_a_truthful_owner_shows(needs: int, expected: str) -> None:
    """Logs are counted: the unit of 7 PF has lost one on the march."""
    setting: Setting = small()
    held = {"f1": {"unit": "v", "pf": 4, "lag": 0}, "f2": {"unit": "i", "pf": 7, "lag": 0}, "f3": {"dummy": "infantry"}}
    logs = {"f1": [], "f2": [["loss", 1]], "f3": []}
    scene = {"box": "garten", "counters": ["f1", "f2", "f3"], "logs": logs, "needs": needs}
    assert closers(setting, held, scene) == expected


@both
@rule("8.5-5")
@rule("8.7-5")
@rule("9-7")
def test_the_encircled_loser_is_gone_and_his_generals_are_taken(hidden: bool) -> None:
    played = fight(
        {**RING, "garten": "i iv rus-2 bennigsen kamenskoi"}, {"garten.a": 6}, hidden=hidden, came={"i iv": "fels"}
    )
    assert (played.box("rus-2"), played.box("bennigsen"), played.box("kamenskoi")) == ("", "", "")
    assert sorted(played.at["taken"]) == ["bennigsen", "kamenskoi"]
    assert played.at["pv"]["french"] - sum(event["points"] for event in played.told("points")) == 1 + 3
    assert (played.at["dead"], played.at["losses"]["russian"]) == (["rus-2"], 5)


@both
@rule("9-8")
def test_the_capture_of_napoleon_ends_the_game(hidden: bool) -> None:
    places = {"garten": "napoleon v rus-1 late-rus", "castell": "rus-2", "heide": "rus-3", "dachs": "i cossacks"}
    came = {"rus-1 late-rus": "fels", "cossacks": "heide"}
    orders = {"order": ["garten"]}
    played = fight(
        places, {"garten.a": 6}, army="russian", hidden=hidden, came=came, orders=orders, broken=["garten:linde"]
    )
    assert (played.ended, played.at["stage"], played.at["taken"]) == (True, "over", ["napoleon"])
    assert len(played.told("battle")) == 1
