"""Standing orders of two people at one terminal: a file each beside the game, and what one may know of the other's."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.campaign.writing.standing import Standing, document_of, reader_of, standing_of, values_set
from pbem.campaign.writing.standing_judged import NOTHING_JUDGED, Judged, judge_values
from pbem.engine.options import Json
from pbem.errors import Problem
from pbem.store.files import entry_at, read_bounded
from pbem.store.folder import DOCUMENT_LIMIT

if TYPE_CHECKING:
    from pbem.campaign.core.due import Due
    from pbem.local.hotseat import Table

# The line in the place of a fault, and as many lines of a file as are named to who may not read it.
_LINE = re.compile(r":([0-9]+):[0-9]+$")
_MOST_LINES = 4


def standing_file(table: Table, seat: str) -> Path:
    """Where a seat may set standing orders: `evening.french.yaml` beside `evening.json`."""
    return table.path.with_suffix(f".{table.machine.armies[seat]}.yaml")


def standing_orders(table: Table, reader: str) -> dict[str, dict[str, Json]]:
    """Seat -> slot -> value, as far as the players have set it. Raises OrdersFault, Problem.

    reader: the seat at the keyboard. Of what the other has written its faults show nothing.
    """
    found: dict[str, dict[str, Json]] = {}
    for seat in table.machine.slots:
        try:
            entries = _standing_entries(table, seat, _standing_text(table, seat))
        except Problem as problem:
            raise problem if seat == reader else _of_the_other(table, seat, problem) from None
        found[seat] = {one.slot.name: one.value for one in entries if one.is_set}
    return found


def _of_the_other(table: Table, seat: str, problem: Problem) -> Problem:
    """That a seat's standing orders cannot be used, for the other one: whose they are and in which lines."""
    name, who = standing_file(table, seat).name, table.title_of(seat)
    found = _LINE.search(problem.where)
    lines = sorted({one.line for one in getattr(problem, "findings", ())} - {0}) or ([int(found[1])] if found else [])
    where = f", in line {' and '.join(str(line) for line in lines[:_MOST_LINES])}" if lines else ""
    return Problem(
        problem.code,
        f"the standing orders of {who} cannot be used: something is wrong with {name}{where}",
        f"let {who} alone open that file, and correct it or move it away; then play the same orders again",
        status=problem.status,
    )


def judged_standing(table: Table, due: Due) -> Judged:
    """The faults of the standing orders of the seat that has to move; those of the other are its own
    matter until it is asked. Nothing of a file that cannot be read."""
    text = _standing_text(table, due.seat) if due.seat else b""
    try:
        values = values_set(_standing_entries(table, due.seat, text)) if text else {}
    except Problem:
        return NOTHING_JUDGED
    if not values:
        return NOTHING_JUDGED
    return judge_values(table, due, due.seat, values, document_of(text, standing_file(table, due.seat).name))


def _standing_text(table: Table, seat: str) -> bytes:
    """The standing orders that a seat has written, b"" for none. Raises Problem."""
    path = standing_file(table, seat)
    return read_bounded(path, DOCUMENT_LIMIT) if entry_at(path) is not None else b""


def _standing_entries(table: Table, seat: str, text: bytes) -> tuple[Standing, ...]:
    name, slots = standing_file(table, seat).name, table.machine.slots[seat]
    return standing_of(slots, text, name, reader_of(table.machine, seat))
