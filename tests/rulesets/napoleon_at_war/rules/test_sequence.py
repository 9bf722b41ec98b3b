"""Sections 2.3, 2.4, 3, 4, 10, 13, 15.4 and the order of battle. One row, one case."""

from __future__ import annotations

import random

import pytest

from pbem.engine.answerers import RandomPlayer
from pbem.engine.loop import advance
from pbem.engine.state import fresh
from rulesets.napoleon_at_war import ruleset
from rulesets.napoleon_at_war.position import Position
from rulesets.napoleon_at_war.rules.battle.odds import odds_of
from rulesets.napoleon_at_war.rules.victory import losses
from rulesets.napoleon_at_war.sequence import OrdersOptions
from tests.rulesets.napoleon_at_war.playing import moved, path, real, small, standing_at, turn

NO_ORDERS: dict[str, object] = {}


@pytest.mark.rule("naw", "2.3")
def test_a_unit_is_whole_or_gone() -> None:
    """A 6-3 fights with 6 points until it is eliminated, and then counts 6 as lost."""
    game = small()
    board = game.setting.board(standing_at(game, 3, "french", {"a1": "0505", "f1": "0605"}))
    assert board.strength(["a1"]) == 6
    board.eliminate("a1")
    assert "a1" not in board.position.at
    assert losses(game.setting, board.position, "allied") == 6
    assert set(board.position.to_json()) == set(Position(1, "french").to_json())


@pytest.mark.rule("naw", "2.4-1")
def test_a_designation_names_part_and_whole() -> None:
    """2/Friant is the second brigade of Friant's division, in Davout's corps."""
    unit = real().setting.roster.units["fri-2"]
    assert (unit.name, unit.formation) == ("2/Friant", "iii-corps")
    assert real().telling.name("iii-corps") == "III Corps, Davout"


@pytest.mark.rule("naw", "2.4-2")
def test_arms_add_up_without_a_bonus() -> None:
    """Cavalry of 2 and infantry of 6 attack with 8."""
    game = small()
    at = {"ac": "0604", "a1": "0605", "f1": "0505"}
    board = game.setting.board(standing_at(game, 3, "allied", at))
    assert odds_of(game.setting, board, ["ac", "a1"], [], ["f1"]).attack == 8
    assert {u.kind for u in real().setting.roster.units.values()} == {"infantry", "cavalry", "artillery"}


@pytest.mark.rule("naw", "2.4-3")
def test_one_figure_serves_attack_and_defence() -> None:
    """The Guard's battery has 10 points attacking, bombarding and defending in the open."""
    game = real()
    near = game.setting.board(standing_at(game, 6, "french", {"gd-art": "1505", "sax-1": "1605"}))
    far = game.setting.board(standing_at(game, 6, "french", {"gd-art": "1505", "sax-1": "1705"}))
    assert odds_of(game.setting, near, ["gd-art"], [], ["sax-1"]).attack == 10
    assert odds_of(game.setting, far, [], ["gd-art"], ["sax-1"]).attack == 10
    assert odds_of(game.setting, near, ["sax-1"], [], ["gd-art"]).defence == 10


@pytest.mark.rule("naw", "3.0-1")
def test_every_counter_is_of_one_of_two_armies() -> None:
    """Saxons are in the Prussian army."""
    roster = real().setting.roster
    assert {unit.army for unit in roster.units.values()} == {"french", "prussian"}
    board = real().setting.board(real().setting.start())
    assert (board.army_of("sax-1"), board.army_of("suc-1")) == ("prussian", "french")


@pytest.mark.rule("naw", "3.0-2")
def test_the_set_up_of_the_charts() -> None:
    """13 Prussian units of 51 points, 5 French ones of 34, nobody else."""
    start = real().setting.start()
    board = real().setting.board(start)
    prussian, french = board.on_map("prussian"), board.on_map("french")
    assert (len(prussian), board.strength(prussian)) == (13, 51)
    assert (len(french), board.strength(french)) == (5, 34)
    assert (start.track, start.lost, start.exited, start.out) == ({}, {}, {}, set())


@pytest.mark.rule("naw", "3.0-3")
def test_swapped_counters_of_one_kind_change_nothing() -> None:
    """1/Grawert for 1/Tauenzien: equal type, strength and movement (ruling 2)."""
    units = real().setting.roster.units
    one, other = units["tau-1"], units["gra-1"]
    assert (one.kind, one.strength, one.allowance) == (other.kind, other.strength, other.allowance)
    kinds: dict[tuple[str, str, int], set[int]] = {}
    for unit in units.values():
        kinds.setdefault((unit.army, unit.kind, unit.strength), set()).add(unit.allowance)
    assert all(len(allowances) == 1 for allowances in kinds.values())


