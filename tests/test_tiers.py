"""Marks and the tier of a run say which tests it tries; what is left to other commits is other for each of them."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import needs, tiers
from tests.places import PROJECT

Run = Callable[..., tiers.Run]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Has this process think that it runs something else."""

    def changed(**values: Any) -> tiers.Run:
        for name, value in values.items():
            monkeypatch.setattr(tiers.run, name, value)
        return tiers.run

    return changed


def item(name: str, *marks: str, uses: Sequence[str] = ()) -> Any:
    """As much of a test as tiers look at."""
    found = dict.fromkeys(marks, True)
    params = {"game": SimpleNamespace(needed="needed" in name)}
    return SimpleNamespace(
        nodeid=name, fixturenames=list(uses), get_closest_marker=found.get, callspec=SimpleNamespace(params=params)
    )


TESTS = [
    item("tests/a/test_a.py::test_fast"),
    item("tests/a/test_a.py::test_longer[1]"),
    item("tests/a/test_a.py::test_page", uses=["page", "browser"]),
    item("tests/a/test_a.py::test_slow", "slow"),
    item("tests/a/test_a.py::test_smoke", "slow", "smoke"),
    item("tests/faults/test_a.py::test_cut", "sweeps"),
    item("tests/a/test_a.py::test_many", "campaigns", "slow"),
    item(f"{tiers.GAMES}[needed]", "campaigns"),
    item("tests/mail/test_a.py::test_drawn", "hypothesis"),
]


@pytest.mark.parametrize(
    ("tier", "names"),
    [
        ("quick", "fast drawn"),
        ("test", "fast longer[1] page smoke drawn"),
        ("slow", "slow"),
        ("sweeps", "cut"),
        ("campaigns", "random_games[needed] drawn"),
        ("campaigns-all", "cut many random_games[needed] drawn"),
        ("", "fast longer[1] page slow smoke cut many random_games[needed] drawn"),
    ],
)
def test_a_tier_has_its_tests(run: Run, tier: str, names: str) -> None:
    run(tier=tier, longer=frozenset({"tests/a/test_a.py::test_longer"}))
    assert [one.nodeid.rpartition("::test_")[2] for one in TESTS if tiers.chosen(one)] == names.split()


def test_every_test_has_one_tier(run: Run) -> None:
    """What no target tries would never be tried."""
    for one in TESTS:
        tried = [tier for tier in ("test", "slow", "sweeps", "campaigns-all") if run(tier=tier) and tiers.chosen(one)]
        assert tried == ["test", "campaigns-all"] if tiers.is_drawn(one) else len(tried) == 1 or "sweeps" in tried


@pytest.mark.slow
def test_drawn_examples_are_known_when_the_tests_of_a_tier_are_chosen() -> None:
    """hypothesis marks them while pytest collects, at a time that depends on the order of plugins."""
    command = [sys.executable, "-m", "pytest", "--tier", "campaigns", "--collect-only", "-qq", "-n0", "tests/wargame"]
    run = subprocess.run(command, cwd=PROJECT, capture_output=True, encoding="utf-8", timeout=120, check=True)
    assert "tests/wargame/test_hexgrid.py" in run.stdout


def test_a_test_outside_the_folders_of_its_tier_is_found() -> None:
    lost = [item("tests/a/test_a.py::test_cut", "sweeps"), item("tests/a/test_a.py::test_drawn", "hypothesis")]
    assert tiers.misplaced([*TESTS, *lost]) == [one.nodeid for one in lost]


