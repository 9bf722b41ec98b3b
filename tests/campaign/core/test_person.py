"""A person and the identities that were his before: which master signs for which key, and what opens what."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from pbem.campaign.core.person import Former, Person, ensure_person, load_person, sealed
from pbem.campaign.writing.standing import committed_values, read_standing, split_name
from pbem.errors import Problem
from pbem.protocol import keys
from pbem.protocol.keyfile import KeyFileError, needs_passphrase, read_keyfile
from pbem.store.home import IDENTITY, Home
from pbem.upkeep.keyring import relocked
from tests.campaign.folders import begin
from tests.campaign.own_values import OwnValues
from tests.store.doubles import RefusingSystem, contents

pytestmark = pytest.mark.usefixtures("quick_passphrases")
FIRST, SECOND, THIRD = b"1" * 32, b"2" * 32, b"3" * 32
KEYS = [keys.public_key(master) for master in (FIRST, SECOND, THIRD)]


def nobody() -> str:
    """No passphrase is asked for."""
    raise AssertionError("asked for a passphrase")


def ring(at: Path, passphrase: str = "") -> Home:
    """Three identities, one after the other."""
    home = Home(at)
    for master in (FIRST, SECOND, THIRD):
        home.write_identity(sealed(master, passphrase), replace=True)
    return home


def loaded(home: Home, passphrase: str = "") -> Person:
    person = load_person(home, (lambda: passphrase) if passphrase else nobody)
    assert person is not None
    return person


def test_a_person_without_a_past(tmp_path: Path) -> None:
    assert load_person(Home(tmp_path), nobody) is None
    person = ensure_person(Home(tmp_path), nobody, str)
    assert person.fresh and person.keys == (person.key,) and person.master_of(person.key) == person.master
    assert person.master_of(KEYS[0]) is None
    again = loaded(Home(tmp_path))
    assert (again.master, again.fresh, list(again.former)) == (person.master, False, [])


def test_every_master_is_found_by_its_key(tmp_path: Path) -> None:
    person = loaded(ring(tmp_path))
    assert person.master == THIRD and list(person.former) == [SECOND, FIRST]
    assert person.keys == (KEYS[2], KEYS[1], KEYS[0])
    assert [person.master_of(key) for key in KEYS] == [FIRST, SECOND, THIRD]
    assert person.master_of(bytes(32)) is None
    assert Person(THIRD, former=(SECOND, THIRD)).keys == (KEYS[2], KEYS[1])


def test_a_master_is_never_in_a_representation(tmp_path: Path) -> None:
    shown = repr(loaded(ring(tmp_path))) + repr(Person(THIRD, former=(SECOND,)))
    assert "1111" not in shown and "2222" not in shown and "3333" not in shown


def test_one_passphrase_opens_all_and_only_when_they_are_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[bytes] = []

    def counted(data: bytes, passphrase: str) -> bytes:
        opened.append(data)
        return read_keyfile(data, passphrase)

    home = ring(tmp_path, "hard to guess")
    monkeypatch.setattr("pbem.campaign.core.person.read_keyfile", counted)
    person = loaded(home, "hard to guess")
    assert person.master_of(person.key) == THIRD and len(opened) == 1
    assert person.master_of(KEYS[0]) == FIRST and len(opened) == 3
    assert person.keys[1:] == (KEYS[1], KEYS[0]) and len(opened) == 3


def test_former_files_that_do_not_open_are_left_out(tmp_path: Path) -> None:
    home = ring(tmp_path)
    kept = tmp_path / "former"
    (kept / "identity-3.json").write_bytes(sealed(b"4" * 32, "another"))
    (kept / "identity-4.json").write_bytes(b"{}")
    (kept / "identity-5.json").mkdir()
    (kept / "identity-6.json").symlink_to(tmp_path / IDENTITY)
    (kept / "identity-10.json").write_bytes(sealed(b"5" * 32, ""))
    (kept / "identity-11.json").write_bytes(b"x" * 70000)
    (kept / "letter.txt").write_bytes(b"mine")
    person = loaded(home)
    assert list(person.former) == [b"5" * 32, SECOND, FIRST]
    assert isinstance(person.former, Former)
    assert list(person.former.closed) == [f"former/identity-{n}.json" for n in (11, 6, 5, 4, 3)]
    assert list(home.former_files().values())[:2] == [sealed_now(home, 1), sealed_now(home, 2)]


def sealed_now(home: Home, number: int) -> bytes:
    return home.former_files()["former/identity.json" if number == 1 else f"former/identity-{number}.json"]


def test_a_folder_of_former_identities_that_is_none(tmp_path: Path) -> None:
    Home(tmp_path).write_identity(sealed(FIRST, ""))
    (tmp_path / "former").write_bytes(b"a file")
    assert loaded(Home(tmp_path)).keys == (KEYS[0],)


def test_a_damaged_identity_says_what_brings_it_back(tmp_path: Path) -> None:
    Home(tmp_path).write_identity(b"{}")
    with pytest.raises(Problem, match="not a pbem key file") as told:
        load_person(Home(tmp_path), nobody)
    assert told.value.code == "IDENTITY_LOCKED" and "pbem keys restore --replace" in told.value.mend


def test_a_file_is_sealed_anew_in_its_place(tmp_path: Path) -> None:
    home = ring(tmp_path)
    before = contents(tmp_path)
    home.reseal("former/identity.json", before["former/identity.json"], b"after")
    assert contents(tmp_path) == before | {"former/identity.json": b"after"}
    assert (tmp_path / "former/identity.json").stat().st_mode & 0o777 == 0o600
    with pytest.raises(Problem) as told:
        home.reseal("former/identity.json", b"other", b"again")
    assert told.value.code == "IDENTITY_CHANGED" and contents(tmp_path)["former/identity.json"] == b"after"


def test_a_passphrase_that_was_changed_halfway_is_changed_wholly_the_next_time(tmp_path: Path) -> None:
    """The identity itself comes last: its old passphrase counts until all is done."""

    full = RefusingSystem("sync", errno.ENOSPC, after=2)
    home = ring(tmp_path)
    before = (tmp_path / IDENTITY).read_bytes()
    with pytest.raises(Problem) as told:
        relocked(Home(tmp_path, system=full), loaded(home), before, "new", lambda name: "")
    assert told.value.code == "DISK_FULL"
    assert sorted(map(needs_passphrase, contents(tmp_path).values())) == [False, False, True]
    assert (tmp_path / IDENTITY).read_bytes() == before
    left = relocked(home, loaded(home), before, "new", lambda name: "")
    assert left == [] and list(loaded(home, "new").former) == [SECOND, FIRST]
    with pytest.raises(KeyFileError):
        read_keyfile((tmp_path / IDENTITY).read_bytes(), "old")


def test_values_come_back_from_log_and_master_alone(tmp_path: Path) -> None:
    """Protocol section 3: a paper copy of the master and the log restore what was committed to."""
    a, b = begin(tmp_path, 4)
    assert a.receive(b.mail(3))[0].accepted == [3]
    campaign = a.open(write=False)
    kind, formation = next(split_name(one.slot.name) for one in read_standing(campaign, "a") if "." in one.slot.name)
    (a.path / "standing.yaml").write_text(f"{kind}: {{{formation}: ask}}\n", encoding="utf-8")
    committed = committed_values(campaign, "a")
    assert "ask" in committed["doctrine"]
    a.submit()
    campaign = a.open(write=False)
    own = OwnValues(a.person().master, campaign.chain.game, "a", campaign.chain.messages)
    assert list(own) == [2, 4] and own[2]["doctrine"] == []
    used = len(own[4]["doctrine"])
    assert own[4]["doctrine"] == committed["doctrine"][:used] and not any(committed["doctrine"][used:])
    with pytest.raises(Problem, match="does not open") as told:
        OwnValues(FIRST, campaign.chain.game, "a", campaign.chain.messages)[2]
    assert told.value.code == "VAULT_CLOSED"
