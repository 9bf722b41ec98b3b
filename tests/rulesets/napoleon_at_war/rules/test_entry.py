"""Reinforcements: sections 14, 15, 20 and the Turn Record Track, on the real maps. One row, one case."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.napoleon_at_war.position import Position
from rulesets.napoleon_at_war.rules.battle.morale import level
from rulesets.napoleon_at_war.rules.battle.odds import odds_of
from rulesets.napoleon_at_war.rules.march.entry import due_units, entry_cost, entry_hexes, usable
from rulesets.napoleon_at_war.rules.march.march import allowance, move_rules
from tests.rulesets.napoleon_at_war.playing import Moved, moved, path, real, standing_at


def due(turn: int, army: str, choice: str = "A", *options: str, **rest: Any) -> dict[str, tuple[str, ...]]:
    """Hex -> units that are due there on an otherwise empty map."""
    game = real(*options)
    position = standing_at(game, turn, army, {}, choice=choice, **rest)
    found: dict[str, tuple[str, ...]] = {}
    for unit, arrival in due_units(game.setting, position, army).items():
        first = arrival.edge[1] if arrival.edge else arrival.hexes[0]
        found[first] = (*found.get(first, ()), unit)
    return found


def without(turn: int, army: str, choice: str) -> dict[str, str]:
    """What was due before a turn, as lost units, so that only this turn's groups are due."""
    game = real()
    position = standing_at(game, turn - 1, army, {}, choice=choice)
    return dict.fromkeys(due_units(game.setting, position, army), "jena") if turn > 1 else {}


A_FIRST = "div1-1 div1-2 div1-cav div2-1 div2-2 div2-cav div3-1 div3-2 div3-cav blu main-art"
A_SECOND = "res1-1 res1-2 res1-cav res2-1 res2-2 res2-cav res-art"
LOUIS = "lou-1 lou-2 lou-cav lou-art"
ARRIVALS = [
    pytest.param(5, "french", "A", "0112", "hil-1 hil-2 iv-cav", 12, marks=pytest.mark.rule("naw", "14.0-1")),
    pytest.param(2, "prussian", "A", "1622", A_FIRST, 52, marks=pytest.mark.rule("naw", "15.11-2")),
    pytest.param(3, "prussian", "A", "1622", A_SECOND, 32, marks=pytest.mark.rule("naw", "15.11-3")),
    pytest.param(1, "prussian", "B", "2320", A_FIRST, 52, marks=pytest.mark.rule("naw", "15.12-1")),
    pytest.param(2, "prussian", "B", "2320", A_SECOND, 32, marks=pytest.mark.rule("naw", "15.12-2")),
    pytest.param(5, "prussian", "A", "0120", "holz holz-cav", 6, marks=pytest.mark.rule("naw", "15.2-5")),
    pytest.param(5, "prussian", "B", "0120", "holz holz-cav", 6, marks=pytest.mark.rule("naw", "15.2-5")),
    pytest.param(10, "prussian", "A", "2901", "ruch-1 ruch-2", 14, marks=pytest.mark.rule("naw", "15.2-10")),
    pytest.param(1, "french", "", "0104", "gd v-art", 16, marks=pytest.mark.rule("naw", "15.3-1")),
    pytest.param(2, "french", "A", "0104", "de-1 de-2 he-1 he-2 vii-cav", 18, marks=pytest.mark.rule("naw", "15.3-2")),
    pytest.param(3, "french", "A", "0104", "gd-art vii-art", 15, marks=pytest.mark.rule("naw", "15.3-3")),
    pytest.param(4, "french", "A", "0104", "van vi-cav", 6, marks=pytest.mark.rule("naw", "15.3-4")),
    pytest.param(4, "french", "A", "0128", "gud-1 gud-2 gud-art", 17, marks=pytest.mark.rule("naw", "15.3-4")),
    pytest.param(5, "french", "A", "0112", "hil-1 hil-2 iv-cav", 12, marks=pytest.mark.rule("naw", "15.3-5")),
    pytest.param(6, "french", "A", "0128", "fri-1 fri-2 fri-art iii-cav", 18, marks=pytest.mark.rule("naw", "15.3-6")),
    pytest.param(7, "french", "A", "0128", "mor-1 mor-2 mor-art", 19, marks=pytest.mark.rule("naw", "15.3-7")),
    pytest.param(
        8, "french", "A", "0104", "mar-1 mar-2 mah-1 mah-2 vi-art", 21, marks=pytest.mark.rule("naw", "15.3-8")
    ),
    pytest.param(
        9, "french", "A", "0104", "lev-1 lev-2 leg-1 leg-2 iv-art", 25, marks=pytest.mark.rule("naw", "15.3-9")
    ),
    pytest.param(10, "french", "A", "0104", "kle nan haut", 12, marks=pytest.mark.rule("naw", "15.3-10")),
    pytest.param(10, "french", "A", "0820", "riv-1 riv-2 i-cav sah", 14, marks=pytest.mark.rule("naw", "15.3-10")),
    pytest.param(12, "french", "A", "0820", "dro-1 dro-2 i-art", 13, marks=pytest.mark.rule("naw", "15.3-12")),
    pytest.param(9, "french", "B", "north", "gud-1 gud-2 gud-art", 17, marks=pytest.mark.rule("naw", "15.3-N")),
    pytest.param(12, "french", "B", "north", "mor-1 mor-2 mor-art", 19, marks=pytest.mark.rule("naw", "15.3-N")),
]


