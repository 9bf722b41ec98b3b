"""What the ruleset tells of counters that lie face down, the random player, and the audit."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pbem.engine.answerers import RandomPlayer
from pbem.engine.hidden import HIDDEN, Record, picked
from pbem.engine.loop import DEFER, advance
from pbem.engine.requests import ORDERS, Choose
from pbem.engine.state import fresh
from rulesets.jours_de_gloire.beginning import starting
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.documents.sampling import random_orders
from rulesets.jours_de_gloire.game import JoursGame
from rulesets.jours_de_gloire.hidden.counter_ids import pool
from rulesets.jours_de_gloire.hidden.forces import JoursForces
from rulesets.jours_de_gloire.hidden.signs import Sign
from tests import tiers
from tests.rulesets.jours_de_gloire.papers import compiled, field
from tests.rulesets.jours_de_gloire.recording import SEATS, game, misled, twisted
from tests.rulesets.jours_de_gloire.whole_games import whole_game
from tests.rulesets.jours_de_gloire.world import public, small, world

BOOK = "jours-de-gloire"


def forces() -> JoursForces:
    return JoursForces(small())


@pytest.mark.rule(BOOK, "1.1-2")
@pytest.mark.rule(BOOK, "1.3-2")
def test_every_counter_has_a_leaf_and_a_side() -> None:
    assert forces().leaves("french") == {HIDDEN: pool(small(), "french")}
    assert (len(pool(small(), "russian")), pool(small(), "russian")[-1]) == (63, "r63")
    at = public(world({"eiche": "i", "garten": "rus-1^"}).board)
    assert forces().face_down(at) == {"f1": "french", "r1": "russian"}
    assert game(hiding="open").hiding is None


CONTENTS: list[tuple[Any, bool, tuple[str, ...]]] = [
    ({"unit": "i", "pf": 7, "lag": 0}, True, ("i",)),
    ({"unit": "french-b", "pf": 2, "lag": 0, "of": "i"}, True, ("french-b",)),
    ({"unit": "french-b", "pf": 2, "lag": 0}, False, ("french-b",)),
    ({"general": "ney"}, True, ("ney",)),
    ({"dummy": "cavalry"}, True, ()),
    ({"dummy": "artillery"}, False, ()),
    ({"unit": "i", "pf": -1, "lag": 0}, False, ("i",)),
    ({"unit": 5}, False, ()),
    ([], False, ()),
    (None, False, ()),
    ("i", False, ()),
]


@pytest.mark.parametrize(("content", "fits", "units"), CONTENTS)
def test_contents(content: Any, fits: bool, units: tuple[str, ...]) -> None:
    assert Draft202012Validator(forces().content_schema()).is_valid(content) is fits
    assert forces().units_in(content) == units


def test_contents_of_the_start_fit_the_schema() -> None:
    schema = Draft202012Validator(forces().content_schema())
    there = [content for army in small().armies for box in starting(small(), army).values() for content in box]
    assert len(there) == 22
    assert all(schema.is_valid(content) for content in there)


HELD = {
    "f1": {"dummy": "cavalry"},
    "f2": {"general": "davout"},
    "f3": {"unit": "murat-i", "pf": 4, "lag": 0},
    "f4": {"unit": "i", "pf": 7, "lag": 0},
    "hidden.f2": Sign("general", 3, 3, 2, {"guns": "any"}).leaf(),
    "hidden.f3": Sign("cavalry", 0, 0, 2, {"intercept": ["fels"]}).leaf(),
    "hidden.f4": {"kind": "infantry"},
}
ALL = {"counters": ["f1", "f2", "f3", "f4"]}
FACTS: list[tuple[str, dict[str, Any], Any]] = [
    ("real", ALL, "f3"),
    ("real", {"counters": ["f1", "f2"]}, ""),
    ("screen", ALL, "f3"),
    ("screen", {"counters": ["f4", "f1"]}, ""),
    ("dummy", ALL, "f1"),
    ("leader", {**ALL, "box": "fels", "from": "eiche", "barred": False}, "f3"),
    ("leader", {**ALL, "box": "fels", "from": "eiche", "barred": True}, ""),
    ("leader", {**ALL, "box": "ahorn", "from": "eiche", "barred": False}, ""),
    ("guns", {**ALL, "from": "eiche", "reach": {"fels": 2}}, "f2"),
    ("guns", {"counters": ["f3", "f4"], "from": "eiche", "reach": {"fels": 2}}, ""),
    ("closes", {**ALL, "logs": {c: [] for c in ALL["counters"]}, "needs": 8}, "f4"),
    ("closes", {**ALL, "logs": {c: [["loss", 2]] for c in ALL["counters"]}, "needs": 8}, ""),
    ("holder", {**ALL, "general": "davout"}, "f2"),
    ("holder", {**ALL, "general": "ney"}, ""),
    ("deserters", {**ALL, "command": "grande-armee"}, ["f2", "f3", "f4"]),
    ("deserters", {**ALL, "command": "army-west"}, []),
]


@pytest.mark.parametrize(("say", "scene", "truth"), FACTS)
def test_facts(say: str, scene: dict[str, Any], truth: Any) -> None:
    assert forces().facts("f1", say, HELD, scene)[0] == truth


def test_any_counter_that_fits_may_be_named() -> None:
    """The first of them would tell that those before it do not fit."""
    assert forces().facts("f1", "real", HELD, ALL) == ["f3", "f4"]
    both = {**HELD, "hidden.f4": Sign("infantry", 0, 0, 2, {"intercept": ["fels"], "guns": "any"}).leaf()}
    scene = {**ALL, "box": "fels", "from": "eiche", "barred": False, "reach": {"fels": 2}}
    assert forces().facts("f1", "leader", both, scene) == ["f3", "f4"]
    assert forces().facts("f1", "guns", both, scene) == ["f2", "f4"]
    named = {picked(["f3", "f4"], "real", HELD, bytes([n] * 32)) for n in range(16)}
    assert named == {"f3", "f4"}
    again = {picked(answers, "real", HELD, b"secret") for answers in (["f3", "f4"], ["f4", "f3"]) for _ in range(3)}
    assert len(again) == 1


# -- random games and their audit ------------------------------------------------------------------


def accused(record: Record) -> list[tuple[str, str, int, str]]:
    found = [one for army in small().armies for one in forces().audit(army, record)]
    return [(one.code, one.army, one.seq, one.case) for one in found]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_random_game_is_legal_and_its_audit_clean(seed: int) -> None:
    whole = whole_game(seed)
    one, recorder, at = whole.game, whole.player, whole.end
    assert one.over(at)["how"] == "played"
    assert [compiled.faults for compiled in recorder.compiled if compiled.faults] == []
    schema = Draft202012Validator(one.schema("orders"))
    assert all(schema.is_valid(json.loads(json.dumps(compiled.input))) for compiled in recorder.compiled)
    assert accused(recorder.record()) == []
    assert one.writing.read_text(one.writing.text(at)) == at


class InTheOpen(RandomPlayer):
    """Draws the orders of an open game; `refusals` of entries that the rules did not let pass."""

    def __init__(self, seed: int, one: JoursGame) -> None:
        super().__init__(random.Random(seed).randrange, game=one)
        self.refusals: list[Any] = []
        self.setting = one.setting

    def choose(self, request: Choose) -> Any:
        """Orders by `random_orders`; entries of them as they stand there."""
        if request.what == ORDERS:
            return random_orders(request.options, Board(self.setting, request.scene), self.pick)
        return DEFER

    def refused(self, request: Choose, refusal: Any) -> None:
        """Keeps it."""
        self.refusals.append((request.label, refusal))


@pytest.mark.parametrize("options", [{"hiding": "open"}, {"solitaire": "yes"}])
def test_random_games_in_the_open(options: dict[str, str]) -> None:
    one = game(**options)
    player = InTheOpen(5, one)
    outcome = advance(one, fresh(one.start()), player, SEATS)
    kinds = {event["kind"] for event in outcome.events}
    assert outcome.state["at"]["stage"] == "over"
    assert {"activated", "step", "battle"} <= kinds


def test_nothing_hidden_is_longer_than_the_vault_leaves_room_for() -> None:
    one, recorder = whole_game(1).game, whole_game(1).player
    hidden = [content for compiled in recorder.compiled for content in compiled.hide.values()]
    assert max(size(value) for value in hidden) <= one.hiding.content_size
    trees = [compiled.leaves[HIDDEN].values() for compiled in recorder.compiled if compiled.leaves]
    assert max(sum(size(leaf) for leaf in leaves) for leaves in trees) <= one.hiding.leaves_size


def size(value: Any) -> int:
    """Bytes of the canonical form."""
    return len(json.dumps(value, separators=(",", ":")).encode())


def first(recorder: Any, member: str, army: str = "", key: str = "unit") -> tuple[int, str, Any]:
    """The first message with a member of the orders, and a counter that it commits to: seq, counter, content."""
    for step in recorder.steps:
        if member in step.sent and step.at["stage"] == ("setup" if army else "play"):
            for counter, content in step.committed.items():
                if key in content and content.get("of") is None:
                    return step.seq, counter, content
    raise AssertionError(f"no message with {member}")


@pytest.mark.rule(BOOK, "1.2.3")
def test_a_changed_order_of_battle_is_found_out() -> None:
    recorder = whole_game(1).player
    seq, counter, content = first(recorder, "mix", "setup")
    stronger = twisted(recorder.record(), seq, counter, {**content, "pf": content["pf"] - 1})
    assert ("AUDIT_CONSERVATION", recorder.steps[seq - 1].army, seq, "T-SCEN") in accused(stronger)
    vanished = twisted(recorder.record(), seq, counter, {"dummy": "infantry"})
    assert ("AUDIT_CONSERVATION", recorder.steps[seq - 1].army, seq, "T-SCEN") in accused(vanished)


@pytest.mark.rule(BOOK, "2-B1-2")
def test_counters_that_change_while_they_are_dealt_anew_are_found_out() -> None:
    recorder = whole_game(1).player
    seq, counter, content = first(recorder, "mix")
    fresh = {uid for entry in recorder.steps[seq - 1].sent["mix"] for uid in entry["counters"]}
    counter = next(uid for uid in recorder.steps[seq - 1].committed if uid in fresh)
    content = recorder.steps[seq - 1].committed[counter]
    other = {"dummy": "cavalry"} if content != {"dummy": "cavalry"} else {"dummy": "infantry"}
    assert ("AUDIT_CONSERVATION", recorder.steps[seq - 1].army, seq, "2-B1-2") in accused(
        twisted(recorder.record(), seq, counter, other)
    )


@pytest.mark.rule(BOOK, "2-B1-4")
@pytest.mark.rule(BOOK, "6.5.1-5")
@pytest.mark.parametrize("member", ["kind", "vc", "rank", "link"])
def test_a_false_sign_is_found_out(member: str) -> None:
    recorder = whole_game(1).player
    step = next(one for one in recorder.steps if one.at["stage"] == "play" and one.committed)
    counter, leaf = next((uid, leaf) for uid, leaf in step.leaves[HIDDEN].items() if leaf)
    other = "dummy" if member == "kind" and leaf["kind"] != "dummy" else "infantry"
    false = {**leaf, member: other if member == "kind" else (leaf.get(member, 0) + 1) % 3}
    found = accused(misled(recorder.record(), step.seq, counter, false))
    assert found == [("AUDIT_CLAIM", step.army, step.seq, "2-B1-4")]


JUNK: list[Any] = [
    {"unit": "i"},
    {"unit": ["i"]},
    {"unit": "i", "pf": "7", "lag": None},
    {"general": 3},
    [],
    7,
    "x",
    {},
]


@pytest.mark.slow
@pytest.mark.parametrize("junk", tiers.first(4, JUNK, pytest.mark.campaigns))
def test_a_book_full_of_junk(junk: Any) -> None:
    """Whatever stands in a book, the audit says what is wrong with it."""
    recorder = whole_game(1).player
    for step in recorder.steps:
        for counter in list(step.committed)[:3]:
            found = accused(twisted(recorder.record(), step.seq, counter, junk))
            assert any(seq == step.seq and code == "AUDIT_CONSERVATION" for code, _, seq, _ in found)
    held = dict.fromkeys(("f1", "f2", "f3", "f4", "hidden.f1", "hidden.f2"), junk)
    assert [forces().facts("f1", say, held, scene) for say, scene, _ in FACTS] == [*[[""]] * 14, [[]], [[]]]


def test_a_closed_book_is_not_judged() -> None:
    recorder = whole_game(1).player
    record = recorder.record()
    closed = Record(record.steps, (), record.content, {})
    assert forces().audit("french", closed) == ()


def test_the_order_of_a_paper_tells_nothing() -> None:
    """Who writes his general first in a stack, or under a marker, does not say where he is; nor who is hit worst."""
    place = field({"eiche": "i ii guard napoleon", "castell": "rus-1"})
    paper = {"orders": [{"stack": ["napoleon", "guard", "i"], "path": ["ahorn"]}], "forces": {"1": ["napoleon", "ii"]}}
    found = compiled(place, paper)
    assert found.faults == [] and [entry["stack"] for entry in found.input["orders"]] == [["f1", "f3", "f4"]]
    assert found.input["forces"] == {"1": ["f2", "f4"]}
