"""What all charts have in common: figures with their marks, and modifiers with the case that they come from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from pbem.lean import dataclass

TEXT, REPAIRED, INFERRED, HISTORY, STAND_IN, OURS = "text", "repaired", "inferred", "history", "stand-in", "ours"
MARKS: Final = (TEXT, REPAIRED, INFERRED, HISTORY, STAND_IN, OURS)
"""Where a figure comes from; a colon and words may follow."""
_EXPLAINED: Final = (INFERRED, HISTORY)


@dataclass(frozen=True, slots=True)
class Modifier:
    """What is added to a die, a column or a rating. case: of the booklet. mark: where the number comes from."""

    add: int
    case: str
    mark: str


Modifiers = Mapping[str, Modifier]
"""Slug, such as `disordered` -> modifier."""


def mark(text: str) -> str:
    """A mark of data, with what is said behind it. Raises ValueError for none; `inferred` and `history` say by what."""
    for part in text.split("; "):
        word, _, words = part.partition(": ")
        if word not in MARKS or (word in _EXPLAINED and not words):
            raise ValueError(f"{text!r} is no mark; there are {', '.join(MARKS)}, the middle ones with words behind")
    return text


def read_modifiers(rows: Mapping[str, Mapping[str, str]]) -> Modifiers:
    """Rows of the form `slug: {add: -3, case: 12.2.1-a, from: text}`. Raises KeyError or ValueError."""
    return {slug: Modifier(int(row["add"]), row["case"], mark(row["from"])) for slug, row in rows.items()}


def numbers(row: Mapping[str, str]) -> dict[str, int]:
    """A row of numbers without its mark. Raises ValueError where one is none."""
    mark(row["from"])
    return {name: int(text) for name, text in row.items() if name != "from"}


def span(text: str) -> range:
    """`3-4`: the numbers from the first to the second. Raises ValueError."""
    first, _, last = text.partition("-")
    return range(int(first), int(last) + 1)


def marks_in(data: Any) -> Counter[str]:
    """How many rows of a data file come from where: the members `from`, in whatever depth, up to their colon."""
    found: Counter[str] = Counter()
    if isinstance(data, Mapping):
        for name, value in data.items():
            if name == "from":
                found[mark(value).split("; ")[0].partition(":")[0]] += 1
            else:
                found += marks_in(value)
    elif isinstance(data, list):
        for value in data:
            found += marks_in(value)
    return found
