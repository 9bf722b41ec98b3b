"""The one place where what went wrong becomes two lines, or JSON, and an exit status (docs/cli.md)."""

from __future__ import annotations

import json

from pbem.campaign.core.problems import as_problem as problem_of
from pbem.campaign.telling.timewords import plain_dates
from pbem.cli.terminal import complain, say
from pbem.errors import Problem

INTERRUPTED = 130

# What the parser of the command line says of a number, for people who write no programs.
_PLAINLY = {"Input should be a valid integer, unable to parse string as an integer": "a whole number has to stand here"}


def tell(error: Exception, command: str, *, as_json: bool) -> int:
    """Says what went wrong and how to mend it; returns the exit status. command: the one that was running."""
    problem = as_problem(error, command)
    if as_json:
        say(json.dumps({"error": problem.to_json()}, indent=1, ensure_ascii=True))
    else:
        complain(f"pbem: error: {plain_dates(str(problem))}")
        complain(f"pbem: hint: {problem.mend or f'see pbem {command} --help'.replace('  ', ' ')}")
    return problem.status


def as_problem(error: Exception, command: str) -> Problem:
    """The problem that an exception amounts to, wrong usage of the command line among them.

    With PBEM_TRACEBACK set, an unforeseen one is raised again.
    """
    # typer's exceptions for wrong usage; their class has no public name, this method they all have.
    if hasattr(error, "format_message"):
        what = str(error.format_message()).split("\n")[0]
        for theirs, ours in _PLAINLY.items():
            what = what.replace(theirs, ours)
        return Problem("USAGE", what, f"see pbem {command} --help".replace("  ", " "))
    return problem_of(error, command)
