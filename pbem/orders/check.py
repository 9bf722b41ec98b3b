"""Schema check of a loaded file: every fault at once, each where it stands and in words for people."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import Any

import orjson

from pbem.orders.findings import Finding, OrdersFault, did_you_mean, in_file_order, suggest
from pbem.orders.loader import Document, Path
from pbem.orders.scalars import branch_index, likeness, listed_values, text_of, type_scalars
from pbem.orders.schemas import Schema, member_schema, resolve, types_of
from pbem.orders.wording import Words, choice, forms, noun, run_together, with_mend, words_for

MOST_ERRORS = 200
_SUBJECT = 28
# Of several faults of one scalar the first named here is told.
_PRIORITY = ("type", "pattern", "const", "enum")


def check(document: Document, schema: Schema) -> tuple[Any, tuple[Finding, ...]]:
    """The typed data of a file, and its faults against a JSON Schema (2020-12) in file order.

    The schema may carry `x-noun` (what a value is called, with article) and `x-mend` (how to write it).
    The data are fit for use only if there is no finding. `$ref` is followed inside the schema only.
    Past MOST_ERRORS findings one last finding says that there are more.
    """
    data = type_scalars(schema, document.data)
    if _fits(schema, data):
        return data, ()
    from jsonschema import Draft202012Validator  # imported here: it doubles the time of a cold start

    errors = list(islice(Draft202012Validator(schema).iter_errors(data), MOST_ERRORS + 1))
    # One error can stand for many findings: every unknown key of a map, every entry of a list under anyOf.
    findings = list(islice(_Rewording(document, schema).findings(errors[:MOST_ERRORS]), MOST_ERRORS + 1))
    if len(errors) > MOST_ERRORS or len(findings) > MOST_ERRORS:
        more = Finding("unreadable", "more-faults", "there are more faults than these")
        return data, (*in_file_order(findings[:MOST_ERRORS]), more)
    return data, in_file_order(findings)


def checked(document: Document, schema: Schema) -> Any:
    """The typed data of a file without faults; raises OrdersFault (ORDERS_SCHEMA) with all of them."""
    data, findings = check(document, schema)
    if findings:
        raise OrdersFault(document.name, findings)
    return data


def _fits(schema: Schema, data: Any) -> bool:
    """Whether nothing is wrong: told far sooner than what is wrong, and the sooner the longer the file."""
    return bool(_validator(orjson.dumps(schema)).is_valid(data))


@lru_cache(maxsize=32)
def _validator(schema: bytes) -> Any:
    """What checks against a schema, given as JSON: to make it takes a hundred times as long as to compare schemas."""
    import jsonschema_rs

    return jsonschema_rs.Draft202012Validator(orjson.loads(schema))


class _Rewording:
    """Turns the validator's errors into findings of one document."""

    def __init__(self, document: Document, root: Schema) -> None:
        self._document = document
        self._root = root

    def findings(self, errors: Iterable[Any]) -> Iterator[Finding]:
        leaves = list(self._leaves(errors))
        told: dict[Path, int] = {}
        for error in leaves:
            rank, path = _rank(error), tuple(error.absolute_path)
            told[path] = min(rank, told.get(path, rank))
        for error in leaves:
            rank, best = _rank(error), told[tuple(error.absolute_path)]
            # What is no map at all is told once; a map may lack one member and hold another too many.
            if rank == best or (rank == len(_PRIORITY) and best > 0):
                yield from self._leaf(error)

    def _leaves(self, errors: Iterable[Any]) -> Iterator[Any]:
        """The errors themselves, and in place of a failed oneOf or anyOf those of the branch that was meant."""
        for error in errors:
            index = self._meant_branch(error)
            if index is None:
                yield error
            else:
                yield from self._leaves(child for child in error.context if child.schema_path[0] == index)

    def _meant_branch(self, error: Any) -> int | None:
        """Which branch to report; None if the value is like none of them or the choice itself is the fault."""
        if error.validator not in ("oneOf", "anyOf") or not error.context:
            return None
        branches = self._branches(error)
        if _only_required(branches):
            return None
        if text_of(error.instance) is not None and "x-noun" in error.schema and _nameless_words(branches):
            # The choice has a name of its own for what may stand here; its branches have none.
            return None
        index = branch_index(branches, error.instance, self._root)
        return index if likeness(branches[index], error.instance, self._root)[0] else None

    def _branches(self, error: Any) -> list[Schema]:
        return [resolve(branch, self._root) for branch in error.validator_value]

    def _leaf(self, error: Any) -> Iterator[Finding]:
        path: Path = tuple(error.absolute_path)
        value, schema = error.instance, resolve(error.schema, self._root)
        if "propertyNames" in error.absolute_schema_path:
            yield self._unknown_key(path, value, schema)
        elif error.validator == "additionalProperties":
            # What only programs write (`readOnly`) is no advice for a person.
            known = [key for key, sub in schema.get("properties", {}).items() if not sub.get("readOnly")]
            for key in value:
                if member_schema(schema, key) is None:
                    words = run_together(key, known) or _unknown_key_words(key, known, value)
                    yield self._found(words, (*path, key), f"{key}:", key=True)
        elif error.validator == "required":
            for key in error.validator_value:
                if key not in value and not _meant(value, [key], schema):
                    mend = str(resolve(member_schema(schema, key) or {}, self._root).get("x-mend", ""))
                    words = Words(
                        "unreadable", "missing-key", f"'{key}' is missing", self._member_noun(schema, key), mend
                    )
                    yield self._found(words, (*path, key), "")
        elif error.validator == "dependentRequired":
            yield from self._dependent(error, path)
        elif error.validator in ("oneOf", "anyOf"):
            branches = self._branches(error)
            if _only_required(branches) and _meant(value, [key for one in branches for key in one["required"]], schema):
                return
            yield self._found(self._choice_words(error), path, _subject(path, value))
        else:
            words = self._among_branches(error) or words_for(
                error.validator or "not", error.validator_value, value, with_mend(schema, value, self._root)
            )
            named = text_of(value) if "hex" in noun(schema) else None
            found = self._found(words, path, _subject(path, value))
            yield replace(found, hex=named) if named else found

    def _member_noun(self, schema: Schema, key: str) -> str:
        return noun(resolve(member_schema(schema, key) or {}, self._root))

    def _unknown_key(self, path: Path, key: Any, schema: Schema) -> Finding:
        legal = listed_values(schema)
        if legal is not None:
            words = choice(legal, key, schema)
        else:
            words = words_for("pattern", schema.get("pattern", ""), key, schema)
        return self._found(words, (*path, key), f"{key}:", key=True)

    def _dependent(self, error: Any, path: Path) -> Iterator[Finding]:
        for key, needed in error.validator_value.items():
            for other in needed:
                if key in error.instance and other not in error.instance:
                    words = Words("unreadable", "missing-key", f"'{key}' needs '{other}' beside it")
                    yield self._found(words, (*path, key), f"{key}:", key=True)

    def _choice_words(self, error: Any) -> Words:
        """A value that is like no branch, or that fits several where one is asked for."""
        branches = self._branches(error)
        if _only_required(branches):
            names = ", ".join(" and ".join(branch["required"]) for branch in branches)
            if error.context:
                return Words("unreadable", "missing-key", "something is missing", f"one of: {names}")
            return Words("unreadable", "too-many", "too much is given", f"only one of: {names}")
        if not error.context:
            return Words("unreadable", "ambiguous", "this can be read in more than one way", "one form")
        nouns = " or ".join(dict.fromkeys(filter(None, map(noun, branches))))
        own = resolve(error.schema, self._root)
        what = f"not {own.get('x-noun') or nouns}" if own.get("x-noun") or nouns else "not of a form expected here"
        return Words("unreadable", "wrong-type", what, hint=str(own.get("x-mend", "")))

    def _among_branches(self, error: Any) -> Words | None:
        """A fixed word or member that no branch knows: list the values of all branches, not of the nearest one."""
        parent = error.parent
        if error.validator not in ("const", "enum") or parent is None or len(error.relative_path) > 1:
            return None
        if not error.relative_path:
            return self._other_forms(parent, error.instance)
        if not isinstance(error.relative_path[0], str):
            # An entry of a list, which has no name that another branch could know.
            return None
        if parent.validator not in ("oneOf", "anyOf") or parent.context is None:
            return None
        key, values = error.relative_path[0], []
        for branch in self._branches(parent):
            member = resolve(member_schema(branch, str(key)) or {}, self._root)
            values += listed_values(member) or []
        return choice(list(dict.fromkeys(values)), error.instance, resolve(error.schema, self._root))

    def _other_forms(self, parent: Any, value: Any) -> Words | None:
        """A word that is none of those that a choice between forms lists."""
        if parent.validator not in ("oneOf", "anyOf") or parent.context is None:
            return None
        branches = self._branches(parent)
        listed = [word for branch in branches for word in listed_values(branch) or []]
        return forms(branches, list(dict.fromkeys(listed)), value, resolve(parent.schema, self._root))

    def _found(self, words: Words, path: Path, subject: str, *, key: bool = False) -> Finding:
        line, column = self._document.mark(path, key=key)
        return Finding(
            kind=words.kind,
            code=words.code,
            what=words.what,
            path=path,
            line=line,
            column=column,
            subject=subject,
            expected=words.expected,
            hint=words.hint,
            legal=words.legal,
            unit=self._nearest(path, "unit"),
            hex=self._nearest(path, "hex"),
        )

    def _nearest(self, path: Path, key: str) -> str:
        """The text of member `key` of the innermost map on the way to the fault; empty if there is none."""
        found, here = "", self._document.data
        for step in (*path, None):
            if isinstance(here, dict) and isinstance(here.get(key), str):
                found = here[key]
            try:
                here = here[step]
            except (KeyError, IndexError, TypeError):
                break
        return found


