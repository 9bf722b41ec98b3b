"""Promises of command on boards drawn at random, held against a tracing of lines written apart."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.command.options import CommandOptions
from tests.rulesets.napoleons_last_battles.rules.command.stage import bound, give, stage
from tests.tiers import turns

rule = pytest.mark.rule
Said = Mapping[str, Any]
KINDS: list[dict[str, Any]] = [
    {"uid": "campaign"},
    {
        "uid": "campaign",
        "options": {"additions": True, "substitutes": True, "corps-chiefs": True, "headquarters": True},
    },
    {"uid": "grand-ligny", "options": {"grouchy-cavalry": True}, "special": "road-command"},
    {"uid": "grand-waterloo", "options": {"corps-chiefs": True}},
]


def drawn(picks: random.Random, army: str, **kind: Any) -> Board:
    """Leaders of an army with a part of both armies' units, all over the small field."""
    chosen = bound(kind["uid"], tuple(sorted(kind.get("options", {}).items())))
    known = chosen.roster.units
    own = [uid for uid in chosen.units() if known[uid].army == army]
    foes = [uid for uid in chosen.units() if known[uid].army != army and known[uid].fights]
    fields = [f"{column:02}{row:02}" for column in range(1, 10) for row in range(1, 10)]
    held = picks.sample(fields, picks.randrange(2, 14))
    free = [at for at in fields if at not in held]
    at = {uid: picks.choice(held) for uid in picks.sample(foes, len(held))}
    at |= {uid: picks.choice(free) for uid in own if known[uid].kind != "train" and picks.random() < 0.5}
    inactive = {uid for uid in at if known[uid].kind == "headquarters"}
    return stage(at, army=army, marks={"inactive": inactive}, **kind)


def length(board: Board, start: str, to: str) -> int:
    """Half hexes of the shortest line between two hexes, by trying one more half hex at a time; 99 for none."""
    army, field = board.position.army, board.field
    foe = board.enemy[army]
    roads = "road-command" in board.setting.special

    def shut(at: str) -> bool:
        if board.holder(at) == foe:
            return True
        zone = any(
            board.holder(n) == foe and at in board.controlled(u, n)
            for n in field.neighbours[at]
            for u in board.here.get(n, ())
        )
        return zone and field.terrain[at] != "chateau" and board.holder(at) != army

    rings: list[set[str]] = [{start}]
    seen = {start}
    for number in range(1, 13):
        ring: set[str] = set()
        for back in (1, 2):
            for a in rings[number - back] if number >= back else ():
                for b in field.neighbours[a]:
                    way = roads and any(field.on_way(kind, a, b) for kind in field.ways)
                    if b not in seen and (1 if way else 2) == back and field.steps[a][b] is not None and not shut(b):
                        ring.add(b)
        rings.append(ring)
        seen |= ring
        if to in ring:
            return number
    return 0 if start == to else 99


def reached(board: Board, giver: str, uid: str) -> bool:
    """Whether the book lets one have command from another, by armies, wings and lines."""
    units, place = board.setting.roster.units, {**board.at, **board.position.leaders}
    most = 3 if units[giver].kind == "officer" else 5
    wings = board.setting.id == "grand-waterloo" and units[giver].nation == "french"
    apart = wings and (int(place[giver][:2]) < 30) != (int(place[uid][:2]) < 30)
    ours = units[giver].nation == units[uid].nation and (most == 5 or units[giver].formation == units[uid].formation)
    return ours and not apart and length(board, place[giver], place[uid]) <= 2 * most


def capacity_used(board: Board, giver: str, officers: Any) -> int:
    """Half places that officers take."""
    units = board.setting.roster.units
    easy = giver == "grouchy" and (board.setting.on("grouchy-cavalry") or "grouchy-cavalry" in board.setting.special)
    return sum(1 if easy and name.endswith("c") else 2 for name in {units[uid].formation for uid in officers})


def spare(board: Board, said: Said, giver: str) -> tuple[int, int]:
    """Half places for officers and whole ones for units that a commander has left."""
    record = board.setting.roster.units[giver].capacity
    assert record is not None
    lists = said.get(giver, {})
    left = 2 * record.value - capacity_used(board, giver, lists.get("officers", ()))
    return left, record.value - len(lists.get("units", ()))


@rule("nlb", "11.0-1", "11.0-2", "11.1A", "11.1B-1", "11.2-1", "11.2-2")
@pytest.mark.parametrize("kind", KINDS, ids=lambda one: one["uid"] + "-" * len(one))
@pytest.mark.parametrize("army", ["french", "coalition"])
def test_command_keeps_to_the_book(kind: dict[str, Any], army: str) -> None:
    keeps_to_the_book(random.Random(f"{kind['uid']}{len(kind)}{army}"), army, **kind)


@rule("nlb", "11.0-1", "11.0-2", "11.1A", "11.1B-1", "11.2-1", "11.2-2")
@pytest.mark.parametrize("kind", turns(KINDS), ids=lambda one: one["uid"] + "-" * len(one))
@pytest.mark.parametrize("army", ["french", "coalition"])
def test_command_keeps_to_the_book_on_many_boards(kind: dict[str, Any], army: str) -> None:
    picks = random.Random(f"{army}{len(kind)}{kind['uid']}")
    for _ in range(20):
        keeps_to_the_book(picks, army, **kind)


def keeps_to_the_book(picks: random.Random, army: str, **kind: Any) -> None:
    board = drawn(picks, army, **kind)
    options = CommandOptions(board)
    default = options.default()
    assert options.faults(default) == []
    for said in (default, options.sample(picks.randrange)):
        assert options.faults(said) == []
        check_chain(board, give(board, said).chain)
    chain = give(board, default).chain
    assert give(board).chain == chain
    nobody_is_left_out(board, default, chain.idle)


def check_chain(board: Board, chain: Any) -> None:
    """Nobody counts as commanded without a line and an office, and nobody is forgotten."""
    units = board.setting.roster.units
    assert all(reached(board, giver, uid) for uid, giver in (*chain.officers.items(), *chain.direct.items()))
    for officer, passed in chain.through.items():
        assert officer in chain.officers or (officer == "bulow" and board.setting.id == "grand-waterloo")
        assert all(reached(board, officer, uid) for uid in passed)
        own = [uid for uid in board.at if units[uid].fights and reached(board, officer, uid)]
        assert set(own) <= set(passed)
    commanded = {*chain.direct, *(uid for passed in chain.through.values() for uid in passed)}
    mine = [uid for uid in board.at if units[uid].army == board.position.army and units[uid].fights]
    kept = [uid for uid in mine if uid not in commanded and uid not in chain.idle]
    for uid in kept:
        traits = units[uid].traits
        assert "rifles" in traits or "by-neighbours" in traits
        if "by-neighbours" in traits:
            near = (board.at[uid], *board.field.neighbours[board.at[uid]])
            assert any(board.at[other] in near for other in mine if other not in chain.idle and other != uid)


def nobody_is_left_out(board: Board, said: Said, idle: frozenset[str]) -> None:
    """No commander could take one more than the default gives him."""
    units = board.setting.roster.units
    for giver in CommandOptions(board).givers:
        halves, places = spare(board, said, giver)
        for uid in idle:
            if not reached(board, giver, uid):
                continue
            if units[uid].fights:
                assert places == 0, (giver, uid)
            else:
                more = capacity_used(board, giver, [*said.get(giver, {}).get("officers", ()), uid])
                assert more > 2 * (units[giver].capacity.value if units[giver].capacity else 0), (giver, uid, halves)
