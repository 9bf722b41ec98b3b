"""The combat of an orders template: who is in contact, what each attack would come to, and who may fall back before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.engine.contract import Line
from pbem.hexgame.board.pieces import Piece
from pbem.hexgame.documents.template import (
    ATTACKING,
    Fits,
    Printed,
    attack_text,
    default_attacks,
    free_bombardments,
    manners,
)
from pbem.hexgame.fighting.allocation import AttackList
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.documents.printed import ARTILLERY, printed
from rulesets.napoleons_last_battles.forms import ATTACK
from rulesets.napoleons_last_battles.rules.battle.allocation import attack_list
from rulesets.napoleons_last_battles.rules.battle.duties import fighting
from rulesets.napoleons_last_battles.rules.battle.mounted import may_fall_back
from rulesets.napoleons_last_battles.rules.battle.odds import odds_of
from rulesets.napoleons_last_battles.rules.orders_options import ATTACKS, MOUNTED
from rulesets.napoleons_last_battles.rules.raids import prey, raided

_ATTACKING = (
    *ATTACKING,
    "Units of a hex attack together, and attack all who stand in a hex. If the list breaks 6.1 to 7.2 none of it is",
    "carried out, and the default counts instead.",
)
_CONDITIONS = "as docs/orders.md says"


def attack_lines(board: Board) -> Iterator[Line]:
    """nlb 6.0 to 7.4: the member `attacks`: the default allocation with its odds, batteries that may fire from afar,
    and for each enemy hex what all who touch it would come to. board: with command given, before any move."""
    left_out = () if board.setting.on("leader-bonus") else ("leader",)
    members = {key: member for key, member in ATTACK.members.items() if key not in left_out}
    for text in (*_ATTACKING, *manners(members, board, board.position.army, ARTILLERY, {}, _CONDITIONS)):
        yield Line(comment=text)
    yield Line(f"{ATTACKS}:")
    options, names = attack_list(board), printed(board)
    facts = options.describe()
    yield from default_attacks(facts, names, board, lambda entry: f": {_odds(board, entry)}")
    yield from free_bombardments(facts, names, _fits(options), lambda entry: f": {_odds(board, entry)} alone")
    yield from _on_trains(board, names, facts)
    for text in _candidates(board, facts):
        yield Line(comment=text, indent=1)


def _on_trains(board: Board, names: Printed, facts: Mapping[str, Any]) -> Iterator[Line]:
    """nlb 16.17C: enemy trains that those could attack who attack nobody above."""
    taken = [*facts["default"], {"by": list(facts["bombard"])}]
    for entry in raided(board, taken):
        train, by = board.train_in(entry["on"][0]), [*entry.get("by", ()), *entry.get("bombard", ())]
        comment = f"{names.strengths(by)} may destroy {board.roster.units[train].name}: any attack does (16.17)"
        yield Line(attack_text(entry), comment, 1, off=True)
        others = [unit for one in prey(board) if one.train == train for unit in (*one.by, *one.guns) if unit not in by]
        if others:
            yield Line(comment=f"in reach of it as well: {', '.join(dict.fromkeys(others))}", indent=1)


def _fits(options: AttackList[Piece]) -> Fits:
    """Whether the rules take a list of attacks."""
    return lambda document: not options.faults(document[ATTACKS])


def _odds(board: Board, entry: Mapping[str, Any]) -> str:
    """The column of an attack on the present board."""
    targets = [unit for at in entry["on"] for unit in fighting(board, at)]
    return odds_of(board, entry.get("by", ()), entry.get("bombard", ()), targets).column


def _candidates(board: Board, facts: Mapping[str, Any]) -> Iterator[str]:
    """For each enemy hex who could attack it at the most, where that is more than the default has, and the odds."""
    for at, (by, guns) in sorted(_touching(facts).items()):
        entry = {"on": [at], "by": by, "bombard": guns}
        if not any(one["on"] == [at] and set(one["by"]) >= {*by, *guns} for one in facts["default"]):
            named = {key: value for key, value in entry.items() if value}
            yield f"at the most, on {board.field.name(at)}: {attack_text(named)}: {_odds(board, entry)}"


def _touching(facts: Mapping[str, Any]) -> dict[str, tuple[list[str], list[str]]]:
    """Enemy hex -> own units next to it, and batteries that see it."""
    found: dict[str, tuple[list[str], list[str]]] = {}
    for contact in facts["contacts"]:
        for at in dict.fromkeys(enemy["at"] for enemy in contact["enemies"]):
            found.setdefault(at, ([], []))[0].append(contact["unit"])
    for unit, targets in facts["bombard"].items():
        for at in targets:
            if at in found:
                found[at][1].append(unit)
    return found


def mounted_lines(board: Board) -> Iterator[Line]:
    """nlb 15.3-1: the member `mounted`, with those who could fall back if nobody moved."""
    if not board.setting.on("mounted-retreat"):
        return
    yield Line(
        comment="Cavalry and horse artillery in an enemy zone and next to no enemy cavalry may fall back one hex before"
    )
    yield Line(
        comment="combat (15.3): never, always, {odds-at-least: 2-1} or {when: always, to: [n, nw]}; default: never."
    )
    yield Line(f"{MOUNTED}:")
    for unit in board.on_map(board.position.army):
        if may_fall_back(board, unit):
            yield Line(f"{unit}: never", f"{board.roster.units[unit].name} in {board.at[unit]}", 1, off=True)
    yield Line()
