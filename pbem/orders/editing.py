"""A file that people write, changed by a program: what the program does not change stays as it was typed.

Comments, blank lines, the order of keys and entries, quotation marks and line ends of whatever the change does not
concern survive. The marks of the loader say where each value stands.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from pbem.errors import Problem
from pbem.orders.alignment import same
from pbem.orders.editing_values import ValueEditing
from pbem.orders.loader import Document, load
from pbem.orders.scalars import text_of, type_scalars
from pbem.orders.source_text import SourceText, Unfit, comment_of, region
from pbem.orders.writer import key_text, rows

if TYPE_CHECKING:
    from pbem.orders.loader import Path
    from pbem.orders.schemas import Schema

NOTE: Final = "note"
# How a change is tried: value by value or member by member; a note as a list of its lines; without the blanks of blank
# lines, which a block of text above that they come to stand below would take for its own.
_WAYS: Final = ((True, False, False), (True, True, False), (True, False, True), (False, True, True))
_BLANKS: Final = re.compile(r"(?:\A|(?<=[\r\n])) +(?=[\r\n]|\Z)")


@dataclass(frozen=True)
class Model:
    """What a file is made by. schema: of the whole file. frame: members that are never changed. template: the file as
    it begins, which says where a member stands that is missing."""

    schema: Schema
    frame: Collection[str]
    template: bytes

    @cached_property
    def blank(self) -> Document:
        """The template as read."""
        return load(self.template)

    @cached_property
    def lines(self) -> SourceText:
        """Its text."""
        return SourceText.of(self.template)


def texts(value: Any) -> Any:
    """Plain data with every number and truth value as it is typed."""
    if isinstance(value, Mapping):
        return {key: texts(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [texts(inner) for inner in value]
    return text_of(value)


def said(document: Document, model: Model) -> dict[str, Any]:
    """What a file says beside its frame, typed: a heading with nothing behind it says nothing, and a note is text."""
    data = document.data if isinstance(document.data, dict) else {}
    typed = type_scalars(model.schema, data)
    return _members(data, typed, model.frame)


def meant(wanted: Mapping[str, Any], model: Model) -> dict[str, Any]:
    """What a file that says this would be read as."""
    data = texts(wanted)
    return _members(data, type_scalars(model.schema, data), model.frame)


def _members(data: Mapping[str, Any], typed: Mapping[str, Any], frame: Collection[str]) -> dict[str, Any]:
    found = {key: value for key, value in typed.items() if key not in frame and data[key] != ""}
    if NOTE in found:
        note = found[NOTE]
        lines = note if isinstance(note, list) else [note]
        found[NOTE] = "\n".join(line for line in lines if isinstance(line, str)).rstrip("\n")
        if not found[NOTE]:
            del found[NOTE]
    return found


def edited(source: bytes, wanted: Mapping[str, Any], model: Model) -> bytes | None:
    """The file with what is wanted in the place of what it says; None where nothing less than a new file will do.

    wanted: members beside the frame, a note as text. Raises Problem where the file cannot be read, ValueError for what
    no file can hold.
    """
    document = load(source)
    goal = meant(wanted, model)
    for key, value in goal.items():
        _require_holdable(key, value)
    if not isinstance(document.data, dict):
        return None
    present = said(document, model)
    if same(present, goal):
        return source
    for careful, listed, trimmed in _WAYS:
        try:
            text = _Editing(document, SourceText.of(source), careful, model, present, goal, listed).carried_out()
        except (Unfit, ValueError):
            # Text of several lines cannot stand in brackets.
            continue
        text = _BLANKS.sub("", text) if trimmed else text
        mark = b"\xef\xbb\xbf" if source.startswith(b"\xef\xbb\xbf") else b""
        found = mark + text.encode("utf-8")
        if _says(found, goal, document, model):
            return found
    return None


def _require_holdable(key: str, value: Any) -> None:
    """Raises ValueError with the member in which it is for what no file can hold."""
    name = key_text(key)
    try:
        rows(f"{name}:", value)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


def _says(found: bytes, goal: Mapping[str, Any], former: Document, model: Model) -> bool:
    """Whether a file says what is wanted, and its frame what it said before."""
    try:
        document = load(found)
    except Problem:
        return False
    frame = [{key: one.data[key] for key in one.data if key in model.frame} for one in (former, document)]
    return frame[0] == frame[1] and same(said(document, model), goal)


@dataclass
class _Editing(ValueEditing):
    """One change of a file: what it says now, and what is wanted of its members.

    listed: whether a note is written as a list of its lines. A block of text would swallow a comment below that stands
    further in.
    """

    model: Model
    present: Mapping[str, Any]
    goal: Mapping[str, Any]
    listed: bool

    def carried_out(self) -> str:
        """The text of the changed file. Raises Unfit."""
        root = self.document
        if root.values and self.is_flow(()):
            raise Unfit
        for key in root.data:
            if key in self.model.frame:
                continue
            if key not in self.goal:
                self._leave_out(key)
            elif key not in self.present or not same(self.present[key], self.goal[key]):
                self.change((key,), self.present.get(key, ""), self._goal_of(key))
        for key in self._new_keys():
            self._add(key)
        return self.source.changed()

    def _goal_of(self, key: str) -> Any:
        """As it is written: a note of several lines is a block that ends in its last line."""
        value = self.goal[key]
        if key != NOTE or "\n" not in value:
            return value
        return value.split("\n") if self.listed else f"{value}\n"

    @property
    def _margin(self) -> int:
        """Blanks before the members of the file."""
        return self.document.values.get((), (1, 1))[1] - 1

    # -- members of the file -----------------------------------------------------------

    def _leave_out(self, key: str) -> None:
        """A heading that the template has too stays as the template has it."""
        if key not in self.present:
            return
        last = region(self.document, (key,))[1]
        if self.model.blank.data.get(key) != "" or not self.careful:
            shown = self._template_comment(key) and self._comment_end(last) > last
            self.drop((key,), [f"{' ' * self._margin}# {key}:"] if shown else [])
        elif self.is_block((key,)):
            self.empty((key,))
        else:
            self.replace_value((key,), None)

    def _new_keys(self) -> list[str]:
        """Those that the file lacks, as the template has them, others behind them in the order in which they came."""
        missing = [key for key in self.goal if key not in self.document.data]
        order = self._template_order()
        return sorted(missing, key=lambda key: order.index(key) if key in order else len(order))

    def _template_order(self) -> list[str]:
        """The members of the template, those behind a comment sign among them."""
        places: dict[str, int] = {
            str(path[0]): mark[0] for path, mark in self.model.blank.keys.items() if len(path) == 1
        }
        for key in self.goal:
            if line := self._template_comment(key):
                places.setdefault(key, line)
        return sorted(places, key=lambda key: places[key])

    def _template_comment(self, key: str) -> int:
        """The line of the template in which a member stands behind a comment sign, 0 for none."""
        source = self.model.lines
        return comment_of(source, key, 0, range(1, source.count + 1), ())

    def _add(self, key: str) -> None:
        """A member that is missing: where its heading stands behind a comment sign, else where the template has it."""
        lines = self.rows(f"{key_text(key)}:", self._goal_of(key), self._margin, spread=True)
        heading = comment_of(self.source, key, self._margin, range(1, self.source.count + 1), self._occupied)
        if heading and not self.source.line(heading).partition(f"{key}:")[2].partition("#")[0].strip():
            behind = self.source.line(heading).partition(f"{key}:")[2]
            self.source.replace_lines(heading, heading, [f"{lines[0]}{behind}", *lines[1:]])
        else:
            self.source.insert_after(self._comment_end(heading) if heading else self._place_for(key), lines)

    @property
    def _occupied(self) -> set[int]:
        """Lines between the first and the last of a member: no other one can begin there."""
        spans = (region(self.document, (key,)) for key in self.document.data)
        return self.taken.union(*(range(first, last + 1) for first, last in spans))

    def _comment_end(self, line: int) -> int:
        """The last of the comment lines that go on with the one in this line, further in than it."""
        goes_on = re.compile(rf" {{{self._margin}}}(?:#  | +#)")
        while goes_on.match(self.source.line(line + 1)):
            line += 1
        return line

    def _place_for(self, key: str) -> int:
        """Behind the nearest member that stands before it in the template; else behind everything, but for a note."""
        order = self._template_order()
        before = order[: order.index(key)] if key in order else [name for name in order if name != NOTE]
        there = [name for name in before if name in self.document.data]
        named = [name for name in self.document.data if name != NOTE] if not there and key != NOTE else there[-1:]
        return max((self._last_line((name,)) for name in named), default=self.source.count)

    def _last_line(self, path: Path) -> int:
        """The last line of a member, comments behind it that stand further in than its key included."""
        line, blanks = region(self.document, path)[1], " " * self.document.keys[path][1]
        while self.source.line(line + 1).startswith(blanks) and self.source.line(line + 1).lstrip(" ").startswith("#"):
            line += 1
        return line
