"""A verification is the same everywhere: whatever the hash seed, locale, time zone, text mode or optimization.

Each case is a process of its own that verifies the sample and prints digests of all that follows from its log.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from functools import cache
from typing import Any

import pytest

from tests.places import PROJECT, SAMPLES

SAMPLE = SAMPLES / "jena-auerstadt" / "campaign.pbem"

# The locale is put in force, as a program may that embeds this one; where the system lacks it, C stays.
FOLD = """
import contextlib, json, locale, sys, time
from hashlib import sha256
from pathlib import Path
with contextlib.suppress(locale.Error):
    locale.setlocale(locale.LC_ALL, "")
from pbem.campaign.records.archiving import archive_files, unpack
from pbem.campaign.records.verification import judge_archive
from pbem.protocol.canonical import canon
from pbem.protocol.chain import state_digest
from pbem.protocol.dice import tape_digest
from tests.protocol.toy import begun
data = Path(sys.argv[1]).read_bytes()
judged = judge_archive(data)
chain, toy = judged.campaign.chain, begun(8)
told = {
    "verdict": [judged.verdict.code, judged.verdict.detail, judged.verdict.messages, judged.verdict.dice],
    "ids": [message.id.hex() for message in chain.messages],
    "states": [state_digest(state).hex() for state in chain.states],
    "tapes": [tape_digest(tape).hex() for tape in chain.tapes],
    "files": {name: sha256(content).hexdigest() for name, content in archive_files(judged.campaign)},
    "toy": [state_digest(state).hex() for state in toy.states] + [message.id.hex() for message in toy.messages],
}
print(json.dumps(told))
print(json.dumps([hash("pbem"), time.localtime(0).tm_hour, sys.flags.optimize, sys.flags.utf8_mode]), file=sys.stderr)
"""

# LC_ALL=C without coercion is the only way to a process whose text is ASCII; a turkish i has no dot in capitals.
ASCII = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
SURROUNDINGS: dict[str, dict[str, str]] = {
    "hash seed 0": {"PYTHONHASHSEED": "0", "LC_ALL": "C", "TZ": "UTC"},
    "hash seed 1": {"PYTHONHASHSEED": "1", "LC_ALL": "C.UTF-8", "TZ": "Asia/Kathmandu"},
    "random hash seed": {"PYTHONHASHSEED": "random", "TZ": "XYZ+13:37"},
    "ascii": {**ASCII, "PYTHONHASHSEED": "2", "TZ": "America/St_Johns"},
    "turkish": {
        "LC_ALL": "tr_TR.UTF-8",
        "LANGUAGE": "tr",
        "PYTHONUTF8": "0",
        "PYTHONHASHSEED": "3",
        "TZ": "Pacific/Apia",
    },
    "latin-1": {"LC_ALL": "de_DE.ISO-8859-1", "PYTHONUTF8": "0", "PYTHONHASHSEED": "4", "TZ": "Pacific/Kiritimati"},
    "utf-8 mode": {"LC_ALL": "C", "PYTHONUTF8": "1", "PYTHONHASHSEED": "5", "TZ": "<-12>12"},
    "optimized": {"PYTHONOPTIMIZE": "2", "PYTHONHASHSEED": "6"},
    # Whoever opens a text without naming its encoding is found out.
    "strict": {"PYTHONWARNDEFAULTENCODING": "1", "PYTHONWARNINGS": "error::EncodingWarning"},
    "development": {"PYTHONDEVMODE": "1", "PYTHONHASHSEED": "7", "PYTHONINTMAXSTRDIGITS": "640"},
}


def run(surroundings: dict[str, str]) -> tuple[dict[str, Any], list[int]]:
    """What a process in these surroundings says of the sample, and what it says of itself."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG", "PYTHON"))}
    done = subprocess.run(
        [sys.executable, "-c", FOLD, str(SAMPLE)],
        cwd=PROJECT,
        env={**clean, **surroundings},
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), json.loads(done.stderr.strip().split("\n")[-1])


@cache
def plain() -> tuple[dict[str, Any], list[int]]:
    return run({})


@pytest.mark.slow
@pytest.mark.parametrize("name", SURROUNDINGS)
def test_the_fold_does_not_depend_on_its_surroundings(name: str) -> None:
    told, _ = run(SURROUNDINGS[name])
    assert told == plain()[0]
    assert told["verdict"][:2] == ["OK", "finished and audited"]
    assert len(told["states"]) == len(told["ids"]) > 20


@pytest.mark.slow
def test_the_surroundings_do_differ() -> None:
    """Each of them has reached its process; else the test above would compare a thing with itself."""
    found = {name: run(SURROUNDINGS[name])[1] for name in ("hash seed 0", "hash seed 1", "optimized", "utf-8 mode")}
    assert found["hash seed 0"][0] != found["hash seed 1"][0]
    assert found["optimized"][2] == 2
    assert found["utf-8 mode"][3] == 1
    if hasattr(time, "tzset"):  # elsewhere TZ has no effect
        assert (found["hash seed 0"][1], found["utf-8 mode"][1]) == (0, 12)
