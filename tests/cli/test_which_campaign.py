"""`--campaign` names a campaign by folder, name or id, wherever somebody is; an only one needs no name."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.players import Player, assert_two_lines
from tests.cli.test_completion import offered, shell

__all__ = ["shell"]


def invite(player: Player, folder: str, scenario: str, army: str) -> str:
    """Begins a campaign; the first digits of its id."""
    told = player.good(
        "new", "--scenario", scenario, "--side", army, "--name", "Anna", "--no-passphrase", "--folder", folder, "--json"
    )
    return str(told.json["id"])


def game(player: Player, *words: str) -> str:
    return str(player.good("status", "--json", *words).json["game"])


@pytest.fixture
def two(anna: Player) -> tuple[Player, str, str]:
    """Somebody with two campaigns, in a folder that is neither, and the ids of the two."""
    jena, eylau = invite(anna, "jena", "jena-auerstadt", "french"), invite(anna, "with-bert", "eylau-1807", "french")
    (anna.place / "elsewhere").mkdir()
    return anna.within("elsewhere"), jena, eylau


def test_a_folder_a_name_or_an_id_from_anywhere(two: tuple[Player, str, str]) -> None:
    anna, jena, eylau = two
    for word in ("../jena", "jena", "JENA", "jena-auerstadt", "Jena-Auerstadt, 14 October 1806", jena, jena[:7]):
        assert game(anna, "--campaign", word) == jena, word
    for word in ("with-bert", "eylau-1807", "eyl", eylau, eylau[:6].upper()):
        assert game(anna, "--campaign", word) == eylau, word


def test_every_command_that_takes_one_asks_the_same_finder(two: tuple[Player, str, str]) -> None:
    anna, jena, _ = two
    for command in ("show 0", "verify", "audit", "doctor", "standing", "map", "submit --resend",
                    "stats --mails"):  # fmt: skip
        anna.good(*command.split(), "--campaign", jena[:8])
        said = anna(*command.split(), "--campaign", "nowhere")
        assert (said.status, "no campaign is called 'nowhere'" in said.err) == (2, True), said
    assert anna("receive", "x", "--campaign", "nowhere").err == anna("status", "--campaign", "nowhere").err


def test_what_fits_several_is_refused_with_the_list(two: tuple[Player, str, str]) -> None:
    anna, jena, _ = two
    third = invite(anna, "../jena-2", "jena-auerstadt", "prussian")
    said = anna("status", "--campaign", "jena-auerstadt")
    assert_two_lines(said)
    assert "any of 2 campaigns" in said.err and all(id in said.err for id in (jena, third))
    assert game(anna, "--campaign", "jena") == jena, "a whole name counts before the beginning of another"
    json = anna("status", "--campaign", "jena-a", "--json")
    assert json.json["error"]["code"] == "CAMPAIGN_UNCLEAR"


def test_one_alone_needs_no_name(anna: Player) -> None:
    said = anna("status")
    assert said.status == 2 and "pbem new begins one" in said.err
    jena = invite(anna, "jena", "jena-auerstadt", "french")
    (anna.place / "elsewhere").mkdir()
    assert game(anna.within("elsewhere")) == jena
    assert "verified: waits for b" in anna.within("elsewhere").good("verify").out
    assert game(anna.within("jena/outbox")) == jena


def test_of_several_none_is_guessed(two: tuple[Player, str, str]) -> None:
    anna, jena, eylau = two
    said = anna("status")
    assert_two_lines(said)
    assert said.status == 2 and all(word in said.err for word in (jena, eylau, "--campaign"))
    assert game(anna.within("../jena")) == jena


def test_a_folder_that_is_here_counts_before_names(two: tuple[Player, str, str]) -> None:
    anna, jena, _ = two
    near = invite(anna, "jena", "jena-auerstadt", "prussian")
    assert game(anna, "--campaign", "jena") == near
    assert game(anna.within(".."), "--campaign", "jena") == jena


def test_a_folder_that_is_gone_is_told(two: tuple[Player, str, str], tmp_path: Path) -> None:
    anna, jena, eylau = two
    (anna.place / "../with-bert").rename(tmp_path / "away")
    said = anna("status", "--campaign", eylau)
    assert said.status == 2 and "is not there any more" in said.err and "with-bert" in said.err
    assert game(anna) == jena, "what is left is the only one"


@pytest.mark.slow
def test_the_shell_offers_names_ids_and_folders(shell: dict[str, str]) -> None:
    home = Path(shell["HOME"])
    player = Player(home / ".config/pbem", home)
    jena = invite(player, "jena", "jena-auerstadt", "french")
    (home / "maps").mkdir()
    found = offered(
        shell, "pbem status --campaign ", f"pbem map --campaign {jena[:4]}", "pbem mail sync --again je",
        "pbem status --campaign ./m"
    )  # fmt: skip
    assert found == [["jena", jena, "maps"], [jena], ["jena"], ["./maps"]]
