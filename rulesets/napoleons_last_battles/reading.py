"""The texts of data files into values: words, flags, rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any


# Rows of a scenario are asked about again at every instant of a game.
@lru_cache(maxsize=4096)
def words(text: Any) -> tuple[str, ...]:
    """The words of a text, none where the file says nothing: lists of ids and hexes are written so."""
    return tuple(text.split()) if text else ()


def flag(text: Any) -> bool:
    """`true` or `false`; false where the file says nothing. Raises ValueError for anything else."""
    if text in (None, "false"):
        return False
    if text != "true":
        raise ValueError(f"true or false expected, not {text!r}")
    return True


def rows(value: Any) -> Sequence[Mapping[str, Any]]:
    """The rows of a list, none where the file says nothing."""
    return value or ()
