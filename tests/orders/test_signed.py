"""The signed orders file: YAML for people and a turn for programs, through mail and through malice (attack T06)."""

from __future__ import annotations

import html
import quopri
from collections.abc import Callable

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.orders.loader import load
from pbem.orders.signed import readable_difference, readable_differs, readable_part, turns_of, write_signed
from tests.orders.test_hostile import BOMB
from tests.stopwatch import bounded
from tests.tiers import examples

BLOCK = "BEGIN PBEM TURN\n" + "QUJD" * 16 + "\nQUJD\nEND PBEM TURN 0123456789abcdef\n"
PUBLIC = {
    "for": 7,
    "moves": [{"unit": "1/III", "path": ["0612", "0613"]}, {"unit": "2/V", "path": ["0508"], "stay": True}],
    "attacks": [],
}
NOTE = ["Well met, and don't forget the bridge.", "Ça ira – “soon”"]
TEXT = write_signed(PUBLIC, NOTE, BLOCK)
AS_TEXT = {
    "for": "7",
    "moves": [{"unit": "1/III", "path": ["0612", "0613"]}, {"unit": "2/V", "path": ["0508"], "stay": "true"}],
    "attacks": [],
    "note": NOTE,
}


def test_the_layout() -> None:
    text = write_signed(PUBLIC, NOTE, BLOCK)
    assert text == (
        "# Signed orders. Only the block at the end counts.\n"
        "for: 7\n"
        "moves:\n"
        "  - unit: 1/III\n"
        '    path: ["0612", "0613"]\n'
        "  - unit: 2/V\n"
        '    path: ["0508"]\n'
        "    stay: true\n"
        "attacks: []\n"
        "note:\n"
        '  - "Well met, and don\'t forget the bridge."\n'
        '  - "Ça ira – “soon”"\n'
        "signed: |\n"
        "  BEGIN PBEM TURN\n"
        f"  {'QUJD' * 16}\n"
        "  QUJD\n"
        "  END PBEM TURN 0123456789abcdef\n"
    )
    assert write_signed(dict(reversed(PUBLIC.items())), NOTE, BLOCK) == TEXT


def test_it_is_one_document_for_every_reader() -> None:
    assert load(TEXT).data == {**AS_TEXT, "signed": BLOCK}
    assert yaml.safe_load(TEXT) == {**PUBLIC, "note": NOTE, "signed": BLOCK}
    assert yaml.safe_load(write_signed({}, [], BLOCK)) == {"signed": BLOCK}
    assert readable_part(TEXT) == AS_TEXT
    assert not readable_differs(TEXT, PUBLIC, NOTE)


def smart(text: str) -> str:
    return text.replace(' "', " “").replace('["', "[“").replace('"', "”").replace("'", "’").replace(" – ", " — ")


HARMLESS: dict[str, Callable[[str], str]] = {
    "CRLF": lambda t: t.replace("\n", "\r\n"),
    "BOM": lambda t: "\ufeff" + t,
    "quoted once": lambda t: "".join(f"> {line}" for line in t.splitlines(keepends=True)),
    "quoted twice": lambda t: "".join(f">> {line}" for line in t.splitlines(keepends=True)),
    "quoted, no blank": lambda t: "".join(f">{line}" for line in t.splitlines(keepends=True)),
    "text around": lambda t: f"Dear enemy,\nhere: they are [at last].\n\n{t}\n-- \nlist: footer\n",
    "quoted-printable": lambda t: quopri.encodestring(t.encode("utf-8")).decode("ascii"),
    "HTML": html.escape,
    "smart quotes": smart,
    "trailing blanks": lambda t: t.replace("\n", "  \n"),
    "no-break blanks": lambda t: t.replace("  ", "\u00a0 "),
    "tabs": lambda t: t.replace("    ", "\t"),
    "hard wrap": lambda t: "\n".join(
        line[i : i + 40] for line in t.split("\n") for i in range(0, max(len(line), 1), 40)
    ),
    "top cut off": lambda t: t[90:],
    "all but the block": lambda t: t[t.index("BEGIN") :],
    "no first line": lambda t: t.split("\n", 1)[1],
    "cut": lambda t: t[:100],
}


# What nobody can put together again: what is there and cannot be read is told.
BEYOND_READING = ("hard wrap", "top cut off")


@pytest.mark.parametrize("name", BEYOND_READING)
def test_n14_a_part_that_mail_has_made_unreadable_is_told(name: str) -> None:
    assert "could not be read" in readable_difference(HARMLESS[name](TEXT), PUBLIC, NOTE)
    assert readable_part(HARMLESS[name](TEXT)) is None