@pytest.mark.parametrize(("turn", "army", "choice", "at", "units", "points"), ARRIVALS)
def test_the_charts_bring(turn: int, army: str, choice: str, at: str, units: str, points: int) -> None:
    """On that turn and not before, at that place, with those strength points."""
    roster = real().setting.roster.units
    assert due(turn, army, choice, lost=without(turn, army, choice))[at] == tuple(units.split())
    assert sum(roster[unit].strength for unit in units.split()) == points
    early = [unit for group in due(turn - 1, army, choice).values() for unit in group] if turn > 1 else []
    assert not set(early) & set(units.split())


@pytest.mark.rule("naw", "TT")
def test_nobody_is_scheduled_for_turn_11() -> None:
    """The turn record track shows no arrivals there; all other marks agree with the charts."""
    marks = {"french": {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12}, "prussian": {2, 3, 5, 10}}
    for army, turns in marks.items():
        groups = [g for g in real().setting.groups if g.army == army and g.option != "B"]
        assert {g.turn for g in groups} == turns


def play(turn: int, army: str, at: dict[str, str], *moves: Any, choice: str = "A", **rest: Any) -> Moved:
    """A Movement Phase of Jena-Auerstadt."""
    options = rest.pop("options", ())
    return moved(real(*options), standing_at(real(*options), turn, army, at, choice=choice, **rest), *moves)


def strength(played: Moved, army: str, battle: str) -> int:
    """Strength points of an army on a map."""
    field = played.board.field
    return played.board.strength(u for u in played.board.on_map(army) if field.map_of[played.at[u]] == battle)


def arrived(choice: str, turns: tuple[int, int], **rest: Any) -> Moved:
    """The Prussians at the end of two turns of default entries."""
    first = play(turns[0], "prussian", dict(real().setting.setup), choice=choice, **rest)
    return play(turns[1], "prussian", first.at, choice=choice, **rest)


@pytest.mark.rule("naw", "15.11-3")
def test_option_a_brings_84_points_to_auerstadt() -> None:
    """52 and 32."""
    assert strength(arrived("A", (2, 3)), "prussian", "auerstadt") == 84


@pytest.mark.rule("naw", "15.12-2")
def test_option_b_gathers_135_points_at_jena() -> None:
    """51 of the set-up, 52 and 32."""
    assert strength(arrived("B", (1, 2)), "prussian", "jena") == 51 + 84


@pytest.mark.rule("naw", "20.1-A")
def test_louis_makes_it_101() -> None:
    """84 and 17."""
    assert strength(arrived("A", (2, 3), options=("louis",)), "prussian", "auerstadt") == 101


@pytest.mark.rule("naw", "20.1-B")
def test_louis_comes_to_jena_under_b() -> None:
    """Game-Turn 2 at 2320."""
    assert due(2, "prussian", "B", "louis", lost=without(2, "prussian", "B"))["2320"] == (
        *A_SECOND.split(),
        *LOUIS.split(),
    )


