"""Rows D, I and H of the adversarial plan: what a cheater writes into a message of a real game."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import Due
from pbem.protocol import compose, keys
from pbem.protocol.chain import state_digest
from pbem.protocol.commitments import Tree, leaf
from pbem.protocol.dice import Stream, segment_seed
from pbem.protocol.messages import peek
from rulesets.napoleon_at_war.rules.battle.allocation import AttackOptions
from tests.attacks.world import Body, Wanted, World, build, fresh, proof, rolled, signed


def in_battle(campaign: Campaign, due: Due) -> bool:
    """Orders are due; the segment to close holds dice, and standing orders of both bindings have been opened so far."""
    if due.kind != "orders" or not rolled(due) or due.closing is None or len(campaign.chain.messages) < 7:
        return False
    return any(opening["at"] == len(campaign.chain.messages) - 2 for opening in due.closing.open)


def acknowledging(campaign: Campaign, due: Due) -> bool:
    """A message is due that answers nothing: the other side is asked in mid-phase."""
    return due.kind == "acknowledge" and not due.state["over"]


def under_orders(campaign: Campaign, due: Due) -> bool:
    """Orders are due on a position in which units are in contact already, so that 7.11 binds whatever moves."""
    if due.kind != "orders" or due.request is None:
        return False
    options = due.request.options
    setting, board = options.setting, options.board
    return not setting.is_night(board.position.turn) and bool(AttackOptions(setting, board).contacts)


@pytest.fixture(scope="module")
def battle(tmp_path_factory: pytest.TempPathFactory) -> World:
    return build(tmp_path_factory.mktemp("battle"), in_battle)


@pytest.fixture(scope="module")
def waiting(tmp_path_factory: pytest.TempPathFactory) -> World:
    return build(tmp_path_factory.mktemp("waiting"), acknowledging, asks=True)


@pytest.fixture(scope="module")
def contact(tmp_path_factory: pytest.TempPathFactory) -> World:
    return build(tmp_path_factory.mktemp("contact"), under_orders)


def messages(world: World) -> list[Body]:
    """Payloads of the victim's log."""
    return [peek(line).body for line in world.victim.log()]


# --- D: dice -------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.attack("D01")
def test_d01_random_reveal(battle: World) -> None:
    bad = battle.cheat(lambda b: b.update(reveal=fresh("luck")))
    assert battle.refused(bad) == proof(battle, "REVEAL_MISMATCH")


@pytest.mark.slow
@pytest.mark.attack("D02")
def test_d02_no_reveal(battle: World) -> None:
    assert battle.refused(battle.cheat(lambda b: b.pop("reveal"))) == proof(battle, "REVEAL_MISSING")


@pytest.mark.attack("D03")
def test_d03_the_opponents_value_as_reveal(battle: World) -> None:
    theirs = messages(battle)[-1]["reveal"]
    assert battle.refused(battle.cheat(lambda b: b.update(reveal=theirs))) == proof(battle, "REVEAL_MISMATCH")


@pytest.mark.attack("D04", "D06")
@pytest.mark.parametrize("back", [1, 2, 3, 4])
def test_d04_d06_a_seal_copied_from_either_side(battle: World, back: int) -> None:
    seal = messages(battle)[-back]["seal"]
    assert battle.refused(battle.cheat(lambda b: b.update(seal=seal))) == proof(battle, "SEAL_REUSED")


@pytest.mark.attack("D05")
def test_d05_own_older_value(battle: World) -> None:
    own = messages(battle)[-2]["reveal"]
    assert battle.refused(battle.cheat(lambda b: b.update(reveal=own))) == proof(battle, "REVEAL_MISMATCH")


@pytest.mark.attack("D07")
def test_d07_forged_tape_digest(battle: World) -> None:
    assert battle.refused(battle.cheat(lambda b: b.update(tape=fresh("tape")))) == proof(battle, "TAPE_MISMATCH")


