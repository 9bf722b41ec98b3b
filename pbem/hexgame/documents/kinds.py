"""Single words of a player's document: how each is written, what the public input has of it, how people are told.

A kind is any object with the four methods of `Node`; who needs another one writes a class of a dozen lines like these.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from pbem.engine.options import Json
from pbem.hexgame.documents.names import Names, Path

Schema = dict[str, Any]

ID: Final = "^[a-z0-9][a-z0-9-]{0,23}$"
"""Ids of units in public input."""
LONGEST: Final = 60
"""Letters of a printed name."""


class Called(Protocol):
    """What units and hexes are called in a sentence."""

    def unit(self, uid: str) -> str:
        """The printed name of a unit."""

    def hex(self, at: str) -> str:
        """A hex with its printed name."""


@dataclass
class Writer:
    """A document schema in the making. listed: key of a kind -> legal words that stand to choice.

    terse: keys of maps whose members do not say what they mean. inline: whether there are no definitions, as in the
    schema of one value. defs: definitions of the schema, each word and map that is used at several places once.
    """

    listed: Mapping[str, Sequence[str]] = field(default_factory=dict)
    terse: tuple[str, ...] = ()
    inline: bool = False
    defs: dict[str, Schema] = field(default_factory=dict)

    def ref(self, key: str, make: Callable[[], Schema]) -> Schema:
        """A reference to a definition, which is made at its first use."""
        if self.inline:
            return make()
        if key not in self.defs:
            self.defs[key] = {}
            self.defs[key] = make()
        return {"$ref": f"#/$defs/{key}"}

    def suggested(self, key: str, word: Schema, noun: str) -> Schema:
        """The schema of a word with the listed ones beside it, which complete in an editor and refuse nothing."""
        legal = list(self.listed.get(key, ()))
        return {"anyOf": [{"enum": legal}, word], "x-noun": noun} if legal else word


class Node(Protocol):
    """A value of a document: a word, or a list or map of values."""

    def written(self, writer: Writer) -> Schema:
        """The schema of what a player may write."""

    def bound(self) -> Schema:
        """The schema of what the public input has in its place: ids only."""

    def read(self, said: Any, path: Path, names: Names) -> Json:
        """The public input of what a player wrote, which fits `written`; faults are noted with their path."""

    def told(self, value: Json, called: Called) -> str:
        """A value of the public input in a sentence."""


@dataclass(frozen=True, slots=True)
class Word:
    """A free word that means itself. pattern: of the document and the public input alike; longest: letters."""

    pattern: str = ""
    noun: str = "a word"
    mend: str = ""

    def written(self, writer: Writer) -> Schema:
        return {**self.bound(), "x-noun": self.noun, **({"x-mend": self.mend} if self.mend else {})}

    def bound(self) -> Schema:
        return {"type": "string", "pattern": self.pattern} if self.pattern else {"type": "string"}

    def read(self, said: Any, path: Path, names: Names) -> Json:
        return str(said)

    def told(self, value: Json, called: Called) -> str:
        return str(value)


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few words. pattern: binds the public input alone where the words depend on the scenario (`listed`)."""

    words: tuple[str, ...] = ()
    noun: str = ""
    key: str = ""
    pattern: str = ""

    def written(self, writer: Writer) -> Schema:
        words = list(self.words or writer.listed.get(self.key, ()))
        return {"enum": words, "x-noun": self.noun or " or ".join(words)}

    def bound(self) -> Schema:
        return {"type": "string", "pattern": self.pattern} if self.pattern else {"enum": list(self.words)}

    def read(self, said: Any, path: Path, names: Names) -> Json:
        return str(said)

    def told(self, value: Json, called: Called) -> str:
        return str(value)


