"""Dates and spans of time as people say them; programs get them to the second."""

from __future__ import annotations

import re
from typing import Final

_STAMP: Final = re.compile(r"\b([0-9]{4})-(0[1-9]|1[0-2])-([0-9]{2})T([0-9]{2}:[0-9]{2}):[0-9]{2}Z")
_MONTHS: Final = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_UNITS: Final = (("day", 86400), ("hour", 3600), ("minute", 60))


def plain_dates(text: str) -> str:
    """A text with every `2026-01-31T18:00:59Z` in it as `31 January 2026, 18:00 UTC`."""
    return _STAMP.sub(lambda found: f"{int(found[3])} {_MONTHS[int(found[2]) - 1]} {found[1]}, {found[4]} UTC", text)


def span_words(seconds: int) -> str:
    """`3 days and 4 hours`, `2 hours and 1 minute`: the largest unit and the next one, rounded down."""
    for place, (_, size) in enumerate(_UNITS):
        if seconds >= size:
            parts = [(seconds // size, _UNITS[place][0])]
            if place + 1 < len(_UNITS):
                name, smaller = _UNITS[place + 1]
                parts.append((seconds % size // smaller, name))
            return " and ".join(f"{count} {name}{'' if count == 1 else 's'}" for count, name in parts if count)
    return "less than a minute"
