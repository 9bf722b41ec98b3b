"""Who holds a lock, and that whoever could not take it has given it back."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from pbem.errors import Problem
from pbem.store.lock import Lock
from tests.store.doubles import RefusingSystem


def test_one_at_a_time_holds_it_and_is_named_to_the_others(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with Lock(path):
        for _ in range(2):
            with pytest.raises(Problem) as told:
                Lock(path)
            assert told.value.code == "FOLDER_LOCKED" and f"process {os.getpid()} is" in told.value.what
    with Lock(path):
        assert path.read_bytes() == f"{os.getpid()}\n".encode()


def test_a_lock_in_which_nobody_can_be_named_is_given_back(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    for _ in range(2):
        with pytest.raises(Problem) as told:
            Lock(path, system=RefusingSystem("write", errno.ENOSPC))
        assert told.value.code == "DISK_FULL"
    Lock(path).release()
