"""Who uses the toolkit: nothing stays in it that no ruleset reaches, and nothing is there for its tests alone."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.docs.packages import files_of
from tests.places import PROJECT

TOOLKIT = "pbem.hexgame"
LEAST = 2
"""Rulesets that have to reach each module."""
TOOLS = (f"{TOOLKIT}.field.mapmaking", f"{TOOLKIT}.documents.asks")
"""Run by hand to make maps and schemas; rulesets hand them data and import nothing of them."""

READY_MADE = f"{TOOLKIT}.plain"
"""The parts of the contract for small games. Rulesets that are more than that write their own."""


def modules() -> list[str]:
    """All modules of the toolkit but packages."""
    paths = (PROJECT / "pbem" / "hexgame").rglob("*.py")
    return sorted(named(path) for path in paths if path.name != "__init__.py")


def named(path: Path) -> str:
    return ".".join(path.relative_to(PROJECT).with_suffix("").parts)


@cache
def imported(path: Path) -> frozenset[str]:
    """What a file imports of the toolkit, modules by their full names."""
    return imports_of(path.read_text("utf-8"))


def imports_of(source: str) -> frozenset[str]:
    return frozenset(_imported(ast.parse(source)))


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(TOOLKIT):
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith(TOOLKIT))


def reached(names: Iterable[str]) -> frozenset[str]:
    """The modules of the toolkit that are imported, and what these import in turn."""
    known, found = set(modules()), set()
    left = list(names)
    while left:
        name = left.pop()
        if name in known and name not in found:
            found.add(name)
            left += imported(PROJECT / (name.replace(".", "/") + ".py"))
    return frozenset(found)


def of_rulesets() -> dict[str, frozenset[str]]:
    """Ruleset -> the modules that it reaches."""
    rulesets = [path for path in (PROJECT / "rulesets").iterdir() if (path / "__init__.py").exists()]
    return {one.name: reached(name for path in one.rglob("*.py") for name in imported(path)) for one in rulesets}


def of_the_page() -> frozenset[str]:
    """What the hex game of docs/adding-a-ruleset.md reaches."""
    files = files_of("adding-a-ruleset.md", "millbrook")
    return reached(name for path, text in files.items() if path.endswith(".py") for name in imports_of(text))


@pytest.mark.slow
def test_every_module_has_its_tenants() -> None:
    """Of the parts that are ready made, the small game of the docs is the one."""
    tenants = of_rulesets()
    homeless = {
        name: [ruleset for ruleset, names in tenants.items() if name in names]
        for name in modules()
        if not name.startswith((*TOOLS, READY_MADE)) and sum(name in names for names in tenants.values()) < LEAST
    }
    assert not homeless
    assert sum(bool(names) for names in tenants.values()) == 4
    assert {name for name in modules() if name.startswith(READY_MADE)} <= of_the_page()
