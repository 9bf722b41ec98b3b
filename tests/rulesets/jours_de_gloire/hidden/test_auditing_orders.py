"""The audit of what an orders message commits to: detachments, numbers used again, signs, orders for what may come."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pbem.engine.hidden import HIDDEN, Record, Step
from rulesets.jours_de_gloire.documents.compile import compile_document
from rulesets.jours_de_gloire.position import encode
from tests.rulesets.jours_de_gloire.hidden.test_auditing import (
    BOOK,
    DETACH,
    FIELD,
    accused,
    lies,
    ordered,
    resent,
    told,
)
from tests.rulesets.jours_de_gloire.papers import field, set_up

Contents = dict[str, Any]

# -- detachments ---------------------------------------------------------------------------------

# f1 napoleon, f2 i, f3 ii, f4 guard, f5 murat-i, f6 dummy, f7 and f8 detachments
DIVIDED = {**FIELD, "eiche": "napoleon i=5 ii=4 guard murat-i french:infantry french-a<ii=1 french-b<ii=1"}
TAKE_A, TAKE_B = ({"unit": "ii", "detachment": f"french-{letter}"} for letter in "ab")
WORKED: list[tuple[dict[str, str], dict[str, Any]]] = [
    (FIELD, {**DETACH, "rejoin": [TAKE_B]}),
    (DIVIDED, {"rejoin": [TAKE_A, TAKE_B]}),
    (DIVIDED, {"rejoin": [TAKE_B, TAKE_A]}),
    (
        {**FIELD, "eiche": "napoleon i ii=5 guard murat-i french:infantry french-a<ii=1"},
        {**DETACH, "rejoin": [TAKE_A]},
    ),
]


@pytest.mark.rule(BOOK, "6.1-1")
@pytest.mark.rule(BOOK, "6.1-3")
@pytest.mark.parametrize(("places", "paper"), WORKED)
def test_a_unit_may_be_divided_and_joined_in_one_message(places: dict[str, str], paper: dict[str, Any]) -> None:
    """It is committed to once, as it is in the end; what it was in between nobody ever saw."""
    assert lies(told(field(places), paper)) == []
    assert lies(told(field(places), {**paper, "mix": ["eiche", "iller"]})) == []


def committed(record: Record, contents: Contents, *, without: tuple[str, ...] = (), **members: Any) -> Record:
    """The record with other contents committed to by the orders, and other members in them."""
    first, step = record.steps
    held = {counter: c for counter, c in step.committed.items() if counter not in without} | contents
    kept = {key: content for key, content in record.content.items() if key[1] == 1}
    markers = {**first.markers, **dict.fromkeys(held, 2)}
    steps = [first, replace(step, committed=held, markers=markers)]
    return resent(
        replace(record, steps=steps, content={**kept, **{(c, 2): content for c, content in held.items()}}), **members
    )


@pytest.mark.rule(BOOK, "1.2.1-6")
@pytest.mark.parametrize(
    "void",
    [
        {"detach": [{"from": "f3", "counter": "nobody"}]},
        {"detach": [{"from": "f3", "counter": "f8"}]},
        {"rejoin": [{"unit": "f3", "detachment": "f10"}]},
        {},
    ],
)
def test_entries_that_come_to_nothing_excuse_no_other_strength(void: dict[str, Any]) -> None:
    """II Corps has lost five points on the march; its owner commits to it anew as if it had not."""
    place = field({**FIELD, "eiche": "napoleon i ii=2/5 guard murat-i french:infantry"})
    honest = told(place, {})
    false = committed(honest, {"f3": {"unit": "ii", "pf": 7, "lag": 0}}, **void)
    assert lies(false) == [("AUDIT_CONSERVATION", 2, "1.2.1-6")]
    assert "counter f3 holds II Corps 7/0, there were II Corps 2/5" in accused(false)[0].text
    same = committed(honest, {"f3": place.known["f3"]}, **void)
    assert lies(same) == []


@pytest.mark.rule(BOOK, "1.2.1-6")
def test_strength_of_another_box_does_not_come_with_fresh_numbers() -> None:
    """V Corps in Iller cannot be taken up in Eiche, so its points are no excuse for more of them there."""
    honest = told(field(FIELD), {"mix": ["eiche"]})
    step = honest.steps[1]
    counter = next(c for c, held in step.committed.items() if held.get("unit") == "ii")
    points = honest.content["f10", 1]["pf"]
    more = {**step.committed[counter], "pf": step.committed[counter]["pf"] + points}
    false = committed(honest, {counter: more}, rejoin=[{"unit": counter, "detachment": "f10"}])
    assert ("AUDIT_CONSERVATION", 2, "1.2.1-6") in lies(false)


def undisclosed(record: Record, *, owed: bool) -> Record:
    """The record where the book does not tell what the orders committed to. owed: whether it has to."""
    first, step = record.steps
    content = {key: held for key, held in record.content.items() if key[1] == 1}
    from_seat = {} if owed else {step.army: step.seq + 1}
    return replace(record, steps=[first, replace(step, committed={}, leaves={})], content=content, owed=from_seat)


@pytest.mark.rule(BOOK, "2-B1-2")
@pytest.mark.parametrize("paper", [{"mix": ["eiche"]}, {"mix": ["eiche"], **DETACH}])
def test_what_a_lost_seat_dealt_anew_accuses_nobody_and_nobody_else_keeps_it_back(paper: dict[str, Any]) -> None:
    """Who lost his seat took the contents along; whoever sits in his own has to tell them."""
    honest = told(field(FIELD), paper)
    assert lies(undisclosed(honest, owed=False)) == []
    with pytest.raises(LookupError, match="the book has no content of message 2"):
        lies(undisclosed(honest, owed=True))


@pytest.mark.rule(BOOK, "6.1-1")
def test_a_detachment_out_of_nothing() -> None:
    """The unit is not committed to anew: what it was committed to with before still stands behind its number."""
    honest = told(field(FIELD), DETACH)
    ((unit, new),) = [(entry["from"], entry["counter"]) for entry in honest.steps[1].sent["detach"]]
    false = committed(honest, {}, without=(unit,))
    assert lies(false) == [("AUDIT_CONSERVATION", 2, "6.1-1")]
    assert accused(false)[0].text == f"counter {unit} holds II Corps 7/0, there were II Corps 5/0"
    assert lies(committed(honest, {}, without=(new,))) != []


@pytest.mark.rule(BOOK, "6.1-3")
@pytest.mark.rule(BOOK, "5.4-3")
def test_a_detachment_that_is_taken_back_heals_nobody() -> None:
    """Counters in which detachments are taken back begin afresh; who is not committed to anew would lose his log."""
    place = field(DIVIDED)
    place.board.write("f3", ["march", 6, "clear", []])
    honest = told(place, {"rejoin": [TAKE_A]})
    assert lies(honest) == []
    assert honest.steps[1].committed["f3"]["lag"] > 0
    false = committed(honest, {}, without=("f3",))
    assert lies(false) == [("AUDIT_CONSERVATION", 2, "6.1-3")]


@pytest.mark.rule(BOOK, "1.2.1-6")
@pytest.mark.parametrize("player", ["french", "russian"])
def test_who_takes_a_seat_over_finds_the_same_counters(player: str) -> None:
    """Also in the enemy's turn, and also those that were dealt anew in the turn that is running."""
    honest = told(field(FIELD), {"mix": ["eiche"]})
    step = honest.steps[1]
    own = {counter: seq for counter, seq in step.markers.items() if counter.startswith("f")}
    held = {counter: honest.content[counter, seq] for counter, seq in own.items()}
    seat = replace(step, seq=4, at={**step.at, "player": player}, sent={}, committed=held, leaves={})
    (entry,), old = step.sent["mix"], [f"f{number}" for number in range(1, 7)]
    seen = {"kind": "mixed", "army": "french", "at": "eiche", "old": old, "new": entry["counters"], "back": 0}
    seat = replace(seat, asked="", seated=True, begun=True, events=[seen])
    # The numbers that were dealt anew are told of until the turn is over.
    seat = replace(seat, trace=[["roll", "t1.rest", [1]]], markers=dict.fromkeys(step.markers, 4))
    assert lies(replace(honest, steps=[*honest.steps, seat])) == []
    fresh = next(counter for counter in step.committed if held[counter].get("unit") == "ii")
    for counter in (fresh, "f8"):
        other = {**held, counter: {"dummy": "infantry"}}
        false = replace(honest, steps=[*honest.steps, replace(seat, committed=other)])
        assert lies(false) == [("AUDIT_CONSERVATION", 4, "1.2.1-6")]
    lost = {key: content for key, content in honest.content.items() if key != ("f8", 1)}
    record = replace(honest, steps=[*honest.steps, replace(seat, committed=other)], content=lost)
    assert lies(replace(record, owed={"french": 2})) == []


