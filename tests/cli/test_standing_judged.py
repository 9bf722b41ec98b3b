"""standing.yaml: printed names, what can never be meant, and what is not possible now; by the commands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.players import Duel, Player, begin_hidden_duel


def set_standing(player: Player, text: str) -> None:
    (player.place / "standing.yaml").write_text(text, encoding="utf-8")


def values(player: Player) -> dict[str, object]:
    return {slot["name"]: slot["value"] for slot in player.good("standing", "--json").json["slots"] if slot["set"]}


def test_printed_names_count_as_their_ids(duel: Duel) -> None:
    set_standing(duel.anna, "retreat:\n  v-corps: {to: [Landgrafenberg], units: {1/Suchet: [Cospeda, s]}}\n")
    assert values(duel.anna) == {"retreat.v-corps": {"to": ["0407"], "units": {"suc-1": ["0808", "s"]}}}
    said = duel.anna.good("standing").out
    assert "standing.yaml:2:54" in said and "Not possible as things stand" in said


def test_a_name_that_means_nothing_has_its_place_and_the_nearest(duel: Duel) -> None:
    set_standing(duel.anna, "retreat:\n  v-corps: {to: [n, Kospeda]}\n")
    said = duel.anna("standing")
    assert said.status == 2 and "standing.yaml:2:21" in said.err and "did you mean" in said.err


@pytest.mark.parametrize("command", [("standing",), ("check",), ("submit", "--yes", "--empty")])
def test_what_can_never_be_meant_is_refused_with_its_place(duel: Duel, command: tuple[str, ...]) -> None:
    duel.anna.good("orders", "--fresh")
    set_standing(duel.anna, "advance:\n  v-corps: {when: safe, units: [suc-1, gd]}\n")
    said = duel.anna(*command, "--json")
    assert said.status == 1
    (finding,) = said.json["error"]["findings"]
    place = [finding[key] for key in ("line", "column", "unit", "case", "kind")]
    assert place == [2, 40, "gd", "7.74", "forbidden"]
    assert not list((duel.anna.place / "outbox").glob("0002*"))


def test_remarks_hinder_nothing(duel: Duel) -> None:
    duel.anna.good("orders", "--fresh")
    set_standing(duel.anna, 'retreat:\n  v-corps: {to: ["2001", s]}\n')
    told = duel.anna.good("check", "--json").json
    assert [(one["line"], one["column"], one["hex"]) for one in told["standing_remarks"]] == [(2, 18, "2001")]
    assert "standing.yaml:2:18" in duel.anna.good("check").out
    assert duel.anna.good("submit", "--yes", "--empty", "--json").json["signed"]


def test_the_editor_completes_ids_and_takes_names(duel: Duel) -> None:
    duel.anna.good("standing")
    schema = json.loads((duel.anna.place / "standing.schema.json").read_text("utf-8"))
    assert "suc-1" in json.dumps(schema["properties"]["advance"]["properties"]["v-corps"])


@pytest.mark.slow
def test_the_box_game_too(tmp_path: Path) -> None:
    duel = begin_hidden_duel(tmp_path)
    set_standing(duel.bert, "losses: [Tuchkov (5th), nobody]\nretreat: [PULTUSK]\n")
    said = duel.bert("standing", "--json")
    assert said.status in (1, 2) and [one["column"] for one in said.json["error"]["findings"]] == [25]
    set_standing(duel.bert, "tactic:\n  defence: {prefer: [{chit: decisive, own: {most: 3}}]}\nretreat: [PULTUSK]\n")
    for command in ("standing", "check"):
        duel.bert("orders")
        said = duel.bert(command, "--json")
        assert said.status == 1
        (finding,) = said.json["error"]["findings"]
        assert (finding["line"], finding["case"]) == (2, "8.2-4")
    set_standing(duel.bert, "retreat: [PULTUSK, königsberg]\n")
    assert values(duel.bert) == {"retreat": ["pultusk", "konigsberg"]}
