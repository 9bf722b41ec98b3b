"""How the armies stand, in lines for reports and `status`: losses against levels, ground that is worth something."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.hexgame.telling.losses import losses_text
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.battle.levels import marks
from rulesets.napoleons_last_battles.rules.corps_morale import morale_of
from rulesets.napoleons_last_battles.rules.victory.conditions import DEMORALIZED, DISINTEGRATED
from rulesets.napoleons_last_battles.rules.victory.points import ended_now, total
from rulesets.napoleons_last_battles.telling.named import DispatchNames

Line = tuple[str, str]


def situation(names: DispatchNames, board: Board) -> list[Line]:
    """nlb 3.4, 9.0, 13.0-1: pairs of a label and a text: each army, each wing, corps and nationality with losses and a
    level, what is held, and the victory points."""
    setting = board.setting
    smaller = [*setting.losses.books, *setting.roster.formations, *setting.roster.nationalities]
    armies = [(names.place(nation), _text(board, nation, _levels(board, nation))) for nation in setting.nations]
    others = [
        (names.place(book), text) for book in smaller if book not in setting.nations and (text := _lesser(board, book))
    ]
    return [*armies, *others, *_held(names, board), *_points(names, board)]


def _lesser(board: Board, book: str) -> str:
    """A book beside those of the armies: only where it has a level, and losses of its own."""
    levels = _levels(board, book)
    touched = board.position.losses.get(book, 0) or book in board.position.broken
    return _text(board, book, levels) if levels and touched else ""


def _text(board: Board, book: str, levels: Mapping[str, int]) -> str:
    strength = board.strength(unit for unit in (*board.at, *board.position.hidden) if book in board.books(unit))
    return losses_text(strength, _lost(board, book), levels, _reached(board, book, levels))


def lacks(board: Board, book: str) -> dict[str, int]:
    """nlb 9.1, 9.2, 13.0-1: state -> strength points that a book has still to lose until it comes into it."""
    levels = _levels(board, book)
    reached, ahead = _reached(board, book, levels), list(levels)
    ahead = ahead[ahead.index(reached) + 1 :] if reached else ahead
    # A level that has been lowered since the last losses is judged at the next instant.
    return {state: max(levels[state] - _lost(board, book), 0) for state in ahead}


def _lost(board: Board, book: str) -> int:
    corps = morale_of(board, book)
    return board.position.losses.get(book, 0) if corps is None else corps.lost


def _reached(board: Board, book: str, levels: Mapping[str, int]) -> str:
    """The worst state that a book is in, of those with a level; "" for none."""
    state = board.position.broken.get(book, "")
    return state if state in levels else ""


def _levels(board: Board, book: str) -> dict[str, int]:
    """nlb 9.1, 9.2, 13.0-1: state -> losses that bring it about, of the states that a book may come into."""
    corps, found = morale_of(board, book), marks(board, book)
    if corps is not None:
        return {DEMORALIZED: corps.level}
    levels = {} if found is None else {DEMORALIZED: found.demoralized, DISINTEGRATED: found.disintegrated}
    return {state: level.points + level.strict for state, level in levels.items() if level.points}


def _held(names: DispatchNames, board: Board) -> Iterator[Line]:
    """nlb 3.4B-1: who holds the hexes that are worth something, place by place."""
    held = board.position.held
    for town, hexes in board.setting.towns.items():
        holders: dict[str, list[str]] = {}
        for at in hexes:
            if held.get(at):
                holders.setdefault(held[at], []).append(at)
        if holders:
            whole = len(hexes) == 1 or len(holders) == 1
            texts = [
                f"the {names.place(army)}{'' if whole else ' ' + ', '.join(some)}" for army, some in holders.items()
            ]
            yield names.place(town), f"held by {'; '.join(texts)}"


def _points(names: DispatchNames, board: Board) -> Iterator[Line]:
    """nlb 3.4, 20.3A, 22.4-1: as they stand, exits counted as if the game ended now; and where its end brings others,
    with these."""
    if board.setting.victory.points:
        now, then = (
            ", ".join(f"{names.place(army)} {count(board, army)}" for army in board.setting.armies)
            for count in (total, ended_now)
        )
        yield "Victory points", now if now == then else f"{now}; if the game ended now {then}"
