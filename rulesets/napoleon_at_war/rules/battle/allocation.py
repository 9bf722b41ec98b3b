"""Which unit attacks whom: a list of attacks, read and judged (7.1 to 7.3, 8.4), and what its author is told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from pbem.engine.options import Json, Pick
from pbem.hexgame.board.pieces import Piece
from pbem.hexgame.documents.form import Some
from pbem.hexgame.documents.vocabulary import DIRECTIONS, NAME, RESULTS
from pbem.hexgame.fighting.allocation import AttackList
from pbem.hexgame.fighting.allocation_sample import prefer_at_random, random_attacks
from pbem.hexgame.fighting.attack_rules import AttackCases, AttackRules, Lower
from pbem.hexgame.fighting.attacks import Attack, AttackReader, Manner
from pbem.hexgame.fighting.condition_remarks import Expected, condition_remarks
from pbem.hexgame.fighting.contacts import Duties
from pbem.hexgame.fighting.odds import reductions
from pbem.hexgame.fighting.preference_faults import preference_faults, retreat_remarks
from pbem.hexgame.fighting.said import Found
from rulesets.napoleon_at_war.forms import ATTACK, MANNER
from rulesets.napoleon_at_war.position import Board
from rulesets.napoleon_at_war.rules.battle.artillery import bombardment
from rulesets.napoleon_at_war.rules.battle.cases import CASES
from rulesets.napoleon_at_war.rules.battle.odds import odds_of
from rulesets.napoleon_at_war.setting import Setting

_CASES: Final = AttackCases.under(
    "7.0",
    unknown="7.12",
    absent="17.21",
    distance="7.15",
    water="9.0",
    single="8.13",
    must_attack="7.12",
    must_be_attacked="7.11",
    reduction="7.9",
    twice="7.14",
)
READER: Final = AttackReader(
    members=ATTACK.members,
    manner=MANNER.members,
    lists=tuple(key for key, member in MANNER.members.items() if isinstance(member.node, Some)),
    name=NAME.pattern,
    case="7.0",
)


class AttackOptions(AttackList[Piece]):
    """naw 7.0-1, 7.0-4, 7.11, 7.12, 7.15, 7.21, 7.22, 7.3, 7.14-1, 7.14-2, 8.41, 8.42, 9.0-9, 17.21-2: the lists of
    attacks that are legal for the phasing army on a board.

    They are judged as the board stands when the phase begins (ruling 8). Everybody in contact attacks and is attacked,
    batteries too, but nobody twice, unless conditions exclude each other (7.0); who is in transit attacks nobody.
    Adjacent attackers touch every target of their combat (ruling 9); a river without a bridge keeps them apart. Who
    lists none, or lists wrongly, attacks by the default, which divides no strength.
    """

    board: Board

    def __init__(self, setting: Setting, board: Board) -> None:
        super().__init__(board, board.position.army, Duties.of_zones(board), attack_rules(setting, board), _sample)
        self.setting = setting


def attack_rules(setting: Setting, board: Board) -> AttackRules:
    """naw 7.9, 8.13, 8.21, 8.22: batteries fire at one hex, or join adjacent units and reach a target of theirs; odds
    may be lowered (ruling 16)."""
    army, foe, guns = board.position.army, board.enemy[board.position.army], bombardment(setting)

    def column(by: Sequence[str], bombard: Sequence[str], on: Sequence[str]) -> Lower:
        found = _column(setting, board, by, bombard, on)
        return found, reductions(setting.columns, found)

    return AttackRules(
        cases=_CASES,
        foe=setting.called(foe),
        results=RESULTS,
        read=READER.read,
        is_battery=lambda unit: board.roster.units[unit].kind == "artillery",
        aims=partial(guns.targets, board),
        bombardment=partial(guns.refusal, board),
        column=column,
        preferences=lambda attack: preference_faults(board, army, attack, CASES),
    )


def remarks(setting: Setting, board: Board, attacks: Sequence[Attack]) -> Iterator[Found]:
    """naw 7.0-3, 7.6-T, 7.71, 7.72: retreats that are closed as the board stands, and conditions that do not hold, with
    nothing ordered that could change it."""
    for attack in attacks:
        yield from retreat_remarks(board, attack, CASES)

    def odds(attack: Attack, manner: Manner) -> str:
        return _column(setting, board, attack.by, manner.bombard, attack.on)

    yield from condition_remarks(board, attacks, Expected(setting.columns, setting.results, odds), "7.0-3", "7.6-T")


def _column(setting: Setting, board: Board, by: Sequence[str], bombard: Sequence[str], on: Sequence[str]) -> str:
    """The column that the odds give on the present board."""
    return odds_of(setting, board, by, bombard, [board.here[at][0] for at in on if at in board.here]).column


def _sample(options: AttackList[Piece], pick: Pick) -> Json:
    """A random list that `options` finds legal, with decisions after the die (7.6, 7.71, 7.74)."""
    return random_attacks(options, pick, prefer_at_random(DIRECTIONS))
