"""A verified log as it was left, the list that is made on demand, and dates that run backward."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from pbem.protocol import compose
from pbem.protocol.chain import Chain
from pbem.protocol.checkpoint import KEPT, fits, freeze, thaw
from pbem.protocol.clock import backward
from pbem.protocol.faults import Fault
from pbem.protocol.forks import second_version
from pbem.protocol.lazy_list import LazyList, plus
from pbem.protocol.ledger import Agreement, Holder, Ledger, Member
from pbem.protocol.secrets_ring import Ring, Secrets
from tests.protocol.toy import MASTERS, TREES, Toy, begun, grown, line


def lines(chain: Chain) -> list[bytes]:
    return [message.line for message in chain.messages]


def tapes(chain: Chain) -> list[bytes]:
    return [json.dumps(tape, separators=(",", ":")).encode() for tape in chain.tapes]


def back(chain: Chain, whole: Chain) -> tuple[Chain, list[int]]:
    """A chain frozen, kept as a file, thawed beside a longer log; and how often that had to be folded anew."""
    folds: list[int] = []

    def refold() -> Chain:
        folds.append(1)
        return whole

    frozen = json.loads(json.dumps(freeze(chain)))
    return thaw(frozen, Toy(), TREES, lines(whole), tapes(whole), refold), folds


def test_it_fits_the_log_that_it_was_made_of_and_a_longer_one() -> None:
    chain = begun(5)
    frozen = freeze(chain)
    assert fits(frozen, lines(chain)) and fits(frozen, lines(grown(chain, 2)))
    assert not fits(frozen, lines(chain)[:-1])
    assert fits(freeze(begun(2)), lines(begun(2)))


@pytest.mark.parametrize(
    "change",
    [
        {"format": 2},
        {"count": 1},
        {"count": 4},
        {"count": "5"},
        {"last": "0" * 64},
        {"states": []},
        {"states": [{}]},
    ],
    ids=str,
)
def test_what_is_not_of_this_log_does_not_fit(change: dict[str, Any]) -> None:
    chain = begun(5)
    assert fits({**freeze(chain), **change}, lines(chain)) is False
    assert fits({}, lines(chain)) is fits([], lines(chain)) is False


def test_it_goes_on_as_the_log_does_and_computes_what_it_does_not_hold() -> None:
    whole = begun(7)
    chain, folds = back(begun(5), whole)
    assert list(chain.messages) == list(whole.messages[:5]) and list(chain.tapes) == list(whole.tapes[:4])
    assert [chain.states[k] for k in range(5 - KEPT, 5)] == list(whole.states[5 - KEPT : 5]) and folds == []
    assert chain.states[5 - KEPT - 1] == whole.states[5 - KEPT - 1] and folds == [1]
    on = chain.extend(whole.messages[5].line).extend(whole.messages[6].line)
    assert (on.state, on.keys, on.terms) == (whole.state, whole.keys, whole.terms)
    assert list(on.tapes) == list(whole.tapes) and on.ledger == whole.ledger


def test_every_part_of_the_ledger_comes_back() -> None:
    chain = begun(5)
    key = bytes(range(32))
    ledger = Ledger(
        holders=(*chain.ledger.holders, Holder(4, "b", key, True)),
        seals=chain.ledger.seals,
        agreed=(Agreement("takeback", 4, "a", 3),),
        members=(Member("b", "dora", key, ("left", "right")),),
    )
    assert back(replace(chain, ledger=ledger), chain)[0].ledger == ledger


# -- a list that is made on demand ----------------------------------------------------------------


def test_it_is_a_list_of_which_each_element_is_made_once() -> None:
    made: list[int] = []

    def make(k: int) -> int:
        made.append(k)
        return k * k

    old: LazyList[int] = LazyList(3, make)
    longer = plus(plus(old, 9), 16)
    assert (len(old), len(longer)) == (3, 5)
    assert [longer[k] for k in (-1, -2, -5, 4, 0)] == [16, 9, 0, 16, 0] and made == [0]
    assert longer[1:4] == (1, 4, 9) and longer[::-2] == (16, 4, 0)
    assert longer == [0, 1, 4, 9, 16] and longer != [0, 1, 4, 9] and longer != [0, 1, 4, 9, 17]
    assert sorted(made) == [0, 1, 2] and list(old) == [0, 1, 4]
    for index in (5, -6):
        with pytest.raises(IndexError, match=str(index)):
            longer[index]
    assert plus((1, 2), 3) == (1, 2, 3)


# -- what else a log tells --------------------------------------------------------------------------


def dated(*dates: str) -> Chain:
    """A log of two messages and these: a's, b's and so on, "" for no date."""
    chain = begun(2)
    for date in dates:
        chain = grown(chain, 1, words=compose.Words(date=date and f"{date}T12:00:00Z"))
    return chain


@pytest.mark.parametrize(
    ("dates", "date", "why"),
    [
        (["2026-03-01", "2026-03-05"], "2026-03-05", ""),
        (["2026-03-01", "2026-03-05"], "2026-03-04", "before message 3 of side b, which it answers and which bears"),
        (["2026-03-06", "2026-03-05"], "2026-03-05", "after 2026-03-06T12:00:00Z of the same side"),
        (["2026-03-06", ""], "2026-03-06", ""),
        (["", ""], "1926-03-06", ""),
        (["2026-03-01", "2026-03-05", "", ""], "2026-03-02", ""),
    ],
)
def test_a_date_runs_backward_after_ones_own_and_before_what_one_answers(dates: list[str], date: str, why: str) -> None:
    assert why in backward(dated(*dates), "a", f"{date}T12:00:00Z")
    assert bool(backward(dated(*dates), "a", f"{date}T12:00:00Z")) == bool(why)
    assert backward(Chain(Toy(), TREES), "a", "2026-03-01T12:00:00Z") == ""


def test_nobody_is_named_for_a_second_version_whose_rules_are_not_here() -> None:
    class Elsewhere(Toy):
        def anew(self, terms: dict[str, Any]) -> Toy:
            raise Fault("ENGINE_MISMATCH", "no such rules")

    chain = replace(begun(5), machine=Elsewhere())
    told = second_version(chain, line(begun(3), strike=1), Fault("FORK", "two of message 3", 3, signed_by="b"))
    assert (told.code, told.seq, told.signed_by) == ("FORK", 3, "")
    assert told.detail == "two of message 3\nNobody is named, for its rules are not here: no such rules"


def test_veils_that_a_later_master_has_passed_are_not_disclosed() -> None:
    secrets = [Secrets.of(MASTERS[seat], bytes(32)) for seat in ("a", "b", "c")]
    ring = Ring(MASTERS["c"], ((0, secrets[0]), (5, secrets[1]), (9, secrets[2])))
    assert [[veil["from"] for veil in ring.veils(first)] for first in (0, 4, 5, 8, 9, 20)] == [
        [0, 5, 9],
        [0, 5, 9],
        [5, 9],
        [5, 9],
        [9],
        [9],
    ]
    assert [ring.at(seq) for seq in (0, 4, 5, 9)] == [secrets[0], secrets[0], secrets[1], secrets[2]]
    with pytest.raises(KeyError):
        Ring(b"", ((2, secrets[0]),)).at(1)
