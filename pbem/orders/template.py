"""The orders file a player starts from: every open decision with its default, told in comments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.orders.writer import COMMENT_WIDTH, comment_lines, dump_member

_LITERALS = ("|", "|-", "|+", "|2", "|2-", "|2+")
_KEEPING = ("|+", "|2+")
_SIDE_MARGIN = 3  # blanks before a comment at the end of a line


@dataclass(frozen=True)
class Entry:
    """One entry of a list, or one member of a map: a unit that may move, an attack, a reinforcement.

    fields: its members in the order in which they are written; values are plain data.
    comment: stands behind the first line if it fits, else above the entry.
    above: lines that stand above it in any case.
    active: False writes the whole entry as a comment, so that the default counts until a player
    takes away the `# `.
    """

    fields: Mapping[str, Any]
    comment: str = ""
    above: tuple[str, ...] = ()
    active: bool = True


@dataclass(frozen=True)
class Section:
    """One top-level member of the file, with the comment lines above it.

    A section has either a `value` (plain data) or `entries`: of a list, or with `as_map` members of a
    map. Where no entry is active, `key:` is written and means the empty list or map.
    """

    key: str
    comments: tuple[str, ...] = ()
    entries: tuple[Entry, ...] = ()
    value: Any = None
    as_map: bool = False


def render_template(sections: Sequence[Section], schema: str, *, head: Sequence[str] = ()) -> str:
    """The text of an orders file; the loader reads it, and unchanged it holds only the active entries.

    schema: file name of the helper schema relative to the orders file, named in the first line for
    editors. head: comment lines below it. Raises ValueError where `dump` would, for two sections
    of one key, and for an entry without fields.
    """
    if not schema or any(char.isspace() for char in schema):
        raise ValueError("a schema's file name has no blanks")
    if len({section.key for section in sections}) < len(sections):
        raise ValueError("two sections of one key")
    lines = [f"# yaml-language-server: $schema={schema}", *comment_lines(head)]
    roomy = True
    for section in sections:
        spread = bool(section.comments or section.entries)
        # Below a block that keeps its last line feeds an empty line would become text.
        apart = (roomy or spread) and not any(line.endswith(_KEEPING) for line in lines)
        lines += ([""] if apart else []) + _section(section)
        roomy = spread
    return "\n".join(lines) + "\n"


def _section(section: Section) -> list[str]:
    lines = comment_lines(section.comments)
    if section.value is not None:
        return lines + dump_member(section.key, section.value)
    lines.append(dump_member(section.key, "")[0].replace(' ""', ""))
    for entry in section.entries:
        lines += _entry(entry, section.as_map)
    return lines


def _entry(entry: Entry, as_map: bool) -> list[str]:
    """The lines of one entry at indent two; `# ` before each of them where it is not active."""
    if not entry.fields:
        raise ValueError("an entry without fields")
    mark = "  " if entry.active else "  # "
    body: list[str] = []
    for key, value in entry.fields.items():
        body += dump_member(key, value)
    first, further = ("", "") if as_map else ("- ", "  ")
    lines = [f"{mark}{further if place else first}{text}" if text else mark.rstrip() for place, text in enumerate(body)]
    above = list(entry.above)
    beside = f"{lines[0]}{' ' * _SIDE_MARGIN}# {entry.comment}"
    one_line = len(beside) <= COMMENT_WIDTH and len(beside.splitlines()) == 1
    if entry.comment and _takes_comment(body[0]) and one_line:
        lines[0] = beside
    elif entry.comment:
        above.append(entry.comment)
    return comment_lines(above, "  ") + lines


def _takes_comment(line: str) -> bool:
    """Whether a comment may stand behind a line: not inside a literal, whose text would swallow it."""
    return not line.endswith(_LITERALS)
