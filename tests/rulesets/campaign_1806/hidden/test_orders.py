"""What players write where pieces lie face down: units by id, name or counter, and what is wrong with it (1.5)."""

from __future__ import annotations

import json
from typing import Any

import jsonschema_rs
import pytest

from pbem.engine.contract import Compiled
from pbem.engine.hidden import HIDDEN, NOTHING
from pbem.engine.requests import ORDERS, Choose
from rulesets.campaign_1806.documents.compile import compile_answer, compile_orders
from rulesets.campaign_1806.hidden.counters import is_counter
from tests.rulesets.campaign_1806.country import ID, row, rows
from tests.rulesets.campaign_1806.hidden.boards import Hidden


def compiled(board: Hidden, document: Any, before: Any = ()) -> Compiled:
    return compile_orders(board.play, board.filled(document), before, board.own)


def told(found: Compiled) -> list[tuple[str, str, str]]:
    return [(" ".join(map(str, one.path)), one.refusal.case, one.refusal.text) for one in found.faults]


@pytest.mark.rule(ID, "1.5")
@pytest.mark.rule(ID, "2.11B1")
@pytest.mark.parametrize("name", ["suchet", "Suchet", "=suchet"])
def test_a_unit_is_named_by_id_name_or_counter_and_sent_as_its_counter(name: str) -> None:
    board = Hidden("french")
    found = compiled(board, {"orders": [{"unit": name, "to": "n1531"}]})
    assert found.faults == []
    suchet = board.counters["suchet"]
    (move,) = found.input["orders"]
    assert move == {"units": [suchet], "by": "command", "path": ["n1431", "n1531"]}
    assert list(found.notes) == ["Suchet: n1431 n1531, 1 of 5"]


@pytest.mark.rule(ID, "1.5")
@pytest.mark.rule(ID, "7.11-1")
def test_nothing_that_is_sent_names_who_lies_face_down_and_the_plan_is_a_leaf() -> None:
    board = Hidden("french")
    document = {
        "command": {"Napoleon": {"officers": ["soult"]}},
        "orders": [{"units": ["suchet", "gazan"], "to": "n1531"}, {"unit": "beaumont", "to": "n0630"}],
    }
    found = compiled(board, document)
    assert found.faults == []
    public = json.dumps(found.input)
    assert not any(f'"{uid}"' in public for uid in board.counters)
    assert jsonschema_rs.validator_for(board.game.schema("orders")).is_valid(found.input)
    leaves = found.leaves[HIDDEN]
    assert leaves["command"]["plan"] == {"napoleon": {"officers": ["soult"]}}
    assert leaves[f"kind.{board.counters['suchet']}"] == "z" and leaves[f"kind.{board.counters['napoleon']}"] == "l"


# Orders of the French at Jena, everybody face down; the place of the fault, its case, and words in it.
WRONG = rows(
    row("1.5", {"orders": [{"unit": "f99", "to": "n1531"}]}, "orders 0 unit", "1.5", "f99 is no counter"),
    row("2.11B1", {"orders": [{"unit": "=grawert", "to": "n1531"}]}, "orders 0 unit", "2.11B1", "is a Prussian unit"),
    row("2.11B1", {"orders": [{"unit": "grawert", "to": "n1531"}]}, "orders 0 unit", "2.11B1", "is a Prussian unit"),
    row("8.12F-1", {"orders": [{"unit": "suchet", "to": "n1630"}]}, "orders 0 to", "8.12F-1", "Prussian counter p"),
    row(
        "8.1",
        {"orders": [{"units": ["suchet", "=ney"], "to": "n1531"}]},
        "orders 0 units 0",
        "8.1",
        "not stand together",
    ),
    row(
        "8.1",
        {"orders": [{"unit": "suchet", "to": "n1531"}, {"unit": "=suchet", "to": "n1430"}]},
        "orders 1 unit",
        "8.1",
        "Suchet has its order already",
    ),
    row("1.5", {"deal": ["n1531"]}, "deal 0", "1.5", "nobody of yours stands in n1531"),
    row("1.5", {"show": ["gazan"], "deal": ["n1431"]}, "deal 0", "1.5", "n1431 cannot be dealt anew"),
    row("1.5", {"show": ["davout"]}, "show 0", "1.5", "Davout is not on the map"),
    row("2.11B1", {"show": ["grawert"]}, "show 0", "2.11B1", "is a Prussian unit"),
    row("11.21-1", {"attacks": [{"on": ["n1330"], "by": ["=suchet"]}]}, "attacks 0", "11.21-1", "no enemy to attack"),
    row("2.0", {"setup": {"suchet": "n1330"}}, "setup", "2.0", "setup does not belong here"),
)


