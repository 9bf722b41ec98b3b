"""The person's own editor."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path


def edited(path: Path) -> bool:
    """Opens a file in VISUAL or EDITOR and waits; False where neither is set, or nobody sits at a terminal."""
    command = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    if not command or not sys.stdin.isatty():
        return False
    return subprocess.run([*shlex.split(command), str(path)], check=False).returncode == 0
