"""jdg 4.4: which commands pay for an entry of the orders, and how many command points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.engine.options import Refusal
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.rules.march.command import Lines, commands_in, entrench_cost, payers, pc_cost
from rulesets.jours_de_gloire.setting import Known, Setting

Json = Any


def bill(
    setting: Setting, board: Board, known: Known, entry: Json, lines: Lines | None = None
) -> Mapping[str, int] | Refusal:
    """jdg 4.4-2, 4.4-3, 4.4-4, 4.4-5, 4.4-6, 4.4-7, 4.4-8, 5.3-3: what each command pays for a stack, in PC.

    A command pays for its own units and generals and for no others. Works and dummies alone are paid by one command:
    that which the entry names, else the one that pays least; of equals the first of the file. 2 PC for entrenching
    stand in place of activation. lines: as for `pc_cost`.
    """
    stack, dig = entry["stack"], entry.get("entrench") is True
    able, named = payers(setting, board, known, stack), str(entry.get("command", ""))[:24]
    if named and named not in able:
        may = f"those that do: {', '.join(able) or 'none'}"
        return Refusal("4.4-2", f"{named} does not command this stack; {may}", stack[0], legal=able)
    lines = lines or Lines(setting, board, known, board.army(stack[0]))
    costs = {
        command: entrench_cost(setting) if dig else pc_cost(setting, board, known, stack, command, lines)
        for command in able
    }
    if dig or not commands_in(setting, known, stack):
        return _one_pays(board, stack, {name: costs[name] for name in able if named in ("", name)}, dig=dig)
    if named and len(able) > 1:
        text = f"each of these armies pays for its own in this stack: {', '.join(able)}; leave out command"
        return Refusal("4.4-2", text, stack[0], legal=able)
    if any(board.at.pc.get(command, 0) < cost for command, cost in costs.items()):
        return _too_dear(board, stack, costs, " and ", dig=False)
    return costs


def charge(board: Board, paid: Mapping[str, int]) -> None:
    """jdg 4.4-3: commands have so many points less."""
    for command, cost in paid.items():
        board.at.pc = {**board.at.pc, command: board.at.pc.get(command, 0) - cost}


def _one_pays(board: Board, stack: Sequence[str], costs: Mapping[str, int], *, dig: bool) -> dict[str, int] | Refusal:
    paying = [command for command, cost in costs.items() if board.at.pc.get(command, 0) >= cost]
    if not paying:
        return _too_dear(board, stack, costs, " or ", dig=dig)
    command = min(paying, key=lambda name: costs[name])
    return {command: costs[command]}


def _too_dear(board: Board, stack: Sequence[str], costs: Mapping[str, int], joint: str, *, dig: bool) -> Refusal:
    """jdg 4.4-3, 4.4-8: the armies have not the points that are asked for."""
    left, commands = board.at.pc, board.setting.commands
    sums = [f"{cost} PC of {commands[name].name}, which has {left.get(name, 0)}" for name, cost in costs.items()]
    what = "entrenching" if dig else "activating this stack"
    return Refusal("4.4-8" if dig else "4.4-3", f"{what} takes {joint.join(sums)}", stack[0])