@pytest.mark.rule(BOOK, "1.2.1-6")
@pytest.mark.rule(BOOK, "1.3-1")
@pytest.mark.parametrize(
    ("changes", "case", "words"),
    [
        ({}, "", ""),
        ({"f6": {"unit": "iii", "pf": 1, "lag": 0}}, "1.2.1-6", "iii is in 2 counters"),
        ({"f6": {"general": "davout"}}, "1.2.1-6", "davout is in 2 counters"),
        ({"f6": {"unit": "iii"}}, "1.2.1-6", "f6 holds nothing that there is"),
        ({f"f{n}": {"dummy": "cavalry"} for n in range(2, 7)}, "1.3-1", "5 cavalry dummies"),
        ({"f6": {"unit": "french-b", "pf": 2, "lag": 0, "of": "ii"}}, "6.1-2", "f3 and its detachments hold 9"),
    ],
)
def test_who_takes_a_lost_seat_over_cannot_have_more_than_there_is(changes: Contents, case: str, words: str) -> None:
    """Nobody can tell any more what the counters held; what they hold together has to be possible."""
    honest = told(field(FIELD), {})
    step = honest.steps[1]
    held = {c: content for (c, _), content in honest.content.items() if c.startswith("f")} | changes
    seat = replace(step, seq=4, sent={}, committed=held, leaves={}, markers=dict.fromkeys(step.markers, 4))
    seat = replace(seat, asked="", seated=True)
    record = replace(honest, steps=[*honest.steps, seat], content={(c, 4): content for c, content in held.items()})
    record = replace(record, owed={"french": 4})
    assert lies(record) == ([("AUDIT_CONSERVATION", 4, case)] if case else [])
    assert all(words in one.text for one in accused(record))


