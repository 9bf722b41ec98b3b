"""Who is on no box: set-ups and reinforcements to come, strength that waits, the lost, the captured."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pbem.engine.options import Json
from rulesets.jours_de_gloire.beginning import to_be_set_up
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.hidden.shuffle import out_of_play
from rulesets.jours_de_gloire.rules.arrivals import army_of
from rulesets.jours_de_gloire.scenario_data import Reinforcement
from rulesets.jours_de_gloire.setting import Setting
from rulesets.jours_de_gloire.telling.facts import printed_name


def beside(setting: Setting, board: Board) -> Mapping[str, tuple[str, ...]]:
    """Heading -> lines for each army. All of it is public: it stands in the scenario and in the position."""
    found: dict[str, tuple[str, ...]] = {}
    for army in setting.armies:
        name = printed_name(setting, army)
        parts = {
            "to be set up": _set_up(setting, board, army),
            "to come": _to_come(setting, board, army),
            "waiting": _waiting(setting, board, army),
            "eliminated": _dead(setting, board, army),
            "captured": _taken(setting, board, army),
            "dummies out of play": _dummies(board, army),
        }
        found |= {f"{name}, {what}": tuple(lines) for what, lines in parts.items() if lines}
    return found


def _set_up(setting: Setting, board: Board, army: str) -> list[str]:
    """jdg 7.1-1: until an army is on the map, what the scenario says of its boxes."""
    return [
        f"{setting.boxes[box].name}: {_listed(setting, (_name(content) for content in contents))}"
        for box, contents in to_be_set_up(board, army).items()
    ]


def _name(content: Json) -> str:
    return str(content.get("unit") or content.get("general"))


def _to_come(setting: Setting, board: Board, army: str) -> list[str]:
    """jdg 3.3-1: arrivals that are not on the map yet."""
    rows = {number: setting.scenario.reinforcements[number] for number in board.at.arrivals}
    theirs = {number: row for number, row in rows.items() if _army(setting, board, row) == army}
    now = board.at.due or ()
    return [f"{'now, ' if number in now else ''}{_arrival(setting, row)}" for number, row in theirs.items()]


def _army(setting: Setting, board: Board, row: Reinforcement) -> str:
    """jdg B.7.1: whoever has the command now."""
    return army_of(board, row)


def _arrival(setting: Setting, row: Reinforcement) -> str:
    if row.pf:
        return f"turn {row.turn}: {row.pf} PF for {printed_name(setting, row.command)}"
    where = f"in {printed_name(setting, row.box)}" if row.box else f"by {printed_name(setting, row.entry)}"
    late = f", on a die of {row.delay} or more" if row.delay else ""
    return f"turn {row.turn} {where}{late}: {_listed(setting, (*row.generals, *row.units))}"


def _waiting(setting: Setting, board: Board, army: str) -> list[str]:
    return [f"{entry.pf} PF for {printed_name(setting, entry.command)}" for entry in board.at.pool[army]]


def _dead(setting: Setting, board: Board, army: str) -> list[str]:
    units = [unit for unit in board.at.dead if _of(setting, board, unit) == army]
    return [_listed(setting, units)] if units else []


def _of(setting: Setting, board: Board, unit: str) -> str:
    if unit in setting.forces.detachments:
        return setting.forces.detachments[unit].army
    return board.army_of_command(setting.units[unit].command)


def _taken(setting: Setting, board: Board, army: str) -> list[str]:
    """jdg 9-7: its generals that are prisoners."""
    theirs = [uid for uid in board.at.taken if board.army_of_command(setting.generals[uid].command) == army]
    return [_listed(setting, theirs)] if theirs else []


def _dummies(board: Board, army: str) -> list[str]:
    """jdg 7.1-6: how many; of those that came back since nobody else knows of what kind they are."""
    number = out_of_play(board, army)
    return [str(number)] if number else []


def _listed(setting: Setting, things: Iterable[str]) -> str:
    return ", ".join(printed_name(setting, thing) for thing in things)
