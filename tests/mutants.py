"""`make mutants`: switches off each function that carries a rule, in turn, and lists the rows that do not notice.

With --generic it plants the faults of `tests.mutants_hunt` instead.

A function that opens its docstring with case ids is replaced, one run each, by one that does nothing:
it returns None, False, True, 0 or nothing at all, as its annotation allows. A row (a test that carries
a case's id) is alive if it fails for at least one mutant of a function that carries the same id.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import json
import subprocess
import sys
import tempfile
import types
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from tests import mutants_hunt
from tests.places import PROJECT as ROOT

_BODIES = {
    "<generator>": "return; yield",
    "<refusal>": "from pbem.engine.options import Refusal; return Refusal('0.0', 'everything is refused')",
}
LONGEST = 90  # seconds of one run


@dataclass(frozen=True)
class Carrier:
    """A function that carries case ids."""

    module: str
    name: str
    cases: tuple[str, ...]
    values: tuple[str, ...]


def mutate(spec: str) -> None:
    """Replaces the body of `module:qualname` by `return value`, for everybody who has imported it."""
    target, value = spec.split("=", 1)
    module, name = target.split(":")
    found: object = importlib.import_module(module)
    for part in name.split("."):
        found = found.__dict__[part] if isinstance(found, type) else getattr(found, part)
    function = _function(found)
    body = _BODIES.get(value, f"return {value}")
    scope: dict[str, types.FunctionType] = {}
    exec(f"def neutral(*args, **kwargs):\n    {body}\n", scope)
    function.__code__ = scope["neutral"].__code__
    function.__defaults__, function.__kwdefaults__ = None, None


def _function(found: object) -> types.FunctionType:
    if isinstance(found, (staticmethod, classmethod)):
        found = found.__func__
    if isinstance(found, property):
        found = found.fget
    if isinstance(found, cached_property):
        found = found.func
    found = getattr(found, "__wrapped__", found)
    if not isinstance(found, types.FunctionType):
        raise TypeError(f"{found!r} is no function")
    return found


def carriers(package: str, prefix: str) -> list[Carrier]:
    """Functions of a package whose docstring opens with `prefix` and case ids."""
    found: list[Carrier] = []
    folder = ROOT / package.replace(".", "/")
    for path in sorted(folder.rglob("*.py")):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        tree = ast.parse(path.read_text(encoding="utf-8"))
        _walk(tree, module.removesuffix(".__init__"), "", prefix, found)
    return found


def _walk(node: ast.AST, module: str, scope: str, prefix: str, found: list[Carrier]) -> None:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef):
            _walk(child, module, f"{scope}{child.name}.", prefix, found)
        if isinstance(child, ast.FunctionDef):
            text = ast.get_docstring(child) or ""
            if text.startswith(f"{prefix} "):
                ids = text[len(prefix) + 1 :].split(":", 1)[0]
                cases = tuple(case.strip() for case in ids.split(","))
                found.append(Carrier(module, scope + child.name, cases, _values(child)))


def _values(function: ast.FunctionDef) -> tuple[str, ...]:
    """What a function that does nothing could return."""
    inner = [n for n in ast.walk(function) if isinstance(n, (ast.Yield, ast.YieldFrom))]
    if inner:
        return ("<generator>",)
    said = ast.unparse(function.returns) if function.returns else "None"
    if said == "bool":
        return ("False", "True")
    if said.startswith(("int", "Fraction")):
        return ("None", "1") if "None" in said else ("0", "1")
    if said == "Refusal | None":
        return ("None", "<refusal>")
    if said == "None" or "None" in said:
        return ("None",)
    if said.startswith("str"):
        return ("''", "'something'")
    if said.startswith("tuple[str"):
        return ("()", "('0000',)")
    if said.lower().startswith(("tuple", "list", "sequence", "frozenset", "set", "iterator", "iterable")):
        return ("()",)
    if said.lower().startswith(("dict", "mapping", "json")):
        return ("{}",)
    return ("None",)


@dataclass(frozen=True)
class Rows:
    """Tests of one rulebook. tests: their folder; books: what their marks call it."""

    tests: str
    books: tuple[str, ...]

    def command(self, cases: Iterable[str], report: Path) -> list[str]:
        """Runs those that carry one of these cases and writes down what came of each."""
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", self.tests]
        return [*command, f"--books={','.join(self.books)}", f"--rules={','.join(cases)}", f"--rule-report={report}"]


def run_mutant(carrier: Carrier, value: str, rows: Rows) -> dict[str, dict]:
    """Outcome of every row of the carrier's cases under one mutant."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [*rows.command(carrier.cases, report), f"--mutant={carrier.module}:{carrier.name}={value}"]
        try:
            done = subprocess.run(command, check=False, cwd=ROOT, capture_output=True, text=True, timeout=LONGEST)
        except subprocess.TimeoutExpired:
            # A game that never ends is noticed by everybody.
            return {"*": {"cases": list(carrier.cases), "outcome": "failed"}}
        if done.returncode == 5:
            return {}
        if done.returncode not in (0, 1) or not report.exists():
            # The tests could not even be collected: the mutant is noticed by every row.
            return {"*": {"cases": list(carrier.cases), "outcome": "failed"}}
        return dict(json.loads(report.read_text(encoding="utf-8")))


