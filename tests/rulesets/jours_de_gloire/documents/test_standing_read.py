"""Standing orders with printed names, and held against a position: what can never be meant, and what not now.
Defaults of a battle in the orders are judged in the same way."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.documents.compile import compile_document
from rulesets.jours_de_gloire.documents.documents import document_schema, helper_schema
from rulesets.jours_de_gloire.documents.standing_read import read_standing
from rulesets.jours_de_gloire.documents.template import orders_template
from rulesets.jours_de_gloire.hidden.own_counters import Holdings
from tests.rulesets.jours_de_gloire.documents.test_compile import FIELD
from tests.rulesets.jours_de_gloire.papers import compiled, field, own, question, set_up
from tests.rulesets.jours_de_gloire.world import World, small

BOOK = "jours-de-gloire"
PLACES = {"eiche": "napoleon i", "garten": "ii", "linde": "rus-1"}


def judged(values: dict[str, Any], place: World | None = None, army: str = "french") -> tuple[list[Any], list[Any]]:
    """Faults and remarks: path, case."""
    place = place or field(PLACES)
    reading = read_standing(place.setting, army, values, place.board.position(), own(place, army))
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


# -- next and show ---------------------------------------------------------------------------------


def paper(document: dict[str, Any], place: World | None = None, army: str = "french") -> tuple[list[Any], list[Any]]:
    """Faults and remarks of orders in the second player turn of turn 1: path, case."""
    found = compiled(place or field(PLACES, order=["russian", "french"]), document, army)
    told = [[(one.path, one.refusal.case) for one in listed] for listed in (found.faults, found.remarks)]
    return told[0], told[1]


@pytest.mark.rule(BOOK, "3.2-1")
@pytest.mark.rule(BOOK, "3.2-2")
def test_who_begins_next_turn_is_said_at_its_time() -> None:
    """In the second player turn of a game turn, but of the last, and while it is not for the enemy's Emperor to say."""
    assert paper({"next": "second"}) == ([], [])
    first = field(PLACES, order=["french", "russian"])
    assert paper({"next": "second"}, first) == ([(("next",), "2-A3")], [])
    last = field(PLACES, order=["russian", "french"], turn=len(small().scenario.turns))
    assert paper({"next": "second"}, last) == ([(("next",), "2-A3")], [])
    theirs = field(PLACES, order=["french", "russian"], player="russian")
    assert paper({"next": "second"}, theirs, "russian") == ([], [(("next",), "3.2-1")])
    gone = field(PLACES, order=["french", "russian"], player="russian", taken=["napoleon"])
    assert paper({"next": "second"}, gone, "russian") == ([], [])


@pytest.mark.rule(BOOK, "3.2-1")
def test_the_standing_order_for_it_is_the_enemys_emperors_now() -> None:
    assert judged({"order-of-play": "second"}) == ([], [])
    assert judged({"order-of-play": "second"}, army="russian") == ([], [(("order-of-play",), "3.2-1")])
    assert judged({"order-of-play": "second"}, field(PLACES, taken=["napoleon"]), "russian") == ([], [])


@pytest.mark.rule(BOOK, "10-1")
def test_what_is_shown_lies_face_down_and_is_named_once() -> None:
    assert paper({"show": ["i", "napoleon"]}) == ([], [])
    assert paper({"show": ["i", "f2", "nobody"]}) == ([(("show", 2), ""), (("show", 1), "")], [])
    open_ = small(hiding="open")
    assert paper({"show": ["i"]}, field(PLACES, setting=open_)) == ([(("show",), "10-1")], [])
    assert paper({"show": []}, field(PLACES, setting=open_)) == ([], [])


@pytest.mark.parametrize("hiding", ["hidden", "open"])
def test_at_the_set_up_the_editor_offers_what_the_set_up_takes(hiding: str) -> None:
    """Each member that is offered can be written, and each that can be written is offered; with who begins."""
    ask, knows, setting = set_up(hiding=hiding)
    board = Board(setting, ask.scene)
    schema = helper_schema(setting, board, ask, Holdings(setting, board, "french", knows))
    offered = set(schema["properties"])
    taken = set()
    for member, one in document_schema(setting, "orders")["properties"].items():
        blank: Any = "first" if member == "next" else {"array": [], "object": {}}[one["type"]]
        if not compile_document(setting, ask, {member: blank}, knows).faults:
            taken.add(member)
    assert "orders" not in offered and "reactions" in offered
    assert offered == (taken if hiding == "hidden" else taken - {"dummies", "show", "mix"})
    assert schema["$defs"]["unit"]["anyOf"][0]["enum"][:3] == ["napoleon", "davout", "i"]


@pytest.mark.parametrize("hiding", ["hidden", "open"])
def test_template_and_editor_offer_neither_where_it_is_refused(hiding: str) -> None:
    setting = small(hiding=hiding)
    for order in (["french", "russian"], ["russian", "french"]):
        place = field(PLACES, setting=setting, order=order)
        lines = [line.text for line in orders_template(setting, question(place), own(place))]
        assert ("next: first" in lines) == (order[1] == "french")
        assert ("show: []" in lines) == (hiding == "hidden")
        board, ask = Board(setting, place.board.position()), question(place)
        members = helper_schema(setting, board, ask, Holdings(setting, board, "french", own(place)))["properties"]
        assert ("next" in members, "show" in members) == (order[1] == "french", hiding == "hidden")
        assert {"next", "show"} <= set(document_schema(setting, "orders")["properties"])
