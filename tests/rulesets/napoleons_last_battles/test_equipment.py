"""What lies on the table, and how a game is set up: sides, map, turn track, counters, options (chapters 1 to 3)."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.hexgame.fighting.odds import result_of
from rulesets.napoleons_last_battles.battlefield import part
from rulesets.napoleons_last_battles.calendar import turn_name
from rulesets.napoleons_last_battles.position import Position
from rulesets.napoleons_last_battles.rules.battle.artillery import BOMBARDMENT, bombardment_refusal
from rulesets.napoleons_last_battles.rules.battle.cases import ATTACK_CASES, CASES
from rulesets.napoleons_last_battles.rules.battle.odds import odds_of
from rulesets.napoleons_last_battles.rules.march.entry import due_units
from rulesets.napoleons_last_battles.sequence import headline
from rulesets.napoleons_last_battles.theatre import Theatre
from tests.rulesets.napoleons_last_battles.files import SCENARIOS, data, roster, setting
from tests.rulesets.napoleons_last_battles.rules.battle import skirmish
from tests.rulesets.napoleons_last_battles.rules.march.ground import belgian, go, play
from tests.rulesets.napoleons_last_battles.test_board import belgium

rule = pytest.mark.rule


def row(*values: Any, cases: str) -> Any:
    """A row of a table with the catalogue's ids."""
    return pytest.param(*values, marks=rule("nlb", *cases.split()))


def on(uid: str, **options: bool) -> list[str]:
    """The options that are on in a scenario."""
    return [name for name, value in setting(uid, options).options.items() if value is True]


# -- sides, rules, map -----------------------------------------------------------------


@rule("nlb", "1.0")
def test_three_armies_of_two_players() -> None:
    assert roster().army_of == {"french": "french", "prussian": "coalition", "allied": "coalition"}
    assert {nation for uid in SCENARIOS for nation in setting(uid).nations} == set(roster().army_of)


CAMPAIGN = ["leaders", "command", "reorganization", "corps-morale", "supply"]


@pytest.mark.parametrize(
    ("uid", "chosen"),
    [
        row("quatre-bras", [], cases="2.1-1"),
        row("ligny", [], cases="2.1-1"),
        row("campaign", [*CAMPAIGN, "old-guard"], cases="2.1-1"),
    ],
)
def test_only_the_campaign_has_more_than_the_standard_rules_without_an_option(uid: str, chosen: list[str]) -> None:
    assert on(uid) == chosen
    for name in chosen[: len(CAMPAIGN)]:
        with pytest.raises(ValueError, match=f"is played with {name}"):
            setting(uid, {name: False})


@rule("nlb", "3.1")
def test_no_rule_is_in_force_that_nobody_has_agreed_upon() -> None:
    assert on("ligny", **{"combined-arms": True}) == ["combined-arms"]
    units = ["fi4", "fc3", "fg1"]
    for agreed, column in ((False, "2-1"), (True, "3-1")):
        options: dict[str, Any] = {"combined-arms": agreed}
        found = skirmish.board("fi4 0403, fc3 0405, fg1 0304, ai4 0404", **options)
        assert odds_of(found, units, [], ["ai4"]).column == column


@pytest.mark.parametrize(
    ("uid", "first"),
    [row("wavre", "French", cases="4.0-1"), row("historic-wavre", "Coalition", cases="2.1-2")],
)
def test_a_scenario_may_turn_the_order_of_the_players_round(uid: str, first: str) -> None:
    now = setting(uid)
    assert headline(now, Position(1, now.armies[0])) == f"18 June, 1200, {first} player turn"


@pytest.mark.parametrize(
    ("at", "to"), [row("3167", "3168", cases="2.2-4"), row("3134", "3133", cases="2.2-3"), ("5767", "5868")]
)
def test_beyond_the_last_row_there_is_no_hex(at: str, to: str) -> None:
    phase = play(belgian("ligny", {"dom": at}), go("dom", at, to))
    assert (phase.cases, phase.board.at) == (["5.0"], {"dom": at})


@rule("nlb", "3.2A-1", "2.2-1")
def test_hexes_of_both_sheets_are_one_hex_each() -> None:
    field = part(belgium(), setting("campaign").area)
    assert sorted(field.hexes) == [f"{c:02}{r:02}" for c in range(1, 58) for r in range(1, 68)]
    assert sorted(field.neighbours["2134"]) == ["2033", "2034", "2133", "2135", "2233", "2234"]
    assert sorted(field.neighbours["0608"]) == ["0508", "0509", "0607", "0609", "0708", "0709"]


@pytest.mark.parametrize(
    ("uid", "at", "near", "inside"),
    [
        row("ligny", "2956", "2855", False, cases="3.2A-2"),
        row("ligny", "2956", "2957", True, cases="3.2A-2"),
        row("la-belle-alliance", "2912", "3012", False, cases="3.2A-2"),
        row("la-belle-alliance", "2912", "2911", True, cases="3.2A-2"),
    ],
)
def test_markers_close_all_beyond_their_column(uid: str, at: str, near: str, inside: bool) -> None:
    assert near in belgium().neighbours[at]
    assert (near in part(belgium(), setting(uid).area).neighbours[at]) is inside


