"""Names that people type: how they are compared, and which known ones come close to one that is not known."""

from __future__ import annotations

import unicodedata
from collections.abc import Container, Mapping
from functools import lru_cache

_SUGGESTED = 3
_LONGEST = 60
# Letters whose stroke is part of them and no mark that could be taken off.
_STROKES = str.maketrans("łđøŁĐØ", "ldoLDO")


# Documents are compared with the same few names again and again.
@lru_cache(maxsize=2048)
def folded(text: str) -> str:
    """A name as it is compared: lower case, single spaces, letters without their marks (`Płock` as `plock`)."""
    bare = "".join(
        letter
        for letter in unicodedata.normalize("NFKD", text.translate(_STROKES))
        if not unicodedata.combining(letter)
    )
    return " ".join(bare.casefold().split())


def distance(a: str, b: str) -> int:
    """How many letters have to be put in, left out or changed to make one text of the other."""
    row = list(range(len(b) + 1))
    for i, letter in enumerate(a, 1):
        corner, row[0] = row[0], i
        for j, other in enumerate(b, 1):
            corner, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, corner + (letter != other))
    return row[-1]


def nearest(text: str, candidates: Mapping[str, str]) -> tuple[str, ...]:
    """Up to three values of candidates whose keys come close to the text, nearest first, ties in given order.

    Of a text of any length the first 60 letters are compared.
    """
    wanted = folded(text[: 2 * _LONGEST])[:_LONGEST]
    limit = max(2, len(wanted) // 3)
    ranked = sorted(
        (away, place, value)
        for place, (key, value) in enumerate(candidates.items())
        # Texts that differ by so much in length are as far apart, which need not be counted out.
        if abs(len(key) - len(wanted)) <= limit and (away := distance(wanted, key)) <= limit and away < len(wanted)
    )
    return tuple(dict.fromkeys(value for _, _, value in ranked))[:_SUGGESTED]


def without_commas(text: str, known: Container[str]) -> str:
    """`; a comma is missing? write [v, lannes]` for words that are each a known name; "" for any other text.

    known: names as `folded` makes them.
    """
    words = text.split() if len(text) <= _LONGEST else []
    if len(words) < 2 or not all(folded(word) in known for word in words):
        return ""
    return f"; a comma is missing? write [{', '.join(words)}]"


__all__ = ["distance", "folded", "nearest", "without_commas"]
