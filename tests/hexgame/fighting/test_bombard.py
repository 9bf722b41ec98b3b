"""Which batteries may fire from afar, and why not."""

from __future__ import annotations

import pytest

from pbem.engine.options import Refusal
from pbem.hexgame.fighting.bombard import Bombardment, range_to
from tests.hexgame.fighting.skirmish import CASES, RULES, Board, attack, ledger, plain, play, resolve

GUN = RULES.bombardment


@pytest.mark.parametrize(
    ("at", "unit", "target", "hexsides", "case"),
    [
        ({"bg5": "0405", "r4": "0403"}, "bg5", "0403", {}, ""),
        ({"bg5": "0406", "r4": "0403"}, "bg5", "0403", {}, "RANGE"),
        ({"b5": "0405", "r4": "0403"}, "b5", "0403", {}, "NO_GUNS"),
        ({"bg5": "0404", "r4": "0403"}, "bg5", "0403", {}, "HELD"),
        ({"bg5": "0404", "r4": "0403"}, "bg5", "0403", {"river": "0404-0403"}, ""),
        ({"bg5": "0404", "r4": "0403"}, "bg5", "0403", {"river": "0404-0403", "bridge": "0404-0403"}, "HELD"),
    ],
)
def test_who_may_bombard(at: dict[str, str], unit: str, target: str, hexsides: dict[str, str], case: str) -> None:
    board = Board(at, plain(**hexsides))
    refusal = GUN.refusal(board, unit, target)
    assert (refusal.case if refusal else "") == case
    assert GUN.targets(board, unit) == (() if case else (target,))


def test_what_blocks_the_line_is_the_books_to_say() -> None:
    def wall(board: Board, at: str, target: str) -> tuple[str, ...]:
        return ("the crest 0404-0403",)

    def chateau(board: Board, unit: str, target: str, hexes: int) -> Refusal | None:
        return Refusal("8", f"nobody bombards {target} over {hexes} hexes", unit, target)

    board = Board({"bg5": "0405", "r4": "0403"}, plain())
    refusal = Bombardment(cases=CASES, blockers=wall).refusal(board, "bg5", "0403")
    assert refusal is not None
    assert (refusal.case, refusal.text) == ("SIGHT", "BG5 in 0405 does not see 0403: the crest 0404-0403 in between")
    walled = Bombardment(cases=CASES, blockers=GUN.blockers, barred=chateau)
    refusal = walled.refusal(board, "bg5", "0403")
    assert refusal is not None and refusal.text == "nobody bombards 0403 over 2 hexes"
    assert walled.targets(board, "bg5") == ()


def test_range_counts_the_target() -> None:
    assert [range_to(plain(), "0404", at) for at in ("0404", "0403", "0402", "0401")] == [0, 1, 2, 3]


def test_an_enemy_who_comes_near_pins_a_battery() -> None:
    found = ledger({"bg5": "0405", "b4": "0404", "r4": "0403", "r6": "0505"})
    played = play(resolve(found, attack("0403", "b4", bombard="bg5")), dice=[2])
    (event,) = played.kinds("silent")
    assert (event["unit"], event["case"]) == ("bg5", "HELD")
    assert [one["unit"] for one in played.kinds("combat")[0]["attackers"]] == ["b4"]
