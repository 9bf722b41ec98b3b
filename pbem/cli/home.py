"""The person's configuration folder."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from pbem.store.home import Home, home_path


def home() -> Home:
    """The configuration folder: PBEM_HOME, or the system's place for such things."""
    return Home(home_path(os.environ, sys.platform, Path.home()))
