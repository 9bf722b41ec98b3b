"""Faults that anybody could write, planted one at a time: found in the syntax tree, cut into the source text.

A comparison looks the other way or takes in its bound, a number is one too large or too small, a sign is turned, a
statement is missing, two arguments have changed places, `and` is `or`, a condition is negated, a constant is another.
"""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

KINDS: Final = ("comparison", "off by one", "sign", "dropped", "arguments", "and/or", "negated", "constant")

_OPERATORS: Final = {
    ast.Lt: (r"<", ("<=", ">=")),
    ast.LtE: (r"<=", ("<", ">")),
    ast.Gt: (r">", (">=", "<=")),
    ast.GtE: (r">=", (">", "<")),
    ast.Eq: (r"==", ("!=",)),
    ast.NotEq: (r"!=", ("==",)),
    ast.In: (r"\bin\b", ("not in",)),
    ast.NotIn: (r"\bnot\s+in\b", ("in",)),
    ast.Is: (r"\bis\b", ("is not",)),
    ast.IsNot: (r"\bis\s+not\b", ("is",)),
}
_EITHER_WAY: Final = {"max", "min", "gcd"}  # of two arguments: which comes first is no matter
_TYPING: Final = {"cast", "TypeVar", "NewType", "Literal"}
_TEXT: Final = (ast.JoinedStr, ast.List, ast.Tuple, ast.Dict, ast.Set, ast.ListComp)


@dataclass(frozen=True)
class Mutant:
    """One fault: the bytes from `start` to `end` of a file become `new`. scope: the function it lies in, dotted."""

    file: str
    kind: str
    line: int
    scope: str
    start: int
    end: int
    new: bytes
    before: str
    after: str
    number: int = 0
    """Of those in one function that read alike, the how manieth."""

    @property
    def key(self) -> str:
        """Names the fault as long as its function keeps the lines that it changes."""
        told = "\0".join((self.file, self.kind, self.scope, self.before, self.after, str(self.number)))
        return hashlib.sha256(told.encode()).hexdigest()[:16]

    def planted(self, source: bytes) -> bytes:
        """The file with this fault."""
        return source[: self.start] + self.new + source[self.end :]

    def diff(self) -> str:
        """The lines that it changes, as they were and as they are."""
        taken = [f"    - {line}" for line in self.before.split("\n")]
        return "\n".join(taken + [f"    + {line}" for line in self.after.split("\n")])


