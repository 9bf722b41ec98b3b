"""What counters look like: the signs that NATO draws for arms, on rounded squares with what is printed on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from pbem.engine.picture import CORNERS, Counter
from pbem.report.picture.lettering import clean, fitted, lettered, number, points
from pbem.report.picture.palette import BANDS, BURST, INK, PAPER, Livery

# Edges of a counter in pixels from which on its name, and its value, can be read.
NAMED: Final = 13
_ROOM_FOR_VALUE: Final = 13
# Room of letters and of the borders beside them, in parts of the edge.
_ROOM: Final = 0.98
# Width of the stripe of a formation, in parts of the edge.
_STRIPE: Final = 0.11


def face(counter: Counter, x: float, y: float, edge: float, livery: Livery, hatch: str = "") -> str:
    """A counter with its upper left corner at (x, y). hatch: the id of the pattern for those that lie face down."""
    parts = [_card(x, y, edge, livery)]
    if counter.down and hatch:
        parts.append(_card(x, y, edge, livery, f"url(#{hatch})"))
    if counter.band:
        parts.append(_band(counter.band, x, y, edge, livery))
    parts += _print(counter, x, y, edge, livery)
    if counter.state:
        parts.append(_flag(counter.state, x, y, edge))
    if counter.facing in _TOWARD:
        parts.append(_tick(counter.facing, x, y, edge, livery))
    return "".join(parts)


def blank(x: float, y: float, edge: float, livery: Livery) -> str:
    """A counter of which others hide the face."""
    return _card(x, y, edge, livery)


def hatching(name: str, livery: Livery) -> str:
    """The pattern of counters that lie face down. name: its id."""
    colour = livery.ink if livery.ink == PAPER else livery.line
    return (
        f'<pattern id="{name}" width="6" height="6" patternUnits="userSpaceOnUse">'
        f'<g fill="none" stroke="{colour}" stroke-width="0.9" stroke-opacity="0.5">'
        '<path d="M-1 7L7 -1M-1 1L1 -1M5 7L7 5"/></g>'
        "</pattern>"
    )


def _card(x: float, y: float, edge: float, livery: Livery, fill: str = "") -> str:
    """The rounded square; with a white line around it, so that it stands off from any ground and from others."""
    border = max(1.0, edge * livery.border / 100)
    inner = f'x="{number(x + border / 2)}" y="{number(y + border / 2)}" rx="{number(edge * 0.12)}"'
    size = f'width="{number(edge - border)}" height="{number(edge - border)}"'
    if fill:
        return f'<rect {inner} {size} fill="{fill}"/>'
    rim = (
        f'<rect x="{number(x - 0.8)}" y="{number(y - 0.8)}" width="{number(edge + 1.6)}" height="{number(edge + 1.6)}"'
    )
    dashes = f' stroke-dasharray="{livery.dash}"' if livery.dash else ""
    return (
        f'{rim} rx="{number(edge * 0.15)}" fill="{PAPER}"/>'
        f'<rect {inner} {size} fill="{livery.fill}" stroke="{livery.line}" stroke-width="{number(border)}"{dashes}/>'
    )


def _band(band: int, x: float, y: float, edge: float, livery: Livery) -> str:
    """A stripe in the colour of its formation, between the sign and the left border."""
    border = max(1.0, edge * livery.border / 100)
    return stripe(band, x + border, y + edge * 0.345, edge * _STRIPE, edge * 0.28)


def stripe(band: int, left: float, top: float, width: float, height: float) -> str:
    """The colour of a formation in a box."""
    box = f'<rect class="band" x="{number(left)}" y="{number(top)}" width="{number(width)}" height="{number(height)}"'
    return f'{box} fill="{BANDS[(band - 1) % len(BANDS)]}" stroke="{PAPER}" stroke-width="0.5"/>'


def _print(counter: Counter, x: float, y: float, edge: float, livery: Livery) -> list[str]:
    """Name above, sign in the middle, value below; the smaller the counter, the less of it."""
    middle, room = x + edge / 2, edge * (_ROOM - 2 * livery.border / 100)
    value = clean(counter.value) or ("?" if counter.symbol == "unknown" or counter.down else "")
    named = edge >= NAMED and bool(clean(counter.name))
    parts = []
    if named:
        name, size = designation(counter.name, edge, livery.border)
        parts.append(
            lettered(name, middle, y + edge * (0.25 + livery.border * 0.0045), size, fill=livery.ink, room=room)
        )
    valued = edge >= _ROOM_FOR_VALUE and bool(value)
    top, bottom = (0.33 if named else 0.14), (0.64 if valued else 0.88)
    if counter.symbol == "unknown":
        size = edge * (0.62 if not counter.value else 0.4)
        parts.append(
            lettered("?", middle, y + edge * (0.86 if not counter.value else 0.64), size, fill=livery.ink, bold=True)
        )
        value = clean(counter.value)
    else:
        height = min((bottom - top) * edge, edge * 0.42)
        start = y + ((top + bottom) / 2) * edge - height / 2
        parts.append(sign(counter.symbol, middle, start, height))
    if valued and value:
        parts.append(lettered(value, middle, y + edge * 0.925, edge * 0.31, fill=livery.ink, bold=True, room=room))
    return parts


def designation(name: str, edge: float, border: int) -> tuple[str, float]:
    """A name as it stands on a counter, cut where it has to be, and its size. border: in hundredths of the edge."""
    return fitted(_brief(name), max(edge * 0.23, 5.0), max(edge * 0.155, 4.6), edge * (_ROOM - 2 * border / 100))


# What long words of designations are shortened to on counters; in full they stand in lists and when one points.
_WORDS: Final = {
    "reserve": "Res.", "division": "Div.", "brigade": "Brig.", "battalion": "Bn.", "regiment": "Rgt.",
    "cavalry": "Cav.", "artillery": "Art.", "infantry": "Inf.", "detachment": "Det.", "grenadiers": "Gren.",
}  # fmt: skip


def _brief(name: str) -> str:
    """A designation as it stands on a counter."""
    return " ".join(_WORDS.get(word.casefold(), word) for word in name.split(" "))


def sign(symbol: str, middle: float, top: float, height: float) -> str:
    """The sign of an arm in a white box of this height, its middle at `middle`."""
    half = height * 0.8
    left, right, bottom = middle - half, middle + half, top + height
    thin = max(0.8, height * 0.09)
    box = f'<rect x="{number(left)}" y="{number(top)}" width="{number(2 * half)}" height="{number(height)}"'
    draw = _SIGNS.get(symbol, _plain)
    name = symbol if symbol in _SIGNS else "other"
    return (
        f'<g class="{name}" fill="none" stroke="{INK}" stroke-width="{number(thin)}">'
        f'{box} fill="{PAPER}"/>{draw(left, top, right, bottom)}</g>'
    )


def _plain(left: float, top: float, right: float, bottom: float) -> str:
    return ""


def _infantry(left: float, top: float, right: float, bottom: float) -> str:
    x, y, right_, down = (number(value) for value in (left, top, right, bottom))
    return f'<path d="M{x} {y}L{right_} {down}M{x} {down}L{right_} {y}"/>'


def _cavalry(left: float, top: float, right: float, bottom: float) -> str:
    return f'<path d="M{number(left)} {number(bottom)}L{number(right)} {number(top)}"/>'


def _artillery(left: float, top: float, right: float, bottom: float) -> str:
    x, y = number((left + right) / 2), number((top + bottom) / 2)
    return f'<circle cx="{x}" cy="{y}" r="{number((bottom - top) * 0.23)}" fill="{INK}" stroke="none"/>'


# Corners of a star about (0, 0), in hundredths of its radius.
_STAR: Final = (
    (0, -100), (24, -32), (95, -31), (38, 12), (59, 81), (0, 40), (-59, 81), (-38, 12), (-95, -31), (-24, -32),
)  # fmt: skip


def _leader(left: float, top: float, right: float, bottom: float) -> str:
    x, y, radius = (left + right) / 2, (top + bottom) / 2, (bottom - top) * 0.45
    corners = points((x + dx * radius / 100, y + dy * radius / 100) for dx, dy in _STAR)
    return f'<polygon points="{corners}" fill="{INK}" stroke="none"/>'


def _train(left: float, top: float, right: float, bottom: float) -> str:
    """A wagon: a line on two wheels."""
    height, width = bottom - top, right - left
    wheel, y = height * 0.17, top + height * 0.66
    wheels = "".join(
        f'<circle cx="{number(left + width * part)}" cy="{number(y)}" r="{number(wheel)}"/>' for part in (0.3, 0.7)
    )
    return f'<path d="M{number(left + width * 0.12)} {number(top + height * 0.36)}h{number(width * 0.76)}"/>{wheels}'


def _garrison(left: float, top: float, right: float, bottom: float) -> str:
    """A wall with battlements."""
    width, height = right - left, bottom - top
    step, up = number(width * 0.14), number(height * 0.24)
    begin = f"M{number(left + width * 0.15)} {number(top + height * 0.8)}v-{number(height * 0.56)}"
    wall = f"{begin}h{step}v{up}h{step}v-{up}h{step}v{up}h{step}v-{up}h{step}v{number(height * 0.56)}z"
    return f'<path d="{wall}" fill="{INK}"/>'


def _skirmishers(left: float, top: float, right: float, bottom: float) -> str:
    """Men apart from each other: three dots above two."""
    radius = number((bottom - top) * 0.13)
    spots = [(part, 0.32) for part in (0.2, 0.5, 0.8)] + [(part, 0.7) for part in (0.35, 0.65)]
    return "".join(
        f'<circle cx="{number(left + (right - left) * x)}" cy="{number(top + (bottom - top) * y)}" r="{radius}" '
        f'fill="{INK}" stroke="none"/>'
        for x, y in spots
    )


def _crew(left: float, top: float, right: float, bottom: float) -> str:
    """The ball of the guns, hollow."""
    x, y = number((left + right) / 2), number((top + bottom) / 2)
    return f'<circle cx="{x}" cy="{y}" r="{number((bottom - top) * 0.25)}"/>'


def _headquarters(left: float, top: float, right: float, bottom: float) -> str:
    """A flag on its pole."""
    height, width = bottom - top, right - left
    pole = f"M{number(left + width * 0.3)} {number(bottom - height * 0.12)}v-{number(height * 0.76)}"
    return f'<path d="{pole}h{number(width * 0.42)}v{number(height * 0.38)}h-{number(width * 0.42)}" fill="{INK}"/>'


def _unknown(left: float, top: float, right: float, bottom: float) -> str:
    height = bottom - top
    return lettered("?", (left + right) / 2, bottom - height * 0.15, height * 0.85, bold=True).replace(
        "<text", '<text stroke="none"', 1
    )


_SIGNS: Final[Mapping[str, Callable[[float, float, float, float], str]]] = {
    "infantry": _infantry,
    "cavalry": _cavalry,
    "artillery": _artillery,
    "leader": _leader,
    "train": _train,
    "garrison": _garrison,
    "skirmishers": _skirmishers,
    "crew": _crew,
    "headquarters": _headquarters,
    "unknown": _unknown,
}


# Whither the corners of a hex lie from its middle, in thousandths of the way.
_ROUND: Final = (
    ((-500, -866), (500, -866), (1000, 0), (500, 866), (-500, 866), (-1000, 0)),
    ((0, -1000), (866, -500), (866, 500), (0, 1000), (-866, 500), (-866, -500)),
)
_TOWARD: Final = {
    name: spot for names, spots in zip(CORNERS, _ROUND, strict=True) for name, spot in zip(names, spots, strict=True)
}


def _tick(facing: str, x: float, y: float, edge: float, livery: Livery) -> str:
    """A wedge at the counter's border that points to the corner of the hex which it faces."""
    dx, dy = _TOWARD[facing][0] / 1000, _TOWARD[facing][1] / 1000
    middle, half = (x + edge / 2, y + edge / 2), edge * 0.13
    # From the border of the square outwards.
    begin = edge / 2 / max(abs(dx), abs(dy))
    tip = begin + edge * 0.2
    corners = (
        (middle[0] + dx * tip, middle[1] + dy * tip),
        (middle[0] + dx * begin - dy * half, middle[1] + dy * begin + dx * half),
        (middle[0] + dx * begin + dy * half, middle[1] + dy * begin - dx * half),
    )
    colours = f'fill="{livery.line}" stroke="{PAPER}" stroke-width="0.6"'
    return f'<polygon class="facing" points="{points(corners)}" {colours}/>'


def _flag(states: Sequence[str], x: float, y: float, edge: float) -> str:
    """A flag in the upper right corner with the initials of what state the unit is in."""
    initials = "".join(clean(state)[:1].upper() for state in states[:2])
    width, height = edge * (0.26 + 0.2 * (len(initials) - 1)), edge * 0.3
    left = x + edge - width * 0.8
    top = y - edge * 0.12
    box = f'<rect x="{number(left)}" y="{number(top)}" width="{number(width)}" height="{number(height)}"'
    letters = lettered(initials, left + width / 2, top + height * 0.83, height * 0.85, bold=True, room=width * 0.9)
    return f'<g class="state">{box} fill="{BURST}" stroke="{INK}" stroke-width="0.7"/>{letters}</g>'
