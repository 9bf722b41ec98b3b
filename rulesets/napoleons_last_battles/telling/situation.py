"""How the armies stand, in lines for reports and `status`: losses against levels, ground that is worth something."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.hexgame.telling.losses import losses_text
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.rules.battle.levels import marks
from rulesets.napoleons_last_battles.rules.victory.conditions import DEMORALIZED, DISINTEGRATED
from rulesets.napoleons_last_battles.rules.victory.points import total
from rulesets.napoleons_last_battles.telling.named import DispatchNames

Line = tuple[str, str]


def situation(names: DispatchNames, board: Board) -> list[Line]:
    """nlb 3.4, 9.0, 13.0: pairs of a label and a text: each army, each corps and nationality with losses and a level,
    what is held, and the victory points."""
    setting = board.setting
    smaller = [*setting.books, *setting.roster.formations, *setting.roster.nationalities]
    armies = [(names.place(nation), _army(board, nation)) for nation in setting.nations]
    others = [(names.place(book), text) for book in smaller if (text := _lesser(board, book))]
    return [*armies, *others, *_held(names, board), *_points(names, board)]


def _army(board: Board, book: str) -> str:
    return losses_text(_strength(board, book), board.position.losses.get(book, 0), *_levels(board, book))


def _lesser(board: Board, book: str) -> str:
    """A book beside those of the armies: only where it has a level, and losses."""
    levels, reached = _levels(board, book)
    lost = board.position.losses.get(book, 0)
    if not levels or not (lost or reached):
        return ""
    return losses_text(_strength(board, book), lost, levels, reached)


def _strength(board: Board, book: str) -> int:
    """Strength points on the map of all whose losses are booked there."""
    return board.strength(unit for unit in board.at if book in board.books(unit))


def _levels(board: Board, book: str) -> tuple[dict[str, int], str]:
    """State -> losses that bring it about, of the states that a book may come into, and the worst that it is in."""
    found, reached = marks(board, book), board.position.broken.get(book, "")
    levels = {} if found is None else {DEMORALIZED: found.demoralized, DISINTEGRATED: found.disintegrated}
    counted = {state: level.points + level.strict for state, level in levels.items() if level.points}
    return counted, reached if reached in counted else ""


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
            texts = [names.place(army) + ("" if whole else f" {', '.join(some)}") for army, some in holders.items()]
            yield names.place(town), "; ".join(texts)


def _points(names: DispatchNames, board: Board) -> Iterator[Line]:
    if board.setting.points:
        yield "Victory points", ", ".join(f"{names.place(army)} {total(board, army)}" for army in board.setting.armies)
