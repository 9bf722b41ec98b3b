"""What a brigade is told to do, as values: a macro of a document read, or refused with the member that is wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from pbem.engine.options import Json, Refusal
from rulesets.winters_victory.board.facing import CORNERS
from rulesets.winters_victory.board.pieces import COLUMN, GENERAL_ORDER, LINE, SQUARE

_FORMATIONS: Final = {"line": LINE, "column": COLUMN, "square": SQUARE, "go": GENERAL_ORDER}
"""Words of orders -> formations."""
_MOST: Final = 30
"""More hexes, companies or intervals than any brigade uses."""


class Unreadable(ValueError):
    """A macro that cannot be read; refusal says why."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.refusal = Refusal("", text)


@dataclass(frozen=True)
class March:
    """wv 6.4, 6.6-1: to a hex, far from the enemy. road: by roads; column: in Road Column."""

    to: str
    road: bool = False
    column: bool = False


@dataclass(frozen=True)
class Advance:
    """wv 6.0-2: to hexes, the first battalion to the first; or `ahead` hexes along an axis, a corner, each from where
    it stands. front: the corner to look at, None for as they come. keep: hexes left free between units that have no hex
    of their own, to the right of the last; None puts them into the same hexes again."""

    to: tuple[str, ...] = ()
    axis: int = 0
    ahead: int = 0
    front: int | None = None
    formation: str = ""
    keep: int | None = None


@dataclass(frozen=True)
class Form:
    """wv 7.1: a change of formation on the spot; DEPLOY: foot into line, guns unlimbered."""

    formation: str


DEPLOY: Final = "deploy"


@dataclass(frozen=True)
class Face:
    """wv 5.3: a turn on the spot to a corner."""

    corner: int


@dataclass(frozen=True)
class Hold:
    """Nothing: units stay as they are."""


@dataclass(frozen=True)
class Back:
    """wv 5.42.1: so many hexes farther from the nearest enemy. front: the corner to look at in the end."""

    hexes: int
    front: int | None = None


@dataclass(frozen=True)
class Battery:
    """wv 7.5-1: guns to a hex by the nearest road, to look at a corner. unlimber: and unlimbered there."""

    at: str
    front: int | None = None
    unlimber: bool = False


@dataclass(frozen=True)
class Screen:
    """wv 8.6-1: so many companies, `at` hexes in front of their battalions."""

    companies: int
    at: int = 1


@dataclass(frozen=True)
class Assault:
    """wv 12.0-1: to the side of enemies in these hexes, and face them."""

    on: tuple[str, ...]


Macro = March | Advance | Form | Face | Hold | Back | Battery | Screen | Assault


def read(value: Json) -> Macro:
    """A macro: a word, `hold` or `deploy`, or a map of one word to its arguments, such as `{"back": 2}`. Raises
    Unreadable with the member that is wrong."""
    if isinstance(value, str):
        value = {value: {}}
    if not isinstance(value, Mapping) or len(value) != 1:
        raise Unreadable(f"a macro is one of {', '.join(_READERS)}, with what it needs")
    ((word, given),) = value.items()
    if word not in _READERS:
        raise Unreadable(f"there is no macro {str(word)[:20]!r}, only {', '.join(_READERS)}")
    return _READERS[word](given)


# -- members -------------------------------------------------------------------------------------------


def _members(word: str, given: Json, known: tuple[str, ...], needed: str) -> Mapping[str, Json]:
    if not isinstance(given, Mapping):
        raise Unreadable(f"{word} takes {', '.join(known)}")
    other = next((name for name in given if name not in known), None)
    if other is not None:
        raise Unreadable(f"{word} knows no {str(other)[:20]!r}, only {', '.join(known)}")
    if needed not in given:
        raise Unreadable(f"{word} needs {needed}")
    return given


