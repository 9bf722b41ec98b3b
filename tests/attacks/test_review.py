"""What a hostile correspondent tried with whole clients in a game of hidden forces, and what came of it."""

from __future__ import annotations

import resource
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import Due
from pbem.campaign.core.machine import GameMachine, machine_for
from pbem.campaign.core.offers import due_for
from pbem.campaign.outbox.submit import submit
from pbem.campaign.writing.orders_file import Checked
from pbem.engine.loop import Outcome
from pbem.engine.state import State
from pbem.protocol.control import takeback_refused
from pbem.protocol.faults import Fault
from tests.attacks.world import World, fresh, signed
from tests.campaign.folders import Peer
from tests.games.clients import DATE
from tests.stopwatch import bounded
from tests.toy_hidden.board import Board
from tests.toy_hidden.world import build, found_out, honest, lie

pytestmark = pytest.mark.usefixtures("veiled")


def turn(campaign: Campaign, due: Due) -> bool:
    return due.kind == "orders" and due.state["at"]["round"] == 2


def two_in_a_box(campaign: Campaign, due: Due) -> bool:
    """A box from which counters can be mixed, in a turn of the side that is due."""
    return turn(campaign, due) and bool(mixable(campaign, due))


def mixable(campaign: Campaign, due: Due) -> tuple[str, ...]:
    """The fresh counters of the first box with two face-down counters in it."""
    board = Board(campaign.game.setting, due.state["at"])  # type: ignore[attr-defined]
    boxes = campaign.game.setting.boxes  # type: ignore[attr-defined]
    counts = [len(board.hidden(board.army, box)) for box in boxes]
    return next((board.fresh(board.army, count) for count in counts if count > 1), ())


@pytest.mark.slow
def test_an_empty_tree_of_occupancy_does_not_hide_the_scout_from_the_audit(tmp_path: Path) -> None:
    """A tree whose slots are all unused leaves no entry in the book: nothing there must not mean nothing told."""

    def emptied(campaign: Campaign, due: Due, checked: Checked) -> Checked:
        boxes = campaign.game.setting.boxes  # type: ignore[attr-defined]
        return replace(checked, leaves={**checked.leaves, "occupancy": dict.fromkeys(boxes, "")})

    world = build(tmp_path, turn, contact="proved")
    seq = lie(world, emptied)
    diagnosis, words = found_out(world)
    assert diagnosis[0] == "AUDIT_OMISSION" and diagnosis[3] == world.cheater.seat
    assert words.startswith(f"message {seq}: the tree of occupancy hides the scout")


def test_counters_are_not_laid_up_beside_an_offer(tmp_path: Path) -> None:
    """Mixed in later orders they would escape the audit, which compares what those very orders hide."""
    world = build(tmp_path, two_in_a_box)
    campaign = world.cheater.open(write=False)
    names = mixable(campaign, campaign.due())
    body = world.body(control={"offer": "draw"})
    body["hide"] = [{"marker": name, "commit": fresh(name)} for name in sorted(names)]
    assert world.refused(signed(body, world.master)) == ("HIDE_ILLEGAL", "proof", world.seq, world.cheater.seat)


@pytest.fixture(scope="module")
def world(veiled: None, tmp_path_factory: pytest.TempPathFactory) -> World:
    return build(tmp_path_factory.mktemp("turn"), turn)


def test_half_a_million_wrong_things_cost_no_memory(world: World) -> None:
    """In a list, and below one branch of a choice; the answer comes at once and says where to look."""
    machine = machine_of(world.victim)
    state = world.victim.open(write=False).chain.state
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with bounded(20):
        for given in ({"moves": [1] * 500_000}, {"moves": [{"counter": [1] * 490_000, "to": [2]}]}):
            assert machine.check_input(state, {"for": 1, **given})
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 500 * 1024
    small = machine.check_input(state, {"for": 1, "moves": [1]})
    assert small.startswith("moves/0: ")


def machine_of(peer: Peer) -> GameMachine:
    return peer.open(write=False).machine


def test_a_correction_takes_every_step_that_was_recorded(world: World) -> None:
    """A fog die stands in the trace; back in the set-up nobody would ask for it, and no orders could be carried out."""
    campaign = world.cheater.open(write=False)
    state, machine = campaign.due().state, campaign.machine
    assert [step[0] for step in state["trace"]] == ["roll"]
    with pytest.raises(Fault) as refused:
        machine.patched(state, [{"path": ["stage"], "value": "setup"}])
    assert refused.value.code == "OFFER_INVALID" and "recorded ['roll'" in refused.value.detail
    control = {"offer": "amend", "terms": {}, "patch": [{"path": ["stage"], "value": "setup"}], "reason": "x"}
    body = world.body(control=control)
    assert world.refused(signed(body, world.master))[0] == "OFFER_INVALID"
    patched = machine.patched(state, [{"path": ["points", "red"], "value": 7}])
    assert patched["trace"] == state["trace"] and patched["need"]["n"] == state["n"] + 1


