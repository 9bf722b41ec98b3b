"""What the board is like after an entry of `orders`, as its owner has to reckon when he writes his orders.

What the enemy will do on the way nobody knows yet: a stack is thought to come through, but for enemies that lie face up
in its way. The owner's program goes by this from one stack to the next, and the audit judges him by the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.engine.options import Refusal
from rulesets.jours_de_gloire.board import DUG, MOVED, Board
from rulesets.jours_de_gloire.rules.march import engineers, steps
from rulesets.jours_de_gloire.rules.march.contact import is_unit
from rulesets.jours_de_gloire.rules.march.engineers import is_work
from rulesets.jours_de_gloire.rules.march.paying import bill, charge
from rulesets.jours_de_gloire.rules.march.recon import STAY, is_recon
from rulesets.jours_de_gloire.setting import Known, Setting

Json = Any


def dummies_refusal(setting: Setting, known: Known, entry: Json) -> Refusal | None:
    """jdg 7.1-2: dummies march; a stack of nothing but dummies does nothing else. known: contents of its counters."""
    acts = steps.told(entry, "entrench") or any(not isinstance(item, str) for item in steps.path_of(entry))
    if acts and all(setting.dummy(known.get(counter)) for counter in entry["stack"]):
        return Refusal("7.1-2", "dummies can do nothing but march", entry["stack"][0])
    return None


def who_enters(board: Board, side: str, known: Known, entry: Json) -> dict[str, Json]:
    """jdg 3.3-4: what the counters of an open game hold that enter: as `holds` says, else the next of the
    reinforcement. Nothing where contents are hidden, nor for an entry that nobody enters by."""
    if "enter" not in entry or board.setting.fog.contents(board) is None:
        return {}
    coming = steps.coming_by(board, side, known, entry)
    names = {steps.name_of(content): content for content in coming}
    wanted = [names.get(name) for name in entry["holds"]] if "holds" in entry else coming
    return {c: content for c, content in zip(entry["stack"], wanted, strict=False) if content is not None}


def carry_out(
    setting: Setting, board: Board, side: str, known: Mapping[str, Json], entry: Json, doings: steps.Doings
) -> Mapping[str, int]:
    """jdg 5.1-3, 4.4-3: a stack has its turn: its commands pay, its works are done, it stands at the end of its way.

    board, doings: changed. known: contents of the side's counters as far as they are known; nobody pays for a stack
    that is not. Returns who has paid how much, nothing for nobody.
    """
    stack, paid = entry["stack"], dict[str, int]()
    doings.acted |= set(stack)
    if "enter" in entry:
        _come(setting, board, side, known, entry)
    elif all(counter in known for counter in stack):
        found = bill(setting, board, known, entry)
        if not isinstance(found, Refusal):
            paid = dict(found)
            charge(board, paid)
    at = _along(setting, board, side, entry)
    if at != board.box(stack[0]):
        for counter in stack:
            board.move(counter, at)
        board.note(MOVED, stack)
    if steps.told(entry, "entrench"):
        board.at.entrenched = {**board.at.entrenched, at: side}
        board.note(DUG, stack)
    return paid


def _come(setting: Setting, board: Board, side: str, known: Mapping[str, Json], entry: Json) -> None:
    """jdg 3.3-4: those who enter stand in the first box of the map."""
    number, stack = steps.arrival_of(board, side, entry), entry["stack"]
    assert number is not None
    left = steps.still_out(board, number) - len(stack)
    for counter in stack:
        content = setting.fog.face(known.get(counter))
        board.place(counter, side, setting.map.entries[entry["enter"]].box, content)
    board.at.entering = {**(board.at.entering or {}), str(number): left}
    board.note(MOVED, stack)


def _along(setting: Setting, board: Board, side: str, entry: Json) -> str:
    """jdg 5.2-1: the box where its path ends, its works done: the last one, or the first with enemies to be seen."""
    at, items = board.box(entry["stack"][0]), steps.path_of(entry)
    if "enter" in entry and _met(setting, board, side, at):
        return at
    for number, item in enumerate(items):
        if isinstance(item, str):
            at = item
            scouts = number + 1 < len(items) and is_recon(items[number + 1])
            if not scouts and _met(setting, board, side, at):
                return at
        elif is_work(item):
            ((work, to),) = item.items()
            engineers.carry_out(board, side, at, work, to)
        elif item["recon"] != STAY and item["recon"]:
            at = item["recon"][-1]
    return at


def _met(setting: Setting, board: Board, side: str, box: str) -> bool:
    """Whether everybody sees enemy troops in a box."""
    return any(is_unit(setting, board.content(counter)) for counter in board.enemies(side, box))
