"""The Imperial Guard beaten back: what it costs the French in morale (15.2, 22.5B, 24.1A)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from pbem.engine.requests import Tell
from pbem.hexgame.fighting.engagement import Engagement
from pbem.lean import dataclass
from rulesets.napoleons_last_battles.board import INFANTRY, Board
from rulesets.napoleons_last_battles.rules.battle import level_changes
from rulesets.napoleons_last_battles.rules.corps_morale import morale_of, move_level, officers

FRENCH: Final = "french"
GUARD: Final = "fr-g"
OLD_GUARD: Final = "old-guard"
"""The trait of the Grenadiers and Chasseurs of the Guard; also the option of 22.5B."""
_ADVERSE: Final = ("Ar", "Ae", "Ex")
_ARMY_FALLS: Final = -20
_CORPS_FALL: Final = -7
_WITHIN: Final = 10
"""Hexes from a Guard unit to the officers of the corps that its repulse concerns."""
_SPARES: Final = "exchange-spares-guard"


@dataclass(frozen=True, slots=True)
class Stake:
    """What a combat of the Guard is about to decide. broken: who was, with the state, before the die.

    guards: hexes of the Guard infantry that attacks. old: of the Old Guard among it. books: army books of the French
    there. spared: whether an exchange does no harm (24.1A-3).
    """

    guards: tuple[str, ...]
    old: tuple[str, ...]
    books: tuple[str, ...]
    broken: Mapping[str, str]
    spared: bool


def stake_of(combat: Engagement[Board]) -> Stake | None:
    """nlb 15.2-1, 22.5B-1: what is at stake in a combat before its die; None where no Guard infantry attacks."""
    board, units = combat.board, combat.board.setting.roster.units
    guards = [unit for unit in combat.by if units[unit].formation == GUARD and units[unit].kind == INFANTRY]
    if not guards:
        return None
    starts = combat.starts
    spared = _SPARES in board.setting.special and any(board.demoralized(unit) for unit in combat.targets)
    return Stake(
        tuple(dict.fromkeys(starts[unit] for unit in guards)),
        tuple(dict.fromkeys(starts[unit] for unit in guards if OLD_GUARD in units[unit].traits)),
        army_books(board, guards[0]),
        dict(board.position.broken),
        spared,
    )


def army_books(board: Board, unit: str) -> tuple[str, ...]:
    """The books of a unit by which its army's morale goes: its nation's, and that of its wing (27.1A)."""
    record = board.setting.roster.units[unit]
    return tuple(book for book in board.books(unit) if book not in (record.formation, record.nationality))


def beaten_back(combat: Engagement[Board], stake: Stake) -> Iterator[Tell]:
    """nlb 15.2-1, 15.2-2, 15.2-3, 22.5B-1, 22.5B-2, 24.1A-3: levels fall at once where the Guard's attack came to Ar,
    Ae or Ex, unless it broke an enemy army, or with corps morale the British or a Prussian corps.

    By 22.5B it is the Old Guard, and French corps whose officer stands within ten hexes of it; each once in a combat.
    Where corps have no levels (27.3) it is the army's, or the wing's, a reading.
    """
    board = combat.board
    if combat.ledger.results[combat.attack.id] not in _ADVERSE:
        return
    if board.setting.on("imperial-guard") and not _broke(board, stake, ("allied", "prussian")):
        yield from move_levels_of_army(board, stake.books, _ARMY_FALLS, "15.2")
    exchanged = combat.ledger.results[combat.attack.id] == "Ex" and stake.spared
    if not board.setting.on(OLD_GUARD) or not stake.old or exchanged:
        return
    if not board.setting.on("corps-morale"):
        if not _broke(board, stake, ("allied", "prussian")):
            yield from move_levels_of_army(board, stake.books, _CORPS_FALL, "22.5B")
    elif not _broke(board, stake, ("british", *_corps(board, "prussian"))):
        near = [book for book in _corps(board, FRENCH) if _is_near(board, book, stake.old)]
        yield from (move_level(board, book, _CORPS_FALL, "22.5B") for book in near)


def move_levels_of_army(board: Board, books: Sequence[str], by: int, case: str) -> Iterator[Tell]:
    """The levels of the army books of a unit move, of which one counts at a time; tells of that one."""
    return level_changes.shift(board, {"book": " ".join(books), "case": case}, by)


def _corps(board: Board, nation: str) -> list[str]:
    formations = board.setting.roster.formations
    return [uid for uid, one in formations.items() if one.nation == nation and morale_of(board, uid)]


def _broke(board: Board, stake: Stake, books: tuple[str, ...]) -> bool:
    """Whether one of these broke, or broke altogether, since the die fell."""
    broken = board.position.broken
    return any(book in broken and broken[book] != stake.broken.get(book) for book in books)


def _is_near(board: Board, book: str, hexes: tuple[str, ...]) -> bool:
    leaders = board.position.leaders
    return any(board.field.distance(leaders[one], at) <= _WITHIN for one in officers(board, book) for at in hexes)
