"""What attacks would come to: their odds step by step, the exact chances of the die, and what its results cost."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

from pbem.engine.calculation import Calculation
from pbem.engine.odds_query import Step
from pbem.engine.rehearsal import OpenBook
from pbem.hexgame.fighting.attacks import Attack
from pbem.hexgame.fighting.engagement import Engagement
from pbem.hexgame.fighting.outlook import cut_off
from pbem.hexgame.fighting.payment import payment
from pbem.hexgame.fighting.resolve import muster
from pbem.hexgame.telling.foresight import Foresight, OddsWords, Prospect
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.battle.combat import ledger_of
from rulesets.napoleons_last_battles.rules.battle.ledger import BattleLedger
from rulesets.napoleons_last_battles.rules.battle.morale import GameDecided, judge
from rulesets.napoleons_last_battles.rules.battle.mounted import may_fall_back
from rulesets.napoleons_last_battles.rules.battle.odds import effects_on
from rulesets.napoleons_last_battles.rules.battle.results import lose
from rulesets.napoleons_last_battles.rules.victory.conditions import DEMORALIZED, DISINTEGRATED
from rulesets.napoleons_last_battles.telling.named import RESULTS, DispatchNames

_BROKEN: Final = {DEMORALIZED: "is demoralized", DISINTEGRATED: "disintegrates"}
Combat = Engagement[Board]
Anew = Callable[[], Combat]
"""The same combat on a scratch board of its own."""


def odds_words(names: DispatchNames) -> OddsWords:
    """nlb 6.1C, 6.1D, 6.2, 6.2C, 7.1-1: what odds come from, by its case."""
    return OddsWords(
        name=names.unit,
        place=names.hex,
        results=RESULTS,
        retreats=("Ar",),
        attacks="6.1C",
        bombards="7.1",
        defends="6.1D",
        odds="6.2",
        lowered="6.2C",
    )


def foresight(names: DispatchNames, board: Board) -> Foresight[Board]:
    """nlb 6.2 to 9.2: what attacks on a board would come to. Earlier attacks may change that.

    What both sides decide after the die is as the attack's entry has it, else as the defaults do; nobody is asked.
    """
    return Foresight(odds_words(names), partial(_ledger, board), partial(_remarks, names, board))


def _ledger(board: Board, attack: Attack) -> BattleLedger:
    scratch = scratch_of(board)
    return ledger_of(scratch, "preview", {at: scratch.units_in(at) for at in attack.on})


def scratch_of(board: Board) -> Board:
    """A board of its own with the same position, and the same command given."""
    scratch = board.another(board.position.copy())
    scratch.given = board.given
    return scratch


def _remarks(names: DispatchNames, board: Board, found: Prospect[Board]) -> Iterator[Step]:
    """What is to be known of an attack beside its odds and its chances."""
    fight = found.engagement

    def anew() -> Combat:
        return muster(_ledger(board, fight.attack), fight.attack, fight.root, fight.manner)[0]

    falls = {fell: found.conversions[fell].result if fell in found.conversions else fell for fell in found.shares}
    yield from _terrain(fight, found.odds)
    yield from _mounted(names, fight)
    yield from _retreats(names, fight, anew, _codes(falls, ("Dr",)))
    yield from _losses(names, falls, anew)


def _codes(falls: dict[str, str], results: Sequence[str]) -> str:
    """`Ae or Ex`: what the die may show that comes to one of these results; "" for nothing."""
    return " or ".join(fell for fell, result in falls.items() if result in results)


def _terrain(fight: Combat, odds: Calculation) -> Iterator[Step]:
    """nlb 6.3C: of several effects of terrain on a hex which one counts; the odds have chosen it."""
    counted = {(one.why, one.case) for strength in odds.strengths for unit in strength.units for one in unit.effects}
    for at in dict.fromkeys(fight.starts[unit] for unit in fight.targets):
        effects = effects_on(fight.board, at, fight.by, fight.bombard, fight.targets)
        chosen = [one.why for one in effects if (one.why, one.case) in counted]
        others = [one.why for one in effects if (one.why, one.case) not in counted]
        if chosen and others:
            yield Step(f"only one effect of terrain counts: {chosen[0]}, and not {' or '.join(others)}", "6.3C")


def _mounted(names: DispatchNames, fight: Combat) -> Iterator[Step]:
    """nlb 15.3-1: defenders who may be gone before the attack is made."""
    if fight.board.setting.on("mounted-retreat"):
        for unit in fight.targets:
            if may_fall_back(fight.board, unit):
                yield Step(f"{names.unit(unit)} may fall back before combat", "15.3")


def _retreats(names: DispatchNames, fight: Combat, anew: Anew, codes: str) -> Iterator[Step]:
    """nlb 6.6-1, 8.2C: defenders who would be lost by a retreat, and whom walls allow to stay. codes: the results that
    make them retreat."""
    if not codes:
        return
    leaving = [unit for unit in fight.targets if not fight.board.sheltered(unit)]
    for one in cut_off(anew(), fight.ledger.foe, leaving):
        yield Step(f"on {codes} {one['text']}", one["case"])
    for unit in fight.targets:
        if unit not in leaving:
            at = names.hex(fight.starts[unit])
            yield Step(f"on {codes} {names.unit(unit)} leaves the chateau {at} only if its owner wishes", "8.2C")


def _losses(names: DispatchNames, falls: dict[str, str], anew: Anew) -> Iterator[Step]:
    """nlb 9.1, 9.2: whom the losses of a result would break, and whether they would decide the game.

    Who is lost by a retreat is left aside.
    """
    codes: dict[Step, list[str]] = {}
    for fell, result in falls.items():
        for step in _broken_by(names, anew(), result):
            codes.setdefault(step, []).append(fell)
    for step, fallen in codes.items():
        yield Step(f"on {' or '.join(fallen)} {step.text}", step.case)


def _broken_by(names: DispatchNames, combat: Combat, result: str) -> Iterator[Step]:
    lost = _lost_by(combat, result)
    if not lost:
        return
    board = combat.board
    for unit in lost:
        lose(combat.ledger, unit, "", "")
    try:
        for tell in judge(board):
            event = tell.event
            if event["kind"] in _BROKEN:
                lost_now = f"having lost {event['lost']} strength points"
                yield Step(f"{names.book(event['book'])} {_BROKEN[event['kind']]}, {lost_now}", event["case"])
    except GameDecided as decided:
        row = decided.row
        who = f"the {names.place(row['winner'])} player wins" if row.get("winner") else "nobody wins"
        yield Step(f"the game is over at once: {who}", row["case"])


def _lost_by(combat: Combat, result: str) -> Sequence[str]:
    """nlb 6.4-Ae, 6.4-De, 6.4-Ex, 6.5A: who is eliminated by a result itself."""
    if result == "Ex":
        payers: Sequence[str] = OpenBook().carry_out(payment(combat, combat.board.strength(combat.targets)))
        return (*combat.targets, *payers)
    return {"Ae": combat.by, "De": combat.targets}.get(result, ())
