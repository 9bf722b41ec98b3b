"""What went wrong as the one error that people see: its words, its status, and how to mend it (docs/cli.md)."""

from __future__ import annotations

import os
from pathlib import Path

from pbem.campaign.core.origin import other_version_mend
from pbem.errors import BAD_INPUT, Problem
from pbem.protocol.faults import Fault
from pbem.store.faults import as_problem as disk_problem

# Commands whose exit status is that of the protocol's diagnosis.
DIAGNOSING = ("verify", "audit", "receive")

_MENDS = {
    "proof": "keep this file: the signature proves the breach to anybody",
    "invalid": "ask its sender to make it again with an unaltered program",
    "damage": "ask for the file again; mail may have damaged it",
    "stranger": "ask your opponent whether he sent this, and compare fingerprints",
    "pending": "wait, or remind your opponent",
}


def as_problem(error: Exception, command: str) -> Problem:
    """The problem that an exception amounts to. command: the one that was running.

    With PBEM_TRACEBACK set, an unforeseen one is raised again.
    """
    if isinstance(error, Problem):
        return error
    if isinstance(error, Fault):
        status = error.exit if command in DIAGNOSING else BAD_INPUT
        return Problem(error.code, str(error), mend_for(error.cls), status=status)
    if isinstance(error, OSError):
        return disk_problem(error, Path(str(error.filename or ".")), writing=False)
    if os.environ.get("PBEM_TRACEBACK"):
        raise error
    return internal(error)


def internal(error: Exception) -> Problem:
    """A fault of this program, for who meets with it."""
    return Problem(
        "INTERNAL",
        f"a fault of this program: {type(error).__name__}: {str(error)[:300]}",
        "nothing was signed by it; please report it, with the output under PBEM_TRACEBACK=1",
    )


def mend_for(cls: str) -> str:
    """What somebody can do about a diagnosis of this class."""
    return other_version_mend() if cls == "environment" else _MENDS.get(cls, "")
