"""Small things at which a new player stumbled, each as he met it."""

from __future__ import annotations

import pytest

from pbem.campaign.telling.past_reports import _listed
from tests.cli.players import Duel


def test_a_hex_without_its_leading_zero_is_proposed_with_it(duel: Duel) -> None:
    (duel.anna.place / "t.yaml").write_text("moves:\n  - {unit: suc-2, to: 408}\n", encoding="utf-8")
    said = duel.anna("check", "t.yaml")
    assert said.status == 2
    assert 't.yaml:2:23  unreadable  to: 408  not a hex; write "0408"\n' in said.err


@pytest.mark.parametrize("value", ["{to: ask}", "{to: [n, ask]}", "{units: {tau-1: ask}}"])
def test_ask_inside_a_value_is_said_to_stand_alone(duel: Duel, value: str) -> None:
    (duel.bert.place / "standing.yaml").write_text(f"retreat:\n  tauenzien: {value}\n", encoding="utf-8")
    said = duel.bert("standing")
    assert said.status == 2
    assert "'ask' stands alone; write tauenzien: ask" in said.err and "1 fault" in said.err


def test_ask_where_nobody_can_be_asked_is_no_advice(duel: Duel) -> None:
    (duel.bert.place / "standing.yaml").write_text("option: [ask]\n", encoding="utf-8")
    said = duel.bert("standing")
    assert said.status == 2 and "stands alone" not in said.err


def test_a_report_that_nobody_has_is_told_with_those_that_are_there(duel: Duel) -> None:
    """Bert's own reports are on the messages of Anna; of a long list its beginning and its end are enough."""
    duel.turn(2)
    duel.turn(3)
    said = duel.bert("report", "3", "--own")
    assert said.status == 2 and "you have no report of your own on message 3; those on messages 2 are there" in said.err
    assert _listed(range(2, 16, 2)) == "2, 4, 6, 8, 10, 12, 14"
    assert _listed(range(2, 18, 2)) == "2, 4, 6, ..., 16"


def test_a_report_of_what_was_received_does_not_say_to_receive_it(duel: Duel) -> None:
    duel.turn(2)
    mailed = (duel.bert.place / "reports/0002-a.txt").read_text(encoding="utf-8")
    his = duel.bert.good("report", "--public").out
    assert "run pbem receive: your program now rolls" in mailed
    assert mailed.startswith(his.rstrip("\n")) and "pbem receive" not in his
    assert "pbem receive" in duel.anna.good("report", "--public").out, "her own last message waits for him"
    duel.turn(3)
    assert "pbem receive" not in duel.anna.good("report", "2").out


def test_the_page_of_what_was_rolled_says_whose_program_did(duel: Duel) -> None:
    duel.turn(2)
    duel.bert.good("report", "--own", "--html", "own.html")
    page = (duel.bert.place / "own.html").read_text(encoding="utf-8")
    assert "Not sent yet" not in page
    assert "For Bert (Prussian) alone, worked out by your own program: what message 2 led to." in page


def checked(duel: Duel, text: str) -> list[str]:
    """The faults of Anna's orders as `check` lists them: place in the orders, subject and words."""
    duel.anna.good("orders", "--fresh")
    template = (duel.anna.place / "orders.yaml").read_text(encoding="utf-8").split("\n")
    frame = [line for line in template if line.startswith(("campaign:", "phase:", "for:"))]
    (duel.anna.place / "t.yaml").write_text("\n".join([*frame, text]), encoding="utf-8")
    said = duel.anna("check", "t.yaml", "--json")
    assert said.status in (1, 2)
    return [f"{f['line'] - 3}:{f['column']} {f['kind']} {f['what']}" for f in said.json["error"]["findings"]]


def test_a_word_that_cannot_be_read_hides_no_unknown_name(duel: Duel) -> None:
    orders = (
        "moves:\n"
        "  - {unit: suc-1, to: 408}\n"
        "  - {unit: gazz-1, to: '0607'}\n"
        "  - {unit: suc-2, to: 0o606}\n"
        "  - {unit: gaz-2, to: '9999'}\n"
        "attacks:\n"
        "  - {on: '0609', by: suchet-9}\n"
    )
    found = checked(duel, orders)
    assert found[:3] == [
        "2:23 unreadable not a hex",
        "3:12 unknown there is no unit 'gazz-1'; did you mean gaz-1 (1/Gazan) or gaz-2 (2/Gazan)?",
        "4:23 unreadable not a hex",
    ]
    assert [one.split(" ")[0] for one in found[3:]] == ["5:23", "7:22"]


def test_what_may_follow_from_an_unreadable_entry_is_not_told(duel: Duel) -> None:
    orders = (
        "attacks:\n"
        "  - {id: a1, on: '0609', by: suc-1, reduce: 3:1}\n"
        "  - {on: '0610', by: suc-2, if: {attack: a1, result: [Dr]}}\n"
    )
    assert checked(duel, orders) == ["2:45 unknown no such odds column"]


def test_a_wrong_move_does_not_hide_that_nobody_attacks_at_night(duel: Duel) -> None:
    orders = "moves:\n  - {unit: suc-1, to: '0812'}\nattacks:\n  - {on: '0609', by: suc-2}\n"
    found = checked(duel, orders)
    assert len(found) == 2
    assert (
        "may not enter 0812 at night" in found[0]
        and found[1] == "4:3 forbidden there is no combat in a night game-turn"
    )


def test_good_orders_beside_bad_standing_orders_are_not_sent_on_at_once(duel: Duel) -> None:
    duel.anna.good("orders")
    (duel.anna.place / "standing.yaml").write_text("retreat: [\n", encoding="utf-8")
    said = duel.anna.good("check")
    assert "nothing can be signed" in said.err
    assert said.out.rstrip().endswith("Next: pbem standing, then pbem submit")
