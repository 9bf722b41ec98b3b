"""What an accepted correction of the position does to it (protocol section 11.3)."""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from pbem.engine.answerers import begin
from pbem.protocol.canonical import canon, parse_value
from pbem.protocol.faults import Fault

if TYPE_CHECKING:
    from pbem.campaign.core.machine import GameMachine
    from pbem.engine.state import State

_SLUG = re.compile("[A-Za-z0-9_.-]{1,80}")


def patched(machine: GameMachine, state: dict[str, Any], patch: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The state with the patch applied to `at` and the question that follows, under a new number.

    patch: list of {"path": [keys and indices], "value"}; every path leads to a member or element that is there.
    Raises Fault OFFER_INVALID where a path leads nowhere or the rules cannot go on from the position.
    """
    at = applied(state["at"], patch)
    running = {**state, "at": at}
    try:
        # A position that the rules cannot read may fail in any way; nothing of it is kept.
        parse_value(canon(at))
        over = machine.game.over(at)
        request = None if over else begin(machine.game, cast("State", running), machine.seats)
        if request is not None and not request.state["need"]:
            raise ValueError("nobody is asked anything there")
        _require_committed(machine, state, at)
        _require_tellable(machine, at, request)
    except Exception as error:
        raise Fault("OFFER_INVALID", f"the rules cannot go on from the corrected position: {error!r}"[:300]) from None
    if over:
        return {**running, "need": {}, "over": dict(over)}
    assert request is not None
    need = {**request.state["need"], "n": state["n"] + 1}
    return {**running, "need": need, "n": need["n"]}


def applied(at: Any, patch: Sequence[Mapping[str, Any]]) -> Any:
    """A copy of the position with the changes in it, one after the other; nothing else is asked of it.

    Raises Fault OFFER_INVALID where a path leads nowhere.
    """
    at = copy.deepcopy(at)
    for change in patch:
        at = put_at(at, list(change["path"]), copy.deepcopy(change["value"]))
    return at


def _require_committed(machine: GameMachine, state: dict[str, Any], at: Any) -> None:
    """A marker that comes into play by a correction, or changes sides, holds nothing that anybody could ever open."""
    if machine.forces is None:
        return
    before, entries = machine.forces.face_down(state["at"]), state["markers"]
    for name, army in sorted(machine.forces.face_down(at).items()):
        owner = machine.armies[entries[name]["side"]] if name in entries else before.get(name)
        if owner != army:
            raise ValueError(f"nobody of {army} has committed to what marker {name} holds")


def _require_tellable(machine: GameMachine, at: Any, outcome: Any) -> None:
    """Everything that reports, status and orders files say of the position; raises whatever the ruleset raises."""
    game = machine.game
    game.telling.facts(at)
    if game.telling.pictures is not None:
        game.telling.pictures.scene(at)
    game.telling.legend(at)
    if game.writing.read_text(game.writing.text(at)) != at:
        raise ValueError("the position has no text that gives it back")
    # The name of a phase becomes part of file names.
    if not _SLUG.fullmatch(game.telling.phase_name(at)) or not game.telling.headline(at).isprintable():
        raise ValueError("the phase has no proper name")
    if outcome is not None and outcome.request is not None:
        game.writing.template(outcome.request)
        game.writing.helper_schema(outcome.request)


def put_at(node: Any, path: list[str | int], value: Any) -> Any:
    """The node with a value at the end of a path in it. Raises Fault OFFER_INVALID where the path leads nowhere."""
    if not path:
        return value
    step = path[0]
    if not leads_on(node, step):
        raise Fault("OFFER_INVALID", f"the position has nothing at {'/'.join(str(part) for part in path)}"[:300])
    node[step] = put_at(node[step], path[1:], value)
    return node


def leads_on(node: Any, step: str | int) -> bool:
    """Whether a node has the member or element that a step names."""
    if isinstance(node, dict):
        return step in node
    return isinstance(node, list) and type(step) is int and 0 <= step < len(node)
