"""Common to all tests: tiers and their costs, hypothesis profiles, the hooks of the mutation run (`make mutants`)."""

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

from tests import costs, needs, tiers
from tests.places import PROJECT

if TYPE_CHECKING:
    from _pytest.terminal import TerminalReporter

    from tests.report.page.browser import Page

# Machines are shared and noisy: what a test asserts is never how long it took. `make campaigns-all` is thorough.
settings.register_profile("pbem", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=25)
settings.register_profile("thorough", settings.get_profile("pbem"), max_examples=100)

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


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who finds a campaign locked does not wait: what is told then is the same."""
    from pbem.store import lock

    monkeypatch.setattr(lock, "PATIENCE", 0.0)


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("tiers")
    group.addoption("--tier", choices=tiers.TIERS, default="", help="the tests of this target of the Makefile")
    group.addoption("--commit", default="", help="what seeds follow from; the commit, unless this is given")
    group.addoption("--box", type=int, default=tiers.BOX, help="seconds after which no random game begins any more")
    group.addoption("--game", default="", help="only this random game: RULESET/SCENARIO/MODE/SEED")
    group.addoption("--write-budget", action="store_true", help="write down what the tier costs: tests/budget.toml")
    group.addoption("--costs", default="", help="file for what each test costs, as JSON")
    group = parser.getgroup("mutants")
    group.addoption("--mutant", default="", help="module:qualname=value: the function returns this instead")
    group.addoption("--rules", default="", help="only tests that carry one of these case ids, comma-separated")
    group.addoption("--books", default="", help="what marks call the rulebook of --rules, comma-separated; else all")
    group.addoption("--rule-report", default="", help="file for the outcome of each test, as JSON")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    run, worker = tiers.run, hasattr(config, "workerinput")
    run.tier, run.commit = config.getoption("--tier"), config.getoption("--commit") or tiers.commit()
    run.place = tiers.place(run.commit)
    run.box = config.getoption("--box")
    if not worker and run.tier != "quick":
        needs.require(needs.ALL)
    run.longer = costs.longer(costs.read_budget())
    draw_examples(config)
    config.stash[costs.METER] = costs.Meter()
    keep_folders_in_memory()
    gc.set_threshold(COLLECT_AFTER)
    # A map in every one of thousands of mails would take longer than all that is tested; those that are about it ask.
    os.environ.setdefault("PBEM_MAIL", "plain")
    if config.getoption("--mutant"):
        from tests.mutants import mutate

        mutate(config.getoption("--mutant"))


def draw_examples(config: pytest.Config) -> None:
    """Which profile drawn examples have, and in the campaigns which examples the commit has."""
    campaigns = tiers.run.tier.startswith("campaigns")
    settings.load_profile("thorough" if campaigns else "pbem")
    if campaigns and not config.getoption("--hypothesis-seed"):
        config.option.hypothesis_seed = str(tiers.seed("examples"))


def pytest_report_header() -> list[str]:
    run = tiers.run
    return [] if not run.tier else [f"make {run.tier}, seeds of {run.commit or 'no commit'}"]


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Reads nothing that the tier does not need."""
    place = collection_path.relative_to(PROJECT).as_posix()
    if tiers.run.tier == "slow" and collection_path.name.startswith("test_"):
        return not tiers.may_be_slow(place) or None
    folders = tiers.FOLDERS.get(tiers.run.tier)
    if folders is None:
        return None
    return not any(place.startswith(folder) or folder.startswith(place) for folder in folders) or None


def pytest_collection_finish(session: pytest.Session) -> None:
    """Ten thousand tests and all modules stay to the end. Looking through them for garbage again and again would take
    a good part of the suite's time, so that is left to what the tests themselves make. The first test is not charged
    with all that either."""
    gc.collect()
    gc.freeze()
    session.config.stash[costs.METER].read()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """After the plugin of hypothesis, which marks what is drawn."""
    lost = tiers.misplaced(items)
    if lost:
        raise pytest.UsageError(f"outside the folders that tests/tiers.py names for their tier: {', '.join(lost)}")
    config.stash[tiers.READ] = [*items]
    tried, left = [], []
    for item in items:
        (tried if tiers.chosen(item) else left).append(item)
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = tried
    if tiers.run.tier == "campaigns":
        items[:] = tiers.arranged(items)
    needs.leave_out(items)
    wanted = {case for case in config.getoption("--rules").split(",") if case}
    if wanted:
        items[:] = [item for item in items if wanted & cases_of(item)]


