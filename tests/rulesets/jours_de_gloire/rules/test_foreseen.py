"""What a player's program and the audit make of an entry before the enemy has said anything: `foreseen`."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.copy_json import copied
from pbem.engine.hidden import Own
from rulesets.jours_de_gloire.rules.march.foreseen import Foreseen
from rulesets.jours_de_gloire.rules.march.steps import dummies_refusal
from rulesets.jours_de_gloire.rules.scratch import Scratch
from tests.rulesets.jours_de_gloire.papers import field
from tests.rulesets.jours_de_gloire.world import World

RULES = "jours-de-gloire"
PLACES = {"eiche": "napoleon i murat-i french:infantry", "garten": "rus-1"}


def done(place: World, entry: dict[str, Any], *, blind: bool = False) -> tuple[Foreseen, Scratch]:
    """The entry is carried out on the board of a world. blind: by somebody who cannot look into the counters."""
    own = Own("french", {c: content for c, content in place.known.items() if c[0] == "f"})
    scratch = Scratch(place.setting, place.board, "french", {"orders": [entry]}, own)
    scratch.turn.book = None if blind else scratch.markers
    march = scratch.march(0)
    assert march is not None, scratch.faults
    return march, scratch


@pytest.mark.rule(RULES, "5.1-3")
@pytest.mark.rule(RULES, "4.4-3")
def test_a_stack_pays_and_stands_at_the_end_of_its_way() -> None:
    place = field(PLACES)
    before = place.board.at.pc["grande-armee"]
    march, scratch = done(place, {"stack": ["f2"], "path": ["ahorn", "birke"]})
    assert march.paid == {"grande-armee": 1} and place.board.at.pc["grande-armee"] == before - 1
    assert (place.board.box("f2"), place.board.at.moved, scratch.doings.acted) == ("birke", ["f2"], {"f2"})


def test_nobody_pays_for_a_stack_that_is_not_known() -> None:
    place = field(PLACES)
    march, _ = done(place, {"stack": ["f2"], "path": ["ahorn"]}, blind=True)
    assert march.paid == {} and place.board.box("f2") == "ahorn"


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
    march, _ = done(place, {"stack": [counter], "enter": "north-road", "path": ["birke"]})
    assert march.paid == {} and place.board.box(counter) == box and place.board.at.entering == {"0": 1}
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


@pytest.mark.rule(RULES, "5.4-1")
@pytest.mark.parametrize(
    ("forced", "massed", "dice"), [(True, True, 2), (True, False, 1), (False, True, 1), (False, False, 0)]
)
def test_a_die_for_each_cause(forced: bool, massed: bool, dice: int) -> None:
    march, _ = done(field(PLACES), {"stack": ["f2"], "path": ["ahorn"], "forced": forced, "concentrate": massed})
    assert len(march.causes) == dice


def test_a_copy_shares_nothing_that_can_change() -> None:
    value: Any = {"a": [1, {"b": "c"}], "d": {"e": []}, "f": None}
    other = copied(value)
    assert other == value
    other["a"][1]["b"], other["d"]["e"] = "x", [1]
    assert value == {"a": [1, {"b": "c"}], "d": {"e": []}, "f": None}
