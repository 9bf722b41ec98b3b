"""One declaration of what a player may write: maps and lists of words, each member with its words for people.

    MANNER = fields(
        bombard=some(UNIT, "artillery two hexes away (8.1) that joins in", default="none"),
        pay=some(UNIT, "who pays an exchange (7.6)", default="the cheapest set", instead={ASK: "payment asked"}),
    )
    ATTACK = fields(on=some(TARGET, "the hexes under attack", required=True), **MANNER.members, else_=one(MANNER))

What follows from it: `written` for documents and editors, `bound` for the public input, `read` from the one to the
other, `told` in sentences; templates and gestures in `pbem.hexgame.documents.members`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pbem.engine.options import Json, Refusal
from pbem.hexgame.documents.kinds import Called, Node, Schema, Writer
from pbem.hexgame.documents.names import Names, Path

MOST: Final = 32
"""Values in a list, where nothing else is said."""
_ONE_OR_MORE: Final = "write one, or several as [a, b]"


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a map. doc: what it means, without capital and stop. default: what counts without it.

    more: what docs add to doc. help: told at the field of a form instead of doc. example: as a template shows it.
    said: how a report tells it, `{}` the value; "" where it says nothing of it. gesture: what a click puts there
    (`engine.gesture`). written: what compilation replaces by other members, so that the public input knows nothing of
    it.
    """

    node: Node
    doc: str = ""
    default: str = ""
    required: bool = False
    more: str = ""
    help: str = ""
    example: str = ""
    said: str = ""
    gesture: Json = None
    written: bool = False

    def schema(self, writer: Writer, *, terse: bool = False) -> Schema:
        """The schema of what may be written, with its meaning, unless it is terse."""
        found, doc = self.node.written(writer), self.help or ("" if terse else self.doc)
        return {**found, "description": f"{doc[:1].upper()}{doc[1:]}."} if doc else found


@dataclass(frozen=True, slots=True)
class Fields:
    """A map with known members. key: its name where several places share it. noun, mend: see `pbem.orders.check`.

    any_of: at least one of these is written. shapes: members that stand together in the public input, beside the
    required ones, where not all go with all. short: the member that is meant where a bare word stands for the map;
    agreed: what is said to who writes `yes` there, `{}` a unit of his.
    """

    members: Mapping[str, Member]
    key: str = ""
    noun: str = ""
    mend: str = ""
    any_of: tuple[str, ...] = ()
    shapes: tuple[tuple[str, ...], ...] = ()
    short: str = ""
    agreed: str = ""

    def written(self, writer: Writer) -> Schema:
        found = writer.ref(self.key, lambda: self._map(writer)) if self.key else self._map(writer)
        return {"anyOf": [found, self.members[self.short].node.written(writer)]} if self.short else found

    def _map(self, writer: Writer) -> Schema:
        required = [key for key, member in self.members.items() if member.required]
        terse = self.key in writer.terse
        return {
            "type": "object",
            "properties": {key: member.schema(writer, terse=terse) for key, member in self.members.items()},
            "additionalProperties": False,
            **({"required": required} if required else {}),
            **({"anyOf": [{"required": [key]} for key in self.any_of]} if self.any_of else {}),
            **_words(self.noun, self.mend),
        }

    def bound(self) -> Schema:
        known = [key for key, member in self.members.items() if not member.written]
        required = [key for key in known if self.members[key].required]
        if not self.shapes:
            return self._bound(known, required)
        return {"oneOf": [self._bound([*required, *shape], [*required, *shape]) for shape in self.shapes]}

    def _bound(self, known: Sequence[str], required: Sequence[str]) -> Schema:
        return {
            "type": "object",
            "properties": {key: self.members[key].node.bound() for key in known},
            "required": list(required),
            "additionalProperties": False,
        }

    def read(self, said: Any, path: Path, names: Names) -> Json:
        if not isinstance(said, Mapping):
            return {self.short: self._bare(said, path, names)}
        found = {}
        for key, member in self.members.items():
            if key in said:
                found[key] = member.node.read(said[key], (*path, key), names)
        return found

    def _bare(self, said: Any, path: Path, names: Names) -> Json:
        if self.agreed and names.agrees(said):
            names.fault(path, Refusal("", self.agreed.format(names.units.own()[0]), unit=str(said)))
            return str(said)
        return self.members[self.short].node.read(said, path, names)

    def told(self, value: Json, called: Called) -> str:
        return " ".join(self.parts(value, called))

    def parts(self, value: Json, called: Called, keys: Sequence[str] = ()) -> Iterator[str]:
        """What is to be said of a map, member by member, in this order; of all where no keys are given.

        A member that holds an empty list says nothing.
        """
        for key in keys or self.members:
            member = self.members[key]
            if member.said and value.get(key):
                told = member.node.told(value[key], called)
                yield told if _stands_alone(member.node, value[key]) else member.said.format(told)


