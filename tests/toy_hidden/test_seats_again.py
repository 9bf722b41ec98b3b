"""What seats must not lose: a sealed answer over two of them, what was seen of a marker, commitments without orders."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import Due
from pbem.campaign.core.inherited_secrets import pack, unpack
from pbem.campaign.core.log_answerer import ByMail
from pbem.campaign.core.offers import due_for, takeback
from pbem.campaign.outbox.submit import submit
from pbem.campaign.seats.seating import marker_contents, prepare_seating, sign_seating
from pbem.engine.hidden import HIDDEN
from pbem.engine.requests import ORDERS
from pbem.local.practice import outbox
from pbem.orders.writer import dump
from pbem.protocol import compose
from pbem.protocol.canonical import canon
from pbem.protocol.vault import VaultError
from tests.campaign.folders import DATE, Peer
from tests.campaign.newcomers import Newcomer, agree, archived, hand_over
from tests.games.games import Tally
from tests.toy_hidden.board import Board
from tests.toy_hidden.campaigns import VeiledHand
from tests.toy_hidden.data import SCOUT
from tests.toy_hidden.sequence import standing
from tests.toy_hidden.test_seats import contents_of, hiding, played_on, sealed_before
from tests.toy_hidden.world import build, orders, setting_of


def replied(peer: Peer, seed: str) -> bytes:
    """The mail of the honest message that is due from a side."""
    campaign = peer.open()
    try:
        assert VeiledHand(random.Random(seed), Tally(0), False, 0).reply(campaign) is not None
        return outbox(campaign, len(campaign.chain.messages) - 1)
    finally:
        campaign.folder.close()


def sent(peer: Peer, other: Peer, make: Callable[[Campaign], Any]) -> None:
    """One message of a side, and the other takes it in."""
    campaign = peer.open()
    try:
        make(campaign)
        mail = outbox(campaign, len(campaign.chain.messages) - 1)
    finally:
        campaign.folder.close()
    (receipt,) = other.receive(mail)
    assert receipt.fault is None, receipt.fault


def void_seat(root: Path, gone: Peer, stays: Peer, contents: dict[str, Any]) -> Newcomer:
    """Carl in the place of a player of whom nothing is left."""
    carl = Newcomer(root, gone.seat)
    carl.take_log(archived(stays))
    campaign = carl.open()
    given = marker_contents(campaign, "", dump(contents).encode("utf-8"), "markers.yaml")
    mail = sign_seating(campaign, prepare_seating(campaign, markers=given, words=compose.Words("Carl", (), DATE)))
    campaign.folder.close()
    (receipt,) = carl.receive(agree(stays, mail.read_bytes()))
    assert receipt.fault is None, receipt.fault
    return carl


@pytest.mark.slow
def test_a_sealed_answer_survives_two_kept_seats(tmp_path: Path) -> None:
    world = build(tmp_path / "world", sealed_before)
    stays, sitting = world.victim, world.cheater
    for name in ("c", "d"):
        new = Newcomer(tmp_path, sitting.seat, name)
        new.take_log(archived(stays))
        back = agree(stays, new.sit_down(hand_over(sitting), name=name).read_bytes())
        assert new.receive(back)[0].fault is None
        assert new.receive(replied(stays, name))[0].fault is None
        sitting = new
    verdict = played_on({sitting.seat: sitting, stays.seat: stays}, 3)
    assert (verdict.code, verdict.detail, dict(verdict.agreed)) == ("OK", "finished and audited", {"seat": 2})


def seen(campaign: Campaign, due: Due) -> bool:
    """In mid-game; a marker of the side that is due has been opened and is in play still."""
    return hiding(campaign, due) and any("seen" in e for e in own_entries(campaign, campaign.chain.state).values())


def own_entries(campaign: Campaign, state: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {name: entry for name, entry in state["markers"].items() if entry["side"] == campaign.seat}


@pytest.mark.slow
def test_what_was_seen_of_a_marker_stays_seen(tmp_path: Path) -> None:
    world = build(tmp_path / "world", seen)
    gone, stays = world.cheater, world.victim
    campaign = gone.open(write=False)
    known = {n: e for n, e in own_entries(campaign, campaign.chain.state).items() if "seen" in e}
    assert known
    carl = void_seat(tmp_path, gone, stays, contents_of(gone))
    after = own_entries(carl.open(write=False), carl.open(write=False).chain.state)
    for marker, entry in known.items():
        assert after[marker] == {**entry, "at": world.seq, "commit": after[marker]["commit"]}
        assert after[marker]["commit"] != entry["commit"]
    assert played_on({carl.seat: carl, stays.seat: stays}, 4).detail == "finished and audited"


def worn(campaign: Campaign, due: Due) -> bool:
    """As above, and one of the units that were seen in it has been lost since."""
    return hiding(campaign, due) and bool(worn_counters(campaign))


def worn_counters(campaign: Campaign) -> dict[str, list[str]]:
    """Counter that lies face up -> its units now, where it held more when it was opened."""
    state = campaign.chain.state
    board = Board(setting_of(campaign), state["at"])
    up = {n: e for n, e in own_entries(campaign, state).items() if "seen" in e and n in board.at["counters"]}
    now = {name: sorted(board.units(name)) for name in up if board.face_up(name)}
    return {name: units for name, units in now.items() if units and units != up[name]["units"]}


@pytest.mark.slow
def test_a_newcomer_says_what_is_left_of_a_marker_that_was_seen(tmp_path: Path) -> None:
    world = build(tmp_path / "world", worn)
    gone, stays = world.cheater, world.victim
    left = worn_counters(gone.open(write=False))
    contents = {**contents_of(gone), **{name: {"units": units} for name, units in left.items()}}
    carl = void_seat(tmp_path, gone, stays, contents)
    assert played_on({carl.seat: carl, stays.seat: stays}, 4).detail == "finished and audited"


@pytest.mark.slow
@pytest.mark.parametrize("first", ["seen", "unseen"])
def test_a_newcomer_who_has_a_unit_twice_is_found_out(tmp_path: Path, first: str) -> None:
    """Whichever of the two markers is turned up first."""
    world = build(tmp_path / "world", seen)
    gone, stays = world.cheater, world.victim
    campaign = gone.open(write=False)
    entries = own_entries(campaign, campaign.chain.state)
    known = min(name for name, entry in entries.items() if "seen" in entry and entry["units"])
    dark = min(name for name, entry in entries.items() if "seen" not in entry)
    units = {"units": list(entries[known]["units"])}
    carl = void_seat(tmp_path, gone, stays, {**contents_of(gone), dark: units})
    seated = carl.open(write=False)
    answerer = ByMail(seated.machine, gone.seat, None, None, world.seq + 1, seated.chain.state, None)  # type: ignore[arg-type]
    order = (known, dark) if first == "seen" else (dark, known)
    faults = [answerer._shown(name, units) for name in order]
    assert faults[0] is None and faults[1] is not None and faults[1].code == "HIDE_DUPLICATE"


def after_orders_that_hide(campaign: Campaign, due: Due) -> bool:
    """The message before turned markers face down together with its orders."""
    last = campaign.chain.messages[-1].body
    return hiding(campaign, due) and bool(last.get("hide")) and "input" in last


@pytest.mark.slow
def test_orders_that_a_void_seat_undid_leave_no_contents_behind(tmp_path: Path) -> None:
    world = build(tmp_path / "world", after_orders_that_hide)
    gone, stays = world.cheater, world.victim
    chain = stays.open(write=False).chain
    listed = {entry["marker"] for entry in chain.messages[-1].body["hide"]}
    assert listed <= chain.state["markers"].keys()
    carl = void_seat(tmp_path, gone, stays, contents_of(gone))
    seated = carl.open(write=False).chain
    for name in listed:
        assert seated.state["markers"].get(name, {}).get("at") != world.seq - 1
    # The hidden leaves that came with those orders count as little.
    due = replied(stays, "again")
    assert carl.receive(due)[0].fault is None
    assert played_on({carl.seat: carl, stays.seat: stays}, 5).detail == "finished and audited"


def test_a_long_inheritance_fits_into_a_message() -> None:
    """Four hundred turns in which sixty counters were turned face down anew: more than a message holds."""
    committed = {
        str(seq): {"marker": {f"red-{n}": {"units": [f"red-corps-{n % 7}"], "strength": n} for n in range(60)}}
        for seq in range(2, 802, 2)
    }
    secrets = [{"from": 2, "dice": "ab" * 32, "veil": "cd" * 32}]
    part = pack(secrets, committed)
    assert len(canon(committed)) > 2**20 > 8 * len(canon(part))
    assert unpack(part) == {"secrets": secrets, "committed": committed}
    assert unpack({}) == {"secrets": [], "committed": {}}


@pytest.mark.parametrize("part", [{"packed": "x"}, {"packed": "eA=="}, {"other": "x"}, {"packed": 5}])
def test_an_inheritance_that_cannot_be_read(part: dict[str, Any]) -> None:
    with pytest.raises(VaultError):
        unpack(part)


@pytest.mark.slow
def test_an_inheritance_that_unpacks_without_end() -> None:
    import base64
    import zlib

    bomb = base64.b64encode(zlib.compress(b"[" + b" " * (64 * 2**20), 9)).decode("ascii")
    with pytest.raises(VaultError):
        unpack({"packed": bomb})


def walking(campaign: Campaign, due: Due) -> bool:
    """Orders of a turn are due, and the scout of that side stands where nobody has found it."""
    state = due.state
    return (
        due.request is not None
        and due.request.what == ORDERS
        and state["at"]["stage"] == "play"
        and state["at"]["scouts"][campaign.army] == "unseen"
        and bool(standing_now(due))
    )


def standing_now(due: Due) -> str:
    """The box in which one's own scout stands."""
    return standing(due.own.leaves[HIDDEN][SCOUT])


