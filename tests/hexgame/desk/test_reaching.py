"""Places within reach where two pieces and leaders share a hex, for one and for stacks."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.desk import Reach, Step
from pbem.engine.options import Refusal
from pbem.hexgame.desk.reaching import Marchers, cited, held_note, points
from pbem.hexgame.field.field import HexField
from pbem.hexgame.moving.rules import ZoneRule
from tests.hexgame.moving.tiny import ground, is_leader, rules_of

ENDS = "the move ends"
WOOD = ground({"0302": "w", **dict.fromkeys(["0103", "0203", "0303", "0403", "0501", "0502"], "o")})


def asked(
    at: dict[str, str],
    *units: str,
    moved: Sequence[str] = (),
    zones: ZoneRule | None = None,
    field: HexField | None = None,
    led: bool = False,
) -> Reach:
    rules = rules_of(field or ground(), at, zones=zones or ZoneRule())
    stacking = [unit for unit in units if not is_leader(unit)]
    marchers = Marchers(company=dict.fromkeys(units, rules), stacking=stacking, moved=moved, ends=ENDS)
    return marchers.reach({at[units[0]]: dict.fromkeys(units, 0)}, led=led)


def told(at: dict[str, str], *units: str, moved: Sequence[str] = (), zones: ZoneRule | None = None) -> dict[str, Step]:
    return {step.place: step for step in asked(at, *units, moved=moved, zones=zones).steps}


def test_a_hex_with_room_is_free_and_a_full_one_is_taken() -> None:
    at = {"bf1": "0303", "bf2": "0304", "bf3": "0403", "bh1": "0403", "bl1": "0304"}
    there = told(at, "bf1")
    assert (there["0304"].stop, there["0304"].taken, there["0304"].note) == (True, False, "")
    assert (there["0403"].stop, there["0403"].taken) == (True, True)
    assert there["0403"].note == "only if blue foot 3 moves away (stacking)"
    assert next(iter(there)) == "0303" and there["0403"].before == "0303"
    assert not told(at, "bl1")["0403"].taken


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
    assert asked(at, "bf2").note == held_note(rules, "bf2") and len(asked(at, "bf2").steps) == 1
    there = told(at, "bf1")
    assert not there["0303"].stop and there["0303"].note == "blue foot 2 is there and cannot leave (room)"
    near = {place: step.note for place, step in there.items() if step.note == ENDS}
    assert near and all(rules.zone("bf1").get(place) for place in near)
    assert ENDS not in {step.note for step in told(at, "bf1", zones=ZoneRule(leave=True, through=True)).values()}
    assert [step.note for step in asked({**at, "bf1": "0304"}, "bf1", led=True).steps] == [ENDS]


def test_a_stack_goes_at_the_pace_of_its_slowest_and_says_who_has_less_left() -> None:
    """Foot has 4 points and horse 6; in wood horse pays 4 where foot pays 2."""
    at = {"bf1": "0202", "bh1": "0202"}
    found, turned = asked(at, "bf1", "bh1", field=WOOD), asked(at, "bh1", "bf1", field=WOOD)
    assert found == turned and found.allowance == "4"
    there = {step.place: step for step in found.steps}
    assert (there["0302"].cost, there["0302"].note) == ("2", "")
    assert (there["0503"].cost, there["0503"].note, there["0503"].before) == ("4", "", "0402")
    assert [asked(at, unit, field=WOOD).allowance for unit in at] == ["4", "6"]


def test_a_hex_to_which_only_another_way_leads_is_named_with_that_way() -> None:
    at = {"bf1": "0202", "bh1": "0202"}
    rules = rules_of(WOOD, at, points=lambda unit: 12)
    marchers = Marchers(company=dict.fromkeys(at, rules), stacking=list(at), moved=(), ends=ENDS)
    there = {step.place: step for step in marchers.reach({"0202": dict.fromkeys(at, 0)}).steps}
    assert there["0503"].note == "blue horse 1 spends 6 of 6"
    far = there["0603"]
    assert (far.stop, far.taken, far.before, far.cost) == (False, False, "0503", "6")
    assert far.note == "all of them get there over 0201, 0301, 0401, 0402, 0503 only: draw that path"


def test_costs_and_refusals_are_told_as_a_page_has_them() -> None:
    assert (points(3), points(8)) == ("3/2", "4")
    assert cited(Refusal("5.0", "it may not")) == "it may not (5.0)" and cited(Refusal("", "no")) == "no"
