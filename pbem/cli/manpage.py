"""The manual page, from what the commands say of themselves: `python -m pbem.cli.manpage > docs/pbem.1`, or `make man`.

It says the same on every machine: no date, and placeholders where `--help` names what is installed.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from typing import Any, Final

import typer

from pbem import __version__
from pbem.cli.lazy import COMMANDS, help_row
from pbem.cli.main import app

_EXIT: Final = (
    ("0", "fine; of \\fBverify\\fR, \\fBaudit\\fR, \\fBreceive\\fR and \\fBimport\\fR: valid so far"),
    ("1", "orders that can be read and that the rules forbid"),
    ("2", "bad input or usage: an unreadable file, an unknown name, a locked folder, a full disk"),
    ("3", "it is not your move"),
    ("10", "invalid: malformed or unacceptable"),
    ("11", "proof: a signature of the named side covers the breach"),
    ("12", "damage of a file or a mail, nobody named"),
    ("13", "environment: ruleset, scenario or rules version differ here"),
    ("14", "stranger: not signed for this game by the side"),
    ("15", "pending, where something was to be complete"),
    ("130", "interrupted"),
)
_ENVIRONMENT: Final = (
    ("PBEM_HOME", "the configuration folder, with your identity and the list of your campaigns"),
    ("PBEM_PASSPHRASE", "the passphrase of your identity, for scripts"),
    ("PBEM_NEW_PASSPHRASE", "the new one, for \\fBkeys passphrase\\fR"),
    ("VISUAL, EDITOR", "your editor"),
    ("NO_COLOR", "no colours on a terminal"),
    ("PBEM_TRACEBACK", "if set, a fault of the program itself is shown in full"),
)
_FILES: Final = (
    (
        "~/.config/pbem",
        "the configuration folder (macOS: ~/Library/Application Support/pbem, Windows: %APPDATA%\\epbem)",
    ),
    ("campaign.yaml, orders.yaml, standing.yaml", "in a campaign's folder: what is yours to write"),
    ("outbox/, inbox/, evidence/", "what leaves, what arrived, what was refused"),
)
_PLACEHOLDER = re.compile(r"<([a-z]+)>")


def manual() -> str:
    """The page in the language of man(7)."""
    return "\n".join(_page()) + "\n"


def _page() -> Iterator[str]:
    root = typer.main.get_command(app)
    yield f'.TH PBEM 1 "" "pbem {__version__}" "User commands"'
    yield from (".SH NAME", f"pbem \\- {_plain('board wargames by mail')}")
    yield from (".SH SYNOPSIS", ".B pbem", "\\fICOMMAND\\fR [\\fIOPTION\\fR]... [\\fIARGUMENT\\fR]...")
    yield from (".SH DESCRIPTION", *_paragraphs(str(root.help or "")))
    yield from (".SH OPTIONS", *_parameters(root, "pbem"))
    yield ".SH COMMANDS"
    for name, purpose in COMMANDS.items():
        command: Any = root.get_command(_context(root, "pbem"), name)  # type: ignore[attr-defined]
        yield from _command(command, f"pbem {name}", purpose)
    for title, rows in (("EXIT STATUS", _EXIT), ("ENVIRONMENT", _ENVIRONMENT), ("FILES", _FILES)):
        yield f".SH {title}"
        for term, text in rows:
            yield from (".TP", f".B {_plain(term)}", text)
    yield from (".SH SEE ALSO", "docs/cli.md and docs/tutorial.md, which come with the source.")


def _command(command: Any, name: str, purpose: str) -> Iterator[str]:
    """A command, or each command of a group."""
    subcommands = getattr(command, "commands", None)
    if subcommands:
        yield from (f".SS {_plain(name)}", _plain(purpose))
        for sub, inner in subcommands.items():
            yield from _command(inner, f"{name} {sub}", "")
        return
    context = _context(command, name)
    usage = " ".join(command.collect_usage_pieces(context))
    yield from (f".SS {_plain(f'{name} {usage}')}", *_paragraphs(str(command.help or purpose)))
    yield from _parameters(command, name)
    examples = getattr(command, "examples", ())
    if examples:
        yield from (".PP", "Examples:", ".PP", ".nf")
        yield from (f"    {_plain(_PLACEHOLDER.sub(lambda found: found[1].upper(), one))}" for one in examples)
        yield ".fi"


def _parameters(command: Any, name: str) -> Iterator[str]:
    context = _context(command, name)
    for parameter in command.get_params(context):
        record = help_row(parameter, context)
        if record is not None:
            term, text = record
            yield from (".TP", f".B {_plain(' '.join(term.split()))}", _plain(" ".join(text.split())) or "\\&")


def _context(command: Any, name: str) -> Any:
    return command.context_class(command, info_name=name)


def _paragraphs(text: str) -> Iterator[str]:
    for number, paragraph in enumerate(text.strip().split("\n\n")):
        if number:
            yield ".PP"
        yield _plain(" ".join(paragraph.split()))


def _plain(text: str) -> str:
    """Text that man shows as it is."""
    found = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{found}" if found.startswith((".", "'")) else found


if __name__ == "__main__":
    sys.stdout.write(manual())
