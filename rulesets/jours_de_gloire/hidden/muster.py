"""Who stands on the map: what of an army's order of battle its counters have to hold together at a position.

Everything here follows from what all can see. It is called where a phase begins; how strong each unit is then, the
audit follows from one commitment to the next, so here only what no unit and no army can have is told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache

from pbem.engine.hidden import Contingent
from pbem.engine.options import Json
from rulesets.jours_de_gloire import board as boards
from rulesets.jours_de_gloire.beginning import dummies_of
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.hidden.own_counters import who
from rulesets.jours_de_gloire.hidden.shuffle import out_of_play
from rulesets.jours_de_gloire.position import Position
from rulesets.jours_de_gloire.rules.admin import detached
from rulesets.jours_de_gloire.rules.arrivals import army_of, contents_of
from rulesets.jours_de_gloire.rules.straggling import settled
from rulesets.jours_de_gloire.setting import Known, Setting

_PART = "detachment"


def well_formed(setting: Setting, content: Json) -> bool:
    """jdg 1.2.1-6: whether a JSON value is a content. As the rules have it, and a detachment has its parent."""
    fits = boards.well_formed(setting, content)
    return fits and ("of" not in content or content["of"] in setting.units)


def contingents(setting: Setting, at: Position, army: str) -> list[Contingent]:
    """jdg T-SCEN, 3.3-1, 3.3-4, 6.1-1, 6.1-3, 4.2-2, B.7.1: who of an army stands in its counters, each once.

    A detachment may be formed or taken back, an heir finds no place where his army has none, and of a command that has
    gone over only those come who were pointed out: these may stand there or not.
    """
    board = Board(setting, at)
    if at.stage == "setup" and setting.armies.index(at.player) <= setting.armies.index(army):
        return []
    entering = {int(number) for number in (at.entering or ())}
    out = {name for number in (*at.arrivals, *entering) for name in _members(setting, number)}
    commands = frozenset(board.commands_of(army))
    units = [uid for uid, unit in setting.units.items() if unit.command in commands and uid not in out]
    generals = [uid for uid, general in setting.generals.items() if general.command in commands and uid not in out]
    found = [*(_unit(board, uid) for uid in units), *(_general(board, uid) for uid in generals)]
    theirs = [one for one in found if one is not None]
    parts = [uid for uid, part in setting.forces.detachments.items() if part.army == army or at.turned]
    theirs += [_lone(uid, 0) for uid in parts]
    return theirs + [_half(board, number) for number in sorted(entering) if _of(board, number, army)]


def _members(setting: Setting, number: int) -> tuple[str, ...]:
    arrival = setting.scenario.reinforcements[number]
    return (*arrival.generals, *arrival.units)


def _of(board: Board, number: int, army: str) -> bool:
    return army_of(board, board.setting.scenario.reinforcements[number]) == army


@lru_cache(maxsize=1024)
def _lone(uid: str, least: int) -> Contingent:
    """One unit by itself. Contingents are never changed."""
    return Contingent((uid,), least)


def _unit(board: Board, uid: str) -> Contingent | None:
    """An independent detachment of the roster may have been taken up by another unit (6.1-3, 6.1-7)."""
    unit = board.setting.units[uid]
    if uid in board.at.dead:
        return None
    sure = unit.level != _PART and unit.command not in board.at.turned
    return _lone(uid, int(sure))


def _general(board: Board, uid: str) -> Contingent | None:
    general = board.setting.generals[uid]
    if board.leaves(uid):
        return _lone(uid, 0)
    if not board.present(uid):
        return None
    came = any(uid in arrival.generals for arrival in board.setting.scenario.reinforcements)
    sure = (bool(general.at) or came) and general.command not in board.at.turned
    return _lone(uid, int(sure))


def _half(board: Board, number: int) -> Contingent:
    """jdg 3.3-4: a reinforcement of which a part has entered. Who was removed meanwhile is still counted as outside."""
    there = [who(content) for content in contents_of(board, number)]
    left = int((board.at.entering or {})[str(number)])
    removed = sum(name in board.at.gone for name in board.setting.scenario.reinforcements[number].generals)
    if board.at.turned:
        return Contingent(there, 0, len(there))
    return Contingent(there, max(len(there) - left, 0), max(len(there) - left + removed, 0))


# -- strength and dummies -----------------------------------------------------------------------


def imbalance(setting: Setting, at: Position, army: str, held: Mapping[str, Json]) -> list[str]:
    """jdg 6.1-2, 9-9, 1.3-1, 7.1-6: what no army can hold together."""
    board = Board(setting, at)
    known = {counter: settled(setting, content, board.log(counter)) for counter, content in held.items()}
    return [*overdrawn(setting, known), *_too_many(board, army, known), *_out_of_nothing(board, army, known)]


def overdrawn(setting: Setting, known: Known) -> Iterator[str]:
    """jdg 6.1-2: counters whose units are stronger, with their detachments, than they began."""
    parts = detached(setting, known)
    for counter, content in known.items():
        troops = setting.troops(content)
        if troops is not None and troops.initial:
            total = content["pf"] + content["lag"] + parts[content["unit"]]
            if total > troops.initial:
                yield f"counter {counter} and its detachments hold {total} strength points of {troops.initial}"


def _too_many(board: Board, army: str, known: Known) -> Iterator[str]:
    """jdg 1.3-1, 7.1-6: dummies in play and out of play are those of the scenario."""
    kinds = Counter(content["dummy"] for content in known.values() if board.setting.dummy(content))
    for kind, most in board.setting.scenario.counters[army].dummies.items():
        if kinds[kind] > most:
            yield f"{kinds[kind]} {kind} dummies are in play, there are {most}"
    most, out = dummies_of(board.setting, army), out_of_play(board, army)
    if board.at.stage != "setup" and kinds.total() > most - out:
        yield f"{kinds.total()} dummies are in play and {out} out of it, there are {most}"


def _out_of_nothing(board: Board, army: str, known: Known) -> Iterator[str]:
    """jdg 9-9: an army has no more strength, with its losses, than came into play. A command that goes over takes its
    own along, and leaves its losses."""
    at, setting = board.at, board.setting
    if at.stage == "setup" or at.turned:
        return
    late = {name for number in at.arrivals for name in setting.scenario.reinforcements[number].units}
    units = [u for uid, u in setting.units.items() if board.army_of_command(u.command) == army and uid not in late]
    arrived = [row for number, row in enumerate(setting.scenario.reinforcements) if number not in at.arrivals]
    came = sum(unit.pf for unit in units) + sum(row.pf for row in arrived if army_of(board, row) == army)
    came -= sum(entry.pf for entry in at.pool[army])
    there = sum(content["pf"] + content["lag"] for content in known.values() if setting.troops(content) is not None)
    if there + at.losses[army] > came:
        yield f"{there} strength points are in play and {at.losses[army]} lost; {came} came into play"
