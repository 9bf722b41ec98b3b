"""What a ruleset has against a player's file, as findings with their places in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pbem.orders.findings import Finding

if TYPE_CHECKING:
    from pbem.engine.contract import PlacedRefusal
    from pbem.orders.loader import Document

# So many remarks are shown to people; `--json` has all of them.
_MOST_REMARKS = 12


def finding_of(document: Document, fault: PlacedRefusal) -> Finding:
    """A refusal at the nearest place of the file that its path leads to. Without a case it is of an unknown word."""
    refusal = fault.refusal
    path = fault.path
    while path and not _has(document, path):
        path = path[:-1]
    line, column = document.mark(path) if path else (0, 0)
    return Finding(
        kind="forbidden" if refusal.case else "unknown",
        code="forbidden" if refusal.case else "unknown",
        what=refusal.text,
        path=tuple(fault.path),
        line=line,
        column=column,
        unit=refusal.unit,
        hex=refusal.hex,
        case=refusal.case,
        legal=tuple(refusal.legal),
    )


def remark_of(document: Document, fault: PlacedRefusal) -> Finding:
    """A remark at its place: the rules would refuse it as things stand."""
    return replace(finding_of(document, fault), kind="forbidden")


def _has(document: Document, path: Sequence[str | int]) -> bool:
    node: Any = document.data
    for step in path:
        try:
            node = node[step]
        except (KeyError, IndexError, TypeError):
            return False
    return True


def remark_lines(name: str, remarks: Iterable[Finding]) -> list[str]:
    """What cannot work from the present position and may become possible, each with its place in the file."""
    told = list(remarks)
    found = [
        f"  {name}:{one.line}:{one.column}  {one.what}{f' ({one.case})' if one.case else ''}"
        for one in told[:_MOST_REMARKS]
    ]
    more = len(told) - len(found)
    rest = [f"  and {more} more: --json lists them"] if more else []
    return ["Not possible as things stand, but may become so:", *found, *rest] if found else []
