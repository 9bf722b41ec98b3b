"""Talking to the person at the terminal: text, JSON, questions, and a bar for what takes long."""

from __future__ import annotations

import json
import os
import sys
import time
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from pbem.errors import Problem

_BAR = 24
# Seconds that nobody minds waiting without being told for what.
PATIENCE = 0.4


def say(text: str = "") -> None:
    """Prints to standard output."""
    _wipe()
    _write(sys.stdout, f"{printable(text)}\n")


def warn(text: str) -> None:
    """Prints one line of warning to standard error."""
    _wipe()
    _write(sys.stderr, f"pbem: warning: {printable(text)}\n")


def complain(text: str) -> None:
    """Prints to standard error."""
    _wipe()
    _write(sys.stderr, f"{printable(text)}\n")


def printable(text: str) -> str:
    """The text without characters that a terminal would obey: what arrives by mail may hold any."""
    if text.isascii() and text.replace("\n", "").isprintable():
        return text
    return "".join(char if char == "\n" or not _obeyed(char) else "?" for char in text)


def _obeyed(char: str) -> bool:
    return unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp")


def _write(stream: TextIO, text: str) -> None:
    """Writes; a reader that has gone away (`pbem verify | head -1`) is no reason to stop working."""
    try:
        stream.write(text)
        stream.flush()
    except BrokenPipeError:
        with open(os.devnull, "wb") as nothing:  # noqa: PTH123
            os.dup2(nothing.fileno(), stream.fileno())


def show(value: Any, lines: Iterable[str], *, as_json: bool) -> None:
    """Prints a result: as JSON data, or as the lines that say the same."""
    if as_json:
        say(json.dumps(value, indent=1, ensure_ascii=True))
        return
    for line in lines:
        say(line)


def confirmed(question: str, *, yes: bool, as_json: bool) -> bool:
    """Asks once. Raises Problem ANSWER_MISSING where nobody can be asked, naming the flag."""
    if yes:
        return True
    if not as_json:
        _wipe()
        _write(sys.stdout, f"{printable(question)} [y/N] ")
        answer = sys.stdin.readline()
        if answer:
            return answer.strip().lower() in ("y", "yes")
        say()
    raise Problem("ANSWER_MISSING", "this command asks before it acts, and nobody answers here", "say --yes")


def answered_here() -> bool:
    """Whether somebody sits at a terminal and can be asked what has a default."""
    return sys.stdin.isatty()


def asked(question: str) -> str | None:
    """A line that the person types, None at the end of the input."""
    _wipe()
    _write(sys.stdout, printable(question))
    line = sys.stdin.readline()
    return line.rstrip("\r\n") if line else None


def clear_screen() -> None:
    """Wipes the terminal with what can be scrolled back to; nothing where standard output is none."""
    if sys.stdout.isatty():
        import click

        click.clear()
        _write(sys.stdout, "\033[3J\033[H")


def known_passphrase(*, as_json: bool = False) -> str:
    """The passphrase of the identity: from PBEM_PASSPHRASE, else typed. Raises Problem PASSPHRASE_MISSING."""
    given = os.environ.get("PBEM_PASSPHRASE")
    if given is not None:
        return given
    _require_terminal("your identity is locked with a passphrase", "set PBEM_PASSPHRASE", as_json)
    _wipe()
    import getpass

    return getpass.getpass("Passphrase of your identity: ")


def new_passphrase(*, none: bool, as_json: bool = False) -> str:
    """The passphrase for an identity that is made now; "" keeps it in clear. none: the person wants none."""
    given = "" if none else os.environ.get("PBEM_PASSPHRASE")
    if given is None:
        mend = "say --no-passphrase, or set PBEM_PASSPHRASE"
        _require_terminal("your identity is made now and wants a passphrase", mend, as_json)
        given = typed_twice()
    return warned_if_empty(given)


def typed_twice() -> str:
    """A new passphrase as somebody types it at the terminal; "" for none. Raises Problem PASSPHRASES_DIFFER."""
    import getpass

    given = getpass.getpass("New passphrase for your identity (empty: none): ")
    if given and given != getpass.getpass("The same again: "):
        raise Problem("PASSPHRASES_DIFFER", "the two passphrases are not the same", "run the command again")
    return given


def warned_if_empty(passphrase: str) -> str:
    """The passphrase, with a warning where it is none."""
    if not passphrase:
        warn("your identity is kept in clear; whoever reads that file can sign as you")
    return passphrase


def _require_terminal(what: str, mend: str, as_json: bool) -> None:
    if as_json or not sys.stdin.isatty():
        raise Problem("PASSPHRASE_MISSING", what, mend)


class Bar:
    """A bar on standard error, drawn over itself; silent where standard error is no terminal.

    after: seconds before it first appears, so that what is done at once draws none. There is one bar at a time: a bar
    with `after` stands back while another is there, and whatever is said takes the bar away first.
    """

    _there: Bar | None = None

    def __init__(self, after: float = 0.0) -> None:
        self._drawn = 0
        self._shown = sys.stderr.isatty()
        self._humble = after > 0
        self._from = time.monotonic() + after if after else 0.0

    def step(self, done: int, total: int, text: str) -> None:
        """Draws `done` of `total` with a word about it."""
        if not self._shown or (self._humble and self._waits()):
            return
        if Bar._there not in (None, self):
            _wipe()
        filled = _BAR * done // max(total, 1)
        line = f"[{'#' * filled}{'.' * (_BAR - filled)}] {printable(text)}"[:79]
        _write(sys.stderr, f"\r{line.ljust(self._drawn)}")
        self._drawn = len(line)
        Bar._there = self

    def _waits(self) -> bool:
        return Bar._there not in (None, self) or time.monotonic() < self._from

    def close(self) -> None:
        """Takes the bar away."""
        if self._drawn:
            _write(sys.stderr, f"\r{' ' * self._drawn}\r")
            self._drawn = 0
        if Bar._there is self:
            Bar._there = None


def _wipe() -> None:
    """Takes away the bar that is there, before something else is written."""
    if Bar._there is not None:
        Bar._there.close()


@contextmanager
def bar_for_long_work() -> Iterator[None]:
    """A bar for whatever within it takes long and tells of itself (`campaign.pace`); nothing without a terminal."""
    if not sys.stderr.isatty():
        yield
        return
    from pbem.campaign.core.progress import heard_by

    bar = Bar(after=PATIENCE)
    try:
        with heard_by(bar.step):
            yield
    finally:
        bar.close()
