"""Markup that is made of words: everything between tags is escaped here, and nowhere else."""

from __future__ import annotations

import unicodedata
from typing import Final

# Characters that no reader sees, and that change how others are read.
_HIDDEN: Final = ("Cc", "Cf", "Cs", "Co", "Cn")
_ESCAPES: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})
_EMPTY: Final = frozenset({"br", "hr", "img", "input", "meta", "col"})


class Markup(str):
    """Text that is markup already."""

    __slots__ = ()


def escaped(text: str) -> Markup:
    """The text as it may stand between tags and in an attribute between double quotes.

    Line ends are kept. What nobody can see becomes `?`, and so do marks that turn the direction of writing: a name must
    not turn the sentence around it.
    """
    if not (text.isascii() and text.replace("\n", "").isprintable()):
        text = "".join(char if char == "\n" or unicodedata.category(char) not in _HIDDEN else "?" for char in text)
    return Markup(text.translate(_ESCAPES))


def tag(name: str, *children: str, **attributes: str | bool) -> Markup:
    """An element. Children that are no Markup are escaped. `class_` is the attribute `class`, `data_x` is `data-x`;
    True is an attribute without a value, and "" or False leaves one out."""
    given = "".join(_attribute(key, value) for key, value in attributes.items() if value not in ("", False))
    if name in _EMPTY:
        return Markup(f"<{name}{given}>")
    return Markup(f"<{name}{given}>{joined(*children)}</{name}>")


def joined(*children: str) -> Markup:
    """Children one behind the other."""
    return Markup("".join(child if isinstance(child, Markup) else escaped(child) for child in children))


def lines(*children: str) -> Markup:
    """Children a line each, empty ones left out."""
    return Markup("\n".join(child for child in map(joined, children) if child))


def _attribute(key: str, value: str | bool) -> str:
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{escaped(str(value))}"'
