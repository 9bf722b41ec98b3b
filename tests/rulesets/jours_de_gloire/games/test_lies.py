"""Lies in a hidden game through two whole clients: nothing shows until the books are open, and then each is named."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.core import auditing
from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import Due
from pbem.campaign.writing.orders_file import Checked
from pbem.campaign.writing.standing import committed_values
from pbem.engine.hidden import HIDDEN, Accusation
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.hidden.forces import JoursForces
from rulesets.jours_de_gloire.rules.march.contact import GUNS, LEADER, REAL
from rulesets.jours_de_gloire.rules.march.detaching import exact_detach_refusal
from rulesets.jours_de_gloire.rules.march.march import allowance, step_cost
from rulesets.jours_de_gloire.setting import CAVALRY, INFANTRY
from tests.attacks.forging import exposed
from tests.rulesets.jours_de_gloire.games.world import board_of, build, lie, of_setup, of_turn
from tests.tiers import first

BOOK = "jours-de-gloire"
Contents = dict[str, Any]


def held(campaign: Campaign, due: Due, board: Board, kind: str) -> Iterator[str]:
    """Face-down counters of a player that hold a unit of a kind and share their box with no enemy."""
    setting = board.setting
    for counter in board.hidden(campaign.army):
        content = due.own.markers[counter]
        if setting.troops(content) is not None and setting.kind(content) == kind and not board.engaged(counter):
            yield counter


def plain(checked: Checked, **members: Any) -> Checked:
    """Orders of nothing but these members; signs go with them as they were compiled."""
    return replace(checked, input={"for": checked.input["for"], **members}, hide={}, show=())


# -- lies in what is hidden ---------------------------------------------------------------------


def stronger(campaign: Campaign, due: Due, checked: Checked) -> Checked:
    """A box is dealt anew, and a unit in it has a point more."""
    board = board_of(campaign, due)
    counter = next(held(campaign, due, board, INFANTRY))
    box = board.box(counter)
    old = board.counters(campaign.army, box)
    fresh = board.fresh(campaign.army, len(old))
    contents = dict(zip(fresh, (due.own.markers[other] for other in old), strict=True))
    lying = fresh[old.index(counter)]
    unit = contents[lying]
    contents[lying] = {**unit, "pf": unit["pf"] - 1} if unit["lag"] == 0 else {**unit, "lag": 0}
    return replace(plain(checked, mix=[{"box": box, "counters": list(fresh)}]), hide=contents, leaves={})


def more_dummies(campaign: Campaign, due: Due, checked: Checked) -> Checked:
    """One dummy more than the scenario has, in the set-up."""
    board, entries = board_of(campaign, due), [dict(entry) for entry in checked.input["mix"]]
    taken = {counter for entry in entries for counter in entry["counters"]}
    spare = next(counter for counter in board.free(campaign.army) if counter not in taken)
    entries[0]["counters"] = [*entries[0]["counters"], spare]
    hide = {**checked.hide, spare: {"dummy": INFANTRY}}
    leaves = {HIDDEN: {**checked.leaves[HIDDEN], spare: sign_of_a_dummy(checked)}}
    return replace(checked, input={**checked.input, "mix": entries}, hide=hide, leaves=leaves)


def sign_of_a_dummy(checked: Checked) -> Any:
    """The sign of a dummy of the same set-up."""
    return next(leaf for leaf in checked.leaves[HIDDEN].values() if leaf and leaf["kind"] == "dummy")


def one_unit_less(campaign: Campaign, due: Due, checked: Checked) -> Checked:
    """A unit is left at home, and a dummy goes in its place."""
    setting = board_of(campaign, due).setting
    counter = next(c for c, content in sorted(checked.hide.items()) if setting.troops(content) is not None)
    return replace(checked, hide={**checked.hide, counter: {"dummy": INFANTRY}})


def better_linked(campaign: Campaign, due: Due, checked: Checked) -> Checked:
    """The sign of a unit shows another line of communication than it has."""
    leaves = dict(checked.leaves[HIDDEN])
    counter = next(c for c, leaf in sorted(leaves.items()) if leaf and leaf["kind"] == INFANTRY)
    leaves[counter] = {**leaves[counter], "link": (leaves[counter]["link"] + 1) % 3}
    return replace(checked, leaves={HIDDEN: leaves})


# -- lies in what is ordered ----------------------------------------------------------------------


def too_far(campaign: Campaign, due: Due, checked: Checked) -> Checked:
    """Infantry marches as far as cavalry may, to and fro between two boxes."""
    board = board_of(campaign, due)
    setting = board.setting
    foot, horse = (allowance(setting, kind, board.weather) for kind in (INFANTRY, CAVALRY))
    for counter in held(campaign, due, board, INFANTRY):
        start = board.box(counter)
        for near in board.neighbours(start):
            cost = step_cost(setting, board, start, near)
            steps = foot // cost + 1 if cost else 0
            if cost and not board.enemies(campaign.army, near) and foot < steps * cost <= horse:
                return plain(checked, orders=[{"stack": [counter], "path": ([near, start] * steps)[:steps]}])
    raise AssertionError("nobody can march to and fro")


def digging(campaign: Campaign, due: Due, checked: Checked) -> Checked:
    """Everybody digs in, whatever it costs."""
    board = board_of(campaign, due)
    found: dict[str, str] = {}
    for counter in held(campaign, due, board, INFANTRY):
        box = board.box(counter)
        if not board.setting.boxes[box].city and box not in board.at.entrenched:
            found.setdefault(box, counter)
    return plain(checked, orders=[{"stack": [counter], "entrench": True} for counter in found.values()])


def many_to_dig(campaign: Campaign, due: Due) -> bool:
    """More boxes with infantry than the command points of anybody suffice for."""
    if not of_turn(campaign, due):
        return False
    board = board_of(campaign, due)
    boxes = {board.box(c) for c in held(campaign, due, board, INFANTRY) if not board.setting.boxes[board.box(c)].city}
    return 2 * len(boxes) > sum(int(points) for points in board.at.pc.values())


def parents(campaign: Campaign, board: Board, kind: str) -> Iterator[tuple[str, str, Any]]:
    """Units that could form a detachment, with a free detachment counter of the game: counter, unit, detachment."""
    setting = board.setting
    borne = {unit.counter for unit in setting.units.values()}
    free = [uid for uid, one in setting.forces.detachments.items() if one.kind == kind and uid not in borne]
    for part in (uid for uid in free if setting.forces.detachments[uid].army == campaign.army):
        for counter in board.hidden(campaign.army):
            yield counter, part, setting.forces.detachments[part]


def out_of_nothing(campaign: Campaign, due: Due, checked: Checked) -> Checked | None:
    """A detachment is formed, and its unit is not committed to anew: it keeps all its strength."""
    board = board_of(campaign, due)
    setting = board.setting
    known = {counter: due.own.markers[counter] for counter in board.hidden(campaign.army)}
    fresh = board.fresh(campaign.army, 1)[0]
    for counter, part, formed in parents(campaign, board, INFANTRY):
        troops = setting.troops(known[counter])
        if troops is None or board.engaged(counter) or troops.co < formed.co:
            continue
        content = {"unit": part, "pf": 1, "lag": 0, "of": troops.id}
        entry = {"from": counter, "counter": fresh}
        said = {**entry, "unit": part, "pf": 1}
        if exact_detach_refusal(setting, board, {**known, **board.known()}, said) is None:
            leaves = {HIDDEN: {fresh: {"kind": INFANTRY, "link": 2}}}
            return replace(plain(checked, detach=[entry]), hide={fresh: content}, leaves=leaves)
    return None


def can_conjure(campaign: Campaign, due: Due) -> bool:
    """Somebody could form a detachment."""
    if not of_turn(campaign, due):
        return False
    empty = Checked({"for": 0})
    return out_of_nothing(campaign, due, empty) is not None


@pytest.mark.slow
@pytest.mark.rule(BOOK, "1.3-1")
@pytest.mark.rule(BOOK, "4.4-3")
@pytest.mark.parametrize(
    ("wanted", "twist", "code", "case"),
    [
        (of_turn, stronger, "AUDIT_CONSERVATION", "2-B1-2"),
        (of_setup, more_dummies, "AUDIT_CONSERVATION", "7.1-1"),
        (of_setup, one_unit_less, "AUDIT_CONSERVATION", "T-SCEN"),
        (of_turn, better_linked, "AUDIT_CLAIM", "2-B1-4"),
        (of_turn, too_far, "AUDIT_MOVE_ILLEGAL", "5.1-1"),
        (many_to_dig, digging, "AUDIT_MOVE_ILLEGAL", "4.4-8"),
        (can_conjure, out_of_nothing, "AUDIT_CONSERVATION", "6.1-1"),
    ],
)
def test_a_lie_is_named(tmp_path: Path, wanted: Any, twist: Any, code: str, case: str) -> None:
    world = build(tmp_path, wanted)
    seq = lie(world, twist)
    diagnosis, words = exposed(world, resigns=True)
    assert diagnosis == (code, "proof", seq + 2, world.cheater.seat)
    assert words.startswith(f"message {seq}: ") and words.endswith(f"({case})")


def of_battle(campaign: Campaign, due: Due) -> bool:
    """The middle of a player turn with a battle: nothing is asked, the message only opens and goes on."""
    at = due.state["at"] if due.state else {}
    return due.kind == "continue" and due.request is None and at["stage"] == "play" and at["player"] == campaign.army


@pytest.mark.slow
@pytest.mark.rule(BOOK, "2-B1-4")
def test_who_plans_anew_after_a_battle_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each message commits to the signs again, and only those with orders may change them."""
    world = build(tmp_path, of_battle)
    honest = committed_values

    def other(campaign: Campaign, *given: Any) -> dict[str, list[Any]]:
        values = honest(campaign, *given)
        at = next(i for i, leaf in enumerate(values[HIDDEN]) if leaf and leaf["kind"] == INFANTRY)
        values[HIDDEN][at] = {**values[HIDDEN][at], "plan": {"guns": "any", "intercept": ["pultusk"]}}
        return values

    with monkeypatch.context() as cheating:
        cheating.setattr("pbem.campaign.outbox.submit.committed_values", other)
        seq = lie(world, lambda campaign, due, checked: checked)
    diagnosis, words = exposed(world, resigns=True)
    assert diagnosis == ("AUDIT_CLAIM", "proof", seq + 2, world.cheater.seat)
    assert words.startswith(f"message {seq}: the sign of counter ") and words.endswith("without orders (2-B1-4)")


