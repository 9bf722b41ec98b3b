"""keys: shown, put on paper, brought back, renewed, locked; a campaign that outlives its configuration folder."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.campaign.core.person import load_person
from pbem.campaign.inbox.recovery import open_campaign
from pbem.protocol import keys
from pbem.protocol.keyfile import read_keyfile
from pbem.protocol.paper import read_paper
from pbem.store.folder import CampaignFolder
from pbem.store.home import Home
from pbem.store.journal import Journal
from tests.campaign.own_values import OwnValues
from tests.cli.players import Duel, Player, assert_two_lines, begun, fresh_player
from tests.places import PROJECT as ROOT

pytestmark = pytest.mark.usefixtures("quick_passphrases")
SUBCOMMANDS = ("show", "backup", "restore", "renew", "passphrase")


class Terminal(io.TextIOWrapper):
    """A stream that says that somebody sits behind it."""

    def isatty(self) -> bool:
        return True


def master_of(player: Player, passphrase: str = "", file: str = "identity.json") -> bytes:
    return read_keyfile((player.home / file).read_bytes(), passphrase)


def fingerprint_of(master: bytes) -> str:
    return keys.fingerprint(keys.public_key(master))


def code_of(player: Player, *args: str, **more: str) -> str:
    """The code of the error that a command ends with; its two lines are checked too."""
    assert_two_lines(player(*args, **more))
    said = player(*args, "--json", **more)
    assert said.status == 2, said
    return str(said.json["error"]["code"])


# -- show -------------------------------------------------------------------------


def test_show_without_identity(anna: Player) -> None:
    assert "no identity here yet" in anna.good("keys", "show").out
    assert anna.good("keys", "show", "--json").json == {"identity": None, "former": [], "campaigns": []}
    assert not anna.home.exists()


def test_show_names_both_players_and_who_you_are(duel: Duel) -> None:
    told = [player.good("keys", "show", "--json").json for player in (duel.anna, duel.bert)]
    mine, his = (fingerprint_of(master_of(player)) for player in (duel.anna, duel.bert))
    assert [one["identity"]["fingerprint"] for one in told] == [mine, his]
    assert told[0]["identity"]["key"] == keys.public_key(master_of(duel.anna)).hex()
    (campaign,) = told[0]["campaigns"]
    assert (campaign["you"], campaign["with_key"], campaign["running"]) == ("Anna (French)", "present", True)
    assert [(one["side"], one["fingerprint"], one["yours"]) for one in campaign["players"]] == [
        ("a", mine, True),
        ("b", his, False),
    ]
    assert told[1]["campaigns"][0]["you"] == "Bert (Prussian)"
    text = duel.bert.good("keys", "show").out
    assert f"  {mine}   Anna (French): your opponent\n  {his}   Bert (Prussian): you\n" in text
    assert re.search(r"fingerprint   ([a-z2-7]{5}-){4}[a-z2-7]{5}\n", text) and "in clear" in text


def test_show_never_shows_the_secret(duel: Duel) -> None:
    master = master_of(duel.anna)
    paper = read_lines(duel.anna)
    for said in (duel.anna.good("keys", "show"), duel.anna.good("keys", "show", "--json")):
        assert master.hex() not in said.out
        assert not any(line in said.out for line in paper)


def read_lines(player: Player) -> list[str]:
    return [line for line in player.good("keys", "backup", "--to-terminal").out.splitlines() if line[:1] in "1234"]


def test_show_asks_for_the_passphrase_of_a_locked_identity(anna: Player) -> None:
    anna.good(
        "new", "--scenario", "jena-auerstadt", "--side", "french", "--folder", "g", PBEM_PASSPHRASE="hard to guess"
    )
    assert code_of(anna, "keys", "show") == "PASSPHRASE_MISSING"
    assert "locked with a passphrase" in anna.good("keys", "show", PBEM_PASSPHRASE="hard to guess").out


def test_show_finds_the_campaign_at_hand_and_tells_of_broken_ones(duel: Duel) -> None:
    shutil.rmtree(duel.anna.home / "campaigns")
    assert len(duel.anna.good("keys", "show", "--json").json["campaigns"]) == 1
    log = duel.bert.place / "log.jsonl"
    log.write_bytes(log.read_bytes().replace(b'"sig":"', b'"sig":"A', 1))
    (broken,) = duel.bert.good("keys", "show", "--json").json["campaigns"]
    assert broken["error"] and broken["players"] == []
    assert "cannot be read" in duel.bert.good("keys", "show").out


# -- backup -----------------------------------------------------------------------


def test_backup_wants_to_know_where(anna: Player) -> None:
    begun(anna)
    assert code_of(anna, "keys", "backup") == "BACKUP_WHERE"
    assert code_of(anna, "keys", "backup", "--out", "-") == "BACKUP_WHERE"
    assert sorted(path.name for path in anna.place.iterdir()) == ["game"]


def test_backup_needs_an_identity(anna: Player) -> None:
    for args in (("backup", "--to-terminal"), ("renew", "--yes"), ("passphrase", "--no-passphrase")):
        assert code_of(anna, "keys", *args) == "NO_IDENTITY"
    assert not anna.home.exists()


def test_backup_writes_a_private_file_and_overwrites_none(anna: Player) -> None:
    begun(anna)
    said = anna.good("keys", "backup", "--out", "paper.txt")
    path = anna.place / "paper.txt"
    assert path.stat().st_mode & 0o777 == 0o600
    text = path.read_text(encoding="ascii")
    assert read_paper(text) == master_of(anna)
    assert fingerprint_of(master_of(anna)) in text and "pbem keys restore" in text
    assert "delete the file" in said.out and not any(line in said.out for line in text.splitlines()[-4:])
    assert code_of(anna, "keys", "backup", "--out", "paper.txt") == "FILE_EXISTS"
    assert path.read_text(encoding="ascii") == text


def test_backup_to_a_pipe_says_that_it_is_one(anna: Player) -> None:
    begun(anna)
    said = anna.good("keys", "backup", "--to-terminal")
    assert read_paper(said.out) == master_of(anna) and "pipe" in said.err
    told = anna.good("keys", "backup", "--to-terminal", "--json").json
    assert read_paper("\n".join(told["paper"])) == master_of(anna)
    assert "paper" not in anna.good("keys", "backup", "--out", "p.txt", "--json").json


def test_backup_of_a_former_identity(anna: Player) -> None:
    begun(anna)
    first = master_of(anna)
    anna.good("keys", "renew", "--yes")
    said = anna.good("keys", "backup", "--to-terminal", "--key", fingerprint_of(first)[:9].upper())
    assert read_paper(said.out) == first
    assert read_paper(anna.good("keys", "backup", "--to-terminal").out) == master_of(anna) != first
    assert code_of(anna, "keys", "backup", "--to-terminal", "--key", "11111") == "UNKNOWN_KEY"


# -- restore ----------------------------------------------------------------------


def test_restore_on_a_new_computer(anna: Player, tmp_path: Path) -> None:
    begun(anna).good("keys", "backup", "--out", "paper.txt")
    other = fresh_player(tmp_path, "elsewhere")
    said = other.good("keys", "restore", anna.place / "paper.txt", PBEM_PASSPHRASE="on the new one")
    assert fingerprint_of(master_of(anna)) in said.out and "pbem doctor" in said.out
    assert master_of(other, "on the new one") == master_of(anna)
    assert (other.home / "identity.json").stat().st_mode & 0o777 == 0o600
    assert code_of(fresh_player(tmp_path, "third"), "keys", "restore", str(anna.place / "paper.txt")) == (
        "PASSPHRASE_MISSING"
    )


def test_restore_from_typed_lines_asks_again_for_a_wrong_one(anna: Player, tmp_path: Path) -> None:
    lines = read_lines(begun(anna))
    wrong = lines[2][:3] + ("Z" if lines[2][3] != "Z" else "Y") + lines[2][4:]
    typed = "\n".join([lines[0].lower(), "", "# so far so good", lines[1][3:].replace(" ", "-"), wrong, *lines[2:]])
    other = fresh_player(tmp_path, "elsewhere")
    said = other.good("keys", "restore", "--no-passphrase", typed=typed + "\n")
    assert "line 3 has an error" in said.err and "line 4 of 4: " in said.out
    assert master_of(other) == master_of(anna)
    third = fresh_player(tmp_path, "third")
    ended = third("keys", "restore", "--no-passphrase", typed=lines[0] + "\n")
    assert ended.status == 2 and "line 2 is missing; line 3 is missing; line 4 is missing" in ended.err
    assert third("keys", "restore", "--json").json["error"]["code"] == "ANSWER_MISSING"
    third.good("keys", "restore", "-", "--no-passphrase", typed="\r\n".join(lines))
    assert master_of(third) == master_of(anna)


def test_a_damaged_paper_changes_nothing(anna: Player, tmp_path: Path) -> None:
    lines = read_lines(begun(anna))
    other = fresh_player(tmp_path, "elsewhere")
    paper = other.place / "paper.txt"
    for text, word in (
        ("\n".join([*lines[:3], lines[3][:-1]]), "line 4 has 19 symbols"),
        ("\n".join(lines[:3]), "line 4 is missing"),
        ("", "no line of a paper backup"),
        ("A" * 20000, "too long"),
        ("\x00\xff" * 40, "line 1 has"),
    ):
        paper.write_text(text, encoding="latin-1")
        assert code_of(other, "keys", "restore", "paper.txt") == "PAPER_DAMAGED"
        assert word in other("keys", "restore", "paper.txt").err
    paper.write_bytes(b"A" * 100000)
    assert code_of(other, "keys", "restore", "paper.txt") == "FILE_TOO_LARGE"
    assert code_of(other, "keys", "restore", "nowhere.txt") == "FILE_MISSING"
    assert not other.home.exists()


def test_restore_beside_another_identity(anna: Player, tmp_path: Path) -> None:
    begun(anna).good("keys", "backup", "--out", "paper.txt")
    mine = master_of(anna)
    other = begun(fresh_player(tmp_path, "elsewhere"))
    first, paper = master_of(other), str(anna.place / "paper.txt")
    assert code_of(other, "keys", "restore", paper) == "IDENTITY_EXISTS"
    assert "--replace" in other("keys", "restore", paper).err and master_of(other) == first
    assert code_of(other, "keys", "restore", paper, "--replace", "--former") == "USAGE"
    other.good("keys", "restore", paper, "--replace", "--no-passphrase")
    assert master_of(other) == mine and master_of(other, file="former/identity.json") == first
    assert other.good("keys", "restore", paper).out.startswith("This identity is here already.")
    (kept,) = other.good("keys", "show", "--json").json["former"]
    assert (kept["fingerprint"], kept["locked"]) == (fingerprint_of(first), False)
    assert "you, with a former identity" in other.good("keys", "show").out


def test_restore_among_the_former_ones(anna: Player, tmp_path: Path) -> None:
    begun(anna).good("keys", "backup", "--out", "paper.txt")
    paper = str(anna.place / "paper.txt")
    other = fresh_player(tmp_path, "elsewhere")
    assert code_of(other, "keys", "restore", paper, "--former") == "NO_IDENTITY"
    other.good("new", "--scenario", "jena-auerstadt", "--side", "french", "--folder", "g", PBEM_PASSPHRASE="locked")
    present = master_of(other, "locked")
    assert code_of(other, "keys", "restore", paper, "--former") == "PASSPHRASE_MISSING"
    for words in ("among your former identities", "here already"):
        assert words in other.good("keys", "restore", paper, "--former", PBEM_PASSPHRASE="locked").out
    assert master_of(other, "locked") == present
    assert master_of(other, "locked", "former/identity.json") == master_of(anna)
    assert len(list((other.home / "former").iterdir())) == 1


def test_restore_over_a_damaged_or_forgotten_identity(anna: Player) -> None:
    paper = "\n".join(read_lines(begun(anna)))
    mine = master_of(anna)
    (anna.home / "identity.json").write_bytes(b"{}")
    assert "pbem keys restore --replace" in anna("status", "--campaign", "game").err
    assert anna("keys", "restore", "-", typed=paper).status == 2
    anna.good("keys", "restore", "-", "--replace", "--no-passphrase", typed=paper)
    assert master_of(anna) == mine and (anna.home / "former/identity.json").read_bytes() == b"{}"
    (kept,) = anna.good("keys", "show", "--json").json["former"]
    assert kept["file"] == "former/identity.json" and "not a pbem key file" in kept["error"]
    assert "not a pbem key file" in anna.good("keys", "show").out


# -- renew and passphrase ---------------------------------------------------------


def test_renew_keeps_the_former_identity(duel: Duel) -> None:
    anna = duel.anna
    first = master_of(anna)
    assert "Nothing was changed" in anna.good("keys", "renew", typed="n\n").out
    assert code_of(anna, "keys", "renew") == "ANSWER_MISSING" and master_of(anna) == first
    told = anna.good("keys", "renew", "--yes", "--json").json
    assert master_of(anna, file="former/identity.json") == first
    assert told == {
        "fingerprint": fingerprint_of(master_of(anna)),
        "key": keys.public_key(master_of(anna)).hex(),
        "former": fingerprint_of(first),
        "running": [str(anna.place)],
    }
    (campaign,) = anna.good("keys", "show", "--json").json["campaigns"]
    assert (campaign["you"], campaign["with_key"]) == ("Anna (French)", "former")
    said = anna.good("keys", "renew", "--yes").out
    assert "pbem submit --change-key" in said and "pbem keys backup" in said
    person = load_person(Home(anna.home), str)
    assert person is not None and len(person.keys) == 3
    assert person.master_of(keys.public_key(first)) == first


def test_a_renewed_identity_keeps_its_passphrase(anna: Player) -> None:
    lock = {"PBEM_PASSPHRASE": "hard to guess"}
    anna.good("new", "--scenario", "jena-auerstadt", "--side", "french", "--folder", "g", **lock)
    anna.good("keys", "renew", "--yes", **lock)
    assert master_of(anna, "hard to guess") != master_of(anna, "hard to guess", "former/identity.json")


def test_the_passphrase_is_set_changed_and_removed(anna: Player) -> None:
    begun(anna)
    master = master_of(anna)
    anna.good("keys", "renew", "--yes")
    present = master_of(anna)
    assert code_of(anna, "keys", "passphrase") == "PASSPHRASE_MISSING"
    assert "PBEM_NEW_PASSPHRASE" in anna("keys", "passphrase").err
    anna.good("keys", "passphrase", PBEM_NEW_PASSPHRASE="one")
    assert (master_of(anna, "one"), master_of(anna, "one", "former/identity.json")) == (present, master)
    assert code_of(anna, "keys", "passphrase", "--no-passphrase") == "PASSPHRASE_MISSING"
    assert code_of(anna, "keys", "passphrase", "--no-passphrase", PBEM_PASSPHRASE="wrong") == "IDENTITY_LOCKED"
    anna.good("keys", "passphrase", PBEM_PASSPHRASE="one", PBEM_NEW_PASSPHRASE="two")
    told = anna.good("keys", "passphrase", "--no-passphrase", "--json", PBEM_PASSPHRASE="two")
    assert told.json == {"locked": False, "left": []} and "kept in clear" in told.err
    assert (master_of(anna), master_of(anna, file="former/identity.json")) == (present, master)
    assert sorted(path.name for path in anna.home.rglob("*identity*")) == ["identity.json", "identity.json"]


def test_a_former_identity_with_a_passphrase_of_its_own(anna: Player) -> None:
    anna.good("new", "--scenario", "jena-auerstadt", "--side", "french", "--folder", "g", PBEM_PASSPHRASE="old")
    first = master_of(anna, "old")
    paper = read_lines(begun(fresh_player(anna.place, "other")))
    anna.good("keys", "restore", "-", "--replace", "--no-passphrase", typed="\n".join(paper))
    (kept,) = anna.good("keys", "show", "--json").json["former"]
    assert "passphrase is wrong" in kept["error"] and "pbem keys passphrase" in anna.good("keys", "show").out
    said = anna.good("keys", "passphrase", PBEM_NEW_PASSPHRASE="new", PBEM_FORMER_PASSPHRASE="guess")
    assert "former/identity.json does not open" in said.err
    anna.good("keys", "passphrase", PBEM_PASSPHRASE="new", PBEM_NEW_PASSPHRASE="new", PBEM_FORMER_PASSPHRASE="old")
    assert master_of(anna, "new", "former/identity.json") == first


def test_passphrases_typed_at_a_terminal(anna: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(anna)
    words = iter(["one", "other", "one", "one"])
    monkeypatch.setattr(io, "TextIOWrapper", Terminal)
    monkeypatch.setattr("getpass.getpass", lambda prompt: next(words))
    assert "not the same" in anna("keys", "passphrase").err
    anna.good("keys", "passphrase")
    assert len(master_of(anna, "one")) == 32 and next(words, None) is None


# -- a lost configuration folder --------------------------------------------------


def journal_of(player: Player) -> Path:
    """The copy of the journal in the campaign's folder."""
    return CampaignFolder.open(player.place, write=False).journal


