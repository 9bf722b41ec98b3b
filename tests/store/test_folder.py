"""The campaign folder: its layout, its log, its drawers, and the refusals that leave it alone."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from pbem.errors import Problem
from pbem.store import folder as folder_module
from pbem.store import lock
from pbem.store.folder import DRAWERS, TEAM_DRAWER, CampaignFolder, Losses, find_campaign, is_campaign
from tests.store.doubles import RefusingSystem, contents


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A campaign of three messages."""
    with CampaignFolder.create(tmp_path / "game") as folder:
        folder.append(b"m0", None)
        folder.append(b"m1", b"[]")
        folder.append(b"m2", b"[1]")
    return tmp_path / "game"


def refused(told: pytest.ExceptionInfo[Problem], code: str) -> None:
    assert (told.value.code, told.value.status) == (code, 2)


def test_a_new_campaign_has_every_drawer_and_private_secrets(tmp_path: Path) -> None:
    CampaignFolder.create(tmp_path / "deep" / "game").close()
    path = tmp_path / "deep" / "game"
    found = sorted(entry.relative_to(path).as_posix() for entry in path.rglob("*"))
    drawers = ["evidence", "inbox", "orders", "outbox", "reports", "reports/own", "secrets"]
    assert found == sorted([*drawers, "lock", "log.jsonl", "tapes.jsonl"])
    assert (path / "secrets").stat().st_mode & 0o777 == 0o700


def test_log_and_tapes_grow_together(path: Path) -> None:
    assert (path / "log.jsonl").read_bytes() == b"m0\nm1\nm2\n"
    assert (path / "tapes.jsonl").read_bytes() == b"[]\n[1]\n"
    with CampaignFolder.open(path, write=True) as folder:
        assert folder.losses == Losses()
        assert folder.tapes_in_step()
        folder.append(b"m3", b"[2]")
        assert (folder.log(), folder.tapes()) == ([b"m0", b"m1", b"m2", b"m3"], [b"[]", b"[1]", b"[2]"])


def test_only_the_first_message_comes_without_a_tape(path: Path, tmp_path: Path) -> None:
    with CampaignFolder.open(path, write=True) as folder, pytest.raises(ValueError, match="message 0"):
        folder.append(b"m3", None)
    with CampaignFolder.create(tmp_path / "new") as folder, pytest.raises(ValueError, match="message 0"):
        folder.append(b"m0", b"[]")
    assert CampaignFolder.open(path, write=False).log() == [b"m0", b"m1", b"m2"]


@pytest.mark.parametrize("lines", [(b"a\nb", b"[]"), (b"m3", b"[\n]"), (b"", b"[]"), (b"m3", b"")])
def test_what_is_no_line_is_appended_nowhere(path: Path, lines: tuple[bytes, bytes]) -> None:
    before = contents(path)
    with CampaignFolder.open(path, write=True) as folder, pytest.raises(ValueError, match="a line of a file"):
        folder.append(*lines)
    assert contents(path) == before


def test_torn_ends_are_cut_and_reported_and_the_message_can_be_put_back(path: Path) -> None:
    (path / "log.jsonl").write_bytes(b"m0\nm1\nm2")
    reader = CampaignFolder.open(path, write=False)
    assert reader.log() == [b"m0", b"m1"]
    assert (path / "log.jsonl").read_bytes() == b"m0\nm1\nm2"
    with CampaignFolder.open(path, write=True) as folder:
        assert folder.losses == Losses(log=b"m2")
        assert not folder.tapes_in_step()
        with pytest.raises(Problem) as told:
            folder.append(b"m2", b"[1]")
        refused(told, "TAPES_OUT_OF_STEP")
        assert folder.log() == [b"m0", b"m1"]
        folder.rewrite_tapes([b"[]"])
        folder.append(b"m2", b"[1]")
        assert folder.tapes_in_step()
    assert (path / "log.jsonl").read_bytes() == b"m0\nm1\nm2\n"
    (path / "tapes.jsonl").write_bytes(b"[]\n[")
    with CampaignFolder.open(path, write=True) as folder:
        assert folder.losses == Losses(tapes=b"[")