@pytest.mark.parametrize(("document", "where", "case", "words"), WRONG)
def test_wrong_orders(document: Any, where: str, case: str, words: str) -> None:
    found = told(compiled(Hidden("french"), document))
    assert [one[:2] for one in found] == [(where, case)], found
    assert words in found[0][2]


# Where some of the French stand, what they order, the case of the fault and its words: nothing lets these go.
UNABLE = rows(
    row(
        "7.12",
        {"leval": "n1329", "soult": "n1329"},
        {
            "command": {"napoleon": {"officers": ["bessieres"]}},
            "orders": [{"units": ["desjardin", "leval"], "path": ["n1329", "n1328"]}],
        },
        "7.12",
        "Desjardin, Leval go together, for they hang on those of Augereau, Soult",
    ),
    row(
        "7.31-1",
        {"leval": "n1431"},
        {
            "command": {"napoleon": {"officers": ["bessieres"]}},
            "orders": [{"units": ["suchet", "baggage-fr"], "path": ["n1431", "n1531"]}],
        },
        "7.31",
        "out of command",
    ),
)


@pytest.mark.parametrize(("places", "document", "case", "words"), UNABLE)
def test_moves_that_nothing_lets_go(places: Any, document: Any, case: str, words: str) -> None:
    found = told(compiled(Hidden("french", baggage_fr="n1431", **places), document))
    assert [one[:2] for one in found] == [("orders 0", case)], found
    assert words in found[0][2]


@pytest.mark.rule(ID, "6.23")
@pytest.mark.rule(ID, "7.13")
def test_units_of_a_leader_who_reorganizes_cannot_move() -> None:
    board = Hidden("french", milhaud="", holtzendorff="n2426")
    board.play.position.boxes["milhaud"] = "night"
    document = {
        "reorganize": [{"leader": "murat", "units": ["milhaud"]}],
        "orders": [{"unit": "lasalle", "to": "n1538"}],
    }
    ((where, case, words),) = told(compiled(board, document))
    assert (where, case) == ("orders 0", "7.13") and "Lasalle cannot move" in words


@pytest.mark.rule(ID, "1.5")
@pytest.mark.rule(ID, "1.52")
@pytest.mark.parametrize(
    ("said", "hexes"), [({}, ["n1431"]), ({"deal": "none"}, []), ({"deal": ["n1129", "n1431"]}, ["n1129", "n1431"])]
)
def test_whose_hexes_are_dealt_anew(said: Any, hexes: list[str]) -> None:
    board = Hidden("french", open_=("gazan",))
    found = compiled(board, {**said, "orders": [{"unit": "gazan", "to": "n1531"}]})
    assert found.faults == []
    dealt = dict(found.input.get("deal", ()))
    assert list(dealt) == hexes
    there = {uid for uid in board.counters if board.play.at[board.counters[uid]] in hexes}
    assert {content["unit"] for content in found.hide.values()} == there | ({"gazan"} if hexes else set())
    assert set(found.gone) == {board.counters[uid] for uid in there}
    (move,) = found.input["orders"]
    assert move["units"] == [next((one for one, held in found.hide.items() if held == {"unit": "gazan"}), "gazan")]


