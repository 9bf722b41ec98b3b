"""How counters look: what they are, how strong, in which formation, which way they face, what has befallen them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Protocol

from pbem.engine.picture import BANDS, CORNERS, Counter
from pbem.lean import dataclass
from rulesets.winters_victory.board import facing
from rulesets.winters_victory.board.chain import BRIGADE
from rulesets.winters_victory.board.pieces import (
    ARTILLERY,
    CAVALRY,
    COLUMN,
    CREW,
    EXTENDED,
    GENERAL_ORDER,
    GOOD,
    INFANTRY,
    LEADER,
    LIMBERED,
    LINE,
    MOUNTED,
    ROAD_COLUMN,
    SKIRMISH,
    SKIRMISHERS,
    SQUARE,
    UNLIMBERED,
    Piece,
    Unit,
)
from rulesets.winters_victory.play import Play
from rulesets.winters_victory.rules.command.staff import Staff
from rulesets.winters_victory.rules.firing.firers import DEPLETED
from rulesets.winters_victory.rules.formations.cavalry import EXHAUSTED
from rulesets.winters_victory.rules.formations.skirmishing import DETACHED
from rulesets.winters_victory.rules.morale.effectiveness import OUT
from rulesets.winters_victory.rules.moving.stance import REAR
from rulesets.winters_victory.rules.scene import REDUCED
from rulesets.winters_victory.setting import Setting

_SYMBOLS: Final[Mapping[str, str]] = {
    INFANTRY: "infantry",
    SKIRMISHERS: "skirmishers",
    CAVALRY: "cavalry",
    ARTILLERY: "artillery",
    CREW: "crew",
    LEADER: "leader",
}
SHORT: Final[Mapping[str, str]] = {
    COLUMN: "C",
    LINE: "L",
    EXTENDED: "XL",
    SQUARE: "SQ",
    GENERAL_ORDER: "GO",
    SKIRMISH: "",
    MOUNTED: "",
    LIMBERED: "lim",
    UNLIMBERED: "unl",
    ROAD_COLUMN: "RC",
    "": "",
}
"""wv 7.3, 7.4, 7.5-1: formation -> what stands behind the strength on a counter."""
_LONG: Final[Mapping[str, str]] = {
    COLUMN: "in column (C)",
    LINE: "in line (L)",
    EXTENDED: "in extended line (XL)",
    SQUARE: "in square (SQ)",
    GENERAL_ORDER: "in General Order (GO)",
    SKIRMISH: "in skirmish formation",
    MOUNTED: "mounted",
    LIMBERED: "limbered (lim)",
    UNLIMBERED: "unlimbered (unl)",
    ROAD_COLUMN: "in Road Column (RC)",
}
_MARKS: Final[Mapping[str, str]] = {
    EXHAUSTED: "exhausted",
    DEPLETED: "out of ammunition",
    OUT: "out of command",
    REAR: "faces to the rear",
    DETACHED: "company detached",
    REDUCED: "reduced",
}
"""Marker of a counter -> words for it, the weightiest first; others are the rules' own book-keeping."""
_POINTED: Final = CORNERS[1]
HEADQUARTERS: Final = "headquarters"


class Names(Protocol):
    """What pictures ask of those who know what everything is called."""

    def name(self, uid: str) -> str:
        """The printed name of a counter, army, corps or brigade."""


def counters(names: Names, play: Play) -> tuple[Counter, ...]:
    """wv 9.0: everybody on the map by hexes, in one hex from bottom to top: leaders, then combat units as they are
    stacked, for the topmost is seen. Headquarters lie below all."""
    look, board = _Look(names, play, play.staff, bands_of(play.setting)), play.board
    found = [*_headquarters(names, play)]
    for at, stack in sorted(board.here.items()):
        # A long unit is in several hexes and is drawn in its first.
        here = [uid for uid in reversed(stack) if board.piece(uid).at == at]
        here.sort(key=lambda uid: board.unit(uid).fights)
        found += [_counter(look, uid) for uid in here]
    return tuple(found)


def _headquarters(names: Names, play: Play) -> Iterator[Counter]:
    """wv 17.2: the two of them, where they are on this part of the map."""
    for army, at in sorted(play.command.headquarters.items()):
        if at in play.setting.field.neighbours:
            hover = (f"Headquarters of the {names.name(army)}", "where command points are spent (17.22)")
            yield Counter(f"{HEADQUARTERS}-{army}", at, army, HEADQUARTERS, "HQ", hover=hover)


@dataclass(frozen=True)
class _Look:
    """What a counter's looks follow from. bands: as `bands_of` has them."""

    names: Names
    play: Play
    staff: Staff
    bands: Mapping[str, int]


def _counter(look: _Look, uid: str) -> Counter:
    play = look.play
    unit, piece = play.board.unit(uid), play.board.piece(uid)
    fronts = piece.frontal and not unit.all_around and unit.fights
    sides = facing.front(piece.facing) if fronts else ()
    grid = play.setting.ground.grid(piece.at)
    return Counter(
        uid,
        piece.at,
        unit.army,
        _SYMBOLS[unit.kind],
        short(unit),
        f"{piece.strength} {SHORT[piece.formation]}".strip() if unit.fights else str(look.staff.radius(uid)),
        piece.strength if unit.fights else 0,
        state=tuple(states(unit, piece)),
        hover=(look.names.name(uid), *_hover(look, uid)),
        facing=_POINTED[piece.facing] if fronts else "",
        band=look.bands.get(corps_of(play.setting, uid), 0),
        also=tuple(at for at in piece.hexes[1:] if at != piece.at),
        fronts=tuple(
            (at, grid.directions[side])
            for at in ((piece.at, piece.second) if piece.second else (piece.at,))
            for side in sides
            if grid.neighbour(at, grid.directions[side]) not in piece.hexes
        ),
    )


