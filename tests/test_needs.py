"""What cannot be tested here is left out and said in the end; where promises are checked nothing is left out."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import needs
from tests.places import PROJECT

PAGES = "tests/teams/test_page.py"
COMPLETION = "tests/cli/test_completion.py"
OPENERS = {"opened()": "browser", "hired(": "scribe", "open_office()": "office"}


def run(tmp_path: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Tests of pages and of completion, where there is neither browser nor shell."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("CI", "PYTEST"))}
    command = [sys.executable, "-m", "pytest", "-n0", "-p", "no:cacheprovider", PAGES, COMPLETION]
    environment |= {"PATH": str(tmp_path), **more}
    return subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_what_is_missing_is_left_out_and_said(tmp_path: Path) -> None:
    done = run(tmp_path)
    assert done.returncode == 0, done.stdout
    *_, shell, pages, counted = [line for line in done.stdout.splitlines() if line]
    assert shell.startswith("not tried: ") and "tests of completion, for want of bash (Debian: apt-get " in shell
    assert pages.startswith("not tried: ") and "tests of pages, for want of " in pages and " chromium-driver)" in pages
    assert "skipped" in counted and "failed" not in counted and "error" not in counted


@pytest.mark.slow
def test_where_promises_are_checked_nothing_is_left_out(tmp_path: Path) -> None:
    done = run(tmp_path, CI="true")
    assert done.returncode == 4 and "passed" not in done.stdout
    (said,) = [line for line in (done.stdout + done.stderr).splitlines() if "for want of" in line]
    assert "no test is left out where CI=true: " in said and "bash" in said and "its driver" in said


def test_nothing_is_required_that_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    there = needs.Need("nothing", {"air": lambda: True}, "breathe")
    needs.require([there])
    gone = needs.Need("something", {"air": lambda: True, "a moon": lambda: ""}, "wait")
    with pytest.raises(pytest.UsageError, match=r"something, for want of a moon \(wait\)"):
        needs.require([there, gone])
    monkeypatch.delenv("CI")
    needs.require([gone])


def test_ci_asks_for_all_of_it_and_installs_it() -> None:
    script = (PROJECT / ".ci/run").read_text(encoding="utf-8")
    assert "export CI=true\n" in script
    assert all(package in script for package in ("chromium", "chromium-driver", "dovecot-imapd"))


def test_whatever_opens_a_browser_or_a_server_is_a_fixture_of_a_known_name() -> None:
    """Else its tests would fail where that is missing."""
    for path in (PROJECT / "tests").rglob("*.py"):
        lines = path.read_text(encoding="utf-8").splitlines()
        for number, line in enumerate(lines):
            opener = next(
                (name for opener, name in OPENERS.items() if f"from {opener}" in line or f"with {opener}" in line), ""
            )
            if opener:
                above = "\n".join(lines[max(0, number - 6) : number])
                assert f"def {opener}(" in above, f"{path}: {line}"