@pytest.mark.rule(ID, "1.5")
def test_who_is_shown_is_opened_with_the_orders() -> None:
    board = Hidden("french")
    found = compiled(board, {"show": ["Gazan"]})
    assert (found.faults, found.input["show"], found.show) == ([], [board.counters["gazan"]], [board.counters["gazan"]])


@pytest.mark.rule(ID, "1.6-1")
def test_a_set_up_is_dealt_whatever_is_placed() -> None:
    board = Hidden("french", turn=0)
    board.play.position.at.clear()
    fresh = board.game.play(board.game.start())
    found = compile_orders(fresh, {"setup": {"Treilhard": "n1430"}}, (), board.own)
    placed = {content["unit"]: counter for counter, content in found.hide.items()}
    at = {counter: at for at, ids in found.input["dealt"] for counter in ids}
    assert found.faults == [] and at[placed["treilhard"]] == "n1430" and set(at) == set(found.hide)


@pytest.mark.rule(ID, "11.46-1")
def test_an_answer_names_counters() -> None:
    board = Hidden("french")
    said = compile_answer(board.play, "french", {"answer": {"units": ["Gazan", "napoleon"], "to": "n1531"}}, board.own)
    assert said.input == {
        "answer": {"units": [board.counters["gazan"], board.counters["napoleon"]], "to": "n1531"},
    }


# -- what is offered -----------------------------------------------------------------------


def asked(board: Hidden) -> Choose:
    """The question for the orders of a board."""
    return Choose(board.play.army, ORDERS, board.play.fog.orders(board.play), "orders", scene=board.play)


@pytest.mark.rule(ID, "1.5")
@pytest.mark.rule(ID, "1.51A")
def test_a_template_names_own_units_with_their_counters_and_enemies_as_they_lie() -> None:
    board = Hidden("french", open_=("gazan",))
    board.play.position.sorts[board.counters["tauenzien"]] = "z"
    found = board.game.writing.template(asked(board), board.own)
    lines = [f"{line.text}  {line.comment}" for line in found]
    suchet, tauenzien = board.counters["suchet"], board.counters["tauenzien"]
    assert any(f"Suchet 12(5)5 (suchet, {suchet}) in n1431" in line for line in lines)
    assert any(f"n1630 (Cospeda): Prussian counter {tauenzien} (face down, troops)" in line for line in lines)
    assert any("Face up now: Gazan" in line for line in lines)
    assert any(line.startswith("deal: [n1431]") for line in lines)
    assert not any("tauenzien" in line or "Tauenzien" in line for line in lines)


# -- members of a team ---------------------------------------------------------------------


@pytest.mark.rule(ID, "18.0")
def test_a_member_names_counters_and_his_captain_says_on_what_their_moves_rest() -> None:
    board = Hidden("french", open_=("treilhard",))
    entry = board.filled({"unit": "=suchet", "to": "n1531", "corps": "v"})
    alone = compile_orders(board.play, {"orders": [entry]}, (), NOTHING)
    (signed,) = alone.input["orders"]
    suchet = [board.counters["suchet"]]
    assert not alone.faults and signed == {"units": suchet, "path": ["n1431", "n1531"], "corps": "v"}
    found = compiled(board, {"orders": [{"unit": "gazan", "to": "n1531"}]}, [signed])
    assert found.faults == []
    assert found.input["orders"][0] == signed and found.input["bases"] == {"1": {"by": "command"}}
    assert "deal" not in found.input, "a counter that a member names keeps its number"


@pytest.mark.rule(ID, "18.0")
def test_what_is_the_captains_to_write_is_refused_to_a_member() -> None:
    board = Hidden("french")
    alone = compile_orders(board.play, {"command": {"napoleon": {"officers": ["ney"]}}, "deal": "none"}, (), NOTHING)
    assert [one[:2] for one in told(alone)] == [("deal", "18.0"), ("command", "18.0")]


