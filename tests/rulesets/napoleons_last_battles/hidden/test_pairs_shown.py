"""What people see of pairs of markers in reports, on maps, in templates and on the page, and what their owner sees."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json
from pbem.engine.requests import ORDERS, Choose
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.position import CODEC
from rulesets.napoleons_last_battles.practice.opponent import Practice
from rulesets.napoleons_last_battles.rules.dice.arrivals import start_dice
from rulesets.napoleons_last_battles.rules.orders_options import OrdersOptions
from rulesets.napoleons_last_battles.theatre import Theatre
from tests.rulesets.napoleons_last_battles.rules.turns import board, played
from tests.rulesets.napoleons_last_battles.turns import game

rule = pytest.mark.rule
ON = ("hidden-movement", "observation")
FOOT, OTHER, FAR, ENEMY = "camp-5", "huss-5", "baud-6", "kempt"
PLACES = {"hm-f1a": "1152", "hm-f1b": "1156", FAR: "0850", ENEMY: "2535"}


def asked(army: str = "french", at: Mapping[str, str] = PLACES) -> tuple[Choose, Json]:
    """The question for orders on the first turn of Quatre Bras, one French pair in play, and the position."""
    theatre: Theatre = game("quatre-bras", *ON).theatre
    position = theatre.start()
    position.turn, position.army = 1, army
    position.at, position.leaders = dict(at), {}
    position.hidden = {FOOT: "hm-f1", OTHER: "hm-f1"}
    scene: Board = theatre.board(position)
    return Choose(army, ORDERS, OrdersOptions(scene), f"gt1.{army}.orders", scene=scene), CODEC.to_json(position)


def own(letter: str) -> Own:
    return Own("french", {"hm-f1": {"says": letter}})


# -- in words ----------------------------------------------------------------------------

REVEALED = {"kind": "revealed", "pair": "hm-f1", "army": "french", "real": "hm-f1a", "units": [FOOT], "case": "16.6C-2"}


@rule("nlb", "16.6C-2")
@pytest.mark.parametrize(
    ("event", "words"),
    [
        (
            {"kind": "hidden", "pair": "hm-f1", "army": "french", "at": "1152", "units": [FOOT], "case": "16.6A-2"},
            ["markers of hm-f1", "1152", "Campi", "(16.6A-2)"],
        ),
        (
            {"kind": "hidden", "pair": "hm-f1", "army": "french", "at": "", "units": [FOOT], "case": "16.6A-2"},
            ["beside the map", "Campi"],
        ),
        (
            {"kind": "not-hidden", "pair": "hm-f1", "army": "french", "at": "", "units": [FOOT], "case": "16.6A-2"},
            ["hm-f1", "has not written down"],
        ),
        (
            {**REVEALED, "at": "1152", "dummy": "1156", "why": "order", "seen": "", "from": ""},
            ["opens", "1152", "1156"],
        ),
        (
            {**REVEALED, "at": "1152", "dummy": "1156", "why": "observed", "seen": "1156", "from": "1746"},
            ["enemy in", "1746", "observes", "1156", "1152"],
        ),
        ({**REVEALED, "at": "", "dummy": "", "why": "order", "seen": "", "from": ""}, ["has not come in", "Campi"]),
        (
            {"kind": "deployed", "pair": "hm-f1", "army": "french", "units": {FOOT: "1152"}, "case": "16.6C"},
            ["deployed", "Campi", "1152"],
        ),
        (
            {"kind": "halted", "units": [ENEMY], "at": "1746", "to": "1750", "text": "too far", "case": "16.6C-2"},
            ["halts", "1746", "1750", "too far"],
        ),
        (
            {"kind": "ordered", "member": "hidden", "entry": {"pair": "hm-f1", "at": "1152", "units": [FOOT]}},
            ["Campi", "hm-f1", "1152"],
        ),
        (
            {
                "kind": "ordered",
                "member": "hidden",
                "entry": {"pair": "hm-f1", "reveal": True, "deploy": {FOOT: "1152"}},
            },
            ["Hm-f1 is opened", "Campi in", "1152"],
        ),
    ],
)
def test_events_and_orders_of_pairs_have_their_sentence(event: Json, words: Sequence[str]) -> None:
    text = game("quatre-bras", *ON).telling.wording(event)
    assert text.endswith(".") and "  " not in text
    assert [word for word in words if word not in text] == [], text


# -- on the map --------------------------------------------------------------------------


@rule("nlb", "16.6-1")
def test_everybody_sees_both_markers_alike_and_whom_they_hide() -> None:
    _, at = asked()
    pictures = game("quatre-bras", *ON).telling.pictures
    assert pictures is not None
    scene = pictures.scene(at)
    found = {one.id: one for one in scene.counters if one.id.startswith("hm-")}
    assert {one.place for one in found.values()} == {"1152", "1156"}
    assert all((one.symbol, one.value, one.state) == ("unknown", "?", ()) for one in found.values())
    assert all("Husson and Campi" in " ".join(one.hover) for one in found.values())
    (beside,) = scene.beside["French, under markers"]
    assert all(word in beside for word in ("hm-f1", "1152", "1156", "Campi", "Husson"))


@rule("nlb", "16.6-1")
@pytest.mark.parametrize(("letter", "states"), [("a", ("real", "dummy")), ("b", ("dummy", "real"))])
def test_their_owner_alone_sees_which_is_real(letter: str, states: tuple[str, str]) -> None:
    _, at = asked()
    pictures = game("quatre-bras", *ON).telling.pictures
    assert pictures is not None
    mine = {one.id: one.state for one in pictures.scene(at, own(letter)).counters if one.id.startswith("hm-")}
    assert mine == {"hm-f1a": (states[0],), "hm-f1b": (states[1],)}
    for stranger in (NOTHING, Own("coalition"), Own("", own(letter).markers)):
        assert pictures.scene(at, stranger) == pictures.scene(at)


# -- in the orders file ------------------------------------------------------------------


@rule("nlb", "16.6A-2")
def test_a_template_offers_to_open_what_is_placed_and_to_place_others() -> None:
    request, _ = asked()
    writing = game("quatre-bras", *ON).writing
    lines = {line.text: line.comment for line in writing.template(request, own("b")) if "hm-" in line.text}
    opening = lines["- {pair: hm-f1, reveal: true}"]
    assert all(word in opening for word in ("hm-f1a in 1152", "Husson and Campi", "hm-f1b is real"))
    assert any(text.startswith("- {pair: hm-f2, at:") and FAR in text for text in lines)
    assert any("unit: hm-f1a" in text for text in lines)


@rule("nlb", "16.6A-2")
@pytest.mark.parametrize("letter", ["a", "b"])
def test_what_is_mailed_does_not_say_which_is_real(letter: str) -> None:
    request, _ = asked()
    entry = {"pair": "hm-f2", "at": "0850", "units": [FAR]}
    compiled = game("quatre-bras", *ON).writing.compile(request, {"hidden": [{**entry, "real": letter}]}, own("a"))
    assert not compiled.faults
    assert compiled.input == {"hidden": [entry]}
    assert compiled.hide == {"hm-f2": {"says": letter}}


@rule("nlb", "16.6C-1")
@pytest.mark.parametrize(("letter", "at"), [("a", "1152"), ("b", "1156")])
def test_a_preview_and_a_page_deploy_by_what_their_reader_knows(letter: str, at: str) -> None:
    one, (request, _) = game("quatre-bras", *ON), asked()
    orders = {"hidden": [{"pair": "hm-f1", "reveal": True}]}
    told = one.telling.preview(request, orders, own(letter))
    assert told["void"] == []
    assert [event["units"] for event in told["moves"] if event["kind"] == "deployed"] == [{FOOT: at, OTHER: at}]
    assert one.writing.desk is not None
    course = one.writing.desk.course(request, orders, own(letter))
    assert any(note.startswith("From under hm-f1") and at in note for note in course.notes)
    assert course.stands[FOOT] == at


@rule("nlb", "16.6B-1")
def test_markers_lie_on_the_page_and_go_where_no_enemy_sees_them() -> None:
    one, (request, _) = game("quatre-bras", *ON), asked()
    assert one.writing.desk is not None
    assert {"hm-f1a", "hm-f1b"} <= {movable.who for movable in one.writing.desk.layout(request, own("a")).movables}
    reach = one.writing.desk.reach(request, {}, ("hm-f1a",), own("a"))
    assert reach.steps
    assert not one.writing.desk.reach(request, {}, (FOOT,), own("a")).steps


# -- the practice opponent ---------------------------------------------------------------


@rule("nlb", "16.6B-2")
@pytest.mark.slow
@pytest.mark.parametrize("army", ["french", "coalition"])
def test_the_practice_opponent_plays_legally_beside_markers(army: str) -> None:
    one, (request, at) = game("quatre-bras", *ON), asked(army)
    mine = own("a") if army == "french" else Own(army)
    document = Practice(one, army).orders(at, mine)
    assert not one.writing.compile(request, document, mine).faults


# -- what else must not forget who is hidden ---------------------------------------------


@rule("nlb", "18.5A")
@pytest.mark.parametrize(("die", "reduced"), [(1, True), (6, False)])
def test_the_die_for_losses_before_the_battle_finds_a_unit_under_a_marker(die: int, reduced: bool) -> None:
    options = ("rolled-losses", *ON)
    found = board("ligny", {"hm-p1a": "3751", "hm-p1b": "3752"}, "", "french", *options, hidden={"28-2": "hm-p1"})
    assert found.position.hidden == {"28-2": "hm-p1"}
    told = played(found, start_dice(found), die).of("start-die")
    assert [(event["unit"], event["reduced"]) for event in told] == [("28-2", reduced)]
    assert ("28-2" in found.position.reduced) == reduced
