"""The strict YAML reader of orders files (protocol section 10): every scalar is the text that was typed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import yaml

from pbem.errors import Problem
from pbem.orders.text import FOREIGN, MAX_BYTES, MAX_DEPTH, MAX_EVENTS, TEXT
from pbem.orders.writer import dump
from pbem.orders.yaml_errors import (
    ALIAS,
    ANCHOR,
    SHIELD,
    TAG,
    YamlFault,
    foreign_fault,
    reworded,
    run_on,
    slip_over_lines,
)

__all__ = ["Data", "Document", "Mark", "Path", "default_parser", "dump", "load", "load_or_fault"]

Data = Any
"""dict with str keys, list, or str, nested at most MAX_DEPTH deep."""
Path = tuple[str | int, ...]
Mark = tuple[int, int]
"""Line and column, counted from 1."""

ORDERS_YAML: Final = "ORDERS_YAML"


@dataclass
class Document:
    """A file as read: its name, plain data, and where every key and value stood.

    ends: behind the last character of each value; of one that is left out behind the colon or dash before it. Blank
    lines and comments behind a value are no part of it.
    """

    name: str
    data: Data
    values: dict[Path, Mark] = field(default_factory=dict, repr=False)
    keys: dict[Path, Mark] = field(default_factory=dict, repr=False)
    ends: dict[Path, Mark] = field(default_factory=dict, repr=False)

    def mark(self, path: Path, *, key: bool = False) -> Mark:
        """Line and column of the value at `path`, or with `key` of the key that leads to it.

        A path that is not in the file gives the place of its nearest ancestor that is, so that a
        missing member can be reported where it belongs. The root of an empty file is at 1:1.
        """
        for length in range(len(path), -1, -1):
            part = path[:length]
            if key and length == len(path) and part in self.keys:
                return self.keys[part]
            if part in self.values:
                return self.values[part]
        return (1, 1)

    def word(self, path: Path) -> str:
        """The scalar at a path as typed, "" where there is none."""
        node = self.data
        for step in path:
            try:
                node = node[step]
            except (KeyError, IndexError, TypeError):
                return ""
        return node if isinstance(node, str) else ""

    def where(self, path: Path, *, key: bool = False) -> str:
        """`file:line:column` of `mark(path)`."""
        line, column = self.mark(path, key=key)
        return f"{self.name}:{line}:{column}"


def default_parser() -> Any:
    """PyYAML's C scanner where it was built, else its Python one; both read the same language here."""
    return yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader


def load(source: bytes | str, name: str = "orders.yaml", *, parser: Any = None) -> Document:
    """Read one file; raise Problem (ORDERS_YAML, `where` = name:line:column) at its first fault.

    An empty file, or one of comments only, is an empty map. Size, depth and number of entries are
    bounded before and while scanning, so that hostile text costs less than half a second.
    """
    try:
        return load_or_fault(source, name, parser=parser)
    except YamlFault as fault:
        where = f"{name}:{fault.line}:{fault.column}"
        raise Problem(ORDERS_YAML, fault.what, fault.mend, where) from None


def load_or_fault(source: bytes | str, name: str = "orders.yaml", *, parser: Any = None) -> Document:
    """As `load`, but raise the loader's own YamlFault, which carries the kind of refusal."""
    text = _decoded(source)
    shielded = FOREIGN.sub(SHIELD, text)
    original, lines = text.split("\n"), shielded.split("\n")
    _refuse_directives(lines)
    document = Document(name, {})
    events = yaml.parse(shielded, Loader=parser or default_parser())
    try:
        _Composer(events, document, lines, original).compose()
    except yaml.YAMLError as error:
        raise reworded(error, lines, original) from None
    except (ValueError, OverflowError):
        # The pure Python scanner lets chr() refuse a \U beyond Unicode.
        line = next((n for n, text in enumerate(lines, 1) if "\\U" in text), 1)
        raise YamlFault("syntax", line, 1, "a \\U that names no character", "write the character itself") from None
    return document


