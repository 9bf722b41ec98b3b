"""What this system opens pages and mails with."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

# Seconds after which a program that is still running has opened what it was given.
_PATIENCE: Final = 3
# What a session has that can show a window on systems with xdg-open; WSL hands pages to Windows.
_SCREENS: Final = ("DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME", "TERMUX_VERSION")
_BROWSERS: Final = (
    "x-www-browser", "firefox", "firefox-esr", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
    "microsoft-edge", "brave-browser", "opera", "epiphany", "konqueror", "falkon", "wslview", "termux-open-url",
)  # fmt: skip


def opens_pages() -> bool:
    """Whether a file or a page that pbem hands to the system is shown to anybody."""
    if sys.platform in ("win32", "darwin"):
        return True
    # xdg-open alone is a script that looks for a program.
    return _screen() and shutil.which("xdg-open") is not None and (_browser() or _associated())


def hand_over(path: Path) -> bool:
    """Gives a file to the program that the system has for it, which says nothing here; whether one took it."""
    if sys.platform == "win32":
        try:
            os.startfile(path)
        except OSError:
            return False
        return True
    if sys.platform != "darwin" and not _screen():
        # Else xdg-open may start a text browser, which would wait for keys that nobody sees.
        return False
    command = "open" if sys.platform == "darwin" else "xdg-open"
    try:
        opener = subprocess.Popen(
            [command, str(path)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
    except OSError:
        return False
    try:
        return opener.wait(_PATIENCE) == 0
    except subprocess.TimeoutExpired:
        return True


def _screen() -> bool:
    return any(os.environ.get(name) for name in _SCREENS)


def _browser() -> bool:
    return bool(os.environ.get("BROWSER")) or any(shutil.which(name) is not None for name in _BROWSERS)


def _associated() -> bool:
    """Whether the desktop names a program for pages."""
    asked = shutil.which("xdg-settings")
    if asked is None:
        return False
    try:
        found = subprocess.run(
            [asked, "get", "default-web-browser"], capture_output=True, timeout=_PATIENCE, check=False, text=True
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return found.returncode == 0 and bool(found.stdout.strip())
