"""Set-ups and reinforcements of all scenarios: everybody once, nobody too many, everything on the map in play."""

from __future__ import annotations

import copy
import re
from collections import Counter
from typing import Any

import pytest

from rulesets.napoleons_last_battles.board import CHATEAU
from rulesets.napoleons_last_battles.rules.placing import PlacingOptions
from rulesets.napoleons_last_battles.setting import Setting, read_setting
from tests.rulesets.napoleons_last_battles.files import (
    BOOK,
    HOME,
    SCENARIOS,
    data,
    roster,
    scenario,
    setting,
    widest,
)
from tests.rulesets.napoleons_last_battles.turns import game

# Combat units of each nation without options, and turns.
SIZES = {
    "quatre-bras": ({"french": 12, "allied": 18}, 7),
    "ligny": ({"french": 37, "prussian": 46}, 7),
    "wavre": ({"french": 22, "prussian": 40}, 9),
    "la-belle-alliance": ({"french": 42, "prussian": 16, "allied": 41}, 9),
    "campaign": ({"french": 66, "prussian": 62, "allied": 42}, 40),
    "qb-variant": ({"french": 24, "allied": 21}, 7),
    "grand-ligny": ({"french": 59, "prussian": 46, "allied": 18}, 7),
    "historic-wavre": ({"french": 22, "prussian": 15}, 9),
    "lba-variant": ({"french": 50, "prussian": 27, "allied": 51}, 11),
    "grand-waterloo": ({"french": 64, "prussian": 56, "allied": 41}, 10),
    "campaign-variant": ({"french": 66, "prussian": 62, "allied": 54}, 45),
    "learning-hougoumont": ({"french": 8, "allied": 8}, 3),
}
BOTH = [(uid, wide) for uid in SCENARIOS for wide in (False, True)]


def bound(uid: str, wide: bool) -> Setting:
    return widest(uid) if wide else setting(uid)


@pytest.mark.rule("nlb", "18.2C", "19.2C", "20.2C", "21.2C", "22.2C", "24.2C", "25.0B", "26.0E", "27.2C", "28.0C")
@pytest.mark.parametrize("uid", SCENARIOS)
def test_how_many_units_and_turns(uid: str) -> None:
    now = setting(uid)
    fighting = Counter(roster().units[u].nation for u in now.units() if roster().units[u].fights)
    assert (fighting, len(now.turns)) == SIZES[uid]


@pytest.mark.rule("nlb", "21.2C")
def test_la_belle_alliance_has_99_units() -> None:
    """A total that holds the columns of its chart together."""
    now = setting("la-belle-alliance")
    assert len(now.units()) == 99
    assert len(now.start) == 83


@pytest.mark.parametrize(("uid", "wide"), BOTH)
def test_everybody_begins_or_comes_once(uid: str, wide: bool) -> None:
    now = bound(uid, wide)
    due = [u for g in now.groups for u in (*g.units, *g.leaders)]
    named = [*now.start, *(u for p in now.places for u in p.units), *due]
    assert [u for u, n in Counter(named).items() if n > 1 or u not in roster().units] == []
    assert now.reduced <= set(named)
    assert [u for u in now.reduced if not roster().units[u].reduced] == []


@pytest.mark.rule("nlb", "5.4-2", "8.1A-1")
@pytest.mark.parametrize(("uid", "wide"), BOTH)
def test_two_units_to_a_hex_and_one_in_a_chateau(uid: str, wide: bool) -> None:
    now, chateaux = bound(uid, wide), game(uid).theatre.field.hexes_of.get(CHATEAU, ())
    stacked = [at for u, at in now.start.items() if (c := roster().units[u]).fights and "rifles" not in c.traits]
    assert [at for at, n in Counter(stacked).items() if n > (1 if at in chateaux else 2)] == []


@pytest.mark.parametrize(("uid", "wide"), BOTH)
def test_every_hex_lies_in_the_play_area(uid: str, wide: bool) -> None:
    now = bound(uid, wide)
    places = {*now.start.values(), *(at for p in now.places for at in p.hexes), *now.held, *now.area.gates}
    places |= {at for g in now.groups for e in g.entries for at in e.hexes}
    places |= {at for town in now.towns.values() for at in town}
    places |= set(re.findall(r"\b\d{4}\b", " ".join(row.get("at", "") for row in now.exits)))
    assert len(places) > 10
    assert [at for at in places if not re.fullmatch(r"[0-9]{4}", at) or at not in now.area] == []


