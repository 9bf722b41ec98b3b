"""Reconnaissance by cavalry and its withdrawal: 6.3."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulesets.jours_de_gloire.marches import BOTH, HIDDEN, OPEN, RULES, Run, moved, place, play, refused
from tests.rulesets.jours_de_gloire.world import World

STAY = {"recon": "stay"}


def marks(*cases: str) -> Any:
    return [pytest.mark.rule(RULES, case) for case in cases]


def scouted(w: World, names: str, dice: list[int], item: Any = None, **more: Any) -> Run:
    """From Kiefer into Linde."""
    return play(w, moved(w, names, "linde", item or STAY), dice, **more)


@pytest.mark.rule(RULES, "6.3-1")
@pytest.mark.rule(RULES, "6.3-2")
def test_cavalry_shows_itself_and_sees() -> None:
    w = place({"kiefer": "murat-i murat-ii napoleon", "linde": "rus-1 rus-2 rus-3 kamenskoi"})
    # 6 strength points, cohesion 3, no screen: 2 + 3 = 5 in the last column.
    run = scouted(w, "murat-i murat-ii", [2, 4, 1])
    told = run.told("recon")[0]
    assert (told["points"], told["sum"], told["count"], told["screen"]) == (6, 5, 2, [])
    assert run.board.face_up("f1") and run.board.face_up("f2") and run.board.hidden("french") == ("f3",)
    assert run.board.hidden("russian") == ("r2", "r3") and run.boxes("f1") == ["linde"]
    assert run.script.rolled == ["t1.french.move.0.1.recon", "t1.french.move.0.1.seen.0", "t1.french.move.0.1.seen.1"]
    assert "no-recon" not in run.kinds()


@pytest.mark.parametrize(
    ("own", "others", "die", "net", "total", "count"),
    [
        # 4 strength points of cohesion 4, no screen: 1 + 4; then 2 points of cohesion 3.
        pytest.param("murat-i", "rus-1 rus-2 rus-3", 1, 4, 5, 2, marks=marks("6.3-2")),
        pytest.param("murat-ii", "rus-1 rus-2 rus-3", 3, 2, 6, 2, marks=marks("6.3-2", "T-RECON")),
        pytest.param("murat-ii", "rus-1 rus-2 rus-3", 6, 2, 9, 2, marks=marks("T-RECON")),
        # A screen of 2 against 6; CO 3 against 2: die + 1.
        pytest.param("murat-i murat-ii", "rus-1 rus-2 cossacks", 3, 4, 4, 1, marks=marks("6.3-3")),
        pytest.param("murat-i", "rus-1 cossacks", 1, 2, 3, 1, marks=marks("6.3-3")),
        pytest.param("murat-i", "rus-1 cossacks=1", 1, 3, 3, 1, marks=marks("6.3-3")),
        # Weaker or equal: nothing, and no die.
        pytest.param("murat-ii", "rus-1 cossacks", 0, 0, 0, 0, marks=marks("6.3-3")),
        # Cavalry that only seems so does not screen.
        pytest.param("murat-i", "rus-1 russian:cavalry", 1, 4, 5, 2, marks=marks("6.3-3")),
    ],
)
def test_how_many_are_seen(own: str, others: str, die: int, net: int, total: int, count: int) -> None:
    w = place({"kiefer": f"{own} napoleon", "linde": others})
    run = scouted(w, own, [die, 1, 1] if die else [])
    if not die:
        assert run.told("recon-failed")[0]["case"] == "6.3-3" and run.script.rolled == []
        return
    told = run.told("recon")[0]
    assert (told["points"], told["sum"], told["count"]) == (net, total, count)
    assert bool(told["screen"]) == ("cossacks" in others)


@pytest.mark.rule(RULES, "6.3-3")
def test_the_screen_is_shown() -> None:
    w = place({"kiefer": "murat-ii napoleon", "linde": "rus-1 cossacks rus-2"})
    run = scouted(w, "murat-ii", [])
    assert run.board.hidden("russian") == ("r1", "r3") and run.board.face_up("r2")
    # Whoever names infantry has shown it, and is asked again.
    w = place({"kiefer": "murat-i napoleon", "linde": "rus-1 cossacks"})
    run = scouted(w, "murat-i", [1, 1], says={"screen": ["r1", "r2"]})
    assert run.board.hidden("russian") == () and run.told("recon")[0]["screen"] == ["r2"]


@pytest.mark.rule(RULES, "6.3-4")
@pytest.mark.parametrize(
    ("others", "left", "dice"),
    [("russian:infantry rus-1", ["r2"], [3]), ("rus-1 russian:cavalry rus-2", ["r1", "r3"], [3])],
)
def test_dummies_are_seen_first_and_removed(others: str, left: list[str], dice: list[int]) -> None:
    # 2 strength points, 3 + 3 = 6, two counters: the dummy and one of the others.
    w = place({"kiefer": "murat-ii napoleon", "linde": others})
    run = scouted(w, "murat-ii", [*dice, 1])
    assert list(run.board.counters("russian")) == left and run.told("dummies-removed")[0]["case"] == "6.3-4"
    assert len(run.board.hidden("russian")) == len(left) - 1


@pytest.mark.rule(RULES, "6.3-4")
def test_a_dummy_that_was_not_named_may_be_found_all_the_same() -> None:
    w = place({"kiefer": "murat-ii napoleon", "linde": "rus-1 russian:infantry"})
    run = scouted(w, "murat-ii", [3, 1], says={"dummy": [""]})
    assert run.board.hidden("russian") == () and run.boxes("r1", "r2") == ["linde", "linde"]


@BOTH
@pytest.mark.rule(RULES, "7.1-5")
def test_dummies_alone_are_removed_without_a_die(how: str) -> None:
    w = place({"kiefer": "murat-i napoleon", "linde": "russian:infantry russian:cavalry"}, how)
    run = scouted(w, "murat-i", [], {"recon": ["kiefer"]})
    assert run.board.counters("russian") == () and run.boxes("f1") == ["kiefer"]
    assert run.told("dummies-removed")[0]["case"] == "7.1-5" and run.script.rolled == []


@pytest.mark.parametrize(
    ("places", "names", "path", "case"),
    [
        pytest.param({"kiefer": "murat-i napoleon", "linde": "rus-1"}, "murat-i", ["linde", STAY], ""),
        pytest.param({"kiefer": "murat-i napoleon", "linde": "rus-1"}, "murat-i napoleon", ["linde", STAY], ""),
        pytest.param({"kiefer": "murat-i i napoleon", "linde": "rus-1"}, "murat-i i", ["linde", STAY], "6.3-1"),
        pytest.param({"kiefer": "french:cavalry i", "linde": "rus-1"}, "french:cavalry", ["linde", STAY], "6.3-1"),
        pytest.param({"kiefer": "napoleon", "linde": "rus-1"}, "napoleon", ["linde", STAY], "6.3-1"),
        pytest.param({"kiefer": "murat-i napoleon", "linde": "rus-1 ii"}, "murat-i", ["linde", STAY], "6.3-1"),
        pytest.param({"kiefer": "murat-i napoleon"}, "murat-i", ["linde", STAY], "6.3-1"),
        pytest.param({"kiefer": "murat-i napoleon", "linde": "rus-1"}, "murat-i", ["linde", STAY, "kiefer"], "6.3-1"),
        pytest.param({"kiefer": "murat-i napoleon", "linde": "rus-1"}, "murat-i", [STAY], "6.3-1"),
    ],
)  # fmt: skip
@pytest.mark.rule(RULES, "6.3-1")
def test_who_may_reconnoitre(places: dict[str, str], names: str, path: list[Any], case: str) -> None:
    for how in (HIDDEN, OPEN):
        w = place(places, how)
        assert refused(w, moved(w, names, *path)) == case


@pytest.mark.rule(RULES, "6.3-1")
@pytest.mark.parametrize("names", ["murat-i i", "french:cavalry"])
def test_in_a_hidden_game_others_have_simply_moved_there(names: str) -> None:
    w = place({"kiefer": "murat-i i french:cavalry napoleon", "linde": "rus-1"})
    run = scouted(w, names, [])
    assert run.kinds() == ["activated", "step", "opened", "no-recon", "contact", "halted"]


@pytest.mark.rule(RULES, "6.3-5")
@pytest.mark.rule(RULES, "2-B2-1")
@pytest.mark.parametrize(
    ("army", "names", "others", "die", "lost"),
    [
        ("french", "murat-i", "rus-1 cossacks", 4, 0),
        ("french", "murat-i", "rus-1 cossacks", 5, 1),
        ("french", "murat-i", "rus-1", 5, 0),
        ("french", "murat-i", "rus-1", 6, 1),
        ("russian", "cossacks", "i", 5, 1),
        ("russian", "cossacks", "i", 4, 0),
        ("russian", "cossacks", "i murat-ii", 4, 1),
    ],
)
def test_withdrawal(army: str, names: str, others: str, die: int, lost: int) -> None:
    chief = "napoleon" if army == "french" else "kamenskoi"
    w = place({"iller": f"{names} {chief}", "linde": others})
    counter = w.ids[names]
    fails = names == "cossacks" and "murat" in others
    dice = [die] if fails else [1, 1, die] if len(others.split()) > 1 else [1, die]
    if names == "murat-i" and others == "rus-1 cossacks":
        dice = [1, die]
    run = play(w, moved(w, names, "kiefer", "linde", {"recon": ["kiefer", "iller"]}), dice, army=army)
    assert run.boxes(counter) == ["iller"] and run.turn.came[counter] == "kiefer"
    pf = run.board.content(counter)["pf"]  # type: ignore[index]
    assert w.setting.units[names].pf - pf == lost and run.board.at.losses[army] == lost
    assert run.told("withdrawal")[0]["case"] == "6.3-5"


@pytest.mark.rule(RULES, "6.3-5")
def test_a_unit_may_be_lost_in_withdrawing() -> None:
    w = place({"kiefer": "murat-ii=1 napoleon", "linde": "rus-1"})
    run = scouted(w, "murat-ii", [1, 6], {"recon": ["kiefer"]})
    assert run.boxes("f1") == [""] and run.board.at.dead == ["murat-ii"]
    assert run.board.at.lost == {"murat-ii": 1} and run.board.at.losses["french"] == 1


@pytest.mark.rule(RULES, "6.3-5")
@pytest.mark.rule(RULES, "6-0")
@pytest.mark.parametrize(
    ("path", "case"),
    [
        # 8 PM: dotted, dotted, plain: five; three are left to go back.
        (["fels", "garten", "linde", {"recon": ["garten", "fels"]}], ""),
        (["fels", "garten", "linde", {"recon": ["garten", "fels", "eiche"]}], "5.1-1"),
        (["iller", "kiefer", "linde", {"recon": ["kiefer", "iller", "eiche"]}], ""),
        (["iller", "kiefer", "linde", {"recon": ["moor"]}], "6.3-5"),
        (["iller", "kiefer", "linde", {"recon": ["eiche"]}], "5.1-4"),
        (["fels", "garten", "linde", {"recon": ["kiefer", "iller", "eiche"]}], ""),
    ],
)
def test_the_way_back(path: list[Any], case: str) -> None:
    for how in (HIDDEN, OPEN):
        w = place({"eiche": "murat-i napoleon", "linde": "rus-1"}, how)
        assert refused(w, moved(w, "murat-i", *path)) == case


@BOTH
@pytest.mark.rule(RULES, "6.3-5")
def test_nobody_reacts_to_a_withdrawal_but_to_the_entry(how: str) -> None:
    w = place({"kiefer": "murat-i napoleon", "linde": "rus-1", "garten": "rus-2 kamenskoi"}, how)
    plans = {"rus-1": {"intercept": ["kiefer"]}, "rus-2": {"intercept": ["linde"], "back": "heide"}}
    run = scouted(w, "murat-i", [1, 1, 1], {"recon": ["kiefer"]}, plans=plans)
    assert run.boxes("f1", "r1", "r2") == ["kiefer", "linde", "heide"]
    assert len(run.told("interception")) == 1