def test_missing_tapes_and_drawers_are_made_again(path: Path) -> None:
    (path / "tapes.jsonl").unlink()
    (path / "inbox").rmdir()
    (path / "secrets").chmod(0o755)
    (path / "outbox" / ".0001-a.yaml.0123abcd.tmp").write_bytes(b"half")
    with CampaignFolder.open(path, write=True) as folder:
        assert not folder.tapes_in_step()
        with pytest.raises(ValueError, match="number of tapes"):
            folder.rewrite_tapes([b"[]"])
        folder.rewrite_tapes([b"[]", b"[1]"])
        assert folder.tapes_in_step()
        assert folder.names("inbox") == []
    assert (path / "secrets").stat().st_mode & 0o777 == 0o700
    assert list((path / "outbox").iterdir()) == []


def test_the_log_never_grows_beyond_what_can_be_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder_module, "LOG_LIMIT", 11)
    with CampaignFolder.open(path, write=True) as folder:
        with pytest.raises(Problem) as told:
            folder.append(b"m3", b"[2]")
        refused(told, "FILE_TOO_LARGE")
        assert folder.log() == [b"m0", b"m1", b"m2"]


@pytest.mark.parametrize("call", ["write", "sync"])
@pytest.mark.parametrize("after", [1, 2])
def test_a_full_disk_changes_neither_log_nor_tapes(path: Path, call: str, after: int) -> None:
    before = contents(path)
    system = RefusingSystem(call, errno.ENOSPC, after)
    system.armed = False
    with CampaignFolder.open(path, write=True, system=system) as folder:
        system.armed = True
        with pytest.raises(Problem) as told:
            folder.append(b"m3 is long", b"[2]")
        refused(told, "DISK_FULL")
        # Once there is space again the same folder goes on.
        system.armed = False
        assert contents(path) == before
        folder.append(b"m3", b"[2]")
    assert CampaignFolder.open(path, write=False).log()[3:] == [b"m3"]


def test_a_message_that_could_not_be_taken_back_counts(path: Path) -> None:
    class Failing(RefusingSystem):
        def truncate(self, handle: int, size: int) -> None:
            if self.armed:
                raise OSError(errno.EIO, "no truncation either")
            super().truncate(handle, size)

    system = Failing("sync", errno.EIO, after=2)
    system.armed = False
    with CampaignFolder.open(path, write=True, system=system) as folder:
        system.armed = True
        with pytest.raises(Problem) as told:
            folder.append(b"m3", b"[2]")
        refused(told, "DISK_ERROR")
        (path / "tapes.jsonl").write_bytes(b"[]\n[1]\n")  # what had not reached the disk
        system.armed = False
        with pytest.raises(Problem) as told:
            folder.append(b"m3", b"[2]")
        refused(told, "TAPES_OUT_OF_STEP")
        folder.rewrite_tapes([b"[]", b"[1]", b"[2]"])
        assert (folder.log(), folder.tapes_in_step()) == ([b"m0", b"m1", b"m2", b"m3"], True)


@pytest.mark.parametrize("number", [errno.EROFS, errno.EACCES])
def test_a_read_only_folder_says_so_and_can_still_be_read(path: Path, number: int) -> None:
    before = contents(path)
    system = RefusingSystem("open_update", number)
    with pytest.raises(Problem) as told:
        CampaignFolder.open(path, write=True, system=system)
    refused(told, "FOLDER_READ_ONLY")
    assert CampaignFolder.open(path, write=False, system=system).log() == [b"m0", b"m1", b"m2"]
    with pytest.raises(Problem) as told:
        CampaignFolder.create(path.parent / "new", system=RefusingSystem("make_folder", number))
    refused(told, "FOLDER_READ_ONLY")
    assert contents(path) == before


def test_a_log_that_may_not_be_read_says_so(path: Path) -> None:
    with pytest.raises(Problem) as told:
        CampaignFolder.open(path, write=False, system=RefusingSystem("open_read", errno.EACCES)).log()
    refused(told, "PERMISSION_DENIED")


