"""Documents as public input: names to ids, ways for units and stacks, command, set-ups, nights and memos."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.hidden import Own
from rulesets.napoleons_last_battles.documents.compile import compile_answer, compile_orders, public_orders
from tests.rulesets.napoleons_last_battles.documents.written import (
    APART,
    CONTACT,
    compiled,
    on,
    orders_of,
    question,
    told,
)

GRAND = "grand-ligny"


@pytest.mark.rule("nlb", "5.0")
def test_destinations_become_paths_that_are_noted() -> None:
    result = compiled(on(APART), {"orders": [{"unit": "Campi", "to": "1646"}, {"unit": "huss-5", "to": "1747"}]})
    assert result.input["orders"][0] == {"unit": "camp-5", "path": ["1648", "1647", "1646"]}
    assert result.notes == ["Campi: 1648 1647 1646, 1 of 4", "Husson: 1647 1747, 1 of 4"]


@pytest.mark.rule("nlb", "5.1C-1")
def test_a_stack_moves_by_one_entry_with_its_leader() -> None:
    found = on({"camp-5": "1648", "huss-5": "1648", "ney": "1648", "opstl": "1744"}, "leaders")
    result = compiled(found, {"orders": [{"units": ["Campi", "Husson", "Ney"], "to": "1646"}]})
    (entry,) = result.input["orders"]
    assert entry == {"units": ["camp-5", "huss-5", "ney"], "path": ["1648", "1647", "1646"]}
    assert result.notes == ["Campi, Husson and Ney: 1648 1647 1646, 1 of 4 and 1 of 6"]


def test_each_move_counts_for_the_next() -> None:
    """Who left makes room for who comes."""
    at = {"camp-5": "1648", "huss-5": "1647", "gauth-9": "1647", "opstl": "1744"}
    document = {"orders": [{"unit": "huss-5", "to": "1646"}, {"unit": "camp-5", "to": "1647"}]}
    assert len(orders_of(on(at), document)["orders"]) == 2


def test_a_designation_is_a_name_unless_several_bear_it() -> None:
    assert orders_of(on(APART), {"orders": [{"unit": "Camp/5", "hold": True}]})["orders"] == [
        {"unit": "camp-5", "hold": True}
    ]
    army = on({"horse-1": "1648", "horse-2": "1647"}, uid="campaign", army="coalition")
    assert [where for where, _ in told(compiled(army, {"orders": [{"unit": "Horse", "hold": True}]}))] == [
        ("orders", 0, "unit")
    ]


@pytest.mark.rule("nlb", "5.6-1")
def test_reinforcements_come_in_and_go_on() -> None:
    found = on({}, army="coalition")
    found.position.dead -= {"kempt", "pack", "vincke", "heisse"}
    document = {
        "orders": [{"units": ["kempt", "pack"], "enter": "1634", "to": "1635"}, {"unit": "Vincke", "to": "1634"}]
    }
    orders = orders_of(found, document)["orders"]
    assert orders == [{"units": ["kempt", "pack"], "path": ["1634", "1635"]}, {"unit": "vincke", "path": ["1634"]}]


@pytest.mark.rule("nlb", "5.5-2")
def test_who_leaves_finds_his_way_to_the_exit() -> None:
    found = on({"camp-5": "0607", "opstl": "1744"}, uid="campaign")
    entry = orders_of(found, {"orders": [{"unit": "camp-5", "exit": "0605"}]})["orders"][0]
    assert (entry["path"][0], entry["path"][-1], entry["exit"]) == ("0607", "0605", "0605")
    result = compiled(found, {"orders": [{"unit": "camp-5", "exit": "0606"}]})
    assert told(result) == [(("orders", 0, "exit"), "5.5-1")]
    assert "exits: 0605" in result.faults[0].refusal.text


@pytest.mark.rule("nlb", "16.8-2")
def test_a_charge_finds_a_way_over_open_ground() -> None:
    found = on({"pire": "1847", "camp-5": "1647", "opstl": "1744", "wmar": "1845"}, "charge")
    near = [at for at in found.field.neighbours["1847"] if found.field.terrain[at] == "clear"]
    entry = orders_of(found, {"orders": [{"unit": "pire", "to": near[0], "charge": True}]})["orders"][0]
    assert entry["charge"] is True and all(found.field.terrain[at] == "clear" for at in entry["path"])
    wood = next(at for at, kind in found.field.terrain.items() if kind == "forest")
    result = compiled(found, {"orders": [{"unit": "pire", "to": wood, "charge": True}]})
    assert [where for where, _ in told(result)] == [("orders", 0, "to")]


@pytest.mark.rule("nlb", "6.0-1")
def test_attacks_have_the_first_hex_as_their_name_and_leave_words_as_they_are() -> None:
    attack = {
        "on": "Gémioncourt",
        "by": ["Campi", "huss-5", "pire"],
        "bombard": "pell",
        "reduce": "3-1",
        "pay": "ask",
        "advance": "Campi",
        "retreat": {"unit": "pire", "to": ["s", "1842"]},
        "displace": "gauth-9",
    }
    assert orders_of(on(CONTACT), {"attacks": [attack]})["attacks"] == [
        {
            "id": "1744",
            "on": ["1744"],
            "by": ["camp-5", "huss-5", "pire"],
            "bombard": ["pell"],
            "reduce": "3-1",
            "pay": "ask",
            "advance": [{"unit": "camp-5"}],
            "retreat": [{"unit": "pire", "to": ["s", "1842"]}],
            "displace": ["gauth-9"],
        }
    ]


@pytest.mark.rule("nlb", "11.1A")
def test_command_is_read_before_the_moves_that_hang_on_it() -> None:
    """Who has no command enters no enemy zone: the same move is open by one list of command and not by another."""
    at = {"ney": "1749", "reille": "1751", "camp-5": "1646", "pire": "1749", "opstl": "1744"}
    found = on(at, "leaders", "command")
    move = {"unit": "camp-5", "to": "1745"}
    said = {"Ney": {"officers": [], "units": "Campi"}}
    assert orders_of(found, {"command": said, "orders": [move]})["command"] == {
        "ney": {"officers": [], "units": ["camp-5"]}
    }
    result = compiled(found, {"command": {"ney": {"units": ["pire"]}}, "orders": [move]})
    assert told(result) == [(("orders", 0, "to"), "11.3A")]


def test_faults_of_command_stand_where_they_were_typed() -> None:
    found = on(
        {"ney": "1649", "reille": "2960", "camp-5": "1648", "opstl": "1744"}, "leaders", "command", uid="campaign"
    )
    result = compiled(found, {"command": {"Ney": {"officers": "Reille", "units": ["camp-5", "opstl"]}}})
    assert [where for where, _ in told(result)] == [
        ("command", "Ney", "units", 1),
        ("command", "Ney", "officers"),
    ]


def test_an_empty_list_is_none() -> None:
    assert orders_of(on(CONTACT), {"orders": [], "attacks": [], "command": {}, "reorganize": []}) == {}


@pytest.mark.rule("nlb", "4.2-1")
def test_a_night_is_passed_by_a_word_and_by_nothing_else() -> None:
    night = on({"camp-5": "1648", "wmar": "1845"}, uid="campaign", turn="16/2100")
    assert orders_of(night, {"pass": "yes"}) == {"pass": "yes"}
    both = compiled(night, {"pass": "yes", "orders": [{"unit": "camp-5", "to": "1647"}]})
    assert told(both) == [(("pass",), "")] and "stands under orders" in both.faults[0].refusal.text
    fights = compiled(night, {"attacks": [{"on": "1845", "by": "camp-5"}]})
    assert told(fights) == [(("attacks",), "4.2")]


@pytest.mark.rule("nlb", "15.3-1")
def test_mounted_units_may_be_told_to_fall_back() -> None:
    document = {"mounted": {"Pire's cavalry": {"when": {"odds-at-least": "2-1"}, "to": ["s"]}, "lher": "never"}}
    found = on({**CONTACT, "lher": "1553"}, "mounted-retreat")
    assert orders_of(found, document)["mounted"] == {
        "pire": {"when": {"odds-at-least": "2-1"}, "to": ["s"]},
        "lher": "never",
    }
    result = compiled(found, {"mounted": {"Campi": "always"}})
    assert told(result) == [(("mounted", "Campi"), "15.3")]
    assert told(compiled(on(CONTACT), {"mounted": {"pire": "always"}})) == [(("mounted",), "15.3")]


@pytest.mark.rule("nlb", "12.0-1")
def test_reorganization_names_units_and_who_does_it() -> None:
    found = on(
        {"reille": "1751", "camp-5": "1648", "wmar": "0134"},
        "leaders",
        "reorganization",
        turn="16/1800",
        waiting={"huss-5": 1},
    )
    assert orders_of(found, {"reorganize": ["Husson"]})["reorganize"] == [{"unit": "huss-5"}]
    result = compiled(found, {"reorganize": ["camp-5", {"unit": "huss-5", "at": "1752"}]})
    assert told(result) == [(("reorganize", 0), "12.0-1"), (("reorganize", 1, "at"), "12.0")]


@pytest.mark.rule("nlb", "3.2C-2")
@pytest.mark.rule("nlb", "10.1A")
def test_a_set_up_places_by_names() -> None:
    found = on({"camp-5": "1648", "huss-5": "1647", "opstl": "1744"}, "leaders")
    found.position.turn = 0
    found.position.dead -= {"ney", "reille", "kellermann"}
    assert orders_of(found, {"setup": {"Ney": "1648", "Reille": "1647"}}) == {
        "setup": {"ney": "1648", "reille": "1647"}
    }
    wrong = {"setup": {"Ney": "1744", "Campi": "1647", "Nay": "1648"}, "orders": [{"unit": "camp-5", "to": "1647"}]}
    assert told(compiled(found, wrong)) == [
        (("setup", "Nay"), ""),
        (("setup", "Ney"), "10.1A"),
        (("setup", "Campi"), "3.2C"),
        (("orders",), "3.2C"),
    ]


@pytest.mark.rule("nlb", "18.5C-3")
def test_memos_are_committed_to_and_leave_the_public_input() -> None:
    found = on({"camp-5": "3357"}, "first-corps", uid="ligny")
    found.position.turn = 0
    result = compiled(found, {"memos": {"first-corps": "yes"}})
    assert (result.input, result.hide, told(result)) == ({}, {"first-corps": {"says": "yes"}}, [])
    assert told(compiled(found, {"memos": {"first-corps": "perhaps"}})) == [(("memos", "first-corps"), "18.5C-3")]


@pytest.mark.rule("nlb", "28.0D")
def test_who_orders_an_entry_opens_the_memo_that_decides_it() -> None:
    found = on({}, uid="campaign-variant", turn="16/1300")
    found.position.dead.clear()
    groups = [group for group in found.setting.groups if group.memo == "guard"]
    unit = groups[0].units[0]
    own = Own("french", {"guard": {"says": "16/1300-3167"}})
    document = {"orders": [{"unit": unit, "enter": "3167"}]}
    result = compile_orders(found, document, own)
    assert (list(result.faults), list(result.show)) == ([], ["guard"])
    assert compile_orders(found, document).show == []


def test_answers_in_mid_phase_are_named() -> None:
    found = on(CONTACT)
    said: list[tuple[Any, Any]] = [
        ("Gémioncourt", "1744"),
        ({"unit": "Campi", "to": "1744", "with": ["Husson"]}, {"unit": "camp-5", "to": "1744", "with": ["huss-5"]}),
        (["Husson", "camp-5"], ["huss-5", "camp-5"]),
        ("no", "no"),
    ]
    for written, meant in said:
        assert compile_answer(found, "french", {"answer": written}).input == {"answer": meant}


def test_what_a_page_asks_has_no_faults_and_leaves_ways_empty() -> None:
    document = {
        "orders": [{"unit": "camp-5", "to": "0134"}, {"unit": "huss-5", "to": "1747"}, {"unit": "nobody", "hold": True}]
    }
    assert public_orders(on(APART), document)["orders"] == [
        {"unit": "camp-5", "path": []},
        {"unit": "huss-5", "path": ["1647", "1747"]},
        {"unit": "nobody", "hold": True},
    ]


def test_remarks_are_of_what_may_become_possible() -> None:
    """The enemy stands next to where Campi would rather go, and no attack could empty the hex of the condition."""
    retreat = {"unit": "camp-5", "to": ["1844", "s"]}
    attacks = [
        {"on": "1744", "by": ["camp-5", "huss-5", "pire"], "retreat": retreat, "if": {"vacant": "1751"}, "else": {}}
    ]
    result = compiled(on(CONTACT), {"attacks": attacks})
    assert [(one.path, one.refusal.case) for one in result.remarks] == [
        (("attacks", 0, "retreat", 0, "to"), "6.6A"),
        (("attacks", 0, "if", "vacant"), "6.0"),
    ]


def test_orders_that_are_drawn_mean_themselves() -> None:
    """What the rules offer at random is read back as it stands."""
    found = on(CONTACT)
    for seed in range(6):
        sample = question(found).options.sample(lambda n, seed=seed: (seed * 7 + n) % n)  # type: ignore[misc]
        assert not compiled(found, sample).faults
