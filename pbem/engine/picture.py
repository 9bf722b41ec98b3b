"""What a map shows, as data: a ruleset says what is there, and pbem draws it, for mail, paper, terminal and page.

A board is what is printed and never changes; a scene is what lies on it at one moment, for one reader. What a game
offers of all this is `Pictures`.

All coordinates are whole numbers, x to the east and y to the south, in a unit of the board's own; `Board.span` tells
how large a counter is in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Final, Protocol

from pbem.engine.hidden import NOTHING, Own
from pbem.engine.options import Json
from pbem.lean import dataclass

Point = tuple[int, int]

# The words that every renderer knows; a ruleset translates its own into them. Others are drawn plainly.
TERRAINS: Final = (
    "clear",
    "forest",
    "town",
    "city",
    "rough",
    "marsh",
    "slope",
    "water",
    "defensive",
    "mountain",
    "village",
    "chateau",
    "brush",
    "wetland",
)
STROKES: Final = (
    "river", "stream", "brook", "road", "trail", "bridge", "ford", "pontoon", "broken", "slope", "crest", "contour",
    "hedge", "shore", "border",
)  # fmt: skip
SYMBOLS: Final = (
    "infantry", "cavalry", "artillery", "leader", "train", "garrison", "skirmishers", "crew", "headquarters", "unknown",
)  # fmt: skip
# The corners of a hex, each by the two directions beside it, clockwise from the one above or at the upper left: of
# flat-topped hexes, then of pointed ones.
CORNERS: Final = (
    ("nw-n", "n-ne", "ne-se", "se-s", "s-sw", "sw-nw"),
    ("nw-ne", "ne-e", "e-se", "se-sw", "sw-w", "w-nw"),
)
# Formations of an army that are told apart by colour.
BANDS: Final = 12
ARROWS: Final = ("march", "retreat", "advance", "entry", "exit", "ordered", "attack ordered")
# Areas and lines of an overlay: places under an army's influence, such as lack something; a line of full worth, and
# one of less.
AREAS: Final = ("zone", "cut")
LINES: Final = ("full", "half")
# The end of the name of an overlay that is asked for with a counter or a place behind it, such as `sight:4167`.
ASKED: Final = ":"


@dataclass(frozen=True, slots=True)
class Place:
    """A hex or a box. outline: its corners in order; of a box that is drawn as a sign only, ().

    label: what is printed small in every hex, its number. name: a place name, "" where it has none. terrain: one of
    TERRAINS. signs: more of them that lie in it too, such as a slope symbol. worth: victory points or the like, in
    print, "". hover: what more a reader may want to know of it, a line each. level: how high it lies, in steps above
    the lowest ground; higher ground is drawn darker.
    """

    id: str
    centre: Point
    outline: tuple[Point, ...] = ()
    label: str = ""
    name: str = ""
    terrain: str = "clear"
    signs: tuple[str, ...] = ()
    worth: str = ""
    hover: tuple[str, ...] = ()
    level: int = 0


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line or, for a bridge or ford, a mark across one. kind: one of STROKES. weight: 1 thin to 3 thick.

    ends: the two places that a road between boxes joins, or that a hexside parts, of a slope the lower one first; ()
    for a longer line.
    """

    kind: str
    points: tuple[Point, ...]
    weight: int = 1
    ends: tuple[str, ...] = ()
    name: str = ""


@dataclass(frozen=True, slots=True)
class Board:
    """One printed map. span: the edge of a counter. grid: `hex` where places touch each other, `boxes` else.

    top: of a hex grid `flat` or `pointy`. Strokes are drawn in their order, below the names.
    """

    id: str
    title: str
    places: tuple[Place, ...]
    strokes: tuple[Stroke, ...]
    span: int
    grid: str = "hex"
    top: str = "flat"


