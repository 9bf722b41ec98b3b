"""jdg 7.1-1, T-SCEN: the set-up. Where everybody begins stands in the scenario; dummies are what an army decides.

In a hidden game an army deals the counters of each box, dummies among them, to fresh ids. A box that it does not deal,
or whose contents it did not commit to, is set up face up and without dummies, by the scenario.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.engine.options import Json, Refusal
from pbem.engine.requests import ORDERS, Choose, Tell
from rulesets.jours_de_gloire.beginning import dummies_of, starting
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.hidden.shuffle import UNTOLD
from rulesets.jours_de_gloire.orders_question import Orders
from rulesets.jours_de_gloire.rules import admin
from rulesets.jours_de_gloire.setting import Known
from rulesets.jours_de_gloire.telling.facts import headline
from rulesets.jours_de_gloire.turn import Judge, Part, Turn


def deal_refusal(dealt: Mapping[str, int]) -> Judge:
    """jdg 7.1-1: a judge of one entry of the set-up's `mix`: {"box", "counters": [fresh ids]}.

    dealt: boxes that were dealt already -> dummies among their counters.
    """

    def judge(board: Board, entry: Json, _known: Known | None) -> Refusal | None:
        setting, box, fresh = board.setting, entry["box"], entry["counters"]
        there = starting(setting, board.player).get(box, [])
        spare = dummies_of(setting, board.player) - sum(dealt.values())
        extra = len(fresh) - len(there)
        refusal = setting.fog.only_hidden("in an open game counters are set up face up, by the scenario", box)
        if refusal is not None:
            return refusal
        if not there or box in dealt:
            return Refusal("7.1-1", "a box where units of yours begin is dealt once, and no other box is", hex=box)
        if len(set(fresh)) != len(fresh) or not set(fresh) <= set(board.free(board.player)):
            return Refusal("1.2.1-6", "counters bear numbers that nobody bears yet, each its own", hex=box)
        if extra < 0:
            return Refusal("T-SCEN", f"{len(there)} counters begin here and {len(fresh)} are dealt", hex=box)
        if extra and not any(setting.troops(content) for content in there):
            return Refusal("7.1-1", "dummies begin only where combat units of yours do", hex=box)
        if extra > spare:
            return Refusal("7.1-1", f"{extra} dummies would begin here, and {spare} are left", hex=box)
        return None

    return judge


def set_up(turn: Turn) -> Part:
    """jdg 7.1-1, 1.1-2: asks an army for its set-up and places its counters.

    Orders: `mix`: [{"box", "counters": [fresh ids]}], each box with those who begin there and dummies besides;
    `reactions` in open games, as in `admin.check_lines`.
    """
    board, army = turn.board, turn.army
    heading = headline(turn.setting, turn.board.at)
    yield Tell({"kind": "set-up", "army": army, "case": "7.1-1", "heading": heading})
    hide = turn.setting.fog.hideable(board.free(army))
    turn.orders = yield Choose(
        army, ORDERS, Orders(board, "setup"), f"{turn.label}.orders", hide=hide, scene=board.position()
    )
    dealt = yield from _deal(turn)
    for box, contents in starting(turn.setting, army).items():
        if box not in dealt:
            yield from _deploy(turn, box, contents)
    board.dummies_go(army, UNTOLD, dummies_of(turn.setting, army) - sum(dealt.values()))
    yield from admin.check_lines(turn)


def _deal(turn: Turn) -> Part:
    """Places the boxes that the orders deal: box -> dummies among its counters."""
    board, army, dealt = turn.board, turn.army, dict[str, int]()
    there = starting(turn.setting, army)
    for number, _ in enumerate(turn.orders.get("mix", ())):
        entry = yield from turn.judged(deal_refusal(dealt), "mix", ("mix", number))
        if not entry:
            continue
        box, fresh = entry["box"], entry["counters"]
        if not (yield from turn.in_hand(fresh, f"mix.{number}")):
            yield Tell({"kind": "not-hidden", "army": army, "case": "1.2.1-6", "counters": list(fresh)})
            continue
        for counter in fresh:
            board.place(counter, army, box)
        dealt[box] = len(fresh) - len(there[box])
        yield Tell({"kind": "dealt", "army": army, "case": "7.1-1", "at": box, "counters": list(fresh)})
    return dealt


def _deploy(turn: Turn, box: str, contents: Sequence[Json]) -> Part:
    """A box is set up by the scenario, face up."""
    board, army = turn.board, turn.army
    ids = board.fresh(army, len(contents))
    for counter, content in zip(ids, contents, strict=True):
        board.place(counter, army, box, content)
    shown = dict(zip(ids, contents, strict=True))
    yield Tell({"kind": "deployed", "army": army, "case": "T-SCEN", "at": box, "counters": shown})
