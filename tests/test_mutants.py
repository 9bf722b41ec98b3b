"""`make mutants` with --generic: which faults are planted, that the checkout stays sound, and how a run goes on."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import mutants, mutants_hunt, mutants_scratch
from tests.conftest import cases_of
from tests.mutants_generic import KINDS, Mutant, compiles, draw, mutants_below, mutants_of, room_of
from tests.mutants_hunt import (
    EQUIVALENT,
    FIRST,
    KILLED,
    SAME,
    STAGES,
    SURVIVED,
    Bench,
    Equivalent,
    Hunt,
    Ledger,
    read_equivalent,
)
from tests.mutants_reach import Reach, lines_of
from tests.mutants_scratch import selection
from tests.places import PROJECT

SOURCE = '''"""Adds."""

from typing import Final

LIMIT: Final = 3  # as many as there are


class Sum:
    """A sum."""

    def add(self, one: int, other: "int" = 0, *, twice: bool = False) -> int:
        """Adds two numbers."""
        assert one > 0, "positive"
        if one < LIMIT and not twice:
            raise ValueError(f"{one} < {other}")
        self.last = min(one, other) + divmod(one, other)[0]
        return one - other

    def said(self, words: list[str]) -> str:
        return "ä" + "".join(word for word in words if word != "no way")
'''


def changes(source: str) -> dict[str, list[tuple[str, str]]]:
    """Kind -> what becomes what, as the bare texts that a fault replaces."""
    data = source.encode()
    found: dict[str, list[tuple[str, str]]] = {kind: [] for kind in KINDS}
    for one in mutants_of("pbem/sum.py", data):
        found[one.kind].append((data[one.start : one.end].decode(), one.new.decode()))
    return found


def test_each_kind_of_fault_is_found() -> None:
    assert changes(SOURCE) == {
        "comparison": [("<", "<="), ("<", ">="), ("!=", "==")],
        "off by one": [("3", "2"), ("3", "4"), ("0", "1"), ("0", "1")],
        "sign": [("+", "-"), ("-", "+")],
        "dropped": [
            ('raise ValueError(f"{one} < {other}")', "pass"),
            ("self.last = min(one, other) + divmod(one, other)[0]", "pass"),
        ],
        "arguments": [("one, other", "other, one")],
        "and/or": [("and", "or")],
        "negated": [("one < LIMIT and not twice", "not (one < LIMIT and not twice)")],
        "constant": [("False", "True"), ('"ä"', '""'), ('""', '"other"')],
    }


@pytest.mark.parametrize(
    ("source", "old", "new"),
    [
        ("a = b in c", "in", "not in"),
        ("a = b not in c", "not in", "in"),
        ("a = b is None", "is", "is not"),
        ("a = (b) >= (c)", ">=", ">"),
        ("a = b if not c else d", "not c", "c"),
        ("a = ä if b == 'é' or c > 1 else d", "or", "and"),
        ("while a(b):\n    break", "break", "pass"),
        ("def f():\n    if a:\n        return b\n    return c", "return b", "pass"),
        ("def f():\n    a()\n    del b\n    c += 1", "c += 1", "pass"),
        ("f(*a, b, c=d)\ng(a, b, c)", "b, c", "c, b"),
    ],
)
def test_a_fault_replaces_what_it_means_and_no_more(source: str, old: str, new: str) -> None:
    assert (old, new) in [pair for pairs in changes(source).values() for pair in pairs]


@pytest.mark.parametrize(
    "source",
    [
        "assert a < b",
        "a: int = b",
        "from a import b",
        "if TYPE_CHECKING:\n    a = 1",
        "@a(1)\ndef f() -> 'b':\n    'c'",
        "a = zip(c, c, strict=True)",
        "a = b'x y'",
        "f'{a < 1}'",
        "def f():\n    return a",
        "a = cast('b', c)",
        "a = Literal['b', 'c']",
        "a = (b  # < c\n    < c)",
        "raise_ = max(a, b)",
    ],
)
def test_what_changes_nothing_that_counts_is_left_alone(source: str) -> None:
    assert [pair for pairs in changes(source).values() for pair in pairs if pair[0] != source] == []


def test_the_difference_is_told_in_whole_lines() -> None:
    one = next(one for one in mutants_of("pbem/sum.py", SOURCE.encode()) if one.kind == "and/or")
    assert (one.line, one.scope) == (14, "Sum.add")
    assert one.diff() == "    -         if one < LIMIT and not twice:\n    +         if one < LIMIT or not twice:"
    assert b"LIMIT or not" in one.planted(SOURCE.encode())


def test_a_key_outlives_changes_elsewhere_and_tells_twins_apart() -> None:
    twins = "def f(a):\n    if a < 1:\n        g()\n    if a < 1:\n        g()\n"
    before = mutants_of("pbem/a.py", twins.encode())
    after = mutants_of("pbem/a.py", f"b = 1\n\n\n{twins}".encode())
    assert len({one.key for one in before}) == len(before)
    assert {one.key for one in before} <= {one.key for one in after}


@pytest.mark.slow
def test_every_fault_that_is_drawn_is_python() -> None:
    rooms = [*mutants_hunt.ROOMS, *mutants_hunt.PRACTICE]
    found = draw(mutants_below(PROJECT, rooms), 240, "any")
    assert len({one.key for one in found}) == 240
    assert {room_of(one.file) for one in found} == set(rooms) and {one.kind for one in found} == set(KINDS)
    for one in found:
        source = (PROJECT / one.file).read_bytes()
        assert compiles(one.planted(source)) and one.planted(source) != source
        assert source[one.start : one.end] != one.new


def test_a_draw_hangs_on_its_seed_alone() -> None:
    found = list(mutants_below(PROJECT, ["pbem/store"]))
    assert draw(found, 20, "one") == draw(reversed(found), 20, "one") != draw(found, 20, "two")
    assert not compiles(b"if a\n")


# -- a tree of its own --------------------------------------------------------------------------


MAKEFILE = 'test: setup\n\t$(BIN)/python -m pytest -n 2 --dist load -m "not slow and not later" $(PYTEST)\n'
TREE = {
    "Makefile": MAKEFILE,
    "pyproject.toml": '[tool.pytest.ini_options]\naddopts = "--import-mode=importlib"\nmarkers = ["slow", "later"]\n',
    "pbem/__init__.py": "",
    "pbem/store/sum.py": (
        "LIMIT = 3\n\n\ndef add(one, other):\n    return one + other\n\n\n"
        "def empty(n):\n    if n > LIMIT and (\n        n):\n        n += 1\n    n -= n\n    return n\n"
    ),
    "rulesets/__init__.py": "",
    "tests/store/test_sum.py": (
        "import pytest\nfrom pbem.store.sum import add, empty\n\ndef test_add():\n    assert add(2, 0) == 2\n\n"
        "def test_empty():\n    assert empty(3) == 0\n\n"
        "@pytest.mark.slow\ndef test_slow():\n    assert add(1, 1) == 2\n\n"
        "def test_broken():\n    assert False\n"
    ),
    "tests/cli/test_rest.py": (
        "import subprocess, sys\n\ndef test_more():\n    code = 'from pbem.store.sum import add; print(add(2, 3))'\n"
        "    assert subprocess.check_output([sys.executable, '-c', code]) == b'5\\n'\n"
    ),
    ".venv/lib/big": "",
}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name, text in TREE.items():
        path = tmp_path / "project" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path / "project"


@pytest.fixture
def bench(tree: Path, tmp_path: Path) -> Bench:
    return Bench(tmp_path, tmp_path / "kept", 1, tree, rooms=("pbem/store",))


ALL = {"5.1", "5.2", "5.3"}
ADD, EMPTY, BROKEN = (f"tests/store/test_sum.py::test_{name}" for name in ("add", "empty", "broken"))
MORE = "tests/cli/test_rest.py::test_more"


@pytest.mark.slow
def test_faults_are_planted_in_a_copy_and_taken_back(tree: Path, bench: Bench) -> None:
    (reach,) = bench.reaches
    assert reach.files["tests/store/test_sum.py"].failing == [BROKEN]
    found = [one for one in mutants_below(tree, ["pbem/store"]) if one.kind in ("sign", "dropped", "off by one")]
    faults = {one.before.strip(): one for one in found}
    assert set(faults) == {"LIMIT = 3", "return one + other", "n += 1", "n -= n"}
    add, empty = faults["return one + other"], faults["n -= n"]
    # Who runs the line, then who stands beside it; the slow test is none of `make test`, and the broken one no help.
    assert reach.stages(add) == ([ADD], [], [EMPTY, MORE])
    assert reach.stages(empty) == ([EMPTY], [], [ADD, MORE])
    # What is run at import belongs to all that run anything of the file, and so does what no test runs.
    for name in ("LIMIT = 3", "n += 1"):
        first, others, rest = reach.stages(faults[name])
        assert (set(first), others, rest) == ({ADD, EMPTY}, [], [MORE])
    # The two tests add nothing but nothing; a program that a third one starts does.
    assert [bench.judge(add, stage) for stage in STAGES] == ["", "", MORE]
    assert bench.judge(empty, FIRST) == EMPTY
    (scratch,) = bench.all
    for name, text in TREE.items():
        assert (tree / name).read_text("utf-8") == text
    assert (scratch.root / "pbem/store/sum.py").read_text("utf-8") == TREE["pbem/store/sum.py"]
    assert not (scratch.root / ".venv").exists()


@pytest.mark.slow
@pytest.mark.parametrize("body", ["while True: pass", "import time; time.sleep(99)"])
def test_tests_that_do_not_end_are_ended(bench: Bench, monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    monkeypatch.setattr(mutants_scratch, "IDLE", 2)
    (scratch,) = bench.all
    (scratch.root / "tests/cli/test_end.py").write_text(f"def test_end():\n    {body}\n", encoding="utf-8")
    assert scratch._run(["tests/cli/test_end.py"], "test", [], 1).noticed == "time limit"


@pytest.mark.slow
def test_a_fault_that_only_renames_cases_is_not_noticed_by_that(tree: Path, bench: Bench) -> None:
    (scratch,), (reach,) = bench.all, bench.reaches
    (fault,) = [one for one in mutants_below(tree, ["pbem/store"]) if one.after.startswith("LIMIT = 2")]
    for body, noticed in (("n < 9", ""), ("LIMIT == 3", "tests/cli/test_cases.py::test_case[0]")):
        text = "import pytest\nfrom pbem.store.sum import LIMIT\n\n@pytest.mark.parametrize('n', range(LIMIT))\n"
        path = scratch.root / "tests/cli/test_cases.py"
        path.write_text(f"{text}def test_case(n):\n    assert {body}\n", encoding="utf-8")
        assert scratch.judge(fault, ["tests/cli/test_cases.py::test_case[2]"], reach) == noticed


@pytest.mark.slow
def test_what_is_known_of_tests_is_recorded_anew_where_they_change(tree: Path, bench: Bench) -> None:
    (scratch,) = bench.all
    again = Reach(scratch.root, bench.reaches[0].kept, source=bench.reaches[0].source)
    ran: list[Sequence[str]] = []

    def run(tests: Sequence[str], *_: object) -> mutants_scratch.Ran:
        ran.append(tests)
        return mutants_scratch.Ran(0, (), {"tests/cli/test_rest.py::test_other": 0.5})

    scratch._run = run  # type: ignore[method-assign]
    scratch.record(again)
    assert ran == []
    (scratch.root / "tests/cli/test_rest.py").write_text("def test_other(): pass\n", encoding="utf-8")
    scratch.record(again)
    assert ran == [["tests/cli/test_rest.py"]]
    assert set(again.tests) == {ADD, EMPTY, "tests/cli/test_rest.py::test_other"}
    (scratch.root / "pbem/store/sum.py").write_text("# nothing\n", encoding="utf-8")
    # Tests of one folder are recorded by themselves, and the others when it is their turn.
    for below, due in (("tests/cli/", ["tests/cli/test_rest.py"]), ("tests/", ["tests/store/test_sum.py"])):
        again = replace(again, below=(below,))
        scratch.record(again)
        assert ran[-1] == due
    assert len(ran) == 3


def test_a_fault_lies_on_the_lines_of_its_statement(tmp_path: Path) -> None:
    path = tmp_path / "sum.py"
    text = TREE["pbem/store/sum.py"]
    path.write_text(text, encoding="utf-8")
    found = {(one.kind, one.line): lines_of(one, path) for one in mutants_of("sum.py", text.encode())}
    # The condition begins in line 9 and ends in line 10; what stands below it is no part of it.
    assert found["negated", 9] == range(9, 11) and found["comparison", 9] == range(9, 10)
    assert found["dropped", 11] == range(11, 12) and found["off by one", 1] == range(1, 2)


def test_the_tests_are_those_of_make_test(tree: Path) -> None:
    assert selection(tree, "test") == ("-m", "not slow and not later") and selection(tree, "slow") == ()
    assert selection(PROJECT, "test") != ()
    (tree / "Makefile").write_text("slow: setup  ## long\n\tpython -m pytest -n 3 --dist load --tier slow $(PYTEST)\n")
    selection.cache_clear()
    assert selection(tree, "slow") == ("--tier", "slow")


# -- what came of it ------------------------------------------------------------------------------


def mutant(number: int, file: str = "pbem/store/sum.py") -> Mutant:
    return Mutant(file, "sign", number, "add", 0, 1, b"-", f"one + {number}", f"one - {number}")


def hunt(folder: Path, noticed: dict[str, str], *, equivalent: Sequence[Equivalent] = (), **more: Any) -> Hunt:
    """noticed: numbers of a fault and of a stage -> what notices it. `calls` gets every try."""

    def judge(one: Mutant, stage: str) -> str:
        tried = f"{one.line} {STAGES.index(stage) + 1}"
        (folder / "calls").open("a").write(f"{tried}\n")
        return noticed.get(tried, "")

    return Hunt(Ledger(folder / "tried.jsonl"), equivalent, judge, **more)


def calls(folder: Path) -> list[str]:
    path = folder / "calls"
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    path.unlink(missing_ok=True)
    return lines


def test_all_against_few_tests_then_the_rest_against_more_and_nothing_twice(tmp_path: Path) -> None:
    noticed, four = {"1 1": "a::b", "2 2": "c::d", "3 3": "e::f"}, [mutant(number) for number in (1, 2, 3, 4)]
    some = hunt(tmp_path, noticed, stages=1)
    some.run(four)
    assert calls(tmp_path) == ["1 1", "2 1", "3 1", "4 1"]
    assert [some.outcome(one) for one in four] == [KILLED, FIRST, FIRST, FIRST]
    # A run that was stopped in the middle of a line goes on behind it.
    with (tmp_path / "tried.jsonl").open("a") as file:
        file.write('{"key": "torn')
    hunt(tmp_path, noticed, stages=2).run(four)
    assert calls(tmp_path) == ["2 2", "3 2", "4 2"]
    whole = hunt(tmp_path, noticed)
    whole.run(four)
    assert calls(tmp_path) == ["3 3", "4 3"]
    assert [whole.outcome(one) for one in four] == [KILLED, KILLED, KILLED, SURVIVED]
    hunt(tmp_path, noticed).run(four)
    assert calls(tmp_path) == []
    again = hunt(tmp_path, {"4 1": "g::h"}, again=True)
    again.run(four)
    assert calls(tmp_path) == ["4 1"] and again.outcome(four[3]) == KILLED


def test_the_table_counts_and_survivors_are_told_with_their_lines(tmp_path: Path) -> None:
    same = Equivalent("pbem/store/sum.py", "add", "one + 4", "one - 4", "four is nothing")
    found = hunt(tmp_path, {"1 1": "a::b"}, equivalent=[same])
    faults = [mutant(1), mutant(2), mutant(4), mutant(5, "pbem/engine/loop.py")]
    found.run(faults[:3])
    assert calls(tmp_path) == ["1 1", "2 1", "2 2", "2 3"] and found.outcome(faults[2]) == SAME
    lines = found.told(faults)
    assert lines[0].split() == ["room", "drawn", "not", "tried", "equivalent", "killed", "survived", "noticed"]
    assert lines[1].split() == ["pbem/engine", "1", "1", "0", "0", "0", "-"]
    assert lines[2].split() == ["pbem/store", "3", "0", "1", "1", "1", "50", "%"]
    assert lines[3].startswith("survived: pbem/store/sum.py:2 sign (add) [")
    assert lines[4:] == ["    - one + 2\n    + one - 2"]


@pytest.mark.parametrize(("killed", "practice", "enough"), [(19, 4, True), (18, 4, False), (19, 3, False)])
def test_how_many_are_enough(tmp_path: Path, killed: int, practice: int, enough: bool) -> None:
    others = [mutant(n, "rulesets/napoleon_at_war/practice/view.py") for n in range(100, 105)]
    noticed = {f"{n} 1": "a::b" for n in [*range(killed), *range(100, 100 + practice)]}
    found = hunt(tmp_path, noticed, stages=1)
    faults = [*map(mutant, range(20)), *others]
    found.run(faults)
    assert found.enough(faults) is enough


def test_the_reviewed_list_gives_reasons_for_faults_that_there_are(tmp_path: Path) -> None:
    listed = read_equivalent()
    there = {file: mutants_of(file, (PROJECT / file).read_bytes()) for file in {one.file for one in listed}}
    assert [one for one in listed if not any(map(one.is_of, there[one.file]))] == []
    silent = tmp_path / EQUIVALENT.name
    entry = "[[equivalent]]\nfile = 'a'\nscope = 'b'\nbefore = 'c'\nafter = 'd'\n"
    silent.write_text(f"{entry}reason = ' '\n", encoding="utf-8")
    with pytest.raises(SystemExit, match="no reason why `d` in a is equivalent"):
        read_equivalent(silent)
    silent.write_text(entry, encoding="utf-8")
    with pytest.raises(TypeError, match="reason"):
        read_equivalent(silent)


@pytest.mark.slow
def test_without_a_seed_the_commit_draws(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: object) -> None:
    monkeypatch.setattr(mutants_hunt, "KEPT", tmp_path / ".mutants")
    monkeypatch.setattr(mutants_hunt, "commit", lambda: "c0ffee")
    assert mutants_hunt.main(["--tell", "--number", "35"]) == 0
    out = capsys.readouterr().out  # type: ignore[attr-defined]
    assert "42 faults, seed c0ffee" in out and "pbem/engine" in out
    assert mutants_hunt.main(["--tell", "--number", "35", "--only", "pbem/store"]) == 0
    assert "pbem/engine" not in capsys.readouterr().out  # type: ignore[attr-defined]


# -- rules switched off --------------------------------------------------------------------------


def test_the_first_look_takes_as_long_as_all_rows_need(monkeypatch: pytest.MonkeyPatch) -> None:
    """LONGEST is what the few rows of one function may take; all rows together take longer than that."""
    limits: list[object] = []

    def run(command: Sequence[str], **said: Any) -> None:
        limits.append(said.get("timeout"))
        report = next(word for word in command if word.startswith("--rule-report="))
        told = {"row": {"cases": ["5.1"], "outcome": "passed"}}
        Path(report.partition("=")[2]).write_text(json.dumps(told), encoding="utf-8")

    monkeypatch.setattr(subprocess, "run", run)
    assert mutants.rows_of(mutants.Rows("tests/rulesets/millbrook", ("mb",)), ["5.1"]) == {"row": ["5.1"]}
    assert limits == [None]


@pytest.mark.parametrize(("books", "cases"), [("naw,napoleon-at-war", {"5.1", "5.2"}), ("nlb", {"5.3"}), ("", ALL)])
def test_a_row_counts_for_its_own_rulebook_with_all_its_cases(books: str, cases: set[str]) -> None:
    class Item:
        config = SimpleNamespace(getoption=lambda _: books)

        @staticmethod
        def iter_markers(_: str) -> list[pytest.Mark]:
            return [pytest.mark.rule("naw", "5.1", "5.2").mark, pytest.mark.rule("nlb", "5.3").mark]

    assert cases_of(Item()) == cases  # type: ignore[arg-type]
