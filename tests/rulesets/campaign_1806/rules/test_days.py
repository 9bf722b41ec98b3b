"""Bridges, reorganization, nights and arrivals carried out with scripted dice."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.position import Position
from rulesets.campaign_1806.rules.battle.boxes import DAY, GONE, NIGHT
from rulesets.campaign_1806.rules.command.phase import command_phase
from rulesets.campaign_1806.rules.march.movement import movement_phase
from rulesets.campaign_1806.rules.night_phase import before_orders, night_phase
from rulesets.campaign_1806.ruleset import Campaign1806
from rulesets.campaign_1806.sequence import phase
from tests.rulesets.campaign_1806.country import ID, country, row, rows
from tests.rulesets.campaign_1806.modes import OPEN
from tests.rulesets.campaign_1806.turns import NIGHT_TURN, SOURCE, carried, named, playing

RIVER = "0505-0506 0405-0506 0506-0605"
BRIDGED = country(river=RIVER, bridge="0505-0506", roads=("0505 0506",))
WET = country(river=RIVER)
SIDE = "0505/0506"


def moves(units: str, *path: str) -> dict[str, Any]:
    """Orders with one entry."""
    return {"orders": [{"units": units.split(), "path": list(path)}]}


# -- bridges ------------------------------------------------------------------------------

DAMAGED = rows(row("8.41-1", 3, True), row("8.42C", 4, False))


@pytest.mark.parametrize(("die", "done"), DAMAGED)
def test_a_bridge_is_damaged_by_a_die(die: int, done: bool) -> None:
    play = playing({"0505": "gudin"}, BRIDGED)
    carried(movement_phase(play, moves("gudin", "0505", "damage 0506")), [die])
    assert play.position.damaged == ({SIDE} if done else set())


@pytest.mark.rule(ID, "8.43-1")
@pytest.mark.rule(ID, "8.43-2")
def test_a_bridge_is_repaired_and_crossed_for_its_repair() -> None:
    play = playing({"0505": "gudin"}, BRIDGED, damaged={SIDE})
    told = carried(movement_phase(play, moves("gudin", "0505", "repair 0506", "0506")), [4])
    assert named(told, "repair")[0]["done"] and not play.position.damaged
    # Two points for the repair and three for the step are all that it has.
    assert play.at["gudin"] == "0506" and named(told, "stopped") == []


@pytest.mark.rule(ID, "8.43-1")
def test_a_bridge_that_stays_down_is_not_crossed() -> None:
    play = playing({"0505": "gudin"}, BRIDGED, damaged={SIDE})
    told = carried(movement_phase(play, moves("gudin", "0505", "repair 0506", "0506")), [5])
    assert play.at["gudin"] == "0505" and named(told, "stopped")


CROSSED = rows(row("9.24", 2, "0507"), row("9.24", 6, "0506"))


@pytest.mark.parametrize(("die", "end"), CROSSED)
def test_a_pontoon_is_laid_and_crossed_on_its_die(die: int, end: str) -> None:
    play = playing({"0505": "gudin bridge-fr"}, WET)
    orders = moves("bridge-fr", "0505", "lay 0506")
    orders["orders"].append({"units": ["gudin"], "path": ["0505", "0506", "0507"]})
    carried(movement_phase(play, orders), [die])
    assert play.position.pontoons == {SIDE: ("bridge-fr", "french")} and play.at == {"gudin": end}


@pytest.mark.rule(ID, "9.23-1")
def test_a_pontoon_is_taken_up_at_one_of_its_ends_and_moves_on() -> None:
    play = playing({"0404": "gudin"}, WET, pontoons={SIDE: ("bridge-fr", "french")})
    carried(movement_phase(play, moves("bridge-fr", "0505", "0504")))
    assert play.position.pontoons == {} and play.at["bridge-fr"] == "0504"


@pytest.mark.rule(ID, "9.26-1")
@pytest.mark.rule(ID, "9.27")
@pytest.mark.parametrize("burnt", [False, True])
def test_a_pontoon_that_nobody_guards_is_captured_or_burnt(burnt: bool) -> None:
    play = playing({"0508": "gudin"}, WET, pontoons={SIDE: ("bridge-pr-i", "prussian")})
    path = ["0508", "0507", "0506", *(["burn 0505"] if burnt else [])]
    told = carried(movement_phase(play, moves("gudin", *path)))
    assert bool(named(told, "bridge-captured")) is not burnt
    if burnt:
        assert play.position.pontoons == {} and play.position.boxes == {"bridge-pr-i": GONE}
    else:
        assert play.position.pontoons == {SIDE: ("bridge-pr-i", "french")}


# -- reorganization ------------------------------------------------------------------------


@pytest.mark.rule(ID, "6.21-2")
def test_somebody_makes_room_for_who_is_brought_back() -> None:
    play = playing({"0505": "davout morand friant"}, boxes={"gudin": NIGHT}, losses={"iii": 10})
    told = carried(command_phase(play, {"reorganize": [{"leader": "davout", "units": ["gudin"]}]}))
    (moved,) = named(told, "displaced")
    assert play.at["gudin"] == "0505" and "gudin" in play.reduced and play.position.losses["iii"] == 0
    assert moved["unit"] in ("morand", "friant") and play.field.distance("0505", moved["to"]) == 1


RETURNS = rows(row("12.24 6.22", 4, True), row("12.24", 5, False))


@pytest.mark.parametrize(("die", "back"), RETURNS)
def test_the_die_for_a_unit_of_a_broken_corps(die: int, back: bool) -> None:
    lost = {"gudin": NIGHT, "friant": NIGHT}
    play = playing({"0505": "davout morand"}, boxes=lost, losses={"iii": 18})
    told = carried(command_phase(play, {"reorganize": [{"leader": "davout", "units": ["gudin"]}]}), [die])
    assert bool(named(told, "reorganized")) is back
    assert play.position.boxes.get("gudin", "") == ("" if back else GONE)
    # Ten points fewer, and the corps is sound again.
    assert bool(named(told, "recovered")) is False and play.losses.demoralized("iii") is not back


# -- night --------------------------------------------------------------------------------


@pytest.mark.rule(ID, "2.21A")
@pytest.mark.rule(ID, "6.12-2")
def test_at_nightfall_the_lost_go_into_the_other_half() -> None:
    play = playing({"0505": "morand"}, turn=NIGHT_TURN, boxes={"gudin": DAY, "grawert": DAY}, out={"morand"})
    carried(before_orders(play))
    assert play.position.boxes == {"gudin": NIGHT, "grawert": DAY} and not play.out


@pytest.mark.rule(ID, "2.21B-2")
@pytest.mark.rule(ID, "12.13")
def test_by_night_supply_is_looked_at() -> None:
    cut = country(river="0808-0909 0809-0909 0908-0909")
    play = playing({"0909": "gudin", "0303": "morand"}, cut, turn=NIGHT_TURN, supply=True, entered={SOURCE})
    told = carried(night_phase(play, {}))
    assert named(told, "supply")[0]["out"] == ["gudin"] and play.demoralized == {"gudin"}
    play.move("gudin", "0304")
    carried(night_phase(play, {}))
    assert not play.demoralized and not play.position.unsupplied


@pytest.mark.rule(ID, "2.21C")
@pytest.mark.rule(ID, "4.2")
def test_by_night_units_leave_zones_as_ordered_or_as_they_can() -> None:
    at = {"0505": "morand davout", "0605": "gudin", "0506": "grawert"}
    play = playing(at, turn=NIGHT_TURN)
    told = carried(night_phase(play, {"disengage": [{"units": ["morand"], "path": ["0504", "0503"]}]}))
    assert len(named(told, "disengaged")) == 2 and play.at["morand"] == play.at["davout"] == "0503"
    assert not play.in_zone(play.at["gudin"], "prussian")


# -- arrivals -----------------------------------------------------------------------------


def auerstedt(*units: str) -> tuple[Play, list[dict[str, Any]]]:
    """Those of the morning's group who are ordered to come in by Kösen, each two hexes deep."""
    one = Campaign1806().game("auerstedt", OPEN)
    position = one.position(one.start())
    position.turn, position.army = 1, "french"
    play = one.play(position.to_json())
    near = play.field.neighbours["n1942"]
    entries = [{"units": [uid], "path": ["n1942", to]} for uid, to in zip(units, near, strict=False)]
    return play, carried(movement_phase(play, {"orders": entries}))


@pytest.mark.rule(ID, "15.2-2")
@pytest.mark.parametrize("whole", [False, True])
def test_a_group_comes_in_whole_or_not_at_all(whole: bool) -> None:
    units = ("davout", "gudin", *(("viallanes", "bridge-fr") if whole else ()))
    play, told = auerstedt(*units)
    assert len(named(told, "undone")) == (0 if whole else 2)
    assert all((uid in play.at) is whole for uid in units)


COMES = rows(
    row("19.31", "10/morning", [2], True), row("19.31", "10/morning", [3], False), row("19.31", "9/morning", [], False)
)


@pytest.mark.parametrize(("turn", "dice", "comes"), COMES)
def test_wurttemberg_comes_if_his_die_says_so(turn: str, dice: list[int], comes: bool) -> None:
    """His initiative is 2; he is checked before orders, on two mornings."""
    setting = Campaign1806().game("campaign", OPEN).setting
    number = next(n for n, one in enumerate(setting.turns, 1) if one.id == turn)
    position = Position(number, "prussian", {"grawert": "n1829", "suchet": "s0903"})
    told = carried(phase(setting, position), dice, {})
    assert [one["done"] for one in named(told, "comes")] == [comes] * len(dice)
    assert ("natzmer" in position.released) is comes
