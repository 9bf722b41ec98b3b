"""jdg 3.3, 2-A4: reinforcements in the Events Phase, and enemies who have to make room for them."""

from __future__ import annotations

from pbem.engine.options import Json, Listed
from pbem.engine.requests import SILENT, Choose, Roll, Tell
from rulesets.jours_de_gloire.beginning import new_unit
from rulesets.jours_de_gloire.board import MOVED, Board
from rulesets.jours_de_gloire.documents.standing import SQUATTER, first_of
from rulesets.jours_de_gloire.position import Waiting, without
from rulesets.jours_de_gloire.rules.march.contact import flagged
from rulesets.jours_de_gloire.rules.march.march import nearest
from rulesets.jours_de_gloire.setting import Reinforcement, Setting
from rulesets.jours_de_gloire.turn import Part, Turn


def army_of(board: Board, arrival: Reinforcement) -> str:
    """jdg B.7.1, 3.3-1: whose a reinforcement is: its army's, unless its whole command has gone over."""
    setting = board.setting
    commands = {setting.units[name].command for name in arrival.units}
    commands |= {setting.generals[name].command for name in arrival.generals}
    armies = {board.army_of_command(command) for command in commands or {arrival.command}}
    return armies.pop() if len(armies) == 1 else arrival.army


def contents_of(board: Board, number: int) -> list[Json]:
    """jdg 3.3-1: who comes with a reinforcement, generals first, without those who are dead, taken or removed."""
    setting, arrival = board.setting, board.setting.scenario.reinforcements[number]
    lost = {*board.at.taken, *board.at.gone}
    led: list[Json] = [{"general": name} for name in arrival.generals if name not in lost]
    return led + [new_unit(setting, name) for name in arrival.units if name not in board.at.dead]


def may_enter(board: Board, number: int) -> bool:
    """jdg 3.3-4: whether a reinforcement may enter by its connection now: its turn has come and its die let it."""
    return number in board.at.arrivals and number in (board.at.due or ())


def arrive(turn: Turn) -> Part:
    """jdg 2-A4, 3.3-1, 3.3-2, 3.3-5: all reinforcements of both armies that are due, in the scenario's order.

    Who comes into a box is placed there face up. Strength points begin to wait. Who comes by a connection may enter
    from now on (`may_enter`). Who is delayed tries again in the next turn.
    """
    board = turn.board
    board.at.due = due = board.at.due or []
    for number in board.at.arrivals:
        arrival = turn.setting.scenario.reinforcements[number]
        if arrival.turn > board.at.turn or number in due:
            continue
        if not (yield from _comes(turn, number, arrival)):
            continue
        if arrival.pf:
            board.at.arrivals = [other for other in board.at.arrivals if other != number]
            yield from _pool(turn, number, arrival)
        elif arrival.box:
            yield from _into_box(turn, number, arrival)
        else:
            board.at.due = [*board.at.due, number]
            told = {"number": number, "entry": arrival.entry}
            yield Tell({"kind": "may-enter", "army": army_of(board, arrival), "case": "3.3-4", **told})


def _comes(turn: Turn, number: int, arrival: Reinforcement) -> Part:
    """jdg 3.3-1: the die of a reinforcement that may be late."""
    if not arrival.delay:
        return True
    die = (yield Roll("1d6", f"{turn.label}.events.arrival.{number}", "3.3-1"))[0]
    told = {"number": number, "die": die, "least": arrival.delay, "comes": die >= arrival.delay}
    yield Tell({"kind": "delay", "army": army_of(turn.board, arrival), "case": "3.3-1", **told})
    return die >= arrival.delay


def _pool(turn: Turn, number: int, arrival: Reinforcement) -> Part:
    army = army_of(turn.board, arrival)
    board = turn.board
    board.at.pool = {**board.at.pool, army: [*board.at.pool[army], Waiting(arrival.command, arrival.pf)]}
    told = {"number": number, "command": arrival.command, "pf": arrival.pf}
    yield Tell({"kind": "strength-points-due", "army": army, "case": "3.3-5", **told})


def _into_box(turn: Turn, number: int, arrival: Reinforcement) -> Part:
    """jdg 3.3-2, 3.3-3: enemies step aside, then the reinforcement is placed."""
    board, army, box = turn.board, army_of(turn.board, arrival), arrival.box
    contents = contents_of(board, number)
    ids = board.fresh(army, len(contents))
    if len(ids) < len(contents):
        return
    if contents:
        yield from _make_room(turn, army, box, f"{turn.label}.events.room.{number}")
    board.at.arrivals = [other for other in board.at.arrivals if other != number]
    for counter, content in zip(ids, contents, strict=True):
        board.place(counter, army, box, content)
    if contents:
        told = {"number": number, "at": box, "counters": dict(zip(ids, contents, strict=True))}
        yield Tell({"kind": "arrived", "army": army, "case": "3.3-2", **told})
    if any(turn.setting.troops(content) for content in contents):
        yield from flagged(turn, army, box)


# -- 3.3-3 ---------------------------------------------------------------------------------


def asides(setting: Setting, board: Board, army: str, box: str) -> tuple[str, ...]:
    """jdg 3.3-3: where enemies of an army may go who have to leave a box: adjacent boxes without counters of the army.

    Where there is none, the nearest boxes without them. Those with most of their friends come first.
    """

    def free(to: str) -> bool:
        return to != box and not board.counters(army, to)

    found = tuple(to for to in setting.boxes if to in board.neighbours(box) and free(to))
    found = found or nearest(setting, box, free)
    return tuple(sorted(found, key=lambda to: -len(board.enemies(army, to))))


def _make_room(turn: Turn, army: str, box: str, label: str) -> Part:
    """jdg 3.3-3: all enemies of an army leave its arrival box together, where their owner likes.

    Who played last says it in his orders, in the member `squatter`, so that nobody has to ask him; the other by his
    slot.
    """
    board, foe = turn.board, turn.setting.foe(army)
    squatters = board.counters(foe, box)
    legal = asides(turn.setting, board, army, box) if squatters else ()
    if not legal:
        return
    options = Listed(legal, "3.3-3", "a box to step aside to")
    own = foe == turn.army
    to = yield Choose(
        foe,
        SQUATTER,
        options,
        label,
        said=turn.orders.get(SQUATTER, SILENT) if own else SILENT,
        where=(SQUATTER,) if own else (),
        slot="" if own else SQUATTER,
        read=first_of(legal),
        obliged=True,
        scene=board.position(),
    )
    board.move_all(squatters, to)
    board.note(MOVED, squatters)
    told = {"from": box, "to": to, "counters": list(squatters), "for": army}
    yield Tell({"kind": "stepped-aside", "army": foe, "case": "3.3-3", **told})
    yield from raise_sieges(board)


def raise_sieges(board: Board) -> Part:
    """jdg 8.8-7: a siege ends where the besieger or the besieged is not there any more."""
    for box in list(board.at.sieges):
        by = board.at.sieges[box].by
        if not board.counters(by, box) or not board.enemies(by, box):
            board.at.sieges = without(board.at.sieges, box)
            board.at.inside = without(board.at.inside, box)
            yield Tell({"kind": "siege-raised", "army": by, "case": "8.8-7", "at": box})
