"""Offers, answers, resignation, and whether an input is due (protocol sections 7 and 11)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pbem.protocol.admission import other
from pbem.protocol.faults import Fault
from pbem.protocol.ledger import Agreement
from pbem.protocol.machine import CONTINUE, SEALED, Machine, State

if TYPE_CHECKING:
    from pbem.protocol.chain import Chain

ORDERS = "orders"
"""The question that a phase opens with: the only one to which a take-back may return."""
_LASTING = ("amend", "seat", "void seat")
MOST_DECLINED = 3
"""Offers that a seat may have declined in a row: whoever owes orders cannot put them off for ever by offering."""


def _control(body: dict[str, Any]) -> dict[str, Any]:
    control: dict[str, Any] = body.get("control", {})
    return control


def offered(body: dict[str, Any]) -> bool:
    """Whether a message makes an offer, which the next message must answer."""
    return "offer" in _control(body)


def accepted(previous: dict[str, Any], body: dict[str, Any]) -> dict[str, Any]:
    """The offer of the message before that this message accepts, {} if it accepts none."""
    if offered(previous) and _control(body).get("answer") == "accept":
        return _control(previous)
    return {}


def require_answer(previous: dict[str, Any], body: dict[str, Any]) -> None:
    """Check 19. Raises Fault ANSWER_REQUIRED."""
    if offered(previous) and "answer" not in _control(body):
        raise Fault("ANSWER_REQUIRED", f"the offer in message {previous['seq']} is not answered")


def settle(chain: Chain, state: State, body: dict[str, Any], returned: State | None = None) -> State:
    """The state after the message's answer or resignation; `state` itself where it has neither.

    A control that has no place changes nothing here: `require_place` names it, in its turn. returned: the state to
    which an accepted take-back returns, where it is known already.
    """
    if state["over"]:
        return state
    offer = accepted(chain.messages[-1].body, body)
    if offer:
        return _agreed(chain, state, offer, returned)
    if "resign" in _control(body):
        seat = body["side"]
        return {**state, "need": {}, "over": {"how": "resigned", "by": seat, "winner": other(seat)}}
    return state


def _agreed(chain: Chain, state: State, offer: dict[str, Any], returned: State | None) -> State:
    if offer["offer"] == "draw":
        return {**state, "need": {}, "over": {"how": "draw-agreed"}}
    if offer["offer"] == "takeback":
        return renumbered(chain.before_orders(offer["to"]) if returned is None else returned, state["n"] + 1)
    patch = offer.get("patch", [])
    after = chain.machine.amended(chain.terms, offer).patched(state, patch)
    if patch:
        return after
    asked = [{key: need.get(key) for key in ("side", "ask")} for need in (state["need"], after["need"])]
    # Without a patch the question stays; rules that would ask another one here could never be answered.
    if asked[0] != asked[1]:
        raise Fault("OFFER_INVALID", "by the amended rules another question is due here")
    return renumbered(state, state["n"] + 1)


def renumbered(state: State, n: int) -> State:
    """The same question under a new number, so that no earlier answer fits it."""
    return {**state, "need": {**state["need"], "n": n}, "n": n}


def agreements(previous: dict[str, Any], body: dict[str, Any]) -> Sequence[Agreement]:
    """What this message makes both players agree to."""
    seq, seat = body["seq"], body["side"]
    if body["kind"] == "seat":
        if not body["void"]:
            return (Agreement("seat", seq, seat),)
        return (Agreement("void seat", seq, seat, seq - 1 if "input" in previous else -1),)
    offer = accepted(previous, body)
    return (Agreement(offer["offer"], seq, seat, offer.get("to", -1)),) if offer else ()


def require_place(chain: Chain, state: State, body: dict[str, Any]) -> None:
    """Check 23; state: before this message's control. Raises Fault OFFER_INVALID."""
    control = _control(body)
    require_sense(chain, body)
    if state["over"] and ("offer" in control or "resign" in control):
        raise Fault("OFFER_INVALID", "the game is over already")
    if control.get("offer") == "takeback":
        why = takeback_refused(chain, control["to"])
        if why:
            raise Fault("OFFER_INVALID", why)
    if control.get("offer") == "amend":
        _require_amendable(chain, state, control)


