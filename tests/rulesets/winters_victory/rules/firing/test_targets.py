"""Target classes, massed, enfiladed and screened targets (11.0, 11.1, 11.4)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pbem.hexgame.field.field import HexField
from rulesets.winters_victory.board.pieces import ALLIED
from rulesets.winters_victory.rules.firing.targets import behind, fired_through, massed_target, screened, target
from tests.rulesets.winters_victory.country import country, row
from tests.rulesets.winters_victory.scenes import scene

HEDGE = country(light_cover_side="0505-0605")
WOODS, FARM, VILLAGE = (country({kind: "0505"}) for kind in ("woods", "farmette", "village"))
BRUSH, WET = country({"light-cover": "0505"}), country({"frozen-wetlands": "0505"})
FOOT, GUNS = "infantry", "artillery"


@pytest.mark.parametrize(
    ("standing", "field", "arm", "source", "number"),
    [
        row("11.0-F3-TC1", {"r1": "0505 column v1"}, None, GUNS, "0705", 1),
        row("11.0-F3-TC1", {"rjgr": "0505 6sp general-order"}, None, FOOT, "0605", 1),
        row("11.0-F3-TC1", {"rjgr": "0505 general-order"}, None, GUNS, "0705", 1),
        row("11.0-F3-TC1", {"rb6": "0505 limbered", "rb6.c": "0505"}, None, GUNS, "0705", 1),
        row("11.0-F3-TC2", {"rb6": "0505 limbered 4sp", "rb6.c": "0505"}, None, FOOT, "0705", 2),
        row("11.0-F3-TC2", {"r1": "0505 line v1"}, None, GUNS, "0705", 2),
        row("11.0-F3-TC2", {"rjgr": "0505 6sp general-order"}, None, GUNS, "0705", 2),
        row("11.0-F3-TC2", {"r1": "0505 general-order"}, None, FOOT, "0605", 2),
        row("11.0-F3-TC2 11.12.2", {"rhus": "0505 8sp general-order"}, WOODS, FOOT, "0605", 2),
        row("11.0-F3-TC3 11.42", {"rb6": "0505 unlimbered v3", "rb6.c": "0505"}, None, GUNS, "0705", 3),
        row("11.0-F3-TC3", {"r1": "0505 column routed"}, None, GUNS, "0705", 3),
        row("11.0-F3-TC3", {"rjgr.s1": "0505"}, None, FOOT, "0605", 3),
        row("11.0-F3-TC4 11.12.1-1", {"r1": "0505 column v1"}, WOODS, FOOT, "0605", 4),
        row("11.0-F3-TC4 11.13", {"rjgr.s1": "0505 3sp"}, HEDGE, FOOT, "0605", 4),
        row("11.0-F3-TC5", {"r1": "0505 general-order"}, VILLAGE, GUNS, "0705", 5),
        row("11.0-F3-TC5 11.12.2", {"rb6": "0505 limbered", "rb6.c": "0505"}, VILLAGE, GUNS, "0705", 1),
        row("11.0-F3-TCX", {"r1": "0505 column v3"}, WOODS, FOOT, "0605", 4),
        row("11.0-F3-D", {"r1": "0505 line v1 disordered"}, None, GUNS, "0705", 2),
        row("11.0-F3-D", {"r1": "0505 column v1 disordered"}, None, GUNS, "0705", 1),
        row("11.12.1-1", {"r1": "0505 column v3 disordered"}, FARM, FOOT, "0605", 4),
        row("11.12.1-3", {"rjgr": "0505 4sp general-order"}, WET, FOOT, "0605", 3),
        row("11.12.2", {"rb6": "0505 unlimbered v1", "rb6.c": "0505"}, BRUSH, FOOT, "0605", 3),
        row("11.12.2", {"rhus": "0505 general-order"}, VILLAGE, FOOT, "0605", 2),
        row("11.13", {"r1": "0505 column v0"}, HEDGE, FOOT, "0504", 1),
        row("11.13", {"r1": "0505 column v1"}, HEDGE, FOOT, "0605", 3),
        row("11.42", {"r1": "0505 line v3"}, None, FOOT, "0605", 1),
        row("11.42", {"rcuir": "0505 v3"}, None, FOOT, "0605", 1),
        row("11.42", {"rcuir": "0505 v1"}, None, FOOT, "0605", 2),
        row("11.43", {"rjgr.s1": "0505 2sp", "rjgr.s2": "0505 2sp"}, BRUSH, FOOT, "0605", 4),
        row("11.43", {"rjgr.s1": "0505 3sp", "rjgr.s2": "0505 2sp"}, BRUSH, GUNS, "0705", 2),
        row("5.51.2", {"r1": "0505 line v0"}, None, FOOT, "0604", 2),
        row("7.53-5", {"fb8": "0505 unlimbered", "rjgr.s1": "0505 3sp"}, None, FOOT, "0605", 4),
        row("11.32-1", {"r1": "0505 column v0"}, WOODS, FOOT, "0504", 4),
    ],
)
def test_classes(standing: Mapping[str, str], field: HexField | None, arm: str, source: str, number: int) -> None:
    assert target(scene(standing, field), "0505", ALLIED, source, arm).number == number


@pytest.mark.parametrize(
    ("standing", "field", "massed"),
    [
        row("11.41-1", {"r1": "0505 10sp", "r2": "0505 9sp"}, None, True),
        row("11.41-1", {"r1": "0505", "r2": "0505"}, None, False),
        row("11.41-1", {"rb6": "0505 5sp limbered", "rb6.c": "0505"}, None, True),
        row("11.41-1", {"rb6": "0505 4sp limbered", "rb6.c": "0505"}, None, False),
        row("11.41-1", {"rb12": "0505 unlimbered", "rb12.c": "0505"}, None, False),
        row("11.41-1", {"rb12": "0505 unlimbered", "rb12.c": "0505", "rjgr.s1": "0505"}, None, True),
        row("11.41-1", {"rhus": "0505", "rcuir": "0505 4sp"}, None, True),
        row("11.41-1", {"r1": "0505 10sp", "r2": "0505 9sp"}, BRUSH, False),
    ],
)
def test_massed(standing: Mapping[str, str], field: HexField | None, massed: bool) -> None:
    assert massed_target(scene(standing, field), "0505", ALLIED) is massed


@pytest.mark.parametrize(
    ("words", "arm", "field", "number", "massed"),
    [
        row("11.41-2", "line v1", GUNS, None, 1, True),
        row("11.41-2", "column v1", FOOT, None, 2, True),
        row("11.0-F3-TCX", "line v1", FOOT, HEDGE, 3, False),
    ],
)
def test_massed_classes(words: str, arm: str, field: HexField | None, number: int, massed: bool) -> None:
    at = scene({"r1": f"0505 10sp {words}", "r2": f"0505 10sp {words}"}, field)
    struck = target(at, "0505", ALLIED, "0605", arm)
    assert (struck.number, struck.massed) == (number, massed)


BATTERY = {"fb8": "0105 v1 unlimbered", "fb8.c": "0105"}


@pytest.mark.parametrize(
    ("standing", "levels", "band", "found"),
    [
        row("11.45-1", {"r1": "0505 line v5", "r2": "0605 column"}, {}, "medium", "0605"),
        row("11.45-1", {"r1": "0505 column v5", "r2": "0605 column"}, {}, "medium", ""),
        row("11.45-1", {"r1": "0505 line v5", "r2": "0605 column"}, {2: "0505 0605"}, "medium", ""),
        row("11.45-1", {"r1": "0505 line v5", "r2": "0605 column"}, {1: "0505 0605"}, "medium", "0605"),
        row("11.45-1", {"r1": "0505 line v5", "r2": "0605 column"}, {1: "0605"}, "medium", ""),
        row("11.45-1", {"r1": "0505 line v5", "r2": "0605 column"}, {}, "minimum", ""),
        row("11.45-1", {"r1": "0505 line v5", "rjgr.s1": "0605"}, {}, "medium", ""),
        row("11.46-3", {"rjgr.s1": "0405 3sp", "r2": "0505 line v5"}, {}, "medium", "0505"),
    ],
)
def test_screened(standing: Mapping[str, str], levels: Mapping[int, str], band: str, found: str) -> None:
    at = scene({**BATTERY, **standing}, country(levels=levels))
    first = "0405" if "rjgr.s1" in standing and "r1" not in standing else "0505"
    assert screened(at, "fb8", "0105", first, ALLIED, band) == found
    if found:
        assert target(at, found, ALLIED, "0105", GUNS, "screened").number == 3


@pytest.mark.rule("wv", "11.46-2")
def test_skirmishers_that_are_fired_through_are_a_target_of_class_4() -> None:
    at = scene({**BATTERY, "rjgr.s1": "0505 2sp", "r1": "0605 column v4"})
    assert fired_through(at, "0105", "0605", ALLIED) == "0505"
    assert target(at, "0505", ALLIED, "0105", GUNS, "fired-through").number == 4
    assert fired_through(at, "0105", "0505", ALLIED) == ""


@pytest.mark.rule("wv", "11.23-2")
def test_hexes_before_and_behind_a_target_lie_on_the_line() -> None:
    at = scene({})
    assert [behind(at, "0105", "1105", further) for further in (-1, 0, 1, 2)] == ["1005", "1105", "1205", ""]
    assert behind(at, "0505", "0604", 1) in at.ground.grid("0604").neighbours("0604")
