"""What only happens at a terminal: the bar, passphrases, the editor."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from pbem.cli.editor import edited
from pbem.cli.terminal import Bar, known_passphrase, new_passphrase
from pbem.errors import Problem


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
