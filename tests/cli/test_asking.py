"""What a new game lacks is asked at a terminal, one's name once for all games; names nearly right are recognized."""

from __future__ import annotations

import pytest

from tests.cli.players import Player, Said, assert_two_lines, begun, fresh_player

NEW = ("new", "--no-passphrase", "--folder", "game")


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody sits there."""
    monkeypatch.setattr("pbem.cli.asking.answered_here", lambda: True)
    monkeypatch.setattr("pbem.cli.commands.keys.answered_here", lambda: True)


def names(player: Player, folder: str, seq: int = 0) -> str:
    return str(player.good("show", str(seq), "--campaign", folder, "--json").json["payload"].get("name", ""))


@pytest.mark.usefixtures("terminal")
def test_rulebook_scenario_side_and_name_are_asked(anna: Player) -> None:
    said = anna.good(*NEW, typed="9\nnapolen\nnapoleon-at-war\njena-auerstadt\nprussian\nAnna\n")
    assert said.out.startswith("Which rulebook?\n   1  1806 ") and "That is none of them." in said.out
    assert "Did you mean napoleon-at-war?" in said.out and "Which scenario?\n   1  learning-jena " in said.out
    assert "Which army do you play?\n   1  french    French\n   2  prussian  Prussian\n" in said.out
    assert names(anna, "game") == "Anna"
    assert anna.good("status", "--campaign", "game", "--json").json["you"] == "Anna (Prussian)"


@pytest.mark.usefixtures("terminal")
def test_only_what_is_missing_is_asked(anna: Player) -> None:
    said = anna.good(*NEW, "--scenario", "eylau-1807", "--name", "Anna", typed="2\n")
    assert "Which rulebook?" not in said.out and "Which scenario?" not in said.out
    said = anna.good("practice", "--ruleset", "napoleon-at-war", typed="1\n1\n")
    assert "Which army do you play?" in said.out


@pytest.mark.usefixtures("terminal")
def test_where_the_input_ends_it_is_the_error_as_ever(anna: Player) -> None:
    said = anna(*NEW)
    assert said.status == 2 and "which rulebook? installed:" in said.err
    assert not list(anna.place.iterdir())


def test_nobody_is_asked_in_a_pipe(anna: Player) -> None:
    said = anna(*NEW, "--scenario", "eylau-1807", typed="1\n")
    assert said.status == 2 and "which army do you play?" in said.err and said.out == ""


def test_the_name_is_the_identitys_in_each_new_game(anna: Player, terminal: None) -> None:
    begun(anna)
    said = anna.good("new", "--scenario", "eylau-1807", "--side", "french", "--folder", "second")
    assert "You are Anna, as before; for another name: --name" in said.out and names(anna, "second") == "Anna"
    anna.good("new", "--scenario", "eylau-1807", "--side", "french", "--folder", "third", "--name", "Annette")
    assert names(anna, "third") == "Annette"
    assert anna.good("keys", "name", "--json").json["name"] == "Anna", "a name for one game changes no other"
    assert "Anna B." in anna.good("keys", "name", "Anna B.").out
    anna.good("new", "--scenario", "eylau-1807", "--side", "french", "--folder", "fourth", "--json")
    assert names(anna, "fourth") == "Anna B."


def test_keys_new_makes_an_identity_with_a_name(anna: Player) -> None:
    said = anna.good("keys", "new", "--name", "Anna", "--no-passphrase")
    assert "Your name in every new game: Anna" in said.out
    again = anna("keys", "new", "--name", "Berta", "--no-passphrase")
    assert_two_lines(again)
    assert again.status == 2 and "pbem keys name" in again.err
    assert anna.good("keys", "name").out == "Your name in every new game: Anna\n"
    anna.good("new", "--scenario", "eylau-1807", "--side", "french", "--folder", "game")
    assert names(anna, "game") == "Anna"


@pytest.mark.usefixtures("terminal")
def test_keys_new_asks_for_the_name(anna: Player) -> None:
    anna.good("keys", "new", "--no-passphrase", typed="Anna\n")
    assert anna.good("keys", "name", "--json").json["name"] == "Anna"


@pytest.mark.parametrize("name", ["a\nb", "x" * 65, "Anna <anna@example.org>", " "])
def test_a_name_that_is_none_is_refused(anna: Player, name: str) -> None:
    said = anna("keys", "name", name)
    assert_two_lines(said)
    assert said.status == 2 and anna.good("keys", "name", "--json").json["name"] == ""


def test_the_joiner_keeps_his_name_too(anna: Player, tmp_path_factory: pytest.TempPathFactory) -> None:
    begun(anna)
    bert = fresh_player(tmp_path_factory.mktemp("b"), "bert")
    invitation = anna.place / "game/outbox/0000-a.yaml"
    bert.good("join", invitation, "--name", "Bert", "--no-passphrase", "--folder", "game", "--yes")
    assert bert.good("keys", "name", "--json").json["name"] == "Bert"


NEARLY = [
    (("new", "--scenario", "jena-auerstad"), "did you mean jena-auerstadt or jena-auerstedt or auerstedt?"),
    (("new", "--ruleset", "jours-de-gloire", "--scenario", "eylau"), "did you mean eylau-1807?"),
    (("new", "--ruleset", "napoleon-at-var"), "did you mean napoleon-at-war or napoleons-last-battles?"),
    (("new", "--scenario", "eylau-1807", "--side", "frensh"), "did you mean french?"),
    (("new", "--scenario", "eylau-1807", "--side", "french", "--clock-default", "forfiet"), "did you mean forfeit?"),
    (("new", "--scenario", "eylau-1807", "--side", "french", "--option", "hidding=open"), "did you mean hiding?"),
    (("hotseat", "--scenario", "jena-auerstad"), "did you mean jena-auerstadt or jena-auerstedt or auerstedt?"),
    (("rules", "show", "napoleon-at-wat"), "did you mean napoleon-at-war or napoleons-last-battles?"),
    (("submitt",), "did you mean submit?"),
    (("keys", "resore"), "did you mean pbem keys restore?"),
    (("mail", "snyc"), "did you mean pbem mail sync?"),
]


@pytest.mark.parametrize(("words", "hint"), NEARLY)
def test_what_is_nearly_right_is_recognized(anna: Player, words: tuple[str, ...], hint: str) -> None:
    said = anna(*words)
    assert_two_lines(said)
    assert said.status == 2 and hint in said.err


EMPTY = [
    ("new", "--ruleset", "jours-de-gloire"),
    ("new", "--ruleset", "jours-de-gloire", "--side", "french"),
    ("new", "--scenario", "eylau-1807", "--side", " "),
    ("new", "--scenario", "eylau-1807", "--side", "french", "--option", ""),
    ("new", "--scenario", "eylau-1807", "--side", "french", "--option", "hiding="),
    ("new", "--scenario", "eylau-1807", "--side", "french", "--clock-default", " "),
    ("new", "--scenario", "eylau-1807", "--side", "french", "--opponent", "<"),
    ("practice", "--ruleset", "jours-de-gloire"),
    ("demo", "--ruleset", "jours-de-gloire"),
    ("hotseat", "--ruleset", "jours-de-gloire"),
    ("rules", "show", ""),
    ("rules", "coverage", ""),
    ("rules", "check-scenario", "", "--ruleset", ""),
    ("status", "--campaign", ""),
    ("status", "--as-of", " "),
    ("keys", ""),
    ("",),
    ("seat", "--side", ""),
    ("mail", "setup", "--address", "a@b.c", "--imap", ":1", "--smtp", "h"),
    ("odds", ""),
    ("show", ""),
    ("import", ""),
]


@pytest.mark.parametrize("words", EMPTY)
def test_no_error_quotes_what_is_empty(anna: Player, words: tuple[str, ...]) -> None:
    said: Said = anna(*words)
    if said.status:
        assert_two_lines(said)
        assert "''" not in said.err and '""' not in said.err and "' '" not in said.err, said.err
