"""Whether the house is in order: `python -m tests.house`, a part of `make check`.

Import contracts (pyproject.toml) say which room stands on which. This counts what they do not see: cycles among modules
where imports inside functions count too, how many of these there are, and how many files lie in a folder; and whether
pbem asks a game or a ruleset for attributes that the contract (pbem/engine/contract.py) does not name.
"""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.places import PROJECT

ROOTS: Final = ("pbem", "rulesets")
MOST_FILES: Final = 25
"""Python files in a folder, its `__init__` not counted."""
ROOMY: Final = ("pbem/cli/commands", "pbem/protocol")
"""Folders that may hold more: one file for each command, one for each part of the protocol."""
PROBES: Final = ("getattr", "hasattr")
CONTRACT: Final = frozenset(
    {"game", "ruleset", "rulebook", "book", "writing", "telling", "hiding", "checks"}
    | {"standing", "page", "teams", "pictures", "figures", "odds", "forces"}
)
"""What variables and members are called that hold a game, a ruleset or a part of one."""
LAZY: Final = "pbem.cli"
"""Where imports inside functions are the quick start of the command line."""
MOST_INNER: Final[Mapping[str, int]] = {"pbem": 21, "rulesets": 11}
"""Imports inside functions elsewhere, of all of pbem and of each ruleset: what takes long to load and few commands
need. It goes down only."""


@dataclass(frozen=True)
class Import:
    """Modules of ours that a line imports. inner: inside a function."""

    line: int
    targets: tuple[str, ...]
    inner: bool


@dataclass
class House:
    """Modules by name, and what each imports while it runs: what only types need does not count."""

    files: Mapping[str, Path]
    imports: dict[str, list[Import]] = field(default_factory=dict)
    probes: list[tuple[str, int]] = field(default_factory=list)

    @classmethod
    def at(cls, root: Path) -> House:
        """The house below a folder."""
        paths = sorted(path for top in ROOTS for path in (root / top).rglob("*.py"))
        house = cls({_name(path.relative_to(root)): path for path in paths})
        for name, path in house.files.items():
            tree = ast.parse(path.read_text(encoding="utf-8"))
            house.imports[name] = list(house._read(tree, inner=False))
            if name.partition(".")[0] == ROOTS[0]:
                house.probes += [(name, line) for line in _probes(tree)]
        return house

    def _read(self, node: ast.AST, *, inner: bool) -> Iterator[Import]:
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            for other in node.orelse:
                yield from self._read(other, inner=inner)
            return
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            targets = tuple(target for target in _named(node, self.files) if target in self.files)
            if targets:
                yield Import(node.lineno, targets, inner)
        inner = inner or isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        for child in ast.iter_child_nodes(node):
            yield from self._read(child, inner=inner)

    def cycles(self) -> list[list[str]]:
        """Modules that import each other round and round, each knot once, sorted."""
        reached = {name: self._reached(name) for name in self.files}
        knots = {
            tuple(sorted({name, *(other for other in reached[name] if name in reached[other])}))
            for name in self.files
            if name in reached[name]
        }
        return [list(knot) for knot in sorted(knots)]

    def _reached(self, name: str) -> set[str]:
        found: set[str] = set()
        ahead = [name]
        while ahead:
            for one in self.imports[ahead.pop()]:
                new = set(one.targets) - found
                found |= new
                ahead += new
        return found

    def inner(self) -> list[tuple[str, int]]:
        """Module and line of each import inside a function, where that is no quick start."""
        return [
            (name, one.line)
            for name, listed in self.imports.items()
            if not (name == LAZY or name.startswith(f"{LAZY}."))
            for one in listed
            if one.inner
        ]

    def crowded(self, root: Path) -> list[tuple[str, int]]:
        """Folders with more files than a newcomer can look over, and how many."""
        counts: dict[str, int] = {}
        for path in self.files.values():
            if path.name != "__init__.py":
                folder = path.parent.relative_to(root).as_posix()
                counts[folder] = counts.get(folder, 0) + 1
        return [(folder, count) for folder, count in counts.items() if count > MOST_FILES and folder not in ROOMY]


def _probes(tree: ast.AST) -> Iterator[int]:
    """Lines in which a game, a ruleset or a part of one is asked whether it has an attribute."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in PROBES and node.args:
            asked = node.args[0].func if isinstance(node.args[0], ast.Call) else node.args[0]
            name = asked.attr if isinstance(asked, ast.Attribute) else getattr(asked, "id", "")
            if name.lstrip("_") in CONTRACT:
                yield node.lineno


def _name(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _named(node: ast.Import | ast.ImportFrom, files: Mapping[str, Path]) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
        return
    for alias in node.names:
        whole = f"{node.module}.{alias.name}"
        yield whole if whole in files else str(node.module)


def faults(root: Path) -> Sequence[str]:
    """What is out of order, a line each."""
    house = House.at(root)
    told = [f"import each other round and round: {', '.join(knot)}" for knot in house.cycles()]
    told += [f"{folder} holds {count} files; {MOST_FILES} are enough" for folder, count in house.crowded(root)]
    told += [f"{name}:{line} probes for an attribute; the contract has properties" for name, line in house.probes]
    rooms: defaultdict[str, list[tuple[str, int]]] = defaultdict(list)
    for name, line in house.inner():
        root, _, rest = name.partition(".")
        rooms[f"{root}.{rest.partition('.')[0]}" if root == "rulesets" else root].append((name, line))
    for room, inner in rooms.items():
        most = MOST_INNER[room.partition(".")[0]]
        if len(inner) > most:
            told.append(f"{len(inner)} imports inside functions of {room} outside {LAZY}; at most {most}:")
            told += [f"  {name}:{line}" for name, line in inner]
    return told


def main() -> int:
    """Prints what is out of order. Returns the exit status."""
    found = faults(PROJECT)
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