def own_values(player: Player) -> dict[int, dict[str, list[object]]]:
    """Everything that a player's messages committed to, from his vaults."""
    person = load_person(Home(player.home), str)
    campaign = open_campaign(player.place, Home(player.home), person, write=False)
    assert person is not None
    values = OwnValues(person.master, campaign.chain.game, campaign.seat, campaign.chain.messages)
    return {seq: dict(values[seq]) for seq in values}


@pytest.mark.slow
def test_a_campaign_goes_on_after_its_configuration_folder_was_lost(duel: Duel) -> None:
    anna = duel.anna
    name = anna.good("standing", "--json").json["slots"][0]["name"]
    kind, formation = name.split(".")
    (anna.place / "standing.yaml").write_text(f"{kind}:\n  {formation}: ask\n", encoding="utf-8")
    for seq in (2, 3, 4):
        duel.turn(seq)
    anna.good("keys", "backup", "--out", anna.place.parent / "paper.txt")
    before = own_values(anna)
    assert "ask" in before[4]["doctrine"]
    game = anna.good("status", "--json").json["game"]
    shutil.rmtree(anna.home)
    assert anna("submit", "--yes", "--empty").status != 0 and not anna.home.exists()

    anna.good("keys", "restore", anna.place.parent / "paper.txt", "--no-passphrase")
    assert own_values(anna) == before
    assert "receive did not know this folder" in anna.good("doctor").out
    assert [one["game"] for one in anna.good("list", "--json").json["campaigns"]] == [game]
    for seq in (5, 6, 7):
        duel.turn(seq)
    assert anna.good("verify").status == 0 and own_values(anna)[4] == before[4]
    # The second copy of the journal was made anew from that in the campaign's folder.
    (copy,) = (anna.home / "journals").glob("*.jsonl")
    assert copy.read_bytes() == journal_of(anna).read_bytes()
    assert sorted(Journal(journal_of(anna), copy).entries()) == [2, 4, 6]


