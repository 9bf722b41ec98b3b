"""A process that plays one campaign for both sides as fast as it can, to be killed at any moment: `player.py ROOT`."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.campaign.folders import Peer


def step(root: Path) -> bool:
    """What is due on either side, done with commands only; whether there was anything."""
    a, b = Peer(root, "a"), Peer(root, "b")
    for peer, other in ((a, b), (b, a)):
        newest = sorted((other.path / "outbox").glob("*.yaml"))[-1]
        if int(newest.name[:4]) >= len(peer.log()):
            receipt = peer.receive(newest.read_bytes())[0]
            assert receipt.fault is None, receipt.fault
            return True
        if len(peer.log()) % 2 == (0 if peer is a else 1) and peer.submit() is not None:
            return True
    return False


if __name__ == "__main__":
    # A line before the first step and after each: whoever kills this process can tell how far it came.
    print("ready", flush=True)
    while step(Path(sys.argv[1])):
        print("step", flush=True)