@pytest.mark.rule(ID, "18.0")
def test_a_member_says_whose_counters_he_moves_and_his_captain_sees_whether_it_is_so() -> None:
    board = Hidden("french")
    entry = board.filled({"unit": "=suchet", "to": "n1531"})
    assert [one[:2] for one in told(compile_orders(board.play, {"orders": [entry]}, (), NOTHING))] == [
        ("orders 0", "18.0")
    ]
    signed = {"units": [board.counters["suchet"]], "path": ["n1431", "n1531"], "corps": "iv"}
    assert told(compiled(board, {}, [signed])) == [("orders 0", "18.0", "Suchet is not of iv")]


@pytest.mark.rule(ID, "18.0")
def test_a_captain_judges_what_members_order_by_what_lies_there() -> None:
    board = Hidden("french")
    signed = {"units": [board.counters["suchet"]], "path": ["n1431", "n1531", "n1532", "n1533", "n1534", "n1535"]}
    ((where, case, words),) = told(compiled(board, {}, [signed]))
    assert where == "orders 0" and case and "Suchet" in words and not is_counter(words.split()[0])


@pytest.mark.rule(ID, "18.0")
@pytest.mark.rule(ID, "7.12")
def test_moves_of_members_are_made_by_what_the_captain_says_of_command_and_nothing_else_of_them_is_his() -> None:
    move = {"units": ["f1"], "path": ["n1431"]}
    said = {"orders": [move, move], "bases": {"1": {"by": ["die", 2, 4], "units": ["f2"]}}}
    assert Hidden("french").play.fog.completed(said)["orders"] == [{**move, "by": ["die", 2, 4]}, move]


@pytest.mark.rule(ID, "18.0")
def test_the_template_of_a_member_names_counters_and_nothing_that_is_his_captains_to_write() -> None:
    board = Hidden("french")
    lines = [f"{line.text}{line.comment}" for line in board.game.writing.template(asked(board), NOTHING)]
    suchet = board.counters["suchet"]
    assert any(line.startswith(f'- {{unit: {suchet}, to: "n1431", corps: CORPS}}') for line in lines)
    assert not any(line.startswith(("command", "deal", "reorganize")) or "Suchet" in line for line in lines)


# -- the page, and positions ---------------------------------------------------------------


@pytest.mark.rule(ID, "1.5")
def test_the_page_offers_own_units_and_takes_them_by_counter_too() -> None:
    board = Hidden("french", open_=("gazan",))
    desk, request = board.game.writing.desk, asked(board)
    assert desk is not None
    movables = {one.who: one.start for one in desk.layout(request, board.own).movables}
    assert movables["suchet"] == movables["gazan"] == "n1431" and not any(map(is_counter, movables))
    reaches = [desk.reach(request, {}, [who], board.own) for who in ("suchet", board.counters["suchet"])]
    assert reaches[0] == reaches[1] and reaches[0].allowance == "5"
    course = desk.course(request, {"orders": [{"unit": board.counters["suchet"], "to": "n1531"}]}, board.own)
    assert course.stands == {"suchet": "n1531"}


@pytest.mark.rule(ID, "1.5")
def test_a_position_with_counters_is_a_line_of_text_and_one_with_strange_counters_is_none() -> None:
    board = Hidden("french", open_=("gazan",))
    board.play.position.sorts[board.counters["tauenzien"]] = "z"
    at, writing = board.play.position.to_json(), board.game.writing
    assert writing.read_text(writing.text(at)) == at
    for member in ("at", "sorts"):
        strange = {**at, member: {**at[member], "f121": "n1431"}}
        with pytest.raises(ValueError, match="no counter f121"):
            writing.read_text(writing.text(strange))


@pytest.mark.rule(ID, "11.4-Ex")
def test_standing_orders_name_units_by_their_counters_and_no_counter_has_a_slot() -> None:
    board = Hidden("french")
    assert not any("face-down" in slot.name for slot in board.game.slots("french"))
    standing = board.game.writing.standing
    assert standing is not None
    values = {"exchange": {"units": [board.counters["suchet"]]}}
    read = standing.read("french", values, board.play.position.to_json(), board.own)
    assert not read.faults and read.values == {"exchange": {"units": ["suchet"]}}
