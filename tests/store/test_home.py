"""The configuration folder: where it is, the identity, and the register of campaigns."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from pbem.errors import Problem
from pbem.store.home import Home, home_path
from tests.store.doubles import RefusingSystem, contents

GAME, OTHER = "0a" * 32, "ff" * 32
USER = Path("/home/ney")


@pytest.mark.parametrize(
    ("environment", "platform", "expected"),
    [
        ({"PBEM_HOME": "/srv/pbem", "XDG_CONFIG_HOME": "/x"}, "linux", Path("/srv/pbem")),
        ({"PBEM_HOME": ""}, "linux", USER / ".config" / "pbem"),
        ({"XDG_CONFIG_HOME": "/x"}, "linux", Path("/x/pbem")),
        ({"XDG_CONFIG_HOME": "relative"}, "linux", USER / ".config" / "pbem"),
        ({}, "darwin", USER / "Library" / "Application Support" / "pbem"),
        ({"APPDATA": "/roaming"}, "win32", Path("/roaming/pbem")),
        ({}, "win32", USER / "AppData" / "Roaming" / "pbem"),
    ],
)
def test_each_system_has_its_place(environment: dict[str, str], platform: str, expected: Path) -> None:
    assert home_path(environment, platform, USER) == expected


def test_a_relative_home_is_taken_from_the_working_folder() -> None:
    assert home_path({"PBEM_HOME": "here"}, "linux", USER) == Path.cwd() / "here"


def test_the_identity_is_private_and_never_lost(tmp_path: Path) -> None:
    home = Home(tmp_path / "new" / "pbem")
    assert home.read_identity() is None
    assert not home.path.exists()
    home.write_identity(b"first")
    home.write_identity(b"first")
    assert home.read_identity() == b"first"
    assert home.path.stat().st_mode & 0o777 == 0o700
    assert (home.path / "identity.json").stat().st_mode & 0o777 == 0o600
    with pytest.raises(Problem) as told:
        home.write_identity(b"second")
    assert told.value.code == "IDENTITY_EXISTS"
    for master in (b"second", b"third"):
        home.write_identity(master, replace=True)
    assert home.read_identity() == b"third"
    former = {"former/identity.json": b"first", "former/identity-2.json": b"second"}
    assert contents(home.path) == {"identity.json": b"third"} | former


def test_former_identities_are_told_from_the_oldest_on(tmp_path: Path) -> None:
    home = Home(tmp_path)
    assert home.former_files() == {}
    for number in range(12):
        home.write_identity(b"%d" % number, replace=True)
    (tmp_path / "former" / "note.txt").write_bytes(b"")
    names = ["identity.json", *(f"identity-{number}.json" for number in range(2, 12))]
    assert list(home.former_files().items()) == [(f"former/{name}", b"%d" % at) for at, name in enumerate(names)]


def test_campaigns_are_found_by_game_and_invites_until_they_are_settled(tmp_path: Path) -> None:
    home = Home(tmp_path)
    assert (home.campaigns(), home.all_pending(), home.campaign(GAME), home.pending(GAME)) == ({}, {}, None, None)
    home.register_pending(OTHER, tmp_path / "a")
    home.register(OTHER, tmp_path / "b")
    home.register(GAME, tmp_path / "c")
    home.register(GAME, tmp_path / "moved")
    assert list(home.campaigns().items()) == [(GAME, tmp_path / "moved"), (OTHER, tmp_path / "b")]
    assert (home.pending(OTHER), home.campaign(OTHER)) == (tmp_path / "a", tmp_path / "b")
    home.forget_pending(OTHER)
    home.forget_pending(OTHER)
    home.forget(GAME)
    assert (home.all_pending(), home.campaigns()) == ({}, {OTHER: tmp_path / "b"})


def test_what_is_to_be_mailed_once_more_is_remembered_until_it_is_mailed(tmp_path: Path) -> None:
    home = Home(tmp_path)
    assert home.asked_again() == {}
    home.ask_again(GAME, 4)
    home.ask_again(OTHER, 7)
    home.ask_again(GAME, 6)
    (tmp_path / "again" / ("1" * 64)).write_bytes(b"six")
    assert home.asked_again() == {GAME: 6, OTHER: 7}
    home.forget_again(GAME)
    assert home.asked_again() == {OTHER: 7}


def test_a_file_is_sealed_anew_only_as_it_was_read(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.write_identity(b"sealed")
    home.reseal("identity.json", b"sealed", b"sealed anew")
    assert home.read_identity() == b"sealed anew" and home.former_files() == {}
    with pytest.raises(Problem) as told:
        home.reseal("identity.json", b"sealed", b"again")
    assert told.value.code == "IDENTITY_CHANGED" and home.read_identity() == b"sealed anew"


def test_a_name_is_kept_and_none_is_no_name(tmp_path: Path) -> None:
    home = Home(tmp_path)
    assert home.name() == ""
    home.keep_name("Anna")
    home.keep_name("Jéna")
    assert home.name() == "Jéna"


def test_a_path_of_any_bytes_is_kept(tmp_path: Path) -> None:
    odd = tmp_path / os.fsdecode(b"J\xc3\xa9na \n\xff")
    Home(tmp_path).register(GAME, odd)
    assert Home(tmp_path).campaign(GAME) == odd
    with pytest.raises(ValueError, match="absolute"):
        Home(tmp_path).register(GAME, Path("here"))


@pytest.mark.parametrize("game", ["", "..", "0A" * 32, "0a" * 31, "../" + "0" * 61, "0a" * 32 + "\n"])
def test_only_ids_are_looked_up(tmp_path: Path, game: str) -> None:
    home = Home(tmp_path / "home")
    for act in (home.campaign, home.pending, home.journal, home.forget, lambda key: home.register(key, tmp_path)):
        with pytest.raises(Problem) as told:
            act(game)
        assert told.value.code == "GAME_ID_MALFORMED"
    assert not home.path.exists()


def test_leftovers_and_foreign_names_in_a_register_are_passed_over(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.register(GAME, tmp_path / "a")
    (tmp_path / "campaigns" / "notes.txt").write_bytes(b"mine")
    (tmp_path / "campaigns" / f".{OTHER}.0123abcd.tmp").write_bytes(b"/half")
    assert home.campaigns() == {GAME: tmp_path / "a"}
    home.register(OTHER, tmp_path / "b")
    assert sorted(contents(tmp_path / "campaigns")) == sorted([GAME, OTHER, "notes.txt"])


def test_a_home_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    for call, number, code in (
        ("make_folder", errno.EACCES, "FOLDER_READ_ONLY"),
        ("create", errno.EROFS, "FOLDER_READ_ONLY"),
        ("sync", errno.ENOSPC, "DISK_FULL"),
    ):
        with pytest.raises(Problem) as told:
            Home(tmp_path / call, system=RefusingSystem(call, number)).write_identity(b"x")
        assert told.value.code == code
        assert Home(tmp_path / call).read_identity() is None