def test_a_correction_after_which_nobody_is_asked(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules run to the end of the game without a question: no question can be due under a new number then."""
    campaign = world.cheater.open(write=False)
    state = campaign.due().state
    ended: dict[str, Any] = {**state, "need": {}, "over": {"how": "played", "winner": ""}}
    monkeypatch.setattr("pbem.campaign.core.patching.begin", lambda *args: Outcome(cast(State, ended)))
    with pytest.raises(Fault) as refused:
        campaign.machine.patched(state, [{"path": ["points", "red"], "value": 7}])
    assert refused.value.code == "OFFER_INVALID" and "nobody is asked" in refused.value.detail


@pytest.mark.parametrize("kind", ["new", "turned"])
def test_a_correction_brings_no_marker_into_play_that_nobody_can_open(world: World, kind: str) -> None:
    """Whoever met it could not close the segment, nor could anybody else, and nobody would be named for it."""
    campaign = world.cheater.open(write=False)
    state = campaign.due().state
    counters = dict(state["at"]["counters"])
    name, entry = next((name, entry) for name, entry in counters.items() if "units" not in entry)
    foe = {"red": "blue", "blue": "red"}[name.partition("-")[0]]
    if kind == "turned":
        state = {**state, "markers": {**state["markers"], f"{foe}-99": state["markers"][name]}}
    counters[f"{foe}-99"] = {"box": entry["box"]}
    with pytest.raises(Fault) as refused:
        campaign.machine.patched(state, [{"path": ["counters"], "value": counters}])
    assert refused.value.code == "OFFER_INVALID"
    assert f"nobody of {foe} has committed to what marker {foe}-99 holds" in refused.value.detail


def renamed(machine: GameMachine, what: str) -> GameMachine:
    """The machine of a newer version of the rules, as deep in all trees, in which slots or leaves changed places."""
    newer = machine_for(dict(machine.terms))
    if what == "slots":
        newer.__dict__["slots"] = {seat: slots[::-1] for seat, slots in machine.slots.items()}
    if what == "more":
        newer.__dict__["slots"] = {seat: (*slots, slots[0]) for seat, slots in machine.slots.items()}
    if what == "leaves":
        newer.__dict__["leaves"] = {**machine.leaves, "a": {**machine.leaves["a"], "hidden": ("spy",)}}
    newer.__dict__["depths"] = machine.depths
    return newer


@pytest.mark.parametrize(("what", "fits"), [("", True), ("more", True), ("slots", False), ("leaves", False)])
def test_amended_rules_read_old_commitments_as_they_were_meant(
    world: World, monkeypatch: pytest.MonkeyPatch, what: str, fits: bool
) -> None:
    """A slot number in another place would be another order; an opponent has committed to it already."""
    machine = machine_of(world.victim)
    monkeypatch.setattr("pbem.campaign.core.machine.machine_for", lambda terms: renamed(machine, what))
    control = {"offer": "amend", "terms": {"engine": machine.terms["engine"]}}
    if fits:
        assert machine.amended(machine.terms, control).terms == machine.terms
        return
    with pytest.raises(Fault) as refused:
        machine.amended(machine.terms, control)
    assert refused.value.code == "ENGINE_MISMATCH"


def holding_a_late_draw(campaign: Campaign, due: Due) -> bool:
    """An orders question that is younger than one's newest draw, and an older one to which play can return."""
    return turn(campaign, due) and bool(due.own.draws) and bool(older_question(campaign, due))


def older_question(campaign: Campaign, due: Due) -> int:
    """The message with the opponent's orders in whose segment the newest draw was made."""
    newest = due.own.draws[-1].seq
    return newest if not takeback_refused(campaign.chain, newest) else 0


def agreed(peer: Peer, control: dict[str, Any]) -> bytes:
    """A message with an offer or an answer and, where orders are due in it, random ones; the mail."""
    campaign = peer.open()
    try:
        judged, due = due_for(campaign, control.get("answer", ""))
        asked = due.request is not None and "answer" in control
        checked = honest(0, peer.seat).answer(judged, due) if asked else None
        return peer.mail(submit(judged, due, checked, control=control, date=DATE).seq)
    finally:
        campaign.folder.close()


def test_a_draw_that_was_taken_back_is_no_longer_in_hand(tmp_path: Path) -> None:
    """The same card is drawn again under the same label; whoever played the old one would be named by the audit."""
    world = build(tmp_path, holding_a_late_draw)
    campaign = world.cheater.open(write=False)
    due = campaign.due()
    to, draws = older_question(campaign, due), list(due.own.draws)
    assert world.victim.receive(agreed(world.cheater, {"offer": "takeback", "to": to}))[0].fault is None
    assert world.cheater.receive(agreed(world.victim, {"answer": "accept"}))[0].fault is None
    kept = list(world.cheater.open(write=False).due().own.draws)
    assert kept == [draw for draw in draws if draw.seq < to] and len(kept) < len(draws)
