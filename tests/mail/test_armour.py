"""Turn files through the mail: every transformation alone and stacked, damage, bounds."""

from __future__ import annotations

import base64
import functools
import html
import itertools
import re
import textwrap

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.mail.armour import MAX_BLOCKS, MAX_TEXT, Block, read_blocks, write_block
from tests.mail.mangling import TRANSFORMATIONS, Change, crlf, nbsp, quoted
from tests.stopwatch import bounded
from tests.tiers import examples, later, steady

ENVELOPE = b'{"payload":"' + base64.b64encode(bytes(range(256)) * 3 + b"?") + b'","payloadType":"t","signatures":[]}'
PROSE = 'turn: 6\nname: "Saalfeld – Jena"\norders:\n    move:  [lannes-1, "0612"]\nFrom the Emperor: march...\n'
SAMPLE = PROSE + "signed: |\n" + textwrap.indent(write_block(ENVELOPE), "  ")

CHANGES = TRANSFORMATIONS


def only(text: str | bytes) -> Block:
    (block,) = read_blocks(text)
    return block


def arrives(text: str) -> None:
    for form in (text, text.encode("utf-8")):
        block = only(form)
        assert (block.damage, block.envelope) == ("", ENVELOPE)


def test_written_lines_are_short_and_plain() -> None:
    lines = write_block(ENVELOPE).splitlines()
    assert lines[0] == "BEGIN PBEM TURN" and lines[-1].startswith("END PBEM TURN ")
    assert all(re.fullmatch(r"[A-Za-z0-9+/]{64}", line) for line in lines[1:-2])
    assert "=" not in write_block(ENVELOPE)


def test_there_are_seventeen_transformations() -> None:
    assert len(set(CHANGES)) == 17


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_t04_each_transformation_alone(change: Change) -> None:
    arrives(change(SAMPLE))
    arrives(change(write_block(ENVELOPE)))


@pytest.mark.parametrize(("first", "second"), list(itertools.permutations(CHANGES, 2)))
def test_t04_any_two(first: Change, second: Change) -> None:
    arrives(second(first(SAMPLE)))


@pytest.mark.parametrize("start", range(17))
def test_t04_eight_stacked(start: int) -> None:
    doubled = [*CHANGES, *CHANGES]
    arrives(functools.reduce(lambda text, change: change(text), doubled[start : start + 8], SAMPLE))
    arrives(functools.reduce(lambda text, change: change(text), doubled[start : start + 16 : 2], SAMPLE))


def test_raw_sources_of_a_saved_mail() -> None:
    body = base64.encodebytes(SAMPLE.encode()).decode()
    head = "From: a@example.invalid\nContent-Type: text/yaml\nContent-Transfer-Encoding: base64\n\n"
    arrives(head + body)
    arrives("Hello\n\n" + body + "Hello\n")
    arrives(crlf("X: y\n\nHello\n\n--part\n" + head + body + "--part--\n"))
    marked = "<html><body><pre>" + html.escape(SAMPLE) + "</pre></body></html>"
    arrives(marked)
    paragraphs = "".join(f"<p class='x'>{html.escape(line)}&nbsp;</p>" for line in SAMPLE.splitlines())
    arrives(f"<html>{paragraphs}</html>")
    assert only(SAMPLE.encode("utf-16")).envelope == ENVELOPE
    assert only(nbsp(SAMPLE).encode("latin-1", "replace")).envelope == ENVELOPE
    arrives(" ".join(write_block(ENVELOPE).split("\n")))
    arrives(SAMPLE.replace("\n", "\r"))
    arrives("".join("| " + line + "\n\n" for line in SAMPLE.splitlines()))


def test_several_blocks_and_copies_come_in_order() -> None:
    other = ENVELOPE.replace(b'"t"', b'"u"')
    text = write_block(ENVELOPE) + "and before that\n" + quoted(write_block(other)) + write_block(ENVELOPE)
    assert [block.envelope for block in read_blocks(text)] == [ENVELOPE, other, ENVELOPE]


