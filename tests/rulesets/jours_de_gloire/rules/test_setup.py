"""The set-up (jdg 7.1-1, 10-1) and ids of counters, hidden and open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from pbem.engine.answerers import Scripted
from pbem.engine.loop import Outcome, advance
from pbem.engine.state import fresh
from rulesets.jours_de_gloire import sequence
from rulesets.jours_de_gloire.board import Board, empty_position
from rulesets.jours_de_gloire.hidden.shuffle import out_of_play
from rulesets.jours_de_gloire.position import Position, decode, encode
from rulesets.jours_de_gloire.rules import setup, victory
from rulesets.jours_de_gloire.setting import Setting
from rulesets.jours_de_gloire.turn import Turn
from tests.rulesets.jours_de_gloire.position_checks import position_checks
from tests.rulesets.jours_de_gloire.world import World, public, small, world

RULES = "jours-de-gloire"


class Course:
    """A game of the sequence alone, for the engine's loop. stop: phases after which it counts as over."""

    def __init__(self, setting: Setting, stop: int) -> None:
        self.setting, self.stop, self.done = setting, stop, 0

    def over(self, at: Any) -> dict[str, Any]:
        return {"how": "played"} if self.done == self.stop else victory.over(self.setting, decode(at))

    def phase(self, at: Any) -> Any:
        at = yield from sequence.phase(self.setting, at)
        self.done += 1
        return at


def run(setting: Setting, at: Any, script: Scripted, phases: int = 1) -> Outcome:
    """Plays phases by a script and checks every position that comes of it. at: a position, or its JSON."""
    letters = dict(zip(setting.armies, "ab", strict=True))
    game: Any = Course(setting, phases)
    outcome = advance(
        game, fresh(encode(at) if isinstance(at, Position) else at, hidden=setting.options.hidden), script, letters
    )
    assert position_checks(setting, outcome.state["at"], script.markers) == []
    return outcome


class Part:
    """One procedure of a player turn as a game of its own. orders: of the phasing army, as its message has them."""

    def __init__(self, w: World, part: Callable[[Turn], Any], orders: dict[str, Any], army: str) -> None:
        self.turn = Turn(w.setting, w.board, army, f"t{w.board.at.turn}.{army}", orders)
        self.part, self.done = part, False

    def over(self, at: Any) -> dict[str, Any]:
        return {"how": "played"} if self.done else {}

    def phase(self, at: Any) -> Any:
        self.turn.board.at.player = self.turn.army
        yield from self.part(self.turn)
        self.done = True
        return public(self.turn.board)


def play(
    w: World, part: Callable[[Turn], Any], orders: dict[str, Any] | None = None, army: str = "french", **script: Any
) -> Outcome:
    """Carries a procedure out on a world's board; all counters hold what the world says, script: as for `Scripted`."""
    markers = {**w.known, **script.pop("markers", {})}
    game: Any = Part(w, part, orders or {}, army)
    answerer = Scripted(markers=markers, **script)
    return advance(game, fresh(public(w.board), hidden=True), answerer, {"french": "a", "russian": "b"})


def told(outcome: Outcome, kind: str) -> list[Any]:
    """The events of a kind."""
    return [event for event in outcome.events if event["kind"] == kind]


def dealt(setting: Setting, army: str, **dummies: str) -> tuple[list[Any], dict[str, Any]]:
    """The member `mix` and the contents of a set-up with dummies, box -> kinds."""
    posts: list[Any] = []
    held: dict[str, Any] = {}
    ids = iter(Board(setting, empty_position(setting)).free(army))
    for box, contents in setup.starting(setting, army).items():
        there = {next(ids): c for c in [*contents, *({"dummy": kind} for kind in dummies.get(box, "").split())]}
        posts.append({"box": box, "counters": list(there)})
        held |= there
    return posts, held


def set_up(orders: Any, markers: dict[str, Any], **options: str) -> Outcome:
    setting = small(**options)
    return run(setting, empty_position(setting), Scripted(orders=[orders], markers=markers))


@pytest.mark.rule(RULES, "7.1-1")
@pytest.mark.parametrize(
    ("dummies", "legal"),
    [
        ({}, True),
        ({"eiche": "infantry"}, True),
        ({"eiche": "infantry infantry cavalry", "iller": "infantry cavalry"}, True),
        ({"eiche": "infantry", "kiefer": "infantry infantry cavalry cavalry"}, True),
        ({"eiche": "infantry infantry infantry", "kiefer": "infantry infantry infantry"}, False),
    ],
)
def test_any_split_among_boxes_of_units(dummies: dict[str, str], legal: bool) -> None:
    posts, held = dealt(small(), "french", **dummies)
    outcome = set_up({"mix": posts}, held)
    board = Board.read(small(), outcome.state["at"])
    placed = sum(len(kinds.split()) for kinds in dummies.values())
    assert [event["at"] for event in told(outcome, "deployed")] == ([] if legal else ["kiefer"])
    assert len(board.hidden("french")) == len(board.counters("french")) - (0 if legal else 3)
    assert len(told(outcome, "void")) == (0 if legal else 1)
    assert out_of_play(board, "french") == (5 - placed if legal else 2)