def test_a_folder_that_may_not_be_entered_says_so(path: Path) -> None:
    locked = RefusingSystem("look", errno.EACCES)
    locked.armed = False
    folder = CampaignFolder.open(path, write=False, system=locked)
    locked.armed = True
    for act in (folder.log, folder.tapes, lambda: folder.names("inbox"), lambda: folder.has_document("orders.yaml")):
        with pytest.raises(Problem) as told:
            act()
        refused(told, "PERMISSION_DENIED")
    with pytest.raises(Problem) as told:
        CampaignFolder.open(path, write=True, system=locked)
    refused(told, "PERMISSION_DENIED")


def test_a_failed_opening_gives_the_lock_back(path: Path) -> None:
    with pytest.raises(Problem):
        CampaignFolder.open(path, write=True, system=RefusingSystem("open_read", errno.EIO))
    CampaignFolder.open(path, write=True).close()


@pytest.mark.usefixtures("impatient")
def test_the_lock_excludes_a_second_opening_until_it_is_closed(path: Path) -> None:
    first = CampaignFolder.open(path, write=True)
    for opening in (lambda: CampaignFolder.open(path, write=True), lambda: CampaignFolder.open(path, write=True)):
        with pytest.raises(Problem) as told:
            opening()
        refused(told, "FOLDER_LOCKED")
    first.close()
    first.close()
    CampaignFolder.open(path, write=True).close()


def test_a_folder_opened_for_reading_writes_nothing(path: Path) -> None:
    before = contents(path)
    reader = CampaignFolder.open(path, write=False)
    for write in (
        lambda: reader.append(b"m3", b"[]"),
        lambda: reader.rewrite_tapes([b"[]", b"[]"]),
        lambda: reader.save("inbox", "x", b""),
        lambda: reader.write_document("orders.yaml", b""),
    ):
        with pytest.raises(ValueError, match="opened for reading"):
            write()
    assert contents(path) == before


def test_a_saved_file_never_overwrites_another(path: Path) -> None:
    with CampaignFolder.open(path, write=True) as folder:
        names = [folder.save("inbox", "0003-b.yaml", data).name for data in (b"one", b"two", b"one", b"six", b"two")]
        assert names == ["0003-b.yaml", "0003-b-2.yaml", "0003-b.yaml", "0003-b-3.yaml", "0003-b-2.yaml"]
        assert folder.names("inbox") == ["0003-b-2.yaml", "0003-b-3.yaml", "0003-b.yaml"]
        assert folder.load("inbox", "0003-b-2.yaml", 3) == b"two"


