"""The entry point: help, versions, completion, what is imported when, and the one handler of errors."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.cli.lazy import COMMANDS
from pbem.errors import Problem
from tests.cli.players import Duel, Player, assert_two_lines
from tests.places import PROJECT as ROOT

HEAVY = ("rich", "jsonschema", "jsonschema_rs", "cryptography", "yaml", "pydantic", "rulesets")


def loaded(*args: str, cwd: Path, home: Path) -> tuple[int, set[str]]:
    """Status of a command in a process of its own and the names of all modules that it imported."""
    script = (
        "import sys; from pbem.cli.main import run; status = run(sys.argv[1:]); "
        "sys.stderr.write('\\n' + ' '.join(sys.modules)); sys.exit(status)"
    )
    environment = {**os.environ, "PBEM_HOME": str(home), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", script, *args], capture_output=True, cwd=cwd, env=environment, check=False
    )
    return done.returncode, set(done.stderr.decode("utf-8").split("\n")[-1].split())


def test_help_lists_every_command_and_imports_none(tmp_path: Path) -> None:
    status, modules = loaded("--help", cwd=tmp_path, home=tmp_path)
    assert status == 0
    assert not modules & set(HEAVY)
    assert not [name for name in modules if name.startswith(("pbem.cli.commands", "pbem.campaign", "pbem.protocol"))]


@pytest.mark.slow
def test_verify_needs_no_rich_and_no_jsonschema(archive: Path, tmp_path: Path) -> None:
    status, modules = loaded("verify", str(archive), cwd=tmp_path, home=tmp_path)
    assert status == 0 and "pbem.campaign.records.verification" in modules
    assert not modules & {"rich", "jsonschema", "pbem.orders.loader", "pbem.cli.commands.submit"}


def test_the_list_of_commands(anna: Player) -> None:
    said = anna.good("--help")
    assert anna.good().out == said.out
    for name, purpose in COMMANDS.items():
        assert re.search(rf"^  {name} +{re.escape(purpose.split()[0])}", said.out, re.MULTILINE), name


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_a_command_has_examples_with_installed_names(anna: Player, name: str) -> None:
    subject = (name, "list") if name == "rules" else (name,)
    said = anna.good(*subject, "--help")
    purpose = " ".join(said.out.split())
    assert name == "rules" or COMMANDS[name] in purpose
    examples = said.out.split("Examples:\n")[1].strip().split("\n")
    assert all(line.strip().startswith(f"pbem {name}") for line in examples)
    assert not re.search(r"<(ruleset|scenario|side|option|value)>", said.out)


def test_no_source_of_pbem_names_a_game() -> None:
    for path in (ROOT / "pbem").rglob("*.py"):
        assert "napoleon" not in path.read_text(encoding="utf-8").lower(), path


def test_version_names_protocol_and_rulesets(anna: Player) -> None:
    told = anna.good("--version").out.split("\n")
    assert told[1:4] == ["protocol 1", "ruleset 1806 1", "ruleset jours-de-gloire 2"]


@pytest.mark.parametrize(
    ("args", "word"),
    [
        (("stauts",), "or status or"),
        (("--nonsense",), "see pbem"),
        (("verify", "--nonsense"), "see pbem verify --help"),
        (("show",), "MESSAGE"),
        (("show", "x"), "MESSAGE"),
        (("receive",), "FILE"),
        (("submit", "--answer"), "--answer"),
    ],
)
def test_wrong_usage_is_told_in_two_lines(anna: Player, args: tuple[str, ...], word: str) -> None:
    said = anna(*args)
    assert said.status == 2 and word in said.err
    assert_two_lines(said)
    assert anna(*args, "--json").status == 2


def test_errors_as_json_leave_standard_error_empty(anna: Player) -> None:
    said = anna("status", "--json")
    error = said.json["error"]
    assert said.err == "" and (said.status, error["status"]) == (2, 2)
    assert set(error) == {"code", "what", "mend", "where", "status"} and error["code"] == "NO_CAMPAIGN"


@pytest.mark.parametrize(
    ("error", "status", "word"),
    [
        (RuntimeError("boom"), 2, "a fault of this program: RuntimeError: boom"),
        (RecursionError("deep"), 2, "RecursionError"),
        (PermissionError(13, "Permission denied", "somewhere"), 2, "somewhere"),
        (OSError(28, "No space left on device", "disk"), 2, "the disk is full"),
        (Problem("X", "what", "", status=1), 1, "see pbem list --help"),
        (KeyboardInterrupt(), 130, ""),
    ],
)
def test_whatever_happens_is_told_without_a_traceback(
    anna: Player, monkeypatch: pytest.MonkeyPatch, error: BaseException, status: int, word: str
) -> None:
    def fail(*args: object) -> None:
        raise error

    anna.good("list")
    monkeypatch.setattr("pbem.cli.commands.list.listed", fail)
    said = anna("list")
    assert said.status == status and word in said.err
    assert "Traceback" not in said.err


def test_a_folder_that_another_process_works_in(duel: Duel) -> None:
    from pbem.store.lock import Lock

    with Lock(duel.anna.place / "lock"):
        said = duel.anna("orders")
        assert said.status == 2 and "working in this folder" in said.err
        assert_two_lines(said)
        duel.anna.good("status")
    duel.anna.good("orders")


@pytest.mark.slow
def test_a_reader_that_goes_away(duel: Duel) -> None:
    environment = {**os.environ, "PBEM_HOME": str(duel.anna.home)}
    with subprocess.Popen(
        [sys.executable, "-m", "pbem", "map"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=duel.anna.place,
        env=environment,
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        told = process.stderr.read()
        status = process.wait(timeout=60)
    assert (status, told) == (0, b"")


def test_what_arrives_by_mail_cannot_drive_the_terminal(tmp_path: Path) -> None:
    from pbem.cli.terminal import printable

    assert printable("a\x1b[2Jb\u202ec\nd\u00e9") == "a?[2Jb?c\nd\u00e9"


def test_completion_knows_the_commands(anna: Player) -> None:
    environment = {"_PBEM_COMPLETE": "complete_bash", "COMP_WORDS": "pbem ver", "COMP_CWORD": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "pbem"], capture_output=True, env={**os.environ, **environment}, check=False
    )
    assert done.stdout.decode().split() == ["verify"]


def test_docs_name_every_command_and_option(anna: Player) -> None:
    text = (ROOT / "docs/cli.md").read_text(encoding="utf-8")
    for name in COMMANDS:
        assert f"## {name}\n" in text, name
        commands = (
            [(name, sub) for sub in ("list", "show", "coverage", "check-scenario")] if name == "rules" else [(name,)]
        )
        section = text.split(f"## {name}\n")[1].split("\n## ")[0]
        for command in commands:
            for option in re.findall(r"^  (--[a-z-]+)", anna.good(*command, "--help").out, re.MULTILINE):
                assert option in ("--help", "--json", "--campaign") or f"`{option}" in section, (command, option)
