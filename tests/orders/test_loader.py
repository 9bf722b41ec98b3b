"""Reading orders files: what is accepted, as which text, and every refusal with its place (attacks C08, C09)."""

from __future__ import annotations

import pytest
import yaml

from pbem.errors import Problem
from pbem.orders.loader import load, load_or_fault
from pbem.orders.yaml_errors import YamlFault

PARSERS = [pytest.param(yaml.SafeLoader, id="pure")]
if yaml.__with_libyaml__:
    PARSERS.append(pytest.param(yaml.CSafeLoader, id="c"))

AS_TYPED = [
    # C09: nothing that is typed is guessed into something else
    ("to: 0117", {"to": "0117"}),
    ("to: 0612", {"to": "0612"}),
    ("unit: no", {"unit": "no"}),
    ("unit: No", {"unit": "No"}),
    ("odds: 3:1", {"odds": "3:1"}),
    ("value: 1e3", {"value": "1e3"}),
    ("time: 12:30", {"time": "12:30"}),
    ("times: [12:30, 3:1, 0612, no]", {"times": ["12:30", "3:1", "0612", "no"]}),
    ("day: 1806-10-14", {"day": "1806-10-14"}),
    ("x: ~", {"x": "~"}),
    ("x: null", {"x": "null"}),
    ("x: 0x1f", {"x": "0x1f"}),
    ("x: .5", {"x": ".5"}),
    ("no: yes", {"no": "yes"}),
    ("x: <<", {"x": "<<"}),
    # forms of the subset
    ("", {}),
    ("# only a comment\n", {}),
    ("---\na: b\n", {"a": "b"}),
    ("a:\n", {"a": ""}),
    ("- a\n-\n- c\n", ["a", "", "c"]),
    ("word", "word"),
    ("a: 'it''s'\nb: \"x\\\"y\\\\z\"\n", {"a": "it's", "b": 'x"y\\z'}),
    ("a: {b: [c, d], e: {}}\nf: []\n", {"a": {"b": ["c", "d"], "e": {}}, "f": []}),
    ("note: |\n  one\n   two\n\n  three\nb: c\n", {"note": "one\n two\n\nthree\n", "b": "c"}),
    ("note: |-\n  one\n", {"note": "one"}),
    ("a: [b,  # comment\n  c]\n", {"a": ["b", "c"]}),
    ('{"a": "b"}', {"a": "b"}),
    ("a: b # c\n", {"a": "b"}),
    ("a: Ligne é Ж “x” – …\n", {"a": "Ligne é Ж “x” – …"}),
    ("a: b\r\nc: d\r\n", {"a": "b", "c": "d"}),
    ("\ufeffa: b\n", {"a": "b"}),
    # characters that data cannot hold may stand in comments; Unicode's line ends do not end a comment
    ("# tab\there \U0001f600 x\u2028b: c\na: b\n", {"a": "b"}),
]


@pytest.mark.parametrize("parser", PARSERS)
@pytest.mark.parametrize(("text", "data"), AS_TYPED)
def test_every_scalar_is_its_text(text: str, data: object, parser: object) -> None:
    assert load(text, parser=parser).data == data
    assert load(text.encode("utf-8"), parser=parser).data == data


