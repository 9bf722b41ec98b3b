"""Leaders with a stack in combat: who takes command of it, and who goes along when it advances (15.6, 16.13)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import Final

from pbem.engine.calculation import Effect
from pbem.engine.options import Json, Listed, Refusal
from pbem.engine.requests import ASK, SILENT, Roll, Silent, Tell
from pbem.hexgame.fighting.attacks import Attack
from pbem.hexgame.fighting.engagement import Advance, Engagement, Procedure, Terms
from pbem.hexgame.fighting.said import Found
from rulesets.napoleons_last_battles.board import INACTIVE, Board
from rulesets.napoleons_last_battles.roster import LEADERS
from rulesets.napoleons_last_battles.rules.battle.attack import leader_said
from rulesets.napoleons_last_battles.rules.battle.leader_losses import kill
from rulesets.napoleons_last_battles.rules.battle.ledger import BattleLedger
from rulesets.napoleons_last_battles.rules.command.chain import Chain

ADVANTAGE: Final = "leader-advance"
BONUS: Final = "leader-bonus"
NOBODY: Final = "nobody"
LEADER: Final = "leader"
_COLUMNS: Final = 2
_FATAL: Final = 6
_PAIR: Final = 2
_CASE: Final = "16.13"
LED: Final = Effect(_COLUMNS, "a leader takes command", _CASE)
"""The shift of a leader for the attackers."""
Combat = Engagement[Board]
Stacks = Mapping[str, tuple[str, ...]]
"""Leader -> the units of the combat with whom he stands."""


# -- who takes command -------------------------------------------------------------------


def could_lead(board: Board, units: Iterable[str]) -> Stacks:
    """nlb 16.13-1: the leaders who may take command of a stack of these units of one side of a combat, in roster order,
    each with that stack: active commanders, and officers in command of whose organization it is.

    An officer who reorganizes has no command function in that turn (12.1D).
    """
    stacks: dict[str, list[str]] = {}
    if not board.setting.on(BONUS):
        return {}
    for unit in units:
        stacks.setdefault(board.at[unit], []).append(unit)
    known = board.setting.roster.units
    leaders = sorted(board.position.leaders.items(), key=lambda one: known[one[0]].order)
    return {uid: tuple(stacks[at]) for uid, at in leaders if at in stacks and _has_authority(board, uid, stacks[at])}


def _has_authority(board: Board, leader: str, stack: Sequence[str]) -> bool:
    known, given = board.setting.roster.units, board.given
    record = known[leader]
    if record.kind not in LEADERS or leader in board.position.idle or board.marked(INACTIVE, leader):
        return False
    if isinstance(given, Chain) and leader in given.reorganizing:
        return False
    if record.kind == "officer":
        return all(known[unit].formation == record.formation for unit in stack)
    return all(known[unit].nation == record.nation for unit in stack)


def take_command(combat: Combat) -> Procedure:
    """nlb 16.13-1: before the die each side may have a leader take command of one stack: the attacker by his attack's
    `leader`, the defender by the slot `leader` of each leader's formation, in roster order, until one does."""
    board, ledger = combat.board, combat.ledger
    if not board.setting.on(BONUS):
        return
    assert isinstance(ledger, BattleLedger)
    led = ledger.led[combat.attack.id] = {}
    mine = could_lead(board, combat.by)
    if mine:
        yield from _asked(combat, led, ledger.army, mine, "", leader_said(combat.manner))
    for leader, stack in could_lead(board, combat.targets).items():
        if ledger.foe not in led:
            slot = f"{LEADER}.{board.setting.roster.units[leader].formation}"
            yield from _asked(combat, led, ledger.foe, {leader: stack}, slot, SILENT)


def _asked(
    combat: Combat, led: dict[str, tuple[str, str]], army: str, stacks: Stacks, slot: str, said: Json | Silent
) -> Procedure:
    options = Listed((NOBODY, *stacks), _CASE, "a leader who stands with a stack of his own in this combat")
    name, read = f"lead.{next(iter(stacks))}", partial(read_leader, combat.board, stacks)
    leader = yield combat.decision(army, LEADER, options, name, said, slot, read, obliged=False)
    if leader != NOBODY:
        at = combat.board.position.leaders[leader]
        led[army] = leader, at
        yield Tell({"kind": "leads", "id": combat.attack.id, "unit": leader, "at": at, "army": army, "case": _CASE})


def read_leader(board: Board, stacks: Stacks, value: Json) -> Json | Silent:
    """nlb 16.13-1: a leader by name; or a number, in standing orders: the first who stands with a stack that strong.
    Anything else is nobody."""
    text = str(value)
    if text in stacks or text == NOBODY:
        return text
    if not (text.isascii() and text.isdigit()):
        return SILENT
    strong = (uid for uid, stack in stacks.items() if board.strength(stack) >= int(text[:4]))
    return next(strong, SILENT)


def leader_shifts(combat: Combat) -> tuple[Effect, ...]:
    """nlb 16.13-1: two columns for the side of a leader who has taken command, or, before that is decided, whom the
    attack names for it."""
    ledger, units = combat.ledger, combat.board.setting.roster.units
    if not combat.board.setting.on(BONUS):
        return ()
    assert isinstance(ledger, BattleLedger)
    decided = ledger.led.get(combat.attack.id)
    if decided is None:
        said = str(leader_said(combat.manner))
        led = {ledger.army: said} if said in could_lead(combat.board, combat.by) else {}
    else:
        led = {army: leader for army, (leader, _) in decided.items()}
    by = {ledger.army: _COLUMNS, ledger.foe: -_COLUMNS}
    return tuple(Effect(by[army], f"{units[uid].name} takes command", _CASE) for army, uid in led.items())


