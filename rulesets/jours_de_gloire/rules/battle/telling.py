"""Events of a battle as data for reports: canonical JSON, fractions as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rulesets.jours_de_gloire.rules.battle.losses import Elimination, Paid
from rulesets.jours_de_gloire.rules.battle.morale import CASE, MoraleTest
from rulesets.jours_de_gloire.rules.battle.parts import ATTACKER, DEFENDER, Fighter, Force, Joiner, Leader, Situation
from rulesets.jours_de_gloire.rules.battle.tactics import Length

if TYPE_CHECKING:
    from rulesets.jours_de_gloire.rules.battle.outcome import Combatant, Outcome

Json = Any


def opening(
    combatants: Mapping[str, Combatant], situation: Situation, chits: Mapping[str, str], planned: Length
) -> dict[str, Json]:
    """jdg 8.1-P2: both forces laid out, chits, rounds and circumstances; the display changes nothing."""
    return {
        "forces": [
            {**combatant.named(), **force(combatant.force), "level": combatant.level}
            for combatant in combatants.values()
        ],
        "chits": {role: chits[role] for role in combatants},
        "rounds": planned.rounds,
        "type": planned.kind,
        "why": [step.told() for step in planned.why],
        "terrain": situation.ground,
        "weather": situation.weather,
        "entrenched": situation.entrenched,
        "citadel": situation.citadel,
        "flanks": [role for role in combatants if situation.flanked_by(role)],
        "encircled": situation.encircled,
        "bridge": situation.bridge,
        "interception": situation.interception,
        "relief": situation.relief,
    }


def force(of: Force) -> dict[str, Json]:
    """Units and leaders with their ratings, and what they add up to."""
    return {
        "units": units(of.fighters),
        "leaders": leaders(of.leaders),
        "pf": of.pf,
        "ba": of.ba,
        "bc": of.bc,
        "cohesion": of.cohesion,
        "leader": of.leader.id if of.leader else "",
    }


def units(fighters: tuple[Fighter, ...]) -> list[Json]:
    """Ratings of units."""
    names = ("id", "kind", "pf", "co", "ba", "bc", "fatigued")
    return [{name: getattr(fighter, name) for name in names} for fighter in fighters]


def leaders(generals: tuple[Leader, ...]) -> list[Json]:
    """Ratings of leaders."""
    return [{"id": general.id, "rank": general.rank, "bt": general.bt} for general in generals]


def paid(loss: Paid) -> dict[str, Json]:
    """PF lost in all and by unit, who is gone, and what is left."""
    return {"lost": loss.total, "units": dict(loss.losses), "dead": list(loss.dead), "left": loss.force.pf}


def morale(combatant: Combatant, causes: tuple[str, ...], test: MoraleTest) -> dict[str, Json]:
    """A test with its causes and what made the target."""
    return {
        "causes": [{"cause": cause, "case": CASE[cause]} for cause in causes],
        "lost": combatant.lost,
        "start": combatant.base,
        "cohesion": test.cohesion,
        "bonus": test.bonus,
        "needs": test.needs,
        "die": test.die,
        "passed": test.passed,
    }


def joining(combatant: Combatant, joiner: Joiner, flank: bool) -> dict[str, Json]:
    """Who has come up, and the force they have made."""
    return {
        **combatant.named(),
        "joiner": joiner.id,
        "units": units(joiner.fighters),
        "leaders": leaders(joiner.leaders),
        "pf": combatant.force.pf,
        "level": combatant.level,
        "flank": flank,
    }


def closing(combatants: Mapping[str, Combatant], result: Outcome) -> dict[str, Json]:
    """Who won and why, and what it cost."""
    armies = {role: combatant.force.army for role, combatant in combatants.items()}
    return {
        "rounds": result.rounds,
        "type": result.length.kind,
        "winner": armies.get(result.winner, ""),
        "loser": armies.get(result.loser, ""),
        "attacker": armies[ATTACKER],
        "defender": armies[DEFENDER],
        "why": result.why,
        "lost": {armies[role]: lost for role, lost in result.lost.items()},
        "units": dict(result.losses),
        "dead": list(result.dead),
        "joined": list(result.joined),
        "eliminated": removed(result.eliminated),
        "points": result.points,
    }


def removed(gone: Elimination | None) -> dict[str, Json]:
    """Units removed as a whole with the PF they still had, and the leaders taken; empty where nobody was."""
    if gone is None:
        return {}
    return {"units": dict(gone.losses), "captured": [leader.id for leader in gone.captured]}