REFUSED = [
    # C08
    ("a: &x b\n", "anchor", 1, 4),
    ("a: b\nc: *x\n", "alias", 2, 4),
    ("a: &x [b]\nc: *x\n", "anchor", 1, 4),
    ("a: {b: c}\n<<: {d: e}\n", "merge", 2, 1),
    ("a: !!str b\n", "tag", 1, 4),
    ("a: !local b\n", "tag", 1, 4),
    ("a: ! b\n", "tag", 1, 4),
    ("- ! [a]\n", "tag", 1, 3),
    ("a: !e!x b\n", "tag", 1, 4),
    ("a: & b\n", "anchor", 1, 4),
    ("a: *\n", "alias", 1, 4),
    ("a: b\nc: d\na: e\n", "duplicate", 3, 1),
    ("x: {a: b, 'a': c}\n", "duplicate", 1, 11),
    ("a: b\n---\nc: d\n", "documents", 2, 1),
    ("%YAML 1.1\n---\na: b\n", "directive", 1, 1),
    ("%TAG ! x\n---\na: b\n", "directive", 1, 1),
    # beyond the subset
    ("? [a]\n: b\n", "key", 1, 3),
    ("{a: b}: c\n", "key", 1, 1),
    ("? |\n  a\n: b\n", "key", 1, 3),
    (": b\n", None, 1, 1),
    ("a: >\n  b\n", "folded", 1, 4),
    ("a: b\n  c\n", "multiline", 1, 4),
    ("a: 'b\n  c'\n", "multiline", 1, 4),
    ("- unit: 1/V\n  to 0612\n", "syntax", 2, 3),
    ("a:\tb\n", "tab", 1, 3),
    ("a:\n\tb: c\n", "tab", 2, 1),
    ("a: b\t# c\n", "tab", 1, 5),
    ("a: [b,\tc]\n", "tab", 1, 7),
    ('a: "b\tc"\n', "tab", 1, 6),
    ("note: |\n  a\tb\n", "tab", 2, 4),
    ("a: b\u2028c\n", "character", 1, 5),
    ("a: b\u0085c\n", "character", 1, 5),
    ("a:\u00a0b\n", "character", 1, 3),
    ("a: \U0001f600\n", "character", 1, 4),
    ("\u200ba: b\n", "character", 1, 1),
    ("a: \x07\n", "character", 1, 4),
    ("a: b\0\n", "character", 1, 5),
    ('a: "\\x00"\n', "character", 1, 4),
    ('a: "b\\nc"\n', "character", 1, 4),
    ('a: "\\ud800"\n', None, 1, None),
    ('a: "\\U99999999"\n', "syntax", 1, None),
    # broken files
    ('a: "b\nc: d\n', "syntax", 1, 4),
    ("a: b: c\n", "syntax", 1, 5),
    ("a: [b, c\nd: e\n", "multiline", 1, 8),
    ("a: {b: c\n", "syntax", 1, 4),
    ("a: b\n- c\n", "syntax", 2, 1),
    ("a:\n  b: c\n d: e\n", "syntax", 3, 2),
    ("a: @b\n", "syntax", 1, 4),
    ("a: |x\n  b\n", "syntax", 1, None),
    ("[a] b\n", "syntax", 1, 5),
    ('a: "\\q"\n', "syntax", 1, None),
    ("{a: b?}\n", "syntax", 1, None),
    ("a: " + "[" * 17 + "]" * 17, "depth", 1, 19),
    ("[" + "a," * 20_000 + "]", "size", 1, None),
    ("# " + "x" * 262_144, "size", 1, 1),
]


@pytest.mark.parametrize("parser", PARSERS)
@pytest.mark.parametrize(("text", "kind", "line", "column"), REFUSED)
def test_refusals_name_the_place(
    text: str, kind: str | None, line: int | None, column: int | None, parser: object
) -> None:
    with pytest.raises(YamlFault) as refused:
        load_or_fault(text, parser=parser)
    fault = refused.value
    assert kind in (None, fault.kind)
    assert line in (None, fault.line)
    assert column in (None, fault.column)
    assert fault.what and fault.mend
    for jargon in ("token", "node", "scanning", "parsing", "mapping", "sequence", "scalar", "<block"):
        assert jargon not in fault.what


