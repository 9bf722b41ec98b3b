"""jdg 6.3: a reconnaissance by cavalry, and its withdrawal afterwards.

The cavalry is opened with the orders themselves (`Compiled.show`). The owner of the box names his screening cavalry
and his dummies, who are turned up; of the others a die among the counters says who is seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from pbem.engine.options import Refusal
from pbem.engine.requests import Roll, Tell
from rulesets.jours_de_gloire.board import BRIDGE, PONTOON, Board
from rulesets.jours_de_gloire.rules.battle.parts import Fighter, Force
from rulesets.jours_de_gloire.rules.battle.withdrawal import withdrawal
from rulesets.jours_de_gloire.rules.march.contact import (
    DUMMY,
    SCREEN,
    contact,
    dismissed,
    is_unit,
    pointed,
    shown_up,
    worn_away,
)
from rulesets.jours_de_gloire.rules.march.interception import arrived
from rulesets.jours_de_gloire.rules.march.march import distances, path_cost, path_refusal
from rulesets.jours_de_gloire.setting import CAVALRY, Setting
from rulesets.jours_de_gloire.tables import average_cohesion
from rulesets.jours_de_gloire.turn import Part, Turn

Json = Any
STAY: Final = "stay"
FRENCH: Final = "french"
FAR: Final = 10**6


def is_recon(item: Json) -> bool:
    """Whether an item of a path is a reconnaissance: {"recon": STAY} or {"recon": [boxes of the way back]}."""
    return isinstance(item, dict) and set(item) == {"recon"}


def way_back(item: Json) -> tuple[str, ...]:
    """The boxes of the way back; empty for staying."""
    return () if item["recon"] == STAY else tuple(item["recon"])


# -- what may be ordered -------------------------------------------------------------------


def judged(
    setting: Setting,
    board: Board,
    army: str,
    stack: Sequence[str],
    items: Sequence[Json],
    number: int,
    way: Sequence[str],
) -> tuple[Refusal | None, int]:
    """jdg 6.3-1, 6.3-5, 10-1: why item `number` of a path cannot be a reconnaissance, and what its way back costs.

    It ends the path, in a box just entered where enemies are alone. way: the boxes so far, the start first.
    """
    at, refusal = way[-1], None
    if setting.options.solitaire:
        refusal = Refusal("10-1", "there is no reconnaissance in the solitaire game", stack[0], at)
    elif number + 1 < len(items) or len(way) < 2 or not isinstance(items[number - 1], str):
        text = "a reconnaissance is the last item of the path, after the box that it looks into"
        refusal = Refusal("6.3-1", text, stack[0], at)
    elif board.counters(army, at) or not board.enemies(army, at):
        who = "units of yours stand" if board.counters(army, at) else "no enemy stands"
        text = f"{who} in {setting.boxes[at].name}: a reconnaissance looks into a box that only enemies hold"
        refusal = Refusal("6.3-1", text, stack[0], at)
    return (refusal, 0) if refusal else _way_back(setting, board, army, way, way_back(items[number]))


def _way_back(
    setting: Setting, board: Board, army: str, way: Sequence[str], back: Sequence[str]
) -> tuple[Refusal | None, int]:
    """Each step leads nearer to the start or back the way it came, and is clear of enemies."""
    at, home, came = way[-1], distances(setting, board, way[0], FAR), tuple(reversed(way[:-1]))
    for number, to in enumerate(back, 1):
        refusal = path_refusal(setting, board, (at, to), FAR)
        astray = home.get(to, FAR) >= home.get(at, FAR) and tuple(back[:number]) != came[:number]
        if refusal is None and (astray or board.enemies(army, to)):
            text = f"a withdrawal leads back to {setting.boxes[way[0]].name}, clear of enemies"
            refusal = Refusal("6.3-5", text, hex=to)
        if refusal is not None:
            return refusal, 0
        at = to
    return None, path_cost(setting, board, (way[-1], *back)) or 0


# -- what is done ------------------------------------------------------------------------------


def scouts(turn: Turn, stack: Sequence[str], label: str) -> Part:
    """jdg 6.3-1: the cavalry of a stack, shown to everybody: its counters; empty where anybody else but generals is
    among them, so that there is no reconnaissance."""
    contents = yield from turn.turn_up(turn.army, stack, f"{label}.show")
    told = {counter: dict(content) for counter, content in contents.items()}
    yield Tell({"kind": "opened", "army": turn.army, "at": turn.board.box(stack[0]), "counters": told, "case": "6.3-1"})
    yield from worn_away(turn, stack)
    left = [counter for counter in stack if counter in turn.board.at.counters]
    horse = tuple(counter for counter in left if _is_horse(turn, counter))
    others = [c for c in left if c not in horse and turn.setting.general(turn.board.content(c)) is None]
    return () if others else horse


def _is_horse(turn: Turn, counter: str) -> bool:
    content = turn.board.content(counter)
    return is_unit(turn.setting, content) and turn.setting.kind(content) == CAVALRY


def reconnaissance(turn: Turn, horse: Sequence[str], box: str, label: str) -> Part:
    """jdg 6.3-1, 6.3-2, 6.3-3, 6.3-4, 7.1-5: cavalry looks round an enemy box; whether enemy cavalry was there, None
    where nobody was but dummies."""
    board, foe = turn.board, turn.foe
    if not (yield from contact(turn, box, label)):
        there = board.enemies(turn.army, box)
        yield from dismissed(turn, foe, [c for c in there if turn.setting.dummy(board.content(c))], "7.1-5")
        return None
    screen = yield from _screen(turn, box, label)
    own, against = _points(turn, horse), _points(turn, screen)
    if screen and own <= against:
        event = {"army": turn.army, "at": box, "stack": list(horse), "points": own, "screen": against}
        yield Tell({"kind": "recon-failed", **event, "case": "6.3-3"})
        return True
    count = yield from _die(turn, horse, screen, box, label)
    yield from _reveal(turn, box, count, label)
    return bool(screen)


def _points(turn: Turn, counters: Sequence[str]) -> int:
    return sum(int((turn.board.content(counter) or {}).get("pf", 0)) for counter in counters)


def _cohesion(turn: Turn, counters: Sequence[str]) -> int:
    found = (turn.setting.troops(turn.board.content(counter)) for counter in counters)
    return average_cohesion([troops.co for troops in found if troops is not None])


def _screen(turn: Turn, box: str, label: str) -> Part:
    """jdg 6.3-3: the enemy's cavalry, named one by one and turned up; dummies of cavalry do not screen."""
    yield from _named(turn, box, SCREEN, "6.3-3", label, 0)
    return tuple(counter for counter in turn.board.enemies(turn.army, box) if _is_horse(turn, counter))


