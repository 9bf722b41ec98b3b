"""Faults of standing.yaml, each told with the heading under which it stands: the same formations stand under all."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pbem.engine.contract import PHASE_BOUND, Slot
from pbem.engine.requests import ASK
from pbem.errors import Problem
from pbem.orders.findings import Finding, listed

_TOP = re.compile(r"([A-Za-z0-9_-]+):")
_PLACE = re.compile(r":([0-9]+):[0-9]+\Z")


def placed(finding: Finding, slots: Sequence[Slot]) -> Finding:
    """A finding with its slot before the words concerned (`retreat.guard to: xx`). One about a formation that stands
    without a heading says under which it would do."""
    path = finding.path
    if finding.subject.rpartition(": ")[2] == ASK and len(path) > 1:
        finding = alone(finding, slots)
    if len(path) > 1 and isinstance(path[1], str):
        subject = f"{path[0]}.{finding.subject}" if len(path) == 2 else f"{path[0]}.{path[1]} {finding.subject}"
        return replace(finding, subject=subject)
    kinds = _kinds_with(str(path[0]), slots) if path else []
    if finding.code != "unknown-key" or not kinds:
        return finding
    hint = f"write it, indented by two spaces, below the heading that you mean: {listed(kinds)}"
    return replace(finding, what="a formation, but no heading stands above it", hint=hint, legal=tuple(kinds))


def alone(finding: Finding, slots: Sequence[Slot]) -> Finding:
    """A finding about `ask` inside a value: it stands in the place of the whole."""
    kind, step = str(finding.path[0]), str(finding.path[1])
    slot = next((slot for slot in slots if slot.name in (kind, f"{kind}.{step}")), None)
    if slot is None or slot.binding == PHASE_BOUND:
        return finding
    name = slot.name.rpartition(".")[2]
    return replace(finding, what=f"'{ASK}' stands alone", expected="", hint=f"write {name}: {ASK}")


def _kinds_with(formation: str, slots: Sequence[Slot]) -> list[str]:
    """The headings under which a formation has a slot."""
    names = (slot.name.partition(".") for slot in slots)
    return [kind for kind, _, behind in names if behind == formation]


def below_heading(problem: Problem, text: bytes) -> Problem:
    """A fault of the file as YAML, with the heading under which its line stands; unchanged where there is none."""
    place = _PLACE.search(problem.where)
    if place is None:
        return problem
    above = text.decode("utf-8", "replace").splitlines()[: int(place[1])]
    # The faulty line may be the heading itself; then there is nothing to add.
    tops = [_TOP.match(line) for line in above if line[:1] not in ("", " ", "\t", "#")]
    if not above or not tops or tops[-1] is None or above[-1][:1] not in (" ", "\t"):
        return problem
    return replace(problem, what=f"below {tops[-1][1]}: {problem.what}")
