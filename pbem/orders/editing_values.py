"""Values of a file that people write, changed where they stand: letter by letter, entry by entry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pbem.orders.alignment import aligned, same
from pbem.orders.source_text import SourceText, Unfit, comment_of, region
from pbem.orders.writer import flow, key_text, rows

if TYPE_CHECKING:
    from pbem.orders.loader import Document, Path


@dataclass
class ValueEditing:
    """Changes of a document's values, gathered in its source.

    careful: entry by entry and value by value; else whole members are written anew. taken: lines that belong to values,
    in which a `#` may be text.
    """

    document: Document
    source: SourceText
    careful: bool

    def __post_init__(self) -> None:
        self.taken: set[int] = set()
        for path, (first, _) in self.document.values.items():
            if not self.is_block(path):
                self.taken.update(range(first, self.document.ends[path][0] + 1))

    # -- where things stand ------------------------------------------------------------

    def _data(self, path: Path) -> Any:
        node = self.document.data
        for step in path:
            node = node[step]
        return node

    def is_flow(self, path: Path) -> bool:
        """Whether brackets stand around a list or map."""
        line, column = self.document.values[path]
        return self.source.line(line)[column - 1 : column] in ("[", "{") and isinstance(self._data(path), dict | list)

    def _in_flow(self, path: Path) -> bool:
        return any(self.is_flow(path[:length]) for length in range(len(path)))

    def is_block(self, path: Path) -> bool:
        data = self._data(path)
        return isinstance(data, dict | list) and bool(data) and not self.is_flow(path)

    # -- any value -------------------------------------------------------------------------

    def change(self, path: Path, former: Any, wanted: Any) -> None:
        """Makes the value at a path, read as `former`, the one that is wanted."""
        data = self._data(path)
        if not self.careful:
            self._anew(path, wanted)
        elif isinstance(data, dict) and isinstance(wanted, dict) and data and wanted:
            self._change_map(path, former, wanted)
        elif isinstance(data, list) and isinstance(wanted, list) and data and wanted:
            self._change_list(path, former, wanted)
        elif len(path) == 1 and self._is_absent(path) and isinstance(wanted, dict) and wanted:
            self._fill_heading(path, wanted)
        elif self.is_block(path):
            self._replace_block(path, wanted)
        else:
            self.replace_value(path, wanted)

    def _is_absent(self, path: Path) -> bool:
        """Whether nothing stands behind a key or a dash."""
        start = self.document.values[path]
        return start == self.document.keys.get(path, self.document.ends[path])

    def replace_value(self, path: Path, wanted: Any) -> None:
        """A scalar, or what stands in brackets: exactly its own letters. wanted: None for nothing at all."""
        start, end = self.document.values[path], self.document.ends[path]
        lines = [flow(wanted)] if self._in_flow(path) else [""] if wanted is None else self._lines_behind(path, wanted)
        if self._is_absent(path):
            self.source.replace(end, end, f" {lines[0]}" if lines[0] else "")
        else:
            blank = not lines[0] and self.source.line(start[0])[: start[1] - 1].endswith(" ")
            self.source.replace((start[0], start[1] - blank), end, lines[0])
        self.source.insert_after(end[0], lines[1:])

    def _lines_behind(self, path: Path, wanted: Any) -> list[str]:
        """What stands behind the key or dash of a value, and the lines below it."""
        column = self.document.keys[path][1] if path in self.document.keys else self._dash(path)[1]
        lines = self.rows(":", wanted, column - 1, spread=len(path) == 1)
        return [lines[0].strip()[1:].strip(), *lines[1:]]

    def _replace_block(self, path: Path, wanted: Any) -> None:
        """A list or map over lines becomes something else: what stood between its entries stays below."""
        if wanted or isinstance(wanted, str) or isinstance(path[-1], int):
            self._anew(path, wanted)
            return
        self.empty(path)
        behind = (self.document.keys[path][0], self._colon(path) + 1)
        self.source.replace(behind, behind, f" {flow(wanted)}")

    def _colon(self, path: Path) -> int:
        """How many letters there are up to the colon behind a key, itself included."""
        line, column = self.document.keys[path]
        written, key = self.source.line(line), str(path[-1])
        if written[column - 1] in "'\"":
            quote = written[column - 1]
            close = written.index(quote, column)
            while written[close - 1] == "\\" or written[close + 1 : close + 2] == quote:
                raise Unfit
            return written.index(":", close) + 1
        return written.index(":", column - 1 + len(key)) + 1

    def empty(self, path: Path) -> None:
        """Takes every entry or member of a block away, and nothing else."""
        data = self._data(path)
        for step in data if isinstance(data, dict) else range(len(data)):
            self.drop((*path, step))

    def drop(self, path: Path, instead: Sequence[str] = ()) -> None:
        """A member or entry of a block with its lines. instead: what takes their place."""
        first, last = region(self.document, path)
        if isinstance(path[-1], int):
            first = self._dash(path)[0]
        elif self.source.line(first)[: self.document.keys[path][1] - 1].strip():
            raise Unfit
        if instead:
            self.source.replace_lines(first, last, instead)
        else:
            self.source.drop_lines(first, last)

    def _anew(self, path: Path, wanted: Any) -> None:
        """A member or entry of a block written anew."""
        first, last = region(self.document, path)
        if isinstance(path[-1], int):
            first, column = self._dash(path)
            self.source.replace_lines(first, last, self.rows("-", wanted, column - 1, spread=False))
            return
        key = self.document.keys[path]
        lines = self.rows(f"{key_text(path[-1])}:", wanted, key[1] - 1, spread=len(path) == 1)
        behind = (last, len(self.source.line(last)) + 1)
        self.source.replace(key, behind, self.source.line_end.join([lines[0].lstrip(" "), *lines[1:]]))

    # -- maps ----------------------------------------------------------------------------------

    def _change_map(self, path: Path, former: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
        data = self._data(path)
        if self.is_flow(path):
            if set(data) != set(wanted):
                kept = [*(key for key in data if key in wanted), *(key for key in wanted if key not in data)]
                self.source.replace(
                    self.document.values[path], self.document.ends[path], flow({key: wanted[key] for key in kept})
                )
                return
        elif isinstance(path[-1], int) and next(iter(data)) not in wanted:
            # What stands behind its dash goes.
            self._anew(path, wanted)
            return
        elif not set(data) & set(wanted):
            self.empty(path)
            self._add_members(path, wanted)
            return
        for key in data:
            if key not in wanted:
                self.drop((*path, key))
            elif not same(former[key], wanted[key]):
                self.change((*path, key), former[key], wanted[key])
        self._add_members(path, {key: value for key, value in wanted.items() if key not in data})

    def _add_members(self, path: Path, members: Mapping[str, Any]) -> None:
        """Behind the line in which the member stands behind a comment sign, else behind all others."""
        if not members:
            return
        data = self._data(path)
        indent = self.document.keys[(*path, next(iter(data)))][1] - 1
        last = max(region(self.document, (*path, key))[1] for key in data)
        self._insert_members(path, members, indent, last)

    def _fill_heading(self, path: Path, members: Mapping[str, Any]) -> None:
        """A map below a heading that has nothing behind it yet."""
        line, column = self.document.keys[path]
        self._insert_members(path, members, column + 1, line)

    def _insert_members(self, path: Path, members: Mapping[str, Any], indent: int, last: int) -> None:
        following = [mark[0] for (_, *rest), mark in self.document.keys.items() if not rest and mark[0] > last]
        reach = range(self.document.keys[path[:1]][0] + 1, min(following, default=self.source.count + 1))
        for key, value in members.items():
            lines = self.rows(f"{key_text(key)}:", value, indent, spread=False)
            shown = comment_of(self.source, key, indent, reach, self.taken) if len(path) == 1 else 0
            self.source.insert_after(shown or last, lines)

    # -- lists ----------------------------------------------------------------------------------

    def _change_list(self, path: Path, former: list[Any], wanted: list[Any]) -> None:
        if self.is_flow(path):
            self._change_brackets(path, former, wanted)
            return
        # Behind which old entry, or before the first, new ones are to stand.
        line, column = self._dash((*path, 0))
        behind = line - 1
        for old, new in aligned(former, wanted):
            if old is None:
                self.source.insert_after(behind, self.rows("-", wanted[new or 0], column - 1, spread=False))
                continue
            here = (*path, old)
            behind = region(self.document, here)[1]
            if new is None:
                self.drop(here)
            elif not same(former[old], wanted[new]):
                self.change(here, former[old], wanted[new])

    def _change_brackets(self, path: Path, former: list[Any], wanted: list[Any]) -> None:
        """A list in brackets. Raises Unfit where it stands on several lines, but not an entry a line."""
        start, end = self.document.values[path], self.document.ends[path]
        if len(former) == len(wanted):
            for place, (old, new) in enumerate(zip(former, wanted, strict=True)):
                if not same(old, new):
                    self.change((*path, place), old, new)
        elif start[0] == end[0]:
            self.source.replace(start, end, flow(wanted))
        else:
            self._change_column(path, former, wanted)

    def _change_column(self, path: Path, former: list[Any], wanted: list[Any]) -> None:
        """Brackets with each entry on lines of its own; a comma behind the last one does no harm."""
        entries = [(*path, place) for place in range(len(former))]
        lines = [region(self.document, entry) for entry in entries]
        befores = [self.document.values[path][0], *(last for _, last in lines)]
        closing = self.document.ends[path][0]
        if any(first <= before for (first, _), before in zip(lines, befores, strict=False)) or befores[-1] >= closing:
            raise Unfit
        blanks, behind = " " * (self.document.values[entries[0]][1] - 1), befores[0]
        for old, new in aligned(former, wanted):
            if old is None:
                self.source.insert_after(behind, [f"{blanks}{flow(wanted[new or 0])},"])
                continue
            behind = lines[old][1]
            if new is None:
                self.source.drop_lines(*lines[old])
            elif not same(former[old], wanted[new]):
                self.change(entries[old], former[old], wanted[new])
        end = self.document.ends[entries[-1]]
        if not self.source.line(end[0])[end[1] - 1 :].lstrip().startswith(","):
            self.source.replace(end, end, ",")

    def _dash(self, path: Path) -> tuple[int, int]:
        """Line and column of the dash before an entry, which stands alone before it. Raises Unfit."""
        column = self.document.values[path[:-1]][1]
        line = self.document.values[path][0]
        top = self.document.values[path[:-1]][0]
        while line >= top:
            text = self.source.line(line)
            if (
                text[column - 1 : column] == "-"
                and text[column : column + 1] in ("", " ")
                and not text[: column - 1].strip()
            ):
                return line, column
            line -= 1
        raise Unfit

    # -- as it is written --------------------------------------------------------------------

    @staticmethod
    def rows(lead: str, value: Any, indent: int, *, spread: bool) -> list[str]:
        return rows(lead, value, " " * indent, spread=spread)