def test_a_name_taken_by_a_link_or_folder_is_left_alone(path: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").write_bytes(b"data")
    (path / "evidence" / "fork.json").symlink_to(tmp_path / "elsewhere")
    (path / "evidence" / "fork-2.json").mkdir()
    with CampaignFolder.open(path, write=True) as folder:
        assert folder.save("evidence", "fork.json", b"data").name == "fork-3.json"
        assert folder.names("evidence") == ["fork-3.json"]
        with pytest.raises(Problem) as told:
            folder.load("evidence", "fork.json", 100)
        refused(told, "NOT_A_REGULAR_FILE")
    assert (tmp_path / "elsewhere").read_bytes() == b"data"


def test_public_reports_own_reports_and_secrets_are_kept_apart(path: Path) -> None:
    with CampaignFolder.open(path, write=True) as folder:
        assert folder.save("reports", "0002.txt", b"public") == path / "reports" / "0002.txt"
        assert folder.save("reports/own", "0002.txt", b"own") == path / "reports" / "own" / "0002.txt"
        secret = folder.save("secrets", "values-0002.json", b"secret")
        assert folder.names("reports") == ["0002.txt"]
        assert folder.journal.parent == secret.parent
    assert secret.stat().st_mode & 0o777 == 0o600


def test_nothing_but_log_and_public_reports_is_for_other_people(path: Path) -> None:
    """With the widest umask; what an editor or an older program left open is closed when the campaign is opened."""
    mask = os.umask(0)
    try:
        (path / "standing.yaml").write_bytes(b"secret\n")
        (path / "orders").chmod(0o777)
        with CampaignFolder.open(path, write=True) as folder:
            for drawer in (*DRAWERS, TEAM_DRAWER):
                folder.save(drawer, "file.txt", b"data")  # type: ignore[arg-type]
            folder.write_document("orders.yaml", b"secret\n")
            folder.write_document("orders.schema.json", b"{}\n")
    finally:
        os.umask(mask)
    shared = {"log.jsonl", "tapes.jsonl", "reports", "reports/file.txt"}
    for entry in sorted(path.rglob("*")):
        name = entry.relative_to(path).as_posix()
        wanted = 0o600 if entry.is_file() else 0o700
        assert name in shared or entry.stat().st_mode & 0o777 == wanted, name


def test_a_name_that_is_taken_a_thousand_times_still_takes_a_file(path: Path) -> None:
    with CampaignFolder.open(path, write=True) as folder:
        for number in range(1, 1000):
            (path / "evidence" / (f"x-{number}.txt" if number > 1 else "x.txt")).write_bytes(b"%d" % number)
        kept = folder.save("evidence", "x.txt", b"data")
        assert kept.read_bytes() == b"data" and kept.name.startswith("x-")
        assert folder.save("evidence", "x.txt", b"data") == kept != folder.save("evidence", "x.txt", b"more")


@pytest.mark.parametrize("name", ["../log.jsonl", "/etc/passwd", "own/x", "..", "CON", ""])
def test_no_name_from_a_mail_leads_out_of_its_drawer(path: Path, name: str) -> None:
    before = contents(path)
    with CampaignFolder.open(path, write=True) as folder:
        for act in (
            lambda: folder.save("inbox", name, b"evil"),
            lambda: folder.load("inbox", name, 10),
            lambda: folder.write_document(name, b"evil"),
        ):
            with pytest.raises(Problem) as told:
                act()
            refused(told, "FILE_NAME_UNSAFE")
    assert contents(path) == before


def test_a_drawer_that_is_a_link_is_refused(path: Path, tmp_path: Path) -> None:
    (path / "inbox").rmdir()
    (path / "inbox").symlink_to(tmp_path)
    with pytest.raises(Problem) as told:
        CampaignFolder.open(path, write=True)
    refused(told, "NOT_A_FOLDER")


def test_documents_are_replaced_and_the_programs_own_files_are_not(path: Path) -> None:
    with CampaignFolder.open(path, write=True) as folder:
        assert not folder.has_document("orders.yaml")
        folder.write_document("orders.yaml", b"turn: 1\n")
        folder.write_document("orders.yaml", b"turn: 2\n")
        assert folder.has_document("orders.yaml")
        assert folder.read_document("orders.yaml") == b"turn: 2\n"
        for name in ("log.jsonl", "tapes.jsonl", "lock", "secrets", "reports"):
            with pytest.raises(Problem) as told:
                folder.write_document(name, b"x")
            refused(told, "FILE_NAME_UNSAFE")


def test_no_campaign_is_created_over_another_or_over_foreign_files(path: Path, tmp_path: Path) -> None:
    before = contents(path)
    with pytest.raises(Problem) as told:
        CampaignFolder.create(path)
    refused(told, "CAMPAIGN_EXISTS")
    (path / "log.jsonl").unlink()
    with pytest.raises(Problem) as told:
        CampaignFolder.create(path)  # its tapes are still there
    refused(told, "FOLDER_NOT_EMPTY")
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "dear.txt").write_bytes(b"")
    with pytest.raises(Problem, match=r"dear\.txt") as told:
        CampaignFolder.create(tmp_path / "letters")
    refused(told, "FOLDER_NOT_EMPTY")
    assert list(contents(tmp_path / "letters")) == ["dear.txt"]
    assert not (tmp_path / "letters" / "lock").exists()
    assert contents(path) == {name: data for name, data in before.items() if name != "log.jsonl"}


def test_a_creation_without_a_first_message_is_taken_up_again(tmp_path: Path) -> None:
    with CampaignFolder.create(tmp_path) as folder:
        folder.write_document("campaign.yaml", b"names: {}\n")
    with CampaignFolder.create(tmp_path) as folder:
        folder.append(b"m0", None)
        assert folder.read_document("campaign.yaml") == b"names: {}\n"


