"""Blocks in texts whose lines are lines no more: joined, broken within words, quoted with names, strewn with remarks.

A block carries a checksum of all that it holds, so that any reading of a text may be tried: what is not the writer's
own block is not taken for one. Each reading costs as much as the text is long, so that only what might be a turn of
some usual size is tried.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from pbem.lean import dataclass
from pbem.mail.plaintext import PADDING, joined_softly, plain_lines, unmarked_lines

MAX_LENGTH: Final = 6 * 2**20
MAX_MARKS: Final = 2**16
"""Characters of a text that is tried, and line ends and signs of markup and coding in it; beyond them it is not."""

MOST_ENDS: Final = 256
"""Ends of blocks that are tried in one reading of a text."""

_MOST_CODINGS: Final = 4
_UNSEEN = {ord(char): None for char in "\u00ad\u200b\u200c\u200d\u2028\u2029\u2060\ufeff"}
_OTHER = re.compile(r"[^A-Za-z0-9+/]+")
# Between lines that were broken anew: nothing, a soft line end but where a coded blank was cut, or, alone behind quote
# marks, the beginning of a sign whose rest stands before one on the next line.
_CUT = re.compile(r"(?:(?<=\n)=[0-9A-Fa-f]?|=(?!\n20))?\n")
_PURE = re.compile(r"[A-Za-z0-9+/]+={0,2}")

Reading = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Candidate:
    """What stands between two marks: base64 without padding, and the checksum behind it. line: where it begins."""

    line: int
    body: str
    checksum: str


@dataclass(frozen=True, slots=True)
class _Letters:
    """All letters of a text that base64 knows. starts: where those of each line begin. numbers: that line's number."""

    text: str
    starts: list[int]
    numbers: list[int]


def candidates(text: str, begin: str, end: str) -> Iterator[Candidate]:
    """What may be a block between the words `begin` and `end`, in every reading of a text. Linear in its length."""
    opening = _OTHER.sub("", begin)
    closing = re.compile(_OTHER.sub("", end) + r"([0-9a-f]{16})")
    word = begin.split(" ")[1]
    for source in _sources(text):
        lines = list(plain_lines(source))
        for reading in (_whole, _behind_marks, _pure_of(word)):
            yield from _between(_letters(lines, reading), opening, closing)


def _sources(text: str) -> Iterator[str]:
    """The text; then as the source of a mail, as markup that was mailed as text, and as such a source within markup."""
    forms = _codings(text)
    yield from forms
    for one in forms:
        if "<" in one or "&" in one:
            yield "\n".join(line for _, line in plain_lines(one))
    if "<" in text and "=" in text:
        yield from _codings("\n".join(line for _, line in unmarked_lines(text)))[1:]
    if "=" in text:
        # Somebody quoted what was coded, and broke its lines anew, within a sign too.
        bare = (_behind_marks(line).strip(PADDING) for _, line in unmarked_lines(text))
        yield from _codings(_CUT.sub("", "\n".join(bare)))[1:]


def _codings(text: str) -> list[str]:
    """A text as it is, then as somebody has coded it who had coded it already, as often as that may be."""
    forms = [text]
    while len(forms) < _MOST_CODINGS and (joined := joined_softly(forms[-1])) != forms[-1]:
        forms.append(joined)
    return forms


def _letters(lines: Sequence[tuple[int, str]], reading: Reading) -> _Letters:
    pieces, starts, numbers, length = list[str](), list[int](), list[int](), 0
    for number, line in lines:
        if piece := _OTHER.sub("", reading(line)):
            pieces.append(piece)
            starts.append(length)
            numbers.append(number)
            length += len(piece)
    return _Letters("".join(pieces), starts, numbers)


def _between(letters: _Letters, opening: str, closing: re.Pattern[str]) -> Iterator[Candidate]:
    done, text = 0, letters.text
    for count, found in enumerate(closing.finditer(text)):
        if count >= MOST_ENDS:
            return
        start = text.rfind(opening, done, found.start())
        if start >= 0:
            line = letters.numbers[bisect_right(letters.starts, start) - 1]
            yield Candidate(line, text[start + len(opening) : found.start()], found[1])
        done = found.end()


def _whole(line: str) -> str:
    """Everything: what is not of the alphabet stood there by accident."""
    return line


def _behind_marks(line: str) -> str:
    """What follows the last quote mark: names of those who are quoted stand before it."""
    return line[max(line.rfind(mark) for mark in ">|") + 1 :]


def _pure_of(word: str) -> Reading:
    """Lines of base64 and framing lines alone: the others are remarks that somebody wrote between them."""

    def pure(line: str) -> str:
        bare = _behind_marks(line.translate(_UNSEEN)).strip(PADDING)
        return bare if word in bare or _PURE.fullmatch(bare) else ""

    return pure
