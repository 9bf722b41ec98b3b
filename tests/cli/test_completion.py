"""Completion as a shell asks for it: the script that pbem prints, in a real bash; what other shells are given."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.cli.lazy import COMMANDS
from pbem.store.files import read_bounded
from tests import needs
from tests.places import PROJECT

BASH = needs.bash()
# What a shell does at the tab key: words of the line in an array, the last one being typed; then the function.
ASK = """
eval "$(pbem --show-completion)"
while IFS= read -r line; do
  IFS=' ' read -r -a COMP_WORDS <<<"$line"
  [[ $line == *" " ]] && COMP_WORDS+=("")
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMPREPLY=()
  _pbem_completion pbem
  IFS=' '; printf '%s\\n' "${COMPREPLY[*]}"; unset IFS
done
"""


@pytest.fixture
def shell(tmp_path: Path) -> dict[str, str]:
    """The environment of somebody whose `pbem` is the one under test, with a home of his own."""
    program = tmp_path / "bin/pbem"
    program.parent.mkdir()
    program.write_text(f'#!{BASH}\nexec "{sys.executable}" -m pbem "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    (tmp_path / "home").mkdir()
    found = {key: value for key, value in os.environ.items() if not key.startswith(("PBEM", "_PBEM"))}
    path = f"{program.parent}{os.pathsep}{found['PATH']}"
    root = str(PROJECT)
    return {**found, "PATH": path, "HOME": str(tmp_path / "home"), "SHELL": BASH, "PYTHONPATH": root}


def offered(shell: dict[str, str], *lines: str) -> list[list[str]]:
    """What bash offers for each line."""
    text = "".join(f"{line}\n" for line in lines)
    done = subprocess.run(
        [BASH, "--norc", "-c", ASK], input=text.encode(), capture_output=True, env=shell, cwd=shell["HOME"], check=True
    )
    assert done.stderr == b""
    return [line.split() for line in done.stdout.decode("utf-8").split("\n")[:-1]]


@pytest.mark.slow
def test_commands_options_and_values_in_bash(shell: dict[str, str]) -> None:
    found = offered(
        shell,
        "pbem ",
        "pbem ver",
        "pbem keys re",
        "pbem verify --co",
        "pbem rules show nap",
        "pbem new --ruleset ",
        "pbem new --ruleset napoleon-at-war --scenario ",
        "pbem new --scenario jena-auerstadt --side ",
        "pbem new --scenario eylau-1807 --option hid",
        "pbem new --clock-default ",
        "pbem answer a",
    )
    assert found[0] == list(COMMANDS)
    assert found[1:] == [
        ["verify"],
        ["restore", "renew"],
        ["--complete"],
        ["napoleon-at-war", "napoleons-last-battles"],
        ["1806", "jours-de-gloire", "napoleon-at-war", "napoleons-last-battles", "winters-victory"],
        ["jena-auerstadt", "learning-jena"],
        ["french", "prussian"],
        ["hiding=hidden", "hiding=open"],
        ["forfeit", "draw", "adjudicate"],
        ["accept"],
    ]


@pytest.mark.slow
def test_a_line_that_makes_no_sense_offers_little_and_says_nothing(shell: dict[str, str]) -> None:
    lines = (
        "pbem verify --nonsense ",
        "pbem new --scenario nowhere --side ",
        "pbem --nonsense x",
        "pbem keys nothing ",
    )
    assert offered(shell, *lines)[1] == []


def test_a_rulebook_that_breaks_spoils_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    import typer

    from pbem.cli import completing

    def broken(name: str) -> object:
        raise RuntimeError("foreign code")

    monkeypatch.setattr("pbem.campaign.core.rulebooks.ruleset", broken)
    ctx = typer.Context(typer.main.get_command(typer.Typer(callback=lambda: None, invoke_without_command=True)))
    assert completing.scenario_words(ctx) == completing.army_words(ctx) == completing.option_words(ctx) == []
    assert completing.ruleset_words(ctx) == [
        "1806",
        "jours-de-gloire",
        "napoleon-at-war",
        "napoleons-last-battles",
        "winters-victory",
    ]


def test_it_installs_itself_once_and_works_from_then_on(shell: dict[str, str]) -> None:
    for _ in range(2):
        script = "pbem --install-completion; :"  # bash stays above pbem, which looks for the shell that called it
        subprocess.run([BASH, "--norc", "-c", script], env=shell, capture_output=True, check=True)
    rc = read_bounded(Path(shell["HOME"]) / ".bashrc", 10_000).decode("utf-8")
    assert rc.count("pbem.sh") == 1
    done = subprocess.run(
        [BASH, "--norc", "-c", "source ~/.bashrc; complete -p pbem"], env=shell, capture_output=True, check=True
    )
    assert done.stdout.split() == b"complete -o default -F _pbem_completion pbem".split()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("zsh", '_arguments \'*: :(("verify":"Verify a campaign, a log, an archive or a mailed file."))\''),
        ("fish", "verify\tVerify a campaign, a log, an archive or a mailed file."),
    ],
)
def test_what_other_shells_are_given(shell: dict[str, str], name: str, line: str) -> None:
    asked = {
        "_PBEM_COMPLETE": f"complete_{name}",
        "_TYPER_COMPLETE_ARGS": "pbem ver",
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
    }
    done = subprocess.run([sys.executable, "-m", "pbem"], env={**shell, **asked}, capture_output=True, check=True)
    assert (done.stdout.decode("utf-8").strip(), done.stderr) == (line, b"")
