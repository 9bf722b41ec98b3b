"""Belgium as a picture: the part in play, each line once, every counter somewhere; the luck of its dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import pytest

from pbem.engine.picture import Arrow, Board, Stroke
from rulesets.napoleons_last_battles.game import LastBattlesGame
from rulesets.napoleons_last_battles.position import CODEC, Position
from tests.rulesets.kit.pictures import check_boards, check_fortune, check_scene
from tests.rulesets.napoleons_last_battles.files import SCENARIOS
from tests.rulesets.napoleons_last_battles.turns import all_but, game, played
from tests.tiers import turns

QUICK = ("quatre-bras", "learning-hougoumont")


def board(uid: str) -> Board:
    (found,) = game(uid).telling.pictures.boards()
    return found


def strokes(sheet: Board, kind: str) -> list[Stroke]:
    return [stroke for stroke in sheet.strokes if stroke.kind == kind]


def standing(uid: str, at: Mapping[str, str], *options: str, **rest: Any) -> tuple[LastBattlesGame, Any]:
    """A game, and a position of it with these units and leaders only."""
    found = game(uid, *options)
    units = found.theatre.setting.roster.units
    leaders = {one: to for one, to in at.items() if units[one].leads}
    position = Position(1, "french", {one: to for one, to in at.items() if one not in leaders}, leaders, **rest)
    return found, CODEC.to_json(position)


# -- the map -------------------------------------------------------------------------------


@pytest.mark.rule("nlb", "2.2-3")
@pytest.mark.parametrize(
    "uid", [one if one in QUICK else pytest.param(one, marks=pytest.mark.slow) for one in SCENARIOS]
)
def test_the_board_is_the_part_in_play(uid: str) -> None:
    found = game(uid)
    check_boards(found, LastBattlesGame(found.theatre, found.scenario, {}), found.theatre.field.hexes)


def test_a_place_tells_ground_ways_worth_and_who_comes_in() -> None:
    places = {place.id: place for place in board("quatre-bras").places}
    crossroads, wood, entry = places["1641"], places["1544"], places["1634"]
    assert (crossroads.name, crossroads.terrain) == ("Quatre Bras", "town")
    assert crossroads.hover[0] == "town: 1 movement point, doubles the defender (5.2)"
    assert "road: 1/2 movement point along it (5.2)" in crossroads.hover
    assert "one of the hexes of Quatre Bras that count (3.4)" in crossroads.hover
    assert wood.hover[0] == (
        "forest: 2 movement points for foot, 4 movement points for horse and leaders,"
        " halves cavalry in or against it (5.2)"
    )
    assert entry.hover[-1] == "Allied reinforcements of 16 June, 1400: 5th Division, Brunswick Corps"
    assert "east edge of the map" in places["2950"].hover


def test_exits_are_told_where_they_are() -> None:
    places = {place.id: place for place in board("grand-waterloo").places}
    assert "exit of the French (27.1B)" in places["3701"].hover


def test_both_sides_of_a_crest_tell_of_it() -> None:
    field = game("quatre-bras").theatre.field
    told = {
        place.id for place in board("quatre-bras").places if "crest: no line of sight passes it (7.3)" in place.hover
    }
    assert told == {at for pair in field.sides["crest"] for at in pair}


@pytest.mark.parametrize(("kind", "word"), [("stream", "stream"), ("river", "river"), ("crest", "crest")])
def test_every_hexside_is_drawn_once(kind: str, word: str) -> None:
    field = game("ligny").theatre.field
    drawn = Counter(frozenset(p) for stroke in strokes(board("ligny"), word) for p in pairwise(stroke.points))
    assert len(drawn) == len(field.sides[kind]) and set(drawn.values()) <= {1}


def test_roads_run_on_over_the_edge_of_the_part_in_play() -> None:
    sheet, field = board("quatre-bras"), game("quatre-bras").theatre.field
    at = {place.centre: place.id for place in sheet.places}
    pieces = [piece for stroke in strokes(sheet, "road") for piece in pairwise(stroke.points)]
    inside = Counter(frozenset((at[a], at[b])) for a, b in pieces if a in at and b in at)
    assert inside == dict.fromkeys(map(frozenset, field.ways["road"]), 1)
    leaving = {at.get(a) or at[b] for a, b in pieces if not (a in at and b in at)}
    assert leaving == {"0136", "1167", "1634", "2946", "2962"}


def test_bridges_cross_their_hexside() -> None:
    sheet = board("quatre-bras")
    assert len(strokes(sheet, "bridge")) == len(game("quatre-bras").theatre.field.sides["bridge"])
    assert all(len(stroke.ends) == 2 for stroke in strokes(sheet, "bridge"))


# -- counters ------------------------------------------------------------------------------


@pytest.mark.rule("nlb", "2.4-1")
def test_a_counter_bears_what_is_printed_on_the_face_that_lies_up() -> None:
    found, at = standing(
        "campaign", {"baud-6": "1754", "pell": "1753", "ney": "1751", "reille": "1751"}, reduced={"baud-6"}
    )
    foot, guns, ney, reille = sorted(found.telling.pictures.scene(at).counters, key=lambda one: one.id)
    assert (foot.symbol, foot.name, foot.value, foot.strength, foot.state) == (
        "infantry",
        "Baud/6",
        "4-4",
        4,
        ("reduced",),
    )
    assert foot.hover == (
        "Baudin",
        "French, Second Corps",
        "infantry, strength 4, 4 movement points; on the other side 7",
        "reduced (2.4)",
    )
    assert (guns, ney)[0].id == "ney" and reille.symbol == "leader"


def test_leaders_show_command_and_movement() -> None:
    found, at = standing("campaign", {"ney": "1751", "reille": "1751", "jamin-9": "1751"})
    foot, *leaders = found.telling.pictures.scene(at).counters
    assert foot.id == "jamin-9" and [(one.id, one.value, one.strength) for one in leaders] == [
        ("ney", "1/6", 0),
        ("reille", "6", 0),
    ]
    assert leaders[0].hover[2:4] == (
        "commander, command capacity 1, 6 movement points",
        "gives command within 5 hexes (11.0)",
    )


@pytest.mark.rule("nlb", "9.3-1")
@pytest.mark.rule("nlb", "13.0-2")
def test_states_of_units_whose_army_corps_or_nationality_is_broken() -> None:
    found, at = standing(
        "campaign",
        {"baud-6": "1754", "jacq": "1755", "kempt": "1633", "blndt": "1545"},
        broken={"fr-2": "demoralized", "allied": "disintegrated"},
        idle={"jacq"},
    )
    states = {one.id: one.state for one in found.telling.pictures.scene(at).counters}
    assert states == {
        "baud-6": ("demoralized",),
        "jacq": ("out of command",),
        "kempt": ("disintegrated",),
        "blndt": ("disintegrated",),
    }


def test_formations_of_a_nation_have_colours_of_their_own() -> None:
    sheet = {one.id: one for one in game("campaign").telling.pictures.countersheet()}
    bands = {sheet[uid].band for uid in ("quiot-1", "baud-6", "bill-8", "rome-12", "fri-gr", "soult-1c")}
    assert len(bands) == 6 and sheet["quiot-1"].band == sheet["jacq"].band
    assert len({sheet[uid].band for uid in ("12-1", "2-5", "8-9", "10-13")}) == 4


def test_the_countersheet_has_every_counter_of_the_scenario_by_its_full_side() -> None:
    found = game("quatre-bras", "leaders")
    sheet = {one.id: one for one in found.telling.pictures.countersheet()}
    assert set(sheet) == set(found.theatre.setting.units())
    assert (sheet["baud-6"].value, sheet["ney"].value, sheet["baud-6"].place) == ("7-4", "1/6", "")


# -- who is on no map ----------------------------------------------------------------------


@pytest.mark.rule("nlb", "5.6-1")
@pytest.mark.rule("nlb", "12.0-1")
def test_beside_the_map_of_every_kind() -> None:
    found, at = standing(
        "quatre-bras",
        {},
        "leaders",
        waiting={"baud-6": 2, "opstl": 1},
        dead={"huss-5", "cooke"},
        exited={"pire": "0136"},
        reduced={"huss-5"},
    )
    beside = found.telling.pictures.scene(at).beside
    assert beside["French, lost, may be reorganized"] == ("lost on 16 June, 1500: Baudin 7-4",)
    assert beside["French, eliminated"] == ("Husson 3-4",) and beside["Allied, eliminated"] == ("Cooke",)
    assert beside["French, left the map"] == ("at 0136: Pire's cavalry 4-7",)
    assert (
        beside["Allied, to come"][1] == "16 June, 1600 at 0136: C. Halkett 4-4, Kielmansegge 4-4, Williamson 2-4, Alten"
    )


@pytest.mark.rule("nlb", "22.6B")
def test_memos_are_told_of_until_they_are_open() -> None:
    found, at = standing("campaign", {}, "hal", "victory-levels")
    beside = found.telling.pictures.scene(at).beside
    assert beside["Coalition, decisions written down"] == ("hal (22.6B): on 17 June, 2100",)
    late = {**at, "turn": len(found.theatre.setting.turns)}
    assert found.telling.pictures.scene(late).beside["Coalition, decisions written down"] == ("hal (22.6B)",)
    opened = found.telling.pictures.scene({**late, "memos": {"hal": "0114"}}).beside
    assert "Coalition, decisions written down" not in opened


@pytest.mark.rule("nlb", "16.1C-5")
def test_a_successor_waits_beside_the_map() -> None:
    found, at = standing("campaign", {"blucher": "3552", "bulow": "3553"}, "seconds")
    assert found.telling.pictures.scene(at).beside["Prussian, to take over command"] == ("Bulow, should Blucher fall",)


def test_before_the_first_turn_leaders_are_to_be_placed() -> None:
    found = game("quatre-bras", "leaders")
    beside = found.telling.pictures.scene(found.start()).beside
    assert beside["French, to be placed"] == ("Ney, Reille, Kellermann",)
    assert "Allied, to be placed" in beside


@pytest.mark.rule("nlb", "19.5D-1")
def test_who_comes_by_a_die_is_told_so() -> None:
    found = game("quatre-bras", "first-corps")
    (line,) = found.telling.pictures.scene(found.start()).beside["French, to come"]
    assert line.startswith("from 16 June, 1600 at 2152 (Villers-Perwin) on, by a die: Quiot 4-4, Bourgeois 4-4")


# -- what happened, what is ordered --------------------------------------------------------


def check(uid: str, options: tuple[str, ...], seed: int, phases: int) -> None:
    """Sound scenes after random player turns; nobody is nowhere."""
    turns = played(game(uid, *options), seed, phases)
    drawn = turns.game.telling.pictures
    for at, events in zip(turns.positions[1:], turns.phases, strict=True):
        scene = drawn.scene(at, events=events)
        check_scene(turns.game, scene)
        lying = {one.id for one in scene.counters}
        assert lying == {*at["at"], *at["leaders"]}
        told = "; ".join(line for lines in scene.beside.values() for line in lines)
        assert all(
            turns.game.telling.name(one) in told for one in turns.game.theatre.setting.units() if one not in lying
        )
        combats = [event for event in events if event["kind"] == "combat"]
        assert [(list(one.at), one.text, one.dice) for one in scene.fights] == [
            (event["on"], event["result"], (event["die"],)) for event in combats
        ]


def test_scenes_of_random_player_turns() -> None:
    check("quatre-bras", ("leaders",), 1, 4)


@pytest.mark.parametrize("uid", turns(SCENARIOS))
def test_scenes_of_all_scenarios_with_their_options(uid: str) -> None:
    check(uid, (), 1, 4)
    check(uid, all_but(uid), 2, 3)


def test_arrows_of_moves_flights_and_what_was_taken_back() -> None:
    found, at = standing("quatre-bras", {"camp-5": "1745"}, "leaders")
    events = [
        {"kind": "moved", "unit": "camp-5", "from": "1645", "to": "1745", "path": ["1645", "1745"]},
        {"kind": "moved", "unit": "huss-5", "from": "1645", "to": "1745", "path": ["1645", "1745"]},
        {"kind": "undone", "unit": "huss-5", "at": "1745", "to": "1645"},
        {"kind": "fled", "unit": "willem", "from": "1744", "to": "1641"},
        {"kind": "fell-back", "unit": "mrln", "from": "1643", "to": "1642"},
        {"kind": "reorganized", "unit": "soye-6", "at": "1745", "by": "reille"},
    ]
    assert found.telling.pictures.scene(at, events=events).arrows == (
        Arrow("french", ("1645", "1745"), "march", ("camp-5",)),
        Arrow("coalition", ("1744", "1641"), "retreat", ("willem",)),
        Arrow("coalition", ("1643", "1642"), "retreat", ("mrln",)),
        Arrow("french", ("1745",), "entry", ("soye-6",)),
    )


def test_orders_have_arrows_of_stacks_leaders_and_attacks() -> None:
    found, at = standing("quatre-bras", {"camp-5": "1648", "huss-5": "1648", "ney": "1648", "pell": "1747"}, "leaders")
    orders = {
        "orders": [
            {"units": ["camp-5", "ney"], "path": ["1648", "1647", "1646", "1745"]},
            {"unit": "huss-5", "to": "1846"},
            {"unit": "pell", "hold": True},
        ],
        "attacks": [{"on": ["1744"], "by": ["camp-5"], "bombard": ["pell"]}],
    }
    assert found.telling.pictures.ordered(at, orders) == (
        Arrow("french", ("1648", "1647", "1646", "1745"), "ordered", ("camp-5", "ney")),
        Arrow("french", ("1648", "1846"), "ordered", ("huss-5",)),
        Arrow("french", ("1745", "1744"), "attack ordered", ("camp-5",)),
        Arrow("french", ("1747", "1744"), "attack ordered", ("pell",)),
    )


def test_who_is_placed_or_comes_back_has_an_arrow_into_his_hex() -> None:
    found, at = standing("quatre-bras", {"camp-5": "1648"}, "leaders")
    placed = found.telling.pictures.ordered(at, {"setup": {"ney": "1648"}})
    assert placed == (Arrow("french", ("1648",), "ordered", ("ney",)),)
    back = {"reorganize": [{"unit": "huss-5", "at": "1755"}, {"unit": "piat-7"}]}
    assert found.telling.pictures.ordered(at, back) == (Arrow("french", ("1755",), "ordered", ("huss-5",)),)


@pytest.mark.rule("nlb", "5.3-1")
def test_the_overlay_has_the_zones_of_both_armies() -> None:
    found, at = standing("quatre-bras", {"camp-5": "1648", "mrln": "1643", "pell": "1648"})
    drawn = found.telling.pictures
    assert drawn.overlays() == {"zoc": "zones of control (5.3)"}
    areas = {area.army: set(area.places) for area in drawn.overlay("zoc", at).areas}
    assert areas["french"] == set(found.theatre.field.neighbours["1648"]) and len(areas["coalition"]) == 6
    with pytest.raises(KeyError):
        drawn.overlay("supply", at)


@pytest.mark.rule("nlb", "11.0-2")
def test_the_overlay_of_command_has_the_reach_of_commanders_and_who_has_none() -> None:
    found, at = standing(
        "campaign", {"ney": "1751", "jamin-9": "1751", "baud-6": "2156", "kempt": "1633"}, idle={"baud-6"}
    )
    drawn = found.telling.pictures
    assert list(drawn.overlays()) == ["zoc", "command", "supply"]
    reach, cut = drawn.overlay("command", at).areas
    assert (reach.army, reach.kind, cut.kind, cut.places) == ("french", "zone", "cut", ("2156",))
    distance = found.theatre.field.distance
    assert "1751" in reach.places and max(distance("1751", one) for one in reach.places) == 5


@pytest.mark.rule("nlb", "14.0-2")
def test_the_overlay_of_supply_has_ways_and_who_has_no_line() -> None:
    found, at = standing("campaign", {"camp-5": "1648", "kempt": "0605", "huss-5": "5101"})
    areas = {(area.text, area.kind): area.places for area in found.telling.pictures.overlay("supply", at).areas}
    assert "1167" in areas["French: ways to supply", "zone"] and ("Allied: no line of supply", "cut") not in areas
    assert found.theatre.board(CODEC.from_json(at)).at["camp-5"] not in areas.get(
        ("French: no line of supply", "cut"), ()
    )


def test_marks_of_units_are_states_with_their_cases() -> None:
    marks = {"inactive": {"ney"}, "blown": {"pire"}, "unsupplied": {"camp-5"}, "garrison": {"byng"}}
    found, at = standing("campaign", {"ney": "1751", "pire": "1752", "camp-5": "1753", "byng": "0617"}, marks=marks)
    told = {one.id: (one.state, one.hover[-1]) for one in found.telling.pictures.scene(at).counters}
    assert told == {
        "ney": (("inactive",), "inactive (15.4)"),
        "pire": (("blown",), "blown (16.8)"),
        "camp-5": (("unsupplied",), "unsupplied (16.18)"),
        "byng": (("garrison",), "garrison (16.11)"),
    }


@pytest.mark.rule("nlb", "3.4B-1")
def test_a_flag_lies_where_a_hex_is_held_by_who_is_not_there() -> None:
    found, at = standing("quatre-bras", {}, held={"1641": "french"})
    (mark,) = found.telling.pictures.scene(at).marks
    assert (mark.place, mark.kind, mark.army) == ("1641", "control", "french")
    found, at = standing("quatre-bras", {"camp-5": "1641"}, held={"1641": "french"})
    assert not found.telling.pictures.scene(at).marks


# -- figures -------------------------------------------------------------------------------


def test_every_combat_has_its_luck_and_losses_are_counted_by_army() -> None:
    turns = played(game("la-belle-alliance"), 3, 2)
    figures = turns.game.telling.figures
    fortunes = figures.fortunes(turns.events)
    assert len(fortunes) == sum(event["kind"] == "combat" for event in turns.events) > 3
    for one in fortunes:
        check_fortune(one, ("french", "coalition"))
    at = turns.positions[-1]
    tally = figures.tally(at)
    assert tally.lost == {"french": at["losses"].get("french", 0), "coalition": at["losses"]["allied"]}
    assert all(tally.held[army] > 0 for army in tally.held) and not tally.points