@dataclass(frozen=True, slots=True)
class Some:
    """A list of values; `single`: one of them may stand for a list of it.

    least: values that the public input has; where one may stand for a list the rules tell in their own words that it is
    empty. ends: the word before the last in a sentence, or between all where `each` says so.
    """

    item: Node
    noun: str = ""
    mend: str = ""
    least: int = 0
    most: int = MOST
    single: bool = True
    ends: str = "and"
    each: bool = False

    def written(self, writer: Writer) -> Schema:
        found = self.item.written(writer)
        listed = {"type": "array", "maxItems": self.most, "items": found}
        words = _words(self.noun, self.mend)
        return {"anyOf": [*_branches(found), listed], **words} if self.single else {**listed, **self._least(), **words}

    def bound(self) -> Schema:
        return {"type": "array", "items": self.item.bound(), "maxItems": self.most, **self._least()}

    def _least(self) -> Schema:
        return {"minItems": self.least} if self.least else {}

    def read(self, said: Any, path: Path, names: Names) -> Json:
        if isinstance(said, Sequence) and not isinstance(said, str):
            return [self.item.read(entry, (*path, number), names) for number, entry in enumerate(said)]
        return [self.item.read(said, path, names)]

    def told(self, value: Json, called: Called) -> str:
        parts = [self.item.told(one, called) for one in value]
        return f" {self.ends} ".join(parts) if self.each or len(parts) < 2 else listed(parts, self.ends)


@dataclass(frozen=True, slots=True)
class Instead:
    """A value, or a word in its place. words: each with what a report says of it."""

    words: Mapping[str, str]
    node: Node
    noun: str = ""
    mend: str = ""

    def written(self, writer: Writer) -> Schema:
        return {"anyOf": [self._word(), *_branches(self.node.written(writer))], **_words(self.noun, self.mend)}

    def bound(self) -> Schema:
        return {"anyOf": [self._word(), self.node.bound()]}

    def _word(self) -> Schema:
        words = list(self.words)
        return {"const": words[0]} if len(words) == 1 else {"enum": words}

    def read(self, said: Any, path: Path, names: Names) -> Json:
        return said if self.stands(said) else self.node.read(said, path, names)

    def stands(self, value: Json) -> bool:
        """Whether it is one of the words."""
        return isinstance(value, str) and value in self.words

    def told(self, value: Json, called: Called) -> str:
        return self.words[value] if self.stands(value) else self.node.told(value, called)


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of several maps, known by their required members."""

    maps: tuple[Fields, ...]
    noun: str = ""
    mend: str = ""

    def written(self, writer: Writer) -> Schema:
        return {"anyOf": [one.written(writer) for one in self.maps], **_words(self.noun, self.mend)}

    def bound(self) -> Schema:
        return {"oneOf": [one.bound() for one in self.maps]}

    def read(self, said: Any, path: Path, names: Names) -> Json:
        return self._meant(said).read(said, path, names)

    def told(self, value: Json, called: Called) -> str:
        return self._meant(value).told(value, called)

    def _meant(self, value: Mapping[str, Json]) -> Fields:
        return next(one for one in self.maps if all(key in value for key, m in one.members.items() if m.required))


@dataclass(frozen=True, slots=True)
class By:
    """A map from words to values, such as hexes by unit. Two words that mean the same are a fault.

    beside: members of the map that are no such words, by their names.
    """

    word: Node
    value: Node
    most: int = MOST
    beside: Mapping[str, Member] = field(default_factory=dict)

    def written(self, writer: Writer) -> Schema:
        known = {key: member.schema(writer) for key, member in self.beside.items()}
        return self._map(self.word.written(writer), self.value.written(writer), known)

    def bound(self) -> Schema:
        known = {key: member.node.bound() for key, member in self.beside.items()}
        return self._map(self.word.bound(), self.value.bound(), known)

    def _map(self, word: Schema, value: Schema, known: Schema) -> Schema:
        if known:
            word = {"anyOf": [{"enum": list(known)}, word]}
        found = {"type": "object", "maxProperties": self.most, "propertyNames": word, "additionalProperties": value}
        return {**found, "properties": known} if known else found

    def read(self, said: Any, path: Path, names: Names) -> Json:
        found: dict[str, Json] = {}
        for word, value in said.items():
            if word in self.beside:
                found[word] = self.beside[word].node.read(value, (*path, word), names)
                continue
            key = self.word.read(word, (*path, word), names)
            if key in found:
                names.fault((*path, word), Refusal("", f"{word} stands here twice; write it once", key))
            found[key] = self.value.read(value, (*path, word), names)
        return found

    def told(self, value: Json, called: Called) -> str:
        words = {key: one for key, one in value.items() if key not in self.beside}
        return listed([f"{self.word.told(key, called)} {self.value.told(one, called)}" for key, one in words.items()])


# -- how a declaration is written -------------------------------------------------------------


def fields(**members: Member) -> Fields:
    """A map with these members. Python's own words are written with a stroke behind them: `if_`, `else_`."""
    return Fields({key.rstrip("_"): member for key, member in members.items()})