@pytest.mark.rule("naw", "20.1-0")
def test_without_the_option_there_is_no_louis() -> None:
    """Nobody of that division is ever due."""
    comes = {
        unit for choice in "AB" for turn in range(1, 13) for g in due(turn, "prussian", choice).values() for unit in g
    }
    assert not comes & set(LOUIS.split())
    assert set(LOUIS.split()) <= {unit for group in due(3, "prussian", "A", "louis").values() for unit in group}


@pytest.mark.rule("naw", "15.3-7")
def test_davout_has_54_points() -> None:
    """All groups of 0128 under Option A."""
    roster = real().setting.roster
    assert sum(u.strength for u in roster.of("french") if u.formation == "iii-corps") == 17 + 18 + 19 == 54


@pytest.mark.rule("naw", "14.0-2")
def test_a_blocked_group_comes_in_next_to_its_hex() -> None:
    """A Prussian next to 0112 closes part of the edge; the nearest hex outside his zone is open, no other."""
    moves = (path("hil-1", "0112"), path("iv-cav", "0120"), path("hil-2", "0111"))
    played = play(5, "french", {"holz": "0212"}, *moves, lost=without(5, "french", "A"))
    assert [f.case for _, f in played.faults] == ["14.14", "14.0-2"]
    assert played.faults[1][1].legal == ("0111",)
    assert played.at["hil-2"] == "0111"


@pytest.mark.rule("naw", "14.0-2")
def test_the_default_of_a_blocked_group_is_the_nearest_vacant_edge_hex() -> None:
    """Nobody stacks, nobody enters a zone, all stand on the east edge as near as can be."""
    played = play(5, "french", {"holz": "0212"}, lost=without(5, "french", "A"))
    field = real().setting.field
    taken = [played.at[unit] for unit in ("hil-1", "hil-2", "iv-cav")]
    open_ = [at for at in field.edges["jena"]["east"] if not played.board.in_zone(at, "prussian")]
    ranked = sorted(open_, key=lambda at: (field.distance(at, "0112"), at))
    assert taken == ranked[:3]


@pytest.mark.rule("naw", "16.1-1")
def test_nobody_comes_in_through_a_wood_by_night() -> None:
    """That it is night is the reason, not what the hex would cost."""
    refusal = play(1, "french", {}, path("gd", "0109"), choice="").faults[0][1]
    assert (refusal.case, refusal.hex) == ("16.1-1", "0109")
    assert "the forest may not be entered at night" in refusal.text


@pytest.mark.rule("naw", "15.1-3")
@pytest.mark.parametrize(
    ("turn", "army", "enemy", "unit", "at", "nearest"),
    [
        pytest.param(10, "prussian", {"gd": "2901"}, "ruch-1", "2701", "2903", id="2901 counts on the west edge"),
        pytest.param(5, "prussian", {"gd": "0120"}, "holz", "0320", "0118", id="0120 counts on the east edge"),
    ],
)
def test_a_corner_counts_on_one_edge(
    turn: int, army: str, enemy: dict[str, str], unit: str, at: str, nearest: str
) -> None:
    """The same map edge (ruling 22): the hex as near on the other edge of the corner is not open to the group."""
    played = play(turn, army, enemy, path(unit, at), lost=without(turn, army, "A"))
    assert [(f.case, f.legal) for _, f in played.faults] == [("14.0-2", (nearest,))]
    assert played.at[unit] == nearest


@pytest.mark.rule("naw", "15.1-3")
def test_only_a_fully_blocked_edge_opens_the_others() -> None:
    """With the whole west edge in French zones Ruchel looks along the south edge and the north edge too."""
    units = [unit.id for unit in real().setting.roster.of("french")]
    wall = dict(zip(units, [f"28{row:02}" for row in range(1, 21)], strict=False))
    played = play(10, "prussian", wall, path("ruch-1", "2701"), lost=without(10, "prussian", "A"))
    assert [f.legal for _, f in played.faults] == [("2601",)]


