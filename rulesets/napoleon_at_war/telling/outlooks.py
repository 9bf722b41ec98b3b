"""What attacks would come to, and what those came to that were fought: odds step by step, and exact chances."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pbem.hexgame.documents.vocabulary import RESULTS
from pbem.hexgame.fighting import reckoning as shared
from pbem.hexgame.fighting.attacks import Attack
from pbem.hexgame.fighting.engagement import Ledger
from pbem.hexgame.telling.foresight import Foresight, OddsWords, shares_of
from pbem.hexgame.telling.wording import RESULTS as RESULT_WORDS
from pbem.hexgame.telling.wording import Event
from rulesets.napoleon_at_war.position import Board
from rulesets.napoleon_at_war.rules.battle.combat import ledger_of
from rulesets.napoleon_at_war.setting import Setting
from rulesets.napoleon_at_war.telling.wording import names_of


def odds_words(setting: Setting) -> OddsWords:
    """What odds come from, by its case: 7.21, 7.22, 7.6, 7.9, 8.21."""
    return OddsWords(
        name=names_of(setting).unit,
        place=setting.field.name,
        results={code: RESULT_WORDS[code] for code in RESULTS},
        retreats=("Ar",),
        attacks="7.22",
        bombards="8.21",
        defends="7.21",
        odds="7.6",
        lowered="7.9",
    )


def foresight(setting: Setting, board: Board) -> Foresight[Board]:
    """naw 7.6-Ar, 7.72: what attacks on a board would come to, and which attackers would find no hex to retreat to.

    Earlier attacks may change that. The retreat is that of the orders, asked of nobody.
    """

    def ledger(attack: Attack) -> Ledger[Board]:
        scratch = setting.board(board.position.copy())
        return ledger_of(setting, scratch, "preview", {at: scratch.units_in(at) for at in attack.on})

    return Foresight(odds_words(setting), ledger)


def chances(setting: Setting, column: str) -> dict[str, Fraction]:
    """naw 7.6-T: the exact chance of each result in a column; they add up to one."""
    return shares_of(setting.columns, setting.results, RESULTS, column)


def reckoning(setting: Setting, event: Event) -> Iterator[str]:
    """The event of a combat that was fought, a line for each step: strengths, odds, shifts, chances, die (7.6, 8.1)."""
    words = shared.Wording(names_of(setting).unit, setting.field.name, RESULT_WORDS, bombarding="8.1", lowered="7.9")
    return shared.reckoning(event, words, chances(setting, event["calculation"]["used"]))
