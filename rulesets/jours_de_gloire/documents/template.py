"""The paper that a player starts from: every open decision with its default, and what he has where.

Unchanged it is legal and means the defaults. A line without its "# " is an order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from pbem.engine.contract import Line
from pbem.engine.hidden import Own
from pbem.engine.options import Json
from pbem.engine.requests import ORDERS, Choose
from rulesets.jours_de_gloire.beginning import starting
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.documents.compile import compile_document
from rulesets.jours_de_gloire.documents.compile_moves import newcomers
from rulesets.jours_de_gloire.documents.compile_setup import usual_dummies
from rulesets.jours_de_gloire.documents.compile_signs import present_plans
from rulesets.jours_de_gloire.documents.documents import NO, YES
from rulesets.jours_de_gloire.hidden.own_counters import Holdings, who
from rulesets.jours_de_gloire.hidden.shuffle import returnable
from rulesets.jours_de_gloire.rules.march.command import Lines, Link, names_first, payers, pc_cost
from rulesets.jours_de_gloire.rules.march.march import allowance, cheapest_way, nearest, path_cost
from rulesets.jours_de_gloire.setting import CAVALRY, GENERAL, INFANTRY, Setting
from rulesets.jours_de_gloire.telling.facts import headline

_LINKED = {Link.CHIEF: "linked to the chief", Link.GENERAL: "linked to a general only", Link.NONE: "not linked"}
_MOVES = (
    'Moves, stack by stack, in this order (5.1). Take away the "# " of a line to give the order; name every box.',
    "to: BOX takes the cheapest open way, path: [BOX, BOX] a way of your own. Beside them an entry may have",
    "forced: yes            a forced march, two PM more, stragglers (5.4); needs a line to a general",
    "concentrate: yes       more units than a moving stack may have, with the chief of their army (5.4-1)",
    "lead: yes              opens the sign of the best general, or of the one that is named, which helps against",
    "                       stragglers (5.4-3)",
    "entrench: yes          instead of path: 2 PC, the stack stays (6.2)",
    "command: ID            which command pays, where several could; default: the cheapest",
    "flag: no               boxes passed are not taken, so that nobody can tell that units march (9-3)",
    "In a path: {destroy: BOX} {repair: BOX} {pontoon: BOX} {remove: BOX} for the link to that box (6.4), and as its",
    "end {recon: stay} or {recon: [BOX]} with the way back (6.3).",
)
# So many marches are written out as examples; of counters whose content is not known they are so long at most.
_OFFERED = 4
_BLIND_POINTS = 2
_REACTIONS = (
    "Reactions in the enemy's turn, by unit or general (6.5): intercept: boxes into which it marches when he comes;",
    "back: box to fall back to instead; with: who goes along; guns: battles to march to, or any; withdraw: yes for",
    "cavalry that avoids a battle (6.3-6). Who is left out keeps his plan; {} takes it away. Plans now:",
)
_BATTLES = (
    "Battles, by box, where something else than your standing orders is wanted (8):",
    "BOX: {tactic: offensive, siege: yes, city: citadel, sortie: yes, overrun: yes, advance: BOX, retreat: [BOX],",
    "losses: [UNIT], bridge: yes, stay: yes}",
)


def orders_template(setting: Setting, request: Choose, own: Own) -> Sequence[Line]:
    """The paper for a question. For orders comments and orders that are off; else the default as the answer."""
    board = Board(setting, request.scene)
    if request.what != ORDERS:
        return list(_answer(setting, request))
    holdings = Holdings(setting, board, request.army, own)
    if board.at.stage == "setup":
        return list(_set_up(holdings, own))
    return list(_turn(holdings, own, request))


# -- the set-up ------------------------------------------------------------------------------


def _set_up(holdings: Holdings, own: Own) -> Iterator[Line]:
    setting, army = holdings.setting, holdings.army
    yield Line(comment=f"{setting.scenario.title}: {setting.scenario.counters[army].name} set-up (7.1-1).")
    yield Line(comment="Your units begin where the scenario says; numbers are dealt so that they tell nothing:")
    for box, contents in starting(setting, army).items():
        near = ", ".join(holdings.board.neighbours(box))
        yield Line(comment=f"{setting.boxes[box].name} ({box}); to {near}", indent=1)
        for content in contents:
            yield Line(comment=f"{who(content):<14} {_content(holdings, content)}", indent=2)
    dummies = usual_dummies(setting, army)
    if dummies:
        # Active, and with a heading: an empty list would mean that there are none.
        yield Line(comment="Dummies, in boxes with units. They begin as here unless you write other boxes, or fewer:")
        yield Line("dummies:")
        for entry in dummies:
            yield Line(f"- {{kind: {entry['kind']}, box: {entry['box']}}}", indent=1)
    yield from _reaction_lines({}, lambda name, plan: [])


# -- a player turn --------------------------------------------------------------------------------


def _turn(holdings: Holdings, own: Own, request: Choose) -> Iterator[Line]:
    setting, board = holdings.setting, holdings.board
    name = setting.scenario.counters[holdings.army].name
    label = setting.scenario.turns[board.at.turn - 1].label
    turn = f"turn {board.at.turn} of {len(setting.scenario.turns)} ({label})"
    yield Line(comment=f"{setting.scenario.title}: {turn}, {name} player turn. Weather: {board.weather}.")
    yield from _command_points(board, holdings.army)
    yield Line()
    yield Line(comment="Your counters, box by box: PF and stragglers, link, PC alone, movement points.")
    yield from _muster(holdings)
    yield Line()
    yield from _administration(holdings, own, request)
    yield from _moves(holdings, own, request)
    yield from _reaction_lines(present_plans(holdings, own), partial(_faults_of_plan, setting, request, own))
    yield Line()
    for text in _BATTLES:
        yield Line(comment=text)
    yield Line("battles: {}", off=True)
    yield Line("order: []", "battles in this order; those not named come after them (8.0-2)", off=True)
    yield Line("squatter: []", "boxes for counters of yours where enemy reinforcements arrive (3.3)", off=True)
    yield Line("stranded: []", "boxes for a general of yours who is left alone among enemies (4.2)", off=True)
    if names_first(setting, board, holdings.army):
        yield Line("next: first", "where the choice is yours at the end of the turn (3.2); or second", off=True)
    if "show" not in setting.fog.unused:
        yield Line("show: []", "counters opened with this message, which may save one", off=True)


def _command_points(board: Board, army: str) -> Iterator[Line]:
    for command in board.commands_of(army):
        if command in board.at.pc:
            yield Line(comment=f"{board.setting.commands[command].name} ({command}): {board.at.pc[command]} PC")


def _muster(holdings: Holdings) -> Iterator[Line]:
    setting, board = holdings.setting, holdings.board
    lines = Lines(setting, board, holdings.known, holdings.army)
    for box in board.boxes_of(holdings.army):
        foes = len(board.enemies(holdings.army, box))
        beside = f", {foes} enemy counters there" if foes else ""
        near = ", ".join(board.neighbours(box))
        yield Line(comment=f"{setting.boxes[box].name} ({box}){beside}; to {near}", indent=1)
        for counter in holdings.counters(box):
            yield Line(comment=_row(holdings, lines, counter), indent=2)


def _row(holdings: Holdings, lines: Lines, counter: str) -> str:
    """`f3  iii        Davout (III) 7 PF  linked to the chief  1 PC  6 PM  face up`."""
    setting, board, content = holdings.setting, holdings.board, holdings.known.get(counter)
    if content is None:
        return f"{counter}  not known"
    link, kind = lines.of(counter), setting.kind(content)
    known = holdings.known
    cost = min(
        (pc_cost(setting, board, known, (counter,), one) for one in payers(setting, board, known, (counter,))),
        default=0,
    )
    points = allowance(setting, kind, board.weather, commanded=kind == GENERAL or link == Link.CHIEF)
    marks = [mark for mark in ("fatigued",) if board.marked(counter, mark)]
    marks += ["face up"] if setting.fog.exposed(board, counter) else []
    name = holdings.name_of(counter) or "dummy"
    parts = [f"{counter:<4} {name:<14} {_content(holdings, content)}", _LINKED[link], f"{cost} PC", f"{points} PM"]
    return "  ".join([*parts, *marks])


def _content(holdings: Holdings, content: Json) -> str:
    setting = holdings.setting
    general, troops = setting.general(content), setting.troops(content)
    if general is not None:
        return f"{general.name} VC {general.vc}, rank {general.rank}, BT {general.bt}"
    if troops is None:
        return f"{setting.kind(content)} dummy"
    lag = f" (and {content['lag']} PF of stragglers)" if content["lag"] else ""
    return f"{troops.name} {troops.kind} {content['pf']} PF{lag}"


def _administration(holdings: Holdings, own: Own, request: Choose) -> Iterator[Line]:
    setting, board, army = holdings.setting, holdings.board, holdings.army
    if "mix" not in setting.fog.unused:
        back = returnable(board, army)
        if back:
            yield Line("dummies:", f"{back} may come back (7.1-6); default: none")
            kinds = ({"kind": kind, "box": box} for kind in (INFANTRY, CAVALRY) for box in board.boxes_of(army))
            together = _Together(setting, request, own)
            for dummy in kinds:
                if together.takes(dummy, "dummies"):
                    yield Line(f"- {{kind: {dummy['kind']}, box: {dummy['box']}}}", indent=1, off=True)
                    break
        seen = [b for b in board.boxes_of(army) if any(board.face_up(c) for c in holdings.counters(b))]
        usual = [b for b in seen if len(holdings.counters(b)) > 1]
        comment = f"boxes whose counters get fresh numbers; default: {'these' if usual else 'none'}"
        yield Line(f"mix: [{', '.join(usual)}]", comment, off=True)
    yield Line("forces: {}", 'Force markers (7.2): {"1": [UNIT, UNIT]}; stack: "1" moves them', off=True)
    pool = board.at.pool[army]
    if pool:
        waits = ", ".join(f"{entry.pf} PF for {entry.command}" for entry in pool)
        yield Line("reinforce: []", f"{waits} (3.3-5); default: the worst hit", off=True)
    yield Line("detach: []", "[{from: UNIT, counter: DETACHMENT, pf: 2}] (6.1)", off=True)
    yield Line("rejoin: []", "[{unit: UNIT, detachment: DETACHMENT}] (6.1-3)", off=True)
    yield Line()


class _Together:
    """Entries of a list that stand together: one is taken if the rules have nothing against it behind the others."""

    def __init__(self, setting: Setting, request: Choose, own: Own) -> None:
        self._taken: list[Json] = []
        self._setting, self._request, self._own = setting, request, own

    def takes(self, entry: Mapping[str, Json], member: str = "orders") -> bool:
        """Whether an entry is legal behind those that were taken; it is one of them then."""
        paper = {member: [*self._taken, dict(entry)]}
        if compile_document(self._setting, self._request, paper, self._own).faults:
            return False
        self._taken = paper[member]
        return True


def _moves(holdings: Holdings, own: Own, request: Choose) -> Iterator[Line]:
    setting = holdings.setting
    together = _Together(setting, request, own)
    for text in _MOVES:
        yield Line(comment=text)
    if holdings.blind:
        yield Line(
            comment="In a hidden game a member of a team names counters, as his captain tells him, and his army."
        )
    yield Line("orders:")
    for uid, entry in setting.map.entries.items():
        for content in newcomers(holdings, uid):
            comment = f"{_content(holdings, content)} may come by {entry.name} into {entry.box} (3.3-4)"
            if together.takes({"stack": [who(content)], "enter": uid}):
                yield Line(f"- {{stack: [{who(content)}], enter: {uid}}}", comment, 1, off=True)
            else:
                yield Line(comment=f"{who(content)}: {comment}, but not behind those above", indent=1)
    yield from _towards_the_enemy(holdings, together)
    yield Line()


def _towards_the_enemy(holdings: Holdings, together: _Together) -> Iterator[Line]:
    """A few marches of single counters towards the nearest enemy, nowhere into contact."""
    setting, board, army = holdings.setting, holdings.board, holdings.army
    first = next(iter(board.commands_of(army)), "")
    lines = Lines(setting, board, holdings.known, army)
    offered = 0
    for box, goal, way in sorted(_approaches(board, army), key=lambda one: len(one[2])):
        for counter in holdings.counters(box):
            content = holdings.known.get(counter)
            points = allowance(setting, setting.kind(content), board.weather) if content is not None else 0
            if content is not None and setting.kind(content) != GENERAL and lines.of(counter) != Link.CHIEF:
                points = allowance(setting, setting.kind(content), board.weather, commanded=False)
            to = _end_within(setting, board, (box, *way[:-1]), points if content is not None else _BLIND_POINTS)
            if to == box or (content is not None and setting.troops(content) is None):
                continue
            name, more = holdings.name_of(counter) or counter, f", command: {first}" if holdings.blind else ""
            entry = {"stack": [name], "to": to, **({"command": first} if holdings.blind else {})}
            if not together.takes(entry):
                continue
            reach = f"{_content(holdings, content)}, {points} PM" if content is not None else counter
            comment = f"{reach}; from {setting.boxes[box].name} towards {setting.boxes[goal].name}"
            yield Line(f"- {{stack: [{name}], to: {to}{more}}}", comment, 1, off=True)
            offered += 1
            break
        if offered == _OFFERED:
            break
    write = "For the others write likewise" if offered else _example(holdings)
    yield Line(comment=f"{write}; above stands where they are, and how many points they have.", indent=1)


def _example(holdings: Holdings) -> str:
    """How a march is written, where every way to the enemy leads straight into contact: with the first troops, to the
    first box next to theirs."""
    board = holdings.board
    for counter in holdings.counters():
        content, legal = holdings.known.get(counter), board.neighbours(board.box(counter))
        if content is not None and legal and holdings.setting.troops(content) is not None:
            return f"Write each as - {{stack: [{holdings.name_of(counter)}], path: [{legal[0]}]}}"
    return "Write each as - {stack: [UNIT], path: [BOX]}"


def _approaches(board: Board, army: str) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Each box of an army without enemies: the nearest box with enemies, and the cheapest way there."""
    held = frozenset(board.boxes_of(board.setting.foe(army)))
    for box in board.boxes_of(army):
        if box in held:
            continue
        for goal in nearest(board.setting, box, held.__contains__)[:1]:
            way = cheapest_way(board.setting, board, army, box, goal)
            if way:
                yield box, goal, way


