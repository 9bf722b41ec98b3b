"""A game whose hexes hold stacks and whose map is one numbered sheet, as a VASSAL save."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.campaign.telling.exporting import OnBoard, Situation
from pbem.orders.writer import dump
from pbem.vassal.description import description_of
from pbem.vassal.matching import filled_from
from pbem.vassal.saving import save
from rulesets.napoleons_last_battles.ruleset import LastBattles
from tests.vassal.modules import COLUMN, FIRST, ROW, VERSION, piece_at, read_back, write_module


def quatre_bras() -> Situation:
    game = LastBattles().game("quatre-bras", {})
    drawn = game.telling.pictures
    assert drawn is not None
    standing = [OnBoard(counter, (counter.id,)) for counter in drawn.scene(game.start()).counters]
    armies = {army: game.telling.name(army) for army in game.scenario.armies}
    return Situation("t", 1, "quatre-bras", drawn.boards(), standing, armies, tuple(drawn.countersheet()), False)


@pytest.mark.slow
def test_printed_names_find_their_pieces_and_every_counter_lies_in_its_hex(tmp_path: Path) -> None:
    seen = quatre_bras()
    pieces = [one.name for one in seen.roster]
    module = write_module(tmp_path / "m.vmod", {"Belgium": "Belgium"}, pieces)
    filled = filled_from(seen, module)
    assert filled.rest == [] and filled.units == {one.id: one.name for one in seen.roster}
    board = {"map": "Belgium", "board": "Belgium", "grid": {"zone": "hexes", "location": "{id}"}}
    written = {
        "module": {"name": filled.name, "version": VERSION},
        "boards": {"belgium": board},
        "units": filled.units,
    }
    saved = save(seen, description_of(dump(written).encode("utf-8"), "v.yaml"), module)
    assert saved.placed == len(seen.standing) == 16
    (tmp_path / "s.vsav").write_bytes(saved.data)
    found = piece_at(read_back(tmp_path / "s.vsav"))
    for one in seen.standing:
        column, row = int(one.counter.place[:2]), int(one.counter.place[2:])
        x, y = FIRST[0] + (column - 1) * COLUMN, FIRST[1] + (row - 1) * ROW + (column % 2 == 0) * ROW // 2
        assert found[one.counter.name] == ("Belgium", (x, y))
