"""Whole orders: judged, described, drawn at random; map files and folders with faults; the shapes of answers."""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from pbem.engine.contract import Game, Ruleset
from pbem.hexgame.field.chart import ANY
from pbem.wargame.datafolder import read_folder
from pbem.wargame.faults import DataFaults
from rulesets.napoleon_at_war import ruleset
from rulesets.napoleon_at_war.game import NapoleonGame
from rulesets.napoleon_at_war.position import Position
from rulesets.napoleon_at_war.ruleset import bind
from rulesets.napoleon_at_war.sequence import OrdersOptions
from tests.rulesets.napoleon_at_war.playing import HERE, path, real, small, standing_at


def options(game: NapoleonGame, position: Position) -> OrdersOptions:
    """The options of the orders question at a position."""
    return OrdersOptions(game.setting, game.setting.board(position))


def test_ruleset_and_game_are_what_the_engine_asks_for() -> None:
    """Checked by type, with ids as registered."""
    rules: Ruleset = ruleset
    game: Game = real()
    assert (rules.id, rules.version, game.scenario.id) == ("napoleon-at-war", "2", "jena-auerstadt")
    assert [scenario.id for scenario in rules.scenarios()] == ["jena-auerstadt", "learning-jena"]


def test_every_fault_of_orders_is_found_with_its_place() -> None:
    """A void move, a stack, an attack on nobody; the first of them is the answer of why_not."""
    at = {"f1": "0405", "f2": "0606", "a1": "0805", "fc": "0101"}
    orders = {
        "moves": [
            path("f1", "0405", "0705"),
            path("f2", "0606", "0605"),
            path("fc", "0101", "0104"),
            path("f1", "0405"),
        ],
        "attacks": [{"on": ["0303"], "by": ["f1"]}],
    }
    judged = options(small(), standing_at(small(), 3, "french", at))
    found = judged.faults(orders)
    assert [(where, refusal.case) for where, refusal in found[:2]] == [(("moves", 0), "5.16"), (("moves", 2), "5.16")]
    assert found[2][0][0] == "attacks"
    assert judged.why_not(orders) == found[0][1]
    assert judged.why_not({"moves": [path("f2", "0606", "0605")]}) is None


def test_a_stack_is_a_fault_of_the_move_that_is_undone() -> None:
    """It is told before anything is signed."""
    judged = options(small(), standing_at(small(), 3, "french", {"f1": "0405", "f2": "0605"}))
    found = judged.faults({"moves": [path("f1", "0405", "0505"), path("f2", "0605", "0505")]})
    assert [(where, refusal.case, refusal.hex) for where, refusal in found] == [(("moves", 1), "5.32", "0505")]


@pytest.mark.parametrize(
    "entry",
    [
        None,
        "f1",
        [],
        {},
        {"unit": 1},
        {"unit": ["f1"]},
        {"unit": "f1"},
        {"unit": "f1", "path": "0505"},
        {"unit": "f1", "path": []},
        {"unit": "f1", "path": [["0505"]]},
        {"unit": "f1", "path": ["0405"], "exit": ["east"]},
        {"unit": "f1", "path": ["0405"], "transit": {}},
        {"unit": "f1", "track": []},
        {"unit": "f1", "refuse": "true"},
        {"unit": "f3", "path": ["9999"]},
        {"unit": "f3", "path": []},
    ],
)
def test_entries_of_any_shape_are_refused_in_words(entry: Any) -> None:
    """Nothing but a refusal comes of them."""
    judged = options(small(), standing_at(small(), 4, "french", {"f1": "0405"}))
    found = judged.faults({"moves": [entry]})
    assert [where for where, _ in found] == [("moves", 0)]
    assert found[0][1].case
    assert found[0][1].text


def test_judging_orders_changes_nothing() -> None:
    """The board of the question stays as it is."""
    position = standing_at(small(), 3, "french", {"f1": "0405", "a1": "0805"})
    judged = options(small(), position)
    before = position.to_json()
    judged.faults({"moves": [path("f1", "0405", "0505")]})
    judged.sample(random.Random(1).randrange)
    assert (judged.describe()["army"], judged.describe()["turn"]) == ("french", 3)
    assert position.to_json() == before
    assert judged.default() == {}


@pytest.mark.parametrize(
    "orders",
    [
        [],
        {"moves": {}},
        {"moves": [{"unit": "suc-1"}]},
        {"moves": [{"unit": "suc-1", "path": []}]},
        {"moves": [{"unit": "suc-1", "path": ["508"]}]},
        {"moves": [{"unit": "suc-1", "path": ["0508"], "refuse": True}]},
        {"moves": [{"unit": "suc-1", "track": "back"}]},
        {"moves": [{"unit": "suc-1", "path": ["0508"], "speed": "1"}]},
        {"moves": [{"unit": "suc-1", "path": ["0508"] * 33}]},
        {"moves": [{"unit": "x" * 25, "path": ["0508"]}]},
        {"moves": [{"unit": "suc-1", "path": ["0508"]}] * 129},
        {"attacks": [{"by": ["suc-1"]}]},
        {"attacks": [{"on": ["0811"], "by": ["suc-1"], "else": {"on": ["0811"]}}]},
        {"attacks": [{"on": ["0811"], "if": {"result": ["Dr"]}}]},
        {"note": "hello"},
    ],
)
def test_orders_of_another_shape_do_not_fit(orders: Any) -> None:
    """The binding schema speaks of shape only, and bounds every list."""
    assert not jsonschema_rs.validator_for(real().schema("orders")).is_valid(orders)