def test_what_lies_in_a_box_at_the_start_is_not_told() -> None:
    posts, held = dealt(small(), "french", eiche="infantry")
    outcome = set_up({"mix": posts}, held)
    assert all(set(entry) == {"side", "box", "log"} for entry in outcome.state["at"]["counters"].values())
    assert [event["at"] for event in told(outcome, "dealt")] == ["eiche", "iller", "kiefer"]
    assert outcome.state["at"]["player"] == "russian"


@pytest.mark.parametrize(
    "wrong",
    [
        {"box": "garten", "counters": ["f60"]},
        {"box": "nowhere", "counters": ["f60"]},
        {"box": "eiche", "counters": [f"f{number}" for number in range(40, 47)]},
        {"box": "kiefer", "counters": ["r61", "r62", "r63"]},
        {"box": "kiefer", "counters": ["f63", "f64", "f65"]},
        {"box": "kiefer", "counters": ["f1", "f62", "f63"]},
        {"box": "kiefer", "counters": ["f62", "f62", "f63"]},
        {"box": "kiefer", "counters": ["f62", "f63"]},
    ],
)
def test_a_deal_that_cannot_be_is_void(wrong: dict[str, Any]) -> None:
    posts, held = dealt(small(), "french")
    kiefer = [post for post in posts if post["box"] == "kiefer"]
    spare = {counter: {"dummy": "infantry"} for counter in wrong["counters"] if counter not in held}
    orders = [*[post for post in posts if post not in kiefer], wrong, *kiefer]
    outcome = set_up({"mix": orders}, {**held, **spare})
    assert len(told(outcome, "void")) == 1 and not told(outcome, "deployed")
    assert len(outcome.state["at"]["counters"]) == len(held)


@pytest.mark.rule(RULES, "7.1-1")
def test_no_dummies_with_a_general_alone() -> None:
    setting = small()
    units = {uid: replace(unit, at="" if unit.at == "kiefer" else unit.at) for uid, unit in setting.units.items()}
    setting = replace(setting, forces=replace(setting.forces, units=units))
    posts, held = dealt(setting, "french", kiefer="infantry")
    script = Scripted(orders=[{"mix": posts}], markers=held)
    outcome = run(setting, empty_position(setting), script)
    assert [event["at"] for event in told(outcome, "deployed")] == ["kiefer"]


@pytest.mark.parametrize("missing", ["orders", "one box", "one commitment"])
def test_what_is_not_hidden_lies_open(missing: str) -> None:
    setting = small()
    posts, held = dealt(setting, "french", eiche="infantry")
    if missing == "orders":
        posts, held = [], {}
    elif missing == "one box":
        posts = posts[1:]
    else:
        del held["f1"]
    outcome = set_up({"mix": posts}, held)
    board = Board.read(setting, outcome.state["at"])
    shown = [board.content(counter) for counter in board.counters("french", "eiche")]
    assert shown == setup.starting(setting, "french")["eiche"] and out_of_play(board, "french") == 5
    assert len(board.hidden("french")) == (0 if missing == "orders" else len(board.counters("french")) - 7)


@pytest.mark.rule(RULES, "10-1")
@pytest.mark.parametrize("options", [{"hiding": "open"}, {"solitaire": "yes"}])
def test_open_games_have_no_dummies_and_lie_face_up(options: dict[str, str]) -> None:
    setting = small(**options)
    outcome = set_up({"mix": [{"counters": ["f1"], "box": "eiche"}]}, {}, **options)
    board = Board.read(setting, outcome.state["at"])
    assert told(outcome, "void")[0]["case"] == "10-1"
    assert board.hidden("french") == () and out_of_play(board, "french") == 0
    assert sorted(str(c) for c in board.known().values()) == sorted(
        str(c) for contents in setup.starting(setting, "french").values() for c in contents
    )


def test_open_games_check_lines_at_the_start() -> None:
    setting = small(hiding="open")
    plan = {"intercept": ["fels"], "withdraw": True}
    outcome = set_up({"reactions": {"f1": plan, "r9": plan, "f2": {"guns": ["moon"]}}}, {}, hiding="open")
    signs = outcome.state["at"]["signs"]
    assert signs["f1"] == {"kind": "general", "vc": 4, "rank": 4, "link": 2, "plan": plan}
    assert "plan" not in signs["f2"] and set(signs) == set(Board.read(setting, outcome.state["at"]).counters("french"))
    assert len(told(outcome, "void")) == 2


# -- ids ------------------------------------------------------------------------------------


def test_ids_go_round_a_circle_of_63() -> None:
    board = world({"eiche": "i ii"}).board
    assert board.fresh("french", 2) == ("f3", "f4") and len(board.free("french")) == 61
    board.place("f62", "french", "eiche")
    assert board.fresh("french", 3) == ("f63", "f3", "f4")
    board.place("f63", "french", "eiche")
    board.remove("f1")
    assert board.fresh("french", 2) == ("f1", "f3")


def test_no_more_ids_than_there_are() -> None:
    board = world({"eiche": " ".join(["french:infantry"] * 61)}).board
    assert board.fresh("french", 5) == ("f62", "f63") and board.fresh("russian", 1) == ("r1",)


def test_signs_stand_in_open_positions_only() -> None:
    assert "signs" not in encode(empty_position(small()))
    board = Board(small(hiding="open"), replace(empty_position(small(hiding="open")), stage="play"))
    board.place("f2", "french", "eiche", {"general": "ney"})
    board.at.signs = {"f2": {}}
    board.remove("f2")
    assert public(board)["signs"] == {}