# -- numbers used again ----------------------------------------------------------------------------


@pytest.mark.rule(BOOK, "3.3-4")
def test_nobody_comes_onto_the_map_under_a_number_that_holds_somebody_else() -> None:
    """Numbers of a box that was dealt anew are free, and what they were committed to with is still in the log."""
    place = field({"eiche": "napoleon i", "castell": "rus-1"}, due=[0], arrivals=[1, 2], turn=2)
    paper = {"mix": ["eiche"], "orders": [{"stack": ["late-foot"], "enter": "north-road", "path": ["birke"]}]}
    honest = told(place, paper)
    assert lies(honest) == []
    (entry,) = honest.steps[1].sent["orders"]
    (new,) = entry["stack"]
    false = committed(honest, {}, without=(new,), orders=[{**entry, "stack": ["f2"]}])
    assert ("AUDIT_CONSERVATION", 2, "3.3-4") in lies(false)
    assert any("counter f2 came by north-road with I Corps" in one.text for one in accused(false))
    nobody = committed(honest, {}, without=(new,))
    assert ("AUDIT_CONSERVATION", 2, "3.3-4") not in lies(nobody)


@pytest.mark.rule(BOOK, "3.3-4")
def test_who_comes_on_behind_an_entry_that_came_to_nothing_is_judged() -> None:
    """By the audit's own board the first entry brings everybody who is due, so that nobody can come by the second."""
    place = field({"eiche": "napoleon i", "castell": "rus-1"}, due=[0], arrivals=[1, 2], turn=2)
    both = {"stack": ["late-foot", "late-horse"], "enter": "north-road", "path": [], "concentrate": "yes"}
    honest = told(place, {"orders": [both]})
    _, step = honest.steps
    (entry,) = step.sent["orders"]
    began = {"kind": "came-on", "army": "french", "entry": "north-road", "to": "birke", "case": "3.3-4"}
    void = {"kind": "void", "army": "french", "what": "move", "label": "t2.french.orders.0", "case": "5.1-1"}

    def followed(record: Record, *events: Any) -> Record:
        closed = Step(3, "russian", step.at, [], {"for": 2}, list(events), record.steps[1].markers, begun=True)
        return replace(record, steps=[*record.steps, closed])

    assert lies(followed(honest, {**began, "stack": entry["stack"]})) == []
    again = {**entry, "stack": ["f60"]}
    for content in (honest.content["f2", 1], {"unit": "late-foot", "pf": 99, "lag": 0}, {"x": 1}):
        false = committed(honest, {"f60": content}, orders=[entry, again])
        found = lies(followed(false, void, {**began, "stack": ["f60"]}))
        assert ("AUDIT_CONSERVATION", 2, "3.3-4") in found and any(code == "AUDIT_MOVE_ILLEGAL" for code, _, _ in found)
    came = {**began, "stack": entry["stack"]}
    assert lies(followed(undisclosed(honest, owed=False), came)) == []
    with pytest.raises(LookupError, match="the book has no content of message 2"):
        lies(followed(undisclosed(honest, owed=True), came))


