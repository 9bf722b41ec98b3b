"""Offers, answers, resignation, and whether an input is due (protocol sections 7 and 11)."""

from __future__ import annotations

from typing import Any

from pbem.protocol.admission import other
from pbem.protocol.faults import Fault
from pbem.protocol.machine import CONTINUE, Machine, State


def _control(body: dict[str, Any]) -> dict[str, Any]:
    control: dict[str, Any] = body.get("control", {})
    return control


def offered(body: dict[str, Any]) -> bool:
    """Whether a message makes an offer, which the next message must answer."""
    return "offer" in _control(body)


def require_answer(previous: dict[str, Any], body: dict[str, Any]) -> None:
    """Check 19. Raises Fault ANSWER_REQUIRED."""
    if offered(previous) and "answer" not in _control(body):
        raise Fault("ANSWER_REQUIRED", f"the offer in message {previous['seq']} is not answered")


def settle(state: State, previous: dict[str, Any], body: dict[str, Any]) -> State:
    """The state after the message's answer or resignation; `state` itself where it has neither.

    A control that has no place changes nothing here: `require_place` names it, in its turn.
    """
    control = _control(body)
    if state["over"]:
        return state
    if offered(previous) and control.get("answer") == "accept":
        return {**state, "need": {}, "over": {"how": "draw-agreed"}}
    if "resign" in control:
        side = body["side"]
        return {**state, "need": {}, "over": {"how": "resigned", "by": side, "winner": other(side)}}
    return state


def require_place(over: dict[str, Any], previous: dict[str, Any], body: dict[str, Any]) -> None:
    """Check 23; over: how the game had ended before this message's control. Raises Fault OFFER_INVALID."""
    control = _control(body)
    if "answer" in control and not offered(previous):
        raise Fault("OFFER_INVALID", "an answer to an offer that nobody made")
    if over and ("offer" in control or "resign" in control):
        raise Fault("OFFER_INVALID", "the game is over already")


def input_due(state: State, body: dict[str, Any]) -> bool:
    """Whether the message must answer the question of `state`."""
    control = _control(body)
    if "offer" in control or "resign" in control:
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
    if need["ask"] == CONTINUE:
        why = "" if given.keys() == {"for"} else "only `for` may stand in it"
    else:
        why = machine.check_input(state, given)
    if why:
        raise Fault("INPUT_SCHEMA", why[:500])