# -- lies in what is stated -------------------------------------------------------------------------


def stating(say: str) -> Any:
    """The message that is due states something of this kind, and names a counter."""

    def wanted(campaign: Campaign, due: Due) -> bool:
        claims = due.closing.claims if due.closing is not None else ()
        return any(claim["say"] == say and claim["value"] for claim in claims)

    return wanted


# A kind of claim, its case, and a seed with an early one that names somebody.
STATED = [(REAL, "5.2-2", 0), (GUNS, "6.5.2-1", 1), (LEADER, "6.5.1-1", 6)]


@pytest.mark.slow
@pytest.mark.rule(BOOK, "5.2-2")
@pytest.mark.rule(BOOK, "6.5.1-1")
@pytest.mark.rule(BOOK, "6.5.2-1")
@pytest.mark.parametrize(("say", "case", "early"), first(1, STATED, pytest.mark.campaigns))
def test_who_keeps_quiet_is_named_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, say: str, case: str, early: int
) -> None:
    """By the rulebook, with case and place; the program's own check of the same claim has nothing to add."""
    world = build(tmp_path, stating(say), first=early)
    honest = JoursForces.facts

    def silent(self: JoursForces, marker: str, asked: str, contents: Any, scene: Any) -> Any:
        return [""] if asked == say else honest(self, marker, asked, contents, scene)

    with monkeypatch.context() as cheating:
        cheating.setattr(JoursForces, "facts", silent)
        seq = lie(world, lambda campaign, due, checked: checked)
    found: list[Accusation] = []
    judged = auditing.lies

    def noted(*given: Any) -> list[Accusation]:
        found[:] = judged(*given)
        return found

    monkeypatch.setattr(auditing, "lies", noted)
    diagnosis, words = exposed(world, resigns=True)
    assert diagnosis == ("AUDIT_OMISSION", "proof", seq + 2, world.cheater.seat)
    assert words.startswith(f"message {seq}: ") and words.endswith(f"({case})")
    assert " in " in words and "was named" in words
    told = [one for one in found if one.seq == seq]
    assert [(one.code, one.case) for one in told] == [("AUDIT_OMISSION", case)] * len(told) and len(found) == len(told)
    assert len({one.text for one in told}) == len(told)
