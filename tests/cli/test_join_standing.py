"""What an acceptance fixes for good can be chosen before it is signed; and the name it bears."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.players import Duel, Player, assert_two_lines, begun, fresh_player

JOIN = ("--name", "Bert", "--no-passphrase", "--folder", "game")


@pytest.fixture
def bert(anna: Player, tmp_path: Path) -> Player:
    """Somebody who got Anna's invitation as `invitation.yaml`."""
    begun(anna)
    bert = fresh_player(tmp_path, "bert")
    data = (anna.place / "game/outbox/0000-a.yaml").read_bytes()
    (bert.place / "invitation.yaml").write_bytes(data)
    return bert


def opened_option(anna: Player, bert: Player) -> str:
    """What the first French report says of the reinforcement option, which message 1 committed to."""
    anna.good("receive", bert.place / "game/outbox/0001-b.yaml", "--quiet")
    duel = Duel(anna.within("game"), bert.within("game"))
    for seq in (2, 3):
        duel.turn(seq)
    said = duel.anna.good("report", "3").out
    return said.partition("reinforcements: ")[2][:8]


def test_an_option_chosen_with_set_is_what_the_first_message_commits_to(anna: Player, bert: Player) -> None:
    said = bert.good("join", "invitation.yaml", *JOIN, "--yes", "--set", "option=B")
    assert "Fixed by it, whatever standing.yaml says later: option=B\n" in said.out
    assert opened_option(anna, bert) == "Option B"


def test_a_file_of_standing_orders_counts_from_the_first_message(anna: Player, bert: Player) -> None:
    (bert.place / "mine.yaml").write_text("retreat:\n  tauenzien: ask\noption: B\n", encoding="utf-8")
    bert.good("join", "invitation.yaml", *JOIN, "--yes", "--standing", "mine.yaml")
    assert (bert.place / "game/standing.yaml").read_bytes() == (bert.place / "mine.yaml").read_bytes()
    assert opened_option(anna, bert) == "Option B"


def test_a_file_that_lies_in_the_folder_counts_as_before(anna: Player, bert: Player) -> None:
    (bert.place / "game").mkdir()
    (bert.place / "game/standing.yaml").write_text("option: B\n", encoding="utf-8")
    bert.good("join", "invitation.yaml", *JOIN, "--yes")
    assert opened_option(anna, bert) == "Option B"


def test_without_a_choice_the_default_is_named_with_the_way_to_another(anna: Player, bert: Player) -> None:
    shown = bert.good("join", "invitation.yaml", *JOIN, typed="n\n")
    assert "your acceptance fixes option=A (the default); to choose otherwise answer n and see --set" in shown.out
    assert not (bert.place / "game").exists()
    said = bert.good("join", "invitation.yaml", *JOIN, "--yes", "--json").json
    assert said["fixed"] == [{"slot": "option", "value": "A", "set": False, "others": ["B"]}]
    assert opened_option(anna, bert) == "Option A"


def test_the_last_words_tell_what_is_fixed_and_what_is_not(bert: Player) -> None:
    said = bert.good("join", "invitation.yaml", *JOIN, "--yes").out
    assert "standing.yaml says later: option=A (the default); --set option=B would have said otherwise\n" in said
    assert "Next: open that mail and send it" in said
    assert "Everything else in standing.yaml there may be changed: edits count from your next message\n" in said


@pytest.mark.slow
def test_at_a_terminal_the_choice_is_asked_for(anna: Player, bert: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.cli.commands.join.answered_here", lambda: True)
    said = bert.good("join", "invitation.yaml", *JOIN, typed="c\nb\ny\n")
    assert "option, A or B [A]: " in said.out and "It is one of: A, B" in said.out
    assert "your acceptance fixes option=B;" in said.out
    assert opened_option(anna, bert) == "Option B"


def test_an_empty_line_at_the_terminal_takes_the_default(bert: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.cli.commands.join.answered_here", lambda: True)
    said = bert.good("join", "invitation.yaml", *JOIN, typed="\ny\n")
    assert "option=A (the default)" in said.out


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--set", "opton=B"), "UNKNOWN_SLOT"),
        (("--set", "option"), "UNKNOWN_SLOT"),
        (("--set", "option=A", "--set", "option=B"), "UNKNOWN_SLOT"),
        (("--set", "option=C"), "SLOT_VALUE"),
        (("--set", "option="), "SLOT_VALUE"),
        (("--set", "option={"), "ORDERS_YAML"),
        (("--set", "option=B", "--standing", "mine.yaml"), "STANDING_EXISTS"),
        (("--standing", "wrong.yaml"), "ORDERS_SCHEMA"),
        (("--standing", "nowhere.yaml"), "FILE_MISSING"),
    ],
)
def test_a_choice_that_cannot_be_is_refused_before_anything_is_signed(
    bert: Player, words: tuple[str, ...], code: str
) -> None:
    (bert.place / "mine.yaml").write_text("option: A\n", encoding="utf-8")
    (bert.place / "wrong.yaml").write_text("option: C\n", encoding="utf-8")
    said = bert("join", "invitation.yaml", *JOIN, "--yes", "--json", *words)
    assert (said.status, said.json["error"]["code"]) == (2, code)
    assert not (bert.place / "game").exists()


