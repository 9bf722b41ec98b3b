"""Documents of a tiny game as public input: moves entry by entry, attacks by name, and the places of faults."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.hexgame.documents.fault_filter import as_written
from pbem.hexgame.documents.reading import read_orders
from tests.hexgame.documents.marching import FORM, moves_of, names_of
from tests.hexgame.moving.tiny import PIECES

AT = {"bf1": "0103", "bf2": "0203", "bh1": "0203", "rf1": "0503"}


def read(document: dict[str, Any], *, hints: bool = True) -> tuple[dict[str, Any], list[Any], list[str]]:
    """The public input, the faults with their places, and the notes."""
    names = names_of(hints=hints)
    orders, moves = read_orders(FORM, document, lambda members: moves_of(AT, names), names)
    return orders, [(fault.path, fault.refusal.case, fault.refusal.text) for fault in names.faults], moves.notes


def test_a_destination_becomes_a_path_and_is_noted() -> None:
    orders, faults, notes = read({"orders": [{"unit": "blue foot 1", "to": "0104"}]})
    assert (orders, faults) == ({"orders": [{"unit": "bf1", "path": ["0103", "0104"]}]}, [])
    assert notes == ["bf1: 0103 0104, 1 of 4"]


def test_a_stack_is_one_entry_and_each_move_counts_for_the_next() -> None:
    moves = [{"units": ["bf2", "bh1"], "to": "0303"}, {"unit": "bf1", "path": ["0103", "0203"]}]
    orders, faults, notes = read({"orders": moves})
    assert faults == [] and len(notes) == 1
    assert orders["orders"] == [
        {"units": ["bf2", "bh1"], "path": ["0203", "0303"]},
        {"unit": "bf1", "path": ["0103", "0203"]},
    ]


def test_one_word_stands_for_a_list_and_empty_lists_for_nothing() -> None:
    document = {"orders": [], "attacks": [{"on": "0503", "by": "bf1"}], "spare": "bf2", "secret": "bf1"}
    orders, faults, _ = read(document)
    assert faults == []
    assert orders == {"spare": "bf2", "attacks": [{"id": "0503", "on": ["0503"], "by": ["bf1"]}]}


@pytest.mark.parametrize(
    ("entry", "where", "case", "words"),
    [
        ({"unit": "bf9", "to": "0104"}, ("unit",), "", "no unit 'bf9'"),
        ({"unit": "rf1", "to": "0104"}, ("unit",), "foreign", "Red unit"),
        ({"units": ["bf2", "nobody"], "to": "0303"}, ("units", 1), "", "no unit 'nobody'"),
        ({"units": [], "to": "0303"}, ("units",), "", "names who moves"),
        ({"unit": "bf1", "to": "9999"}, ("to",), "", "no hex '9999'"),
        ({"unit": "bf1", "to": "0803"}, ("to",), "length", "0803"),
        ({"unit": "bf1"}, (), "", "one of to, path, enter, hold"),
        ({"unit": "bf1", "units": ["bf2"], "to": "0104"}, ("units",), "", "one or several"),
        ({"unit": "bf1", "hold": True, "to": "0104"}, ("to",), "", "'to' cannot stand beside 'hold'"),
        ({"unit": "bf1", "path": ["0103"], "to": "0104"}, ("to",), "", "'to' cannot stand beside 'path'"),
        ({"unit": "bf1", "enter": "0101", "to": "0104"}, ("enter",), "", "on the map already, in 0103"),
    ],
)
def test_faults_stand_at_the_member_that_is_wrong(entry: Any, where: Any, case: str, words: str) -> None:
    _, faults, notes = read({"orders": [{"unit": "bh1", "hold": True}, entry]})
    ((path, found, text),) = faults
    assert (path, found) == (("orders", 1, *where), case) and words in text
    assert notes == []


def test_who_has_his_order_is_told_where_and_a_refused_one_does_not_count() -> None:
    twice = [{"unit": "bf1", "to": "0104"}, {"units": ["bf2", "bf1"], "to": "0303"}]
    _, faults, _ = read({"orders": twice})
    assert faults == [
        (
            ("orders", 1, "units", 1),
            "moved",
            "blue foot 1 has its order already, in entry 1 of the orders; it moves once",
        )
    ]
    _, faults, _ = read({"orders": [{"unit": "bf1", "to": "0803"}, {"unit": "bf1", "to": "0104"}]})
    assert [path for path, _, _ in faults] == [("orders", 0, "to")]


def test_without_hints_no_reason_is_looked_for() -> None:
    orders, faults, _ = read({"orders": [{"unit": "bf1", "to": "0803"}, {"unit": "bf7", "to": "0104"}]}, hints=False)
    assert orders["orders"][0] == {"unit": "bf1", "path": []}
    assert [(path, text) for path, _, text in faults] == [(("orders", 1, "unit"), "there is no unit 'bf7'")]


def test_members_that_are_kept_stand_beside_the_way() -> None:
    orders, faults, notes = read({"orders": [{"unit": "bf1", "path": ["0103", "0104"], "exit": "0104"}]})
    assert orders["orders"] == [{"unit": "bf1", "path": ["0103", "0104"], "exit": "0104"}]
    assert faults == [] and notes == []


@pytest.mark.parametrize(
    ("path", "where"),
    [
        (("command", "ney", "units", 0), ("command", "Ney", "units")),
        (("command", "ney", "officers", 1), ("command", "Ney", "officers", 1)),
        (("attacks", 0, "by", 1), ("attacks", 0, "by", 1)),
        (("attacks", 0, "on", 0), ("attacks", 0, "on")),
        (("attacks", 0, "id"), ("attacks", 0, "id")),
        (("attacks",), ("attacks",)),
        (("attacks", 0, "advance", 0, "to"), ("attacks", 0, "advance", "to")),
        (("orders", 0, "to"), ("orders", 0, "to")),
    ],
)
def test_places_in_the_public_input_are_found_in_the_document(path: Any, where: Any) -> None:
    document = {
        "command": {"Ney": {"units": "Campi", "officers": ["Reille", "Drouot"]}},
        "attacks": [{"on": "1744", "by": ["a", "b"], "advance": {"unit": "a", "to": "1744"}}],
        "orders": [{"unit": "a", "to": "1744"}],
    }
    orders = {
        "attacks": [{"id": "1744", "on": ["1744"], "by": ["a", "b"], "advance": [{"unit": "a", "to": "1744"}]}],
        "command": {"ney": {"units": ["camp-5"], "officers": ["reille", "drouot"]}},
        "orders": [{"unit": "a", "path": []}],
    }
    assert as_written(path, orders, document) == where


def test_a_hex_that_looks_like_one_says_why_it_is_none() -> None:
    names = names_of(beyond=lambda text: f"{text} is on the other sheet" if text.isdigit() else "")
    names.hex("0999", ("to",))
    names.wish("0999", ("to",), ("n",))
    names.wish("north", ("to",), ("n",))
    texts = [fault.refusal.text for fault in names.faults]
    assert texts[:2] == ["0999 is on the other sheet"] * 2
    assert texts[2].endswith("or a direction: n")


def test_what_is_printed_on_one_counter_names_it_and_on_several_none() -> None:
    printed = {uid: "Guard" if uid == "bf2" else "Line" if uid[1] == "f" else uid for uid in PIECES}
    names = names_of(printed=printed)
    assert names.unit("guard", ("unit",)) == "bf2" and not names.faults
    assert names.unit("Line", ("unit",)) == "Line"
    (fault,) = names.faults
    assert fault.refusal.text == "'Line' is printed on 2 counters; write bf1 (blue foot 1) or bf3 (blue foot 3)"
    assert fault.refusal.legal == ("bf1", "bf3")