def test_n14_a_part_that_does_not_parse_is_told() -> None:
    head, _, block = TEXT.partition("signed: |\n")
    broken = (
        "moves: [",
        "{" * 40_000,
        "- a\n- b",
        "x: y: z",
        "just words",
        "x: " + "a" * 300_000,
        '"',
        "\t- x: 1",
        "\x07",
    )
    for above in (*broken, BOMB + "\n"):
        text = f"{TEXT.splitlines()[0]}\n{above}\nsigned: |\n{block}"
        assert "could not be read" in readable_difference(text, PUBLIC, NOTE), above[:20]
    # The key of the block is gone, and what stands above it is still read by people.
    assert "could not be read" in readable_difference(head.replace("0613", "0614") + block, PUBLIC, NOTE)
    assert not readable_difference(block, PUBLIC, NOTE)


@pytest.mark.parametrize("name", [name for name in HARMLESS if name not in BEYOND_READING])
def test_mail_damage_is_no_difference(name: str) -> None:
    assert not readable_differs(HARMLESS[name](TEXT), PUBLIC, NOTE)


@pytest.mark.parametrize(
    "name",
    [
        "CRLF",
        "BOM",
        "quoted once",
        "quoted twice",
        "quoted, no blank",
        "text around",
        "trailing blanks",
        "no first line",
        "no-break blanks",
        "tabs",
    ],
)
def test_and_often_it_is_read_all_the_same(name: str) -> None:
    assert readable_part(HARMLESS[name](TEXT)) == AS_TEXT


MALICE: dict[str, Callable[[str], str]] = {
    "another hex": lambda t: t.replace("0613", "0614"),
    "another number": lambda t: t.replace("for: 7", "for: 8"),
    "a unit more": lambda t: t.replace("attacks: []", "attacks: [x]"),
    "a unit less": lambda t: t.replace("    stay: true\n", ""),
    "another note": lambda t: t.replace("bridge", "ford"),
    "key twice": lambda t: t.replace("moves:", "for: 7\nmoves:", 1),
    "anchor": lambda t: t.replace("for: 7", "for: &x 7"),
    "alias bomb": lambda t: t.replace("for: 7\n", BOMB),
    "tag": lambda t: t.replace("for: 7", "for: !!str 7"),
    "another file first": lambda t: t.replace("signed: |", "", 1).split("BEGIN")[0].replace("0613", "0999") + t,
    "quoted": lambda t: HARMLESS["quoted once"](t.replace("0613", "0614")),
}


@pytest.mark.parametrize("name", MALICE)
def test_another_readable_part_is_noticed(name: str) -> None:
    assert readable_differs(MALICE[name](TEXT), PUBLIC, NOTE)


def test_several_turns_in_one_mail() -> None:
    other = write_signed({"for": 5}, [], BLOCK)
    mail = "Hello\n" + HARMLESS["quoted once"](other) + "\nand now\n" + TEXT + "bye\n"
    pieces = turns_of(mail)
    assert [readable_part(piece) for piece in pieces] == [{"for": "5"}, AS_TEXT]
    assert turns_of("no turn here") == []


@settings(max_examples=examples(300), deadline=None)
@given(st.integers(0, len(TEXT)), st.integers(0, 30), st.text(max_size=8))
def test_nothing_escapes(place: int, cut: int, new: str) -> None:
    text = TEXT[:place] + new + TEXT[place + cut :]
    part = readable_part(text)
    assert part is None or isinstance(part, dict)
    differs = readable_differs(text, PUBLIC, NOTE)
    assert differs or part is None or part["for"] == "7"
    turns_of(text)


@pytest.mark.parametrize(
    "text",
    [
        "\n" * 3_000_000,
        "BEGIN PBEM TURN " * 200_000,
        "> " * 1_000_000 + "BEGIN PBEM TURN",
        "signed:" * 300_000 + "\nBEGIN PBEM TURN",
        "# x\n" * 60_000 + "signed: |\nBEGIN PBEM TURN",
        ">" * 250_000 + "\nsigned: |\nBEGIN PBEM TURN",
        "[" * 250_000 + "\nsigned: |\nBEGIN PBEM TURN",
        "x" * 3_000_000 + "\nsigned: |\nBEGIN PBEM TURN\n",
    ],
    ids=["line feeds", "begins", "margin", "keys", "comments", "quotes", "brackets", "large"],
)
def test_hostile_mail_costs_little(text: str) -> None:
    with bounded(2):
        assert readable_part(text) in (None, {})
        readable_differs(text, PUBLIC, NOTE)
        turns_of(text)


@pytest.mark.parametrize(
    ("public", "block"),
    [
        ({"note": "x"}, BLOCK),
        ({"signed": "x"}, BLOCK),
        ({}, "a\n b\n"),
        ({}, ""),
        ({}, "é\n"),
        ({}, "a\tb\n"),
        ({"a": None}, BLOCK),
    ],
)
def test_what_makes_no_file_is_refused(public: dict[str, object], block: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        write_signed(public, [], block)
