"""Standing orders with printed names, and held against a position: what can never be meant, and what not now.
Defaults of a battle in the orders are judged in the same way."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.jours_de_gloire.standing_read import read_standing
from tests.rulesets.jdg.papers import compiled, field, own
from tests.rulesets.jdg.test_compile import FIELD
from tests.rulesets.jdg.world import World, small

BOOK = "jours-de-gloire"
PLACES = {"eiche": "napoleon i", "garten": "ii", "linde": "rus-1"}


def judged(values: dict[str, Any], place: World | None = None, side: str = "french") -> tuple[list[Any], list[Any]]:
    """Faults and remarks: path, case."""
    place = place or field(PLACES)
    reading = read_standing(place.setting, side, values, place.board.position(), own(place, side))
    told = [[(fault.path, fault.refusal.case) for fault in one] for one in (reading.faults, reading.remarks)]
    return told[0], told[1]


def named(values: dict[str, Any]) -> Any:
    """What the names alone come to."""
    from pbem.engine.hidden import NOTHING

    return read_standing(small(), "french", values, None, NOTHING)


def test_printed_names_become_ids() -> None:
    setting = small()
    unit, box = setting.units["i"].name, setting.boxes["garten"].name
    found = named(
        {
            "losses": [unit, "ii"],
            "retreat": [box.upper(), "heide"],
            "tactic.attack": {"prefer": [{"chit": "screen", "boxes": [box]}], "else": "lowest"},
        }
    )
    assert found.faults == []
    assert found.values["losses"] == ["i", "ii"] and found.values["retreat"] == ["garten", "heide"]
    assert found.values["tactic.attack"] == {"prefer": [{"chit": "screen", "boxes": ["garten"]}], "else": "lowest"}


@pytest.mark.rule(BOOK, "8.4-2")
def test_who_can_never_pay_losses() -> None:
    found = named({"losses": ["napoleon", "rus-1", "nobody", "i"], "retreat": ["Gartne"]})
    assert [(fault.path, fault.refusal.case) for fault in found.faults] == [
        (("losses", 0), "8.4-2"),
        (("losses", 1), "8.4-2"),
        (("losses", 2), ""),
        (("retreat", 0), ""),
    ]
    assert "did you mean" in found.faults[3].refusal.text
    faults, remarks = judged({"losses": ["i", "ii", "iii"]}, field(PLACES, dead=["ii"]))
    assert faults == [(("losses", 1), "8.4-2")]
    assert remarks == [(("losses", 2), "8.4-2")]


@pytest.mark.rule(BOOK, "8.7-1")
@pytest.mark.rule(BOOK, "4.2-3")
def test_boxes_that_nobody_is_next_to_now_are_remarked() -> None:
    faults, remarks = judged({"retreat": ["fels", "moor"], "stranded": ["eiche", "heide"]})
    assert faults == []
    assert remarks == [(("retreat", 1), "8.7-1"), (("stranded", 1), "4.2-3")]


@pytest.mark.rule(BOOK, "8.2-4")
@pytest.mark.rule(BOOK, "8.2-5")
@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ({"chit": "decisive", "own": {"most": 10}}, ("own", "8.2-4")),
        ({"chit": "offensive", "own": {"least": 12, "most": 11}}, ("own", "8.2-5")),
        ({"chit": "skirmish", "enemy": {"most": 0}}, ("enemy", "8.0-1")),
        ({"chit": "skirmish", "own": {"least": 12}}, None),
        ({"chit": "screen", "own": {"least": 3}, "enemy": {"most": 2}}, None),
    ],
)
def test_rules_for_chits_that_no_force_could_follow(line: Any, fault: Any) -> None:
    faults, remarks = judged({"tactic.defence": {"prefer": [{"chit": "skirmish"}, line]}})
    wanted = [] if fault is None else [(("tactic.defence", "prefer", 1, fault[0]), fault[1])]
    assert (faults, remarks) == (wanted, [])


@pytest.mark.rule(BOOK, "8.2-4")
def test_a_chit_without_its_general() -> None:
    setting = small()
    able = [uid for uid, general in setting.generals.items() if general.rank >= 3]
    decisive = {"tactic.attack": {"prefer": [{"chit": "decisive"}]}}
    at = (("tactic.attack", "prefer", 0, "chit"), "8.2-4")
    assert judged(decisive) == ([], [])
    assert judged(decisive, field(PLACES, taken=able)) == ([at], [])


@pytest.mark.rule(BOOK, "8.0-1")
def test_battles_where_nobody_fights_now() -> None:
    place = field(FIELD)
    there = {place.board.box(counter) for counter in place.board.counters("french")}
    alone = next(box for box in sorted(there) if not place.board.enemies("french", box))
    nobody = next(box for box in place.setting.boxes if box not in there)
    found = compiled(place, {"battles": {alone: {"stay": "no"}}, "order": [alone, nobody]})
    assert [(fault.path, fault.refusal.case) for fault in found.faults] == [(("order", 1), "8.0-1")]
    assert [(one.path, one.refusal.case) for one in found.remarks] == [
        (("battles", alone), "8.0-1"),
        (("order", 0), "8.0-1"),
    ]


def test_where_to_step_aside_in_the_orders_is_judged_as_in_the_slot() -> None:
    found = compiled(field(PLACES), {"stranded": ["heide", "Eiche"]})
    assert found.faults == [] and found.input["stranded"] == ["heide", "eiche"]
    assert [(one.path, one.refusal.case) for one in found.remarks] == [(("stranded", 0), "4.2-3")]