@pytest.mark.rule("naw", "15.1-3")
def test_every_group_comes_with_its_edge() -> None:
    """In the shipped data, so that no entry hex is on an edge by chance."""
    field = real("bernadotte").setting.field
    for group in real("bernadotte").setting.groups:
        assert group.at in field.edges[field.map_of[group.at]][group.edge]
        assert group.instead is None or group.instead[2] in field.edges["auerstadt"][group.instead[3]]


@pytest.mark.rule("naw", "14.0-3")
@pytest.mark.parametrize("order", [("gd", "v-art"), ("v-art", "gd")])
def test_the_owner_orders_his_arrivals(order: tuple[str, str]) -> None:
    """Guard or battery first."""
    first, second = order
    played = play(1, "french", {}, path(first, "0104", "0204", "0304"), path(second, "0104", "0204"), choice="")
    assert played.faults == []
    assert [e["unit"] for e in played.kinds("entered")] == [first, second]


@pytest.mark.rule("naw", "14.11")
def test_a_unit_makes_room_before_another_comes_in() -> None:
    """Entry between other moves."""
    moves = (path("suc-1", "0104", "0204"), path("gd", "0104"), path("v-art", "0104", "0204", "0205"))
    played = play(1, "french", {"suc-1": "0104"}, *moves, choice="")
    assert played.faults == []
    assert (played.at["suc-1"], played.at["gd"], played.at["v-art"]) == ("0204", "0104", "0205")


@pytest.mark.rule("naw", "14.12")
def test_an_arrival_fights_like_any_other_unit() -> None:
    """Gudin reaches the Prussians in front of Hassenhausen and has to attack them."""
    at = {"blu": "0529"}
    played = play(4, "french", at, path("gud-1", "0128", "0228", "0329", "0429"))
    assert played.faults == []
    assert played.kinds("entered")[0]["cost"] == "2"
    assert played.board.in_contact("gud-1") == ("blu",)


@pytest.mark.rule("naw", "14.13")
def test_entering_by_road_costs_half_a_point() -> None:
    """The Guard has three and a half left."""
    played = play(
        1, "french", {}, path("gd", "0104", "0204", "0304", "0404", "0504", "0604", "0704", "0803"), choice=""
    )
    assert played.faults == []
    assert played.kinds("entered")[0]["cost"] == "4"
    assert play(1, "french", {}, path("gd", "0104"), choice="").kinds("entered")[0]["cost"] == "1/2"


@pytest.mark.rule("naw", "14.13")
def test_entering_a_forest_costs_two_points() -> None:
    """By day; at night it is barred, in fog a battery cannot afford it."""
    setting = real().setting
    assert setting.field.terrain["0102"] == "forest"
    assert entry_cost(setting, 6, "0102") == 4
    assert entry_cost(setting, 1, "0102") is None
    fog, day = (move_rules(setting, setting.board(standing_at(real(), turn, "french", {}))) for turn in (4, 6))
    assert not usable(fog, "gd-art", "0102")
    assert usable(day, "gd-art", "0102")


@pytest.mark.rule("naw", "14.14")
def test_no_entry_into_an_enemy_zone() -> None:
    """0820 is empty but controlled."""
    played = play(10, "french", {"res-art": "0819"}, path("riv-1", "0820"))
    assert [f.case for _, f in played.faults] == ["14.14"]
    assert played.at["riv-1"] != "0820"
    assert not played.board.in_contact("riv-1")


BROKEN = {"auerstadt": "french"}


@pytest.mark.rule("naw", "14.15-1")
def test_arrivals_leave_the_levels_alone() -> None:
    """Holtzendorf comes in and Jena's Prussian level is still 18."""
    played = play(5, "prussian", {})
    assert "holz" in played.at
    assert level(real().setting, "A", "jena", "prussian") == 18


@pytest.mark.rule("naw", "14.15-2")
def test_arrivals_share_the_morale_of_their_army_there() -> None:
    """Ruchel enters a map on which the Prussians are demoralized; his attacks are shifted at once."""
    order = path("ruch-1", "2901", "2801", "2701")
    played = play(10, "prussian", {"suc-1": "2601"}, order, broken={"jena": "prussian"})
    assert played.board.in_contact("ruch-1") == ("suc-1",)
    odds = odds_of(real().setting, played.board, ["ruch-1"], [], ["suc-1"])
    assert [shift.by for shift in odds.shifts] == [-1]


