"""Schema faults in words: every fault of a file at once, each with its place and what would do."""

from __future__ import annotations

import pytest

from pbem.errors import BAD_INPUT, FORBIDDEN
from pbem.orders.check import MOST_ERRORS, check, checked
from pbem.orders.findings import Finding, OrdersFault, render
from pbem.orders.loader import load
from pbem.orders.schemas import Schema
from tests.orders.frames import orders_schema

HEAD = "campaign: x\nphase: p\nfor: 1\n"


def found(body: str, head: str = HEAD) -> list[tuple[int, int, str, str, str]]:
    _, findings = check(load(head + body), orders_schema())
    return [(f.line, f.column, f.kind, f.subject, f.message()) for f in findings]


def test_a_good_file_is_typed_and_has_no_faults() -> None:
    body = "night: true\nmoves:\n- {unit: 1/V, to: 0612}\nattacks:\n- {kind: assault, at: 0612, odds: 3}\nnote: no\n"
    assert checked(load(HEAD + body), orders_schema()) == {
        "campaign": "x",
        "phase": "p",
        "for": 1,
        "night": True,
        "moves": [{"unit": "1/V", "to": "0612"}],
        "attacks": [{"kind": "assault", "at": "0612", "odds": 3}],
        "note": "no",
    }


FAULTS = [
    ("moves: [{unit: 1/V, to: 06O6}]", (4, 25, "unreadable", "to: 06O6", 'not a hex number; letter O? write "0606"')),
    (
        "moves: [{unit: 1/V, to: 606}]",
        (4, 25, "unreadable", "to: 606", 'not a hex number; write "0606"'),
    ),
    (
        "moves: [{unit: 1/V, to: 60606}]",
        (4, 25, "unreadable", "to: 60606", 'not a hex number; write four digits like "0610"'),
    ),
    ("moves: [{unit: 2/V, to: 0606}]", (4, 16, "unknown", "unit: 2/V", "no such unit; did you mean 1/V or 3/V?")),
    ("moves: [{unit: Ney, to: 0606}]", (4, 16, "unknown", "unit: Ney", "no such unit; legal: 1/V, 3/V, 1/Suchet")),
    ("moves: [{unit: , to: 0606}]", (4, 10, "unknown", "unit:", "nothing stands here; legal: 1/V, 3/V, 1/Suchet")),
    ("moves: [{unit: [a], to: 0606}]", (4, 16, "unreadable", "unit:", "not a unit; expected 1/V, 3/V, 1/Suchet")),
    ("moves: [{unit: 1/V, too: x, to: 0606}]", (4, 21, "unknown", "too:", "no such key here; did you mean to?")),
    ("move: []", (4, 1, "unknown", "move:", "no such key here; did you mean moves?")),
    ("moves: [{to: 0606}]", (4, 9, "unreadable", "", "'unit' is missing; expected a unit")),
    ("moves: [{unit: 1/V}]", (4, 9, "unreadable", "moves:", "something is missing; expected one of: to, path")),
    (
        "moves: [{unit: 1/V, to: 0606, path: []}]",
        (4, 9, "unreadable", "moves:", "too much is given; expected only one of: to, path"),
    ),
    (
        "moves: [1/V]",
        (4, 9, "unreadable", "moves: 1/V", "not a map (key: value); write 'key: value' lines with unit, to, path"),
    ),
    ("moves: 1/V", (4, 8, "unreadable", "moves: 1/V", "not a list; write lines that begin with '- ', or [] for none")),
    ("moves: no", (4, 8, "unreadable", "moves: no", "not a list; write lines that begin with '- ', or [] for none")),
    (
        "moves:\n  unit: 1/V\n  to: 0606",
        (5, 3, "unreadable", "moves:", "not a list; put '- ' before the first line of each entry"),
    ),
    ("moves: [{unit 1/V, to: 0606}]", (4, 10, "unreadable", "unit 1/V:", "a colon is missing; write unit: 1/V")),
    (
        "moves: [{unit:1/V, to: 0606}]",
        (4, 10, "unreadable", "unit:1/V:", "a space is missing behind the colon; write unit: 1/V"),
    ),
    ("moves: [{unit: 1/V, to 0606}]", (4, 21, "unreadable", "to 0606:", "a colon is missing; write to: 0606")),
    ("moves: [{unit: 1/V, ot 0606, to: 0606}]", (4, 21, "unknown", "ot 0606:", "no such key here; legal: path")),
    # What is misspelt is not missing as well; what has nothing to do with it is.
    ("moves: [{unit: 1/V, To: 0606}]", (4, 21, "unknown", "To:", "no such key here; did you mean to?")),
    ("moves: [{Unit: 1/V, to: 0606}]", (4, 10, "unknown", "Unit:", "no such key here; did you mean unit?")),
    (
        "moves: [{unit: 1/V, path: [0601 0602]}]",
        (4, 28, "unreadable", "path: 0601 0602", "not a hex number; a comma is missing? write [0601, 0602]"),
    ),
    (
        "moves: [{unit: 1/V, to: \u201c0606\u201d}]",
        (4, 25, "unreadable", "to: \u201c0606\u201d", 'not a hex number; typographic quotation marks? write "0606"'),
    ),
    (
        "moves: [{unit: 1/V, path: [0601, 0602, 0603, 0604]}]",
        (4, 27, "unreadable", "path:", "4 where at most 3 entries can stand"),
    ),
    ("moves: [{unit: 1/V, path: [0601, 0601]}]", (4, 27, "unreadable", "path:", "0601 stands twice")),
    ("attacks: [{kind: bombard, by: []}]", (4, 31, "unreadable", "by:", "0 where at least 1 entry must stand")),
    (
        "attacks: [{kind: assault, at: 0606, odds: 0}]",
        (4, 43, "unreadable", "odds: 0", "too small; expected at least 1"),
    ),
    (
        "attacks: [{kind: assault, at: 0606, odds: 1e3}]",
        (4, 43, "unreadable", "odds: 1e3", "not a whole number; write digits only"),
    ),
    (
        "attacks: [{kind: bombrd, by: [a]}]",
        (4, 18, "unknown", "kind: bombrd", "not one of the words for this; did you mean bombard?"),
    ),
    (
        "attacks: [{kind: charge, by: [a]}]",
        (4, 18, "unknown", "kind: charge", "not one of the words for this; legal: assault, bombard"),
    ),
    (
        "attacks: [{kind: assault}]",
        (4, 11, "unreadable", "", "'at' is missing; expected a hex number; write four digits like \"0610\""),
    ),
    ("attacks: [x]", (4, 11, "unreadable", "attacks: x", "not a map (key: value)")),
    ("night: yes", (4, 8, "unreadable", "night: yes", "not true or false")),
    ("losses: {2/V: 1}", (4, 10, "unknown", "2/V:", "no such unit; did you mean 1/V or 3/V?")),
    (
        "note: {a: b}",
        (4, 7, "unreadable", "note:", "not text or a list of lines; write one line in quotes, or several after '|'"),
    ),
    (
        f"note: [{'x' * 201}]",
        (4, 8, "unreadable", f"note: {'x' * 19}...", "201 where at most 200 characters can stand"),
    ),
]


