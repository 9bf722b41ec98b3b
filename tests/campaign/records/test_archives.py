"""Archives: the kept one verifies for ever, and no byte of it can be changed without being found out."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.core.machine import engine_name
from pbem.campaign.core.rulebooks import ruleset
from pbem.campaign.records.archiving import archive_bytes, unpack
from pbem.campaign.records.verification import judge_archive
from pbem.store.archive import write_archive
from tests.archives.make import HERE, archive_name, digests, play
from tests.places import PROJECT
from tests.tiers import turns

POSITIONS = 480
LOG_CHANGES = 120
PACKED_AGAIN, MANY_PACKED_AGAIN = 9, 90
INSTALLED = engine_name(ruleset("napoleon-at-war"))
# File of the archive -> code of a change in it that the zip itself does not betray.
CODES = {
    "tapes.jsonl": "REPORT_MISMATCH",
    "head": "LOG_TRUNCATED",
    "manifest.json": "RULESET_MISMATCH",
    "scenario/": "SCENARIO_MISMATCH",
    "reports/": "REPORT_MISMATCH",
}


def kept() -> list[Path]:
    """All archives that were ever made for keeping."""
    return sorted(HERE.glob("*.pbem"))


@cache
def archive() -> bytes:
    """The kept archive of the installed rules."""
    return (HERE / f"{archive_name(INSTALLED)}.pbem").read_bytes()


def noted(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    return found


def test_there_is_an_archive_for_the_installed_rules() -> None:
    assert INSTALLED in [noted(path)["engine"] for path in kept()]


@pytest.mark.parametrize("path", kept(), ids=lambda path: path.stem)
def test_a_kept_archive_verifies_for_ever(path: Path) -> None:
    """Under its own rules version with the same digests; under a later one only the version is named."""
    data, note = path.read_bytes(), noted(path)
    judged = judge_archive(data)
    if note["engine"] != INSTALLED:
        assert judged.verdict.code == "ENGINE_MISMATCH"
        return
    assert (judged.verdict.code, judged.verdict.detail) == ("OK", "finished and audited"), judged.verdict.detail
    assert judged.campaign is not None and digests(judged.campaign, data) == note
    assert judged.verdict.dice > 10 and judged.verdict.messages == len(note["states"])


@pytest.mark.slow
def test_the_kept_archive_is_what_its_script_makes(tmp_path: Path) -> None:
    """But for the sentences of its reports, which may have become better since."""
    made, kept = unpack(play(tmp_path)), unpack(archive())
    assert sorted(made) == sorted(kept)
    assert {name for name in made if made[name] != kept[name] and not name.startswith("reports/")} == set()


def flipped(data: bytes, at: int, rng: random.Random) -> bytes:
    """The data with another byte at one place."""
    other = (data[at] + 1 + rng.randrange(255)) % 256
    return data[:at] + bytes([other]) + data[at + 1 :]


def test_no_byte_of_an_archive_is_free() -> None:
    """Places spread evenly over the whole file, its first and last bytes, and all of the table of contents' head."""
    data, rng = archive(), random.Random(1)
    table = data.index(b"PK\x01\x02")
    places = {*range(0, len(data), len(data) // POSITIONS), *range(40), *range(table, table + 60)}
    places |= set(range(len(data) - 30, len(data)))
    assert len(places) > POSITIONS
    for at in sorted(places):
        verdict = judge_archive(flipped(data, at, rng)).verdict
        assert (verdict.code, verdict.cls, verdict.exit, verdict.signed_by) == ("ARMOR_DAMAGED", "damage", 12, "")
        assert verdict.detail.startswith("ARCHIVE_"), (at, verdict.detail)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(CODES))
def test_a_change_that_is_packed_again_is_named_for_what_it_is(name: str) -> None:
    check_changes(name, PACKED_AGAIN)


@pytest.mark.sweeps
@pytest.mark.parametrize("name", sorted(CODES))
def test_many_changes_that_are_packed_again_are_named_for_what_they_are(name: str) -> None:
    check_changes(name, MANY_PACKED_AGAIN)


def check_changes(name: str, count: int) -> None:
    """Bytes changed in one kind of file of an archive: the first, the last and so many others."""
    # As this program would export it: reports in other words have a freedom of their own.
    campaign = judge_archive(archive()).campaign
    assert campaign is not None
    files, rng = unpack(archive_bytes(campaign)), random.Random(name)
    path = sorted(file for file in files if file.startswith(name))[-1]
    for at in {0, len(files[path]) - 1, *(rng.randrange(len(files[path])) for _ in range(count))}:
        changed = {**files, path: flipped(files[path], at, rng)}
        verdict = judge_archive(write_archive(list(changed.items()))).verdict
        assert (verdict.code, verdict.signed_by) == (CODES[name], ""), (path, at, verdict)
    without = [(file, data) for file, data in files.items() if file != path]
    assert judge_archive(write_archive(without)).verdict.code == CODES[name]


@pytest.mark.slow
def test_a_changed_byte_of_the_log_that_is_packed_again_names_nobody() -> None:
    files, rng = unpack(archive()), random.Random("log")
    log = files["log.jsonl"]
    found = set()
    for at in sorted(rng.randrange(len(log)) for _ in range(LOG_CHANGES)):
        verdict = judge_archive(write_archive(list({**files, "log.jsonl": flipped(log, at, rng)}.items()))).verdict
        assert verdict.exit in (10, 12, 13, 14) and verdict.signed_by == "", (at, verdict)
        assert verdict.seq in (None, log.count(b"\n", 0, at), log.count(b"\n", 0, at) + 1)
        assert verdict.code not in ("RULESET_MISMATCH", "SCENARIO_MISMATCH", "ENGINE_MISMATCH"), (at, verdict)
        found.add(verdict.code)
    assert {"ENVELOPE_MALFORMED", "SIG_INVALID", "PAYLOAD_NONCANONICAL"} <= found


@pytest.mark.parametrize("kept_part", [0, 1, 20, 0.3, 0.9, 0.999])
def test_a_truncated_archive(kept_part: float) -> None:
    data = archive()
    cut = data[: int(kept_part * len(data)) if isinstance(kept_part, float) else kept_part]
    verdict = judge_archive(cut).verdict
    assert (verdict.code, verdict.cls) == ("ARMOR_DAMAGED", "damage")
    assert verdict.detail.startswith("ARCHIVE_TRUNCATED: the end of the archive is missing")


@pytest.mark.parametrize(
    ("name", "status"),
    [("notes.txt", 12), ("secrets/journal.jsonl", 12), ("reports/0003-b.json", 12), ("scenario/extra.yaml", 13)],
)
def test_an_archive_with_a_foreign_file(name: str, status: int) -> None:
    files = {**unpack(archive()), name: b"hello\n"}
    verdict = judge_archive(write_archive(list(files.items()))).verdict
    assert verdict.exit == status and verdict.signed_by == ""
    assert verdict.detail.startswith("ARCHIVE_FOREIGN_FILE") or "does not belong" in verdict.detail


FOLD = """
import json, locale, sys
from pathlib import Path
from pbem.campaign.records.verification import judge_archive
from tests.archives.make import digests
data = Path(sys.argv[1]).read_bytes()
judged = judge_archive(data)
print(judged.verdict.code, json.dumps(digests(judged.campaign, data)))
"""


@pytest.mark.parametrize(
    "surroundings",
    turns(
        [
            {"PYTHONHASHSEED": "1", "LC_ALL": "tr_TR.UTF-8", "TZ": "Asia/Kathmandu"},
            {"PYTHONHASHSEED": "0", "LC_ALL": "C", "TZ": "UTC"},
            {"PYTHONHASHSEED": "4242", "LC_ALL": "C.UTF-8", "TZ": "America/St_Johns", "PYTHONOPTIMIZE": "1"},
            {"PYTHONHASHSEED": "7", "LANG": "de_DE.UTF-8", "TZ": "Pacific/Apia", "PYTHONUTF8": "0"},
        ],
    ),
    ids=lambda surroundings: surroundings["PYTHONHASHSEED"],
)
def test_the_fold_is_the_same_everywhere(tmp_path: Path, surroundings: dict[str, str]) -> None:
    path = tmp_path / "campaign.pbem"
    path.write_bytes(archive())
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG", "PYTHON"))}
    command = [sys.executable, "-c", FOLD, str(path)]
    done = subprocess.run(
        command, cwd=PROJECT, env={**clean, **surroundings}, capture_output=True, text=True, check=True, timeout=60
    )
    code, _, told = done.stdout.partition(" ")
    assert code == "OK"
    assert json.loads(told) == noted(HERE / f"{archive_name(INSTALLED)}.pbem")
