"""Reinforcements: whose turn it is, how they come on by the road or otherwise, who waits, whom they activate (6.7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rulesets.winters_victory.orders_options import SegmentOrders
from rulesets.winters_victory.play import Play
from rulesets.winters_victory.rules.moving.entering import formation, route
from rulesets.winters_victory.rules.moving.scene import Scene
from rulesets.winters_victory.rules.reinforcements import Entering, Queue, Wish, called, why_not
from rulesets.winters_victory.scenarios_data import Arrival
from rulesets.winters_victory.sequence import start
from tests.rulesets.winters_victory.battles import setting
from tests.rulesets.winters_victory.country import UNITS, country, row
from tests.rulesets.winters_victory.moves import scene as walking
from tests.rulesets.winters_victory.procedures import play
from tests.rulesets.winters_victory.staffs import refused, staff

ROAD = "0512 0511 0510 0509 0508 0507 0506 0505 0504 0503"
LAND = country(major=(ROAD,))
TURNS = tuple((8, turn) for turn in range(14, 35))
COLUMNS = {"f-one": ("f1", "f2", "f3"), "f-two": ("f4", "f5"), "f-guns": ("fb8",), "r-one": ("r1", "r2", "r3")}
GROUP = Arrival(8, 20, "0512", ("f-one", "f-two", "f-guns"), ("cor", "fdiv"), 0, 20)


def queue(waiting: Mapping[str, int], *groups: Arrival) -> Queue:
    return Queue(groups or (GROUP,), dict(waiting), COLUMNS, TURNS, {"fb8": "fb8.c"})


def come(
    standing: Mapping[str, str], waiting: Mapping[str, int], turn: int = 20, wishes: Mapping[str, Wish] | None = None
) -> tuple[Entering, list[dict[str, Any]]]:
    """The French reinforcements of one turn."""
    at = staff(standing, field=LAND)

    def now() -> Scene:
        return walking(at.scene.board, LAND)

    coming = Entering(at, queue(waiting), "french", (8, turn), wishes or {}, now, {"fb8": 3}, 8)
    _, events = play(coming.run(), ())
    return coming, events


def where(coming: Entering) -> dict[str, str]:
    """Units that have come on -> hex and formation."""
    pieces = coming.staff.scene.board.pieces
    here = {uid: one for uid, one in pieces.items() if uid in ("f1", "f2", "f3", "f4", "f5", "fb8")}
    return {uid: f"{one.at} {one.formation}" for uid, one in here.items()}


# -- whose turn it is ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("waiting", "turn", "due"),
    [
        row("6.7", {"f1": 20, "f2": 20}, 19, ""),
        row("6.7", {"f2": 20, "f1": 20}, 20, "f1 f2"),
        row("6.7", {"f4": 20, "f3": 20}, 23, "f3 f4"),
        row("6.7", {"f1": 0, "f4": 21}, 21, "f4"),
    ],
)
def test_who_is_due_comes_in_the_order_of_his_column(waiting: Mapping[str, int], turn: int, due: str) -> None:
    found = list(queue(waiting).due((8, turn)))
    assert " ".join(uid for _, _, uid, _ in found) == due
    assert all(waited == turn - waiting[uid] for _, _, uid, waited in found)


@pytest.mark.parametrize(
    ("turn", "hourly", "dice", "comes"),
    [
        row("6.7", 19, True, [], []),
        row("6.7", 20, True, [5], [False]),
        row("6.7", 20, True, [4], [True]),
        row("6.7", 21, False, [], []),
        row("6.7", 28, False, [], [True]),
    ],
)
def test_a_group_without_a_turn_comes_by_a_die(turn: int, hourly: bool, dice: list[int], comes: list[bool]) -> None:
    group = Arrival(8, 20, "0512", ("f-one",), (), 4, 28)
    line = queue({"f1": 0, "f2": 0}, group)
    _, events = play(called(line, (8, turn), "t20.p1", hourly=hourly), dice)
    assert [one["comes"] for one in events] == comes
    assert set(line.waiting.values()) == {turn if comes == [True] else 0}


# -- coming on -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("standing", "waiting", "found"),
    [
        # A French battalion has 6 points and 2 more; a hex of this road takes a half, for those before it too.
        row("6.7 6.71-1", {}, {"f1": 20}, {"f1": "0503 road-column"}),
        row("6.71-2", {}, {"f1": 20, "f2": 20}, {"f1": "0503 road-column", "f2": "0505 road-column"}),
        row("6.7", {"r1": "0501"}, {"f1": 20}, {"f1": "0508 road-column"}),
        row("6.7", {"r1": "0506"}, {"f1": 20}, {"f1": "0512 column"}),
        row("6.7", {"f4": "0507"}, {"f1": 20}, {"f4": "0507 column", "f1": "0503 road-column"}),
        row("6.7 6.64-1", {"f4": "0510 road-column"}, {"f1": 20}, {"f4": "0510 road-column", "f1": "0511 road-column"}),
        row("6.72", {"r1": "0512"}, {"f1": 20}, {}),
        row("6.7", {}, {"f1": 21}, {}),
        row("6.7 7.5-1", {}, {"fb8": 20}, {"fb8": "0503 road-column"}),
    ],
)
def test_who_is_silent_comes_by_the_road(
    standing: Mapping[str, str], waiting: Mapping[str, int], found: dict[str, str]
) -> None:
    coming, _ = come(standing, waiting)
    assert where(coming) == found
    for uid in found:
        assert (uid in coming.queue.waiting) is False


@pytest.mark.rule("wv", "6.7", "7.5-1", "11.93-0")
def test_guns_come_with_crew_and_ammunition() -> None:
    coming, _ = come({}, {"fb8": 20})
    pieces = coming.staff.scene.board.pieces
    assert pieces["fb8.c"].at == pieces["fb8"].at and pieces["fb8"].rounds == 3


@pytest.mark.rule("wv", "6.7", "6.41-1")
def test_who_finds_no_room_on_the_road_goes_beside_it() -> None:
    full = {"f4": "0512 road-column", "f5": "0511 road-column"}
    coming, _ = come(full, {"f1": 20})
    at = coming.staff.scene.piece("f1").at
    assert at not in ROAD.split() and LAND.grids["small"].distance(at, "0512") == 1


@pytest.mark.parametrize(
    ("turn", "wish", "found"),
    [
        row("6.72", 20, Wish("0612"), {}),
        row("6.72", 21, Wish("0612"), {"f1": "0612 column"}),
        row("6.72", 21, Wish("0912", "line"), {"f1": "0912 line"}),
        row("6.72", 21, Wish("1012"), {}),
        row("6.72", 22, Wish("1012"), {"f1": "1012 column"}),
        row("6.72", 22, Wish("1012", delay=3), {}),
        row("6.72", 22, Wish(), {}),
        row("6.72", 23, Wish(), {"f1": "0412 column"}),
    ],
)
def test_where_the_entry_is_blocked(turn: int, wish: Wish, found: dict[str, str]) -> None:
    coming, events = come({"r1": "0512"}, {"f1": 20}, turn, {"f-one": wish})
    assert where(coming) == found
    assert [one["kind"] for one in events][:1] == ["enters" if found else "waits"]


@pytest.mark.parametrize(
    ("word", "unit", "found"),
    [
        row("6.7", "", "f1", "road-column"),
        row("6.7", "road", "fb8", "road-column"),
        row("6.72", "line", "f1", "line"),
        row("6.72", "line", "fb8", "limbered"),
        row("6.72", "column", "fhus", "mounted"),
    ],
)
def test_formations_in_which_units_come(word: str, unit: str, found: str) -> None:
    assert formation(UNITS[unit], word) == found


@pytest.mark.rule("wv", "6.71-1")
def test_the_road_goes_on_at_a_fork_by_the_better_one() -> None:
    land = country(major=("0512 0511 0510 0509",), minor=("0510 0410 0310", "0509 0508"))
    assert list(route(walking({}, land), "0512")) == ["0511", "0510", "0509", "0508"]


# -- leaders ---------------------------------------------------------------------------------


@pytest.mark.rule("wv", "17.53-2", "17.53-3", "6.7")
def test_the_first_unit_brings_its_leaders_on() -> None:
    coming, events = come({}, {"f1": 20, "f2": 20, "f4": 20})
    at = coming.staff
    assert [one["leader"] for one in events if one["kind"] == "activated"] == ["cor", "fbde", "fdiv", "fbde2"]
    assert {at.at(uid) for uid in ("cor", "fbde", "fdiv")} == {"0503"} and at.at("fbde2") == at.scene.piece("f4").at


# -- what may be said ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("brigade", "wish", "found"),
    [
        row("6.7", "f-one", Wish(), "yes"),
        row("6.7", "f-two", Wish(), "no 6.7"),
        row("6.7", "r-one", Wish(), "no 6.7"),
        row("6.7", "nobody", Wish(), "no 6.7"),
        row("6.72", "f-one", Wish("0612", "line", 1), "yes"),
        row("6.72", "f-one", Wish("0611"), "no 6.72"),
        row("6.72", "f-one", Wish("", "square"), "no 6.72"),
    ],
)
def test_wishes_that_cannot_be(brigade: str, wish: Wish, found: str) -> None:
    assert refused(why_not(queue({"f1": 20, "r1": 20}), staff({}, field=LAND), "french", brigade, wish)) == found


@pytest.mark.rule("wv", "6.7")
def test_orders_for_reinforcements_are_judged_before_any_die() -> None:
    of = setting("davout")
    options = SegmentOrders(Play(of, start(of)))
    faults = options.faults({"enter": {"f3-1a": {"in": "column"}, "p-prit": {}}})
    assert [one.path for one in faults] == [("enter", "p-prit")]


@pytest.mark.rule("wv", "6.7")
def test_random_orders_bring_brigades_on_in_some_formation() -> None:
    of = setting("davout")
    options = SegmentOrders(Play(of, start(of)))
    drawn = options.sample(lambda most: 0)["enter"]
    assert drawn == {brigade: {"in": "road"} for brigade in ("f3-1a", "f3-1b", "f3-1c", "f3-b")}
    assert not options.faults({"enter": drawn})
