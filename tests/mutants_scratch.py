"""A copy of the tree to plant faults into, and the tests that are run there. The checkout itself is never touched."""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import json
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

from tests.mutants_generic import Mutant, room_of
from tests.places import PROJECT

LEFT_OUT: Final = (".venv", ".git", ".mutants", ".*_cache", ".hypothesis", "__pycache__", "dist", "build", "demo")
MEMORY: Final = 4 * 2**30
"""Bytes that a process of the tests may take: a loop without end fills what it finds."""
PATIENCE: Final = 4
"""A fault may make the tests take so many times as long as without it,"""
LEAST: Final = 60
"""and so many seconds more."""
TARGETS: Final = ("test", "slow")
"""Of the Makefile: whose tests are run. Whole games are slow, and how an opponent plays is seen in few others."""
NOTHING_RUN: Final = 5
"""The exit status of pytest where no test was left to run."""


@dataclass(frozen=True)
class Ran:
    """How tests ended. failed: their ids; seconds: of each test file; code: as pytest gives it, None: out of time."""

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
    """The copy, and how long each test file takes there as long as nothing is planted."""

    def __init__(self, root: Path, kept: Path, jobs: int = 1, source: Path = PROJECT) -> None:
        self.root, self.kept, self.jobs, self.source = root / "tree", kept, jobs, source
        shutil.copytree(source, self.root, ignore=shutil.ignore_patterns(*LEFT_OUT))
        self.base, self.said = root / "tmp", root / "said.txt"
        self.sound: dict[str, dict] = json.loads(kept.read_text("utf-8")) if kept.exists() else {}
        self.started = int(time.time()) - 10**6
        self.tree = _digest(path for top in ("pbem", "rulesets", "tests") for path in _helpers(self.root, top))
        self.environment = {**os.environ, "PYTHONPATH": str(self.root), "PYTHONHASHSEED": "0"}
        code = "import pbem; print(pbem.__path__[0])"
        found = subprocess.run(
            [sys.executable, "-c", code], cwd=root, env=self.environment, capture_output=True, text=True, check=True
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

    def judge(self, mutant: Mutant, files: Sequence[str]) -> str:
        """What notices a fault among these test files, "" where nothing does."""
        for target in TARGETS if room_of(mutant.file).endswith("/practice") else TARGETS[:1]:
            if selection(self.root, target):
                noticed = self._judge(mutant, files, target)
                if noticed:
                    return noticed
        return ""

    def _judge(self, mutant: Mutant, files: Sequence[str], target: str) -> str:
        self.prove(files, target)
        usual = {file: self.sound[f"{target} {file}"]["seconds"] for file in files}
        module = mutant.file.removesuffix(".py").replace("/", ".")
        # Those first that look at the very module, then the quick ones. What does not read it may well run it.
        order = sorted(files, key=lambda file: (module not in imported(self.root / file), usual[file]))
        with self.planted(mutant):
            return self._run(order, target, first=True, limit=LEAST + PATIENCE * sum(usual.values())).noticed

    # -- the tests ---------------------------------------------------------------------

    def prove(self, files: Sequence[str], target: str = TARGETS[0]) -> None:
        """Runs test files without any fault, unless it is known how they end. What fails then is left out and named."""
        due = [file for file in files if self.sound.get(f"{target} {file}", {}).get("digest") != self._state(file)]
        if not due:
            return
        ran = self._run(due, target, first=False, limit=None)
        if ran.code not in (0, 1, NOTHING_RUN):
            print(self.said.read_text("utf-8", "replace")[-4000:])
            raise SystemExit(f"tests end with status {ran.code} without any fault: {' '.join(due)}")
        for file in due:
            failing = [name for name in ran.failed if name.split("::")[0] == file]
            for name in failing:
                print(f"fails without any fault, and is left out: {name}", flush=True)
            told = {"digest": self._state(file), "seconds": ran.seconds.get(file, 0), "failing": failing}
            self.sound[f"{target} {file}"] = told
        self.kept.write_text(json.dumps(self.sound, indent=1), encoding="utf-8")

    def _state(self, file: str) -> str:
        return self.tree + _digest([self.root / file])

    def _run(self, files: Sequence[str], target: str, *, first: bool, limit: float | None) -> Ran:
        report = self.base.with_suffix(".xml")
        report.unlink(missing_ok=True)
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--hypothesis-seed=0"]
        command += ["-o", "junit_family=xunit1", f"--junitxml={report}", f"--basetemp={self.base}"]
        command += ["-n", str(self.jobs)] if self.jobs > 1 else []
        command += [*selection(self.root, target), *(["-x"] if first else []), *files]
        known = (self.sound.get(f"{target} {file}", {}) for file in files)
        command += [f"--deselect={name}" for told in known for name in told.get("failing", ())]
        with self.said.open("wb") as said:
            process = subprocess.Popen(
                command,
                cwd=self.root,
                env=self.environment,
                stdout=said,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        resource.prlimit(process.pid, resource.RLIMIT_DATA, (MEMORY, MEMORY))
        try:
            code: int | None = process.wait(limit)
        except subprocess.TimeoutExpired:
            return Ran(None, (), {})
        finally:
            _end(process)
        if code in (-signal.SIGTERM, -signal.SIGINT):
            raise SystemExit("somebody ended the tests; what was tried before is kept")
        return Ran(code, *_read(report))


def _end(process: subprocess.Popen) -> None:
    """Ends the tests and all that they started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _read(report: Path) -> tuple[tuple[str, ...], dict[str, float]]:
    """The tests that failed, and the seconds of each file."""
    if not report.exists():
        return (), {}
    failed, seconds = list[str](), dict[str, float]()
    for case in ElementTree.parse(report).iter("testcase"):
        file = case.get("file") or case.get("classname", "").replace(".", "/") + ".py"
        seconds[file] = seconds.get(file, 0) + float(case.get("time", "0"))
        if case.find("failure") is not None or case.find("error") is not None:
            inner = case.get("classname", "").removeprefix(file.removesuffix(".py").replace("/", ".")).strip(".")
            failed.append("::".join(filter(None, [file, *inner.split("."), case.get("name", "")])))
    return tuple(failed), seconds


def _helpers(root: Path, top: str) -> Iterator[Path]:
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


def room_and_rest(root: Path, file: str) -> tuple[list[str], list[str]]:
    """The test files of a source file's room, and all others: tests/ has the rooms of pbem and of the rulesets."""
    parts = room_of(file).split("/")
    room = "/".join(["tests", *(parts[1:] if parts[0] == "pbem" else parts)])
    found = [path.relative_to(root).as_posix() for path in sorted((root / "tests").rglob("test_*.py"))]
    found = [one for one in found if not one.startswith("tests/test_mutants")]
    near = [one for one in found if one.startswith(f"{room}/")]
    return near, [one for one in found if one not in near]


@cache
def imported(path: Path) -> frozenset[str]:
    """The modules that a test file imports, and the names from them."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return frozenset(names)
