"""Data files into values, and a map file into boxes, links, entries and rivers, with everything that is wrong in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import isqrt
from typing import Any, Final

from pbem.wargame.areagraph import AreaGraph, Link, graph_faults
from pbem.wargame.names import nearest

TERRAINS: Final = ("clear", "defensive", "mountain")
KINDS: Final = ("plain", "dotted")
WATERS: Final = ("ford", "bridge", "none")
SIZES: Final = ("minor", "major")
_ID = re.compile(r"[a-z0-9-]{1,24}", re.ASCII)
_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,5})", re.ASCII)
_DEGREES = re.compile(r"-?[0-9]{1,3}\.[0-9]{2}", re.ASCII)
# One hundredth of a degree of a great circle in millimetres, and the scale of the cosine.
_STEP, _UNIT = 1_111_949, 10**9
_PI = 3_141_592_654


class Sentence(str):
    """What is wrong, `file: place: what`, with its parts. where: the place in the reader's words. member: of it."""

    file: str
    where: str
    member: str
    what: str

    def __new__(cls, file: str, where: str, what: str, member: str = "") -> Sentence:
        found = super().__new__(cls, f"{file}: {where}: {what}" if where else f"{file}: {what}")
        found.file, found.where, found.what, found.member = file, where, what, member
        return found


