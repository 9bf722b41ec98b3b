"""Papers about who is not asked again, and the numbers that fresh counters take."""

from __future__ import annotations

import pytest

from rulesets.jours_de_gloire.documents.compile import compile_document
from tests.rulesets.jours_de_gloire.documents.test_compile import BOOK, FIELD
from tests.rulesets.jours_de_gloire.papers import compiled, field, set_up

# -- where those go who are not asked again -----------------------------------------------------------------


@pytest.mark.rule(BOOK, "3.3-3")
@pytest.mark.rule(BOOK, "4.2-3")
def test_who_plays_last_says_in_his_orders_where_his_squatters_and_lone_generals_go() -> None:
    found = compiled(field(FIELD), {"squatter": ["Fels", "ahorn"], "stranded": ["moor"]})
    assert found.faults == [] and found.input == {"squatter": ["fels", "ahorn"], "stranded": ["moor"]}
    (fault,) = compiled(field(FIELD), {"squatter": ["fels", "atlantis"]}).faults
    assert fault.path == ("squatter", 1)
    request, knows, setting = set_up()
    (fault,) = compile_document(setting, request, {"stranded": ["moor"]}, knows).faults
    assert (fault.path, fault.refusal.case) == (("stranded",), "T-SCEN")


@pytest.mark.rule(BOOK, "3.3-4")
def test_who_comes_takes_no_number_that_the_same_message_sets_free() -> None:
    place = field({**FIELD, "dachs": "west"}, due=[0], arrivals=[1, 2], turn=2)
    place.board.at.next = {**place.board.at.next, "french": 58}
    paper = {"mix": ["eiche"], "orders": [{"stack": ["late-foot"], "enter": "north-road", "path": ["birke"]}]}
    found = compiled(place, paper)
    assert found.faults == []
    ((counter,), (entry,)) = found.input["orders"][0]["stack"], found.input["mix"]
    assert entry["counters"] == ["f58", "f59", "f60", "f61", "f62", "f63"] and counter == "f13"
    assert not set(found.gone) & set(found.hide)


@pytest.mark.rule(BOOK, "3.3-4")
def test_nobody_comes_without_a_number() -> None:
    """All that are not borne are wanted for a box that is dealt anew."""
    crowd = " ".join(["french:infantry"] * 47)
    place = field({**FIELD, "dachs": crowd}, due=[0], arrivals=[1, 2], turn=2)
    assert len(place.board.free("french")) == 5
    paper = {"mix": ["iller"], "orders": [{"stack": ["late-foot"], "enter": "north-road", "path": ["birke"]}]}
    (fault,) = compiled(place, paper).faults
    assert (fault.path, fault.refusal.case) == (("orders", 0, "stack"), "3.3-4") and "no number" in fault.refusal.text
