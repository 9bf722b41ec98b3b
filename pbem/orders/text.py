"""The characters and sizes that an orders file may use (protocol section 2 and section 10)."""

from __future__ import annotations

import re

MAX_BYTES = 256 * 1024
MAX_DEPTH = 16
# More than twice what the longest order of battle needs; keeps the pure Python scanner below half a second.
MAX_EVENTS = 15_000

_CLASS = "\u0020-\u007e\u00a1-\u00ac\u00ae-\u017f\u0400-\u045f\u2013\u2014\u2018\u2019\u201c\u201d\u2026"
TEXT = re.compile(f"[{_CLASS}]*")
FOREIGN = re.compile(f"[^{_CLASS}\n]")

_NAMES = {
    "\t": "a tab",
    "\u00a0": "a no-break space",
    "\u00ad": "a soft hyphen",
    "\u0085": "a Unicode line separator (U+0085)",
    "\u2028": "a Unicode line separator (U+2028)",
    "\u2029": "a Unicode line separator (U+2029)",
    "\u200b": "an invisible space (U+200B)",
    "\ufeff": "an invisible mark (U+FEFF)",
}


def name_of(char: str) -> str:
    """Say in words which character this is, without printing it."""
    return _NAMES.get(char, f"the character U+{ord(char):04X}")