@pytest.mark.rule("naw", "3.0-4")
def test_play_begins_with_the_french_move_of_turn_1() -> None:
    """And is asked for as its orders."""
    start = real().start()
    assert (start["turn"], start["army"], start["choice"]) == (1, "french", "")
    assert real().telling.headline(start) == "Game-Turn 1, French player turn (night)"
    assert real().telling.phase_name(start) == "french-01"


@pytest.mark.rule("naw", "4.0")
def test_victory_is_decided_after_turn_12() -> None:
    """Not before, whatever happens."""
    game = real()
    last = standing_at(game, 12, "prussian", {"tau-1": "1505"}, choice="A")
    assert game.over(last.to_json()) == {}
    played = turn(game, last, NO_ORDERS)
    assert played.over["how"] == "played"
    assert played.kinds("over")[0]["winner"] == played.over["winner"] == "prussian"


@pytest.mark.rule("naw", "4.1-0")
def test_the_phasing_player_attacks() -> None:
    """In the Prussian player turn the French defend."""
    played = turn(small(), standing_at(small(), 3, "allied", {"a1": "0505", "f1": "0605"}), NO_ORDERS, dice=[1])
    combat = played.kinds("combat")[0]
    assert [a["unit"] for a in combat["attackers"]] == ["a1"]
    assert [d["unit"] for d in combat["defenders"]] == ["f1"]


@pytest.mark.rule("naw", "4.1-1A")
def test_only_the_phasing_player_moves() -> None:
    """A Prussian unit in French orders is void."""
    played = moved(real(), real().setting.start(), path("tau-1", "0610", "0711"))
    assert [(f.case, f.unit) for _, f in played.faults] == [("5.11", "tau-1")]


@pytest.mark.rule("naw", "4.1-1B")
@pytest.mark.parametrize(("number", "fights"), [(3, True), (1, False)])
def test_combat_follows_movement_by_day(number: int, fights: bool) -> None:
    """At night the other player moves at once."""
    at = {"f1": "0505", "a1": "0605"}
    played = turn(small(), standing_at(small(), number, "french", at), NO_ORDERS, dice=[1])
    assert bool(played.kinds("combat")) == fights
    assert (played.at["turn"], played.at["army"]) == (number, "allied")


@pytest.mark.rule("naw", "4.1-2")
def test_the_second_player_has_the_same_turn() -> None:
    """Movement, then combat."""
    at = {"f1": "0505", "a1": "0705"}
    orders = {"moves": [path("a1", "0705", "0605")]}
    played = turn(small(), standing_at(small(), 3, "french", at), NO_ORDERS, orders, dice=[1])
    assert [e["kind"] for e in played.events if e["kind"] in ("moved", "combat")] == ["moved", "combat"]


@pytest.mark.rule("naw", "4.1-3")
def test_the_turn_marker_goes_on_after_the_second_player() -> None:
    """From 4 to 5, French movement, fog."""
    at = {"suc-1": "0508", "gra-1": "1910"}
    played = turn(real(), standing_at(real(), 4, "prussian", at, choice="A", lost={}), NO_ORDERS)
    assert (played.at["turn"], played.at["army"]) == (5, "french")
    head = played.kinds("headline")[-1]
    assert (head["text"], head["weather"]) == ("Game-Turn 5, French player turn (fog)", "fog")


@pytest.mark.rule("naw", "5.11")
def test_nothing_is_asked_of_a_unit_outside_combat() -> None:
    """In the enemy's player turn a unit that no combat concerns stays where it is (ruling 3)."""
    at = {"f1": "0505", "f2": "0905", "a1": "0605"}
    played = turn(small(), standing_at(small(), 3, "allied", at), NO_ORDERS, dice=[6])
    assert played.at["at"]["f2"] == "0905"


@pytest.mark.rule("naw", "5.14")
def test_all_moves_come_before_the_first_die() -> None:
    """Whatever the order of the members in the orders."""
    at = {"f1": "0405", "f2": "0705", "a1": "0505", "fc": "0101"}
    orders = {
        "attacks": [{"on": ["0505"], "by": ["f1", "f2"]}],
        "moves": [path("f2", "0705", "0605"), path("fc", "0101", "0201")],
    }
    played = turn(small(), standing_at(small(), 3, "french", at), orders, dice=[2])
    assert played.refusals == []
    order = [e["kind"] for e in played.events if e["kind"] in ("moved", "combat")]
    assert order == ["moved", "moved", "combat"]


