"""Which tests run which lines of the sources: what the hunt for faults that nobody notices asks of each fault.

pytest-cov writes it down, once for sources and helpers of the tests as they are, and again for test files that change.
"""

from __future__ import annotations

import ast
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Final

from coverage import CoverageData

from tests.mutants_generic import Mutant

MOST: Final = 200
LONGEST: Final = 20.0
"""So many tests, and so many seconds of them, come before all others: most faults are noticed by one of the first."""
DATA: Final = "reach.sqlite"
KNOWN: Final = "sound.json"
RC: Final = "[run]\nrelative_files = true\nsource =\n"


@dataclass
class File:
    """How a test file ends without any fault. state: of it, and of all sources; seconds: of each test that passes."""

    state: str
    seconds: Mapping[str, float]
    failing: Sequence[str]


@dataclass
class Reach:
    """What was recorded of one tier. root: the tree; kept: the folder that the record stands in;
    target: the tier's, of the Makefile; below: where the test files lie that are tried; source: what they are watched
    running."""

    root: Path
    kept: Path
    target: str = "test"
    below: tuple[str, ...] = ("tests/",)
    source: tuple[str, ...] = ("pbem", "rulesets")
    files: dict[str, File] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Takes up what was recorded before."""
        self.kept.mkdir(parents=True, exist_ok=True)
        path = self.kept / KNOWN
        known = json.loads(path.read_text("utf-8")) if path.exists() else {}
        self.files.update({name: File(**told) for name, told in known.items()})

    def keep(self) -> None:
        """Writes down how the test files end."""
        told = {name: file.__dict__ for name, file in sorted(self.files.items())}
        (self.kept / KNOWN).write_text(json.dumps(told, indent=1), encoding="utf-8")

    @property
    def tests(self) -> Iterator[str]:
        """Every test that passes without any fault."""
        tried = (file for name, file in self.files.items() if name.startswith(self.below))
        return (test for file in tried for test in file.seconds)

    def seconds(self, test: str) -> float:
        """What a test takes; a second where that is not known."""
        file = self.files.get(test.partition("::")[0])
        return file.seconds.get(test, 1.0) if file else 1.0

    @cached_property
    def _data(self) -> CoverageData:
        data = CoverageData(str(self.kept / DATA))
        data.read()
        return data

    def runs(self, mutant: Mutant) -> set[str]:
        """The tests that run the lines of a fault. Of what is run when a module is imported, or by no test in its own
        process: those that run anything of the file."""
        found = {line: _tests(told) for line, told in self._data.contexts_by_lineno(mutant.file).items()}
        tests = set[str]().union(*(found.get(line, ()) for line in lines_of(mutant, (self.root / mutant.file))))
        return tests or set[str]().union(*found.values())

    def stages(self, mutant: Mutant) -> tuple[list[str], list[str], list[str]]:
        """The tests to try first, then the others that run the lines, then all others; each time the quick ones first.

        Of all others those come first that stand in one file with some that do: a game that one test played they all
        look at.
        """
        known = set(self.tests)
        runs = self.runs(mutant) & known
        first = self._few(self.ordered(runs))
        files = {test.partition("::")[0] for test in runs}
        beside = {test for test in known - runs if test.partition("::")[0] in files}
        return first, self.ordered(runs - set(first)), [*self.ordered(beside), *self.ordered(known - runs - beside)]

    def _few(self, tests: Sequence[str]) -> list[str]:
        """As many as make a trial short."""
        spent, few = 0.0, list[str]()
        for test in tests[:MOST]:
            spent += self.seconds(test)
            if few and spent > LONGEST:
                break
            few.append(test)
        return few

    def ordered(self, tests: Iterable[str]) -> list[str]:
        """The quick ones first."""
        return sorted(tests, key=lambda test: (self.seconds(test), test))


def _tests(contexts: Iterable[str]) -> set[str]:
    """pytest-cov tells the test and which part of it was run; what is run at import belongs to nobody."""
    return {context.rpartition("|")[0] for context in contexts if context}


def lines_of(mutant: Mutant, path: Path) -> range:
    """The lines of the statement that a fault lies in, up to its end; of one with a body the head alone."""
    source = path.read_bytes()
    last = mutant.line + source[mutant.start : mutant.end].count(b"\n")
    first = mutant.line
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.stmt) and node.lineno <= mutant.line and (node.end_lineno or 0) >= last:
            first = node.lineno  # ast.walk goes from the outside to the inside
    return range(first, last + 1)


def by_file(tests: Mapping[str, float]) -> dict[str, dict[str, float]]:
    """Tests by the file that they stand in."""
    found: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for test, seconds in tests.items():
        found[test.partition("::")[0]][test] = seconds
    return dict(found)
