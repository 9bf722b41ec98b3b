"""The journal: two copies, one message for each number, no silent loss (protocol section 13)."""

from __future__ import annotations

import errno
import json
from pathlib import Path

import pytest

from pbem.errors import Problem
from pbem.store.journal import Journal, Salvaged
from tests.store.doubles import RefusingSystem

FIRST, SECOND = b'{"payload":"Zmlyc3Q=","seq":2}', b'{"payload":"c2Vjb25k","seq":4}'


@pytest.fixture
def copies(tmp_path: Path) -> tuple[Path, Path]:
    """The copy in the campaign folder and the one in the configuration folder, with two entries."""
    paths = tmp_path / "game" / "secrets" / "journal.jsonl", tmp_path / "home" / "journals" / "game.jsonl"
    journal = Journal(*paths)
    journal.record(2, FIRST)
    journal.record(4, SECOND)
    return paths


def refused(told: pytest.ExceptionInfo[Problem], code: str) -> None:
    assert (told.value.code, told.value.status) == (code, 2)


def test_both_copies_hold_each_entry_as_a_line_of_json_for_their_owner_only(copies: tuple[Path, Path]) -> None:
    assert copies[0].read_bytes() == copies[1].read_bytes()
    lines = [json.loads(line) for line in copies[0].read_bytes().splitlines()]
    assert [(line["seq"], line["entry"]) for line in lines] == [(2, json.loads(FIRST)), (4, json.loads(SECOND))]
    assert [path.stat().st_mode & 0o777 for path in copies] == [0o600, 0o600]
    journal = Journal(*copies)
    assert (journal.get(2), journal.get(3), journal.get(4)) == (FIRST, None, SECOND)


def test_an_empty_journal_knows_nothing_and_makes_no_file(tmp_path: Path) -> None:
    assert Journal(tmp_path / "a" / "j", tmp_path / "b" / "j").get(0) is None
    assert list(tmp_path.iterdir()) == []


def test_the_same_entry_again_changes_nothing_and_another_is_refused(copies: tuple[Path, Path]) -> None:
    before = copies[0].read_bytes()
    journal = Journal(*copies)
    journal.record(4, SECOND)
    with pytest.raises(Problem, match="message 4") as told:
        journal.record(4, SECOND.replace(b"4", b"5"))
    refused(told, "JOURNAL_REFUSED")
    assert [path.read_bytes() for path in copies] == [before, before]


def test_a_superseding_entry_counts_and_the_former_one_stays(copies: tuple[Path, Path]) -> None:
    journal = Journal(*copies)
    journal.record(4, b"corrected", supersede=lambda recorded: True)
    assert journal.get(4) == b"corrected"
    assert journal.entries()[4] == [SECOND, b"corrected"]
    with pytest.raises(Problem) as told:
        journal.record(4, SECOND)
    refused(told, "JOURNAL_REFUSED")


@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize("harm", ["missing", "torn", "longer", "shorter", "zeros", "changed"])
def test_one_harmed_copy_is_mended_from_the_other(copies: tuple[Path, Path], which: int, harm: str) -> None:
    whole = copies[0].read_bytes()
    path = copies[which]
    first_line = whole.index(b"\n") + 1
    if harm == "missing":
        path.unlink()
    else:
        kept = {
            "torn": whole[:-7],
            "longer": whole + b'{"crc":"',
            "shorter": whole[:first_line],
            "zeros": whole[:first_line] + b"\0" * 40,
            "changed": whole.replace(b"Zmly", b"Zmlx"),
        }
        path.write_bytes(kept[harm])
    journal = Journal(*copies)
    assert journal.entries() == {2: [FIRST], 4: [SECOND]}
    with pytest.raises(Problem) as told:
        journal.record(2, b"another")
    refused(told, "JOURNAL_REFUSED")
    assert [copy.read_bytes() for copy in copies] == [whole, whole]


def test_entries_that_only_one_copy_has_are_united(copies: tuple[Path, Path]) -> None:
    lines = copies[0].read_bytes().splitlines(keepends=True)
    copies[0].write_bytes(lines[0])
    copies[1].write_bytes(lines[1])
    Journal(*copies).record(6, b"third")
    assert Journal(*copies).entries() == {2: [FIRST], 4: [SECOND], 6: [b"third"]}
    assert copies[0].read_bytes() == copies[1].read_bytes()


def test_two_copies_that_disagree_are_a_conflict_and_stay_as_they_are(
    copies: tuple[Path, Path], tmp_path: Path
) -> None:
    other = tmp_path / "other.jsonl"
    Journal(other, tmp_path / "other-home.jsonl").record(4, b"signed from a restored backup")
    journal = Journal(other, copies[1])
    before = other.read_bytes(), copies[1].read_bytes()
    for act in (lambda: journal.get(4), lambda: journal.record(4, SECOND), lambda: journal.record(9, b"new")):
        with pytest.raises(Problem, match="message") as told:
            act()
        refused(told, "JOURNAL_CONFLICT")
    assert (other.read_bytes(), copies[1].read_bytes()) == before