@pytest.mark.attack("D08")
def test_d08_right_dice_other_casualties(battle: World) -> None:
    state = copy.deepcopy(battle.cheater.open(write=False).close().state)
    unit = sorted(state["at"]["at"])[0]
    del state["at"]["at"][unit]
    state["at"]["lost"][unit] = "jena"
    bad = battle.cheat(lambda b: b.update(state=state_digest(state).hex()))
    assert battle.refused(bad) == proof(battle, "STATE_MISMATCH")


def crooked(world: World, monkeypatch: pytest.MonkeyPatch, below: Any) -> bytes:
    """The message of a client whose sampler is another one."""
    campaign = world.cheater.open(write=False)
    with monkeypatch.context() as patch:
        patch.setattr(Stream, "below", below)
        return signed(world.composed(campaign), world.master)


def modulo(self: Stream, size: int) -> int:
    """The sampler that takes every byte: biased where 256 is no multiple of the size."""
    return self._next(1 if size <= 256 else 2) % size if size > 1 else 0


def skipping(self: Stream, size: int) -> int:
    """The sampler that passes over the first byte of the stream."""
    if self._blocks == 0:
        self._next(1)
    return HONEST(self, size)


HONEST = Stream.below


def told_apart(below: Any) -> Wanted:
    """Whether another sampler gives other dice, after which the rules consult the same standing orders."""

    def wanted(campaign: Campaign, due: Due) -> bool:
        if not rolled(due) or due.closing is None or due.kind != "orders":
            return False
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Stream, "below", below)
            other = compose.close(
                campaign.chain, campaign.ring, campaign.committed, campaign.machine.truth(campaign.seat)
            )
        return other.tape != due.closing.tape and other.open == due.closing.open

    return wanted


@pytest.mark.slow
@pytest.mark.attack("D09", "D10")
@pytest.mark.parametrize("below", [skipping, modulo], ids=["D10 first byte skipped", "D09 biased"])
def test_d09_d10_another_sampler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, below: Any) -> None:
    world = build(tmp_path, told_apart(below))
    assert world.refused(crooked(world, monkeypatch, below)) == proof(world, "TAPE_MISMATCH")


def unrejected(campaign: Campaign, due: Due) -> bool:
    """Dice of six are due, and no byte of the stream is passed over for them."""
    if not in_battle(campaign, due) or due.closing is None:
        return False
    message = campaign.chain.messages[-1]
    stream = Stream(segment_seed(campaign.chain.game, message.seq, message.id, due.closing.reveal))
    return all(byte < 252 for byte in stream.block(0)[: len(due.closing.tape)])


@pytest.mark.slow
def test_d09_the_samplers_agree_where_no_byte_is_rejected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    world = build(tmp_path, unrejected)
    assert world.accepted(crooked(world, monkeypatch, modulo))[0].fault is None


# --- I: inputs -----------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.attack("I01")
def test_i01_input_while_the_other_side_is_due(waiting: World) -> None:
    number = waiting.cheater.open(write=False).close().state["need"]["n"]
    bad = waiting.cheat(lambda b: b.update(input={"for": number, "answer": "no"}))
    assert waiting.refused(bad) == proof(waiting, "INPUT_UNEXPECTED")


@pytest.mark.attack("I01")
@pytest.mark.parametrize("control", [{"offer": "draw"}, {"resign": True}])
def test_i01_input_beside_an_offer_or_a_resignation(battle: World, control: dict[str, Any]) -> None:
    given = battle.body()["input"]
    bad = battle.cheat(lambda b: b.update(input=given), control=control)
    assert battle.refused(bad) == proof(battle, "INPUT_UNEXPECTED")


@pytest.mark.attack("I02")
def test_i02_no_input_though_due(battle: World) -> None:
    assert battle.refused(battle.cheat(lambda b: b.pop("input"))) == proof(battle, "INPUT_MISSING")


@pytest.mark.attack("I03")
@pytest.mark.parametrize("step", [-1, 1, 1000])
def test_i03_answer_with_another_question_number(battle: World, step: int) -> None:
    bad = battle.cheat(lambda b: b["input"].update({"for": b["input"]["for"] + step}))
    assert battle.refused(bad) == proof(battle, "INPUT_STALE")


