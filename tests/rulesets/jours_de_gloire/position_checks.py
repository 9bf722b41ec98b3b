"""What holds of every position of Jours de Gloire between two phases, whoever played it."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.options import Json
from rulesets.jours_de_gloire.beginning import dummies_of
from rulesets.jours_de_gloire.board import DUG, MARCHED, MOVED, Board
from rulesets.jours_de_gloire.hidden import shuffle
from rulesets.jours_de_gloire.hidden.signs import MOST_COUNTERS
from rulesets.jours_de_gloire.places import number_of
from rulesets.jours_de_gloire.rules import admin
from rulesets.jours_de_gloire.rules.straggling import settled
from rulesets.jours_de_gloire.setting import Known, Setting


def position_checks(setting: Setting, at: Json, held: Known | None = None) -> list[str]:
    """What is wrong with a position between two phases, as sentences; nothing in a game that was played by the rules.

    held: contents of face-down counters as committed to, for those that the caller can look into.
    """
    board = Board.read(setting, at)
    known = dict(board.known())
    for counter, content in (held or {}).items():
        if counter in board.at.counters and counter not in known:
            known[counter] = settled(setting, content, board.log(counter), held or {})
    return [
        *_counter_checks(board),
        *_content_checks(board, known),
        *_dummy_checks(board, known),
        *_strength_checks(board, known),
        *_marker_checks(board),
        *_score_checks(board),
    ]


def _counter_checks(board: Board) -> Iterator[str]:
    for counter, piece in board.at.counters.items():
        letter = board.setting.scenario.counters[piece.army].letter
        if counter != f"{letter}{number_of(counter)}" or not 1 <= number_of(counter) <= MOST_COUNTERS:
            yield f"{counter} is no id of the {piece.army} side"
        if piece.box not in board.setting.boxes:
            yield f"{counter} stands in no box: {piece.box}"
        if piece.seen is not None and piece.log:
            yield f"{counter} lies face up and has a log"
        if piece.seen is None and not board.setting.fog.hideable((counter,)):
            yield f"{counter} lies face down in an open game"
    for what in (MOVED, DUG, MARCHED):
        yield from (f"{c} is {what} and not in play" for c in getattr(board.at, what) if c not in board.at.counters)


def _content_checks(board: Board, known: Known) -> Iterator[str]:
    """Nobody is in two counters, or in one of the other army, or there after he was lost."""
    where: dict[str, str] = {}
    for counter, content in known.items():
        name = str(content.get("unit", content.get("general", "")))
        if name and name in where:
            yield f"{name} is in {where[name]} and in {counter}"
        where.setdefault(name, counter)
        if board.face_up(counter) and not board.fits(counter, content):
            yield f"{counter} cannot hold {content}"
        lost = name in (*board.at.dead, *board.at.taken, *board.at.gone)
        if lost and "of" not in content and not board.leaves(name):
            yield f"{name} is lost and stands in {board.box(counter)}"


def _dummy_checks(board: Board, known: Known) -> Iterator[str]:
    for army in board.setting.armies:
        most, out = dummies_of(board.setting, army), shuffle.out_of_play(board, army)
        there = sum(1 for c, content in known.items() if board.setting.dummy(content) and board.army(c) == army)
        if board.at.stage != "setup" and not 0 <= out <= most - there:
            yield f"{army}: {there} dummies are seen and {out} out of play, of {most}"


def _strength_checks(board: Board, known: Known) -> Iterator[str]:
    """No unit has more strength than it had, its detachments and public losses counted."""
    detached = admin.detached(board.setting, known)
    for counter, content in known.items():
        unit = board.setting.units.get(str(content.get("unit", "")))
        if unit is None:
            continue
        total = int(content["pf"]) + int(content["lag"]) + detached[unit.id]
        if total > unit.pf:
            yield f"{unit.id} has {total} of {unit.pf} strength points"
        if content["pf"] < 1 and board.face_up(counter):
            yield f"{unit.id} is on the map without strength"
    if all(counter in known for counter in board.counters()):
        yield from _conservation(board, known)


def _conservation(board: Board, known: Known) -> Iterator[str]:
    """jdg 9-9: no more strength is there or lost than came into play.

    Less may be: stragglers of eliminated units are no losses, and a reinforcement may be half on its way in.
    """
    at, setting = board.at, board.setting
    coming = {name for number in at.arrivals for name in setting.scenario.reinforcements[number].units}
    came = {str(content.get("unit")) for content in known.values()}
    total = sum(unit.pf for uid, unit in setting.units.items() if uid not in coming or uid in came)
    arrived = [row for number, row in enumerate(setting.scenario.reinforcements) if number not in at.arrivals]
    total += sum(row.pf for row in arrived)
    total -= sum(entry.pf for army in setting.armies for entry in at.pool[army])
    there = sum(int(c["pf"]) + int(c["lag"]) for c in known.values() if setting.troops(c) is not None)
    there += sum(int(number) for number in at.losses.values())
    if at.stage != "setup" and there > total:
        yield f"{total} strength points came into play, {there} are there or lost"


def _marker_checks(board: Board) -> Iterator[str]:
    at = board.at
    for army, forces in at.forces.items():
        for marker, counters in forces.items():
            if not set(counters) <= set(board.counters(army)):
                yield f"Force {marker} of {army} has counters that are not in play"
    for box, counters in at.inside.items():
        if box not in at.sieges or not set(counters) <= set(board.counters(box=box)):
            yield f"{box}: {counters} are besieged and not there"
    for box, army in at.entrenched.items():
        if not board.counters(army, box):
            yield f"{box} is entrenched and {army} is not there"
    yield from (
        f"{army} has more pontoons than markers" for army in board.setting.armies if board.pontoons_left(army) < 0
    )
    yield from (f"there is no link {name}" for name in (*at.broken, *at.pontoons) if not _is_link(board, name))
    yield from (f"{c} has a sign and is not in play" for c in (at.signs or ()) if c not in at.counters)


def _is_link(board: Board, name: str) -> bool:
    a, _, b = name.partition(":")
    return board.setting.link(a, b) is not None and a < b


def _score_checks(board: Board) -> Iterator[str]:
    at, setting = board.at, board.setting
    yield from (f"{command} has {pc} command points" for command, pc in at.pc.items() if pc < 0)
    for army in setting.armies:
        if at.losses[army] < 0 or at.pv[army] < 0:
            yield f"{army} has lost {at.losses[army]} and earned {at.pv[army]}"
        yield from (f"{army} waits for {entry}" for entry in at.pool[army] if entry.pf < 1)
    if not 1 <= at.turn <= len(setting.scenario.turns):
        yield f"there is no turn {at.turn}"
    if sorted(at.order) != sorted(setting.armies) or at.player not in at.order:
        yield f"{at.player} plays, the order is {at.order}"
    yield from (f"{box} is {army}'s" for box, army in at.control.items() if army not in setting.armies)
