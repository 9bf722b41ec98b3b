"""Cavalry and horse artillery that fall back before combat, and what that leaves of a list of attacks (15.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from pbem.engine.options import Json, Listed, Refusal
from pbem.engine.requests import SILENT, Choose, Silent, Tell
from pbem.hexgame.board.pieces import Piece
from pbem.hexgame.fighting.allocation import AttackList
from pbem.hexgame.fighting.attacks import Attack, Manner
from pbem.hexgame.fighting.contacts import Contacts, thinned
from pbem.hexgame.fighting.engagement import Engagement, Procedure, Read
from pbem.hexgame.fighting.falling_back import StepOptions
from pbem.hexgame.fighting.odds import columns_of
from pbem.hexgame.fighting.preferences import read_retreat
from pbem.hexgame.fighting.said import member
from pbem.wargame.retreat import NOBODY
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.battle.combined import CAVALRY
from rulesets.napoleons_last_battles.rules.battle.duties import fighting
from rulesets.napoleons_last_battles.rules.battle.ledger import BattleLedger
from rulesets.napoleons_last_battles.rules.battle.morale import settle
from rulesets.napoleons_last_battles.rules.battle.odds import odds_of

MOUNTED: Final = "mounted"
STAY: Final = "stay"
MOUNTED_KINDS: Final = (CAVALRY, "horse-artillery")
_NO_ATTACK: Final = Attack(0, MOUNTED, (), (), Manner(), {}, None)


def may_fall_back(board: Board, unit: str) -> bool:
    """nlb 15.3-1: whether a unit is mounted, in an enemy zone, and next to no enemy cavalry."""
    units, at = board.roster.units, board.at[unit]
    if units[unit].kind not in MOUNTED_KINDS or not board.zone(unit).get(at):
        return False
    foe = board.enemy[units[unit].army]
    near = (one for n in board.field.neighbours[at] if board.holder(n) == foe for one in board.units_in(n))
    return all(units[one].kind != CAVALRY for one in near)


def mounted_retreats(board: Board, ledger: BattleLedger, said: Json | Silent) -> Procedure:
    """nlb 15.3-1, 15.3-2: those of the army that is not phasing fall back first, by its standing orders, then those of
    the phasing one, as its orders say. One hex, as in a retreat, but nobody is displaced; who finds no hex stays.

    said: the member `mounted` of the orders, unit -> when. What follows is judged as the board then stands.
    """
    if not board.setting.on("mounted-retreat"):
        return
    for army in (ledger.foe, ledger.army):
        for unit in board.on_map(army):
            if may_fall_back(board, unit):
                yield from _fall_back(board, ledger, army, unit, said)


def _fall_back(board: Board, ledger: BattleLedger, army: str, unit: str, said: Json | Silent) -> Procedure:
    alone = Engagement(ledger, _NO_ATTACK, Manner(), (), (), (), (), {})
    options = StepOptions(alone, ledger.rules.ground(alone, army), unit, board.at[unit], NOBODY)
    if not options.steps or options.pushes:
        return
    own = army == ledger.army
    formation = board.roster.units[unit].formation
    answer = yield Choose(
        army,
        MOUNTED,
        Listed((STAY, *options.answers), "15.3", "where mounted units fall back to before combat", silent=STAY),
        ledger.label(f"{MOUNTED}.{unit}"),
        member(said, unit) or SILENT if own else SILENT,
        (MOUNTED, unit) if own else (),
        "" if own else f"{MOUNTED}.{formation}",
        _reader(board, unit, options),
        scene=board,
    )
    if answer != STAY:
        at = board.at[unit]
        board.move(unit, answer)
        yield Tell({"kind": "fell-back", "unit": unit, "from": at, "to": answer, "army": army, "case": "15.3"})
        yield from settle(board)


def _reader(board: Board, unit: str, options: StepOptions) -> Read:
    """nlb 15.3-1: `never`, `always`, or {odds-at-least: column}; alone, or as `when` beside wishes `to`."""

    def read(value: Json) -> Json | Silent:
        if value == STAY or value in options.answers:
            return value
        when = member(value, "when") or value
        column = member(when, "odds-at-least")
        go = when == "always" or (isinstance(column, str) and threatened(board, unit, column))
        if not go:
            return STAY
        wished = read_retreat(board.field, unit, options.at, options.answers)(value)
        return options.default() if isinstance(wished, Silent) else wished

    return read


def threatened(board: Board, unit: str, column: str) -> bool:
    """Whether all enemies next to a unit's hex, attacking it together, would come to at least a column of odds."""
    at, columns = board.at[unit], board.setting.columns
    foe = board.enemy[board.army_of(unit)]
    near = [one for n in board.field.zone_neighbours[at] if board.holder(n) == foe for one in fighting(board, n)]
    if column not in columns or not near:
        return False
    table = columns_of(columns)
    return table.index(odds_of(board, near, (), fighting(board, at)).column) >= table.index(column)


