"""The first line of a report: its format, the words it is told in, for whom, and the message."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pbem.report import dispatch
from pbem.report.dispatch import UNKNOWN

# Reports of format 1 and 2 do not name their words.
_FIRST = re.compile(
    r"pbem report ([1-9][0-9]{0,2}) (?:([0-9a-f]{8}|unknown) )?(public|own) +(?:after )?message ([0-9]{1,9})"
)


@dataclass(frozen=True, slots=True)
class Label:
    """What the first line of a report says of it. Nobody signs it: whoever edits a report may edit this line, too.

    format: number of the layout. words: digest of the modules that worded it, `unknown` where it names none. kind:
    `public` or `own`. seq: the message it is of.
    """

    format: int
    words: str
    kind: str
    seq: int

    def says_as(self, other: Label) -> bool:
        """Whether two reports of one message are bound to be the same text."""
        return UNKNOWN != self.words == other.words and self.format == other.format

    @property
    def told_by(self) -> str:
        """`format 2`, `words 1f2e3d4c`: what makes it another text than ours would be."""
        return f"format {self.format}" if self.format != dispatch.FORMAT else f"words {self.words}"


def label_of(report: str) -> Label | None:
    """What a report says of itself; None if its first line is not that of a report."""
    found = _FIRST.fullmatch(report.split("\n", 1)[0].rstrip())
    return Label(int(found[1]), found[2] or UNKNOWN, found[3], int(found[4])) if found else None