def cases_of(item: pytest.Item) -> set[str]:
    """The case ids that a test carries, of the rulebooks that are asked for: others have cases of the same number."""
    books = item.config.getoption("--books").split(",")
    marks = [mark.args for mark in item.iter_markers("rule")]
    return {case for book, *cases in marks if books == [""] or book in books for case in cases}


def pytest_sessionstart(session: pytest.Session) -> None:
    session.config.stash[_OUTCOMES] = {}


def pytest_terminal_summary(terminalreporter: TerminalReporter, config: pytest.Config) -> None:
    for line in config.stash.get(_SAID, []):
        terminalreporter.write_line(line)
    skipped = terminalreporter.stats.get("skipped", ())
    for line in [*needs.not_tried(skipped), *tiers.left_in_the_box(skipped)]:
        terminalreporter.write_line(line)


@pytest.hookimpl(hookwrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest):
    """What several tests share is nobody's own cost: whoever happens to be the first would be called long for it."""
    meter = request.config.stash[costs.METER]
    begun = costs.spent() if fixturedef.scope != "function" else None
    yield
    if begun is not None:
        meter.shared += costs.spent() - begun


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo):
    outcome = yield
    report = outcome.get_result()
    meter = item.config.stash[costs.METER]
    shared = meter.read_shared()
    report.cost = meter.read()
    report.own_cost = max(0.0, report.cost - shared)
    if tiers.is_drawn(item):
        tiers.run.drawn += call.duration
    if report.failed and (line := tiers.again(item)):
        report.sections.append(("again with", line))
    if report.failed or (report.when == "call" and report.passed):
        item.config.stash[_OUTCOMES][item.nodeid] = {"cases": sorted(cases_of(item)), "outcome": report.outcome}


def pytest_runtest_setup(item: pytest.Item) -> None:
    if tiers.run.drawn_enough and tiers.is_drawn(item):
        pytest.skip(tiers.FULL)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _costs[report.nodeid] = _costs.get(report.nodeid, 0.0) + getattr(report, "cost", 0.0)
    _own_costs[report.nodeid] = _own_costs.get(report.nodeid, 0.0) + getattr(report, "own_cost", 0.0)
    if "smoke" in report.keywords:
        _smoke.add(report.nodeid)
    if "turn" in report.keywords:
        _turning.add(report.nodeid)


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    count_costs(session)
    target = session.config.getoption("--rule-report")
    if target:
        Path(target).write_text(json.dumps(session.config.stash[_OUTCOMES]), encoding="utf-8")


def count_costs(session: pytest.Session) -> None:
    """Holds what a whole run of a tier took against the budget, or writes that anew."""
    config, tier = session.config, tiers.run.tier
    if config.getoption("--costs") and not hasattr(config, "workerinput"):
        Path(config.getoption("--costs")).write_text(json.dumps(_costs, indent=0), encoding="utf-8")
    whole = tier in ("test", "slow", "sweeps") and config.args == config.getini("testpaths")
    if hasattr(config, "workerinput") or not whole or session.exitstatus or config.getoption("collectonly"):
        return
    if config.getoption("--write-budget"):
        costs.write_budget(tier, _costs, _turning)
    said, bad = costs.judged(tier, _costs, costs.read_budget(), _turning)
    config.stash[_SAID] = [*said, *(costs.too_long(_own_costs, _smoke) if tier == "test" else [])]
    if bad and os.environ.get("CI") == "true":
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


_costs: dict[str, float] = {}
_own_costs: dict[str, float] = {}
_smoke: set[str] = set()
_turning: set[str] = set()
_SAID: pytest.StashKey[list[str]] = pytest.StashKey()
_OUTCOMES: pytest.StashKey[dict[str, dict]] = pytest.StashKey()
