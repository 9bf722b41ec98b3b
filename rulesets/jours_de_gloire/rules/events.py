"""jdg 2-A, 3.1, 3.2, 4.2-2, B.7.1: the Events Phase of a game turn. It runs in the phase of whoever played last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pbem.engine.options import Json, Listed, Pick, Refusal
from pbem.engine.requests import SILENT, Choose, Claim, Roll, Tell
from rulesets.jours_de_gloire.board import MARCHED, MOVED, Board
from rulesets.jours_de_gloire.documents.standing import FIRST, ORDER, SECOND
from rulesets.jours_de_gloire.position import Leaving
from rulesets.jours_de_gloire.rules import arrivals
from rulesets.jours_de_gloire.rules.march import contact
from rulesets.jours_de_gloire.rules.march.command import chooser, emperor_chooses, first_values
from rulesets.jours_de_gloire.setting import Defection, Replacement, Setting
from rulesets.jours_de_gloire.turn import Part, Turn

MUD = "mud"
HOLDER, DESERTERS = "holder", "deserters"
"""Facts that an owner claims: the counter that a general is in, and the counters of a command."""


def begin(turn: Turn, number: int) -> Part:
    """jdg 2-0, 2-A1, 2-A2, 2-A3, 2-A4: a game turn begins; turn.orders are those of the army that played last."""
    board = turn.board
    board.at.turn = number
    label = turn.setting.scenario.turns[number - 1].label
    heading = f"Events of turn {number} ({label})"
    yield Tell({"kind": "game-turn", "army": "", "case": "2-0", "turn": number, "days": label, "heading": heading})
    yield from weather(turn)
    for row in turn.setting.scenario.replacements:
        if row.turn == number:
            yield from replace(turn, row)
    yield from first_player(turn)
    yield from arrivals.arrive(turn)
    board.at.player = board.at.order[0]
    yield from taken_off(turn, board.player)


def weather(turn: Turn) -> Part:
    """jdg 2-A1, 3.1-1, 3.1-RS: a die, or Mud without one after Rain*."""
    board, setting = turn.board, turn.setting
    if board.at.mud:
        board.at.weather, board.at.mud = MUD, False
        yield Tell({"kind": "weather", "army": "", "case": "3.1-RS", "weather": MUD, "mud_next": False})
        return
    die = (yield Roll("1d6", f"{turn.label}.events.weather", "3.1-1"))[0]
    month = setting.month(board.at.turn)
    found = setting.charts.weather(month, die)
    board.at.weather, board.at.mud = found.kind, found.mud_next
    told = {"die": die, "month": month, "weather": found.kind, "mud_next": found.mud_next}
    yield Tell({"kind": "weather", "army": "", "case": "3.1-1", **told})


# -- 4.2-2 -----------------------------------------------------------------------------------


def replace(turn: Turn, row: Replacement) -> Part:
    """jdg 2-A2, 4.2-2: a general leaves the game and another has the command.

    Who was taken is gone already; who has not come yet never will. An heir who was taken himself leaves the command
    without a chief. Where nobody but his owner knows in which counter the general is, it is taken off the map later
    (`taken_off`).
    """
    board, army = turn.board, turn.board.army_of_command(row.command)
    seen = (counter for counter, content in board.known().items() if content.get("general") == row.remove)
    counter = next(seen, "")
    waits = not counter and board.present(row.remove) and bool(board.hidden(army))
    if waits:
        leaving = Leaving(row.remove, row.command, army)
        board.at.leaving = [*(board.at.leaving or ()), leaving]
    if row.remove not in board.at.taken:
        board.at.gone = sorted({*board.at.gone, row.remove})
    lost = row.chief in board.at.taken or row.chief in board.at.gone
    board.at.chiefs = {**board.at.chiefs, row.command: "" if lost else row.chief}
    box = yield from _gives_up(turn, army, row.command, row.remove, counter, row.why)
    if not waits:
        yield from _take_over(turn, army, row.command, box)


def taken_off(turn: Turn, army: str) -> Part:
    """jdg 4.2-2: the owner of replaced generals points out their counters, which leave the map; heirs come.

    Before the first orders of the new turn where these are his own, else as soon as the enemy has given his: then it
    costs no message, for he closes that segment anyway, and he shows nothing before the Events Phase.
    """
    board = turn.board
    for entry in [entry for entry in board.at.leaving or () if entry.side == army]:
        counter, box = (yield from _pointed_out(turn, army, entry.general)), ""
        if counter:
            box = yield from _gives_up(turn, army, entry.command, entry.general, counter, "")
        yield from _take_over(turn, army, entry.command, box)
    board.at.leaving = [entry for entry in board.at.leaving or () if entry.side != army] or None


def _gives_up(turn: Turn, army: str, command: str, general: str, counter: str, why: str) -> Part:
    """A general gives up his command; his counter, if it is known, leaves the map. Returns where it stood, or ""."""
    board, chief = turn.board, turn.board.at.chiefs[command]
    box = board.box(counter) if counter else ""
    if counter:
        board.remove(counter)
    told = {"command": command, "general": general, "counter": counter, "at": box, "chief": chief, "why": why}
    yield Tell({"kind": "replaced", "army": army, "case": "4.2-2", **told})
    return box


def _announced(setting: Setting, general: str) -> bool:
    """Whether a general is there from the start or comes as a reinforcement."""
    return bool(setting.generals[general].at) or any(
        general in arrival.generals for arrival in setting.scenario.reinforcements
    )


def _take_over(turn: Turn, army: str, command: str, box: str) -> Part:
    """An heir who comes neither from the start nor as a reinforcement takes the place of the general who was removed.

    He is placed face up, where the enemy does not stand alone; else where most of his army stand.
    """
    board, chief = turn.board, turn.board.at.chiefs[command]
    if not chief or _announced(turn.setting, chief):
        return
    boxes = sorted(board.boxes_of(army), key=lambda to: (bool(board.enemies(army, to)), -len(board.counters(army, to))))
    place = box if box and board.counters(army, box) else next(iter(boxes), "")
    ids = board.fresh(army, 1)
    if place and ids:
        board.place(ids[0], army, place, {"general": chief})
        told = {"number": -1, "at": place, "counters": {ids[0]: {"general": chief}}}
        yield Tell({"kind": "arrived", "army": army, "case": "4.2-2", **told})


def _pointed_out(turn: Turn, army: str, general: str) -> Part:
    """The counter of a general on the map, turned up by his owner; "" where he names none, or somebody else's."""
    down = turn.board.hidden(army)
    if not down:
        return ""
    options = Listed(("", *down), "4.2-2", "a counter")
    scene = {"general": general, "counters": list(down), "at": {counter: turn.board.box(counter) for counter in down}}
    named = yield Claim(army, down[0], HOLDER, options, f"{turn.label}.events.find.{general}", scene)
    if not named:
        return ""
    contents = yield from turn.turn_up(army, (named,), f"{turn.label}.events.show.{general}")
    return named if contents[named].get("general") == general else ""