def leader_faults(board: Board, attack: Attack) -> Iterator[Found]:
    """nlb 16.13-1: why the leader whom an attack names cannot take command of a stack in it."""
    for root, manner in attack.manners():
        said = leader_said(manner)
        inherited = manner is attack.other and said is leader_said(attack.manner)
        if said in (SILENT, ASK, NOBODY) or inherited:
            continue
        by = [unit for unit in attack.by if unit in board.at]
        legal = tuple(could_lead(board, by))
        if str(said) not in legal:
            who, at = str(said)[:40], board.position.leaders.get(str(said), "")
            named = f"{board.setting.roster.units[who].name} in {at}" if at else who
            text = f"attack {attack.id}: {named} is no leader who may take command of a stack in it"
            if not board.setting.on(BONUS):
                text = f"attack {attack.id}: leaders take no command of stacks in this campaign"
            yield (*root, LEADER), Refusal(_CASE, text, who, at, legal)


# -- advance -----------------------------------------------------------------------------


def led_advance(combat: Combat, army: str, open_: Sequence[Advance]) -> Terms | None:
    """nlb 16.13-2: what an attacking leader who has taken command has to do: advance with all of his stack who are left
    and may; None where nobody is bound so."""
    ledger = combat.ledger
    assert isinstance(ledger, BattleLedger)
    leader, at = ledger.led.get(combat.attack.id, {}).get(army, ("", "")) if army == ledger.army else ("", "")
    if combat.board.position.leaders.get(leader) != at:
        return None
    stack = [unit for unit in combat.by if combat.starts[unit] == at and combat.board.at.get(unit) == at]
    found = []
    for to in dict.fromkeys(one["to"] for one in open_):
        going = [one["unit"] for one in open_ if one["to"] == to and one["unit"] in stack]
        while going and not combat.board.fits(to, going):
            going.pop()
        if going:
            found.append(_advance(going, to))
    return Terms(found, must=True) if found else None


def with_pairs(combat: Combat, army: str, terms: Terms) -> Terms:
    """nlb 15.6: two units that fought in a leader's hex may advance together, if either may and there is room."""
    board = combat.board
    if not board.setting.on(ADVANTAGE) or terms.must:
        return terms
    leaders = _leaders_in(board, army)
    going: dict[tuple[str, str], list[str]] = {}
    for one in terms.open:
        going.setdefault((board.at[one["unit"]], one["to"]), []).append(one["unit"])
    pairs = [
        _advance(pair, to)
        for (at, to), units in going.items()
        if at in leaders
        for pair in combinations(units, _PAIR)
        if board.fits(to, pair)
    ]
    return Terms((*terms.open, *pairs), terms.must)


def _advance(units: Sequence[str], to: str) -> Advance:
    more = {"with": list(units[1:])} if len(units) > 1 else {}
    return {"unit": units[0], "to": to, **more}


def _leaders_in(board: Board, army: str) -> dict[str, list[str]]:
    """Hex -> the leaders of an army there, in roster order; headquarters are none."""
    units, found = board.setting.roster.units, dict[str, list[str]]()
    own = [u for u in board.position.leaders if units[u].army == army and units[u].kind in LEADERS]
    for leader in sorted(own, key=lambda u: units[u].order):
        found.setdefault(board.position.leaders[leader], []).append(leader)
    return found


def accompany(combat: Combat) -> Iterator[Tell]:
    """nlb 15.6, 16.13-2: who goes along with an advance: by 15.6 all leaders of a hex from which two units advanced
    together; by 16.13 the leader who commanded a stack, with whoever of it advanced."""
    board, ledger = combat.board, combat.ledger
    assert isinstance(ledger, BattleLedger)
    if not (board.setting.on(ADVANTAGE) or board.setting.on(BONUS)):
        return
    led = ledger.led.get(combat.attack.id, {})
    for (at, to), units in _advanced(combat).items():
        army = board.army_of(units[0])
        together = len(units) >= _PAIR and board.setting.on(ADVANTAGE)
        here = _leaders_in(board, army).get(at, [])
        for leader in here if together else [one for one in here if led.get(army) == (one, at)]:
            board.position.leaders[leader] = to
            case = "15.6" if together else _CASE
            yield Tell({"kind": "accompanied", "unit": leader, "from": at, "to": to, "units": units, "case": case})


def _advanced(combat: Combat) -> dict[tuple[str, str], list[str]]:
    """Hexes from and to which units of this combat have advanced -> these."""
    found: dict[tuple[str, str], list[str]] = {}
    for unit, start in combat.starts.items():
        at = combat.board.at.get(unit, start)
        if at != start and unit in combat.ledger.advanced:
            found.setdefault((start, at), []).append(unit)
    return found


def leaders_risk(combat: Combat) -> Procedure:
    """nlb 16.13-3: after the combat a die for each leader who took command in it and lives: a 6 kills him. It falls
    besides that of 10.2."""
    board, ledger = combat.board, combat.ledger
    assert isinstance(ledger, BattleLedger)
    for leader, _ in ledger.led.get(combat.attack.id, {}).values():
        at = board.position.leaders.get(leader)
        if at is None:
            continue
        die = (yield Roll("1d6", ledger.label(f"{combat.attack.id}.led.{leader}"), _CASE, (at,)))[0]
        if die == _FATAL:
            yield from kill(board, leader, die, _CASE)
        else:
            yield Tell({"kind": "leader-unhurt", "unit": leader, "at": at, "die": die, "case": _CASE})