def test_an_unknown_or_enemy_unit_fits_the_schema() -> None:
    """It is a void order, not a bad message."""
    orders = {"moves": [{"unit": "nobody", "path": ["9999"]}, {"unit": "tau-1", "path": ["0610"]}]}
    assert jsonschema_rs.validator_for(real().schema("orders")).is_valid(orders)


@pytest.mark.parametrize("ask", ["retreat", "displace", "advance", "pay", "order", "bombardier", "entry"])
def test_every_question_has_a_schema(ask: str) -> None:
    """An object with the one member `answer`."""
    schema = real().schema(ask)
    assert (schema["required"], schema["additionalProperties"]) == (["answer"], False)
    assert not jsonschema_rs.validator_for(schema).is_valid({})


def test_unknown_things_are_refused_when_a_game_is_bound() -> None:
    """Scenario, option, value of an option, overlay."""
    for scenario, chosen, overlay in (
        ("waterloo", {}, ()),
        ("jena-auerstadt", {"murat": True}, ()),
        ("jena-auerstadt", {"louis": "yes"}, ()),
        ("jena-auerstadt", {}, ({"hex": "9999", "terrain": "town"},)),
        ("jena-auerstadt", {}, ({"hex": "0610", "terrain": "lava"},)),
        ("jena-auerstadt", {}, ({"hex": "0610"},)),
        ("jena-auerstadt", {}, ("0610 town",)),
        ("jena-auerstadt", {}, ({"hexside": "0610-0810", "feature": "stream", "there": True},)),
        ("jena-auerstadt", {}, ({"hexside": "0610-0711", "feature": "wall", "there": True},)),
        ("jena-auerstadt", {}, ({"hexside": "0610-0711", "feature": "stream", "there": "yes"},)),
        ("jena-auerstadt", {}, ({"hexside": "1505-1506", "feature": "bridge", "there": True},)),
        ("jena-auerstadt", {}, ({"hexside": "1505-1506", "feature": "slope", "there": True},)),
    ):
        with pytest.raises(ValueError, match=r"."):
            ruleset.game(scenario, chosen, overlay)


def test_an_overlay_corrects_a_hex_and_a_hexside() -> None:
    """For this game only."""
    overlay = [
        {"hex": "1505", "terrain": "forest slope"},
        {"hexside": "0104-0204", "feature": "road", "there": False},
        {"hexside": "0204-0104", "feature": "stream", "there": True},
    ]
    mended = ruleset.game("jena-auerstadt", {}, overlay)
    assert (mended.setting.field.costs["0104", "0204"], real().setting.field.costs["0104", "0204"]) == (6, 1)
    assert (mended.setting.field.terrain["1505"], "1505" in mended.setting.field.marked("slope")) == ("forest", True)
    assert real().setting.field.terrain["1505"] == "clear"


def test_all_faults_of_a_map_come_at_once() -> None:
    """Nine wrong things, nine sentences."""
    files = dict(read_folder(HERE / "small"))
    text = files["maps/field.yaml"].decode()
    for good, bad in (
        ('"t": town', '"t": lava'),
        ("..f.t.r..\n", "..f.t.x..\n"),
        ("\n  ...m.....\n", "\n  ...m....\n"),
        ('{"0502": Mill}', '{"5555": Mill}'),
        ('"0802 0803 0804"', '"0802 0804"'),
        ('"0506-0507", "0602-0603"', '"0506-0508", "0602-1603"'),
        ("  bridge:", '  ditch: ["0101-0102"]\n  bridge:'),
        ('north: "0101', 'north: "0001'),
    ):
        assert good in text
        text = text.replace(good, bad)
    files["maps/field.yaml"] = text.encode()
    with pytest.raises(DataFaults) as caught:
        bind(ruleset.data_files(), files)
    faults = " ".join(caught.value.faults)
    for word in ("lava", "'x'", "row 7", "5555", "0802 to 0804", "0506 to 0508", "1603", "ditch", "0001"):
        assert word in faults, word


def test_folders_with_links_or_strange_names_are_refused(tmp_path: Path) -> None:
    """Nothing is followed, nothing is skipped."""
    (tmp_path / "a.yaml").write_text("x: y\n", encoding="utf-8")
    assert read_folder(tmp_path) == {"a.yaml": b"x: y\n"}
    (tmp_path / "link.yaml").symlink_to(tmp_path / "a.yaml")
    with pytest.raises(ValueError, match="link"):
        read_folder(tmp_path)
    (tmp_path / "link.yaml").unlink()
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(ValueError, match="special"):
        read_folder(tmp_path)
    (tmp_path / "pipe").unlink()
    (tmp_path / "Upper.yaml").write_text("", encoding="utf-8")
    with pytest.raises(ValueError, match="name"):
        read_folder(tmp_path)


@pytest.mark.rule("naw", "9.0-T")
def test_the_terrain_chart() -> None:
    """Every line of the book's chart, in half points, with doubling and sight."""
    chart = small().setting.field.chart
    hexes = {kind: (t.enter[ANY], t.times == 2, t.blocks_sight) for kind, t in chart.hexes.items()}
    assert hexes == {
        "clear": (2, False, False),
        "forest": (4, False, True),
        "rough": (4, True, False),
        "marsh": (None, True, False),
        "town": (2, True, True),
    }
    assert chart.ways == {"road": 1, "trail": 2}
    hexsides = {kind: (t.cross[ANY], t.times == 2) for kind, t in chart.sides.items()}
    assert hexsides == {"river": (None, False), "stream": (4, True), "slope": (2, True), "bridge": (0, True)}
