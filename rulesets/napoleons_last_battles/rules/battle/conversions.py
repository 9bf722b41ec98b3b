"""Results of combat that become others because somebody is out of command (11.3B, 11.3C, 16.15B, 16.15C, 24.1A)."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.hexgame.fighting.engagement import Conversion, Engagement, Procedure
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.command.effects import effects_of, out_of_command


def convert(combat: Engagement[Board], result: str) -> Conversion | None:
    """nlb 11.3B-2, 11.3C-1: what a result of a combat becomes, None where it stands."""
    return converted(combat.board, (*combat.by, *combat.bombard), combat.targets, result)


def converted(board: Board, attackers: Sequence[str], targets: Sequence[str], result: str) -> Conversion | None:
    """nlb 11.3B-2, 11.3B-3, 11.3C-1, 16.15B, 16.15C, 24.1A-2: what a result becomes with these units in the combat.

    attackers: batteries among them. One who is out of command makes it so for his whole side.
    """
    effects = effects_of(board.setting)
    sides = (
        (attackers, effects.attacks, "attacks", effects.attack),
        (targets, effects.defences, "defends", effects.defence),
    )
    for units, becomes, does, case in sides:
        unit = out_of_command(board, units) if result in becomes else ""
        if unit:
            why = f"{board.roster.units[unit].name} {does} out of command"
            return Conversion(becomes[result], why, case)
    return None


def barred_from_advance(combat: Engagement[Board], unit: str) -> bool:
    """nlb 11.3B-4, 11.3C-2, 16.15B, 16.15C: whether nobody of a unit's side advances: one of it is out of command."""
    attacks = combat.board.army_of(unit) == combat.ledger.army
    return bool(out_of_command(combat.board, (*combat.by, *combat.bombard) if attacks else combat.targets))


def no_effect(combat: Engagement[Board]) -> Procedure:
    """nlb 16.15B, 16.15C: both sides stay where they are, and nobody advances."""
    yield from ()
