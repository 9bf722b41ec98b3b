"""The texts of data files into values: words, figures with marks, flags, maps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any


@dataclass(frozen=True, slots=True)
class Figure:
    """A number of a counter. mark: where it comes from, such as `text` or `inferred: RULE`."""

    value: int
    mark: str


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


def figure(text: Any, marks: Mapping[str, str]) -> Figure | None:
    """`4 text` with the mark written out; None where there is none. Raises ValueError for a mark nobody explains."""
    if not text:
        return None
    number, _, word = text.partition(" ")
    if word not in marks:
        raise ValueError(f"the mark of {text!r} is not explained; there are {', '.join(marks)}")
    return Figure(int(number), marks[word])
