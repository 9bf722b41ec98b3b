"""What attacks of a document wish that is not possible as the board stands, and may be later."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.options import Refusal
from pbem.hexgame.fighting import condition_remarks as conditions
from pbem.hexgame.fighting.attacks import Attack, Manner
from pbem.hexgame.fighting.preference_faults import retreat_remarks
from pbem.hexgame.fighting.said import Found, entries
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.battle.cases import CASES
from rulesets.napoleons_last_battles.rules.battle.duties import fighting
from rulesets.napoleons_last_battles.rules.battle.odds import odds_of
from rulesets.napoleons_last_battles.rules.command.effects import effects_of, out_of_command


def always_vacant(board: Board, attack: Attack) -> Iterator[Found]:
    """nlb 6.6A: a hex that the terrain closes from every side: nobody retreats there, and nothing hangs on it."""
    return conditions.always_vacant(board, attack, "6.6A")


def remarks(board: Board, attacks: Sequence[Attack]) -> Iterator[Found]:
    """nlb 6.0-2, 6.4, 6.6-1, 6.6A: retreats that are closed now, and conditions that do not hold on the board, with
    nothing ordered that could change it."""
    for attack in attacks:
        yield from retreat_remarks(board, attack, CASES)
        yield from advance_remarks(board, attack)

    def odds(attack: Attack, manner: Manner) -> str:
        targets = [unit for at in attack.on for unit in fighting(board, at)]
        return odds_of(board, attack.by, manner.bombard, targets).column

    expected = conditions.Expected(board.setting.columns, board.setting.results, odds)
    yield from conditions.condition_remarks(board, attacks, expected, "6.0", "6.4")


def advance_remarks(board: Board, attack: Attack) -> Iterator[Found]:
    """nlb 9.3-1, 11.3B-4, 13.2-1, 16.15B: advances of attackers who may not, as one of them is out of command, or as
    they are demoralized. Who is can change before the combat."""
    records = board.setting.roster.units
    for root, manner in attack.manners():
        if manner is attack.other and manner.advance is attack.manner.advance:
            continue
        idle = out_of_command(board, (*attack.by, *manner.bombard))
        for number, said in enumerate(entries(manner.advance)):
            unit = str(said.get("unit", ""))
            if unit not in attack.by or unit not in board.at:
                continue
            where, at = (*root, "advance", number), board.at[unit]
            if idle:
                text = f"{records[unit].name} in {at} will not advance: {records[idle].name} attacks out of command"
                yield where, Refusal(effects_of(board.setting).attack, text, unit, at)
            elif board.demoralized(unit):
                case = "13.2" if board.setting.on("corps-morale") else "9.3"
                yield (
                    where,
                    Refusal(case, f"{records[unit].name} in {at} is demoralized and will not advance", unit, at),
                )