def test_a_campaign_is_found_from_any_folder_below_it(path: Path, tmp_path: Path) -> None:
    assert find_campaign(path / "reports" / "own") == path
    assert find_campaign(path) == path
    with pytest.raises(Problem) as told:
        find_campaign(tmp_path)
    refused(told, "NO_CAMPAIGN")
    with pytest.raises(Problem) as told:
        CampaignFolder.open(path / "reports", write=False)
    refused(told, "NO_CAMPAIGN")
    with pytest.raises(Problem) as told:
        CampaignFolder.open(tmp_path / "nowhere", write=True)
    refused(told, "NO_CAMPAIGN")
    assert not (tmp_path / "nowhere").exists()


def test_a_lone_log_file_is_no_campaign(tmp_path: Path) -> None:
    (tmp_path / "log.jsonl").write_bytes(b"")
    assert not is_campaign(tmp_path)
    (tmp_path / "secrets").mkdir()
    assert is_campaign(tmp_path)
    (tmp_path / "secrets").rmdir()
    (tmp_path / "tapes.jsonl").write_bytes(b"")
    assert is_campaign(tmp_path)
    (tmp_path / "log.jsonl").unlink()
    assert not is_campaign(tmp_path)
    (tmp_path / "log.jsonl").mkdir()
    assert not is_campaign(tmp_path)


def test_what_only_bears_the_names_beside_a_log_makes_no_campaign(tmp_path: Path) -> None:
    (tmp_path / "log.jsonl").write_bytes(b"")
    (tmp_path / "tapes.jsonl").mkdir()
    (tmp_path / "secrets").write_bytes(b"")
    assert not is_campaign(tmp_path)


def test_orders_are_closed_to_others_and_what_else_bears_their_name_is_left(path: Path) -> None:
    """An editor may have left them open; a folder of that name is none of pbem's."""
    orders, *others = (path / name for name in folder_module.DOCUMENTS)
    orders.write_text("moves: []\n", encoding="utf-8")
    orders.chmod(0o644)
    for other in others:
        other.mkdir(mode=0o755)
    CampaignFolder.open(path, write=True).close()
    assert orders.stat().st_mode & 0o777 == 0o600
    assert all(other.stat().st_mode & 0o777 == 0o755 for other in others)


def test_who_finds_the_lock_taken_waits_for_work_that_is_done_soon(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command beside a page: neither is told of the other unless it takes long."""
    first = CampaignFolder.open(path, write=True)
    pauses: list[float] = []

    def wait(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 3:
            first.close()

    monkeypatch.setattr(lock.time, "sleep", wait)
    CampaignFolder.open(path, write=True).close()
    assert len(pauses) == 3 and sum(pauses) < 1


def test_what_is_thrown_away_is_gone_and_a_reader_throws_nothing_away(path: Path) -> None:
    with CampaignFolder.open(path, write=True) as folder:
        folder.save("evidence", "fork.json", b"data")
    reader = CampaignFolder.open(path, write=False)
    with pytest.raises(ValueError, match="for reading"):
        reader.discard("evidence", "fork.json")
    assert reader.names("evidence") == ["fork.json"]
    with CampaignFolder.open(path, write=True) as folder:
        folder.discard("evidence", "fork.json")
        assert folder.names("evidence") == []


@pytest.mark.parametrize("drawer", [*DRAWERS, TEAM_DRAWER])
def test_a_folder_with_something_in_a_drawer_is_no_place_for_a_new_campaign(tmp_path: Path, drawer: str) -> None:
    (tmp_path / drawer).mkdir(parents=True)
    (tmp_path / drawer / "mail.txt").write_bytes(b"kept")
    with pytest.raises(Problem) as told:
        CampaignFolder.create(tmp_path)
    refused(told, "FOLDER_NOT_EMPTY")
    assert f"{drawer}/mail.txt" in told.value.what and contents(tmp_path) == {f"{drawer}/mail.txt": b"kept"}
    (tmp_path / drawer / "mail.txt").unlink()
    CampaignFolder.create(tmp_path).close()
