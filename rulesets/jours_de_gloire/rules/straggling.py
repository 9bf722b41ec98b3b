"""jdg 5.4: men lost on the march and those who come back, and what a counter holds after all that happened to it.

What the public sees of a face-down counter are dice and causes; its strength follows from these and from the content
that was committed to. `settled` is the one place where that is worked out: its owner asks it, and so does the audit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from pbem.engine.copy_json import copied
from rulesets.jours_de_gloire.board import Board, well_formed
from rulesets.jours_de_gloire.setting import Json, Known, Setting

MARCH: Final = "march"
REST: Final = "rest"
LOSS: Final = "loss"
PF: Final = "pf"


def march_steps(setting: Setting, content: Json, vcs: Iterable[int], weather: str) -> list[dict[str, Json]]:
    """jdg T-MARCH, 5.4-3, 3.1-M4, 3.1-S3: what is added to the die of a march, each part {"by", "why", "case"}.

    content: what marches; None where it is not known, so that its cohesion is left out. vcs: command values of the
    generals in the stack; it is enough that one is high.
    """
    chart, troops = setting.charts, setting.troops(content)
    case = "3.1-M4" if weather == "mud" else "3.1-S3"
    found = [(chart.weather_modifier("forced-march", weather), weather, case)]
    if any(vc >= chart.number("forced-march", "general", "vc") for vc in vcs):
        found.append((chart.number("forced-march", "general", "modifier"), "leader", "5.4-3"))
    if troops is not None and troops.co >= chart.number("forced-march", "cohesion", "at-least"):
        found.append((chart.number("forced-march", "cohesion", "modifier"), "cohesion", "5.4-3"))
    return [{"by": by, "why": why, "case": case} for by, why, case in found if by]


def stragglers(setting: Setting, content: Json, die: int, weather: str, vcs: Iterable[int]) -> int:
    """jdg 5.3-6, 5.4-3: strength points that a unit leaves behind after a march, by its die as thrown; 0 for others."""
    troops = setting.troops(content)
    if troops is None:
        return 0
    added = sum(int(step["by"]) for step in march_steps(setting, content, vcs, weather))
    lost = setting.charts.forced_march(content["pf"], die + added)
    return min(lost, int(content["pf"]))


def returning(setting: Setting, content: Json, die: int) -> int:
    """jdg 5.4-4: stragglers that come back to a unit which rested, by its die."""
    if setting.troops(content) is None:
        return 0
    chart = setting.charts
    back = chart.number("recovery", "then" if die >= chart.number("recovery", "from") else "pf")
    return min(back, int(content["lag"]))


def crosses(setting: Setting, content: Json, detached: int = 0) -> int:
    """jdg 3.3-5: strength points that a unit has lost for good.

    detached: strength and stragglers now held by detachments formed from it; what these lost is its loss. 0 for a
    detachment formed in play.
    """
    troops = setting.troops(content)
    if troops is None or not troops.initial:
        return 0
    return max(0, troops.initial - int(content["pf"]) - int(content["lag"]) - detached)


def after(setting: Setting, content: Json, entry: Sequence[Any]) -> Json:
    """The content after one entry of a log; generals and dummies stay what they are.

    ["march", die, weather, [vc, ...]]: stragglers; the command values of the generals who marched along and were known.
    ["rest", die]: stragglers come back. ["loss", n]: lost for good. ["pf", n]: reinforcements, for crosses only.
    """
    troops = setting.troops(content)
    if troops is None:
        return content
    pf, lag = int(content["pf"]), int(content["lag"])
    if entry[0] == MARCH:
        lost = stragglers(setting, content, entry[1], entry[2], entry[3])
        pf, lag = pf - lost, lag + lost
    elif entry[0] == REST:
        back = returning(setting, content, entry[1])
        pf, lag = pf + back, lag - back
    elif entry[0] == LOSS:
        pf -= min(pf, entry[1])
    else:
        pf += min(entry[1], crosses(setting, content))
    return {**content, "pf": pf, "lag": lag}


def settled(setting: Setting, content: Json, log: Iterable[Sequence[Any]], known: Known | None = None) -> Json:
    """jdg 5.4-3, 5.4-4, 4.3-4, 3.3-5: what a counter holds after its log, and nothing else wears it down.

    A unit with `pf` 0 is eliminated. What is no content stays as it is.

    content: as committed to. log: the counter's, oldest first; it says everything. known: nothing hangs on it.
    """
    for entry in log:
        if not well_formed(setting, content) or content.get("pf") == 0:
            break
        content = after(setting, content, entry)
    return content


def held_by(setting: Setting, board: Board, army: str, markers: Known) -> dict[str, Json]:
    """Counter -> content of an army's counters in play, the face-down ones as far as `markers` tells what they hold.

    A face-down counter's log is worked into its content, so that this is what it holds now.
    """
    found: dict[str, Json] = {}
    for counter in board.counters(army):
        piece = board.at.counters[counter]
        if piece.seen is not None:
            found[counter] = copied(piece.seen)
        elif counter in markers:
            content = markers[counter]
            found[counter] = settled(setting, content, piece.log, markers) if piece.log else content
    return found


def settle(setting: Setting, board: Board, army: str, markers: dict[str, Json]) -> None:
    """What happened to an army's counters on a board counts in `markers` now; who has left play is not in it."""
    now = held_by(setting, board, army, markers)
    markers.clear()
    markers.update(now)
    for counter in now:
        board.clear_log(counter)


def book(setting: Setting, board: Board, counter: str, entry: Sequence[Any], known: Known) -> None:
    """Something happens to a counter: into its log while it lies face down, else to what everybody sees of it."""
    seen = board.content(counter)
    if seen is None:
        board.write(counter, entry)
    else:
        board.see(counter, settled(setting, seen, [entry], known))


def strength(setting: Setting, known: Known, counters: Iterable[str]) -> int:
    """Strength points of the units in some counters. known: what they hold now."""
    total = 0
    for counter in counters:
        content = known.get(counter)
        if content is not None and well_formed(setting, content) and setting.troops(content) is not None:
            total += int(content["pf"])
    return total
