"""The manual page: every command with its options, in the language of man, and the copy in docs/ up to date."""

from __future__ import annotations

import re

from pbem.cli.lazy import COMMANDS
from pbem.cli.manpage import manual
from tests.cli.players import Player
from tests.places import PROJECT

KEPT = PROJECT / "docs/pbem.1"
MACROS = {".TH", ".SH", ".SS", ".TP", ".B", ".PP", ".nf", ".fi"}


def terms(page: str) -> list[str]:
    """Headings, commands and options, in order."""
    return [line for line in page.split("\n") if line.startswith((".SH", ".SS", ".B "))]


def test_every_command_stands_in_it_with_all_its_options(anna: Player) -> None:
    page = manual()
    for name in COMMANDS:
        sections = re.findall(rf"^\.SS pbem {name}\b.*?(?=^\.S[SH])", page, re.MULTILINE | re.DOTALL)
        assert sections, name
        told = "".join(sections).replace("\\-", "-")
        if len(sections) == 1:
            for option in re.findall(r"^  (--[a-z-]+)", anna.good(name, "--help").out, re.MULTILINE):
                assert f".B {option}" in told, (name, option)
    assert "pbem keys restore" in page and "Examples:" in page
    # Examples name no ruleset that happens to be installed here.
    assert "napoleon" not in page and "jours" not in page and "SCENARIO" in page


def test_it_is_in_the_language_of_man() -> None:
    for line in manual().split("\n"):
        if line.startswith((".", "'")):
            assert line.split(" ")[0] in MACROS, line
        assert not re.search(r"(?<!\\)-", line.replace(".TH", "")), line
    assert manual() == manual()


def test_the_copy_that_is_packed_is_up_to_date() -> None:
    assert terms(KEPT.read_text(encoding="utf-8")) == terms(manual()), "run: make man"
