"""The position: who stands where and how, as a message leaves it and the next one finds it (4.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field

from pbem.hexgame.board.codec import Coded
from pbem.hexgame.field.field import HexField
from pbem.lean import dataclass
from rulesets.winters_victory.board.board import Board
from rulesets.winters_victory.board.leaders import Attack, Command, Fatigue, Post
from rulesets.winters_victory.board.pieces import Piece, Unit
from rulesets.winters_victory.rules.morale.books import Book

Stance = tuple[str, int, int, str, str, int]
"""Hex, facing, strength points or guns, formation, state of morale, points of ammunition."""
Kept = tuple[str, int, int, int, int, str, str, str, int, int, int]
"""The members of a `Post` in their order."""
Ordered = tuple[str, str, int, int]
"""The members of an `Attack` in their order."""
Record = tuple[int, int, int, int]
"""Start, level, demoralized, disintegrated: of a book of morale."""
Declared = tuple[str, int, int]
"""Where a charge zone starts, the corner that it goes to, and whether it has farther rows."""


@dataclass
class Position(Coded):
    """Where a segment of the sequence begins.

    turn, segment: the segment that is next, see `tempo`. counters: counter -> its stance. second: extended line -> its
    other hex (8.3). trails: road column -> hexes behind its first, nearest first (6.65). marks: counter -> its markers.
    stacks: hex -> its counters, the top first, of hexes with more than one (6.12). gone: counters that are out of play.
    waiting: counter -> game turn in which it comes (6.7). held: hex of an objective -> army that was in it
    last (14.13). posts to
    independent: as `Command` has them; attacks: `ARMY LETTER` with a slash between; fatigue: brigade -> points,
    engaged, charged. day: of February. snow: its rate. routs, losses: unit -> points of morale that its book has for it
    (14.11). fallen: leaders whose successors are
    awaited. charges: cavalry -> the zone of the charge that it has declared (12.52). result: how the game ended.
    """

    turn: int
    segment: str
    counters: dict[str, Stance] = field(default_factory=dict)
    second: dict[str, str] = field(default_factory=dict)
    trails: dict[str, tuple[str, ...]] = field(default_factory=dict)
    marks: dict[str, set[str]] = field(default_factory=dict)
    stacks: dict[str, tuple[str, ...]] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    waiting: dict[str, int] = field(default_factory=dict)
    held: dict[str, str] = field(default_factory=dict)
    posts: dict[str, Kept] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)
    headquarters: dict[str, str] = field(default_factory=dict)
    attacks: dict[str, Ordered] = field(default_factory=dict)
    fatigue: dict[str, tuple[int, int, int]] = field(default_factory=dict)
    exempt: set[str] = field(default_factory=set)
    attached: dict[str, str] = field(default_factory=dict)
    independent: set[str] = field(default_factory=set)
    day: int = 8
    snow: str = "none"
    books: dict[str, Record] = field(default_factory=dict)
    routs: dict[str, int] = field(default_factory=dict)
    losses: dict[str, int] = field(default_factory=dict)
    fallen: set[str] = field(default_factory=set)
    charges: dict[str, Declared] = field(default_factory=dict)
    result: dict[str, str] = field(default_factory=dict)

    def board(self, ground: HexField, units: Mapping[str, Unit]) -> Board:
        """The counters on a board of their own. Raises KeyError for a counter that the game has not."""
        found = Board(ground, units)
        for uid, (at, facing, strength, formation, state, rounds) in self.counters.items():
            found.place(
                uid,
                Piece(
                    at,
                    facing,
                    strength,
                    formation,
                    state,
                    self.second.get(uid, ""),
                    set(self.marks.get(uid, ())),
                    self.trails.get(uid, ()),
                    rounds,
                ),
            )
        found.here.update(self.stacks)
        return found

    def take(self, board: Board) -> None:
        """Takes over who stands where on a board."""
        pieces = board.pieces.items()
        self.counters = {
            uid: (one.at, one.facing, one.strength, one.formation, one.state, one.rounds) for uid, one in pieces
        }
        self.second = {uid: one.second for uid, one in pieces if one.second}
        self.trails = {uid: one.trail for uid, one in pieces if one.trail}
        self.marks = {uid: set(one.marks) for uid, one in pieces if one.marks}
        self.stacks = {at: there for at, there in board.here.items() if len(there) > 1}

    def command(self) -> Command:
        """The state of command, of its own."""
        found = Command(
            posts={uid: _post(*kept) for uid, kept in self.posts.items()},
            points=dict(self.points),
            headquarters=dict(self.headquarters),
            fatigue={one: Fatigue(points, bool(e), bool(c)) for one, (points, e, c) in self.fatigue.items()},
            exempt=set(self.exempt),
            attached=dict(self.attached),
            independent=set(self.independent),
        )
        for name, (scope, head, begun, violations) in self.attacks.items():
            army, _, letter = name.partition("/")
            found.attacks.setdefault(army, {})[letter] = Attack(scope, head, bool(begun), violations)
        return found

    def morale(self, book_of: Callable[[str], str]) -> dict[str, Book]:
        """wv 14.0: the books of morale. book_of: unit -> the book that it stands in."""
        found = {
            name: Book(start, level, bool(demoralized), bool(disintegrated))
            for name, (start, level, demoralized, disintegrated) in self.books.items()
        }
        for uid, points in self.routs.items():
            found[book_of(uid)].routs[uid] = points
        for uid, points in self.losses.items():
            found[book_of(uid)].losses[uid] = points
        return found

    def take_morale(self, books: Mapping[str, Book]) -> None:
        """Takes over the books of morale."""
        self.books = {
            name: (one.start, one.level, int(one.demoralized), int(one.disintegrated)) for name, one in books.items()
        }
        self.routs = {uid: points for one in books.values() for uid, points in one.routs.items()}
        self.losses = {uid: points for one in books.values() for uid, points in one.losses.items()}

    def take_command(self, command: Command) -> None:
        """Takes over the state of command; posts as they are at first are left out."""
        self.posts = {uid: _kept(post) for uid, post in command.posts.items() if post != Post()}
        self.points, self.headquarters = dict(command.points), dict(command.headquarters)
        self.attacks = {
            f"{army}/{letter}": (one.scope, one.head, int(one.begun), one.violations)
            for army, attacks in command.attacks.items()
            for letter, one in attacks.items()
        }
        brigades = command.fatigue.items()
        self.fatigue = {uid: (one.points, int(one.engaged), int(one.charged)) for uid, one in brigades}
        self.exempt, self.attached = set(command.exempt), dict(command.attached)
        self.independent = set(command.independent)


def _post(
    state: str,
    received: int,
    delay: int,
    modifier: int,
    checks: int,
    carries: str,
    attack: str,
    holds: str,
    inactive: int,
    reduced: int,
    gone: int,
) -> Post:
    flags = (bool(inactive), bool(reduced), bool(gone))
    return Post(state, bool(received), delay, modifier, checks, carries, attack, holds, *flags)


def _kept(post: Post) -> Kept:
    orders = (int(post.received), post.delay, post.modifier, post.checks)
    flags = (int(post.inactive), int(post.reduced), int(post.gone))
    return post.state, *orders, post.carries, post.attack, post.holds, *flags
