"""What a chart says of a hex, in words."""

from __future__ import annotations

import pytest

from pbem.hexgame.field.chart import ANY, Costs, HexKind
from pbem.hexgame.telling.grounds import costs_text, gathered, ground_text


@pytest.mark.parametrize(
    ("costs", "text"),
    [
        ({ANY: 1}, "1/2 movement point"),
        ({ANY: 3}, "1 1/2 movement points"),
        ({"foot": 4, "horse": 4}, "2 movement points"),
        ({"foot": None, "horse": None}, "prohibited"),
        (
            {"foot": 4, "horse": 8, "leader": 8, "train": None},
            "2 movement points for foot, 4 movement points for horse and leader, prohibited for train",
        ),
    ],
)
def test_classes_that_pay_the_same_are_named_together(costs: Costs, text: str) -> None:
    assert costs_text(costs) == text


@pytest.mark.parametrize(("times", "says"), [(1, ""), (2, ", doubles the defender"), (4, ", 4 times the defender")])
def test_what_ground_does_for_a_defender(times: int, says: str) -> None:
    assert ground_text("rough", HexKind({ANY: 2}, times), "9.0") == f"rough: 1 movement point{says} (9.0)"


def test_lines_of_a_hex_keep_the_order_in_which_they_are_given() -> None:
    assert gathered([("0101", "b"), ("0102", "x")], [("0101", "a")]) == {"0101": ("b", "a"), "0102": ("x",)}