def _meant(value: Any, keys: list[str], schema: Schema) -> bool:
    """Whether a map has one of the keys that it lacks after all: run together with its value, or misspelt. What is
    wrong with that key is told; that it is missing would be said of the same slip."""
    if not isinstance(value, dict):
        return False
    strange = [key for key in value if member_schema(schema, key) is None]
    return any(run_together(key, keys) or suggest(key, keys) for key in strange)


def _rank(error: Any) -> int:
    return _PRIORITY.index(error.validator) if error.validator in _PRIORITY else len(_PRIORITY)


def _nameless_words(branches: list[Schema]) -> bool:
    """Whether all branches are single words without a name in words."""
    return all("x-noun" not in branch and set(types_of(branch)) <= {"string"} for branch in branches)


def _only_required(branches: list[Schema]) -> bool:
    """Whether the branches ask for members only: `to` or `path`."""
    return all(set(branch) == {"required"} for branch in branches)


def _unknown_key_words(key: str, known: list[str], beside: Collection[str]) -> Words:
    """The nearest key that there is, else those that are still missing beside the ones written already."""
    free = [name for name in known if name not in beside] or known
    hint = did_you_mean(key, known if suggest(key, known) else free)
    return Words("unknown", "unknown-key", "no such key here", hint=hint, legal=tuple(free))


def _subject(path: Path, value: Any) -> str:
    """The faulty words as typed: nearest key and, of a scalar, the value; cut to fit its column."""
    key = next((step for step in reversed(path) if isinstance(step, str)), "")
    text = text_of(value)
    words = f"{key}: {text}" if key and text else f"{key}:" if key else text or ""
    return words if len(words) <= _SUBJECT else words[: _SUBJECT - 3] + "..."
