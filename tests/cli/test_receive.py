"""receive: what arrived is judged, told, and kept as evidence where it is refused."""

from __future__ import annotations

from pathlib import Path

from tests.cli.players import Duel, Player, assert_two_lines, fresh_player


def test_receive_tells_the_message_and_prints_the_own_report(duel: Duel) -> None:
    duel.anna.good("orders")
    duel.anna.good("submit", "--yes", "--empty")
    said = duel.bert.good("receive", duel.mail(duel.anna, 2))
    assert "message 2 of Anna (French): valid" in said.out
    assert "pbem report 3 " in said.out and " own  " in said.out
    assert "pbem orders" in said.out


def test_receive_finds_the_campaign_from_anywhere_and_twice_is_no_fault(duel: Duel, tmp_path: Path) -> None:
    duel.anna.good("orders")
    duel.anna.good("submit", "--yes", "--empty")
    elsewhere = Player(duel.bert.home, tmp_path)
    mail = duel.mail(duel.anna, 2)
    first, again = (
        elsewhere.good("receive", mail, "--json").json["received"]
        + elsewhere.good("receive", mail, "--json").json["received"]
    )
    assert first["accepted"] == [2] and first["report"]
    assert again["accepted"] == [] and again["notices"][0]["code"] == "REPLAY"


def test_several_files_and_standard_input(duel: Duel, tmp_path: Path) -> None:
    duel.turn(2)
    duel.bert.good("orders")
    duel.bert.good("submit", "--yes", "--empty")
    old, new = duel.mail(duel.bert, 1), duel.mail(duel.bert, 3)
    said = duel.anna.good("receive", old, new, "--quiet", "--json")
    assert [one["accepted"] for one in said.json["received"]] == [[], [3]]
    typed = duel.anna.good("receive", "-", "--quiet", typed=new.read_bytes())
    assert "was here already; nothing is to be done with it" in typed.out and "REPLAY" not in typed.out


def test_a_damaged_mail_is_kept_as_evidence(duel: Duel) -> None:
    duel.anna.good("orders")
    duel.anna.good("submit", "--yes", "--empty")
    text = duel.mail(duel.anna, 2).read_text(encoding="ascii")
    torn = duel.bert.place / "torn.txt"
    torn.write_text(text[: text.rindex("END PBEM TURN") - 100], encoding="ascii")
    said = duel.bert("receive", torn)
    assert said.status == 12
    assert "ARMOR_DAMAGED" in said.out and "the text is kept" in said.out
    (told,) = duel.bert("receive", torn, "--json").json["received"]
    assert told["error"]["class"] == "damage"
    assert Path(told["error"]["evidence"]).is_file()
    duel.bert.good("receive", duel.mail(duel.anna, 2), "--quiet")


def test_a_message_from_the_future_is_named(duel: Duel) -> None:
    anna, bert = duel.anna, duel.bert
    duel.turn(2)
    duel.turn(3)
    anna.good("orders", "--fresh")
    anna.good("submit", "--yes", "--empty")
    late = fresh_player(bert.home.parent, "late")
    late.good("join", duel.mail(anna, 0), "--yes", "--no-passphrase", "--folder", "g")
    said = late("receive", duel.mail(anna, 4), "--campaign", "g")
    assert said.status in (12, 14)
    assert "refused" in said.out


def test_a_message_after_a_missing_one_says_what_to_do(duel: Duel) -> None:
    duel.turn(2)
    for player in (duel.bert, duel.anna):
        player.good("orders", "--fresh")
        player.good("submit", "--yes", "--empty")
        if player is duel.bert:
            duel.anna.good("receive", duel.mail(duel.bert, 3), "--quiet")
    late = duel.mail(duel.anna, 4).read_text("utf-8")
    fresh = fresh_player(duel.bert.home.parent, "reader")
    first = (duel.mail(duel.anna, 0), duel.mail(duel.bert, 1), duel.mail(duel.anna, 2))
    fresh.good("import", *first, "--into", "g")
    (fresh.place / "late.txt").write_text(late, "utf-8")
    said = fresh("receive", "late.txt", "--campaign", "g")
    assert said.status == 12 and "SEQ_GAP" in said.out
    assert "take in the mail before it first" in said.out and "ask for the file again" not in said.out


def test_an_unknown_game_names_the_flag(duel: Duel, tmp_path: Path) -> None:
    stranger = fresh_player(tmp_path, "carla")
    said = stranger("receive", duel.mail(duel.bert, 1))
    assert said.status == 2 and "--campaign" in said.err
    assert_two_lines(said)


def test_no_message_and_an_invitation(duel: Duel, tmp_path: Path) -> None:
    (duel.anna.place / "letter.txt").write_text("Dear Anna, see you tomorrow.\n", encoding="utf-8")
    letter = duel.anna("receive", "letter.txt")
    assert letter.status == 2 and "no signed message" in letter.err
    invitation = fresh_player(tmp_path, "carla")("receive", duel.mail(duel.anna, 0))
    assert invitation.status == 2 and "pbem join" in invitation.err
    assert "was here already" in duel.bert.good("receive", duel.mail(duel.anna, 0)).out


def test_what_came_before_a_fault_is_told_beside_it(duel: Duel) -> None:
    duel.anna.good("orders")
    duel.anna.good("submit", "--yes", "--empty")
    letter = duel.bert.place / "letter.txt"
    letter.write_text("Dear Bert\n", encoding="utf-8")
    said = duel.bert("receive", duel.mail(duel.anna, 2), letter, "--json")
    assert said.status == 2
    assert said.json["received"][0]["accepted"] == [2] and said.json["error"]["code"] == "NO_TURN"
    again = duel.bert("receive", duel.mail(duel.anna, 2), letter)
    assert "was here already" in again.out and "no signed message" in again.err
