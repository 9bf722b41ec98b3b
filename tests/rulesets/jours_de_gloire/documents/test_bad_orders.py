"""Everything that the rulebook forbids, as an orders file with that mistake: one finding, in its place, that can be
mended by what it says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.rulesets.jours_de_gloire.marches import play
from tests.rulesets.jours_de_gloire.mistakes import COMMAND, EYLAU, FIELD, MARCHING, NAMES, SCOUTING, WORKS, move, row
from tests.rulesets.jours_de_gloire.mistakes_at_large import ARRIVING, BATTLES, DETACHING, MASKS
from tests.rulesets.jours_de_gloire.real_papers import Desk, at_set_up, at_turn, checked, settled

ROWS = [*NAMES, *MARCHING, *COMMAND, *WORKS, *SCOUTING, *DETACHING, *ARRIVING, *MASKS, *BATTLES]
# The same field where everything lies open.
SEEN = {**FIELD, "pultusk": "davout iii lasalle"}


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return Desk(tmp_path_factory.mktemp("desk"))


def findings_of(desk: Desk, options: Mapping[str, str], places: Mapping[str, str], body: str, **at: Any) -> Any:
    """The one finding of a file, and the place of its mark."""
    campaign = desk.campaign(EYLAU, "french", **options)
    due, _ = at_turn(campaign, places, "french", **at)
    found, place = checked(campaign, due, body)
    (finding,) = found.findings
    return finding, place


def assert_told(finding: Any, place: tuple[int, int], case: str, words: tuple[str, ...]) -> None:
    """A finding in its place, with its rule, a unit or a box, and these words."""
    assert ((finding.line, finding.column), finding.case) == (place, case)
    said = finding.message()
    assert [word for word in words if word not in said] == []
    assert len(said) < 400


@pytest.mark.parametrize(("case", "body", "words", "also", "at"), ROWS)
def test_a_mistake_is_told(
    desk: Desk, case: str, body: str, words: tuple[str, ...], also: dict[str, str], at: dict[str, Any]
) -> None:
    finding, place = findings_of(desk, {}, {**FIELD, **also}, body, **at)
    assert_told(finding, place, case, words)


# -- other games and other stages ----------------------------------------------------------------

OTHERS = [
    row("dummies in an open game", "10-1", "dummies: [«{kind: infantry, box: warsaw}]", "no dummies in an open game"),
    row("mixing in an open game", "10-1", "mix: «[warsaw]", "nothing to mix"),
    row(
        "too far by what lies open",
        "5.1-1",
        move("iii", "golymin, ciechanow, przasnysz, «makow"),
        "takes 6",
        "are 5",
        weather="snow",
    ),
]
ALONE = [
    row(
        "scouting alone",
        "10-1",
        move("becker", "ostrolenka, «{recon: stay}"),
        "no reconnaissance in the solitaire game",
    ),
    row("dummies alone", "10-1", "dummies: [«{kind: cavalry, box: warsaw}]", "no dummies in an open game"),
]


@pytest.mark.parametrize(("case", "body", "words", "also", "at"), OTHERS)
def test_a_mistake_in_an_open_game(
    desk: Desk, case: str, body: str, words: tuple[str, ...], also: dict[str, str], at: dict[str, Any]
) -> None:
    finding, place = findings_of(desk, {"hiding": "open"}, {**SEEN, **also}, body, **at)
    assert_told(finding, place, case, words)


@pytest.mark.parametrize(("case", "body", "words", "also", "at"), ALONE)
def test_a_mistake_in_a_solitaire_game(
    desk: Desk, case: str, body: str, words: tuple[str, ...], also: dict[str, str], at: dict[str, Any]
) -> None:
    finding, place = findings_of(desk, {"solitaire": "yes"}, {**SEEN, **also}, body, **at)
    assert_told(finding, place, case, words)


TAKING_UP = [
    # The book's cases: 8 of 10 and 3 make 11; Guards take no strangers in; horse does not become foot.
    ("6.1-6", {"nowe-miasto": "bennigsen barclay division-2"}, "division-2", ("would become stronger", "began with")),
    ("6.1-6", {"nowe-miasto": "bennigsen barclay HORSE"}, "HORSE", ("is cavalry", "cannot take up")),
]


@pytest.mark.parametrize(("case", "places", "unit", "words"), TAKING_UP)
def test_an_independent_detachment_is_not_for_everybody(
    desk: Desk, case: str, places: dict[str, str], unit: str, words: tuple[str, ...]
) -> None:
    campaign = desk.campaign("pultusk-1806", "russian")
    setting = settled(campaign)
    mounted = [one.id for one in setting.units.values() if one.kind == "cavalry"]
    horse = next(uid for uid in mounted if setting.commands[setting.units[uid].command].army == "russian")
    there = {box: names.replace("HORSE", horse) for box, names in places.items()}
    due, _ = at_turn(campaign, there, "russian")
    found, place = checked(campaign, due, f"rejoin: [«{{unit: {unit.replace('HORSE', horse)}, detachment: barclay}}]")
    (finding,) = found.findings
    assert_told(finding, place, case, words)


@pytest.mark.rule("jdg", "6.1-7")
def test_the_guard_takes_no_stranger(desk: Desk) -> None:
    campaign = desk.campaign("danube-1809", "french")
    guard = next(one.id for one in settled(campaign).units.values() if one.guard and one.kind == "infantry")
    due, _ = at_turn(campaign, {"passau": f"napoleon passau-garrison {guard}=1"}, "french")
    found, place = checked(campaign, due, f"rejoin: [«{{unit: {guard}, detachment: passau-garrison}}]")
    (finding,) = found.findings
    assert_told(finding, place, "6.1-7", ("is of the Guard", "no independent detachment"))


SET_UP = [
    ("7.1-1", "dummies: [{kind: infantry, box: «mlawka}]", "no box mlawka", ""),
    ("7.1-1", "dummies: [{kind: infantry, box: «grudusk}]", "none of yours are in Grudusk", "7.1-1"),
    (
        "1.3-1",
        "dummies:"
        + "".join("\n  - {kind: cavalry, box: warsaw}" for _ in range(2))
        + "\n  - «{kind: cavalry, box: warsaw}",
        "there are 2 cavalry dummies",
        "1.3-1",
    ),
    ("T-SCEN", "orders: «[{stack: [iii], path: [makow]}]", "this is the set-up", "T-SCEN"),
    ("6.3-6", "reactions: {iii: {withdraw: «yes}}", "leave out withdraw", "6.3-6"),
]


@pytest.mark.parametrize(("rule", "body", "words", "case"), SET_UP)
def test_a_mistake_in_the_set_up(desk: Desk, rule: str, body: str, words: str, case: str) -> None:
    campaign = desk.campaign(EYLAU, "french")
    due = at_set_up(campaign, "french")
    found, place = checked(campaign, due, body)
    (finding,) = found.findings
    assert_told(finding, place, case, (words,))


# -- orders that a hostile client signs all the same ----------------------------------------------

# What everybody can see is refused by the engine of a hidden game; the rest is the audit's.
PUBLIC = ("5.1-2", "5.1-3", "5.1-4", "5.1-5", "5.3-5", "6.2-1", "6.2-5", "6.4-2", "6.4-6", "8.8-6")
HOSTILE = [
    row for row in (*MARCHING, *COMMAND, *WORKS, *SCOUTING) if "f8" not in row.values[1] and "lead" not in row.values[1]
]


@pytest.mark.parametrize(("case", "body", "words", "also", "at"), HOSTILE)
@pytest.mark.parametrize("hiding", ["hidden", "open"])
def test_the_engine_refuses_what_a_hostile_client_signs(
    desk: Desk, hiding: str, case: str, body: str, words: tuple[str, ...], also: dict[str, str], at: dict[str, Any]
) -> None:
    """The public input of the wrong file, as if nobody had checked it: void by the same rule, nobody moves by it."""
    campaign = desk.campaign(EYLAU, "french", hiding=hiding)
    due, w = at_turn(campaign, {**SEEN, **also}, "french", **at)
    found, _ = checked(campaign, due, body)
    public = {name: said for name, said in found.input.items() if name == "orders"}
    last = public["orders"][-1]["stack"]
    run = play(w, {"orders": public["orders"]}, dice=[1] * 20)
    if hiding == "open" or case in PUBLIC:
        assert run.cases == [case]
        before = {counter: w.board.box(counter) for counter in last}
        assert {counter: run.board.box(counter) for counter in last} == before or len(public["orders"]) > 1
    else:
        assert run.cases in ([], [case])
