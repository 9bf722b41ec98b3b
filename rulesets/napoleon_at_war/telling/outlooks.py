"""The outlook of one attack: its odds step by step, the exact chances of its die, and whom a retreat would cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pbem.engine.calculation import Calculation, steps
from pbem.engine.odds_query import Chance, Outlook, Step
from rulesets.napoleon_at_war.position import Board
from rulesets.napoleon_at_war.rules.battle.attack import Attack, Manner
from rulesets.napoleon_at_war.rules.battle.no_retreat import doomed_attackers
from rulesets.napoleon_at_war.rules.battle.odds import odds_of, reduced
from rulesets.napoleon_at_war.setting import Setting
from rulesets.napoleon_at_war.telling.preview import chances
from rulesets.napoleon_at_war.telling.wording import RESULTS as RESULT_WORDS


def outlook(setting: Setting, board: Board, attack: Attack, manner: Manner, notes: Sequence[Step] = ()) -> Outlook:
    """naw 7.0 to 9.0: one manner of an attack on a board. notes: what else is to be said."""
    name = {unit: counter.name for unit, counter in setting.roster.units.items()}
    targets = [board.here[at][0] for at in attack.on]
    odds = odds_of(setting, board, attack.by, manner.bombard, targets)
    used = reduced(setting, odds.column, manner.reduce) if manner.reduce else odds.column
    whom = ", ".join(f"{name[unit]} in {setting.field.name(board.hex_of(unit))}" for unit in targets)
    who = ", ".join([*(name[unit] for unit in attack.by), *(f"{name[unit]} bombarding" for unit in manner.bombard)])
    shares = chances(setting, used)
    return Outlook(
        f"{who} against {whom}: {used}",
        tuple(_steps(setting, board, replace(odds, used=used), attack.by, manner.bombard)),
        tuple(Chance(result, share, RESULT_WORDS[result]) for result, share in shares.items()),
        (*(_doomed(setting, board, attack, manner) if "Ar" in shares else ()), *notes),
    )


def _steps(setting: Setting, board: Board, odds: Calculation, by: Sequence[str], guns: Sequence[str]) -> Iterator[Step]:
    roster = setting.roster.units
    for unit in by:
        yield Step(f"{roster[unit].name} attacks from {board.hex_of(unit)} with {roster[unit].strength}", "7.22")
    for unit in guns:
        yield Step(f"{roster[unit].name} bombards from {board.hex_of(unit)} with {roster[unit].strength}", "8.21")
    for one in odds.strengths[1].units:
        yield Step(f"{roster[one.unit].name} defends {one.at} with {one.strength}", "7.21")
    for text, case in steps(odds.told(), lambda unit: roster[unit].name, odds="7.6", lowered="7.9"):
        yield Step(text, case)


def _doomed(setting: Setting, board: Board, attack: Attack, manner: Manner) -> Iterator[Step]:
    """naw 7.72: who would be lost by a retreat."""
    for one in doomed_attackers(setting, board, attack, manner):
        yield Step(f"on Ar {one['text']}", one["case"])
