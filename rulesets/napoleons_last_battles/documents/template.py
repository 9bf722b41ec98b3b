"""The orders file that a player starts from: every open decision with its default, written as comments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from pbem.engine.contract import Line
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.requests import ORDERS, Choose
from pbem.hexgame.documents.members import flow
from pbem.hexgame.documents.template import answer_lines, questions
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.calendar import DAY, NIGHT
from rulesets.napoleons_last_battles.documents.memos import memo_lines
from rulesets.napoleons_last_battles.documents.printed import printed
from rulesets.napoleons_last_battles.documents.standing_read import near
from rulesets.napoleons_last_battles.documents.template_attacks import attack_lines, mounted_lines
from rulesets.napoleons_last_battles.documents.template_command import command_lines, waiting_lines
from rulesets.napoleons_last_battles.documents.template_hidden import hidden_lines
from rulesets.napoleons_last_battles.documents.template_moves import move_lines
from rulesets.napoleons_last_battles.forms import SETUP
from rulesets.napoleons_last_battles.rules.battle.cases import CASES
from rulesets.napoleons_last_battles.rules.battle.combat import fights_now
from rulesets.napoleons_last_battles.rules.memos import known_to
from rulesets.napoleons_last_battles.rules.orders_options import OrdersOptions
from rulesets.napoleons_last_battles.rules.placing import PlacingOptions
from rulesets.napoleons_last_battles.sequence import headline
from rulesets.napoleons_last_battles.theatre import SETUP as PLACING

_WEATHER: Final = {
    DAY: "Day: movement, then combat.",
    NIGHT: "Night: movement alone, no command and no combat; no unit enters an enemy controlled hex (4.2).",
    "rain": "Rain: no combat and no bombardment; no unit enters an enemy controlled hex (4.3).",
    "mud": "Mud: no combat and no bombardment; no unit enters an enemy controlled hex (26.0D).",
}
_WET_FIGHTS: Final = "Rain: movement costs double, attackers are halved (16.5)."
_NIGHT_ORDERS: Final = "Take this line away where anything is ordered below."
_LISTED: Final = 8
"""Hexes of a free place that are named one by one."""
QUESTIONS: Final = {
    **questions(CASES),
    "arm": "Which arms does the attack enhance, as you choose for your defenders (16.7)?",
    "chateau": "has to retreat from a chateau only if you wish: does it hold it or leave (8.2C)?",
    "deploy": "stands for hidden units that are seen: in which hexes do they stand (16.6C)?",
    "flee": "is left alone where the enemy comes: to which hex with a friend does he go (10.1E)?",
    "leader": "Who takes command of a stack in this combat, if anybody (16.13)?",
    "mounted": "may fall back before combat: to which hex, or does it stay (15.3)?",
    "place": "Somebody cannot stand at first where he was said to: in which hex does he stand (3.2C, 10.1A)?",
}
"""What is asked in mid-phase -> its words, behind the name of a unit where they begin with a small letter."""


def orders_template(board: Board, request: Choose, own: Own = NOTHING) -> Sequence[Line]:
    """The document of a question. For orders it holds comments only, which is legal and means the defaults, but at
    night the word that nothing is ordered; for any other question it gives the default and lists the other answers.

    own: what its reader has written into memos.
    """
    if request.what != ORDERS:
        return list(answer_lines(request, printed(board), QUESTIONS, "6.5A", _about))
    if board.position.turn == PLACING:
        more = [*hidden_lines(known_to(board, own)), *memo_lines(board)]
        return [*_setup_lines(board), *([Line(), *more] if more else [])]
    return list(_turn_lines(known_to(board, own)))


def _about(request: Choose, facts: Any) -> str:
    """The unit that a question is about: what it describes, else the last part of its label."""
    return str(facts.get("unit") or request.label.rpartition(".")[2])


def _turn_lines(board: Board) -> Iterator[Line]:
    yield from _head(board)
    options = OrdersOptions(board).moving({})
    army, units = board.position.army, board.setting.roster.units
    yield from command_lines(board, sorted(uid for uid in options.board.position.idle if units[uid].army == army))
    yield from waiting_lines(board)
    yield from hidden_lines(options.board)
    yield from move_lines(options)
    yield Line()
    if fights_now(board):
        commanded = OrdersOptions(board).moving({}).board
        yield from mounted_lines(commanded)
        yield from attack_lines(commanded)
    yield from memo_lines(board)
    formations = near(board, army)
    if formations:
        text = "In the enemy's turn your standing orders count (pbem standing); he can come near to"
        yield Line()
        yield Line(comment=f"{text}: {', '.join(formations)}")


def _head(board: Board) -> Iterator[Line]:
    setting, position = board.setting, board.position
    turn = f"turn {position.turn} of {len(setting.turns)}"
    yield Line(comment=f"{setting.title}: {headline(setting, position)}, {turn}")
    wet = board.wet and setting.on("rain-effects")
    yield Line(comment=_WET_FIGHTS if wet else _WEATHER[board.conditions])
    for book, state in sorted(position.broken.items()):
        yield Line(comment=f"{_called(board, book)}: {state} (9.1)")
    if board.conditions == NIGHT:
        yield Line("pass: yes", _NIGHT_ORDERS)
    yield Line()


def _called(board: Board, book: str) -> str:
    roster = board.setting.roster
    if book in roster.formations:
        return roster.formations[book].name
    if book in roster.nationalities:
        return roster.nationalities[book].name
    return roster.nation_names.get(book, book.replace("-", " ").capitalize())


def _setup_lines(board: Board) -> Iterator[Line]:
    """nlb 3.2C-2, 10.1A: who is placed freely, where the default has him, and where else he may stand."""
    facts = PlacingOptions(board, board.position.army).describe()
    units, field = board.setting.roster.units, board.field
    yield Line(comment=f"{board.setting.title}: {headline(board.setting, board.position)}")
    if not facts["units"]:
        yield Line(comment="Everybody stands where the scenario has him.")
        return
    yield Line(comment="Units and leaders that you place (3.2C, 10.1A). Who is left out stands where his line has him.")
    yield Line(f"{SETUP}:")
    for one in facts["units"]:
        more = len(one["hexes"]) - _LISTED
        hexes = ", ".join(one["hexes"][:_LISTED]) + (f" and {more} more" if more > 0 else "")
        comment = f"{units[one['unit']].name}; {one['where']}: {hexes or 'no hex is left'}"
        if one["at"]:
            yield Line(
                f"{one['unit']}: {flow(one['at'])}", f"{comment}; by default {field.name(one['at'])}", 1, off=True
            )
        else:
            yield Line(comment=comment, indent=1)
