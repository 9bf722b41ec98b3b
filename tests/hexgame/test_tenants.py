"""Who uses the toolkit: nothing stays in it that no ruleset reaches, and nothing is there for its tests alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.places import PROJECT

TOOLKIT = "pbem.hexgame"
LEAST = 2
"""Rulesets that have to reach each module."""
TOOLS = f"{TOOLKIT}.field.mapmaking"
"""Run by hand to make maps; rulesets hand it data and import nothing of it."""


def modules() -> list[str]:
    """All modules of the toolkit but packages."""
    paths = (PROJECT / "pbem" / "hexgame").rglob("*.py")
    return sorted(named(path) for path in paths if path.name != "__init__.py")


def named(path: Path) -> str:
    return ".".join(path.relative_to(PROJECT).with_suffix("").parts)


@cache
def imported(path: Path) -> frozenset[str]:
    """What a file imports of the toolkit, modules by their full names."""
    return frozenset(_imported(ast.parse(path.read_text("utf-8"))))


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(TOOLKIT):
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith(TOOLKIT))


def reached(ruleset: Path) -> frozenset[str]:
    """The modules of the toolkit that a ruleset imports, and what these import in turn."""
    known, found = set(modules()), set()
    left = [name for path in ruleset.rglob("*.py") for name in imported(path)]
    while left:
        name = left.pop()
        if name in known and name not in found:
            found.add(name)
            left += imported(PROJECT / (name.replace(".", "/") + ".py"))
    return frozenset(found)


def test_every_module_has_its_tenants() -> None:
    rulesets = [path for path in (PROJECT / "rulesets").iterdir() if (path / "__init__.py").exists()]
    tenants = {path.name: reached(path) for path in rulesets}
    homeless = {
        name: [ruleset for ruleset, names in tenants.items() if name in names]
        for name in modules()
        if not name.startswith(TOOLS) and sum(name in names for names in tenants.values()) < LEAST
    }
    assert not homeless
    assert sum(bool(names) for names in tenants.values()) == 2
