"""Cut at every call: whatever was acknowledged is there afterwards, and the next run goes on to the same end."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import get_args

import pytest

from pbem.errors import Problem
from pbem.store.atomic import write_atomic
from pbem.store.folder import CampaignFolder
from pbem.store.home import Home
from pbem.store.journal import Journal
from pbem.store.os_port import REAL, System
from tests.store.doubles import Cut, CuttingSystem, PowerCut, contents

GAME = "ab" * 32
MESSAGES = 3
SIZE_LIMIT = 4096
Said = Callable[[str], None]


def message(seq: int) -> bytes:
    return b'{"message":%d,"filler":"%s"}' % (seq, b"x" * (40 + 7 * seq))


def tape(seq: int) -> bytes:
    return b'[["die",6,%d]]' % (seq + 1)


def entry(seq: int) -> bytes:
    return b'{"payload":"%s","seq":%d}' % (b"p" * (30 + seq), seq)


def open_or_create(path: Path, system: System) -> CampaignFolder:
    with contextlib.suppress(Problem):
        return CampaignFolder.open(path, write=True, system=system)
    return CampaignFolder.create(path, system=system)


def play(root: Path, system: System, said: Said) -> None:
    """A client's work, written as one resumes it: each step looks at what is there before it adds."""
    home = Home(root / "home", system=system)
    home.write_identity(b"master\n")
    said("identity")
    home.register(GAME, root / "game")
    said("registered")
    with open_or_create(root / "game", system) as folder:
        said("created")
        journal = Journal(folder.journal, home.journal(GAME), system=system)
        for seq in range(MESSAGES):
            journal.record(seq, entry(seq))
            said(f"journal {seq}")
            folder.save("outbox", f"000{seq}-a.yaml", message(seq) + b"\n")
            said(f"outbox {seq}")
            put_into_log(folder, seq)
            said(f"log {seq}")
            folder.write_document("orders.yaml", b"turn: %d\n" % seq)
            said(f"orders {seq}")
        home.forget(GAME)
        said("forgotten")


def put_into_log(folder: CampaignFolder, seq: int) -> None:
    if not folder.tapes_in_step():
        folder.rewrite_tapes([tape(k) for k in range(len(folder.log()) - 1)])
    if len(folder.log()) == seq:
        folder.append(message(seq), tape(seq - 1) if seq else None)


def run_until_cut(root: Path, cut_at: int, cut: Cut) -> tuple[list[str], bool]:
    """What was acknowledged before the cut, and whether there was one."""
    system = CuttingSystem(root, cut_at, cut)
    said: list[str] = []
    try:
        play(root, system, said.append)
    except PowerCut:
        if cut == "power":
            system.lose_power()
        return said, True
    return said, False


def check_acknowledged(root: Path, said: list[str]) -> None:
    home = Home(root / "home")
    if "identity" in said:
        assert home.read_identity() == b"master\n"
    if "registered" in said and f"log {MESSAGES - 1}" not in said:
        assert home.campaign(GAME) == root / "game"
    if "created" not in said:
        return
    journal_file = root / "game" / "secrets" / "journal.jsonl"
    journal = Journal(journal_file, home.journal(GAME))
    with CampaignFolder.open(root / "game", write=True) as folder:
        acknowledged = sum(f"log {seq}" in said for seq in range(MESSAGES))
        log, tapes = folder.log(), folder.tapes()
        assert acknowledged <= len(log) <= acknowledged + 1
        assert log == [message(seq) for seq in range(len(log))]
        assert tapes == [tape(k) for k in range(len(tapes))]
        assert max(0, acknowledged - 1) <= len(tapes) <= max(0, len(log) - 1)
        for seq in range(MESSAGES):
            if f"journal {seq}" in said:
                assert journal.get(seq) == entry(seq)
            if f"outbox {seq}" in said:
                assert folder.load("outbox", f"000{seq}-a.yaml", SIZE_LIMIT) == message(seq) + b"\n"


@pytest.mark.slow
@pytest.mark.parametrize("cut", ["power", *sorted(set(get_args(Cut)) - {"power"})])
def test_a_cut_at_any_call_loses_nothing_and_the_next_run_continues(tmp_path: Path, cut: Cut) -> None:
    (tmp_path / "whole").mkdir()
    play(tmp_path / "whole", REAL, lambda _: None)
    expected = contents(tmp_path / "whole")
    cut_at, was_cut = 0, True
    while was_cut:
        cut_at += 1
        root = tmp_path / f"cut-{cut_at}"
        root.mkdir()
        said, was_cut = run_until_cut(root, cut_at, cut)
        check_acknowledged(root, said)
        # A second cut in the recovery itself, then the whole way.
        again, _ = run_until_cut(root, 1 + cut_at % 11, cut)
        check_acknowledged(root, said + again)
        play(root, CuttingSystem(root, 10**6, cut), lambda _: None)
        assert contents(root) == expected
    assert cut_at > 100


@pytest.mark.parametrize("cut", get_args(Cut))
def test_an_atomic_write_leaves_the_old_or_the_new_content(tmp_path: Path, cut: Cut) -> None:
    seen = set()
    for cut_at in range(1, 7):
        root = tmp_path / str(cut_at)
        root.mkdir()
        path = root / "standing.yaml"
        path.write_bytes(b"old")
        system = CuttingSystem(root, cut_at, cut)
        try:
            write_atomic(path, b"new content", system=system)
        except PowerCut:
            if cut == "power":
                system.lose_power()
            assert path.read_bytes() in (b"old", b"new content")
        else:
            assert path.read_bytes() == b"new content"
        seen.add(path.read_bytes())
    assert seen == {b"old", b"new content"}


@pytest.mark.parametrize("cut", get_args(Cut))
def test_a_superseding_record_is_never_half_done(tmp_path: Path, cut: Cut) -> None:
    was_cut, cut_at = True, 0
    while was_cut:
        cut_at += 1
        root = tmp_path / str(cut_at)
        root.mkdir()
        copies = root / "a" / "journal.jsonl", root / "b" / "game.jsonl"
        Journal(*copies).record(4, b"first")
        system = CuttingSystem(root, cut_at, cut)
        try:
            Journal(*copies, system=system).record(4, b"second", supersede=lambda recorded: True)
            was_cut = False
        except PowerCut:
            if cut == "power":
                system.lose_power()
        after = Journal(*copies)
        assert after.get(4) in ((b"first", b"second") if was_cut else (b"second",))
        after.record(4, b"second", supersede=lambda recorded: True)
        assert after.entries() == {4: [b"first", b"second"]}
    assert cut_at > 4


def test_the_double_loses_what_was_not_flushed(tmp_path: Path) -> None:
    (tmp_path / "kept").write_bytes(b"kept")
    system = CuttingSystem(tmp_path, 10**6, "power")
    unnamed = system.create(tmp_path / "unnamed", 0o600)
    system.write(unnamed, 0, b"flushed, but its name is not")
    system.sync(unnamed)
    system.close(unnamed)
    kept = system.open_update(tmp_path / "kept", 0o600)
    system.write(kept, 4, b" and not flushed")
    system.close(kept)
    system.lose_power()
    assert contents(tmp_path) == {"kept": b"kept"}
