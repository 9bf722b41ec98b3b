"""hotseat: two people, one terminal, one file."""

from __future__ import annotations

import json

import pytest

from tests.cli.players import SCENARIO, Player, assert_two_lines


def test_a_game_is_begun_played_by_template_and_resumed(anna: Player) -> None:
    begun = anna.good("hotseat", "--scenario", SCENARIO, "--json").json
    assert "French has to decide" in begun["awaited"]
    assert (anna.place / "hotseat.yaml").is_file() and (anna.place / "orders.schema.json").is_file()
    told = anna.good("hotseat", "--orders", "hotseat.yaml", "--json").json
    assert "MOVEMENT" in told["report"] and "Prussian has to decide" in told["awaited"]
    state = json.loads((anna.place / "hotseat.json").read_text(encoding="utf-8"))
    assert state["played"] == 1 and state["state"]["input"]
    said = anna.good("hotseat", "--orders", "hotseat.yaml")
    assert "Game-Turn 1" in said.out


def test_at_the_terminal(anna: Player) -> None:
    anna.good("hotseat", "--scenario", SCENARIO, "--json")
    said = anna.good("hotseat", typed="\n\n\nn\nq\n")
    assert "press Enter" in said.out and "pbem report 2 own" in said.out
    assert said.out.rstrip().endswith("hotseat.json")
    assert anna.good("hotseat", typed="").status == 0


def test_wrong_orders_are_told_and_change_nothing(anna: Player) -> None:
    anna.good("hotseat", "--scenario", SCENARIO, "--json")
    before = (anna.place / "hotseat.json").read_bytes()
    sheet = anna.place / "hotseat.yaml"
    sheet.write_text(
        sheet.read_text(encoding="utf-8").replace("moves:", 'moves:\n  - {unit: nobody, to: "0610"}', 1),
        encoding="utf-8",
    )
    said = anna("hotseat", "--orders", "hotseat.yaml")
    assert said.status == 2 and "nobody" in said.err
    assert_two_lines(said)
    asked = anna.good("hotseat", typed="\nq\n")
    assert "nobody" in asked.err
    assert (anna.place / "hotseat.json").read_bytes() == before


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[1", '{"format": 1}', "\x00", "null", '{"a":' * 20_000],
)
def test_a_file_that_is_no_game(anna: Player, text: str) -> None:
    (anna.place / "hotseat.json").write_text(text, encoding="utf-8")
    said = anna("hotseat", "--json")
    assert (said.status, said.json["error"]["code"]) == (2, "HOTSEAT_FILE")


def test_a_state_that_was_tampered_with(anna: Player) -> None:
    anna.good("hotseat", "--scenario", SCENARIO, "--json")
    path = anna.place / "hotseat.json"
    record = json.loads(path.read_text(encoding="utf-8"))
    for member, value in (("at", {}), ("trace", [["roll", "x", [1]]]), ("need", {}), ("at", {"turn": "x"})):
        path.write_text(json.dumps(record | {"state": record["state"] | {member: value}}), encoding="utf-8")
        said = anna("hotseat", "--json")
        assert said.status == 2 and said.json["error"]["code"] == "HOTSEAT_FILE", said
    path.write_text(json.dumps(record | {"engine": "napoleon-at-war 0"}), encoding="utf-8")
    assert anna("hotseat", "--json").json["error"]["code"] == "ENGINE_MISMATCH"


def test_a_new_game_does_not_overwrite(anna: Player) -> None:
    anna.good("hotseat", "--scenario", SCENARIO, "--json")
    said = anna("hotseat", "--scenario", SCENARIO)
    assert said.status == 2
    assert_two_lines(said)