def test_damage_that_the_other_copy_cannot_make_good_is_told(copies: tuple[Path, Path]) -> None:
    whole = copies[0].read_bytes()
    copies[0].write_bytes(whole.replace(b"Zmly", b"Zmlx"))
    foreign = whole.replace(b"c2Vj", b"c2Vk"), b"noise\n"
    for other in (*foreign, *whole.splitlines(keepends=True), b""):
        copies[1].write_bytes(other)
        with pytest.raises(Problem) as told:
            Journal(*copies).record(6, b"third")
        refused(told, "JOURNAL_DAMAGED")
        assert copies[1].read_bytes() == other
    copies[1].unlink()
    with pytest.raises(Problem) as told:
        Journal(*copies).get(2)
    refused(told, "JOURNAL_DAMAGED")


def test_what_two_damaged_copies_show_is_put_together_and_they_are_kept(copies: tuple[Path, Path]) -> None:
    Journal(*copies).record(6, b"third")
    lines = copies[0].read_bytes().splitlines(keepends=True)
    damaged = lines[0] + b"noise\n" + lines[2], b"noise\n" + lines[1] + lines[2]
    for path, data in zip(copies, damaged, strict=True):
        path.write_bytes(data)
    found = Journal(*copies).salvage()
    assert (found.lines, found.damaged) == (3, True)
    assert [path.read_bytes() for path in found.kept] == [damaged[1], damaged[0]]
    assert [(path.parent, path.name) for path in found.kept] == [
        (path.parent, f"{path.name}.damaged") for path in reversed(copies)
    ]
    assert {path.stat().st_mode & 0o777 for path in found.kept} == {0o600}
    assert Journal(*copies).entries() == {2: [FIRST], 4: [SECOND], 6: [b"third"]}
    # Once more there is nothing to mend; the same damage again is kept once.
    assert Journal(*copies).salvage() == Salvaged(3)
    copies[0].write_bytes(damaged[0])
    assert Journal(*copies).salvage().kept == (found.kept[1],)


def test_damaged_copies_that_show_different_messages_are_a_conflict(copies: tuple[Path, Path]) -> None:
    lines = copies[0].read_bytes().splitlines(keepends=True)
    other = copies[1].parent / "other.jsonl"
    Journal(other, other.with_name("second.jsonl")).record(2, b"something else")
    copies[0].write_bytes(lines[0] + b"noise\n")
    copies[1].write_bytes(other.read_bytes() + b"noise\n")
    before = [path.read_bytes() for path in copies]
    with pytest.raises(Problem) as told:
        Journal(*copies).salvage()
    refused(told, "JOURNAL_CONFLICT")
    assert [path.read_bytes() for path in copies] == before


def test_a_copy_of_the_same_length_without_an_entry_does_not_replace_a_damaged_one(copies: tuple[Path, Path]) -> None:
    lines = copies[0].read_bytes().splitlines(keepends=True)
    Journal(*copies).record(6, b"third")
    third = copies[0].read_bytes().splitlines(keepends=True)[2]
    copies[0].write_bytes(lines[0] + lines[1].replace(b"c2Vj", b"c2Vk"))
    copies[1].write_bytes(lines[1] + third)
    with pytest.raises(Problem) as told:
        Journal(*copies).get(6)
    refused(told, "JOURNAL_DAMAGED")


def test_an_older_copy_does_not_replace_a_damaged_newer_one(copies: tuple[Path, Path]) -> None:
    journal = Journal(*copies)
    old = copies[1].read_bytes()
    journal.record(6, b"third")
    journal.record(8, b"fourth")
    copies[1].write_bytes(old)
    copies[0].write_bytes(copies[0].read_bytes().replace(b"third", b"thirt"))
    with pytest.raises(Problem) as told:
        journal.get(6)
    refused(told, "JOURNAL_DAMAGED")


@pytest.mark.parametrize("entry", [b'x","seq":7}', b'{"crc":"00000000","entry":1,"seq":3}', b"\xff\xfe", b'"'])
def test_an_entry_is_opaque(tmp_path: Path, entry: bytes) -> None:
    journal = Journal(tmp_path / "a.jsonl", tmp_path / "b.jsonl")
    journal.record(5, entry)
    assert journal.entries() == {5: [entry]}


@pytest.mark.parametrize("entry", [b"", b"two\nlines", b"\0"])
def test_what_is_no_line_is_no_entry(tmp_path: Path, entry: bytes) -> None:
    with pytest.raises(ValueError, match="a line of a file"):
        Journal(tmp_path / "a.jsonl", tmp_path / "b.jsonl").record(5, entry)


@pytest.mark.parametrize("after", [2, 3])
def test_a_full_disk_never_leaves_an_entry_unread(copies: tuple[Path, Path], after: int) -> None:
    system = RefusingSystem("write", errno.ENOSPC, after)  # the first write is the lock's
    with pytest.raises(Problem) as told:
        Journal(*copies, system=system).record(6, b"third")
    refused(told, "DISK_FULL")
    recorded = {2: [FIRST], 4: [SECOND]} | ({6: [b"third"]} if after == 3 else {})
    assert Journal(*copies).entries() == recorded
    Journal(*copies).record(6, b"third")
    assert copies[0].read_bytes() == copies[1].read_bytes()
