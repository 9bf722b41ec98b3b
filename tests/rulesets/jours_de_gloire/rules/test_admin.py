"""The Administrative Phase (jdg 2-B1, 3.3-5, 4.4, 7.1-6, 7.2), hidden and open."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.jours_de_gloire.board import MARCHED, MOVED
from rulesets.jours_de_gloire.hidden import shuffle
from rulesets.jours_de_gloire.hidden.signs import read_sign
from rulesets.jours_de_gloire.rules import admin
from rulesets.jours_de_gloire.rules.straggling import held_by
from tests.rulesets.jours_de_gloire.rules.test_setup import play, told
from tests.rulesets.jours_de_gloire.world import World, public, small, world

RULES = "jours-de-gloire"
OPEN = small(hiding="open")
HERE = {"eiche": "napoleon^ i^ ii french:infantry", "iller": "iii ney", "garten": "rus-2"}


def out(infantry: int, cavalry: int = 0, other: int = 0) -> Any:
    """`out` of a position, the French having these."""
    none = {"infantry": 0, "cavalry": 0}
    return {"french": {"infantry": infantry, "cavalry": cavalry, shuffle.UNTOLD: other}, "russian": none}


# -- command points ---------------------------------------------------------------------------


@pytest.mark.rule(RULES, "4.4-1")
@pytest.mark.rule(RULES, "2-B1-5")
@pytest.mark.parametrize(
    ("dice", "more", "points"),
    [
        ([1, 6], {}, {"army-west": 8, "grande-armee": 5}),
        ([3, 4], {}, {"army-west": 6, "grande-armee": 7}),
        ([3, 4], {"taken": ["jerome"]}, {"army-west": 4, "grande-armee": 7}),
        ([3], {"turned": {"army-west": "russian"}}, {"grande-armee": 7}),
    ],
)
def test_each_command_has_its_die_and_its_chief(dice: list[int], more: Any, points: dict[str, int]) -> None:
    w = world(HERE, pc={"russian-army": 4}, **more)
    outcome = play(w, admin.command_points, dice=dice)
    assert outcome.state["at"]["pc"] == points
    assert [event["die"] for event in told(outcome, "command-points")] == dice


@pytest.mark.rule(RULES, "4.4-2")
def test_what_was_left_is_gone() -> None:
    outcome = play(world(HERE, pc={"grande-armee": 9, "army-west": 9}), admin.command_points, dice=[1, 1])
    assert outcome.state["at"]["pc"] == {"army-west": 3, "grande-armee": 5}


def test_a_command_that_has_not_come_throws_no_die() -> None:
    w = world(HERE)
    assert admin.mustered(w.setting, w.board, "army-west")
    assert admin.mustered(w.setting, world(HERE, gone=["jerome", "vandamme"]).board, "army-west")
    assert not admin.mustered(w.setting, w.board, "navy")


# -- fresh ids and dummies ----------------------------------------------------------------------


def mix(w: World, entries: list[Any], held: Any = None) -> Any:
    fresh = {counter: {"dummy": "infantry"} for entry in entries for counter in entry["counters"]}
    return play(w, shuffle.mix, {"mix": entries}, markers=fresh if held is None else held)


@pytest.mark.rule(RULES, "2-B1-2")
def test_a_box_is_dealt_anew() -> None:
    w = world(HERE, forces={"french": {"1": ["f2", "f3"]}, "russian": {}}, entrenched={"eiche": "french"})
    outcome = mix(w, [{"box": "eiche", "counters": ["f10", "f20", "f30", "f40"]}])
    assert w.board.counters("french", "eiche") == ("f10", "f20", "f30", "f40") == w.board.hidden("french", "eiche")
    assert told(outcome, "mixed") == [
        {
            "kind": "mixed",
            "army": "french",
            "case": "2-B1-2",
            "at": "eiche",
            "old": ["f1", "f2", "f3", "f4"],
            "new": ["f10", "f20", "f30", "f40"],
            "back": 0,
        }
    ]
    assert w.board.at.forces["french"] == {} and w.board.at.entrenched == {"eiche": "french"}


@pytest.mark.rule(RULES, "7.1-6")
@pytest.mark.rule(RULES, "2-B1-1")
@pytest.mark.parametrize(
    ("gone", "back", "left"),
    [
        (out(1), 0, 1),
        (out(3), 1, 2),
        (out(2, 2), 2, 2),
        (out(3, 2), 2, 3),
        (out(2, 1), 1, 2),
        (out(1, 2, 1), 2, 2),
        (out(3, 1, -1), 1, 2),
    ],
)
def test_half_of_the_dummies_come_back(gone: Any, back: int, left: int) -> None:
    for more, legal in ((back, True), (back + 1, False)):
        w = world(HERE, out=gone)
        assert shuffle.returnable(w.board, "french") == back
        outcome = mix(w, [{"box": "iller", "counters": ["f10", "f11", "f12", "f13", "f14"][: 2 + more]}])
        assert [event["case"] for event in told(outcome, "void")] == ([] if legal else ["7.1-6"])
        assert shuffle.out_of_play(w.board, "french") == (left if legal else left + back)


def test_the_half_is_counted_once_for_all_boxes() -> None:
    w = world(HERE, out=out(4))
    ids = [f"f{number}" for number in range(10, 18)]
    outcome = mix(w, [{"box": "iller", "counters": ids[:4]}, {"box": "eiche", "counters": ids[3:]}])
    assert len(told(outcome, "mixed")) == 1 and shuffle.out_of_play(w.board, "french") == 2
    w = world(HERE, out=out(4))
    outcome = mix(w, [{"box": "iller", "counters": ids[:3]}, {"box": "eiche", "counters": ids[3:]}])
    assert [event["back"] for event in told(outcome, "mixed")] == [1, 1]
    assert shuffle.out_of_play(w.board, "french") == 2


@pytest.mark.parametrize(
    ("entry", "case"),
    [
        ({"box": "garten", "counters": ["f10"]}, "7.1-6"),
        ({"box": "nowhere", "counters": ["f10"]}, "7.1-6"),
        ({"box": "iller", "counters": ["f10"]}, "2-B1-2"),
        ({"box": "iller", "counters": ["f10", "f10"]}, "2-B1-2"),
        ({"box": "iller", "counters": ["f10", "f1"]}, "2-B1-2"),
        ({"box": "iller", "counters": ["f10", "r10"]}, "2-B1-2"),
        ({"box": "iller", "counters": ["f10", "f99"]}, "2-B1-2"),
    ],
)
def test_what_cannot_be_dealt(entry: Any, case: str) -> None:
    w = world(HERE, out=out(3))
    outcome = mix(w, [entry])
    assert [event["case"] for event in told(outcome, "void")] == [case]
    assert w.board.counters("french", "iller") == ("f5", "f6")


def test_what_was_not_committed_to_is_not_dealt() -> None:
    w = world(HERE)
    outcome = mix(w, [{"box": "iller", "counters": ["f10", "f11"]}], {"f10": {"dummy": "infantry"}})
    assert told(outcome, "not-hidden")[0]["counters"] == ["f10", "f11"]
    assert w.board.counters("french", "iller") == ("f5", "f6")


def test_what_was_seen_of_a_class_goes_on() -> None:
    w = world({"castell": "i ii ney^ iii"}, inside={"castell": ["f4"]}, out=out(2))
    w.board.note(MOVED, ["f2"])
    w.board.note(MARCHED, ["f2"])
    w.board.mark("f1", "lag")
    assert shuffle.classes(w.board, "french", "castell") == (("f1", "f3"), ("f2",), ("f4",))
    ids = ("f11", "f12", "f13", "f14", "f15")
    now = shuffle.contents_of(w.board, "castell", w.known, ids, [{"dummy": "cavalry"}], lambda names: names[::-1])
    assert [now[uid] for uid in ids] == [
        {"dummy": "cavalry"},
        {"general": "ney"},
        *(w.known[c] for c in ("f1", "f2", "f4")),
    ]
    mix(w, [{"box": "castell", "counters": list(ids)}])
    assert w.board.at.moved == w.board.at.marched == ["f14"] and w.board.at.inside == {"castell": ["f15"]}
    assert [w.board.marked(c, "lag") for c in ids] == [True, True, True, False, False]


@pytest.mark.rule(RULES, "2-B1-2")
@pytest.mark.parametrize(("held", "down"), [({"f1", "f2"}, ["f1", "f2"]), ({"f2"}, ["f2"]), (set(), [])])
def test_what_was_seen_is_turned_down(held: set[str], down: list[str]) -> None:
    w = world(HERE)
    w.known = {counter: content for counter, content in w.known.items() if counter in held}
    outcome = play(w, shuffle.turn_down)
    assert [event["counters"] for event in told(outcome, "turned-down")] == ([down] if down else [])
    assert [c for c in ("f1", "f2") if not w.board.face_up(c)] == down


@pytest.mark.rule(RULES, "2-B1-2")
@pytest.mark.parametrize(
    ("word", "log", "mark", "lag"),
    [
        ("i=5/2^", [], False, True),
        ("i=5/0^", [], True, False),
        ("i=5/2", [], False, False),
        ("i=5/2", [], True, True),
        ("i=7", [["march", 6, "clear", []]], False, True),
        ("i=7", [["loss", 1]], False, False),
        ("ney^", [], False, False),
    ],
)
def test_who_may_have_stragglers_stays_marked(word: str, log: list[Any], mark: bool, lag: bool) -> None:
    for part, entries, uid in (
        (shuffle.turn_down, [], "f1"),
        (shuffle.mix, [{"box": "eiche", "counters": ["f5"]}], "f5"),
    ):
        w = world({"eiche": word})
        for entry in log:
            w.board.write("f1", entry)
        w.board.mark("f1", "lag", mark)
        play(w, part, {"mix": entries}, markers={"f5": w.known["f1"]})
        if part is shuffle.mix or word.endswith("^"):
            assert w.board.marked(uid, "lag") is lag and not w.board.face_up(uid)


@pytest.mark.rule(RULES, "10-1")
def test_open_games_turn_nothing_down() -> None:
    w = world({"eiche": "napoleon^ i^"}, setting=OPEN, out=out(4))
    outcome = play(w, admin.administer, {"mix": [{"box": "eiche", "counters": ["f8", "f9", "f10"]}]})
    assert told(outcome, "void")[0]["case"] == "10-1" and w.board.hidden("french") == ()


# -- Force markers ---------------------------------------------------------------------------------


@pytest.mark.rule(RULES, "7.2-1")
@pytest.mark.rule(RULES, "7.2-2")
@pytest.mark.rule(RULES, "2-B1-3")
@pytest.mark.parametrize(
    ("forces", "found"),
    [
        ({"1": ["f1", "f2", "f3", "f4"]}, {"1": ["f1", "f2", "f3", "f4"], "2": ["f5", "f6"]}),
        ({"2": ["f1", "f2"]}, {"2": ["f1", "f2"]}),
        ({"2": []}, {}),
        ({"1": ["f5", "f6"]}, {"2": ["f5", "f6"]}),
        ({"1": ["f5", "f6"], "2": ["f1", "f3"]}, {"1": ["f5", "f6"], "2": ["f1", "f3"]}),
        ({"3": ["f1", "f2"]}, {"2": ["f5", "f6"]}),
        ({"1": ["f1"]}, {"2": ["f5", "f6"]}),
        ({"1": ["f1", "f1"]}, {"2": ["f5", "f6"]}),
        ({"1": ["f1", "f5"]}, {"2": ["f5", "f6"]}),
        ({"1": ["f1", "r1"]}, {"2": ["f5", "f6"]}),
    ],
)
def test_force_markers(forces: Any, found: Any) -> None:
    w = world(HERE, forces={"french": {"2": ["f5", "f6"]}, "russian": {}})
    outcome = play(w, admin.force_markers, {"forces": forces})
    assert w.board.at.forces["french"] == found
    assert {event["marker"] for event in told(outcome, "force")} == {
        name for name in forces if name in found and forces[name]
    }


def test_a_force_that_has_parted_is_none() -> None:
    w = world(HERE, forces={"french": {"1": ["f1", "f5"]}, "russian": {}})
    play(w, admin.force_markers)
    assert w.board.at.forces["french"] == {}


# -- strength points ----------------------------------------------------------------------------------


def pool(pf: int, command: str = "grande-armee") -> Any:
    return {"french": [{"command": command, "pf": pf}], "russian": []}


LOST = {"eiche": "napoleon^ i=3^ ii=6^ guard^", "iller": "iii=5/3^", "linde": "iv=9^", "castell": "rus-1^"}


@pytest.mark.rule(RULES, "3.3-5")
@pytest.mark.rule(RULES, "3.3-6")
@pytest.mark.parametrize(
    ("points", "said", "gets", "left"),
    [
        pytest.param(3, ["i", "ii"], ["i", "ii"], 1, id="1 and 1, the third waits"),
        pytest.param(1, [], ["i"], 0, id="declined: it must be taken"),
        pytest.param(1, ["ii"], ["ii"], 0, id="owner's choice"),
        pytest.param(3, [], ["i", "ii"], 1, id="the worst hit first"),
        pytest.param(1, ["iii"], ["i"], 0, id="stragglers are no losses"),
        pytest.param(1, ["iv"], ["i"], 0, id="not in command"),
        pytest.param(1, ["guard"], ["i"], 0, id="nothing lost"),
        pytest.param(1, ["napoleon"], ["i"], 0, id="a general"),
        pytest.param(2, ["ii", "ii"], ["i", "ii"], 0, id="one for each"),
        pytest.param(1, ["i", "ii"], ["i"], 0, id="no more than there are"),
        pytest.param(0, ["i"], [], 0, id="none waits"),
    ],
)
def test_strength_points_in_open_games(points: int, said: list[str], gets: list[str], left: int) -> None:
    w = world(
        LOST, setting=OPEN, pool=pool(points) if points else {"french": [], "russian": []}, broken=["eiche:iller"]
    )
    entries = [{"counter": w.ids[name], "command": "grande-armee"} for name in said]
    outcome = play(w, admin.reinforce, {"reinforce": entries})
    more = {name for name in ("i", "ii", "iii", "iv", "guard") if w.board.content(w.ids[name]) != w.known[w.ids[name]]}
    assert more == set(gets) and admin.waiting(w.board, "french", "grande-armee") == left
    assert sum(event["pf"] for event in told(outcome, "strength-points")) == len(gets)


@pytest.mark.rule(RULES, "3.3-5")
def test_points_are_their_commands() -> None:
    w = world({**LOST, "iller": "jerome^ west=3^"}, setting=OPEN, pool=pool(2, "army-west"))
    outcome = play(w, admin.reinforce, {"reinforce": [{"counter": w.ids["i"], "command": "army-west"}]})
    assert told(outcome, "void")[0]["case"] == "3.3-5"
    assert w.board.content(w.ids["west"]) == {"unit": "west", "pf": 4, "lag": 0}


def test_what_a_detachment_holds_is_not_lost() -> None:
    w = world({"eiche": "napoleon^ i=4^ french-b<i=2/1^ ii=7^"}, setting=OPEN, pool=pool(2))
    play(w, admin.reinforce)
    assert (
        w.board.content(w.ids["i"]) == {"unit": "i", "pf": 4, "lag": 0}
        and admin.waiting(w.board, "french", "grande-armee") == 2
    )
    assert admin.detached(w.setting, w.known) == {"i": 3}


@pytest.mark.rule(RULES, "3.3-5")
@pytest.mark.parametrize(
    ("name", "command", "fits"),
    [
        ("i", "grande-armee", True),
        ("i", "army-west", False),
        ("ii", "grande-armee", True),
        ("r1", "grande-armee", False),
    ],
)
def test_strength_points_of_face_down_counters_go_into_their_log(name: str, command: str, fits: bool) -> None:
    w = world({"eiche": "napoleon i=3 ii=6", "castell": "rus-1"}, pool=pool(2))
    counter = w.ids.get(name, name)
    play(w, admin.reinforce, {"reinforce": [{"counter": counter, "command": command}]})
    assert w.board.log(counter) == ([["pf", 1]] if fits else [])
    assert admin.waiting(w.board, "french", "grande-armee") == (1 if fits else 2)


def test_owed() -> None:
    w = world({"eiche": "napoleon i=3 ii=6"}, pool=pool(3))
    ids = w.of("i ii")
    assert admin.owed(w.setting, w.board, w.known, "french") == [("grande-armee", counter) for counter in ids]
    assert admin.owed(w.setting, w.board, w.known, "french", {ids[0]}) == [("grande-armee", ids[1])]
    w.board.write(ids[1], ["pf", 1])
    now = held_by(w.setting, w.board, "french", w.known)
    assert admin.owed(w.setting, w.board, now, "french") == [("grande-armee", ids[0])]


# -- lines ------------------------------------------------------------------------------------------------


@pytest.mark.rule(RULES, "2-B1-4")
@pytest.mark.parametrize(
    ("places", "name", "leaf"),
    [
        ({"eiche": "napoleon", "iller": "i"}, "i", ("infantry", 0, 0, 2)),
        ({"nebel": "napoleon", "linde": "i"}, "i", ("infantry", 0, 0, 0)),
        ({"nebel": "napoleon", "linde": "ney murat-i"}, "murat-i", ("cavalry", 0, 0, 1)),
        ({"nebel": "napoleon", "linde": "ney"}, "ney", ("general", 2, 3, 0)),
        ({"ahorn": "napoleon", "eiche": "french:cavalry"}, "french:cavalry", ("dummy", 0, 0, 2)),
    ],
)
def test_signs(places: dict[str, str], name: str, leaf: Any) -> None:
    w = world({**places, "moor": "rus-1"})
    found = admin.signs_of(w.setting, w.board, w.known, "french", {w.ids[name]: {"withdraw": True}})
    sign = read_sign(found[w.ids[name]])
    assert (sign.kind, sign.vc, sign.rank, sign.link) == leaf
    assert sign.plan == {"withdraw": True} and set(found) == set(w.board.counters("french"))


@pytest.mark.rule(RULES, "2-B1-4")
def test_plans_stay_until_others_are_given() -> None:
    w = world({"eiche": "napoleon^ i^ ii^"}, setting=OPEN)
    play(w, admin.check_lines, {"reactions": {"f2": {"guns": "any"}, "f3": {"with": ["r1"]}}})
    assert [read_sign(w.board.at.signs[c]).plan for c in ("f1", "f2", "f3")] == [{}, {"guns": "any"}, {}]
    play(w, admin.check_lines, {"reactions": {"f3": {"back": "iller"}}})
    kept = [read_sign(w.board.at.signs[c]).plan for c in ("f1", "f2", "f3")]
    assert kept == [{}, {"guns": "any"}, {"back": "iller"}]
    play(w, admin.check_lines, {"reactions": {"f2": {}}})
    assert read_sign(w.board.at.signs["f2"]).plan == {}


def test_hidden_games_have_their_signs_in_leaves() -> None:
    w = world({"eiche": "napoleon^ i^"})
    play(w, admin.check_lines)
    assert "signs" not in public(w.board)
