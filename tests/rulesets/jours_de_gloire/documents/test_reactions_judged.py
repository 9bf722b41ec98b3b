"""Reactions are judged when they are written; a box is found by its name, and the way to it by itself."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.jours_de_gloire.documents.translation import Translation
from tests.rulesets.jours_de_gloire.documents.test_compile import FIELD
from tests.rulesets.jours_de_gloire.papers import compiled, field, own

BOOK = "jours-de-gloire"


def reacting(places: dict[str, str], **plans: Any) -> tuple[list[Any], list[Any]]:
    """Faults and remarks of a paper with these reactions: path, case."""
    found = compiled(field(places), {"reactions": plans})
    told = [[(fault.path, fault.refusal.case) for fault in listed] for listed in (found.faults, found.remarks)]
    return told[0], told[1]


@pytest.mark.rule(BOOK, "6.5.1-1")
def test_generals_alone_never_react() -> None:
    places = {"eiche": "napoleon i", "iller": "rus-1"}
    faults, _ = reacting(places, napoleon={"intercept": ["fels"]})
    assert faults == [(("reactions", "napoleon", "intercept"), "6.5.1-1")]
    faults, _ = reacting(places, napoleon={"guns": "any"})
    assert faults == [(("reactions", "napoleon", "guns"), "6.5.1-1")]
    text = compiled(field(places), {"reactions": {"napoleon": {"guns": "any"}}}).faults[0].refusal
    assert "Eiche" in text.text and text.unit == "napoleon" and text.hex == "eiche" and "i" in text.legal
    assert reacting(places, napoleon={"guns": "any", "with": ["i"]}) == ([], [])
    # A plan that does nothing is none.
    assert reacting(places, napoleon={}) == ([], [])


@pytest.mark.rule(BOOK, "6.5.1-3")
def test_who_is_engaged_or_comes_to_a_friend_cannot_now_and_may_later() -> None:
    faults, remarks = reacting({"eiche": "i", "fels": "ii"}, i={"intercept": ["fels"]})
    assert (faults, remarks) == ([], [(("reactions", "i", "intercept", 0), "6.5.1-3")])
    faults, remarks = reacting({"eiche": "i rus-1"}, i={"intercept": ["fels"]})
    assert faults == [] and (("reactions", "i", "intercept"), "6.5.1-3") in remarks


def test_a_box_that_is_none_beside_one_that_is_names_itself_alone() -> None:
    faults, remarks = reacting({"eiche": "i"}, i={"intercept": ["fels", "nowhere"], "back": "nowhere-else"})
    assert (("reactions", "i", "intercept", 1), "") in faults and (("reactions", "i", "back"), "") in faults
    assert remarks == []


@pytest.mark.rule(BOOK, "6.5-0")
def test_a_mate_in_another_box_is_remarked() -> None:
    faults, remarks = reacting({"eiche": "i", "garten": "ii"}, i={"intercept": ["fels"], "with": ["ii"]})
    assert faults == [] and (("reactions", "i", "with", 0), "6.5-0") in remarks


# -- the way ----------------------------------------------------------------------------------


def test_the_cheapest_way_is_found_over_several_boxes_by_name() -> None:
    place = field(FIELD)
    start = place.board.box(next(c for c in place.board.counters("french") if place.known[c].get("unit") == "i"))
    assert start != "fels"
    found = compiled(place, {"orders": [{"stack": ["i"], "to": "Fels"}]})
    assert found.faults == [] and found.input["orders"][0]["path"][-1] == "fels"
    assert "by " in found.notes[0] and "Fels" in found.notes[0]


def test_to_says_what_is_wrong_with_it() -> None:
    place = field(FIELD)
    for entry, word in (
        ({"to": "fels", "path": ["fels"]}, "cannot stand beside"),
        ({"to": "9999"}, "write an id or a printed name"),
        ({"to": "eiche"}, "where they stand"),
    ):
        faults = compiled(place, {"orders": [{"stack": ["i"], **entry}]}).faults
        assert [fault.path for fault in faults] == [("orders", 0, "to")], entry
        assert word in faults[0].refusal.text


def test_a_name_of_two_boxes_is_refused_with_both(monkeypatch: pytest.MonkeyPatch) -> None:
    from rulesets.jours_de_gloire.hidden.own_counters import Holdings

    place = field(FIELD)
    translation = Translation(Holdings(place.setting, place.board, "french", own(place)))
    monkeypatch.setattr(translation, "_boxes", {"neustadt": ["eiche", "fels"]})
    translation.box("Neustadt", ("orders", 0, "to"))
    assert list(translation.faults[0].refusal.legal) == ["eiche", "fels"]
