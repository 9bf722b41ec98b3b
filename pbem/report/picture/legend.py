"""What stands below a map: the faces of stacked counters, what its signs mean, and who is elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from pbem.engine.picture import ARROWS, SYMBOLS, TERRAINS, Board, Counter, Scene, Stroke
from pbem.lean import dataclass
from pbem.report.picture.arrows import burst, dice, shaft
from pbem.report.picture.crop import Frame, Window, elsewhere, inside
from pbem.report.picture.ground import shade, tile
from pbem.report.picture.lettering import clean, lettered, number, shortened, titled, wide
from pbem.report.picture.overlays import samples
from pbem.report.picture.palette import BURST, HEXSIDE, HIGHEST, INK, NEUTRAL, PAPER, TERRAIN, TEXTURE, Livery
from pbem.report.picture.stacks import Stack, mark_sign, stacks, told
from pbem.report.picture.strokes import KINDS, passing, sample
from pbem.report.picture.symbols import blank, face, sign, stripe

_SIZE: Final = 10.0
_LINE: Final = 20
# Width and height of the sample beside a word.
_SAMPLE: Final = (22.0, 14.0)
_FACE: Final = 38.0
# Lines about who is on no map; what a report has room for.
_MOST_BESIDE: Final = 60


@dataclass(frozen=True, slots=True)
class Block:
    """Something drawn from (0, 0) on, this high; "" and 0 where there is nothing."""

    body: str
    height: float


@dataclass(frozen=True, slots=True)
class _Cell:
    """body: drawn from (0, 0) on."""

    body: str
    width: float


def legend(
    board: Board, scene: Scene, frame: Frame, armies: Mapping[str, str], looks: Mapping[str, Livery], prefix: str
) -> Block:
    """A sample and a word for each kind of thing in the window, those that occur only."""
    shown = {place.id for place in inside(board, frame)}
    counters = [counter for counter in scene.counters if counter.place in shown]
    here = Scene(
        tuple(counters),
        tuple(mark for mark in scene.marks if mark.place in shown),
        tuple(arrow for arrow in scene.arrows if any(at in shown for at in arrow.places)),
        tuple(fight for fight in scene.fights if any(at in shown for at in fight.at)),
        strokes=tuple(passing(board, scene.strokes)),
        overlays=scene.overlays,
    )
    cells = [
        *_armies(here, armies, looks, prefix),
        *_arms(counters),
        *_states(counters),
        *_stripes(counters),
        *_badges(board, frame, any(len(stack.counters) > 1 for stack in stacks(board, here, frame))),
        *_marks(here, looks),
        *_happenings(here, looks),
        *(_sampled(body, words) for body, words in samples(board, here, frame, looks)),
        *_grounds(board, here.strokes, frame, prefix),
    ]
    return _flowing("legend", cells, frame.width, _LINE)


def _sampled(body: str, text: str) -> _Cell:
    """A word behind its sample."""
    words = clean(text, 60)
    written = lettered(words, _SAMPLE[0] + 5, _SAMPLE[1] * 0.8, _SIZE, anchor="start")
    return _Cell(body + written, _SAMPLE[0] + 5 + wide(words) * _SIZE + 12)


def _armies(here: Scene, armies: Mapping[str, str], looks: Mapping[str, Livery], prefix: str) -> Iterator[_Cell]:
    present = {counter.army for counter in here.counters} | {mark.army for mark in here.marks}
    present |= {arrow.army for arrow in here.arrows}
    for number_, (army, name) in enumerate(armies.items()):
        if army in present:
            down = any(counter.down for counter in here.counters if counter.army == army)
            yield _sampled(blank(4, 0, _SAMPLE[1], looks[army]), name)
            if down:
                hidden = Counter("", "", "", "unknown", "", down=True)
                hatched = face(hidden, 4, 0, _SAMPLE[1], looks[army], f"{prefix}down-{number_}")
                yield _sampled(hatched, f"{name}, face down")


def _arms(counters: Sequence[Counter]) -> Iterator[_Cell]:
    present = {counter.symbol for counter in counters}
    for symbol in SYMBOLS:
        if symbol in present and symbol != "unknown":
            yield _sampled(sign(symbol, _SAMPLE[0] / 2, 1, _SAMPLE[1] - 2), symbol)


def _states(counters: Sequence[Counter]) -> Iterator[_Cell]:
    for state in dict.fromkeys(clean(state) for counter in counters for state in counter.state[:2]):
        box = f'<rect x="5" y="1" width="12" height="12" fill="{BURST}" stroke="{INK}" stroke-width="0.7"/>'
        yield _sampled(box + lettered(state[:1].upper(), 11, 11, 10, bold=True), state)


def _stripes(counters: Sequence[Counter]) -> Iterator[_Cell]:
    present = sorted({counter.band for counter in counters if counter.band})[:3]
    if present:
        boxes = (stripe(band, 3 + 6 * number_, 1, 4, 12) for number_, band in enumerate(present))
        yield _sampled("".join(boxes), "its formation")


def _marks(here: Scene, looks: Mapping[str, Livery]) -> Iterator[_Cell]:
    kinds: dict[str, str] = {}
    for mark in here.marks:
        kinds.setdefault(mark.kind, mark.army)
    for kind, army in kinds.items():
        yield _sampled(mark_sign(kind, 5, 1, 12, looks.get(army, NEUTRAL)), kind)


def _happenings(here: Scene, looks: Mapping[str, Livery]) -> Iterator[_Cell]:
    kinds: dict[str, str] = {}
    for arrow in here.arrows:
        kinds.setdefault(arrow.kind, arrow.army)
    for kind in sorted(kinds, key=lambda kind: (ARROWS.index(kind) if kind in ARROWS else len(ARROWS), kind)):
        colour = looks.get(kinds[kind], NEUTRAL).line
        yield _sampled(shaft([(0, 7), (_SAMPLE[0], 7)], 0, kind, colour), kind)
    if here.fights:
        yield _sampled(burst("", 11, 7, 7), "combat and its result")
    if any(fight.dice for fight in here.fights):
        yield _sampled(dice([4], 2, -2, 14), "its die")


def _badges(board: Board, frame: Frame, stacked: bool) -> Iterator[_Cell]:
    if stacked:
        box = f'<rect x="5" y="1" width="12" height="12" rx="3" fill="{INK}"/>'
        yield _sampled(box + lettered("3", 11, 10.5, 9.5, bold=True, fill=PAPER), "counters in the stack")
    if any(place.worth for place in inside(board, frame)):
        ring = f'<circle cx="11" cy="7" r="6" fill="{PAPER}" stroke="{INK}"/>'
        yield _sampled(ring + lettered("2", 11, 10, 8.5, bold=True), "worth in points")


def _grounds(board: Board, more: Sequence[Stroke], frame: Frame, prefix: str) -> Iterator[_Cell]:
    near = inside(board, frame)
    kinds = {place.terrain for place in near} | {one for place in near for one in place.signs}
    for kind in TERRAINS:
        if kind in kinds and kind != "clear":
            yield _sampled(_ground(kind, prefix, boxes=board.grid != "hex"), kind)
    for level in sorted({min(place.level, HIGHEST) for place in near if place.level > 0}):
        box = f'<rect width="{number(_SAMPLE[0])}" height="{number(_SAMPLE[1])}"'
        body = f'{box} fill="{TERRAIN["clear"]}" stroke="{HEXSIDE}"/>{box} {shade(level)}/>'
        yield _sampled(body, f"height {level}{' or more' if level == HIGHEST else ''}")
    strokes = {one.kind for one in (*board.strokes, *more) if any(frame.window.holds(point) for point in one.points)}
    for kind in KINDS:
        # A slope between hexes tells of itself what the sign within them says.
        if kind in strokes and kind not in kinds:
            body = f'<g fill="none">{sample(kind, *_SAMPLE)}</g>'
            yield _sampled(body, {"broken": "broken bridge", "pontoon": "pontoon bridge"}.get(kind, kind))


_HOUSES: Final = {
    "town": "M4 3h5v4h-5zM11 2h4v6h-4zM6 9h7v3h-7z",
    "city": "M4 3h5v4h-5zM11 2h4v6h-4zM6 9h7v3h-7z",
    "village": "M4 3h4v3h-4zM13 4h4v3h-4zM8 9h4v3h-4z",
    "chateau": "M5 2h12v1.5h-12zM5 10.5h12v1.5h-12zM5 3.5h1.5v7h-1.5zM15.5 3.5h1.5v7h-1.5zM8.5 5h5v2.5h-5z",
}


def _ground(kind: str, prefix: str, *, boxes: bool) -> str:
    if boxes and kind == "city":
        return f'<rect x="5" y="1" width="12" height="12" rx="3" fill="{PAPER}" stroke="{INK}" stroke-width="3"/>'
    box = f'<rect width="{number(_SAMPLE[0])}" height="{number(_SAMPLE[1])}"'
    plain = f'{box} fill="{TERRAIN[kind]}" stroke="{HEXSIDE}"/>'
    if tile(kind, prefix):
        return f'{plain}{box} fill="url(#{prefix}texture-{kind})"/>'
    houses = _HOUSES.get(kind)
    return f'{plain}<path d="{houses}" fill="{TEXTURE[kind]}"/>' if houses else plain


# -- stacks -----------------------------------------------------------------------------------


def crowded(lying: Iterable[Stack], looks: Mapping[str, Livery], hatches: Mapping[str, str], width: float) -> Block:
    """The faces of all counters that lie in stacks, the topmost first, by places."""
    groups: dict[str, list[Stack]] = {}
    for stack in lying:
        # Of counters that nobody knows the count is all that there is to tell.
        if len(stack.counters) > 1 and any(c.symbol != "unknown" or c.value for c in stack.counters):
            groups.setdefault(stack.place.id, []).append(stack)
    cells = [cell for group in groups.values() for cell in _stack(group, looks, hatches, width)]
    return _flowing("stacks", cells, width, int(_FACE) + 26)


def _stack(
    group: Sequence[Stack], looks: Mapping[str, Livery], hatches: Mapping[str, str], width: float
) -> Iterator[_Cell]:
    """One cell, or several for a stack that is wider than the picture."""
    faces = [counter for stack in group for counter in reversed(stack.counters)]
    most = max(int((width - 10) // (_FACE + 3)), 1)
    for start in range(0, len(faces), most):
        row = faces[start : start + most]
        words = _heading(group) if start == 0 else ""
        heading = shortened(words, _SIZE, width, bold=True) if words else ""
        room = max(len(row) * (_FACE + 3), wide(heading, bold=True) * _SIZE)
        body = lettered(heading, 0, _SIZE, _SIZE, anchor="start", bold=True)
        for number_, counter in enumerate(row):
            livery = looks.get(counter.army, NEUTRAL)
            drawn = face(counter, number_ * (_FACE + 3) + 1, _SIZE + 6, _FACE, livery, hatches.get(counter.army, ""))
            body += f"<g>{titled(told(counter))}{drawn}</g>"
        yield _Cell(body, room + 14)


def _heading(group: Sequence[Stack]) -> str:
    """The place, and how strong those are of whom it is known."""
    place, strength = group[0].place, [sum(counter.strength for counter in stack.counters) for stack in group]
    told = f" ({' and '.join(str(one) for one in strength if one)})" if any(strength) else ""
    return (place.name or place.label or place.id) + told


def _flowing(name: str, cells: Sequence[_Cell], width: float, line: int) -> Block:
    """Cells in lines, as many in each as it has room for."""
    if not cells:
        return Block("", 0)
    parts, x, y = [], 0.0, 0
    for cell in cells:
        if x and x + cell.width - 12 > width:
            x, y = 0.0, y + line
        parts.append(f'<g transform="translate({number(x)} {y})">{cell.body}</g>')
        x += cell.width
    return Block(f'<g class="{name}">{"".join(parts)}</g>', float(y + line))


# -- who is on no map -------------------------------------------------------------------------


def away(board: Board, scene: Scene, armies: Mapping[str, str], window: Window, width: float) -> Block:
    """A line for each army of what it has on the board outside of the window."""
    names = {place.id: f"{place.label} {place.name}".strip() or place.id for place in board.places}
    outside = elsewhere(board, scene, window)
    lines = []
    for army, name in armies.items():
        told = [_few(names[at], [c for c in counters if c.army == army]) for at, counters in outside.items()]
        if any(told):
            lines.append(f"{name}: {'; '.join(filter(None, told))}")
    return _text({"Beyond the edge of the picture": lines} if lines else {}, width, "away")


def _few(place: str, counters: Sequence[Counter]) -> str:
    if not counters:
        return ""
    known = [f"{c.name} {c.value}".strip() for c in counters if c.symbol != "unknown" or c.value]
    rest = f"{len(counters) - len(known)} unknown" if len(known) < len(counters) else ""
    return f"{place} {', '.join(filter(None, (*known, rest)))}"


def beside(scene: Scene, width: float) -> Block:
    """Headings and lines about counters that are on no board."""
    return _text(scene.beside, width, "beside")


def _text(told: Mapping[str, Sequence[str]], width: float, name: str) -> Block:
    written = [(True, heading) if line is None else (False, line) for heading, line in _lines(told)]
    parts, y = [], 0.0
    for bold, text in written[:_MOST_BESIDE]:
        for number_, part in enumerate(_wrapped(text, width - 14)):
            y += _SIZE * 1.4 + (5 if bold and number_ == 0 and y else 0)
            left = 0.0 if bold else 10.0 + (8.0 if number_ else 0.0)
            parts.append(lettered(part, left, y, _SIZE, anchor="start", bold=bold))
    return Block(f'<g class="{name}">{"".join(parts)}</g>', y + 6) if parts else Block("", 0)


def _lines(told: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, str | None]]:
    for heading, lines in told.items():
        yield heading, None
        yield from ((heading, line) for line in lines)


def _wrapped(text: str, width: float) -> list[str]:
    lines = [""]
    for word in clean(text, 2000).split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and wide(longer) * _SIZE > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
