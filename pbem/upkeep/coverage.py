"""`pbem rules coverage`: which function and which test carries each case of a rulebook, read from the source alone."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.campaign.core.progress import tell
from pbem.errors import Problem

if TYPE_CHECKING:
    from pbem.engine.contract import Ruleset

_ID = r"[0-9A-Z][0-9A-Za-z.-]*"
_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
Carriers = dict[str, list[str]]
Marked = dict[str, Carriers]
"""What marks call a ruleset -> case -> tests that bear such a mark."""
# Names of a module, and what they were assigned.
_Values = dict[str, ast.expr]
# Written in every module that makes a mark, whether for itself or for others.
_MADE = re.compile(rb"\bmark\s*\.\s*rule\b")
_FROM = re.compile(rb"^from ([\w.]+) import", re.MULTILINE)


def tag_of(ruleset: Ruleset) -> str:
    """The word before case ids in docstrings and marks: the catalogue's own, else the initials of the ruleset's id."""
    parts = ruleset.id.split("-")
    initials = "".join(part if part.isdigit() else part[0] for part in parts)
    return str(ruleset.catalogue().get("tag", initials))


def coverage(ruleset: Ruleset, tests: Path | Marked | None = None) -> dict[str, Any]:
    """{"ruleset", "counts", "cases": [{"id", "title", "functions", "tests", "prose", "left_out"}]}.

    tests: folder with the tests, or what was found there, by default that of the checkout in which the ruleset lies, if
    there is one. Raises Problem CASE_UNKNOWN for an id that the catalogue lacks, SOURCE_UNREADABLE.
    """
    tag, entries = tag_of(ruleset), ruleset.catalogue()["entries"]
    functions = carried(ruleset.home, tag)
    root = tests_folder(ruleset.home) if tests is None else tests
    tested = _called(marked(root) if isinstance(root, Path) else root or {}, tag, ruleset.id)
    _refuse_unknown({str(entry["id"]) for entry in entries}, functions, tested)
    cases = [
        {
            "id": entry["id"],
            "title": entry["title"],
            "functions": functions.get(entry["id"], []),
            "tests": tested.get(entry["id"], []),
            "prose": bool(entry.get("prose", False)),
            "left_out": str(entry.get("left_out", "")),
        }
        for entry in entries
    ]
    return {"ruleset": ruleset.id, "counts": _counts(cases), "cases": cases}


def _counts(cases: list[dict[str, Any]]) -> dict[str, int]:
    due = [case for case in cases if not case["prose"] and not case["left_out"]]
    return {
        "cases": len(cases),
        "prose": sum(case["prose"] for case in cases),
        "left_out": sum(bool(case["left_out"]) for case in cases),
        "with_function": sum(bool(case["functions"]) for case in due),
        "with_test": sum(bool(case["tests"]) for case in due),
        "without_function": sum(not case["functions"] for case in due),
        "without_test": sum(not case["tests"] for case in due),
    }


def _refuse_unknown(known: set[str], *found: Carriers) -> None:
    wrong = [f"{case} ({carriers[case][0]})" for carriers in found for case in sorted(set(carriers) - known)]
    if wrong:
        what = f"{len(wrong)} case ids are not in the catalogue: {', '.join(wrong)}"
        raise Problem("CASE_UNKNOWN", what, "correct them in the source, or add the cases to the catalogue")


def tests_folder(home: Path) -> Path | None:
    """The folder `tests` of the checkout around a ruleset's package, None where it is installed from a wheel."""
    for folder in home.parents[:4]:
        if (folder / "pyproject.toml").is_file() and (folder / "tests").is_dir():
            return folder / "tests"
    return None


# -- functions ---------------------------------------------------------------------


def carried(home: Path, tag: str) -> Carriers:
    """Case -> functions and classes whose docstring opens with it, by module and name.

    It opens so: `naw 5.13, 7.71: ...`, the ids on as many lines as they take.
    """
    opening = re.compile(rf"{re.escape(tag)} ({_ID}(?:,\s+{_ID})*):")
    found: Carriers = {}
    for path, tree in _sources(home):
        module = path.relative_to(home.parent).with_suffix("").as_posix().replace("/", ".")
        for name, node in _definitions(tree, ""):
            match = opening.match(ast.get_docstring(node) or "")
            for case in re.split(r",\s+", match[1]) if match else ():
                found.setdefault(case, []).append(f"{module}.{name}")
    return found


def _definitions(node: ast.AST, prefix: str) -> Iterator[tuple[str, _Definition]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, _Definition):
            yield prefix + child.name, child
            yield from _definitions(child, f"{prefix}{child.name}.")
        else:
            yield from _definitions(child, prefix)


def _sources(folder: Path, wanted: Callable[[Path], bool] = lambda path: True) -> Iterator[tuple[Path, ast.Module]]:
    paths = sorted(folder.rglob("*.py"))
    for number, path in enumerate(paths):
        tell(number, len(paths), f"reading {path.name}")
        if wanted(path):
            yield path, _parsed(path)


def _parsed(path: Path) -> ast.Module:
    try:
        return ast.parse(path.read_bytes(), filename=str(path))
    except (SyntaxError, ValueError) as error:
        raise Problem("SOURCE_UNREADABLE", f"this is no Python source: {error}", "", str(path)) from None


# -- tests -------------------------------------------------------------------------


