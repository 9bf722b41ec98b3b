"""What a player's program and the audit make of an entry before the enemy has said anything: `carried_out`."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.jours_de_gloire.copy_json import copied
from rulesets.jours_de_gloire.rules.march.apply_entry import carry_out, dummies_refusal
from rulesets.jours_de_gloire.rules.march.steps import Doings
from tests.rulesets.jours_de_gloire.papers import field
from tests.rulesets.jours_de_gloire.world import World

RULES = "jours-de-gloire"
PLACES = {"eiche": "napoleon i murat-i french:infantry", "garten": "rus-1"}


def done(place: World, entry: dict[str, Any]) -> tuple[Any, Doings]:
    """The entry is carried out on the board of a world."""
    doings = Doings()
    return carry_out(place.setting, place.board, "french", place.known, entry, doings), doings


@pytest.mark.rule(RULES, "5.1-3")
@pytest.mark.rule(RULES, "4.4-3")
def test_a_stack_pays_and_stands_at_the_end_of_its_way() -> None:
    place = field(PLACES)
    before = place.board.at.pc["grande-armee"]
    paid, doings = done(place, {"stack": ["f2"], "path": ["ahorn", "birke"]})
    assert paid == {"grande-armee": 1} and place.board.at.pc["grande-armee"] == before - 1
    assert (place.board.box("f2"), place.board.at.moved, doings.acted) == ("birke", ["f2"], {"f2"})


def test_nobody_pays_for_a_stack_that_is_not_known() -> None:
    place = field(PLACES)
    del place.known["f2"]
    paid, _ = done(place, {"stack": ["f2"], "path": ["ahorn"]})
    assert paid == {} and place.board.box("f2") == "ahorn"


@pytest.mark.rule(RULES, "5.2-1")
@pytest.mark.parametrize(("force", "box"), [("rus-1^", "garten"), ("rus-1", "heide"), ("kamenskoi^", "heide")])
def test_it_comes_through_but_for_enemies_that_are_seen(force: str, box: str) -> None:
    """Counters that lie face down may be dummies, and generals alone stop nobody."""
    place = field({**PLACES, "garten": force})
    done(place, {"stack": ["f3"], "path": ["fels", "garten", "heide"]})
    assert place.board.box("f3") == box


@pytest.mark.rule(RULES, "6.3-1")
@pytest.mark.parametrize(("back", "box"), [("stay", "garten"), ([], "garten"), (["fels"], "fels")])
def test_who_scouts_goes_into_the_box_and_back(back: Any, box: str) -> None:
    place = field({**PLACES, "garten": "rus-1^"})
    done(place, {"stack": ["f3"], "path": ["fels", "garten", {"recon": back}]})
    assert place.board.box("f3") == box


@pytest.mark.rule(RULES, "3.3-4")
@pytest.mark.parametrize(("force", "box"), [("", "birke"), ("rus-1^", "nebel")])
def test_who_comes_onto_the_map(force: str, box: str) -> None:
    place = field({"eiche": "napoleon i", **({"nebel": force} if force else {})}, due=[0], arrivals=[1, 2], turn=2)
    (counter,) = place.board.fresh("french", 1)
    place.known[counter] = {"unit": "late-foot", "pf": place.setting.units["late-foot"].pf, "lag": 0}
    assert place.setting.map.entries["north-road"].box == "nebel"
    paid, _ = done(place, {"stack": [counter], "enter": "north-road", "path": ["birke"]})
    assert paid == {} and place.board.box(counter) == box and place.board.at.entering == {"0": 1}
    assert not place.board.face_up(counter)


@pytest.mark.rule(RULES, "7.1-2")
@pytest.mark.parametrize(
    ("entry", "refused"),
    [
        ({"path": ["ahorn"]}, False),
        ({"entrench": True}, True),
        ({"path": [{"destroy": "iller"}]}, True),
        ({"path": ["fels", "garten", {"recon": "stay"}]}, True),
    ],
)
def test_dummies_march_and_do_nothing_else(entry: dict[str, Any], refused: bool) -> None:
    place = field(PLACES)
    assert (dummies_refusal(place.setting, place.known, {"stack": ["f4"], **entry}) is not None) is refused
    assert dummies_refusal(place.setting, place.known, {"stack": ["f2", "f4"], **entry}) is None


def test_a_copy_shares_nothing_that_can_change() -> None:
    value: Any = {"a": [1, {"b": "c"}], "d": {"e": []}, "f": None}
    other = copied(value)
    assert other == value
    other["a"][1]["b"], other["d"]["e"] = "x", [1]
    assert value == {"a": [1, {"b": "c"}], "d": {"e": []}, "f": None}
