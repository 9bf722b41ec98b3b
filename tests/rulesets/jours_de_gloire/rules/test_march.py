"""Costs, allowances, stacks and paths: chapters 3.1 and 5."""

from __future__ import annotations

import pytest

from rulesets.jours_de_gloire.rules.march import march
from rulesets.jours_de_gloire.rules.march.march import allowance, path_cost, path_refusal, step_cost
from tests.rulesets.jours_de_gloire.world import small, world

CLEAR, RAIN, MUD, SNOW = "clear", "rain", "mud", "snow"
KINDS = ("infantry", "cavalry", "general")


def points(kind: str, weather: str, **more: bool) -> int:
    return allowance(small(), kind, weather, **more)


@pytest.mark.parametrize(
    ("weather", "pm"),
    [
        pytest.param(CLEAR, (6, 8, 8), marks=[pytest.mark.rule("jdg", "5.0"), pytest.mark.rule("jdg", "3.1-2")]),
        pytest.param(RAIN, (5, 7, 7), marks=pytest.mark.rule("jdg", "3.1-R1")),
        pytest.param(MUD, (5, 6, 6), marks=pytest.mark.rule("jdg", "3.1-M1")),
        pytest.param(SNOW, (5, 7, 7), marks=[pytest.mark.rule("jdg", "3.1-S1"), pytest.mark.rule("jdg", "5.0")]),
    ],
)
def test_movement_points(weather: str, pm: tuple[int, int, int]) -> None:
    assert tuple(points(kind, weather) for kind in KINDS) == pm


@pytest.mark.parametrize(
    ("kind", "weather", "commanded", "forced", "pm"),
    [
        pytest.param("infantry", CLEAR, False, False, 5, marks=pytest.mark.rule("jdg", "4.5-2")),
        pytest.param("infantry", CLEAR, False, True, 7, marks=pytest.mark.rule("jdg", "4.5-2")),
        pytest.param("cavalry", MUD, False, False, 5, marks=pytest.mark.rule("jdg", "4.5-3")),
        pytest.param("infantry", CLEAR, True, True, 8, marks=pytest.mark.rule("jdg", "5.4-2")),
        pytest.param("cavalry", SNOW, True, True, 9, marks=pytest.mark.rule("jdg", "5.4-2")),
    ],
)
def test_command_and_forced_marches(kind: str, weather: str, commanded: bool, forced: bool, pm: int) -> None:
    assert points(kind, weather, commanded=commanded, forced=forced) == pm


@pytest.mark.rule("jdg", "5.1-2")
def test_nothing_is_saved_from_turn_to_turn() -> None:
    assert points("infantry", CLEAR) - 4 == 2
    assert points("infantry", CLEAR) == 6


@pytest.mark.parametrize(
    ("pair", "clear", "rain", "mud", "snow"),
    [
        pytest.param("ahorn birke", 1, 1, 1, 1, marks=pytest.mark.rule("jdg", "5.1-1")),
        pytest.param("eiche fels", 2, 2, 2, 2, marks=pytest.mark.rule("jdg", "5.1-1")),
        pytest.param(
            "ahorn eiche", 1, 2, 2, 1, marks=[pytest.mark.rule("jdg", "5.1-6"), pytest.mark.rule("jdg", "3.1-R2")]
        ),
        pytest.param("birke fels", 2, 3, 3, 2, marks=pytest.mark.rule("jdg", "3.1-M3")),
        pytest.param("castell garten", 1, 1, 1, 1, marks=pytest.mark.rule("jdg", "T-MOVE")),
        pytest.param("eiche iller", 1, 1, 1, 1, marks=pytest.mark.rule("jdg", "T-MOVE")),
        pytest.param("fels kiefer", None, None, None, None, marks=pytest.mark.rule("jdg", "5.1-5")),
        pytest.param("ahorn heide", None, None, None, None, marks=pytest.mark.rule("jdg", "5.1-4")),
    ],
)
def test_what_a_step_costs(pair: str, clear: int, rain: int, mud: int, snow: int) -> None:
    a, b = pair.split()
    found = [step_cost(small(), world({}, weather).board, a, b) for weather in (CLEAR, RAIN, MUD, SNOW)]
    assert found == [clear, rain, mud, snow]


