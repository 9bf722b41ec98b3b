"""Handing files to the system: silently, and telling whether anything took them."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest

from pbem.store.desktop import hand_over, opens_pages

pytestmark = pytest.mark.usefixtures("linux")


@pytest.fixture
def linux(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A session with a screen, and no program but those of the test."""
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("DISPLAY", ":0")
    for name in ("BROWSER", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME", "TERMUX_VERSION"):
        monkeypatch.delenv(name, raising=False)


def program(at: Path, name: str, status: int) -> None:
    """A program that talks much and ends with this status."""
    path = at / name
    path.write_text(f"#!/bin/sh\necho no method available >&2\necho word\nexit {status}\n", encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


@pytest.mark.parametrize("status", [0, 3])
def test_what_it_prints_is_not_seen_and_its_status_counts(
    tmp_path: Path, status: int, capfd: pytest.CaptureFixture[str]
) -> None:
    program(tmp_path, "xdg-open", status)
    assert hand_over(tmp_path / "turn.html") is (status == 0)
    assert capfd.readouterr() == ("", "")


def test_without_program_or_screen_nothing_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not hand_over(tmp_path / "turn.html")
    program(tmp_path, "xdg-open", 0)
    monkeypatch.delenv("DISPLAY")
    assert not hand_over(tmp_path / "turn.html")


def test_a_page_needs_a_screen_a_script_and_a_browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(tmp_path, "xdg-open", 0)
    assert not opens_pages()
    program(tmp_path, "xdg-settings", 1)
    assert not opens_pages()
    program(tmp_path, "xdg-settings", 0)
    assert opens_pages()
    # It is asked for the browser, and answers with nothing where there is none.
    (tmp_path / "xdg-settings").write_text('#!/bin/sh\n[ "$*" = "get default-web-browser" ] || echo else\n')
    assert not opens_pages()
    monkeypatch.delenv("DISPLAY")
    assert not opens_pages()