@pytest.mark.parametrize("uid", SCENARIOS)
def test_the_set_up_names_the_formation_of_each_unit(uid: str) -> None:
    rows = [
        (nation, formation, u)
        for nation, formations in scenario(uid)["setup"].items()
        for formation, units in formations.items()
        for u in units
    ]
    assert rows != []
    assert [r for r in rows if (roster().units[r[2]].nation, roster().units[r[2]].formation) != r[:2]] == []


@pytest.mark.parametrize("uid", SCENARIOS)
def test_groups_come_in_turns_of_the_scenario_from_nations_that_play(uid: str) -> None:
    now = widest(uid)
    turns = {t.id for t in now.turns}
    assert [g.row for g in now.groups if {e.turn for e in g.entries} - turns or g.nation not in now.nations] == []
    assert [u for u in now.units() if roster().units[u].nation not in now.nations] == []
    for g in now.groups:
        assert {roster().units[u].nation for u in (*g.units, *g.leaders)} == {g.nation}


def test_the_great_scenarios_hold_the_battles_that_they_join() -> None:
    start = {uid: setting(uid).start for uid in BOOK}
    assert start["ligny"].items() <= start["grand-ligny"].items()
    assert start["quatre-bras"].items() <= start["grand-ligny"].items()
    assert start["grand-ligny"].items() <= start["campaign"].items()
    assert {**start["wavre"], **start["la-belle-alliance"]}.items() <= start["grand-waterloo"].items()
    assert setting("historic-wavre").start.items() <= start["wavre"].items()


@pytest.mark.rule("nlb", "22.2C")
def test_commanders_of_the_campaign_stand_where_the_box_has_them() -> None:
    start = setting("campaign").start
    chiefs = ["napoleon", "ney", "grouchy", "blucher", "wellington", "willem"]
    assert [start[uid] for uid in chiefs] == ["3561", "1751", "3760", "3552", "1943", "1641"]
    assert "napoleon" not in setting("ligny").units()


@pytest.mark.rule("nlb", "19.2C-R", "5.6A-1")
def test_the_division_comes_before_the_brunswickers() -> None:
    first = setting("quatre-bras").groups[0]
    assert first.parts == (("kempt", "pack", "vincke", "heisse"), ("bttlr", "specht", "cramm", "mahn"))
    assert [(e.turn, e.hexes) for e in first.entries] == [("16/1400", ("1634",))]


@pytest.mark.rule("nlb", "19.5A", "19.5B")
def test_force_options_of_quatre_bras() -> None:
    now = setting("quatre-bras", {"buttlar": True, "best": True})
    assert now.reduced == {"bttlr"}
    assert now.groups[0].parts[0] == ("kempt", "pack", "best", "heisse")
    assert setting("quatre-bras").reduced == frozenset()


@pytest.mark.rule("nlb", "19.5E", "SUB-AL-5")
def test_the_expanded_division_stands_where_the_option_says() -> None:
    hexes = {"blndt-a": "1845", "blndt-b": "1644", "2-nass": "1443", "ornass": "1642", "opstl-s": "1744"}
    for options in ({"expanded-n2": True}, {"substitutes": True}):
        start = setting("quatre-bras", options).start
        assert hexes.items() <= start.items()
        assert not {"blndt", "wmar", "opstl"} & set(start)


@pytest.mark.rule("nlb", "19.5D-1", "18.5B-1", "18.5C-1")
def test_corps_that_come_by_dice() -> None:
    quatre = setting("quatre-bras", {"first-corps": True}).groups[-1]
    assert (quatre.die, quatre.unstacked, quatre.each_pays) == ({"16/1600": "1"}, True, 1)
    ligny = setting("ligny", {"sixth-corps": True, "first-corps": True})
    sixth, first = ligny.groups
    assert (sixth.die, sixth.memo) == ({"16/1600": "1 2"}, "")
    assert (first.die, first.memo, first.unstacked) == ({"16/1700": "1 2 3", "16/1800": "any"}, "first-corps", True)
    assert len(first.units) == 10 and len(sixth.units) == 7
    assert [m["id"] for m in ligny.memos] == ["first-corps"]
    assert setting("ligny").memos == ()


@pytest.mark.rule("nlb", "18.5A")
def test_losses_of_15_june_are_rolled_for() -> None:
    assert setting("ligny").reduced == {"12-1", "28-2"}
    rolled = setting("ligny", {"rolled-losses": True})
    assert rolled.reduced == frozenset()
    assert [row["dice"] for row in rolled.start_dice] == ["12-1 24-1 1w-1 6-2 28-2 2w-2"]


