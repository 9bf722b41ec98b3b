"""Places within reach where two pieces and leaders share a hex."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.desk import Step
from pbem.hexgame.moving.marching import reach
from pbem.hexgame.moving.rules import ZoneRule
from pbem.hexgame.telling.reaching import cheapest, held_note, onward, points, steps
from tests.hexgame.moving.tiny import ground, rules_of

ENDS = "the move ends"


def told(at: dict[str, str], *units: str, moved: Sequence[str] = (), zones: ZoneRule | None = None) -> dict[str, Step]:
    rules = rules_of(ground(), at, zones=zones or ZoneRule())
    found = onward(reach(rules, units[0], at[units[0]], rules.points(units[0])))
    return {step.place: step for step in steps(rules, units, found, moved, ends=ENDS, led=False)}


def test_a_hex_with_room_is_free_and_a_full_one_is_taken() -> None:
    at = {"bf1": "0303", "bf2": "0304", "bf3": "0403", "bh1": "0403", "bl1": "0304"}
    there = told(at, "bf1")
    assert (there["0304"].stop, there["0304"].taken, there["0304"].note) == (True, False, "")
    assert (there["0403"].stop, there["0403"].taken) == (True, True)
    assert there["0403"].note == "only if blue foot 3 moves away (stacking)"
    assert next(iter(there)) == "0303" and there["0403"].before == "0303"


def test_a_stack_needs_room_for_all_of_it() -> None:
    at = {"bf1": "0303", "bh2": "0303", "bf2": "0304"}
    assert not told(at, "bf1")["0304"].taken
    both = told(at, "bf1", "bh2")["0304"]
    assert both.taken and both.note == "only if blue foot 2 moves away (stacking)"
    moved = told(at, "bf1", "bh2", moved=["bf2"])["0304"]
    assert not moved.stop and moved.note == "blue foot 2 has moved there (stacking)"


def test_enemy_zones_end_a_move_hold_who_begins_there_and_keep_friends_in_place() -> None:
    at = {"bf1": "0202", "bf2": "0303", "bf3": "0303", "rf1": "0403"}
    rules = rules_of(ground(), at)
    assert held_note(rules, "bf2") == "held by an enemy zone of control (held)"
    assert held_note(rules, "bf1") == "" and held_note(rules, "bh1") == ""
    there = told(at, "bf1")
    assert not there["0303"].stop and there["0303"].note == "blue foot 2 is there and cannot leave (room)"
    near = {place: step.note for place, step in there.items() if step.note == ENDS}
    assert near and all(rules.zone("bf1").get(place) for place in near)
    assert ENDS not in {step.note for step in told(at, "bf1", zones=ZoneRule(leave=True, through=True)).values()}


def test_the_cheapest_way_in_counts_with_what_coming_in_takes() -> None:
    rules = rules_of(ground(), {})
    entries = {"0101": 6, "0103": 2}
    found = cheapest(entries, {at: reach(rules, "bf1", at, 8 - spent) for at, spent in entries.items()})
    assert (found["0103"][1], found["0101"][1], points(found["0102"][1])) == (2, 6, "2")
