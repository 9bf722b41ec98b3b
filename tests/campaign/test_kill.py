"""Twenty real kills of a process that receives and submits; afterwards the game is finished and verifies."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from pbem.campaign.archiving import archive_bytes
from pbem.campaign.verification import judge_archive
from tests.campaign.folders import Side, begin
from tests.campaign.player import step
from tests.campaign.test_crash import check_whole, recorded

KILLS = 20
PROJECT = Path(__file__).parents[2]


def killed_after(root: Path, steps: int, seconds: float) -> None:
    """Starts the player, lets it take so many steps, and kills it some time later, in the middle of another."""
    command = [sys.executable, "-m", "tests.campaign.player", str(root)]
    with subprocess.Popen(command, cwd=PROJECT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        assert process.stdout.readline() == b"ready\n"
        for _ in range(steps):
            assert process.stdout.readline() == b"step\n", process.stderr.read()
        time.sleep(seconds)
        assert process.poll() is None, process.stderr.read()
        os.kill(process.pid, signal.SIGKILL)
        process.wait()


def test_twenty_kills_then_the_game_is_finished_and_verifies(tmp_path: Path) -> None:
    sides = begin(tmp_path)
    rng = random.Random(20)
    logs: list[list[bytes]] = [[], []]
    for number in range(KILLS):
        killed_after(tmp_path, number % 2, rng.randrange(100) / 1000)
        for which, side in enumerate(sides):
            log = side.log()
            assert log[: len(logs[which])] == logs[which]
            logs[which] = log
    # Every second process took a step before it died: half of them are receipts.
    assert len(logs[0]) >= 2 + KILLS // 4
    while step(tmp_path):
        pass
    for side in sides:
        assert all(len(ids) == 1 for ids in recorded(side).values())
        check_whole(side, len(side.log()))
    judge_both(*sides)


def judge_both(a: Side, b: Side) -> None:
    first, second = (archive_bytes(side.open(write=False)) for side in (a, b))
    assert first == second
    verdict = judge_archive(first).verdict
    assert (verdict.code, verdict.detail) == ("OK", "finished and audited")
