"""Bad input to a campaign: a clear error with a way to mend it, the evidence kept, log and state as they were."""

from __future__ import annotations

import errno
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.campaign.inbox.receive import receive
from pbem.campaign.inbox.recovery import open_campaign
from pbem.campaign.outbox.submit import submit
from pbem.campaign.records.archiving import archive_bytes
from pbem.campaign.records.verification import judge_archive
from pbem.campaign.writing.orders_file import check_orders, template_text
from pbem.errors import Problem
from pbem.local.practice import local_person
from pbem.mail.armour import write_block
from pbem.orders.findings import OrdersFault
from pbem.protocol.faults import Fault
from pbem.protocol.messages import peek
from pbem.store.home import Home
from rulesets.napoleon_at_war.ruleset import NapoleonAtWar
from tests.attacks.world import frozen, signed
from tests.campaign.folders import Peer, begin, invite, join
from tests.places import PROJECT
from tests.store.doubles import RefusingSystem
from tests.tiers import first


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> tuple[Peer, Peer]:
    """Five messages; a has mailed number 4, which b has not received."""
    return begin(tmp_path_factory.mktemp("bad-input"), 5)


@pytest.fixture
def pair(tmp_path: Path, ready: tuple[Peer, Peer]) -> tuple[Peer, Peer]:
    """A copy of it, registered where it is."""
    for peer in ready:
        shutil.copytree(peer.path, tmp_path / peer.seat)
        shutil.copytree(peer.home_path, tmp_path / f"{peer.seat}-home")
    a, b = Peer(tmp_path, "a"), Peer(tmp_path, "b")
    for peer in (a, b):
        game = peer.open(write=False).game_id
        peer.home().register(game, peer.path)
    return a, b


def clear(problem: Problem, code: str, status: int = 2) -> None:
    """One line what, one line how to mend it, and a code for scripts."""
    assert (problem.code, problem.status) == (code, status)
    assert problem.what and problem.mend and "\n" not in problem.what + problem.mend
    assert "Traceback" not in str(problem)


# --- orders ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "value", "code"),
    [
        ("phase", "09-french", "wrong-phase"),
        ("phase", "01-prussian", "wrong-phase"),
        ("campaign", "0123456789ab", "wrong-campaign"),
        ("for", "1", "wrong-phase"),
        ("for", "99", "wrong-phase"),
    ],
    ids=["later phase", "other side's phase", "other campaign", "older message", "future message"],
)
def test_orders_for_another_phase_campaign_or_message(pair: tuple[Peer, Peer], key: str, value: str, code: str) -> None:
    a, b = pair
    b.receive(a.mail(4))
    campaign = b.open()
    try:
        due, before = campaign.due(), frozen(b)
        lines = template_text(campaign, due).split("\n")
        written = f'{key}: "{value}"' if key != "for" else f"for: {value}"
        text = "\n".join(written if line.startswith(f"{key}:") else line for line in lines)
        checked = check_orders(campaign, due, text.encode())
        assert [finding.code for finding in checked.findings] == [code]
        finding = checked.findings[0]
        assert finding.line == next(n for n, line in enumerate(lines, 1) if line.startswith(f"{key}:"))
        assert value in finding.what and "pbem orders --fresh" in finding.hint
        with pytest.raises(OrdersFault):
            submit(campaign, due, checked)
        assert frozen(b) == before and len(campaign.chain.messages) == 5
        assert campaign.journal(campaign.game_id).get(5) is None
    finally:
        campaign.folder.close()


def test_submitting_out_of_turn(pair: tuple[Peer, Peer]) -> None:
    a, _ = pair
    campaign, before = a.open(), frozen(a)
    try:
        due = campaign.due()
        with pytest.raises(Problem) as problem:
            submit(campaign, due)
        clear(problem.value, "NOT_YOUR_MOVE", status=3)
        assert frozen(a) == before
    finally:
        campaign.folder.close()


# --- messages ----------------------------------------------------------------------------------------------


