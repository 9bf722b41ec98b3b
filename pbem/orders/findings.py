"""Faults of an orders file as data, as aligned text and as JSON; and what may have been meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from pbem.errors import BAD_INPUT, FORBIDDEN, Problem

Kind = Literal["unreadable", "unknown", "forbidden"]

_MOST_LEGAL = 12  # more names than this help nobody in one line
_MOST_COMPARED = 5000
_LONGEST_WORD = 64
_SUBJECT_WIDTH = 26


@dataclass(frozen=True)
class Finding:
    """One fault in an orders file.

    kind: `unreadable` (not of the form asked for), `unknown` (names nothing) or `forbidden` (by the rules).
    code: a word for programs, such as `unknown-key`. what: one phrase, what is wrong.
    path: keys and indices from the root; line and column from 1 (0 where the file has no such place).
    subject: the words concerned as typed, `to: 06O6`. expected, hint: what would do, how to mend it.
    unit, hex, case: counter, location and rulebook case concerned, where there is one.
    legal: the values that would be accepted, if they can be listed.
    """

    kind: Kind
    code: str
    what: str
    path: tuple[str | int, ...] = ()
    line: int = 0
    column: int = 0
    subject: str = ""
    expected: str = ""
    hint: str = ""
    unit: str = ""
    hex: str = ""
    case: str = ""
    legal: tuple[str, ...] = ()

    def message(self) -> str:
        """What is wrong, what was expected and how to mend it, in one line."""
        parts = [self.what]
        if self.expected:
            parts.append(f"expected {self.expected}")
        if self.hint:
            parts.append(self.hint)
        return "; ".join(parts)

    def to_json(self) -> dict[str, Any]:
        """All members under their own names; path and legal as lists."""
        return {**asdict(self), "path": list(self.path), "legal": list(self.legal)}


# The rules are asked when every word means something.
_LATER = "; what the rules have against it may show only then"
_AFRESH = "write the orders afresh; what lies there is kept, and its lines can be copied"

ELSEWHERE = frozenset(("wrong-campaign", "wrong-phase"))
"""Codes of orders that were written for another campaign, or for another time of this one."""


class OrdersFault(Problem):
    """All faults of one file in one answer; nothing of the file is applied.

    `findings` are in the order of the file. The status is FORBIDDEN if only the rules object,
    BAD_INPUT if anything is unreadable or unknown.
    """

    def __init__(self, name: str, findings: Iterable[Finding]) -> None:
        self.findings = in_file_order(findings)
        ruled_out = all(finding.kind == "forbidden" for finding in self.findings)
        elsewhere = any(finding.code in ELSEWHERE for finding in self.findings)
        again = f"correct {name} and run the same command again{'' if ruled_out else _LATER}"
        super().__init__(
            code="ORDERS_FORBIDDEN" if ruled_out else "ORDERS_SCHEMA",
            what=render(name, self.findings),
            mend=_AFRESH if elsewhere else again,
            status=FORBIDDEN if ruled_out else BAD_INPUT,
        )

    def to_json(self) -> dict[str, Any]:
        """The problem as data, each finding by itself."""
        return {**super().to_json(), "findings": [finding.to_json() for finding in self.findings]}


def in_file_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Sorted by place, then by words; duplicates once; those without a place last."""
    return tuple(
        sorted(dict.fromkeys(findings), key=lambda f: (not f.line, f.line, f.column, f.code, f.what, f.subject))
    )


def render(name: str, findings: Sequence[Finding]) -> str:
    """A headline, then one line for each fault: `file:line:col  kind  subject  message  [case]`."""
    count = "1 fault" if len(findings) == 1 else f"{len(findings)} faults"
    places = [f"{name}:{f.line}:{f.column}" if f.line else name for f in findings]
    margin = max(map(len, places), default=0)
    subject = min(_SUBJECT_WIDTH, max((len(f.subject) for f in findings), default=0))
    rows = [f"{name}: {count}, nothing applied"]
    for place, finding in zip(places, findings, strict=True):
        words = f"{finding.subject:<{subject}}  {finding.message()}" if finding.subject else finding.message()
        case = f"  [{finding.case}]" if finding.case else ""
        rows.append(f"  {place:<{margin}}  {finding.kind:<10}  {words}{case}")
    return "\n".join(rows)


def suggest(word: str, candidates: Iterable[str], most: int = 3) -> list[str]:
    """The candidates that `word` may have been meant for, best first; equal ones in alphabetical order.

    Case and look-alikes (O for 0, l for 1) count as equal. Words of any length may be asked: only the
    first 64 characters and the first 5000 candidates in alphabetical order are compared.
    """
    asked = _folded(word)
    scored: list[tuple[float, str]] = []
    matcher = difflib.SequenceMatcher(None, "", asked, autojunk=False)
    for candidate in sorted(set(candidates))[:_MOST_COMPARED]:
        matcher.set_seq1(_folded(candidate))
        if matcher.real_quick_ratio() >= 0.6 and matcher.quick_ratio() >= 0.6:
            ratio = matcher.ratio()
            if ratio >= 0.6:
                scored.append((-ratio, candidate))
    return [candidate for _, candidate in sorted(scored)[:most]]


def _folded(word: str) -> str:
    return word[:_LONGEST_WORD].casefold().translate(LOOK_ALIKES)


LOOK_ALIKES = str.maketrans("OoQIl|", "000111")
"""Letters that are typed, or read off a map, for digits."""


def listed(values: Sequence[str], most: int = _MOST_LEGAL) -> str:
    """`a, b, c`, cut off after `most` names with the number of those left out."""
    shown = ", ".join(values[:most])
    return shown if len(values) <= most else f"{shown} and {len(values) - most} more"


def quoted(word: str, most: int = 40) -> str:
    """A word that somebody wrote, in quotes; of an empty one that it is empty."""
    return repr(word[:most]) if word.strip() else "an empty word"


def did_you_mean(word: str, legal: Sequence[str]) -> str:
    """The hint for a word outside `legal`: the nearest names, or else all that there are."""
    near = suggest(word, legal)
    if near:
        return f"did you mean {' or '.join(near)}?"
    return f"legal: {listed(legal)}" if legal else ""
