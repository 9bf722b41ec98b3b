"""Common to all tests: hypothesis profiles, and the hooks of the mutation run (`make mutants`)."""

from __future__ import annotations

import gc
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from tests import needs

if TYPE_CHECKING:
    from _pytest.terminal import TerminalReporter

    from tests.report.page.browser import Page

# Machines are shared and noisy: what a test asserts is never how long it took. `make campaigns` is thorough.
settings.register_profile("pbem", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=25)
settings.register_profile("thorough", settings.get_profile("pbem"), max_examples=100)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "pbem"))


# New objects between two looks for garbage, as `pbem` has it in its own processes.
COLLECT_AFTER = 50_000

# A file system in memory, and how much of it has to be free: containers often have one of 64 MiB.
IN_MEMORY, ROOM = Path("/dev/shm"), 2**30


def keep_folders_in_memory() -> None:
    """Has `tmp_path` lie in memory where that can be, unless somebody has chosen a place: half of all calls of the
    suite are to make, flush and remove small files. Crashes lose nothing there, nor on a disk: what a power failure
    loses is a matter of `tests.store.doubles`."""
    if IN_MEMORY.is_dir() and os.access(IN_MEMORY, os.W_OK) and shutil.disk_usage(IN_MEMORY).free > ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(IN_MEMORY))


@pytest.fixture(scope="session")
def browser() -> Iterator[Page]:
    """One browser with verify.html for all tests of a process."""
    from tests.report.page.browser import opened

    yield from opened()


@pytest.fixture
def quick_passphrases(monkeypatch: pytest.MonkeyPatch) -> None:
    """A passphrase costs next to nothing in this process: what it opens is the same. What it has to cost is a matter
    of the tests of the key file."""
    from pbem.protocol import keyfile

    monkeypatch.setattr(keyfile, "_N", 2**4)


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("mutants")
    group.addoption("--mutant", default="", help="module:qualname=value: the function returns this instead")
    group.addoption("--rules", default="", help="only tests that carry one of these case ids, comma-separated")
    group.addoption("--rule-report", default="", help="file for the outcome of each test, as JSON")


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        needs.require(needs.ALL)
    keep_folders_in_memory()
    gc.set_threshold(COLLECT_AFTER)
    # A map in every one of thousands of mails would take longer than all that is tested; those that are about it ask.
    os.environ.setdefault("PBEM_MAIL", "plain")
    if config.getoption("--mutant"):
        from tests.mutants import mutate

        mutate(config.getoption("--mutant"))


def pytest_collection_finish() -> None:
    """Ten thousand tests and all modules stay to the end. Looking through them for garbage again and again would take
    a good part of the suite's time, so that is left to what the tests themselves make."""
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    needs.leave_out(items)
    wanted = {case for case in config.getoption("--rules").split(",") if case}
    if wanted:
        items[:] = [item for item in items if wanted & {mark.args[1] for mark in item.iter_markers("rule")}]


def pytest_sessionstart(session: pytest.Session) -> None:
    session.config.stash[_OUTCOMES] = {}


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    for line in needs.not_tried(terminalreporter.stats.get("skipped", ())):
        terminalreporter.write_line(line)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo):
    outcome = yield
    report = outcome.get_result()
    if report.failed or (report.when == "call" and report.passed):
        cases = sorted({mark.args[1] for mark in item.iter_markers("rule")})
        item.config.stash[_OUTCOMES][item.nodeid] = {"cases": cases, "outcome": report.outcome}


def pytest_sessionfinish(session: pytest.Session) -> None:
    target = session.config.getoption("--rule-report")
    if target:
        Path(target).write_text(json.dumps(session.config.stash[_OUTCOMES]), encoding="utf-8")


_OUTCOMES: pytest.StashKey[dict[str, dict]] = pytest.StashKey()
