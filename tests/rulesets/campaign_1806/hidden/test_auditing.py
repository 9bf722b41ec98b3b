"""The audit of hidden 1806 on single lies: one set of orders, one thing in it untrue, one accusation with its rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import pytest

from pbem.engine.answerers import RandomPlayer
from pbem.engine.hidden import HIDDEN, Own, Record, Step
from pbem.engine.loop import advance
from pbem.engine.requests import ORDERS
from pbem.engine.state import fresh
from rulesets.campaign_1806.game import CampaignGame
from rulesets.campaign_1806.hidden.auditing import Audit
from rulesets.campaign_1806.hidden.face_down import SORT
from rulesets.campaign_1806.hidden.hiding import hidden_orders
from rulesets.campaign_1806.hidden.own_view import COMMAND_LEAF
from rulesets.campaign_1806.ruleset import Campaign1806
from tests.rulesets.campaign_1806.country import ID

Json = Any
RULESET = Campaign1806()
ARMY = "french"
MOVES = [
    {"units": ["desjardin"], "path": ["n0403", "n0404"]},
    {"units": ["durosnel"], "path": ["n0505", "n0604"]},
    {"units": ["baggage-fr"], "path": ["n0402", "n0403"]},
    {"units": ["treilhard"], "path": ["n0506", "vedettes"]},
]


@dataclass(frozen=True)
class Said:
    """A message as it is sent, and what it commits to. held: before it."""

    at: Json
    sent: Mapping[str, Json]
    committed: Mapping[str, Json]
    leaves: Mapping[str, Json]
    held: Mapping[str, Json]

    def accusations(self, **more: Any) -> list[tuple[str, str, str]]:
        """Codes, cases and words of what the audit of this one message finds."""
        before = dict.fromkeys(self.held, 2)
        now = {**before, **dict.fromkeys(self.committed, 4)}
        step = Step(
            4,
            ARMY,
            self.at,
            (),
            self.sent,
            (),
            now,
            self.committed,
            {HIDDEN: self.leaves},
            asked=ORDERS,
            before=before,
        )
        content = {(one, 2): value for one, value in self.held.items()}
        content |= {(one, 4): value for one, value in self.committed.items()}
        record = Record([replace(step, **more)], [ARMY], content, {})
        return [(one.code, one.case, one.text) for one in Audit(game().setting, ARMY, record).accusations()]

    def unit(self, uid: str) -> str:
        """The counter of a unit once the message is out."""
        return next(one for one, value in {**self.committed, **self.held}.items() if value == {"unit": uid})


@cache
def game() -> CampaignGame:
    return RULESET.game("learning-saalfeld", {"forces": "hidden", "vedettes": True, "supply": True})


@cache
def set_up() -> tuple[Json, Mapping[str, Json]]:
    """The position of the first turn, and what the French counters hold."""
    player = RandomPlayer(lambda count: 0, 2, game())
    letters = dict(zip(game().scenario.armies, "ab", strict=True))
    state = advance(game(), fresh(game().start(), hidden=True), player, letters).state
    return state["at"], {one: value for one, value in player.hidden.items() if one.startswith("f")}


@cache
def honest() -> Said:
    """Orders of the first turn with a move by command, one by an officer's die, one by its own, and vedettes."""
    at, held = set_up()
    play = game().play(at)
    made = hidden_orders(play, {"orders": MOVES, "deal": ["n0403", "n0506"]}, Own(ARMY, held))
    assert not made.unable
    return Said(at, made.public, made.hide, made.leaves, held)


def moved(said: Said, number: int, **changes: Json) -> Said:
    """With another entry."""
    entries = [dict(entry) for entry in said.sent["orders"]]
    entries[number] |= changes
    return replace(said, sent={**said.sent, "orders": entries})


def dealt(said: Said, one: str, other: str) -> Said:
    """Two units have changed places, signs too."""
    a, b = said.unit(one), said.unit(other)
    committed = {**said.committed, a: {"unit": other}, b: {"unit": one}}
    signs = {f"{SORT}{a}": said.leaves[f"{SORT}{b}"], f"{SORT}{b}": said.leaves[f"{SORT}{a}"]}
    return replace(said, committed=committed, leaves={**said.leaves, **signs})


def commanded(said: Said, **changes: Json) -> Said:
    """With another leaf of command."""
    return replace(said, leaves={**said.leaves, COMMAND_LEAF: {**said.leaves[COMMAND_LEAF], **changes}})


def signed(said: Said, uid: str, sort: str) -> Said:
    return replace(said, leaves={**said.leaves, f"{SORT}{said.unit(uid)}": sort})


def far_off(said: Said) -> Said:
    """The train is far away, and commanded all the same."""
    at = {**said.at, "at": {**said.at["at"], "f1": "n1201"}}
    return replace(commanded(said, plan={"lannes": {"officers": [], "units": ["baggage-fr"]}}), at=at)


def twice(said: Said) -> Said:
    """Suchet is behind the counter of Lannes too."""
    return replace(said, committed={**said.committed, said.unit("lannes"): {"unit": "suchet"}})


