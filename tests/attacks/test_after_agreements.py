"""Rows D, I, H and K of the adversarial plan where the players have agreed to something: take-back, seat, other key."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import Due
from pbem.campaign.outbox.submit import submit
from pbem.campaign.records.archiving import archive_bytes
from pbem.campaign.records.verification import judge_archive
from pbem.campaign.seats.seating import prepare_seating, sign_seating
from pbem.protocol import compose, keys
from pbem.protocol.chain import state_digest
from pbem.protocol.verify import Verdict
from pbem.upkeep import keyring
from tests.attacks.forging import RESIGN, Disclosing, bodies, delivered, marker_of, mid_game, of, sent
from tests.attacks.world import Body, World, fresh, proof, signed
from tests.campaign.folders import DATE, Peer
from tests.campaign.newcomers import Newcomer, agree, archived
from tests.games.games import Tally
from tests.toy_hidden.campaigns import MOST_MESSAGES, VeiledHand
from tests.toy_hidden.world import build, orders

pytestmark = pytest.mark.usefixtures("veiled")

Edit = Callable[[Body], Any]


def later(campaign: Campaign, due: Due) -> bool:
    """Orders are due, after a contact and a turn of one's own."""
    opened = [o for m in campaign.chain.messages for o in m.body.get("open", ()) if o["t"] == "marker"]
    return mid_game(campaign, due) and bool(opened) and len(campaign.chain.messages) > 10


def refused_all(world: World, edits: dict[str, list[Edit]]) -> None:
    """Each edit of the honest message has the code under which it stands."""
    for code, listed in edits.items():
        for number, edit in enumerate(listed):
            assert world.refused(world.cheat(edit)) == proof(world, code), number


def played_out(cheater: Peer, victim: Peer, seed: int) -> Verdict:
    """Both go on honestly to the end; what a stranger says of the archive, which both write alike."""
    peers = {peer.seat: peer for peer in (cheater, victim)}
    hands = {letter: VeiledHand(random.Random(f"{seed}/{letter}"), Tally(seed), False, 0) for letter in "ab"}
    for seq in range(len(victim.log()), MOST_MESSAGES):
        peer, other = peers["ab"[seq % 2]], peers["ba"[seq % 2]]
        campaign = peer.open()
        try:
            if hands[peer.seat].reply(campaign) is None:
                data = archive_bytes(campaign)
                assert data == archive_bytes(other.open(write=False))
                return judge_archive(data).verdict
        finally:
            campaign.folder.close()
        delivered(peer, other, seq)
    raise AssertionError("the game does not end")


# -- a take-back ---------------------------------------------------------------------------


@dataclass
class Returned:
    """After an agreed take-back the cheater gives his orders again. to: message after which play goes on."""

    world: World
    to: int

    @property
    def old(self) -> Body:
        """The message with the orders that were taken back."""
        return next(body for body in bodies(self.world.cheater)[self.to + 1 :] if "input" in body)


def go_back(root: Path) -> Returned:
    world = build(root, of("b", later))
    states = world.cheater.open(write=False).chain.states
    asked = [
        s
        for s, state in enumerate(states)
        if s > 3 and (state["need"]["side"], state["need"]["ask"]) == ("b", "orders")
    ]
    to = [seq for seq in asked if states[seq]["at"]["round"] < states[-1]["at"]["round"]][-1]
    delivered(world.cheater, world.victim, sent(world.cheater, {"offer": "takeback", "to": to}))
    delivered(world.victim, world.cheater, sent(world.victim, {"answer": "accept"}))
    campaign = world.cheater.open(write=False)
    return Returned(World(world.cheater, world.victim, world.seq + 2, orders(campaign, campaign.due(), {})), to)


@pytest.fixture(scope="module")
def returned(veiled: None, tmp_path_factory: pytest.TempPathFactory) -> Returned:
    return go_back(tmp_path_factory.mktemp("returned"))


