"""Orders of hidden games as reports tell them: entry by entry, in counters (1.5)."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.campaign_1806.telling.named import names_of
from rulesets.campaign_1806.telling.wording_orders import ordered
from tests.rulesets.campaign_1806.country import row, rows
from tests.rulesets.campaign_1806.hidden.boards import game

# Member of the orders, an entry of it, and its sentence.
ENTRIES = rows(
    row("1.6-1", "dealt", ["n1431", ["f1", "f2"]], "Set up face down: f1 and f2 in n1431 (Landgrafenberg)."),
    row("1.52", "deal", ["n1430", ["f7"]], "Dealt anew: f7 in n1430."),
    row("15.2-2", "enter", ["n1430", ["f7"]], "To come in: f7 in n1430."),
    row("1.5", "show", "f5", "Turned up: French counter f5."),
    row("1.5", "show", "gazan", "Turned up: Gazan."),
    row(
        "11.2",
        "attacks",
        {"on": ["n1630"], "by": ["f5", "suchet"]},
        "Attack on n1630 (Cospeda) by French counter f5 and Suchet.",
    ),
    row("11.2", "attacks", {"on": ["n1630"], "with": ["n1531"]}, "Attack on n1630 (Cospeda) from n1531."),
)


@pytest.mark.parametrize(("member", "entry", "text"), ENTRIES)
def test_an_entry_in_words(member: str, entry: Any, text: str) -> None:
    assert ordered(names_of(game().setting), {"member": member, "entry": entry}) == text