LIES: Mapping[str, tuple[Callable[[Said], Said], str, str, str]] = {
    "false sign": (lambda said: signed(said, "gazan", "l"), "AUDIT_CLAIM", "1.51A", "Gazan"),
    "sign left out": (lambda said: signed(said, "gazan", ""), "AUDIT_CLAIM", "1.51A", "Gazan"),
    "overlong hidden move": (
        lambda said: moved(said, 0, path=["n0403", "n0404", "n0405", "n0404", "n0403", "n0404", "n0405", "n0404"]),
        "AUDIT_MOVE_ILLEGAL",
        "8.12A",
        "Desjardin",
    ),
    "dealt hex not conserved": (lambda said: dealt(said, "desjardin", "suchet"), "AUDIT_CONSERVATION", "1.52", "n0403"),
    "unit in two counters": (twice, "AUDIT_CONSERVATION", "1.52", "Suchet"),
    "command beyond range": (far_off, "AUDIT_MOVE_ILLEGAL", "7.11-1", "out of the range of Lannes"),
    "points overspent": (
        lambda said: commanded(said, plan={"lannes": {"officers": [], "units": ["desjardin", "durosnel"]}}),
        "AUDIT_MOVE_ILLEGAL",
        "5.15-2",
        "Lannes",
    ),
    "points of an enemy": (
        lambda said: commanded(said, plan={"hohenlohe": {"officers": [], "units": ["desjardin"]}}),
        "AUDIT_MOVE_ILLEGAL",
        "5.11-1",
        "Hohenlohe",
    ),
    "rating of an officer misstated": (
        lambda said: moved(said, 1, by=[*said.sent["orders"][1]["by"][:2], 6]),
        "AUDIT_MOVE_ILLEGAL",
        "7.14",
        "Augereau",
    ),
    "rating of a unit misstated": (
        lambda said: moved(said, 2, by=["own", 6]),
        "AUDIT_MOVE_ILLEGAL",
        "7.14",
        "baggage",
    ),
    "die of an officer who is not there": (
        lambda said: moved(said, 1, by=["die", said.leaves[COMMAND_LEAF]["officers"].index("ney") + 1, 4]),
        "AUDIT_MOVE_ILLEGAL",
        "7.12",
        "Durosnel",
    ),
    "moves by command without it": (
        lambda said: moved(said, 2, by="command"),
        "AUDIT_MOVE_ILLEGAL",
        "7.11-1",
        "baggage",
    ),
    "throws for itself while commanded": (
        lambda said: moved(said, 0, by=["own", 4]),
        "AUDIT_MOVE_ILLEGAL",
        "2.11B2-1",
        "Desjardin",
    ),
    "officers numbered twice": (
        lambda said: commanded(said, officers=["ney"] * len(said.leaves[COMMAND_LEAF]["officers"])),
        "AUDIT_CLAIM",
        "7.12",
        "officers",
    ),
    "leaf of command that is none": (
        lambda said: replace(said, leaves={**said.leaves, COMMAND_LEAF: "nobody"}),
        "AUDIT_CLAIM",
        "7.12",
        "officers",
    ),
    "vedette that never was": (
        lambda said: replace(said, committed={**said.committed, said.unit("treilhard-v1"): {"unit": "durosnel-v1"}}),
        "AUDIT_CONSERVATION",
        "13.11-1",
        "Treilhard",
    ),
    "in command, so that he may advance": (
        lambda said: replace(said, sent={**said.sent, "led": {said.unit("augereau"): "command"}}),
        "AUDIT_CLAIM",
        "7.11-1",
        "Augereau",
    ),
}


@pytest.mark.rule(ID, "1.5")
@pytest.mark.rule(ID, "1.51A")
@pytest.mark.rule(ID, "1.52")
def test_nobody_honest_is_accused() -> None:
    said = honest()
    assert [entry["by"][:1] if isinstance(entry["by"], list) else entry["by"] for entry in said.sent["orders"]] == [
        "command",
        ["die"],
        ["own"],
        "command",
    ]
    assert said.accusations() == []


@pytest.mark.rule(ID, "1.5")
@pytest.mark.rule(ID, "7.11-1")
@pytest.mark.rule(ID, "7.12")
@pytest.mark.rule(ID, "7.14")
@pytest.mark.parametrize("name", LIES)
def test_a_lie_is_named_with_its_rule(name: str) -> None:
    lie, code, case, word = LIES[name]
    found = lie(honest()).accusations()
    assert any((one, rule) == (code, case) and word in text for one, rule, text in found), found


@pytest.mark.rule(ID, "1.5")
def test_a_seat_that_is_taken_over_exchanges_nothing() -> None:
    at, held = set_up()
    said = Said(at, {}, {"f4": held["f5"], "f5": held["f4"]}, honest().leaves, held)
    found = said.accusations(seated=True, asked="")
    assert [(code, case) for code, case, _ in found[:2]] == [("AUDIT_CONSERVATION", "1.5")] * 2
