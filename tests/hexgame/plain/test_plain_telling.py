"""What a plain game tells and shows: previews, odds, maps, the page, the practice opponent."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pbem.engine.odds_query import Unanswerable, WhatIf
from pbem.engine.requests import Choose
from pbem.hexgame.plain.practice import PlainPractice
from tests.hexgame.plain.meadow import BOOK, GAME, asked, at

LINE = "b8 0304, b5 0504, r6 0301, r2 0501"
telling = GAME.telling


def test_names_and_headlines() -> None:
    assert [telling.name(one) for one in ("b8", "blue", "first", "0304", "x")] == ["B8", "Blue", "First", "0304", "x"]
    assert telling.headline(at(LINE, army="red")) == "Game-Turn 1, Red player turn"
    assert telling.headline(at(LINE, turn=4)) == "The game is over"
    assert telling.phase_name(at(LINE)) == "blue-01"


def test_facts_count_who_is_on_the_map() -> None:
    found = telling.facts(at(LINE, lost="b4"))
    assert found["on_map"] == {"blue": 13, "red": 8}
    assert found["standing"][0] == ["Blue army", "13 strength points on the map"]


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (
            {"kind": "ordered", "member": "moves", "entry": {"unit": "b8", "path": ["0304", "0404"]}},
            "B8: 0304 - 0404.",
        ),
        (
            {"kind": "ordered", "member": "attacks", "entry": {"on": ["0301"], "by": ["b8"], "advance": "no"}},
            "Attack on 0301, by B8, no advance.",
        ),
        ({"kind": "ordered", "member": "spare", "entry": {}}, ""),
        ({"kind": "ordered", "member": "moves", "entry": "b8"}, ""),
        ({"kind": "result", "result": "De"}, "what De means"),
        ({"kind": "unheard of"}, ""),
    ],
)
def test_events_and_orders_in_sentences(event: dict[str, Any], text: str) -> None:
    assert telling.wording(event) == text


def test_a_preview_tells_moves_and_odds_before_any_die() -> None:
    orders = {"moves": [{"unit": "b8", "path": ["0304", "0303", "0302"]}, {"unit": "b5", "path": ["0501"]}]}
    found = telling.preview(asked(LINE), orders)
    assert (found["ordered"], found["idle"], found["default"], found["open"]) == (2, [], True, True)
    assert [one["case"] for one in found["void"]] == ["2.1"]
    assert found["lines"][1] == "  B8 marches 0304 - 0303 - 0302, 2 of 4 movement points."
    assert any("1-1" in line for line in found["lines"])


def test_a_preview_of_nothing_where_nothing_can_be_done() -> None:
    found = telling.preview(asked("b8 0304"), {"moves": [{"unit": "b8", "path": ["0304"]}]})
    assert (found["attacks"], found["open"]) == ([], False)


def test_odds_of_an_attack_that_nobody_ordered() -> None:
    (outlook,) = telling.odds.what_if(at(LINE), "blue", WhatIf(("r6",), ("b8",), moved=(("b8", "0302"),)))  # type: ignore[union-attr]
    assert outlook.title == "B8 against R6 in 0301: 1-1"
    assert sum(one.share for one in outlook.chances) == 1
    assert "supposed: B8 in 0302, not in 0304" in [note.text for note in outlook.notes]


@pytest.mark.parametrize("question", [WhatIf(("0707",)), WhatIf(("0301",)), WhatIf(("0301",), ("b9",)), WhatIf(())])
def test_what_cannot_be_asked(question: WhatIf) -> None:
    with pytest.raises(Unanswerable):
        telling.odds.what_if(at(LINE), "blue", question)  # type: ignore[union-attr]


# -- maps -----------------------------------------------------------------------------------


def test_a_map_has_all_hexes_and_what_lies_there() -> None:
    pictures = telling.pictures
    assert pictures is not None
    (board,) = pictures.boards()
    assert len(board.places) == 49 and pictures.boards() is pictures.boards()
    scene = pictures.scene(at(LINE, lost="b4"))
    first = scene.counters[0]
    assert (first.id, first.place, first.value) == ("r6", "0301", "6-4")
    assert scene.beside == {"Blue, eliminated": ("B4 4-4",)}
    assert pictures.scene(at("b8 0304, r6 0301, r2 0501, b5 0101")).beside == {"Blue, to come": ("B4 4-4",)}
    assert [one.id for one in pictures.countersheet()] == ["b8", "b5", "b4", "r6", "r2"]


def test_orders_are_arrows_and_zones_lie_over_the_map() -> None:
    pictures = telling.pictures
    assert pictures is not None
    orders = {"moves": [{"unit": "b8", "path": ["0304", "0303", "0302"]}], "attacks": [{"on": ["0301"], "by": ["b8"]}]}
    found = pictures.ordered(at(LINE), orders)
    assert [(one.kind, one.places) for one in found] == [
        ("ordered", ("0304", "0303", "0302")),
        ("attack ordered", ("0302", "0301")),
    ]
    zones = pictures.overlay("zoc", at("b8 0304"))
    assert zones.title == "zones of control (2.2)"
    assert [sorted(area.places) for area in zones.areas] == [["0203", "0204", "0303", "0305", "0403", "0404"]]


def test_figures_count_losses_and_ground() -> None:
    figures = telling.figures
    assert figures is not None
    found = figures.tally(at("b8 0304", lost="b4 r2"))
    assert (found.lost, found.held) == ({"blue": 4, "red": 2}, {"blue": 7, "red": 0})


# -- the page ---------------------------------------------------------------------------------


@pytest.fixture
def desk() -> Any:
    return GAME.writing.desk


def test_who_lies_on_the_desk(desk: Any) -> None:
    layout = desk.layout(asked("b8 0304, b5 0504, r6 0303", turn=2))
    assert [(one.who, one.start, one.note) for one in layout.movables] == [
        ("b8", "0304", "held by an enemy zone of control (2.2)"),
        ("b5", "0504", ""),
        ("b4", "", "may come in"),
    ]
    assert (layout.move.member, layout.attack.member) == ("moves", "attacks")


def test_a_reach_knows_what_was_ordered_before(desk: Any) -> None:
    document = {"moves": [{"unit": "b5", "to": "0404"}]}
    steps = {step.place: step for step in desk.reach(asked(LINE), document, ["b8"]).steps}
    assert (steps["0304"].cost, steps["0404"].cost, steps["0404"].taken, steps["0404"].stop) == ("0", "1", True, False)
    assert steps["0302"].note == "enemy controlled: the move ends here (2.2)"
    own = desk.reach(asked(LINE), {"moves": [{"unit": "b8", "to": "0305"}]}, ["B8"])
    assert own.steps[0].place == "0304" and own.allowance == "4"


def test_a_reach_goes_on_from_the_end_of_a_path(desk: Any) -> None:
    found = desk.reach(asked(LINE), {}, ["b8"], way=["0304", "0404"])
    assert (found.steps[0].place, found.steps[0].cost, found.steps[0].before) == ("0404", "1", "")


@pytest.mark.parametrize(
    ("who", "way", "note"),
    [
        (["b8", "b5"], [], "units move one by one (2.1)"),
        (["r6"], [], "r6 (R6) belongs to the other army (1.0)"),
        (["nobody"], [], "there is no unit 'nobody'"),
        (["b4"], [], "b4 does not come in at no hex (2.4)"),
        (["b8"], ["0404"], "B8 stands in 0304; its path begins there (2.1)"),
    ],
)
def test_why_somebody_goes_nowhere(desk: Any, who: list[str], way: list[str], note: str) -> None:
    found = desk.reach(asked(LINE), {}, who, way=way)
    assert found.steps == () and found.note.startswith(note)


def test_a_course_leaves_out_what_is_refused(desk: Any) -> None:
    document = {"moves": [{"unit": "b8", "to": "0302"}, {"unit": "b5", "to": "0101"}]}
    found = desk.course(asked(LINE), document)
    assert [(one.at, one.who, one.way, one.cost) for one in found.moves] == [
        (("moves", 0), ("b8",), ("0304", "0303", "0302"), "2")
    ]
    assert found.stands == {"b8": "0302"}
    assert [(one.on, one.by) for one in found.combats] == [(("0301",), ("b8",))]
    assert [one.place for one in found.targets] == ["0301"]


def test_other_questions_have_forms_alone(desk: Any) -> None:
    request = Choose("blue", "retreat", asked(LINE).options, "r", scene=BOOK.at(at(LINE)))
    assert desk.layout(request).move is None
    assert desk.reach(request, {}, ["b8"]).steps == () and desk.course(request, {}).moves == ()


# -- practice -----------------------------------------------------------------------------------


def test_the_opponent_attacks_the_weak_and_goes_for_what_is_worth_something() -> None:
    position = at("b8 0502, b5 0503, r2 0501, r6 0107")
    opponent = PlainPractice(BOOK, "blue", ["0707"])
    orders = opponent.orders(position)
    assert orders["attacks"][0]["on"] == ["0501"]
    assert opponent.orders(at(LINE, army="red")) == {}
    assert opponent.standing(position) == {"advance.first": {"when": "safe"}}


@pytest.mark.parametrize("seed", range(12))
def test_nothing_that_it_writes_is_refused(seed: int) -> None:
    rng = random.Random(seed)
    hexes = rng.sample(BOOK.field.hexes, 4)
    units = ", ".join(f"{unit} {place}" for unit, place in zip(("b8", "b5", "r6", "r2"), hexes, strict=True))
    for army in ("blue", "red"):
        request = asked(units, turn=2, army=army)
        orders = PlainPractice(BOOK, army, ["0404", "0101"]).orders(at(units, turn=2, army=army))
        assert GAME.writing.compile(request, orders).faults == ()
        assert request.options.why_not(GAME.writing.compile(request, orders).input) is None
