"""What only happens at a terminal: the bar, passphrases, the editor."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.campaign.core.progress import tell
from pbem.cli.editor import edited
from pbem.cli.terminal import PATIENCE, Bar, bar_for_long_work, known_passphrase, new_passphrase, say
from pbem.errors import Problem
from tests.places import PROJECT
from tests.tiers import first


class Terminal(io.StringIO):
    """A stream that says that somebody sits behind it."""

    def isatty(self) -> bool:
        return True


def test_the_bar_is_drawn_over_itself_and_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    bar = Bar()
    bar.step(3, 12, "message 7: evening")
    assert screen.getvalue() == "\r[######..................] message 7: evening"
    bar.close()
    assert screen.getvalue().endswith("\r")


def test_no_bar_where_nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = io.StringIO()
    monkeypatch.setattr(sys, "stderr", screen)
    bar = Bar()
    bar.step(1, 2, "x")
    bar.close()
    assert screen.getvalue() == ""


def test_a_bar_with_patience_waits_and_stands_back(monkeypatch: pytest.MonkeyPatch) -> None:
    screen, clock = Terminal(), [100.0]
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr("pbem.cli.terminal.time.monotonic", lambda: clock[0])
    humble, first = Bar(after=PATIENCE), Bar()
    humble.step(1, 2, "at once")
    assert screen.getvalue() == ""
    clock[0] += 1
    first.step(1, 2, "first")
    humble.step(1, 2, "second")
    assert screen.getvalue().endswith("] first")
    first.close()
    humble.step(1, 2, "second")
    assert screen.getvalue().endswith("] second")
    first.step(2, 2, "first again")
    # Whoever draws takes the other bar away, and so does what is said.
    assert screen.getvalue().endswith("\r[########################] first again")
    before = len(screen.getvalue())
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    say("done")
    assert screen.getvalue()[before:].strip() == "" and screen.getvalue().endswith("\r")
    humble.close()


def test_long_work_is_heard_by_a_bar_at_a_terminal_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.cli.terminal.PATIENCE", 1e-9)
    for screen in (Terminal(), io.StringIO()):
        monkeypatch.setattr(sys, "stderr", screen)
        with bar_for_long_work():
            tell(1, 4, "the work at hand")
        tell(2, 4, "nobody listens")
        assert ("the work at hand" in screen.getvalue()) == screen.isatty()
        assert "nobody" not in screen.getvalue()


SAMPLE = "samples/jena-auerstadt/campaign.pbem"
SUPPOSED = ("--by", "suc-1", "--from", "suc-1=0609")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("args", "word"),
    first(
        1,
        [
            (("verify", SAMPLE), b"verifying message"),
            (("audit", SAMPLE), b"verifying message"),
            (("odds", "0610", *SUPPOSED, "--side", "french", "--at", "3", "--archive", SAMPLE), b"writing the report"),
        ],
    ),
    ids=["verify", "audit", "odds"],
)
def test_commands_show_a_bar_at_a_terminal_and_none_in_a_pipe(args: tuple[str, ...], word: bytes) -> None:
    script = (
        "import sys; from pbem.cli import main, terminal; terminal.PATIENCE = 1e-9; sys.exit(main.run(sys.argv[1:]))"
    )
    command, root = [sys.executable, "-c", script, *args], PROJECT
    ours, theirs = os.openpty()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=theirs, cwd=root):
        os.close(theirs)
        shown = b"".join(iter(lambda: _piece(ours), b""))
    os.close(ours)
    assert b"[#" in shown and word in shown and shown.endswith(b"\r"), shown[-300:]
    silent = subprocess.run(command, capture_output=True, cwd=root, check=False)
    assert (silent.returncode, silent.stderr) == (0, b"")


def _piece(handle: int) -> bytes:
    """What a program has written to its terminal; nothing once it is gone."""
    try:
        return os.read(handle, 65536)
    except OSError:
        return b""


def typed(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    """Somebody who types these passphrases."""
    answers = iter(words)
    monkeypatch.delenv("PBEM_PASSPHRASE", raising=False)
    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr("getpass.getpass", lambda prompt: next(answers))


def test_a_new_passphrase_is_typed_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "one", "one")
    assert new_passphrase(none=False) == "one"
    typed(monkeypatch, "one", "two")
    with pytest.raises(Problem, match="not the same"):
        new_passphrase(none=False)


def test_an_empty_passphrase_is_warned_of(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typed(monkeypatch, "")
    assert new_passphrase(none=False) == ""
    assert "kept in clear" in capsys.readouterr().err


def test_json_never_asks_for_a_passphrase(monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "one")
    assert known_passphrase() == "one"
    with pytest.raises(Problem, match="locked"):
        known_passphrase(as_json=True)
    monkeypatch.setenv("PBEM_PASSPHRASE", "set")
    assert known_passphrase(as_json=True) == "set"


def test_the_editor_is_the_persons_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    script = tmp_path / "my editor.py"
    script.write_text("import sys, pathlib; pathlib.Path(sys.argv[1]).write_text('edited')", encoding="utf-8")
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", f"'{sys.executable}' '{script}'")
    sheet = tmp_path / "sheet.yaml"
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert not edited(sheet)
    monkeypatch.setattr(sys, "stdin", Terminal())
    assert edited(sheet)
    assert sheet.read_text(encoding="utf-8") == "edited"
