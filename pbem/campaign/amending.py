"""Correcting a position in mid-campaign, when both players have agreed to it (protocol section 11, `amend`)."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from pbem.engine.answerers import begin
from pbem.protocol.canonical import canon, parse_value
from pbem.protocol.faults import Fault

if TYPE_CHECKING:
    from pbem.campaign.machine import GameMachine
    from pbem.engine.state import State


def patched(machine: GameMachine, state: dict[str, Any], patch: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The state with the patch applied to `at` and the question that follows, under a new number.

    patch: list of {"path": [keys and indices], "value"}; every path leads to a member or element that is there.
    Raises Fault OFFER_INVALID where a path leads nowhere or the rules cannot go on from the position.
    """
    at = copy.deepcopy(state["at"])
    for change in patch:
        at = _set(at, list(change["path"]), change["value"])
    running = {**state, "at": at}
    try:
        # A position that the rules cannot read may fail in any way; nothing of it is kept.
        parse_value(canon(at))
        machine.game.facts(at)
        over = machine.game.over(at)
        request = None if over else begin(machine.game, cast("State", running), machine.letters)
    except Exception as error:
        raise Fault("OFFER_INVALID", f"the rules cannot go on from the corrected position: {error!r}"[:300]) from None
    if over:
        return {**running, "need": {}, "over": dict(over)}
    assert request is not None
    need = {**request.state["need"], "n": state["n"] + 1}
    return {**running, "need": need, "n": need["n"]}


def _set(node: Any, path: list[str | int], value: Any) -> Any:
    if not path:
        return value
    step = path[0]
    there = step in node if isinstance(node, dict) else isinstance(node, list) and _is_index(step, len(node))
    if not there:
        raise Fault("OFFER_INVALID", f"the position has nothing at {'/'.join(str(part) for part in path)}")
    node[step] = _set(node[step], path[1:], value)
    return node


def _is_index(step: str | int, length: int) -> bool:
    return type(step) is int and 0 <= step < length
