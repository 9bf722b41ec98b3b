"""The box and its ways: terrain that counts, flanks, encirclement, where one may retreat (jdg 8.5, 8.7, 8.8-2)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from rulesets.jours_de_gloire.rules.battle.parts import ATTACKER, DEFENSIVE
from rulesets.jours_de_gloire.rules.battle.tables_needed import Tables


def terrain_of(terrain: str, *, city: bool) -> str:
    """jdg 8.8-2: the terrain of a box for a battle; that of a fortified city is defensive, inside its walls too."""
    return DEFENSIVE if city else terrain


def flanking_entries(connections: Iterable[str]) -> bool:
    """jdg 8.5-2: whether stacks that entered by these connections this turn make a flank attack."""
    return len(set(connections)) > 1


def flanking_reaction(came_by: str, friends_by: str) -> bool:
    """jdg 8.5-3: whether a reacting force brings a flank attack to the friends it joins.

    came_by: its connection. friends_by: theirs, empty if they already sat in the box.
    """
    return came_by != friends_by


def encircled(tables: Tables, exits: Sequence[str], origins: Collection[str], enemy_pf: Mapping[str, int]) -> bool:
    """jdg 8.5-4, 8.5-6: whether a defender is encircled.

    exits: boxes that he could reach over open connections. origins: boxes that the attackers came from. enemy_pf: real
    PF of the enemy by box, dummies counting nothing.
    """
    blocking = tables.number("encirclement", "pf")
    return all(enemy_pf.get(box, 0) >= blocking for box in exits if box not in origins)


def retreats(role: str, exits: Sequence[str], origins: Collection[str], enemy_held: Collection[str]) -> tuple[str, ...]:
    """jdg 8.1-P5-2, 8.6-5, 8.7-3, 8.7-4: the boxes that a whole force may retreat to, in the order of `exits`.

    A defender: any without enemies that no attacker came from. An attacker: those that he came from; where they are
    closed or held, any other without enemies. Empty: the force is eliminated (8.4-8).
    """
    free = tuple(box for box in exits if box not in enemy_held)
    back = tuple(box for box in free if box in origins)
    if role == ATTACKER:
        return back or free
    return tuple(box for box in free if box not in origins)


def advances(exits: Sequence[str], enemy_held: Collection[str]) -> tuple[str, ...]:
    """jdg 8.4-7, 8.4-8: boxes into which an attacker may advance after an overrun."""
    return tuple(box for box in exits if box not in enemy_held)