def rows_of(rows: Rows, cases: list[str]) -> dict[str, list[str]]:
    """Every row and its case ids, without any mutant. All of them must pass, however long they take together."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        done = subprocess.run(rows.command(cases, report), check=False, cwd=ROOT, capture_output=True, text=True)
        if not report.exists():
            raise SystemExit(f"the tests do not run without any mutant:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
        outcome = json.loads(report.read_text(encoding="utf-8"))
    failing = sorted(row for row, result in outcome.items() if result["outcome"] != "passed")
    if failing:
        raise SystemExit(f"these rows fail without any mutant: {failing[:5]}")
    return {row: result["cases"] for row, result in outcome.items()}


def books_of(package: str, prefix: str) -> tuple[str, ...]:
    """What marks call the rulebook of a package: the word before its cases, or its own name."""
    return prefix, package.rpartition(".")[2].replace("_", "-")


def survivors(package: str, prefix: str, tests: str, jobs: int, only: str = "") -> list[str]:
    """Rows that no mutant of a function with the same case id makes fail; `only` names cases, separated by commas."""
    wanted = {case for case in only.split(",") if case}
    found = [carrier for carrier in carriers(package, prefix) if not wanted or wanted & set(carrier.cases)]
    cases = sorted({case for carrier in found for case in carrier.cases})
    rows = Rows(tests or package.replace("rulesets.", "tests.rulesets.").replace(".", "/"), books_of(package, prefix))
    alive = rows_of(rows, cases)
    print(f"{len(found)} functions carry {len(cases)} cases; {len(alive)} rows")
    pairs = [(carrier, value) for carrier in found for value in carrier.values]
    with ThreadPoolExecutor(jobs) as pool:
        for (carrier, value), outcome in zip(pairs, pool.map(lambda p: run_mutant(*p, rows), pairs), strict=True):
            failed = {row for row, result in outcome.items() if result["outcome"] != "passed"}
            killed = [
                row for row, ids in alive.items() if (row in failed or "*" in failed) and set(ids) & set(carrier.cases)
            ]
            for row in killed:
                del alive[row]
            print(f"  {carrier.module}:{carrier.name} = {value}: {len(failed)} rows notice", flush=True)
    return sorted(alive)


def main() -> None:
    """Prints the rows that still pass; exit status 1 if there are any."""
    if "--generic" in sys.argv[1:]:
        raise SystemExit(mutants_hunt.main([one for one in sys.argv[1:] if one != "--generic"]))
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument(
        "--generic", action="store_true", help="faults anywhere instead of rules switched off; see its --help"
    )
    options.add_argument("--package", default="rulesets.napoleon_at_war")
    options.add_argument("--prefix", default="naw")
    options.add_argument("--tests", default="", help="folder of the tests; else the ruleset's own")
    options.add_argument("--cases", default="", help="only these case ids, separated by commas")
    options.add_argument("--jobs", type=int, default=2)
    chosen = options.parse_args()
    left = survivors(chosen.package, chosen.prefix, chosen.tests, chosen.jobs, chosen.cases)
    print(f"{len(left)} rows still pass though their rule is switched off")
    for row in left:
        print(f"  {row}")
    raise SystemExit(1 if left else 0)


if __name__ == "__main__":
    main()
