"""Templates: what a player starts from, readable by the loader, the defaults if nothing is changed."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.orders.check import checked
from pbem.orders.loader import load
from pbem.orders.template import Entry, Section, render_template
from tests.orders.frames import orders_schema
from tests.tiers import examples

SECTIONS = (
    Section("campaign", value="Jena"),
    Section("phase", value="french-06"),
    Section("for", value=6),
    Section(
        "moves",
        ("Who may move. Take away the # of a line to give the order.",),
        (
            Entry({"unit": "1/V", "to": "0612"}, "at 0510, 6 MP", active=False),
            Entry({"unit": "3/V", "path": ["0612", "0613"]}, "x" * 90, ("Held by 0508.",)),
        ),
    ),
    Section("attacks", ("None is due.",), (Entry({"kind": "assault", "at": "0612"}, active=False),)),
    Section("losses", (), (Entry({"1/V": 2}, "strength 4"), Entry({"3/V": 1}, active=False)), as_map=True),
)


def test_the_layout() -> None:
    assert render_template(SECTIONS, "orders.schema.json", head=["Turn 6."]) == (
        "# yaml-language-server: $schema=orders.schema.json\n"
        "# Turn 6.\n"
        "\n"
        "campaign: Jena\n"
        "phase: french-06\n"
        "for: 6\n"
        "\n"
        "# Who may move. Take away the # of a line to give the order.\n"
        "moves:\n"
        "  # - unit: 1/V   # at 0510, 6 MP\n"
        '  #   to: "0612"\n'
        "  # Held by 0508.\n"
        f"  # {'x' * 90}\n"
        "  - unit: 3/V\n"
        '    path: ["0612", "0613"]\n'
        "\n"
        "# None is due.\n"
        "attacks:\n"
        "  # - kind: assault\n"
        '  #   at: "0612"\n'
        "\n"
        "losses:\n"
        "  1/V: 2   # strength 4\n"
        "  # 3/V: 1\n"
    )


def test_an_untouched_template_takes_the_defaults() -> None:
    data = checked(load(render_template(SECTIONS, "s.json")), orders_schema())
    assert data["moves"] == [{"unit": "3/V", "path": ["0612", "0613"]}]
    assert data["attacks"] == []
    assert data["losses"] == {"1/V": "2"}


def test_taking_the_marks_away_gives_the_orders() -> None:
    text = render_template(SECTIONS, "s.json")
    active = re.sub(r"^  # (- |  |3/V)", r"  \1", text, flags=re.MULTILINE)
    data = checked(load(active), orders_schema())
    assert data["moves"][0] == {"unit": "1/V", "to": "0612"}
    assert data["attacks"] == [{"kind": "assault", "at": "0612"}]
    assert data["losses"] == {"1/V": "2", "3/V": "1"}


words = st.text(st.sampled_from("ab 0:#-'\"\n[]{}|>&*!%\u00e9\u2028\t\r"), max_size=150)
plain = st.text(st.sampled_from("ab 0:#-'\"[]|\u00e9\n"), max_size=40)


@settings(max_examples=examples(200), deadline=None)
@given(st.lists(st.tuples(plain, words, words, st.booleans()), max_size=4), words)
def test_comments_never_become_orders(entries: list[tuple[str, str, str, bool]], head: str) -> None:
    made = tuple(Entry({"unit": u, "more": [u, {"x": u}]}, c, (a,), active) for u, c, a, active in entries)
    text = render_template(
        [Section("moves", (head,), made), Section("last", (head,), value="x")], "s.json", head=[head]
    )
    expected: Any = [{"unit": u, "more": [u, {"x": u}]} for u, _, _, active in entries if active]
    assert load(text).data == {"moves": expected or "", "last": "x"}


@pytest.mark.parametrize(
    ("sections", "schema"),
    [
        ([], "a b"),
        ([], ""),
        ([Section("a", value="x"), Section("a", value="y")], "s"),
        ([Section("a", entries=(Entry({}),))], "s"),
        ([Section("a", value="\0")], "s"),
    ],
)
def test_what_makes_no_file_is_refused(sections: list[Section], schema: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        render_template(sections, schema)
