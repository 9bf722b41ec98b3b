"""A random player whose orders are illegal on purpose, and yet of the binding form, so that his message stands.

He knows no ruleset: he takes a legal answer, the schema of the question and the words of the game, and spoils the
answer until the rules object. What he does is what a tampered program or a malicious person would try: foreign and
dead units, far hexes, paths without end, everything twice, obligations left out, lists as long as the schema lets
them be, conditions on what comes later, preferences of the wrong kind.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from jsonschema import Draft202012Validator

from pbem.engine.contract import Game
from pbem.engine.requests import Choose
from tests.games.schema_samples import sample

Json = Any
# A place in a document: the container and the key or index in it.
Place = tuple[Any, Any]
STRANGE: Sequence[Json] = ("", "no", "ask", "x", "0000", "9999", "../..", "a" * 200, 0, -1, 2**53, True, None, [], {})
MOST_TRIES = 200
# A list is filled up to so many entries where the schema names no bound.
CROWD = 130


def words_of(*documents: Json) -> list[str]:
    """All texts in documents, keys too, each once: the vocabulary of a game is that of its positions and orders."""
    found: dict[str, None] = {}
    for document in documents:
        _gather(document, found)
    return list(found)


def _gather(value: Json, found: dict[str, None]) -> None:
    if isinstance(value, str):
        found[value] = None
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            found[key] = None
            _gather(inner, found)
    elif isinstance(value, Sequence):
        for inner in value:
            _gather(inner, found)


def places(value: Json) -> Iterator[Place]:
    """Every place below a value, outer ones first."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from places(value[key])


@dataclass
class Spoiler:
    """Spoils answers. validator: of the question's binding schema. words: the vocabulary to draw from."""

    schema: Mapping[str, Any]
    words: Sequence[str]
    rng: random.Random

    def __post_init__(self) -> None:
        self.validator = Draft202012Validator(self.schema)

    def spoilt(self, answer: Json) -> Json:
        """The answer with one to three things done to it; it still fits the schema."""
        done = copy.deepcopy(answer)
        for _ in range(self.rng.randrange(1, 4)):
            tried = copy.deepcopy(done)
            self.rng.choice(WAYS)(self, tried)
            if self.validator.is_valid(tried):
                done = tried
        return done

    def place(self, document: Json, kind: type | None = None) -> Place | None:
        """A random place, of a value of a type if one is asked for; half of the time within one random member."""
        inside = self.rng.choice(list(document.values())) if document and self.rng.randrange(2) else document
        found = [at for at in places(inside) if kind is None or isinstance(at[0][at[1]], kind)]
        return self.rng.choice(found) if found else None

    def forged(self) -> Json:
        """A value of the right form and nothing else."""
        return sample(self.schema, self.rng, self.words)


def another_word(spoiler: Spoiler, document: Json) -> None:
    """An unknown, foreign or dead unit, a hex of the other map, a column that is none."""
    at = spoiler.place(document, str)
    if at is not None:
        at[0][at[1]] = spoiler.rng.choice(spoiler.words)


def twice(spoiler: Spoiler, document: Json) -> None:
    """Moves twice, attacks twice, the same hex again."""
    at = spoiler.place(document, list)
    if at is not None and at[0][at[1]]:
        entries = at[0][at[1]]
        entries.insert(spoiler.rng.randrange(len(entries) + 1), copy.deepcopy(spoiler.rng.choice(entries)))


def crowd(spoiler: Spoiler, document: Json) -> None:
    """A list as long as it may be."""
    at = spoiler.place(document, list)
    if at is None or not at[0][at[1]]:
        return
    entries = at[0][at[1]]
    for most in (CROWD, 128, 64, 32):
        at[0][at[1]] = [copy.deepcopy(entries[index % len(entries)]) for index in range(most)]
        if spoiler.validator.is_valid(document):
            return


