"""Orders before any die, as data and in lines: what is void, who is ordered, and the attacks that they lead to."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from pbem.engine.calculation import Naming
from pbem.engine.contract import PlacedRefusal
from pbem.engine.options import Json
from pbem.hexgame.fighting.allocation import AttackList
from pbem.hexgame.telling.foresight import Foresight, OddsWords, attack_lines, attacks_made
from pbem.lean import dataclass

NO_ATTACKS: Final[Mapping[str, Json]] = {"attacks": [], "default": False}
"""What is told of attacks where none can be made."""
VACATING: Final = frozenset(("De", "Dr", "Ex"))
"""The usual results that may leave the hex of a defender empty."""


def void(faults: Iterable[PlacedRefusal]) -> list[Json]:
    """Orders that the rules refuse: {"where": place in them, "case", "text"}."""
    return [{"where": list(f.path), "case": f.refusal.case, "text": f.refusal.text} for f in faults]


def ordered(free: Sequence[str], entries: Iterable[Json], name: Naming) -> dict[str, Json]:
    """How many who could move are ordered to (`ordered`), and the names of the others (`idle`).

    free: who could move. entries: of a list of moves, each for a `unit` or for `units`.
    """
    said = {unit for entry in entries if isinstance(entry, Mapping) for unit in (*_several(entry), entry.get("unit"))}
    idle = [name(unit) for unit in free if unit not in said]
    return {"ordered": len(free) - len(idle), "idle": idle}


def _several(entry: Mapping[str, Any]) -> Sequence[Any]:
    units = entry.get("units", ())
    return units if isinstance(units, (list, tuple)) else ()


def attacks_ahead(
    options: AttackList[Any], listed: Json, foresight: Foresight[Any]
) -> tuple[dict[str, Json], list[PlacedRefusal]]:
    """The attacks on the board after the moves (`attacks`), whether they are the default allocation (`default`), and
    why those that are listed are not made. listed: what the orders say, None where they list none."""
    attacks, default, refusal = attacks_made(options, listed)
    faults = [PlacedRefusal(("attacks",), refusal)] if refusal is not None else []
    return {"attacks": [foresight.told(one) for one in attacks], "default": default}, faults


def attacks_leave_a_choice(
    options: AttackList[Any], attacks: Sequence[Json], lowest: str, vacating: Collection[str] = VACATING
) -> bool:
    """Whether who orders nothing could have attacked otherwise: somebody may stay out, take another target or bombard,
    the odds be lowered, or a victor advance.

    options: before the moves. attacks: as `attacks_ahead` tells them. lowest: the worst column. vacating: results that
    may leave the hex of a defender empty.
    """
    facts = options.describe()
    if facts["bombard"] or facts.get("may_attack") or any(len(one["enemies"]) > 1 for one in facts["contacts"]):
        return True
    manners = [manner for attack in attacks for manner in attack["manners"]]
    emptied = frozenset(vacating)
    return any(one["calculation"]["used"] != lowest or emptied & one["chances"].keys() for one in manners)


# -- for people ------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True, slots=True)
class PreviewWords:
    """What a rulebook calls what a preview tells.

    events: an event of the moves in a line; "" for one that needs none. odds: see `OddsWords`. allocation: the case by
    which who lists no attacks makes some.
    """

    events: Callable[[Mapping[str, Any]], str]
    odds: OddsWords
    allocation: str


def preview_lines(words: PreviewWords, found: Mapping[str, Any]) -> Iterator[str]:
    """A preview as lines of text; two blanks more for what belongs to the line above.

    found: `moves`, the events of the moves; `void`; `attacks` and `default` as `attacks_ahead` tells them.
    """
    moves = [f"  {text}" for event in found["moves"] if (text := words.events(event))]
    yield from ("Movement:", *moves) if moves else ("Movement: none",)
    for refusal in found["void"]:
        yield f"Void: {refusal['text']} ({refusal['case']})"
    if found["attacks"]:
        yield f"Attacks by default ({words.allocation}):" if found["default"] else "Attacks:"
    for attack in found["attacks"]:
        yield from (f"  {text}" for text in attack_lines(words.odds, attack))
