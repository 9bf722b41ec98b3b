"""A copy of the tree to plant faults into, and the tests that are run there. The checkout itself is never touched."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

from tests.mutants_generic import Mutant
from tests.mutants_reach import DATA, RC, File, Reach, by_file
from tests.places import PROJECT

LEFT_OUT: Final = (".venv", ".git", ".mutants", ".*_cache", ".hypothesis", "__pycache__", "dist", "build", "demo")
MEMORY: Final = 4 * 2**30
"""Bytes that a process of the tests may take: a loop without end fills what it finds."""
PATIENCE: Final = 4
"""A fault may make the tests take so many times as long as without it,"""
LEAST: Final = 60
"""and so many seconds more, since a hundred test files may have to be read first: of processor time, so that a busy
machine makes nothing look like a loop without end;"""
ASLEEP: Final = 600
"""and of the clock so many more than that."""
IDLE: Final = 60
"""Tests that wait for so many seconds, and neither they nor what they started does anything, wait for ever."""
UNKNOWN: Final = 4
"""The exit status of pytest where it does not know a test by its name: a fault may change the names of cases."""
NOTHING_RUN: Final = 5
"""The exit status of pytest where no test was left to run."""


@dataclass(frozen=True)
class Ran:
    """How tests ended. failed: their ids; seconds: of each test; code: as pytest gives it, None: out of time."""

    code: int | None
    failed: tuple[str, ...]
    seconds: Mapping[str, float]

    @property
    def noticed(self) -> str:
        """What notices a fault: the id of the first test that failed, "" where none did."""
        if self.failed:
            return self.failed[0]
        return {0: "", NOTHING_RUN: "", None: "time limit"}.get(self.code, f"tests end with status {self.code}")


class Scratch:
    """The copy. Tests that it runs are in a session of their own, that `end` ends from outside."""

    def __init__(self, folder: Path, source: Path = PROJECT) -> None:
        self.root, self.folder = folder / "tree", folder
        shutil.copytree(source, self.root, ignore=shutil.ignore_patterns(*LEFT_OUT))
        self.said = folder / "said.txt"
        self.started = int(time.time()) - 10**6
        self.running: subprocess.Popen | None = None
        self.environment = {**os.environ, "PYTHONPATH": str(self.root), "PYTHONHASHSEED": "0"}
        code = "import pbem; print(pbem.__path__[0])"
        found = subprocess.run(
            [sys.executable, "-c", code], cwd=folder, env=self.environment, capture_output=True, text=True, check=True
        )
        if Path(found.stdout.strip()) != self.root / "pbem":
            raise SystemExit(f"tests would run against {found.stdout.strip()}, not against the copy")

    # -- one fault ---------------------------------------------------------------------

    @contextmanager
    def planted(self, mutant: Mutant) -> Iterator[None]:
        """The copy has this fault as long as the block runs."""
        path = self.root / mutant.file
        sound = path.read_bytes()
        self._write(path, mutant.planted(sound))
        try:
            yield
        finally:
            self._write(path, sound)

    def _write(self, path: Path, data: bytes) -> None:
        """Python knows a compiled file by seconds and length of its source: both may stay the same by a fault."""
        path.write_bytes(data)
        Path(importlib.util.cache_from_source(str(path))).unlink(missing_ok=True)
        self.started += 2
        os.utime(path, (self.started, self.started))

    def judge(self, mutant: Mutant, tests: Sequence[str], reach: Reach) -> str:
        """What notices a fault among these tests, "" where nothing does."""
        limit = LEAST + PATIENCE * round(sum(map(reach.seconds, tests)))
        if not tests:
            return ""
        with self.planted(mutant):
            ran = self._run(tests, reach.target, ["-x"], limit)
            if ran.code == UNKNOWN:
                files = list(dict.fromkeys(test.partition("::")[0] for test in tests))
                failing = [test for file in files if file in reach.files for test in reach.files[file].failing]
                ran = self._run(files, reach.target, ["-x", *(f"--deselect={test}" for test in failing)], limit)
            return ran.noticed

    # -- the tests ---------------------------------------------------------------------

    def record(self, reach: Reach, jobs: int = 1) -> None:
        """Runs all test files of which it is not known how they end, and what they run. What fails is named."""
        sources = _digest(path for top in ("pbem", "rulesets", "tests") for path in _sources(self.root, top))
        sources += hashlib.sha256("\0".join(reach.source).encode()).hexdigest()[:8]
        states = {file: sources + _digest([self.root / file]) for file in test_files(self.root)}
        known = [file for file, told in reach.files.items() if states.get(file) == told.state]
        due = [file for file in states if file not in known and file.startswith(reach.below)]
        if not known:
            (reach.kept / DATA).unlink(missing_ok=True)
        if due:
            settings = self.folder / "coverage.ini"
            watched = "".join(f"    {folder}\n" for folder in reach.source)
            settings.write_text(f"{RC}{watched}data_file = {reach.kept / DATA}\n", encoding="utf-8")
            more = ["--cov", "--cov-append", "--cov-context=test", f"--cov-config={settings}", "--cov-report="]
            more += ["-n", str(jobs), "--dist", "worksteal"] if jobs > 1 else []
            ran = self._run(due, reach.target, more, None)
            if ran.code not in (0, 1, NOTHING_RUN):
                print(self.said.read_text("utf-8", "replace")[-4000:])
                raise SystemExit(f"tests end with status {ran.code} without any fault")
            for test in ran.failed:
                print(f"fails without any fault, and is left out: {test}", flush=True)
            seconds = by_file({test: taken for test, taken in ran.seconds.items() if test not in ran.failed})
            failing = by_file(dict.fromkeys(ran.failed, 0.0))
            for file in due:
                reach.files[file] = File(states[file], seconds.get(file, {}), list(failing.get(file, ())))
        reach.files = {file: told for file, told in reach.files.items() if file in known or file in due}
        reach.keep()

    def _run(self, tests: Sequence[str], target: str, more: Sequence[str], limit: int | None) -> Ran:
        """limit: seconds of processor time, of each process that is started."""
        report, named = self.folder / "report.xml", self.folder / "tests.txt"
        report.unlink(missing_ok=True)
        named.write_text("".join(f"{test}\n" for test in tests), encoding="utf-8")
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--hypothesis-seed=0"]
        command += ["-o", "junit_family=xunit1", f"--junitxml={report}", f"--basetemp={self.folder / 'tmp'}"]
        command += [*selection(self.root, target), *more, f"@{named}"]
        with self.said.open("wb") as said:
            process = subprocess.Popen(
                command,
                cwd=self.root,
                env=self.environment,
                stdout=said,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self.running = process
        resource.prlimit(process.pid, resource.RLIMIT_DATA, (MEMORY, MEMORY))
        if limit is not None:
            resource.prlimit(process.pid, resource.RLIMIT_CPU, (limit, limit + 10))
        try:
            code: int | None = process.wait() if limit is None else _ended(process, limit + ASLEEP)
        except subprocess.TimeoutExpired:
            return Ran(None, (), {})
        finally:
            self.end()
        if code == -signal.SIGXCPU:
            return Ran(None, (), {})
        if code in (-signal.SIGTERM, -signal.SIGINT, -signal.SIGKILL):
            raise SystemExit("somebody ended the tests; what was tried before is kept")
        return Ran(code, *_read(report))

    def end(self) -> None:
        """Ends the tests and all that they started."""
        process, self.running = self.running, None
        if process is not None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _ended(process: subprocess.Popen, limit: int) -> int:
    """The exit status of tests. Raises TimeoutExpired after `limit` seconds, or where they wait for ever."""
    begun = moved = time.monotonic()
    spent = -1
    while True:
        try:
            return process.wait(1)
        except subprocess.TimeoutExpired:
            now, before, spent = time.monotonic(), spent, _spent(process.pid)
            moved = now if spent != before else moved
            if now - begun > limit or now - moved > IDLE:
                raise


def _spent(session: int) -> int:
    """Processor time of all processes of a session that have not ended, in ticks."""
    found = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            # Behind the name, which may hold anything: state, parent, group, session, ..., time of it and of children.
            fields = path.read_text("utf-8", "replace").rpartition(")")[2].split()
            found += sum(map(int, fields[11:15])) if int(fields[3]) == session else 0
    return found


def _read(report: Path) -> tuple[tuple[str, ...], dict[str, float]]:
    """The tests that failed, and the seconds of each."""
    if not report.exists():
        return (), {}
    failed, seconds = list[str](), dict[str, float]()
    for case in ElementTree.parse(report).iter("testcase"):
        file = case.get("file") or case.get("classname", "").replace(".", "/") + ".py"
        inner = case.get("classname", "").removeprefix(file.removesuffix(".py").replace("/", ".")).strip(".")
        test = "::".join(filter(None, [file, *inner.split("."), case.get("name", "")]))
        if case.find("failure") is not None or case.find("error") is not None:
            failed.append(test)
        if case.find("skipped") is None:
            seconds[test] = seconds.get(test, 0) + float(case.get("time", "0"))
    return tuple(failed), seconds


def _sources(root: Path, top: str) -> Iterator[Path]:
    """Sources, and what tests share: a test file stands for itself alone."""
    for path in sorted((root / top).rglob("*.py")):
        if not path.name.startswith("test_") and not path.name.startswith("mutants"):
            yield path


def _digest(paths: Iterable[Path]) -> str:
    told = hashlib.sha256()
    for path in paths:
        told.update(path.read_bytes())
    return told.hexdigest()[:16]


@cache
def selection(root: Path, target: str) -> tuple[str, ...]:
    """The words by which a target of the Makefile tells pytest which tests are its own; () where there is none."""
    makefile = (root / "Makefile").read_text("utf-8")
    recipe = re.search(rf"^{target}:.*\n\t.* -m pytest -n \S+ --dist \S+ (.*)$", makefile, re.MULTILINE)
    return tuple(word for word in shlex.split(recipe.group(1)) if not word.startswith("$")) if recipe else ()


def test_files(root: Path) -> list[str]:
    """All test files but those of the hunt itself."""
    found = (path.relative_to(root).as_posix() for path in sorted((root / "tests").rglob("test_*.py")))
    return [one for one in found if not one.startswith("tests/test_mutants")]