class Reader:
    """Takes members out of parsed data and keeps every fault. Where something is wrong a harmless value comes back.

    name: of the file, for the sentences. faults: one sentence each, in the order of reading.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.faults: list[str] = []

    def fault(self, where: str, what: str, member: str = "") -> None:
        """Notes what is wrong at a place of the file. member: the one that is wrong there, where it is one."""
        self.faults.append(Sentence(self.name, where, what, member))

    def missing(self, where: str, noun: str, name: str, known: Iterable[str], member: str = "", more: str = "") -> None:
        """Notes that nothing is called so, and what comes close. noun: what is looked for. more: what it was to be."""
        close = nearest(name, {uid: uid for uid in known})
        hint = f"; did you mean {' or '.join(close)}?" if close else ""
        self.fault(where, f"there is no {noun} {name[:49]}{more}{hint}", member)

    def mapping(self, value: Any, where: str) -> Mapping[str, Any]:
        """The value if it is a map; nothing at all counts as an empty one."""
        if isinstance(value, Mapping):
            return value
        if value not in (None, "", []):
            self.fault(where, "a map is expected")
        return {}

    def rows(self, value: Any, where: str) -> Sequence[Any]:
        """The value if it is a list; nothing at all counts as an empty one."""
        if isinstance(value, list):
            return value
        if value not in (None, ""):
            self.fault(where, "a list is expected")
        return ()

    def table(self, data: Mapping[str, Any], member: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """The entries of a map of maps, those whose id is none left out."""
        for key, entry in self.mapping(data.get(member), member).items():
            if _ID.fullmatch(key):
                yield key, self.mapping(entry, f"{member}: {key}")
            else:
                self.fault(member, f"{key[:40]!r} is no id of 1 to 24 of the characters a-z, 0-9 and -")

    def known(self, data: Mapping[str, Any], where: str, members: str) -> None:
        """Notes members that nobody reads."""
        for member in data:
            if member not in members.split():
                text = f"there is no member {member[:40]}; there are {', '.join(members.split())}"
                self.fault(where, text, member)

    def text(self, data: Mapping[str, Any], member: str, where: str) -> str:
        """A text that has to be there."""
        value = data.get(member, "")
        if isinstance(value, str) and value.strip():
            return value.strip()
        self.fault(where, f"{member} is missing", member)
        return ""

    def number(self, data: Mapping[str, Any], member: str, where: str, low: int, high: int, silent: str = "") -> int:
        """A whole number between two bounds. silent: what counts where the file says nothing."""
        value = data.get(member, silent)
        if isinstance(value, str) and _NUMBER.fullmatch(value) and low <= int(value) <= high:
            return int(value)
        what = f"{member} is missing" if value == "" else f"{member} is {str(value)[:20]}"
        self.fault(where, f"{what}; a whole number from {low} to {high} is expected", member)
        return low

    def word(self, data: Mapping[str, Any], member: str, where: str, words: Sequence[str], silent: str = "") -> str:
        """One of some words. silent: what counts where the file says nothing; without it the member has to be there."""
        value = data.get(member, silent)
        if value in words or (value == silent and member not in data and silent):
            return str(value)
        what = f"{member} is missing" if value == "" else f"{member} is {str(value)[:40]}"
        self.fault(where, f"{what}; it is one of {', '.join(words)}", member)
        return silent or words[0]

    def flag(self, data: Mapping[str, Any], member: str, where: str) -> bool:
        """`yes` or `no`; nothing counts as no."""
        return self.word(data, member, where, ("yes", "no"), "no") == "yes"


@dataclass(frozen=True, slots=True)
class Box:
    """jdg 0.1: a box of the map. lat, lon: in hundredths of a degree. terrain: `clear`, `defensive`, `mountain`.

    city: whether it is a fortified city. why: reason for its number of links where that is unusual.
    """

    id: str
    name: str
    lat: int
    lon: int
    terrain: str
    city: bool = False
    why: str = ""


@dataclass(frozen=True, slots=True)
class Waterlink:
    """jdg 5.1-5, 5.1-6: what a link is. kind: `plain` or `dotted`.

    water: `ford`, `bridge`, `none` (a river that needs a pontoon) or empty. over: `minor`, `major` or empty.
    """

    kind: str
    water: str = ""
    over: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """jdg 3.3-4: a connection that leads onto the map into a box. link: what it is like."""

    id: str
    name: str
    box: str
    link: Waterlink


@dataclass(frozen=True, slots=True)
class River:
    """A river for reports and the drawn map. kind: `minor` or `major`. links: names `a:b` of the links across it."""

    id: str
    name: str
    kind: str
    links: tuple[str, ...]


@dataclass(frozen=True)
class MapData:
    """A map. field: its graph. links: `a:b`, boxes in alphabetical order -> what the link is."""

    title: str
    note: str
    boxes: Mapping[str, Box]
    links: Mapping[str, Waterlink]
    entries: Mapping[str, Entry]
    rivers: Mapping[str, River]
    field: AreaGraph = field(repr=False)


def link_name(a: str, b: str) -> str:
    """The name of the link between two boxes: both in alphabetical order with a colon between."""
    return f"{min(a, b)}:{max(a, b)}"


def road_metres(a: Box, b: Box) -> int:
    """Length of a road between two boxes in metres, judged as 1.2 times the great circle; exact on every machine."""
    north = (a.lat - b.lat) * _UNIT
    east = (a.lon - b.lon) * _cosine((a.lat + b.lat) * _PI // 36000)
    return isqrt((north * north + east * east) * _STEP * _STEP) * 12 // (10 * 1000 * _UNIT)


def _cosine(angle: int) -> int:
    """The cosine of an angle in billionths of a radian, in billionths: its series, in whole numbers."""
    total = term = _UNIT
    for n in range(1, 12):
        term = -term * angle * angle // (_UNIT * _UNIT) // ((2 * n - 1) * 2 * n)
        total += term
    return total


def read_map(name: str, data: Any) -> tuple[MapData | None, list[str]]:
    """A map from its parsed file, with everything that is wrong; the map is there if its graph can be made."""
    reader = Reader(name)
    data = reader.mapping(data, "")
    reader.known(data, "", "title note scale boxes links entries rivers")
    boxes = {uid: _box(reader, uid, entry) for uid, entry in reader.table(data, "boxes")}
    rows = [_link(reader, reader.mapping(row, "links")) for row in reader.rows(data.get("links"), "links")]
    links = {link_name(a, b): link for a, b, link, _ in rows}
    graph = [Link(a, b, link.kind) for a, b, link, _ in rows]
    unsound = graph_faults({uid: {} for uid in boxes}, graph, KINDS)
    for what in unsound:
        reader.fault("", what)
    entries = {uid: _entry(reader, uid, entry, boxes) for uid, entry in reader.table(data, "entries")}
    rivers = {uid: _river(reader, uid, entry, links) for uid, entry in reader.table(data, "rivers")}
    title = reader.text(data, "title", "")
    if unsound:
        return None, reader.faults
    found = AreaGraph({uid: {} for uid in boxes}, graph, KINDS)
    _check_lengths(reader, data, boxes, rows)
    _check_shape(reader, found, boxes, rows)
    return MapData(title, str(data.get("note", "")), boxes, links, entries, rivers, found), reader.faults


_Row = tuple[str, str, Waterlink, str]


def _box(reader: Reader, uid: str, data: Mapping[str, Any]) -> Box:
    where = f"box {uid}"
    reader.known(data, where, "name lat lon terrain city why")
    at = []
    for member, most in (("lat", 9000), ("lon", 18000)):
        value = data.get(member, "")
        hundredths = int(value.replace(".", "")) if isinstance(value, str) and _DEGREES.fullmatch(value) else most + 1
        if abs(hundredths) > most:
            reader.fault(where, f"{member} is {str(value)[:20]!r}; degrees with two decimals are expected", member)
            hundredths = 0
        at.append(hundredths)
    name, terrain = reader.text(data, "name", where), reader.word(data, "terrain", where, TERRAINS)
    return Box(uid, name, at[0], at[1], terrain, reader.flag(data, "city", where), str(data.get("why", "")))


def _water(reader: Reader, data: Mapping[str, Any], where: str) -> Waterlink:
    """jdg 5.1-5, 5.1-6: fords are on minor rivers only; a major river has a bridge or needs a pontoon."""
    kind = reader.word(data, "kind", where, KINDS)
    water = reader.word(data, "water", where, WATERS) if "water" in data else ""
    over = reader.word(data, "over", where, SIZES) if "over" in data else ""
    if water == "ford" and over == "major":
        reader.fault(where, "a major river has no fords")
    elif water == "bridge" and not over:
        reader.fault(where, "a bridge leads over a minor or a major river; over is missing")
    elif water == "none" and over != "major":
        reader.fault(where, "only a major river cannot be crossed without a bridge")
    elif over and not water:
        reader.fault(where, "a link over a river says whether there is a ford, a bridge or none")
    return Waterlink(kind, water, "minor" if water == "ford" else over)


def _link(reader: Reader, data: Mapping[str, Any]) -> _Row:
    a, b = (str(data.get(end, "")) for end in "ab")
    where = f"link {a[:24]}-{b[:24]}"
    reader.known(data, where, "a b kind water over why")
    if a > b:
        reader.fault(where, "a and b stand in alphabetical order")
    return a, b, _water(reader, data, where), str(data.get("why", ""))


def _entry(reader: Reader, uid: str, data: Mapping[str, Any], boxes: Mapping[str, Box]) -> Entry:
    where = f"entry {uid}"
    reader.known(data, where, "name box kind water over why")
    box = reader.text(data, "box", where)
    if box and box not in boxes:
        reader.missing(where, "box", box, boxes, "box")
    return Entry(uid, reader.text(data, "name", where), box, _water(reader, data, where))


def _river(reader: Reader, uid: str, data: Mapping[str, Any], links: Mapping[str, Waterlink]) -> River:
    where = f"river {uid}"
    reader.known(data, where, "name kind links")
    kind, crossed = reader.word(data, "kind", where, SIZES), []
    for pair in reader.rows(data.get("links"), where):
        if not (isinstance(pair, list) and len(pair) == 2 and all(isinstance(end, str) for end in pair)):
            reader.fault(where, "a link is given by its two boxes")
            continue
        name = link_name(pair[0], pair[1])
        if name not in links:
            reader.missing(where, "link", name, links, "links")
        elif links[name].over != kind:
            reader.fault(where, f"link {name} does not lead over a {kind} river")
        crossed.append(name)
    return River(uid, reader.text(data, "name", where), kind, tuple(crossed))


def _check_lengths(reader: Reader, data: Mapping[str, Any], boxes: Mapping[str, Box], rows: Sequence[_Row]) -> None:
    """jdg A.0.2, B.0.2: links outside of the map's scale need a reason."""
    spans: dict[str, tuple[int, int]] = {}
    scale = reader.mapping(data.get("scale"), "scale")
    reader.known(scale, "scale", " ".join(KINDS))
    for kind in KINDS:
        bounds = scale.get(kind)
        if isinstance(bounds, list) and len(bounds) == 2 and all(_NUMBER.fullmatch(str(bound)) for bound in bounds):
            spans[kind] = int(bounds[0]), int(bounds[1])
        else:
            reader.fault("scale", f"{kind} is the least and the most kilometres of a link")
    for a, b, link, why in rows:
        low, high = spans.get(link.kind, (0, 10**6))
        metres = road_metres(boxes[a], boxes[b])
        if not why and not low * 1000 <= metres <= high * 1000:
            km = f"{metres // 1000}.{metres // 100 % 10} km"
            reader.fault(f"link {a}-{b}", f"is {km} long, not {low} to {high}, and says no reason why")


def _check_shape(reader: Reader, graph: AreaGraph, boxes: Mapping[str, Box], rows: Sequence[_Row]) -> None:
    """The map hangs together, and a box has 2 to 6 links unless it or one of them says why not."""
    for piece in graph.parts()[1:]:
        reader.fault("", f"no link joins {', '.join(piece[:5])} to the rest of the map")
    reasons = {end for a, b, _, why in rows if why for end in (a, b)}
    for uid, box in boxes.items():
        count = len(graph.neighbours(uid))
        if not 2 <= count <= 6 and not box.why and uid not in reasons:
            reader.fault(f"box {uid}", f"has {count} links, not 2 to 6, and says no reason why")