@pytest.mark.attack("I04")
@pytest.mark.parametrize("member", [{"foo": 1}, {"moves": "all"}, {"attacks": [{"by": ["x"]}]}, {"moves": [{}]}])
def test_i04_unknown_order_field_or_form(battle: World, member: dict[str, Any]) -> None:
    assert battle.refused(battle.cheat(lambda b: b["input"].update(member))) == proof(battle, "INPUT_SCHEMA")


def closed(campaign: Campaign) -> tuple[dict[str, Any], list[Any], list[Any]]:
    """State, tape and events after the victim has closed the segment that he was mailed."""
    closing = campaign.close()
    return closing.state, closing.tape, campaign.machine.events[len(campaign.chain.messages) - 1]


@pytest.mark.slow
@pytest.mark.attack("I05")
def test_i05_an_order_for_an_enemy_unit_is_void(contact: World) -> None:
    campaign = contact.cheater.open(write=False)
    state = campaign.due().state
    army = state["at"]["army"]
    unit = next(u for u in sorted(state["at"]["at"]) if campaign.game.setting.roster.units[u].army != army)
    path = [state["at"]["at"][unit], campaign.game.setting.field.neighbours[state["at"]["at"][unit]][0]]
    moves = [{"unit": unit, "path": path}]
    receipt, there = contact.accepted(
        contact.cheat(lambda b: b.update(input={"for": b["input"]["for"], "moves": moves}))
    )
    assert receipt.fault is None and receipt.accepted == [contact.seq]
    _, tape, events = closed(there)
    label = f"gt{state['at']['turn']}.{army}.m1"
    assert tape[0] == [f"{label}.void", 0, 0]
    assert next(e["label"] for e in events if e["kind"] == "void") == label
    assert all(e["unit"] != unit for e in events if e["kind"] == "moved")


@pytest.mark.attack("I06")
@pytest.mark.parametrize("attacks", [[], [{"on": ["9999"], "by": ["nobody"]}]])
def test_i06_a_demanded_attack_is_missing(contact: World, attacks: list[Any]) -> None:
    campaign = contact.cheater.open(write=False)
    at = campaign.due().state["at"]
    options = AttackOptions(campaign.game.setting, campaign.game.board(at))
    demanded = options.default()
    bad = contact.cheat(lambda b: b.update(input={"for": b["input"]["for"], "attacks": attacks}))
    receipt, there = contact.accepted(bad)
    assert receipt.fault is None and receipt.accepted == [contact.seq]
    _, tape, events = closed(there)
    prefix = f"gt{at['turn']}.{at['army']}"
    assert [f"{prefix}.attacks.default", 0, 0] in tape
    fought = [e for e in events if e["kind"] == "combat"]
    assert fought[0]["on"] == demanded[0]["on"] and [a["unit"] for a in fought[0]["attackers"]] == demanded[0]["by"]
    assert [f"{prefix}.{fought[0]['id']}.die", 6, fought[0]["die"]] in tape


# --- H: standing orders ----------------------------------------------------------------------------------


def forged(world: World, at: int, slot: int, value: Any) -> Body:
    """An opening that would be right, had the cheater's message `at` committed to `value`."""
    campaign = world.cheater.open(write=False)
    values = list(campaign.committed[at]["doctrine"])
    values += [""] * (slot + 1 - len(values))
    values[slot] = value
    veil = keys.veil_secret(world.master, campaign.chain.game)
    depth = campaign.chain.trees["doctrine"]
    return Tree(campaign.chain.game, world.cheater.seat, at, "doctrine", veil, values, depth).opening(slot)


