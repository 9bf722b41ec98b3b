"""Draw, take-back, amendment and resignation in the fold; rows K04, K05 and K06 of the adversarial plan."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from pbem.protocol.chain import Chain, state_digest
from pbem.protocol.control import MOST_DECLINED, renumbered, takeback_refused
from pbem.protocol.faults import Fault
from pbem.protocol.machine import State
from pbem.protocol.verify import agreed_counts, log_lines, verify_log
from tests.protocol.toy import (
    TREES,
    Toy,
    begun,
    cheat,
    draft,
    grown,
    line,
    refused,
)

DRAW = {"offer": "draw"}
ACCEPT, DECLINE = {"answer": "accept"}, {"answer": "decline"}
REASON = "a counter was miscounted"
OFFERS: list[dict[str, Any]] = [
    DRAW,
    {"offer": "takeback", "to": 3},
    {"offer": "amend", "terms": {"engine": "toy 2"}},
    {"offer": "amend", "terms": {}, "patch": [{"path": ["a"], "value": 5}], "reason": REASON},
]


def takeback(to: int) -> dict[str, Any]:
    return {"offer": "takeback", "to": to}


def patch(*changes: tuple[list[Any], Any], **more: Any) -> dict[str, Any]:
    listed = [{"path": path, "value": value} for path, value in changes]
    return {"offer": "amend", "terms": {}, "patch": listed, "reason": REASON, **more}


def said(**members: Any) -> Callable[[dict[str, Any]], None]:
    """An edit that puts members into a payload."""
    return lambda body: body.update(members)


def offered(count: int, control: dict[str, Any]) -> Chain:
    """A log whose message `count` makes an offer."""
    chain = begun(count)
    return chain.extend(line(chain, control=control))


def answered(count: int, control: dict[str, Any], answer: dict[str, Any] = ACCEPT, **order: Any) -> Chain:
    chain = offered(count, control)
    return chain.extend(line(chain, control=answer, **order))


# -- answers are owed ------------------------------------------------------------


@pytest.mark.parametrize("control", OFFERS)
def test_k04_an_offer_cannot_be_ignored(control: dict[str, Any]) -> None:
    chain = offered(6, control)
    assert refused(chain, line(chain)) == ("ANSWER_REQUIRED", "proof", 7, "b")
    for instead in (DRAW, {"resign": True}):
        assert refused(chain, line(chain, control=instead)) == ("ANSWER_REQUIRED", "proof", 7, "b")


@pytest.mark.parametrize("control", OFFERS)
def test_declining_leaves_the_state_as_it_is(control: dict[str, Any]) -> None:
    chain = answered(6, control, DECLINE)
    assert chain.states[7] == chain.states[6]
    assert chain.ledger.agreed == () and chain.terms["engine"] == "toy 1"
    longer = grown(chain, 3)
    assert longer.waits_for == "b" and longer.state["n"] > chain.state["n"]


def test_an_answer_to_nothing() -> None:
    chain = begun(6)
    for answer in (ACCEPT, DECLINE):
        bad = cheat(chain, said(control=answer))
        assert refused(chain, bad) == ("OFFER_INVALID", "proof", 6, "a")


# -- draw ------------------------------------------------------------------------


def test_an_agreed_draw_ends_the_game_and_both_disclose() -> None:
    chain = answered(6, DRAW)
    assert chain.over == {"how": "draw-agreed"} and chain.waits_for == "a"
    assert "input" not in chain.messages[-1].body and "audit" in chain.messages[-1].body
    for control in OFFERS[:2]:
        bad = cheat(chain, said(control=control))
        assert refused(chain, bad) == ("OFFER_INVALID", "proof", 8, "a")
    ended = chain.extend(line(chain))
    assert ended.audited and agreed_counts(ended) == {"draw": 1}
    verdict = verify_log(log_lines(ended), Toy(), TREES, complete=True)
    assert (verdict.code, verdict.agreed) == ("OK", {"draw": 1})


# -- take-back -------------------------------------------------------------------


@pytest.mark.parametrize("to", [2, 3, 4, 5])
def test_an_agreed_takeback_restores_the_state_under_a_new_number(to: int) -> None:
    before = offered(6, takeback(to))
    chain = answered(6, takeback(to))
    greatest = max(state.get("n", 0) for state in before.states)
    assert chain.state == renumbered(before.states[to], greatest + 1)
    assert chain.need["n"] == chain.state["n"] == greatest + 1
    accepting = before.states[to]["need"]["side"] == "b"
    assert ("input" in chain.messages[-1].body) == accepting
    assert agreed_counts(chain) == {"takeback": 1} and chain.ledger.agreed[-1].to == to
    longer = grown(chain, 3)
    assert verify_log(log_lines(longer), Toy(), TREES).agreed == {"takeback": 1}


def test_k06_dice_differ_from_the_abandoned_branch() -> None:
    # Orders 2 and 8 answer the same question of the same position, with the same nine dice.
    chain = begun(2)
    chain = grown(chain.extend(line(chain, strike=3)), 3)
    chain = chain.extend(line(chain, control=takeback(2)))
    chain = chain.extend(line(chain, control=ACCEPT))
    chain = chain.extend(line(chain, strike=3))
    chain = grown(chain, 1)
    assert chain.states[8]["at"] == chain.states[2]["at"]
    given = [{**chain.messages[k].body["input"], "for": 0} for k in (2, 8)]
    assert given[0] == given[1]
    assert chain.seed(2) != chain.seed(8)
    assert [entry[:2] for entry in chain.tapes[2]] == [entry[:2] for entry in chain.tapes[8]]
    assert chain.tapes[2] != chain.tapes[8]


def test_k05_a_takeback_without_consent() -> None:
    chain = begun(6)
    old = renumbered(chain.states[2], chain.state["n"] + 1)
    signed_old = state_digest(old).hex()
    # The side that is due simply plays on from an earlier position,
    bad = cheat(chain, said(state=signed_old, input={"for": old["n"], "strike": 2}))
    assert refused(chain, bad) == ("STATE_MISMATCH", "proof", 6, "a")
    # or takes its own offer for accepted,
    bad = cheat(chain, said(state=signed_old), control=takeback(2))
    assert refused(chain, bad) == ("STATE_MISMATCH", "proof", 6, "a")
    # or the opponent declines and signs the position as if he had accepted.
    chain = offered(6, takeback(2))
    bad = cheat(chain, said(state=signed_old), control=DECLINE)
    assert refused(chain, bad) == ("STATE_MISMATCH", "proof", 7, "b")


def test_the_answer_to_the_old_question_is_stale_after_a_takeback() -> None:
    chain = answered(6, takeback(2))
    old = chain.messages[2].body["input"]
    assert refused(chain, cheat(chain, said(input=old))) == ("INPUT_STALE", "proof", 8, "a")


@pytest.mark.parametrize("to", [0, 1, 6, 7, 9999])
def test_messages_that_cannot_be_returned_to(to: int) -> None:
    chain = begun(6)
    assert takeback_refused(chain, to)
    bad = cheat(chain, said(control=takeback(to)), control=DRAW)
    assert refused(chain, bad) == ("OFFER_INVALID", "proof", 6, "a")


def test_a_question_in_mid_phase_is_no_target() -> None:
    chain = begun(2)
    chain = grown(chain.extend(line(chain, strike=1, pursue=True)), 2)
    assert chain.states[3]["need"]["ask"] == "continue"
    bad = cheat(chain, said(control=takeback(3)), control=DRAW)
    assert refused(chain, bad) == ("OFFER_INVALID", "proof", 5, "b")
    assert not takeback_refused(chain, 2)


def test_nothing_is_returned_to_beyond_an_amendment() -> None:
    chain = grown(answered(6, OFFERS[2]), 2)
    bad = cheat(chain, said(control=takeback(5)), control=DRAW)
    assert refused(chain, bad) == ("OFFER_INVALID", "proof", 10, "a")
    # Nor to the acceptance itself: it closed its segment by the former rules.
    assert takeback_refused(chain, 7) and not takeback_refused(chain, 8)


def test_takebacks_follow_each_other_with_new_numbers() -> None:
    chain, numbers = begun(6), []
    for _ in range(3):
        chain = chain.extend(line(chain, control=takeback(2)))
        chain = chain.extend(line(chain, control=ACCEPT))
        numbers.append(chain.need["n"])
        chain = grown(chain, 2)
    assert numbers == sorted(set(numbers))
    assert agreed_counts(chain) == {"takeback": 3}
    assert len({chain.seed(k) for k in range(2, len(chain.tapes))}) == len(chain.tapes) - 2


# -- amendment -------------------------------------------------------------------


def test_amended_rules_hold_from_the_answer_on() -> None:
    chain = answered(6, OFFERS[2])
    assert chain.terms["engine"] == "toy 2" and chain.states[7] == renumbered(chain.states[6], chain.states[6]["n"] + 1)
    assert getattr(chain.machine, "bonus", 0) == 1
    before, longer = chain.state["at"], chain
    while longer.state["at"] == before:
        longer = longer.extend(line(longer, strike=3))
    # Each hit takes two by the amended rules.
    assert all((before[seat] - longer.state["at"][seat]) % 2 == 0 for seat in "ab")
    verdict = verify_log(log_lines(longer), Toy(), TREES)
    assert (verdict.code, verdict.agreed) == ("OK", {"amend": 1})


def test_a_corrected_position_asks_anew() -> None:
    chain = answered(6, patch((["a"], 5), (["b"], 7)))
    assert chain.state["at"] == {"a": 5, "b": 7}
    assert chain.need["n"] == chain.states[6]["n"] + 1 and chain.terms["engine"] == "toy 1"
    assert agreed_counts(grown(chain, 3)) == {"amend": 1}


@pytest.mark.parametrize(
    "control",
    [
        {"offer": "amend", "terms": {}},
        {"offer": "amend", "terms": {}, "reason": REASON},
        {"offer": "amend", "terms": {}, "patch": []},
        {"offer": "amend", "terms": {}, "patch": [{"path": ["a"], "value": 5}]},
        patch((["nowhere"], 1)),
        patch(([0], 1)),
        patch((["a", "b"], 1)),
        patch(([], {})),
    ],
)
def test_amendments_that_cannot_be_offered(control: dict[str, Any]) -> None:
    chain = begun(6)
    bad = cheat(chain, said(control=control), control=DRAW)
    assert refused(chain, bad) == ("OFFER_INVALID", "proof", 6, "a")


def test_no_correction_while_a_phase_runs() -> None:
    chain = begun(2)
    chain = chain.extend(line(chain, strike=1, pursue=True))
    control = patch((["a"], 5))
    bad = cheat(chain, said(control=control), control=DRAW)
    assert refused(chain, bad) == ("OFFER_INVALID", "proof", 3, "b")
    # Rules may change there.
    rules = chain.extend(line(chain, control=OFFERS[2]))
    assert rules.extend(line(rules, control=ACCEPT)).terms["engine"] == "toy 2"


def test_rules_that_are_not_here_name_nobody() -> None:
    chain = begun(6)
    control = {"offer": "amend", "terms": {"engine": "toy 3"}}
    chain = chain.extend(cheat(chain, said(control=control), control=DRAW))
    # Only who accepts would have to play by them: declining is possible without them.
    bad = cheat(chain, said(control=ACCEPT), control=DECLINE)
    assert refused(chain, bad) == ("ENGINE_MISMATCH", "environment", 7, "")
    assert grown(chain.extend(line(chain, control=DECLINE)), 2).terms["engine"] == "toy 1"


@dataclass
class Novel(Toy):
    """A toy whose second version knows another order, and perhaps asks another question."""

    other_question: bool = False

    def check_input(self, state: State, input: Any) -> str:
        if "feint" not in input:
            return super().check_input(state, input)
        return "" if self.bonus else "feint: unknown"

    def patched(self, state: State, patch: Sequence[dict[str, Any]]) -> State:
        after = super().patched(state, patch)
        return {**after, "need": {**after["need"], "ask": "parley"}} if self.other_question and self.bonus else after

    def amended(self, terms: dict[str, Any], control: dict[str, Any]) -> Toy:
        return replace(self, bonus=1) if control.get("terms") else self


def test_the_accepting_message_is_judged_by_the_amended_rules() -> None:
    # A pursuit ends with the turn of the side that does not close it: it is the accepting side that has to order.
    chain = grown(Chain(Novel(), TREES), 2)
    chain = grown(chain.extend(line(chain, strike=1, pursue=True)), 1)
    asked = chain.extend(line(chain, control=OFFERS[2]))
    assert asked.need["side"] == "b" and asked.waits_for == "b"
    for answer, n in ((ACCEPT, asked.need["n"] + 1), (DECLINE, asked.need["n"])):
        body = {"for": n, "strike": 1, "feint": True}
        given = cheat(asked, said(input=body), control=answer)
        if answer == ACCEPT:
            assert asked.extend(given).messages[-1].body["input"] == body
        else:
            assert refused(asked, given) == ("INPUT_SCHEMA", "proof", 5, "b")


def test_rules_that_would_ask_another_question_here_are_no_offer() -> None:
    chain = grown(Chain(Novel(other_question=True), TREES), 6)
    chain = chain.extend(cheat(chain, said(control=OFFERS[2]), control=DRAW))
    bad = cheat(chain, said(control=ACCEPT), control=DECLINE)
    assert refused(chain, bad) == ("OFFER_INVALID", "proof", 7, "b")
    assert grown(chain.extend(line(chain, control=DECLINE)), 2).terms["engine"] == "toy 1"


@pytest.mark.parametrize("control", OFFERS)
def test_offers_put_orders_off_three_times_at_the_most(control: dict[str, Any]) -> None:
    chain = begun(6)
    for _ in range(MOST_DECLINED):
        chain = chain.extend(line(chain, control=control))
        chain = chain.extend(line(chain, control=DECLINE))
        assert "input" not in chain.messages[-1].body
    bad = line(chain, control=control)
    assert refused(chain, bad) == ("OFFER_INVALID", "proof", len(chain.messages), chain.waits_for)
    # Orders may be given, and then it may be offered again.
    longer = grown(chain, 2)
    assert longer.extend(line(longer, control=control)).waits_for != longer.waits_for


@pytest.mark.slow
def test_hostile_offers_end_in_a_fault_or_in_an_offer() -> None:
    rng, chain = random.Random(1806), begun(6)
    codes = set()
    for _ in range(300):
        control = _hostile(rng)
        try:
            chain.extend(cheat(chain, said(control=control), control=DRAW))
            codes.add("OK")
        except Fault as fault:
            codes.add(fault.code)
            assert fault.seq == 6
    assert codes == {"OK", "OFFER_INVALID", "PAYLOAD_NONCANONICAL", "PAYLOAD_SCHEMA"}


def _hostile(rng: random.Random) -> dict[str, Any]:
    steps: list[Any] = ["a", "b", "", "a" * 2000, -1, 0, 2**53 - 1, True, None, "__class__"]
    values: list[Any] = [0, -(2**53) + 1, "x" * 5000, [[[]]] * 20, {"a": {"b": []}}, None, False, 2**60]
    listed = [
        {"path": [rng.choice(steps) for _ in range(rng.randrange(20))], "value": rng.choice(values)}
        for _ in range(rng.randrange(4))
    ]
    terms = rng.choice([{}, {}, {"engine": "toy 2"}, {"engine": "toy 1"}, {"engine": "toy 3"}, {"ruleset": "0" * 64}])
    control: dict[str, Any] = {"offer": "amend", "terms": terms, "reason": rng.choice(["", "r", "r" * 1001])}
    return rng.choice([{**control, "patch": listed}, control, {"offer": "takeback", "to": rng.choice([-1, 2, 2**53])}])


def test_the_draft_of_an_offer_has_no_input() -> None:
    chain = begun(6)
    for control in OFFERS:
        made = draft(chain, control=control)
        assert b'"input"' not in made.payload and made.seq == 6