def marked(folder: Path) -> Marked:
    """Tests that bear the mark of a case, on themselves, their class, their rows or a list of rows that they name.

    A mark calls a ruleset by its tag or its id, written out or as a name of the test's module.
    """
    found: Marked = {}
    # Nearly every module imports from the same few.
    values_of = cache(lambda path: _module_values(_parsed(path)))
    makes_marks = cache(lambda path: path.is_file() and bool(_MADE.search(path.read_bytes())))

    def may_bear(path: Path) -> bool:
        others = _FROM.findall(path.read_bytes())
        return makes_marks(path) or any(makes_marks(_module(folder.parent, name.decode())) for name in others)

    for path, tree in _sources(folder, may_bear):
        module = path.relative_to(folder.parent).as_posix()
        lists = {**_imported_values(tree, folder.parent, values_of), **_module_values(tree)}
        for name, node, above in _tests(tree, "", []):
            for decorator in (*above, *node.decorator_list):
                for word, case in _marks(decorator, lists):
                    where, carriers = f"{module}::{name}", found.setdefault(word, {}).setdefault(case, [])
                    if where not in carriers:
                        carriers.append(where)
    return found


def _called(marks: Marked, *words: str) -> Carriers:
    """Case -> tests whose mark calls the ruleset by one of these words."""
    found: Carriers = {}
    for word in words:
        for case, tests in marks.get(word, {}).items():
            found[case] = [*found.get(case, ()), *(test for test in tests if test not in found.get(case, ()))]
    return found


def _module(root: Path, name: str) -> Path:
    return root / f"{name.replace('.', '/')}.py"


def _imported_values(tree: ast.Module, root: Path, values_of: Callable[[Path], _Values]) -> _Values:
    """What names that a module imports from another one below root were assigned there."""
    found: _Values = {}
    for node in tree.body:
        path = _module(root, node.module or "") if isinstance(node, ast.ImportFrom) else root
        if path.is_file() and isinstance(node, ast.ImportFrom):
            values = values_of(path)
            found |= {name.asname or name.name: values[name.name] for name in node.names if name.name in values}
    return found


def _module_values(tree: ast.Module) -> _Values:
    """What a module's own names were assigned; a function is what it returns last, with its parameters."""
    values: _Values = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and isinstance(node.body[-1], ast.Return) and node.body[-1].value:
            values[node.name] = ast.Lambda(node.args, node.body[-1].value)
        if isinstance(node, ast.Assign):
            values.update({target.id: node.value for target in node.targets if isinstance(target, ast.Name)})
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            values[node.target.id] = node.value
    return values


def _tests(node: ast.AST, prefix: str, above: list[ast.expr]) -> Iterator[tuple[str, _Definition, list[ast.expr]]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef):
            yield from _tests(child, f"{prefix}{child.name}::", [*above, *child.decorator_list])
        elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef) and child.name.startswith("test"):
            yield prefix + child.name, child, above


def _marks(node: ast.expr, lists: _Values) -> Iterator[tuple[str, str]]:
    """Tag and case of each mark `....mark.rule(tag, case, ...)` below a node, following names of the module once."""
    seen: set[str] = set()
    todo: list[ast.AST] = [node]
    while todo:
        for part in ast.walk(todo.pop()):
            if isinstance(part, ast.Name) and part.id in lists and part.id not in seen:
                seen.add(part.id)
                todo.append(lists[part.id])
            elif isinstance(part, ast.Call):
                word, *cases = _mark_words(part, lists) or [""]
                yield from ((word, case) for case in cases)


def _mark_words(call: ast.Call, values: _Values) -> list[str]:
    """The words of a mark, or of what a function of the module makes of its arguments; none for another call."""
    if _is_mark(call, values):
        return [word for arg in call.args for word in _words(arg, values)]
    made = values.get(call.func.id) if isinstance(call.func, ast.Name) else None
    if not isinstance(made, ast.Lambda):
        return []
    known = values | _bound(made.args, call)
    for part in ast.walk(made.body):
        if isinstance(part, ast.comprehension) and isinstance(part.target, ast.Name):
            known[part.target.id] = part.iter
    marks = [part for part in ast.walk(made.body) if isinstance(part, ast.Call) and _is_mark(part, values)]
    return [word for mark in marks[:1] for arg in mark.args for word in _words(arg, known)]


def _is_mark(call: ast.Call, values: _Values) -> bool:
    """`pytest.mark.rule(...)`, under its own name or one that the module gives it."""
    func = call.func
    return ast.unparse(values.get(func.id, func) if isinstance(func, ast.Name) else func).endswith("mark.rule")


def _bound(params: ast.arguments, call: ast.Call) -> _Values:
    """Parameter -> what a call gives it; what it leaves out is not there."""
    names = [param.arg for param in (*params.posonlyargs, *params.args)]
    bound: _Values = dict(zip(names, call.args, strict=False))
    if params.vararg is not None:
        bound[params.vararg.arg] = ast.Tuple(call.args[len(names) :], ast.Load())
    return bound | {given.arg: given.value for given in call.keywords if given.arg is not None}


def _words(node: ast.expr, values: _Values) -> list[str]:
    """The texts that an argument stands for, written out, named, listed, or in one text that is split."""
    if isinstance(node, ast.Constant):
        return [str(node.value)]
    if isinstance(node, ast.Name):
        # A name that stands for itself has no end.
        found = values.get(node.id)
        return [] if found is None else _words(found, {key: one for key, one in values.items() if key != node.id})
    if isinstance(node, ast.Starred):
        return _words(node.value, values)
    if isinstance(node, ast.Tuple | ast.List):
        return [word for part in node.elts for word in _words(part, values)]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "split":
        return [part for word in _words(node.func.value, values) for part in word.split()]
    return []
