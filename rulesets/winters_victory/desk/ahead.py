"""What attacks would come to as the board stands now: strengths, modifiers, exact chances (12.0, 12.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from pbem.engine.odds_query import Chance, Outlook, Step
from rulesets.winters_victory.board.pieces import ENEMY
from rulesets.winters_victory.fire_charts import DICE
from rulesets.winters_victory.rules.scene import Scene
from rulesets.winters_victory.rules.shock.odds import Attack, Odds, odds
from rulesets.winters_victory.rules.shock.results import outcome

_SUPPOSED: Final = "before defensive fire and checks, which may change both sides (12.0)"


def outlook(scene: Scene, army: str, at: str, to: str, *, charging: bool = False) -> Outlook | None:
    """wv 12.0-P4, 12.0-P5, 12.0-P6: an attack out of a hex on another one as both stand; None where nobody would fight
    it."""
    if not scene.board.fighting(at, army) or not scene.board.fighting(to, ENEMY[army]):
        return None
    attack = Attack(army, at, to, charging=charging)
    found = odds(scene, attack)
    return Outlook(
        f"{at} attacks {to}", tuple(_steps(found)), _chances(scene, attack, found), (Step(_SUPPOSED, "12.0"),)
    )


def _steps(found: Odds) -> Iterator[Step]:
    yield Step(f"{found.attack} points attack {found.defence}: row {found.row}", "12.23")
    yield Step(f"effectiveness {found.ours}{_added(found.attacker)} of the attacker", "12.0")
    yield Step(f"effectiveness {found.theirs}{_added(found.defender)} of the defender", "12.0")
    yield Step(f"differential {found.differential:+}", "12.0")


def _added(modifiers: Sequence[tuple[str, int]]) -> str:
    told = ", ".join(f"{name} {add:+}" for name, add in modifiers if add)
    return f" ({told})" if told else ""


def _chances(scene: Scene, attack: Attack, found: Odds) -> tuple[Chance, ...]:
    """wv 12.3: each pair of results with the share of the faces that bring it, in the order of the faces."""
    if found.forced is not None:
        made = outcome(scene, attack, found, 0)
        return (_chance(made.attacker.code, made.defender.code, Fraction(1)),)
    counts: dict[tuple[str, str], int] = {}
    for die in DICE:
        made = outcome(scene, attack, found, die)
        codes = (made.attacker.code, made.defender.code)
        counts[codes] = counts.get(codes, 0) + 1
    return tuple(_chance(*codes, Fraction(count, len(DICE))) for codes, count in counts.items())


def _chance(ours: str, theirs: str, share: Fraction) -> Chance:
    return Chance(f"{ours}/{theirs}", share, f"attacker {ours}, defender {theirs}")