@pytest.mark.rule("nlb", "16.1A", "SUB-FR-3", "SUB-FR-9", "SUB-PR-2")
def test_substitutes_take_places_of_those_they_replace() -> None:
    now = setting("la-belle-alliance", {"substitutes": True})
    assert not {"lall", "st-maur", "duch-g", "desal", "pell", "brdlbn"} & set(now.units())
    assert (now.start["res-g"], now.start["gr-g"], now.start["lt-g"]) == ("1021", "0821", "1219")
    assert (now.start["left-horse"], now.start["desal-s"]) == ("0619", "1217")
    assert [p.hexes for p in now.places if p.units == ("left-heavy",)] == [("1217",)]
    assert {"brdlbn-s", "hvy-4", "horse-4"} <= set(now.groups[1].units)
    assert {"blndt-a", "blndt-b", "gauth-9s"} <= now.reduced
    # Three for one who has a hex of his own to begin in: those beyond the first find a place next to it.
    free = {p.units: (p.hexes, p.within) for p in setting("grand-waterloo", {"substitutes": True}).places}
    assert sorted(free[unit,] for unit in ("brdlbn-s", "hvy-4", "horse-4")) == [(("3309",), n) for n in (0, 1, 1)]
    # Nobody's place is taken in a battle in which he is not.
    assert "lehm-s" not in now.units() and "right-heavy" not in now.units()


@pytest.mark.rule("nlb", "16.1B-1", "16.1B-2")
def test_additional_units_stand_beside_their_own() -> None:
    start = setting("la-belle-alliance", {"additions": True}).start
    assert start["daub-2"] == start["daub"]
    assert {u: start[u] for u in start if u.startswith("rifles")} == {
        "rifles-1": start["adam"],
        "rifles-2": start["halk-3"],
        "rifles-3": start["kempt"],
    }


@pytest.mark.rule("nlb", "16.1B-1")
def test_the_second_counter_of_detmers_stands_in_its_hex_or_next_to_it() -> None:
    """Two stand there already, so that a neighbour it is."""
    (place,) = (p for p in setting("grand-waterloo", {"additions": True}).places if "detm-2" in p.units)
    assert (place.units, place.hexes, place.within) == (("detm-2",), ("0215",), 1)
    theatre = game("grand-waterloo", "additions").theatre
    options = PlacingOptions(theatre.board(theatre.start()), "coalition")
    refused = options.why_not({"setup": {"detm-2": "0217"}})
    assert refused is not None and (refused.case, refused.unit, refused.hex) == ("3.2C", "detm-2", "0217")
    assert refused.legal == ("0115", "0116", "0214", "0216", "0315", "0316")


@pytest.mark.rule("nlb", "16.1B-1")
def test_the_additional_units_come_in_with_their_division() -> None:
    (group,) = (g for g in setting("campaign", {"additions": True}).groups if "detm-2" in g.units)
    assert set(group.units) == {"detm", "detm-2", "daub", "daub-2", "smiss"}


@pytest.mark.rule("nlb", "23.0B-1")
def test_the_variant_of_quatre_bras_keeps_its_great_batteries() -> None:
    now = setting("qb-variant", {"substitutes": True})
    assert now.start["pell"] == "1753" and "desal" in now.units()
    assert not {"pell-s", "desal-s", "left-heavy", "left-horse"} & set(now.units())
    division = next(p for p in now.places if p.within == 5)
    assert set(division.units) == {"blndt-a", "blndt-b", "2-nass", "ornass", "opstl-s"}
    assert (division.unstacked, division.outside_zones_of) == (True, "french")


@pytest.mark.rule("nlb", "16.1C-1", "22.6F", "16.14D")
def test_leaders_are_there_with_their_option() -> None:
    assert "napoleon-q" in setting("campaign", {"sick-napoleon": True}).start
    assert "napoleon" not in setting("campaign", {"sick-napoleon": True}).start
    variant = setting("campaign-variant")
    assert {"soult", "hq-french", "train-french", "gneisenau", "train-allied"} <= set(variant.units())
    assert "cole" not in variant.units() and "colville" in variant.units()
    assert "soult" not in setting("campaign").units()


@pytest.mark.rule("nlb", "26.0C")
def test_an_early_start_at_la_belle_alliance() -> None:
    late, early = setting("lba-variant"), setting("lba-variant", {"early-start": True})
    assert (late.turns[0].id, early.turns[0].id, len(early.turns)) == ("18/1100", "18/0900", 13)
    assert [t.kind for t in early.turns[:4]] == ["mud", "mud", "mud", "day"]
    assert early.turns[0].first and not late.turns[0].first
    assert early.groups[0].units == ("18-15", "3s-15", "4s-15") and late.groups[0].units[0] == "11-14"
    assert late.units() == early.units()
    assert len(early.releases) == 3 and len(late.releases) == 1