def holder(held: Mapping[str, Json], scene: Mapping[str, Json]) -> str:
    """The truth of a HOLDER claim: the counter that the general is in, "" for none. held: counter -> content."""
    there = (c for c in scene["counters"] if isinstance(held.get(c), Mapping))
    return next((counter for counter in there if held[counter].get("general") == scene["general"]), "")


# -- B.7.1 ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SomeOf:
    """Options of a claim: any of these counters, in their order; the default is none."""

    counters: Sequence[str]

    def why_not(self, answer: Json) -> Refusal | None:
        """None for a list of some of them in order."""
        if isinstance(answer, list) and answer == [counter for counter in self.counters if counter in answer]:
            return None
        return Refusal("B.7.1", "these are not some of the counters, in their order", legal=tuple(self.counters))

    def default(self) -> Json:
        """None of them."""
        return []

    def sample(self, pick: Pick) -> Json:
        """Each of them or not."""
        return [counter for counter in self.counters if pick(2)]

    def describe(self) -> Json:
        """The counters."""
        return {"some-of": list(self.counters)}


def defection(turn: Turn) -> Part:
    """jdg B.7.1, T-SCEN: the scenario's die for a command that may go over; a die of 1 or more is not thrown.

    It falls when a player turn of the army that would gain the command has ended: its present owner closes that, and
    may be asked who belongs to it.
    """
    change, board = turn.setting.scenario.defection, turn.board
    if change is None or change.command in board.at.turned or board.at.turn not in change.rolls:
        return
    least, die = change.rolls[board.at.turn], 0
    if least > 1:
        die = (yield Roll("1d6", f"{turn.label}.events.yorck", "B.7.1"))[0]
    goes = least <= 1 or die >= least
    told = {"command": change.command, "die": die, "least": least, "goes": goes, "why": change.why}
    yield Tell({"kind": "loyalty", "army": board.army_of_command(change.command), "case": "B.7.1", **told})
    if goes:
        yield from _go_over(turn, change)


