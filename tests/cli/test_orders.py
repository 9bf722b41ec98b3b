"""orders, check, submit, try, resign: from the template to the signed message."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.cli.commands import submit as asking
from tests.cli.players import Duel, Player, assert_two_lines


def order(player: Player, *moves: str) -> None:
    """A fresh template with these moves."""
    player.good("orders", "--fresh")
    path = player.place / "orders.yaml"
    lines = [line for line in path.read_text(encoding="utf-8").split("\n") if not line.lstrip().startswith("#")]
    at = next(place for place, line in enumerate(lines) if line.startswith("moves:"))
    lines[at : at + 1] = ["moves:", *(f"  - {move}" for move in moves)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_orders_writes_template_and_schema_and_keeps_edits(duel: Duel) -> None:
    first = duel.anna.good("orders", "--json").json
    path = duel.anna.place / "orders.yaml"
    assert first["written"] and path.read_text(encoding="utf-8").startswith("# yaml-language-server: $schema=")
    assert (duel.anna.place / "orders.schema.json").is_file()
    path.write_text(path.read_text(encoding="utf-8") + "note: mine\n", encoding="utf-8")
    assert not duel.anna.good("orders", "--json").json["written"]
    assert path.read_text(encoding="utf-8").endswith("note: mine\n")
    assert duel.anna.good("orders", "--fresh", "--json").json["written"]
    assert "pbem check" in duel.anna.good("orders").out


def test_orders_and_submit_out_of_turn_end_with_3(duel: Duel) -> None:
    for said in (duel.bert("orders"), duel.bert("submit", "--yes", "--empty")):
        assert said.status == 3
        assert_two_lines(said)
    assert duel.bert("orders", "--json").json["error"]["code"] == "NOT_YOUR_MOVE"


def test_check_previews_paths(duel: Duel) -> None:
    order(duel.anna, '{unit: suc-1, to: "0406"}')
    said = duel.anna.good("check")
    assert "0406" in said.out and "pbem submit" in said.out
    told = duel.anna.good("check", "--json").json
    assert told["ok"] and told["input"]["moves"][0]["unit"] == "suc-1"
    assert told["preview"]["moves"][0]["kind"] == "moved"


@pytest.mark.parametrize(
    ("move", "status", "word"),
    [
        ('{unit: suc-99, to: "0406"}', 2, "suc-99"),
        ('{unit: suc-1, to: "9999"}', 2, "9999"),
        ('{unit: suc-1, too: "0406"}', 2, "too"),
        ('{unit: suc-1, to: "2820"}', 1, "2820"),
        ('{unit: tau-1, to: "0610"}', 1, "Prussian"),
    ],
)
def test_check_names_fault_line_and_status(duel: Duel, move: str, status: int, word: str) -> None:
    order(duel.anna, move)
    log = (duel.anna.place / "log.jsonl").read_bytes()
    for command in (("check",), ("submit", "--yes", "--empty")):
        said = duel.anna(*command)
        assert said.status == status, said
        assert word in said.err and "orders.yaml:" in said.err
        assert_two_lines(said)
    told = duel.anna("check", "--json").json["error"]
    assert told["status"] == status and told["findings"][0]["line"] > 1
    assert (duel.anna.place / "log.jsonl").read_bytes() == log


def test_all_faults_come_in_one_go(duel: Duel) -> None:
    order(duel.anna, '{unit: suc-99, to: "0406"}', '{unit: suc-1, to: "9999"}')
    assert len(duel.anna("check", "--json").json["error"]["findings"]) == 2


def test_check_another_file_and_a_missing_one(duel: Duel) -> None:
    assert "pbem orders" in duel.anna("check").err
    order(duel.anna)
    (duel.anna.place / "orders.yaml").rename(duel.anna.place / "plan-b.yaml")
    duel.anna.good("check", "plan-b.yaml")
    missing = duel.anna("check", "plan-c.yaml")
    assert missing.status == 2 and "plan-c.yaml" in missing.err


def test_orders_of_an_older_phase_and_of_another_campaign(duel: Duel) -> None:
    duel.anna.good("orders")
    stale = (duel.anna.place / "orders.yaml").read_text(encoding="utf-8")
    duel.turn(2)
    duel.turn(3)
    (duel.anna.place / "orders.yaml").write_text(stale, encoding="utf-8")
    said = duel.anna("check")
    assert said.status == 1 and "--fresh" in said.err
    (duel.anna.place / "orders.yaml").write_text(stale.replace("campaign: ", "campaign: x"), encoding="utf-8")
    assert duel.anna("check").status != 0


def test_submit_asks_once_and_says_that_it_cannot_be_changed(duel: Duel) -> None:
    duel.anna.good("orders")
    refused = duel.anna.good("submit", "--empty", typed="n\n")
    assert "can never be changed" in refused.out and "Nothing was signed" in refused.out
    assert not list((duel.anna.place / "outbox").glob("0002*"))
    nobody = duel.anna("submit", "--empty")
    assert nobody.status == 2 and "--yes" in nobody.err
    silent = duel.anna("submit", "--empty", "--json", typed="y\n")
    assert silent.json["error"]["code"] == "ANSWER_MISSING"
    signed = duel.anna.good("submit", "--empty", typed="y\n")
    assert "outbox/0002-a.yaml" in signed.out
    assert (duel.anna.place / "outbox/0002-a.yaml").is_file()


def test_standing_orders_that_are_edited_while_it_asks_are_not_signed_unseen(
    duel: Duel, monkeypatch: pytest.MonkeyPatch
) -> None:
    duel.anna.good("orders")
    duel.anna.good("standing")
    path = duel.anna.place / "standing.yaml"

    def edits(*args: Any, **more: Any) -> bool:
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("retreat:\n", "retreat:\n  v-corps: {to: [n]}\n", 1), encoding="utf-8")
        return True

    monkeypatch.setattr(asking, "confirmed", edits)
    said = duel.anna("submit", "--empty")
    assert said.status != 0 and "standing.yaml is another than the one that was shown" in said.err
    assert not list((duel.anna.place / "outbox").glob("0002*"))
    monkeypatch.undo()
    duel.anna.good("submit", "--empty", "--yes")


def test_a_dry_run_signs_nothing(duel: Duel) -> None:
    duel.anna.good("orders")
    log = (duel.anna.place / "log.jsonl").read_bytes()
    assert "Nothing was signed" in duel.anna.good("submit", "--dry-run").out
    assert duel.anna.good("submit", "--dry-run", "--json").json["signed"] is False
    assert (duel.anna.place / "log.jsonl").read_bytes() == log


def test_resend_writes_the_same_bytes(duel: Duel) -> None:
    duel.anna.good("orders")
    told = duel.anna.good("submit", "--yes", "--empty", "--json").json
    path = duel.anna.place / "outbox/0002-a.yaml"
    mailed = path.read_bytes()
    path.unlink()
    again = duel.anna.good("submit", "--resend", "--json").json
    assert (again["message"], again["file"]) == (told["message"], told["file"])
    assert path.read_bytes() == mailed


def test_an_answer_that_nobody_asked_for(duel: Duel) -> None:
    duel.anna.good("orders")
    for answer, code in (("accept", "NO_OFFER"), ("perhaps", "USAGE")):
        said = duel.anna("submit", "--answer", answer, "--json", "--yes", "--empty")
        assert (said.status, said.json["error"]["code"]) == (2, code)


def test_try_prints_a_spread_and_touches_nothing(duel: Duel) -> None:
    duel.anna.good("orders")
    before = {path: path.read_bytes() for path in duel.anna.place.rglob("*") if path.is_file()}
    assert duel.anna.good("try", "--times", "3", "--json").json["times"] == 3
    assert "Played 3 times" in duel.anna.good("try", "--times", "3").out
    assert {path: path.read_bytes() for path in duel.anna.place.rglob("*") if path.is_file()} == before
    assert duel.anna("try", "--times", "0").status == 2


def test_resign_asks_and_ends_the_game(duel: Duel) -> None:
    assert duel.anna.good("resign", typed="n\n").out.endswith("Nothing was signed.\n")
    assert duel.bert("resign", "--yes").status == 3
    duel.anna.good("resign", "--yes")
    duel.bert.good("receive", duel.mail(duel.anna, 2), "--quiet")
    assert "resign" in duel.bert.good("status").out
    duel.bert.good("submit", "--yes", "--empty")
    duel.anna.good("receive", duel.mail(duel.bert, 3), "--quiet")
    assert duel.anna.good("status", "--json").json["due"] == "over"
    assert duel.anna("resign", "--yes").status == 3
