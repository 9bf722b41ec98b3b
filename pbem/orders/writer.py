"""Plain data as YAML in one fixed layout, which any YAML 1.1 or 1.2 reader takes for the same texts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from pbem.orders.text import FOREIGN, MAX_DEPTH, TEXT, name_of

Comments = Mapping[tuple[str | int, ...], Sequence[str]]
"""Lines to stand above the key or list entry at each path."""

WIDTH = 72  # no mail program breaks a shorter line
COMMENT_WIDTH = 100
MAX_KEY = 128
_MAX_INTEGER = 2**53 - 1
_SHORT = 32  # longest text that still stands in a [list, on, one, line]

_LETTER = "A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017f\u0400-\u045f"
# Words that begin with a letter, or numbers with a slash such as 1/III, are text to every YAML reader.
_PLAIN = re.compile(f"(?:[{_LETTER}]|[0-9]+/)[0-9{_LETTER}_./+()'-]*(?: [0-9{_LETTER}(][0-9{_LETTER}_./+()'-]*)*")
_YAML_1_1_WORDS = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf"})


def dump(data: Any, comments: Comments | None = None, *, first: Sequence[str] = ()) -> str:
    """Write dicts, lists, texts, integers and booleans as YAML; ends with a line feed.

    Keys are sorted, those named in `first` before all others. Lists of short scalars stand on one
    line. The loader gives the same data back, with integers and booleans as their text.
    Raises ValueError for what orders cannot hold: other types, characters outside protocol
    section 2, integers beyond 2^53-1, keys that are no short text, depth above MAX_DEPTH.
    """
    return "\n".join(_Writer(comments or {}, tuple(first)).root(data)) + "\n"


def scalar(value: Any) -> str:
    """One scalar without line feeds: plain where no reader can mistake it, else in double quotes."""
    if value is True or value is False:
        return "true" if value else "false"
    if type(value) is int:
        if abs(value) > _MAX_INTEGER:
            raise ValueError("integer beyond 2^53-1")
        return str(value)
    if type(value) is not str:
        raise ValueError(f"cannot write a {type(value).__name__} into an orders file")
    if not TEXT.fullmatch(value):
        raise _foreign(value)
    if _PLAIN.fullmatch(value) and value.lower() not in _YAML_1_1_WORDS:
        return value
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _foreign(text: str) -> ValueError:
    found = FOREIGN.search(text)
    return ValueError(f"{name_of(found.group()) if found else 'a line feed'} cannot be used in orders")


def flow(value: Any) -> str:
    """A value on one line, members in their order. Raises ValueError for text of several lines too."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key_text(key)}: {flow(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(flow, value)) + "]"
    return scalar(value)


def rows(lead: str, value: Any, indent: str = "", *, spread: bool = True) -> list[str]:
    """The lines of a list entry (`lead` is `-`) or of a member (`key:`), as the templates have them: an entry of a list
    that has lines of its own, and each member of a map below a heading, on one line where it fits.

    spread: whether a list of lists or maps, or a map, is given lines of its own even where it would fit on one.
    """
    if isinstance(value, str) and "\n" in value:
        head, *body = _literal(value, indent)
        return [f"{indent}{lead} {head}", *body]
    if not value or not isinstance(value, dict | list):
        return [f"{indent}{lead} {flow(value)}"]
    with suppress(ValueError):
        line = f"{indent}{lead} {flow(value)}"
        if not (spread and _is_block(value)) and len(line) <= COMMENT_WIDTH:
            return [line]
    entries = [("-", one) for one in value]
    if isinstance(value, dict):
        entries = [(f"{key_text(key)}:", inner) for key, inner in value.items()]
    body = [line for head, inner in entries for line in rows(head, inner, f"{indent}  ", spread=False)]
    return [f"{indent}- {body[0].lstrip()}", *body[1:]] if lead == "-" else [f"{indent}{lead}", *body]


def key_text(key: Any) -> str:
    """The key of a member. Raises ValueError for what is no short text of one line."""
    if type(key) is not str or len(key) > MAX_KEY or "\n" in key:
        raise ValueError("a key must be a text of one line and at most 128 characters")
    return scalar(key)


def comment_lines(lines: Sequence[str], indent: str = "") -> list[str]:
    """Comment lines that begin with `# ` behind the indent, wrapped at COMMENT_WIDTH columns."""
    wrapped: list[str] = []
    for line in lines:
        for part in line.splitlines() or [""]:
            wrapped += _wrap(part, COMMENT_WIDTH - len(indent) - 2)
    return [f"{indent}# {part}".rstrip() for part in wrapped]


