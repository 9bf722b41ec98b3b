"""Which unit attacks whom: the judgement of a list of attacks (7.1 to 7.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pbem.engine.options import Refusal
from pbem.hexgame.board.pieces import Piece
from pbem.hexgame.documents.vocabulary import RESULTS
from pbem.hexgame.fighting.allocation import AttackList
from pbem.hexgame.fighting.attack_rules import AttackCases, AttackRules, Lower
from rulesets.napoleon_at_war.contacts import duties
from rulesets.napoleon_at_war.position import Board
from rulesets.napoleon_at_war.rules.battle import artillery
from rulesets.napoleon_at_war.rules.battle.allocation_sample import sample
from rulesets.napoleon_at_war.rules.battle.attack import read_attack
from rulesets.napoleon_at_war.rules.battle.odds import odds_of, reductions
from rulesets.napoleon_at_war.rules.battle.preferences import preference_faults
from rulesets.napoleon_at_war.setting import Setting

CASES: Final = AttackCases(
    listed="7.0",
    target="7.0",
    unknown="7.12",
    foreign="7.0",
    absent="17.21",
    distance="7.15",
    water="9.0",
    nobody="7.0",
    single="8.13",
    condition="7.0",
    must_attack="7.12",
    must_be_attacked="7.11",
    reduction="7.9",
    twice="7.14",
    name="7.0",
)


class AttackOptions(AttackList[Piece]):
    """naw 7.0-4, 7.3, 7.14-1, 7.14-2, 17.21-2: the lists of attacks that are legal for the phasing army on a board.

    They are judged as the board stands when the phase begins (ruling 8). Nobody attacks or is attacked twice, but
    where conditions exclude each other (7.0); who is in transit attacks nobody.
    """

    board: Board

    def __init__(self, setting: Setting, board: Board) -> None:
        super().__init__(board, board.position.army, duties(board), attack_rules(setting, board), sample)
        self.setting = setting


def attack_rules(setting: Setting, board: Board) -> AttackRules:
    """naw 8.13, 8.21, 8.22: batteries fire at one hex, or join adjacent units and reach a target of theirs."""
    foe = board.enemy[board.position.army]

    def bombardment(unit: str, target: str) -> Refusal | None:
        return artillery.bombardment_refusal(setting, board, unit, target)

    def column(by: Sequence[str], bombard: Sequence[str], on: Sequence[str]) -> Lower:
        """naw 7.9: the column that the odds give on the present board, and the lower ones (ruling 16)."""
        found = odds_of(setting, board, by, bombard, [board.here[at][0] for at in on]).column
        return found, reductions(setting, found)

    return AttackRules(
        cases=CASES,
        foe=setting.names.get(foe, foe),
        results=RESULTS,
        read=read_attack,
        is_battery=lambda unit: board.roster.units[unit].kind == "artillery",
        aims=lambda unit: artillery.targets_of(setting, board, unit),
        bombardment=bombardment,
        column=column,
        preferences=lambda attack: preference_faults(board, attack),
    )