@rule("nlb", "3.2A-2")
def test_the_prussians_come_in_by_the_last_column_in_play() -> None:
    board = belgian("la-belle-alliance", {}, "18/1300", "coalition")
    assert due_units(board)["schw"].hexes == ("2912", "2914")
    assert play(board, {"unit": "schw", "enter": "2912"}).kinds() == ["entered"]


# -- the turn track --------------------------------------------------------------------

DAYLIGHT = [f"{hour:02}00" for hour in range(9, 21)]


@rule("nlb", "2.3A", "4.0-3")
def test_the_track_of_a_day() -> None:
    now = setting("campaign-variant").turns
    found = [(turn.id, turn.hours) for turn in now if turn.id.startswith("17/")]
    night = [("17/0300", 3), ("17/0600", 3)]
    assert found == [*night, *((f"17/{hour}", 1) for hour in DAYLIGHT), ("17/2100", 3), ("17/2400", 3)]
    assert [turn.id for turn in now if turn.kind == "night" and turn.id.startswith("17/")] == [
        "17/0300",
        "17/0600",
        "17/2100",
        "17/2400",
    ]


@pytest.mark.parametrize(
    ("uid", "first"),
    [
        row("ligny", "16/1400", cases="2.3A 3.2B"),
        row("wavre", "18/1200", cases="3.2B"),
        row("campaign-variant", "16/0900", cases="3.2B"),
    ],
)
def test_the_marker_begins_in_the_first_box(uid: str, first: str) -> None:
    now = setting(uid)
    start = Theatre(now, belgium()).start()
    assert start.turn in (0, 1) and now.turns[0].id == first


@pytest.mark.parametrize(
    ("turn", "text", "before", "after"),
    [
        row("18/1300", "18 June, 1300", "18/1200", "18/1400", cases="4.0-2"),
        row("17/2400", "17 June, 2400", "17/2100", "18/0300", cases="4.0-2"),
        row("17/2100", "17 June, 2100", "17/2000", "17/2400", cases="4.0-3"),
        row("18/0300", "18 June, 0300", "17/2400", "18/0600", cases="4.0-3"),
    ],
)
def test_names_of_turns_and_what_comes_before_and_after(turn: str, text: str, before: str, after: str) -> None:
    ids = [one.id for one in setting("campaign").turns]
    place = ids.index(turn)
    assert (turn_name(turn), ids[place - 1], ids[place + 1]) == (text, before, after)


@pytest.mark.parametrize(
    ("turn", "weather", "text"),
    [
        row("17/1500", "", "17 June, 1500, French player turn, rain", cases="2.4-6 4.3-2"),
        row("18/0900", "", "18 June, 0900, French player turn, rain", cases="4.3-2"),
        row("18/1000", "", "18 June, 1000, French player turn", cases="4.3-2"),
        row("17/2100", "", "17 June, 2100, French player turn, night", cases="4.3-2"),
        row("17/2100", "rain", "17 June, 2100, French player turn, night", cases="4.3-2"),
        row("17/1400", "rain", "17 June, 1400, French player turn, rain", cases="4.3-2"),
    ],
)
def test_the_turn_marker_shows_rain(turn: str, weather: str, text: str) -> None:
    now = setting("campaign")
    number = next(one.number for one in now.turns if one.id == turn)
    assert headline(now, Position(number, "french", weather=weather)) == text


# -- tables and counters ---------------------------------------------------------------


@rule("nlb", "2.3D", "CRT")
def test_the_table_is_looked_up_by_column_and_die() -> None:
    now = setting("ligny")
    assert result_of(now.columns, now.results, 4, "3-1") == "Dr"
    # What the text itself says of the table: 7.0 and 17.0, of the column beside the restored one too.
    said = {("1-1", 1): "Dr", ("1-2", 3): "Ar", ("3-1", 6): "Ar", ("2-1", 4): "Dr", ("2-1", 5): "Ar", ("2-1", 6): "Ar"}
    assert {at: result_of(now.columns, now.results, at[1], at[0]) for at in said} == said
    four = [result_of(now.columns, now.results, die, "4-1") for die in range(1, 7)]
    assert sum(result in ("De", "Ex") for result in four) == 2


@rule("nlb", "CRT")
def test_better_odds_and_lower_dice_are_never_worse_for_the_attacker() -> None:
    worth = {"Ae": 0, "Ar": 1, "Ex": 2, "Dr": 2, "De": 3}
    rows = [[worth[result] for result in data()["charts"]["results"][str(die)]] for die in range(1, 7)]
    assert [len(found) for found in rows] == [10] * 6
    assert all(found == sorted(found) for found in rows)
    assert all(list(column) == sorted(column, reverse=True) for column in zip(*rows, strict=True))


@pytest.mark.parametrize(
    ("unit", "batteries", "printed"),
    [row("pell", 6, "Pell", cases="2.4-2"), row("st-maur", 6, "St Maur", cases="2.4-2")],
)
def test_a_battery_is_a_strength_point(unit: str, batteries: int, printed: str) -> None:
    found = roster().units[unit]
    assert found.strength and (found.strength.value, found.printed) == (batteries, printed)
    assert found.kind == "foot-artillery"


