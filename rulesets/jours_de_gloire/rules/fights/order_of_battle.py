"""A side's own counters as a force of the battle rules, by what their owner knows (8.3)."""

from __future__ import annotations

from collections.abc import Sequence

from rulesets.jours_de_gloire.hidden.own_counters import Holdings
from rulesets.jours_de_gloire.rules.battle.parts import Fighter, Force, Leader


def force_of(holdings: Holdings, counters: Sequence[str]) -> Force:
    """jdg 8.3, 8.2-4, 8.2-5: units and generals in some counters as one force; dummies do not count."""
    setting, board = holdings.setting, holdings.board
    fighters, leaders = [], []
    for counter in counters:
        content = holdings.known[counter]
        troops, general = setting.troops(content), setting.general(content)
        if troops is not None and int(content["pf"]) > 0:
            values = (troops.co, troops.ba, troops.bc, board.marked(counter, "fatigued"))
            fighters.append(
                Fighter(troops.id, troops.kind, int(content["pf"]), *values, troops.detachment, troops.guard)
            )
        elif general is not None:
            chief = board.chief(general.command) == general.id
            leaders.append(Leader(general.id, general.vc, general.rank, general.bt, chief, general.emperor))
    return Force(holdings.side, tuple(fighters), tuple(leaders))
