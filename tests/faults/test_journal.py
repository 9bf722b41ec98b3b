"""The journal in need: both copies damaged, two programs that both want to replace a refused entry."""

from __future__ import annotations

import shutil
import threading
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.errors import Problem
from pbem.store.journal import Journal
from pbem.store.os_port import REAL
from tests.faults.commands import bert
from tests.faults.disk import CUTS, cut_off
from tests.faults.ledger import Ledger, log_of
from tests.faults.world import World
from tests.store.doubles import Cut
from tests.tiers import examples

Line = tuple[int, bytes]
RECORDED: list[Line] = [(2, b"two"), (4, b"void"), (4, b"four"), (6, b"six"), (8, b"eight")]


def fresh(at: Path) -> Journal:
    """A journal with the entries above, the one for message 4 superseded; both copies are whole."""
    shutil.rmtree(at, ignore_errors=True)
    journal = Journal(at / "game/journal.jsonl", at / "home/game.jsonl")
    for seq, entry in RECORDED:
        journal.record(seq, entry, supersede=lambda recorded: recorded == b"void")
    return journal


def harm(path: Path, lines: set[int], *, torn: int = 0) -> bytes:
    """Makes these lines of a copy unreadable, and cuts off the end of the file."""
    found = path.read_bytes().split(b"\n")
    for number in lines:
        found[number] = found[number][:-5] + b"?" * 5
    data = b"\n".join(found)
    path.write_bytes(data[: len(data) - torn])
    return path.read_bytes()


def entries(journal: Journal) -> list[Line]:
    return [(seq, entry) for seq, known in sorted(journal.entries().items()) for entry in known]


NUMBERS = st.sets(st.integers(0, len(RECORDED) - 1))


@settings(max_examples=examples(30))
@given(first=NUMBERS, second=NUMBERS, torn=st.sampled_from((0, 0, 0, 3)))
def test_what_either_copy_shows_is_there_afterwards(
    tmp_path_factory: pytest.TempPathFactory, first: set[int], second: set[int], torn: int
) -> None:
    at = tmp_path_factory.getbasetemp() / "salvage"
    journal = fresh(at)
    harmed = [harm(at / "game/journal.jsonl", first, torn=torn), harm(at / "home/game.jsonl", second)]
    cut = {len(RECORDED) - 1} if torn else set()
    shown = [line for k, line in enumerate(RECORDED) if k not in (first | cut) & second]
    one = {line for k, line in enumerate(RECORDED) if k not in first | cut}
    two = {line for k, line in enumerate(RECORDED) if k not in second}
    voids = {(4, b"void"), (4, b"four")}
    if (one & voids) and (two & voids) and not ((one & voids) <= (two & voids) or (two & voids) <= (one & voids)):
        with pytest.raises(Problem) as told:
            journal.salvage()
        assert told.value.code == "JOURNAL_CONFLICT"
        assert [(at / "game/journal.jsonl").read_bytes(), (at / "home/game.jsonl").read_bytes()] == harmed
        return
    assert {(seq, entry) for seq, known in journal.readable().items() for entry in known} == one | two
    salvaged = journal.salvage()
    assert entries(journal) == shown
    assert salvaged.lines == len(RECORDED) and salvaged.damaged == bool(first - cut or second)
    assert (at / "game/journal.jsonl").read_bytes() == (at / "home/game.jsonl").read_bytes()
    assert {path.read_bytes() for path in salvaged.kept} == {
        data for data, lines in zip(harmed, (first - cut, second), strict=True) if lines
    }
    again = journal.salvage()
    assert not again.damaged and again.kept == ()
    journal.record(10, b"ten")
    assert journal.get(10) == b"ten"


@pytest.mark.parametrize("cut", CUTS)
def test_salvage_is_killed_at_any_write(tmp_path: Path, cut: Cut) -> None:
    at = tmp_path / "root"
    cut_at, was_cut = 0, True
    while was_cut:
        cut_at += 1
        journal = fresh(at)
        harmed = {harm(at / "game/journal.jsonl", {0, 3}), harm(at / "home/game.jsonl", {4})}
        with cut_off(at, cut_at, cut) as disk:
            journal.salvage()
        was_cut = disk.calls >= cut_at
        assert entries_shown(journal) == RECORDED
        journal.salvage()
        assert entries(journal) == RECORDED
        assert harmed <= {path.read_bytes() for path in at.rglob("*.damaged*")}
    assert cut_at > 10