def _go_over(turn: Turn, change: Defection) -> Part:
    """All counters of the command are turned up and become the other army's, with what waits for them."""
    board, setting, old = turn.board, turn.setting, turn.board.army_of_command(change.command)
    named = yield from _deserters(turn, old, change.command)
    contents = yield from turn.turn_up(old, named, f"{turn.label}.events.yorck.show")
    yield from contact.worn_away(turn, named)
    theirs = [c for c in named if setting.command_of(contents[c]) == change.command and c in board.at.counters]
    board.at.turned = {**board.at.turned, change.command: change.to}
    boxes = list(dict.fromkeys(board.box(counter) for counter in theirs))
    counters = {c: _under_new_flag(board, c, contents[c], change.to) for c in theirs}
    waits = [entry for entry in board.at.pool[old] if entry.command == change.command]
    board.at.pool = {
        **board.at.pool,
        old: [entry for entry in board.at.pool[old] if entry.command != change.command],
        change.to: [*board.at.pool[change.to], *waits],
    }
    told = {"command": change.command, "to": change.to, "counters": counters, "at": boxes}
    yield Tell({"kind": "went-over", "army": old, "case": "B.7.1", **told})
    for box in boxes:
        troops = any(setting.troops(board.content(c)) for c in counters.values() if board.box(c) == box)
        if troops and not board.counters(old, box):
            yield from contact.flagged(turn, change.to, box)
    yield from arrivals.raise_sieges(board)
    for box in boxes:
        yield from contact.stranded(turn, box)


def _deserters(turn: Turn, army: str, command: str) -> Part:
    """The counters of a command: those that all can see, and those that their owner points out."""
    board, down = turn.board, turn.board.hidden(army)
    found = [c for c, content in board.known().items() if turn.setting.command_of(content) == command]
    if down:
        scene = {"command": command, "counters": list(down), "at": {counter: board.box(counter) for counter in down}}
        label = f"{turn.label}.events.yorck.who"
        found += yield Claim(army, down[0], DESERTERS, SomeOf(down), label, scene)
    return [counter for counter in board.counters(army) if counter in found]


def deserters(setting: Setting, held: Mapping[str, Json], scene: Mapping[str, Json]) -> list[str]:
    """The truth of a DESERTERS claim: the counters of a command, in order. held: counter -> content."""
    return [c for c in scene["counters"] if c in held and setting.command_of(held[c]) == scene["command"]]


def _under_new_flag(board: Board, counter: str, content: Json, army: str) -> str:
    """A counter becomes the other army's under a fresh id, face up."""
    box, lag = board.box(counter), board.marked(counter, "lag")
    notes = [what for what in (MOVED, MARCHED) if board.noted(counter, what)]
    (fresh,) = board.fresh(army, 1)
    board.remove(counter)
    board.place(fresh, army, box, content)
    board.mark(fresh, "lag", lag)
    for what in notes:
        board.note(what, (fresh,))
    return fresh


# -- 3.2 --------------------------------------------------------------------------------------------


def first_player(turn: Turn) -> Part:
    """jdg 2-A3, 3.2-1, 3.2-2: who plays first. The scenario may say so for turn 1."""
    board, said = turn.board, turn.setting.scenario.first
    if board.at.turn == 1 and said in turn.setting.armies:
        board.at.order = [said, turn.setting.foe(said)]
        yield Tell({"kind": "order", "army": said, "case": "T-SCEN", "order": list(board.at.order)})
        return
    if emperor_chooses(turn.setting, board):
        army, case = board.army_of_command(turn.setting.generals[turn.setting.emperor].command), "3.2-1"
    else:
        army, case = (yield from _diced(turn)), "3.2-2"
    place = yield from _choice(turn, army, case)
    foe = turn.setting.foe(army)
    board.at.order = [army, foe] if place == FIRST else [foe, army]
    yield Tell({"kind": "order", "army": army, "case": case, "place": place, "order": list(board.at.order)})


def _diced(turn: Turn) -> Part:
    """jdg 3.2-2: a die for each army until one is ahead."""
    board, throw, ahead = turn.board, 0, ""
    while not ahead:
        throw += 1
        dice: dict[str, int] = {}
        for army in turn.setting.armies:
            dice[army] = (yield Roll("1d6", f"{turn.label}.events.first.{throw}.{army}", "3.2-2"))[0]
        ahead = chooser(turn.setting, board, dice)
        values = dict(first_values(turn.setting, board))
        yield Tell({"kind": "first-dice", "army": ahead, "case": "3.2-2", "dice": dice, "values": values})
    return ahead


def _choice(turn: Turn, army: str, case: str) -> Part:
    """The choice of an army: from its orders where it has just played, else from its standing orders."""
    options, scene = Listed((FIRST, SECOND), case, "a place in the turn"), turn.board.position()
    label = f"{turn.label}.next"
    if army == turn.army:
        said = turn.orders.get("next", SILENT)
        return (yield Choose(army, ORDER, options, label, said=said, where=("next",), scene=scene))
    return (yield Choose(army, ORDER, options, label, slot=ORDER, scene=scene))
