"""The rulebook's tables, cell by cell, and the catalogue's cases of them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pbem.wargame.data_reader import read_data
from pbem.wargame.faults import DataFaults
from rulesets.jours_de_gloire.tables import Charts, average_cohesion, read_charts
from tests.rulesets.jours_de_gloire.world import rule_files, small

CHARTS: Charts = small().charts

# As printed, a dot for a blank cell.
COMBAT = """
 -1: .  .  .  .  .  .  .  .  .  1
  0: .  .  .  .  .  .  .  .  1  1
  1: .  .  .  .  .  .  .  1  1  1
  2: .  .  .  .  .  .  1  1  1  1
  3: .  .  .  .  .  1  1  1  1  2
  4: .  .  .  .  1  1  1  1  2  2
  5: .  .  .  1  1  1  1  2  2  2*
  6: .  .  1  1  1  1  2  2  3* 3
  7: .  1  1  1  1  2  2  2* 3  3
  8: 1  1  1  1  2  2  3* 3  3  4
  9: 1  1  1  2  2  2* 3  3  4  4
 10: 1  1  2  2  3* 3  3  4  4  5
"""
ARTILLERY = """
  1: .  .  .
  2: .  .  .
  3: .  .  .
  4: .  1  1
  5: 1  1  1
  6: 1  1  2*
"""
PURSUIT = """
  1: .  .  .
  2: .  .  .
  3: .  1  1
  4: .  1  1
  5: 1  1  1
  6: 1  1  2
"""
RECONNAISSANCE = """
  0: .  .  .
  1: .  .  1
  2: .  1  1
  3: 1  1  1
  4: 1  1  2
  5: 1  2  2
  6: 2  2  3
  7: 2  2  3
  8: 2  3  4
"""
FORCED_MARCH = """
  1: .  .  .
  2: .  .  .
  3: .  .  .
  4: .  1  1
  5: 1  1  1
  6: 1  1  2