@pytest.mark.rule("nlb", "28.0D", "22.6B")
def test_entries_that_are_written_down() -> None:
    now = setting("campaign-variant")
    chosen = {g.memo: [(e.turn, e.hexes) for e in g.entries] for g in now.groups if g.memo}
    assert chosen["guard"] == [("16/1300", ("3167",)), ("16/1600", ("1167",))]
    assert chosen["fourth-prussian"] == [("17/2100", ())]
    assert len(chosen["hal"]) == 3
    assert {m["id"] for m in now.memos} == set(chosen)
    halves = [g for g in now.groups if g.half]
    assert len(halves) == 4


@pytest.mark.rule("nlb", "22.5C", "16.2", "4.2-1", "14.0-1")
def test_the_turns_of_the_campaign() -> None:
    turns = setting("campaign").turns
    assert [t.id for t in turns if t.kind == "rain"] == [
        "17/1500",
        "17/1600",
        "17/1700",
        "17/1800",
        "17/1900",
        "18/0900",
    ]
    assert Counter(t.kind for t in turns) == {"day": 25, "night": 9, "rain": 6}
    assert [t.id for t in turns if t.first] == ["17/0900", "18/0900"]
    assert {t.hours for t in turns if t.kind == "night"} == {3}
    dawn = setting("campaign", {"dawn": True}).turns
    assert [t.id for t in dawn if t.first] == ["17/0600", "18/0600"]
    assert [t.id for t in setting("campaign", {"variable-rain": True}).turns if t.kind == "rain"] == []


# How many figures of the units without options are text, repaired, inferred or invented.
MARKS = {
    "quatre-bras": {"text": 25, "inferred": 64},
    "ligny": {"text": 62, "repaired": 6, "inferred": 181},
    "wavre": {"text": 34, "repaired": 6, "inferred": 146},
    "la-belle-alliance": {"text": 79, "inferred": 210, "invented": 5},
    "campaign": {"text": 130, "repaired": 6, "inferred": 397, "invented": 10},
    "qb-variant": {"text": 48, "inferred": 97, "invented": 5},
    "grand-ligny": {"text": 118, "repaired": 6, "inferred": 269, "invented": 5},
    "historic-wavre": {"text": 34, "repaired": 6, "inferred": 71},
    "lba-variant": {"text": 99, "inferred": 290, "invented": 27},
    "grand-waterloo": {"text": 125, "repaired": 6, "inferred": 375, "invented": 10},
    "campaign-variant": {"text": 130, "repaired": 6, "inferred": 437, "invented": 16},
    "learning-hougoumont": {"text": 15, "inferred": 33},
}


@pytest.mark.parametrize("uid", SCENARIOS)
def test_the_readme_tells_where_figures_come_from(uid: str) -> None:
    marks = roster().marks(setting(uid).units())
    assert marks == MARKS[uid]
    row = "".join(f" {marks[name]} |" for name in ("text", "repaired", "inferred", "invented"))
    assert f"| {uid} |{row}" in (HOME / "README.md").read_text(encoding="utf-8")


def test_corrected_figures_reach_the_setting() -> None:
    now = setting("ligny", overlay=[{"unit": "brdlbn", "strength": "9"}, {"unit": "12-1", "reduced": 2}])
    strength, reduced = now.roster.units["brdlbn"].strength, now.roster.units["12-1"].reduced
    assert strength is not None and reduced is not None
    assert (strength.value, reduced.value) == (9, 2)
    assert now.roster.marks(["brdlbn"])["overlay"] == 1


@pytest.mark.parametrize(
    ("member", "value", "why"),
    [
        ("setup", {"french": {"fr-1": {"marbot": "3065"}}}, "marbot is no unit"),
        ("setup", {"french": {"fr-1": {"jacq": "3065"}, "fr-2": {"jacq": "3066"}}}, "jacq is set up twice"),
        ("places", [{"case": "10.1A", "units": "pire maur", "with": "own"}], "begin or come twice: maur"),
        ("turns", {"from": "16/1430", "to": "16/2000"}, "16/1430 or 16/2000 is no turn"),
    ],
)
def test_a_scenario_that_contradicts_itself_is_refused(member: str, value: Any, why: str) -> None:
    row = {**copy.deepcopy(scenario("ligny")), member: value}
    with pytest.raises(ValueError, match=why):
        read_setting(row, data(), {})


@pytest.mark.rule("nlb", "2.2-3", "3.2A-2")
def test_a_half_map_ends_at_its_column() -> None:
    area = setting("ligny").area
    assert [at in area for at in ("2934", "2834", "5767", "5768", "2933")] == [True, False, True, False, False]
    assert setting("campaign").area.gates == {"0605"}
