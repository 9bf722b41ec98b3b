"""kill -9 at random moments of a process that types all kinds of commands for both players."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.faults.ledger import Ledger
from tests.faults.world import World
from tests.places import PROJECT


def killed(root: Path, seed: int, steps: int, seconds: float, environment: Mapping[str, str]) -> None:
    """Lets the process type so many commands, and kills it some time later, in the middle of another."""
    command = [sys.executable, "-m", "tests.faults.restless", str(root), str(seed)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=PROJECT, env=environment, stdout=pipe, stderr=pipe) as process:
        assert process.stdout is not None and process.stderr is not None
        lines = [process.stdout.readline() for _ in range(steps + 1)]
        time.sleep(seconds)
        os.kill(process.pid, signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL and b"" not in lines, process.stderr.read().decode()


def run(world: World, kills: int, seed: int, environment: Mapping[str, str]) -> None:
    rng = random.Random(seed)
    world.restore("due")
    ledger = Ledger(world.root)
    for kill in range(kills):
        killed(world.root, seed * 1000 + kill, rng.randrange(6), rng.randrange(60) / 1000, environment)
        ledger.look()
    for player in (world.anna, world.bert):
        assert world.game(player)("doctor").status == 0
    ledger.look()
    ledger.require_gone_out()
    assert max(ledger.ids) > 5, "they got on"
    assert len({ids.pop() for ids in ledger.ids.values()}) == len(ledger.ids)


@pytest.mark.sweeps
@pytest.mark.parametrize("seed", range(2, 4))
def test_many_processes_killed_at_random(world: World, installed: Mapping[str, str], seed: int) -> None:
    run(world, 40, seed, installed)