@pytest.mark.rule("naw", "14.21-1")
@pytest.mark.parametrize(("broken", "cases"), [(BROKEN, []), ({}, ["14.21-1"]), ({"jena": "french"}, ["14.21-1"])])
def test_only_a_demoralized_army_refuses_arrivals(broken: dict[str, str], cases: list[str]) -> None:
    """Morand may stay away, or must come; what counts is the battle where he would come in (ruling 24)."""
    played = play(7, "french", {}, {"unit": "mor-1", "refuse": True}, broken=broken)
    assert [f.case for _, f in played.faults] == cases
    assert ("mor-1" in played.at) == bool(cases)


@pytest.mark.rule("naw", "14.21-1")
def test_an_army_in_good_order_brings_everybody_in() -> None:
    """Without a word in the orders, on time, and as an obligation (ruling 25)."""
    played = play(7, "french", {}, lost=without(7, "french", "A"))
    assert sorted(e["unit"] for e in played.kinds("entered")) == ["mor-1", "mor-2", "mor-art"]
    assert "gt7.french.entry.mor-1" in played.asked


@pytest.mark.rule("naw", "14.21-2")
def test_who_was_refused_never_comes() -> None:
    """And is not lost."""
    first = play(10, "prussian", {}, {"unit": "ruch-1", "refuse": True}, broken={"jena": "prussian"})
    position = first.board.position
    assert (position.out, position.lost) == ({"ruch-1"}, {})
    later = Position(11, "prussian", "A", out={"ruch-1"})
    assert [f.case for _, f in moved(real(), later, path("ruch-1", "2901")).faults] == ["14.21-2"]
    assert "ruch-1" not in due_units(real().setting, later, "prussian")


@pytest.mark.rule("naw", "14.22")
@pytest.mark.parametrize(("order", "stays"), [({"track": "wait"}, True), ({"path": ["1622"]}, False), (None, True)])
def test_transit_arrivals_may_wait(order: dict[str, Any] | None, stays: bool) -> None:
    """In the third space a unit may come in or stay; silence is staying."""
    track = {"suc-1": ("western", 3, "jena")}
    entries = [{"unit": "suc-1", **order}] if order else []
    played = play(8, "french", {}, *entries, track=track, lost=without(9, "french", "A"))
    assert played.faults == []
    assert ("suc-1" in played.board.position.track) == stays


@pytest.mark.rule("naw", "14.23")
def test_ruchel_is_cut_off() -> None:
    """A French exit over 2901 after a demoralization at Jena; both brigades never come, and are not lost."""
    order = path("v-cav", "2901", exit="west")
    played = play(9, "french", {"v-cav": "2901"}, order, broken={"jena": "prussian"})
    assert played.kinds("cut_off") == [
        {"kind": "cut_off", "units": ["ruch-1", "ruch-2"], "by": "v-cav", "at": "2901", "case": "14.23"}
    ]
    position = played.board.position
    position.turn, position.army = 10, "prussian"
    assert not {"ruch-1", "ruch-2"} & set(due_units(real().setting, position, "prussian"))
    assert position.lost == {}


@pytest.mark.rule("naw", "15.1-1")
def test_under_option_b_nobody_comes_to_auerstadt() -> None:
    """On no turn, of neither army, with all options."""
    game = real("louis", "bernadotte")
    battle = game.setting.field.map_of
    for turn in range(1, 13):
        for army in ("french", "prussian"):
            position = standing_at(game, turn, army, {}, choice="B")
            arrivals = due_units(game.setting, position, army).values()
            assert {battle[at] for arrival in arrivals for at in arrival.hexes} <= {"jena"}


@pytest.mark.rule("naw", "15.1-2")
def test_the_two_options_do_not_mix() -> None:
    """After B on turn 1 nobody enters by A on turn 2."""
    played = play(2, "prussian", {}, path("div1-1", "1622"), choice="B", lost={})
    assert played.at["div1-1"] != "1622"
    assert [f.case for _, f in played.faults] == ["14.0-2"]
    gone = play(2, "prussian", {"div1-1": "2319"}, path("res1-1", "1622"), choice="B")
    assert [f.case for _, f in gone.faults] == ["14.0-2"]


