"""The catalogue of Winter's Victory is whole, and sources and tests cite its cases alone."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from tests.places import PROJECT
from tests.rulesets.winters_victory.winter import HOME, data

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


CASE = r"[0-9A-Z][0-9A-Za-z.-]*"
MARKED = re.compile(r'\brule\((?:ID|TAG|"wv"), ?((?:"[^"]+",? ?)+)\)|\brow\(\s*("[^"]+")')


def test_cases_that_are_cited_are_in_the_catalogue() -> None:
    """A section's number is no case: `17.11-1` is one, `17.11` is none."""
    sources = [(path, re.findall(rf'"""wv ({CASE}(?:,\s+{CASE})*):', text)) for path, text in texts(HOME)]
    cited = {(path.name, case) for path, found in sources for one in found for case in re.findall(CASE, one)}
    marked = {
        (path.name, case)
        for path, text in texts(TESTS)
        for found in MARKED.findall(text)
        for case in re.findall(CASE, " ".join(found))
    }
    cases = known()
    assert [one for one in sorted(cited | marked) if one[1] not in cases] == []
    assert len(cited) > 800 and len(marked) > 800


def texts(folder: Path) -> list[tuple[Path, str]]:
    """The sources below a folder."""
    return [(path, path.read_text("utf-8")) for path in sorted(folder.rglob("*.py"))]
