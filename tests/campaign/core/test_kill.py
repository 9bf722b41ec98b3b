"""Twenty real kills of a process that receives and submits; afterwards the game is finished and verifies."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.campaign.core.test_crash import check_whole, recorded
from tests.campaign.folders import begin_anew
from tests.campaign.newcomers import finish
from tests.campaign.player import step
from tests.places import PROJECT

KILLS = 20


def killed_after(root: Path, steps: int, seconds: float) -> bool:
    """Starts the player, lets it take so many steps, and kills it some time later, in the middle of another.

    Returns False if the game was over before it could be killed.
    """
    command = [sys.executable, "-m", "tests.campaign.player", str(root)]
    with subprocess.Popen(command, cwd=PROJECT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        assert process.stdout.readline() == b"ready\n"
        for _ in range(steps):
            if process.stdout.readline() != b"step\n":
                break
        else:
            time.sleep(seconds)
        if process.poll() is None:
            os.kill(process.pid, signal.SIGKILL)
        ended = process.wait()
        assert ended in (0, -signal.SIGKILL), process.stderr.read()
        return ended != 0


@pytest.mark.sweeps  # tests.faults.test_kill_process has a shorter one
def test_twenty_kills_then_the_games_are_finished_and_verify(tmp_path: Path) -> None:
    """A fast machine ends a game before twenty kills: then another one is begun."""
    rng = random.Random(20)
    kills = games = 0
    while kills < KILLS:
        games += 1
        root = tmp_path / str(games)
        root.mkdir()
        peers = begin_anew(root)
        logs: list[list[bytes]] = [[], []]
        while kills < KILLS and killed_after(root, kills % 2, rng.randrange(100) / 1000):
            kills += 1
            for which, peer in enumerate(peers):
                log = peer.log()
                assert log[: len(logs[which])] == logs[which]
                logs[which] = log
        for peer in peers:
            # The next command, whatever it is, lays out what was logged and not yet laid into the outbox.
            peer.open().folder.close()
        while len(peers[0].log()) != len(peers[1].log()):
            assert step(root)
        verdict = finish(*peers)
        assert (verdict.code, verdict.detail) == ("OK", "finished and audited")
        for peer in peers:
            assert all(len(ids) == 1 for ids in recorded(peer).values())
            check_whole(peer, len(peer.log()))
