"""Submits on a real disk that has no room: `small_disk.py ROOT SPARE tmpfs|limit`, as a process of its own.

tmpfs: the process has a mount table for itself, and puts a file system of a few hundred kilobytes over ROOT. limit:
the operating system refuses to let files grow.
"""

from __future__ import annotations

import contextlib
import json
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.cli.players import Player
from tests.faults.ledger import Ledger

PAGE = 4096


@contextlib.contextmanager
def tmpfs(root: Path, left: int) -> Iterator[None]:
    """Fills the disk but for `left` pages."""
    ballast = root / "ballast"
    free = shutil.disk_usage(root).free // PAGE
    ballast.write_bytes(bytes(PAGE * (free - left)))
    yield
    ballast.unlink()


@contextlib.contextmanager
def limit(root: Path, left: int) -> Iterator[None]:
    """No file grows beyond so many kilobytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (left * 1024, hard))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def run(root: Path, saved: Path, means: Any) -> list[tuple[str, int]]:
    """Submits with more and more room; each time that it was refused, once more with all of it."""
    refused = []
    for left in range(200):
        for part in ("anna", "anna-home"):
            shutil.rmtree(root / part)
            shutil.copytree(saved / part, root / part)
        player = Player(root / "anna-home", root / "anna/game")
        ledger = Ledger(root)
        ledger.look()
        with means(root, left):
            said = player("submit", "--yes", "--empty", "--json")
        ledger.look()
        if said.status == 0:
            return refused
        refused.append((said.json["error"]["code"], said.status))
        again = player("submit", "--yes", "--empty", "--json")
        assert again.status == 0 or again.json["error"]["code"] == "NOT_YOUR_MOVE", again
        ledger.look()
        ledger.require_gone_out()
    raise AssertionError("there was never room enough")


def read_only(root: Path) -> tuple[str, int]:
    """What is said on a disk that cannot be written; looking at the campaign goes on."""
    subprocess.run(["mount", "-o", "remount,ro", root], check=True)
    player = Player(root / "anna-home", root / "anna/game")
    for line in (("status",), ("report",), ("verify",), ("list",)):
        player.good(*line)
    said = player("submit", "--yes", "--empty", "--json")
    return said.json["error"]["code"], said.status


def main(root: Path, spare: Path, means: str) -> None:
    saved = spare / "saved"
    shutil.copytree(root, saved)
    if means == "limit":
        print(json.dumps({"refused": run(root, saved, limit), "read_only": []}))
        return
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "none", root], check=True)
    shutil.copytree(saved, root, dirs_exist_ok=True)
    print(json.dumps({"refused": run(root, saved, tmpfs), "read_only": read_only(root)}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])