def entries_shown(journal: Journal) -> list[Line]:
    return [(seq, entry) for seq, known in sorted(journal.readable().items()) for entry in known]


def test_of_two_that_want_to_supersede_the_same_entry_one_is_refused(tmp_path: Path) -> None:
    """Both find the recorded payload refused; whoever comes second finds that of the first, which is good."""
    copies = tmp_path / "game/journal.jsonl", tmp_path / "home/game.jsonl"
    Journal(*copies).record(4, b"void")
    told: list[str] = []
    started = threading.Event()

    def second() -> None:
        started.set()
        try:
            Journal(*copies, system=REAL).record(4, b"second", supersede=lambda recorded: recorded == b"void")
        except Problem as problem:
            told.append(problem.code)

    other = threading.Thread(target=second)

    def judge(recorded: bytes) -> bool:
        other.start()
        assert started.wait(10)
        other.join(0.2)
        assert other.is_alive(), "nobody else may judge while this one does"
        return recorded == b"void"

    Journal(*copies).record(4, b"first", supersede=judge)
    other.join(10)
    assert told == ["JOURNAL_REFUSED"]
    assert Journal(*copies).entries() == {4: [b"void", b"first"]}


def test_import_makes_a_journal_of_which_both_copies_are_damaged_work_again(world: World) -> None:
    world.restore("long")
    here = bert(world)
    folder_copy = here.place / "secrets/journal.jsonl"
    (home_copy,) = (world.root / "bert-home/journals").glob("*.jsonl")
    # Message 9 is unreadable in both, message 1 in the first, message 5 in the second.
    count = folder_copy.read_bytes().count(b"\n")
    harmed = {harm(folder_copy, {0, count - 1}), harm(home_copy, {2, count - 1})}
    said = here("doctor", "--json")
    assert said.status == 2 and "the journal is damaged" in said.out and "pbem import" in said.out
    ledger = Ledger(world.root)
    world.game(world.anna).good("archive", "--output", "../all.pbem")
    told = here.good("import", "../../anna/all.pbem", "--json").json["imported"][0]
    assert len([notice for notice in told["notices"] if "the journal was damaged" in notice]) == 2
    assert not any("look for them" in notice for notice in told["notices"])
    assert {path.read_bytes() for path in world.root.rglob("*.damaged")} == harmed
    ledger.look()
    assert [seq for who, seq in sorted(ledger.journal) if who == "bert"] == [1, 3, 5, 7, 9]
    assert folder_copy.read_bytes() == home_copy.read_bytes()
    here.good("doctor")
    ledger.require_gone_out()


def test_import_says_what_neither_journal_nor_mails_hold(world: World) -> None:
    """Bert has sent message 9; the backup and Anna's archive end before it, and its line cannot be read."""
    world.restore("long")
    here = bert(world)
    (home_copy,) = (world.root / "bert-home/journals").glob("*.jsonl")
    lines = home_copy.read_bytes().count(b"\n")
    harm(here.place / "secrets/journal.jsonl", {lines - 1})
    harm(home_copy, {lines - 1})
    before = log_of(here.place)
    (here.place / "log.jsonl").write_bytes(b"".join(line + b"\n" for line in before[:9]))
    (here.place / "tapes.jsonl").unlink()
    for path in here.place.glob("outbox/0009-*"):
        path.unlink()
    told = here.good("import", here.place / "log.jsonl", "--json").json["imported"][0]
    assert any("1 of the messages that your journal held" in notice for notice in told["notices"])
    assert log_of(here.place) == before[:9]
    found = here.good("import", world.root / "anna/game/inbox", "--json").json["imported"][0]
    assert found["added"] == [9] and log_of(here.place) == before