def _wrap(text: str, width: int) -> list[str]:
    """Break at blanks; further lines keep the indent of the first."""
    body = text.lstrip(" ")
    margin = text[: len(text) - len(body)]
    lines, line = [], margin
    for word in body.split(" "):
        candidate = line + word if line == margin else f"{line} {word}"
        if len(candidate) > width and line != margin:
            lines.append(line)
            candidate = margin + word
        line = candidate
    return [*lines, line]


class _Writer:
    def __init__(self, comments: Comments, first: tuple[str, ...]) -> None:
        self._comments = comments
        self._rank = {key: place for place, key in enumerate(first)}

    def root(self, data: Any) -> list[str]:
        if isinstance(data, str) and "\n" in data:
            head, *body = _literal(data, "")
            return [head, *body]
        if _is_block(data):
            return self.block(data, (), "", 1)
        return _inline(data, "", 0, 1)

    def block(self, data: Any, path: tuple[str | int, ...], indent: str, depth: int) -> list[str]:
        """The lines of a non-empty map or list, each behind `indent`."""
        if depth > MAX_DEPTH:
            raise ValueError(f"nested more than {MAX_DEPTH} deep")
        lines: list[str] = []
        entries = self._members(data) if isinstance(data, dict) else list(enumerate(data))
        for key, value in entries:
            here = (*path, key)
            lines += comment_lines(self._comments.get(here, ()), indent)
            lines += self._entry(key, value, here, indent, depth)
        return lines

    def _members(self, data: dict[Any, Any]) -> list[tuple[str, Any]]:
        for key in data:
            key_text(key)
        return sorted(data.items(), key=lambda item: (self._rank.get(item[0], len(self._rank)), item[0]))

    def _entry(self, key: str | int, value: Any, path: tuple[str | int, ...], indent: str, depth: int) -> list[str]:
        lead = f"{indent}-" if isinstance(key, int) else f"{indent}{scalar(key)}:"
        if isinstance(value, str) and "\n" in value:
            head, *body = _literal(value, indent)
            return [f"{lead} {head}", *body]
        if not _is_block(value):
            head, *body = _inline(value, f"{indent}  ", len(lead) + 1, depth + 1)
            return [f"{lead} {head}", *body]
        body = self.block(value, path, f"{indent}  ", depth + 1)
        # The first member of a map in a list stands behind the dash, unless a comment goes before it.
        if isinstance(key, int) and isinstance(value, dict) and not body[0].lstrip().startswith("#"):
            return [f"{lead} {body[0].lstrip()}", *body[1:]]
        return [lead, *body]


def _is_block(data: Any) -> bool:
    if isinstance(data, list):
        return any(isinstance(x, dict | list) or (isinstance(x, str) and ("\n" in x or len(x) > _SHORT)) for x in data)
    return isinstance(data, dict) and bool(data)


def _inline(data: Any, indent: str, column: int, depth: int) -> list[str]:
    """A scalar, an empty map, or a list of short scalars broken at WIDTH columns."""
    if isinstance(data, dict | list) and depth > MAX_DEPTH:
        raise ValueError(f"nested more than {MAX_DEPTH} deep")
    if data == {} and isinstance(data, dict):
        return ["{}"]
    if not isinstance(data, list):
        return [scalar(data)]
    lines, line = [], "["
    for place, item in enumerate(data):
        word = scalar(item) + ("," if place < len(data) - 1 else "]")
        if column + len(line) + 1 + len(word) > WIDTH and line != "[":
            lines.append(line)
            line, column = f"{indent}{word}", 0
        else:
            line = f"{line}{word}" if line == "[" else f"{line} {word}"
    return [*lines, line if data else "[]"]


def _literal(text: str, indent: str) -> list[str]:
    """Header and lines of a literal block; the header tells indentation and line feeds at the end exactly."""
    if not TEXT.fullmatch(text.replace("\n", "")):
        raise _foreign(text)
    body = text.split("\n")
    if text.endswith("\n"):
        body.pop()
    clean_end = text.endswith("\n") and text.strip("\n") != "" and not text.endswith("\n\n")
    chomp = "" if clean_end else "+" if text.endswith("\n") else "-"
    opening = text.lstrip("\n")
    width = "2" if opening == "" or opening.startswith(" ") else ""
    return [f"|{width}{chomp}", *(f"{indent}  {line}" if line else "" for line in body)]


def dump_member(key: str, value: Any) -> list[str]:
    """The lines of one member `key: value` as `dump` writes it."""
    return dump({key: value})[:-1].split("\n")
