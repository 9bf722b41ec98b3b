"""What an army's own counters hold, as its owner knows it, worn down by what has happened since; names to counters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pbem.engine.hidden import Own
from pbem.engine.options import Json
from pbem.wargame.names import folded
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.rules.straggling import settle
from rulesets.jours_de_gloire.setting import Setting


class Holdings:
    """An army's counters and what they hold, changed step by step as its orders go on.

    known: counter -> content as it is now. Counters in play that the reader cannot look into are not in it. board: a
    copy of the position that may be changed; its logs are worked into `known` and empty.
    """

    def __init__(self, setting: Setting, board: Board, army: str, own: Own) -> None:
        self.setting, self.board, self.army, self.own = setting, board, army, own
        self.known: dict[str, Json] = dict(own.markers)
        self.settle()
        # Numbers that counters bore before they were dealt anew -> those that they bear now.
        self.renamed: dict[str, str] = {}
        self._names: dict[str, list[str]] = {}
        for uid, name in _printed_names(setting):
            self._names.setdefault(folded(name), []).append(uid)

    def settle(self) -> None:
        """What happened to its counters on the board counts in `known` from now on; who has left play is not in it."""
        settle(self.setting, self.board, self.army, self.known)

    @property
    def blind(self) -> bool:
        """jdg 10-6: whether nothing that lies face down is known to the reader and nothing can be committed to by him:
        he is a member of a team, and his captain sees to both."""
        return self.setting.fog.blind(self.own)

    def counters(self, box: str = "") -> tuple[str, ...]:
        """The army's counters in play, in one box or everywhere."""
        return self.board.counters(self.army, box)

    def name_of(self, counter: str) -> str:
        """Id of the unit, detachment or general in a counter; empty for a dummy and for what is not known."""
        return who(self.known.get(counter))

    def units(self) -> Mapping[str, str]:
        """Unit, detachment or general -> its counter."""
        return {name: counter for counter in self.counters() if (name := self.name_of(counter))}

    def find(self, name: str) -> str:
        """The counter that a player means by a counter, an id or a printed name; empty if there is none in play, or if
        the printed name is that of several."""
        found = self.meant(name)
        return found[0] if len(found) == 1 else ""

    def meant(self, name: str) -> list[str]:
        """All counters that a player may mean by a word."""
        name = self.renamed.get(name, name)
        if name in self.board.at.counters:
            return [name] if self.board.army(name) == self.army else []
        units = self.units()
        if name in units:
            return [units[name]]
        printed = [units[uid] for uid in self._names.get(folded(name), ()) if uid in units]
        return printed or [units[uid] for uid in (folded(name),) if uid in units]

    def everybody(self) -> Iterator[tuple[str, str]]:
        """Every unit, general and detachment counter of the game, of either army, with its printed name."""
        return _printed_names(self.setting)

    def army_of(self, uid: str) -> str:
        """The army of a unit, general or detachment counter, as the commands are now."""
        setting = self.setting
        if uid in setting.forces.detachments:
            return setting.forces.detachments[uid].army
        command = (setting.units.get(uid) or setting.generals[uid]).command
        return self.board.army_of_command(command)

    def printed(self, counter: str) -> str:
        """How the owner speaks of a counter: `Davout (III) (f12)`, `an infantry dummy (f3)`."""
        content = self.known.get(counter)
        return f"{content_name(self.setting, content)} ({counter})" if content is not None else counter

    def place_name(self, counter: str) -> str:
        """The printed name of the box in which a counter stands."""
        return self.setting.boxes[self.board.box(counter)].name

    def real(self, counters: Iterable[str]) -> tuple[str, ...]:
        """Those of some counters that hold a unit or detachment."""
        return tuple(counter for counter in counters if self.setting.troops(self.known.get(counter)) is not None)

    def place(self, counter: str, box: str, content: Json) -> None:
        """A fresh counter comes into play."""
        self.board.place(counter, self.army, box, self.setting.fog.face(content))
        self.known[counter] = content

    def dealt_anew(self, old: Sequence[str], dealt: Mapping[str, Json]) -> None:
        """Counters of a box bear fresh numbers now; the old ones still name them. Dummies of a kind are alike."""
        before = {counter: self.known.pop(counter) for counter in old}
        left = dict(dealt)
        for counter, content in before.items():
            self.renamed[counter] = next(uid for uid, other in left.items() if other == content)
            del left[self.renamed[counter]]
        self.known.update(dealt)


def _printed_names(setting: Setting) -> Iterator[tuple[str, str]]:
    yield from ((uid, unit.name) for uid, unit in setting.units.items())
    yield from ((uid, general.name) for uid, general in setting.generals.items())
    yield from ((uid, counter.name) for uid, counter in setting.forces.detachments.items())


def who(content: Json) -> str:
    """Id of the unit, detachment or general in a content; empty for anything else."""
    if type(content) is not dict and not isinstance(content, Mapping):
        return ""
    name = content.get("unit", content.get("general", ""))
    return name if isinstance(name, str) else ""


def content_name(setting: Setting, content: Json) -> str:
    """A content in words, without its strength."""
    general, troops = setting.general(content), setting.troops(content)
    if general is not None:
        return general.name
    if troops is not None:
        return troops.name
    return f"{setting.kind(content)} dummy"


def words(names: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`; `nobody` for none."""
    if len(names) < 2:
        return names[0] if names else "nobody"
    return f"{', '.join(names[:-1])} and {names[-1]}"
