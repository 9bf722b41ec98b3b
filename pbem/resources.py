"""Where the files that ship with the program are found: in the wheel first, then in a checkout."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

_NAME = re.compile(r"[a-z0-9][a-z0-9_.-]{0,63}")
_PACKAGE = Path(__file__).resolve().parent


@lru_cache(maxsize=32)
def schema_bytes(name: str) -> bytes:
    """Bytes of the JSON Schema file `name` (`message.schema.json`), read once.

    Looks into `schemas/` inside the installed package, then beside the package in a checkout. Raises
    FileNotFoundError when neither holds it, ValueError when `name` is no plain file name.
    """
    if _NAME.fullmatch(name) is None:
        raise ValueError(f"not a schema file name: {name[:80]!r}")
    for folder in (_PACKAGE / "schemas", _PACKAGE.parent / "schemas"):
        path = folder / name
        if path.is_file():
            return path.read_bytes()
    raise FileNotFoundError(f"schema {name} is neither in the package nor beside it")


def page_bytes() -> bytes:
    """The web page with which anybody checks a campaign without pbem (`samples/verify.html`).

    Raises FileNotFoundError when neither the installed package nor the checkout holds it.
    """
    for folder in (_PACKAGE / "samples", _PACKAGE.parent / "samples"):
        path = folder / "verify.html"
        if path.is_file():
            return path.read_bytes()
    raise FileNotFoundError("verify.html is neither in the package nor beside it")
