"""The position: counters, links, what a counter can hold, and what is removed by itself."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rulesets.jours_de_gloire.board import BLOCKED, BRIDGE, FORD, MOVED, OPEN, PONTOON, Board, empty_position, number_of
from tests.rulesets.jours_de_gloire.world import public, small, world

BOTH = {"eiche": "napoleon i^ french:infantry", "fels": "rus-1^", "iller": "iii ney", "garten": "ii rus-2 bagration"}


def test_queries() -> None:
    w = world(BOTH)
    assert w.board.counters("french") == w.of("napoleon i french:infantry iii ney ii")
    assert w.board.counters(box="garten") == w.of("ii rus-2 bagration")
    assert w.board.enemies("french", "garten") == w.of("rus-2 bagration")
    assert [w.board.engaged(c) for c in w.of("ii rus-2 i rus-1")] == [True, True, False, False]
    assert w.board.boxes_of("french") == ("eiche", "garten", "iller")
    assert w.board.contested() == ("garten",)
    assert (w.board.army("f1"), w.board.box("f1"), w.board.player, w.board.foe) == (
        "french",
        "eiche",
        "french",
        "russian",
    )


@pytest.mark.rule("jdg", "1.1-2")
@pytest.mark.rule("jdg", "1.2.1-6")
@pytest.mark.rule("jdg", "1.3-2")
def test_what_lies_face_down_is_not_in_the_position() -> None:
    w = world(BOTH)
    assert w.board.known() == {w.ids["i"]: {"unit": "i", "pf": 7, "lag": 0}, w.ids["rus-1"]: w.known[w.ids["rus-1"]]}
    assert [w.board.content(c) for c in w.of("napoleon french:infantry")] == [None, None]
    shown = {frozenset(entry) for entry in public(w.board)["counters"].values() if "seen" not in entry}
    assert shown == {frozenset({"side", "box", "log"})}
    assert w.board.hidden("french", "eiche") == w.of("napoleon french:infantry")


def test_fresh_counters_are_never_old_ones() -> None:
    w = world(BOTH)
    assert w.board.fresh("french", 2) == ("f7", "f8") and w.board.fresh("russian", 1) == ("r4",)
    w.board.remove("f6")
    w.board.place("f7", "french", "eiche")
    assert w.board.fresh("french", 1) == ("f8",)


def test_ten_comes_after_nine() -> None:
    w = world({"eiche": " ".join(["french:infantry"] * 11)})
    assert w.board.counters("french")[8:] == ("f9", "f10", "f11")
    assert [number_of(text) for text in ("f12", "au3", "f", "12", "f01")] == [12, 3, 0, 0, 0]


@pytest.mark.rule("jdg", "5.3-1")
def test_a_box_holds_any_number() -> None:
    w = world({"eiche": "i ii iii iv v guard west napoleon jerome murat-i"})
    assert len(w.board.counters("french", "eiche")) == 10


@pytest.mark.rule("jdg", "2-B1-2")
def test_turning_up_and_down() -> None:
    w = world(BOTH)
    counter = w.ids["iii"]
    w.board.write(counter, ["loss", 1])
    assert w.board.log(counter) == [["loss", 1]]
    held = w.board.turn_up(counter, {"unit": "iii", "pf": 7, "lag": 0})
    assert held == w.board.content(counter) == {"unit": "iii", "pf": 7, "lag": 0} and w.board.log(counter) == []
    w.board.turn_down(counter)
    assert not w.board.face_up(counter) and w.board.content(counter) is None


@pytest.mark.parametrize(
    ("name", "content", "fits"),
    [
        ("iii", {"unit": "iii", "pf": 8, "lag": 0}, True),
        ("iii", {"unit": "iii", "pf": 6, "lag": 2}, True),
        ("iii", {"unit": "iii", "pf": 8, "lag": 1}, False),
        ("iii", {"unit": "iii", "pf": 0, "lag": 1}, True),
        ("iii", {"unit": "iii", "pf": 8, "lag": -1}, False),
        ("iii", {"unit": "iii", "pf": True, "lag": 0}, False),
        ("iii", {"unit": "iii", "pf": 8}, False),
        ("iii", {"unit": "iii", "pf": 8, "lag": 0, "gold": 5}, False),
        ("iii", {"unit": "i", "pf": 7, "lag": 0}, False),
        ("iii", {"unit": "rus-1", "pf": 6, "lag": 0}, False),
        ("iii", {"unit": "rus-3", "pf": 3, "lag": 0}, False),
        ("iii", {"unit": "nobody", "pf": 3, "lag": 0}, False),
        ("iii", {"unit": "french-b", "pf": 3, "lag": 0, "of": "iii"}, True),
        ("iii", {"unit": "russian-a", "pf": 3, "lag": 0, "of": "rus-1"}, False),
        ("iii", {"unit": "french-b", "pf": 3, "lag": 0, "of": ""}, True),
        ("iii", {"unit": "v", "pf": 4, "lag": 0}, False),
        ("iii", {"unit": "french-b", "pf": 3, "lag": 0, "of": ["iii"]}, False),
        ("iii", {"unit": "french-b", "pf": 41, "lag": 0, "of": "iii"}, False),
        ("iii", {"unit": "french-b", "pf": 3, "lag": 0}, False),
        ("iii", {"unit": "iii", "pf": 8, "lag": 0, "of": "iv"}, False),
        ("iii", {"general": "davout"}, True),
        ("iii", {"general": "bagration"}, False),
        ("iii", {"general": "ney"}, False),
        ("rus-2", {"general": "essen"}, False),
        ("iii", {"general": "davout", "unit": "iii"}, False),
        ("iii", {"dummy": "cavalry"}, True),
        ("iii", {"dummy": "cavalry", "pf": 3}, False),
        ("iii", {"dummy": "ghost"}, False),
        ("iii", ["iii"], False),
        ("iii", None, False),
        ("iii", {"unit": {"iii": 1}, "pf": 1, "lag": 0}, False),
    ],
)
def test_what_a_counter_can_hold(name: str, content: Any, fits: bool) -> None:
    w = world(BOTH, dead=["v"], gone=["ney"])
    assert w.board.fits(w.ids[name], content) is fits
    held = w.board.turn_up(w.ids[name], content)
    assert held == (content if fits else {"dummy": "infantry"})


@pytest.mark.rule("jdg", "B.7.1")
def test_a_command_that_went_over_is_the_other_sides() -> None:
    w = world(BOTH, turned={"army-west": "russian"})
    assert w.board.army_of_command("army-west") == "russian" and w.board.army_of_command("navy") == ""
    assert w.board.commands_of("russian") == ("army-west", "russian-army")
    assert w.board.fits(w.ids["rus-2"], {"unit": "west", "pf": 5, "lag": 0})
    assert not w.board.fits(w.ids["iii"], {"unit": "west", "pf": 5, "lag": 0})


@pytest.mark.rule("jdg", "6.2-3")
def test_works_fall_when_the_last_one_leaves() -> None:
    w = world({"eiche": "i ii", "garten": "rus-2"}, entrenched={"eiche": "french", "garten": "russian"})
    w.board.move(w.ids["i"], "iller")
    assert w.board.at.entrenched == {"eiche": "french", "garten": "russian"}
    w.board.remove(w.ids["ii"])
    assert w.board.at.entrenched == {"garten": "russian"}


@pytest.mark.rule("jdg", "6.2-3")
@pytest.mark.parametrize("left", ["napoleon^", "french:infantry^", "i=0/3^"])
def test_works_fall_when_no_unit_is_left(left: str) -> None:
    w = world({"eiche": f"ii {left}"}, entrenched={"eiche": "french"})
    w.board.move(w.ids["ii"], "iller")
    assert w.board.at.entrenched == {}


@pytest.mark.rule("jdg", "6.2-3")
@pytest.mark.parametrize(("left", "found"), [("napoleon", {}), ("french:infantry", {}), ("i", {"eiche": "french"})])
def test_works_fall_when_it_is_seen_that_no_unit_is_left(left: str, found: dict[str, str]) -> None:
    """What lies face down may be a unit until it is turned up."""
    w = world({"eiche": f"ii {left}"}, entrenched={"eiche": "french"})
    w.board.move(w.ids["ii"], "iller")
    assert w.board.at.entrenched == {"eiche": "french"}
    w.board.turn_up(w.ids[left], w.known[w.ids[left]])
    assert w.board.at.entrenched == found


def test_what_leaves_play_leaves_all_lists() -> None:
    w = world(
        {"eiche": "i ii"},
        forces={"french": {"1": ["f1"], "2": ["f1", "f2"]}, "russian": {}},
        inside={"castell": ["f1"]},
    )
    w.board.note(MOVED, w.of("i"))
    w.board.note(MOVED, w.of("ii i"))
    assert w.board.at.moved == ["f1", "f2"] and w.board.noted("f1", MOVED)
    w.board.remove("f1")
    assert w.board.at.moved == ["f2"] and w.board.at.inside == {}
    assert w.board.at.forces["french"] == {"2": ["f2"]}


@pytest.mark.rule("jdg", "5.1-4")
@pytest.mark.parametrize(
    ("pair", "state", "crossing"),
    [
        ("ahorn birke", OPEN, ""),
        ("ahorn eiche", OPEN, FORD),
        ("castell garten", OPEN, BRIDGE),
        ("eiche iller", OPEN, BRIDGE),
        ("fels kiefer", BLOCKED, ""),
        ("ahorn fels", BLOCKED, ""),
    ],
)
def test_links(pair: str, state: str, crossing: str) -> None:
    a, b = pair.split()
    board = world({}).board
    assert board.link_state(a, b) == board.link_state(b, a) == state
    assert board.crossing(a, b) == board.crossing(b, a) == crossing


@pytest.mark.rule("jdg", "6.4-2")
@pytest.mark.rule("jdg", "5.1-4")
def test_a_destroyed_bridge_is_no_link() -> None:
    board = world({}, broken=["eiche:iller"]).board
    assert board.link_state("iller", "eiche") == BLOCKED and board.crossing("iller", "eiche") == ""
    assert board.neighbours("iller") == ("kiefer",)


@pytest.mark.rule("jdg", "6.4-5")
def test_a_pontoon_opens_a_river_and_stands_for_a_bridge() -> None:
    board = world({}, broken=["eiche:iller"], pontoons={"eiche:iller": "french", "fels:kiefer": "russian"}).board
    for a, b in (("eiche", "iller"), ("kiefer", "fels")):
        assert (board.link_state(a, b), board.crossing(a, b)) == (OPEN, PONTOON)
    assert (board.pontoons_left("french"), board.pontoons_left("russian")) == (0, 0)
    assert world({}).board.pontoons_left("french") == 1


def test_who_is_on_the_map_is_public() -> None:
    w = world(BOTH, taken=["ney"], gone=["davout"])
    assert [w.board.present(g) for g in ("napoleon", "ney", "davout", "essen", "nobody", "")] == [True] + [False] * 5
    assert world(BOTH, arrivals=[0, 2]).board.present("essen")


def test_a_chief_taken_is_none() -> None:
    assert world(BOTH).board.chief("grande-armee") == "napoleon"
    assert world(BOTH, taken=["napoleon"]).board.chief("grande-armee") == ""
    assert world(BOTH).board.chief("navy") == ""


def test_markers_of_counters() -> None:
    board = world(BOTH).board
    board.mark("f1", "fatigued")
    assert board.marked("f1", "fatigued") and not board.marked("f1", "lag")
    board.mark("f1", "fatigued", False)
    assert "fatigued" not in public(board)["counters"]["f1"]


def test_positions_are_canonical_and_boards_are_copies() -> None:
    setting = small()
    start = empty_position(setting)
    board = Board(setting, start)
    board.place("r1", "russian", "castell")
    board.place("f1", "french", "eiche", {"general": "napoleon"})
    assert start == empty_position(setting)
    at = public(board)
    assert list(at["counters"]) == ["f1", "r1"]
    assert json.loads(json.dumps(at)) == at and public(Board.read(setting, at)) == at
    assert start.arrivals == [0, 1, 2] and start.chiefs["army-west"] == "jerome"