@pytest.mark.slow
@pytest.mark.attack("D01", "D05", "D06", "D08", "H04", "H10", "I03")
def test_nothing_of_the_abandoned_branch_can_be_used_again(returned: Returned) -> None:
    world, old, to = returned.world, returned.old, returned.to
    campaign = world.cheater.open(write=False)
    states, markers = campaign.chain.states, campaign.chain.state["markers"]
    assert campaign.chain.need["n"] > states[to]["n"] and campaign.chain.state["at"] == states[to]["at"]
    opened = [o for body in bodies(world.cheater) for o in body.get("open", ()) if o["t"] == "marker"]
    refused_all(
        world,
        {
            "REVEAL_MISMATCH": [lambda b: b.update(reveal=old["reveal"]), lambda b: b.update(reveal=fresh("other"))],
            "SEAL_REUSED": [lambda b: b.update(seal=old["seal"])],
            "INPUT_STALE": [
                lambda b: b.update(input=old["input"]),
                *(lambda b, n=n: b["input"].update({"for": n}) for n in (states[to]["n"], states[-2]["n"])),
            ],
            "STATE_MISMATCH": [
                lambda b: b.update(state=old["state"]),
                *(lambda b, s=s: b.update(state=state_digest(states[s]).hex()) for s in (to, -2, -3)),
            ],
            "OPEN_EXTRA": [lambda b, o=o: b.setdefault("open", []).append(o) for o in opened[-2:]],
            "HIDE_ILLEGAL": [
                lambda b, m=m: b.update(hide=[{"marker": m, "commit": fresh("hide")}])
                for m in [name for name, entry in markers.items() if entry["side"] == "b" and "seen" not in entry][:2]
            ],
            "OFFER_INVALID": [lambda b: b.update(control={"answer": "accept"})],
        },
    )


# -- another key -----------------------------------------------------------------------------


@dataclass
class Rekeyed:
    """The cheater changed his key with message `changed`; his next one is due. old: his first master."""

    world: World
    changed: int
    old: bytes


@pytest.fixture(scope="module")
def rekeyed(veiled: None, tmp_path_factory: pytest.TempPathFactory) -> Rekeyed:
    world = build(tmp_path_factory.mktemp("rekeyed"), of("b", later))
    old = world.cheater.person().master
    keyring.renewed(world.cheater.home(), "")
    campaign = world.cheater.open()
    due = campaign.due()
    submit(campaign, due, orders(campaign, due, {}), date=DATE, new_key=True)
    campaign.folder.close()
    delivered(world.cheater, world.victim, world.seq)
    delivered(world.victim, world.cheater, sent(world.victim))
    campaign = world.cheater.open(write=False)
    due = campaign.due()
    checked = (
        orders(campaign, due, {} if due.kind == "orders" else {"answer": due.request.options.default()})
        if due.request
        else None
    )
    return Rekeyed(World(world.cheater, world.victim, world.seq + 2, checked), world.seq, old)


@pytest.mark.slow
@pytest.mark.attack("D01", "D05", "K09", "K10")
def test_the_old_master_gives_nothing_after_a_change_of_key(rekeyed: Rekeyed) -> None:
    world = rekeyed.world
    chain = world.cheater.open(write=False).chain
    secret = keys.dice_secret(rekeyed.old, chain.game)
    stale = keys.dice_value(secret, rekeyed.changed, chain.messages[rekeyed.changed - 1].id).hex()
    own = bodies(world.cheater)[rekeyed.changed]["reveal"]
    refused_all(world, {"REVEAL_MISMATCH": [lambda b: b.update(reveal=stale), lambda b: b.update(reveal=own)]})
    seq = world.seq
    assert world.refused(signed(world.body(), rekeyed.old)) == ("SIG_WRONG_KEY", "stranger", seq, "")
    assert world.refused(signed(world.body(), rekeyed.old, world.master)) == ("SIG_WRONG_KEY", "stranger", seq, "")
    third = b"t" * 32
    for key, masters, expected in (
        (keys.public_key(rekeyed.old), (world.master, rekeyed.old), ("KEY_REUSED", "invalid", seq, "")),
        (chain.keys["a"], (world.master, world.victim.person().master), ("KEY_REUSED", "invalid", seq, "")),
        (keys.public_key(third), (third,), ("COSIGN_MISSING", "stranger", seq, "")),
        (keys.public_key(third), (world.master,), ("COSIGN_MISSING", "stranger", seq, "")),
        (keys.public_key(third), (rekeyed.old, third), ("SIG_WRONG_KEY", "stranger", seq, "")),
    ):
        assert world.refused(signed({**world.body(), "key": key.hex()}, *masters)) == expected