def _end_within(setting: Setting, board: Board, way: Sequence[str], points: int) -> str:
    """The last box of a way, its start included, that these movement points reach."""
    ends = [end for n, end in enumerate(way) if (path_cost(setting, board, way[: n + 1]) or 0) <= points]
    return ends[-1]


def _faults_of_plan(setting: Setting, request: Choose, own: Own, name: str, plan: Mapping[str, Any]) -> list[str]:
    """Why a plan of last time can never work from where its counter stands now."""
    paper = {member: (YES if value else NO) if isinstance(value, bool) else value for member, value in plan.items()}
    faults = compile_document(setting, request, {"reactions": {name: paper}}, own).faults
    return [fault.refusal.text for fault in faults]


def _reaction_lines(
    plans: Mapping[str, Mapping[str, Any]], why_not: Callable[[str, Mapping[str, Any]], Sequence[str]]
) -> Iterator[Line]:
    yield Line()
    for text in _REACTIONS:
        yield Line(comment=text)
    yield Line("reactions:")
    for name, plan in plans.items():
        faults = why_not(name, plan) if plan else ()
        if faults:
            yield Line(comment=f"{name}: {_plan_text(plan)} is idle from here: {faults[0]}", indent=1)
        elif plan:
            yield Line(f"{name}: {_plan_text(plan)}", indent=1, off=True)
    if not any(plans.values()):
        yield Line(comment="nobody has one", indent=1)


