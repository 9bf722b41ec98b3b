"""Figures of counters, each with the mark of where it comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Figure:
    """A number of a counter. mark: where it comes from, such as `text` or `inferred: RULE`."""

    value: int
    mark: str


def figure(text: Any, marks: Mapping[str, str]) -> Figure | None:
    """`4 text` with the mark written out; None where there is none. Raises ValueError for a mark nobody explains."""
    if not text:
        return None
    number, _, word = text.partition(" ")
    if word not in marks:
        raise ValueError(f"the mark of {text!r} is not explained; there are {', '.join(marks)}")
    return Figure(int(number), marks[word])