@pytest.mark.parametrize(
    ("unit", "kind", "strength", "allowance", "formation"),
    [
        row("pell", "foot-artillery", 6, 4, "fr-2", cases="2.4-1"),
        row("coth", "horse-artillery", 2, 6, "fr-1c", cases="2.4-1"),
    ],
)
def test_what_stands_on_a_counter(unit: str, kind: str, strength: int, allowance: int, formation: str) -> None:
    found = roster().units[unit]
    assert found.strength and found.strength.value == strength
    assert (found.kind, found.allowance.value, found.formation) == (kind, allowance, formation)


@rule("nlb", "2.4-5")
def test_a_loss_takes_the_whole_unit_and_turns_no_counter() -> None:
    found = skirmish.board("fi30 0403, ai5 0404")
    skirmish.fought(skirmish.phase(found), skirmish.order("0404", "fi30", advance="no"), 1)
    assert "ai5" not in found.at and found.position.reduced == set()
    assert found.position.losses["allied"] == 5


@pytest.mark.parametrize(
    ("uid", "plays"),
    [row("wavre", False, cases="2.4-7"), row("la-belle-alliance", True, cases="2.4-7")],
)
def test_only_units_that_a_scenario_names_are_in_play(uid: str, plays: bool) -> None:
    assert ("dom" in setting(uid).units()) is plays and roster().units["dom"].formation == "fr-3"


# -- set-up ----------------------------------------------------------------------------


@rule("nlb", "3.0")
def test_the_four_parts_of_a_scenario() -> None:
    now = setting("ligny")
    assert (now.area.columns, now.area.rows) == ((29, 57), (34, 67))
    assert (len(now.start), now.nations) == (83, ("french", "prussian"))
    assert (now.turns[0].id, now.turns[-1].id) == ("16/1400", "16/2000")
    assert {row_["case"] for row_ in (*now.victory.instant, *now.victory.end)} == {
        "18.4A-1",
        "18.4A-2",
        "18.4B",
        "18.5C-2",
    }


@pytest.mark.parametrize(
    ("unit", "at", "reduced"),
    [row("gen-10", "4718", False, cases="3.2C-1"), row("bill-8", "4617", True, cases="3.2C-1")],
)
def test_a_unit_begins_in_its_hex_at_full_strength_unless_it_is_marked(unit: str, at: str, reduced: bool) -> None:
    start = Theatre(setting("wavre"), belgium()).start()
    assert (start.at[unit], unit in start.reduced) == (at, reduced)


@rule("nlb", "3.2C-3")
def test_who_comes_unstacked_comes_one_by_one() -> None:
    def start() -> Any:
        return belgian("campaign-variant", {}, "16/0900", "coalition")

    assert play(start(), {"units": ["2-5", "25-5"], "enter": "5756"}).cases == ["5.6A-1"]
    assert play(start(), {"unit": "2-5", "to": "5657"}, {"unit": "25-5", "enter": "5756"}).cases == []


@pytest.mark.parametrize(
    ("turn", "due"), [row("16/1600", False, cases="3.2C-4"), ("16/1700", True), row("16/1800", True, cases="3.2C-4")]
)
def test_a_reinforcement_is_due_on_its_turn_and_may_come_later(turn: str, due: bool) -> None:
    board = belgian("grand-ligny", {}, turn, "coalition")
    phase = play(board, {"unit": "mait", "enter": "0136"})
    assert (phase.cases, board.at) == (([], {"mait": "0136"}) if due else (["5.6-1"], {}))


@pytest.mark.parametrize(
    ("turn", "at", "formation", "units"),
    [
        row(
            "16/1300",
            "3167",
            "fr-g",
            "fri-gr mrnd-ch roug-gr mich-ch chrt-y guye-y guyot lall st-maur duch-g",
            cases="3.2C-5",
        ),
        row("16/1000", "0605", "al-5", "kempt pack heisse", cases="3.2C-5"),
        row("16/1600", "0136", "al-3", "halk-3 kiel wllmsn", cases="3.2C-5"),
    ],
)
def test_all_of_a_formation_but_those_who_are_named(turn: str, at: str, formation: str, units: str) -> None:
    now = setting("campaign-variant")
    found = [g for g in now.groups for e in g.entries if (e.turn, at in e.hexes) == (turn, True)]
    own = [unit for g in found for unit in g.units if roster().units[unit].formation == formation]
    assert own == units.split()


# -- gaps in the numbering -------------------------------------------------------------


@rule("nlb", "7.4C")
def test_nothing_is_told_by_a_case_that_the_rulebook_lacks() -> None:
    names = (getattr(ATTACK_CASES, name) for name in ATTACK_CASES.__dataclass_fields__)
    assert "7.4C" not in {*CASES.values(), *names, *BOMBARDMENT.cases.values()}
    found = skirmish.board("fg6 0404, fi2 0402, ai3 0403, ai2 0405")
    refusal = bombardment_refusal(found, "fg6", "0402")
    assert refusal is not None and refusal.case == "7.4A"
