"""Who fights in a box: counters that lie face up as forces of the battle rules, and what a battle does to them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.rules.battle.parts import Fighter, Force, Leader
from rulesets.jours_de_gloire.setting import CAVALRY, INFANTRY, Json, Known
from rulesets.jours_de_gloire.turn import Turn

# -- forces ------------------------------------------------------------------------------


def unit_of(board: Board, counter: str) -> str:
    """The unit in a counter that lies face up; empty for anything else."""
    troops = board.setting.troops(board.content(counter))
    return troops.id if troops is not None else ""


def troops_in(board: Board, counters: Iterable[str]) -> tuple[str, ...]:
    """Those counters in play that are known to hold a unit."""
    return tuple(counter for counter in counters if counter in board.at.counters and unit_of(board, counter))


def generals_in(board: Board, counters: Iterable[str]) -> tuple[str, ...]:
    """Those counters in play that are known to hold a general."""
    there = board.at.counters
    return tuple(c for c in counters if c in there and board.setting.general(board.content(c)) is not None)


def cavalry_in(board: Board, counters: Iterable[str]) -> tuple[str, ...]:
    """Those counters that are known to hold cavalry."""
    return tuple(c for c in troops_in(board, counters) if board.setting.kind(board.content(c)) == CAVALRY)


def infantry_in(board: Board, counters: Iterable[str]) -> tuple[str, ...]:
    """Those counters that are known to hold infantry."""
    return tuple(c for c in troops_in(board, counters) if board.setting.kind(board.content(c)) == INFANTRY)


def ways_in(turn: Turn, counters: Iterable[str]) -> tuple[str, ...]:
    """jdg 8.5-2: by which ways the units among some counters came in this player turn, "" for an entry of the map.

    The text speaks of units and stacks of units: a general who rides alone opens no second way.
    """
    return tuple(turn.came[counter] for counter in troops_in(turn.board, counters) if counter in turn.came)


def origins_of(turn: Turn, counters: Iterable[str]) -> tuple[str, ...]:
    """jdg 8.5-4, 8.7-4: the boxes from which the units among some counters came, each once, entries left out."""
    return tuple(dict.fromkeys(filter(None, ways_in(turn, counters))))


def force_of(board: Board, army: str, counters: Sequence[str], prefer: tuple[str, ...] = ()) -> Force:
    """jdg 8.3: all units and generals in some counters, which lie face up, as one force."""
    fighters = tuple(_fighter(board, counter, board.content(counter)) for counter in troops_in(board, counters))
    leaders = tuple(_leader(board, board.content(counter)) for counter in generals_in(board, counters))
    return Force(army, fighters, leaders, prefer)


def force_known(board: Board, army: str, known: Known, counters: Sequence[str]) -> Force:
    """jdg 8.3, 8.2-4, 8.2-5: the same by what somebody knows of an army's counters, face up or down; dummies, and those
    of whom he knows nothing, do not count."""
    setting, held = board.setting, {counter: known[counter] for counter in counters if counter in known}
    units = {c: content for c, content in held.items() if setting.troops(content) is not None and content["pf"] > 0}
    fighters = tuple(_fighter(board, counter, content) for counter, content in units.items())
    leaders = tuple(_leader(board, content) for content in held.values() if setting.general(content) is not None)
    return Force(army, fighters, leaders)


def known_pf(board: Board, army: str, box: str) -> int:
    """jdg 8.5-4: PF of an army's units in a box, as far as everybody knows them; dummies are worth nothing."""
    return force_of(board, army, troops_in(board, board.counters(army, box))).pf


def _fighter(board: Board, counter: str, content: Json) -> Fighter:
    troops = board.setting.troops(content)
    assert troops is not None
    return Fighter(
        troops.id,
        troops.kind,
        int(content["pf"]),
        troops.co,
        troops.ba,
        troops.bc,
        board.marked(counter, "fatigued"),
        troops.detachment,
        troops.guard,
    )


def _leader(board: Board, content: Json) -> Leader:
    general = board.setting.general(content)
    assert general is not None
    chief = board.chief(general.command) == general.id
    return Leader(general.id, general.vc, general.rank, general.bt, chief, general.emperor)


# -- what happens to them ------------------------------------------------------------------


def suffer(board: Board, counters: Iterable[str], losses: Mapping[str, int]) -> None:
    """jdg 8.4-2: PF lost for good by units; those with none left are removed.

    counters: among which the units are. losses: unit -> PF.
    """
    for counter in troops_in(board, tuple(counters)):
        unit = unit_of(board, counter)
        paid, content = losses.get(unit, 0), board.content(counter)
        assert content is not None
        if paid:
            board.lose(board.army(counter), unit, paid)
            board.see(counter, {**content, "pf": int(content["pf"]) - paid})
        if int(content["pf"]) == paid:
            eliminate(board, counter)


def eliminate(board: Board, counter: str) -> None:
    """jdg 9-9: a unit leaves the game, and its stragglers are lost with it: nobody is left whom they could rejoin.

    The counter of a detachment formed in play may be used again (6.1).
    """
    content = board.content(counter)
    troops = board.setting.troops(content)
    if troops is not None and content is not None and content["lag"]:
        board.at.losses = {
            **board.at.losses,
            board.army(counter): board.at.losses[board.army(counter)] + int(content["lag"]),
        }
        board.at.lost = {**board.at.lost, troops.id: board.at.lost.get(troops.id, 0) + int(content["lag"])}
    if troops is not None and troops.initial and troops.id not in board.at.dead:
        board.at.dead = [*board.at.dead, troops.id]
    board.remove(counter)


class Camp:
    """What one army has in a contact: the counters that take part, all of them face up.

    role: `attacker` or `defender`. inside: those of them that came out of a citadel and go back into it if beaten.
    """

    def __init__(self, turn: Turn, army: str, role: str, counters: Sequence[str], inside: Sequence[str] = ()) -> None:
        self.turn, self.army, self.role, self.inside = turn, army, role, tuple(inside)
        self._counters = list(counters)

    @property
    def counters(self) -> tuple[str, ...]:
        """Those that are still in play."""
        return tuple(counter for counter in self._counters if counter in self.turn.board.at.counters)

    @property
    def outside(self) -> tuple[str, ...]:
        """Those that have no citadel to go back to."""
        return tuple(counter for counter in self.counters if counter not in self.inside)

    @property
    def units(self) -> dict[str, str]:
        """Counter -> unit."""
        board = self.turn.board
        return {counter: unit_of(board, counter) for counter in troops_in(board, self.counters)}

    @property
    def origins(self) -> tuple[str, ...]:
        """jdg 8.7-4: the boxes from which its units came in this player turn, entries left out."""
        return origins_of(self.turn, self.counters)

    def join(self, counters: Iterable[str]) -> None:
        """Others come up."""
        self._counters += counters

    def drop(self, counters: Iterable[str]) -> None:
        """Some are gone, or take no part any more."""
        gone = tuple(counters)
        self._counters = [counter for counter in self._counters if counter not in gone]

    def force(self, prefer: tuple[str, ...] = (), counters: Sequence[str] | None = None) -> Force:
        """Units and generals as they are now. counters: only these of them."""
        return force_of(self.turn.board, self.army, self.counters if counters is None else counters, prefer)

    def suffer(self, losses: Mapping[str, int]) -> None:
        """Losses of its units; those of others are left alone."""
        suffer(self.turn.board, self.counters, losses)
