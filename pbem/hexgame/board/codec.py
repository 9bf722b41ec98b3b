"""A position as canonical JSON and as one line of text, both read off the members of its dataclass.

A position is a dataclass whose members are whole numbers, texts, sets of texts, lists of texts, or maps from texts to
texts, whole numbers, tuples of so many texts and whole numbers, tuples of any number of texts, or sets of texts. In
JSON maps and sets are sorted, so that a state in memory and one that was read back iterate alike (protocol section 2).
In a line of text members stand between single blanks, `-` for an empty one: `a,b` for a set or list,
`unit:0508,unit:0409` for a map, `x:a.1` with a tuple in it, `x:a+b` with a set or any number of texts. So a position
has one text only, as long as no id holds one of these signs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Final, Generic, Self, TypeVar, get_args, get_origin, get_type_hints

T = TypeVar("T")
LONGEST = 65_536
"""Characters of a line of text that is read at all."""


@dataclass(frozen=True, slots=True)
class _Kind:
    """How values of one type are written and read. text of an empty value is ""."""

    to_json: Callable[[Any], Any]
    from_json: Callable[[Any], Any]
    copy: Callable[[Any], Any]
    text: Callable[[Any], str]
    read: Callable[[str], Any]


class Codec(Generic[T]):
    """Writes and reads the positions of one dataclass. Raises TypeError for a member of an unknown type."""

    def __init__(self, position: type[T]) -> None:
        hints = get_type_hints(position)
        self._make = position
        self._kinds = [(one.name, _kind(hints[one.name])) for one in fields(position)]  # type: ignore[arg-type]

    def to_json(self, position: T) -> dict[str, Any]:
        """The position as canonical JSON."""
        return {name: kind.to_json(getattr(position, name)) for name, kind in self._kinds}

    def from_json(self, data: Mapping[str, Any]) -> T:
        """The position of a state that this program wrote."""
        return self._make(*(kind.from_json(data[name]) for name, kind in self._kinds))

    def copy(self, position: T) -> T:
        """An independent copy."""
        return self._make(*(kind.copy(getattr(position, name)) for name, kind in self._kinds))

    def text(self, position: T) -> str:
        """The one text of a position."""
        return " ".join(kind.text(getattr(position, name)) or "-" for name, kind in self._kinds)

    def read(self, text: str) -> T:
        """The position of a line of text; what its words mean is for the caller to ask. Raises ValueError."""
        members = text.split(" ") if len(text) <= LONGEST else []
        if len(members) != len(self._kinds):
            raise ValueError(f"a position has {len(self._kinds)} fields with single blanks between them")
        try:
            values = ["" if one == "-" else one for one in members]
            position = self._make(*(kind.read(value) for value, (_, kind) in zip(values, self._kinds, strict=True)))
        except ValueError as fault:
            raise ValueError(f"not a position: {fault}") from None
        if self.text(position) != text:
            raise ValueError("not a position: its text is not the one that such a position has")
        return position


class Coded:
    """A position that can be copied, written and read."""

    def copy(self) -> Self:
        """An independent copy."""
        return codec_of(type(self)).copy(self)

    def to_json(self) -> dict[str, Any]:
        """Canonical JSON."""
        return codec_of(type(self)).to_json(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The position of a state that this program wrote."""
        return codec_of(cls).from_json(data)


_CODECS: Final[dict[type, Codec[Any]]] = {}


def codec_of(position: type[T]) -> Codec[T]:
    """What writes and reads the positions of a dataclass, made once."""
    if position not in _CODECS:
        _CODECS[position] = Codec(position)
    return _CODECS[position]


def _kind(hint: Any) -> _Kind:
    """How a member of this type is written."""
    if hint is dict or get_origin(hint) is dict:
        return _map(_inner(get_args(hint)[1]))
    if get_origin(hint) in (set, list):
        return _several(get_origin(hint), ",")
    return _inner(hint)


def _inner(hint: Any) -> _Kind:
    """The same for what may stand within a map."""
    if hint in (int, str):
        return _single(hint)
    if get_origin(hint) is set:
        return _several(set, "+")
    if get_origin(hint) is tuple:
        several = get_args(hint)[1:] == (Ellipsis,)
        return _several(tuple, "+") if several else _row(get_args(hint))
    raise TypeError(f"a position has no member of type {hint}")


def _same(value: Any) -> Any:
    return value


def _single(type_: type) -> _Kind:
    return _Kind(_same, _same, _same, str, type_)


def _several(type_: Any, between: str) -> _Kind:
    """A set, sorted, or a list, in its order."""
    write = sorted if type_ is set else list
    return _Kind(
        write, type_, type_, lambda values: between.join(write(values)), lambda text: type_(_parts(text, between))
    )


def _row(types: tuple[type, ...]) -> _Kind:
    """A tuple of texts and whole numbers."""

    def read(text: str) -> tuple[Any, ...]:
        parts = text.split(".")
        if len(parts) != len(types):
            raise ValueError(f"{text[:40]!r} has not {len(types)} parts")
        return tuple(type_(part) for type_, part in zip(types, parts, strict=True))

    return _Kind(list, tuple, _same, lambda values: ".".join(map(str, values)), read)


def _map(inner: _Kind) -> _Kind:
    write, make, again = inner.to_json, inner.from_json, inner.copy
    plain = write is _same

    def to_json(found: Mapping[str, Any]) -> dict[str, Any]:
        return dict(sorted(found.items())) if plain else {key: write(found[key]) for key in sorted(found)}

    def from_json(data: Mapping[str, Any]) -> dict[str, Any]:
        return dict(data) if plain else {key: make(value) for key, value in data.items()}

    def copy(found: Mapping[str, Any]) -> dict[str, Any]:
        return dict(found) if plain else {key: again(value) for key, value in found.items()}

    def text(found: Mapping[str, Any]) -> str:
        return ",".join(f"{key}:{words}" for key in sorted(found) if (words := inner.text(found[key])))

    return _Kind(to_json, from_json, copy, text, lambda words: _read_map(words, inner))


def _read_map(text: str, inner: _Kind) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for item in _parts(text, ","):
        key, colon, value = item.partition(":")
        if not colon or not value or key in found:
            raise ValueError(f"{item[:40]!r} is no pair, or it stands twice")
        found[key] = inner.read(value)
    return found


def _parts(text: str, between: str) -> list[str]:
    return text.split(between) if text else []