def test_two_files_that_differ_are_refused(bert: Player) -> None:
    (bert.place / "game").mkdir()
    (bert.place / "game/standing.yaml").write_text("option: B\n", encoding="utf-8")
    (bert.place / "mine.yaml").write_text("option: A\n", encoding="utf-8")
    assert_two_lines(bert("join", "invitation.yaml", *JOIN, "--yes", "--standing", "mine.yaml"))
    assert (bert.place / "game/standing.yaml").read_text(encoding="utf-8") == "option: B\n"


def test_set_takes_a_value_of_any_form_and_keeps_the_template(bert: Player) -> None:
    bert.good("join", "invitation.yaml", *JOIN, "--yes", "--set", "retreat.tauenzien={to: [n, nw]}")
    text = (bert.place / "game/standing.yaml").read_text(encoding="utf-8")
    assert "# option: A" in text and "\n  tauenzien:\n" in text
    said = bert.within("game").good("standing").out
    assert "* retreat.tauenzien:" in said and "to: [n, nw]" in said.replace('"', "")


def test_the_name_is_that_of_the_latest_campaign(anna: Player, bert: Player, tmp_path: Path) -> None:
    bert.good("join", "invitation.yaml", *JOIN, "--yes")
    carl = begun(fresh_player(tmp_path, "carl"))
    said = bert.good("join", carl.place / "game/outbox/0000-a.yaml", "--folder", "second", "--yes")
    assert "You are Bert, as before; for another name: --name" in said.out
    shown = bert.good("show", "1", "--campaign", "second", "--json").json
    assert shown["payload"]["name"] == "Bert"


def test_a_nameless_joiner_is_asked_at_a_terminal(bert: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("asking", "commands.join"):
        monkeypatch.setattr(f"pbem.cli.{module}.answered_here", lambda: True)
    said = bert.good("join", "invitation.yaml", "--no-passphrase", "--folder", "game", typed=" Berta \n\ny\n")
    assert "Your name, as your opponent will read it [prussian]: " in said.out
    assert bert.good("show", "1", "--campaign", "game", "--json").json["payload"]["name"] == "Berta"


def test_an_inviter_is_told_what_his_first_message_will_fix(anna: Player, tmp_path: Path) -> None:
    begin = ("new", "--scenario", "jena-auerstadt", "--name", "Anna", "--no-passphrase", "--side")
    prussian = anna.good(*begin, "prussian", "--folder", "one").out
    assert "Your first message after that fixes option: pbem standing writes standing.yaml" in prussian
    assert "Your first message after that fixes" not in anna.good(*begin, "french", "--folder", "two").out
    bert = fresh_player(tmp_path, "bert")
    bert.good("join", anna.place / "one/outbox/0000-a.yaml", "--folder", "game", "--no-passphrase", "--yes")
    anna.within("one").good("receive", bert.place / "game/outbox/0001-b.yaml", "--quiet")
    duel = Duel(anna.within("one"), bert.within("game"))
    duel.anna.good("standing")
    path = duel.anna.place / "standing.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("# option: A", "option: B"), encoding="utf-8")
    for seq in (2, 3, 4):
        duel.anna.good("submit", "--yes", "--empty") if seq == 2 else None
        duel.bert.good("receive", duel.mail(duel.anna, 2), "--quiet") if seq == 2 else duel.turn(seq)
    assert "reinforcements: Option B" in duel.bert.good("report", "4").out