@pytest.mark.slow
@pytest.mark.attack("H12", "H13")
def test_h12_each_of_two_veils_counts_for_its_own_messages(rekeyed: Rekeyed) -> None:
    last = Disclosing(rekeyed.world, RESIGN)
    old, new = (entry["veil"] for entry in last.body()["audit"]["veils"])
    at = rekeyed.changed
    for veils in (
        [(0, new), (at, old)],
        [(0, old)],
        [(0, new)],
        [(0, old), (at - 2, new)],
        [(0, old), (at + 1, new)],
        [(0, old), (at, fresh("third"))],
    ):
        listed = [{"from": start, "veil": veil} for start, veil in veils]
        found = last.refused(lambda audit, v=listed: audit.update(veils=v))
        assert found == last.proof("AUDIT_COMMIT"), veils
    late = [{"from": at, "veil": new}]
    assert last.refused(lambda audit: audit.update(veils=late)) == last.proof("AUDIT_MISSING")


# -- a seat -----------------------------------------------------------------------------------


def taken_over(world: World, root: Path, contents: dict[str, Any]) -> Newcomer:
    """Somebody else sits down in the cheater's place and says anew what his counters hold."""
    carl = Newcomer(root, world.cheater.seat)
    carl.take_log(archived(world.victim))
    campaign = carl.open()
    intended = prepare_seating(campaign, markers=contents, words=compose.Words("Carl", (), DATE))
    mail = sign_seating(campaign, intended).read_bytes()
    campaign.folder.close()
    (receipt,) = carl.receive(agree(world.victim, mail))
    assert receipt.fault is None and receipt.accepted == [world.seq]
    # His next command lays the seat out as the message that it has become.
    carl.open().folder.close()
    return carl


def contents_of(peer: Peer) -> dict[str, Any]:
    """What somebody's face-down counters hold."""
    campaign = peer.open(write=False)
    own = {name: e["at"] for name, e in campaign.chain.state["markers"].items() if e["side"] == peer.seat}
    return {name: campaign.committed[at]["marker"][name] for name, at in sorted(own.items())}


def answered(campaign: Campaign, due: Due) -> bool:
    """A message is due that follows upon orders of the other side, which a void seat will lose."""
    return (
        later(campaign, due)
        and campaign.chain.state["need"]["ask"] == "orders"
        and "input" in campaign.chain.messages[-1].body
    )


@pytest.mark.slow
@pytest.mark.attack("K02", "K03", "I03", "D05")
def test_k02_the_input_from_before_a_void_seat_comes_again(tmp_path: Path) -> None:
    """His orders were lost with the other's dice; he knows nothing of them, and gives them anew under a new number."""
    world = build(tmp_path / "world", answered)
    before = bodies(world.victim)[-1]
    carl = taken_over(world, tmp_path, contents_of(world.cheater))
    stays = World(world.victim, carl, world.seq + 1, None)
    campaign = stays.cheater.open(write=False)
    stays.checked = orders(campaign, campaign.due(), {})
    assert stays.body()["input"]["for"] == before["input"]["for"] + 1
    refused_all(
        stays,
        {
            "INPUT_STALE": [
                lambda b: b.update(input=before["input"]),
                lambda b: b["input"].update({"for": before["input"]["for"]}),
                lambda b: b["input"].update({"for": b["input"]["for"] + 1}),
            ],
            "INPUT_MISSING": [lambda b: b.pop("input")],
            "REVEAL_MISMATCH": [lambda b: b.update(reveal=before["reveal"])],
            "SEAL_REUSED": [lambda b: b.update(seal=before["seal"]), lambda b: b.update(seal=bodies(carl)[-1]["seal"])],
        },
    )
    delivered(stays.cheater, carl, sent(stays.cheater))
    verdict = played_out(stays.cheater, carl, 3)
    assert (verdict.code, verdict.detail, dict(verdict.agreed)) == ("OK", "finished and audited", {"void seat": 1})


