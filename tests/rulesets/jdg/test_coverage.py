"""Every case of the rulebook has a function, a test, and a row for each of its worked cases."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.campaign.coverage import coverage
from rulesets.jours_de_gloire import ruleset

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
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
import collections, json, sys, pytest

class Counter:
    def pytest_collection_finish(self, session):
        rows = collections.Counter()
        for item in session.items:
            for mark in item.iter_markers("rule"):
                if mark.args[0] in ("jdg", "jours-de-gloire"):
                    rows.update(mark.args[1:])
        print("rows:" + json.dumps(rows))

sys.exit(pytest.main(["--collect-only", "-qq", "-n0", "-p", "no:cacheprovider", *sys.argv[1:]], plugins=[Counter()]))
"""


def test_every_entry_has_a_function_and_a_test() -> None:
    told = coverage(ruleset, ROOT / "tests")
    lacking = [case["id"] for case in told["cases"] if not case["prose"] and not (case["functions"] and case["tests"])]
    assert lacking == []
    assert [case["id"] for case in told["cases"] if case["prose"]] == PROSE
    assert told["counts"]["left_out"] == 0 and told["counts"]["cases"] == 250


@pytest.fixture(scope="module")
def rows() -> dict[str, int]:
    folders = [str(HERE.parent / name) for name in ("jdg", "jdg_battle", "jdg_play")]
    command = [sys.executable, "-c", COUNT, *folders]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=120, check=True)
    line = next(line for line in run.stdout.splitlines() if line.startswith("rows:"))
    found: dict[str, int] = json.loads(line.removeprefix("rows:"))
    return found


def test_every_worked_case_has_a_row(rows: dict[str, int]) -> None:
    """The catalogue says how many cases an entry has; there are at least as many rows of tests with its mark."""
    cases = {entry["id"]: entry["cases"] for entry in ruleset.catalogue()["entries"]}
    assert sum(cases.values()) == 283
    assert {uid: number for uid, number in cases.items() if rows.get(uid, 0) < number} == {}
