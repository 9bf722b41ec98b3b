"""What the page is told is what `pbem check` says of the file that it writes, whatever is clicked together."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import Due
from pbem.campaign.core.rulebooks import names, ruleset
from pbem.campaign.outbox.create import Invitation
from pbem.campaign.outbox.preparing import preview_of
from pbem.campaign.writing.orders_at_hand import digest_of, orders_at_hand
from pbem.campaign.writing.orders_file import ORDERS_FILE
from pbem.campaign.writing.rewriting import orders_model, plain, present
from pbem.campaign.writing.standing import STANDING, read_standing
from pbem.campaign.writing.standing_judged import judge_standing
from pbem.engine.desk import NO_LAYOUT
from pbem.errors import Problem
from pbem.orders.editing import meant, said
from pbem.orders.findings import OrdersFault
from pbem.orders.loader import load
from pbem.play.judging import desk_data, judged, reached, standing_judged
from pbem.play.keeping import Keeper
from tests.games.schema_samples import sample
from tests.play.evenings import questions, spoilt
from tests.tiers import SELDOM, examples, turns

NOTES = ("", "Mine.", "Well played.\n\n# not a comment\n  Your move.\n", "x" * 300)
SCENARIOS = [(book, one.id) for book in names() for one in ruleset(book).scenarios()]
LEARNING = ("napoleon-at-war", "learning-jena")


def invitation(rules: str, scenario: str) -> Invitation:
    book = ruleset(rules)
    return Invitation(rules, scenario, next(one for one in book.scenarios() if one.id == scenario).armies[0])


def written(campaign: Campaign, due: Due, orders: Any, note: str) -> None:
    """Writes orders.yaml as the page does, in the place of whatever lies there; it says what is wanted."""
    there = present(campaign, ORDERS_FILE)
    Keeper().orders(campaign, due, orders, note, digest_of(there) if there else "")
    model = orders_model(campaign, due)
    assert said(load(present(campaign, ORDERS_FILE)), model) == meant(plain(orders, note), model)


def held(campaign: Campaign, due: Due, orders: Any, note: str) -> bool:
    """Holds what the page is told against what `pbem check` says of the file; whether there is nothing wrong."""
    try:
        told = judged(campaign, due, orders, note)
    except Problem as problem:
        assert problem.code == "REQUEST"
        return False
    assert json.loads(json.dumps(told, allow_nan=False)).keys() == told.keys()
    written(campaign, due, orders, note)
    try:
        preview = preview_of(campaign, due, lambda: orders_at_hand(campaign))
    except OrdersFault as fault:
        assert told["findings"] == [one.to_json() for one in fault.findings] and not told["ok"]
        return False
    assert told["ok"] and told["findings"] == []
    assert told["remarks"] == [one.to_json() for one in preview.checked.remarks]
    assert told["notes"] == list(preview.checked.notes) and told["untouched"] == preview.untouched
    lines = [*told["lines"], *told["ordered"], *told["secret"], *preview.remarks, *preview.standing.lines]
    assert lines == list(preview.lines)
    for one in (*told["course"]["moves"], *told["course"]["combats"]):
        assert placed(orders, one["at"]), one
    return True


def placed(orders: Any, at: list[Any]) -> bool:
    """Whether a path leads to something in what was sent."""
    for step in at:
        try:
            orders = orders[step]
        except (LookupError, TypeError):
            return False
    return True


def check_games(folder: Path, rules: str, scenario: str, seed: int, turns: int, tries: int) -> None:
    rng, good, bad = random.Random(f"{scenario} {seed}"), 0, 0
    for campaign, due, right in questions(folder, invitation(rules, scenario), f"{scenario} {seed}", turns):
        assert held(campaign, due, right, rng.choice(NOTES)), right
        for _ in range(tries):
            fine = held(campaign, due, spoilt(campaign, due, right, rng), rng.choice(NOTES))
            good, bad = good + fine, bad + (not fine)
        check_reach(campaign, due, right)
    assert good and bad


def check_reach(campaign: Campaign, due: Due, right: dict[str, Any]) -> None:
    """For each whom an entry moves the way that he goes is among the places that he can reach, asked for that entry.

    Not where its path has a word that is no place: such a way is one click only where it is the desk's own.
    """
    desk = campaign.game.writing.desk
    assert desk is not None and due.request is not None
    layout = desk.layout(due.request, due.own)
    if layout == NO_LAYOUT:
        assert reached(campaign, due, right) is None
        return
    assert layout.move is not None
    names_of = {movable.counter: movable.who for movable in layout.movables}
    for move in judged(campaign, due, right)["course"]["moves"]:
        at = move["at"]
        clicked = len(at) == 2 and at[0] == layout.move.member and not _worded(right[at[0]][at[1]], move["way"])
        if clicked and move["way"] and set(move["who"]) <= names_of.keys():
            found = reached(campaign, due, right, at, [names_of[who] for who in move["who"]])
            assert found is not None and move["way"][-1] in [step["place"] for step in found["steps"]], move


def _worded(entry: Any, way: Sequence[str]) -> bool:
    """Whether the path of an entry says more than the places of the way."""
    path = entry.get("path", ()) if isinstance(entry, dict) else ()
    # What is done on the way may be an object instead of a word.
    return any(step not in way for step in path)


@pytest.mark.parametrize(("rules", "scenario"), turns(SCENARIOS, every=SELDOM))
def test_every_ruleset_judges_as_check_does(tmp_path: Path, rules: str, scenario: str) -> None:
    check_games(tmp_path, rules, scenario, 1, 3, 6)


@pytest.mark.campaigns
@pytest.mark.parametrize(("rules", "scenario"), SCENARIOS)
@pytest.mark.parametrize("seed", range(2, 6))
def test_many_positions_are_judged_as_check_does(tmp_path: Path, rules: str, scenario: str, seed: int) -> None:
    check_games(tmp_path, rules, scenario, seed, 14, 40)


ONE_EACH = [
    (*LEARNING, {}),
    ("jours-de-gloire", "eylau-1807", {}),
    ("jours-de-gloire", "learning-pultusk", {"hiding": "open"}),
]
"""A game of each ruleset and mode."""


@pytest.fixture(scope="module", params=ONE_EACH, ids=lambda one: "-".join((*one[:2], *one[2].values())))
def asked(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Any]]:
    """The fourth question of a game, the set-ups behind it: campaign, question, and a good answer."""
    book, scenario, options = request.param
    game = questions(tmp_path_factory.mktemp("asked"), replace(invitation(book, scenario), options=options), "one", 4)
    yield list(islice(game, 4))[-1:]
    game.close()


@pytest.mark.slow
@settings(max_examples=examples(48), deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_any_document_is_judged_as_check_does(asked: list[Any], seed: int) -> None:
    """48 documents of each game in the campaigns, other ones with each commit; 12 of each in `make slow`."""
    ((campaign, due, right),) = asked
    rng = random.Random(seed)
    held(campaign, due, spoilt(campaign, due, right, rng), rng.choice(NOTES))


@pytest.fixture(scope="module")
def jena(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Campaign, Due]]:
    """The first question of a game, and nothing in orders.yaml."""
    game = questions(tmp_path_factory.mktemp("jena"), invitation(*LEARNING), "one", 2)
    campaign, due, _ = next(game)
    yield campaign, due
    game.close()


def mover(campaign: Campaign, due: Due) -> tuple[str, str, str]:
    """Somebody who can move, where he stands, and a place next to him where he can end."""
    desk = campaign.game.writing.desk
    assert desk is not None and due.request is not None
    for one in desk.layout(due.request, due.own).movables:
        for step in desk.reach(due.request, {}, [one.who], due.own).steps:
            if one.start and step.before == one.start and step.stop:
                return one.who, one.start, step.place
    raise AssertionError("nobody can move")


def test_what_is_of_the_wrong_form_is_left_out_of_what_follows(jena: tuple[Campaign, Due]) -> None:
    campaign, due = jena
    who, start, to = mover(campaign, due)
    orders = {
        "moves": [{"unit": 7, "nonsense": []}, "go", {"unit": who, "path": [start, to]}],
        "attacks": "all",
        "x": 1,
    }
    told = judged(campaign, due, orders)
    assert not told["ok"]
    assert {tuple(one["path"])[:2] for one in told["findings"]} >= {("moves", 0), ("moves", 1), ("attacks",), ("x",)}
    mine = [move for move in told["course"]["moves"] if move["at"] == ["moves", 2]]
    assert [move["way"][-1] for move in mine] == [to]


def test_reach_counts_what_stands_before_an_entry_alone(jena: tuple[Campaign, Due]) -> None:
    campaign, due = jena
    who, start, to = mover(campaign, due)
    orders = {"moves": [{"unit": 1}, {"unit": who, "path": [start, to]}]}
    before = reached(campaign, due, orders, ["moves", 1], [who])
    assert before is not None and before == reached(campaign, due, {}, None, [who])
    assert to in [step["place"] for step in before["steps"]]
    on = reached(campaign, due, orders, ["moves", 1], [who], [start, to])
    assert on is not None and to in [step["place"] for step in on["steps"] if not step["before"]]


HOSTILE: list[Any] = [
    None,
    [],
    7,
    "moves",
    {"moves": None},
    {"moves": 1.5},
    {"moves": [2**60]},
    {"campaign": "another"},
    {"note": "twice"},
    {"moves": "\ud800"},
    {"moves": ["\u3042"]},
    {"\u3042": []},
    {"a" * 200: []},
    {"moves": ["x"] * 20_000},
    {"moves": "x" * 2_000_000},
    {"moves": "x" * 300_000},
    {"a\nb": 1},
]


def deep(levels: int) -> Any:
    found: Any = "x"
    for _ in range(levels):
        found = [found]
    return {"moves": found}


@pytest.mark.parametrize("orders", [*HOSTILE, deep(17), deep(900), deep(100_000)], ids=lambda one: repr(type(one)))
def test_what_no_file_can_hold_is_refused(jena: tuple[Campaign, Due], orders: Any) -> None:
    campaign, due = jena
    with pytest.raises(Problem) as told:
        judged(campaign, due, orders)
    assert told.value.code == "REQUEST"
    try:  # writes no file, so that it may answer; whatever it says, it breaks nothing
        reached(campaign, due, orders)
    except Problem as refused:
        assert refused.code == "REQUEST"
    with pytest.raises(Problem):
        Keeper().orders(campaign, due, orders, "", "")
    with pytest.raises(Problem):
        standing_judged(campaign, due, orders)
    assert not campaign.folder.has_document(ORDERS_FILE)


@pytest.mark.parametrize("note", [None, 7, ["a"], "\x00", "\u3042", "x" * 300_000])
def test_a_note_is_bounded_text(jena: tuple[Campaign, Due], note: Any) -> None:
    with pytest.raises(Problem) as told:
        judged(*jena, {}, note)
    assert told.value.code == "REQUEST"
    if note == "\u3042":
        assert "note: the character U+3042 cannot be used" in told.value.what and "take it out" in told.value.mend


@pytest.mark.parametrize("at", [7, "moves", [], ["moves"], ["moves", -1], ["moves", True], ["moves", "0"], [0, 0]])
def test_a_place_is_a_place(jena: tuple[Campaign, Due], at: Any) -> None:
    with pytest.raises(Problem):
        reached(*jena, {}, at)


@pytest.mark.parametrize("who", [7, "suc-1", [7], ["x" * 300], ["x"] * 300])
def test_who_is_asked_about_are_names(jena: tuple[Campaign, Due], who: Any) -> None:
    for name in ("who", "way"):
        with pytest.raises(Problem):
            reached(*jena, {}, None, **{name: who})


def test_an_unknown_unit_reaches_nothing(jena: tuple[Campaign, Due]) -> None:
    found = reached(*jena, {}, None, ["nobody"], ["nowhere"])
    assert found is not None and found["steps"] == []


def test_the_desk_tells_the_files_that_lie_there(jena: tuple[Campaign, Due]) -> None:
    campaign, due = jena
    told = desk_data(campaign, due)
    assert json.loads(json.dumps(told, allow_nan=False)).keys() == told.keys()
    assert told["file"] == {"digest": "", "text": "", "notices": [], "orders": told["file"]["orders"], "note": ""}
    assert told["standing_file"]["values"] == told["standing"]["values"] == {}
    assert set(told["soon"]) <= {slot["name"] for slot in told["standing"]["slots"]} and told["soon"]
    assert [title for title, _ in told["pictures"]] == [board["title"] for board in told["boards"]]
    try:
        campaign.folder.write_document(ORDERS_FILE, b"moves: [\n")
        told = desk_data(campaign, due)["file"]
        assert told["text"] == "moves: [\n" and "orders.yaml:" in told["notices"][0]
        campaign.folder.write_document(ORDERS_FILE, b"campaign: x\nphase: y\nfor: 1\n")
        assert "another question" in desk_data(campaign, due)["file"]["notices"][0]
        lying = campaign.folder.read_document(STANDING) if campaign.folder.has_document(STANDING) else None
        campaign.folder.write_document(STANDING, b"retreat:\n  v-corps: nonsense\nadvance: [\n")
        told = desk_data(campaign, due)
        assert "standing.yaml:4:1" in told["standing_file"]["notices"][0] and told["standing"]["slots"]
        campaign.folder.write_document(STANDING, b"retreat:\n  v-corps: nonsense\n")
        told = desk_data(campaign, due)
        assert told["standing"]["values"] == {"retreat": {"v-corps": "nonsense"}}
        assert not standing_judged(campaign, due, told["standing"]["values"])["ok"]
        (campaign.folder.path / STANDING).unlink()
        if lying is not None:
            campaign.folder.write_document(STANDING, lying)
    finally:
        (campaign.folder.path / ORDERS_FILE).unlink()


@pytest.mark.parametrize("seed", [*range(3), *turns(range(3, 40))])
def test_standing_orders_are_judged_as_the_command_does(jena: tuple[Campaign, Due], seed: int) -> None:
    campaign, due = jena
    rng = random.Random(seed)
    values: dict[str, Any] = {}
    words = ["suc-1", "2/Suchet", "0609", "n", "nobody", "safe", "9999"]
    for slot in rng.sample(list(campaign.machine.slots[campaign.seat]), 3):
        kind, _, formation = slot.name.partition(".")
        value = sample(slot.schema, rng, words) if rng.random() < 0.7 else rng.choice(["ask", 7, ["x"], {"to": "x"}])
        values |= {kind: {**values.get(kind, {}), formation: value}} if formation else {kind: value}
    told = standing_judged(campaign, due, values)
    there = present(campaign, STANDING)
    Keeper().standing(campaign, values, digest_of(there) if there else "")
    try:
        read_standing(campaign, campaign.seat)
        found = judge_standing(campaign, due)
        findings, remarks = found.findings, found.remarks
    except OrdersFault as fault:
        findings, remarks = fault.findings, ()
    assert told["findings"] == [one.to_json() for one in findings] and told["ok"] == (not findings)
    assert told["remarks"] == [one.to_json() for one in remarks]
    (campaign.folder.path / STANDING).unlink()
