"""The position as rules work with it: counters, links, markers. What a face-down counter holds is not in it.

A position is canonical JSON, all of it public:

    stage       `setup`, `play` or `over`
    turn        game turn, from 1; weather: of the turn; mud: whether the next turn is Mud without a die
    order       first and second side of the turn; player: side whose turn it is
    counters    counter -> {"side", "box", "log"}, with "seen" (its content) while it lies face up, and "fatigued" or
                "lag" (true) where they bear that marker. log: public things that changed a face-down counter's strength
                since its content was committed to, see `straggling.settled`
    next        side -> number from which its next fresh counter is sought
    pc          command -> command points left in the running player turn
    out         side -> {"infantry", "cavalry"}: dummies out of play
    forces      side -> Force marker -> counters under it
    entrenched  box -> side; broken: names of links whose bridge is destroyed; pontoons: link -> side whose marker it is
    control     box -> side
    sieges      box -> {"by", "step", "turn", "own"}; inside: box -> counters in the citadel
    lost        unit -> strength points lost for good, as far as public; dead: units eliminated
    taken       generals captured; gone: generals removed; losses: side -> strength points; pv: side -> points
    pool        side -> [{"command", "pf"}] that wait; arrivals: numbers of reinforcements still to come, from 0
    chiefs      command -> general who has it now, empty for nobody; turned: command -> side to which it has gone over
    moved, dug, marched     counters that moved or reacted, entrenched, tried to march to the guns in this game turn
    signs       open games only: counter -> what it shows when it reacts, as a leaf of `signs.Sign`
    due         numbers of reinforcements that may enter by their connection now, from the first Events Phase on
    leaving     [{"general", "command", "side"}] replaced generals whose counters their owner has not pointed out yet;
                missing where there are none
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final

from rulesets.jours_de_gloire.copy_json import copied
from rulesets.jours_de_gloire.hidden.signs import MOST_COUNTERS
from rulesets.jours_de_gloire.mapdata import link_name
from rulesets.jours_de_gloire.setting import Json, Setting

OPEN, BLOCKED = "open", "blocked"
FORD, BRIDGE, PONTOON = "ford", "bridge", "pontoon"
MOVED, DUG, MARCHED = "moved", "dug", "marched"
NOBODY: Final = {"dummy": "infantry"}
_LISTS = ("broken", "dead", "taken", "gone", MOVED, DUG, MARCHED)
_SORTED = (
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
    "signs",
)
_MOST_PF = 40
_COUNTER = re.compile(r"([a-z-]+)([1-9][0-9]{0,5})", re.ASCII)


def empty_position(setting: Setting) -> Json:
    """The position before the set-up: nobody on the map, control as the scenario has it, all reinforcements to come."""
    scenario, sides = setting.scenario, setting.sides
    signs = setting.fog.signs_at_start()
    return {
        **({} if signs is None else {"signs": signs}),
        "stage": "setup",
        "turn": 1,
        "weather": "clear",
        "mud": scenario.mud,
        "order": list(sides),
        "player": sides[0],
        "counters": {},
        "next": dict.fromkeys(sides, 1),
        "pc": {},
        "out": {side: {"infantry": 0, "cavalry": 0} for side in sides},
        "forces": {side: {} for side in sides},
        "entrenched": {},
        "broken": [],
        "pontoons": {},
        "control": dict(scenario.control),
        "sieges": {},
        "inside": {},
        "lost": {},
        "dead": [],
        "taken": [],
        "gone": [],
        "losses": dict.fromkeys(sides, 0),
        "pv": dict.fromkeys(sides, 0),
        "pool": {side: [] for side in sides},
        "arrivals": list(range(len(scenario.reinforcements))),
        "chiefs": {uid: command.chief for uid, command in setting.commands.items()},
        "turned": {},
        "moved": [],
        "dug": [],
        "marched": [],
    }


def well_formed(setting: Setting, content: Json) -> bool:
    """Whether a JSON value is a content: a dummy, a general, or a unit no stronger than at the start.

    Whose it is and whether it can be there now is not asked. A unit that a march has worn away has stragglers alone.
    """
    general, troops = setting.general(content), setting.troops(content)
    if troops is None:
        return (general is not None or setting.dummy(content)) and len(content) == 1
    members = {"unit", "pf", "lag"} if troops.initial else {"unit", "pf", "lag", "of"}
    if set(content) != members or not isinstance(content.get("of", ""), str):
        return False
    pf, lag = content["pf"], content["lag"]
    if type(pf) is not int or type(lag) is not int:
        return False
    return pf >= 0 and lag >= 0 and 1 <= pf + lag <= (troops.initial or _MOST_PF)


@lru_cache(maxsize=4096)
def number_of(counter: str) -> int:
    """The number in a counter's id; 0 where there is none."""
    found = _COUNTER.fullmatch(counter)
    return int(found[2]) if found else 0