@pytest.mark.rule("naw", "10.0")
def test_a_night_turn_is_movement_only() -> None:
    """Turn 3: French movement, Prussian movement, marker to 4; units in contact throw no die (there is none here)."""
    at = {"suc-1": "0508", "tau-1": "0608"}
    assert "0608" in real().setting.field.neighbours["0508"]
    played = turn(real(), standing_at(real(), 3, "french", at, choice="B"), NO_ORDERS, NO_ORDERS)
    assert (played.at["turn"], played.at["army"]) == (4, "french")
    assert played.kinds("combat") == []


@pytest.mark.rule("naw", "10.1")
def test_adjacent_enemies_stay_put_at_night() -> None:
    """No attack is made, none is owed, and one that is ordered is refused by the check."""
    at = {"f1": "0505", "a1": "0605"}
    orders = {"attacks": [{"on": ["0605"], "by": ["f1"]}]}
    position = standing_at(small(), 1, "french", at)
    played = turn(small(), position, orders)
    assert {unit: played.at["at"][unit] for unit in at} == at
    assert played.kinds("combat") == []
    refusal = OrdersOptions(small().setting, small().setting.board(position)).why_not(orders)
    assert refusal is not None
    assert refusal.case == "10.1"


@pytest.mark.rule("naw", "13.0")
def test_the_letters_of_the_charts() -> None:
    """`2-4c` is cavalry with 2 strength and 4 movement points."""
    unit = real().setting.roster.units["tau-cav"]
    assert (unit.kind, unit.strength, unit.allowance) == ("cavalry", 2, 4)
    assert real().setting.roster.units["tau-art"].kind == "artillery"


@pytest.mark.rule("naw", "13.1")
@pytest.mark.parametrize(
    ("at", "unit", "kind", "figures"), [("0811", "tau-art", "artillery", (3, 3)), ("1804", "dhy", "infantry", (3, 3))]
)
def test_the_prussians_at_the_start(at: str, unit: str, kind: str, figures: tuple[int, int]) -> None:
    """All of them on the Jena map (ruling 21)."""
    setting = real().setting
    record = setting.roster.units[unit]
    assert (setting.start().at[unit], record.kind, (record.strength, record.allowance)) == (at, kind, figures)
    assert {setting.field.map_of[hex_] for hex_ in setting.start().at.values()} == {"jena"}


@pytest.mark.rule("naw", "13.2")
def test_the_french_at_the_start() -> None:
    """0407 holds the cavalry of V Corps."""
    setting = real().setting
    record = setting.roster.units["v-cav"]
    assert (setting.start().at["v-cav"], record.kind, record.strength, record.allowance) == ("0407", "cavalry", 2, 5)


@pytest.mark.rule("naw", "13.3")
def test_the_french_are_first() -> None:
    """In every game-turn."""
    played = turn(real(), real().setting.start(), NO_ORDERS, NO_ORDERS, NO_ORDERS, standing={"option": "A"})
    assert [e["army"] for e in played.kinds("headline")] == ["french", "prussian", "french", "prussian"]


@pytest.mark.rule("naw", "15.4")
def test_twelve_turns_of_three_kinds() -> None:
    """1 to 3 night, 4 and 5 fog, then day; after the twelfth the game is over."""
    setting = real().setting
    kinds = [setting.weather(number) for number in range(1, setting.turns + 1)]
    assert kinds == ["night"] * 3 + ["fog"] * 2 + ["day"] * 7
    assert real().over({**real().start(), "turn": 13})["how"] == "played"
    assert real().over({**real().start(), "turn": 12}) == {}


@pytest.mark.rule("naw", "15.1-1")
@pytest.mark.parametrize(("slot", "choice"), [("A", "A"), ("B", "B"), ("", "A"), ("C", "A")])
def test_the_choice_is_opened_after_the_first_french_move(slot: str, choice: str) -> None:
    """From the committed slot; anything unfit is the default (ruling 26)."""
    played = turn(real(), real().setting.start(), NO_ORDERS, standing={"option": slot})
    assert played.at["choice"] == choice
    assert [e["value"] for e in played.kinds("choice")] == [choice]
    kinds = [e["kind"] for e in played.events]
    assert kinds.index("choice") > max(i for i, kind in enumerate(kinds) if kind == "entered")


def points_to_come(army: str, option: str = "") -> dict[str, int]:
    """Combat strength of an army's reinforcements by battle. option: of those that an option brings, only these."""
    setting = real().setting
    groups = [g for g in setting.groups if g.army == army and (not option or g.option in ("", option))]
    return {
        b: sum(setting.roster.units[u].strength for g in groups if setting.field.map_of[g.at] == b for u in g.units)
        for b in ("jena", "auerstadt")
    }


