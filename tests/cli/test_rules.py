"""rules list, show, coverage."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.errors import Problem
from pbem.upkeep.coverage import carried, coverage, marked
from rulesets.napoleon_at_war import ruleset
from tests.cli.players import Player, assert_two_lines


def test_list_and_show(anna: Player) -> None:
    assert "napoleon-at-war" in anna.good("rules", "list").out
    assert "  for a first game: pbem new --scenario learning-jena" in anna.good("rules", "list").out.splitlines()
    assert "  for a first game: pbem new --scenario learning-pultusk" in anna.good("rules", "list").out.splitlines()
    books = {book["id"]: book for book in anna.good("rules", "list", "--json").json["rulesets"]}
    assert "jena-auerstadt" in books["napoleon-at-war"]["scenarios"]
    assert "eylau-1807" in books["jours-de-gloire"]["scenarios"]
    assert [books[name]["scenarios"][0] for name in sorted(books)] == [
        "learning-saalfeld",
        "learning-pultusk",
        "learning-jena",
        "learning-hougoumont",
        "learning-serpallen",
    ]
    assert [books[name]["learning"] for name in sorted(books)] == [
        ["learning-saalfeld"],
        ["learning-pultusk"],
        ["learning-jena"],
        ["learning-hougoumont"],
        ["learning-serpallen"],
    ]
    shown = anna.good("rules", "show", "napoleon-at-war").out
    assert "--option louis=false|true" in shown and "standing orders of french" in shown
    many = anna.good("rules", "show", "jours-de-gloire").out
    assert many.count("--option hiding=hidden|open") == many.count("standing orders of each army: tactic.attack") == 1
    # What only some scenarios offer stands with these.
    assert many.count("--option handicap=levelled|none") == 4 and "(Austrian 26)" in many
    assert anna.good("rules", "show", "napoleon-at-war", "--json").json["cases"] > 200
    assert_two_lines(anna("rules", "show", "chess"))
    assert_two_lines(anna("rules"))
    assert "coverage" in anna.good("rules", "--help").out


SOURCE = '''
class Zones:
    """naw 6.0-1, 6.1: controlled hexes."""

    def hold(self):
        """naw 5.13: a unit is held."""

        def inner():
            """naw 6.5: not doubled."""

def aside():
    """About naw 5.12: no carrier, for the docstring does not open with it."""
'''
TESTS = """
import pytest
ROWS = [pytest.param(1, marks=pytest.mark.rule("naw", "5.21")), pytest.param(2, marks=pytest.mark.rule("nlb", "5.22"))]

@pytest.mark.parametrize("n", ROWS)
def test_rows(n): ...

@pytest.mark.rule("naw", "5.13")
class TestHeld:
    @pytest.mark.rule("naw", "6.5")
    def test_held(self): ...

def helper(): ...
"""


def test_functions_carry_the_ids_that_open_their_docstrings(tmp_path: Path) -> None:
    (tmp_path / "book").mkdir()
    (tmp_path / "book/zones.py").write_text(SOURCE, encoding="utf-8")
    assert carried(tmp_path / "book", "naw") == {
        "6.0-1": ["book.zones.Zones"],
        "6.1": ["book.zones.Zones"],
        "5.13": ["book.zones.Zones.hold"],
        "6.5": ["book.zones.Zones.hold.inner"],
    }


def test_tests_carry_marks_on_themselves_their_class_and_their_rows(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/test_a.py").write_text(TESTS, encoding="utf-8")
    assert marked(tmp_path / "tests") == {
        "naw": {
            "5.21": ["tests/test_a.py::test_rows"],
            "5.13": ["tests/test_a.py::TestHeld::test_held"],
            "6.5": ["tests/test_a.py::TestHeld::test_held"],
        },
        "nlb": {"5.22": ["tests/test_a.py::test_rows"]},
    }


class Book:
    """As much of a ruleset as coverage looks at."""

    id = "napoleon-at-war"

    def __init__(self, home: Path, *cases: str) -> None:
        self.home = home
        self.cases = cases

    def catalogue(self) -> dict[str, object]:
        return {"entries": [{"id": case, "title": f"Case {case}", "prose": case == "2.1"} for case in self.cases]}


MARKS = """
import pytest
from tests.shared import BOOK, marks as cases

def rule(case):
    return pytest.mark.rule("naw", case)

@pytest.mark.rule(BOOK, "5.1")
def test_by_a_name_of_another_module(): ...

@pytest.mark.parametrize("n", [pytest.param(1, marks=rule("5.2")), pytest.param(2, marks=cases("5.3"))])
def test_by_a_function(n): ...

@other("5.4")
@pytest.mark.rule(UNKNOWN, "5.5")
@pytest.mark.slow("5.6")
def test_that_is_none(): ...
"""


def test_marks_may_be_made_by_names_and_functions(tmp_path: Path) -> None:
    """The tag or the ruleset's id; a constant, a function of one line, both of the module or of one that it imports."""
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/test_a.py").write_text(MARKS, encoding="utf-8")
    shared = (
        'BOOK = "napoleon-at-war"\n\ndef marks(*cases):\n    return [pytest.mark.rule(BOOK, one) for one in cases]\n'
    )
    (tmp_path / "tests/shared.py").write_text(shared.replace("BOOK, one", '"naw", one'), encoding="utf-8")
    assert marked(tmp_path / "tests") == {
        "napoleon-at-war": {"5.1": ["tests/test_a.py::test_by_a_name_of_another_module"]},
        "naw": {
            "5.2": ["tests/test_a.py::test_by_a_function"],
            "5.3": ["tests/test_a.py::test_by_a_function"],
        },
    }
    (tmp_path / "book").mkdir()
    cases = coverage(Book(tmp_path / "book", "5.1", "5.2", "5.3"), tmp_path / "tests")["cases"]  # type: ignore[arg-type]
    assert [len(case["tests"]) for case in cases] == [1, 1, 1]


def test_coverage_has_the_form_that_the_format_promises(tmp_path: Path) -> None:
    (tmp_path / "book").mkdir()
    (tmp_path / "tests").mkdir()
    (tmp_path / "book/zones.py").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "tests/test_a.py").write_text(TESTS, encoding="utf-8")
    book = Book(tmp_path / "book", "2.1", "5.13", "5.21", "6.0-1", "6.1", "6.5")
    told = coverage(book, tmp_path / "tests")  # type: ignore[arg-type]
    assert told["cases"][1] == {
        "id": "5.13",
        "title": "Case 5.13",
        "functions": ["book.zones.Zones.hold"],
        "tests": ["tests/test_a.py::TestHeld::test_held"],
        "prose": False,
        "left_out": "",
    }
    assert told["ruleset"] == "napoleon-at-war"
    assert told["counts"] == {
        "cases": 6,
        "prose": 1,
        "left_out": 0,
        "with_function": 4,
        "with_test": 3,
        "without_function": 1,
        "without_test": 2,
    }


def test_an_id_that_the_catalogue_lacks_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "book").mkdir()
    (tmp_path / "book/zones.py").write_text(SOURCE, encoding="utf-8")
    with pytest.raises(Problem, match=r"2 case ids.*6\.1 \(book\.zones\.Zones\), 6\.5"):
        coverage(Book(tmp_path / "book", "5.13", "6.0-1"), tmp_path / "none")  # type: ignore[arg-type]


def test_the_installed_rulebook_is_read_from_its_own_source() -> None:
    found = carried(ruleset.home, "naw")
    assert any(place.endswith("battle.combat.ground") for place in found["7.71"])
    assert len(found) > 150
