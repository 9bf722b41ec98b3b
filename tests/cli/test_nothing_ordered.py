"""A template that nobody has touched is not signed by accident; what an author leaves empty on purpose is."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.cli import untouched
from tests.cli.players import Duel, Player, accepted, begin_hidden_duel, fresh_player


def orders(player: Player) -> Path:
    player.good("orders", "--fresh")
    return player.place / "orders.yaml"


def test_without_a_terminal_an_untouched_template_is_refused(duel: Duel) -> None:
    orders(duel.anna)
    for options in (("--yes",), ("--yes", "--json"), ("--json",)):
        said = duel.anna("submit", *options)
        assert said.status == 2 and "--empty" in said.out + said.err and "orders nothing" in said.out + said.err
    assert not list((duel.anna.place / "outbox").glob("0002*"))
    assert duel.anna.good("submit", "--yes", "--empty", "--json").json["signed"]


def test_a_note_is_no_order(duel: Duel) -> None:
    path = orders(duel.anna)
    path.write_text(path.read_text(encoding="utf-8") + "note: Good luck!\n", encoding="utf-8")
    assert duel.anna("submit", "--yes", "--json").json["error"]["code"] == "NOTHING_ORDERED"


@pytest.mark.parametrize("said", ["moves: []", "moves: none"])
def test_an_empty_list_of_an_author_is_signed(duel: Duel, said: str) -> None:
    path = orders(duel.anna)
    path.write_text(path.read_text(encoding="utf-8").replace("\nmoves:\n", f"\n{said}\n"), encoding="utf-8")
    assert duel.anna.good("check", "--json").json["untouched"] is False
    assert duel.anna.good("submit", "--yes", "--json").json["signed"]


def test_check_and_submit_say_who_is_ordered_and_who_is_not(duel: Duel) -> None:
    orders(duel.anna)
    told = duel.anna.good("check", "--json").json
    assert told["untouched"] and told["preview"]["ordered"] == 0 and "1/Suchet" in told["preview"]["idle"]
    count = len(told["preview"]["idle"])
    line = f"Ordered: 0 of {count} units that could move. Not ordered: "
    assert line in duel.anna.good("check").out and line in duel.anna.good("submit", "--dry-run").out


def test_at_a_terminal_it_is_asked_and_the_default_is_no(duel: Duel, monkeypatch: pytest.MonkeyPatch) -> None:
    orders(duel.anna)
    monkeypatch.setattr(untouched, "answered_here", lambda: True)
    for typed in ("\n", "n\n"):
        said = duel.anna.good("submit", "--yes", typed=typed)
        assert "Go on without orders? [y/N]" in said.out and "Nothing was signed." in said.out
    assert "is signed" in duel.anna.good("submit", typed="y\ny\n").out


@pytest.mark.slow
def test_the_box_game_too(tmp_path: Path) -> None:
    duel = begin_hidden_duel(tmp_path)
    path = orders(duel.bert)
    told = duel.bert.good("check", "--json").json
    assert told["untouched"] and told["preview"]["idle"]
    assert duel.bert("submit", "--yes", "--json").json["error"]["code"] == "NOTHING_ORDERED"
    path.write_text(path.read_text(encoding="utf-8").replace("\norders:\n", "\norders: none\n"), encoding="utf-8")
    assert duel.bert.good("submit", "--yes", "--json").json["signed"]


def test_the_set_up_of_the_box_game_is_not_signed_by_accident(tmp_path: Path) -> None:
    """Its template has lines in force, the dummies as they usually stand."""
    anna, bert = fresh_player(tmp_path, "anna"), fresh_player(tmp_path, "bert")
    begin = ("--ruleset", "jours-de-gloire", "--scenario", "eylau-1807", "--side", "french", "--name", "Anna")
    anna.good("new", *begin, "--no-passphrase", "--folder=game")
    duel = accepted(anna, bert)
    path = orders(duel.anna)
    assert duel.anna("submit", "--yes", "--json").json["error"]["code"] == "NOTHING_ORDERED"
    text = path.read_text(encoding="utf-8")
    assert "\n  - {kind: " in text
    path.write_text(text.replace("\n  - {kind: ", "\n  # - {kind: ", 1), encoding="utf-8")
    assert duel.anna.good("check", "--json").json["untouched"] is False
    path.write_text(text, encoding="utf-8")
    assert duel.anna.good("submit", "--yes", "--empty", "--json").json["signed"]


def test_an_untouched_set_up_of_leaders_is_void_nowhere_and_says_who_stands_by_default(tmp_path: Path) -> None:
    anna = fresh_player(tmp_path, "anna")
    begin = ("--ruleset", "napoleons-last-battles", "--scenario", "quatre-bras", "--option", "leaders=true")
    anna.good("new", *begin, "--side", "french", "--name", "Anna", "--no-passphrase", "--folder=game")
    duel = accepted(anna, fresh_player(tmp_path, "bert"))
    orders(duel.anna)
    said = duel.anna.good("check")
    assert "Void" not in said.out and "Ney is placed in" in said.out and "By default." in said.out


@pytest.mark.slow
def test_an_answer_to_an_offer_signs_no_untouched_template(duel: Duel) -> None:
    duel.turn(2)
    duel.turn(3)
    duel.turn(4)
    duel.bert.good("offer", "takeback", "--to", "2", "--yes")
    duel.anna.good("receive", duel.mail(duel.bert, 5), "--quiet")
    duel.anna.good("orders", "--answer", "accept")
    for options in (("--yes",), ("--yes", "--json")):
        said = duel.anna("answer", "accept", *options)
        assert said.status == 2 and "--empty" in said.out + said.err
    assert "Nothing was signed." in duel.anna.good("answer", "accept", "--dry-run").out
    assert not list((duel.anna.place / "outbox").glob("0006*"))
    assert duel.anna.good("answer", "accept", "--yes", "--empty", "--json").json["signed"]


def test_unsigned_orders_are_named_as_such(duel: Duel) -> None:
    said = duel.bert("receive", orders(duel.anna), "--json").json
    assert said["error"]["code"] == "UNSIGNED_ORDERS" and "pbem submit" in said["error"]["mend"]


def test_faults_bear_the_name_of_the_file_that_they_are_in(anna: Player) -> None:
    anna.good("hotseat", "--scenario", "jena-auerstadt", "--json")
    text = (anna.place / "hotseat.yaml").read_text(encoding="utf-8")
    (anna.place / "b2.yaml").write_text(text.replace("\nmoves:\n", '\nmoves: [{unit: nobody, to: "9999"}]\n'), "utf-8")
    said = anna("hotseat", "--orders", "b2.yaml")
    assert said.err.startswith("pbem: error: b2.yaml:") and "orders.yaml" not in said.err
    assert "did you mean" in said.err.split("9999")[-1]
