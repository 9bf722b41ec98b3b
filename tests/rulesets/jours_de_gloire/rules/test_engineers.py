"""Entrenchments (6.2) and engineers (6.4)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulesets.jours_de_gloire.marches import BOTH, HIDDEN, OPEN, RULES, moved, place, play, refused


def marks(*cases: str) -> Any:
    return [pytest.mark.rule(RULES, case) for case in cases]


# -- entrenching ---------------------------------------------------------------------------


@BOTH
@pytest.mark.rule(RULES, "6.2-1")
@pytest.mark.rule(RULES, "4.4-8")
def test_who_stays_may_dig(how: str) -> None:
    w = place({"iller": "i napoleon french:infantry"}, how)
    run = play(w, moved(w, "i french:infantry", entrench=True))
    assert run.board.at.entrenched == {"iller": "french"} and run.board.at.dug == ["f1", "f3"]
    assert run.board.at.moved == [] and run.kinds() == ["activated", "entrenched"]
    if how == OPEN:
        assert run.board.at.pc["grande-armee"] == 18


@pytest.mark.parametrize(
    ("places", "names", "more", "at", "case"),
    [
        pytest.param({"iller": "i napoleon"}, "i", {}, {"moved": ["f1"]}, "6.2-1", marks=marks("6.2-1")),
        pytest.param({"iller": "i napoleon"}, "i", {"path": ["kiefer"]}, {}, "6.2-1", marks=marks("6.2-1")),
        pytest.param({"iller": "i napoleon"}, "i", {}, {"entrenched": {"iller": "french"}}, "6.2-1",
                     marks=marks("6.2-1")),
        pytest.param({"iller": "i napoleon"}, "i", {"forced": True}, {}, "6.2-1", marks=marks("6.2-1")),
        pytest.param({"castell": "i napoleon"}, "i", {}, {}, "6.2-5", marks=marks("6.2-5")),
    ],
)  # fmt: skip
def test_digging_that_everybody_sees_to_be_wrong(
    places: dict[str, str], names: str, more: dict[str, Any], at: dict[str, Any], case: str
) -> None:
    for how in (HIDDEN, OPEN):
        w = place(places, how, **at)
        orders = {"orders": [{"stack": list(w.of(names)), "entrench": True, **more}]}
        run = play(w, orders)
        assert run.cases == [case] and run.board.at.dug == []


@pytest.mark.parametrize(
    ("names", "case"),
    [
        pytest.param("i", "", marks=marks("6.2-4")),
        pytest.param("i french:infantry", "", marks=marks("6.2-4")),
        pytest.param("french:infantry", "6.2-4", marks=marks("6.2-4")),
        pytest.param("napoleon", "6.2-4", marks=marks("6.2-4")),
        pytest.param("murat-i", "6.2-6", marks=marks("6.2-6")),
        pytest.param("i murat-i", "6.2-6", marks=marks("6.2-6")),
    ],
)
def test_who_digs(names: str, case: str) -> None:
    for how in (HIDDEN, OPEN):
        w = place({"iller": "i napoleon french:infantry murat-i"}, how)
        assert refused(w, moved(w, names, entrench=True)) == case
    assert play(w, moved(w, names, entrench=True)).cases == ([case] if case else [])


@pytest.mark.rule(RULES, "4.4-8")
def test_digging_needs_its_points() -> None:
    w = place({"iller": "i napoleon"}, OPEN)
    w.board.at.pc = {"grande-armee": 1, "army-west": 9}
    assert play(w, moved(w, "i napoleon", entrench=True)).cases == ["4.4-8"]


@BOTH
@pytest.mark.rule(RULES, "6.2-3")
def test_works_that_nobody_holds_are_gone(how: str) -> None:
    w = place({"iller": "i napoleon"}, how, entrenched={"iller": "french"})
    run = play(w, moved(w, "i", "kiefer"))
    assert run.board.at.entrenched == ({} if how == OPEN else {"iller": "french"})
    run = play(w, moved(w, "napoleon", "kiefer"))
    assert run.board.at.entrenched == {}


# -- bridges -----------------------------------------------------------------------------------


@BOTH
@pytest.mark.rule(RULES, "6.4-1")
@pytest.mark.rule(RULES, "4.4-3")
@pytest.mark.rule(RULES, "6-0")
def test_march_destroy_march(how: str) -> None:
    w = place({"kiefer": "i napoleon"}, how)
    run = play(w, moved(w, "i", "iller", {"destroy": "eiche"}, "kiefer", "linde"))
    assert run.board.at.broken == ["eiche:iller"] and run.boxes("f1") == ["linde"]
    assert run.board.link_state("eiche", "iller") == "blocked"
    told = run.told("works")[0]
    assert (told["work"], told["at"], told["to"], told["case"]) == ("destroy", "iller", "eiche", "6.4-1")
    # 1 + 2 + 3 steps are all its points; another step is too much.
    w = place({"kiefer": "i napoleon"}, how)
    assert refused(w, moved(w, "i", "iller", {"destroy": "eiche"}, *["kiefer", "iller"] * 2)) == "5.1-1"


@pytest.mark.parametrize(
    ("places", "names", "path", "case"),
    [
        # 3 and 2 strength points, enemies across: 3 PM, so three steps are left and not four.
        pytest.param({"iller": "guard murat-ii napoleon", "eiche": "rus-1"}, "guard murat-ii",
                     [{"destroy": "eiche"}, "kiefer", "linde", "moor"], "", marks=marks("6.4-1")),
        pytest.param({"iller": "guard murat-ii napoleon", "eiche": "rus-1"}, "guard murat-ii",
                     [{"destroy": "eiche"}, "kiefer", "linde", "moor", "linde"], "5.1-1", marks=marks("6.4-1")),
        pytest.param({"iller": "i napoleon"}, "i",
                     [{"destroy": "eiche"}, "kiefer", "linde", "moor", "linde"], "", marks=marks("6.4-1")),
        pytest.param({"iller": "v napoleon"}, "v", [{"destroy": "eiche"}], "6.4-1", marks=marks("6.4-1")),
        pytest.param({"iller": "v guard napoleon french:infantry"}, "v french:infantry", [{"destroy": "eiche"}],
                     "6.4-1", marks=marks("6.4-1")),
        pytest.param({"ahorn": "i napoleon"}, "i", [{"destroy": "eiche"}], "6.4-1", marks=marks("6.4-1")),
        pytest.param({"iller": "i napoleon"}, "i", [{"destroy": "linde"}], "6.4-1", marks=marks("6.4-1")),
        pytest.param({"iller": "i napoleon"}, "i", [{"destroy": "nowhere"}], "6.4-1", marks=marks("6.4-1")),
        pytest.param({"iller": "i napoleon"}, "i", [{"destroy": "eiche"}, "eiche"], "6.4-2", marks=marks("6.4-2")),
        pytest.param({"iller": "i napoleon rus-1"}, "i", [{"destroy": "eiche"}], "6.4-6", marks=marks("6.4-6")),
        # The bridge of Castell is destroyed in all these.
        pytest.param({"garten": "guard napoleon"}, "guard", [{"repair": "castell"}], "", marks=marks("6.4-4")),
        pytest.param({"garten": "murat-ii napoleon"}, "murat-ii", [{"repair": "castell"}], "6.4-4",
                     marks=marks("6.4-4")),
        pytest.param({"garten": "guard napoleon", "castell": "rus-1"}, "guard", [{"repair": "castell"}], "6.4-4",
                     marks=marks("6.4-4")),
        pytest.param({"linde": "guard napoleon"}, "guard", ["garten", {"repair": "castell"}], "6.4-4",
                     marks=marks("6.4-4")),
        pytest.param({"garten": "guard napoleon"}, "guard", [{"repair": "castell"}, "linde"], "6.4-4",
                     marks=marks("6.4-4")),
        pytest.param({"garten": "guard napoleon"}, "guard", [{"repair": "linde"}], "6.4-4", marks=marks("6.4-4")),
        pytest.param({"garten": "guard napoleon"}, "guard", ["castell"], "6.4-2", marks=marks("6.4-2", "5.1-4")),
        pytest.param({"garten": "i napoleon rus-1"}, "i", [{"pontoon": "castell"}], "6.4-6", marks=marks("6.4-6")),
        pytest.param({"fels": "i napoleon"}, "i", [{"pontoon": "kiefer"}], "", marks=marks("6.4-5")),
        pytest.param({"garten": "i napoleon"}, "i", [{"pontoon": "castell"}], "", marks=marks("6.4-5")),
        pytest.param({"fels": "v napoleon"}, "v", [{"pontoon": "kiefer"}], "6.4-5", marks=marks("6.4-5")),
        pytest.param({"fels": "i napoleon"}, "i", [{"pontoon": "kiefer"}, "kiefer"], "6.4-5", marks=marks("6.4-5")),
        pytest.param({"ahorn": "i napoleon"}, "i", [{"pontoon": "eiche"}], "6.4-5", marks=marks("6.4-5")),
        pytest.param({"garten": "i napoleon"}, "i", [{"pontoon": "linde"}], "6.4-5", marks=marks("6.4-5")),
        pytest.param({"fels": "i napoleon", "kiefer": "rus-1"}, "napoleon i", [{"pontoon": "kiefer"}], "6.4-5",
                     marks=marks("6.4-5")),
        pytest.param({"fels": "i napoleon"}, "i", [{"remove": "kiefer"}], "6.4-5", marks=marks("6.4-5")),
    ],
)  # fmt: skip
def test_works_by_the_contents(places: dict[str, str], names: str, path: list[Any], case: str) -> None:
    for how in (HIDDEN, OPEN):
        w = place(places, how, broken=["castell:garten"])
        assert refused(w, moved(w, names, *path)) == case
    run = play(w, moved(w, names, *path))
    assert run.cases == ([case] if case else [])


@pytest.mark.rule(RULES, "6.4-1")
def test_hidden_strength_is_the_audits_business() -> None:
    w = place({"iller": "v napoleon"})
    orders = moved(w, "v", {"destroy": "eiche"})
    assert refused(w, orders) == "6.4-1"
    run = play(w, orders)
    assert run.cases == [] and run.board.at.broken == ["eiche:iller"]


@BOTH
@pytest.mark.rule(RULES, "6.4-4")
@pytest.mark.rule(RULES, "5.1-5")
def test_a_repaired_bridge_is_used_at_once(how: str) -> None:
    w = place({"garten": "guard napoleon i"}, how, broken=["garten:linde"])
    f1, f3 = w.of("guard i")
    orders = {"orders": [{"stack": [f1], "path": [{"repair": "linde"}]}, {"stack": [f3], "path": ["linde", "moor"]}]}
    run = play(w, orders)
    assert run.board.at.broken == [] and run.boxes(f1, f3) == ["garten", "moor"]


@BOTH
@pytest.mark.rule(RULES, "6.4-5")
def test_a_pontoon_under_the_enemys_eyes_costs_a_point(how: str) -> None:
    w = place({"fels": "rus-1", "kiefer": "i=6 napoleon ii"}, how)
    f1, f3 = w.of("i ii")
    orders = {"orders": [{"stack": [f1], "path": [{"pontoon": "fels"}]}, {"stack": [f3], "path": ["fels"]}]}
    run = play(w, orders)
    assert run.board.at.pontoons == {"fels:kiefer": "french"} and run.boxes(f3) == ["fels"]
    assert run.turn.bridged == {f3} and run.board.at.losses["french"] == 1
    if how == OPEN:
        assert run.board.content(f1) == {"unit": "i", "pf": 5, "lag": 0} and run.board.at.lost == {"i": 1}
    else:
        assert run.board.log(f1) == [["loss", 1]]


@BOTH
@pytest.mark.rule(RULES, "6.4-5")
def test_pontoons_are_few_and_are_taken_up_again(how: str) -> None:
    w = place({"fels": "i napoleon", "moor": "ii"}, how, pontoons={"fels:kiefer": "french"})
    run = play(w, moved(w, "ii", {"pontoon": "heide"}))
    assert run.cases == ["6.4-5"]
    run = play(w, moved(w, "i", {"remove": "kiefer"}))
    assert run.board.at.pontoons == {} and run.board.at.broken == []
    run = play(w, moved(w, "ii", {"pontoon": "heide"}))
    assert run.board.at.pontoons == {"heide:moor": "french"}
    # The enemy destroys it as he would a bridge, and the marker is free again.
    w = place({"heide": "rus-1 kamenskoi"}, how, pontoons={"heide:moor": "french"})
    run = play(w, moved(w, "rus-1", {"destroy": "moor"}), army="russian")
    assert run.board.at.pontoons == {} and run.board.at.broken == []