class Board:
    """A copy of a position that can be changed. Queries return counters in order of side and number."""

    def __init__(self, setting: Setting, at: Json) -> None:
        self.setting = setting
        self.at: dict[str, Any] = copied(at)

    def position(self) -> Json:
        """The position as it stands, in canonical order, so that one in memory and one read back iterate alike."""
        at = copied(self.at)
        for member in _SORTED:
            if member in at:
                at[member] = dict(sorted(at[member].items()))
        at["forces"] = {side: dict(sorted(markers.items())) for side, markers in at["forces"].items()}
        for member in _LISTS:
            at[member] = sorted(at[member])
        return at

    # -- who plays ----------------------------------------------------------------------

    @property
    def player(self) -> str:
        """The side whose player turn it is."""
        return str(self.at["player"])

    @property
    def foe(self) -> str:
        """The other side."""
        return self.setting.foe(self.player)

    @property
    def weather(self) -> str:
        """The weather of the turn."""
        return str(self.at["weather"])

    def command_side(self, command: str) -> str:
        """jdg 4.1-1, B.7.1: the side of a command, which may have gone over; empty for an unknown one."""
        if command not in self.setting.commands:
            return ""
        return str(self.at["turned"].get(command, self.setting.commands[command].side))

    def commands_of(self, side: str) -> tuple[str, ...]:
        """The commands of a side now, in the order of the file."""
        return tuple(command for command in self.setting.commands if self.command_side(command) == side)

    def chief(self, command: str) -> str:
        """jdg 4.2-2: the general who has a command now, empty for nobody."""
        chief = str(self.at["chiefs"].get(command, ""))
        return "" if chief in self.at["taken"] or chief in self.at["gone"] else chief

    def present(self, general: str) -> bool:
        """jdg 3.2-1: whether a general is on the map, as both sides can tell: he came and was not taken or removed."""
        known = self.setting.generals.get(general)
        if known is None or general in self.at["taken"] or general in self.at["gone"]:
            return False
        arrivals = self.setting.scenario.reinforcements
        if any(general in arrivals[number].generals for number in self.at["arrivals"]):
            return False
        came = any(general in arrival.generals for arrival in arrivals)
        return bool(known.at) or came or general in self.at["chiefs"].values()

    def leaves(self, general: str) -> bool:
        """jdg 4.2-2: whether a general has been replaced, and his counter still waits to be taken off the map."""
        return any(entry["general"] == general for entry in self.at.get("leaving", ()))

    # -- counters -------------------------------------------------------------------------

    def counters(self, side: str = "", box: str = "") -> tuple[str, ...]:
        """Counters in play, of one side or both, in one box or everywhere."""
        found = [
            counter
            for counter, entry in self.at["counters"].items()
            if (not box or entry["box"] == box) and (not side or entry["side"] == side)
        ]
        if len(found) > 1:
            found.sort(key=number_of)
            if not side:
                # The sort is stable: by side, then by number.
                found.sort(key=self.side)
        return tuple(found)

    def enemies(self, side: str, box: str) -> tuple[str, ...]:
        """The counters of the other side in a box."""
        return self.counters(self.setting.foe(side), box)

    def side(self, counter: str) -> str:
        """Whose counter it is. Raises KeyError if it is not in play."""
        return str(self.at["counters"][counter]["side"])

    def box(self, counter: str) -> str:
        """Where it stands. Raises KeyError if it is not in play."""
        return str(self.at["counters"][counter]["box"])

    def engaged(self, counter: str) -> bool:
        """jdg 6.5.1-3: whether a counter shares its box with enemies."""
        return bool(self.enemies(self.side(counter), self.box(counter)))

    def boxes_of(self, side: str) -> tuple[str, ...]:
        """Boxes with counters of a side, in the map's order."""
        held = {entry["box"] for entry in self.at["counters"].values() if entry["side"] == side}
        return tuple(box for box in self.setting.boxes if box in held)

    def contested(self) -> tuple[str, ...]:
        """jdg 2-B3, 8.0-1: boxes with counters of both sides, in the map's order; sieges are among them."""
        first, second = (set(self.boxes_of(side)) for side in self.setting.sides)
        return tuple(box for box in self.setting.boxes if box in first and box in second)

    def face_up(self, counter: str) -> bool:
        """jdg 1.1-2, 1.2.1-6, 1.3-2: whether everybody knows what a counter holds."""
        return "seen" in self.at["counters"][counter]

    def hidden(self, side: str, box: str = "") -> tuple[str, ...]:
        """A side's face-down counters, in one box or everywhere."""
        return tuple(counter for counter in self.counters(side, box) if not self.face_up(counter))

    def content(self, counter: str) -> Json | None:
        """What everybody knows that a counter holds; None for one that lies face down."""
        return self.at["counters"][counter].get("seen")

    def known(self) -> dict[str, Json]:
        """The contents of all counters that lie face up."""
        return {counter: entry["seen"] for counter, entry in self.at["counters"].items() if "seen" in entry}

    def log(self, counter: str) -> list[Json]:
        """What changed a face-down counter's strength since its content was committed to, oldest first."""
        return list(self.at["counters"][counter]["log"])

    def marked(self, counter: str, marker: str) -> bool:
        """Whether a counter bears a marker: `fatigued` or `lag`."""
        return bool(self.at["counters"][counter].get(marker, False))

    def noted(self, counter: str, what: str) -> bool:
        """Whether a counter is in one of the turn's lists: MOVED, DUG or MARCHED."""
        return counter in self.at[what]

    def free(self, side: str) -> tuple[str, ...]:
        """All ids of a side that no counter in play bears, in the order in which they are given out.

        A side has the numbers 1 to MOST_COUNTERS. They are given out in a circle, so that an id rests for long.
        """
        letter, first = self.setting.scenario.counters[side].letter, self.at["next"][side]
        circle = ((first - 1 + step) % MOST_COUNTERS + 1 for step in range(MOST_COUNTERS))
        return tuple(uid for number in circle if (uid := f"{letter}{number}") not in self.at["counters"])

    def fresh(self, side: str, count: int) -> tuple[str, ...]:
        """The ids that the next counters of a side bear: `f12`; fewer than asked for where no more are free."""
        return self.free(side)[:count]

    # -- changes ----------------------------------------------------------------------------

    def place(self, counter: str, side: str, box: str, content: Json | None = None) -> None:
        """jdg 5.3-1: a counter comes into play, face up if its content is given; a box holds any number of them.

        Its number is not given out again before all others were.
        """
        entry: dict[str, Any] = {"side": side, "box": box, "log": []}
        self.at["counters"][counter] = entry
        if content is not None:
            entry["seen"] = copied(content)
        self.at["next"][side] = number_of(counter) % MOST_COUNTERS + 1

    def move(self, counter: str, box: str) -> None:
        """A counter goes to another box."""
        entry = self.at["counters"][counter]
        start, entry["box"] = entry["box"], box
        self._left(start, entry["side"])

    def remove(self, counter: str) -> None:
        """A counter leaves play."""
        entry = self.at["counters"].pop(counter)
        self._left(entry["box"], entry["side"])
        for member in (MOVED, DUG, MARCHED):
            self.at[member] = [other for other in self.at[member] if other != counter]
        self.at.get("signs", {}).pop(counter, None)
        self._drop(self.at["inside"], counter)
        self._drop(self.at["forces"][entry["side"]], counter)

    def _drop(self, lists: dict[str, list[str]], counter: str) -> None:
        for name in [name for name, counters in lists.items() if counter in counters]:
            lists[name].remove(counter)
            if not lists[name]:
                del lists[name]

    def _left(self, box: str, side: str) -> None:
        """jdg 6.2-3: works that no combat unit holds any more are gone, as far as everybody can see that."""
        if self.at["entrenched"].get(box) == side and not any(map(self.may_be_unit, self.counters(side, box))):
            del self.at["entrenched"][box]

    def may_be_unit(self, counter: str) -> bool:
        """jdg 1.2.1-1, 5.4-3: whether everybody has to reckon with a combat unit in a counter."""
        content = self.content(counter)
        return content is None or (self.setting.troops(content) is not None and int(content["pf"]) > 0)

    def turn_up(self, counter: str, content: Json) -> Json:
        """A counter is turned face up with its content as it is now; returns what counts as its content.

        What cannot stand in it counts as a dummy: the audit finds the lie.
        """
        entry = self.at["counters"][counter]
        entry["seen"] = copied(content) if self.fits(counter, content) else dict(NOBODY)
        entry["log"] = []
        self._left(entry["box"], entry["side"])
        return entry["seen"]

    def turn_down(self, counter: str) -> None:
        """jdg 2-B1-2: a counter is turned face down."""
        entry = self.at["counters"][counter]
        entry.pop("seen", None)
        entry["log"] = []

    def see(self, counter: str, content: Json) -> None:
        """A counter that lies face up holds something else now: losses, stragglers, strength points."""
        self.at["counters"][counter]["seen"] = copied(content)

    def write(self, counter: str, entry: Sequence[Json]) -> None:
        """Adds to the log of a face-down counter."""
        self.at["counters"][counter]["log"].append(list(entry))

    def mark(self, counter: str, marker: str, there: bool = True) -> None:
        """Gives a counter a marker, `fatigued` or `lag`, or takes it away."""
        entry = self.at["counters"][counter]
        entry.pop(marker, None)
        if there:
            entry[marker] = True

    def note(self, what: str, counters: Iterable[str]) -> None:
        """Puts counters into one of the turn's lists: MOVED, DUG or MARCHED."""
        self.at[what] = sorted({*self.at[what], *counters})

    def fits(self, counter: str, content: Json) -> bool:
        """Whether a counter can hold a content: its form, whose it is, its strength, nobody gone or seen twice."""
        if not well_formed(self.setting, content):
            return False
        if self.setting.dummy(content):
            return True
        if self._side_of(content) != self.side(counter) or self._elsewhere(counter, content):
            return False
        general = self.setting.general(content)
        if general is not None:
            return self.present(general.id) or self.leaves(general.id)
        return content["unit"] not in self.at["dead"]

    def _side_of(self, content: Json) -> str:
        """The side of whoever is in a content; a detachment without a parent is of its counter's side."""
        command = self.setting.command_of(content)
        troops = self.setting.troops(content)
        counter = self.setting.forces.detachments.get(troops.id) if troops is not None else None
        return counter.side if counter is not None and not command else self.command_side(command)

    def _elsewhere(self, counter: str, content: Json) -> bool:
        """Whether whoever is in a content is seen in another counter."""
        who = [(key, content[key]) for key in ("unit", "general") if key in content]
        return any(
            seen.get(key) == name for other, seen in self.known().items() if other != counter for key, name in who
        )

    # -- links ------------------------------------------------------------------------------

    def link_state(self, a: str, b: str) -> str:
        """jdg 5.1-4, 5.1-5, 6.4-2: OPEN or BLOCKED: no link, a major river without bridge, a destroyed bridge."""
        link = self.setting.link(a, b)
        if link is None:
            return BLOCKED
        name = link_name(a, b)
        if name in self.at["pontoons"]:
            return OPEN
        return BLOCKED if link.water == "none" or name in self.at["broken"] else OPEN

    def crossing(self, a: str, b: str) -> str:
        """jdg 8.5-9, 8.7-7: what a link that is open crosses water by: FORD, BRIDGE, PONTOON, or empty."""
        link = self.setting.link(a, b)
        if link is None or self.link_state(a, b) == BLOCKED:
            return ""
        if link_name(a, b) in self.at["pontoons"]:
            return PONTOON
        return link.water

    def neighbours(self, box: str) -> tuple[str, ...]:
        """jdg 5.1-4: the adjacent boxes, those over a link that can be used."""
        return tuple(to for to in self.setting.field.neighbours(box) if self.link_state(box, to) == OPEN)

    def pontoons_left(self, side: str) -> int:
        """jdg 6.4-5: pontoon markers of a side that are not on the map."""
        used = sum(1 for owner in self.at["pontoons"].values() if owner == side)
        return int(self.setting.scenario.counters[side].pontoons) - used
