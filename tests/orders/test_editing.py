"""A file changed by a program: it says what is wanted, and what the change does not concern stays as it was typed."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest
import yaml

from pbem.campaign.core.rulebooks import ruleset
from pbem.errors import Problem
from pbem.orders.editing import Model, edited, meant, said
from pbem.orders.loader import default_parser, load
from pbem.orders.schemas import combine, read_schema
from tests.orders.typist import Typist, another, document, lines_of, untouched
from tests.tiers import later, turns

FRAME = ("campaign", "phase", "for", "signed")
HEAD = {"campaign": "1db7dee75ce0", "phase": "french-01", "for": 1}
PAPERS = [("napoleon-at-war", "jena-auerstadt"), ("jours-de-gloire", "eylau-1807")]


@cache
def fragment(rules: str, scenario: str) -> dict[str, Any]:
    book = ruleset(rules)
    options = next(one.options for one in book.scenarios() if one.id == scenario)
    game = book.game(scenario, {name: option["default"] for name, option in options.items()})
    found: dict[str, Any] = game.writing.document_schema("orders")
    return found


def template_of(members: dict[str, Any]) -> bytes:
    """Headings in force, and others behind a comment sign, with examples below."""
    lines = ["campaign: x", "phase: y", "for: 1"]
    for number, key in enumerate(members):
        mark = "# " if number % 2 else ""
        lines += ["", f"# What {key} is.", f"{mark}{key}:", "  # - {unit: x, to: y}   # an example"]
    return "\n".join([*lines, "", "# A few words:", "# note: |", "#   Good luck!", ""]).encode()


def model(rules: str, scenario: str) -> Model:
    own = fragment(rules, scenario)
    return Model(combine(read_schema("orders"), own), FRAME, template_of(own["properties"]))


def survives(lines: list[str], found: bytes) -> bool:
    """Whether the lines are there in this order; a heading that is used again is without its comment sign, and may have
    its value behind it."""
    rest = iter(lines_of(found))
    return all(any(line == other or is_used(line, other) for other in rest) for line in lines)


def is_used(line: str, other: str) -> bool:
    heading = line.replace("# ", "", 1).rstrip()
    return other.rstrip() == heading or (heading.endswith(":") and other.startswith(f"{heading} "))


@pytest.mark.parametrize(("rules", "scenario"), PAPERS)
@pytest.mark.parametrize(
    "seed", [0, *turns(range(1, 14)), *(later(seed, pytest.mark.campaigns) for seed in range(14, 60))]
)
def test_any_file_takes_any_change(rules: str, scenario: str, seed: int) -> None:
    at, own = model(rules, scenario), fragment(rules, scenario)
    for number in range(25):
        rng = random.Random(f"{rules} {seed} {number}")
        source = Typist(rng).typed(HEAD, document(own, rng))
        for _ in range(4):
            former = said(load(source), at)
            wanted = another(former, own, rng)
            found = edited(source, wanted, at)
            assert found is not None, (source.decode(), wanted)
            assert said(load(found), at) == meant(wanted, at), (source.decode(), found.decode())
            kept = untouched(source, former, meant(wanted, at))
            assert survives(kept, found), (source.decode(), found.decode(), wanted)
            source = found


FILE = b"""\
# yaml-language-server: $schema=orders.schema.json
campaign: "1db7dee75ce0"   # mine
phase: french-01
for: 1

# Moves, carried out in this order.
moves:
  # - {unit: v-cav, to: "0407"}   # V Corps cavalry
  - {unit: suc-1,  to: '0509'}   # go
  # why he waits
  - unit: suc-2   # Suchet
    to: "0408"

# Attacks, in this order.
# attacks:
  # - {on: "0609"}

