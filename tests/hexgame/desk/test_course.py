"""The course of written moves: what is made, taken back and comes of itself; and the combats on the board after it."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import Any

from pbem.engine.desk import Course, Move, Where
from pbem.engine.odds_query import Outlook
from pbem.engine.options import Json, Pick, Refusal
from pbem.engine.requests import Request, Tell
from pbem.hexgame.desk.course import MoveBook, of_orders_alone, stands, with_combats
from pbem.hexgame.fighting.attacks import Attack
from pbem.hexgame.moving.moves import NO, Event, Journal, bring, listed_moves, moved_event, unstack
from pbem.hexgame.moving.rules import MoveRules
from tests.hexgame.fighting.skirmish import plain
from tests.hexgame.fighting.stacked import Ground, entry
from tests.hexgame.moving.test_moves import FIELD, nobody_comes
from tests.hexgame.moving.tiny import rules_of, walk_together


class Stacks:
    """Entries of several units with a path, as `Options` of a move."""

    def __init__(self, rules: MoveRules) -> None:
        self.rules = rules
        self.journal: Journal = []

    def why_not(self, answer: Json) -> Refusal | None:
        found = NO if answer == NO else walk_together(self.rules, answer["units"], answer["path"], nobody_comes)
        return found if isinstance(found, Refusal) else None

    def perform(self, entry: Json) -> list[Event]:
        for unit in entry["units"]:
            self.journal.append((unit, self.rules.board.at[unit]))
            bring(self.rules.board, unit, entry["path"][-1])
        return [moved_event(self.rules, unit, entry["path"], 2) for unit in entry["units"]]

    def default(self) -> Json:
        return NO

    def sample(self, pick: Pick) -> Json:
        return NO

    def describe(self) -> Json:
        return {}


def movement(options: Stacks, moves: Sequence[Json]) -> Generator[Request, Any, None]:
    """The listed moves; who is one too many goes back; who has no order rests, which nobody ordered."""
    yield from listed_moves(options, "blue", "t.", "moves", moves, None)
    for event in unstack(options.rules, options.journal, lambda unit, origin: None):
        yield Tell(event)
    for unit in sorted(options.rules.board.at):
        yield Tell({"kind": "rests", "unit": unit})


def written(options: Stacks, where: Where, entry: Json) -> Move:
    return Move(where, tuple(entry["units"]), tuple(entry["path"]))


def resting(event: Mapping[str, Json]) -> Move | None:
    return Move((), (event["unit"],), text="rests") if event["kind"] == "rests" else None


def go(units: str, path: str) -> Json:
    return {"units": units.split(), "path": path.split()}


def carried_out(
    at: dict[str, str], *moves: Json, unordered: Any = of_orders_alone
) -> tuple[list[Move], dict[str, str]]:
    options = Stacks(rules_of(FIELD, at))
    book = MoveBook(written, unordered)
    book.carry_out(movement(options, moves))
    return book.moves, stands(["bf1", "bf2", "bf3", "bh1"], at, options.rules.board.at)


def test_what_is_legal_is_a_move_with_its_place_in_the_document() -> None:
    at = {"bf1": "0202", "bh1": "0202", "bf2": "0404"}
    moves, where = carried_out(at, go("bf1", "0303"), go("bf1 bh1", "0202 0201"), go("bf2", "0404 0405"))
    assert moves == [
        Move(("moves", 1), ("bf1", "bh1"), ("0202", "0201")),
        Move(("moves", 2), ("bf2",), ("0404", "0405")),
    ]
    assert where == {"bf1": "0201", "bh1": "0201", "bf2": "0405"}


def test_of_a_stack_that_is_too_many_those_who_go_back_have_no_move() -> None:
    at = {"bf1": "0202", "bh1": "0202", "bf2": "0201"}
    moves, where = carried_out(at, go("bf1 bh1", "0202 0201"))
    assert moves == [Move(("moves", 0), ("bf1",), ("0202", "0201"))] and where == {"bf1": "0201"}
    at |= {"bf3": "0201"}
    assert carried_out(at, go("bf1 bh1", "0202 0201")) == ([], {})


def test_a_move_that_nobody_ordered_is_told_of_who_has_none() -> None:
    at = {"bf1": "0202", "bf2": "0404"}
    moves, _ = carried_out(at, go("bf1", "0202 0201"), unordered=resting)
    assert moves == [Move(("moves", 0), ("bf1",), ("0202", "0201")), Move((), ("bf2",), text="rests")]


def test_who_is_on_no_map_any_more_stands_nowhere() -> None:
    assert stands(["a", "b", "c"], {"a": "0101", "b": "0202"}, {"b": "0202", "c": "0303"}) == {"a": "", "c": "0303"}


class Looked:
    """What every attack would come to."""

    def outlooks(self, attack: Attack) -> Iterator[Outlook]:
        yield Outlook(f"{attack.id} by {' '.join(attack.by)}", (), (), ())


# A stack next to two red hexes, and a battery behind it.
AT = {"bi1": "0404", "bi2": "0404", "ba1": "0405", "ri1": "0403", "ri2": "0403", "ri3": "0304"}


def fought(listed: Json) -> Course:
    look: Any = Looked()
    return with_combats(Course(notes=("as it was",)), Ground(AT, on=plain()).options(), look, listed)


def test_combats_of_a_legal_list_stand_at_their_entries() -> None:
    found = fought([entry("0403 0304", "bi1 bi2")])
    assert [(one.at, one.on, one.by) for one in found.combats] == [(("attacks", 0), ("0403", "0304"), ("bi1", "bi2"))]
    assert (found.idle, found.pending, found.notes) == ((), (), ("as it was",))
    assert [target.pressing for target in found.targets] == [False, False]


def test_without_a_list_the_default_is_fought_and_a_void_one_leaves_its_sound_attacks_pending() -> None:
    for silent in (None, []):
        found = fought(silent)
        assert [one.at for one in found.combats] == [()] and found.idle == () and found.pending == ()
    found = fought([entry("0403", "bi1 bi2"), None])
    assert [one.at for one in found.combats] == [()]
    assert {target.place: target.pressing for target in found.targets} == {"0304": True, "0403": False}
    (pending,) = found.pending
    assert (pending.at, pending.on) == (("attacks", 0), ("0403",))
    assert [one.title for one in pending.outlooks] == ["0403 by bi1 bi2"]
