"""The fire tables of Winter's Victory rise as the text wants, and what the text prints of fire is in the data."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.winters_victory.fire_charts import (
    ARTILLERY,
    BANDS,
    COLUMN,
    EXTENDED,
    LINE,
    MAXIMUM,
    MEDIUM,
    MINIMUM,
    SKIRMISH,
    fire_faults,
    read_ammunition,
    read_fire_table,
)
from tests.rulesets.winters_victory.winter import ID, data, fire_rules, fire_table

rule = pytest.mark.rule
INFANTRY, GUNS = "infantry-french", "artillery"


def row(case: str, *values: Any) -> Any:
    return pytest.param(*values, marks=rule(ID, case), id=f"{case} {' '.join(map(str, values))}")


@rule(ID, "11.0-CRT")
@pytest.mark.parametrize("name", [INFANTRY, "infantry-russian", GUNS])
def test_tables_rise_with_die_class_strength_and_nearness(name: str) -> None:
    table = fire_table(name)
    assert fire_faults(table) == []
    assert set(table.targets) == {1, 2, 3, 4, 5} and set(table.firers) == {1, 2, 3}
    assert set(table.lines) == ({ARTILLERY} if name == GUNS else {LINE, COLUMN, SKIRMISH})
    assert data(f"charts/fire-{name}")["from"] == "stand-in"


@rule(ID, "11.0-CRT")
def test_the_tables_of_both_infantries_lie_apart_and_are_the_same() -> None:
    assert fire_table(INFANTRY) == fire_table("infantry-russian")


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        ({"target-classes": {"1": "0", "2": "1", "3": "0", "4": "-1", "5": "-2"}}, "easier to hit"),
        ({"firing-classes": {"1": "0", "2": "1", "3": "-1"}}, "worse class"),
        ({"columns": [["5", "7", "10", "13"], ["9", "11", "-", "-"]]}, "further right does less"),
        ({"columns": [["9", "7", "10", "13"]]}, "do not rise"),
    ],
)
def test_what_falls_is_told(spoil: dict[str, Any], says: str) -> None:
    faults = fire_faults(read_fire_table({**data(f"charts/fire-{INFANTRY}"), **spoil}))
    assert any(says in fault for fault in faults)


COLUMNS = (
    # table, line, range, strength, firing class, disordered, column
    row("11.0-F4-1", INFANTRY, LINE, MINIMUM, 9, 2, False, 8),
    row("11.0-F4-1", INFANTRY, COLUMN, MINIMUM, 14, 2, False, 5),
    row("11.0-F4-2", GUNS, ARTILLERY, MINIMUM, 12, 2, False, 11),
    row("11.0-F4-2", GUNS, ARTILLERY, MEDIUM, 6, 2, False, 5),
    row("11.0-F5", INFANTRY, LINE, MINIMUM, 6, 1, False, 7),
    row("11.0-F5", INFANTRY, SKIRMISH, MINIMUM, 1, 3, False, 0),
    row("11.0-F4-3", INFANTRY, LINE, MINIMUM, 2, 2, True, 0),
    row("7.21.1-2", INFANTRY, LINE, MAXIMUM, 4, 2, True, None),
    row("11.0-F4-3", GUNS, ARTILLERY, MEDIUM, 1, 2, True, 0),
    row("7.21.1-2", GUNS, ARTILLERY, MAXIMUM, 3, 2, True, None),
    row("11.0-F4-1", INFANTRY, LINE, MAXIMUM, 2, 2, False, 0),
    row("11.23-1", GUNS, ARTILLERY, EXTENDED, 3, 1, False, None),
    row("11.23-1", GUNS, ARTILLERY, EXTENDED, 4, 1, False, 1),
    row("11.0-F2", INFANTRY, LINE, MEDIUM, 9, 1, False, None),
)


@pytest.mark.parametrize(("table", "line", "band", "strength", "firing", "disordered", "column"), COLUMNS)
def test_strength_and_range_make_a_column(
    table: str, line: str, band: str, strength: int, firing: int, disordered: bool, column: int | None
) -> None:
    assert fire_table(table).column(line, band, strength, firing, disordered=disordered) == column


@rule(ID, "2.6")
@rule(ID, "11.0-F6")
@rule(ID, "11.8")
def test_the_die_is_read_with_class_and_modifiers() -> None:
    table = fire_table(INFANTRY)
    assert [table.result(8, 3, die) for die in range(10)] == ["0", "0", "0", "M", "1", "1", "1", "2", "2", "2"]
    assert table.result(0, 3, 9, 2) == "1"
    assert sum(table.chances(8, 1).values()) == 1
    # A full line at a line in the open loses it some 1.2 points.
    assert sum(int(code) * part for code, part in table.chances(8, 2).items() if code.isdigit()) * 10 == 12


RANGES = (
    row("11.0-F2", "infantry", 1, MINIMUM),
    row("11.0-F2", "infantry", 2, MAXIMUM),
    row("11.0-F2", "infantry", 3, None),
    row("11.0-F2", "artillery", 2, MINIMUM),
    row("11.0-F2", "artillery", 4, MEDIUM),
    row("11.0-F2", "artillery", 8, MAXIMUM),
    row("11.0-F2", "artillery", 12, EXTENDED),
    row("11.0-F2", "artillery", 13, None),
)


@pytest.mark.parametrize(("arm", "distance", "band"), RANGES)
def test_distances_are_ranges(arm: str, distance: int, band: str | None) -> None:
    assert fire_rules().band(arm, distance) == band


TARGETS = (
    row("11.0-F3-TC1", "column", 1, 1),
    row("11.0-F3-TC1", "square", 1, 1),
    row("11.42", "enfiladed", 1, 1),
    row("11.0-F3-TC2", "line", 2, 2),
    row("11.0-F3-TC2", "cavalry", 2, 2),
    row("11.0-F3-TC2", "limbered", 2, 1),
    row("11.41-2", "massed", 2, 1),
    row("11.0-F3-TC3", "unlimbered", 3, 3),
    row("11.0-F3-TC3", "routed", 3, 3),
    row("11.45-1", "screened", None, 3),
    row("11.46-2", "fired-through", None, 4),
    row("11.13", "light-cover-side", 3, 3),
    row("11.43", "light-cover-few", 4, 4),
    row("11.0-F3-TC4", "soft-cover", 4, 4),
    row("11.0-F3-TC5", "hard-cover", 5, 5),
)


@pytest.mark.parametrize(("what", "infantry", "artillery"), TARGETS)
def test_targets_have_classes(what: str, infantry: int | None, artillery: int | None) -> None:
    found = fire_rules()
    assert (found.target_class(what, "infantry"), found.target_class(what, "artillery")) == (infantry, artillery)


@rule(ID, "11.0-F3-TC2")
@pytest.mark.parametrize(
    ("strength", "classes"), [(1, (3, 3)), (4, (3, 3)), (5, (1, 2)), (7, (1, 2)), (8, (2, 1)), (12, (2, 1))]
)
def test_loose_targets_go_by_strength(strength: int, classes: tuple[int, int]) -> None:
    found = fire_rules()
    what = found.loose_target(strength)
    assert (found.target_class(what, "infantry"), found.target_class(what, "artillery")) == classes


@rule(ID, "11.22-1")
@rule(ID, "11.23-1")
def test_batteries_reach_as_far_as_their_class() -> None:
    found = {name: (one.firing, one.maximum, one.extended) for name, one in fire_rules().batteries.items()}
    assert found == {
        "heavy-foot": (1, 8, 12),
        "heavy-horse": (1, 8, 0),
        "medium": (2, 8, 0),
        "russian-horse": (2, 6, 0),
        "light": (3, 6, 0),
        "russian-light": (3, 6, 0),
    }
    assert fire_rules().batteries["heavy-foot"].guns == 4


@rule(ID, "11.23-2")
def test_shots_at_extended_range_fall_short_or_over() -> None:
    assert [fire_rules().extended_shot[die] for die in range(10)] == [-1, 0, 0, 0, 0, 0, 0, 1, 1, 2]


@rule(ID, "11.0-MODS")
def test_the_die_of_fire_has_four_modifiers() -> None:
    found = {name: one.add for name, one in fire_rules().modifiers.items()}
    assert found == {"massed": 2, "extended-centre": 1, "enemy-movement": -1, "displaced": -1}


@rule(ID, "11.44-2")
@rule(ID, "12.44")
def test_leaders_are_lost_by_high_dice() -> None:
    assert fire_rules().leader_loss == {"minimum": 8, "medium": 8, "maximum": 9, "shock": 7}


@rule(ID, "11.93-0")
@rule(ID, "11.93.1")
@rule(ID, "11.93.2-1")
@rule(ID, "11.93.2-2")
@rule(ID, "11.91-1")
@rule(ID, "11.92")
def test_ammunition_is_spent_by_high_dice() -> None:
    found = read_ammunition(data("charts/fire"))
    assert (found.start, found.most, found.most_loss) == (8, 1, 1)
    assert [found.spend[band] for band in BANDS] == [9, 8, 7, 5]
    assert found.depleted == {MINIMUM: MEDIUM, MEDIUM: MAXIMUM}
    assert found.skirmishers == {"depleted-on": 9, "morale": 2, "path": 4}


@rule(ID, "11.12.1-1")
@rule(ID, "11.12.1-2")
@rule(ID, "11.12.3")
def test_hard_cover_wins_and_nine_points_fire_out_of_it() -> None:
    assert fire_rules().precedence[:2] == ("hard-cover", "soft-cover")
    assert (fire_rules().most, fire_rules().few) == (9, 4)
