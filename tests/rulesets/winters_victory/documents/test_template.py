"""Templates of Winter's Victory: short, legal as they stand and with every proposal of a section taken."""

from __future__ import annotations

import pytest

from pbem.campaign.writing.orders_file import _rendered
from pbem.engine.contract import Line
from pbem.orders.check import check
from pbem.orders.loader import load
from tests.rulesets.winters_victory.documents.openings import asked, writing

CASES = [
    ("learning-serpallen", "f", "two"),
    ("learning-serpallen", "a", "two"),
    ("learning-serpallen", "a-command", "six"),
    ("davout", "a", "two"),
    ("eylau", "a", "two"),
    ("eylau", "f-command", "six"),
]
MOST_LINES = 400


@pytest.mark.parametrize(("uid", "segment", "tempo"), CASES)
def test_a_template_is_legal_with_any_section_switched_on(uid: str, segment: str, tempo: str) -> None:
    request, made = asked(uid, segment, tempo), writing(uid, tempo)
    lines = list(made.template(request))
    assert len(lines) < MOST_LINES and lines == list(made.template(request))
    sections = [line.text.partition(":")[0] for line in lines if line.indent == 0 and line.text]
    for section in ["", *sections]:
        rows, inside = [], False
        for line in lines:
            if line.indent == 0 and line.text:
                inside = line.text.partition(":")[0] == section
            rows.append(Line(line.text, "", line.indent, line.off and not inside))
        text = "\n".join(_rendered(row) for row in rows if row.text and not row.off)
        document, findings = check(load(text), made.document_schema("orders"))
        assert not findings, (section, findings)
        found = made.compile(request, document)
        assert not found.faults, (section, found.faults)


def test_far_brigades_take_a_line_and_near_ones_tell_their_stacks() -> None:
    lines = [_rendered(line) for line in writing("eylau").template(asked("eylau", "a"))]
    assert any("far from the enemy" in line for line in lines)
    assert any("r-azov-1" in line for line in lines) or any("leader-r7-4" in line for line in lines)
    assert not any("r-ekaterinoslav-1" in line for line in lines)
