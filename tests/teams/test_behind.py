"""A captain's orders behind those of his team: what the message says, and whose fault is whose."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.contract import Compiled, PlacedRefusal
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Refusal
from pbem.engine.requests import ORDERS, Choose
from pbem.engine.teams import LIST, compiled_behind
from pbem.protocol import teams
from tests.teams.ruleset import Entries, WingsGame, WingsTeams, ruleset

LEFT = {"units": ["red-left-1"], "do": "advance"}
NOBODY = {"units": ["nobody"], "do": "fire"}


class Strict(WingsTeams):
    """Team play with a compiler of its own."""

    def compile(self, request: Choose, document: Any, own: Own, orders: Any) -> Compiled:
        return Compiled(
            {"signal": "charge"}, [PlacedRefusal((LIST, 0), Refusal("9.9", f"{len(orders)} orders before"))]
        )


class StrictGame(WingsGame):
    @property
    def teams(self) -> WingsTeams:
        return Strict()


@pytest.fixture
def game() -> WingsGame:
    return WingsGame(ruleset.scenarios()[0])


def request(game: WingsGame) -> Choose:
    return Choose("red", ORDERS, Entries(game.start()), "r1.red.orders")


def test_one_list_has_one_name() -> None:
    assert LIST == teams.LIST


def test_without_parts_it_is_the_document_alone(game: WingsGame) -> None:
    assert compiled_behind(game, request(game), {"signal": "none"}, NOTHING, None).input == {"signal": "none"}


def test_orders_come_first_and_faults_count_them(game: WingsGame) -> None:
    found = compiled_behind(game, request(game), {"orders": [LEFT, NOBODY]}, NOTHING, [NOBODY, LEFT, LEFT])
    assert found.input == {"orders": [NOBODY, LEFT, LEFT, LEFT, NOBODY]}
    assert [fault.path for fault in found.faults] == [("orders", 4)]
    assert compiled_behind(game, request(game), {}, NOTHING, []).input == {"orders": []}


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ((), ()),
        (("signal",), ("signal",)),
        # A number behind another member counts that member's own entries.
        (("reserves", 0), ("reserves", 0)),
        ((LIST,), (LIST,)),
        ((LIST, "units"), (LIST, "units")),
        ((LIST, 0), (LIST, 3)),
        ((LIST, 1, "units", 0), (LIST, 4, "units", 0)),
    ],
)
def test_only_entries_of_the_list_are_counted_on(
    game: WingsGame, monkeypatch: pytest.MonkeyPatch, path: tuple[str | int, ...], told: tuple[str | int, ...]
) -> None:
    def compiled(*_: object) -> Compiled:
        return Compiled({}, [PlacedRefusal(path, Refusal("9.9", "wrong"))])

    monkeypatch.setattr(game, "compile", compiled)
    found = compiled_behind(game, request(game), {}, NOTHING, [LEFT, LEFT, LEFT])
    assert [fault.path for fault in found.faults] == [told]


def test_a_ruleset_may_compile_them_itself() -> None:
    game = StrictGame(ruleset.scenarios()[0])
    found = compiled_behind(game, request(game), {}, NOTHING, [LEFT])
    assert found.input == {"orders": [], "signal": "charge"}
    assert [fault.refusal.text for fault in found.faults] == ["1 orders before"]
    assert compiled_behind(game, request(game), {}, NOTHING, None).faults == []
