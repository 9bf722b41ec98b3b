"""The catalogue of Winter's Victory is whole, and sources and tests cite its cases alone."""

from __future__ import annotations

import re
from collections import Counter

from pbem.upkeep.coverage import carried
from tests.places import PROJECT
from tests.rulesets.winters_victory.winter import HOME, ID, TAG, data

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
    assert sum(int(entry[3]) for entry in entries) == 1193
    assert {entry[2] for entry in entries} == KINDS
    assert all(entry[1] for entry in entries)


def test_prose_is_of_the_catalogue() -> None:
    prose = data("catalogue")["prose"]
    assert set(prose) <= known()
    assert len(prose) == len(set(prose)) == 8


def test_cases_that_are_cited_are_in_the_catalogue() -> None:
    """Those of data and their readers; rooms whose rules are being built are looked through when they stand."""
    cited = carried(HOME, TAG)
    building = ("winters_victory.board.", "winters_victory.rules.")
    assert {case for case, where in cited.items() if not all(one.startswith(building) for one in where)} <= known()
    texts = "".join(path.read_text("utf-8") for path in TESTS.glob("test_*.py"))
    assert set(re.findall(rf'rule\((?:ID|"{ID}"|"{TAG}"), "([^"]+)"', texts)) <= known()