def _decoded(source: bytes | str) -> str:
    """Text with LF line ends and without a byte order mark; refuses size, encoding and NUL."""
    try:
        raw = source.encode("utf-8") if isinstance(source, str) else source
        if len(raw) > MAX_BYTES:
            raise YamlFault("size", 1, 1, f"the file is larger than {MAX_BYTES // 1024} KiB", "shorten it")
        text = raw.decode("utf-8")
    except UnicodeError as error:
        line, column = _place_of(source[: getattr(error, "start", 0)])
        raise YamlFault("encoding", line, column, "this is not UTF-8 text", "save the file as UTF-8") from None
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if "\0" in text:
        line, column = _place_of(text[: text.index("\0")])
        raise YamlFault("character", line, column, "a NUL byte; expected text", "save the file as plain UTF-8 text")
    return text


def _place_of(before: bytes | str) -> Mark:
    text = before.decode("utf-8", "replace") if isinstance(before, bytes) else before
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return text.count("\n") + 1, len(text) - text.rfind("\n")


def _refuse_directives(lines: list[str]) -> None:
    # A line of data never begins with %: text that does must be quoted, and literal text is indented.
    for number, line in enumerate(lines, 1):
        if line.startswith("%"):
            raise YamlFault("directive", number, 1, "a % directive is not allowed", "delete the line")


_LITERAL_HEADER = re.compile(r"\|[-+1-9]{0,2}(?: *| +#.*)")
_COLON_AND_BLANK = re.compile(r" *+(?:[^:]|$|:(?: |$))")