@dataclass(frozen=True, slots=True)
class Yes:
    """The word true, of what is left out otherwise."""

    noun: str = "the word true"

    def written(self, writer: Writer) -> Schema:
        return {"const": True, "x-noun": self.noun}

    def bound(self) -> Schema:
        return {"const": True}

    def read(self, said: Any, path: Path, names: Names) -> Json:
        return True

    def told(self, value: Json, called: Called) -> str:
        return ""


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number within bounds."""

    least: int
    most: int
    noun: str

    def written(self, writer: Writer) -> Schema:
        return {**self.bound(), "x-noun": self.noun}

    def bound(self) -> Schema:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}

    def read(self, said: Any, path: Path, names: Names) -> Json:
        return int(said)

    def told(self, value: Json, called: Called) -> str:
        return str(value)


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of the own army, by its id or its printed name."""

    mend: str
    noun: str = "a unit"
    key: str = "unit"
    pattern: str = ID

    def written(self, writer: Writer) -> Schema:
        return writer.ref(self.key, lambda: self._word(writer))

    def _word(self, writer: Writer) -> Schema:
        word: Schema = {"type": "string", "minLength": 1, "maxLength": LONGEST, "x-noun": self.noun}
        # Printed names are as good as ids, so the list only completes and never refuses.
        return (
            writer.suggested(self.key, word, self.noun) if writer.listed.get(self.key) else word | {"x-mend": self.mend}
        )

    def bound(self) -> Schema:
        return {"type": "string", "pattern": self.pattern}

    def read(self, said: Any, path: Path, names: Names) -> Json:
        return names.unit(said, path)

    def told(self, value: Json, called: Called) -> str:
        return called.unit(str(value))


@dataclass(frozen=True, slots=True)
class OwnUnit(Unit):
    """A unit of the own army where none of another one could be meant, as in standing orders."""

    def read(self, said: Any, path: Path, names: Names) -> Json:
        return names.own_unit(said, path)


@dataclass(frozen=True, slots=True)
class Hex:
    """A hex by its number or its printed name. number, printed: patterns of either."""

    number: str
    printed: str
    mend: str = ""
    noun: str = "a hex"
    key: str = "hex"

    @property
    def pattern(self) -> str:
        """What may be written."""
        return f"^({self.number}|{self.printed})$"

    def written(self, writer: Writer) -> Schema:
        return writer.ref(self.key, lambda: writer.suggested(self.key, self._word(), self.noun))

    def _word(self) -> Schema:
        mend = {"x-mend": self.mend} if self.mend else {}
        return {"type": "string", "pattern": self.pattern, "x-noun": self.noun, **mend}

    def bound(self) -> Schema:
        return {"type": "string", "pattern": f"^{self.number}$"}

    def read(self, said: Any, path: Path, names: Names) -> Json:
        return names.hex(said, path)

    def told(self, value: Json, called: Called) -> str:
        return str(value)


@dataclass(frozen=True, slots=True)
class Target(Hex):
    """A hex under attack; who names the unit in it is told to name the hex, and reports give its printed name."""

    def read(self, said: Any, path: Path, names: Names) -> Json:
        return names.target(said, path)

    def told(self, value: Json, called: Called) -> str:
        return called.hex(str(value))


@dataclass(frozen=True, slots=True)
class Wish:
    """A hex, or a direction, which needs no map: where somebody would rather go."""

    hex: Hex
    directions: tuple[str, ...]
    key: str = "preference"

    def written(self, writer: Writer) -> Schema:
        return writer.ref(
            self.key,
            lambda: {
                "type": "string",
                "anyOf": [{"enum": list(self.directions)}, {"type": "string", "pattern": self.hex.pattern}],
                "x-noun": "a hex or a direction",
                "x-mend": f"write four digits or one of {', '.join(self.directions)}",
            },
        )

    def bound(self) -> Schema:
        return {"type": "string", "pattern": f"^({self.hex.number}|{'|'.join(self.directions)})$"}

    def read(self, said: Any, path: Path, names: Names) -> Json:
        return names.wish(said, path, self.directions)

    def told(self, value: Json, called: Called) -> str:
        return str(value)
