"""Reorganization: who comes back, with whom, where, and what it does to morale (12.0, 12.1, 12.2, 13.3, 16.16)."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.battle.results import lose
from rulesets.napoleons_last_battles.rules.corps_morale import REBUILT
from rulesets.napoleons_last_battles.rules.march.movement import movement
from rulesets.napoleons_last_battles.rules.orders_options import OrdersOptions, before_combat
from rulesets.napoleons_last_battles.rules.reorganization import ReorganizeOptions, reorganization_phase, without
from tests import tiers
from tests.hexgame.fighting.skirmish import Played, play
from tests.rulesets.napoleons_last_battles.rules.battle.skirmish import phase
from tests.rulesets.napoleons_last_battles.rules.march.ground import belgian
from tests.rulesets.napoleons_last_battles.rules.plain import NIGHT, RAIN, board, bound, plain
from tests.rulesets.napoleons_last_battles.turns import Turns, all_but, game, played

rule = pytest.mark.rule
NOW = "16/1700"
"""Turn 4."""
BATTLE = {"uid": "la-belle-alliance", "options": "leaders reorganization"}
"""A game without command."""


@dataclass
class Command:
    """The command of a turn, as far as it matters here."""

    reorganizing: frozenset[str] = frozenset()
    spare: Mapping[str, int] = field(default_factory=dict)


NAMED = Command(frozenset({"reille", "vandamme", "derlon", "picton", "ziethen", "reiche"}))


def field_of(at: Mapping[str, str], waiting: Mapping[str, int], turn: str = NOW, **more: Any) -> Board:
    return board(at, turn, waiting=dict(waiting), **more)


def refused(found: Board, *entries: Any, given: Command = NAMED) -> list[tuple[tuple[str | int, ...], str]]:
    options = ReorganizeOptions(found, given)
    return [(path, refusal.case) for path, refusal in options.faults(list(entries))]


def ordered(found: Board, *entries: Any, dice: Sequence[int] = (), given: Command = NAMED) -> Played:
    return play(reorganization_phase(found, list(entries), given), dice)


@pytest.mark.parametrize(
    ("unit", "reduced", "waits"),
    [
        pytest.param("huss-5", False, True, marks=rule("nlb", "12.0-1")),
        pytest.param("huss-5", True, False, marks=rule("nlb", "12.0-1")),
        pytest.param("opstl", False, False, marks=rule("nlb", "12.0-1", "2.4-4")),
    ],
)
def test_where_an_eliminated_unit_goes(unit: str, reduced: bool, waits: bool) -> None:
    found = board({unit: "0404"}, NOW, reduced={unit} if reduced else set())
    lose(phase(found), unit, "why", "6.4")
    assert found.position.waiting == ({unit: 4} if waits else {})
    assert found.position.dead == (set() if waits else {unit})


@pytest.mark.parametrize(
    ("turn", "cases"),
    [
        pytest.param("16/1500", ["12.0-2"], marks=rule("nlb", "12.0-2")),
        pytest.param("16/1600", ["12.0-2"], marks=rule("nlb", "12.0-2")),
        pytest.param("16/1700", [], marks=rule("nlb", "12.0-2")),
        pytest.param("16/2000", [], marks=rule("nlb", "12.0-2")),
    ],
)
def test_a_whole_turn_passes_between_loss_and_return(turn: str, cases: list[str]) -> None:
    found = field_of({"reille": "0405", "kempt": "1505"}, {"huss-5": 2}, turn)
    assert [case for _, case in refused(found, {"unit": "huss-5"})] == cases


@rule("nlb", "12.0-2", "2.4-5", "13.3-1")
def test_a_unit_comes_back_reduced_with_its_officer() -> None:
    found = field_of({"reille": "0405", "kempt": "1505"}, {"huss-5": 2}, losses={"fr-2": 12, "french": 12})
    played = ordered(found, {"unit": "huss-5"})
    assert [event["kind"] for event in played.events] == ["reorganized"]
    assert found.at["huss-5"] == "0405" and found.face("huss-5") == 3 and found.position.waiting == {}
    assert found.position.losses == {"fr-2": 7, "french": 12} and found.marked(REBUILT, "huss-5")


@pytest.mark.parametrize(
    ("at", "entry", "fault"),
    [
        pytest.param({"reille": "0405"}, {"unit": "quiot-1"}, ("unit", "12.1A"), marks=rule("nlb", "12.1A")),
        pytest.param(
            {"reille": "0405"},
            {"unit": "quiot-1", "officer": "reille"},
            ("officer", "12.1A"),
            marks=rule("nlb", "12.1A"),
        ),
        pytest.param(
            {"ney": "0405"}, {"unit": "huss-5", "officer": "ney"}, ("officer", "12.1A"), marks=rule("nlb", "12.1A")
        ),
        pytest.param({}, {"unit": "huss-5", "officer": "reille"}, ("officer", "12.1A"), marks=rule("nlb", "12.1A")),
        pytest.param({"reille": "0505"}, {"unit": "huss-5"}, ("unit", "12.1B"), marks=rule("nlb", "12.1B")),
        pytest.param({"reille": "0405"}, {"unit": "huss-5", "at": "0406"}, ("at", "12.0"), marks=rule("nlb", "12.0-2")),
        ({"reille": "0405"}, {"unit": "baud-6"}, ("unit", "12.0-1")),
        ({"reille": "0405"}, {"unit": "soye-6"}, ("unit", "12.0-1")),
        ({"reille": "0405"}, {"unit": "kempt"}, ("unit", "12.0")),
        ({"reille": "0405"}, {"unit": "nobody"}, ("unit", "12.0")),
    ],
)
def test_who_may_not_come_back(at: dict[str, str], entry: Any, fault: tuple[str, str]) -> None:
    where = {**at, "kempt": "1505", "camp-5": "2005"}
    found = field_of(where, {"huss-5": 2, "quiot-1": 2}, dead={"soye-6"})
    assert refused(found, entry) == [((0, fault[0]), fault[1])]
    assert ordered(found, entry).refused == [f"gt{found.position.turn}.french.r1"] and "huss-5" not in found.at


@pytest.mark.parametrize("entry", ["huss-5", {}, {"unit": ["huss-5"]}, {"unit": "huss-5", "to": "0405"}, None, 3])
def test_what_is_no_entry(entry: Any) -> None:
    found = field_of({"reille": "0405"}, {"huss-5": 2})
    assert refused(found, entry) == [((0,), "12.0")]
    assert ReorganizeOptions(found, NAMED).faults("huss-5")[0][0] == ()


@rule("nlb", "12.1B", "12.0-2")
@pytest.mark.parametrize(
    ("at", "cases"),
    [
        ({"kempt": "1405"}, ["12.1B"]),
        ({"kempt": "1505"}, []),
        ({"picton": "0605", "kempt": "1505"}, []),
        ({"kempt": "2505", "pack": "1307"}, ["12.1B"]),
    ],
)
def test_enemy_combat_units_within_ten_hexes_forbid_it(at: dict[str, str], cases: list[str]) -> None:
    found = field_of({"reille": "0405", **at}, {"huss-5": 2})
    assert [case for _, case in refused(found, {"unit": "huss-5"})] == cases


@rule("nlb", "12.1C", "12.1D")
def test_an_officer_out_of_command_may_but_has_to_be_named() -> None:
    found = field_of({"reille": "0405", "kempt": "1605"}, {"huss-5": 2}, idle={"reille"})
    assert refused(found, {"unit": "huss-5"}) == []
    assert refused(found, {"unit": "huss-5"}, given=Command()) == [((0, "unit"), "12.1D")]
    alone = field_of({"reille": "0405", "mitch": "1605"}, {"huss-5": 2}, "18/1600", **BATTLE)
    assert refused(alone, {"unit": "huss-5"}, given=Command()) == []


@rule("nlb", "12.1F")
def test_who_comes_back_may_move() -> None:
    found = field_of({"reille": "0405", "kempt": "1805"}, {"huss-5": 2}, idle={"huss-5"})
    ordered(found, {"unit": "huss-5"})
    assert found.position.idle == set()
    moved = play(movement(found, [{"unit": "huss-5", "path": ["0405", "0505", "0605", "0705", "0805"]}]))
    assert moved.kinds("moved")[0]["cost"] == "4" and found.at["huss-5"] == "0805"


@rule("nlb", "12.1E")
@pytest.mark.parametrize(("here", "back"), [([], 2), (["jamin-9"], 1), (["jamin-9", "gauth-9"], 0)])
def test_stacking_limits_who_comes_back(here: list[str], back: int) -> None:
    at = {"reille": "0405", **dict.fromkeys(here, "0405")}
    found = field_of(at, {"huss-5": 1, "camp-5": 1, "baud-6": 2})
    played = ordered(found, {"unit": "huss-5"}, {"unit": "camp-5"}, {"unit": "baud-6"})
    assert len(played.kinds("reorganized")) == back
    assert {case for _, case in refused(field_of(at, {"huss-5": 1}), {"unit": "huss-5"})} == (
        {"12.1E"} if not back else set()
    )


@rule("nlb", "12.1E", "16.1C-4")
def test_two_units_of_a_corps_in_a_segment_whoever_its_officers_are() -> None:
    waiting = {"12-1": 1, "24-1": 1, "1w-1": 1}
    at = {"ziethen": "0405", "reiche": "0705"}
    found = field_of(at, waiting, options="corps-chiefs", army="coalition")
    entries = [{"unit": "12-1", "officer": "ziethen"}, {"unit": "24-1", "officer": "reiche"}, {"unit": "1w-1"}]
    assert refused(found, *entries) == [((2, "unit"), "12.1E")]
    ordered(found, *entries)
    assert found.at == {"12-1": "0405", "24-1": "0705"}


@pytest.mark.parametrize(
    ("die", "back"),
    [pytest.param(4, True, marks=rule("nlb", "12.2")), pytest.param(5, False, marks=rule("nlb", "12.2", "13.2-3"))],
)
def test_the_units_of_a_demoralized_corps_may_be_destroyed(die: int, back: bool) -> None:
    losses = {"fr-3": 30, "french": 30}
    at = {"vandamme": "0405", "kempt": "1605"}
    found = field_of(at, {"gen-10": 2, "dup-10": 2}, losses=losses, broken={"fr-3": "demoralized"})
    played = ordered(found, {"unit": "gen-10"}, {"unit": "dup-10"}, dice=[die])
    assert played.kinds("reorganization")[0]["destroyed"] is not back
    assert found.at == ({"kempt": "1605", "gen-10": "0405", "dup-10": "0405"} if back else {"kempt": "1605"})
    assert found.position.dead == (set() if back else {"gen-10", "dup-10"}) and not found.position.waiting
    assert found.position.leaders == {"vandamme": "0405"} and found.position.losses["fr-3"] == (19 if back else 30)


@rule("nlb", "13.3-2", "4.1.1A-3")
def test_a_corps_may_recover_by_it() -> None:
    found = field_of({"reille": "0405"}, {"huss-5": 2}, losses={"fr-2": 20}, broken={"fr-2": "demoralized"})
    played = ordered(found, {"unit": "huss-5"}, dice=[1])
    assert [event["kind"] for event in played.events] == ["reorganization", "reorganized", "recovered"]
    assert found.position.broken == {} and found.position.losses["fr-2"] == 15


@rule("nlb", "12.2", "13.1")
def test_among_allies_only_units_of_demoralized_nationalities_are_at_risk() -> None:
    at = {"picton": "0405"}
    more: dict[str, Any] = {"army": "coalition", "broken": {"hanoverian": "demoralized"}}
    found = field_of(at, {"kempt": 2, "vincke": 2}, losses={"hanoverian": 12}, **more)
    ordered(found, {"unit": "kempt"}, {"unit": "vincke"}, dice=[6])
    assert found.at == {"kempt": "0405"} and found.position.dead == {"vincke"}


@rule("nlb", "4.2-1", "4.3-1", "12.0-2")
@pytest.mark.parametrize(("turn", "back"), [(NIGHT, False), (RAIN, True)])
def test_there_is_none_at_night_but_in_rain(turn: str, back: bool) -> None:
    found = field_of({"reille": "0405"}, {"huss-5": 1}, turn)
    ordered(found, {"unit": "huss-5"})
    assert ("huss-5" in found.at) is back
    assert [case for _, case in refused(field_of({"reille": "0405"}, {"huss-5": 1}, turn), {"unit": "huss-5"})] == (
        [] if back else ["4.2"]
    )


@rule("nlb", "12.0-1")
def test_without_the_rule_nobody_comes_back() -> None:
    found = field_of({"reille": "0405"}, {"huss-5": 1}, "18/1600", uid="la-belle-alliance", options="leaders")
    assert refused(found, {"unit": "huss-5"}) == [((0, "unit"), "12.0")]
    assert ReorganizeOptions(found).describe()["units"] == [] and ReorganizeOptions(found).default() == "no"


# -- 16.16 -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "land", "cases"),
    [
        pytest.param({"kempt": "0401"}, "0403 t", [], marks=rule("nlb", "16.16A")),
        pytest.param({"kempt": "1305"}, "", ["16.16A"], marks=rule("nlb", "16.16A")),
        pytest.param({"kempt": "1505"}, "", [], marks=rule("nlb", "16.16A")),
        pytest.param({"picton": "0605", "kempt": "1505"}, "", ["16.16A"], marks=rule("nlb", "16.16A", "16.3-2")),
    ],
)
def test_an_officer_whom_nobody_sees_may_reorganize(at: dict[str, str], land: str, cases: list[str]) -> None:
    found = field_of({"reille": "0405", **at}, {"huss-5": 2}, options="observation reorganize-unseen", on=plain(land))
    assert [case for _, case in refused(found, {"unit": "huss-5"})] == cases


@rule("nlb", "16.16B")
@pytest.mark.parametrize(("spare", "back"), [(0, 0), (1, 1), (3, 2)])
def test_a_commander_reorganizes_one_unit_for_a_point_of_capacity(spare: int, back: int) -> None:
    waiting = {"kempt": 1, "mitch": 1, "halk-3": 1}
    found = field_of({"wellington": "0405"}, waiting, army="coalition", options="reorganize-command")
    entries = [{"unit": unit, "officer": "wellington"} for unit in waiting]
    ordered(found, *entries, given=Command(spare={"wellington": spare}))
    assert list(found.at) == list(waiting)[:back]


@rule("nlb", "16.16B")
@pytest.mark.parametrize(
    ("options", "unit", "case"), [("", "kempt", "12.1A"), ("reorganize-command", "12-1", "16.16B")]
)
def test_a_commander_needs_the_option_and_a_unit_of_his_army(options: str, unit: str, case: str) -> None:
    found = field_of({"wellington": "0405"}, {unit: 1}, army="coalition", options=options)
    command = Command(spare={"wellington": 4})
    assert [one for _, one in refused(found, {"unit": unit, "officer": "wellington"}, given=command)] == [case]


@rule("nlb", "16.16B")
def test_the_officers_of_a_unit_come_before_commanders() -> None:
    at = {"wellington": "0405", "picton": "0805"}
    found = field_of(at, {"kempt": 1, "pack": 1}, army="coalition", options="reorganize-command")
    ordered(found, {"unit": "kempt"}, given=Command(frozenset({"picton"}), {"wellington": 1}))
    ordered(found, {"unit": "pack"}, given=Command(frozenset(), {"wellington": 1}))
    assert found.at == {"kempt": "0805", "pack": "0405"}


@rule("nlb", "16.16C")
def test_a_leader_out_of_supply_reorganizes_nobody() -> None:
    """The plain lies far from the southern edge of the campaign."""
    entry = {"unit": "huss-5"}
    assert refused(field_of({"reille": "0405"}, {"huss-5": 1}, options="reorganize-supplied"), entry) == [
        ((0, "unit"), "16.16C")
    ]
    found = belgian("campaign", {"reille": "3064", "kempt": "1634"}, NOW, waiting={"huss-5": 1})
    found.setting = bound("campaign", "reorganize-supplied")
    assert refused(found, entry) == []


# -- the rest ----------------------------------------------------------------------------


ORDERS = {
    "command": {"vandamme": "reorganizes"},
    "reorganize": [{"unit": "gen-10"}],
    "orders": [{"unit": "gen-10", "to": "0605"}, {"unit": "vandamme", "to": "0605"}],
}


@rule("nlb", "4.1.1A-3", "12.1D", "12.1F", "12.2")
def test_orders_are_judged_as_if_the_die_fell_well() -> None:
    at = {"vandamme": "0405", "kempt": "2505"}
    found = field_of(at, {"gen-10": 2}, losses={"fr-3": 30}, broken={"fr-3": "demoralized"})
    assert OrdersOptions(found).faults(ORDERS) == []
    unnamed = OrdersOptions(found).faults({**ORDERS, "command": {"vandamme": "withholds"}})
    assert [(path, refusal.case) for path, refusal in unnamed] == [
        (("reorganize", 0, "unit"), "12.1D"),
        (("orders", 0), "6.5"),
    ]
    assert [one["unit"] for one in OrdersOptions(found).describe()["reorganize"]["units"]] == ["gen-10"]


@rule("nlb", "12.2")
@pytest.mark.parametrize(("die", "moved"), [(4, ["gen-10", "vandamme"]), (5, ["vandamme"])])
def test_who_is_destroyed_does_not_move_and_nobody_is_blamed(die: int, moved: list[str]) -> None:
    at = {"vandamme": "0405", "kempt": "2505"}
    found = field_of(at, {"gen-10": 2}, losses={"fr-3": 30}, broken={"fr-3": "demoralized"})
    played = play(before_combat(found, ORDERS), [die])
    assert [event["unit"] for event in played.kinds("moved")] == moved and played.refused == []


@rule("nlb", "12.2")
def test_moves_of_the_destroyed_are_left_out() -> None:
    orders = [{"unit": "gen-10"}, {"units": ["gen-10", "vandamme"]}, {"unit": "dom"}, "odd", {"units": ["gen-10"]}]
    expected = ["no", {"units": ["vandamme"]}, {"unit": "dom"}, "odd", "no"]
    assert without(orders, {"gen-10"}) == expected and without(orders, ()) == orders


@rule("nlb", "12.0-2", "12.1B", "12.1E")
@settings(max_examples=tiers.examples(35), deadline=None)
@given(st.data())
def test_nobody_comes_back_near_the_enemy_or_above_the_limit(data: st.DataObject) -> None:
    """Random boards and random legal entries; and what is offered is what is not refused."""
    draw = data.draw
    spot = st.builds("{:02}{:02}".format, st.integers(1, 30), st.integers(1, 10))
    corps = ("huss-5", "camp-5", "baud-6", "gen-10", "dup-10")
    foes = {unit: draw(spot) for unit in ("kempt", "pack", "12-1")}
    held = set(foes.values())
    leaders = {one: draw(spot.filter(lambda at: at not in held)) for one in ("reille", "vandamme", "ney")}
    mates = {"jamin-9": leaders["reille"], "dom": draw(spot.filter(lambda at: at not in held))}
    found = field_of({**foes, **leaders, **mates}, {unit: draw(st.integers(1, 4)) for unit in corps}, NOW)
    options = ReorganizeOptions(found, NAMED)
    offered = list(options.candidates())
    assert all(options.why_not(one) is None for one in offered)
    entries = [options.sample(lambda n: draw(st.integers(0, n - 1))) for _ in range(4)]
    before = set(found.at)
    ordered(found, *entries)
    for unit in set(found.at) - before:
        assert min(found.field.distance(found.at[unit], at) for at in held) > 10
        assert (
            found.at[unit]
            == leaders[{"fr-2": "reille", "fr-3": "vandamme"}[found.setting.roster.units[unit].formation]]
        )
    assert all(found.fits(at, units) for at, units in found.here.items() if at not in held)


@pytest.mark.parametrize("uid", tiers.turns(["campaign", "grand-ligny"]))
def test_random_turns_of_beaten_armies(uid: str) -> None:
    """Half of all units are eliminated on the first turn; all options are on. Morale and books fit each other."""
    games = [_of_beaten_armies(uid, seed) for seed in range(3)]
    # In grand-ligny a beaten army has lost before it may reorganize.
    assert any(event["kind"] == "reorganized" for turns in games for event in turns.events) or uid == "grand-ligny"
    for turns in games:
        for position in turns.positions:
            assert turns.game.writing.read_text(turns.game.writing.text(position)) == position
            assert not set(position["waiting"]) & {*position["at"], *position["dead"]}
            assert set(position["marks"].get(REBUILT, ())) <= {*position["reduced"]}


def _of_beaten_armies(uid: str, seed: int) -> Turns:
    one = game(uid, *all_but(uid))
    at = played(one, seed, 2).positions[-1]
    pick, units = random.Random(seed), one.theatre.setting.roster.units
    for unit in [
        uid for uid in sorted(at["at"]) if units[uid].reduced and uid not in at["reduced"] and pick.randrange(2)
    ]:
        strength = units[unit].strength
        assert strength is not None
        del at["at"][unit]
        at["waiting"][unit] = 1
        for book in filter(None, (units[unit].nation, units[unit].formation, units[unit].nationality)):
            at["losses"][book] = at["losses"].get(book, 0) + strength.value
    at["turn"] = 3
    return played(one, seed, 5, at)
