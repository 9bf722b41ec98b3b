"""What terrain costs and does: hexes, hexsides, slopes, guns, roads in tactical movement (6.1, 6.2, 6.3, 6.5)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.winters_victory.rules.ground import Ground
from rulesets.winters_victory.rules.moving.paths import act as word
from rulesets.winters_victory.rules.moving.paths import why_not_move
from rulesets.winters_victory.rules.moving.stance import Act, stance_of
from rulesets.winters_victory.rules.moving.steps import crossed
from tests.rulesets.winters_victory.country import country, row
from tests.rulesets.winters_victory.moves import outcome, scene
from tests.rulesets.winters_victory.winter import terrain

LINE, COLUMN, HUSSARS, CUIRASSIERS = {"f1": "0505 line"}, {"f1": "0505"}, {"fhus": "0505"}, {"fcuir": "0505"}
GUNS, COMPANY = {"fb8": "0505", "fb8.c": "0505"}, {"flt.s1": "0505", "flt": "0506"}
LEADER = {"fbde": "0505"}


def on(kind: str) -> dict[str, Any]:
    """Terrain of that kind in the hex that is entered."""
    return {"ground": {kind: "0504"}}


def side(kind: str) -> dict[str, Any]:
    """A line along the hexside that is crossed."""
    return {kind: "0505-0504"}


def up(to: int = 1, **more: str) -> dict[str, Any]:
    """A slope up into the hex that is entered."""
    return {"levels": {to: "0504"}, **more}


def down(**more: str) -> dict[str, Any]:
    """A slope down into it."""
    return {"levels": {1: "0505"}, **more}


ONE_STEP = [
    row("6.2-1", COLUMN, {}, "1 column"),
    row("6.2-1", LINE, {"ground": {"woods": "0504"}, "brook": "0505-0504"}, "3 general-order"),
    row("6.21-1 7.21.3-1 8.51-1", COLUMN, on("town"), "2 general-order"),
    row("6.21-1 6.3-1 7.5-1", GUNS, on("town"), "3 limbered disordered"),
    row("6.21-1 8.65A.2", COMPANY, on("town"), "1 skirmish"),
    row("6.21-1", LEADER, on("town"), "1 "),
    row("6.21-2 8.51-2", LINE, on("village"), "2 general-order"),
    row("6.21-2", CUIRASSIERS, on("village"), "2 mounted disordered"),
    row("6.21-3", CUIRASSIERS, on("farmette"), "2 mounted disordered"),
    row("6.21-3", CUIRASSIERS, on("light-cover"), "1 mounted disordered"),
    row("6.21-4 8.0-2", COLUMN, on("woods"), "2 general-order"),
    row("6.21-4 8.51-1 10.31-0", LINE, on("woods"), "2 general-order"),
    row("6.21-4", CUIRASSIERS, on("woods"), "refused 6.2-2"),
    row("6.21-4 8.54.8", HUSSARS, on("woods"), "2 general-order"),
    row("6.21-4 8.65A.2", COMPANY, on("woods"), "1 skirmish"),
    row("6.21-4", GUNS, on("woods"), "refused 6.2-2"),
    row("6.21-5", HUSSARS, on("light-cover"), "1 mounted"),
    row("6.21-5 6.3-2", {"fb6": "0505", "fb6.c": "0505"}, on("light-cover"), "2 limbered"),
    row("9.11.3-1", GUNS, on("light-cover"), "2 limbered disordered"),
    row("6.21-5 8.51-1", COLUMN, on("light-cover"), "1 column"),
    row("6.21-6", COLUMN, on("farmette"), "1 general-order"),
    row("6.21-6 6.3-2", GUNS, on("farmette"), "2 limbered disordered"),
    row("6.21-7 8.65A.2", COMPANY, on("frozen-wetlands"), "2 skirmish"),
    row("6.21-7", GUNS, on("frozen-wetlands"), "refused 6.2-2"),
    row("6.21-7", COLUMN, on("frozen-wetlands"), "2 general-order"),
    row("6.22-1 10.31b", COLUMN, side("light_cover_side"), "2 column"),
    row("6.22-1 6.3-2", GUNS, side("light_cover_side"), "2 limbered disordered"),
    row("6.22-2 10.31b", HUSSARS, side("brook"), "2 mounted"),
    row("6.22-2", GUNS, side("brook"), "2 limbered"),
    row("6.22-3", COLUMN, side("stream"), "3 general-order"),
    row("6.22-4 10.31b", HUSSARS, side("stream"), "2 mounted disordered"),
    row("6.22-4", GUNS, side("stream"), "3 limbered disordered"),
    row("6.22-5", COLUMN, side("major_stream"), "3 column disordered"),
    row("6.22-5 8.65A.2", COMPANY, side("major_stream"), "3 skirmish"),
    row("6.22-5", GUNS, side("major_stream"), "refused 6.2-2"),
    row("6.22-5", {"f1": "0505 disordered"}, side("major_stream"), "3 column disordered"),
    row("6.23-1", COLUMN, up(), "1 column"),
    row("6.23-2", HUSSARS, up(steep="0505-0504"), "2 mounted"),
    row("6.23-2", HUSSARS, down(steep="0505-0504"), "1 mounted"),
    row("6.31.1", GUNS, up(), "2 limbered"),
    row("6.31.1", GUNS, down(), "1 limbered"),
    row("6.31.2", GUNS, up(steep="0505-0504"), "3 limbered"),
    row("6.31.2", GUNS, down(steep="0505-0504"), "2 limbered"),
    row("7.21.3-1", {"f1": "0505 disordered v3"}, on("woods"), "2 column disordered"),
    row("7.21.3-1", {"fhus": "0505 disordered"}, side("brook"), "2 mounted disordered"),
    row("8.54.1", {"f1": "0505 general-order v3"}, side("brook"), "1 general-order"),
]


@pytest.mark.parametrize(("standing", "ground", "then"), ONE_STEP)
def test_a_step_costs_and_does_what_the_chart_says(standing: dict[str, str], ground: dict[str, Any], then: str) -> None:
    """From 0505 to 0504."""
    assert outcome(scene(standing, country(**ground)), next(iter(standing)), "0504") == then


BY_ROAD = [
    row("6.5", COLUMN, "0504, 0503", {}, "2 column"),
    row("6.51", COLUMN, "0404", {"ground": {"woods": "0404"}}, "2 general-order"),
    row("6.52-1", COLUMN, "0504, 0503, 0502", {"ground": {"village": "0504 0503 0502"}}, "4 general-order"),
    row("6.52-3", CUIRASSIERS, "0504", {"ground": {"woods": "0504"}}, "2 mounted disordered"),
    row("6.52-3", CUIRASSIERS, "0504, 0503", {"ground": {"woods": "0504 0503"}}, "3 mounted disordered"),
    row("6.52-4", GUNS, "0504", {"ground": {"town": "0504"}}, "1 limbered disordered"),
    row("6.52-4", GUNS, "0504", {"ground": {"woods": "0504"}}, "1 limbered disordered"),
    row("6.52-4", {"fb6": "0404", "fb6.c": "0404"}, "0504, 0503",
        {"ground": {"light-cover": "0504", "town": "0503"}}, "3 limbered disordered"),
    row("6.52-6", COLUMN, "0504", {"major_stream": "0505-0504"}, "2 column"),
    row("6.52-6", GUNS, "0504", {"stream": "0505-0504"}, "2 limbered"),
    row("6.52-6", COMPANY, "0504", {"brook": "0505-0504"}, "1 skirmish"),
]  # fmt: skip


@pytest.mark.parametrize(("standing", "path", "ground", "then"), BY_ROAD)
def test_a_road_helps_in_tactical_movement(
    standing: dict[str, str], path: str, ground: dict[str, Any], then: str
) -> None:
    """The road runs from 0506 by 0505 to 0502."""
    field = country(minor=("0506 0505 0504 0503 0502",), **ground)
    assert outcome(scene(standing, field), next(iter(standing)), path) == then


@pytest.mark.parametrize(
    ("ground", "word", "then"),
    [
        row("6.22-3", {"stream": "0505-0504"}, "0504 disorder", "2 column disordered"),
        row("6.22-3", {}, "0504 disorder", "refused 6.2-2"),
    ],
)
def test_the_owner_may_cross_a_stream_the_cheap_way(ground: dict[str, Any], word: str, then: str) -> None:
    assert outcome(scene(COLUMN, country(**ground)), "f1", word) == then


@pytest.mark.parametrize(
    ("ground", "road", "dice"),
    [
        row("6.22-1 6.32-1", {"light_cover_side": "0505-0504"}, (), (-2,)),
        row("6.22-2 6.32-1", {"brook": "0505-0504"}, (), (-2,)),
        row("6.22-4 6.32-1", {"stream": "0505-0504"}, (), (0,)),
        row("6.32-1", {"brook": "0505-0504"}, ("0505 0504",), ()),
        row("6.52-6", {"stream": "0505-0504"}, ("0505 0504",), ()),
    ],
)
def test_guns_are_checked_at_lines_that_no_road_crosses(
    ground: dict[str, Any], road: tuple[str, ...], dice: tuple[int, ...]
) -> None:
    at = scene(GUNS, country(major=road, **ground))
    act = word(at, "fb8", stance_of(at.board.piece("fb8")), "0504")
    assert isinstance(act, Act)
    assert act.guns == dice


@pytest.mark.parametrize(
    ("battery", "trail"),
    [row("6.52-5", "fb6", ("0505",)), row("6.52-5", "fb4", ())],
)
def test_a_battery_of_more_than_four_guns_fills_two_hexes_of_road_in_woods(
    battery: str, trail: tuple[str, ...]
) -> None:
    at = scene({battery: "0505", f"{battery}.c": "0505"}, country({"woods": "0504"}, major=("0505 0504",)))
    assert outcome(at, battery, "0504") == "1 limbered disordered"
    assert at.board.piece(battery).trail == trail
    assert at.board.piece(f"{battery}.c").at == "0504"


@pytest.mark.parametrize(
    ("ground", "sides"),
    [
        row("10.13-2", {"levels": {3: "0504", 1: "0505"}}, ("slope-up",)),
        row("6.2-2", {"ground": {"light-cover": "0504"}, "brook": "0505-0504"}, ("brook",)),
    ],
)
def test_hexsides_are_called_as_on_the_chart(ground: dict[str, Any], sides: tuple[str, ...]) -> None:
    assert crossed(Ground(country(**ground), terrain()), "0505", "0504") == sides


@pytest.mark.parametrize(
    ("standing", "path", "then"),
    [
        row("6.11-1", {"f1": "0512"}, "0511, 0510, 0509, 0508, 0507, face 1, 0506", "refused 6.11-1"),
        row("6.11-2", {"f1": "0512"}, "0511, 0510, 0509, 0508, line, 0507", "refused 6.11-1"),
        row("6.11-2", {"f1": "0512"}, "0511, 0510, 0509, 0508, line", "5 line"),
        row("6.1-2", {"f1": "0505 routed"}, "0504", "refused 7.22-1"),
        row("6.1-1 9.13-2", {"f1": "0505", "r1": "0504"}, "0504", "refused 6.1-1"),
        row("6.1-1 8.66-1", {"f1": "0505", "rjgr.s1": "0504"}, "0504", "1 column"),
        row("6.14-1", {"f1": "0505", "r1": "0503"}, "0504", "1 column"),
        row("6.0-2 6.0-3", {"f1": "0505"}, "0502", "refused 6.0-2"),
        row("6.0-2", {"f1": "0505"}, "hop", "refused 6.0-2"),
    ],
)
def test_points_bound_a_move(standing: dict[str, str], path: str, then: str) -> None:
    assert outcome(scene(standing), "f1", path) == then


@pytest.mark.parametrize(
    ("standing", "commanded", "case"),
    [
        row("6.1-2 6.0-1", {"f1": "0505"}, True, ""),
        row("6.1-2", {"f1": "0505"}, False, "6.1-2"),
        row("6.1-2 6.0-1 7.22-1", {"f1": "0505 routed"}, True, "6.1-2"),
    ],
)
def test_who_may_begin_to_move(standing: dict[str, str], commanded: bool, case: str) -> None:
    found = why_not_move(scene(standing, commanded=lambda uid: commanded), "f1")
    assert (found.case if found else "") == case


@pytest.mark.parametrize(
    ("kind", "obstructed", "cover", "blocks"),
    [
        row("10.11-1 10.1", "clear", False, "none", False),
        row("10.11-1", "farmette", True, "soft", True),
        row("10.11-1", "town", True, "hard", True),
        row("10.11-2", "light-cover", True, "light", False),
        row("10.11-2", "frozen-wetlands", True, "none", False),
    ],
)
def test_kinds_of_hexes(kind: str, obstructed: bool, cover: str, blocks: bool) -> None:
    ground = Ground(country({kind: "0505"}, brook="0505-0504"), terrain())
    found = ground.obstructed("0505"), ground.cover("0505"), ground.blocks_sight("0505")
    assert found == (obstructed, cover, blocks)


@pytest.mark.parametrize("levels", [row("10.13-1", {0: "0505", 5: "0504"}), row("10.12 10.13-1", {2: "0505"})])
def test_levels_are_0_to_5(levels: dict[int, str]) -> None:
    ground = Ground(country(levels=levels), terrain())
    assert {at: ground.level(at) for at in levels.values()} == {at: level for level, at in levels.items()}