def _plan_text(plan: Mapping[str, Any]) -> str:
    parts = []
    for member, value in plan.items():
        if isinstance(value, bool):
            parts.append(f"{member}: {YES if value else 'no'}")
        elif isinstance(value, list):
            parts.append(f"{member}: [{', '.join(value)}]")
        else:
            parts.append(f"{member}: {value}")
    return "{" + ", ".join(parts) + "}"


# -- other questions -------------------------------------------------------------------------------


def _answer(setting: Setting, request: Choose) -> Iterator[Line]:
    """`answer:` with the default, and below it every other answer as a comment."""
    told: Mapping[str, Any] = request.options.describe()
    default = request.options.default()
    boxes = [setting.boxes[part].name for part in request.label.split(".") if part in setting.boxes]
    place = f", {' and '.join(boxes)}" if boxes else ""
    yield Line(
        comment=f"{headline(setting, request.scene)}{place}: {told.get('noun', 'an answer')} is asked ({request.what})."
    )
    yield Line(f"answer: {_word(default)}", ", ".join(filter(None, ("the default", _name(setting, default)))))
    for answer in told.get("answers", ()):
        if answer != default:
            yield Line(f"answer: {_word(answer)}", _name(setting, answer), off=True)


def _word(answer: Json) -> str:
    return f'"{answer}"' if answer in ("", "yes", "no") else str(answer)


def _name(setting: Setting, answer: Json) -> str:
    box = setting.boxes.get(answer) if isinstance(answer, str) else None
    return box.name if box is not None and box.name != answer else ""