class _Finder(ast.NodeVisitor):
    """Collects every fault that can be planted into one file."""

    def __init__(self, file: str, source: bytes) -> None:
        self.file, self.source = file, source
        self.starts = [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.scope: list[str] = []
        self.found: list[Mutant] = []
        self.alike: dict[tuple[str, ...], int] = {}

    # -- where things lie ------------------------------------------------------------

    def span(self, node: ast.AST) -> tuple[int, int]:
        """First byte of a node, and the one behind it."""
        assert (
            isinstance(node, (ast.expr, ast.stmt)) and node.end_lineno is not None and node.end_col_offset is not None
        )
        start = self.starts[node.lineno - 1] + node.col_offset
        return start, self.starts[node.end_lineno - 1] + node.end_col_offset

    def text(self, node: ast.AST) -> bytes:
        start, end = self.span(node)
        return self.source[start:end]

    def plant(self, kind: str, start: int, end: int, new: bytes) -> None:
        first = self.source.rfind(b"\n", 0, start) + 1
        last = self.source.find(b"\n", end)
        last = len(self.source) if last < 0 else last
        before = self.source[first:last].decode()
        after = (self.source[first:start] + new + self.source[end:last]).decode()
        told = (kind, ".".join(self.scope), before, after)
        self.alike[told] = self.alike.get(told, -1) + 1
        line = self.source.count(b"\n", 0, start) + 1
        scope = told[1] or "<module>"
        mutant = Mutant(self.file, kind, line, scope, start, end, new, before, after, self.alike[told])
        self.found.append(mutant)

    def between(self, kind: str, left: ast.expr, right: ast.expr, pattern: str, new: Iterable[str]) -> None:
        """Another operator between two operands. One behind a comment is left alone."""
        start, end = self.span(left)[1], self.span(right)[0]
        room = self.source[start:end]
        match = re.search(pattern.encode(), room)
        if match is not None and b"#" not in room:
            for operator in new:
                self.plant(kind, start + match.start(), start + match.end(), operator.encode())

    # -- what is no matter of behaviour ----------------------------------------------

    def generic_visit(self, node: ast.AST) -> None:
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "decorator_list", "type_params"):
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    self.visit(child)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Words for people, whose places Python 3.11 does not know for certain."""

    def visit_Assert(self, node: ast.Assert) -> None:
        """Says what holds anyway, mostly to the type checker."""

    def visit_Import(self, node: ast.Import) -> None: ...

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None: ...

    def _body(self, body: Sequence[ast.stmt]) -> Sequence[ast.stmt]:
        first = body[0]
        documented = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
        return body[1:] if documented else body

    def _scoped(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
        self.scope.append(node.name)
        if not isinstance(node, ast.ClassDef):
            self.visit(node.args)
        for statement in self._body(node.body):
            self.visit(statement)
        self.scope.pop()

    visit_FunctionDef = visit_AsyncFunctionDef = visit_ClassDef = _scoped  # noqa: N815

    def visit_Module(self, node: ast.Module) -> None:
        for statement in self._body(node.body) if node.body else ():
            self.visit(statement)

    # -- the faults -------------------------------------------------------------------

    def visit_Compare(self, node: ast.Compare) -> None:
        left = node.left
        for operator, right in zip(node.ops, node.comparators, strict=True):
            pattern, new = _OPERATORS[type(operator)]
            self.between("comparison", left, right, pattern, new)
            left = right
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        was, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for left, right in zip(node.values, node.values[1:], strict=False):
            self.between("and/or", left, right, rf"\b{was}\b", (new,))
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if isinstance(node.op, (ast.Add, ast.Sub)) and not any(map(_is_text, (node.left, node.right))):
            was, new = (r"\+", "-") if isinstance(node.op, ast.Add) else ("-", "+")
            self.between("sign", node.left, node.right, was, (new,))
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        start, end = self.span(node)
        if isinstance(node.value, bool):
            self.plant("constant", start, end, str(not node.value).encode())
        elif isinstance(node.value, int):
            for number in (node.value + 1, node.value - 1):
                if number >= 0:
                    self.plant("off by one", start, end, str(number).encode())
        elif isinstance(node.value, (str, bytes)) and not re.search(r"\s", str(node.value)):
            letter = b"b" if isinstance(node.value, bytes) else b""
            self.plant("constant", start, end, letter + (b'""' if node.value else b'"other"'))

    def visit_Call(self, node: ast.Call) -> None:
        named = node.func.id if isinstance(node.func, ast.Name) else ""
        for left, right in zip(node.args, node.args[1:], strict=False):
            first, second = self.text(left), self.text(right)
            if (
                named not in _EITHER_WAY | _TYPING
                and first != second
                and not any(isinstance(one, ast.Starred) for one in (left, right))
            ):
                start, middle, after, end = *self.span(left), *self.span(right)
                self.plant("arguments", start, end, second + self.source[middle:after] + first)
        if named in _TYPING:
            for one in node.args[1:]:
                self.visit(one)
            return
        self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if not (isinstance(node.value, ast.Name) and node.value.id in _TYPING):
            self.generic_visit(node)

    def visit_keyword(self, node: ast.keyword) -> None:
        if node.arg != "strict":  # of `zip`: says what holds anyway
            self.visit(node.value)

    def _condition(self, test: ast.expr) -> None:
        start, end = self.span(test)
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            self.plant("negated", start, end, self.text(test.operand))
        elif not (isinstance(test, ast.Compare) and len(test.ops) == 1):  # that one is a swapped comparison
            self.plant("negated", start, end, b"not (" + self.text(test) + b")")

    def visit_If(self, node: ast.If) -> None:
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return
        self._condition(node.test)
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        if not isinstance(node.test, ast.Constant):
            self._condition(node.test)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._condition(node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self._condition(test)
        self.generic_visit(node)

    def _drop(self, node: ast.stmt) -> None:
        self.plant("dropped", *self.span(node), b"pass")
        self.generic_visit(node)

    visit_Raise = visit_AugAssign = visit_Continue = visit_Break = visit_Delete = _drop  # noqa: N815

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            self._drop(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        kept = isinstance(node.targets[0], (ast.Attribute, ast.Subscript))
        if kept and self.scope[-1:] != ["__init__"]:
            self.plant("dropped", *self.span(node), b"pass")
        self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> None:
        # The last line of a function would leave None, which the next line trips over.
        if node.col_offset > 4 * len(self.scope):
            self.plant("dropped", *self.span(node), b"pass")
        self.generic_visit(node)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, _TEXT) or (isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes)))


def mutants_of(file: str, source: bytes) -> list[Mutant]:
    """Every fault that can be planted into a file, in the order of its text."""
    finder = _Finder(file, source)
    finder.visit(ast.parse(source))
    return sorted(finder.found, key=lambda one: (one.start, one.end, one.new))


def mutants_below(root: Path, folders: Iterable[str]) -> Iterator[Mutant]:
    """The same for all files of these folders of a tree."""
    for folder in folders:
        for path in sorted((root / folder).rglob("*.py")):
            yield from mutants_of(path.relative_to(root).as_posix(), path.read_bytes())


def room_of(file: str) -> str:
    """The room that a file stands in: `pbem/protocol`, or the practice opponent of a ruleset."""
    parts = file.split("/")
    return "/".join(parts[: 2 if parts[0] == "pbem" else 3])


def draw(mutants: Iterable[Mutant], number: int, seed: str) -> list[Mutant]:
    """So many of them, each kind in turn, and of each kind each room. Every one has a lot of its own, so that a change
    elsewhere in the sources changes little."""
    lots: dict[tuple[str, str], list[tuple[str, Mutant]]] = {}
    for one in mutants:
        lot = hashlib.sha256(f"{seed}\0{one.key}".encode()).hexdigest()
        lots.setdefault((one.kind, room_of(one.file)), []).append((lot, one))
    order = sorted(lots, key=lambda cell: (cell[1], KINDS.index(cell[0])))
    for drawn in lots.values():
        drawn.sort(key=lambda pair: pair[0], reverse=True)
    chosen: list[Mutant] = []
    while len(chosen) < number and any(lots.values()):
        chosen += [lots[cell].pop()[1] for cell in order if lots[cell]]
    # In the order of their lots: what an unfinished run has tried is a fair share of the whole.
    chosen.sort(key=lambda one: hashlib.sha256(f"{seed}\0{one.key}".encode()).hexdigest())
    return chosen[:number]


def compiles(source: bytes) -> bool:
    """Whether Python reads it at all: a fault that it refuses is none that a test has to find."""
    try:
        compile(source, "<planted>", "exec")
    except SyntaxError:
        return False
    return True
