"""The sample campaigns: whole, consistent with themselves, and verifiable by a program that shares no code."""

from __future__ import annotations

from tests.samples.anew import anew
from tests.games.shown_early import check_shown_early
from tests.places import PROJECT as ROOT

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.campaign.core.ending import result_words
from pbem.campaign.records.archiving import LOG, TAPES, unpack
from pbem.campaign.records.verification import Wanted, judge_archive, judge_log
from pbem.mail.armour import read_blocks
from pbem.orders.loader import load

SAMPLES = sorted(path.parent for path in (ROOT / "samples").glob("*/campaign.pbem"))
CHECKER = ROOT / "docs" / "check_dice.py"


def check_dice(log: Path, tapes: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(CHECKER), str(log), str(tapes)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_there_is_a_sample():
    assert [path.name for path in SAMPLES] == ["eylau-1807", "first-day-1807", "jena-1806", "jena-auerstadt", "ligny-1815"]


@pytest.fixture(params=SAMPLES, ids=lambda path: path.name)
def sample(request) -> Path:
    return request.param


@pytest.mark.slow
@pytest.mark.smoke
def test_the_archive_verifies_and_is_finished_and_audited(sample):
    judged = judge_archive((sample / "campaign.pbem").read_bytes(), Wanted(complete=True))
    assert (judged.verdict.code, judged.verdict.detail) == ("OK", "finished and audited")
    assert judged.verdict.dice > 0 and judged.campaign is not None
    ended = result_words(judged.campaign, judged.campaign.chain.state["over"])
    assert " wins" in ended and "victory victory" not in ended


def test_log_tapes_head_and_reports_beside_it_are_those_of_the_archive(sample):
    files = unpack((sample / "campaign.pbem").read_bytes())
    assert (sample / "campaign.jsonl").read_bytes() == files[LOG]
    assert (sample / "tapes.jsonl").read_bytes() == files[TAPES]
    assert (sample / "head").read_bytes() == files["head"]
    reports = {f"reports/{path.name}": path.read_bytes() for path in (sample / "reports").iterdir()}
    assert reports == {name: data for name, data in files.items() if name.startswith("reports/")}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["eylau-1807", "jena-1806"])
def test_its_books_could_have_been_shown_while_it_ran(name, tmp_path):
    assert check_shown_early(ROOT / "samples" / name / "campaign.pbem", tmp_path, 20)


@pytest.mark.slow
def test_head_and_report_are_held_against_the_log(sample):
    log, files = (sample / "campaign.jsonl").read_bytes(), unpack(anew(sample.name))
    name, report = max((name, data) for name, data in files.items() if name.startswith("reports/"))
    number = b"message %d" % int(name.removeprefix("reports/")[:4])
    good = Wanted(head=(sample / "head").read_bytes(), report=report, strict=True)
    assert judge_log(log, wanted=good).exit == 0
    spoilt = report.replace(number, number + b" ", 1).replace(b"From", b"Form", 1)
    assert judge_log(log, wanted=Wanted(report=spoilt)).verdict.code == "REPORT_MISMATCH"
    short = b"".join(line + b"\n" for line in log.split(b"\n")[:-2])
    assert judge_log(short, wanted=good).verdict.code == "LOG_TRUNCATED"


@pytest.mark.parametrize("drawer", ["orders", "mails"])
def test_every_mailed_file_holds_its_message_of_the_log(sample, drawer):
    lines = (sample / "campaign.jsonl").read_bytes().split(b"\n")[:-1]
    paths = sorted((sample / drawer).iterdir())
    assert len(paths) == len(lines)
    for path, line in zip(paths, lines, strict=True):
        assert [block.envelope for block in read_blocks(path.read_bytes())] == [line]


def test_signed_orders_files_are_yaml_of_the_strict_kind(sample):
    for path in sorted((sample / "orders").iterdir()):
        data = load(path.read_bytes(), path.name).data
        assert data["signed"].startswith("BEGIN PBEM TURN\n")


def test_a_program_that_shares_no_code_recomputes_every_die(sample):
    done = check_dice(sample / "campaign.jsonl", sample / "tapes.jsonl")
    assert done.returncode == 0, done.stdout
    assert len(CHECKER.read_text(encoding="utf-8").splitlines()) <= 150


def test_it_finds_one_changed_die(sample, tmp_path):
    lines = (sample / "tapes.jsonl").read_text(encoding="utf-8").splitlines()
    at = next(k for k, line in enumerate(lines) if any(entry[2] for entry in json.loads(line)))
    tape = json.loads(lines[at])
    rolled = next(entry for entry in tape if entry[2])
    rolled[2] = rolled[2] % rolled[1] + 1
    lines[at] = json.dumps(tape, separators=(",", ":"))
    forged = tmp_path / "tapes.jsonl"
    forged.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    log = Path(shutil.copy(sample / "campaign.jsonl", tmp_path))
    done = check_dice(log, forged)
    assert done.returncode == 1
    assert str(at) in done.stdout + done.stderr


def test_nothing_secret_lies_in_a_sample(sample):
    names = [path.relative_to(sample).as_posix() for path in sample.rglob("*")]
    assert not [name for name in names if any(word in name for word in ("secret", "identity", "journal", "standing"))]
