"""What a player can do about refusals of his attacks, behind the words of the rules; reports tell these without it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from typing import Final

from pbem.engine.options import Refusal
from pbem.hexgame.board.board import HexBoard
from pbem.hexgame.board.pieces import P
from pbem.hexgame.fighting.attacks import Attack
from pbem.hexgame.fighting.said import Found

BOMBARD: Final = "; it may bombard: name it under bombard"


def without_bombarding(board: HexBoard[P], bombardment: Callable[[str, str], Refusal | None], found: Found) -> Found:
    """A refusal without the advice to bombard where that is not allowed either. bombardment: why not."""
    path, refusal = found
    if not refusal.text.endswith(BOMBARD) or refusal.hex not in board.field.map_of:
        return found
    if bombardment(refusal.unit, refusal.hex) is None:
        return found
    return path, replace(refusal, text=refusal.text.removesuffix(BOMBARD))


def as_one_entry(board: HexBoard[P], attacks: Sequence[Attack], found: Found) -> Found:
    """A refusal of who attacks, or is attacked, in two entries: he is told how one entry names them all.

    attacks: those of the list that can be read.
    """
    path, refusal = found
    member = path[1] if len(path) > 1 else ""
    hexes, units = ([refusal.hex], []) if member == "on" else ([], [refusal.unit])
    if member not in ("on", "by"):
        return found
    near = _with_these(attacks, hexes, units)
    # Two conditions are a way of their own to name somebody twice, and the refusal speaks of them.
    if any(one.condition for one in near):
        return found
    line = _one_entry(board, _entangled(attacks, near))
    if member == "on":
        line = line or _one_entry(board, near, refusal.hex)
        why = "a hex is attacked once in a phase: name all its attackers in one entry"
        return path, replace(refusal, text=f"{refusal.text}; {why}{line}")
    why = "a unit attacks once in a phase: name all that it attacks in one entry"
    return (path, replace(refusal, text=f"{refusal.text}; {why}{line}")) if line else found


def _with_these(attacks: Iterable[Attack], hexes: Collection[str], units: Collection[str]) -> list[Attack]:
    return [one for one in attacks if not set(hexes).isdisjoint(one.on) or not set(units).isdisjoint(one.by)]


def _entangled(attacks: Sequence[Attack], near: Sequence[Attack]) -> list[Attack]:
    """These attacks, and all that share a hex or a unit with them, or with those that do."""
    found: list[Attack] = []
    while len(near) > len(found):
        found = list(near)
        near = _with_these(attacks, [at for one in found for at in one.on], [unit for one in found for unit in one.by])
    return found


def _one_entry(board: HexBoard[P], several: Sequence[Attack], only: str = "") -> str:
    """`, such as - {on: ["0607"], by: [tau-1, tau-2]}`: entries as one, "" where nobody may attack so.

    only: the one hex that it names, where not all can be attacked by everybody.
    """
    on = [only] if only else list(dict.fromkeys(at for one in several for at in one.on))
    by = list(dict.fromkeys(unit for one in several for unit in one.by))
    guns = list(dict.fromkeys(unit for one in several for unit in one.manner.bombard if unit not in by))
    if not all(_reaches(board, unit, at) for unit in by for at in on) or (not by and len(on) > 1):
        return ""
    quoted = ", ".join(f'"{at}"' for at in on)
    members = [f"on: [{quoted}]", *([f"by: [{', '.join(by)}]"] if by else [])]
    members += [f"bombard: [{', '.join(guns)}]"] if guns else []
    return f", such as - {{{', '.join(members)}}}"


def _reaches(board: HexBoard[P], unit: str, at: str) -> bool:
    """Whether a unit is next to a hex that it can attack."""
    return at in board.field.zone_neighbours.get(board.at.get(unit, ""), ())