# -- signs -------------------------------------------------------------------------------------------


def shown(record: Record, **leaves: Any) -> Record:
    """The record with other signs in the orders."""
    first, step = record.steps
    signs = {HIDDEN: {**step.leaves[HIDDEN], **leaves}}
    return replace(record, steps=[first, replace(step, leaves=signs)])


@pytest.mark.rule(BOOK, "2-B1-4")
@pytest.mark.parametrize("more", [{"link": 2}, {"link": 1}, {"kind": "general", "vc": 4, "rank": 4}, {"kind": "dummy"}])
def test_who_enters_the_map_has_no_line_yet(more: dict[str, Any]) -> None:
    place = field({"eiche": "napoleon i", "castell": "rus-1"}, due=[0], arrivals=[1, 2], turn=2)
    honest = told(place, {"orders": [{"stack": ["late-foot"], "enter": "north-road", "path": ["birke"]}]})
    ((new, _),) = honest.steps[1].committed.items()
    assert honest.steps[1].leaves[HIDDEN][new] == {"kind": "infantry"} and lies(honest) == []
    false = shown(honest, **{new: {"kind": "infantry", **more}})
    assert lies(false) == [("AUDIT_CLAIM", 2, "2-B1-4")]
    assert f"counter {new} in Birke shows" in accused(false)[0].text


@pytest.mark.rule(BOOK, "2-B1-4")
def test_the_sign_of_scouts_who_were_worn_away_when_they_came_is_judged() -> None:
    """Their owner commits to scouts without a strength point, who leave the map as soon as they are turned up."""
    place = field({"eiche": "napoleon i", "ahorn": "rus-1"}, due=[0], arrivals=[1, 2], turn=2)
    paper = {"stack": ["late-horse"], "enter": "north-road", "path": ["birke", "ahorn", {"recon": "stay"}]}
    honest = told(place, {"orders": [paper]})
    ((new, _),) = honest.steps[1].committed.items()
    assert lies(honest) == []
    nobody = committed(honest, {new: {"unit": "late-horse", "pf": 0, "lag": 1}})
    signs = [one for one in lies(shown(nobody, **{new: {"kind": "dummy"}})) if one[2] == "2-B1-4"]
    assert signs == [("AUDIT_CLAIM", 2, "2-B1-4")]


@pytest.mark.rule(BOOK, "2-B1-4")
def test_a_number_that_nobody_bears_has_no_sign() -> None:
    """Whoever gets it before the next orders, as an heir does, would react by what nobody ever was."""
    honest = told(field(FIELD), {})
    false = shown(honest, f40={"kind": "general", "vc": 4, "rank": 4, "link": 2, "plan": {"guns": "any"}})
    assert lies(false) == [("AUDIT_CLAIM", 2, "2-B1-4")]
    assert "f40, which nobody bears, shows general, VC 4" in accused(false)[0].text


