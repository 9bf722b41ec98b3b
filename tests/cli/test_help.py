"""What --help calls arguments and options: plain words for players, nothing of the types of a program."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
import typer

from pbem.cli.lazy import COMMANDS
from pbem.cli.main import app
from tests.cli.players import Player

ROOT: Any = typer.main.get_command(app)


def every_command() -> Iterator[tuple[str, ...]]:
    """All commands, and those within groups."""
    for name in COMMANDS:
        command = ROOT.get_command(ROOT.context_class(ROOT, info_name="pbem"), name)
        yield (name,)
        yield from ((name, inner) for inner in getattr(command, "commands", {}))


@pytest.mark.parametrize("words", list(every_command()), ids=" ".join)
def test_arguments_and_options_have_plain_names(anna: Player, words: tuple[str, ...]) -> None:
    told = anna.good(*words, "--help").out.partition("Examples:")[0]
    usage = told.split("\n")[0]
    assert usage.startswith(f"Usage: pbem {' '.join(words)} [OPTIONS]")
    assert not re.search(r"[{}<>]|\[\[|\]\.\.\.(?<!\[ARGS\]\.\.\.)", usage), usage
    # A person's address stands in such brackets, the type of a value never.
    assert not re.search(r"<(?!address)[a-z]", told) and "<=" not in told


@pytest.mark.parametrize(
    ("words", "usage", "row"),
    [
        (("odds",), "PLACE...", "PLACE...  Where the attack"),
        (("receive",), "[FILE...]", "FILE...  Mails"),
        (("show",), "MESSAGE", "MESSAGE  Number"),
        (("answer",), "accept|decline [FILE]", "FILE            Orders"),
        (("keys", "restore"), "[FILE]", "FILE  The text"),
    ],
)
def test_what_may_be_left_out_or_repeated_shows(anna: Player, words: tuple[str, ...], usage: str, row: str) -> None:
    told = anna.good(*words, "--help").out
    assert told.split("\n")[0] == f"Usage: pbem {' '.join(words)} [OPTIONS] {usage}"
    assert f"  {row}" in told


def test_ranges_are_told_in_words(anna: Player) -> None:
    assert "0 to 999" in anna.good("stats", "--help").out
    told = " ".join(anna.good("try", "--help").out.split())
    assert "--times N How often the phase is played. [default: 200; 1 to 10000]" in told


@pytest.mark.parametrize("group", ["mail", "keys", "rules"])
def test_a_group_tells_its_commands_in_whole_sentences(anna: Player, group: str) -> None:
    told = anna.good(group, "--help").out
    listed = told.partition("Commands:")[2].partition("Examples:")[0]
    assert "..." not in listed and listed.rstrip().endswith(".")
    assert "<" not in told.partition("Examples:")[2]


@pytest.mark.parametrize(
    "line", [("export", "--vassal"), ("submit", "--note"), ("keys", "backup", "--to")], ids=" ".join
)
def test_help_is_the_value_of_no_option(anna: Player, line: tuple[str, ...]) -> None:
    assert anna.good(*line, "--help").out.startswith("Usage: pbem ")
