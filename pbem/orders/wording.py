"""What each JSON Schema keyword says to a player when his file does not meet it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from pbem.lean import dataclass
from pbem.orders.findings import LOOK_ALIKES, Kind, did_you_mean, listed
from pbem.orders.scalars import text_of
from pbem.orders.schemas import Schema, resolve, types_of


@dataclass(frozen=True)
class Words:
    """The part of a Finding that depends on the keyword alone."""

    kind: Kind
    code: str
    what: str
    expected: str = ""
    hint: str = ""
    legal: tuple[str, ...] = ()


_CHOICE = re.compile(r"\^\(([A-Za-z0-9|_-]+)\)\$")
_ONE_WORD = re.compile(r"\^(?:\[[^]\\]+\])?\[([^]^\\]+)\](?:[*+]|\{[0-9]+(?:,[0-9]*)?\})\$")
# As many members of a map are named in one sentence.
_FEW = 8
_RUN_TOGETHER = re.compile(r"([A-Za-z][A-Za-z0-9_-]*)([ :]) *(.+)")
# Quotation marks that word processors and telephones put in the place of the plain ones.
_CURLY = "\u201c\u201d\u201e\u2018\u2019\u201a\u00ab\u00bb"
# So much of what was typed is repeated in advice.
_SHOWN = 40
_ENTRIES = "write lines that begin with '- ', or [] for none"
# The longest number that is looked at as one whose leading zeros were left out, and the longest that may be meant.
_DIGITS = re.compile("[0-9]{1,8}")
_LONGEST_NUMBER = 8
# A word or several, with commas, that can stand between brackets as they are.
_LISTABLE = re.compile(r"[^\W_][\w/-]{0,30}(?:, ?[^\W_][\w/-]{0,30}){0,7}")
_RANGE = re.compile(r"\w-\w|[^ ]")
_TYPE_NOUNS = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "a map (key: value)",
}
_TYPE_MENDS = {
    "string": "write one text, without [ ] or { }",
    "integer": "write digits only",
    "array": "write [a, b] or lines that begin with '- '",
    "object": "write 'key: value' lines",
}


def noun(schema: Schema) -> str:
    """What a value of this schema is called, with its article: `x-noun`, else by type."""
    if "x-noun" in schema:
        return str(schema["x-noun"])
    named = [_TYPE_NOUNS[name] for name in types_of(schema) if name in _TYPE_NOUNS]
    return " or ".join(named)


def bare_noun(schema: Schema) -> str:
    """The noun without its article, to go behind `no such`."""
    return re.sub("^(an?|the) ", "", str(schema.get("x-noun", "")))


def words_for(keyword: str, limit: Any, value: Any, schema: Schema) -> Words:
    """Say that `value` misses `keyword: limit` of `schema`."""
    rule = _KEYWORDS.get(keyword)
    if rule is not None:
        return rule(limit, value, schema)
    what = f"not {noun(schema)}" if noun(schema) else "not of the form that is expected here"
    return Words("unreadable", f"schema-{keyword.lower()}", what, hint=_mend(schema))


def _mend(schema: Schema) -> str:
    return str(schema.get("x-mend", ""))


def _type(_: Any, value: Any, schema: Schema) -> Words:
    names = types_of(schema)
    mend = _mend(schema) or (_TYPE_MENDS.get(names[0], "") if len(names) == 1 else "")
    if value == "" and isinstance(value, str):
        return Words("unreadable", "empty-value", "nothing stands here", noun(schema), mend)
    if mend == _TYPE_MENDS["array"] and isinstance(value, str) and _LISTABLE.fullmatch(value):
        mend = f"write [{value}], or lines that begin with '- '"
    return Words("unreadable", "wrong-type", f"not {noun(schema)}", hint=mend)


def _pattern(pattern: str, value: Any, schema: Schema) -> Words:
    what = f"not {schema['x-noun']}" if "x-noun" in schema else "not of the form that is expected here"
    expected = "" if "x-noun" in schema else _form(pattern)
    return Words("unreadable", "wrong-form", what, expected, _look_alike(pattern, value) or _mend(schema))


def _form(pattern: str) -> str:
    """A simple pattern in words: a choice between words, or one word of certain characters; "" for any other."""
    words = _CHOICE.fullmatch(pattern)
    if words:
        return " or ".join(words[1].split("|"))
    letters = _ONE_WORD.fullmatch(pattern)
    return f"one word of {' '.join(_RANGE.findall(letters[1]))}" if letters else ""


def _look_alike(pattern: str, value: Any) -> str:
    """Name the letter that was typed for a digit, the marks of a word processor, the commas of a list or the leading
    zeros that were left out, if that is all that is wrong."""
    if not isinstance(value, str):
        return ""
    bare = value.strip(_CURLY)
    if bare != value and re.search(pattern, bare):
        return f'typographic quotation marks? write "{bare}"'
    several = value.split()[:_FEW]
    if len(several) > 1 and all(re.search(pattern, one) for one in several):
        return f"a comma is missing? write [{', '.join(several)}]"
    if _DIGITS.fullmatch(value):
        widths = range(len(value) + 1, _LONGEST_NUMBER + 1)
        full = next((value.zfill(width) for width in widths if re.search(pattern, value.zfill(width))), "")
        return f'write "{full}"' if full else ""
    meant = value.translate(LOOK_ALIKES)
    if meant == value or not re.search(pattern, meant):
        return ""
    letter = next(typed for typed, digit in zip(value, meant, strict=True) if typed != digit)
    return f'letter {letter}? write "{meant}"'


def run_together(key: str, known: Sequence[str]) -> Words | None:
    """What is wrong with `unit tau-1` or `unit:tau-1` where `unit` is known: the colon, or the blank behind it; None
    for a key that is simply unknown."""
    found = _RUN_TOGETHER.fullmatch(key)
    if found is None or found[1] not in known:
        return None
    what = "a colon is missing" if found[2] == " " else "a space is missing behind the colon"
    return Words("unreadable", "missing-colon", what, hint=f"write {found[1]}: {found[3][:_SHOWN]}")


def with_mend(schema: Schema, value: Any, root: Schema) -> Schema:
    """The schema with advice how to write a list of maps, or a map, in the place of a value of another type."""
    if "x-mend" in schema:
        return schema
    items = resolve(schema["items"], root) if isinstance(schema.get("items"), dict) else {}
    if types_of(schema) == ("array",) and types_of(items) == ("object",):
        mend = "put '- ' before the first line of each entry" if isinstance(value, dict) else _ENTRIES
        return {**schema, "x-mend": mend}
    members = [key for key, sub in schema.get("properties", {}).items() if not sub.get("readOnly")]
    if types_of(schema) == ("object",) and 0 < len(members) <= _FEW:
        return {**schema, "x-mend": f"write 'key: value' lines with {', '.join(members)}"}
    return schema


def choice(values: Sequence[Any], value: Any, schema: Schema) -> Words:
    """Say that `value` is none of the listed values, and which are near."""
    legal = tuple(text for text in map(text_of, values) if text is not None)
    word = text_of(value)
    if word is None:
        return Words("unreadable", "wrong-type", f"not {schema.get('x-noun', 'one word')}", listed(legal), legal=legal)
    # A noun that is the list of the words themselves would say `no such yes or no`.
    named = "x-noun" in schema and " or " not in schema["x-noun"]
    what = f"no such {bare_noun(schema)}" if named else "not one of the words for this"
    if len(legal) == 1:
        what = f"only {legal[0]} can stand here"
        return Words(
            "unknown", "unknown-value", what if word else "nothing stands here", hint=_mend(schema), legal=legal
        )
    what = what if word else "nothing stands here"
    return Words("unknown", "unknown-value", what, hint=did_you_mean(word, legal) or _mend(schema), legal=legal)


def forms(branches: Sequence[Schema], words: Sequence[Any], value: Any, schema: Schema) -> Words:
    """Say that `value` is none of the listed words, and of none of the other forms that may stand in their place."""
    others = [branch for branch in branches if "const" not in branch and "enum" not in branch]
    if not others:
        return choice(words, value, schema)
    named = " or ".join(dict.fromkeys(filter(None, map(_shape, others))))
    what = f"not {schema['x-noun']}" if "x-noun" in schema else "not of a form expected here"
    texts = [text for text in map(text_of, words) if text is not None]
    expected = "" if "x-noun" in schema else f"{', '.join(texts)}, or {named}"
    types = {name for branch in others for name in types_of(branch)}
    mend = _mend(schema) or (_TYPE_MENDS.get(min(types), "") if len(types) == 1 else "")
    return Words("unreadable", "wrong-type", what if value != "" else "nothing stands here", expected, mend)


def _shape(branch: Schema) -> str:
    """The noun of a form; of a map with few members with their names."""
    members = [key for key, sub in branch.get("properties", {}).items() if not sub.get("readOnly")]
    if "x-noun" in branch or types_of(branch) != ("object",) or not 0 < len(members) <= _FEW:
        return noun(branch)
    return f"a map with {', '.join(members)}"


def _const(constant: Any, value: Any, schema: Schema) -> Words:
    return choice([constant], value, schema)


def _counted(code: str, relation: str, unit: str) -> Callable[[Any, Any, Schema], Words]:
    def rule(limit: int, value: Any, schema: Schema) -> Words:
        if value == "":
            return Words("unreadable", code, "nothing stands here", noun(schema), _mend(schema))
        many = unit if limit == 1 else _PLURALS[unit]
        stand = "must stand" if relation == "at least" else "can stand"
        return Words("unreadable", code, f"{len(value)} where {relation} {limit} {many} {stand}", hint=_mend(schema))

    return rule


_PLURALS = {"entry": "entries", "character": "characters", "member": "members"}


def _bounded(code: str, relation: str) -> Callable[[Any, Any, Schema], Words]:
    def rule(limit: int, value: Any, schema: Schema) -> Words:
        return Words("unreadable", code, f"too {code.split('-')[1]}", f"{relation} {limit}", _mend(schema))

    return rule


def _unique(_: Any, value: Any, schema: Schema) -> Words:
    texts = [text_of(item) for item in value]
    twice = next((text for text in texts if text is not None and texts.count(text) > 1), None)
    what = f"{twice} stands twice" if twice else "an entry stands twice"
    return Words("unreadable", "repeated-entry", what, hint=_mend(schema))


def _refused(_: Any, value: Any, schema: Schema) -> Words:
    return Words("unreadable", "not-here", "this cannot stand here", hint=_mend(schema))


_KEYWORDS: dict[str, Callable[[Any, Any, Schema], Words]] = {
    "type": _type,
    "pattern": _pattern,
    "enum": choice,
    "const": _const,
    "minItems": _counted("too-few", "at least", "entry"),
    "maxItems": _counted("too-many", "at most", "entry"),
    "minLength": _counted("too-short", "at least", "character"),
    "maxLength": _counted("too-long", "at most", "character"),
    "minProperties": _counted("too-few", "at least", "member"),
    "maxProperties": _counted("too-many", "at most", "member"),
    "minimum": _bounded("too-small", "at least"),
    "maximum": _bounded("too-large", "at most"),
    "exclusiveMinimum": _bounded("too-small", "more than"),
    "exclusiveMaximum": _bounded("too-large", "less than"),
    "uniqueItems": _unique,
    "not": _refused,
}