def test_a_slow_test_in_a_file_that_says_nothing_of_it_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its mark comes from elsewhere; the file is not read for `make slow`."""
    monkeypatch.setattr(tiers, "PROJECT", tmp_path)
    (tmp_path / "test_quiet.py").write_text("from tests.cases import SLOWLY\n", encoding="utf-8")
    (tmp_path / "test_open.py").write_text("@pytest.mark.slow\n", encoding="utf-8")
    found = [item("test_quiet.py::test_a", "slow"), item("test_open.py::test_a", "slow"), item("test_quiet.py::test_b")]
    assert tiers.misplaced(found) == ["test_quiet.py::test_a"]


def test_the_box_begins_with_what_has_to_be_in_it(run: Run) -> None:
    games = [item(f"{tiers.GAMES}[{name}]", "campaigns") for name in ("needed", "more", "needed too")]
    drawn = [item(f"tests/mail/test_a.py::test_{number}", "hypothesis") for number in range(9)]
    orders = []
    for commit in ("one", "other"):
        run(commit=commit)
        arranged = tiers.arranged([*drawn, *games])
        assert [one for one in arranged if not tiers.is_drawn(one)] == [games[0], games[2], games[1]]
        assert tiers.is_drawn(arranged[2]) and arranged[-1] is games[1]
        orders.append([one.nodeid for one in arranged])
    assert orders[0] != orders[1] and sorted(orders[0]) == sorted(orders[1])


@pytest.mark.slow
def test_commits_are_numbered_one_after_the_other() -> None:
    head = tiers.commit()
    if not head or tiers._git("rev-parse", "--is-shallow-repository") != "false":
        pytest.skip("no history at hand")
    assert [tiers.place(f"{head}~{back}") for back in range(3)] == [tiers.place(head) - back for back in range(3)]


def test_the_number_of_a_commit_that_is_not_at_hand_is_drawn() -> None:
    assert tiers.place("one") == tiers.place("one") != tiers.place("other")


def test_a_full_box_takes_no_more(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    now = tiers.time.monotonic()
    assert not run(tier="campaigns", begun=now, drawn=0.0).full and not tiers.run.drawn_enough
    assert run(begun=now - tiers.BOX - 1, drawn=tiers.THOROUGH + 1.0).full and tiers.run.drawn_enough
    assert not run(tier="campaigns-all").full and not tiers.run.drawn_enough
    for box, full in ((60, True), (tiers.BOX, False)):
        assert run(tier="campaigns", begun=now - 61, drawn=tiers.THOROUGH / 4, box=box).full == full
        assert tiers.run.drawn_enough == full


def test_three_commits_try_every_place_between_them(run: Run) -> None:
    seen = {}
    for commit in map(str, range(40)):
        run(tier="sweeps", commit=commit)
        first, step = tiers.third("receive", "killed")
        assert (step, tiers.third("receive", "killed")) == (3, (first, 3))
        seen[first] = commit
    assert sorted(seen) == [0, 1, 2]
    run(commit=seen[0])
    assert {tiers.third(str(number))[0] for number in range(40)} == {0, 1, 2}, "not of all commands the same third"
    for tier in ("", "test", "campaigns-all"):
        run(tier=tier)
        assert tiers.third("receive", "killed") == (0, 1)


def test_later_cases_bear_a_mark() -> None:
    one, two, three = tiers.first(1, ["a", ("b", 2), pytest.param("c", id="see", marks=pytest.mark.smoke)])
    assert one == "a" and two.values == ("b", 2) and [mark.name for mark in two.marks] == ["slow"]
    assert three.id == "see" and [mark.name for mark in three.marks] == ["smoke", "slow"]
    (swept,) = tiers.first(0, ["a"], pytest.mark.sweeps)
    assert [mark.name for mark in swept.marks] == ["sweeps"]


def test_the_makefile_has_every_tier_and_ci_runs_or_names_them() -> None:
    makefile = (PROJECT / "Makefile").read_text(encoding="utf-8")
    for tier in tiers.TIERS:
        assert re.search(rf"^{tier}: setup  ##.*\n\t.*--tier {tier}( |$)", makefile, re.MULTILINE), tier
    ci = (PROJECT / ".ci/run").read_text(encoding="utf-8")
    assert all(f"make {tier}" in ci for tier in ("test", "slow", "sweeps", "campaigns"))


def test_the_folders_of_a_tier_are_there() -> None:
    for folders in tiers.FOLDERS.values():
        assert all((PROJECT / folder).is_dir() for folder in folders)


def test_nothing_is_needed_for_quick(run: Run) -> None:
    """It runs on any Python, wherever that is."""
    run(tier="quick")
    assert not any(needs.of(one) for one in TESTS if tiers.chosen(one))


def test_a_drawn_example_of_the_box_can_be_drawn_again(run: Run) -> None:
    run(tier="campaigns", commit="abc")
    assert "--commit abc" in tiers.again(TESTS[-1]) and TESTS[-1].nodeid in tiers.again(TESTS[-1])
    assert tiers.again(TESTS[0]) == "" and run(tier="test") and tiers.again(TESTS[-1]) == ""


def test_outside_a_repository_there_is_no_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiers, "PROJECT", tmp_path)
    assert tiers.commit() == ""


def test_secrets_are_held_against_the_first_in_turn(run: Run) -> None:
    held = []
    for place in range(5, 8):
        run(tier="slow", place=place)
        held.append(tiers.beside_the_first(4))
    assert sorted(held) == [(0, 1), (0, 2), (0, 3)]
    run(tier="campaigns-all")
    assert list(tiers.beside_the_first(4)) == [0, 1, 2, 3]


def test_cases_take_turns_from_commit_to_commit(run: Run) -> None:
    for number, every in ((2, tiers.TURNS), (3, tiers.TURNS), (7, tiers.TURNS), (4, tiers.SELDOM), (21, tiers.SELDOM)):
        tried: list[list[int]] = []
        for place in range(5, 5 + min(every, number)):
            run(place=place)
            cases = tiers.turns(range(number), every=every)
            assert all([mark.name for mark in one.marks] in (["slow", "turn"], ["campaigns", "turn"]) for one in cases)
            tried.append([one.values[0] for one in cases if one.marks[0].name == "slow"])
        assert all(tried) and sorted(one for some in tried for one in some) == list(range(number))
