"""Moves before any die: where they lead, and what the enemy may do on the way (6.0, 11.3, 12.61)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pbem.engine.options import Json, Refusal
from rulesets.winters_victory.battlefield import SCALE
from rulesets.winters_victory.rules.firing import reactions
from rulesets.winters_victory.rules.formations import cavalry
from rulesets.winters_victory.rules.formations.mobility import allowance
from rulesets.winters_victory.rules.movement_phase import Entry, MovementPhase
from rulesets.winters_victory.rules.moving import charged
from rulesets.winters_victory.rules.moving.announcing import announced, charged_by
from rulesets.winters_victory.rules.moving.ending import finish
from rulesets.winters_victory.rules.moving.paths import Walk
from rulesets.winters_victory.rules.moving.stance import CHANGE, ENTER, TURN, UNLIMBERS, Act
from rulesets.winters_victory.rules.shock import charge_zones
from rulesets.winters_victory.telling.named import WinterNames
from rulesets.winters_victory.telling.wording_moves import way_text


@dataclass
class Ahead:
    """A move before any die. acts: events `move` as the phase would tell them. fire: hex -> who may fire at it there.
    checks: hexes in which its morale is checked. guns: hexes on the way to which a gun may be lost. turns, charges:
    enemy horse that may turn to it, or charge it. spent, most: sixths of a movement point. refused: why it stops, None
    where it does not."""

    units: tuple[str, ...]
    at: str
    acts: list[dict[str, Json]] = field(default_factory=list)
    fire: dict[str, list[str]] = field(default_factory=dict)
    checks: list[str] = field(default_factory=list)
    guns: list[str] = field(default_factory=list)
    turns: list[str] = field(default_factory=list)
    charges: list[str] = field(default_factory=list)
    spent: int = 0
    most: int = 0
    refused: Refusal | None = None

    def told(self) -> Json:
        """As data of a preview."""
        return {
            "units": list(self.units),
            "at": self.at,
            "path": [self.at, *(str(one["to"]) for one in self.acts if "to" in one)],
            "acts": self.acts,
            "spent": points_text(self.spent),
            "allowance": points_text(self.most),
            "fire": self.fire,
            "checks": self.checks,
            "guns": self.guns,
            "turns": self.turns,
            "charges": self.charges,
        }


def points_text(sixths: int) -> str:
    """`2 1/2`: movement points, told in sixths."""
    whole, rest = divmod(sixths, SCALE)
    parts = {1: "1/6", 2: "1/3", 3: "1/2", 4: "2/3", 5: "5/6"}
    return " ".join([*([str(whole)] if whole or not rest else []), *([parts[rest]] if rest else [])])


def march(phase: MovementPhase, entry: Entry) -> Ahead:
    """wv 6.0-2, 11.3-1, 12.61.2-1: carries an entry out on the board of a rehearsal as if the enemy did nothing, and
    notes what he might do. Where it stops at a word, what came before it stands."""
    board = phase.scene.board
    start = next((board.piece(uid).at for uid in entry.units if uid in board.pieces), "")
    walk = phase.begin(entry)
    if isinstance(walk, Refusal):
        return Ahead(entry.units, start, refused=walk)
    found = Ahead(entry.units, start or next(iter(walk.stances.values())).at)
    for word in entry.path:
        stands, going = next(iter(walk.stances.values())).at, list(walk.stances)
        companies = phase.of_companies(walk, word)
        if isinstance(companies, Refusal):
            found.refused = companies
            break
        if companies and not walk.stances:
            found.acts.append({"kind": "move", "units": going, "at": stands, "act": word})
            return found
        if companies:
            continue
        acts = walk.prepare(word)
        if isinstance(acts, Refusal):
            found.refused = acts
            break
        _threats(phase, walk, acts, found)
        first = next(iter(acts.values()))
        walk.carry_out(acts)
        what = {"to": first.after.at} if first.kind == ENTER else {"act": word}
        found.acts.append({"kind": "move", "units": list(acts), "at": first.before.at, **what})
        if first.kind == ENTER:
            _horse(phase, walk, first.after.at, found)
    if found.refused is None:
        ended = finish(walk)
        if isinstance(ended, Refusal):
            found.refused = ended
        else:
            walk.carry_out(ended)
    _reckon(phase, walk, found)
    return found


def _reckon(phase: MovementPhase, walk: Walk, found: Ahead) -> None:
    """wv 6.11-1: what the slowest of them has spent, and has in its formation."""
    left = [
        (allowance(phase.scene.unit(uid), stance.formation) - stance.spent, uid) for uid, stance in walk.stances.items()
    ]
    if left:
        _, uid = min(left)
        stance = walk.stances[uid]
        found.spent, found.most = stance.spent, allowance(phase.scene.unit(uid), stance.formation)


def _threats(phase: MovementPhase, walk: Walk, acts: dict[str, Act], found: Ahead) -> None:
    """wv 11.3-1, 12.61.1-2, 12.61.2-1: who may fire at an act, and whether morale is checked before it."""
    for act in announced(walk.scene, acts):
        for chance in reactions.chances(phase.scene, act):
            firers = found.fire.setdefault(act.at, [])
            if chance.firer not in firers:
                firers.append(chance.firer)
    for done in acts.values():
        shaping = done.kind in (TURN, CHANGE, UNLIMBERS)
        checks = done.check or (shaping and charged.threatened(walk.scene, done.before))
        if checks and done.before.at not in found.checks:
            found.checks.append(done.before.at)
        if done.guns:
            found.guns.append(done.after.at)


def _horse(phase: MovementPhase, walk: Walk, at: str, found: Ahead) -> None:
    """wv 7.42-1, 12.56.1-1: the enemy's horse near a hex that was entered."""
    scene, uid = phase.scene, next(iter(walk.stances))
    for horse in cavalry.reacting(scene.ground, scene.board, uid, at):
        if horse not in found.turns:
            found.turns.append(horse)
    for horse in charged_by(walk.scene, uid, at):
        if horse not in found.charges and charge_zones.opportunity(scene, horse, at, shock=False):
            found.charges.append(horse)


# -- in words ------------------------------------------------------------------------------------


def lines(names: WinterNames, found: Ahead) -> Iterator[str]:
    """A move in lines; two blanks more for what may befall it. Nothing of who is refused before his first step."""
    if not found.acts:
        return
    yield f"{way_text(names, found.acts).rstrip('.')}; {_points(found)}."
    for at, firers in found.fire.items():
        yield f"  may be fired at in {names.hex(at)} by {names.units(firers)} (11.3)"
    if found.checks:
        yield f"  checks morale in {names.hexes(found.checks)}, in a charge zone (12.61)"
    if found.guns:
        yield f"  may lose a gun on the way into {names.hexes(found.guns)} (6.32)"
    if found.charges:
        yield f"  may be charged by {names.units(found.charges)} (12.56)"


def _points(found: Ahead) -> str:
    """wv 6.4, 7.11-1: `3 of 5 movement points`; the first number alone where more than those of the formation were to
    be had."""
    spent = points_text(found.spent)
    if found.spent <= found.most:
        return f"{spent} of {points_text(found.most)} movement points"
    return f"{spent} movement points"


def marches(phase: MovementPhase, entries: Sequence[Entry]) -> list[Ahead]:
    """All moves of orders, each on the board that those before it leave."""
    return [march(phase, entry) for entry in entries]
