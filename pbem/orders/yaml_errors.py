"""The faults of a YAML file in words for people: kinds of refusal, and the scanner's errors reworded."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from pbem.lean import dataclass
from pbem.orders.text import name_of

SHIELD = "\ufffd"
"""Stands in the scanned text for every character outside the permitted set."""


@dataclass
class YamlFault(Exception):
    """One refusal by the loader; line and column count from 1. `kind` is a word for programs."""

    kind: str
    line: int
    column: int
    what: str
    mend: str


@dataclass(frozen=True)
class _Rule:
    """Words for the scanner errors that contain `sign`; told where it noticed or where it all began."""

    sign: str
    what: str
    mend: str
    at_start: bool = False
    kind: str = "syntax"


# What is wrong, and how to mend it.
TAG = ("a tag (!) is not allowed here; expected plain text", "delete it, or put the text in quotes")
ANCHOR = ("an anchor (&) is not allowed here; expected plain text", "put the text in quotes")
ALIAS = ("an alias (*) is not allowed here; expected plain text", "put the text in quotes")

_DASH = ("a space is missing behind the '-' of a list entry", "write '- ' and go on behind it")
_NO_BLANK = re.compile(r" *-(?=[\[{]|[a-z]+: )")
_BEHIND_QUOTE = (
    "a text in quotation marks ends here, and more stands behind it",
    "for an apostrophe use double quotes around the text",
)
_CLOSED = ("a bracket closes here that was never opened", "delete it")
_LITERAL = ("the text announced by '|' has to stand further in than its key", "put two spaces before each of its lines")
_HEADLESS = (
    "a list begins here, and the line above already has its value",
    "write the key of the list and a colon on a line of their own above it",
)
_COMMA = ("a comma is missing before this", "write ', ' between the entries of [ ] and { }")
# What stands before a colon that came too early: a value that is complete, and behind it the key.
_KEY_BEHIND_VALUE = re.compile(r"[^\s,;:{\[] +([\w-]+) *\Z")
# A key behind a closing bracket or quotation mark, and texts in quotation marks.
_RUN_ON = re.compile(r"(?<=[}\]\"'])([A-Za-z][\w-]*):(?=\s|$)")
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")
_QUOTE = "put the whole text in quotes if it is meant as one value"
_INDENT = "line it up with its neighbours, using spaces"
_FLOW = "separate entries with commas and close every [ with ] and every { with }"

# The first rule that fits counts. Both scanners' spellings of each error are listed.
_RULES = (
    _Rule("undefined tag handle", *TAG, kind="tag"),
    _Rule("scanning a tag", *TAG, kind="tag"),
    _Rule("parsing a tag", *TAG, kind="tag"),
    _Rule("scanning an anchor", *ANCHOR, at_start=True, kind="anchor"),
    _Rule("scanning an alias", *ALIAS, at_start=True, kind="alias"),
    _Rule("unknown escape", "unknown letter after a backslash in double quotes", "write \\\\ for a backslash"),
    _Rule("expected escape sequence", "unfinished \\x or \\u in double quotes", "write \\\\ for a backslash"),
    _Rule("did not find expected hexdecimal", "unfinished \\x or \\u in double quotes", "write \\\\ for a backslash"),
    _Rule("invalid Unicode character", "a \\u that names no character", "write the character itself"),
    _Rule(
        "scanning a quoted scalar",
        "a quotation mark is opened here and never closed",
        "close it at the end of the same line",
        True,
    ),
    _Rule(
        "scanning a double-quoted",
        "this text in double quotes cannot be read",
        "check its quotation marks and backslashes",
        True,
    ),
    _Rule(
        "mapping values are not allowed", "a second ': ' where none can stand; expected one key and one value", _QUOTE
    ),
    _Rule(
        "sequence entries are not allowed", "a list entry (- ) cannot stand here", "begin the list on a line of its own"
    ),
    _Rule("mapping keys are not allowed", "a '?' with a space cannot stand here", "put the text in quotes"),
    _Rule(
        "could not find expected ':'",
        "expected 'key: value'; the colon is missing",
        "write the key, a colon, a space",
        True,
    ),
    _Rule("that cannot start any token", "a text cannot begin with this character", "put the text in quotes"),
    _Rule(
        "scanning a block scalar",
        "after '|' or '>' expected the end of the line",
        "begin the text on the next line; take the '>' of a quoted mail away",
    ),
    _Rule(
        "found unexpected ':'",
        "inside [ ] or { } a colon stands here with nothing behind it; expected 'key: value'",
        "write a space and the value behind it, [] for an empty list; or put a text with a colon in quotes",
    ),
    _Rule("flow sequence", "in a list [a, b] expected a comma or the closing ]", _FLOW, True),
    _Rule("flow mapping", "in a map {a: b} expected a comma or the closing }", _FLOW, True),
    _Rule("flow node", "inside [ ] or { } a value or the closing bracket is missing", _FLOW, True),
    _Rule("block collection", "this line does not fit the list above it; expected another '- ' entry", _INDENT),
    _Rule("block mapping", "this line does not fit the lines above it; expected 'key: value'", _INDENT),
    _Rule("block node", "a value was expected here", "write a value or delete the line"),
    _Rule("document start", "the file goes on after its data has ended", "check brackets, quotes and indentation"),
)
_FALLBACK = _Rule("", "this line cannot be read as YAML; expected 'key: value' or '- entry'", "check its punctuation")


def reworded(error: Any, shielded: Sequence[str], original: Sequence[str]) -> YamlFault:
    """Turn an error of either PyYAML scanner into a YamlFault.

    `shielded` and `original` are the lines as scanned and as typed. A foreign character on the
    lines concerned is named first: a tab is the usual reason why indentation does not fit.
    """
    found = getattr(error, "problem_mark", None)
    begun = getattr(error, "context_mark", None)
    for mark in (found, begun):
        place = mark and _foreign_place(mark.line, shielded)
        if place:
            return foreign_fault(place, original)
        if mark and (slip := run_on(mark.line, original) or _typing_slip(mark, original)):
            return slip
    words = f"{getattr(error, 'context', None) or ''} {getattr(error, 'problem', None) or ''}"
    rule = next((r for r in _RULES if r.sign in words), _FALLBACK)
    if rule.mend is _FLOW and found and begun and found.line == begun.line < len(original):
        column = _comma_column(original[found.line], found.column)
        if column >= 0:
            return YamlFault(rule.kind, found.line + 1, column + 1, *_COMMA)
    mark = (begun if rule.at_start else found) or found or begun
    line, column = (mark.line, mark.column) if mark else (0, 0)
    return YamlFault(rule.kind, line + 1, column + 1, rule.what, rule.mend)


def _typing_slip(mark: Any, original: Sequence[str]) -> YamlFault | None:
    """A frequent slip in the line where the scanner gave up, which its own words would not name."""
    text = original[mark.line] if mark.line < len(original) else ""
    before, behind = text[: mark.column], text[mark.column : mark.column + 1]
    if before[-1:] in ("'", '"') and before.count(before[-1]) > 1 and behind.isalnum():
        return YamlFault("syntax", mark.line + 1, mark.column + 1, *_BEHIND_QUOTE)
    if behind in ("}", "]") and before.rstrip().endswith(("}", "]")):
        return YamlFault("syntax", mark.line + 1, mark.column + 1, *_CLOSED)
    if text[:1].strip() and mark.line and original[mark.line - 1].rstrip().endswith((": |", ": |-")):
        return YamlFault("syntax", mark.line + 1, 1, *_LITERAL)
    return _missing_blank(mark.line, original)


def run_on(line: int, original: Sequence[str]) -> YamlFault | None:
    """A key that stands right behind the end of a value, `}attacks:`, in a line counted from 0; None where none does.

    Inside of brackets it is a comma that is missing, and that is told elsewhere.
    """
    text = original[line] if line < len(original) else ""
    for found in _RUN_ON.finditer(text):
        before = _QUOTED.sub("", text[: found.start()])
        opened = before.count("{") + before.count("[") - before.count("}") - before.count("]")
        if opened <= 0:
            what = f"a line break is missing before '{found[1]}:'"
            return YamlFault("syntax", line + 1, found.start(1) + 1, what, f"begin a new line before '{found[1]}:'")
    return None


def _comma_column(text: str, noticed: int) -> int:
    """Where in a line, counted from 0, an entry begins before which a comma is missing; -1 where that is not the fault.

    noticed: where the scanner gave up: at the entry, or at the colon behind its key.
    """
    before, behind = text[:noticed], text[noticed : noticed + 1]
    if behind == ":":
        found = _KEY_BEHIND_VALUE.search(before)
        return -1 if found is None else found.start(1)
    entry = behind.isalnum() or behind in ('"', "'", "[", "{")
    return noticed if entry and before.rstrip()[-1:] not in (",", ":", "[", "{") else -1


def slip_over_lines(line: int, original: Sequence[str]) -> YamlFault | None:
    """What is meant by a text that begins in a line, counted from 0, and goes on in the next: a list entry without a
    blank, or a list below a line that has its value already; None where it is neither."""
    below = original[line + 1] if line + 1 < len(original) else ""
    indent = len(below) - len(below.lstrip(" "))
    if below[indent : indent + 2] == "- " and ": " in original[line]:
        return YamlFault("syntax", line + 2, indent + 1, *_HEADLESS)
    return _missing_blank(line, original)


def _missing_blank(line: int, original: Sequence[str]) -> YamlFault | None:
    """The fault of a list entry like `-{unit: x}` or `-unit: x`; None for any other line."""
    dash = _NO_BLANK.match(original[line]) if line < len(original) else None
    return None if dash is None else YamlFault("syntax", line + 1, dash.end(), *_DASH)


def _foreign_place(line: int, shielded: Sequence[str]) -> tuple[int, int] | None:
    """Where the line first holds a foreign character outside a comment (line and column from 0)."""
    text = shielded[line] if line < len(shielded) else ""
    column = text.find(SHIELD)
    in_comment = text.lstrip().startswith("#") or " #" in text[: max(column, 0)]
    return None if column < 0 or in_comment else (line, column)


def foreign_fault(place: tuple[int, int], original: Sequence[str]) -> YamlFault:
    """Refuse the character at `place` (line and column from 0) of the file as typed."""
    line, column = place
    char = original[line][column]
    if char == "\t":
        return YamlFault("tab", line + 1, column + 1, "a tab stands here; expected spaces", "replace it by spaces")
    what = f"{name_of(char)} cannot be used in orders; expected Latin or Cyrillic text"
    return YamlFault("character", line + 1, column + 1, what, "delete it or write it in other words")