def _named(turn: Turn, box: str, say: str, case: str, label: str, most: int) -> Part:
    """Has the enemy turn up the counters that he names one by one, at most so many, 0 for all; returns them."""
    named: list[str] = []
    while not most or len(named) < most:
        down = turn.board.hidden(turn.foe, box)
        if not down:
            break
        counter = yield from pointed(turn, say, down, {"box": box, "counters": list(down)}, case, f"{label}.{say}")
        if not counter:
            break
        named.append(counter)
        yield from shown_up(turn, turn.foe, (counter,), case, f"{label}.{say}.{counter}")
    return named


def _die(turn: Turn, horse: Sequence[str], screen: Sequence[str], box: str, label: str) -> Part:
    """jdg 6.3-2, 6.3-3, T-RECON: how many counters are seen; nothing is taken off where nobody screens."""
    net = _points(turn, horse) - _points(turn, screen)
    cohesion = [_cohesion(turn, horse), _cohesion(turn, screen)]
    by = cohesion[0] - cohesion[1]
    die = (yield Roll("1d6", f"{label}.recon", "6.3-2", (box,)))[0]
    count = turn.setting.charts.recon(net, die + by)
    event = {"army": turn.army, "at": box, "stack": list(horse), "screen": list(screen), "points": net}
    case = "6.3-3" if screen else "6.3-2"
    event |= {"cohesion": cohesion, "die": die, "sum": die + by}
    yield Tell({"kind": "recon", "label": f"{label}.recon", **event, "count": count, "case": case})
    return count


def _reveal(turn: Turn, box: str, count: int, label: str) -> Part:
    """jdg 6.3-4: dummies first, and they are removed; the others by dice among the counters that lie face down."""
    board = turn.board
    there = [c for c in board.enemies(turn.army, box) if turn.setting.dummy(board.content(c))][:count]
    count -= len(there)
    named = yield from _named(turn, box, DUMMY, "6.3-4", label, count) if count else _nobody()
    count -= len(named)
    fakes = [c for c in (*there, *named) if c in board.at.counters and turn.setting.dummy(board.content(c))]
    yield from dismissed(turn, turn.foe, fakes, "6.3-4")
    for number in range(count):
        down = board.hidden(turn.foe, box)
        if not down:
            break
        index = 0
        if len(down) > 1:
            index = (yield Roll(f"1d{len(down)}", f"{label}.seen.{number}", "6.3-4", (box,)))[0] - 1
        yield from shown_up(turn, turn.foe, (down[index],), "6.3-4", f"{label}.seen.{number}.open")


def _nobody() -> Part:
    yield from ()
    return []


def withdraws(
    turn: Turn, stack: Sequence[str], horse: Sequence[str], back: Sequence[str], screened: bool | None, label: str
) -> Part:
    """jdg 6.3-5: the cavalry leaves by a way back that it has the points for, each unit with its die.

    screened: as `reconnaissance` returns it; where there were only dummies nobody throws. The enemy does not react to
    it, and it halts before a box that he holds.
    """
    board, box = turn.board, turn.board.box(stack[0])
    if not back or board.enemies(turn.army, back[0]):
        return
    if screened is not None:
        yield from _tested(turn, horse, screened, box, f"{label}.withdraw")
    for to in back:
        left = [counter for counter in stack if counter in board.at.counters]
        if not left or board.enemies(turn.army, to):
            break
        start = board.box(left[0])
        over = board.crossing(start, to)
        board.move_all(left, to)
        for counter in left:
            arrived(turn, counter, start, over in (BRIDGE, PONTOON))
        event = {"army": turn.army, "stack": left, "from": start, "to": to, "crossing": over}
        yield Tell({"kind": "step", **event, "case": "6.3-5"})


def _tested(turn: Turn, horse: Sequence[str], screened: bool, box: str, label: str) -> Part:
    board = turn.board
    who = {str((board.content(counter) or {})["unit"]): counter for counter in horse}
    force = Force(turn.army, tuple(_fighter(turn, counter) for counter in horse))
    paid = yield from withdrawal(
        turn.setting.charts,
        force,
        enemy_cavalry=screened,
        french=turn.army == FRENCH,
        label=label,
        where=(box,),
        case="6.3-5",
    )
    for unit, pf in paid.losses.items():
        content = board.content(who[unit]) or {}
        board.see(who[unit], {**content, "pf": content["pf"] - pf})
        board.lose(turn.army, unit, pf)
    yield from worn_away(turn, [who[unit] for unit in paid.dead], "6.3-5")


def _fighter(turn: Turn, counter: str) -> Fighter:
    content = turn.board.content(counter)
    troops = turn.setting.troops(content)
    assert content is not None and troops is not None
    return Fighter(troops.id, troops.kind, int(content["pf"]), troops.co, troops.ba, troops.bc)
