"""Checkpoints: a long campaign is opened from where it was left, and says exactly what the whole log says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pbem.campaign.core import checkpoints
from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.checkpoints import EVERY
from pbem.campaign.core.fold import chain_of
from pbem.campaign.inbox import recovery
from pbem.campaign.records.archiving import archive_bytes
from pbem.campaign.telling.reports import own_text, public_text
from pbem.protocol.canonical import canon
from pbem.protocol.lazy_list import LazyList, plus
from tests.campaign.folders import Peer, begin

COUNT = 16


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Peer, Peer]:
    """Sixteen messages; the last one is b's."""
    return begin(tmp_path_factory.mktemp("long"), COUNT)


def note(peer: Peer) -> Path:
    """The checkpoint of the side's only campaign."""
    (path,) = (peer.home_path / "checkpoints").iterdir()
    return path


def folded(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many lines each fold from the beginning took in, from now on."""
    calls: list[int] = []

    def counting(lines: list[bytes]) -> object:
        calls.append(len(lines))
        return chain_of(lines)

    monkeypatch.setattr(checkpoints, "chain_of", counting)
    monkeypatch.setattr(recovery, "chain_of", counting)
    return calls


def same(fast: Campaign, peer: Peer) -> None:
    """The campaign as the whole log gives it, in everything that anybody can ask."""
    machine, chain = chain_of(peer.log())
    whole = Campaign(fast.folder, machine, chain, fast.home, fast.person)
    assert fast.chain.state == chain.state and fast.chain.keys == chain.keys and fast.chain.terms == chain.terms
    assert fast.chain.ledger == chain.ledger
    assert list(fast.chain.messages) == list(chain.messages)
    assert list(fast.chain.states) == list(chain.states)
    assert list(fast.chain.tapes) == list(chain.tapes)
    for seq in range(2, len(chain.messages)):
        assert public_text(fast, seq) == public_text(whole, seq)
    assert own_text(fast) == own_text(whole)
    assert archive_bytes(fast) == archive_bytes(whole)


@pytest.mark.slow
@pytest.mark.parametrize("seat", ["a", "b"])
def test_what_a_checkpoint_gives_is_what_the_log_gives(played: tuple[Peer, Peer], seat: str) -> None:
    peer = played["ab".index(seat)]
    frozen = json.loads(note(peer).read_bytes())
    assert EVERY < frozen["count"] <= len(peer.log()) <= frozen["count"] + EVERY
    same(peer.open(write=False), peer)


@pytest.mark.slow
def test_play_goes_on_without_folding_the_log(
    played: tuple[Peer, Peer], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a, b = played
    calls = folded(monkeypatch)
    assert a.receive(b.mail(COUNT - 1))[0].accepted == [COUNT - 1]
    sent = a.submit()
    assert sent is not None and sent.seq == COUNT
    assert calls == []
    same(a.open(write=False), a)


def damaged(data: bytes) -> list[bytes]:
    """Checkpoints that are none, or not of this log."""
    frozen = json.loads(data)
    other = {**frozen, "last": "0" * 64}
    state = {**frozen, "states": [*frozen["states"][:-1], {**frozen["states"][-1], "n": 999}]}
    later = {**frozen, "format": frozen["format"] + 1}
    counts = [{**frozen, "count": count} for count in (0, 1, 10**9)]
    return [b"", b"{", b"[]", b"null", data[:-9], *(canon(one) for one in (other, state, later, *counts))]


@pytest.mark.slow
def test_a_damaged_checkpoint_is_passed_over(played: tuple[Peer, Peer], monkeypatch: pytest.MonkeyPatch) -> None:
    _, b = played
    good = note(b).read_bytes()
    calls = folded(monkeypatch)
    for data in damaged(good):
        note(b).write_bytes(data)
        opened = b.open()
        opened.folder.close()
        assert calls.pop() == len(b.log()) and calls == []
        assert opened.chain.state == chain_of(b.log())[1].state
        assert json.loads(note(b).read_bytes())["count"] == len(b.log()), "a new one takes its place"


@pytest.mark.slow
def test_a_checkpoint_of_lost_tapes_is_not_used(played: tuple[Peer, Peer]) -> None:
    _, b = played
    tapes = b.path / "tapes.jsonl"
    whole = tapes.read_bytes()
    tapes.write_bytes(b"")
    opened = b.open()
    opened.folder.close()
    assert tapes.read_bytes() == whole
    same(opened, b)


def test_a_list_that_only_grows() -> None:
    made: list[int] = []

    def make(k: int) -> int:
        made.append(k)
        return k * 10

    old: LazyList[int] = LazyList(3, make)
    longer = plus(plus(old, 30), 40)
    assert (len(old), len(longer), made) == (3, 5, [])
    assert (longer[-1], longer[3], longer[-4]) == (40, 30, 10)
    assert made == [1] and old[1] == 10 and made == [1]
    assert longer[2:] == (20, 30, 40) and longer == [0, 10, 20, 30, 40] and old != longer
    assert plus((1,), 2) == (1, 2)
    for index in (5, -6):
        with pytest.raises(IndexError):
            longer[index]
