"""Templates: legal as they stand, and with all examples of a section switched on; examples stand together."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.campaign.writing.orders_file import _rendered
from pbem.engine.contract import Line
from pbem.local.hotseat import check, template
from pbem.orders.writer import dump
from tests.rulesets.kit.recorded import Moment, Recorded, frame

FEW = 6
"""Questions of which every section is tried: the program compiles the document each time."""


def lines_of(moment: Moment) -> Sequence[Line]:
    return list(moment.game.writing.template(moment.request, moment.own))


def sections(lines: Sequence[Line]) -> list[str]:
    """The headings of a template, active or not."""
    return [line.text.partition(":")[0] for line in lines if line.indent == 0 and line.text]


def taken(moment: Moment, lines: Sequence[Line], section: str) -> bytes:
    """The template with everything of one section switched on."""
    rows, inside = [], False
    for line in lines:
        if line.indent == 0 and line.text:
            inside = line.text.partition(":")[0] == section
        rows.append(_rendered(Line(line.text, line.comment, line.indent, line.off and not inside)))
    head = dump(frame(moment.table, moment.due)).rstrip("\n")
    return ("\n".join([head, *rows]) + "\n").encode("utf-8")


def test_the_untouched_template_is_legal(game: Recorded) -> None:
    for moment in game.moments:
        text = template(moment.table, moment.due)
        found = check(moment.table, moment.due, text.encode("utf-8"), "orders.yaml")
        assert [one.message() for one in found.findings] == [], text


def test_what_stands_in_it_means_the_default(game: Recorded) -> None:
    """An answer in mid-phase is the default of the question."""
    for moment in game.moments:
        if not moment.is_orders:
            found = moment.check(template(moment.table, moment.due).encode("utf-8"))
            answer = found.sealed[0] if found.sealed else found.input["answer"]
            assert answer == moment.request.options.default(), str(moment)


def test_all_examples_of_a_section_stand_together(game: Recorded) -> None:
    offered = 0
    for moment in game.orders[:FEW]:
        lines = lines_of(moment)
        for section in dict.fromkeys(sections(lines)):
            text = taken(moment, lines, section)
            assert [one.message() for one in moment.check(text).findings] == [], text.decode()
        offered += sum(line.off for line in lines)
    assert offered > len(game.orders[:FEW])


def test_a_template_is_the_same_twice_and_leaves_the_position_alone(game: Recorded) -> None:
    for moment in game.orders[:FEW]:
        before = moment.game.writing.text(moment.at)
        assert lines_of(moment) == lines_of(moment)
        assert moment.game.writing.text(moment.at) == before
