"""What no position of Veiled and no turn may ever show; hooked into `tests.games.invariants.Watch`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.games import invariants
from tests.toy_hidden.board import Board, army_of
from tests.toy_hidden.data import FOE

Json = Any
Event = Mapping[str, Any]


def check_position(game: Any, at: Json) -> None:
    """Nobody is seen twice, no box is contested between turns, points count the dead, texts read back."""
    setting, board = game.setting, Board(game.setting, at)
    seen = [unit for counter in at["counters"] for unit in at["counters"][counter].get("units", ())] + at["lost"]
    assert len(seen) == len(set(seen)) and set(seen) <= set(setting.units)
    assert all(entry["box"] in setting.field for entry in at["counters"].values())
    assert board.contested() == ()
    for army in FOE:
        assert len(board.counters(army)) <= setting.charts["counters"]
        assert all(
            army_of(c) == army and setting.units[u].army == army for c in board.shown(army) for u in board.units(c)
        )
        killed = sum(setting.units[unit].strength for unit in at["lost"] if setting.units[unit].army == FOE[army])
        assert at["points"][army] >= killed
    assert game.writing.read_text(game.writing.text(at)) == at


def check_phase(game: Any, before: Json, after: Json, events: Sequence[Event]) -> None:
    """Events carry the counters before a turn into those after it."""
    places = {counter: entry["box"] for counter, entry in before["counters"].items()}
    for event in events:
        if event["kind"] == "posted":
            places[event["counter"]] = event["box"]
        elif event["kind"] == "moved":
            assert places[event["unit"]] == event["from"]
            places[event["unit"]] = event["to"]
        elif event["kind"] == "mixed":
            assert {places.pop(counter) for counter in event["old"]} == {event["at"]}
            places |= dict.fromkeys(event["new"], event["at"])
        elif event["kind"] in ("evaded", "fellback"):
            for counter, box in places.items():
                if army_of(counter) == event["army"] and box == event["from"]:
                    places[counter] = event["to"]
        elif event["kind"] == "opened":
            assert places[event["counter"]] == event["at"]
    assert {c: places[c] for c in after["counters"]} == {c: e["box"] for c, e in after["counters"].items()}
    assert set(before["lost"]) | {e["unit"] for e in events if e["kind"] == "lost"} == set(after["lost"])


invariants.POSITION["veiled"] = check_position
invariants.PHASE["veiled"] = check_phase
