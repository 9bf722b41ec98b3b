"""Retreats of stacks, displacement and its chains, on a board that takes two units in a hex and one in a town."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.hexgame.fighting.engagement import Engagement
from pbem.hexgame.fighting.falling_back import StepOptions, fall_back, retreat_all
from pbem.hexgame.fighting.outlook import lost_by_retreat
from pbem.hexgame.fighting.resolve import muster
from tests.hexgame.fighting.skirmish import Board, attack, ground, ledger, most, plain, play
from tests.tiers import examples

# 0404 is beaten from the north: 0405 in the south, 0305 and 0505 beside it are out of blue's zones.
BEATEN = {"b9": "0403", "r4": "0404", "r3": "0404"}


def engagement(at: dict[str, str], on: str = "0404", by: str = "b9", towns: str = "") -> Engagement[Board]:
    """A combat before its die."""
    found, _ = muster(ledger(at, plain(towns)), order := attack(on, by), ("attacks", 0), order.manner)
    return found


def test_two_of_a_stack_go_different_ways() -> None:
    combat = engagement(BEATEN)
    assert combat.targets == ("r4", "r3")
    answers = {"a1.order": {"first": ["r3"]}, "a1.retreat.r4": ["0405"], "a1.retreat.r3": ["0505"]}
    played = play(retreat_all(combat, "red", combat.targets), answers=answers)
    assert played.asked == ["a1.order", "a1.retreat.r3", "a1.retreat.r4"]
    assert (combat.board.at["r4"], combat.board.at["r3"]) == ("0405", "0505")


def test_two_may_share_a_hex_with_room() -> None:
    combat = engagement({**BEATEN, "r2": "0305"})
    answers = {"a1.retreat.r4": ["0405"], "a1.retreat.r3": ["0405"]}
    play(retreat_all(combat, "red", combat.targets), answers=answers)
    assert sorted(combat.board.here["0405"]) == ["r3", "r4"]
    assert combat.board.at["r2"] == "0305"


def full(*hexes: str) -> dict[str, str]:
    """Two red units in each hex, of the second formation."""
    letters = iter("abcdefghijklmnopqrstuvw")
    return {f"r{1 + n}{next(letters)}": at for at in hexes for n in range(2)}


def test_two_retreating_displace_two() -> None:
    combat = engagement({**BEATEN, **full("0305", "0405", "0505")})
    answers = {"a1.displace.r4": ["r1c"], "a1.displace.r3": ["r2d"]}
    played = play(retreat_all(combat, "red", combat.targets), answers=answers)
    assert sorted(combat.board.here["0405"]) == ["r3", "r4"]
    assert [event["unit"] for event in played.kinds("displaced")] == ["r1c", "r2d"]
    assert combat.pushed == {"r1c", "r2d"} == combat.ledger.displaced
    assert combat.ledger.retreated == {"r4", "r3"}


def test_nobody_is_displaced_twice_in_one_combat() -> None:
    # Only 0405 is open to r4; b8 and b7 hold 0305 and 0505. There r5 alone makes room, and has once.
    at = {"b9": "0403", "b8": "0205", "b7": "0605", "r4": "0404", "r5": "0405", "r6": "0405"}
    combat = engagement(at)
    combat.pushed.update(("r5", "r6"))
    played = play(fall_back(combat, "r4"))
    assert combat.board.lost == ["r4"]
    assert [event["case"] for event in played.kinds("eliminated")] == ["NO_RETREAT"]
    combat = engagement(at)
    combat.pushed.add("r5")
    played = play(fall_back(combat, "r4"))
    assert [event["unit"] for event in played.kinds("displaced")] == ["r6"]


def test_a_chain_that_ends_nowhere_moves_nobody() -> None:
    at = {"b9": "0403", "b8": "0205", "b7": "0605", "r4": "0404", "r5": "0405", "r6": "0405", "b6": "0407"}
    combat = engagement(at)
    play(fall_back(combat, "r4"))
    assert combat.board.lost == ["r4"]
    assert {unit: place for unit, place in at.items() if unit != "r4"} == combat.board.at


def test_the_one_in_a_town_is_not_displaced_and_nobody_joins_him() -> None:
    at = {"b9": "0403", "b8": "0205", "b7": "0605", "r4": "0404", "r5": "0405"}
    assert play(fall_back(engagement(at), "r4")).kinds("retreated")[0]["to"] == "0405"
    combat = engagement(at, towns="0405")
    play(fall_back(combat, "r4"))
    assert (combat.board.lost, combat.board.at["r5"]) == (["r4"], "0405")


def test_refusals_say_why() -> None:
    combat = engagement({**BEATEN, **full("0305")})
    options = StepOptions(combat, ground(combat, "red"), "r4", "0404", {})
    assert options.answers == ("0505", "0405")
    refusal = options.why_not("0305")
    assert refusal is not None and refusal.case == "VACANT_FIRST"
    assert refusal.text == "R4 in 0404 cannot retreat to 0305: it is full while a hex with room is open"
    for wrong, case in (("0304", "BARRED"), ("0707", "NOT_ADJACENT"), (7, "NOT_ADJACENT")):
        refusal = options.why_not(wrong)
        assert refusal is not None and refusal.case == case


def test_who_would_be_lost_is_told_beforehand() -> None:
    at = {"b5": "0404", "r4": "0403", "r5": "0205", "r6": "0605", "r7": "0406"}
    order = attack("0403", "b5")
    (lost,) = lost_by_retreat(ledger(at), order, order.manner)
    assert (lost["unit"], lost["hex"], lost["case"]) == ("b5", "0404", "NO_RETREAT")
    assert lost["text"] == "B5 in 0404 would have no hex to retreat to"


HEXES = [f"0{c}0{r}" for c in range(2, 7) for r in range(2, 7)]


@st.composite
def stacks(draw: st.DrawFn) -> tuple[dict[str, str], str]:
    """A crowd of red stacks around a beaten one in 0404, some blue among them; and the towns."""
    towns = " ".join(draw(st.lists(st.sampled_from([at for at in HEXES if at != "0404"]), max_size=3)))
    at: dict[str, str] = {"b9": "0403", "r9": "0404", "r8": "0404"}
    for place in HEXES:
        if place not in ("0403", "0404"):
            for side in draw(st.sampled_from(("rr", "rr", "rr", "rr", "rr", "rr", "r", "", "b")))[
                : 1 + (place not in towns)
            ]:
                at[f"{side}{len(at) + 10}"] = place
    return at, towns


@settings(max_examples=examples(150), deadline=None)
@given(stacks(), st.data())
def test_whole_or_not_at_all(drawn: tuple[dict[str, str], str], data: st.DataObject) -> None:
    at, towns = drawn
    combat = engagement(at, towns=towns)
    board, before = combat.board, dict(at)

    def pick(n: int) -> int:
        return data.draw(st.integers(0, n - 1))

    displaced: list[str] = []
    for unit in ("r9", "r8"):
        played = play(fall_back(combat, unit), pick=pick)
        moves = [event for event in played.events if event["kind"] in ("retreated", "displaced")]
        _check_chain(board, before, unit, moves, played.kinds("eliminated"))
        before = dict(board.at)
        displaced += [event["unit"] for event in played.kinds("displaced")]
    assert len(set(displaced)) == len(displaced) and combat.pushed == set(displaced)
    assert not combat.pushed & {"r9", "r8"}


def _check_chain(
    board: Board, before: dict[str, str], unit: str, moves: list[dict[str, Any]], lost: list[dict[str, Any]]
) -> None:
    assert bool(moves) != bool(lost)
    assert [event["unit"] for event in lost] in ([], [unit])
    moved = {event["unit"]: event["to"] for event in moves}
    assert len(moved) == len(moves)
    assert {one: to for one, to in before.items() if one not in moved and not lost} == {
        one: to for one, to in board.at.items() if one not in moved and not lost
    }
    if lost:
        assert {one: to for one, to in before.items() if one != unit} == board.at
    for event in moves:
        assert event["from"] == before[event["unit"]] and event["to"] in board.field.neighbours[event["from"]]
        assert not board.in_zone(event["to"], "blue")
    for at, there in board.here.items():
        assert len({board.army_of(one) for one in there}) == 1
        assert len(there) <= most(board, at)