@pytest.mark.parametrize("parser", PARSERS)
@pytest.mark.parametrize(
    ("text", "line", "column", "what"),
    [
        ("moves:\n  -{unit: x, to: y}\n", 2, 3, "a space is missing behind the '-'"),
        ("moves:\n  -[a, b]: c: d\n", 2, 3, "a space is missing behind the '-'"),
        ("moves:\n  -unit: x\n   to: y\n", 2, 3, "a space is missing behind the '-'"),
        ("note: 'don't'\n", 1, 12, "more stands behind it"),
        ("for: 1\n  - {unit: x, to: y}\n", 2, 3, "the line above already has its value"),
        ("moves:\n  - {unit: x; to: y}\n  - {unit: z, to: y}\n", 2, 5, "expected a comma or the closing }"),
        ("moves:\n  - {unit: x, to: y}}\n  - {unit: z, to: y}\n", 2, 21, "closes here that was never opened"),
        ("path: [a, b]]\n", 1, 13, "closes here that was never opened"),
        ('moves:\n  - {unit: gaz-1 to: "0706"}\n', 2, 18, "a comma is missing before this"),
        ('moves:\n  - {unit: gaz-1, to: "0706" refuse: true}\n', 2, 30, "a comma is missing before this"),
        ("moves:\n  - {unit: x, path: [a, b] refuse: true}\n", 2, 28, "a comma is missing before this"),
        ("path: [[1, 2] [3]]\n", 1, 15, "a comma is missing before this"),
        ("note: |\nGood luck\n", 2, 1, "has to stand further in than its key"),
        ('moves:\n- {unit: "x"y, to: z}\n', 2, 13, "more stands behind it"),
        ('moves:\n- {unit: x, to: "0609"}attacks:\n- {on: z}\n', 2, 24, "a line break is missing before 'attacks:'"),
        ("moves: [{unit: x, to: y}]attacks:\n- {on: z}\n", 1, 26, "a line break is missing before 'attacks:'"),
        ('moves:\n- unit: x\n  to: "0609"attacks:\n- {on: z}\n', 3, 13, "a line break is missing before 'attacks:'"),
        ("path: [a]next: first\n", 1, 10, "a line break is missing before 'next:'"),
    ],
)
def test_frequent_slips_are_named(text: str, line: int, column: int, what: str, parser: object) -> None:
    with pytest.raises(YamlFault) as refused:
        load_or_fault(text, parser=parser)
    assert (refused.value.line, refused.value.column) == (line, column)
    assert what in refused.value.what and refused.value.mend


def test_the_problem_tells_place_and_mend() -> None:
    with pytest.raises(Problem) as refused:
        load("moves:\n  - unit: *x\n", "orders/french.yaml")
    problem = refused.value
    assert (problem.code, problem.status) == ("ORDERS_YAML", 2)
    assert problem.where == "orders/french.yaml:2:11"
    assert "alias" in problem.what and problem.mend
    assert str(problem).startswith("orders/french.yaml:2:11: ")


@pytest.mark.parametrize(
    ("raw", "where"),
    [(b"a: \xff\n", "o:1:4"), (b"a: b\nc: d\xc3", "o:2:5"), ("a: é\n".encode("utf-16"), "o:1:1")],
)
def test_other_encodings_are_refused(raw: bytes, where: str) -> None:
    with pytest.raises(Problem) as refused:
        load(raw, "o")
    assert refused.value.where == where
    assert "UTF-8" in refused.value.what


def test_a_lone_surrogate_is_refused() -> None:
    with pytest.raises(Problem) as refused:
        load("a: \ud800", "o")
    assert refused.value.where == "o:1:4"


@pytest.mark.parametrize("parser", PARSERS)
def test_sixteen_levels_are_read(parser: object) -> None:
    document = load("[" * 16 + "]" * 16, parser=parser)
    depth, here = 1, document.data
    while here:
        depth, here = depth + 1, here[0]
    assert depth == 16


@pytest.mark.parametrize("parser", PARSERS)
def test_marks_of_keys_and_values(parser: object) -> None:
    text = (
        "# é\nmoves:\n  - unit: 1/V\n    path: [0612, é, 0614]\n  - {unit: 3/V,\n     to: 0612}\nnote:\nend: |\n  x\n"
    )
    document = load(text, "o.yaml", parser=parser)
    assert document.mark(("moves",), key=True) == (2, 1)
    assert document.mark(("moves",)) == (3, 3)
    assert document.mark(("moves", 0)) == (3, 5)
    assert document.mark(("moves", 0, "path"), key=True) == (4, 5)
    assert document.mark(("moves", 0, "path", 2)) == (4, 21)
    assert document.mark(("moves", 1, "to")) == (6, 10)
    assert document.mark(("note",)) == (7, 1)
    assert document.mark(("end",)) == (8, 6)
    assert document.where(("moves", 0, "unit")) == "o.yaml:3:11"
    # what is not there is looked for where it belongs
    assert document.mark(("moves", 0, "to")) == (3, 5)
    assert document.mark(("moves", 7, "to")) == (3, 3)
    assert document.mark(("absent",)) == (2, 1)
    assert load("").mark(("a",)) == (1, 1)