def cut(mail: bytes) -> bytes:
    return mail[: len(mail) * 3 // 4]


def test_a_message_truncated(pair: tuple[Peer, Peer]) -> None:
    a, b = pair
    before, mail = frozen(b), cut(a.mail(4))
    receipt = b.receive(mail)[0]
    assert receipt.fault is not None and receipt.fault.code == "ARMOR_DAMAGED" and receipt.fault.exit == 12
    assert "ask for the mail again" in receipt.fault.detail
    assert receipt.evidence is not None and receipt.evidence.read_bytes() == mail
    assert frozen(b) == before
    # The whole mail is taken afterwards as if nothing had happened.
    assert b.receive(a.mail(4))[0].accepted == [4]


def refused(peer: Peer, line: bytes, code: str, exit_: int, folder: Path | None = None) -> None:
    mail, before = write_block(line).encode(), frozen(peer)
    receipt = receive(mail, peer.home(), peer.person(), folder=folder)[0]
    assert receipt.fault is not None and (receipt.fault.code, receipt.fault.exit) == (code, exit_)
    assert receipt.fault.signed_by == "" and receipt.fault.detail
    assert receipt.evidence is not None and receipt.evidence.read_bytes() == mail
    assert frozen(peer) == before


def test_a_message_signed_by_a_stranger(pair: tuple[Peer, Peer]) -> None:
    a, b = pair
    refused(b, signed(peek(a.log()[4]).payload, b"s" * 32), "SIG_WRONG_KEY", 14)


def test_a_message_from_another_campaign(pair: tuple[Peer, Peer], tmp_path: Path) -> None:
    _, b = pair
    other, _ = begin(tmp_path / "other", 3)
    with pytest.raises(Problem) as problem:
        b.receive(other.mail(2))
    clear(problem.value, "UNKNOWN_GAME")
    refused(b, other.log()[2], "GAME_MISMATCH", 14, folder=b.path)


def test_a_message_twice(pair: tuple[Peer, Peer]) -> None:
    a, b = pair
    assert b.receive(a.mail(4))[0].accepted == [4]
    before = frozen(b)
    for seq in (4, 2, 0, 4):
        receipt = b.receive(a.mail(seq))[0] if seq else receive(a.mail(0), b.home(), b.person(), folder=b.path)[0]
        assert receipt.fault is None and receipt.accepted == []
        assert [notice.code for notice in receipt.notices] == ["REPLAY"]
    assert frozen(b) == before


def test_a_message_from_the_future(pair: tuple[Peer, Peer], tmp_path: Path) -> None:
    """b plays on at another computer; the answer to that reaches the folder that he left behind."""
    a, b = pair
    shutil.copytree(b.root, tmp_path / "elsewhere")
    shutil.copytree(b.path, tmp_path / "left")
    b.receive(a.mail(4))
    assert b.submit() is not None
    a.receive(b.mail(5))
    assert a.submit() is not None
    shutil.rmtree(b.path)
    (tmp_path / "left").rename(b.path)
    shutil.rmtree(b.home_path / "journals")
    shutil.rmtree(b.path / "inbox")
    refused(b, a.log()[6], "SEQ_GAP", 12)


@pytest.mark.parametrize("text", [b"", b"Dear Bert,\nno turn today.\n", bytes(range(256)), b"END PBEM TURN\n"])
def test_a_text_without_a_message(pair: tuple[Peer, Peer], text: bytes) -> None:
    _, b = pair
    before = frozen(b)
    with pytest.raises((Problem, Fault)) as raised:
        b.receive(text)
    assert raised.value.code in ("NO_TURN", "ARMOR_DAMAGED")
    assert frozen(b) == before


def test_an_invitation_is_not_received(pair: tuple[Peer, Peer], tmp_path: Path) -> None:
    """By somebody else; that of a campaign which goes on already is a copy like any other."""
    a, b = pair
    with pytest.raises(Problem) as problem:
        receive(a.mail(0), Home(tmp_path / "nobody"), None)
    clear(problem.value, "INVITATION")
    (receipt,) = receive(a.mail(0), b.home(), b.person())
    assert [notice.code for notice in receipt.notices] == ["REPLAY"] and not receipt.accepted


# --- folders -----------------------------------------------------------------------------------------------


def test_a_ruleset_of_another_version(pair: tuple[Peer, Peer], monkeypatch: pytest.MonkeyPatch) -> None:
    a, b = pair
    rules = NapoleonAtWar()
    installed, rules.version = rules.version, "99"
    before, data = frozen(b), archive_bytes(b.open(write=False))
    monkeypatch.setattr("pbem.campaign.core.machine.ruleset_for", lambda _: rules)
    for command in (b.open, lambda: b.open(write=False), lambda: b.receive(a.mail(4)), b.submit):
        with pytest.raises(Fault) as fault:
            command()
        assert (fault.value.code, fault.value.exit) == ("ENGINE_MISMATCH", 13)
        assert f"napoleon-at-war {installed}" in fault.value.detail and "napoleon-at-war 99" in fault.value.detail
    assert judge_archive(data).verdict.code == "ENGINE_MISMATCH"
    assert frozen(b) == before


HOLD = """
import sys
from pathlib import Path
from pbem.store.folder import CampaignFolder
folder = CampaignFolder.open(Path(sys.argv[1]), write=True)
print("held", flush=True)
sys.stdin.read()
"""


@pytest.mark.usefixtures("impatient")
def test_a_folder_locked_by_another_process(pair: tuple[Peer, Peer]) -> None:
    a, b = pair
    command = [sys.executable, "-c", HOLD, str(b.path)]
    with subprocess.Popen(command, cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdin is not None and holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        before = frozen(b)
        for write in (lambda: b.receive(a.mail(4)), b.submit):
            with pytest.raises(Problem) as problem:
                write()
            clear(problem.value, "FOLDER_LOCKED")
            assert str(holder.pid) in problem.value.what
        assert len(b.open(write=False).chain.messages) == 4  # reading is free
        assert frozen(b) == before
        holder.stdin.close()
        holder.wait(timeout=10)
    assert b.receive(a.mail(4))[0].accepted == [4]


def refusing(number: int) -> list[tuple[str, int]]:
    return [(call, after) for call in ("write", "sync", "create", "replace") for after in (1, 2, 3, 5, 8)]


@pytest.mark.parametrize(("call", "after"), first(6, sorted(refusing(errno.ENOSPC), key=lambda one: one[1])))
def test_disk_full(pair: tuple[Peer, Peer], call: str, after: int) -> None:
    """Wherever the disk is full, it is said, the log is not hurt, and with room again the command succeeds."""
    a, b = pair
    log = b.log()
    run_refused(RefusingSystem(call, errno.ENOSPC, after), lambda s: b.receive(a.mail(4), s), "DISK_FULL")
    assert b.log()[:4] == log and len(b.log()) <= 5
    b.receive(a.mail(4))
    assert b.log() == a.log()
    run_refused(RefusingSystem(call, errno.ENOSPC, after), b.submit, "DISK_FULL")
    b.submit()
    assert len(b.log()) == 6 and b.log()[:5] == a.log()
    assert a.receive(b.mail(5))[0].accepted == [5]


def run_refused(system: RefusingSystem, command: Callable[[RefusingSystem], object], code: str) -> bool:
    """Runs a command on a disk that refuses; whether it came so far."""
    try:
        command(system)
    except Problem as problem:
        clear(problem, code)
        return True
    return False


def test_the_disk_is_full_at_some_time_in_all_of_these(pair: tuple[Peer, Peer]) -> None:
    a, b = pair
    for call in ("write", "sync", "create", "replace"):
        assert run_refused(RefusingSystem(call, errno.ENOSPC, 1), lambda s: b.receive(a.mail(4), s), "DISK_FULL")


@pytest.mark.parametrize("number", [errno.EROFS, errno.EACCES, errno.EPERM])
@pytest.mark.parametrize("call", ["open_update", "create", "make_folder"])
def test_a_read_only_folder(pair: tuple[Peer, Peer], tmp_path: Path, number: int, call: str) -> None:
    a, b = pair
    system = RefusingSystem(call, number)
    for write in (lambda: b.receive(a.mail(4), system), lambda: b.submit(system)):
        before = frozen(b)
        if call != "make_folder":
            with pytest.raises(Problem) as problem:
                write()
            clear(problem.value, "FOLDER_READ_ONLY")
        assert frozen(b) == before
        b.receive(a.mail(4))
    assert len(open_campaign(b.path, b.home(), b.person(), write=False, system=system).chain.messages) == 5
    c = Peer(tmp_path / "new", "b")
    local_person(c.home())
    for make in (lambda: invite(c, system), lambda: join(c, a.mail(0), system)):
        with pytest.raises(Problem) as problem:
            make()
        clear(problem.value, "FOLDER_READ_ONLY")


def test_a_folder_whose_first_message_was_never_written(tmp_path: Path) -> None:
    from pbem.store.folder import CampaignFolder

    peer = Peer(tmp_path, "a")
    local_person(peer.home())
    CampaignFolder.create(peer.path).close()
    with pytest.raises(Problem) as problem:
        peer.open()
    clear(problem.value, "CAMPAIGN_UNBEGUN")
    invite(peer)
    assert len(peer.open(write=False).chain.messages) == 1
