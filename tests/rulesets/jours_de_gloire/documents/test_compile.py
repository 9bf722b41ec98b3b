"""Papers into messages: what becomes of good ones, and the case, unit and box of every wrong one."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.hidden import HIDDEN, Own
from rulesets.jours_de_gloire.documents.compile import compile_document
from rulesets.jours_de_gloire.documents.compile_setup import usual_dummies
from rulesets.jours_de_gloire.hidden.signs import MOST_COUNTERS, read_sign
from rulesets.jours_de_gloire.telling.preview import preview
from tests.rulesets.jours_de_gloire.papers import SECRET, compiled, field, own, question, set_up
from tests.rulesets.jours_de_gloire.world import small

BOOK = "jours-de-gloire"
# f1 napoleon, f2 i, f3 ii, f4 guard, f5 murat-i, f6 dummy | f7 davout, f8 iii, f9 iv, f10 v, f11 legion
FIELD = {
    "eiche": "napoleon i ii guard murat-i french:infantry",
    "iller": "davout iii iv v legion",
    "castell": "rus-1",
    "garten": "rus-2 kamenskoi",
}

# -- good papers ---------------------------------------------------------------------------

GOOD = [
    ({"orders": [{"stack": ["I Corps", "napoleon"], "path": ["Fels"]}]}, {"stack": ["f1", "f2"], "path": ["fels"]}),
    ({"orders": [{"stack": "f6", "path": ["ahorn"]}]}, {"stack": ["f6"], "path": ["ahorn"]}),
    (
        {"orders": [{"stack": ["i"], "path": ["ahorn", "birke"], "forced": "yes"}]},
        {"stack": ["f2"], "path": ["ahorn", "birke"], "forced": True},
    ),
    (
        {
            "orders": [
                {"stack": ["napoleon", "i", "ii", "guard"], "path": ["ahorn"], "concentrate": "yes", "lead": "yes"}
            ]
        },
        {"stack": ["f1", "f2", "f3", "f4"], "path": ["ahorn"], "concentrate": True, "lead": "f1"},
    ),
    ({"orders": [{"stack": ["i"], "entrench": "yes"}]}, {"stack": ["f2"], "entrench": True}),
    (
        {"orders": [{"stack": ["iii"], "path": [{"destroy": "eiche"}]}]},
        {"stack": ["f8"], "path": [{"destroy": "eiche"}]},
    ),
    (
        {"orders": [{"stack": ["murat-i"], "path": ["fels", "garten", {"recon": ["fels"]}]}]},
        {"stack": ["f5"], "path": ["fels", "garten", {"recon": ["fels"]}], "flag": True},
    ),
    (
        {"orders": [{"stack": ["murat-i"], "path": ["fels", "garten"], "flag": "no"}]},
        {"stack": ["f5"], "path": ["fels", "garten"]},
    ),
    (
        {"forces": {"1": ["i", "ii"]}, "orders": [{"stack": "1", "path": ["ahorn"]}]},
        {"stack": ["f2", "f3"], "path": ["ahorn"]},
    ),
]


@pytest.mark.rule(BOOK, "1.2.1-6")
@pytest.mark.parametrize(("paper", "entry"), GOOD)
def test_a_good_paper_names_counters_only(paper: dict[str, Any], entry: dict[str, Any]) -> None:
    found = compiled(field(FIELD), paper)
    assert (found.faults, found.input["orders"]) == ([], [entry])
    assert found.notes


def test_what_a_move_needs_opened_is_opened_with_it() -> None:
    scouts = compiled(field(FIELD), {"orders": [{"stack": ["murat-i"], "path": ["fels", "garten", {"recon": "stay"}]}]})
    led = {"stack": ["davout", "iii"], "path": ["kiefer"], "forced": "yes", "lead": "yes"}
    assert scouts.show == ["f5"]
    assert compiled(field(FIELD), {"orders": [led], "show": ["iii"]}).show == ["f8", "hidden.f7"]


@pytest.mark.rule(BOOK, "2-B1-4")
def test_signs_show_what_the_administration_left_also_of_scouts_who_are_worn_away() -> None:
    """Scouts without a strength point leave the map when they are turned up; their sign was committed to before."""
    place = field({**FIELD, "eiche": "napoleon i ii guard murat-i=0/3 french:infantry"})
    paper = {"orders": [{"stack": ["murat-i"], "path": ["fels", "garten", {"recon": "stay"}]}]}
    found = compiled(place, paper)
    assert (found.faults, found.leaves[HIDDEN]["f5"]["kind"]) == ([], "cavalry")
    told = preview(place.setting, question(place), found.input, own(place).with_hidden(found.hide))
    assert "void" not in told["orders"][0]


@pytest.mark.rule(BOOK, "5.4-3")
def test_a_leader_is_shown_only_where_the_dice_of_the_march_ask_for_him() -> None:
    """The march asks for his sign before stragglers are thrown for; otherwise nobody needs to see it."""
    entry = {"stack": ["davout", "iii"], "path": ["kiefer"], "lead": "yes"}
    assert compiled(field(FIELD), {"orders": [entry]}).show == []
    assert compiled(field(FIELD), {"orders": [{**entry, "forced": "yes"}]}).show == ["hidden.f7"]


@pytest.mark.rule(BOOK, "7.2-1")
@pytest.mark.parametrize("forces", [{}, {"2": ["iii", "iv"]}])
def test_a_force_marker_that_is_not_named_stays_where_it_lies(forces: dict[str, Any]) -> None:
    """As in the game, also where the paper says something of other markers."""
    place = field(FIELD, forces={"french": {"1": ["f2", "f3"]}, "russian": {}})
    found = compiled(place, {"forces": forces, "orders": [{"stack": "1", "path": ["ahorn"]}]})
    assert found.faults == [] and found.input["orders"][0]["stack"] == ["f2", "f3"]


@pytest.mark.rule(BOOK, "7.2-1")
def test_a_force_marker_whose_counters_stand_apart_is_gone() -> None:
    """As in the game, where it is taken off in the Administrative Phase."""
    place = field(FIELD, forces={"french": {"1": ["f2", "f8"]}, "russian": {}})
    (fault,) = compiled(place, {"orders": [{"stack": "1", "path": ["ahorn"]}]}).faults
    assert fault.path == ("orders", 0, "stack", 0) and "there is no Force marker 1" in fault.refusal.text


@pytest.mark.rule(BOOK, "5.3-4")
def test_moves_are_judged_one_after_the_other() -> None:
    """The chief leaves, so that those he leaves behind are judged without him."""
    alone = compiled(
        field({"eiche": "napoleon i", "dachs": "cossacks"}, pc={"grande-armee": 1}),
        {
            "orders": [
                {"stack": ["napoleon"], "path": ["ahorn", "birke", "castell", "garten", "heide"]},
                {"stack": ["i"], "path": ["ahorn"]},
            ]
        },
    )
    (fault,) = alone.faults
    assert (fault.path, fault.refusal.case, fault.refusal.unit) == (("orders", 1), "4.4-3", "i")


# -- wrong papers ----------------------------------------------------------------------------


def moves(*entries: dict[str, Any]) -> dict[str, Any]:
    return {"orders": list(entries)}


def stack(names: str, *path: Any, **more: Any) -> dict[str, Any]:
    return {"stack": names.split(), "path": list(path), **more}


M0 = ("orders", 0)
ASSAULT = {**moves(stack("i", "ahorn", "birke", "castell")), "battles": {"castell": {"tactic": "decisive"}}}
# case, paper, where in it, unit, box, words of the sentence
WRONG: list[tuple[str, dict[str, Any], tuple[str | int, ...], str, str, str]] = [
    ("", moves(stack("marmont", "fels")), (*M0, "stack", 0), "", "", "marmont"),
    ("", moves(stack("rus-1", "fels")), (*M0, "stack", 0), "", "", "rus-1"),
    ("", moves(stack("i", "berlin")), (*M0, "path", 0), "", "", "berlin"),
    ("", moves(stack("2", "fels")), (*M0, "stack", 0), "", "", "Force marker 2"),
    ("5.1-4", moves(stack("iii", "fels")), (*M0, "path", 0), "iii", "fels", "no link"),
    ("5.1-5", moves(stack("iii", "kiefer", "fels")), (*M0, "path", 1), "iii", "fels", "major river"),
    (
        "5.1-1",
        moves(stack("i", "fels", "garten", "heide", "dachs", "castell")),
        (*M0, "path", 4),
        "i",
        "castell",
        "points",
    ),
    ("5.1-3", moves(stack("i", "ahorn"), stack("i", "birke")), ("orders", 1), "i", "ahorn", "had its turn"),
    ("5.3-2", moves(stack("i ii guard", "fels")), M0, "i", "eiche", "3 infantry"),
    ("5.3-5", moves(stack("i iii", "fels")), M0, "iii", "eiche", "III Corps"),
    ("5.3-5", moves(stack("i i", "fels")), (*M0, "stack"), "f2", "", "twice"),
    ("6.2-6", moves(stack("murat-i", entrench="yes")), M0, "murat-i", "eiche", "cavalry"),
    ("7.1-2", moves(stack("f6", entrench="yes")), M0, "f6", "eiche", "dummy"),
    ("7.1-2", moves(stack("f6", {"destroy": "iller"})), M0, "f6", "eiche", "dummy"),
    ("6.4-1", moves(stack("v", {"destroy": "eiche"})), M0, "v", "iller", "strength points"),
    ("6.3-1", moves(stack("i", "fels", "garten", {"recon": "stay"})), M0, "i", "eiche", "only cavalry"),
    ("4.4-2", moves(stack("i", "ahorn", command="army-west")), M0, "i", "eiche", "army-west"),
    ("3.3-4", moves(stack("late-foot", enter="north-road")), (*M0, "stack", 0), "late-foot", "", "does not come"),
    ("", moves(stack("late-foot", enter="sea")), (*M0, "enter"), "", "", "no entry sea"),
    ("3.3-5", {"reinforce": ["i"]}, ("reinforce", 0), "i", "eiche", "lost nothing"),
    ("3.3-5", {"reinforce": ["napoleon"]}, ("reinforce", 0), "napoleon", "eiche", "no unit of the roster"),
    ("6.1-1", {"detach": [{"from": "i", "counter": "french-a", "pf": 2}]}, ("detach", 0), "i", "eiche", "in use"),
    ("6.1-1", {"detach": [{"from": "i", "counter": "french-1", "pf": 2}]}, ("detach", 0), "i", "eiche", "infantry"),
    ("6.1-1", {"detach": [{"from": "i", "counter": "french-b", "pf": 7}]}, ("detach", 0), "i", "eiche", "at least 1"),
    ("6.1-5", {"detach": [{"from": "v", "counter": "french-b", "pf": 1}]}, ("detach", 0), "v", "iller", "cohesion"),
    ("6.1-3", {"rejoin": [{"unit": "guard", "detachment": "legion"}]}, ("rejoin", 0), "legion", "eiche", "one box"),
    ("7.1-6", {"dummies": [{"kind": "infantry", "box": "eiche"}]}, ("dummies", 0), "", "eiche", "0 dummies"),
    ("2-B1-2", {"mix": ["moor"]}, ("mix", 0), "", "moor", "Moor"),
    ("7.2-1", {"forces": {"3": ["i", "ii"]}}, ("forces", "3"), "i", "eiche", "2 Force markers"),
    ("7.2-1", {"forces": {"1": ["i", "iii"]}}, ("forces", "1"), "i", "eiche", "one box"),
    ("6.3-6", {"reactions": {"i": {"withdraw": "yes"}}}, ("reactions", "i", "withdraw"), "i", "eiche", "no cavalry"),
    ("7.1-2", {"reactions": {"f6": {"intercept": ["fels"]}}}, ("reactions", "f6"), "f6", "eiche", "cannot react"),
    ("7.1-2", {"reactions": {"i": {"with": ["f6"]}}}, ("reactions", "i", "with", 0), "i", "eiche", "dummy"),
    ("6.5.1-6", {"reactions": {"i": {"back": "ahorn"}}}, ("reactions", "i", "back"), "i", "eiche", "intercept"),
    ("8.0-1", {"battles": {"moor": {"tactic": "screen"}}}, ("battles", "moor"), "", "moor", "nobody"),
    ("8.2-4", ASSAULT, ("battles", "castell", "tactic"), "", "castell", "3 stars"),
    (
        "8.2-7",
        {"battles": {"eiche": {"tactic": "skirmish"}}},
        ("battles", "eiche", "tactic"),
        "",
        "eiche",
        "at most 10",
    ),
    ("8.0-2", {"order": ["eiche", "eiche"]}, ("order", 1), "", "eiche", "twice"),
]


@pytest.mark.parametrize(("case", "paper", "path", "unit", "box", "words"), WRONG)
def test_a_wrong_paper(
    case: str, paper: dict[str, Any], path: tuple[str | int, ...], unit: str, box: str, words: str
) -> None:
    (fault,) = compiled(field(FIELD), paper).faults
    assert (fault.path, fault.refusal.case) == (path, case)
    assert (fault.refusal.unit, fault.refusal.hex) == (unit, box)
    assert words in fault.refusal.text


@pytest.mark.rule(BOOK, "4.4-2")
def test_command_points_add_up_for_each_command() -> None:
    """Each corps alone costs 1 of its own command; the points of the other command do not help."""
    place = field({"eiche": "napoleon i ii guard", "kiefer": "jerome west"}, pc={"grande-armee": 1, "army-west": 6})
    paper = moves(stack("i", "ahorn"), stack("ii", "ahorn"), stack("west jerome", "linde"))
    (fault,) = compiled(place, paper).faults
    assert (fault.path, fault.refusal.case, fault.refusal.unit) == (("orders", 1), "4.4-3", "ii")


@pytest.mark.rule(BOOK, "8.8-4")
@pytest.mark.rule(BOOK, "6.4-6")
def test_a_siege_takes_infantry_and_engineers_no_enemies() -> None:
    place = field({"birke": "napoleon murat-i", "castell": "rus-1", "garten": "iii rus-2"})
    siege = {**moves(stack("murat-i", "castell")), "battles": {"castell": {"siege": "yes"}}}
    (fault,) = compiled(place, siege).faults
    assert (fault.path, fault.refusal.case, fault.refusal.hex) == (("battles", "castell", "siege"), "8.8-4", "castell")
    (fault,) = compiled(place, moves(stack("iii", {"destroy": "castell"}))).faults
    assert (fault.refusal.case, fault.refusal.unit) == ("6.4-6", "iii")


@pytest.mark.rule(BOOK, "4.5-2")
def test_out_of_command_nobody_detaches_and_nobody_gets_points() -> None:
    place = field(
        {"ahorn": "napoleon", "moor": "i=5"}, pool={"french": [{"command": "grande-armee", "pf": 1}], "russian": []}
    )
    paper = {"detach": [{"from": "i", "counter": "french-b", "pf": 1}], "reinforce": ["i"]}
    cases = [(fault.path, fault.refusal.case, fault.refusal.hex) for fault in compiled(place, paper).faults]
    assert cases == [(("reinforce", 0), "3.3-5", "moor"), (("detach", 0), "4.5-2", "moor")]


# -- what is hidden with it --------------------------------------------------------------------


@pytest.mark.rule(BOOK, "3.3-6")
@pytest.mark.rule(BOOK, "6.1-1")
def test_points_and_detachments_change_what_is_committed_to() -> None:
    waits = {"french": [{"command": "grande-armee", "pf": 2}], "russian": []}
    place = field({"eiche": "napoleon i=5/1 ii=3", "garten": "rus-2"}, pool=waits)
    found = compiled(place, {"reinforce": ["i"], "detach": [{"from": "i", "counter": "french-b", "pf": 2}]})
    assert found.faults == []
    # ii is the worst hit and takes the point that is left; its content does not change, the log says so.
    assert found.input["reinforce"] == [
        {"counter": "f2", "command": "grande-armee"},
        {"counter": "f3", "command": "grande-armee"},
    ]
    assert found.input["detach"] == [{"from": "f2", "counter": "f4"}]
    assert found.hide == {
        "f2": {"unit": "i", "pf": 4, "lag": 1},
        "f4": {"unit": "french-b", "pf": 2, "lag": 0, "of": "i"},
    }


@pytest.mark.rule(BOOK, "6.1-3")
def test_a_detachment_that_rejoins_is_gone() -> None:
    place = field({"eiche": "napoleon i=4/1 french-b<i=2", "garten": "rus-2"})
    found = compiled(place, {"rejoin": [{"unit": "i", "detachment": "french-b"}], "orders": [stack("i", "ahorn")]})
    assert (found.faults, found.gone) == ([], ["f3"])
    assert found.hide == {"f2": {"unit": "i", "pf": 6, "lag": 1}}
    assert found.leaves[HIDDEN]["f3"] == ""


@pytest.mark.rule(BOOK, "2-B1-2")
def test_what_was_seen_is_turned_down_and_dealt_anew_with_its_box() -> None:
    """The log of a face-down counter is worked into what it holds under its fresh number."""
    place = field({"eiche": "napoleon i^ ii=7 french:cavalry", "iller": "iii^", "garten": "rus-2"})
    place.board.write("f3", ["loss", 2])
    found = compiled(place, {"orders": [stack("ii", "ahorn"), stack("f4", "ahorn")]})
    (deal,) = found.input["mix"]
    assert (deal["box"], deal["counters"]) == ("eiche", ["f6", "f7", "f8", "f9"])
    assert found.gone == ["f1", "f2", "f3", "f4"]
    assert found.hide["f5"] == {"unit": "iii", "pf": 8, "lag": 0}
    fresh = {counter: found.hide[counter] for counter in deal["counters"]}
    assert {"unit": "ii", "pf": 5, "lag": 0} in fresh.values()
    # The paper's f4 is found under the number that the dummy bears now.
    named = [fresh[entry["stack"][0]] for entry in found.input["orders"]]
    assert named == [{"unit": "ii", "pf": 5, "lag": 0}, {"dummy": "cavalry"}]


def test_mix_none_deals_nothing() -> None:
    place = field({"eiche": "napoleon i^", "garten": "rus-2"})
    found = compiled(place, {"mix": []})
    assert ("mix" in found.input, list(found.hide), found.gone) == (False, ["f2"], [])


@pytest.mark.rule(BOOK, "7.1-6")
def test_dummies_come_back_among_the_others() -> None:
    place = field(
        {"eiche": "napoleon i", "garten": "rus-2"},
        out={"french": {"infantry": 2, "cavalry": 0, "other": 0}, "russian": {}},
    )
    found = compiled(place, {"dummies": [{"kind": "cavalry", "box": "eiche"}]})
    (deal,) = found.input["mix"]
    assert (found.faults, len(deal["counters"])) == ([], 3)
    assert {"dummy": "cavalry"} in found.hide.values()
    twice = compiled(place, {"dummies": [{"kind": "cavalry", "box": "eiche"}] * 2}).faults
    assert [(fault.path, fault.refusal.case) for fault in twice] == [(("dummies", 1), "7.1-6")]


@pytest.mark.rule(BOOK, "2-B1-4")
def test_every_leaf_of_the_side_is_written() -> None:
    place = field(FIELD)
    plan = {"intercept": ["FELS"], "guns": ["any"], "with": ["ii"]}
    leaves = compiled(place, {"reactions": {"i": plan}, "orders": [stack("napoleon", "iller")]}).leaves[HIDDEN]
    assert list(leaves) == [f"f{number}" for number in range(1, MOST_COUNTERS + 1)]
    general, unit, dummy = (read_sign(leaves[counter]) for counter in ("f1", "f2", "f6"))
    assert (general.kind, general.vc, general.rank, general.link) == ("general", 4, 4, 2)
    # The link is that of the administration: the chief had not left then.
    assert (unit.kind, unit.vc, unit.link) == ("infantry", 0, 2)
    assert unit.plan == {"intercept": ["fels"], "guns": "any", "with": ["f3"]}
    assert (dummy.kind, dummy.plan) == ("dummy", {})
    assert leaves["f40"] == ""


def test_plans_are_kept_where_the_paper_is_silent() -> None:
    place = field({"eiche": "napoleon^ i ii murat-i", "garten": "rus-2"})
    kept = {"kind": "infantry", "vc": 0, "rank": 0, "link": 2, "plan": {"intercept": ["fels"], "with": ["f3"]}}
    scouts = {"kind": "cavalry", "vc": 0, "rank": 0, "link": 2, "plan": {"withdraw": True}}
    found = compiled(place, {"reactions": {"murat-i": {}}}, knows=own(place, f2=kept, f4=scouts))
    where = {content.get("unit", content.get("general")): counter for counter, content in found.hide.items()}
    assert sorted(where) == ["i", "ii", "murat-i", "napoleon"]
    leaves = found.leaves[HIDDEN]
    assert read_sign(leaves[where["i"]]).plan == {"intercept": ["fels"], "with": [where["ii"]]}
    assert read_sign(leaves[where["murat-i"]]).plan == {}


def test_in_an_open_game_everything_is_public() -> None:
    place = field({"eiche": "napoleon^ i^", "garten": "rus-2^"}, setting=small(hiding="open"), signs={})
    found = compiled(place, {"orders": [stack("i", "ahorn")], "reactions": {"i": {"intercept": ["birke"]}}})
    assert (found.faults, found.hide, found.leaves, [*found.show, *found.gone]) == ([], {}, {}, [])
    assert found.input == {
        "orders": [{"stack": ["f2"], "path": ["ahorn"], "command": "grande-armee"}],
        "reactions": {"f2": {"intercept": ["birke"]}},
    }
    detached = compiled(place, {"detach": [{"from": "i", "counter": "french-b", "pf": 2}]}).input["detach"]
    assert detached == [{"from": "f2", "counter": "f3", "unit": "french-b", "pf": 2}]


@pytest.mark.rule(BOOK, "3.3-4")
def test_who_enters_gets_fresh_numbers() -> None:
    place = field({"eiche": "napoleon", "garten": "rus-2"}, turn=2, due=[0], arrivals=[0])
    entry = {"stack": ["late-foot", "late-horse"], "enter": "north-road", "path": ["birke"]}
    found = compiled(place, moves(entry))
    assert found.faults == []
    assert found.input["orders"] == [{"enter": "north-road", "path": ["birke"], "stack": ["f2", "f3"]}]
    assert sorted(content["unit"] for content in found.hide.values()) == ["late-foot", "late-horse"]
    assert read_sign(found.leaves[HIDDEN]["f2"]).link == 0
    opened = field({"eiche": "napoleon^"}, turn=2, due=[0], arrivals=[0], setting=small(hiding="open"), signs={})
    assert compiled(opened, moves(entry)).input["orders"][0]["holds"] == ["late-foot", "late-horse"]


# -- the set-up ----------------------------------------------------------------------------------


@pytest.mark.rule(BOOK, "7.1-1")
def test_the_set_up_spreads_dummies_over_the_strongest_boxes() -> None:
    request, knows, setting = set_up()
    found = compile_document(setting, request, {}, knows)
    assert found.faults == []
    boxes = {entry["box"]: len(entry["counters"]) for entry in found.input["mix"]}
    # Iller has 33 PF, Eiche 23, Kiefer 5; three infantry and two cavalry dummies go round.
    assert [entry["box"] for entry in usual_dummies(setting, "french")] == [
        "iller",
        "eiche",
        "kiefer",
        "iller",
        "eiche",
    ]
    assert boxes == {"eiche": 9, "iller": 7, "kiefer": 4}
    names = [content.get("unit", content.get("general", "dummy")) for content in found.hide.values()]
    assert (len(names), names.count("dummy"), len(set(names))) == (20, 5, 16)
    assert sum(1 for leaf in found.leaves[HIDDEN].values() if leaf) == 20


SET_UP_FAULTS = [
    ("7.1-1", {"dummies": [{"kind": "infantry", "box": "fels"}]}, ("dummies", 0, "box"), "fels"),
    ("1.3-1", {"dummies": [{"kind": "cavalry", "box": "eiche"}] * 3}, ("dummies", 2), "eiche"),
    ("T-SCEN", {"orders": []}, ("orders",), ""),
    ("", {"dummies": [{"kind": "infantry", "box": "berlin"}]}, ("dummies", 0, "box"), ""),
]


@pytest.mark.parametrize(("case", "paper", "path", "box"), SET_UP_FAULTS)
def test_a_wrong_set_up(case: str, paper: dict[str, Any], path: tuple[str | int, ...], box: str) -> None:
    request, knows, setting = set_up()
    (fault,) = compile_document(setting, request, paper, knows).faults
    assert (fault.path, fault.refusal.case, fault.refusal.hex) == (path, case, box)


def test_an_open_set_up_has_nothing_to_hide() -> None:
    request, knows, setting = set_up(hiding="open")
    found = compile_document(setting, request, {"reactions": {"i": {"guns": "any"}}}, knows)
    assert (found.input, found.hide, found.faults) == ({"reactions": {"f3": {"guns": "any"}}}, {}, [])
    refused = compile_document(setting, request, {"dummies": [{"kind": "infantry", "box": "eiche"}]}, knows)
    assert [fault.refusal.case for fault in refused.faults] == ["10-1"]


# -- dealing ---------------------------------------------------------------------------------------


def dealt(secret: bytes) -> tuple[str, ...]:
    """In which order the three counters of Eiche come under their fresh numbers."""
    place = field({"eiche": "napoleon i ii", "garten": "rus-2"})
    found = compiled(place, {"mix": ["eiche"]}, knows=own(place, secret=secret))
    return tuple(str(content.get("unit", "napoleon")) for content in found.hide.values())


@pytest.mark.rule(BOOK, "1.3-2")
def test_numbers_tell_nothing() -> None:
    """Every order of three comes up for some secret, about equally often; one secret always deals the same."""
    orders = [dealt(number.to_bytes(32, "big")) for number in range(300)]
    counts = {order: orders.count(order) for order in set(orders)}
    assert len(counts) == 6
    assert min(counts.values()) >= 30
    assert dealt(SECRET) == dealt(SECRET)


def test_a_paper_without_knowledge_hides_nothing() -> None:
    place = field(FIELD)
    found = compiled(place, {"mix": ["eiche"], "orders": [stack("f2", "ahorn")]}, knows=Own("french"))
    assert (found.hide, [fault.refusal.case for fault in found.faults]) == ({}, ["2-B1-2", "1.2.1-6"])
