"""What one entry of a list of moves says and does: judged, carried out, taken back, told."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from functools import lru_cache
from typing import Any, Protocol, TypeVar

from pbem.engine.options import Json, Options, Refusal
from pbem.engine.requests import Choose, Request, Tell
from pbem.hexgame.board.board import HexBoard
from pbem.hexgame.field.values import points_text
from pbem.hexgame.moving.marching import judge_march
from pbem.hexgame.moving.rules import MoveRules

Event = dict[str, Json]
Coming = Callable[[str, str], Refusal | int]
"""A piece that is on no map, and the hex at which its path begins, "" where it has none: half points of coming in there
at this moment of the phase, or why it may not."""
Journal = list[tuple[str, Any]]
"""Pieces that ended on the map, in order, each with its hex before, or with whatever the ruleset notes instead."""
MOVE = "move"
"""What a question about one entry of a list of moves is called."""
NO = "no"
"""The answer of a move that does not take place."""

halves_text = lru_cache(maxsize=256)(points_text)


# -- legality ------------------------------------------------------------------------


def mover_refusal(rules: MoveRules, unit: Json, moved: Collection[str]) -> Refusal | None:
    """Why a piece may not be named in a move: there is none, it is the enemy's, or it has moved. unit: any JSON."""
    record = rules.board.roster.units.get(unit) if isinstance(unit, str) else None
    if record is None:
        return Refusal(rules.cases.owner, f"there is no unit {str(unit)[:40]}")
    if record.army != rules.army:
        text = f"{record.name} belongs to the other army; only the phasing player's units move now"
        return Refusal(rules.cases.owner, text, record.id)
    if record.id in moved:
        return Refusal(rules.cases.moved, f"{record.name} has moved already in this phase", record.id)
    return None


def are_texts(values: Json) -> bool:
    """Whether a value from outside is a list of texts."""
    return isinstance(values, (list, tuple)) and set(map(type, values)) <= {str}


def walk(rules: MoveRules, unit: str, path: Sequence[str], coming: Coming) -> Refusal | int:
    """Half points that a path takes, wherever it ends, or why it is not open to a piece."""
    at = rules.board.at.get(unit)
    spent: Refusal | int = 0
    if at is None:
        spent = coming(unit, path[0] if path else "")
    elif not path or path[0] != at:
        text = f"{rules.name(unit)} stands in {at}; its path begins there"
        return Refusal(rules.cases.path, text, unit, at)
    return spent if isinstance(spent, Refusal) else judge_march(rules, unit, path, rules.points(unit), spent)


# -- carrying out --------------------------------------------------------------------


def bring(board: HexBoard[Any], unit: str, to: str) -> None:
    """Puts a piece at the end of its path, from another hex or from nowhere."""
    at = board.at.get(unit)
    if at is None:
        board.place(unit, to)
    elif at != to:
        board.move(unit, to)


def moved_event(rules: MoveRules, unit: str, path: Sequence[str], spent: int) -> Event:
    """The event of a march from hex to hex."""
    return {
        "kind": "moved",
        "unit": unit,
        "from": path[0],
        "to": path[-1],
        "path": list(path),
        "cost": halves_text(spent),
        "allowance": halves_text(rules.points(unit)),
    }


def entered_event(unit: str, path: Sequence[str], spent: int, why: str = "") -> Event:
    """The event of coming in at the first hex of a path and marching on. why: for who does not come in by an order."""
    return {
        "kind": "entered",
        "unit": unit,
        "at": path[0],
        "to": path[-1],
        "path": list(path),
        "cost": halves_text(spent),
        "why": why,
    }


def unstack(rules: MoveRules, journal: Journal, put_back: Callable[[str, Any], None]) -> Iterator[Event]:
    """While friends are too many in a hex, the move listed last among theirs is taken back, again and again.

    A piece that ended where it began has no move that could be. put_back: puts a piece that came from no hex where it
    was: the piece, and what the journal notes of it.
    """
    board = rules.board
    places = board.at
    while len(board.here) != len(places):
        reached = {places.get(unit, "") for unit, _ in journal}
        full = {at for at in reached if len(board.here.get(at, ())) > 1 and not rules.fits(at, board.here[at])}
        latest = next(
            (
                number
                for number, (unit, origin) in reversed(list(enumerate(journal)))
                if places.get(unit) in full and places[unit] != origin
            ),
            None,
        )
        if latest is None:
            return
        unit, origin = journal.pop(latest)
        at = board.lift(unit)
        if isinstance(origin, str):
            board.place(unit, origin)
        else:
            put_back(unit, origin)
        friends = rules.names(rules.in_the_way(at, (unit,), board.here[at]))
        text = f"{rules.name(unit)} would share {rules.field.name(at)} with {friends}: its move is taken back"
        to = origin if isinstance(origin, str) else ""
        yield {"kind": "undone", "unit": unit, "at": at, "to": to, "case": rules.cases.stacking, "text": text}


# -- the list ------------------------------------------------------------------------


class Performed(Options, Protocol):
    """Options whose legal answers can be carried out."""

    def perform(self, entry: Json) -> Sequence[Event]:
        """Carries out a legal answer; returns its events."""


M = TypeVar("M", bound=Performed)
After = Callable[[str], Generator[Request, Any, None]]
"""What a move that was carried out brings about at once; it gets the label of the move's question."""


def listed_moves(
    options: M, army: str, labels: str, member: str, entries: Sequence[Json], scene: object, after: After | None = None
) -> Generator[Request, Any, M]:
    """The listed moves one after the other; one that is not legal when it comes up is void.

    labels: what the labels of their questions begin with. member: of the orders that they stand in. scene: the board.
    after: what follows a move before the next one is asked for.
    """
    for index, said in enumerate(entries):
        label = f"{labels}m{index + 1}"
        answer = yield Choose(army, MOVE, options, label, said=said, where=(member, index), scene=scene)
        if answer != NO:
            for event in options.perform(answer):
                yield Tell(event)
            if after is not None:
                yield from after(label)
    return options