# A few words to your opponent:
# note: |
#   Good luck!
"""
MOVES = [{"unit": "suc-1", "to": "0509"}, {"unit": "suc-2", "to": "0408"}]


def jena() -> Model:
    first, rest = FILE.split(b"  - {unit: suc-1")
    return Model(model(*PAPERS[0]).schema, FRAME, first + rest[rest.index(b"\n\n# Attacks") + 1 :])


def changed(wanted: dict[str, Any], source: bytes = FILE) -> str:
    found = edited(source, wanted, jena())
    assert found is not None
    return found.decode()


def only(before: str, after: str) -> str:
    """The file with this one place changed."""
    assert FILE.decode().count(before) == 1
    return FILE.decode().replace(before, after)


def test_nothing_changes_where_nothing_is_changed() -> None:
    assert changed({"moves": MOVES}) == FILE.decode()
    assert changed({"moves": MOVES, "attacks": "", "note": "\n"}) == FILE.decode()


def test_a_value_is_changed_letter_by_letter() -> None:
    moves = [{"unit": "suc-1", "to": "0610"}, {"unit": "suc-2", "to": "0408"}]
    assert changed({"moves": moves}) == only("'0509'", '"0610"')
    moves = [MOVES[0], {"unit": "suc-2", "path": ["0408", "0409"]}]
    assert changed({"moves": moves}) == only('    to: "0408"\n', '    path: ["0408", "0409"]\n')


def test_entries_come_and_go_with_their_lines_alone() -> None:
    assert changed({"moves": MOVES[1:]}) == only("  - {unit: suc-1,  to: '0509'}   # go\n", "")
    added = [MOVES[0], {"unit": "gaz-1", "to": "0606"}, MOVES[1]]
    go = "to: '0509'}   # go\n"
    assert changed({"moves": added}) == only(go, f'{go}  - {{unit: gaz-1, to: "0606"}}\n')


def test_a_heading_of_the_template_is_used_and_given_back() -> None:
    attacks = [{"on": "0609", "by": ["suc-1"]}]
    used = changed({"moves": MOVES, "attacks": attacks})
    assert used == only("# attacks:\n", 'attacks:\n  - {"on": "0609", by: [suc-1]}\n')
    assert changed({"moves": MOVES}, used.encode()) == FILE.decode()
    gone = changed({})
    assert "\nmoves:\n  # - {unit: v-cav" in gone and "  # why he waits\n" in gone and "suc" not in gone
    assert changed({"moves": []}).count("moves: []\n") == 1


def test_a_note_stands_below_its_example() -> None:
    good = "#   Good luck!\n"
    assert changed({"moves": MOVES, "note": "Mine.\nYours?"}) == only(good, f"{good}note: |\n  Mine.\n  Yours?\n")
    assert changed({"moves": MOVES, "note": "Mine"}) == only(good, f"{good}note: Mine\n")


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_lines_end_as_they_did(end: str) -> None:
    typed = FILE.decode().replace("\n", end).rstrip("\r\n")
    found = edited(typed.encode(), {"moves": MOVES, "note": "a\nb"}, jena())
    assert found == f"{typed}{end}note: |{end}  a{end}  b".encode()


def test_what_cannot_be_changed_is_said_so() -> None:
    head = b'{campaign: "1", phase: x, for: 1}'
    assert edited(head, {"moves": MOVES}, jena()) is None
    for source in (b"moves: &a []\n", b"moves: [\n"):
        with pytest.raises(Problem):
            edited(source, {"moves": MOVES}, jena())
    with pytest.raises(ValueError, match=r"note: the character U\+3042 cannot be used in orders"):
        edited(FILE, {"note": "\u3042"}, jena())


def test_a_file_of_comments_alone_takes_its_first_member() -> None:
    one = [{"unit": "gaz-1", "to": "0606"}]
    assert edited(b"# nothing\n", {"moves": one}, jena()) == b'# nothing\nmoves:\n  - {unit: gaz-1, to: "0606"}\n'
    assert edited(b"# moves:\n", {"moves": one}, jena()) == b'moves:\n  - {unit: gaz-1, to: "0606"}\n'
    assert edited(b"", {"note": "a"}, jena()) == b"note: a\n"


def test_a_comment_within_an_entry_is_no_heading() -> None:
    mine = FILE.replace(b"   # Suchet\n", b"\n# note: |\n    # attacks:\n").replace(b"# note: |\n#   Good luck!\n", b"")
    found = changed({"moves": MOVES, "note": "a"}, mine)
    assert found == mine.decode().replace('    to: "0408"\n', '    to: "0408"\nnote: a\n')


def test_a_blank_line_that_comes_to_stand_below_a_text_is_none_of_its_lines() -> None:
    head = "campaign: a\nnote: |\n  mine\n  yours\n"
    found = changed({"note": "mine\nyours"}, f"{head}attacks:\n- suc-1\n   \nfor: 1\n".encode())
    assert found == f"{head}\nfor: 1\n"


def test_members_of_a_heading_stand_below_their_examples() -> None:
    schema = {"type": "object", "properties": {"retreat": {"type": "object"}, "advance": {"type": "object"}}}
    template = (
        b"retreat:\n  # guard: {}   # retreat: Guard\n  # v: {}        # retreat: V Corps\n\nadvance:\n  # v: no\n"
    )
    at = Model(schema, (), template)
    found = edited(template, {"retreat": {"v": {"to": ["n", "0606"]}, "guard": {"to": ["s"]}}}, at)
    assert found is not None
    lines = found.decode().split("\n")
    assert (
        lines[2] == "  guard: {to: [s]}"
        and lines[4] == '  v: {to: ["n", "0606"]}'
        and lines[6:8] == ["advance:", "  # v: no"]
    )
    assert edited(found, {}, at) == template


def test_text_of_several_lines_leaves_its_brackets() -> None:
    moves = [{"unit": "suc-1", "to": "one\ntwo"}, MOVES[1]]
    found = changed({"moves": moves})
    assert said(load(found), jena())["moves"] == moves


@pytest.mark.parametrize("seed", range(40))
def test_both_scanners_tell_where_values_end(seed: int) -> None:
    rng = random.Random(seed)
    source = Typist(rng).typed(HEAD, document(fragment(*PAPERS[seed % 2]), rng))
    one, other = (load(source, parser=parser) for parser in (yaml.SafeLoader, default_parser()))
    assert (one.values, one.ends) == (other.values, other.ends) and one.ends.keys() == one.values.keys()
    lines = lines_of(source)
    for path, (line, column) in one.values.items():
        last, end = one.ends[path]
        assert (line, column) <= (last, end) and end <= len(lines[last - 1]) + 1
        # Nothing but a comment or a sign of punctuation stands behind it in its line.
        assert lines[last - 1][end - 1 : end] in ("", " ", ",", "]", "}", ":"), (path, lines[last - 1])


@pytest.mark.parametrize(
    "seed", [*range(20), *turns(range(20, 100)), *(later(seed, pytest.mark.campaigns) for seed in range(100, 400))]
)
def test_a_file_that_was_damaged_is_changed_rightly_or_not_at_all(seed: int) -> None:
    rng = random.Random(f"damage {seed}")
    rules = PAPERS[seed % 2]
    at, own = model(*rules), fragment(*rules)
    source = bytearray(Typist(rng).typed(HEAD, document(own, rng)))
    for _ in range(rng.randrange(1, 4)):
        place = rng.randrange(len(source))
        source[place : place + rng.randrange(3)] = rng.choice(
            [b"", b"\n", b" ", b"- ", b"#", b"{", b"]", b"'", b":", b"\xff"]
        )
    try:
        former = said(load(bytes(source)), at)
        wanted = another(former, own, rng)
        found = edited(bytes(source), wanted, at)
    except Problem:
        return
    assert found is None or said(load(found), at) == meant(wanted, at)
