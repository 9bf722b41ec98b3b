"""The position as rules work with it: counters, links, markers. What a face-down counter holds is not in it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from rulesets.jours_de_gloire.hidden.signs import MOST_COUNTERS
from rulesets.jours_de_gloire.places import number_of
from rulesets.jours_de_gloire.position import SETUP, Piece, Position, decode, unknown, without
from rulesets.jours_de_gloire.setting import Json, Setting

OPEN, BLOCKED = "open", "blocked"
FORD, BRIDGE, PONTOON = "ford", "bridge", "pontoon"
MOVED, DUG, MARCHED = "moved", "dug", "marched"
NOBODY: Final = {"dummy": "infantry"}
_MOST_PF = 40
_UNIT, _DETACHMENT = {"unit", "pf", "lag"}, {"unit", "pf", "lag", "of"}


def empty_position(setting: Setting) -> Position:
    """The position before the set-up: nobody on the map, control as the scenario has it, all reinforcements to come."""
    scenario, armies = setting.scenario, setting.armies
    return Position(
        stage=SETUP,
        turn=1,
        weather="clear",
        mud=scenario.mud,
        order=list(armies),
        player=armies[0],
        counters={},
        next=dict.fromkeys(armies, 1),
        pc={},
        out={army: {"infantry": 0, "cavalry": 0} for army in armies},
        forces={army: {} for army in armies},
        entrenched={},
        broken=[],
        pontoons={},
        control=dict(scenario.control),
        sieges={},
        inside={},
        lost={},
        dead=[],
        taken=[],
        gone=[],
        losses=dict.fromkeys(armies, 0),
        pv=dict.fromkeys(armies, 0),
        pool={army: [] for army in armies},
        arrivals=list(range(len(scenario.reinforcements))),
        chiefs={uid: command.chief for uid, command in setting.commands.items()},
        turned={},
        moved=[],
        dug=[],
        marched=[],
        signs=setting.fog.signs_at_start(),
    )


def well_formed(setting: Setting, content: Json) -> bool:
    """Whether a JSON value is a content: a dummy, a general, or a unit no stronger than at the start.

    Whose it is and whether it can be there now is not asked. A unit that a march has worn away has stragglers alone.
    """
    troops = setting.troops(content)
    if troops is None:
        return (setting.general(content) is not None or setting.dummy(content)) and len(content) == 1
    if content.keys() != (_UNIT if troops.initial else _DETACHMENT) or not isinstance(content.get("of", ""), str):
        return False
    pf, lag = content["pf"], content["lag"]
    if type(pf) is not int or type(lag) is not int:
        return False
    return pf >= 0 and lag >= 0 and 1 <= pf + lag <= (troops.initial or _MOST_PF)


@lru_cache(maxsize=256)
def _circle(letter: str, first: int) -> tuple[str, ...]:
    """All ids of an army, from a number on."""
    return tuple(f"{letter}{(first - 1 + step) % MOST_COUNTERS + 1}" for step in range(MOST_COUNTERS))


class Board:
    """A copy of a position that can be changed. Queries return counters in order of army and number. at: the position
    as it stands. Whoever changes a member puts a new value there; `counters` are changed by the board's methods alone.
    """

    def __init__(self, setting: Setting, at: Position) -> None:
        self.setting = setting
        self.at = at.copy()
        self._ordered: dict[str, tuple[Json, Json]] = {}

    @classmethod
    def read(cls, setting: Setting, at: Json) -> Board:
        """The board of a position in canonical JSON. Raises ValueError for what is none."""
        return cls(setting, decode(at))

    def position(self) -> Position:
        """The position as it stands, in canonical order, so that one in memory and one read back iterate alike."""
        return self.at.in_order(self._ordered)

    # -- who plays ----------------------------------------------------------------------

    @property
    def player(self) -> str:
        """The army whose player turn it is."""
        return self.at.player

    @property
    def foe(self) -> str:
        """The other army."""
        return self.setting.foe(self.player)

    @property
    def weather(self) -> str:
        """The weather of the turn."""
        return self.at.weather

    def army_of_command(self, command: str) -> str:
        """jdg 4.1-1, B.7.1: the army of a command, which may have gone over; empty for an unknown one."""
        if command not in self.setting.commands:
            return ""
        return self.at.turned.get(command, self.setting.commands[command].army)

    def commands_of(self, army: str) -> tuple[str, ...]:
        """The commands of an army now, in the order of the file."""
        turned = self.at.turned
        return tuple(name for name, one in self.setting.commands.items() if turned.get(name, one.army) == army)

    def chief(self, command: str) -> str:
        """jdg 4.2-2: the general who has a command now, empty for nobody."""
        chief = self.at.chiefs.get(command, "")
        return "" if chief in self.at.taken or chief in self.at.gone else chief

    def present(self, general: str) -> bool:
        """jdg 3.2-1: whether a general is on the map, as both armies can tell: he came and was not taken or removed."""
        known = self.setting.generals.get(general)
        if known is None or general in self.at.taken or general in self.at.gone:
            return False
        arrivals = self.setting.scenario.reinforcements
        if any(general in arrivals[number].generals for number in self.at.arrivals):
            return False
        came = any(general in arrival.generals for arrival in arrivals)
        return bool(known.at) or came or general in self.at.chiefs.values()

    def leaves(self, general: str) -> bool:
        """jdg 4.2-2: whether a general has been replaced, and his counter still waits to be taken off the map."""
        return any(entry.general == general for entry in self.at.leaving or ())

    # -- counters -------------------------------------------------------------------------

    def counters(self, army: str = "", box: str = "") -> tuple[str, ...]:
        """Counters in play, of one army or both, in one box or everywhere."""
        return self.at.places.counters(army, box)

    def enemies(self, army: str, box: str) -> tuple[str, ...]:
        """The counters of the other army in a box."""
        return self.counters(self.setting.foe(army), box)

    def army(self, counter: str) -> str:
        """Whose counter it is. Raises KeyError if it is not in play."""
        return self.at.counters[counter].army

    def box(self, counter: str) -> str:
        """Where it stands. Raises KeyError if it is not in play."""
        return self.at.counters[counter].box

    def engaged(self, counter: str) -> bool:
        """jdg 6.5.1-3: whether a counter shares its box with enemies."""
        return bool(self.enemies(self.army(counter), self.box(counter)))

    def boxes_of(self, army: str) -> tuple[str, ...]:
        """Boxes with counters of an army, in the map's order."""
        held = self.at.places.boxes(army)
        return tuple(box for box in self.setting.boxes if box in held)

    def contested(self) -> tuple[str, ...]:
        """jdg 2-B3, 8.0-1: boxes with counters of both armies, in the map's order; sieges are among them."""
        first, second = (self.at.places.boxes(army) for army in self.setting.armies)
        return tuple(box for box in self.setting.boxes if box in first and box in second)

    def face_up(self, counter: str) -> bool:
        """jdg 1.1-2, 1.2.1-6, 1.3-2: whether everybody knows what a counter holds."""
        return self.at.counters[counter].seen is not None

    def hidden(self, army: str, box: str = "") -> tuple[str, ...]:
        """An army's face-down counters, in one box or everywhere."""
        return tuple(counter for counter in self.counters(army, box) if not self.face_up(counter))

    def content(self, counter: str) -> Json | None:
        """What everybody knows that a counter holds; None for one that lies face down."""
        return self.at.counters[counter].seen

    def known(self) -> dict[str, Json]:
        """The contents of all counters that lie face up."""
        return {counter: piece.seen for counter, piece in self.at.counters.items() if piece.seen is not None}

    def log(self, counter: str) -> Sequence[Sequence[Json]]:
        """What changed a face-down counter's strength since its content was committed to, oldest first."""
        return list(self.at.counters[counter].log)

    def marked(self, counter: str, marker: str) -> bool:
        """Whether a counter bears a marker: `fatigued` or `lag`."""
        return bool(getattr(self.at.counters[counter], marker))

    def noted(self, counter: str, what: str) -> bool:
        """Whether a counter is in one of the turn's lists: MOVED, DUG or MARCHED."""
        return counter in getattr(self.at, what)

    def free(self, army: str) -> tuple[str, ...]:
        """All ids of an army that no counter in play bears, in the order in which they are given out.

        An army has the numbers 1 to MOST_COUNTERS. They are given out in a circle, so that an id rests for long.
        """
        circle = _circle(self.setting.scenario.counters[army].letter, self.at.next[army])
        return tuple(uid for uid in circle if uid not in self.at.counters)

    def fresh(self, army: str, count: int) -> tuple[str, ...]:
        """The ids that the next counters of an army bear: `f12`; fewer than asked for where no more are free."""
        return self.free(army)[:count]

    # -- changes ----------------------------------------------------------------------------

    def place(self, counter: str, army: str, box: str, content: Json | None = None) -> None:
        """jdg 5.3-1: a counter comes into play, face up if its content is given; a box holds any number of them.

        Its number is not given out again before all others were.
        """
        self.at.put({counter: unknown(army, box) if content is None else Piece(army, box, seen=content)})
        self.at.next = {**self.at.next, army: number_of(counter) % MOST_COUNTERS + 1}

    def move(self, counter: str, box: str) -> None:
        """A counter goes to another box."""
        self.move_all((counter,), box)

    def move_all(self, counters: Iterable[str], box: str) -> None:
        """Counters go to another box, together."""
        before = {counter: self.at.counters[counter] for counter in counters}
        self.at.put({counter: _moved(piece, box) for counter, piece in before.items()})
        for left in dict.fromkeys((piece.box, piece.army) for piece in before.values()):
            self._left(*left)

    def deal(self, counters: Sequence[str], army: str, box: str, *, lag: bool) -> None:
        """jdg 2-B1-2: fresh counters come into play face down. lag: whether they bear that marker."""
        piece = Piece(army, box, lag=True) if lag else unknown(army, box)
        self.at.put(dict.fromkeys(counters, piece))
        if counters:
            self.at.next = {**self.at.next, army: number_of(counters[-1]) % MOST_COUNTERS + 1}

    def remove(self, counter: str) -> None:
        """A counter leaves play."""
        self.remove_all((counter,))

    def remove_all(self, counters: Iterable[str]) -> None:
        """Counters leave play, together."""
        at, gone = self.at, self.at.take(counters)
        for left in dict.fromkeys((piece.box, piece.army) for piece in gone.values()):
            self._left(*left)
        for member in (MOVED, DUG, MARCHED):
            if not gone.keys().isdisjoint(getattr(at, member)):
                setattr(at, member, [other for other in getattr(at, member) if other not in gone])
        if at.signs:
            at.signs = without(at.signs, *gone)
        at.inside = _dropped(at.inside, gone)
        for army in dict.fromkeys(piece.army for piece in gone.values()):
            at.forces = {**at.forces, army: _dropped(at.forces[army], gone)}

    def _left(self, box: str, army: str) -> None:
        """jdg 6.2-3: works that no combat unit holds any more are gone, as far as everybody can see that."""
        if self.at.entrenched.get(box) == army and not any(map(self.may_be_unit, self.counters(army, box))):
            self.at.entrenched = without(self.at.entrenched, box)

    def may_be_unit(self, counter: str) -> bool:
        """jdg 1.2.1-1, 5.4-3: whether everybody has to reckon with a combat unit in a counter."""
        content = self.content(counter)
        return content is None or (self.setting.troops(content) is not None and int(content["pf"]) > 0)

    def turn_up(self, counter: str, content: Json) -> Json:
        """A counter is turned face up with its content as it is now; returns what counts as its content.

        What cannot stand in it counts as a dummy: the audit finds the lie.
        """
        piece, seen = self.at.counters[counter], content if self.fits(counter, content) else NOBODY
        self.at.put({counter: replace(piece, seen=seen, log=())})
        self._left(piece.box, piece.army)
        return seen

    def turn_down(self, counter: str) -> None:
        """jdg 2-B1-2: a counter is turned face down."""
        self.at.put({counter: replace(self.at.counters[counter], seen=None, log=())})

    def see(self, counter: str, content: Json) -> None:
        """A counter that lies face up holds something else now: losses, stragglers, strength points."""
        self.at.put({counter: replace(self.at.counters[counter], seen=content)})

    def write(self, counter: str, entry: Sequence[Json]) -> None:
        """Adds to the log of a face-down counter."""
        piece = self.at.counters[counter]
        self.at.put({counter: replace(piece, log=(*piece.log, entry))})

    def clear_log(self, counter: str) -> None:
        """What happened to a counter is worked into its content by whoever asks."""
        piece = self.at.counters[counter]
        if piece.log:
            self.at.put({counter: replace(piece, log=())})

    def mark(self, counter: str, marker: str, there: bool = True) -> None:
        """Gives a counter a marker, `fatigued` or `lag`, or takes it away."""
        piece = self.at.counters[counter]
        if getattr(piece, marker) is not there:
            marks: Json = {marker: there}
            self.at.put({counter: replace(piece, **marks)})

    def note(self, what: str, counters: Iterable[str]) -> None:
        """Puts counters into one of the turn's lists: MOVED, DUG or MARCHED."""
        setattr(self.at, what, sorted({*getattr(self.at, what), *counters}))

    def dummies_go(self, army: str, kind: str, number: int) -> None:
        """jdg 7.1-6: so many more dummies of a kind are out of play. kind: of `Position.out`, or `shuffle.UNTOLD`."""
        out = self.at.out[army]
        self.at.out = {**self.at.out, army: {**out, kind: out.get(kind, 0) + number}}

    def lose(self, army: str, unit: str, pf: int) -> None:
        """jdg 9-9: strength points lost for good. unit: empty where nobody can tell whose they were."""
        at = self.at
        at.losses = {**at.losses, army: at.losses[army] + pf}
        if unit and pf:
            at.lost = {**at.lost, unit: at.lost.get(unit, 0) + pf}

    def fits(self, counter: str, content: Json) -> bool:
        """Whether a counter can hold a content: its form, whose it is, its strength, nobody gone or seen twice."""
        if not well_formed(self.setting, content):
            return False
        if self.setting.dummy(content):
            return True
        if self._army_of(content) != self.army(counter) or self._elsewhere(counter, content):
            return False
        general = self.setting.general(content)
        if general is not None:
            return self.present(general.id) or self.leaves(general.id)
        return content["unit"] not in self.at.dead

    def _army_of(self, content: Json) -> str:
        """The army of whoever is in a content; a detachment without a parent is of its counter's army."""
        command = self.setting.command_of(content)
        troops = self.setting.troops(content)
        counter = self.setting.forces.detachments.get(troops.id) if troops is not None else None
        return counter.army if counter is not None and not command else self.army_of_command(command)

    def _elsewhere(self, counter: str, content: Json) -> bool:
        """Whether whoever is in a content is seen in another counter."""
        who = [(key, content[key]) for key in ("unit", "general") if key in content]
        return any(
            seen.get(key) == name for other, seen in self.known().items() if other != counter for key, name in who
        )

    # -- links ------------------------------------------------------------------------------

    def link_state(self, a: str, b: str) -> str:
        """jdg 5.1-4, 5.1-5, 6.4-2: OPEN or BLOCKED: no link, a major river without bridge, a destroyed bridge."""
        found = self.setting.joined.get((a, b))
        if found is None:
            return BLOCKED
        name, link = found
        if name in self.at.pontoons:
            return OPEN
        return BLOCKED if link.water == "none" or name in self.at.broken else OPEN

    def crossing(self, a: str, b: str) -> str:
        """jdg 8.5-9, 8.7-7: what a link that is open crosses water by: FORD, BRIDGE, PONTOON, or empty."""
        found = self.setting.joined.get((a, b))
        if found is None or self.link_state(a, b) == BLOCKED:
            return ""
        name, link = found
        return PONTOON if name in self.at.pontoons else link.water

    def neighbours(self, box: str) -> tuple[str, ...]:
        """jdg 5.1-4: the adjacent boxes, those over a link that can be used."""
        return tuple(to for to in self.setting.field.neighbours(box) if self.link_state(box, to) == OPEN)

    def pontoons_left(self, army: str) -> int:
        """jdg 6.4-5: pontoon markers of an army that are not on the map."""
        used = sum(1 for owner in self.at.pontoons.values() if owner == army)
        return int(self.setting.scenario.counters[army].pontoons) - used


def _moved(piece: Piece, box: str) -> Piece:
    # Written out: counters move all the time, and `replace` takes as long as all the rest of a move.
    if piece.seen is None and not (piece.log or piece.fatigued or piece.lag):
        return unknown(piece.army, box)
    return Piece(piece.army, box, piece.log, piece.seen, piece.fatigued, piece.lag)


def _dropped(lists: Mapping[str, Sequence[str]], gone: Collection[str]) -> Mapping[str, Sequence[str]]:
    """Lists of counters without some of them, empty ones left out."""
    if not any(counter in gone for those in lists.values() for counter in those):
        return lists
    left = {name: [other for other in those if other not in gone] for name, those in lists.items()}
    return {name: those for name, those in left.items() if those or not lists[name]}
