"""Which unit attacks whom: the judgement of a list of attacks (6.1, 7.1, 7.2, 8.2A)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from pbem.engine.options import Json, Pick, Refusal
from pbem.hexgame.board.pieces import Piece
from pbem.hexgame.documents.vocabulary import DIRECTIONS
from pbem.hexgame.fighting.allocation import AttackList
from pbem.hexgame.fighting.allocation_sample import Entry, prefer_at_random, random_attacks
from pbem.hexgame.fighting.attack_rules import AttackRules, Lower
from pbem.hexgame.fighting.attacks import Attack
from pbem.hexgame.fighting.odds import reductions
from pbem.hexgame.fighting.preference_faults import preference_faults
from pbem.hexgame.fighting.said import Found
from rulesets.napoleons_last_battles.board import GARRISON, Board
from rulesets.napoleons_last_battles.rules.battle import artillery
from rulesets.napoleons_last_battles.rules.battle.attack import read_attack
from rulesets.napoleons_last_battles.rules.battle.cases import ATTACK_CASES, CASES, RESULTS
from rulesets.napoleons_last_battles.rules.battle.duties import duties, fighting
from rulesets.napoleons_last_battles.rules.battle.leading import LED, could_lead, leader_faults
from rulesets.napoleons_last_battles.rules.battle.odds import odds_of
from rulesets.napoleons_last_battles.rules.march.ground import in_rain
from rulesets.napoleons_last_battles.rules.marks import FORMING

_ARMIES: Final = {"french": "French", "coalition": "Coalition"}
_DECIDED: Final = prefer_at_random(DIRECTIONS)


def attack_list(board: Board) -> AttackList[Piece]:
    """nlb 6.0-1, 6.1-1, 6.1-2, 6.1A, 6.1B, 6.1C, 6.1E-1, 6.1E-2, 6.1E-3, 6.1F: the lists of attacks that are legal
    for the phasing army, judged as the board stands when the phase begins.

    Nobody attacks or is attacked twice, unless conditions exclude each other. All adjacent attackers of a combat touch
    all its hexes.
    """
    found = AttackList(board, board.position.army, duties(board), attack_rules(board), sample)
    if in_rain(board) > 1:
        found.rules = _in_rain(found)
    return found


def _in_rain(options: AttackList[Piece]) -> AttackRules:
    """nlb 16.5-4: in rain artillery bombards together with adjacent units alone: what has to be attacked anyhow."""
    rules, board = options.rules, options.board

    def read(index: int, entry: Json) -> Attack | Found:
        attack = rules.read(index, entry)
        if not isinstance(attack, Attack) or attack.by or not attack.batteries():
            return attack
        return (index, "bombard"), artillery.alone_in_rain(board, attack)

    def aims(unit: str) -> list[str]:
        return [at for at in rules.aims(unit) if at in options.pressed]

    return replace(rules, read=read, aims=aims)


def _able(board: Board, attack: Attack | Found) -> Attack | Found:
    """nlb 10.2-1, 16.11A-1, 16.11C: an attack without those who never attack: leaders, and who holds a chateau."""
    if not isinstance(attack, Attack):
        return attack
    records, marks = board.setting.roster.units, board.position.marks
    for number, unit in enumerate(attack.by):
        record, at = records.get(unit), board.at.get(unit) or board.position.leaders.get(unit, "")
        if record is None or record.army != board.position.army:
            continue
        path, named = (attack.index, "by", number), f"attack {attack.id}: {record.name}{f' in {at}' if at else ''}"
        if record.leads:
            return path, Refusal("10.2", f"{named} is a leader and attacks nobody", unit, at)
        if marks and board.marked(GARRISON, unit):
            return path, Refusal("16.11C", f"{named} is a garrison and attacks nobody", unit, at)
        if marks and board.marked(FORMING, unit):
            return path, Refusal("16.11A", f"{named} forms a garrison and attacks nobody", unit, at)
    return attack


def attack_rules(board: Board) -> AttackRules:
    """nlb 7.1-1, 7.1A, 7.1C, 7.2-1, 7.2-2: batteries fire at one hex, or join adjacent units and reach a target of
    theirs."""
    foe = board.enemy[board.position.army]

    def bombardment(unit: str, target: str) -> Refusal | None:
        return artillery.bombardment_refusal(board, unit, target)

    def column(by: Sequence[str], bombard: Sequence[str], on: Sequence[str]) -> Lower:
        """nlb 6.2C, 16.13-1: the column that the odds give on the present board, and the lower ones; where a leader may
        take command of attackers, as if he did."""
        targets = [unit for at in on for unit in fighting(board, at)]
        leaders = [LED] if could_lead(board, by) else []
        found = odds_of(board, by, bombard, targets, leaders=leaders).column
        return found, reductions(board.setting.columns, found)

    def preferences(attack: Attack) -> Iterator[Found]:
        yield from preference_faults(board, board.position.army, attack, CASES)
        yield from leader_faults(board, attack)

    return AttackRules(
        cases=ATTACK_CASES,
        foe=_ARMIES.get(foe, foe),
        results=RESULTS,
        read=lambda index, entry: _able(board, read_attack(index, entry)),
        is_battery=lambda unit: board.roster.units[unit].kind in artillery.ARTILLERY,
        aims=lambda unit: [at for at in artillery.targets_of(board, unit) if fighting(board, at)],
        bombardment=bombardment,
        column=column,
        preferences=preferences,
    )


def sample(options: AttackList[Piece], pick: Pick) -> Json:
    """A random list that `options` finds legal."""
    board = options.board
    assert isinstance(board, Board)
    return random_attacks(options, pick, lambda attack, drawn: _prefer(board, attack, drawn))


def _prefer(board: Board, attack: Entry, pick: Pick) -> None:
    """Some of the decisions before and after the die: who leads, and what any attack may say."""
    leaders = list(could_lead(board, attack["by"]))
    if leaders and pick(2):
        attack["leader"] = leaders[pick(len(leaders))]
    _DECIDED(attack, pick)
