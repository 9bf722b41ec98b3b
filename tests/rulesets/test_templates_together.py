"""The examples of a template stand together: over positions of whole games, all of a section taken check clean."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.core.due import Due
from pbem.campaign.outbox.new_game import first_army, invitation_of
from pbem.campaign.writing.orders_file import _rendered
from pbem.engine.contract import Line
from pbem.engine.requests import ORDERS
from pbem.local import hotseat_answerer
from pbem.local.hotseat import Table, check, due_now, new_table, play, template
from pbem.local.practice import frame
from pbem.orders.writer import dump
from tests.tiers import first

GAMES = [
    ("jena-auerstadt", 20),
    ("eylau-1807", 12),
    ("pultusk-1806", 12),
    ("danube-1805", 10),
    ("friedland-1807", 10),
]


def positions(at: Path, scenario: str, count: int) -> Iterator[tuple[Table, Due]]:
    """Every question for orders of the first ones of a game between practice opponents."""
    table = new_table(at / "game.json", invitation_of("", scenario, first_army("", scenario), ()))
    opponents = {army: table.machine.ruleset.opponent(table.game, army) for army in table.machine.armies.values()}
    while count and (due := due_now(table)).kind != "over":
        assert due.request is not None
        if due.request.what == ORDERS:
            count -= 1
            yield table, due
        who = opponents[table.machine.armies[due.seat]]
        at_now = table.game.position_of(due.request)
        said = who.orders(at_now, due.own) if due.request.what == ORDERS else None
        if said is None:
            said = {"answer": who.answer(due.request, due.state["at"], due.own)}
        play(table, due, check(table, due, dump(frame(table, due) | said).encode(), "orders.yaml"))


def sections(lines: Sequence[Line]) -> list[str]:
    """The headings of a template, active or not."""
    return [line.text.partition(":")[0] for line in lines if line.indent == 0 and line.text]


def taken(table: Table, due: Due, lines: Sequence[Line], section: str) -> bytes:
    """The template with everything of one section switched on."""
    rows, inside = [], False
    for line in lines:
        if line.indent == 0 and line.text:
            inside = line.text.partition(":")[0] == section
        rows.append(_rendered(Line(line.text, line.comment, line.indent, line.off and not inside)))
    return ("\n".join([*dump(frame(table, due)).rstrip("\n").split("\n"), *rows]) + "\n").encode()


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "count"), first(3, GAMES, pytest.mark.campaigns))
def test_all_examples_of_a_section_stand_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scenario: str, count: int
) -> None:
    generator = random.Random(scenario)
    monkeypatch.setattr(hotseat_answerer.secrets, "randbelow", generator.randrange)
    offered = 0
    for table, due in positions(tmp_path, scenario, count):
        assert due.request is not None
        lines: Sequence[Any] = list(table.game.writing.template(due.request, due.own))
        assert check(table, due, template(table, due).encode(), "orders.yaml").findings == ()
        for section in sections(lines):
            text = taken(table, due, lines, section)
            assert [one.message() for one in check(table, due, text, "orders.yaml").findings] == [], text.decode()
        offered += sum(line.off for line in lines)
    assert offered > count
