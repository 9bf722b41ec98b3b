"""Every case of every installed rulebook has a function, a test, and a row for each of its worked cases."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from pbem.campaign.core import rulebooks
from pbem.upkeep.coverage import coverage, marked, tag_of
from tests.places import PROJECT
from tests.tiers import READ

HERE = Path(__file__).parent
# What the rulebooks only explain.
PROSE = {
    "1806": "",
    "jours-de-gloire": "0-0 0-1 0-2 0.2 1.1-1 1.2.1-1 1.2.1-3 1.2.1-4 1.2.2-1 1.2.2-2 1.2.3 A.1.2 B.1.2",
    "napoleon-at-war": "2.1 2.2 2.5 21.1 21.2 22.0",
    "napoleons-last-battles": "1.0 2.2-2 7.4C 17.0 22.6C",
    "winters-victory": "4.1.1C.2 5.4-2 6.65-3 7.55 7.61D 7.63-7.64 10.5 11.53-OPT 12.54.3 17.74",
}
# Entries of the catalogue, and their worked cases.
SIZE = {
    "1806": (459, 559),
    "jours-de-gloire": (250, 283),
    "napoleon-at-war": (217, 248),
    "napoleons-last-battles": (535, 760),
    "winters-victory": (854, 1190),
}
# Prints mark -> case -> number of rows that bear it, as pytest collects them.
COUNT = """
import json, sys, pytest
from tests.rulesets.test_coverage import counted

class Counter:
    def pytest_collection_finish(self, session):
        print("rows:" + json.dumps(counted(session.items)))

sys.exit(pytest.main(["--collect-only", "-qq", "-n0", "-p", "no:cacheprovider", *sys.argv[1:]], plugins=[Counter()]))
"""


def counted(items: Iterable[pytest.Item]) -> dict[str, dict[str, int]]:
    """What a mark calls the ruleset -> case -> number of rows that bear it."""
    rows: dict[str, Counter[str]] = {}
    for item in items:
        for mark in item.iter_markers("rule"):
            rows.setdefault(mark.args[0], Counter()).update(mark.args[1:])
    return {book: dict(found) for book, found in rows.items()}


@pytest.mark.slow
def test_every_entry_has_a_function_and_a_test() -> None:
    """What the rulebook only explains is called prose, and nothing is left out; no source names other cases. All tests
    are read once for all rulebooks."""
    marks = marked(PROJECT / "tests")
    for name in rulebooks.names():
        told = coverage(rulebooks.ruleset(name), marks)
        due = [case for case in told["cases"] if not case["prose"]]
        assert [case["id"] for case in due if not (case["functions"] and case["tests"])] == [], name
        assert told["counts"]["left_out"] == 0
        assert [case["id"] for case in told["cases"] if case["prose"]] == PROSE[name].split()
        assert told["counts"]["cases"] == SIZE[name][0]


def rows_of(config: pytest.Config) -> dict[str, dict[str, int]]:
    read = config.stash[READ]
    if {item.path for item in read} >= set(HERE.rglob("test_*.py")):
        return counted(read)
    # This run is of a part only.
    command = [sys.executable, "-c", COUNT, str(HERE)]
    run = subprocess.run(command, cwd=PROJECT, capture_output=True, encoding="utf-8", timeout=120, check=True)
    line = next(line for line in run.stdout.splitlines() if line.startswith("rows:"))
    found: dict[str, dict[str, int]] = json.loads(line.removeprefix("rows:"))
    return found


def test_every_worked_case_has_a_row(request: pytest.FixtureRequest) -> None:
    """The catalogue says how many cases an entry has; there are at least as many rows of tests with its mark.

    In `make test`, which reads all files anyway: to read them for this test alone takes far longer than to count."""
    rows = rows_of(request.config)
    for name in rulebooks.names():
        ruleset = rulebooks.ruleset(name)
        cases = {entry["id"]: entry["cases"] for entry in ruleset.catalogue()["entries"]}
        borne = Counter(rows.get(tag_of(ruleset), {})) + Counter(rows.get(name, {}))
        assert sum(cases.values()) == SIZE[name][1]
        assert {uid: number for uid, number in cases.items() if borne[uid] < number} == {}, name