@pytest.mark.rule("jdg", "T-MOVE")
def test_cavalry_in_mud_over_a_good_and_a_bad_road() -> None:
    w = world({}, MUD)
    assert (points("cavalry", MUD), path_cost(w.setting, w.board, ["dachs", "heide"])) == (6, 1)
    assert path_cost(w.setting, w.board, ["castell", "dachs", "heide"]) == 3


@pytest.mark.rule("jdg", "5.1-1")
def test_a_whole_allowance() -> None:
    w = world({})
    path = ["eiche", "fels", "garten", "heide", "dachs"]
    assert path_cost(w.setting, w.board, path) == 6 == points("infantry", CLEAR)
    assert path_refusal(w.setting, w.board, path, 6) is None


@pytest.mark.parametrize(
    ("path", "points", "at", "case", "words"),
    [
        pytest.param(
            "eiche fels garten heide dachs",
            5,
            {},
            "5.1-1",
            "the way to Dachs costs 6 movement points; there are 5",
            marks=pytest.mark.rule("jdg", "5.1-1"),
        ),
        pytest.param(
            "ahorn fels",
            6,
            {},
            "5.1-4",
            "no link joins Ahorn and Fels; from Ahorn one goes to birke, eiche",
            marks=pytest.mark.rule("jdg", "5.1-4"),
        ),
        pytest.param(
            "fels kiefer",
            6,
            {},
            "5.1-5",
            "the major river between Fels and Kiefer has no bridge; only a pontoon would do",
            marks=pytest.mark.rule("jdg", "5.1-5"),
        ),
        pytest.param(
            "eiche iller",
            6,
            {"broken": ["eiche:iller"]},
            "6.4-2",
            "the bridge between Eiche and Iller is destroyed",
            marks=pytest.mark.rule("jdg", "6.4-2"),
        ),
        pytest.param("eiche sylt", 6, {}, "0.1", "there is no box sylt", marks=pytest.mark.rule("jdg", "0.1")),
    ],
)
def test_paths_that_are_none(path: str, points: int, at: dict[str, list[str]], case: str, words: str) -> None:
    w = world({}, "clear", None, **at)
    refusal = path_refusal(w.setting, w.board, path.split(), points)
    assert refusal is not None and (refusal.case, refusal.text) == (case, words)


def test_a_path_over_no_link_has_no_cost() -> None:
    w = world({})
    assert path_cost(w.setting, w.board, ["eiche", "fels", "kiefer"]) is None
    assert path_cost(w.setting, w.board, ["eiche"]) == 0


@pytest.mark.rule("jdg", "6.4-5")
def test_over_a_pontoon() -> None:
    w = world({}, pontoons={"heide:moor": "french"})
    assert step_cost(w.setting, w.board, "heide", "moor") == 2


@pytest.mark.rule("jdg", "3.3-4")
@pytest.mark.parametrize(("entry", "clear", "rain"), [("north-road", 1, 1), ("south-track", 2, 3)])
def test_coming_in_by_an_entry(entry: str, clear: int, rain: int) -> None:
    found = [march.entry_cost(small(), world({}, weather).board, entry) for weather in (CLEAR, RAIN)]
    assert found == [clear, rain]
    assert points("infantry", CLEAR) - (found[0] or 0) == 6 - clear


@pytest.mark.rule("jdg", "5.3-2")
@pytest.mark.parametrize(
    ("foot", "horse", "generals", "moves"),
    [
        (2, 1, 0, True),
        (1, 2, 2, True),
        (0, 3, 1, True),
        (2, 0, 0, True),
        (3, 0, 1, False),
        (2, 2, 0, False),
        (0, 4, 0, False),
    ],
)
def test_moving_stacks(foot: int, horse: int, generals: int, moves: bool) -> None:
    refusal = march.stack_refusal(small(), ["infantry"] * foot + ["cavalry"] * horse + ["general"] * generals)
    assert (refusal is None) is moves
    assert refusal is None or refusal.case == "5.3-2"


