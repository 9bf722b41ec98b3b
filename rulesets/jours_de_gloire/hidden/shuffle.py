"""jdg 2-B1-1, 2-B1-2, 7.1-6: counters of a box are dealt anew under fresh ids, face down, and dummies with them.

A fresh counter tells where it stands and nothing else; so dummies come back only where all counters of their box are
dealt anew with them. What everybody saw a counter do this turn (it reacted, it is shut up in a citadel) goes on to
the fresh ids in classes: counters of one class cannot be told apart any more, those of two classes can.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from pbem.engine.options import Refusal
from pbem.engine.requests import InHand, Tell
from rulesets.jours_de_gloire.board import MARCHED, MOVED, Board
from rulesets.jours_de_gloire.rules.straggling import MARCH
from rulesets.jours_de_gloire.setting import Json, Known, Setting
from rulesets.jours_de_gloire.turn import Judge, Part, Turn

UNTOLD: Final = "other"
"""Member of `out[army]`: dummies out of play whose kinds the enemy cannot tell, less those that came back since."""
LAG: Final = "lag"


def out_of_play(board: Board, army: str) -> int:
    """jdg 7.1-6: how many dummies of an army are out of play, which both armies can count."""
    return sum(int(number) for number in board.at.out[army].values())


def returnable(board: Board, army: str) -> int:
    """jdg 7.1-6: how many dummies may come back now: half of those out of play, rounded down."""
    return out_of_play(board, army) // 2


# -- who gets which id -----------------------------------------------------------------------


def classes(board: Board, army: str, box: str) -> tuple[tuple[str, ...], ...]:
    """The counters of an army in a box, those together that bear the same public marks; the unmarked class first.

    Fresh ids go to the classes in this order, as many as each has counters; dummies that come back join the first.
    """
    inside = board.at.inside.get(box, ())
    found: dict[tuple[bool, ...], list[str]] = {}
    for counter in board.counters(army, box):
        marks = (counter in inside, board.noted(counter, MOVED), board.noted(counter, MARCHED))
        found.setdefault(marks, []).append(counter)
    return tuple(tuple(found[marks]) for marks in sorted(found))


def shares(board: Board, army: str, box: str, fresh: Sequence[str]) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Which fresh ids take the place of which counters of a box: pairs of old and fresh ids, class by class."""
    groups, ids = classes(board, army, box), list(fresh)
    back = len(ids) - sum(len(group) for group in groups)
    found = []
    for number, group in enumerate(groups):
        size = len(group) + (back if number == 0 else 0)
        found.append((group, tuple(ids[:size])))
        del ids[:size]
    return found


def contents_of(
    board: Board,
    box: str,
    held: Known,
    fresh: Sequence[str],
    dummies: Sequence[Json] = (),
    order: Callable[[Sequence[str]], Sequence[str]] = tuple,
) -> dict[str, Json]:
    """What the owner commits to for the fresh ids of a box: fresh id -> content.

    held: what his counters in play hold now, their logs worked in. dummies: those that come back here. order: puts
    names into an order that nobody foresees, such as `Own.shuffled`.
    """
    army = next((board.army(counter) for counter in board.counters(box=box) if counter in held), "")
    found: dict[str, Json] = {}
    for number, (old, ids) in enumerate(shares(board, army, box, fresh)):
        things = {counter: held[counter] for counter in old}
        if number == 0:
            things |= {f"dummy-{n}": content for n, content in enumerate(dummies)}
        found |= {uid: things[name] for uid, name in zip(ids, order(tuple(things)), strict=True)}
    return found


# -- the orders' member `mix` --------------------------------------------------------------


