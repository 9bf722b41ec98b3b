"""`pbem rules list|show|coverage|check-scenario`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from pbem.campaign.core.rulebooks import book_data, ruleset, shelf_data
from pbem.cli.completing import ruleset_words
from pbem.cli.lazy import group_app, with_examples
from pbem.cli.parameters import Json
from pbem.cli.terminal import show
from pbem.upkeep.coverage import coverage

EXAMPLES = ("pbem rules list", "pbem rules show <ruleset>", "pbem rules coverage <ruleset>")

app = group_app("Rulebooks: list, show, coverage, check-scenario.", EXAMPLES)

Book = Annotated[
    str,
    typer.Argument(
        metavar="RULESET", help="Id of an installed ruleset; see pbem rules list.", autocompletion=ruleset_words
    ),
]


@app.callback()
def group() -> None:
    """Rulebooks: list, show, coverage, check-scenario."""


@app.command("list", cls=with_examples(("pbem rules list",)))
def list_books(as_json: Json = False) -> None:
    """List the installed rulebooks."""
    told = shelf_data()
    lines = []
    for one in told:
        lines.append(f"{one['id']}  version {one['version']}  {one['title']}: {', '.join(one['scenarios'])}")
        lines += [f"  for a first game: pbem new --scenario {name}" for name in one["learning"]]
    show({"rulesets": told}, lines or ["No rulebook is installed."], as_json=as_json)


@app.command("show", cls=with_examples(("pbem rules show <ruleset>",)))
def show_book(book: Book, as_json: Json = False) -> None:
    """Show scenarios, options and standing orders of a rulebook."""
    told = book_data(ruleset(book))
    show(told, _book_lines(told), as_json=as_json)


@app.command("coverage", cls=with_examples(("pbem rules coverage <ruleset>", "pbem rules coverage <ruleset> --json")))
def cover(
    book: Book,
    tests: Annotated[
        Path | None, typer.Option("--tests", metavar="DIR", help="The folder with the tests; else the checkout's.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Say which function and which test carries each case of a rulebook."""
    told = coverage(ruleset(book), tests)
    show(told, _coverage_lines(told), as_json=as_json)


@app.command(
    "check-scenario",
    cls=with_examples(
        ("pbem rules check-scenario scenarios/my-war", "pbem rules check-scenario scenario.yaml --ruleset <ruleset>")
    ),
)
def check_files(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="A scenario's folder, or its scenario.yaml.")],
    book: Annotated[
        str,
        typer.Option(
            "--ruleset",
            metavar="RULESET",
            help="Whose scenario it is; else whose form the files have.",
            autocompletion=ruleset_words,
        ),
    ] = "",
    as_json: Json = False,
) -> None:
    """Check a scenario's files: every fault with file, line and column."""
    from pbem.upkeep.scenario_check import check_scenario

    told = check_scenario(path, book)
    lines = [f"{path}: a scenario of {told['ruleset']} without faults ({', '.join(told['files'])})"]
    show(told, lines, as_json=as_json)


def _book_lines(told: dict[str, Any]) -> Iterator[str]:
    yield f"{told['title']} ({told['id']}), version {told['version']}"
    yield f"  data {told['data']}, {told['cases']} cases"
    scenarios = told["scenarios"]
    first = _choices(scenarios[0]) if len(scenarios) > 1 else []
    together = [line for line in first if all(line in _choices(one) for one in scenarios)]
    for scenario in scenarios:
        yield ""
        yield f"{scenario['id']}: {scenario['title']}, armies {', '.join(scenario['armies'])}"
        if scenario["doc"]:
            yield f"  {scenario['doc']}"
        yield from (line for line in _choices(scenario) if line not in together)
    if together:
        yield from ("", "In each of these scenarios:", *together)


def _choices(scenario: dict[str, Any]) -> list[str]:
    """Options and standing orders of a scenario; where all armies have the same slots no army is named."""
    lines = []
    for name, option in scenario["options"].items():
        values = "|".join(str(value).lower() for value in option["values"])
        lines.append(f"  --option {name}={values}   default {str(option['default']).lower()}; {option['doc']}")
    listed = [", ".join(slots) for slots in scenario["standing"].values()]
    if listed and len(set(listed)) == 1:
        return [*lines, f"  standing orders of each army: {listed[0]}"]
    return [*lines, *(f"  standing orders of {army}: {', '.join(s)}" for army, s in scenario["standing"].items())]


def _coverage_lines(told: dict[str, Any]) -> Iterator[str]:
    counts = told["counts"]
    for case in told["cases"]:
        if case["prose"] or case["left_out"]:
            yield f"{case['id']:<9} {case['title']}: {case['left_out'] or 'prose'}"
            continue
        carried = f"{len(case['functions'])} functions" if case["functions"] else "NO FUNCTION"
        tested = f"{len(case['tests'])} tests" if case["tests"] else "NO TEST"
        yield f"{case['id']:<9} {case['title']}: {carried}, {tested}"
    due = counts["cases"] - counts["prose"] - counts["left_out"]
    yield f"{told['ruleset']}: of {due} cases {counts['with_function']} have a function, {counts['with_test']} a test"
