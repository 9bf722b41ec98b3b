"""The data of 1806: every figure bears a mark, the table rises, and what the text says of single counters holds."""

from __future__ import annotations

import re

import pytest

from pbem.upkeep.coverage import carried
from pbem.wargame.faults import DataFaults
from rulesets.campaign_1806.battlefield import read_chart
from rulesets.campaign_1806.charts import RESULTS, read_charts, rises
from rulesets.campaign_1806.roster import FOOT, HORSE, LEADERS, TRAINS, read_forces
from tests.places import PROJECT
from tests.rulesets.campaign_1806.country import HOME, ID, TAG, charts, data, forces

rule = pytest.mark.rule
TESTS = PROJECT / "tests" / "rulesets" / "campaign_1806"


def test_every_figure_bears_a_mark() -> None:
    marks = forces().marks()
    assert set(marks) == {"text", "invented", "history", "inferred"}
    assert sum(marks.values()) > 350


@rule(ID, "1.3")
@rule(ID, "1.31-2")
@rule(ID, "1.32")
def test_counters_are_of_three_sorts() -> None:
    kinds = {unit.kind for unit in forces().units.values()}
    assert kinds == {*FOOT, *HORSE, *LEADERS, *TRAINS}
    for unit in forces().units.values():
        assert unit.allowance > 0
        assert (unit.strength > 0 or unit.half) == unit.fights
        assert unit.weak == 0 or 0 < unit.weak < unit.strength
        assert bool(unit.command) == (unit.kind == "commander")


@rule(ID, "7.11-NOTE")
def test_napoleon_has_three_command_points() -> None:
    assert forces().units["napoleon"].command == 3


@rule(ID, "13.1")
def test_colbert_has_two_vedettes() -> None:
    vedettes = [unit for unit in forces().units.values() if unit.parent == "colbert"]
    assert [unit.name for unit in vedettes] == ["Colbert's vedette 1", "Colbert's vedette 2"]
    assert {unit.formation for unit in vedettes} == {"vi"}
    assert all(unit.points(reduced=False) * 2 == 1 for unit in vedettes)


@rule(ID, "12.11-1")
def test_the_sixth_corps_breaks_at_nine() -> None:
    level = forces().levels["vi"]
    assert (level.value, level.mark) == (9, "text")


@rule(ID, "9.12")
def test_trains_belong_to_formations() -> None:
    bridges = {u.id: u.formation for u in forces().units.values() if u.kind == "bridge-train"}
    assert len(bridges) == 4 and bridges["bridge-fr"] == "iii"
    baggage = [u.army for u in forces().units.values() if u.kind == "baggage-train"]
    assert sorted(baggage) == ["french", "prussian", "prussian"]


@rule(ID, "5.13")
def test_each_side_has_replacement_leaders_who_are_officers() -> None:
    spare = [u for u in forces().units.values() if "replacement" in u.traits]
    assert {u.army for u in spare} == {"french", "prussian"}
    assert {u.kind for u in spare} == {"officer"} and {u.command for u in spare} == {0}


@rule(ID, "6.11D")
def test_who_would_have_less_than_a_point_has_no_reduced_counter() -> None:
    assert all(unit.weak == 0 for unit in forces().units.values() if unit.strength == 1)


@rule(ID, "11.3")
def test_the_table_is_monotone_and_has_all_results() -> None:
    """A placeholder: what the text says of the published one holds for it."""
    table = charts().table
    assert rises(table) == []
    found = {table[column][die] for column in table.columns for die in table.dice}
    assert found == set(RESULTS)
    assert {"1-1", "2-1", "3-1", "4-1", "5-1"} <= set(table.columns)
    # 11.53C: De is possible against a chateau, so at 2-1 or below; the published variant: several Ex at 1-1 and 2-1.
    assert table["2-1"][1] == "De"
    assert [list(table[column].values()).count("Ex") for column in ("1-1", "2-1")] == [2, 2]


def test_a_table_that_falls_is_told() -> None:
    text = {**data("charts"), "results": {**data("charts")["results"], "6": ["De"] * 9}}
    assert "1-4: die 6" in rises(read_charts(text).table)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"results": {"1": ["De"] * 9}}, "2"),
        ({"columns": ["1-1", "2-1"]}, "9 codes for 2 columns"),
    ],
)
def test_charts_that_are_not_whole_are_refused(change: dict[str, object], says: str) -> None:
    with pytest.raises(DataFaults, match=says):
        read_charts({**data("charts"), **change})


def test_a_mark_that_nobody_explains_is_refused() -> None:
    units = data("units")
    with pytest.raises(ValueError, match="not explained"):
        read_forces({**units, "marks": {"text": "text"}})


def test_the_chart_bars_rivers_to_everybody() -> None:
    chart = read_chart(data("terrain"))
    assert chart.sides["river"].cross == {"foot": None, "horse": None}
    assert chart.sides["river"].bridged and not chart.sides["stream"].bridged and not chart.zones_over_bridges


def test_cases_that_are_cited_are_in_the_catalogue() -> None:
    known = {entry[0] for entry in data("catalogue")["entries"]}
    assert len(known) == 459
    assert set(carried(HOME, TAG)) <= known
    texts = "".join(path.read_text("utf-8") for path in TESTS.rglob("test_*.py"))
    marked = re.findall(r'rule\(ID, "([^"]+)"', texts)
    rowed = [case for row in re.findall(r'row\(\s*"([^"]+)"', texts) for case in row.split()]
    assert {*marked, *rowed} <= known
    assert len(set(rowed)) > 100
