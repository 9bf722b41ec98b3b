"""Who is on no map: to be placed, to come, waiting to be reorganized, eliminated, gone."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from pbem.hexgame.telling.absent import beside, by_place
from rulesets.napoleons_last_battles.board import Board
from rulesets.napoleons_last_battles.calendar import turn_name
from rulesets.napoleons_last_battles.muster import SECONDS
from rulesets.napoleons_last_battles.pictures.counters import value
from rulesets.napoleons_last_battles.rules.hiding.pairs import places
from rulesets.napoleons_last_battles.rules.march.entry import nowhere
from rulesets.napoleons_last_battles.rules.memos import is_written, memos_of
from rulesets.napoleons_last_battles.setting import Group
from rulesets.napoleons_last_battles.telling.named import DispatchNames
from rulesets.napoleons_last_battles.theatre import SETUP


def beside_the_map(names: DispatchNames, board: Board) -> dict[str, tuple[str, ...]]:
    """nlb 3.2C-4, 5.6-1, 6.5-1, 12.0-1, 16.6-1, 24.3D: heading -> lines, nation by nation; then what each army keeps to
    itself."""
    nations = {nation: names.place(nation) for nation in board.setting.nations}
    armies = {army: names.place(army) for army in board.setting.armies}
    return {
        **beside(nations, lambda nation: _absent(names, board, nation)),
        **beside(armies, lambda army: {"decisions written down": list(_memos(board, army))}),
    }


def _memos(board: Board, army: str) -> Iterator[str]:
    """nlb 18.5C-3, 22.6B, 28.0D: the memos of an army that are not open, and when each is written."""
    for memo in memos_of(board):
        if memo.army == army and memo.id not in board.position.memos:
            when = f"on {turn_name(memo.written)}" if memo.written else "in the set-up"
            yield f"{memo.id} ({memo.case})" if is_written(board, memo) else f"{memo.id} ({memo.case}): {when}"


def _absent(names: DispatchNames, board: Board, nation: str) -> Mapping[str, Sequence[str]]:
    position, setting = board.position, board.setting
    everybody = [uid for uid in setting.units() if setting.roster.units[uid].nation == nation]

    def told(units: Iterable[str]) -> str:
        return ", ".join(_told(board, unit) for unit in units)

    def among(some: Container[str]) -> list[str]:
        return [unit for unit in everybody if unit in some]

    unplaced = [unit for unit in everybody if _placed_freely(board, unit)]
    dead, withdrawn = among(position.dead), among(position.withdrawn)
    return {
        "to be placed" if position.turn == SETUP else "found no place": [told(unplaced)] if unplaced else [],
        "under markers": list(_under_markers(names, board, everybody)),
        "to come": [f"{when}: {told(units)}" for when, units in _to_come(names, board, nation)],
        "lost, may be reorganized": [
            f"lost on {turn_name(setting.turns[turn - 1].id)}: {told(units)}"
            for turn, units in by_place(everybody, position.waiting)
        ],
        "eliminated": [told(dead)] if dead else [],
        "left the map": [f"at {names.hex(at)}: {told(units)}" for at, units in by_place(everybody, position.exited)],
        "taken off the map": [told(withdrawn)] if withdrawn else [],
        "to take over command": list(_heirs(board, everybody)),
    }


def _under_markers(names: DispatchNames, board: Board, units: Sequence[str]) -> Iterator[str]:
    """nlb 16.6-1, 16.6A-2: the pairs in play, their hexes, and whom they hide: everybody may look."""
    for pair, hidden in by_place(units, board.position.hidden):
        hexes = dict.fromkeys(places(board, pair).values())
        where = " and ".join(map(names.hex, hexes)) or "still to come in"
        yield f"{pair}, {where}: {', '.join(_told(board, unit) for unit in hidden)}"


def _heirs(board: Board, units: Sequence[str]) -> Iterator[str]:
    """nlb 16.1C-5: whose counter replaces that of a second in command, should his chief fall."""
    known = board.setting.roster.units
    for chief, (_, heir) in SECONDS.items():
        if heir in units and nowhere(board.position, heir):
            yield f"{known[heir].name}, should {known[chief].name} fall"


def _told(board: Board, unit: str) -> str:
    """`Campi 5-4`, by the face with which it comes; a leader's name alone."""
    one = board.setting.roster.units[unit]
    return one.name if one.leads else f"{one.name} {value(one, board.face(unit))}"


def _placed_freely(board: Board, unit: str) -> bool:
    return nowhere(board.position, unit) and any(unit in place.units for place in board.setting.places)


def _to_come(names: DispatchNames, board: Board, nation: str) -> Iterator[tuple[str, list[str]]]:
    """Each group of which somebody is still off the map: when and where, and who."""
    position = board.position
    for number, group in enumerate(board.setting.groups):
        units = [unit for unit in (*group.units, *group.leaders) if nowhere(position, unit)]
        if group.nation == nation and units:
            yield _when(names, board, number, group), units


def _when(names: DispatchNames, board: Board, number: int, group: Group) -> str:
    """nlb 3.2C-4, 18.5B-1, 18.5C-1, 19.5D-1, 22.6B: the turn and the hexes of a group, and on what it hangs besides."""
    position, setting = board.position, board.setting
    entries = [f"{turn_name(one.turn)} at {_places(names, one.hexes)}" for one in group.entries]
    text = " or ".join(entries)
    known = position.come.get(str(number))
    if known:
        return f"since {turn_name(setting.turns[known - 1].id)} at {_places(names, group.entries[0].hexes)}"
    if group.die:
        text = f"from {text} on, by a die"
    if group.memo:
        text += ", as was written down"
    if group.released:
        text += f", once {names.place(group.released)} is released"
    return text


def _places(names: DispatchNames, hexes: Sequence[str]) -> str:
    return " or ".join(map(names.hex, hexes)) or "a road or trail of the east edge"