def going_on(record: Record, **leaves: Any) -> Step:
    """The next message of the same army, without orders, with other signs."""
    step = record.steps[1]
    signs = {HIDDEN: {**step.leaves[HIDDEN], **leaves}}
    trace = [["open", "f2", {}]]
    return replace(step, seq=4, asked="continue", sent={"for": 3}, trace=trace, committed={}, leaves=signs)


@pytest.mark.rule(BOOK, "2-B1-4")
@pytest.mark.parametrize("leaf", [{"kind": "infantry", "link": 1}, {"kind": "infantry", "plan": {"guns": "any"}}, ""])
def test_signs_are_frozen_between_two_orders(leaf: Any) -> None:
    """A player who has seen a battle does not plan anew, nor does his line change, before his next orders."""
    honest = told(field(FIELD), {})
    assert honest.steps[1].leaves[HIDDEN]["f2"] == {"kind": "infantry", "link": 2}
    assert lies(replace(honest, steps=[*honest.steps, going_on(honest)])) == []
    false = replace(honest, steps=[*honest.steps, going_on(honest, f2=leaf)])
    assert lies(false) == [("AUDIT_CLAIM", 4, "2-B1-4")]
    unknown = replace(going_on(honest, f2=leaf), leaves={})
    assert lies(replace(honest, steps=[*honest.steps, unknown, going_on(honest, f2=leaf)])) == []
    other = replace(going_on(honest, f2=leaf), army="russian", at={**honest.steps[1].at, "player": "french"})
    assert [one.army for one in accused(replace(honest, steps=[*honest.steps, other]))] == []


@pytest.mark.rule(BOOK, "7.1-1")
@pytest.mark.parametrize("box", ["nowhere", "f9", "linde"])
def test_a_set_up_in_a_box_that_is_none_stops_no_audit(box: str) -> None:
    """Whoever reads the books has to come to the end of them, whatever the other has written."""
    request, knows, setting = set_up()
    found = compile_document(setting, request, {}, knows)
    content = {(counter, 1): held for counter, held in found.hide.items()}
    marks = dict.fromkeys(found.hide, 1)
    step = Step(
        1, "french", encode(request.scene), [], {"for": 0, **found.input}, [], marks, found.hide, found.leaves, "orders"
    )
    record = Record([step], ("french",), content, {})
    assert lies(record) == []
    first, *others = step.sent["mix"]
    foul = replace(step, sent={**step.sent, "mix": [{**first, "box": box}, *others]})
    assert {code for code, _, _ in lies(replace(record, steps=[foul]))} <= {"AUDIT_CLAIM"}


# -- orders for what may come --------------------------------------------------------------------------


@pytest.mark.rule(BOOK, "5.1-1")
def test_orders_that_only_an_accident_makes_possible() -> None:
    """The bridge is to be destroyed first. If that comes to nothing, who marches over it all the same is judged too."""
    honest = told(field(FIELD), {"orders": [{"stack": ["iii"], "path": [{"destroy": "eiche"}]}]})
    false = ordered(honest, *honest.steps[1].sent["orders"], {"stack": ["f9"], "path": ["eiche", "ahorn", "birke"]})
    assert lies(false) == []
    began = {"kind": "activated", "army": "french", "stack": ["f9"], "at": "iller", "case": "4.4-3"}
    step = false.steps[1]
    closed = replace(step, seq=3, army="russian", sent={"for": 2}, events=[began], committed={}, leaves={})
    record = replace(false, steps=[*false.steps, closed])
    assert [(one.code, one.army, one.seq) for one in accused(record)] == [("AUDIT_MOVE_ILLEGAL", "french", 2)]
    assert "IV Corps (f9) in Iller" in accused(record)[0].text
    void = {"kind": "void", "army": "french", "what": "move", "label": "t1.french.orders.1", "case": "5.1-3"}
    assert lies(replace(false, steps=[*false.steps, replace(closed, events=[began, void])])) == []
    later = replace(closed, seq=5, at={**step.at, "turn": step.at["turn"] + 1})
    quiet = replace(closed, events=[], at={**step.at, "player": "russian"})
    assert lies(replace(false, steps=[*false.steps, quiet, later])) == []