def mix_refusal(limit: int) -> Judge:
    """jdg 2-B1-2, 7.1-6: a judge of one entry of `mix`. limit: dummies that may still come back in this phase."""

    def judge(board: Board, entry: Json, _known: Known | None) -> Refusal | None:
        box, fresh = entry["box"], entry["counters"]
        own = board.counters(board.player, box)
        back = len(fresh) - len(own)
        refusal = board.setting.fog.only_hidden("in an open game no counters are dealt face down", box)
        if refusal is not None:
            return refusal
        if not own:
            text = f"no counter of yours stands in {_named(board.setting, box)}"
            return Refusal("7.1-6", text, hex=box, legal=board.boxes_of(board.player))
        if len(set(fresh)) != len(fresh) or not set(fresh) <= set(board.free(board.player)):
            return Refusal("2-B1-2", "fresh counters bear numbers that nobody bears now, each its own", hex=box)
        if back < 0:
            return Refusal("2-B1-2", f"{len(own)} counters cannot be dealt to {len(fresh)} numbers", hex=box)
        if back > limit:
            return Refusal("7.1-6", f"{back} dummies would come back here, and {limit} may", hex=box)
        return None

    return judge


def mix(turn: Turn) -> Part:
    """jdg 2-B1-1, 2-B1-2, 7.1-6: boxes are dealt anew as `mix` says: [{"box", "counters": [fresh ids]}].

    More fresh ids than counters stand in the box are dummies that come back. A box whose fresh contents were not
    committed to stays as it is.
    """
    board, army, limit = turn.board, turn.army, returnable(turn.board, turn.army)
    for number, _ in enumerate(turn.orders.get("mix", ())):
        entry = yield from turn.judged(mix_refusal(limit), "mix", ("mix", number))
        if not entry:
            continue
        box, fresh = entry["box"], entry["counters"]
        if not (yield from turn.in_hand(fresh, f"mix.{number}")):
            yield Tell({"kind": "not-hidden", "army": army, "case": "2-B1-2", "counters": list(fresh)})
            continue
        old = board.counters(army, box)
        back = len(fresh) - len(old)
        deal_anew(board, army, box, fresh, back)
        limit -= back
        told = {"at": box, "old": list(old), "new": list(fresh), "back": back}
        yield Tell({"kind": "mixed", "army": army, "case": "7.1-6" if back else "2-B1-2", **told})


def deal_anew(board: Board, army: str, box: str, fresh: Sequence[str], back: int) -> None:
    """All counters of an army in a box give way to fresh ones, face down. back: dummies that come back among them."""
    old = board.counters(army, box)
    for group, ids in shares(board, army, box, fresh):
        lag = any(may_lag(board, counter) for counter in group)
        board.deal(ids, army, box, lag=lag)
        for what in (MOVED, MARCHED):
            if group and board.noted(group[0], what):
                board.note(what, ids)
        if any(counter in board.at.inside.get(box, ()) for counter in group):
            board.at.inside = {**board.at.inside, box: [*board.at.inside[box], *ids]}
    board.remove_all(old)
    if back:
        board.dummies_go(army, UNTOLD, -back)


def may_lag(board: Board, counter: str) -> bool:
    """jdg 5.4-4: whether a counter may have stragglers, as far as everybody knows."""
    seen = board.content(counter)
    if seen is not None:
        return int(seen.get("lag", 0)) > 0
    return board.marked(counter, LAG) or any(entry[0] == MARCH for entry in board.log(counter))


def turn_down(turn: Turn) -> Part:
    """jdg 2-B1-2: what still lies face up is turned down, if its owner committed to it anew with these orders."""
    board = turn.board
    shown = turn.setting.fog.hideable([counter for counter in board.counters(turn.army) if board.face_up(counter)])
    if not shown:
        return
    held = yield InHand(turn.army, shown, f"{turn.label}.down.held")
    down = [counter for counter in shown if counter in held]
    for counter in down:
        board.mark(counter, LAG, may_lag(board, counter))
        board.turn_down(counter)
    if down:
        yield Tell({"kind": "turned-down", "army": turn.army, "case": "2-B1-2", "counters": down})


def _named(setting: Setting, box: str) -> str:
    return setting.boxes[box].name if box in setting.boxes else f"{box[:24]}, which is no box"
