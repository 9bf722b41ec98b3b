"""Random documents of legal shape, most of them nonsense: compiling never fails, and what it passes the rules take."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pbem.engine.answerers import faults
from pbem.engine.state import fresh
from rulesets.napoleon_at_war.documents.compile import compile_orders
from rulesets.napoleon_at_war.documents.writing import NapoleonWriting
from rulesets.napoleon_at_war.position import Position
from rulesets.napoleon_at_war.sequence import OrdersOptions
from rulesets.napoleon_at_war.telling.preview import preview
from tests.rulesets.napoleon_at_war.playing import real, standing_at
from tests.tiers import turns

Pick = Callable[[int], int]
UNITS = ("suc-1", "1/Suchet", "gaz-1", "v-art", "gd-art", "v-cav", "gd", "van", "tau-1", "haut", "nobody", "hil-1")
HEXES = ("0609", "0508", "0608", "0610", "0710", "0104", "0112", "0119", "2422", "0128", "0320", "9999")
AT = {
    "suc-1": "0609",
    "gaz-1": "0507",
    "v-art": "0508",
    "gd-art": "0808",
    "v-cav": "0320",
    "tau-1": "0610",
    "tau-art": "0710",
}


def picker(seed: int) -> Pick:
    """A small generator of its own, the same on every machine."""
    state = [seed * 2 + 1]

    def pick(n: int) -> int:
        state[0] = (state[0] * 6364136223846793005 + 1442695040888963407) % 2**64
        return (state[0] >> 33) % n

    return pick


def one(pick: Pick, values: tuple[str, ...]) -> str:
    return values[pick(len(values))]


def some(pick: Pick, values: tuple[str, ...]) -> Any:
    """One value, or a list of up to three."""
    return [one(pick, values) for _ in range(pick(3) + 1)] if pick(2) else one(pick, values)


def move(pick: Pick) -> dict[str, Any]:
    entry: dict[str, Any] = {"unit": one(pick, UNITS)}
    kinds: dict[str, Callable[[], Any]] = {
        "to": lambda: one(pick, HEXES),
        "path": lambda: [one(pick, HEXES) for _ in range(pick(3) + 1)],
        "enter": lambda: one(pick, HEXES),
        "exit": lambda: one(pick, ("north", "east", "south", "west")),
        "transit": lambda: one(pick, ("western", "eastern")),
        "track": lambda: one(pick, ("advance", "wait")),
        "refuse": lambda: True,
    }
    for _ in range(pick(2) + 1):
        key = one(pick, tuple(kinds))
        entry[key] = kinds[key]()
    return entry


def manner(pick: Pick) -> dict[str, Any]:
    kinds: dict[str, Callable[[], Any]] = {
        "bombard": lambda: some(pick, UNITS),
        "reduce": lambda: one(pick, real().setting.columns),
        "pay": lambda: "ask" if pick(3) == 0 else some(pick, UNITS),
        "retreat": lambda: "ask" if pick(3) == 0 else {"unit": one(pick, UNITS), "to": some(pick, ("s", *HEXES))},
        "displace": lambda: some(pick, UNITS),
        "advance": lambda: one(pick, ("no", "ask", *UNITS)),
    }
    return {key: make() for key, make in kinds.items() if pick(4) == 0}


def attack(pick: Pick) -> dict[str, Any]:
    entry: dict[str, Any] = {"on": some(pick, ("0610", "0710", *HEXES)), **manner(pick)}
    if pick(4):
        entry["by"] = some(pick, UNITS)
    if pick(4) == 0:
        entry["if"] = {"vacant": one(pick, HEXES)} if pick(2) else {"attack": "0610", "result": "Dr"}
        if pick(2):
            entry["else"] = manner(pick)
    return entry


def document(seed: int) -> dict[str, Any]:
    pick = picker(seed)
    return {"moves": [move(pick) for _ in range(pick(4))], "attacks": [attack(pick) for _ in range(pick(3))]}


def position(seed: int) -> Position:
    """Night, fog or day, with a unit on the track, and now and then somebody demoralized."""
    turn = (2, 4, 6, 9)[seed % 4]
    broken = {"jena": ("french", "prussian")[seed % 2]} if seed % 3 == 0 else {}
    track = {"van": ("western", 1 + seed % 3, "jena")}
    return standing_at(real(), turn, "french", AT, choice="AB"[seed % 2], track=track, broken=broken)


@cache
def validators() -> tuple[Draft202012Validator, Draft202012Validator]:
    """Those of the document and of the public input."""
    return Draft202012Validator(NapoleonWriting(real().setting).document_schema("orders")), Draft202012Validator(
        real().schema("orders")
    )


@pytest.mark.parametrize("block", turns(range(8)))
def test_nonsense_is_told_and_sense_is_taken(block: int) -> None:
    legal = 0
    for seed in range(block * 60, block * 60 + 60):
        said, at = document(seed), position(seed)
        assert validators()[0].is_valid(said), said
        result = compile_orders(real().setting, at, said)
        for fault in result.faults:
            assert fault.path[0] in said
            assert fault.refusal.text
        preview(real().setting, at, result.input)
        if not result.faults:
            legal += 1
            assert list(validators()[1].iter_errors(result.input)) == []
            assert OrdersOptions(real().setting, real().setting.board(at)).why_not(result.input) is None
            heard = faults(real(), fresh(at.to_json()), result.input, {"french": "a", "prussian": "b"})
            assert heard == [], result.input
    assert legal
