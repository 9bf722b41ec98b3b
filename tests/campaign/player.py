"""A process that plays one campaign for both sides as fast as it can, to be killed at any moment: `player.py ROOT`."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.campaign.folders import Side


def step(root: Path) -> bool:
    """What is due on either side, done with commands only; whether there was anything."""
    a, b = Side(root, "a"), Side(root, "b")
    for side, other in ((a, b), (b, a)):
        newest = sorted((other.path / "outbox").glob("*.yaml"))[-1]
        if int(newest.name[:4]) >= len(side.log()):
            receipt = side.receive(newest.read_bytes())[0]
            assert receipt.fault is None, receipt.fault
            return True
        if len(side.log()) % 2 == (0 if side is a else 1) and side.submit() is not None:
            return True
    return False


if __name__ == "__main__":
    # A line before the first step and after each: whoever kills this process can tell how far it came.
    print("ready", flush=True)
    while step(Path(sys.argv[1])):
        print("step", flush=True)