@pytest.mark.rule("naw", "OB-F")
def test_the_french_counters() -> None:
    """49 of 240 points: 34 at the start, 206 later; 186 for Jena, 54 for Auerstadt."""
    french = real().setting.roster.of("french")
    assert (len(french), sum(u.strength for u in french)) == (49, 240)
    assert [sum(u.kind == kind for u in french) for kind in ("infantry", "cavalry", "artillery")] == [30, 10, 9]
    assert points_to_come("french") == {"jena": 186 - 34, "auerstadt": 54}


@pytest.mark.rule("naw", "OB-P")
def test_the_prussian_counters() -> None:
    """39 of 172 points with Louis; Option A without him: 71 at Jena, 84 at Auerstadt."""
    prussian = real().setting.roster.of("prussian")
    assert (len(prussian), sum(u.strength for u in prussian)) == (39, 172)
    assert [sum(u.kind == kind for u in prussian) for kind in ("infantry", "cavalry", "artillery")] == [22, 11, 6]
    assert points_to_come("prussian", "A") == {"jena": 71 - 51, "auerstadt": 84}


@pytest.mark.rule("naw", "OB-H")
def test_every_formation_of_the_tree_has_counters() -> None:
    """And every counter a formation."""
    roster = real().setting.roster
    for army, formations in roster.formations.items():
        assert formations == tuple(dict.fromkeys(unit.formation for unit in roster.of(army)))
    assert set(roster.formation_names) == {unit.formation for unit in roster.units.values()}


def test_the_catalogue_has_217_entries_and_248_cases() -> None:
    """All ids once; six are prose."""
    entries = ruleset.catalogue()["entries"]
    assert len({entry["id"] for entry in entries}) == len(entries) == 217
    assert sum(entry["cases"] for entry in entries) == 248
    assert [entry["id"] for entry in entries if entry["prose"]] == ["2.1", "2.2", "2.5", "21.1", "21.2", "22.0"]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_every_reachable_position_has_one_line(seed: int) -> None:
    """Text and JSON go into each other without loss, copies are independent, along a random game."""
    game = real("louis", "bernadotte")
    pick = random.Random(seed).randrange
    state = fresh(game.start())
    while not state["over"]:
        state = advance(game, state, RandomPlayer(pick, 1), {"french": "a", "prussian": "b"}).state
        text = game.writing.text(state["at"])
        assert "\n" not in text
        assert game.writing.read_text(text) == state["at"]
        position = game.position(state["at"])
        twin = position.copy()
        assert twin == position
        assert twin.to_json() == state["at"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1 french - - - - - - - - - -",
        "1 english - - - - - - - - -",
        "0 french - - - - - - - - -",
        "01 french - - - - - - - - -",
        "1 french C - - - - - - - -",
        "1 french - suc-1:9999 - - - - - - -",
        "1 french - nobody:0508 - - - - - - -",
        "1 french - suc-1:0508,gaz-1:0606 - - - - - - -",
        pytest.param("1 french - gaz-1:0606,suc-1:0606 - - - - - - -", marks=pytest.mark.rule("naw", "5.31")),
        "1 french - suc-1:0508 - suc-1:jena - - - - -",
        pytest.param("1 french - - suc-1:eastern.4.jena - - - - - -", marks=pytest.mark.rule("naw", "17.1-1")),
        pytest.param("1 french - - suc-1:middle.1.jena - - - - - -", marks=pytest.mark.rule("naw", "17.1-1")),
        "1 french - - - suc-1:waterloo - - - - -",
        "1 french - - - - suc-1:jena.up - - - -",
        "1 french - - - - - - jena:english - -",
        "1  french - - - - - - - - -",
    ],
)
def test_other_texts_are_no_positions(text: str) -> None:
    """Each is refused with ValueError and nothing else."""
    with pytest.raises(ValueError, match="position"):
        real().writing.read_text(text)


@pytest.mark.rule("naw", "17.1-1")
def test_a_unit_in_each_space_of_the_track_is_a_position() -> None:
    for section, space in (("eastern", 1), ("western", 3)):
        text = f"1 french - - suc-1:{section}.{space}.jena - - - - - -"
        assert real().writing.read_text(text)["track"] == {"suc-1": [section, space, "jena"]}


@pytest.mark.rule("naw", "10.1")
def test_attacks_ordered_for_the_night_are_void_and_the_report_says_so() -> None:
    """They cost no die and leave a word; an empty list is no order."""
    game = real()
    night = standing_at(game, 2, "french", {"suc-1": "0609", "tau-1": "0610"}, choice="A")
    played = turn(game, night, {"attacks": [{"on": ["0610"], "by": ["suc-1"]}]})
    assert [refusal.case for _, refusal in played.refusals] == ["10.1"]
    assert [event["case"] for event in played.kinds("void")] == ["10.1"]
    assert not played.kinds("combat")
    assert not turn(game, night, {"attacks": []}).kinds("void")
