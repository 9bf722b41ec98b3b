"""What is kept between two commands: bounded, and nothing that goes wrong with it is anybody's trouble."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from pbem.errors import Problem
from pbem.store import clipboard, picture_folder
from pbem.store.picture_folder import MOST, PictureFolder


def test_what_was_written_is_read_and_replaced(tmp_path: Path) -> None:
    kept = PictureFolder(tmp_path / "home" / "pictures")
    assert kept.read("one") is None
    kept.write("one", b"1")
    kept.write("one", b"2")
    assert kept.read("one") == b"2" and kept.read("two") is None
    assert kept.folder.stat().st_mode & 0o777 == 0o700 and (kept.folder / "one").stat().st_mode & 0o777 == 0o600


def test_a_full_folder_is_emptied_first(tmp_path: Path) -> None:
    kept = PictureFolder(tmp_path / "pictures")
    for number in range(MOST):
        kept.write(f"n-{number}", b"")
    assert len(list(kept.folder.iterdir())) == MOST
    kept.write("n-0", b"again")
    assert len(list(kept.folder.iterdir())) == MOST
    kept.write("more", b"")
    assert [path.name for path in kept.folder.iterdir()] == ["more"]


def test_leftovers_of_a_crash_go_with_the_next_write(tmp_path: Path) -> None:
    kept = PictureFolder(tmp_path / "pictures")
    kept.write("one", b"1")
    (kept.folder / ".one.0123abcd.tmp").write_bytes(b"half")
    kept.write("two", b"2")
    assert sorted(path.name for path in kept.folder.iterdir()) == ["one", "two"]


@pytest.mark.parametrize("name", ["", "UP", "../one", "a/b", "a" * 81])
def test_only_plain_names_are_kept(tmp_path: Path, name: str) -> None:
    kept = PictureFolder(tmp_path / "pictures")
    kept.write(name, b"1")
    assert not kept.folder.exists()


def test_what_is_too_large_is_not_kept_and_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture_folder, "LIMIT", 4)
    kept = PictureFolder(tmp_path / "pictures")
    kept.write("four", b"1234")
    kept.write("five", b"12345")
    assert kept.read("four") == b"1234" and not (kept.folder / "five").exists()
    (kept.folder / "five").write_bytes(b"12345")
    assert kept.read("five") is None


def test_a_folder_that_cannot_be_made_is_nobodys_trouble(tmp_path: Path) -> None:
    (tmp_path / "pictures").write_bytes(b"a file")
    kept = PictureFolder(tmp_path / "pictures")
    kept.write("one", b"1")
    assert kept.read("one") is None and (tmp_path / "pictures").read_bytes() == b"a file"


# -- the clipboard ----------------------------------------------------------------------------


def _fails() -> str:
    raise RuntimeError("no way")


@pytest.mark.parametrize(
    ("module", "why"),
    [
        (SimpleNamespace(determine_clipboard=lambda: (None, str)), ""),
        (SimpleNamespace(determine_clipboard=lambda: (None, None)), "no clipboard that a program could read"),
        (SimpleNamespace(determine_clipboard=_fails), "no clipboard that a program could read"),
        (None, "pyperclip is not installed"),
    ],
)
def test_why_the_clipboard_cannot_be_read(monkeypatch: pytest.MonkeyPatch, module: object, why: str) -> None:
    monkeypatch.setitem(sys.modules, "pyperclip", module)  # type: ignore[arg-type]
    assert clipboard.why_not().endswith(why) and bool(clipboard.why_not()) is bool(why)


@pytest.mark.parametrize(
    ("paste", "code"),
    [(lambda: " \n", "CLIPBOARD_EMPTY"), (lambda: "ä" * 5, "FILE_TOO_LARGE"), (_fails, "NO_CLIPBOARD")],
)
def test_what_cannot_be_pasted_is_refused(monkeypatch: pytest.MonkeyPatch, paste: object, code: str) -> None:
    monkeypatch.setitem(sys.modules, "pyperclip", SimpleNamespace(paste=paste))  # type: ignore[arg-type]
    with pytest.raises(Problem) as refused:
        clipboard.pasted(9)
    assert refused.value.code == code


def test_text_is_pasted_up_to_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyperclip", SimpleNamespace(paste=lambda: "äb"))  # type: ignore[arg-type]
    assert clipboard.pasted(3) == "äb".encode()


def test_half_a_sign_in_the_clipboard_does_not_keep_the_rest_from_being_pasted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows cuts texts in the midst of a sign."""
    monkeypatch.setitem(sys.modules, "pyperclip", SimpleNamespace(paste=lambda: "a turn\ud83d"))  # type: ignore[arg-type]
    assert clipboard.pasted(9) == b"a turn?"
