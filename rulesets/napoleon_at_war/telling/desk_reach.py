"""Where one unit can go when others have moved before it, as plain data for a page (5.0 to 6.5, 14.0)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.engine.desk import Reach
from pbem.engine.options import Refusal
from pbem.hexgame.desk.reaching import Marchers, cited
from rulesets.napoleon_at_war.rules.march.movement import MoveOptions

_STOPS = "enemy controlled: the move ends here (6.0)"


def unit_reach(options: MoveOptions, unit: str, way: Sequence[str] = ()) -> Reach:
    """naw 5.0-1, 5.15-1, 5.17, 5.32, 6.1, 14.0-2: where a unit of the phasing army can go now, and what it costs.

    options: the moves of this phase so far. way: hexes through which it has been led already, its own or its entry hex
    first; then only what lies behind them.
    """
    marchers = Marchers(company={unit: options.rules}, stacking=(unit,), moved=options.moved, ends=_STOPS)
    starts = _starts(options, unit, way)
    if isinstance(starts, Refusal):
        return Reach(marchers.allowance(), (), cited(starts))
    return marchers.reach({at: {unit: spent} for at, spent in starts.items()}, led=len(way) > 1)


def _starts(options: MoveOptions, unit: str, way: Sequence[str]) -> Mapping[str, int] | Refusal:
    """naw 5.16, 6.0-2, 14.0-2, 14.13: hexes from which it goes on, each with the half points that being there takes."""
    if way:
        spent = options.walk(unit, way)
        return spent if isinstance(spent, Refusal) else {way[-1]: spent}
    if options.coming(unit) is not None:
        return options.starts(unit) or Refusal("14.13", "no edge hex is open to it", unit)
    refusal = options.walk(unit, ()) if unit not in options.board.at else None
    return refusal if isinstance(refusal, Refusal) else options.starts(unit)
