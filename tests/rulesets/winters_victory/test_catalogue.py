"""The catalogue of Winter's Victory is whole, and sources and tests cite its cases alone."""

from __future__ import annotations

import re
from collections import Counter

from pbem.upkeep.coverage import carried
from tests.places import PROJECT
from tests.rulesets.winters_victory.winter import HOME, TAG, data

TESTS = PROJECT / "tests" / "rulesets" / "winters_victory"
KINDS = {
    "chart",
    "data",
    "exception",
    "optional",
    "reinforcement",
    "rule",
    "sequence",
    "setup",
    "table",
    "terrain",
}


def known() -> set[str]:
    return {entry[0] for entry in data("catalogue")["entries"]}


def test_the_catalogue_has_every_case_once() -> None:
    entries = data("catalogue")["entries"]
    assert len(entries) == 854
    assert [case for case, number in Counter(entry[0] for entry in entries).items() if number > 1] == []
    assert sum(int(entry[3]) for entry in entries) == 1190
    assert {entry[2] for entry in entries} == KINDS
    assert all(entry[1] for entry in entries)


def test_prose_is_of_the_catalogue() -> None:
    prose = data("catalogue")["prose"]
    assert set(prose) <= known()
    assert len(prose) == len(set(prose)) == 10


READERS = (
    "battlefield",
    "calendar",
    "chain",
    "charts",
    "command_charts",
    "fire_charts",
    "morale_charts",
    "opening",
    "playbook",
    "roster",
    "scenarios_data",
    "shock_charts",
)
"""Modules that read data; rooms whose rules are being built are looked through when they stand."""
READING = (
    "test_charts",
    "test_fire_charts",
    "test_map",
    "test_opening",
    "test_roster",
    "test_scenarios",
    "test_terrain",
)


def test_cases_that_are_cited_are_in_the_catalogue() -> None:
    by_readers = {
        case for case, where in carried(HOME, TAG).items() if any(one.split(".")[1] in READERS for one in where)
    }
    assert by_readers <= known()
    texts = "".join((TESTS / f"{name}.py").read_text("utf-8") for name in READING)
    assert set(re.findall(r'(?:rule\(ID,|row\() ?"([^"]+)"', texts)) <= known()
    assert len(by_readers) > 150