@pytest.mark.attack("H01")
def test_h01_a_standing_order_changed_after_seeing_the_attack(battle: World) -> None:
    opening = battle.body()["open"][0]
    bad = battle.cheat(lambda b: b["open"][0].update(value={"to": ["n"]}))
    assert battle.refused(bad) == proof(battle, "OPEN_MISMATCH")
    other = forged(battle, opening["at"], opening["slot"], {"to": ["s"]})
    bad = battle.cheat(lambda b: b["open"].__setitem__(0, other))
    assert battle.refused(bad) == proof(battle, "OPEN_MISMATCH")


@pytest.mark.attack("H02")
def test_h02_opening_from_another_root_than_counts(battle: World) -> None:
    opening = battle.body()["open"][0]
    older = forged(battle, battle.seq - 4, opening["slot"], opening["value"])
    bad = battle.cheat(lambda b: b["open"].__setitem__(0, older))
    assert battle.refused(bad) == proof(battle, "OPEN_STALE")
    newer = battle.cheat(lambda b: b["open"][0].update(at=battle.seq))
    assert battle.refused(newer) == proof(battle, "OPEN_STALE")


@pytest.mark.attack("H03")
def test_h03_a_consulted_slot_not_opened(battle: World) -> None:
    assert battle.refused(battle.cheat(lambda b: b.pop("open"))) == proof(battle, "OPEN_MISSING")


@pytest.mark.attack("H04")
def test_h04_an_opening_nobody_asked_for(battle: World) -> None:
    opened = {opening["slot"] for opening in battle.body()["open"]}
    free = next(slot for slot in range(64) if slot not in opened)
    extra = forged(battle, battle.seq - 2, free, "")
    bad = battle.cheat(lambda b: b["open"].append(extra))
    assert battle.refused(bad) == proof(battle, "OPEN_EXTRA")


@pytest.mark.attack("H10")
def test_h10_a_marker_out_of_nothing(battle: World) -> None:
    bad = battle.cheat(lambda b: b.update(hide=[{"marker": "m9", "commit": fresh("marker")}]))
    assert battle.refused(bad) == proof(battle, "HIDE_ILLEGAL")


@pytest.mark.attack("H11")
def test_h11_no_standing_order_is_found_without_its_salt(battle: World) -> None:
    """A dictionary of all the victim could think of, salted with every public text, meets no root."""
    campaign = battle.victim.open(write=False)
    public = {v for body in messages(battle) for v in body.values() if isinstance(v, str) and len(v) == 64}
    guesses: list[Any] = ["", "ask", {}, {"when": "always"}, {"to": ["n"]}, "A", "B"]
    roots = {body["roots"]["doctrine"] for body in messages(battle)[1:]}
    seat, seq = battle.cheater.seat, battle.seq - 2
    for text in sorted(public):
        for value in guesses:
            known = leaf(campaign.chain.game, seat, seq, "doctrine", 0, bytes.fromhex(text), value).hex()
            assert known not in public | roots
    assert len(public) > 20


def disclosed(veil: bytes) -> Body:
    """The audit of a player who hid nothing but standing orders, with any veil."""
    return {"veils": [{"from": 0, "veil": veil.hex()}], "book": []}


@pytest.mark.attack("H12")
@pytest.mark.parametrize("veil", ["another", "the victim's"])
def test_h12_audit_with_another_veil(battle: World, veil: str) -> None:
    campaign = battle.cheater.open(write=False)
    theirs = keys.veil_secret(battle.victim.person().master, campaign.chain.game)
    false = bytes.fromhex(fresh("veil")) if veil == "another" else theirs
    bad = battle.cheat(lambda b: b.update(audit=disclosed(false)), control={"resign": True})
    assert battle.refused(bad) == proof(battle, "AUDIT_COMMIT")


@pytest.mark.attack("H13")
def test_h13_audit_left_out_or_in_part(battle: World) -> None:
    bad = battle.cheat(lambda b: b.pop("audit"), control={"resign": True})
    assert battle.refused(bad) == proof(battle, "AUDIT_MISSING")
    late = battle.cheat(lambda b: b["audit"]["veils"][0].update({"from": 5}), control={"resign": True})
    assert battle.refused(late) == proof(battle, "AUDIT_MISSING")
