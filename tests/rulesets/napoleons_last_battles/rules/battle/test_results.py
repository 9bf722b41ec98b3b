"""What combats come to: losses, exchanges, retreats, displacement, advances, chateaux (6.4 to 6.7, 7.1E, 8.1, 8.2C)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.hexgame.fighting.resolve import muster
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.battle.allocation import attack_list
from rulesets.napoleons_last_battles.rules.battle.combat import combat_phase, fights_now
from tests.hexgame.fighting.skirmish import Played, play
from tests.rulesets.napoleons_last_battles.rules.battle.skirmish import board, fought, order, phase, sheet
from tests.rulesets.napoleons_last_battles.rules.battle.test_allocation import random_board
from tests.rulesets.napoleons_last_battles.test_board import board as of_scenario
from tests.tiers import examples

rule = pytest.mark.rule


def lost(played: Played) -> list[str]:
    return [event["unit"] for event in played.kinds("eliminated")]


def went(played: Played, kind: str = "retreated") -> dict[str, str]:
    return {event["unit"]: event["to"] for event in played.kinds(kind)}


@rule("nlb", "6.4-Ae", "6.5-1", "7.1E")
def test_ae_costs_the_adjacent_attackers_and_no_bombarder() -> None:
    found = board("fi1 0403, fg1 0406, ai9 0404")
    played = fought(phase(found), order("0404", "fi1", bombard="fg1"), 6, answers={"a1.advance": {"when": "always"}})
    assert (lost(played), found.position.losses["french"], found.position.losses["fr-1"]) == (["fi1"], 1, 1)
    assert went(played, "advanced") == {"ai9": "0403"} and found.at["fg1"] == "0406"


@rule("nlb", "7.4B", "6.4-Ae")
def test_adjacent_artillery_shares_every_result() -> None:
    assert lost(fought(phase(board("fg1 0403, ai9 0404")), order("0404", "fg1"), 6)) == ["fg1"]


@rule("nlb", "6.4-Ar", "7.1E")
@pytest.mark.parametrize("accepts", [False, True])
def test_ar_drives_back_the_attackers_and_bombarders_who_wish(accepts: bool) -> None:
    found = board("fi4 0405, fg1 0406, ai5 0404")
    retreat = [{"unit": "fg1", "to": ["0407"]}] if accepts else []
    played = fought(phase(found), order("0404", "fi4", bombard="fg1", retreat=retreat), 4)
    assert set(went(played)) == {"fi4", *(["fg1"] if accepts else [])}
    assert found.at["fg1"] == ("0407" if accepts else "0406")


@rule("nlb", "6.4-De", "6.7-1", "6.7A")
@pytest.mark.parametrize("advance", ["no", [{"unit": "fi9"}]])
def test_de_removes_all_defenders_and_one_attacker_may_advance(advance: Any) -> None:
    found = board("fi9 0403, fi9b 0405, ai2 0404, ac1 0404, ai9 0205")
    played = fought(phase(found), order("0404", "fi9 fi9b", advance=advance), 1)
    assert lost(played) == ["ai2", "ac1"] and found.position.losses["allied"] == 3
    assert went(played, "advanced") == ({} if advance == "no" else {"fi9": "0404"})


@rule("nlb", "6.4-Ex", "6.5A", "7.2-3")
@pytest.mark.parametrize(("pay", "gone"), [(["fi4"], ["fi4"]), (["fi3", "fi8"], ["fi3", "fi8"]), ([], ["fi4"])])
def test_an_exchange_costs_attackers_of_their_choice(pay: list[str], gone: list[str]) -> None:
    found = board("fi8 0403, fi6 0405, fi4 0305, fi3 0304, ai4 0404")
    said = {"pay": pay} if pay else {}
    played = fought(phase(found), order("0404", "fi8 fi6 fi4 fi3", **said), 5)
    assert lost(played) == ["ai4", *gone]


@rule("nlb", "6.5A")
def test_terrain_does_not_count_in_an_exchange() -> None:
    found = board("fc4 0403, fi20 0405, ai4 0404", sheet("0404 f"))
    played = fought(phase(found), order("0404", "fc4 fi20", pay=["fc4"]), 5)
    assert lost(played) == ["ai4", "fc4"]


@rule("nlb", "7.2-3", "6.4-Ex")
def test_bombarders_pay_no_exchange() -> None:
    found = board("fi3 0405, fg17 0406, ai4 0404")
    assert lost(fought(phase(found), order("0404", "fi3", bombard="fg17"), 5)) == ["ai4", "fi3"]
    assert found.position.losses["french"] == 3


@rule("nlb", "12.0-1", "6.5-1")
@pytest.mark.parametrize(
    ("on", "reduced", "foe", "waits"),
    [(True, False, "ai2", True), (True, True, "ai2", False), (True, False, "ai1", False), (False, False, "ai2", False)],
)
def test_only_full_units_wait_for_reorganization(on: bool, reduced: bool, foe: str, waits: bool) -> None:
    found = board(f"fi19 0403, {foe} 0404", reorganization=on)
    if reduced:
        found.position.reduced.add(foe)
    fought(phase(found), order("0404", "fi19"), 1)
    assert (foe in found.position.waiting, foe in found.position.dead) == (waits, not waits)
    assert found.position.losses["allied"] == 1 if reduced or foe == "ai1" else 2


# -- retreats --------------------------------------------------------------------------

BEATEN = "fi8 0403, ai4 0404"
"""0405, 0305 and 0505 lie behind ai4, out of the French zone."""


def retreats(units: str, land: str = "", answers: Any = None, **hexsides: str) -> tuple[Board, Played]:
    """Units of 0404 are beaten by fi8 from 0403 at 2-1 or so, and retreat."""
    found = board(units, sheet(land, **hexsides))
    return found, fought(phase(found), order("0404", "fi8", advance="no"), 1, answers=answers)


@rule("nlb", "6.6-1", "6.6A", "6.4-Dr")
@pytest.mark.parametrize(
    ("more", "hexsides"),
    [
        ("fi1 0205, fi1b 0605, fi1c 0406", {}),
        ("fi1 0205, fi1b 0605", {"river": "0404-0405"}),
        # A friend in a zone takes no zone away.
        ("fi1 0205, fi1b 0605, fi1c 0406, ai1 0405", {}),
    ],
)
def test_who_finds_no_hex_is_eliminated(more: str, hexsides: dict[str, str]) -> None:
    _, played = retreats(f"{BEATEN}, {more}", **hexsides)
    assert lost(played) == ["ai4"]
    assert [event["case"] for event in played.kinds("eliminated")] == ["6.6"]


@rule("nlb", "6.6B")
def test_a_stack_may_split() -> None:
    answers = {"a1.retreat.ai2": ["0405"], "a1.retreat.ai1": ["0505"]}
    _, played = retreats("fi8 0403, ai2 0404, ai1 0404", answers=answers)
    assert went(played) == {"ai2": "0405", "ai1": "0505"}


@rule("nlb", "6.6C-1")
def test_who_retreats_may_join_one_friend() -> None:
    found, _ = retreats(f"{BEATEN}, ai2 0405", answers={"a1.retreat.ai4": ["0405"]})
    assert sorted(found.here["0405"]) == ["ai2", "ai4"]


FULL = "fi8 0403, ai4 0404, fi1 0205, fi1b 0605, ai2 0405, ai3 0405"


@rule("nlb", "6.6C-2", "6.6D-1")
@pytest.mark.parametrize(
    ("units", "retreated", "displaced"),
    [(FULL, {"ai4": "0405"}, {"ai2": "0406"}), (FULL.replace(", fi1b 0605", ""), {"ai4": "0505"}, {})],
)
def test_a_friend_gives_way_only_where_nothing_else_is_open(
    units: str, retreated: dict[str, str], displaced: dict[str, str]
) -> None:
    said = {"a1.displace.ai4": ["ai2"], "a1.retreat.ai2": ["0406"], "a1.retreat.ai4": ["0405", "0505"]}
    _, played = retreats(units, answers=said)
    assert (went(played), went(played, "displaced")) == (retreated, displaced)


@rule("nlb", "6.6D-2", "6.6D-3")
@pytest.mark.parametrize(
    "more", ["fi1c 0407", "fi1c 0408, fi1d 0307, fi1e 0507, ai1 0406, ai1b 0406, ai1c 0506, ai1d 0506"]
)
def test_a_chain_that_cannot_end_moves_nobody(more: str) -> None:
    found, played = retreats(f"{FULL}, {more}")
    assert lost(played) == ["ai4"] and went(played, "displaced") == {}
    assert sorted(found.here["0405"]) == ["ai2", "ai3"]


@rule("nlb", "6.6D-6", "6.6D-4")
def test_two_displace_two_and_nobody_twice_in_a_combat() -> None:
    units = FULL.replace("ai4 0404", "ai4 0404, ai1 0404").replace("fi8", "fi9")
    found = board(units)
    ledger = phase(found)
    answers = {"a1.displace.ai4": ["ai2"], "a1.displace.ai1": ["ai3"]}
    played = fought(ledger, order("0404", "fi9", advance="no"), 1, answers=answers)
    assert sorted(found.here["0405"]) == ["ai1", "ai4"]
    assert list(went(played, "displaced")) == ["ai2", "ai3"] and ledger.displaced == {"ai2", "ai3"}


@rule("nlb", "6.6D-4")
def test_who_was_displaced_by_one_combat_may_be_so_by_the_next() -> None:
    found = board(FULL)
    ledger = phase(found)
    ledger.displaced.update(("ai2", "ai3"))
    played = fought(ledger, order("0404", "fi8", advance="no"), 1, answers={"a1.displace.ai4": ["ai3"]})
    assert list(went(played, "displaced")) == ["ai3"]


@rule("nlb", "8.1A-2", "8.1A-3")
@pytest.mark.parametrize("more", ["", ", ai1 0405"])
def test_an_empty_chateau_is_open_to_retreats_an_occupied_one_closed(more: str) -> None:
    found, played = retreats(f"{BEATEN}, fi1 0205, fi1b 0605{more}", "0405 c")
    assert lost(played) == (["ai4"] if more else [])
    assert found.at.get("ai4") == (None if more else "0405")


@rule("nlb", "8.2A-1", "6.6A", "5.3-3")
@pytest.mark.parametrize(("foe", "lost_"), [("ai4", []), ("ac4", ["ac4"])])
def test_the_walls_keep_zones_off_infantry_that_retreats_behind_them(foe: str, lost_: list[str]) -> None:
    _, played = retreats(f"fi8 0403, {foe} 0404, fi1 0205, fi1b 0605, fi1c 0406", "0405 c")
    assert lost(played) == lost_


@rule("nlb", "6.6D-5")
def test_displaced_artillery_fires_no_more_and_others_do() -> None:
    # fi4 fails against 0404 and has only 0405 to go to, where a battery stands that was to bombard.
    units = "fi4 0404, ai5 0403, ai1 0205, ai1b 0605, fg6 0405, fi2 0405, ai2 0408"
    found = board(units)
    ledger = phase(found)
    played = fought(ledger, order("0403", "fi4", displace=["fg6"]), 5)
    assert went(played, "displaced") == {"fg6": "0406"} and "fg6" in ledger.displaced
    attack = order("0408", bombard="fg6", index=1)
    engaged, absent = muster(ledger, attack, ("attacks", 1), attack.manner)
    assert not engaged.targets and [refusal.case for _, refusal in absent] == ["6.6D"]


# -- advances --------------------------------------------------------------------------


@rule("nlb", "6.7-1", "6.7B-1", "6.7B-2")
def test_one_unit_advances_one_hex_whatever_zones_lie_there() -> None:
    found = board("fi9 0403, fi9b 0403, ai1 0404, ai1b 0503, ai9 0406")
    said = [{"unit": "fi9", "to": "0405"}, {"unit": "fi9", "to": "0404"}, {"unit": "fi9b", "to": "0503"}]
    played = fought(phase(found), order("0404 0503", "fi9 fi9b", advance=said), 1)
    assert went(played, "advanced") == {"fi9": "0404"}


@rule("nlb", "6.7C-1", "6.7C-2")
def test_who_advanced_neither_attacks_nor_is_attacked() -> None:
    found = board("fi9 0403, ai1 0404, ai2 0405, fi1 0406, fi3 0502, ai9 0602")
    ledger = phase(found)
    fought(ledger, order("0404", "fi9", advance=[{"unit": "fi9"}]), 1)
    assert found.at["fi9"] == "0404"
    played = fought(ledger, order("0405", "fi9", index=1))
    assert [event["kind"] for event in played.events] == ["silent", "lapsed"]
    fought(ledger, order("0602", "fi3", index=2), 3, answers={"a3.advance": {"when": "always"}})
    assert lost(played) == []


@rule("nlb", "6.7C-2")
def test_a_defender_who_advanced_is_no_target() -> None:
    found = board("fi1 0404, fi9 0505, ai9 0403, ai2 0605")
    ledger = phase(found)
    played = fought(ledger, order("0403", "fi1"), 6, answers={"a1.advance": {"when": "always"}})
    assert went(played, "advanced") == {"ai9": "0404"}
    attack = order("0404", "fi9", index=1)
    assert muster(ledger, attack, ("attacks", 1), attack.manner)[0].targets == ()


@rule("nlb", "9.3-1")
@pytest.mark.parametrize("broken", ["", "allied"])
def test_the_demoralized_do_not_advance(broken: str) -> None:
    found = board("ai9 0403, fi1 0404", uid="la-belle-alliance", phasing="coalition")
    if broken:
        found.position.broken[broken] = "demoralized"
    played = fought(phase(found), order("0404", "ai9", advance=[{"unit": "ai9"}]), 1)
    assert bool(went(played, "advanced")) is not bool(broken)


# -- chateaux --------------------------------------------------------------------------


@rule("nlb", "8.1B")
@pytest.mark.parametrize(("foe", "enters"), [("ai1", False), ("ac1", True), ("ag1", True)])
def test_nobody_advances_into_a_chateau_that_infantry_held(foe: str, enters: bool) -> None:
    found = board(f"fi30 0403, {foe} 0404", sheet("0404 c"))
    played = fought(phase(found), order("0404", "fi30", advance=[{"unit": "fi30"}]), 1)
    assert lost(played) == [foe] and bool(went(played, "advanced")) is enters


@rule("nlb", "8.2C")
@pytest.mark.parametrize(("said", "stays"), [(None, True), ("hold", True), ("leave", False), ("x", True)])
def test_a_chateau_ignores_a_retreat_if_its_owner_wishes(said: str | None, stays: bool) -> None:
    found = board("fi30 0403, ai3 0404", sheet("0404 c"))
    answers = {} if said is None else {"a1.chateau.ai3": said}
    played = fought(phase(found), order("0404", "fi30", advance=[{"unit": "fi30"}]), 2, answers=answers)
    assert (found.at["ai3"] == "0404") is stays
    assert went(played, "advanced") == {}
    assert bool(played.kinds("held-chateau")) is stays


@rule("nlb", "8.2", "8.2C")
@pytest.mark.parametrize(("foe", "broken"), [("ai3", "allied"), ("ac3", "")])
def test_others_in_a_chateau_must_retreat(foe: str, broken: str) -> None:
    found = board(f"fi30 0403, {foe} 0404", sheet("0404 c"))
    if broken:
        found.position.broken[broken] = "demoralized"
    played = fought(phase(found), order("0404", "fi30"), 4)
    assert set(went(played)) == {foe} and not played.asked.count(f"a1.chateau.{foe}")


@rule("nlb", "8.2C", "7.5")
@pytest.mark.parametrize(("die", "gone"), [(1, ["ai3"]), (6, ["ai3", "fi36"])])
def test_de_and_ex_take_a_chateau_as_anything_else(die: int, gone: list[str]) -> None:
    found = board("fi36 0403, ai3 0404", sheet("0404 c"), uid="la-belle-alliance")
    assert lost(fought(phase(found), order("0404", "fi36"), die)) == gone


# -- whole phases ----------------------------------------------------------------------


@rule("nlb", "6.0-2", "6.1F")
def test_a_phase_resolves_the_list_in_its_order() -> None:
    found = board("fi2 0404, fi9 0506, ai6 0403, ai3 0505")
    listed = [{"id": "one", "on": ["0403"], "by": ["fi2"]}, {"id": "two", "on": ["0505"], "by": ["fi9"]}]
    played = play(combat_phase(found, listed), [1, 1])
    assert [event["id"] for event in played.kinds("combat")] == ["one", "two"]
    assert [event["calculation"]["column"] for event in played.kinds("combat")] == ["1-3", "3-1"]


@rule("nlb", "4.3-1", "6.0-1")
@pytest.mark.parametrize("weather", ["rain", ""])
def test_there_is_no_combat_in_rain(weather: str) -> None:
    found = board("fi9 0403, ai3 0404")
    found.position.weather = weather
    played = play(combat_phase(found, [{"on": ["0404"], "by": ["fi9"]}]), [1, 1])
    assert bool(played.events) is not bool(weather)


@pytest.mark.slow
@rule("nlb", "6.6A", "6.1B", "5.4-2", "8.1A-1")
@settings(max_examples=examples(100), deadline=None)
@given(st.integers(0, 2**32), st.data())
def test_nobody_retreats_into_an_enemy_zone_and_no_hex_is_too_full(seed: int, data: st.DataObject) -> None:
    found = random_board(seed)

    def pick(n: int) -> int:
        return data.draw(st.integers(0, n - 1))

    before = set(found.at)
    ledger, options = phase(found), attack_list(found)
    for attack in options.attacks(options.sample(pick)):
        start = dict(found.at)
        played = fought(ledger, attack, 1 + pick(6), pick=pick)
        for event in played.events:
            if event["kind"] not in ("retreated", "displaced"):
                continue
            unit, to = event["unit"], event["to"]
            assert to in found.field.neighbours[event["from"]] and found.field.steps[event["from"]][to] is not None
            _check_clear(found, unit, to, played)
        assert len(start) - len(found.at) == len(lost(played))
    for at, units in found.here.items():
        assert found.fits(at, units) and len({found.army_of(unit) for unit in units}) == 1
    assert before == set(found.at) | found.position.dead | set(found.position.waiting)


def _check_clear(found: Board, unit: str, to: str, played: Played) -> None:
    """No enemy zone over the hex, but of such as advanced later in this combat."""
    advanced = {event["unit"] for event in played.kinds("advanced")}
    if found.at.get(unit) == to and not (to in found.chateaux and found.may_shelter(unit)):
        foes = [foe for foe in found.at if found.army_of(foe) != found.army_of(unit) and foe not in advanced]
        assert not any(to in found.field.zone_neighbours[found.at[foe]] for foe in foes)


@pytest.mark.rule("nlb", "26.0D")
@pytest.mark.rule("nlb", "4.3-1")
@pytest.mark.parametrize(("turn", "fights"), [("18/1100", False), ("18/1200", True), ("18/2100", False)])
def test_nobody_fights_in_mud_or_at_night(turn: str, fights: bool) -> None:
    found = of_scenario("lba-variant")
    found.position.turn = next(one.number for one in found.setting.turns if one.id == turn)
    assert fights_now(found) is fights


@rule("nlb", "6.1A")
def test_an_attack_on_a_hex_that_nobody_is_left_in_lapses() -> None:
    found = board("fi9 0403, fi8 0503, ai1 0404")
    ledger = phase(found)
    fought(ledger, order("0404", "fi9"), 1)
    (event,) = fought(ledger, order("0404", "fi8", index=1)).events
    assert (event["kind"], event["case"]) == ("lapsed", "6.1A")
