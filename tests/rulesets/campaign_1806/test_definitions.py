"""What the rulebook calls its things, and how a turn follows the other (1, 2, 5.0)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from pbem.hexgame.moving.moves import NO
from rulesets.campaign_1806.position import SETUP, Position
from rulesets.campaign_1806.roster import FOOT, HORSE, LEADERS, TRAINS
from rulesets.campaign_1806.rules.battle.boxes import GONE
from rulesets.campaign_1806.rules.march.movement import MoveOptions
from rulesets.campaign_1806.rules.march.stack import Stack
from rulesets.campaign_1806.rules.orders_options import DayOrders, NightOrders, options_for
from rulesets.campaign_1806.rules.placing import PlacingOptions
from rulesets.campaign_1806.rules.reorganization import bring_back
from rulesets.campaign_1806.rules.result import concluded, points
from rulesets.campaign_1806.ruleset import Campaign1806
from rulesets.campaign_1806.scenarios_data import read_set_up
from rulesets.campaign_1806.sequence import _advance, start
from tests.rulesets.campaign_1806.country import ID, board, charts, data, forces, row, rows
from tests.rulesets.campaign_1806.documents.test_wrong_orders import board as scene
from tests.rulesets.campaign_1806.modes import OPEN

# Counter, whether it fights, whether it leads, whose costs it pays.
KINDS = rows(
    row("1.4-CombatUnit 1.31-1", "gudin", True, False, "foot"),
    row("1.4-Leaders 5.0 5.1", "ney", False, True, "horse"),
    row("1.4-Officers 5.1", "soult", False, True, "horse"),
    row("1.4-TrainUnits 9.1-1", "bridge-fr", False, False, "horse"),
    row("1.4-Vedettes", "viallanes-v1", True, False, "horse"),
    row("1.4-LightTroops", "rudorff", True, False, "foot"),
)


@pytest.mark.parametrize(("uid", "fights", "leads", "mover"), KINDS)
def test_a_kind_of_counter(uid: str, fights: bool, leads: bool, mover: str) -> None:
    unit = forces().units[uid]
    assert (unit.fights, unit.leads, unit.mover) == (fights, leads, mover)
    assert unit.kind in {*FOOT, *HORSE, *LEADERS, *TRAINS}


@pytest.mark.rule(ID, "1.4-CombatStrength")
def test_strength_is_what_stands_on_the_counter_now() -> None:
    gudin, vedette = forces().units["gudin"], forces().units["viallanes-v1"]
    assert (gudin.points(reduced=False), gudin.points(reduced=True)) == (10, 5)
    assert vedette.points(reduced=False) == Fraction(1, 2)


@pytest.mark.rule(ID, "1.4-Formation")
@pytest.mark.rule(ID, "17.1")
def test_a_formation_is_the_corps_on_the_counter_and_saxons_are_prussian() -> None:
    found = board({"0505": "gudin", "0506": "dyherrn"})
    assert (found.formation_of("gudin"), found.formation_of("dyherrn")) == ("iii", "pr-iii")
    assert found.army_of("dyherrn") == "prussian"


@pytest.mark.rule(ID, "1.4-ZOC")
def test_a_zone_is_the_six_hexes_about_a_unit() -> None:
    assert len(board({"0505": "gudin"}).controlled("gudin", "0505")) == 6
    assert board({"0505": "ney"}).controlled("ney", "0505") == ()


@pytest.mark.rule(ID, "1.11")
def test_charts_have_the_columns_that_the_text_names() -> None:
    assert {"1-1", "2-1", "3-1", "4-1", "5-1"} <= set(charts().columns)


@pytest.mark.rule(ID, "1.2-3")
def test_the_sheets_are_one_map() -> None:
    field = Campaign1806().game("campaign", OPEN).setting.field
    assert "n0130" in field.neighbours["s3830"] or "n0130" in field.neighbours["s3829"]


@pytest.mark.rule(ID, "1.2-3")
@pytest.mark.rule(ID, "1.2-4")
def test_rows_are_counted_from_the_south_and_the_north_sheet_goes_on_where_the_south_one_ends() -> None:
    field = Campaign1806().game("campaign", OPEN).setting.field
    near = {field.direction("n0130", at): at for at in field.neighbours["n0130"]}
    assert near["ne"].startswith("n02") and near["sw"].startswith("s38")


@pytest.mark.rule(ID, "1.1")
def test_everything_that_the_box_holds_is_there() -> None:
    setting = Campaign1806().game("campaign", OPEN).setting
    kinds = {unit.kind for unit in setting.forces.units.values()}
    assert kinds == {*FOOT, *HORSE, *LEADERS, *TRAINS}
    assert len(setting.field.hexes) == 4120 and len(setting.charts.columns) == 9 and len(setting.turns) == 41


@pytest.mark.rule(ID, "18.0")
@pytest.mark.rule(ID, "18.1-3")
@pytest.mark.rule(ID, "18.11")
def test_commanders_of_a_side_share_its_corps_and_are_told_how_they_may_talk() -> None:
    teams = Campaign1806().game("campaign", OPEN).writing.teams
    assert teams is not None and {"iii", "v", "guard"} <= set(teams.formations("french"))
    order = {"units": ["gudin", "ney"], "path": ["s2701"]}
    assert teams.concerned({}, "french", order) == ("iii", "vi")
    down = {"units": ["f12", "ney"], "path": ["s2701"]}
    assert teams.concerned({}, "french", down) == ("vi",), "f12 may be anybody"
    assert teams.concerned({}, "french", {**down, "corps": "iii"}) == ("vi", "iii")
    assert "without numbers of hexes" in teams.talk and "read a turn later" in teams.talk


@pytest.mark.rule(ID, "1.4-Force")
@pytest.mark.rule(ID, "1.4-MovementAllowance")
@pytest.mark.rule(ID, "8.12B")
def test_a_stack_moves_on_what_each_of_it_has_and_saves_nothing() -> None:
    play = scene("jena", "french", 1)
    stack = Stack(play, ["suchet", "lannes"], "t")
    assert (stack.left("suchet"), stack.left("lannes")) == (10, 20)
    stack.pay("suchet", 4)
    assert stack.left("suchet") == 6 and Stack(play, ["suchet"], "t").left("suchet") == 10


@pytest.mark.rule(ID, "1.4-Reorganization")
def test_who_is_reorganized_comes_back_weaker() -> None:
    play = scene("jena", "french", 1)
    play.put_away("gazan", "night")
    play.losses.add("gazan")
    bring_back(play, play.losses, "gazan", "n1330")
    assert play.at["gazan"] == "n1330" and "gazan" in play.reduced and not play.position.losses["v"]


@pytest.mark.rule(ID, "1.33")
def test_markers_go_with_their_counter() -> None:
    play = scene("jena", "french", 1)
    play.out.add("suchet")
    play.marching.add("suchet")
    play.put_away("suchet", GONE)
    assert "suchet" not in play.at and not {"suchet"} & (play.out | play.marching)


@pytest.mark.rule(ID, "1.6-1")
@pytest.mark.rule(ID, "1.62")
@pytest.mark.rule(ID, "2.0")
def test_the_first_player_sets_up_first_and_nights_turn_the_order_round() -> None:
    setting = Campaign1806().game("massenbach", OPEN).setting
    position = start(setting)
    seen = []
    while position.turn <= 4:
        seen.append((position.turn, position.army[0]))
        _advance(setting, position)
    assert seen == [(SETUP, "p"), (SETUP, "f"), *((n, a) for n in (1, 2, 3) for a in "pf"), (4, "f"), (4, "p")]


@pytest.mark.rule(ID, "1.6-2")
@pytest.mark.rule(ID, "19.27")
def test_who_begins_on_a_road_march_has_its_marker() -> None:
    setting = Campaign1806().game("campaign", OPEN | {"start": "13"}).setting
    assert {"bernadotte", "dupont"} <= start(setting).marching


@pytest.mark.rule(ID, "1.6-3")
@pytest.mark.rule(ID, "19.28")
def test_whom_the_tables_name_begins_reduced_on_that_day_if_he_is_there() -> None:
    begun = Campaign1806().game("campaign", OPEN | {"start": "13"}).setting
    tables = {**data("setups"), "reduced": {"13": "suchet louis", "14": "gazan"}}
    found = read_set_up(tables, begun.scenario, forces(), begun.field, frozenset(begun.field.hexes))
    assert start(replace(begun, setup=found)).reduced == {"suchet"}


@pytest.mark.rule(ID, "1.61")
def test_reinforcements_wait_for_their_turn() -> None:
    setting = Campaign1806().game("auerstedt", OPEN).setting
    first = {uid for one in setting.due(1) for uid in one.units}
    assert "gudin" in first and "friant" not in first and "friant" in {u for one in setting.due(2) for u in one.units}


# Turn at Massenbach, what is asked for then.
ASKED = rows(
    row("2.1 2.11", 1, DayOrders),
    row("2.2 2.22 2.21C-NOTE", 4, NightOrders),
    row("1.6-1", SETUP, PlacingOptions),
)


@pytest.mark.parametrize(("turn", "kind"), ASKED)
def test_what_is_asked_for(turn: int, kind: type) -> None:
    assert isinstance(options_for(scene("massenbach", "french", turn)), kind)


@pytest.mark.rule(ID, "8.12C")
@pytest.mark.rule(ID, "8.1")
def test_who_has_moved_moves_no_more() -> None:
    play = scene("jena", "french", 1)
    play.moved.add("suchet")
    options = MoveOptions(play)
    refusal = options.why_not({"units": ["suchet"], "path": ["n1431", "n1430"]})
    assert refusal is not None and refusal.case == "8.1" and options.why_not(NO) is None


@pytest.mark.rule(ID, "20.0")
@pytest.mark.rule(ID, "20.1")
def test_points_of_a_game_at_its_end() -> None:
    """Nobody has lost anything: the French have their sources, the Prussians theirs and five points for no losses."""
    play = scene("campaign", "french", 1)
    assert points(play) == {
        "french": {"losses": 0, "sources": 3, "corps": 0, "baggage": 0},
        "prussian": {"losses": 5, "sources": 6, "corps": 0, "baggage": 0},
    }
    assert concluded(play)["winner"] == "prussian"
    assert concluded(play, "prussian")["level"] == "prussian-automatic-victory"


def test_a_position_is_copied_whole() -> None:
    position = Position(1, "french", {"gudin": "n1330"}, pontoons={"n1330/n1331": ("bridge-fr", "french")})
    assert position.copy() == position and position.copy() is not position