def one(node: Node, doc: str = "", *, instead: Mapping[str, str] | None = None, **more: Any) -> Member:
    """A member with one value. instead: words in its place. more: see `Member`."""
    return Member(Instead(instead, node) if instead else node, doc, **more)


def some(
    node: Node,
    doc: str = "",
    *,
    noun: str = "",
    mend: str = "",
    instead: Mapping[str, str] | None = None,
    least: int = 0,
    most: int = MOST,
    single: bool = True,
    ends: str = "and",
    each: bool = False,
    **more: Any,
) -> Member:
    """A member with a list of values, see `Some`. instead: words in its place, see `Instead`. more: see `Member`."""
    if instead:
        return Member(Instead(instead, Some(node, "", "", least, most, single, ends, each), noun, mend), doc, **more)
    mend = mend or (_ONE_OR_MORE if single else "")
    return Member(Some(node, noun, mend, least, most, single, ends, each), doc, **more)


@dataclass(frozen=True, slots=True)
class Entries:
    """A list of the orders document. doc: one sentence. title: of what it is a list, `moves`."""

    entry: Node
    doc: str
    noun: str
    most: int = 128


@dataclass(frozen=True, slots=True)
class Form:
    """A whole document: its lists and other members. title: of the binding schema."""

    title: str
    lists: Mapping[str, Entries] = field(default_factory=dict)
    members: Mapping[str, Member] = field(default_factory=dict)

    def written(self, writer: Writer) -> Schema:
        """A fragment of the orders schema: the members of the document."""
        found = {
            key: {
                "type": "array",
                "maxItems": entries.most,
                "items": entries.entry.written(writer),
                "x-noun": entries.noun,
                "description": entries.doc,
            }
            for key, entries in self.lists.items()
        }
        others = {key: member.schema(writer) for key, member in self.members.items()}
        return {"type": "object", "properties": {**found, **others}, "$defs": writer.defs}

    def bound(self) -> Schema:
        """The binding schema."""
        lists = {
            key: {"type": "array", "items": entries.entry.bound(), "maxItems": entries.most}
            for key, entries in self.lists.items()
        }
        others = {key: member.node.bound() for key, member in self.members.items() if not member.written}
        return binding(self.title, {**lists, **others}, [])


def binding(title: str, properties: Schema, required: Sequence[str]) -> Schema:
    """The schema of a file in `data/asks/`."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


def answer(title: str, node: Node) -> Schema:
    """The binding schema of a question in the middle of a phase."""
    return binding(title, {"answer": node.bound()}, ["answer"])


def answer_written() -> Schema:
    """What a player may write as `answer`: a word, or lists and maps of words; what it means the template says."""
    word = {"type": "string", "maxLength": 60}
    flat = {
        "type": "object",
        "maxProperties": 20,
        "additionalProperties": {"anyOf": [word, {"type": "array", "maxItems": MOST, "items": word}]},
    }
    return {
        "anyOf": [word, {"type": "array", "maxItems": 60, "items": {"anyOf": [word, flat]}}, flat],
        **_words("an answer", "choose among the answers that the template lists"),
    }


def listed(words: Sequence[str], ends: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {ends} {words[-1]}"


def _stands_alone(node: Node, value: Json) -> bool:
    return isinstance(node, Instead) and node.stands(value)


def _branches(schema: Schema) -> list[Schema]:
    """The choices of a schema that is nothing else, or the schema."""
    return schema["anyOf"] if schema.keys() == {"anyOf"} else [schema]


def _words(noun: str, mend: str) -> Schema:
    return {**({"x-noun": noun} if noun else {}), **({"x-mend": mend} if mend else {})}
