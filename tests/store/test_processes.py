"""Real processes: the lock between two of them, and kill -9 in the middle of appending."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pbem.errors import Problem
from pbem.store.folder import CampaignFolder
from pbem.store.journal import Journal
from tests.places import PROJECT as CHECKOUT

KILLS = 20

HOLD = """
import sys
from pathlib import Path
from pbem.store.folder import CampaignFolder
with CampaignFolder.open(Path(sys.argv[1]), write=True):
    print("held", flush=True)
    sys.stdin.read()
"""

# Appends until it is killed; says each number once the line and its tape are on the disk.
APPEND = """
import sys
from pathlib import Path
from pbem.store.folder import CampaignFolder
from pbem.store.journal import Journal
root = Path(sys.argv[1])
with CampaignFolder.open(root / "game", write=True) as folder:
    journal = Journal(folder.journal, root / "home.jsonl")
    seq = len(folder.log())
    if not folder.tapes_in_step():
        folder.rewrite_tapes([b"[%d]" % k for k in range(seq - 1)])
    while True:
        line = b"%d " % seq + b"m" * (seq * 977 % 3000)
        journal.record(seq, line)
        folder.save("outbox", f"{seq}.yaml", line)
        folder.append(line, b"[%d]" % (seq - 1) if seq else None)
        print(seq, flush=True)
        seq += 1
"""


def start(program: str, path: Path) -> subprocess.Popen[str]:
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-c", program, path], stdin=pipe, stdout=pipe, cwd=CHECKOUT, text=True)


@pytest.mark.usefixtures("impatient")
def test_a_second_process_is_told_who_holds_the_lock_and_a_dead_one_holds_nothing(tmp_path: Path) -> None:
    CampaignFolder.create(tmp_path / "game").close()
    with start(HOLD, tmp_path / "game") as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(Problem, match=f"process {holder.pid} is working") as told:
            CampaignFolder.open(tmp_path / "game", write=True)
        assert (told.value.code, told.value.status) == ("FOLDER_LOCKED", 2)
        assert CampaignFolder.open(tmp_path / "game", write=False).log() == []
        holder.kill()
    assert (tmp_path / "game" / "lock").read_text() == f"{holder.pid}\n"
    CampaignFolder.open(tmp_path / "game", write=True).close()


@pytest.mark.slow
def test_twenty_kills_lose_no_acknowledged_line(tmp_path: Path) -> None:
    CampaignFolder.create(tmp_path / "game").close()
    total = 0
    for kill in range(KILLS):
        with start(APPEND, tmp_path) as worker:
            assert worker.stdout is not None
            lines = [worker.stdout.readline() for _ in range(1 + kill % 7)]
            worker.kill()
            lines += worker.stdout.readlines()
        total = int(lines[-1]) + 1  # every number said was whole: a print is one write
        log = CampaignFolder.open(tmp_path / "game", write=False).log()
        assert total <= len(log) <= total + 1
        assert log == [b"%d " % seq + b"m" * (seq * 977 % 3000) for seq in range(len(log))]
    with CampaignFolder.open(tmp_path / "game", write=True) as folder:
        journal = Journal(folder.journal, tmp_path / "home.jsonl").entries()
        assert [journal[seq] for seq in range(total)] == [[line] for line in folder.log()[:total]]
        assert folder.tapes() == [b"[%d]" % k for k in range(len(folder.tapes()))]
        assert len(folder.tapes()) >= total - 1
        for seq in range(total):
            assert folder.load("outbox", f"{seq}.yaml", 4096) == journal[seq][0]
    assert total > KILLS
