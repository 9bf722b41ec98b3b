"""What is ahead: what attacks come to, what orders would do before any die is thrown, one attack as somebody imagines
it; and a combat that was fought, calculated over again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from pbem.engine.contract import PlacedRefusal
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.odds_query import Outlook, Step, WhatIf
from pbem.engine.options import Json
from pbem.engine.rehearsal import OpenBook
from pbem.engine.requests import Choose
from pbem.hexgame.documents.vocabulary import RESULTS
from pbem.hexgame.fighting import reckoning as shared
from pbem.hexgame.fighting.attacks import Attack
from pbem.hexgame.fighting.engagement import Ledger
from pbem.hexgame.moving.random_moves import free_to_move
from pbem.hexgame.telling import previewing
from pbem.hexgame.telling.foresight import Foresight, OddsWords, shares_of
from pbem.hexgame.telling.odds_question import Inquiry, answered
from pbem.hexgame.telling.told import TurnOdds
from pbem.hexgame.telling.wording import RESULTS as RESULT_WORDS
from pbem.hexgame.telling.wording import Event, march_line
from rulesets.napoleon_at_war.position import Board, Position
from rulesets.napoleon_at_war.rules.battle.allocation import AttackOptions
from rulesets.napoleon_at_war.rules.battle.combat import ledger_of
from rulesets.napoleon_at_war.rules.march.movement import MoveOptions, movement_phase
from rulesets.napoleon_at_war.sequence import board_of
from rulesets.napoleon_at_war.setting import Setting
from rulesets.napoleon_at_war.telling.wording import names_of, wording


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


# -- orders ----------------------------------------------------------------------------


def preview(setting: Setting, position: Position, orders: Json) -> Json:
    """naw 4.1-1A, 4.1-1B: {"moves": events, "void": refusals, "attacks": [...], "default": bool, "lines": [...]}.

    moves: the events of the Movement Phase, undone moves (5.32) and default entries (14.0) among them. void: orders
    that the rules refuse, {"where", "case", "text"}. attacks: those on the board after the moves; `default` says that
    they are the default allocation (7.11), because the orders list none or a list that is void as a whole.
    ordered, idle: of the units that could move how many are ordered to, and the names of the others. open: whether
    anything could be decided otherwise than by default.
    """
    board, book, names = setting.board(position.copy()), OpenBook(), names_of(setting)
    book.carry_out(movement_phase(setting, board, orders.get("moves", ())))
    attacks, refused = _attacks(setting, board, orders)
    before = MoveOptions(setting, setting.board(position))
    found = {"moves": book.events, "void": previewing.void([*book.faults, *refused]), **attacks}
    found |= previewing.ordered(free_to_move(before.rules, ()), orders.get("moves", ()), names.unit)
    found["open"] = bool(found["idle"]) or _chosen_otherwise(before, found["attacks"])
    words = previewing.PreviewWords(
        events=lambda event: march_line(names, event) or wording(setting, event),
        odds=odds_words(setting),
        allocation="7.11",
    )
    return {**found, "lines": list(previewing.preview_lines(words, found))}


def _attacks(
    setting: Setting, board: Board, orders: Mapping[str, Any]
) -> tuple[Mapping[str, Json], list[PlacedRefusal]]:
    """naw 7.11, 10.1: the attacks after the moves, and why those that are listed are not made; none at night."""
    if setting.is_night(board.position.turn):
        return previewing.NO_ATTACKS, []
    return previewing.attacks_ahead(AttackOptions(setting, board), orders.get("attacks"), foresight(setting, board))


def _chosen_otherwise(before: MoveOptions, attacks: Sequence[Json]) -> bool:
    """Whether default entries or attacks (7.11) leave their owner a choice: reinforcements may come in elsewhere, an
    attacker may take another target, a battery fire, the odds be lowered (7.9), or a victor advance (7.74)."""
    setting, board = before.setting, before.board
    if before.due or setting.is_night(board.position.turn):
        return bool(before.due)
    return previewing.attacks_leave_a_choice(AttackOptions(setting, board), attacks, setting.columns[0])


# -- one attack as somebody imagines it ------------------------------------------------


class NapoleonOdds(TurnOdds):
    """What attacks would come to, ordered or not. All counters lie open."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def what_if(self, at: Json, army: str, question: WhatIf, own: Own = NOTHING) -> Sequence[Outlook]:
        """naw 7.0-2: the odds of one attack by an army, on the position as it is or as it is supposed to be.

        Raises Unanswerable with everything that is wrong with the question.
        """
        supposed = Position.from_json(at)
        supposed.army = army
        return (answered(_inquiry(self.setting, self.setting.board(supposed)), question),)

    def preview(self, request: Choose, orders: Json, own: Own = NOTHING) -> Json:
        """See `engine.contract.Telling.preview`."""
        return preview(self.setting, board_of(self.setting, request).position, orders)


def _inquiry(setting: Setting, board: Board) -> Inquiry[Board]:
    """naw 5.32, 7.0-1, 7.15: what a question may suppose: any unit anywhere, one to a hex; at night nothing (10.1)."""
    turn = board.position.turn
    night = Step(f"turn {turn} is a night turn: nobody attacks in it", "10.1")
    return Inquiry.of_pieces(
        board,
        board.position.army,
        stacking="5.32",
        attacks=lambda: AttackOptions(setting, board),
        foresight=lambda: foresight(setting, board),
        circumstances=(night,) if setting.is_night(turn) else (),
    )
