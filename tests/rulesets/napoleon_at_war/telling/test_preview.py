"""The preview: what orders would do, with exact odds and chances."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rulesets.napoleon_at_war.position import Position
from rulesets.napoleon_at_war.rules.battle.allocation import AttackOptions
from rulesets.napoleon_at_war.telling.preview import chances, preview
from rulesets.napoleon_at_war.telling.situation import situation
from tests.rulesets.napoleon_at_war.boards import with_odds
from tests.rulesets.napoleon_at_war.playing import path, real, small, standing_at


def jena(at: dict[str, str], turn: int = 6, **rest: Any) -> Position:
    position = standing_at(real(), turn, "french", at, choice="A", **rest)
    position.out = {unit for unit in real().setting.roster.units if unit not in at}
    return position


def field(turn: int = 3, **at: str) -> Position:
    return standing_at(small(), turn, "french", at, out={"f3", "fa"} - set(at))


def test_attack_with_every_modifier() -> None:
    position = jena({"suc-1": "0609", "suc-2": "0507", "gd-art": "0810", "tau-1": "0610"}, broken={"jena": "french"})
    orders = {"attacks": [{"on": ["0610"], "by": ["suc-1"], "bombard": ["gd-art"], "reduce": "1-3"}]}
    attack = with_odds(preview(real().setting, position, orders)["attacks"][0]["manners"][0])
    assert (attack["attack"], attack["defence"], attack["odds"], attack["column"]) == (18, 12, "1-1", "1-2")
    assert [(shift["by"], shift["case"]) for shift in attack["shifts"]] == [(-1, "18.11")]
    assert (attack["reduced"], attack["used"]) == ("1-3", "1-3")
    assert attack["chances"] == {"Ae": "1/6", "Dr": "1/6", "Ar": "2/3"}
    doubled = [{"by": 2, "case": "9.0", "why": "town hex 0610"}]
    assert attack["strengths"][1]["units"] == [
        {"unit": "tau-1", "at": "0610", "strength": 6, "effects": doubled, "counts": 12}
    ]
    assert [one["bombards"] for one in attack["attackers"]] == [False, True]


def test_default_allocation_is_shown_as_such() -> None:
    position = jena({"suc-1": "0609", "tau-1": "0610"})
    found = preview(real().setting, position, {})
    assert found["default"] is True
    assert found["attacks"][0]["on"] == ["0610"]
    assert "Attacks by default (7.11):" in found["lines"]


def test_void_list_is_replaced_and_says_why() -> None:
    position = jena({"suc-1": "0609", "tau-1": "0610", "tau-2": "0710"})
    found = preview(real().setting, position, {"attacks": [{"on": ["0610"], "by": ["suc-1"]}]})
    assert found["default"] is True
    assert found["void"][0]["case"] == "7.11"
    assert found["attacks"][0]["on"] == ["0610", "0710"]


def test_attacks_are_those_after_the_moves() -> None:
    position = jena({"suc-1": "0508", "tau-1": "0610"})
    found = preview(real().setting, position, {"moves": [path("suc-1", "0508", "0509", "0609")]})
    assert found["moves"][0]["cost"] == "2"
    assert found["moves"][0]["allowance"] == "4"
    assert found["attacks"][0]["on"] == ["0610"]


def test_both_manners_of_a_conditional_attack() -> None:
    position = field(f1="0405", fc="0505", a1="0404", a2="0504")
    orders = {
        "attacks": [
            {"id": "a1", "on": ["0404"], "by": ["f1"]},
            {
                "id": "a2",
                "on": ["0504"],
                "by": ["fc"],
                "if": {"attack": "a1", "result": ["De"]},
                "reduce": "1-4",
                "else": {"reduce": "1-5"},
            },
        ]
    }
    second = preview(small().setting, position, orders)["attacks"][1]
    assert [(one["when"], one["calculation"]["used"]) for one in second["manners"]] == [("", "1-4"), ("else", "1-5")]


def test_stacked_moves_are_undone_and_default_entries_shown() -> None:
    start = real().setting.start()
    moves = [path("suc-1", "0508", "0507"), path("gaz-1", "0606", "0507")]
    events = preview(real().setting, start, {"moves": moves})["moves"]
    assert [event["unit"] for event in events if event["kind"] == "undone"] == ["gaz-1"]
    assert [event["unit"] for event in events if event["kind"] == "entered"] == ["gd", "v-art"]


def test_no_attacks_at_night() -> None:
    found = preview(real().setting, jena({"suc-1": "0609", "tau-1": "0610"}, turn=2), {})
    assert found["attacks"] == []


def test_refused_moves_are_named() -> None:
    found = preview(real().setting, jena({"suc-1": "0508"}), {"moves": [path("suc-1", "0508", "0510")]})
    assert [(one["where"], one["case"]) for one in found["void"]] == [(["moves", 0], "5.16")]
    assert found["lines"][0] == "Movement: none"


@pytest.mark.parametrize("column", real().setting.columns)
def test_chances_are_exact(column: str) -> None:
    found = chances(real().setting, column)
    assert sum(found.values()) == 1
    assert all(isinstance(chance, Fraction) and chance.denominator in (1, 2, 3, 6) for chance in found.values())


def test_lines_for_people() -> None:
    position = jena({"suc-1": "0609", "tau-1": "0610"}, broken={"jena": "prussian"})
    lines = preview(real().setting, position, {"attacks": [{"id": "a1", "on": ["0610"], "by": ["suc-1"]}]})["lines"]
    assert "  a1: 1/Suchet 8 against 1/Tauenzien 6 x 2 town hex 0610 (9.0) = 12 in 0610 (Closwitz)" in lines
    assert "    8 : 12 is 1-2; +1 the defending Prussian units are demoralized (18.11): 1-1" in lines
    assert "    chances: Ar 1/2, Dr 1/2 (Ar: the attackers retreat; Dr: the defenders retreat)" in lines


def test_situation_counts_losses_and_points() -> None:
    position = jena({"suc-1": "0609", "tau-1": "0610"}, lost={"tau-2": "jena"}, broken={"jena": "prussian"})
    found = dict(situation(real().setting, real().setting.board(position)))
    # Only one army can be demoralized at a battle (18.0), so the other has no level any more.
    assert found["Jena, French"] == "strength 8, 0 lost"
    assert found["Jena, Prussian"] == "strength 6, 6 lost, DEMORALIZED (by 18 lost)"
    assert found["Auerstadt, French"] == "strength 0, 0 lost (demoralized once 19 are lost)"
    assert found["Victory points"] == "French 3, Prussian 3 if the game ended now"


def test_every_move_stands_on_one_line_with_its_whole_path() -> None:
    moves = [path("suc-1", "0508", "0609"), path("gaz-2", "0607")]
    found = preview(real().setting, jena({"suc-1": "0508", "gaz-2": "0607"}, turn=6), {"moves": moves[:1]})
    assert [line for line in found["lines"] if "1/Suchet" in line and "march" in line] == []
    moves = [path("suc-1", "0508", "0507", "0407")]
    found = preview(real().setting, jena({"suc-1": "0508"}, turn=6), {"moves": moves})
    told = [line for line in found["lines"] if "1/Suchet" in line]
    assert len(told) == 1
    assert told[0].startswith("  1/Suchet marches 0508 - 0507 - 0407 (Landgrafenberg), ")
    assert told[0].endswith(" of 4 movement points.")


SURROUNDED = {"suc-1": "0609", "tau-1": "0610", "tau-2": "0408", "tau-cav": "0708"}


def test_who_could_not_retreat_is_told_where_a_retreat_is_possible() -> None:
    attack = {"on": ["0610"], "by": ["suc-1"]}
    found = preview(real().setting, jena(SURROUNDED), {"attacks": [attack]})
    assert "    on Ar 1/Suchet in 0609 would have no hex to retreat to (7.72)" in found["lines"]
    (doomed,) = found["attacks"][0]["manners"][0]["doomed"]
    assert (doomed["unit"], doomed["hex"], doomed["case"]) == ("suc-1", "0609", "7.72")
    # One enemy fewer leaves a way out; the preview itself changes nothing.
    position = jena({unit: at for unit, at in SURROUNDED.items() if unit != "tau-2"})
    before = dict(position.at)
    found = preview(real().setting, position, {"attacks": [attack]})
    assert found["attacks"][0]["manners"][0]["doomed"] == [] and position.at == before


def test_nobody_is_warned_of_a_retreat_that_cannot_happen() -> None:
    """At 4-1 there is no Ar; at 3-1 there is."""
    at = {"suc-1": "0609", "gd": "0710", "tau-cav": "0610", "tau-2": "0408", "tau-art": "0708"}
    attack: dict[str, Any] = {"on": ["0610"], "by": ["suc-1", "gd"]}
    for more, lost in (({}, []), ({"reduce": "3-1"}, ["suc-1"])):
        (found,) = preview(real().setting, jena(at), {"attacks": [attack | more]})["attacks"]
        assert [one["unit"] for one in found["manners"][0]["doomed"]] == lost


@pytest.mark.rule("naw", "16.21-2")
def test_who_cannot_bombard_either_is_not_told_to() -> None:
    """A battery that is not adjacent is sent to bombard only where it may: in sight, within two hexes, not in fog."""
    for turn, at, advised in ((6, "0608", True), (6, "0508", False), (5, "0608", False)):
        board = real().setting.board(jena({"suc-1": "0609", "v-art": at, "tau-1": "0610"}, turn=turn))
        found = AttackOptions(real().setting, board).faults([{"on": ["0610"], "by": ["suc-1", "v-art"]}])
        (text,) = [refusal.text for _, refusal in found if refusal.case == "7.15"]
        assert text.endswith("name it under bombard") is advised, (turn, at)


@pytest.mark.parametrize(
    ("position", "wanted"),
    [
        # In an enemy's zone of control nobody moves on, and its attack is forced; the odds could be lowered (7.9).
        (jena({"suc-1": "0609", "tau-1": "0610"}), True),
        (jena({"suc-1": "0508", "tau-1": "1910"}), True),
        # At night nobody attacks (10.1), and nobody is on the map to move.
        (jena({"tau-1": "1910"}, turn=1), False),
        (jena({"tau-1": "1910"}), False),
    ],
)
def test_whether_anything_could_be_decided(position: Position, wanted: bool) -> None:
    told = preview(real().setting, position, {})
    assert told["open"] is wanted


def test_a_forced_attack_leaves_a_choice_only_where_another_one_was_possible(monkeypatch: pytest.MonkeyPatch) -> None:
    from pbem.hexgame.telling import foresight, previewing

    monkeypatch.setattr(previewing, "ordered", lambda *given: {"ordered": 0, "idle": []})
    position = jena({"suc-1": "0609", "tau-1": "0610"})
    assert preview(real().setting, position, {})["open"] is True
    monkeypatch.setattr(foresight, "shares_of", lambda *given: {"Ar": Fraction(1)})
    attack = preview(real().setting, position, {})["attacks"][0]["manners"][0]
    lowest = real().setting.columns[0]
    assert preview(real().setting, position, {})["open"] is (attack["calculation"]["used"] != lowest)
    worst = {**attack, "calculation": {**attack["calculation"], "used": lowest}, "chances": {"Ar": "1"}}
    monkeypatch.setattr(foresight.Foresight, "_manner", lambda *given: worst)
    assert preview(real().setting, position, {})["open"] is False
