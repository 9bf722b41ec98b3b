"""Documents of Winter's Victory: macros of brigades become moves, names become ids, faults have their places."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.winters_victory import sequence
from tests.rulesets.winters_victory.country import row
from tests.rulesets.winters_victory.documents.openings import compiled, faults, setting

BRIGADE = {"brigade": "f3-2a"}


def paths(found: Any) -> dict[str, str]:
    """Unit -> its path."""
    return {" ".join(one["units"]): " ".join(one["path"]) for one in found.input.get("orders", ())}


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        row("6.0-2", {"unit": "f-15l-1", "path": ["4070"]}, {"f-15l-1": "4070"}),
        row("6.0-2", {"unit": "15th Light, battalion 1", "path": ["4070", "face 1"]}, {"f-15l-1": "4070 face 1"}),
        row("6.0-2", {"unit": "f-15l-1", "to": "4069"}, {"f-15l-1": "3970 4069"}),
        row("6.0-2", {"unit": "friant", "to": "4068"}, {"friant": "3970 4069 4068"}),
        row("8.31", {"unit": "f-15l-1", "deploy": "yes"}, {}),
        row("7.5-1", {"unit": "f-b3-2", "deploy": "yes"}, {"f-b3-2": "unlimber"}),
        row("8.41.2", {**BRIGADE, "form": "square"}, {"f-15l-1 f-33-1 f-33-2": "square"}),
        row("5.31-1", {"units": ["f-1ch"], "face": 1}, {"f-1ch": "face 1"}),
        row("7.52-1", {"unit": "f-b3-2", "battery": {"at": "4170", "unlimber": "yes"}},
            {"f-b3-2": "4271 4170 unlimber"}),
        row("6.0-2", {**BRIGADE, "hold": "yes"}, {}),
    ],
)  # fmt: skip
def test_an_entry_becomes_moves(entry: dict[str, Any], expected: dict[str, str]) -> None:
    found = compiled({"orders": [entry]})
    assert not found.faults
    assert expected.items() <= paths(found).items() and bool(expected) == bool(paths(found))


def test_each_entry_sees_what_those_before_it_leave() -> None:
    """A brigade goes where its battery stood; who has moved by name is not moved by his brigade again."""
    document = {
        "orders": [
            {"unit": "f-15l-1", "path": ["4070"]},
            {**BRIGADE, "advance": {"axis": 0, "hexes": 1}},
        ]
    }
    found = compiled(document)
    assert not found.faults
    assert paths(found)["f-15l-1"] == "4070"
    assert [one["units"] for one in found.input["orders"]].count(["f-15l-1"]) == 1


def test_a_leader_goes_with_his_brigade_unless_he_stays() -> None:
    going = compiled({"orders": [{**BRIGADE, "march": "4069"}]})
    staying = compiled({"orders": [{**BRIGADE, "advance": "4069", "leader": "stays"}]})
    assert "kister" not in paths(staying) and "f-15l-1" in paths(staying)
    assert not going.faults and "kister" in paths(compiled({"orders": [{**BRIGADE, "advance": "4069"}]}))


def test_what_was_chosen_is_told_and_what_cannot_be_done_wholly_too() -> None:
    found = compiled({"orders": [{**BRIGADE, "advance": {"to": ["4060"]}}]})
    assert any(note.startswith("15th Light, battalion 1: ") for note in found.notes)
    assert any("comes as far as" in note for note in found.notes)


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        row("6.0-2", {"orders": [{"unit": "f-15l-1", "path": ["4060"]}]}, ["orders.0 6.0-2"]),
        row("6.0-1", {"orders": [{"unit": "r-j26-1", "path": ["4168"]}]}, ["orders.0.unit 6.0-1"]),
        row("6.0-2", {"orders": [{"unit": "nobody"}]}, ["orders.0.unit "]),
        row("6.0-2", {"orders": [{"unit": "f-15l-1"}]}, ["orders.0 6.0-2"]),
        row("6.0-2", {"orders": [{"unit": "f-15l-1", "face": 1, "hold": "yes"}]}, ["orders.0 6.0-2"]),
        row("6.0-2", {"orders": [{**BRIGADE, "path": ["4070"]}]}, ["orders.0 6.0-2"]),
        row("6.0-2", {"orders": [{"unit": "f-33-1"}, {"unit": "nobody", "face": 1}, {"unit": "f-33-2"}]},
            ["orders.0 6.0-2", "orders.1.unit ", "orders.2 6.0-2"]),
        row("6.0-1", {"orders": [{"brigade": "r14-3", "advance": "4168"}]}, ["orders.0.brigade 6.0-1"]),
        row("6.0-1", {"react": {"r14-3": {"fire": "never"}}}, ["react.r14-3 6.0-1"]),
        row("4.0-1", {"fire": {"f3-2a": {"hold": ["f-15l-1"]}}}, ["fire 4.0-1"]),
    ],
)  # fmt: skip
def test_faults_have_their_place_in_the_document(document: Any, expected: list[str]) -> None:
    assert faults(compiled(document)) == expected


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        row("17.41-1", {"command": {"russian": {"r-j26-1": {"state": "standing"}}}}, ["command.russian.r-j26-1 17.41"]),
        row("17.32-1", {"command": {"russian": {"kamensky": {"orders": [{"to": "r-j26-1"}]}}}},
            ["command.russian.kamensky.orders.0.to 17.32-1"]),
        row("12.52.1-1", {"command": {"russian": {"charges": ["kamensky"]}}}, ["command.russian.charges.0 12.52.1-1"]),
        row("13.41-1", {"rally": {"russian": {"recover": {"kamensky": {"in": "column"}}}}},
            ["rally.russian.recover.kamensky 13.41-1"]),
        row("13.41-1", {"rally": {"russian": {"recover": {"r-j26-1": {"in": "go", "face": 3}}}}}, []),
    ],
)  # fmt: skip
def test_decisions_name_counters_that_can_decide(document: Any, expected: list[str]) -> None:
    found = compiled(document, segment="a-command", tempo="six")
    assert faults(found) == expected


def test_a_formation_is_written_by_its_short_word() -> None:
    found = compiled({"rally": {"russian": {"recover": {"r-j26-1": {"in": "go"}}}}}, segment="a-command", tempo="six")
    assert found.input["rally"]["russian"]["recover"]["r-j26-1"] == {"in": "general-order"}
    assert setting("learning-serpallen").units["r-j26-1"].army == "allied"


def _beside(**places: str) -> dict[str, Any]:
    """Members of the opening position with some counters in other hexes."""
    position = sequence.start(setting("learning-serpallen"))
    counters = dict(position.counters)
    for name, at in places.items():
        uid = name.replace("_", "-")
        counters[uid] = (at, *counters[uid][1:])
    hexes: dict[str, list[str]] = {}
    for uid, stance in counters.items():
        hexes.setdefault(stance[0], []).append(uid)
    return {"counters": counters, "stacks": {at: tuple(uids) for at, uids in hexes.items() if len(uids) > 1}}


def test_who_stands_before_the_enemy_assaults_him_and_the_others_come_closer() -> None:
    """wv 12.0-1: four battalions in two hexes; the second stack waits for what the first one does."""
    changes = _beside(f_33_1="4168", r_j26_1="4167", r_j26_2="4167", r_j23_1="4267", r_j23_2="4066")
    document = {"orders": [{"brigade": "r14-3", "assault": "4168"}]}
    found = compiled(document, segment="a", changes=changes)
    assert not found.faults
    assert [(one["id"], one["units"], one["on"]) for one in found.input["shock"]] == [
        ("m1", ["r-j26-1", "r-j26-2"], ["4168"]),
        ("m2", ["r-j23-1"], ["4168"]),
    ]
    assert found.input["shock"][1]["if"] == {"shock": "m1", "result": ["dot", "D", "D1"]}
    assert list(paths(found)) == ["r-j23-2"]


def test_an_assault_out_of_time_comes_closer_alone() -> None:
    changes = _beside(f_33_1="4168", r_j26_1="4167", r_j26_2="4167")
    found = compiled({"orders": [{"unit": "f-33-1", "assault": "4167"}]}, changes=changes)
    assert "shock" in found.input or not found.faults
    late = compiled(
        {"orders": [{"unit": "r-j26-1", "assault": "4168"}]}, segment="a-move", tempo="six", changes=changes
    )
    assert "shock" not in late.input and any("no Shock Phase" in note for note in late.notes)


def test_a_screen_leaves_its_battalion() -> None:
    found = compiled({"orders": [{**BRIGADE, "screen": 2}]})
    assert not found.faults
    assert set(paths(found)) == {"f-15l-1.s1", "f-15l-1.s2"}
