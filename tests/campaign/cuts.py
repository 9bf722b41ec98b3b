"""A command cut off at each call of the seam to the disk, one after the other."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pbem.store.os_port import System
from tests.store.doubles import Cut, CuttingSystem, PowerCut
from tests.tiers import third

CUTS: tuple[Cut, ...] = ("killed", "half", "power")
Command = Callable[[Path, System], None]


@dataclass(frozen=True)
class Sweep:
    """How a command is cut, and at which of its calls: number `first`, and each `step`-th one after it."""

    cut: Cut
    first: int = 1
    step: int = 1

    def met(self, counted: int, *, killed: int, half: int, power: int) -> bool:
        """Whether something was met as often as it has to be; killed, half, power: how often at every call."""
        return counted >= {"killed": killed, "half": half, "power": power}[self.cut] // self.step


# Of each five calls that make a difference to such a cut one is cut.
TAKING_TURNS = (Sweep("killed", 3, 5), Sweep("half", 1, 5), Sweep("power", 2, 5))


def everywhere(cut: Cut) -> Any:
    """A command is cut in this way at each of its calls, or at each third one of them: which ones follows from the
    commit."""
    first, step = third(cut)
    return pytest.param(Sweep(cut, 1 + first, step), id=f"{cut} everywhere", marks=pytest.mark.sweeps)


EVERY_CALL = tuple(map(everywhere, CUTS))
swept = pytest.mark.parametrize("sweep", [*(pytest.param(one, id=one.cut) for one in TAKING_TURNS), *EVERY_CALL])
"""For a test that cuts a command: in `make test` the three ways take turns, in `make sweeps` each cuts everywhere."""
swept_at_length = pytest.mark.parametrize("sweep", EVERY_CALL)
"""For one that takes too long for `make test`."""


def run_cut(root: Path, cut_at: int, cut: Cut, command: Command) -> bool:
    """Runs the command until the cut; whether there was one."""
    system = CuttingSystem(root, cut_at, cut, distinct=True)
    try:
        command(root, system)
    except PowerCut:
        if cut == "power":
            system.lose_power()
        return True
    return False


def cut_at_calls(root: Path, sweep: Sweep, command: Command) -> Iterator[int]:
    """Numbers of the calls at which the command was cut, each time in folders as they are now.

    The last one is behind its end: there it ran whole.
    """
    saved = root.with_name("saved")
    shutil.copytree(root, saved)
    cut_at, was_cut = sweep.first - sweep.step, True
    while was_cut:
        cut_at += sweep.step
        shutil.rmtree(root)
        shutil.copytree(saved, root)
        was_cut = run_cut(root, cut_at, sweep.cut, command)
        yield cut_at