def test_no_block_is_no_damage() -> None:
    assert read_blocks("") == []
    assert read_blocks(PROSE) == []
    assert read_blocks("He said: END PBEM TURN is the last line, BEGIN PBEM TURN the first.\n") == []
    assert read_blocks("END PBEM TURN marks the end\nBEGIN PBEM TURN is the start\n") == []


@pytest.mark.slow
@pytest.mark.parametrize("step", [1, 2])
def test_t01_one_character_altered(step: int) -> None:
    text = write_block(ENVELOPE)
    for at in range(0, len(text) - 1, 1 if step == 1 else 7):
        wrong = chr(ord(text[at]) ^ step) if text[at] != "\n" else "x"
        blocks = read_blocks(text[:at] + wrong + text[at + 1 :])
        assert blocks, at
        if text[at] == " " and not wrong.isalnum():
            # A blank of a framing line holds nothing: what the block says is whole.
            assert {block.envelope for block in blocks} <= {ENVELOPE, b""}
        else:
            assert all(block.damage and block.envelope == b"" for block in blocks), at


def test_t02_cut_anywhere() -> None:
    text = write_block(ENVELOPE)
    for at in range(20, text.index("END"), 13):
        assert only(text[:at]).damage
        assert only(text[at:]).damage
    middle = text.splitlines()
    del middle[4]
    assert "checksum" in only("\n".join(middle)).damage


def test_a_damaged_block_does_not_hide_the_next() -> None:
    text = write_block(ENVELOPE)
    damaged, good = read_blocks(text[:200] + "\n" + text)
    assert damaged.damage == "the block has no END line" and damaged.line == 1
    assert good.envelope == ENVELOPE and good.line > 1


def test_checksum_is_of_the_whole_envelope() -> None:
    forged = write_block(ENVELOPE[:-1] + b" ").splitlines()[:-1] + write_block(ENVELOPE).splitlines()[-1:]
    assert "checksum" in only("\n".join(forged)).damage


@pytest.mark.slow
@given(st.text(max_size=300) | st.sampled_from([SAMPLE, write_block(ENVELOPE)]), st.binary(max_size=60))
@settings(max_examples=examples(200), deadline=None, derandomize=steady())
def test_any_text_gives_blocks_and_no_error(text: str, data: bytes) -> None:
    for form in (text, data, text.encode("utf-8", "surrogatepass") + data):
        for block in read_blocks(form):
            assert bool(block.envelope) != bool(block.damage)


@pytest.mark.parametrize(
    "text",
    [
        later("BEGIN PBEM TURN\n" * 60_000),
        later("END PBEM TURN 0123456789abcdef\n" * 60_000),
        "BEGIN PBEM TURN " * 100_000,
        "A" * 1_000_000 + " END PBEM TURN",
        "<a " * 300_000,
        "&#" * 500_000,
        "=" * 1_000_000,
        "\n" * 2_000_000,
        "> " * 700_000,
        "BEGIN PBEM TURN\n" + "\u00a0" * 1_000_000,
        "AAAA\n" * 200_000,
        ("A" * 900 + "!") * 1000,
        " " * 1_000_000 + "x",
        ("x" + " " * 1000) * 1000,
    ],
)
def test_hostile_text_costs_linear_time(text: str) -> None:
    with bounded(4):
        blocks = read_blocks(text)
    assert len(blocks) <= MAX_BLOCKS
    assert all(block.damage for block in blocks)


def test_a_text_too_long_is_one_damaged_block() -> None:
    assert "longer" in only(b"x" * (MAX_TEXT + 1)).damage
    assert "longer" in only("x" * (MAX_TEXT + 1)).damage


def test_at_most_64_blocks() -> None:
    assert len(read_blocks(write_block(b"{}") * 100)) == MAX_BLOCKS