def mounted_faults(board: Board, said: Json) -> list[tuple[tuple[str | int, ...], Refusal]]:
    """What is wrong with the member `mounted` of orders: units that are none, not one's own, or not mounted."""
    found: list[tuple[tuple[str | int, ...], Refusal]] = []
    if said and not board.setting.on("mounted-retreat"):
        return [((MOUNTED,), Refusal("15.3", "this campaign is played without mounted retreats before combat"))]
    for unit in said if isinstance(said, Mapping) else ():
        piece = board.roster.units.get(unit)
        if piece is None or piece.army != board.position.army:
            text = f"{piece.name if piece else str(unit)[:40]} is no unit of the phasing player"
            found.append(((MOUNTED, unit), Refusal("15.3", text, str(unit)[:40])))
        elif piece.kind not in MOUNTED_KINDS:
            at = board.at.get(unit, "")
            named = f"{piece.name} in {at}" if at else piece.name
            text = f"{named} is neither cavalry nor horse artillery and does not fall back before combat"
            found.append(((MOUNTED, unit), Refusal("15.3", text, unit, at)))
    return found


def repaired(options: AttackList[Piece]) -> Callable[[Json], Json]:
    """nlb 15.3-2, 6.1-1: makes of a list of attacks what is left of it after mounted retreats.

    Entries whose targets have gone, or whose attackers do not touch all of them any more, are dropped; who then owes
    an attack, or is owed one, makes it as the default list has it, or joins an entry that is left. Where that is no
    legal list the default counts.
    """

    def read(said: Json) -> Json:
        if not isinstance(said, list) or options.why_not(said) is None:
            return said
        bodies = options.bodies
        kept = [attack for attack in options.sound(said) if not attack.condition]
        attacked = {at for attack in kept for at in attack.on}
        attacking = {options.board.at[unit] for attack in kept for unit in attack.by}
        called = [at for at in bodies.called() if at not in attacking]
        pairs = [(to, at) for to, at in bodies.pairs(called) if to not in attacked]
        rest = bodies.combats(thinned(pairs, range(len(pairs) - 1, -1, -1)))
        idle = [at for at in called if not any(at == own for _, own in pairs)]
        answer = [*(_joined(bodies, said[attack.index], attack, idle) for attack in kept), *rest]
        return answer if options.why_not(answer) is None else options.default()

    return read


def _joined(bodies: Contacts[Piece], entry: Json, attack: Attack, idle: list[str]) -> Json:
    """An entry with the bodies that have nobody else to attack and touch all its targets; these are idle no more."""
    joins = [at for at in idle if set(attack.on) <= set(bodies.touched[at])]
    idle[:] = [at for at in idle if at not in joins]
    return {**entry, "by": [*attack.by, *(unit for at in joins for unit in bodies.units(at))]} if joins else entry