@pytest.mark.parametrize(("body", "fault"), FAULTS)
def test_one_fault_one_line(body: str, fault: tuple[int, int, str, str, str]) -> None:
    assert found(body) == [fault]


def test_missing_members_of_the_file() -> None:
    words = [message for *_, message in found("", head="phase: p\n")]
    assert words == [
        "'campaign' is missing; expected the name of a campaign; take it from a fresh template: pbem orders --fresh",
        "'for' is missing; expected the number of a question; take it from a fresh template: pbem orders --fresh",
    ]


def test_all_faults_come_in_one_go_in_the_order_of_the_file() -> None:
    text = """campaign: x
phase: p
for: 1
moves:
  - unit: 1/V
    to: 06O6
  - unit: 2/V
    to: "0612"
  - unt: 3/V
    to: "0612"
atacks: []
"""
    with pytest.raises(OrdersFault) as refused:
        checked(load(text, "turn-07.yaml"), orders_schema())
    fault = refused.value
    assert (fault.code, fault.status) == ("ORDERS_SCHEMA", BAD_INPUT)
    assert str(fault) == fault.what
    assert fault.what.splitlines() == [
        "turn-07.yaml: 4 faults, nothing applied",
        '  turn-07.yaml:6:9   unreadable  to: 06O6   not a hex number; letter O? write "0606"',
        "  turn-07.yaml:7:11  unknown     unit: 2/V  no such unit; did you mean 1/V or 3/V?",
        "  turn-07.yaml:9:5   unknown     unt:       no such key here; did you mean unit?",
        "  turn-07.yaml:11:1  unknown     atacks:    no such key here; did you mean attacks?",
    ]
    assert [(f.unit, f.hex) for f in fault.findings[:2]] == [("1/V", "06O6"), ("2/V", "")]
    assert fault.findings[1].legal == ("1/V", "3/V", "1/Suchet")
    assert fault.findings[1].to_json()["path"] == ["moves", 1, "unit"]