def _whole(what: str, value: Json, most: int, least: int = 0) -> int:
    text = str(value)
    if isinstance(value, bool) or not (text.isascii() and text.isdecimal()) or not least <= int(text[:9]) <= most:
        raise Unreadable(f"{what} is a number from {least} to {most}, not {text[:20]!r}")
    return int(text)


def _corner(what: str, value: Json) -> int:
    return _whole(f"{what}, a corner, 0 in the north,", value, CORNERS - 1)


def _hex(what: str, value: Json) -> str:
    if not isinstance(value, str) or not value:
        raise Unreadable(f"{what} is a hex such as '4265', not {str(value)[:20]!r}")
    return value


def _hexes(what: str, value: Json) -> tuple[str, ...]:
    listed = value if isinstance(value, list | tuple) else [value]
    if not 0 < len(listed) <= _MOST:
        raise Unreadable(f"{what} names one to {_MOST} hexes")
    return tuple(_hex(what, one) for one in listed)


def _yes(what: str, value: Json) -> bool:
    if value in (True, "yes"):
        return True
    if value in (False, "no"):
        return False
    raise Unreadable(f"{what} is yes or no, not {str(value)[:20]!r}")


def _word(what: str, value: Json, known: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in known:
        raise Unreadable(f"{what} is one of {', '.join(known)}, not {str(value)[:20]!r}")
    return value


def _front(word: str, given: Mapping[str, Json], name: str = "front") -> int | None:
    return _corner(f"{name} of {word}", given[name]) if name in given else None


# -- macros --------------------------------------------------------------------------------------------


def _march(given: Json) -> March:
    own = _members("march", given, ("to", "by", "column"), "to")
    road = "by" in own and _word("by of march", own["by"], ("road",)) == "road"
    column = _yes("column of march", own.get("column", False))
    return March(_hex("to of march", own["to"]), road or column, column)


def _advance(given: Json) -> Advance:
    own = _members("advance", given, ("to", "front", "in", "keep"), "to")
    formation = _FORMATIONS[_word("in of advance", own["in"], ("line", "column"))] if "in" in own else ""
    keep = _whole("keep of advance", own["keep"], _MOST) if "keep" in own else None
    front, to = _front("advance", own), own["to"]
    if isinstance(to, Mapping):
        axis = _members("to of advance", to, ("axis", "hexes"), "axis")
        ahead = _whole("hexes of advance", axis.get("hexes", _MOST), _MOST, 1)
        return Advance((), _corner("axis of advance", axis["axis"]), ahead, front, formation, keep)
    return Advance(_hexes("to of advance", to), front=front, formation=formation, keep=keep)


def _form(given: Json) -> Form:
    return Form(_FORMATIONS[_word("form", given, tuple(_FORMATIONS))])


def _battery(given: Json) -> Battery:
    own = _members("battery", given, ("at", "front", "unlimber"), "at")
    unlimber = _yes("unlimber of battery", own.get("unlimber", False))
    return Battery(_hex("at of battery", own["at"]), _front("battery", own), unlimber)


def _screen(given: Json) -> Screen:
    own = _members("screen", given, ("companies", "at"), "companies")
    return Screen(_whole("companies of screen", own["companies"], _MOST, 1), _whole("at", own.get("at", 1), 5, 1))


def _assault(given: Json) -> Assault:
    return Assault(_hexes("on of assault", _members("assault", given, ("on",), "on")["on"]))


def _back(given: Json) -> Back:
    if not isinstance(given, Mapping):
        return Back(_whole("back", given, _MOST, 1))
    own = _members("back", given, ("hexes", "face"), "hexes")
    return Back(_whole("hexes of back", own["hexes"], _MOST, 1), _front("back", own, "face"))


_READERS: Final[Mapping[str, Callable[[Json], Macro]]] = {
    "march": _march,
    "advance": _advance,
    "deploy": lambda given: Form(DEPLOY),
    "form": _form,
    "face": lambda given: Face(_corner("face", given)),
    "hold": lambda given: Hold(),
    "back": _back,
    "battery": _battery,
    "screen": _screen,
    "assault": _assault,
}