@pytest.mark.slow
def test_without_folder_copy_and_second_copy_the_journal_begins_empty(duel: Duel) -> None:
    """What the log holds is safe all the same: its numbers are taken."""
    duel.turn(2)
    duel.anna.good("keys", "backup", "--out", duel.anna.place.parent / "paper.txt")
    shutil.rmtree(duel.anna.home)
    journal_of(duel.anna).unlink()
    duel.anna.good("keys", "restore", duel.anna.place.parent / "paper.txt", "--no-passphrase")
    duel.anna.good("doctor")
    assert duel.anna("submit", "--yes", "--empty").status == 3
    for seq in (3, 4, 5):
        duel.turn(seq)
    (copy,) = (duel.anna.home / "journals").glob("*.jsonl")
    assert sorted(Journal(journal_of(duel.anna), copy).entries()) == [4]


# -- the command itself -----------------------------------------------------------


@pytest.mark.parametrize("sub", SUBCOMMANDS)
def test_help_and_docs_of_the_subcommands(anna: Player, sub: str) -> None:
    said = anna.good("keys", sub, "--help")
    examples = said.out.split("Examples:\n")[1].strip().split("\n")
    assert all(line.strip().startswith(f"pbem keys {sub}") for line in examples)
    section = (ROOT / "docs/cli.md").read_text(encoding="utf-8").split("## keys\n")[1].split("\n## ")[0]
    assert f"`keys {sub}`" in section
    for option in re.findall(r"^  (--[a-z-]+)", said.out, re.MULTILINE):
        assert option in ("--help", "--json") or f"`{option}" in section, option


def test_docs_name_the_variables_of_scripts() -> None:
    text = (ROOT / "docs/cli.md").read_text(encoding="utf-8")
    for name in ("PBEM_PASSPHRASE", "PBEM_NEW_PASSPHRASE", "PBEM_FORMER_PASSPHRASE"):
        assert f"`{name}`" in text


def test_wrong_usage(anna: Player) -> None:
    for args in ((), ("nonsense",), ("show", "--nonsense"), ("backup", "--out")):
        said = anna("keys", *args)
        assert said.status == 2
        assert_two_lines(said)
    assert json.loads(anna("keys", "restore", "nowhere", "--json").out)["error"]["code"] == "FILE_MISSING"


def test_completion_knows_the_subcommands() -> None:
    environment = {"_PBEM_COMPLETE": "complete_bash", "COMP_WORDS": "pbem keys re", "COMP_CWORD": "2"}
    done = subprocess.run(
        [sys.executable, "-m", "pbem"], capture_output=True, env={**os.environ, **environment}, check=False
    )
    assert done.stdout.decode().split() == ["restore", "renew"]
