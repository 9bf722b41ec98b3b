"""The one place where what went wrong becomes two lines, or JSON, and an exit status (docs/cli.md)."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from pbem.campaign.telling.timewords import plain_dates
from pbem.cli.terminal import complain, say
from pbem.errors import BAD_INPUT, Problem

# Commands whose exit status is that of the protocol's diagnosis.
DIAGNOSING = ("verify", "audit", "receive")
INTERRUPTED = 130

_MENDS = {
    "proof": "keep this file: the signature proves the breach to anybody",
    "invalid": "ask its sender to make it again with an unaltered program",
    "damage": "ask for the file again; mail may have damaged it",
    "stranger": "ask your opponent whether he sent this, and compare fingerprints",
    "pending": "wait, or remind your opponent",
}


# What the parser of the command line says of a number, for people who write no programs.
_PLAINLY = {"Input should be a valid integer, unable to parse string as an integer": "a whole number has to stand here"}


def tell(error: Exception, command: str, *, as_json: bool) -> int:
    """Says what went wrong and how to mend it; returns the exit status. command: the one that was running."""
    problem = as_problem(error, command)
    if as_json:
        say(json.dumps({"error": data_of(problem)}, indent=1, ensure_ascii=True))
    else:
        complain(f"pbem: error: {plain_dates(str(problem))}")
        complain(f"pbem: hint: {problem.mend or f'see pbem {command} --help'.replace('  ', ' ')}")
    return problem.status


def data_of(problem: Problem) -> dict[str, Any]:
    """A problem as data; the faults of an orders file each by itself."""
    data: dict[str, Any] = {
        "code": problem.code,
        "what": problem.what,
        "mend": problem.mend,
        "where": problem.where,
        "status": problem.status,
    }
    findings = getattr(problem, "findings", None)
    if findings is not None:
        data["findings"] = [finding.to_json() for finding in findings]
    return data


def as_problem(error: Exception, command: str) -> Problem:
    """The problem that an exception amounts to. With PBEM_TRACEBACK set, an unforeseen one is raised again."""
    if isinstance(error, Problem):
        return error
    from pbem.protocol.faults import Fault

    if isinstance(error, Fault):
        return _refused(error, command)
    # typer's exceptions for wrong usage; their class has no public name, this method they all have.
    if hasattr(error, "format_message"):
        what = str(error.format_message()).split("\n")[0]
        for theirs, ours in _PLAINLY.items():
            what = what.replace(theirs, ours)
        return Problem("USAGE", what, f"see pbem {command} --help".replace("  ", " "))
    if isinstance(error, OSError):
        from pbem.store.faults import as_problem as disk_problem

        return disk_problem(error, Path(str(error.filename or ".")), writing=False)
    if os.environ.get("PBEM_TRACEBACK"):
        raise error
    return Problem(
        "INTERNAL",
        f"a fault of this program: {type(error).__name__}: {str(error)[:300]}",
        "nothing was signed by it; please report it, with the output under PBEM_TRACEBACK=1",
    )


def _refused(fault: Any, command: str) -> Problem:
    status = fault.exit if command in DIAGNOSING else BAD_INPUT
    return Problem(fault.code, str(fault), mend_for(fault.cls), status=status)


def mend_for(cls: str) -> str:
    """What somebody can do about a diagnosis of this class."""
    if cls == "environment":
        from pbem.campaign.core.origin import other_version_mend

        return other_version_mend()
    return _MENDS.get(cls, "")
