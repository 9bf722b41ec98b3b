"""Every case of the rulebook has a function, a test, and a row for each of its worked cases."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from pbem.upkeep.coverage import coverage
from rulesets.jours_de_gloire import ruleset
from tests.places import PROJECT

HERE = Path(__file__).parent
# What the rulebook only explains.
PROSE = [
    "0-0",
    "0-1",
    "0-2",
    "0.2",
    "1.1-1",
    "1.2.1-1",
    "1.2.1-3",
    "1.2.1-4",
    "1.2.2-1",
    "1.2.2-2",
    "1.2.3",
    "A.1.2",
    "B.1.2",
]
# Prints case -> number of rows that bear its mark, as pytest collects them.
COUNT = """
import json, sys, pytest
from tests.rulesets.jours_de_gloire.test_coverage import counted

class Counter:
    def pytest_collection_finish(self, session):
        print("rows:" + json.dumps(counted(session.items)))

sys.exit(pytest.main(["--collect-only", "-qq", "-n0", "-p", "no:cacheprovider", *sys.argv[1:]], plugins=[Counter()]))
"""


def counted(items: Iterable[pytest.Item]) -> dict[str, int]:
    """Case -> number of rows that bear its mark."""
    rows: Counter[str] = Counter()
    for item in items:
        for mark in item.iter_markers("rule"):
            if mark.args[0] in ("jdg", "jours-de-gloire"):
                rows.update(mark.args[1:])
    return rows


@pytest.mark.slow
def test_every_entry_has_a_function_and_a_test() -> None:
    told = coverage(ruleset, PROJECT / "tests")
    lacking = [case["id"] for case in told["cases"] if not case["prose"] and not (case["functions"] and case["tests"])]
    assert lacking == []
    assert [case["id"] for case in told["cases"] if case["prose"]] == PROSE
    assert told["counts"]["left_out"] == 0 and told["counts"]["cases"] == 250


@pytest.fixture(scope="module")
def rows(request: pytest.FixtureRequest) -> dict[str, int]:
    collected = {item.path for item in request.session.items}
    if collected >= set(HERE.rglob("test_*.py")):
        return counted(request.session.items)
    # This run is of a part only.
    command = [sys.executable, "-c", COUNT, str(HERE)]
    run = subprocess.run(command, cwd=PROJECT, capture_output=True, encoding="utf-8", timeout=120, check=True)
    line = next(line for line in run.stdout.splitlines() if line.startswith("rows:"))
    found: dict[str, int] = json.loads(line.removeprefix("rows:"))
    return found


@pytest.mark.slow
def test_every_worked_case_has_a_row(rows: dict[str, int]) -> None:
    """The catalogue says how many cases an entry has; there are at least as many rows of tests with its mark."""
    cases = {entry["id"]: entry["cases"] for entry in ruleset.catalogue()["entries"]}
    assert sum(cases.values()) == 283
    assert {uid: number for uid, number in cases.items() if rows.get(uid, 0) < number} == {}
