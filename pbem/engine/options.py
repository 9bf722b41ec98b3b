"""Legal options: the one source for validation, questions, templates, error messages and the random player."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

# Canonical JSON as protocol section 2 has it: objects, arrays, strings, booleans, integers.
Json = Any
# pick(n) gives an index 0 <= i < n; the random player hands in his generator, tests a scripted one.
Pick = Callable[[int], int]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an answer is not allowed.

    case: the rulebook's case number, `5.13`.
    text: one sentence that names the unit, the hex and what is wrong.
    unit, hex: ids, empty where none is concerned.
    legal: what would be legal in its place, for "did you mean"; may be empty.
    """

    case: str
    text: str
    unit: str = ""
    hex: str = ""
    legal: tuple[str, ...] = ()


class Options(Protocol):
    """What may be answered to a `Choose`."""

    def why_not(self, answer: Json) -> Refusal | None:
        """None if the answer is legal, else the first refusal that applies."""

    def default(self) -> Json:
        """The answer that counts when the player is silent; computed from public state alone."""

    def sample(self, pick: Pick) -> Json:
        """A random legal answer."""

    def describe(self) -> Json:
        """The options as data, for templates, questions and the orders page."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A short list of answers; the first is the default unless `silent` is given.

    case: the rulebook case that a wrong answer breaks. noun: what one answer is, `a retreat hex`. why: what is wrong
    with every other answer, where it says more than the list of legal ones.
    """

    answers: Sequence[Json]
    case: str
    noun: str = "an answer"
    silent: Json = None
    why: str = ""

    def why_not(self, answer: Json) -> Refusal | None:
        """None for a listed answer; equality is that of canonical JSON, so 1 is not true."""
        if any(answer == legal and type(answer) is type(legal) for legal in self.answers):
            return None
        if self.why:
            return Refusal(self.case, self.why)
        legal = tuple(str(a) for a in self.answers)
        return Refusal(self.case, f"{answer!s} is not {self.noun} here; legal: {', '.join(legal)}", legal=legal)

    def default(self) -> Json:
        """The silent answer, else the first of the list."""
        return self.answers[0] if self.silent is None else self.silent

    def sample(self, pick: Pick) -> Json:
        """One of the list."""
        return self.answers[pick(len(self.answers))]

    def describe(self) -> Json:
        """The list and its default."""
        return {"noun": self.noun, "answers": list(self.answers), "default": self.default()}
