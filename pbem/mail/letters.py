"""What people wrote into a mail around the papers of a game."""

from __future__ import annotations

import re
from itertools import islice
from typing import Final

from pbem.mail.mailboxes import bodies_of

MOST: Final = 64 * 2**10
"""Bytes of a body that are read for words."""
_BODIES: Final = 8
_BLOCK: Final = re.compile(r"-*[ \t]*BEGIN PBEM [A-Z]+.*?(?:END PBEM [A-Z]+[^\n]*|\Z)", re.DOTALL)
_MARKUP: Final = re.compile(r"</?[a-zA-Z][^<>\n]{0,500}>")
# Lines that a program wrote, or that somebody else did before.
_LEFT_OUT: Final = ("#", ">", "|")


def words_of(letter: bytes) -> str:
    """The words of a mail, or of a text that was saved from one: its blocks, what is quoted and comments left out.

    Never raises.
    """
    found: list[str] = []
    for body in islice(bodies_of(letter), _BODIES):
        text = _MARKUP.sub(" ", _BLOCK.sub("\n", body[:MOST].decode("utf-8", "replace")))
        found += [line.strip() for line in text.splitlines() if not line.lstrip().startswith(_LEFT_OUT)]
    return "\n".join(line for line in found if line)