"""
# Lowest and highest figure of each column.
PF = ((1, 3), (4, 6), (7, 10), (11, 15), (16, 21), (22, 29), (30, 40), (41, 60), (61, 80), (81, 200))
BONUS = ((0, 4), (5, 9), (10, 30))
RIDERS = ((1, 2), (3, 4), (5, 20))
MARCHERS = ((1, 4), (5, 9), (10, 40))


def cells(text: str) -> list[tuple[int, int, str]]:
    """Die, index of the column and cell for every cell of a table."""
    found = []
    for line in text.strip().splitlines():
        die, _, row = line.partition(":")
        found += [(int(die), column, cell.replace(".", "0")) for column, cell in enumerate(row.split())]
    return found


@pytest.mark.rule("jdg", "T-COMBAT")
@pytest.mark.rule("jdg", "8.4-1")
@pytest.mark.parametrize(("die", "column", "cell"), cells(COMBAT))
def test_combat_cell(die: int, column: int, cell: str) -> None:
    for pf in PF[column]:
        assert CHARTS.column_of(pf) == column
        assert CHARTS.combat(column, die) == (int(cell.rstrip("*")), cell.endswith("*"))


@pytest.mark.rule("jdg", "T-ART")
@pytest.mark.parametrize(("die", "column", "cell"), cells(ARTILLERY))
def test_artillery_cell(die: int, column: int, cell: str) -> None:
    for bonus in BONUS[column]:
        assert CHARTS.artillery(bonus, die) == (int(cell.rstrip("*")), cell.endswith("*"))


@pytest.mark.rule("jdg", "T-PUR")
@pytest.mark.parametrize(("die", "column", "cell"), cells(PURSUIT))
def test_pursuit_cell(die: int, column: int, cell: str) -> None:
    assert [CHARTS.pursuit(bonus, die) for bonus in BONUS[column]] == [int(cell)] * 2


@pytest.mark.rule("jdg", "T-RECON")
@pytest.mark.parametrize(("die", "column", "cell"), cells(RECONNAISSANCE))
def test_reconnaissance_cell(die: int, column: int, cell: str) -> None:
    assert [CHARTS.recon(pf, die) for pf in RIDERS[column]] == [int(cell)] * 2


@pytest.mark.rule("jdg", "T-MARCH")
@pytest.mark.parametrize(("die", "column", "cell"), cells(FORCED_MARCH))
def test_forced_march_cell(die: int, column: int, cell: str) -> None:
    assert [CHARTS.forced_march(pf, die) for pf in MARCHERS[column]] == [int(cell)] * 2


def test_the_tables_have_no_other_cells() -> None:
    sizes = {name: len(grid.bounds) * len(grid.table.dice) for name, grid in CHARTS.grids.items()}
    texts = (COMBAT, ARTILLERY, PURSUIT, RECONNAISSANCE, FORCED_MARCH)
    assert list(sizes.values()) == [len(cells(text)) for text in texts]


@pytest.mark.rule("jdg", "T-COMBAT")
@pytest.mark.parametrize(
    ("pf", "die", "lost"), [(21, 7, 1), (90, 10, 5), (90, 14, 5), (90, -2, 0), (90, -1, 1), (0, 10, 1)]
)
def test_combat_cases(pf: int, die: int, lost: int) -> None:
    assert CHARTS.combat(CHARTS.column_of(pf), die).pf == lost


@pytest.mark.rule("jdg", "T-COMBAT-COL")
@pytest.mark.parametrize(("column", "by", "after"), [(4, 2, 6), (4, -1, 3), (0, -2, 0), (9, 3, 9), (8, 3, 9)])
def test_shifts_stop_at_the_outer_columns(column: int, by: int, after: int) -> None:
    assert CHARTS.shift(column, by) == after


@pytest.mark.rule("jdg", "T-ART")
@pytest.mark.parametrize(("bonus", "die", "lost"), [(5, 4, 1), (4, 4, 0)])
def test_artillery_cases(bonus: int, die: int, lost: int) -> None:
    assert CHARTS.artillery(bonus, die).pf == lost


@pytest.mark.rule("jdg", "T-PUR")
@pytest.mark.parametrize(("bonus", "die", "lost"), [(3, 4, 0), (7, 3, 1)])
def test_pursuit_cases(bonus: int, die: int, lost: int) -> None:
    assert CHARTS.pursuit(bonus, die) == lost


@pytest.mark.rule("jdg", "T-RECON")
@pytest.mark.parametrize(
    ("pf", "die", "shown"), [(2, 6, 2), (5, 8, 4), (9, 8, 4), (1, 2, 0), (3, 11, 3), (5, -3, 0), (0, 8, 0)]
)
def test_reconnaissance_cases(pf: int, die: int, shown: int) -> None:
    assert CHARTS.recon(pf, die) == shown


@pytest.mark.rule("jdg", "T-MARCH")
@pytest.mark.parametrize(("pf", "die", "lost"), [(4, 5, 1), (10, 6, 2), (4, 4, 0), (10, 8, 2), (10, -1, 0)])
def test_forced_march_cases(pf: int, die: int, lost: int) -> None:
    assert CHARTS.forced_march(pf, die) == lost


# -- weather ------------------------------------------------------------------------------

WINTER = ("clear", "clear", "clear", "rain*", "snow", "snow")
SPRING = ("clear", "clear", "clear", "clear", "rain", "rain*")
SUMMER = ("clear", "clear", "clear", "clear", "clear", "rain")
AUTUMN = ("clear", "clear", "clear", "rain*", "rain*", "snow")
MONTHS = {
    "january": (WINTER, 1),
    "february": (WINTER, 1),
    "march": (WINTER, -1),
    "april": (SPRING, 1),
    "may": (SPRING, 0),
    "june": (SPRING, -1),
    "july": (SUMMER, -1),
    "august": (SUMMER, 0),
    "september": (SUMMER, 1),
    "october": (AUTUMN, 0),
    "november": (AUTUMN, 0),
    "december": (AUTUMN, 1),
}


@pytest.mark.rule("jdg", "T-WEATHER")
@pytest.mark.parametrize("month", MONTHS)
def test_weather_of_every_month_and_die(month: str) -> None:
    column, modifier = MONTHS[month]
    for die in range(1, 7):
        cell = column[min(max(die + modifier, 1), 6) - 1]
        assert CHARTS.weather(month, die) == (cell.rstrip("*"), cell.endswith("*"))


@pytest.mark.parametrize(
    ("month", "die", "kind", "mud_next"),
    [
        pytest.param("april", 6, "rain", True, marks=pytest.mark.rule("jdg", "3.1-1")),
        pytest.param("july", 6, "clear", False, marks=pytest.mark.rule("jdg", "3.1-1")),
        pytest.param("january", 3, "rain", True, marks=pytest.mark.rule("jdg", "3.1-RS")),
        pytest.param("january", 4, "snow", False, marks=pytest.mark.rule("jdg", "T-WEATHER")),
        pytest.param("october", 5, "rain", True, marks=pytest.mark.rule("jdg", "T-WEATHER")),
        pytest.param("may", 5, "rain", False, marks=pytest.mark.rule("jdg", "T-WEATHER")),
    ],
)
def test_weather_cases(month: str, die: int, kind: str, mud_next: bool) -> None:
    assert CHARTS.weather(month, die) == (kind, mud_next)


@pytest.mark.parametrize(
    ("table", "weather", "modifier"),
    [
        pytest.param("pursuit", "rain", -1, marks=pytest.mark.rule("jdg", "3.1-R3")),
        pytest.param("pursuit", "snow", -1, marks=pytest.mark.rule("jdg", "3.1-S4")),
        pytest.param("artillery", "snow", -1, marks=pytest.mark.rule("jdg", "3.1-S4")),
        pytest.param("artillery", "rain", 0, marks=pytest.mark.rule("jdg", "3.1-S4")),
        pytest.param("forced-march", "mud", 2, marks=pytest.mark.rule("jdg", "3.1-M4")),
        pytest.param("forced-march", "snow", 1, marks=pytest.mark.rule("jdg", "3.1-S3")),
        pytest.param("forced-march", "clear", 0, marks=pytest.mark.rule("jdg", "3.1-2")),
    ],
)
def test_weather_modifiers(table: str, weather: str, modifier: int) -> None:
    assert CHARTS.weather_modifier(table, weather) == modifier


@pytest.mark.rule("jdg", "3.1-R3")
def test_rain_lowers_a_pursuit_of_five_to_the_line_of_four() -> None:
    modified = 5 + CHARTS.weather_modifier("pursuit", "rain")
    assert (modified, CHARTS.pursuit(4, modified), CHARTS.pursuit(4, 5)) == (4, 0, 1)


@pytest.mark.rule("jdg", "3.1-S4")
def test_snow_silences_the_guns_on_a_four() -> None:
    assert CHARTS.artillery(12, 4 + CHARTS.weather_modifier("artillery", "snow")).pf == 0


@pytest.mark.rule("jdg", "3.1-M2")
@pytest.mark.parametrize(("weather", "may"), [("clear", True), ("rain", True), ("snow", True), ("mud", False)])
def test_no_pursuit_in_mud(weather: str, may: bool) -> None:
    assert CHARTS.may_pursue(weather) is may


@pytest.mark.rule("jdg", "3.1-S2")
@pytest.mark.parametrize(
    ("chosen", "weather", "rounds"), [(3, "snow", 2), (1, "snow", 1), (4, "snow", 3), (3, "mud", 3)]
)
def test_snow_takes_a_round(chosen: int, weather: str, rounds: int) -> None:
    assert CHARTS.rounds(chosen, weather) == rounds


# -- the rest --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "step", "falls_from"),
    [
        pytest.param("poland", 2, 6, marks=pytest.mark.rule("jdg", "8.8-S2")),
        pytest.param("poland", 3, 5, marks=pytest.mark.rule("jdg", "8.8-S3")),
        pytest.param("poland", 4, 4, marks=pytest.mark.rule("jdg", "8.8-S4")),
        pytest.param("poland", 5, 2, marks=pytest.mark.rule("jdg", "8.8-S5")),
        pytest.param("poland", 6, 2, marks=pytest.mark.rule("jdg", "8.8-S5")),
        pytest.param("danube", 2, 5, marks=pytest.mark.rule("jdg", "A.8.8-S2")),
        pytest.param("danube", 3, 2, marks=pytest.mark.rule("jdg", "A.8.8-S3")),
        pytest.param("danube", 4, 2, marks=pytest.mark.rule("jdg", "A.8.8-S3")),
    ],
)
def test_sieges(game: str, step: int, falls_from: int) -> None:
    assert [CHARTS.siege_falls(game, step, die) for die in range(1, 7)] == [die >= falls_from for die in range(1, 7)]


def test_the_last_step_of_a_siege() -> None:
    assert (CHARTS.siege_steps("poland"), CHARTS.siege_steps("danube")) == (5, 3)


@pytest.mark.rule("jdg", "8.4-7")
def test_overrun() -> None:
    found = [CHARTS.overrun(die) for die in range(1, 8)]
    assert found == ["retreat", "retreat", "halved", "halved", "eliminated", "eliminated", "eliminated"]
    assert (CHARTS.number("overrun", "ratio"), CHARTS.number("overrun", "cavalry")) == (6, 1)


@pytest.mark.rule("jdg", "1.2.1-2")
@pytest.mark.parametrize(("values", "mean"), [([4, 3, 3], 3), ([5, 2, 2, 2, 2], 2), ([5, 4, 2], 3), ([4], 4), ([], 0)])
def test_average_cohesion(values: list[int], mean: int) -> None:
    assert average_cohesion(values) == mean


@pytest.mark.rule("jdg", "T-COMBAT-PF")
def test_multipliers_are_exact_and_multiply() -> None:
    half, quarter = CHARTS.fraction("multipliers", "fatigued", "attacker"), Fraction(1, 4)
    assert CHARTS.fraction("multipliers", "citadel", "attacker") == quarter
    assert 8 * half * CHARTS.fraction("multipliers", "cavalry-in-rough", "attacker") == 2
    assert CHARTS.fraction("multipliers", "cavalry-in-rough", "defender") == Fraction(1, 2)


NUMBERS = {
    "shifts flank attacker": 2,
    "shifts encircled attacker": 3,
    "shifts mountain attacker": -1,
    "shifts mountain defender": 0,
    "shifts defensive attacker": -1,
    "shifts defensive defender": 1,
    "shifts entrenched attacker": -2,
    "shifts entrenched defender": 1,
    "shifts fourth-round attacker": -1,
    "shifts fourth-round defender": -1,
    "dice bridge attacker": -2,
    "dice clear defender": 1,
    "dice late-round attacker": -1,
    "dice late-round defender": -1,
    "activation chief": 0,
    "activation linked-general": 0,
    "activation unlinked-general": 1,
    "activation linked-unit": 1,
    "activation unlinked-unit": 2,
    "activation entrench": 2,
    "reaction no-general": 1,
    "reaction general": -1,
    "reaction chief": -2,
    "reaction long-link modifier": 1,
    "tactics decisive value": 4,
    "tactics decisive general": 3,
    "tactics decisive least": 15,
    "tactics offensive value": 3,
    "tactics offensive least": 10,
    "tactics screen value": 2,
    "tactics skirmish value": 1,
    "tactics skirmish most": 10,
    "screen-limit few least": 3,
    "screen-limit printed most": 3,
    "morale bonus 0": 0,
    "morale bonus 1": 1,
    "morale bonus 2": 1,
    "morale bonus 3": 2,
    "morale bonus 4": 2,
    "withdrawal cavalry": 4,
    "withdrawal no-cavalry": 5,
    "withdrawal french": -1,
    "engineers destroy pf": 5,
    "engineers destroy points": 2,
    "engineers destroy enemy-across": 3,
    "engineers repair pf": 3,
    "engineers pontoon pf": 5,
    "engineers pontoon enemy-across-loss": 1,
    "encirclement pf": 3,
    "victory battle 4": 5,
    "victory battle 3": 3,
    "victory general": 1,
    "victory chief": 3,
    "victory losses each": 4,
    "victory losses points": 1,
    "victory margin": 3,
}


@pytest.mark.parametrize("path", NUMBERS)
def test_numbers(path: str) -> None:
    assert CHARTS.number(*path.split()) == NUMBERS[path]


@pytest.mark.rule("jdg", "6.4-3")
def test_bridges_behind_a_retreat() -> None:
    found = [CHARTS.value("demolition", str(die)) for die in range(1, 7)]
    assert found == ["costly", "destroyed", "costly", "destroyed", "costly", "stands"]


def test_a_bound_may_be_none() -> None:
    assert CHARTS.bound("tactics", "screen", "least") is None
    assert CHARTS.bound("tactics", "skirmish", "most") == 10


def test_broken_charts_are_refused_with_what_is_wrong() -> None:
    good = read_data("charts.yaml", rule_files()["charts.yaml"])
    rows = {**good["combat"]["rows"], "3": ["0"]}
    with pytest.raises(DataFaults, match="line 3 has 1 codes for 10 columns"):
        read_charts({**good, "combat": {**good["combat"], "rows": rows}})
    with pytest.raises(DataFaults, match="combat cannot be read"):
        read_charts({**good, "combat": {"columns": ["few"], "rows": {}}})
    with pytest.raises(DataFaults, match="lacks siege"):
        read_charts({name: value for name, value in good.items() if name != "siege"})
    with pytest.raises(DataFaults, match="no map"):
        read_charts([])