def test_faults_of_the_rules_stand_in_the_same_table() -> None:
    ruled_out = Finding(
        "forbidden", "move", "1/Suchet leaves 0508, an enemy controlled hex", line=14, column=5, case="naw 5.13"
    )
    fault = OrdersFault("o.yaml", [ruled_out, ruled_out])
    assert (fault.code, fault.status) == ("ORDERS_FORBIDDEN", FORBIDDEN)
    assert fault.what.splitlines() == [
        "o.yaml: 1 fault, nothing applied",
        "  o.yaml:14:5  forbidden   1/Suchet leaves 0508, an enemy controlled hex  [naw 5.13]",
    ]
    mixed = OrdersFault("o.yaml", [ruled_out, Finding("unknown", "x", "no such unit", line=2, column=1)])
    assert mixed.status == BAD_INPUT
    assert [f.line for f in mixed.findings] == [2, 14]


OTHER_KEYWORDS: list[tuple[Schema, str, str]] = [
    ({"type": "string", "minLength": 3}, "ab", "2 where at least 3 characters must stand"),
    ({"type": "integer", "maximum": 3}, "5", "too large; expected at most 3"),
    ({"type": "integer"}, "9999999999999999", "not a whole number; write digits only"),
    ({"type": "object", "minProperties": 1}, "{}", "0 where at least 1 member must stand"),
    ({"dependentRequired": {"a": ["b"]}}, "a: x", "'a' needs 'b' beside it"),
    ({"not": {"type": "string"}, "x-mend": "leave it out"}, "x", "this cannot stand here; leave it out"),
    ({"properties": {"a": False}}, "a: x", "this cannot stand here"),
    ({"contains": {"const": "x"}}, "[y]", "not of the form that is expected here"),
    ({"type": "integer"}, "''", "nothing stands here; expected a whole number; write digits only"),
    ({"enum": [1, 2]}, "3", "not one of the words for this; legal: 1, 2"),
    (
        {"oneOf": [{"type": "string"}, {"minLength": 1}]},
        "x",
        "this can be read in more than one way; expected one form",
    ),
    ({"anyOf": [{"type": "integer"}, {"type": "array"}]}, "x", "not a whole number or a list"),
    (
        {"anyOf": [{"const": "ask"}, {"type": "array"}]},
        "x",
        "not of a form expected here; expected ask, or a list; write [a, b] or lines that begin with '- '",
    ),
    (
        {"anyOf": [{"const": "ask"}, {"type": "array"}], "x-noun": "ask or a list of boxes"},
        "x",
        "not ask or a list of boxes; write [a, b] or lines that begin with '- '",
    ),
    ({"anyOf": [{"const": "ask"}, {"enum": ["no", "yes"]}]}, "x", "not one of the words for this; legal: ask, no, yes"),
    ({"enum": ["no", "yes"], "x-noun": "no or yes"}, "x", "not one of the words for this; legal: no, yes"),
]


@pytest.mark.parametrize(("schema", "text", "message"), OTHER_KEYWORDS)
def test_no_keyword_is_silent(schema: Schema, text: str, message: str) -> None:
    _, findings = check(load(text), schema)
    assert [finding.message() for finding in findings] == [message]


def test_an_empty_list_of_faults_has_a_headline_only() -> None:
    assert render("o.yaml", []) == "o.yaml: 0 faults, nothing applied"


def test_a_file_full_of_faults_is_cut_short() -> None:
    text = HEAD + "moves:\n" + "- {unit: 1/Crops, to: 06O6}\n" * 1500
    with pytest.raises(OrdersFault) as refused:
        checked(load(text), orders_schema())
    assert len(refused.value.findings) == MOST_ERRORS + 1
    assert refused.value.what.endswith("unreadable  there are more faults than these")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{too: [s]}", "too: no such key here; did you mean to?"),
        ("{retreat: [s]}", "retreat: no such key here; legal: to, units"),
        ("{to: [x]}", "to: x only s can stand here"),
        ("[s]", "v: not of a form expected here; expected ask, or a map with to, units; write 'key: value' lines"),
    ],
)
def test_a_map_beside_a_word_is_judged_as_the_map_that_it_is(text: str, message: str) -> None:
    """`ask` is no map: what is wrong within a map is told, not that it is neither `ask` nor a map."""
    wishes = {"type": "array", "items": {"const": "s"}}
    form = {"type": "object", "additionalProperties": False, "properties": {"to": wishes, "units": {"type": "object"}}}
    schema = {"type": "object", "properties": {"v": {"anyOf": [{"const": "ask"}, form]}}}
    _, (fault,) = check(load(f"v: {text}\n"), schema)
    assert f"{fault.subject} {fault.message()}" == message
