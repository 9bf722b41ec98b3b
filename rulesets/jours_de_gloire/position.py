"""A position: everything public about a game between two phases, and its one codec to canonical JSON and back.

A phase decodes the position once, works on it through `board.Board`, and encodes it once when it is over. The values of
the members are never changed in place (their types say so): who changes something puts a new value in its place, so
that a copy of a position costs nothing and may be kept. What a face-down counter holds is not in it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, fields
from functools import lru_cache
from typing import Any, Final, TypeVar

from pbem.engine.copy_json import copied
from pbem.lean import dataclass
from rulesets.jours_de_gloire.places import Places
from rulesets.jours_de_gloire.rules.battle.siege import Siege

Json = Any
T = TypeVar("T")
Reader = Callable[[Any], Any]
Codec = tuple[Reader, Reader]
SETUP, PLAY, OVER = "setup", "play", "over"
_WRONG: Final = "this is no position of this game"


@dataclass(frozen=True, slots=True)
class Piece:
    """A counter in play. seen: its content while it lies face up, else None. fatigued, lag: its markers.

    log: public things that changed a face-down counter's strength since its content was committed to, see
    `straggling.settled`.
    """

    army: str
    box: str
    log: Sequence[Sequence[Json]] = ()
    seen: Mapping[str, Json] | None = None
    fatigued: bool = False
    lag: bool = False


@dataclass(frozen=True, slots=True)
class Waiting:
    """jdg 3.3-5: strength points that wait to be taken up by units of a command."""

    command: str
    pf: int


@dataclass(frozen=True, slots=True)
class Leaving:
    """jdg 4.2-2: a replaced general whose counter its owner has not pointed out yet. side: his army, as the member
    is called in the position."""

    general: str
    command: str
    side: str


@dataclasses.dataclass
class Position:
    """Members as in canonical JSON. Those that may be None are missing there.

    stage: SETUP, PLAY or OVER. turn: game turn, from 1. weather: of the turn. mud: whether the next turn is Mud without
    a die. order: first and second army of the turn. player: army whose turn it is.

    counters: by id. next: army -> number from which its next fresh counter is sought. out: army -> {"infantry",
    "cavalry"}: dummies out of play. forces: army -> Force marker -> counters under it. pc: command -> command points
    left in the running player turn.

    entrenched: box -> army. broken: names of links whose bridge is destroyed. pontoons: link -> army whose marker lies
    there. control: box -> army. sieges: by box. inside: box -> counters in the citadel.

    lost: unit -> strength points lost for good, as far as public. dead: units eliminated. taken: generals captured.
    gone: generals removed. losses: army -> strength points. pv: army -> points. pool: army -> points that wait.

    arrivals: numbers of reinforcements still to come, from 0. due: those that may enter by their connection now, from
    the first Events Phase on. entering: number -> counters that are still to come of those that have begun to enter.
    chiefs: command -> general who has it now, empty for nobody. turned: command -> army to which it has gone over.
    leaving: replaced generals who are still on the map. moved, dug, marched: counters that moved or reacted,
    entrenched, tried to march to the guns in this game turn. signs: counter -> what it shows when it reacts, as a leaf
    of `signs.Sign`; in open games only.
    """

    stage: str
    turn: int
    weather: str
    mud: bool
    order: Sequence[str]
    player: str
    counters: Mapping[str, Piece]
    next: Mapping[str, int]
    pc: Mapping[str, int]
    out: Mapping[str, Mapping[str, int]]
    forces: Mapping[str, Mapping[str, Sequence[str]]]
    entrenched: Mapping[str, str]
    broken: Sequence[str]
    pontoons: Mapping[str, str]
    control: Mapping[str, str]
    sieges: Mapping[str, Siege]
    inside: Mapping[str, Sequence[str]]
    lost: Mapping[str, int]
    dead: Sequence[str]
    taken: Sequence[str]
    gone: Sequence[str]
    losses: Mapping[str, int]
    pv: Mapping[str, int]
    pool: Mapping[str, Sequence[Waiting]]
    arrivals: Sequence[int]
    chiefs: Mapping[str, str]
    turned: Mapping[str, str]
    moved: Sequence[str]
    dug: Sequence[str]
    marched: Sequence[str]
    signs: Mapping[str, Json] | None = None
    due: Sequence[int] | None = None
    entering: Mapping[str, int] | None = None
    leaving: Sequence[Leaving] | None = None
    _places: Places | None = field(default=None, init=False, compare=False, repr=False)

    @property
    def places(self) -> Places:
        """Who stands where."""
        if self._places is None or self._places.counted is not self.counters:
            self._places = Places(self.counters)
        return self._places

    def put(self, pieces: Mapping[str, Piece]) -> None:
        """Counters come into play, or are another way now."""
        places, self.counters = self.places, {**self.counters, **pieces}
        self._places = places.changed(self.counters, pieces)

    def take(self, counters: Iterable[str]) -> dict[str, Piece]:
        """Counters leave play. Raises KeyError if one is not in it."""
        pieces = {counter: self.counters[counter] for counter in counters}
        places, self.counters = self.places, without(self.counters, *pieces)
        self._places = places.changed(self.counters, pieces)
        return pieces

    def copy(self) -> Position:
        """Another position with the same values; neither sees what is put into the other."""
        other = object.__new__(Position)
        other.__dict__.update(self.__dict__)
        return other

    def in_order(self, kept: dict[str, tuple[Any, Any]] | None = None) -> Position:
        """The same in canonical order, so that one in memory and one read back iterate alike.

        kept: member -> value, and that value in order; most members stay as they are from one question to the next.
        """
        found, kept = self.copy(), {} if kept is None else kept
        for member, ordered in _ORDERED.items():
            value, known = getattr(self, member), kept.get(member)
            if known is None or known[0] is not value:
                known = kept[member] = value, ordered(value)
            setattr(found, member, known[1])
        return found


_LISTS: Final = ("broken", "dead", "taken", "gone", "moved", "dug", "marched")
_BY_NAME: Final = (
    "counters",
    "pc",
    "entrenched",
    "pontoons",
    "control",
    "sieges",
    "inside",
    "lost",
    "chiefs",
    "turned",
)


def by_name(values: Mapping[str, T]) -> Mapping[str, T]:
    """The same values in the order of their names."""
    names = list(values)
    ordered = sorted(names)
    return values if names == ordered else {name: values[name] for name in ordered}


def _each_by_name(values: Mapping[str, Mapping[str, T]]) -> Mapping[str, Mapping[str, T]]:
    return {name: by_name(inner) for name, inner in values.items()}


def _signs_by_name(signs: Mapping[str, Json] | None) -> Mapping[str, Json] | None:
    return None if signs is None else by_name(signs)


_ORDERED: Final[Mapping[str, Callable[[Any], Any]]] = {
    **dict.fromkeys(_BY_NAME, by_name),
    **dict.fromkeys(_LISTS, sorted),
    "forces": _each_by_name,
    "signs": _signs_by_name,
}


def without(values: Mapping[str, T], *names: str) -> dict[str, T]:
    """The values but for some names; those that are not there are left out of account."""
    return {name: value for name, value in values.items() if name not in names}


# -- the codec -------------------------------------------------------------------------------


def encode(position: Position) -> Json:
    """A position as canonical JSON, which shares nothing with it that could be changed."""
    found = {}
    for member, (_, write) in _CODEC.items():
        value = getattr(position, member)
        if value is not None:
            found[member] = write(value)
    return found


def member(at: Json, name: str) -> Any:
    """One member of the position in canonical JSON, read alone. Raises ValueError for what is none."""
    try:
        return _CODEC[name][0](at[name])
    except (AttributeError, KeyError, TypeError, ValueError):
        raise ValueError(_WRONG) from None


def decode(at: Json) -> Position:
    """The position in canonical JSON. Raises ValueError for what is none."""
    try:
        if at.keys() - _MAY_MISS != _MUST or at.keys() - _CODEC.keys():
            raise ValueError
        return Position(**{member: _CODEC[member][0](value) for member, value in at.items()})
    except (AttributeError, KeyError, TypeError, ValueError):
        raise ValueError(_WRONG) from None


def _plain(kind: type) -> Codec:
    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise ValueError
        return value

    return read, lambda value: value


def _values(kind: type) -> Codec:
    """An object whose values are all of one plain kind."""

    def read(value: Any) -> Any:
        if type(value) is not dict or not set(map(type, value.values())) <= {kind}:
            raise ValueError
        return dict(value)

    return read, dict


def _items(kind: type) -> Codec:
    """A list of one plain kind."""

    def read(value: Any) -> Any:
        if type(value) is not list or not set(map(type, value)) <= {kind}:
            raise ValueError
        return list(value)

    return read, list


def _table(codec: Codec) -> Codec:
    """An object of values that have a codec of their own."""
    inner, outer = codec

    def read(value: Any) -> Any:
        return {name: inner(each) for name, each in value.items()}

    def write(value: Any) -> Any:
        return {name: outer(each) for name, each in value.items()}

    return read, write


def _row(codec: Codec) -> Codec:
    """A list of values that have a codec of their own."""
    inner, outer = codec

    def read(value: Any) -> Any:
        if type(value) is not list:
            raise ValueError
        return [inner(each) for each in value]

    return read, lambda value: [outer(each) for each in value]


def _record(kind: type[Any]) -> Codec:
    """An object with exactly the members of a dataclass, each of its plain type."""
    plain = {"str": str, "int": int, "bool": bool}
    types = {field.name: plain[str(field.type)] for field in fields(kind)}

    def read(value: Any) -> Any:
        if type(value) is not dict or {name: type(each) for name, each in value.items()} != types:
            raise ValueError
        return kind(**value)

    return read, lambda value: {name: getattr(value, name) for name in types}


@lru_cache(maxsize=1024)
def unknown(army: str, box: str) -> Piece:
    """A counter of which nobody knows anything; most are such. Pieces are never changed."""
    return Piece(army, box)


def _read_piece(value: Any) -> Piece:
    army, box, log = value["side"], value["box"], value["log"]
    if not log and len(value) == 3 and type(army) is type(box) is str and type(log) is list:
        return unknown(army, box)
    seen, fatigued, lag = value.get("seen"), value.get("fatigued", False), value.get("lag", False)
    known = 3 + ("seen" in value) + fatigued + lag
    if len(value) != known or type(army) is not str or type(box) is not str or type(log) is not list:
        raise ValueError
    if log and not set(map(type, log)) <= {list}:
        raise ValueError
    if (type(seen) is not dict and "seen" in value) or type(fatigued) is not bool or type(lag) is not bool:
        raise ValueError
    return Piece(army, box, copied(log) if log else (), None if seen is None else copied(seen), fatigued, lag)


def _write_piece(piece: Piece) -> Json:
    found: dict[str, Json] = {"side": piece.army, "box": piece.box, "log": [copied(list(each)) for each in piece.log]}
    if piece.seen is not None:
        found["seen"] = copied(dict(piece.seen))
    if piece.fatigued:
        found["fatigued"] = True
    if piece.lag:
        found["lag"] = True
    return found


def _read_object(value: Any) -> Any:
    if type(value) is not dict:
        raise ValueError
    return copied(value)


_CODEC: Final[Mapping[str, Codec]] = {
    "stage": _plain(str),
    "turn": _plain(int),
    "weather": _plain(str),
    "mud": _plain(bool),
    "order": _items(str),
    "player": _plain(str),
    "counters": _table((_read_piece, _write_piece)),
    "next": _values(int),
    "pc": _values(int),
    "out": _table(_values(int)),
    "forces": _table(_table(_items(str))),
    "entrenched": _values(str),
    "broken": _items(str),
    "pontoons": _values(str),
    "control": _values(str),
    "sieges": _table(_record(Siege)),
    "inside": _table(_items(str)),
    "lost": _values(int),
    "dead": _items(str),
    "taken": _items(str),
    "gone": _items(str),
    "losses": _values(int),
    "pv": _values(int),
    "pool": _table(_row(_record(Waiting))),
    "arrivals": _items(int),
    "chiefs": _values(str),
    "turned": _values(str),
    "moved": _items(str),
    "dug": _items(str),
    "marched": _items(str),
    "signs": (_read_object, lambda value: copied(dict(value))),
    "due": _items(int),
    "entering": _values(int),
    "leaving": _row(_record(Leaving)),
}
_MAY_MISS: Final = frozenset({"signs", "due", "entering", "leaving"})
_MUST: Final = frozenset(_CODEC) - _MAY_MISS