def short(unit: Unit) -> str:
    """What has room on a counter: `26th Light 1` for the first battalion of the 26th Light."""
    if unit.kind == CREW:
        return unit.kind
    name = unit.name.removeprefix("Leader of the ")
    for word, less in ((", battalion", ""), (", company", " c"), ("battery", "Bty"), ("Division", "Div")):
        name = name.replace(word, less)
    return name


def states(unit: Unit, piece: Piece) -> Iterator[str]:
    """wv 7.2-1, 7.41-1, 11.9-1, 17.11-1: what has befallen a counter, the weightiest first."""
    if piece.state != GOOD:
        yield piece.state
    yield from (words for mark, words in _MARKS.items() if mark in piece.marks)


# -- in words ----------------------------------------------------------------------------------


def _hover(look: _Look, uid: str) -> Iterator[str]:
    unit, piece = look.play.board.unit(uid), look.play.board.piece(uid)
    yield belonging(look.play.setting, unit)
    if not unit.fights:
        yield from _led(look.staff, uid)
        return
    yield ", ".join(_facts(unit, piece))
    if unit.kind == ARTILLERY:
        yield f"{piece.rounds} rounds of ammunition left (11.93)"
    said = ", ".join(states(unit, piece))
    if said:
        yield said


def belonging(setting: Setting, unit: Unit) -> str:
    """wv 2.5, 16.3: the nation, corps and brigade of a counter."""
    corps, brigade = corps_of(setting, unit.id), setting.forces.brigades.get(unit.brigade)
    words = [unit.nation.capitalize()]
    words += [setting.chain.books[corps][0]] if corps in setting.chain.books else []
    words += [brigade.name] if brigade is not None else []
    return ", ".join(dict.fromkeys(words))


def _facts(unit: Unit, piece: Piece) -> Iterator[str]:
    """Arm, strength, effectiveness and formation."""
    word = "gun" if unit.kind == ARTILLERY else "point"
    yield f"{unit.sort} {unit.kind}" if unit.kind in (INFANTRY, CAVALRY, ARTILLERY) else unit.kind
    yield f"{piece.strength} of {unit.strength} {word}{'s' if unit.strength != 1 else ''}"
    rating = unit.weak_rating if EXHAUSTED in piece.marks and unit.weak_rating else unit.rating
    yield f"effectiveness {rating}"
    if unit.firing:
        yield f"fire class {unit.firing}"
    if piece.formation:
        yield _LONG[piece.formation]


def _led(staff: Staff, uid: str) -> Iterator[str]:
    """wv 16.12-1, 16.15, 17.34-1, 17.71-2: of a command unit its level, radius, state and orders."""
    officer, post = staff.officer(uid), staff.post(uid)
    state = "" if officer.level == BRIGADE else f", {post.state}"
    yield f"leader of a {officer.level}{state}, radius {staff.radius(uid)}"
    orders = [
        *(["order received"] if post.received else []),
        *([f"an order is delayed by {post.delay}"] if post.delay else []),
        *([f"Attack Order {post.attack}"] if post.attack else []),
        *([f"holds Attack Order {post.holds}"] if post.holds else []),
        *(["inactive"] if post.inactive else []),
    ]
    if orders:
        yield ", ".join(orders)


# -- formations --------------------------------------------------------------------------------


def corps_of(setting: Setting, uid: str) -> str:
    """wv 14.0: the corps or army in whose book a counter is; "" for those above all corps."""
    leader = setting.chain.leaders.get(uid)
    if leader is not None:
        return leader.corps
    brigade = setting.forces.brigades.get(setting.units[uid].brigade)
    return brigade.corps if brigade is not None else ""


def bands_of(setting: Setting) -> Mapping[str, int]:
    """Corps or army -> the colour of its stripe, those of each army from the first on."""
    found: dict[str, int] = {}
    for corps, (_, army) in setting.chain.books.items():
        found[corps] = sum(setting.chain.books[one][1] == army for one in found) % BANDS + 1
    return found


def in_play(setting: Setting) -> frozenset[str]:
    """wv 3.0, 6.7, 7.5-1, 16.31-1: whoever is on the map at the start or may come: units with their crews, and those
    above them in the chain."""
    scenario, chain = setting.scenario, setting.chain
    units = {*scenario.units, *scenario.coming(setting.forces)}
    crews = {uid for uid, unit in setting.units.items() if unit.kind == CREW and unit.serves in units}
    leaders = {one.unit for one in scenario.placed} | {uid for one in scenario.arrivals for uid in one.leaders}
    own = {chain.led[setting.units[uid].brigade] for uid in units}
    above = {uid for one in own for uid in chain.superiors(one)}
    return frozenset({*units, *crews, *leaders, *own, *above})


def countersheet(names: Names, setting: Setting) -> tuple[Counter, ...]:
    """wv 2.31-1: everybody of the scenario but companies, which are made and unmade as a battle goes on: leaders, and
    combat units with their crews, those who come later too."""
    bands, units, there = bands_of(setting), setting.units, in_play(setting)
    return tuple(
        Counter(
            uid,
            "",
            unit.army,
            _SYMBOLS[unit.kind],
            short(unit),
            str(unit.strength) if unit.fights else "",
            unit.strength if unit.fights else 0,
            hover=(names.name(uid), belonging(setting, unit)),
            band=bands.get(corps_of(setting, uid), 0),
        )
        for uid, unit in units.items()
        if uid in there
    )


def named(names: Names, units: Sequence[str]) -> str:
    """Counters in a row."""
    return ", ".join(map(names.name, units))