@pytest.mark.slow
@pytest.mark.attack("H09", "H12", "H13", "H14")
def test_h13_a_successor_discloses_what_he_said_when_he_sat_down(tmp_path: Path) -> None:
    """What is older is excused, and an entry for it is one too many; what is newer is not."""
    world = build(tmp_path / "world", answered)
    carl = taken_over(world, tmp_path, contents_of(world.cheater))
    delivered(world.victim, carl, sent(world.victim))
    last = Disclosing(World(carl, world.victim, world.seq + 2, None), RESIGN)
    book = last.body()["audit"]["book"]
    marker = next(i for i, e in enumerate(book) if e["kind"] == "marker")
    assert {e["at"] for e in book} == {world.seq}
    theirs = keys.veil_secret(world.cheater.person().master, carl.open(write=False).chain.game).hex()
    edits: dict[str, list[Edit]] = {
        "AUDIT_MISSING": [
            lambda a: a["book"].pop(marker),
            lambda a: a["book"].clear(),
            lambda a: a["veils"][0].update({"from": world.seq + 1}),
        ],
        "AUDIT_COMMIT": [
            lambda a: a["book"][marker].update(value={"units": ["r-guard"]}),
            lambda a: a["book"].append({**book[marker], "at": world.seq - 2}),
            lambda a: a["veils"][0].update(veil=theirs),
        ],
    }
    for code, listed in edits.items():
        for edit in listed:
            assert last.refused(edit) == last.proof(code)
    # The predecessor's key signs nothing any more, not even what his seat would have had to open.
    name = book[marker]["i"]
    body = {**last.body(), "open": [marker_of(last.world, world.seq, name, {"units": []})]}
    assert last.world.refused(signed(body, world.cheater.person().master)) == (
        "SIG_WRONG_KEY",
        "stranger",
        world.seq + 2,
        "",
    )


@pytest.mark.slow
@pytest.mark.attack("H09")
def test_h09_a_successor_whose_counters_hold_more_than_there_was(tmp_path: Path) -> None:
    """Nobody can see it when he sits down; what was seen and what he says do not make up the order of battle."""
    world = build(tmp_path / "world", answered)
    contents = contents_of(world.cheater)
    full = next(name for name, content in contents.items() if content["units"])
    dummy = next((name for name, content in contents.items() if not content["units"]), "")
    for false in (
        {**contents, full: {"units": []}},
        {**contents, dummy or full: {"units": contents[full]["units"][::-1]}},
    ):
        if false == contents or (not dummy and false[full] != {"units": []}):
            continue
        root = tmp_path / f"seat-{len(false[full]['units'])}"
        saved = copied(world, root)
        carl = taken_over(saved, root, false)
        delivered(saved.victim, carl, sent(saved.victim))
        last = Disclosing(World(carl, saved.victim, world.seq + 2, None), RESIGN)
        assert last.refused(lambda audit: None) == last.proof("AUDIT_CONSERVATION")


def copied(world: World, root: Path) -> World:
    """The same two computers once more, elsewhere."""
    shutil.copytree(world.victim.root, root)
    peers = {letter: Peer(root, letter) for letter in "ab"}
    for peer in peers.values():
        peer.home().register(peer.open(write=False).game_id, peer.path)
    return World(peers[world.cheater.seat], peers[world.victim.seat], world.seq, world.checked)


@pytest.mark.slow
@pytest.mark.attack("K06")
def test_k06_hidden_forces_go_on_from_where_they_stood(tmp_path: Path) -> None:
    """What was found in the part taken back is unseen again: the honest player's audit accuses nobody."""
    world = go_back(tmp_path).world
    verdict = played_out(world.cheater, world.victim, 1)
    assert (verdict.code, verdict.detail, verdict.agreed) == ("OK", "finished and audited", {"takeback": 1})
