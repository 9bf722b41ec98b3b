"""The kinds of events that the source of a ruleset's rules tells, read from it without running it."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path


def kinds_in(paths: Iterable[Path]) -> frozenset[str]:
    """The kinds that modules write down: `event("moved", ...)`, or `{"kind": "moved"}`."""
    return frozenset(kind for path in paths for kind in _made(ast.parse(path.read_text("utf-8"))))


def _made(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "event":
            yield from _texts_in(node.args[0])
        elif isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                if isinstance(key, ast.Constant) and key.value == "kind":
                    yield from _texts_in(value)


def _texts_in(node: ast.expr) -> Iterator[str]:
    """The texts that an expression may come to: `"moved" if origin else "entered"`."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from (*_texts_in(node.body), *_texts_in(node.orelse))
