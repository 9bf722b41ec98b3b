"""The paper on which a report is written for the web: the same words as on the page of text, in elements.

Chapters are sections, combats are folded away with their result in sight, and labelled lines are lists of terms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from pbem.report.typesetting import UNICODE, Style
from pbem.report.web.markup import Markup, escaped, joined, tag

Steps = Callable[[Mapping[str, Any]], Sequence[str]]


def _no_steps(combat: Mapping[str, Any]) -> Sequence[str]:
    return ()


class Sheet:
    """`report.typesetting.Paper`. level: of the headings. steps: the calculation of a combat, a line each.

    plain: without what folds, for readers such as mail programs that do not know it.
    """

    def __init__(self, level: int = 2, steps: Steps = _no_steps, *, plain: bool = False) -> None:
        self._level = level
        self._steps = steps
        self._plain = plain
        self._done: list[Markup] = []
        # Rows of the list of terms that is being written.
        self._rows: list[tuple[str, list[Markup]]] = []
        self._open: list[tuple[Markup, list[Markup]]] = []

    @property
    def style(self) -> Style:
        """Real signs."""
        return UNICODE

    def markup(self) -> Markup:
        """What was written."""
        while self._open:
            self.unfold()
        self._end_rows()
        return Markup("\n".join(self._done))

    # -- as every paper ----------------------------------------------------------

    def blank(self) -> None:
        """Ends a list of terms; room is the style sheet's business."""
        self._end_rows()

    def heading(self, text: str) -> None:
        """A heading of the sheet's level."""
        while self._open:
            self.unfold()
        self._put(tag(f"h{self._level}", _fit(text)))

    def subheading(self, text: str) -> None:
        """A heading one level further down; in capitals only where a page of text needs it."""
        self._put(tag(f"h{self._level + 1}", _fit(text.capitalize() if text.isupper() else text), class_="sub"))

    def paragraph(self, text: str, *, indent: int = 0, hang: int = 0) -> None:
        """A paragraph. Those that a page of text indents by four or more stand further in here, too."""
        self._put(tag("p", _fit(text), class_=_depth(indent)))

    def items(self, label: str, texts: Sequence[str], *, indent: int = 0) -> None:
        """A list below its label."""
        entries = [tag("li", _fit(text)) for text in texts]
        self._put(tag("p", _fit(f"{label}:"), class_="lead"))
        self._put(tag("ul", *entries, class_="items"))

    def labelled(self, label: str, text: str, *, indent: int = 0, room: int = 11) -> None:
        """A row of a list of terms; one without a label goes on with the row before."""
        if label.strip() or not self._rows:
            self._rows.append((_fit(label.strip() or "…"), []))
        self._rows[-1][1].append(escaped(_fit(text)))

    def story(self, text: str) -> None:
        """A text that a ruleset laid out; what stands further in below a line that is itself indented folds away."""
        _Story(self, text).write()

    def quoted(self, lines: Iterable[str]) -> None:
        """A quotation; who wrote it says the heading above."""
        said = joined(*(joined(_fit(line), Markup("<br>")) for line in lines))
        self._put(tag("blockquote", Markup(said.removesuffix("<br>"))))

    def fold(self, title: str, digest: str) -> None:
        """Begins what folds away: title and digest remain in sight."""
        self._end_rows()
        seen = joined(tag("b", _fit(title)), " ", tag("span", _fit(digest), class_="digest") if digest else "")
        self._open.append((seen, self._done))
        self._done = []

    def reckoning(self, combat: Mapping[str, Any]) -> None:
        """The steps of the calculation, numbered."""
        steps = self._steps(combat)
        if steps:
            self._end_rows()
            self._put(tag("p", "Step by step:", class_="lead"))
            self._put(tag("ol", *(tag("li", _fit(step)) for step in steps), class_="steps"))

    def unfold(self) -> None:
        """Ends what folds away."""
        self._end_rows()
        if self._open:
            seen, before = self._open.pop()
            inner = Markup("\n".join(self._done))
            if self._plain:
                before += [tag("p", seen), tag("div", inner, class_="combat")]
            else:
                before.append(tag("details", tag("summary", seen), Markup("\n"), inner, class_="combat"))
            self._done = before

    # -- putting together ----------------------------------------------------------

    def _put(self, what: Markup) -> None:
        self._end_rows()
        self._done.append(what)

    def _end_rows(self) -> None:
        if not self._rows:
            return
        if self._plain:
            cells = [(tag("th", label), tag("td", Markup("<br>".join(texts)))) for label, texts in self._rows]
            self._done.append(tag("table", *(tag("tr", *row) for row in cells)))
        else:
            terms = [joined(tag("dt", label), *(tag("dd", text) for text in texts)) for label, texts in self._rows]
            self._done.append(tag("dl", *terms))
        self._rows = []


def _fit(text: str) -> str:
    return UNICODE.fit(text)


def _depth(indent: int) -> str:
    return "deep" if indent >= 4 else "in" if indent else ""


class _Story:
    """A text laid out by lines and tabs (`typesetting.Page.story`) on its way to a sheet."""

    def __init__(self, sheet: Sheet, text: str) -> None:
        self._sheet = sheet
        self._lines = [(len(line) - len(line.lstrip("\t")), line.lstrip("\t")) for line in text.split("\n")]

    def write(self) -> None:
        """Writes it: lines at the margin with others below them are subheadings, deeper ones fold theirs away."""
        folded: list[int] = []
        for number, (depth, line) in enumerate(self._lines):
            if not line:
                self._sheet.blank()
                continue
            while folded and depth <= folded[-1]:
                self._sheet.unfold()
                folded.pop()
            label, tab, rest = line.partition("\t")
            if tab:
                self._sheet.labelled(label, rest)
            elif self._leads(number) and depth == 0:
                self._sheet.subheading(line)
            elif self._leads(number):
                self._sheet.fold(line, self._digest(number))
                folded.append(depth)
            else:
                self._sheet.paragraph(line, indent=2 if folded else 2 * depth)
        for _ in folded:
            self._sheet.unfold()

    def _leads(self, number: int) -> bool:
        """Whether lines stand further in below a line."""
        below = next(((depth, line) for depth, line in self._lines[number + 1 :] if line), (0, ""))
        return below[0] > self._lines[number][0]

    def _digest(self, number: int) -> str:
        """The last row with a label below a line: what came of it."""
        depth, found = self._lines[number][0], ""
        for deeper, line in self._lines[number + 1 :]:
            if line and deeper <= depth:
                break
            label, tab, rest = line.partition("\t")
            found = rest if tab and label.strip() else found
        return found
