"""What a player who leaves hands to his successor, and how little of it is believed (protocol section 11.5)."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from pbem.campaign.seats.seat_secrets import _still_sealed, read_handover
from pbem.errors import Problem
from pbem.protocol import keys
from pbem.protocol.canonical import canon
from pbem.protocol.ledger import Agreement
from tests.campaign.folders import Peer, begin
from tests.campaign.newcomers import Newcomer, archived, hand_over, lost, seated


def test_a_handover_tells_nothing_about_other_games(tmp_path: Path) -> None:
    _, b = lost(tmp_path)
    text = hand_over(b).decode("utf-8")
    body = json.loads(text.splitlines()[-1])
    master = b.person().master
    assert master.hex() not in text and keys.signing_seed(master).hex() not in text
    assert body["secrets"] == [
        {
            "from": 0,
            "dice": keys.dice_secret(master, bytes.fromhex(body["game"])).hex(),
            "veil": keys.veil_secret(master, bytes.fromhex(body["game"])).hex(),
        }
    ]
    assert text.startswith("# pbem: what Bert (Prussian) hands to his successor")


def test_a_handover_says_up_to_which_of_his_messages_it_goes(tmp_path: Path) -> None:
    _, b = lost(tmp_path)
    assert len(b.log()) == 9
    assert "It goes with everything up to his message 7." in hand_over(b).decode("utf-8")


@pytest.mark.parametrize(
    ("agreed", "still"),
    [
        ((), [3, 7]),
        ((Agreement("void seat", 5, "b"),), [7]),
        ((Agreement("void seat", 8, "a"), Agreement("takeback", 8, "b", 5)), [3, 7]),
        ((Agreement("void seat", 9, "b"),), []),
    ],
)
def test_a_sealed_answer_is_owed_until_it_is_opened_or_its_seat_is_void(
    agreed: tuple[Agreement, ...], still: list[int]
) -> None:
    bodies = {3: {"input": {"sealed": "c3"}}, 5: {"input": {"sealed": "c5"}}, 7: {"input": {"sealed": "c7"}}}
    bodies[9] = {"open": [{"t": "sealed", "at": 5}, {"t": "marker", "at": 7}]}  # type: ignore[dict-item]
    own = [SimpleNamespace(seq=seq, seat="b", body=body) for seq, body in bodies.items()]
    other = [SimpleNamespace(seq=4, seat="a", body={"input": {"sealed": "c4"}})]
    chain = SimpleNamespace(messages=[*own, *other], ledger=SimpleNamespace(agreed=agreed))
    assert _still_sealed(chain, "b") == still  # type: ignore[arg-type]


@pytest.mark.slow
def test_a_handover_goes_with_what_was_mailed_when_it_was_written(tmp_path: Path) -> None:
    """Another message of the player who leaves, with other standing orders, and his successor wants a newer file."""
    a, b = begin(tmp_path, 7)
    b.receive(a.mail(6))
    handed = hand_over(b)
    set_standing(b)
    b.submit()
    a.receive(b.mail(7))
    a.submit()
    carl = Newcomer(tmp_path, "b")
    carl.take_log(archived(a))
    with pytest.raises(Problem) as refused:
        carl.sit_down(handed)
    assert refused.value.code == "HANDOVER_UNFIT" and "message 7" in refused.value.what
    b.receive(a.mail(8))
    assert carl.sit_down(hand_over(b)).name == "seat-0009-b.yaml"


def set_standing(peer: Peer) -> str:
    """Sets one standing order, which the next message commits to; its name."""
    campaign = peer.open()
    slot = next(slot for slot in campaign.machine.slots["b"] if "." in slot.name and slot.binding == "message")
    kind, formation = slot.name.split(".")
    campaign.folder.write_document("standing.yaml", f"{kind}:\n  {formation}: ask\n".encode())
    campaign.folder.close()
    return slot.name


def edited(text: bytes, **changes: object) -> bytes:
    return canon({**json.loads(text.splitlines()[-1]), **changes}) + b"\n"


def test_a_handover_is_read_as_if_an_enemy_had_written_it(tmp_path: Path) -> None:
    a, b = lost(tmp_path)
    good = hand_over(b)
    carl = Newcomer(tmp_path, "b")
    carl.take_log(archived(a))
    chain = carl.open(write=False).chain
    read_handover(good, chain, "b")
    body = json.loads(good.splitlines()[-1])
    secret = body["secrets"][0]
    bad = [
        b"",
        b"# nothing\n",
        good + good,
        good[:-30],
        good.replace(b'"v":1', b'"v":2'),
        good.replace(b'"v":1', b'"v":1.0'),
        b"[" * 100_000,
        b'{"v":' + b"9" * 100_000 + b"}",
        b"\xff\xfe" * 50,
        edited(good, game="0" * 64),
        edited(good, side="a"),
        edited(good, secrets=[]),
        edited(good, secrets={}),
        edited(good, secrets=[{**secret, "dice": "0" * 64}]),
        edited(good, secrets=[{**secret, "veil": "0" * 64}]),
        edited(good, secrets=[{**secret, "veil": "x" * 64}]),
        edited(good, secrets=[{**secret, "from": 8}]),
        edited(good, secrets=[secret, secret]),
        edited(good, secrets=[{**secret, "from": k} for k in range(100)]),
        edited(good, committed={"1": []}),
        edited(good, committed={"01": {}}),
        edited(good, committed={**body["committed"], "7": {"doctrine": "x"}}),
        edited(good, committed={**body["committed"], "7": {"doctrine": [0] * 5000}}),
        edited(good, committed={**body["committed"], "7": {"doctrine": ["other"]}}),
        edited(good, committed={**body["committed"], "7": {"marker": []}}),
        edited(good, more=1),
    ]
    for data in bad:
        with pytest.raises(Problem) as refused:
            read_handover(data, chain, "b")
        assert refused.value.code == "HANDOVER_UNFIT", data[:80]


@pytest.mark.slow
def test_the_successor_goes_on_with_the_standing_orders(tmp_path: Path) -> None:
    a, b = begin(tmp_path, 7)
    b.receive(a.mail(6))
    name = set_standing(b)
    b.submit()
    a.receive(b.mail(7))
    a.submit()
    b.receive(a.mail(8))
    carl = seated(tmp_path, a, handover=hand_over(b))
    campaign = carl.open(write=False)
    index = campaign.machine.slot("b", name)[0]
    assert campaign.committed[9]["doctrine"][index] == "ask"
    assert f"{name.split('.')[1]}: ask" in (carl.path / "standing.yaml").read_text("utf-8")


def test_what_the_vault_of_a_kept_seat_holds_comes_back_from_the_log(tmp_path: Path) -> None:
    a, b = lost(tmp_path)
    carl = seated(tmp_path, a, handover=hand_over(b))
    campaign = carl.open(write=False)
    spans = [since for since, _ in campaign.ring.spans]
    assert spans == [0, 9] and campaign.ring.spans[0][1].master == b""
    master = b.person().master
    assert campaign.ring.at(7).veil == keys.veil_secret(master, campaign.chain.game)
    assert campaign.ring.at(9).veil == keys.veil_secret(carl.person().master, campaign.chain.game)
