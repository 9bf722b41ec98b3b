"""What people are told where pieces lie face down: names, facts, previews and odds by what each of them knows (1.5)."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.hidden import NOTHING, Own
from pbem.engine.odds_query import Outlook, WhatIf
from pbem.engine.requests import ORDERS, Choose
from pbem.protocol.canonical import canon
from rulesets.campaign_1806.documents.compile import compile_orders
from rulesets.campaign_1806.hidden.counters import is_counter
from tests.rulesets.campaign_1806.country import ID
from tests.rulesets.campaign_1806.hidden.boards import Hidden, game

AT = "n1431 (Landgrafenberg)"

# An event where f4 is Suchet, in the words of the report for everybody, and for his owner.
EVENTS: list[tuple[dict[str, Any], str, str]] = [
    (
        {"kind": "moved", "units": ["f4"], "path": ["n1431", "n1531"], "at": "n1531", "marching": False, "cost": "1"}
        | {"allowance": "", "done": [], "case": "8.1"},
        f"French counter f4 marches {AT} - n1531, 1 movement point (8.1).",
        f"Suchet (f4) marches {AT} - n1531, 1 movement point (8.1).",
    ),
    (
        {"kind": "dealt", "army": "french", "hexes": [["n1431", ["f4", "f5"]]], "off": ["f9"], "case": "1.6"},
        f"The French army is set up face down: f4 and f5 in {AT}; f9 broke down into vedettes (1.6).",
        "",
    ),
    (
        {"kind": "dealt", "army": "french", "hexes": [["n1431", ["f1", "f2", "f3"]]], "old": ["gazan", "f4", "f5"]},
        f"Gazan, French counter f4 and French counter f5 in {AT} lie face down now as f1 to f3.",
        f"Gazan, Suchet (f4) and French counter f5 in {AT} lie face down now as f1 to f3.",
    ),
    (
        {"kind": "turned-up", "army": "french", "pieces": [{"counter": "f5", "unit": "gazan", "at": "n1431"}]},
        f"Turned up: f5 is Gazan in {AT}.",
        "",
    ),
    (
        {"kind": "officers", "army": "french", "dice": [1, 6], "case": "7.12"},
        "Initiative of the officers of the French army, by their secret order: 1, 6 (7.12).",
        "",
    ),
    (
        {"kind": "held-back", "unit": "f4", "units": ["f4", "f5"], "die": 0, "at": "n1431", "case": "7.12"},
        f"French counter f4 and French counter f5 in {AT} stay: the die of the officer who would lead them has failed"
        " (7.12).",
        f"Suchet (f4) and French counter f5 in {AT} stay: the die of the officer who would lead them has failed"
        " (7.12).",
    ),
    (
        {"kind": "held-back", "unit": "f4", "units": ["f4"], "die": 5, "at": "n1431", "case": "7.13"},
        f"French counter f4, out of command in {AT}, throws 5 for its initiative and does not move (7.13).",
        f"Suchet (f4), out of command in {AT}, throws 5 for its initiative and does not move (7.13).",
    ),
    (
        {"kind": "reassembled", "unit": "f9", "at": "n1431", "of": ["f4", "f5"], "case": "13.12"},
        f"French counter f4 and French counter f5, vedettes of French counter f9, come together again in {AT} (13.12).",
        f"Suchet (f4) and French counter f5, vedettes of French counter f9, come together again in {AT} (13.12).",
    ),
    (
        {"kind": "ordered", "member": "orders", "entry": {"units": ["f4"], "by": ["die", 2, 4], "path": ["n1431"]}},
        f"French counter f4: {AT}, if the die of officer 2 is 4 or less.",
        f"Suchet (f4): {AT}, if the die of officer 2 is 4 or less.",
    ),
    (
        {"kind": "ordered", "member": "led", "entry": {"f4": "command", "f5": ["own", 3]}},
        "Near the enemy: French counter f4 by command; French counter f5 on dice of 3 or less.",
        "Near the enemy: Suchet (f4) by command; French counter f5 on dice of 3 or less.",
    ),
    ({"kind": "leaf", "leaf": "kind.f4", "value": "v", "known": False}, "a vedette", ""),
    ({"kind": "leaf-label", "leaf": "kind.f4"}, "Sort of f4", ""),
    (
        {"kind": "leaf", "leaf": "command", "value": {"plan": {"napoleon": {"officers": ["soult"]}}}, "known": True},
        "Napoleon puts Soult in command",
        "",
    ),
    ({"kind": "content", "content": {"unit": "suchet"}, "marker": "f4", "at": None}, "Suchet", ""),
]


@pytest.mark.rule(ID, "1.5")
@pytest.mark.rule(ID, "1.51A")
@pytest.mark.parametrize(("event", "public", "owner"), EVENTS, ids=[one[0]["kind"] for one in EVENTS])
def test_events_name_counters_and_units_by_who_reads(event: dict[str, Any], public: str, owner: str) -> None:
    telling = game().telling
    assert telling.wording(event) == public
    assert telling.wording(event, {"f4": "Suchet (f4)"}) == (owner or public)


@pytest.mark.rule(ID, "1.51A")
def test_a_leaf_is_called_by_what_it_says() -> None:
    assert game().telling.name("kind.f4") == "sort of f4" and game().telling.name("command") == "command"


@pytest.mark.rule(ID, "1.5")
def test_a_legend_names_own_counters_and_who_was_turned_up() -> None:
    board = Hidden("french")
    at, telling, suchet = board.play.position.to_json(), board.game.telling, board.counters["suchet"]
    shown = {"kind": "turned-up", "pieces": [{"counter": "p5", "unit": "grawert", "at": "n1829"}]}
    assert telling.legend(at, NOTHING, [shown]) == {"p5": "Grawert (p5)"}
    dealt = {"kind": "dealt", "army": "prussian", "hexes": [["n1829", ["p5"]]], "old": ["grawert"]}
    assert telling.legend(at, NOTHING, [shown, dealt]) == {}, "the number is another piece's now"
    own = telling.legend(at, board.own, [shown])
    assert own[suchet] == f"Suchet ({suchet})" and {one for one in own if one[0] == "p"} == {"p5"}
    assert telling.legend(at, Own("", board.own.markers)) == {}


@pytest.mark.rule(ID, "1.5")
@pytest.mark.rule(ID, "1.51A")
def test_facts_count_what_lies_face_down_and_its_owner_alone_reads_strengths() -> None:
    board = Hidden("french", open_=["grawert"])
    board.play.learn(board.counters["holtzendorff"], "z")
    at, telling = board.play.position.to_json(), board.game.telling
    public, own = telling.facts(at), telling.facts(at, board.own)
    prussian = ["Prussian army", "13 counters face down (looks have shown troops), 9 strength points face up"]
    assert public["standing"][:2] == [["French army", "32 counters face down"], prussian]
    assert own["standing"][:2] == [["French army", "119 strength points on the map"], prussian]
    assert own["armies"]["prussian"] == public["armies"]["prussian"]
    assert (public["armies"]["french"]["face_down"], own["armies"]["french"]["face_down"]) == (32, 0)
    assert canon(telling.facts(at, Own("", board.own.markers))) == canon(public)


@pytest.mark.rule(ID, "7.3")
def test_nobody_is_told_who_is_out_of_command() -> None:
    board = Hidden("french", open_=["suchet"])
    board.play.out.add("suchet")
    at, telling = board.play.position.to_json(), board.game.telling
    for own in (NOTHING, board.own):
        assert telling.facts(at, own)["armies"]["french"]["out"] == []
        assert telling.pictures is not None
        assert not any(area.kind == "cut" for area in telling.pictures.overlay("command", at, own).areas)


# -- previews and odds -------------------------------------------------------------------------


def previewed(board: Hidden, document: dict[str, Any]) -> Any:
    found = compile_orders(board.play, document, (), board.own)
    assert found.faults == []
    request = Choose("french", ORDERS, board.play.fog.orders(board.play), "t1.french", scene=board.play)
    return board.game.telling.preview(request, found.input, board.own.with_hidden(found.hide))


@pytest.mark.rule(ID, "1.5")
@pytest.mark.rule(ID, "1.51B")
def test_a_preview_names_own_units_and_supposes_unknown_enemies_to_be_an_even_share() -> None:
    board = Hidden("french")
    document = {"orders": [{"unit": "suchet", "to": "n1531"}, {"unit": "gazan", "to": "n1531"}]}
    found = previewed(board, document)
    foe = board.counters["tauenzien"]
    assert found["ordered"] == 2 and "Suchet" not in found["idle"] and "Lannes" in found["idle"]
    assert not any("Turned up" in line for line in found["lines"])
    assert f"    Prussian counter {foe} face down: 3 strength points are supposed (1.5)" in found["lines"]
    (attack,) = found["attacks"]
    told = attack["manners"][0]["calculation"]["strengths"]
    assert [one["unit"] for one in told[0]["units"]] == ["suchet", "gazan"]
    assert [(one["unit"], one["strength"]) for one in told[1]["units"]] == [(foe, 3)]


@pytest.mark.rule(ID, "7.12")
@pytest.mark.rule(ID, "7.13")
def test_a_preview_has_the_chances_of_the_dice_that_moves_rest_on() -> None:
    board = Hidden("french")
    found = previewed(
        board, {"command": {"Napoleon": {"officers": ["ney"]}}, "orders": [{"unit": "legrand", "to": "n1332"}]}
    )
    assert found["initiative"] == {"soult": "5/6"}
    assert "  Soult comes into command with a chance of 5/6 (7.12)." in found["lines"]


@pytest.mark.rule(ID, "18.0")
def test_who_does_not_know_what_orders_hide_is_told_what_they_say() -> None:
    board = Hidden("french")
    found = compile_orders(board.play, {"orders": [{"unit": "suchet", "to": "n1531"}]}, (), board.own)
    request = Choose("french", ORDERS, board.play.fog.orders(board.play), "t1.french", scene=board.play)
    told = board.game.telling.preview(request, found.input)
    assert told["lines"][0] == "Ordered:" and not any("Suchet" in line for line in told["lines"])


def asked(board: Hidden, question: WhatIf, own: Own) -> Outlook:
    odds = board.game.telling.odds
    assert odds is not None
    (found,) = odds.what_if(board.play.position.to_json(), "french", question, own)
    return found


@pytest.mark.rule(ID, "1.5")
@pytest.mark.rule(ID, "11.3")
@pytest.mark.parametrize(("enemy", "column"), [(-1, "6-1"), (5, "4-1"), (20, "1-1")])
def test_odds_against_who_lies_face_down_are_those_against_what_is_supposed(enemy: int, column: str) -> None:
    board = Hidden("french")
    moved = (("suchet", "n1531"), ("gazan", "n1531"))
    found = asked(board, WhatIf(("n1630",), ("suchet", "gazan"), moved=moved, enemy=enemy), board.own)
    assert found.title.endswith(f": {column}")
    points = 3 if enemy < 0 else enemy
    assert any(f"{points} strength points are supposed" in note.text for note in found.notes)


@pytest.mark.rule(ID, "1.5")
def test_who_knows_no_contents_asks_in_counters() -> None:
    board = Hidden("french")
    suchet = board.counters["suchet"]
    found = asked(board, WhatIf(("n1630",), (suchet,), moved=((suchet, "n1531"),)), NOTHING)
    assert f"French counter {suchet}" in found.title and "Suchet" not in str(found)
    assert all(is_counter(one) for one in board.play.on_map("french"))
