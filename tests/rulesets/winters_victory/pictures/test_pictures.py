"""What maps of Winter's Victory show: ground and heights, counters with fronts, movements, combats, who is away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import pytest

from pbem.engine.options import Json
from pbem.engine.picture import Board, Counter, Place, Scene
from rulesets.winters_victory import sequence
from rulesets.winters_victory.pictures.pictures import WintersPictures
from rulesets.winters_victory.play import ARMIES
from rulesets.winters_victory.position import Position, Stance
from rulesets.winters_victory.telling.named import names_of
from tests.rulesets.kit.pictures import check_board, check_scene
from tests.rulesets.winters_victory.battles import at_random, battle, setting
from tests.rulesets.winters_victory.country import row

LEARNING = "learning-serpallen"
SCENARIOS = ("davout", "eylau", "first-day", LEARNING, "two-days")


@cache
def pictures(uid: str = LEARNING) -> WintersPictures:
    return WintersPictures(setting(uid), names_of(setting(uid)))


@cache
def board(uid: str = LEARNING) -> Board:
    (found,) = pictures(uid).boards()
    return found


def places(uid: str = LEARNING) -> Mapping[str, Place]:
    return {place.id: place for place in board(uid).places}


def at(standing: Mapping[str, Stance] | None = None, uid: str = LEARNING, **members: Any) -> Json:
    """The position at the start, with other stances and other members."""
    position = sequence.start(setting(uid))
    position.counters.update(standing or {})
    for name, value in members.items():
        getattr(position, name).update(value)
    return position.to_json()


def scene(position: Json = None, events: Sequence[Mapping[str, Json]] = (), uid: str = LEARNING) -> Scene:
    return pictures(uid).scene(position or at(uid=uid), events=events)


def counter(uid: str, position: Json = None) -> Counter:
    return next(one for one in scene(position).counters if one.id == uid)


def stance(uid: str, **members: Any) -> dict[str, Stance]:
    """A unit as it stands at the start, with some of it changed."""
    names = ("at", "facing", "strength", "formation", "state", "rounds")
    now = dict(zip(names, sequence.start(setting(LEARNING)).counters[uid], strict=True))
    return {uid: tuple((now | members).values())}  # type: ignore[dict-item]


# -- the map -----------------------------------------------------------------------------------


@pytest.mark.parametrize("uid", SCENARIOS)
def test_the_board_of_each_scenario_is_sound_and_the_same_each_time(uid: str) -> None:
    fresh = WintersPictures(setting(uid), names_of(setting(uid)))
    assert fresh.boards() == pictures(uid).boards() and pictures(uid).boards() is pictures(uid).boards()
    check_board(board(uid))
    assert set(places(uid)) == set(setting(uid).field.neighbours)


@pytest.mark.rule("wv", "10.1", "10.13-1")
def test_ground_heights_water_and_roads_are_drawn() -> None:
    here = places("eylau")
    assert {place.terrain for place in here.values()} == {
        "clear",
        "brush",
        "forest",
        "village",
        "town",
        "chateau",
        "wetland",
    }
    kinds = {stroke.kind for stroke in board("eylau").strokes}
    assert {"contour", "slope", "brook", "stream", "road", "trail"} <= kinds
    levels = setting("eylau").field.levels
    assert {at: place.level for at, place in here.items()} == dict(levels)
    # Of a steep slope the lower hex comes first, towards which it is hatched.
    steep = [stroke.ends for stroke in board("eylau").strokes if stroke.kind == "slope"]
    assert steep and all(levels[a] < levels[b] for a, b in steep)


@pytest.mark.parametrize(
    ("at", "line"),
    [
        row(
            "6.2-1 10.11-1",
            "4167",
            "village: 2 points into General Order for formed foot, extended line and",
        ),
        row("10.13-1 10.43", "4167", "level 1 (10.13, 10.43)"),
        row("6.6-1", "4167", "a major road: 1/2 point in Road Column (6.6)"),
        row("14.13", "4066", "objective Serpallen, 1 point (20)"),
        row("13.32-2", "5180", "way home of the French (13.32)"),
    ],
)
def test_a_hex_says_what_the_chart_says(at: str, line: str) -> None:
    assert any(one.startswith(line) for one in places()[at].hover), places()[at].hover


@pytest.mark.rule("wv", "6.7")
def test_a_hex_says_who_comes_in_there() -> None:
    assert any("turn 8" in line and "(6.7)" in line for line in places("eylau")["5788"].hover)


# -- counters ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("uid", "members", "symbol", "value", "facing"),
    [
        row("7.3 5.1A", "f-33-1", {}, "infantry", "10 C", "nw-ne"),
        row("7.3 5.1A", "f-33-1", {"formation": "line", "facing": 1}, "infantry", "10 L", "ne-e"),
        row("5.1B", "f-33-1", {"formation": "square"}, "infantry", "10 SQ", ""),
        row("5.1B 7.2-1", "f-33-1", {"state": "disordered"}, "infantry", "10 C", ""),
        row("7.51-1", "f-b3-2", {}, "artillery", "6 lim", ""),
        row("7.52-1 5.1A", "r-b14-2", {}, "artillery", "12 unl", "se-sw"),
        row("7.56-4", "r-b14-2", {"state": "disordered"}, "artillery", "12 unl", "se-sw"),
        row("7.41-1", "f-1ch", {}, "cavalry", "8", "nw-ne"),
    ],
)
def test_a_counter_bears_its_strength_its_formation_and_its_front(
    uid: str, members: Mapping[str, Any], symbol: str, value: str, facing: str
) -> None:
    found = counter(uid, at(stance(uid, **members)))
    assert (found.symbol, found.value, found.facing) == (symbol, value, facing)
    assert [word for _, word in found.fronts] == ([*facing.split("-")] if facing else [])
    assert {place for place, _ in found.fronts} <= {found.place}
    assert ("disordered" in found.state) == (members.get("state") == "disordered")


@pytest.mark.rule("wv", "8.3")
@pytest.mark.rule("wv", "8.32.1")
def test_an_extended_line_is_drawn_over_its_two_hexes() -> None:
    found = counter("f-33-1", at(stance("f-33-1", formation="extended"), second={"f-33-1": "4171"}))
    assert (found.place, found.also, found.value) == ("4071", ("4171",), "10 XL")
    assert found.fronts == (("4071", "nw"), ("4071", "ne"), ("4171", "nw"), ("4171", "ne"))
    assert [one.id for one in scene(at(second={"f-33-1": "4171"})).counters].count("f-33-1") == 1


@pytest.mark.rule("wv", "6.65-1")
def test_a_road_column_fills_the_hexes_behind_it() -> None:
    found = counter("f-33-1", at(stance("f-33-1", formation="road-column"), trails={"f-33-1": ("4072", "4073")}))
    assert (found.also, found.fronts, found.value) == (("4072", "4073"), (), "10 RC")


@pytest.mark.rule("wv", "7.41-1", "11.9-1", "17.11-1")
def test_markers_are_told_and_book_keeping_is_not() -> None:
    found = counter("f-33-1", at(marks={"f-33-1": {"out", "depleted", "fired"}}))
    assert found.state == ("out of ammunition", "out of command")
    assert found.hover[:3] == (
        "33rd Line, battalion 1",
        "French, III Corps, Kister's brigade",
        "line infantry, 10 of 10 points, effectiveness 5, fire class 2, in column (C)",
    )


@pytest.mark.rule("wv", "16.12-1", "16.15", "17.34-1")
def test_a_leader_says_what_he_may_do() -> None:
    friant = counter("friant")
    assert (friant.symbol, friant.strength, friant.facing) == ("leader", 0, "")
    assert "leader of a division, standing, radius 7" in friant.hover and "order received" in friant.hover
    assert friant.value == "7"


@pytest.mark.rule("wv", "9.0")
def test_the_topmost_unit_of_a_stack_lies_on_top_and_leaders_below_all() -> None:
    here = [one.id for one in scene().counters if one.place == "4071"]
    stack = setting(LEARNING)
    assert here[-1] == "f-15l-1" and set(here[:2]) == {"friant", "kister"}
    assert [uid for uid in here if stack.units[uid].fights][::-1] == [
        uid for uid in sequence.start(stack).stacks["4071"] if stack.units[uid].fights
    ]


@pytest.mark.rule("wv", "17.2")
def test_headquarters_lie_on_the_map() -> None:
    found = [one for one in scene(uid="eylau").counters if one.symbol == "headquarters"]
    assert {(one.army, one.place) for one in found} == set(setting("eylau").scenario.headquarters.items())


@pytest.mark.parametrize("uid", SCENARIOS)
def test_nobody_of_the_countersheet_is_missing(uid: str) -> None:
    sheet = pictures(uid).countersheet()
    shown = scene(uid=uid)
    told = " ".join(line for lines in shown.beside.values() for line in lines)
    lying = {one.id for one in shown.counters}
    assert len({one.id for one in sheet}) == len(sheet) and {one.army for one in sheet} == set(ARMIES)
    known = setting(uid)
    for one in sheet:
        with_its_guns = known.units[one.id].kind == "crew" and known.units[one.id].serves not in lying
        assert one.id in lying or one.hover[0] in told or with_its_guns, one
    assert {one.id for one in shown.counters if one.symbol != "headquarters"} <= {one.id for one in sheet}


def test_who_is_out_of_the_game_is_told() -> None:
    position = at(gone={"f-33-2"})
    position["counters"].pop("f-33-2")
    position["stacks"]["4071"] = [uid for uid in position["stacks"]["4071"] if uid != "f-33-2"]
    assert scene(position).beside["French, out of the game"] == ("33rd Line, battalion 2",)


@pytest.mark.rule("wv", "8.62.1")
def test_a_battalion_that_is_all_companies_is_told_beside_the_map() -> None:
    position = at()
    stance = position["counters"].pop("r-j23-1")
    position["counters"]["r-j23-1.s1"] = [*stance[:2], 1, "skirmish", *stance[4:]]
    position["stacks"]["4063"] = ["r-j23-1.s1" if uid == "r-j23-1" else uid for uid in position["stacks"]["4063"]]
    shown = scene(position)
    assert shown.beside["Allied, broken down into companies"] == ("23rd Jaegers, battalion 1",)
    (company,) = (one for one in shown.counters if one.id == "r-j23-1.s1")
    assert (company.symbol, company.name, company.value) == ("skirmishers", "23rd Jaegers 1 c 1", "1")


@pytest.mark.rule("wv", "14.13")
def test_a_flag_says_who_was_in_an_objective_last() -> None:
    held = at(held={"4066": "french", "4166": "allied"})
    marks = [(one.place, one.army) for one in scene(held).marks]
    assert marks == [("4066", "french"), ("4166", "allied"), ("4167", "allied")]
    position = Position.from_json(held)
    position.counters["r-olviopol-hu-1"] = ("4166", *position.counters["r-olviopol-hu-1"][1:])
    marks = scene(position.to_json()).marks
    assert [(one.place, one.army) for one in marks] == [("4066", "french"), ("4167", "allied")], "one is not empty"


# -- what happened -----------------------------------------------------------------------------


def move(units: Sequence[str], a: str, **what: str) -> dict[str, Any]:
    return {"kind": "move", "units": list(units), "at": a, **what}


def test_the_hexes_of_one_way_are_one_arrow() -> None:
    events = [
        move(["f-33-1"], "4071", to="4070"),
        move(["f-33-1"], "4070", act="face 1"),
        move(["f-33-1"], "4070", to="4169"),
        move(["f-33-2"], "4071", to="4070"),
        {"kind": "retreat", "units": ["f-33-1"], "at": "4169", "to": "4170"},
        {"kind": "retreat", "units": ["f-33-1"], "at": "4170", "to": "off"},
    ]
    assert [(one.who, one.places, one.kind) for one in scene(events=events).arrows] == [
        (("f-33-1",), ("4071", "4070", "4169"), "march"),
        (("f-33-2",), ("4071", "4070"), "march"),
        (("f-33-1",), ("4169", "4170"), "retreat"),
    ]


@pytest.mark.rule("wv", "12.3", "11.0-1")
def test_attacks_and_losses_by_fire_are_fights_with_what_decided_them() -> None:
    attack = {
        "kind": "shock-result",
        "at": "4068",
        "to": "4167",
        "strengths": [20, 8],
        "row": "2:1",
        "attacker": [["odds", 1]],
        "defender": [["fatigue", -1]],
        "differential": 2,
        "die": 7,
        "results": ["D", "Dr1"],
    }
    shot = {"kind": "fire", "unit": "r-b14-2", "at": "4265", "to": "4071", "die": 8}
    events = [
        {"kind": "shock", "units": ["f-33-1"], "at": "4068", "to": "4167", "charging": False},
        {**shot, "losses": {"f-33-1": 1}},
        {**shot, "losses": {}},
        attack,
        {**shot, "losses": {"f-33-2": 2}},
    ]
    shock, fire = scene(events=events).fights
    assert (shock.at, shock.by, shock.army, shock.text, shock.dice) == (("4167",), ("4068",), "french", "D/Dr1", (7,))
    assert "defender: fatigue -1" in shock.hover and "attacker D, defender Dr1 (12.3)" in shock.hover
    assert (fire.at, fire.by, fire.army, fire.text, len(fire.hover)) == (("4071",), ("4265",), "allied", "-3", 2)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_scenes_of_a_battle_are_sound(seed: int) -> None:
    """Everything lies on the map, in words that renderers know."""

    here = set(places())
    game = _Game()
    seen = []

    def check(position: Position) -> None:
        before = position.to_json()
        shown = scene(before)
        check_scene(game, shown)
        assert {*position.counters} == {one.id for one in shown.counters if one.symbol != "headquarters"}
        seen.append(shown)

    last, events = battle(setting(LEARNING), at_random(seed), seed=seed, check=check)
    shown = scene(last.to_json(), events)
    check_scene(game, shown)
    assert shown.arrows and all(set(arrow.places) <= here for arrow in shown.arrows) and len(seen) > 3


class _Game:
    """What `check_scene` asks of a game."""

    class telling:  # noqa: N801
        pictures = pictures()

    class scenario:  # noqa: N801
        armies = ARMIES


# -- what is ordered ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("orders", "arrows"),
    [
        row(
            "6.0-2",
            {"orders": [{"units": ["f-33-1"], "path": ["4070", "face 1", "4169 disorder"]}]},
            [("4071", "4070", "4169")],
        ),
        row("6.0-2", {"orders": [{"units": ["f-33-1"], "path": ["face 1"]}]}, []),
        row(
            "6.0-2", {"orders": [{"units": ["f-33-1"], "path": ["9999"]}, {"units": ["nobody"], "path": ["4070"]}]}, []
        ),
        row(
            "12.0-1", {"shock": [{"units": ["r-j23-1"], "on": ["4071", "4171"]}]}, [("4063", "4071"), ("4063", "4171")]
        ),
        row("12.53.1", {"shock": [{"charge": "f-1ch", "along": ["3971", "4070"]}]}, [("3972", "3971", "4070")]),
        row("12.53.1", {"shock": [{"charge": "f-1ch"}, {"units": 7, "on": None}, {}]}, []),
    ],
)
def test_what_is_ordered_has_its_arrow(orders: Json, arrows: Sequence[tuple[str, ...]]) -> None:
    found = pictures().ordered(at(), orders)
    assert [one.places for one in found] == list(arrows)
    assert {one.kind for one in found} <= {"attack ordered" if "shock" in orders else "ordered"}