def require_sense(chain: Chain, body: dict[str, Any]) -> None:
    """What of check 23 needs no rules. Raises Fault OFFER_INVALID."""
    control = _control(body)
    if "answer" in control and not offered(chain.messages[-1].body):
        raise Fault("OFFER_INVALID", "an answer to an offer that nobody made")
    require_patience(chain, body)
    why = ""
    if control.get("offer") == "takeback":
        why = _out_of_reach(chain, control["to"])
    if control.get("offer") == "amend":
        why = _empty(control)
    if why:
        raise Fault("OFFER_INVALID", why)


def _empty(amendment: dict[str, Any]) -> str:
    """Why an amendment says too little, "" where it does not."""
    patch = amendment.get("patch", [])
    if not amendment.get("terms") and not patch:
        return "the amendment changes nothing"
    return "a correction of the position needs a reason" if patch and not amendment.get("reason") else ""


def require_patience(chain: Chain, body: dict[str, Any]) -> None:
    """Whether a seat may offer something still, for all that was declined. Raises Fault OFFER_INVALID."""
    if offered(body) and declined(chain, body["side"]) >= MOST_DECLINED:
        raise Fault("OFFER_INVALID", f"{MOST_DECLINED} offers have been declined since the last orders or answer")


def declined(chain: Chain, seat: str) -> int:
    """How many offers of a seat the other one has declined since the last message with an input."""
    count = 0
    for m in reversed(chain.messages):
        if "input" in m.body:
            break
        count += m.seat != seat and _control(m.body).get("answer") == "decline"
    return count


def takeback_refused(chain: Chain, to: int) -> str:
    """Why a take-back to after message `to` cannot be offered in the next message, "" if it can."""
    why = _out_of_reach(chain, to)
    if not why and chain.states[to]["need"].get("ask") != ORDERS:
        return f"after message {to} no orders were due, so nothing can begin anew there"
    return why


def _out_of_reach(chain: Chain, to: int) -> str:
    """Why nobody can return to after message `to`, whatever the rules ask there; "" where that is not so."""
    if not 2 <= to < len(chain.messages):
        last = len(chain.messages) - 1
        return f"message {to} cannot be returned to: play begins with message 2 and has come to {last}"
    if any(to in a.undone for a in chain.ledger.agreed):
        return f"message {to} belongs to what was taken back already"
    fixed = max((a.seq + (a.what == "amend") for a in chain.ledger.agreed if a.what in _LASTING), default=0)
    if to < fixed:
        return f"message {to} lies before message {fixed}; by then both had agreed to go on under other conditions"
    return ""


def _require_amendable(chain: Chain, state: State, control: dict[str, Any]) -> None:
    patch = control.get("patch", [])
    if patch and state["input"]:
        raise Fault("OFFER_INVALID", "a phase is running; the position can be corrected when it has ended")
    # Other rules are judged where they are accepted: whoever lacks them, or cannot go on by them, declines.
    if not control.get("terms"):
        chain.machine.patched(state, patch)


def input_due(state: State, body: dict[str, Any]) -> bool:
    """Whether the message must answer the question of `state`."""
    control = _control(body)
    if body["kind"] == "seat" or "offer" in control or "resign" in control:
        return False
    return bool(state["need"]) and state["need"]["side"] == body["side"]


def require_input(machine: Machine, state: State, body: dict[str, Any]) -> None:
    """Check 24. Raises Fault INPUT_UNEXPECTED, INPUT_MISSING, INPUT_STALE or INPUT_SCHEMA."""
    if not input_due(state, body):
        if "input" in body:
            raise Fault("INPUT_UNEXPECTED", "no input is due in this message")
        return
    need = state["need"]
    if "input" not in body:
        raise Fault("INPUT_MISSING", f"question {need['n']} ({need['ask']}) is not answered")
    given = body["input"]
    if given["for"] != need["n"]:
        raise Fault("INPUT_STALE", f"an answer to question {given['for']}; question {need['n']} is due")
    why = _misshapen(machine, state, given)
    if why:
        raise Fault("INPUT_SCHEMA", why[:500])


def _misshapen(machine: Machine, state: State, given: dict[str, Any]) -> str:
    """`for`, `open` and `sealed` are the protocol's, and their own form is checked with the message's."""
    ask = state["need"]["ask"]
    if ask == CONTINUE:
        return "" if given.keys() <= {"for", "open"} else "only `for` may stand in it"
    if ask.startswith(SEALED):
        return "" if given.keys() == {"for", "sealed"} else "a sealed answer is due: `for` and `sealed`, nothing else"
    if "sealed" in given:
        return "no sealed answer is due"
    return machine.check_input(state, {key: value for key, value in given.items() if key != "open"})
