"""Maps as SVG 1.1: one text without script, style sheet, foreign font or reference, the same for the same data.

A picture is put together from two layers of one frame: `ground.ground`, which never changes, and `layer`, what lies on
it at one moment. A page that steps through a campaign draws the first once and swaps the second. Elements carry
`data-place`, `data-unit` and `data-side`, and a title with what there is to know of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from pbem.engine.picture import Board, Scene
from pbem.lean import dataclass
from pbem.report.picture import legend as below
from pbem.report.picture.arrows import arrows, fight_boxes, fights
from pbem.report.picture.bodies import bodies
from pbem.report.picture.crop import MAIL_WIDTH, Frame, Window, centres, frame, inside
from pbem.report.picture.designations import told_apart
from pbem.report.picture.ground import ground
from pbem.report.picture.lettering import FONTS, escaped, lettered, number, shortened, wide
from pbem.report.picture.overlays import areas, hidden_at, lines
from pbem.report.picture.palette import INK, NEUTRAL, PAPER, Livery, liveries
from pbem.report.picture.stacks import drawn, mark_boxes, marks, stacks
from pbem.report.picture.strokes import passing, strokes
from pbem.report.picture.surroundings import Box, Spot
from pbem.report.picture.symbols import hatching
from pbem.report.picture.writing import Busy, covered_numbers

MARGIN: Final = 6
HEADING: Final = 14.0
ROOM_BELOW: Final = 10.0
# What the arrow to the north takes of a heading.
_NORTH: Final = 30.0


@dataclass(frozen=True, slots=True)
class Drawing:
    """A finished part of a sheet, drawn from (0, 0) on. words: what it shows, for who cannot see it."""

    body: str
    width: float
    height: float
    words: str


def drawing(
    board: Board,
    scene: Scene,
    armies: Mapping[str, str],
    *,
    window: Window | None = None,
    width: int = MAIL_WIDTH,
    labels: bool | None = None,
    title: str = "",
    prefix: str = "",
    off_map: bool = False,
) -> Drawing:
    """One map with heading, stacks and legend, to be laid on a `sheet`.

    armies: army id -> printed name, in the order that gives them their colours. window: of the board, None for all of
    it (`crop.what_matters`). width: of the map in pixels. labels: the numbers of places, None for where they can be
    read. title: a heading above; "" for that of the board. prefix: of all ids, different for each map of a page.
    off_map: whether those on no map are told of below it.
    """
    shown = frame(board, window, width)
    chart = view(board, scene, armies, shown, prefix, labels=labels)
    heading = above(board, shown, title)
    parts = [heading, f'<g transform="translate(0 {number(HEADING + 8)})">{chart}</g>']
    y = HEADING + 8 + shown.height + ROOM_BELOW
    for block in underneath(board, scene, armies, shown, prefix, off_map=off_map):
        parts.append(f'<g transform="translate(0 {number(y)})">{block.body}</g>')
        y += block.height + 4
    return Drawing("\n".join(parts), shown.width, y, _words(board, scene, armies, shown, title))


def above(board: Board, shown: Frame, title: str) -> str:
    """The heading of a map and the arrow to the north."""
    return _heading(title or board.title, shown.width - _NORTH) + _north(shown.width)


def underneath(
    board: Board, scene: Scene, armies: Mapping[str, str], shown: Frame, prefix: str, *, off_map: bool
) -> list[below.Block]:
    """What stands below a map: faces of stacks, signs, who is elsewhere."""
    looks = liveries(list(armies))
    blocks = [
        below.crowded(stacks(board, scene, shown), looks, hatches(armies, prefix), shown.width),
        below.legend(board, scene, shown, armies, looks, prefix),
        below.away(board, scene, armies, shown.window, shown.width),
        below.beside(scene, shown.width) if off_map else below.Block("", 0),
    ]
    return [block for block in blocks if block.body]


def hatches(armies: Iterable[str], prefix: str) -> dict[str, str]:
    """Army id -> the id of the pattern of its counters that lie face down."""
    return {army: f"{prefix}down-{count}" for count, army in enumerate(armies)}


def _north(width: float) -> str:
    """An arrow with an N at the right end of the heading, where it hides nothing: the top of every board is north."""
    x = width - 6
    arrow = f'<path d="M{number(x)} 1 l5 15 l-5 -4 l-5 4 z" fill="{INK}"/>'
    return f'<g class="north"><title>North</title>{arrow}{lettered("N", x - 12, 14, 12, bold=True)}</g>'


def _heading(text: str, width: float) -> str:
    """A heading at the left, in smaller letters where it is long, cut where it is longer still."""
    size = max(min(HEADING, width / max(wide(text, bold=True), 1)), HEADING * 0.7)
    text = shortened(text, size, width, bold=True)
    return lettered(text, 0, HEADING, size, anchor="start", bold=True)


def view(
    board: Board, scene: Scene, armies: Mapping[str, str], shown: Frame, prefix: str = "", *, labels: bool | None = None
) -> str:
    """The map alone, ground and layer, as an `svg` element of its own that cuts off what lies outside of the frame."""
    size = f'width="{number(shown.width)}" height="{number(shown.height)}"'
    box = f'viewBox="0 0 {number(shown.width)} {number(shown.height)}"'
    edge = f'<rect {size} fill="none" stroke="{INK}" stroke-width="1.5" pointer-events="none"/>'
    return "\n".join(
        [
            f'<svg id="{prefix}board" class="board" data-board="{escaped(board.id)}" {size} {box}>',
            f'<rect {size} fill="{PAPER}"/>',
            ground(board, shown, prefix, labels=labels, busy=busy(board, scene, shown)),
            layer(board, scene, armies, shown, prefix),
            f"{edge}</svg>",
        ]
    )


def busy(board: Board, scene: Scene, shown: Frame) -> Busy:
    """Where counters, marks, bursts and arrows hide what is written on the ground."""
    found = stacks(board, scene, shown)
    lying = [box for stack in found for box in stack.boxes]
    printed = [box for stack in found for box in stack.printed]
    fought = fight_boxes(board, scene, shown, [stack.box for stack in found], printed)
    boxes = [*lying, *mark_boxes(board, scene, shown), *fought]
    where = centres(board)
    ways = dict.fromkeys(arrow.places for arrow in scene.arrows if all(at in where for at in arrow.places))
    return Busy(boxes, [[shown.at(where[at]) for at in way] for way in ways])


def layer(board: Board, scene: Scene, armies: Mapping[str, str], shown: Frame, prefix: str = "") -> str:
    """What lies on a board at one moment, and the arrows and fights that led to it, as an SVG group.

    From below: what is laid over the ground, fronts and lengths of counters, arrows, counters, the numbers of their
    hexes, marks, fights.
    """
    looks = liveries(list(armies))
    patterned = hatches(armies, prefix)
    down = dict.fromkeys(counter.army for counter in scene.counters if counter.down)
    patterns = [hatching(patterned[army], looks[army]) for army in down if army in patterned]
    scene = told_apart(board, scene, shown, looks)
    found = stacks(board, scene, shown)
    lying = [drawn(stack, _look(looks, stack.army), prefix, patterned.get(stack.army, "")) for stack in found]
    covered, printed = [stack.box for stack in found], [box for stack in found for box in stack.printed]
    return "\n".join(
        [
            f'<g id="{prefix}scene" class="scene">',
            f"<defs>{''.join(patterns)}</defs>",
            *_group("overlays", _overlays(board, scene, shown, looks)),
            *strokes(board, shown, passing(board, scene.strokes)),
            *_group("bodies", [body for body, _ in bodies(board, scene, shown, looks)]),
            *_group("arrows", arrows(board, scene, shown, looks, prefix)),
            *_group("counters", lying),
            *_group("numbers", _numbers(board, scene, shown)),
            *_group("marks", marks(board, scene, shown, looks)),
            *_group("fights", fights(board, scene, shown, prefix, covered, printed)),
            "</g>",
        ]
    )


def _overlays(board: Board, scene: Scene, shown: Frame, looks: Mapping[str, Livery]) -> list[str]:
    """Areas, and above them lines."""
    return [*_moved(areas(board, scene, shown, looks)), *(body for body, _ in lines(board, scene, shown, looks))]


def _numbers(board: Board, scene: Scene, shown: Frame) -> list[str]:
    """Of the hexes in which counters lie, which might cover them."""
    return list(_moved(covered_numbers(board, hidden_at(scene), shown)))


def _moved(drawn: Iterable[tuple[str, Box, Spot]]) -> Iterator[str]:
    """What is drawn about (0, 0), where it lies."""
    for body, _, (x, y) in drawn:
        yield f'<g transform="translate({number(x)} {number(y)})" pointer-events="none">{body}</g>'


def _look(looks: Mapping[str, Livery], army: str) -> Livery:
    return looks.get(army, NEUTRAL)


def _group(name: str, elements: Sequence[str]) -> list[str]:
    return [f'<g class="{name}">', *elements, "</g>"] if elements else []


def _words(board: Board, scene: Scene, armies: Mapping[str, str], shown: Frame, title: str) -> str:
    """`Hill country: Red 34 counters, Blue 12 counters; 3 combats`."""
    here = {place.id for place in inside(board, shown)}
    counts = {name: sum(c.army == army and c.place in here for c in scene.counters) for army, name in armies.items()}
    told = ", ".join(f"{name} {count} counter{'' if count == 1 else 's'}" for name, count in counts.items())
    fought = sum(1 for fight in scene.fights if any(at in here for at in fight.at))
    combats = f"; {fought} combat{'' if fought == 1 else 's'}" if fought else ""
    return f"{title or board.title}: {told}{combats}"


def sheet(drawings: Iterable[Drawing], title: str = "") -> str:
    """Drawings below each other as an SVG document, dark on white. title: a heading above all of them."""
    placed = list(drawings)
    width = max((one.width for one in placed), default=MAIL_WIDTH) + 2 * MARGIN
    y, parts = float(MARGIN), []
    if title:
        parts.append(
            lettered(shortened(title, 16, width - 2 * MARGIN, bold=True), MARGIN, y + 16, 16, anchor="start", bold=True)
        )
        y += 28
    for one in placed:
        parts.append(f'<g transform="translate({MARGIN} {number(y)})">\n{one.body}\n</g>')
        y += one.height + ROOM_BELOW
    size = f'width="{number(width)}" height="{number(y)}"'
    words = "; ".join(([title] if title else []) + [one.words for one in placed])
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" version="1.1" {size} viewBox="0 0 {number(width)} {number(y)}" '
            f'font-family="{FONTS}" role="img" aria-label="{escaped(words, 1000)}">',
            f"<title>{escaped(title or words, 1000)}</title>",
            f'<rect {size} fill="{PAPER}"/>',
            *parts,
            "</svg>",
            "",
        ]
    )
