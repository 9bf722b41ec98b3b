"""What a report is written on, and its plainest kind: seventy-two columns of text, in ASCII or with real signs."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from typing import Any, Protocol

from pbem.lean import dataclass

WIDTH = 72
# Characters of the labels in a story for which all of them make room; longer ones stand above their text.
_WIDEST_LABEL = 16

# Letters that do not come apart into a base letter and marks, and signs with a plain stand-in.
_PLAIN = {
    "ß": "ss", "æ": "ae", "Æ": "Ae", "ø": "o", "Ø": "O", "ð": "d", "þ": "th", "đ": "d", "ł": "l", "Ł": "L",
    "œ": "oe", "Œ": "Oe",
    "\u2013": "-", "\u2014": "-", "\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u2026": "...",
    "\u00d7": "x", "\u2192": "->", "\u00ab": '"', "\u00bb": '"', "\u00bd": "1/2",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Style:
    """The signs of one variant. heavy, light: rules. dash: between the ends of a span. arrow: from one to the next."""

    heavy: str
    light: str
    dash: str
    arrow: str
    half: str
    times: str
    ascii_only: bool

    def fit(self, text: str) -> str:
        """The text with nothing in it that this variant cannot show; what a terminal would obey becomes `?`."""
        if text.isascii() and text.isprintable():
            return text
        if not self.ascii_only:
            return "".join(char if char.isprintable() else "?" for char in text)
        return "".join(_ascii(char) for char in text)

    def points(self, text: str) -> str:
        """Movement points as events write them, `2 1/2`, in the variant's fraction."""
        whole, half = text[:-3].strip(), text[-3:]
        if self.ascii_only or half != "1/2" or not (whole == "" or whole.isdigit()):
            return text
        return whole + self.half


def _ascii(char: str) -> str:
    if char in _PLAIN:
        return _PLAIN[char]
    base = unicodedata.normalize("NFKD", char)[0]
    return base if " " <= base <= "~" else "?"


ASCII = Style("=", "-", "-", "->", "1/2", "x", True)
UNICODE = Style("\u2550", "\u2500", "\u2013", "\u2192", "\u00bd", "\u00d7", False)


class Paper(Protocol):
    """What a report is written on, from top to bottom: a page of text, of the web, or a mail.

    The words are always those of the report; where they stand, and what can be folded away, is the paper's business.
    """

    @property
    def style(self) -> Style:
        """The signs with which it is written."""

    def blank(self) -> None:
        """Room between two blocks."""

    def heading(self, text: str) -> None:
        """Begins a part of the report."""

    def subheading(self, text: str) -> None:
        """Begins a part of a phase."""

    def paragraph(self, text: str, *, indent: int = 0, hang: int = 0) -> None:
        """A paragraph, so many columns further in, lines after its first `hang` more."""

    def items(self, label: str, texts: Sequence[str], *, indent: int = 0) -> None:
        """Short things of one kind under a label."""

    def labelled(self, label: str, text: str, *, indent: int = 0, room: int = 11) -> None:
        """A label and the text beside it."""

    def story(self, text: str) -> None:
        """A text that a ruleset has laid out, see `Page.story`."""

    def quoted(self, lines: Iterable[str]) -> None:
        """Somebody else's words, which must not pass for the report's own."""

    def fold(self, title: str, digest: str) -> None:
        """Begins a combat, which may be folded away; digest: what came of it, for paper that hides the rest."""

    def reckoning(self, combat: Mapping[str, Any]) -> None:
        """Room for the calculation of a combat, step by step, where the paper has it."""

    def unfold(self) -> None:
        """Ends a combat."""


@dataclass
class Page:
    """Lines of at most WIDTH columns, written from top to bottom."""

    style: Style
    lines: list[str] = field(default_factory=list)

    def blank(self) -> None:
        """One empty line, never two."""
        if self.lines and self.lines[-1]:
            self.lines.append("")

    def rule(self, *, heavy: bool = False) -> None:
        """A line across the page."""
        self.lines.append((self.style.heavy if heavy else self.style.light) * WIDTH)

    def heading(self, text: str) -> None:
        """A heading with a rule below it and room above."""
        self.blank()
        self.paragraph(text)
        self.rule()

    def subheading(self, text: str) -> None:
        """A paragraph of its own."""
        self.paragraph(text)

    def edges(self, left: str, right: str) -> None:
        """Two texts at both ends of one line, or below each other where they do not fit."""
        left, right = self.style.fit(left), self.style.fit(right)
        gap = WIDTH - len(left) - len(right)
        if gap > 1:
            self.lines.append(left + " " * gap + right)
        else:
            self.paragraph(left)
            self.paragraph(right)

    def paragraph(self, text: str, *, indent: int = 0, hang: int = 0) -> None:
        """A wrapped paragraph; lines after its first stand `hang` columns further in."""
        pad, text = " " * indent, self.style.fit(text)
        if len(pad) + len(text) <= WIDTH and text.isprintable() and text == text.rstrip() != "":
            self.lines.append(pad + text)  # most are that short, and to wrap is slow
            return
        self.lines += textwrap.wrap(
            text, WIDTH, initial_indent=pad, subsequent_indent=pad + " " * hang, break_on_hyphens=False
        )

    def items(self, label: str, texts: Sequence[str], *, indent: int = 0) -> None:
        """One sentence with all of them."""
        self.paragraph(f"{label}: {'; '.join(texts)}.", indent=indent, hang=2)

    def labelled(self, label: str, text: str, *, indent: int = 0, room: int = 11) -> None:
        """A label in a column of its own and the text beside it."""
        if len(label) >= room:
            self.paragraph(f"{label}: {text}", indent=indent, hang=room)
        else:
            self.paragraph(label.ljust(room) + text, indent=indent, hang=room)

    def story(self, text: str) -> None:
        """A text that is laid out already: a line is a paragraph, each tab before it two columns further in, and a tab
        within it parts a label from its text. An empty line is room."""
        lines = [line.lstrip("\t") for line in text.split("\n")]
        labels = [label for label, tab, _ in (line.partition("\t") for line in lines) if tab]
        room = min(max((len(label) for label in labels), default=0), _WIDEST_LABEL) + 2
        for whole, line in zip(text.split("\n"), lines, strict=True):
            indent = 2 * (len(whole) - len(line))
            label, tab, rest = line.partition("\t")
            if not line:
                self.blank()
            elif tab:
                self.labelled(label, rest, indent=indent, room=room)
            else:
                self.paragraph(line, indent=indent, hang=2)

    def quoted(self, lines: Iterable[str]) -> None:
        """Somebody else's words: every line behind a bar, so that they cannot pass for the report's own."""
        for line in lines:
            wrapped = textwrap.wrap(self.style.fit(line), WIDTH - 4) or [""]
            self.lines += [f"  | {part}".rstrip() for part in wrapped]

    def fold(self, title: str, digest: str) -> None:
        """The title, with room above; nothing is folded here, so that the digest would be said twice."""
        self.blank()
        self.paragraph(title, indent=2, hang=2)

    def reckoning(self, combat: Mapping[str, Any]) -> None:
        """Nothing: the lines of the combat say it."""

    def unfold(self) -> None:
        """Nothing: what follows a combat belongs to it by its place."""

    def text(self) -> str:
        """The page, each line ended by a line feed."""
        return "\n".join(self.lines) + "\n"
