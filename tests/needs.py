"""What tests need beside this project and what its set-up installs; what they do without it.

The tests that need it are left out then, and the end of the run says so. Where promises are checked (`CI=true`) the run
ends before its first test.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

import pytest

HEADLESS: Final = "/usr/lib/chromium/chromium-headless-shell"
"""Takes less time. Debian's command of this name would leave the browser behind when it is told to go."""
_SERVERS: Final = ("/usr/sbin", "/usr/local/sbin")


@dataclass(frozen=True)
class Need:
    """tests: what cannot be tested without it. parts: name -> whether that is there. get: how to get all of it."""

    tests: str
    parts: Mapping[str, Callable[[], object]]
    get: str

    @property
    def missing(self) -> list[str]:
        """Names of the parts that are not there."""
        return [name for name, there in self.parts.items() if not there()]

    @property
    def why(self) -> str:
        """What is missing for which tests, and how to get it."""
        return f"tests of {self.tests}, for want of {' and '.join(self.missing)} ({self.get})"


def browser() -> str:
    """Path of Chromium, "" where there is none."""
    return _program(HEADLESS, "chromium", "chromium-browser", "google-chrome")


def driver() -> str:
    """Path of the program that steers Chromium, "" where there is none."""
    return _program("chromedriver")


def dovecot() -> str:
    """Path of the IMAP server, which lies where only root looks for commands; "" where there is none."""
    places = os.pathsep.join((os.environ.get("PATH", ""), *_SERVERS))
    return shutil.which("dovecot", path=places) or ""


def bash() -> str:
    """Path of the shell for which completion is written, "" where there is none."""
    return _program("bash")


def _program(*names: str) -> str:
    return next((path for path in map(shutil.which, names) if path), "")


PAGES: Final = Need(
    "pages",
    {"Chromium": browser, "its driver": driver},
    "Debian: apt-get install chromium chromium-driver",
)
MAIL: Final = Need(
    "mail by servers",
    {"Dovecot": dovecot, "aiosmtpd": lambda: importlib.util.find_spec("aiosmtpd")},
    "Debian: apt-get install dovecot-imapd; make setup",
)
SHELL: Final = Need("completion", {"bash": bash}, "Debian: apt-get install bash")
ALL: Final = (PAGES, MAIL, SHELL)
BY_FIXTURE: Final[Mapping[str, Need]] = {"browser": PAGES, "scribe": PAGES, "office": MAIL, "shell": SHELL}
"""Whoever asks for such a fixture, were it by another one, needs this."""


def of(item: pytest.Item) -> set[str]:
    """The fixtures of a test that need something."""
    return BY_FIXTURE.keys() & set(getattr(item, "fixturenames", ()))


def leave_out(items: Iterable[pytest.Item]) -> None:
    """Marks the tests that cannot be tried here."""
    reasons = {name: need.why for name, need in BY_FIXTURE.items() if need.missing}
    for item in items:
        for name in sorted(of(item) & reasons.keys()):
            item.add_marker(pytest.mark.skip(reason=reasons[name]))


def require(needs: Iterable[Need]) -> None:
    """Ends the run where promises are checked and something is missing."""
    lacking = [need.why for need in needs if need.missing]
    if os.environ.get("CI") == "true" and lacking:
        raise pytest.UsageError(f"no test is left out where CI=true: {'; '.join(lacking)}")


def not_tried(skipped: Iterable[pytest.TestReport]) -> list[str]:
    """What to say in the end of the tests that were left out: a line for each reason, with their number."""
    reasons = {need.why for need in ALL}
    said = Counter(str(report.longrepr[2]).removeprefix("Skipped: ") for report in skipped if report.longrepr)  # type: ignore[index]
    return [f"not tried: {said[reason]} {reason}" for reason in sorted(reasons & said.keys())]
