"""jdg 6.4: bridges destroyed and repaired, pontoons laid and taken up, as parts of a stack's movement.

In a hidden game nobody but the owner can tell the strength of who works: the orders are carried out, and `pf_refusal`
is what his own program and the audit hold against them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from pbem.engine.options import Refusal
from pbem.engine.requests import Tell
from rulesets.jours_de_gloire.board import BLOCKED, BRIDGE, PONTOON, Board
from rulesets.jours_de_gloire.mapdata import link_name
from rulesets.jours_de_gloire.position import without
from rulesets.jours_de_gloire.rules import straggling
from rulesets.jours_de_gloire.rules.march.contact import worn_away
from rulesets.jours_de_gloire.setting import Known, Setting
from rulesets.jours_de_gloire.turn import Part, Turn

Json = Any
DESTROY: Final = "destroy"
REPAIR: Final = "repair"
LAY: Final = "pontoon"
REMOVE: Final = "remove"
WORKS: Final = (DESTROY, REPAIR, LAY, REMOVE)
CASES: Final = {DESTROY: "6.4-1", REPAIR: "6.4-4", LAY: "6.4-5", REMOVE: "6.4-5"}
WORDS: Final = {
    DESTROY: "destroying a bridge",
    REPAIR: "mending a bridge",
    LAY: "laying a pontoon",
    REMOVE: "taking up a pontoon",
}
# jdg 6.4-5 says nothing of taking a pontoon up: it is done like destroying a bridge.
_LIKE: Final = {DESTROY: DESTROY, REPAIR: REPAIR, LAY: LAY, REMOVE: DESTROY}


def is_work(item: Json) -> bool:
    """Whether an item of a path is a work: {"destroy": box} and the like."""
    return isinstance(item, dict) and len(item) == 1 and next(iter(item)) in WORKS


def whole(setting: Setting, work: str) -> bool:
    """jdg 6.4-4, 6.4-5: whether a work takes all movement points."""
    return bool(setting.charts.value("engineers", _LIKE[work], "points") == "all")


def points(setting: Setting, board: Board, army: str, work: str, to: str) -> int:
    """jdg 6.4-1: PM of a work that does not take all of them; more with any enemy counter across."""
    row = ("engineers", _LIKE[work])
    return setting.charts.number(*row, "enemy-across" if board.enemies(army, to) else "points")


def refusal(setting: Setting, board: Board, army: str, at: str, work: str, to: str) -> Refusal | None:
    """jdg 6.4-1, 6.4-4, 6.4-5, 6.4-6: why an army's stack in `at` cannot do a work on the link to a box, its strength
    and points apart."""
    case = CASES[work]
    link = setting.link(at, to) if to in setting.boxes else None
    if link is None:
        near = setting.field.neighbours(at)
        text = f"no link leads from {setting.boxes[at].name} to {str(to)[:24]}; links lead to {', '.join(near)}"
        return Refusal(case, text, hex=at, legal=near)
    if board.enemies(army, at):
        return Refusal("6.4-6", f"there are enemies in {setting.boxes[at].name}: nobody builds there", hex=at)
    why = _state_refusal(board, army, at, work, to)
    return (
        None if why is None else Refusal(case, f"{setting.boxes[at].name} to {setting.boxes[to].name}: {why}", hex=to)
    )


def _state_refusal(board: Board, army: str, at: str, work: str, to: str) -> str | None:
    name, link = link_name(at, to), board.setting.link(at, to)
    over, owner = board.crossing(at, to), board.at.pontoons.get(name, "")
    if work == DESTROY:
        stands = over == BRIDGE or (over == PONTOON and owner != army)
        return None if stands else "there is no bridge to destroy"
    if work == REMOVE:
        return None if owner == army else "no pontoon of this side is there"
    if work == REPAIR:
        if name not in board.at.broken:
            return "no bridge is destroyed there"
        return "the enemy stands across the river" if board.enemies(army, to) else None
    if link is None or link.water not in ("none", BRIDGE) or board.link_state(at, to) != BLOCKED:
        return "a pontoon is laid where a river cannot be crossed otherwise"
    return None if board.pontoons_left(army) > 0 else "no pontoon is left; one on the map must be removed first"


def pf_refusal(
    setting: Setting, board: Board, known: Known, stack: Sequence[str], work: str, to: str
) -> Refusal | None:
    """jdg 6.4-1, 6.4-4, 6.4-5: why those who work are not strong enough. known: contents of the army's counters.

    A stack counts with all its units. Under the enemy's eyes the first counter of the stack pays for a pontoon, so it
    must hold a unit.
    """
    need = setting.charts.number("engineers", _LIKE[work], "pf")
    pf = straggling.strength(setting, known, stack)
    if pf < need:
        text = f"{pf} strength points are too few for {WORDS[work]}: it takes {need}"
        return Refusal(CASES[work], text, stack[0])
    pays = work == LAY and bool(board.enemies(board.army(stack[0]), to))
    if pays and setting.troops(known.get(stack[0])) is None:
        return Refusal("6.4-5", "the first counter of the stack pays for the pontoon: write a unit first", stack[0])
    return None


def carry_out(board: Board, army: str, at: str, work: str, to: str) -> None:
    """jdg 6.4-2, 6.4-4, 6.4-5: the link is as the work leaves it, for whoever comes next."""
    name = link_name(at, to)
    if work in (DESTROY, REMOVE):
        if name in board.at.pontoons:
            board.at.pontoons = without(board.at.pontoons, name)
        else:
            board.at.broken = sorted({*board.at.broken, name})
    elif work == REPAIR:
        board.at.broken = [other for other in board.at.broken if other != name]
    else:
        board.at.pontoons = {**board.at.pontoons, name: army}


def works(turn: Turn, stack: Sequence[str], work: str, to: str) -> Part:
    """jdg 6.4-1, 6.4-4, 6.4-5: a stack does a work that is allowed where it stands; over a pontoon it may lose a PF."""
    board, at = turn.board, turn.board.box(stack[0])
    loss = 0
    if work == LAY and board.enemies(turn.army, to):
        loss = turn.setting.charts.number("engineers", LAY, "enemy-across-loss")
    carry_out(board, turn.army, at, work, to)
    event = {"army": turn.army, "stack": list(stack), "at": at, "to": to, "work": work, "lost": loss}
    yield Tell({"kind": "works", **event, "case": CASES[work]})
    if loss:
        content = board.content(stack[0])
        straggling.book(turn.setting, board, stack[0], [straggling.LOSS, loss], board.known())
        board.lose(turn.army, "" if content is None else str(content.get("unit", "")), loss)
        yield from worn_away(turn, [counter for counter in stack[:1] if board.face_up(counter)], "6.4-5")