@pytest.mark.rule("naw", "15.1-3")
def test_a_friend_on_the_entry_hex_is_passed_or_avoided() -> None:
    """Who does not go on from 1622 takes the nearest free hex of the south edge (ruling 27)."""
    played = play(2, "prussian", {"tau-1": "1622"})
    setting = real().setting
    assert "1622" not in [at for unit, at in played.at.items() if unit != "tau-1"]
    assert {
        setting.field.distance(played.at["div1-1"], "1622"),
        setting.field.distance(played.at["div1-2"], "1622"),
    } == {1}
    assert all(at in setting.field.edges["auerstadt"]["south"] for at in played.at.values())
    through = play(2, "prussian", {"tau-1": "1622"}, path("div1-1", "1622", "1523", "1524"))
    assert through.faults == []
    assert through.at["div1-1"] == "1524"
    beside = play(2, "prussian", {"tau-1": "1622"}, path("div1-1", "1522", "1523"))
    assert beside.faults == []


@pytest.mark.rule("naw", "15.2-5")
def test_holtzendorf_comes_in_through_fog() -> None:
    """One and two movement points."""
    setting = real().setting
    assert (allowance(setting, "holz", 5), allowance(setting, "holz-cav", 5)) == (2, 4)


@pytest.mark.rule("naw", "15.3-4")
def test_gudin_comes_in_through_fog() -> None:
    """Brigades have two points, guns one: enough for the road hex 0128."""
    setting = real().setting
    assert (allowance(setting, "gud-1", 4), allowance(setting, "gud-art", 4)) == (4, 2)
    played = play(4, "french", {}, path("gud-art", "0128", "0228"), path("gud-1", "0128", "0228", "0329", "0429"))
    assert played.faults == []


@pytest.mark.rule("naw", "15.3-5")
def test_hilaire_comes_in_through_fog() -> None:
    """Two points for the brigades, and two for the cavalry too."""
    setting = real().setting
    assert [allowance(setting, unit, 5) for unit in ("hil-1", "hil-2", "iv-cav")] == [4, 4, 4]


@pytest.mark.rule("naw", "15.3-12")
def test_drouet_has_one_turn() -> None:
    """Game-Turn 12 is the last one, and he may move in it."""
    assert real().setting.turns == 12
    assert play(12, "french", {}, path("dro-1", "0820", "0819", "0818")).faults == []


@pytest.mark.rule("naw", "15.3-N")
def test_davout_takes_any_open_hex_of_the_north_edge() -> None:
    """Those that the Prussians control are closed; he may wait, too (ruling 28)."""
    at = {"gra-1": "0819"}
    game = real()
    board = game.setting.board(standing_at(game, 9, "french", at, choice="B"))
    open_ = entry_hexes(game.setting, board, due_units(game.setting, board.position, "french")["gud-1"])
    north = game.setting.field.edges["jena"]["north"]
    assert open_ == tuple(hex_ for hex_ in north if not board.in_zone(hex_, "prussian"))
    assert 0 < len(open_) < len(north)
    played = play(9, "french", at, path("gud-1", "1520"), path("gud-2", "0820"), choice="B")
    assert [f.case for _, f in played.faults] == ["14.14"]
    assert played.at["gud-1"] == "1520"
    assert "gud-2" not in played.at


def test_who_finds_every_edge_of_the_map_closed_waits() -> None:
    """He is due again on the next turn (ruling 23)."""
    game = real()
    edges = game.setting.field.edges["auerstadt"]
    ring = dict.fromkeys(at for hexes in edges.values() for at in hexes)
    at = dict(zip((u.id for u in game.setting.roster.of("prussian")), list(ring)[::2], strict=False))
    played = play(4, "french", at, lost=without(4, "french", "A"))
    assert sorted(e["unit"] for e in played.kinds("waits")) == ["gud-1", "gud-2", "gud-art"]
    assert played.kinds("waits")[0]["case"] == "14.13"
    assert "gud-1" in due_units(game.setting, Position(5, "french", "A"), "french")