@pytest.mark.slow
def test_a_kept_seat_goes_on_from_before_what_was_taken_back(tmp_path: Path) -> None:
    """Protocol 11.2: the scout of a turn that was taken back has not walked, for a successor neither."""
    world = build(tmp_path / "world", walking)
    gone, stays = world.cheater, world.victim

    def walk(campaign: Campaign) -> None:
        due = campaign.due()
        here = standing_now(due)
        way = [here, min(setting_of(campaign).field.neighbours(here))]
        submit(campaign, due, orders(campaign, due, {"scout": way}), date=DATE)

    def offer(campaign: Campaign) -> None:
        submit(campaign, campaign.due(), control=takeback(campaign, world.seq), date=DATE)

    def accept(campaign: Campaign) -> None:
        submit(campaign, due_for(campaign, "accept")[1], control={"answer": "accept"}, date=DATE)

    stood = gone.open(write=False).due().own.leaves
    sent(gone, stays, walk)
    assert gone.open(write=False).due().own.leaves != stood
    gone.receive(replied(stays, "between"))
    sent(gone, stays, offer)
    sent(stays, gone, accept)
    carl = Newcomer(tmp_path, gone.seat)
    carl.take_log(archived(stays))
    seat = carl.sit_down(hand_over(gone)).read_bytes()
    assert carl.receive(agree(stays, seat))[0].fault is None
    carl.receive(replied(stays, "on"))
    assert carl.open(write=False).due().own.leaves == stood
    verdict = played_on({carl.seat: carl, stays.seat: stays}, 3)
    assert (verdict.code, verdict.detail) == ("OK", "finished and audited")