def longer(spoiler: Spoiler, document: Json) -> None:
    """A path that goes on and on."""
    at = spoiler.place(document, list)
    if at is not None:
        at[0][at[1]].extend(spoiler.rng.choice(spoiler.words) for _ in range(spoiler.rng.randrange(1, 12)))


def backwards(spoiler: Spoiler, document: Json) -> None:
    """A path walked from its end, conditions on what comes later."""
    at = spoiler.place(document, list)
    if at is not None:
        at[0][at[1]].reverse()


def left_out(spoiler: Spoiler, document: Json) -> None:
    """An obligation forgotten, a path with a hole."""
    at = spoiler.place(document)
    if at is not None:
        del at[0][at[1]]


def swapped(spoiler: Spoiler, document: Json) -> None:
    """Two texts in each other's place."""
    one, other = spoiler.place(document, str), spoiler.place(document, str)
    if one is not None and other is not None:
        one[0][one[1]], other[0][other[1]] = other[0][other[1]], one[0][one[1]]


def transplanted(spoiler: Spoiler, document: Json) -> None:
    """A member of one entry in another: two ways to leave the map, an else without a condition."""
    one, other = spoiler.place(document, dict), spoiler.place(document, dict)
    if one is not None and other is not None and one[0][one[1]]:
        given = one[0][one[1]]
        key = spoiler.rng.choice(list(given))
        other[0][other[1]][key] = copy.deepcopy(given[key])


UNLIKE: Sequence[Callable[[Spoiler, Json], None]] = (
    another_word,
    twice,
    longer,
    backwards,
    left_out,
    swapped,
    transplanted,
)
"""What makes another document of one, most often one that fits its schema still."""


def spoiler_of(game: Game, request: Choose, document: Json, rng: random.Random) -> Spoiler:
    """One for a document that answers a question, with words of the position, and some that mean nothing there."""
    words = [*words_of(game.position_of(request), document), "nobody", "0000", "hm-f1"]
    return Spoiler(game.writing.document_schema(request.what), words, rng)


def mistyped(spoiler: Spoiler, document: Json) -> None:
    """A value of another type."""
    at = spoiler.place(document)
    if at is not None:
        at[0][at[1]] = copy.deepcopy(spoiler.rng.choice(STRANGE))


def joined(spoiler: Spoiler, document: Json) -> None:
    """An entry from nowhere beside the honest ones."""
    forged = spoiler.forged()
    for key, value in forged.items():
        if isinstance(value, list) and isinstance(document.get(key, []), list):
            document.setdefault(key, []).extend(value)


WAYS: Sequence[Callable[[Spoiler, Json], None]] = (
    another_word,
    twice,
    crowd,
    longer,
    backwards,
    left_out,
    swapped,
    transplanted,
    mistyped,
    joined,
)


def illegal_orders(game: Game, request: Choose, at: Json, rng: random.Random) -> Json:
    """Orders for a phase that fit the binding schema and that the rules refuse.

    Raises AssertionError if none is found, which says that the rules let everything pass.
    """
    schema = game.schema(request.what)
    legal = request.options.sample(rng.randrange)
    spoiler = Spoiler(schema, [*words_of(at, legal, game.start()), "nobody", "9-1", "2-1", "n", "s", "hm-f1"], rng)
    for _ in range(MOST_TRIES):
        orders = spoiler.spoilt(legal) if rng.randrange(6) else spoiler.forged()
        if spoiler.validator.is_valid(orders) and request.options.why_not(orders) is not None:
            return orders
    raise AssertionError(f"nothing done to {legal} is illegal")


def nonsense(game: Game, request: Choose, at: Json, rng: random.Random) -> Json:
    """An answer to a question in mid-phase, of the right form, legal by accident only; None where nobody can be asked.

    Decisions that come from the orders alone, such as a single move, have no schema of their own.
    """
    try:
        schema = game.schema(request.what)
    except KeyError:
        return None
    return sample(schema, rng, [*words_of(at), "stay", "retreat", "n"])["answer"]