@pytest.mark.rule("jdg", "6.5-0")
def test_distances_are_those_of_infantry_today() -> None:
    for weather, ford in ((CLEAR, 1), (RAIN, 2)):
        w = world({}, weather)
        assert march.distances(w.setting, w.board, "ahorn", 2) == {"ahorn": 0, "birke": 1, "eiche": ford} | (
            {"castell": 2, "iller": 2} if ford == 1 else {"castell": 2}
        )


def test_distances_end_at_blocked_boxes_but_not_at_the_start() -> None:
    w = world({})
    found = march.distances(w.setting, w.board, "ahorn", 4, {"ahorn", "birke"}.__contains__)
    assert found == {"ahorn": 0, "birke": 1, "eiche": 1, "iller": 2, "fels": 3, "kiefer": 3, "linde": 4}


@pytest.mark.rule("jdg", "4.2-3")
def test_the_nearest_friends_of_a_lonely_general() -> None:
    w = world({"birke": "davout", "eiche": "i", "fels": "rus-1", "castell": "ii", "moor": "iii"})
    friends = {"eiche", "castell", "moor"}
    assert march.nearest(w.setting, "birke", friends.__contains__) == ("castell",)
    assert march.nearest(w.setting, "ahorn", {"castell", "iller", "moor"}.__contains__) == ("castell", "iller")
    assert march.nearest(w.setting, "ahorn", set[str]().__contains__) == ()
    # Through enemies and over rivers without a bridge: only links count.
    assert march.nearest(w.setting, "fels", {"linde"}.__contains__) == ("linde",)


@pytest.mark.parametrize(
    ("words", "stops"),
    [
        pytest.param("rus-1 russian:infantry", True, marks=pytest.mark.rule("jdg", "5.2-1")),
        pytest.param("russian:infantry russian:cavalry", False, marks=pytest.mark.rule("jdg", "5.2-2")),
        pytest.param("bagration", False, marks=pytest.mark.rule("jdg", "4.2-3")),
        pytest.param("russian-a<rus-1=2", True, marks=pytest.mark.rule("jdg", "5.2-1")),
        pytest.param("", False, marks=pytest.mark.rule("jdg", "5.2-1")),
    ],
)
def test_whom_a_march_ends_at(words: str, stops: bool) -> None:
    w = world({"garten": words})
    assert march.contact(w.setting, w.board, w.known, "french", "garten") is stops


@pytest.mark.parametrize(
    ("kind", "linked", "most", "by_die"),
    [
        pytest.param("infantry", True, 6, (3, 4, 5, 6, 6, 6), marks=pytest.mark.rule("jdg", "10-2")),
        pytest.param("cavalry", True, 8, (5, 6, 7, 8, 8, 8), marks=pytest.mark.rule("jdg", "10-2")),
        pytest.param("infantry", False, 6, (1, 2, 3, 4, 5, 6), marks=pytest.mark.rule("jdg", "10-3")),
        pytest.param("cavalry", False, 8, (3, 4, 5, 6, 7, 8), marks=pytest.mark.rule("jdg", "10-3")),
        pytest.param("general", True, 8, (5, 6, 7, 8, 8, 8), marks=pytest.mark.rule("jdg", "10-4")),
        pytest.param("general", False, 8, (3, 4, 5, 6, 7, 8), marks=pytest.mark.rule("jdg", "10-4")),
    ],
)
def test_points_of_the_solitaire_game(kind: str, linked: bool, most: int, by_die: tuple[int, ...]) -> None:
    found = tuple(march.solitaire_allowance(small(), kind, die, linked=linked) for die in range(1, 7))
    assert found == by_die and max(found) == most


@pytest.mark.rule("jdg", "10-5")
def test_never_less_than_one_point() -> None:
    assert march.solitaire_allowance(small(), "infantry", 0, linked=False) == 1