@dataclass(frozen=True, slots=True)
class Counter:
    """A unit or marker. army: its id. symbol: one of SYMBOLS. name: short, for the counter itself.

    value: what is printed below, `5-4`. strength: how much of it there is in steps or points, for orders pages and
    text, 0 where the reader does not know. down: whether it lies face down for the reader. state: words such as
    `fatigued`, `routed`, `demoralized`. hover: what else is known of it, a line each; the first is its full name.
    facing: the corner of its hex that it faces, one of CORNERS; "" where that does not matter. band: the colour of its
    formation, 1 to BANDS, 0 for none. also: other places that it fills, such as the second hex of a long line, in order
    from its own. fronts: pairs of a place that it fills and the direction of a hexside of it, words of CORNERS, that is
    its front.
    """

    id: str
    place: str
    army: str
    symbol: str
    name: str
    value: str = ""
    strength: int = 0
    down: bool = False
    state: tuple[str, ...] = ()
    hover: tuple[str, ...] = ()
    facing: str = ""
    band: int = 0
    also: tuple[str, ...] = ()
    fronts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Mark:
    """Something else that lies in a place: kind `control`, `entrenched`, `siege`, `depot` and the like; army or ""."""

    place: str
    kind: str
    army: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Arrow:
    """A movement of the segment. places: those it led through, at least one; kind: one of ARROWS. who: counter ids."""

    army: str
    places: tuple[str, ...]
    kind: str
    who: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Fight:
    """A combat of the segment. at: where the defender stood; by: whence he was attacked. text: the result, short.

    army: the attacker's. hover: the calculation, a line each. dice: what was thrown for it, where few dice decide.
    """

    at: tuple[str, ...]
    by: tuple[str, ...]
    army: str
    text: str = ""
    hover: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Area:
    """Places that have something in common. kind: one of AREAS. text: what it is, for the legend."""

    army: str
    kind: str
    places: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """A way through places, two at least. kind: one of LINES. text: what it is, for the legend."""

    army: str
    kind: str
    places: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Overlay:
    """What may be laid over a map to show a rule at work. id: a word; title: of what it shows."""

    id: str
    title: str
    areas: tuple[Area, ...] = ()
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """What lies on the boards at one moment, for one reader. Counters in one place are given from bottom to top.

    beside: counters that are in play and on no board, each heading with what is there in words, a line each. strokes:
    lines that come and go, such as a pontoon or a destroyed bridge, drawn above those of the board that has their ends.
    overlays: laid over the ground, below all else. beginnings: army -> places where its counters will be set up; none
    once they lie there.
    """

    counters: tuple[Counter, ...] = ()
    marks: tuple[Mark, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    fights: tuple[Fight, ...] = ()
    beside: Mapping[str, Sequence[str]] = field(default_factory=dict)
    strokes: tuple[Stroke, ...] = ()
    overlays: tuple[Overlay, ...] = ()
    beginnings: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def held(self) -> Iterator[tuple[str, str]]:
        """Army and place of each counter, then of each place where counters of an army will be set up."""
        yield from ((counter.army, counter.place) for counter in self.counters)
        yield from ((army, place) for army, places in self.beginnings.items() for place in places)


class Pictures(Protocol):
    """`Telling.pictures`: what maps show. A ruleset that derives from it need not offer what is empty here."""

    def boards(self) -> Sequence[Board]:
        """The printed maps, in the order in which people look at them; always the same for one game."""

    def scene(self, at: Json, own: Own = NOTHING, events: Sequence[Mapping[str, Json]] = ()) -> Scene:
        """What lies on the boards at a position, as a reader may see it who knows this of his own; NOTHING: everybody.

        events: of the segment that led to the position; arrows and fights are drawn from them.
        """

    def overlays(self) -> Mapping[str, str]:
        """Name -> title of each overlay, in the order in which they are offered; always the same for one game.

        One whose name ends in ASKED is asked for with the id of a counter or of a place behind it, and may be asked for
        without: then, and of what there is not, nothing is laid over the map.
        """
        return {}

    def overlay(self, name: str, at: Json, own: Own = NOTHING) -> Overlay:
        """One of them at a position, for this reader as in `scene`: nothing in it may hang on what is hidden from him.

        Raises KeyError for a name that is not offered.
        """
        raise KeyError(name)

    def ordered(self, at: Json, orders: Json) -> Sequence[Arrow]:
        """Arrows of public orders, as `Writing.compile` gives them, that were written at a position and are not carried
        out yet; kinds `ordered` and `attack ordered`.

        What orders hide is not in them. Orders that the rules will refuse may be among them.
        """
        return ()

    def setting_up(self, at: Json, army: str) -> Sequence[Counter]:
        """What an army is about to set up where the rulebook puts it, by the id that orders call it by; () once it lies
        there, and where its owner chooses the places."""
        return ()

    def countersheet(self) -> Sequence[Counter]:
        """Every unit and leader of the scenario, on the boards or not, by the id that the rules call it by; `place` is
        "". () where nobody lists them.

        army: whose it is as the game begins. In the order of the scenario's own lists; always the same for one game.
        """
        return ()


def overlaid(pictures: Pictures, names: Sequence[str], at: Json, own: Own = NOTHING) -> tuple[Overlay, ...]:
    """These overlays at a position, in this order. Raises KeyError for one that the game does not offer."""
    return tuple(pictures.overlay(name, at, own) for name in names)


def offers(offered: Mapping[str, str], name: str) -> bool:
    """Whether a game that offers these overlays has one of a name, what it is asked of included."""
    return name in offered or name.partition(ASKED)[0] + ASKED in offered


def awaiting(pictures: Pictures, scene: Scene, at: Json, orders: Json) -> Scene:
    """The scene of a position with the arrows of orders that wait to be carried out there."""
    return replace(scene, arrows=(*scene.arrows, *pictures.ordered(at, orders))) if orders else scene