class _Composer:
    """Turns parser events into plain data, refusing everything outside the subset as it appears."""

    def __init__(self, events: Iterator[Any], document: Document, lines: list[str], original: list[str]) -> None:
        self._events = events
        self._document = document
        self._lines = lines
        self._original = original
        self._count = 0
        self._flow = 0  # how many [ and { are open

    def compose(self) -> None:
        self._next()  # start of the stream
        event = self._next()
        if isinstance(event, yaml.StreamEndEvent):
            return
        root = self._next()
        if not _is_absent(root):
            self._document.data = self._node(root, (), 1)
        else:
            self._refuse_properties(root)
        self._next()  # end of the document
        event = self._next()
        if not isinstance(event, yaml.StreamEndEvent):
            raise _fault("documents", event, "a second document (---) begins here; expected one", "delete the rest")

    def _next(self) -> Any:
        event = next(self._events)
        self._count += 1
        if self._count > MAX_EVENTS:
            raise _fault("size", event, "the file holds too many entries", "shorten it")
        return event

    def _node(self, event: Any, path: Path, depth: int) -> Data:
        self._document.values[path] = _mark(event)
        self._refuse_properties(event)
        if isinstance(event, yaml.ScalarEvent):
            self._document.ends[path] = self._end(event)
            return self._scalar(event)
        if depth > MAX_DEPTH:
            raise _fault("depth", event, f"lists and maps are nested more than {MAX_DEPTH} deep", "flatten them")
        self._flow += bool(event.flow_style)
        inside = self._sequence if isinstance(event, yaml.SequenceStartEvent) else self._mapping
        data, last, end = inside(path, depth)
        # The end of a block is noticed only where something else begins.
        self._document.ends[path] = _end_mark(end) if event.flow_style else self._document.ends[last]
        self._flow -= bool(event.flow_style)
        return data

    def _sequence(self, path: Path, depth: int) -> tuple[Data, Path, Any]:
        """A list, the path of its last entry, and the event that ended it."""
        items: list[Data] = []
        while not isinstance(event := self._next(), yaml.SequenceEndEvent):
            items.append(self._node(event, (*path, len(items)), depth + 1))
        return items, (*path, len(items) - 1), event

    def _mapping(self, path: Path, depth: int) -> tuple[Data, Path, Any]:
        """The same of a map."""
        members: dict[str, Data] = {}
        here = path
        while not isinstance(event := self._next(), yaml.MappingEndEvent):
            key = self._key(event)
            if key in members:
                line, _ = self._document.keys[(*path, key)]
                raise _fault("duplicate", event, f"the key '{key}' stands twice (first in line {line})", "delete one")
            here = (*path, key)
            self._document.keys[here] = _mark(event)
            value = self._next()
            members[key] = self._node(value, here, depth + 1)
            if _is_absent(value):
                self._document.values[here] = self._document.keys[here]
        return members, here, event

    def _key(self, event: Any) -> str:
        self._refuse_properties(event)
        if not isinstance(event, yaml.ScalarEvent) or event.style == "|":
            raise run_on(event.start_mark.line, self._original) or _fault(
                "key", event, "a key must be one word or short text; found a list, map or block", "write 'key: value'"
            )
        if _is_absent(event):
            raise _fault("key", event, "a key is missing before ':'", "write 'key: value'")
        if event.value == "<<" and not event.style:
            raise _fault("merge", event, "a merge key (<<) is not allowed", "write the members out")
        return self._scalar(event)

    def _scalar(self, event: Any) -> str:
        text: str = event.value
        if event.style == ">":
            raise _fault("folded", event, "folded text (>) is not allowed; expected '|' or one line", "write '|'")
        self._refuse_ambiguous(event)
        literal = event.style == "|"
        if not literal and text and event.start_mark.line != event.end_mark.line:
            raise slip_over_lines(event.start_mark.line, self._original) or _fault(
                "multiline",
                event,
                "this text runs over the end of its line; expected one line",
                "close it in its line, check the colon in the next one, or write longer text after '|'",
            )
        if not TEXT.fullmatch(text.replace("\n", "") if literal else text):
            raise self._foreign(event)
        return text

    def _end(self, event: Any) -> Mark:
        """Behind a scalar; of a literal block behind its last line that is not blank, unless it keeps those."""
        line, column = _end_mark(event)
        if event.style != "|" or event.start_mark.line + 1 == line:
            return line, column
        keeps = "+" in self._rest(event.start_mark).partition("#")[0]
        last = line - 1 if column == 1 or line > len(self._lines) else line
        while not keeps and last > event.start_mark.line + 1 and not self._lines[last - 1].strip():
            last -= 1
        return last, len(self._lines[last - 1]) + 1

    def _refuse_ambiguous(self, event: Any) -> None:
        """Spellings that PyYAML's two scanners read differently: they are no part of our subset."""
        if event.style == "|":
            if not _LITERAL_HEADER.fullmatch(self._rest(event.start_mark)):
                raise _fault(
                    "syntax", event, "after '|' expected the end of the line", "begin the text on the next line"
                )
        elif self._flow and not event.style:
            if "?" in event.value:
                raise _fault("syntax", event, "a '?' inside [ ] or { } must be quoted", "put the text in quotes")
            if not _COLON_AND_BLANK.match(self._rest(event.end_mark)):
                raise _fault(
                    "syntax", event, "after ':' inside [ ] or { } expected a space", "put a space behind the colon"
                )

    def _foreign(self, event: Any) -> YamlFault:
        """Name the first character of the scalar that is not permitted, typed or written with a backslash."""
        start, end = event.start_mark, event.end_mark
        for line in range(start.line, min(end.line + 1, len(self._lines))):
            column = self._lines[line].find(SHIELD, start.column if line == start.line else 0)
            if column >= 0:
                return foreign_fault((line, column), self._original)
        what = "a backslash here stands for a character that orders cannot hold"
        return _fault("character", event, what, "write \\\\ for a backslash, or use '|' for several lines")

    def _rest(self, mark: Any) -> str:
        """What was typed from a mark to the end of its line; empty at the end of the file."""
        return self._lines[mark.line][mark.column :] if mark.line < len(self._lines) else ""

    def _refuse_properties(self, event: Any) -> None:
        """Anchors, aliases and tags. The C parser forgets a lone `!`, so the typed text is looked at too."""
        if isinstance(event, yaml.AliasEvent):
            raise _fault("alias", event, *ALIAS)
        typed = self._rest(event.start_mark)[:1]
        if event.tag is not None or typed == "!":
            raise _fault("tag", event, *TAG)
        if event.anchor is not None or typed == "&":
            raise _fault("anchor", event, *ANCHOR)


def _is_absent(event: Any) -> bool:
    """Whether nothing at all was written where a value could stand."""
    return isinstance(event, yaml.ScalarEvent) and not event.style and event.value == ""


def _mark(event: Any) -> Mark:
    return event.start_mark.line + 1, event.start_mark.column + 1


def _end_mark(event: Any) -> Mark:
    return event.end_mark.line + 1, event.end_mark.column + 1


def _fault(kind: str, event: Any, what: str, mend: str) -> YamlFault:
    line, column = _mark(event)
    return YamlFault(kind, line, column, what, mend)
