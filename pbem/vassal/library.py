"""pywargame, which writes VASSAL's files: found when it is needed, and kept quiet."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any, Final

from pbem.errors import Problem

_EXTRA: Final = "pip install 'pbem[vassal]'"


def library() -> Any:
    """The package `pywargame.vassal`. Raises Problem NO_PYWARGAME, PYTHON_TOO_OLD."""
    try:
        return import_module("pywargame.vassal")
    except SyntaxError:
        if sys.version_info >= (3, 12):
            raise
        version = ".".join(map(str, sys.version_info[:2]))
        what = f"pywargame, which writes VASSAL's files, needs Python 3.12 or later, and this is {version}"
        raise Problem("PYTHON_TOO_OLD", what, "install pbem with a newer Python; the campaign's folder stays") from None
    except ImportError as error:
        what = f"the package pywargame, which writes VASSAL's files, cannot be loaded: {str(error)[:200]}"
        raise Problem("NO_PYWARGAME", what, _EXTRA) from None


@contextlib.contextmanager
def at_work(said: io.StringIO, where: str) -> Iterator[None]:
    """While the library works: what it prints goes to `said`, and whatever it stumbles over leaves as Problem.

    It reads what others wrote and checks little of it, so that anything may be raised. where: the module file.
    """
    try:
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            yield
    except Problem:
        raise
    except Exception as error:
        what = f"pywargame cannot work with this module: {type(error).__name__}: {str(error)[:200]}"
        raise Problem("VASSAL_MODULE", what, "try without --module, or with another version of it", where) from error


def remarks(said: io.StringIO) -> list[str]:
    """The library's own warnings, each once and not too many of them."""
    lines = [line.strip() for line in said.getvalue().split("\n") if "warning" in line.casefold()]
    return list(dict.fromkeys(line[:200] for line in lines))[:10]
