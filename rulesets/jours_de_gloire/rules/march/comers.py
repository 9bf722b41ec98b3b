"""jdg 3.3-4: who may come onto the map by an entry, and who has not come yet."""

from __future__ import annotations

from typing import Any

from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.hidden.own_counters import who
from rulesets.jours_de_gloire.rules.arrivals import army_of, contents_of
from rulesets.jours_de_gloire.setting import Known

Json = Any


def arrival_of(board: Board, army: str, entry: Json) -> int | None:
    """jdg 3.3-4: number of the reinforcement that may come by an entry now, the first of the scenario; None for nobody.

    It is in `due` of the position until all of it has entered. `entering`: number -> counters still off the map.
    """
    plans = board.setting.scenario.reinforcements
    for number in board.at.due or ():
        ours = plans[number].entry == entry["enter"] and army_of(board, plans[number]) == army
        if ours and still_out(board, number) > 0:
            return int(number)
    return None


def still_out(board: Board, number: int) -> int:
    """Counters of a reinforcement that have not entered yet."""
    left = (board.at.entering or {}).get(str(number))
    return len(contents_of(board, number)) if left is None else int(left)


def coming_by(board: Board, army: str, known: Known, entry: Json) -> list[Json]:
    """jdg 3.3-4: the contents that may still come by an entry: those of the reinforcement who are not on the map."""
    number = arrival_of(board, army, entry)
    here = [who(known.get(counter)) for counter in board.counters(army)]
    coming = [] if number is None else contents_of(board, number)
    return [content for content in coming if who(content) not in here]


def who_enters(board: Board, army: str, known: Known, entry: Json) -> dict[str, Json]:
    """jdg 3.3-4: what the counters of an open game hold that enter: as `holds` says, else the next of the
    reinforcement. Nothing for an entry that nobody enters by."""
    if "enter" not in entry:
        return {}
    coming = coming_by(board, army, known, entry)
    names = {who(content): content for content in coming}
    wanted = [names.get(name) for name in entry["holds"]] if "holds" in entry else coming
    return {c: content for c, content in zip(entry["stack"], wanted, strict=False) if content is not None}
