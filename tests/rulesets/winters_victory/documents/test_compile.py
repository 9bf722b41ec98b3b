"""Documents of Winter's Victory: macros of brigades become moves, names become ids, faults have their places."""

from __future__ import annotations

from typing import Any

import pytest

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
