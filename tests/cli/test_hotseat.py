"""hotseat: two people, one terminal, one file."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

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
    assert "press Enter" in said.out and "pbem report 3 " in said.out and " own  " in said.out
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


def test_advice_at_one_terminal_names_no_command_of_a_campaign_by_mail(anna: Player) -> None:
    anna.good("hotseat", "--scenario", SCENARIO, "--json")
    (anna.place / "bare.yaml").write_text("moves: []\n", encoding="utf-8")
    (anna.place / "old.yaml").write_bytes((anna.place / "hotseat.yaml").read_bytes())
    anna.good("hotseat", "--orders", "old.yaml", "--json")
    for file in ("bare.yaml", "old.yaml"):
        said = anna("hotseat", "--orders", file)
        assert said.status in (1, 2) and "pbem orders" not in said.err and "pbem hotseat" in said.err
    again = anna("hotseat", "--scenario", SCENARIO)
    assert again.status == 2 and "--side" not in again.err and "--scenario" in again.err


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


def test_standing_orders_are_judged_as_those_of_a_campaign_are(anna: Player) -> None:
    anna.good("hotseat", "--scenario", SCENARIO, "--json")
    before = (anna.place / "hotseat.json").read_bytes()
    standing = anna.place / "hotseat.french.yaml"
    standing.write_text("advance:\n  v-corps: {when: safe, units: [suc-1, gd]}\n", encoding="utf-8")
    said = anna("hotseat", "--orders", "hotseat.yaml", "--json")
    assert said.status == 1
    (finding,) = said.json["error"]["findings"]
    assert [finding[key] for key in ("line", "column", "unit", "case", "kind")] == [2, 40, "gd", "7.74", "forbidden"]
    assert "hotseat.french.yaml:2:40" in anna("hotseat", "--orders", "hotseat.yaml").err
    assert (anna.place / "hotseat.json").read_bytes() == before
    standing.write_text('retreat:\n  v-corps: {to: ["2001", s]}\n', encoding="utf-8")
    laid = anna.good("hotseat", "--json").json
    assert [(one["line"], one["column"], one["hex"]) for one in laid["standing_remarks"]] == [(2, 18, "2001")]
    asked = anna.good("hotseat", typed="\nq\n").out
    assert "Not possible as things stand, but may become so:\n  hotseat.french.yaml:2:18  nobody of " in asked
    # The enemy's own are judged when he has to move.
    played = anna.good("hotseat", "--orders", "hotseat.yaml", "--json").json
    assert "Prussian has to decide" in played["awaited"] and played["standing_remarks"] == []


def test_broken_standing_orders_of_the_other_are_not_quoted_and_do_not_end_the_evening(anna: Player) -> None:
    anna.good("hotseat", "--scenario", SCENARIO, "--json")
    standing = anna.place / "hotseat.prussian.yaml"
    standing.write_text("option: secret-plan\n", encoding="utf-8")
    said = anna("hotseat", "--orders", "hotseat.yaml")
    assert_two_lines(said)
    assert said.status == 2 and "secret-plan" not in said.err and "hotseat.prussian.yaml, in line 1" in said.err
    assert "secret-plan" not in anna("hotseat", "--orders", "hotseat.yaml", "--json").out
    asked = anna.good("hotseat", typed="\n\nq\n")
    assert "secret-plan" not in asked.err + asked.out and "let Prussian alone open that file" in asked.err
    assert asked.out.count("Press Enter to correct") == 1 and "Play these orders?" not in asked.out
    standing.rename(anna.place / "hotseat.french.yaml")
    own = anna.good("hotseat", typed="\nq\n")
    assert "hotseat.french.yaml:1:1  unknown" in own.err and "Play these orders?" not in own.out, "before he is asked"


@pytest.mark.parametrize("army", ["french", "prussian"])
@pytest.mark.parametrize("made", [Path.mkdir, os.mkfifo, lambda path: path.symlink_to("moved")])
def test_standing_orders_that_no_file_holds_are_not_passed_over(
    anna: Player, army: str, made: Callable[[Path], None]
) -> None:
    """A folder, a pipe, or a link to what has been moved: nobody plays without what it was meant to say."""
    anna.good("hotseat", "--scenario", SCENARIO, "--json")
    before = (anna.place / "hotseat.json").read_bytes()
    made(anna.place / f"hotseat.{army}.yaml")
    said = anna("hotseat", "--orders", "hotseat.yaml")
    assert_two_lines(said)
    assert said.status == 2 and f"hotseat.{army}.yaml" in said.err
    assert (anna.place / "hotseat.json").read_bytes() == before


def test_remarks_on_orders_stand_below_their_preview(anna: Player) -> None:
    anna.good(
        "hotseat", "--ruleset", "jours-de-gloire", "--scenario", "eylau-1807", "--option", "hiding=open", "--json"
    )
    for _ in range(3):
        anna.good("hotseat", "--orders", "hotseat.yaml")
    sheet = anna.place / "hotseat.yaml"
    text = sheet.read_text(encoding="utf-8")
    sheet.write_text(f"{text}\nstranded: [konigsberg]\n", encoding="utf-8")
    said = anna.good("hotseat", typed="\nq\n")
    told = "Not possible as things stand, but may become so:\n  hotseat.yaml:"
    assert told in said.out and "nobody of yours stands there now (4.2-3)" in said.out
    assert "Not ordered: Dombrowski" in said.out
