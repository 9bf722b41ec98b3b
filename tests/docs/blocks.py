"""The fenced blocks of a page of docs/: what its tests read and run."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tests.places import DOCS

_FENCE = re.compile(r"^```(\S+)(?: ([^\n]*))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """language: the first word behind the fence. words: the others. line: of the fence, from 1."""

    language: str
    words: tuple[str, ...]
    text: str
    line: int

    def __str__(self) -> str:
        return f"line {self.line}"


def blocks(page: str, language: str, word: str = "") -> list[Block]:
    """The blocks of a page in one language, of those the ones whose second word is `word` if it is given."""
    text = (DOCS / page).read_text("utf-8")
    found = [
        Block(match[1], tuple((match[2] or "").split()), match[3], text.count("\n", 0, match.start()) + 1)
        for match in _FENCE.finditer(text)
    ]
    return [b for b in found if b.language == language and (not word or b.words[:1] == (word,))]
