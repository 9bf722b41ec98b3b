"""Who fires at what, how far and how strongly, and what the die does (11.0, 11.1, 11.2, 11.5, 11.6, 11.7)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pbem.engine.options import Refusal
from pbem.hexgame.field.field import HexField
from rulesets.winters_victory.rules.firing.aiming import CENTRE, Fire, Terms, aim, halves, impact, read, redirect, table
from rulesets.winters_victory.rules.firing.firers import band, firing_class, line, strength
from rulesets.winters_victory.rules.firing.zones import MAXIMUM, MEDIUM, MINIMUM, in_zone, zone
from rulesets.winters_victory.rules.scene import Weather
from tests.rulesets.winters_victory.country import country, row
from tests.rulesets.winters_victory.scenes import charts as charts_of_the_game
from tests.rulesets.winters_victory.scenes import scene

WOODS = country({"woods": "0505"})
VILLAGE = country({"village": "0505"})
BRUSH = country({"light-cover": "0505"})
ENEMY = {"r1": "0605 column v4"}
BATTERY = {"fb8": "0105 v1 unlimbered", "fb8.c": "0105"}


@pytest.mark.parametrize(
    ("standing", "firer", "to", "case"),
    [
        row("11.0-5", {"f1": "0505 line v1", "r1": "0705"}, "f1", "0705", ""),
        row("11.0-F2", {"f1": "0505 line v1", "r1": "0805"}, "f1", "0805", "11.0-F2"),
        row("11.11.5", {"f1": "0505 line v0", **ENEMY}, "f1", "0605", "11.11.5"),
        row("11.11.5", {"f1": "0505 line v0 disordered", **ENEMY}, "f1", "0605", ""),
        row("11.11.2", {"fhus": "0505 v1", **ENEMY}, "fhus", "0605", "11.11.2"),
        row("11.11.2", {"fb6": "0505 limbered", "fb6.c": "0505", **ENEMY}, "fb6", "0605", "11.11.2"),
        row("11.11.2", {"f1": "0505", "fb6.c": "0505", **ENEMY}, "fb6.c", "0605", "11.11.2"),
        row("11.11.2", {"f1": "0505 column v1 routed", **ENEMY}, "f1", "0605", "11.11.2"),
        row("11.7-1", {"fb6": "0505 v1 unlimbered", **ENEMY}, "fb6", "0605", "11.7-1"),
        row(
            "11.7-1", {"f1": "0505 v1", "fb6": "0505 v1 unlimbered", "fb6.c": "0505", **ENEMY}, "fb6", "0605", "11.11.3"
        ),
        row("11.11.3", {"f1": "0505 v1", "f2": "0505 v1", **ENEMY}, "f2", "0605", "11.11.3"),
        row("11.44-1", {"f1": "0505 line v1", "rbde": "0605"}, "f1", "0605", "11.44-1"),
        row("11.44-1", {"f1": "0505 line v1", "rbde": "0605", "r1": "0605"}, "f1", "0605", ""),
        row("11.91-2", {"flt.s1": "0505 depleted", **ENEMY}, "flt.s1", "0605", "11.91-2"),
        row("11.0-F4-3", {"f1": "0505 1sp line disordered", "r1": "0705"}, "f1", "0705", "11.0-F4-3"),
        row("11.0-F4-3 7.21.1-2", {"f1": "0505 1sp line disordered", **ENEMY}, "f1", "0605", ""),
        row(
            "9.41-2",
            {"fb6": "0505 v1 unlimbered", "fb6.c": "0505", "flt.s1": "0505", **ENEMY},
            "flt.s1",
            "0605",
            "11.11.5",
        ),
        row("9.41-2", {"fb6": "0505 v4 unlimbered", "fb6.c": "0505", "flt.s1": "0505", **ENEMY}, "flt.s1", "0605", ""),
        row("11.93.2-1", {"fb6": "0105 v1 unlimbered depleted", "fb6.c": "0105", **ENEMY}, "fb6", "0605", "11.0-F2"),
        row("11.93.2-1", {"fb6": "0305 v1 unlimbered depleted", "fb6.c": "0305", **ENEMY}, "fb6", "0605", ""),
        row("7.65-3", {"fb6": "0505 v1 unlimbered", **ENEMY}, "fb6", "0605", "11.7-1"),
    ],
)
def test_who_may_fire(standing: Mapping[str, str], firer: str, to: str, case: str) -> None:
    found = aim(scene(standing), firer, to)
    assert (found.case if isinstance(found, Refusal) else "") == case
    if isinstance(found, Refusal):
        assert to in found.text or standing[firer].split()[0] in found.text


@pytest.mark.parametrize(
    ("standing", "firer", "distance", "weather", "found"),
    [
        row("11.0-F2", {"f1": "0505"}, "f1", 1, None, "minimum"),
        row("11.0-F2", {"f1": "0505"}, "f1", 2, None, "maximum"),
        row("11.0-F2", {"f1": "0505"}, "f1", 3, None, None),
        row("11.0-F2", BATTERY, "fb8", 4, None, "medium"),
        row("11.22-1", {"rb6": "0505 unlimbered", "rb6.c": "0505"}, "rb6", 7, None, None),
        row("11.22-1", {"fb4": "0505 unlimbered", "fb4.c": "0505"}, "fb4", 8, None, "maximum"),
        row("11.23-1", BATTERY, "fb8", 10, None, "extended"),
        row("11.23-1", {"fb8": "0105 unlimbered 3sp", "fb8.c": "0105"}, "fb8", 10, None, None),
        row("11.23-1", {"fb8": "0105 unlimbered disordered", "fb8.c": "0105"}, "fb8", 10, None, None),
        row("11.23-1", {"fb6": "0105 unlimbered", "fb6.c": "0105"}, "fb6", 9, None, None),
        row("11.22-2", BATTERY, "fb8", 5, Weather(4), None),
        row("11.22-2", BATTERY, "fb8", 2, Weather(2), "minimum"),
    ],
)
def test_ranges(
    standing: Mapping[str, str], firer: str, distance: int, weather: Weather | None, found: str | None
) -> None:
    assert band(scene(standing, weather=weather), firer, distance) == found


@pytest.mark.parametrize(
    ("standing", "field", "firer", "distance", "found"),
    [
        row("11.0-F4-1", {"f1": "0505 7sp"}, None, "f1", 1, ("column", 2, 7)),
        row("11.51", {"f1": "0505", "f2": "0505 8sp"}, None, "f1", 1, ("column", 2, 9)),
        row("11.52", {"f1": "0505 line"}, None, "f1", 1, ("line", 2, 9)),
        row("11.11.3", {"f1": "0505 square", "f2": "0505 8sp square"}, None, "f1", 1, ("column", 2, 17)),
        row("11.0-F4-4 11.12.3 8.54.4-1", {"f12": "0505 general-order"}, VILLAGE, "f12", 1, ("skirmish", 2, 9)),
        row("8.54.4-1", {"f1": "0505 general-order"}, WOODS, "f1", 2, ("skirmish", 3, 9)),
        row("8.54.4-1", {"f1": "0505 4sp general-order"}, BRUSH, "f1", 1, ("skirmish", 2, 4)),
        row("11.0-F5 8.65D.1", {"flt.s1": "0505"}, WOODS, "flt.s1", 1, ("skirmish", 2, 2)),
        row("11.0-F5 8.65D.1", {"flt.s1": "0505"}, WOODS, "flt.s1", 2, ("skirmish", 3, 2)),
        row("8.65D.1", {"flt.s1": "0505"}, BRUSH, "flt.s1", 1, ("skirmish", 3, 2)),
        row("11.62-1 8.54.3", {"f1": "0505 8sp general-order", "flt.s1": "0505"}, None, "f1", 1, ("skirmish", 3, 9)),
        row("11.61-1", {"flt.s1": "0505", "flt.s2": "0505"}, None, "flt.s1", 1, ("skirmish", 3, 4)),
        row("8.54.9", {"f1": "0505 disordered"}, WOODS, "f1", 1, ("skirmish", 2, 9)),
        row("8.54.9", {"f1": "0505 disordered"}, None, "f1", 1, ("column", 2, 9)),
        row("11.0-4", {"r1": "0505 8sp line", "r2": "0505 7sp line"}, None, "r1", 1, ("line", 2, 8)),
        row(
            "11.0-4",
            {"fb8": "0505 5sp unlimbered", "fb8.c": "0505", "fb4": "0505 5sp unlimbered", "fb4.c": "0505"},
            None,
            "fb8",
            3,
            ("artillery", 2, 10),
        ),
        row("11.0-F4-2", {"fb8": "0505 6sp unlimbered", "fb8.c": "0505"}, None, "fb8", 3, ("artillery", 1, 6)),
        row(
            "9.4-2",
            {"fb8": "0505 unlimbered", "fb8.c": "0505", "fb4": "0505 unlimbered", "fb4.c": "0505"},
            None,
            "fb8",
            3,
            ("artillery", 2, 12),
        ),
    ],
)
def test_line_class_and_strength(
    standing: Mapping[str, str], field: HexField | None, firer: str, distance: int, found: tuple[str, int, int]
) -> None:
    at = scene(standing, field)
    assert (line(at, firer, "0505"), firing_class(at, firer, "0505", distance), strength(at, firer, "0505")) == found


@pytest.mark.parametrize(
    ("firer", "where"),
    [
        row("2.2 11.0-CRT", "pline", "infantry french"),
        row("2.2 11.0-CRT", "r1", "infantry russian"),
        row("2.2 11.0-CRT", "rb12", "guns"),
        row("2.2 11.0-CRT", "fb8", "guns"),
    ],
)
def test_the_tables_on_which_armies_fire(firer: str, where: str) -> None:
    charts = charts_of_the_game()
    tables = {"guns": charts.guns, **{f"infantry {nation}": one for nation, one in charts.infantry.items()}}
    assert table(scene({firer: "0505"}), firer) is tables[where]


def fire(standing: Mapping[str, str], firer: str, to: str, terms: Terms | None = None) -> Fire:
    """A fire that is allowed."""
    found = aim(scene(standing), firer, to, terms or Terms())
    assert isinstance(found, Fire), found
    return found


@pytest.mark.parametrize(
    ("standing", "firer", "terms", "modifier"),
    [
        row("11.71.2", {**BATTERY, "r1": "0405 line v4"}, "fb8", Terms(enemy_moves=True), -1),
        row("11.71.2", {**BATTERY, "r1": "0405 line v4"}, "fb8", Terms(), 0),
        row("11.0-MODS", {**BATTERY, "r1": "0405 10sp", "r2": "0405"}, "fb8", Terms(enemy_moves=True), 1),
        row("11.0-F6 11.41-2", {**BATTERY, "r1": "0405 10sp", "r2": "0405"}, "fb8", Terms(), 2),
        row("8.66-2", {"flt.s1": "0305", "r1": "0405"}, "flt.s1", Terms(displaced=True, enemy_moves=True), -1),
        row("11.53.1-2", {"f14": "0305 line v1", "r1": "0405"}, "f14", Terms(manner=CENTRE), 1),
    ],
)
def test_modifiers(standing: Mapping[str, str], firer: str, terms: Terms, modifier: int) -> None:
    assert fire(standing, firer, "0405", terms).modifier == modifier


@pytest.mark.rule("wv", "11.0-F6", "11.8")
def test_a_line_of_nine_fires_at_a_line_in_the_open() -> None:
    at = scene({"f1": "0505 line v1", "r1": "0605 line v5"})
    shot = aim(at, "f1", "0605")
    assert isinstance(shot, Fire)
    assert (shot.band, shot.column, shot.target.number, shot.modifier) == ("minimum", 8, 2, 0)
    assert [read(at, shot, die) for die in range(10)] == ["0", "0", "M", "1", "1", "1", "2", "2", "2", "3"]


@pytest.mark.rule("wv", "11.93.2-1", "11.93.2-2")
def test_a_battery_without_ammunition_fires_by_the_next_line_and_costs_one_point() -> None:
    full = fire({"fb8": "0305 v1 unlimbered", "fb8.c": "0305", **ENEMY}, "fb8", "0605")
    at = scene({"fb8": "0305 v1 unlimbered depleted", "fb8.c": "0305", **ENEMY})
    empty = aim(at, "fb8", "0605")
    assert isinstance(empty, Fire)
    assert (full.band, empty.band, full.column - empty.column) == ("medium", "medium", 2)
    assert {read(at, empty, die) for die in range(10)} == {"0", "M", "1"}


@pytest.mark.rule("wv", "11.23-2", "11.23-3")
def test_a_shot_at_extended_range_falls_short_or_over_by_its_first_die() -> None:
    at = scene({**BATTERY, "r1": "1005 column v4", "r2": "1105 line v4"})
    shot = aim(at, "fb8", "1005")
    assert isinstance(shot, Fire)
    assert shot.band == "extended"
    assert [impact(at, shot, die) for die in (0, 1, 6, 7, 8, 9)] == ["0905", "1005", "1005", "1105", "1105", "1205"]
    over = redirect(at, shot, "1105")
    assert over is not None
    assert (over.column, over.target.number, shot.target.number) == (shot.column, 2, 1)
    assert redirect(at, shot, "0905") is None


@pytest.mark.parametrize(
    ("strength_", "shift", "found"),
    [
        row("11.53.1-1", 13, 0, (7, 6)),
        row("11.53.1-1", 13, 2, (9, 4)),
        row("11.53.1-1", 13, -2, (4, 9)),
        row("11.53.1-1", 20, 0, (9, 9)),
    ],
)
def test_halves_of_an_extended_line(strength_: int, shift: int, found: tuple[int, int]) -> None:
    assert halves(strength_, shift, 9) == found


@pytest.mark.rule("wv", "11.62-1", "11.61-1")
def test_shares_of_skirmishers_are_bounded() -> None:
    standing = {"flt.s1": "0505", "flt.s2": "0505", **ENEMY}
    assert fire(standing, "flt.s1", "0605", Terms(strength=3)).strength == 3
    refused = aim(scene(standing), "flt.s1", "0605", Terms(strength=5))
    assert isinstance(refused, Refusal)
    assert refused.case == "11.62-1"


# -- zones -----------------------------------------------------------------------------------


@pytest.mark.rule("wv", "11.21-1")
def test_the_zone_of_a_line_is_two_hexes_and_three_behind_them() -> None:
    at = scene({"f1": "0505 line v0"})
    assert zone(at, "f1", MINIMUM) == ("0404", "0504")
    assert zone(at, "f1") == ("0403", "0404", "0503", "0504", "0603")
    assert zone(at, "f1", MEDIUM) == ()


@pytest.mark.parametrize(
    ("to", "upto", "inside"),
    [
        row("11.21-2", "0305", MINIMUM, True),
        row("11.21-2", "0305", MEDIUM, True),
        row("11.21-2", "0405", MINIMUM, False),
        row("11.21-2", "0405", MEDIUM, True),
        row("11.21-2", "0505", MEDIUM, True),
        row("11.21-2", "0605", MEDIUM, False),
        row("11.21-2", "0605", MAXIMUM, True),
        row("11.21-2", "1005", MAXIMUM, False),
    ],
)
def test_zones_of_a_battery_hold_the_nearer_ones(to: str, upto: str, inside: bool) -> None:
    assert in_zone(scene(BATTERY), "fb8", to, upto) is inside
