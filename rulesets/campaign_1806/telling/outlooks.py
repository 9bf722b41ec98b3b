"""What a combat or a repulse would come to: odds step by step, exact chances of each result, what it may cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from pbem.engine.calculation import Calculation, mixed, steps, told
from pbem.engine.odds_query import Chance, Outlook, Step
from pbem.engine.options import Json
from pbem.hexgame.field.values import points_text
from pbem.hexgame.fighting.odds import lowered
from pbem.hexgame.telling.foresight import OddsWords
from pbem.lean import dataclass
from rulesets.campaign_1806.hidden.counters import is_counter
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.roster import VEDETTE
from rulesets.campaign_1806.rules.battle.advance import checked_for_reduction
from rulesets.campaign_1806.rules.battle.leaving import ways_before
from rulesets.campaign_1806.rules.battle.morale import counts, guard_recoils
from rulesets.campaign_1806.rules.battle.odds import odds_of
from rulesets.campaign_1806.rules.battle.odds import points as face
from rulesets.campaign_1806.rules.battle.results import RETREATS, converted
from rulesets.campaign_1806.rules.battle.retreats import ways
from rulesets.campaign_1806.rules.repulse import Attempt
from rulesets.campaign_1806.telling.named import RESULTS, CampaignNames

ATTACKS, DEFENDS, ODDS, LOWERED, CONVERTED, NO_WAY = "5.23", "5.23", "11.3", "11.32", "11.41-1", "11.44-1"
_SIDES: Final = 6


def odds_words(names: CampaignNames) -> OddsWords:
    """osg 11.3, 11.32: what odds come from, by its case."""
    return OddsWords(
        name=names.unit,
        place=names.hex,
        results=RESULTS,
        retreats=("Ar", "Ar2"),
        attacks=ATTACKS,
        bombards="",
        defends=DEFENDS,
        odds=ODDS,
        lowered=LOWERED,
    )


def shares(play: Play, column: str) -> dict[str, Fraction]:
    """osg 11.3: the exact chance of each result in a column; they add up to one."""
    return play.setting.charts.table.distribution(column)


def initiative(play: Play, uid: str) -> Fraction:
    """osg 1.4-InitiativeRating, 7.14, 12.21: the exact chance that a counter passes a check."""
    return Fraction(min(max(play.rating(uid), 0), _SIDES), _SIDES)


@dataclass(frozen=True)
class Ahead:
    """One combat before its dice, on the board as it stands; earlier combats may change that.

    by: attackers, leaders with them. on: hexes under attack. odds: `used` is the column asked for.
    """

    play: Play
    by: Sequence[str]
    on: Sequence[str]
    odds: Calculation

    @classmethod
    def of(cls, play: Play, by_hexes: Sequence[str], on: Sequence[str], reduce: str = "") -> Ahead:
        """osg 11.21-2, 10.22-2: the combat of whole stacks. reduce: the lower column asked for, "" for none."""
        charts = play.setting.charts
        by = [uid for at in by_hexes for uid in play.units_in(at) if play.army_of(uid) == play.army]
        repulsed = bool(set(play.failed) & set(by_hexes))
        odds = odds_of(play, charts, play.setting.defence, by, on, repulsed=repulsed)
        return cls(play, by, on, lowered(tuple(charts.columns), odds, reduce))

    @property
    def attackers(self) -> list[str]:
        """Those who fight."""
        return [one.unit for one in self.odds.strengths[0].units]

    @property
    def defenders(self) -> list[str]:
        """Those who fight on the other side."""
        return [one.unit for one in self.odds.strengths[1].units]

    def becomes(self) -> dict[str, str]:
        """osg 11.41-1, 11.53B, 11.53C: code -> what it counts as, of those that count as another."""
        codes = {code: converted(self.play, self.by, self.on, code) for code in shares(self.play, self.odds.used)}
        return {code: counted for code, counted in codes.items() if counted != code}

    def remarks(self, names: CampaignNames) -> Iterator[Step]:
        """What is to be known beside odds and chances."""
        yield from self._lowering(names)
        yield from self._leaving(names)
        became = self.becomes()
        codes = {code: became.get(code, code) for code in shares(self.play, self.odds.used)}
        for code, counted in codes.items():
            yield from (Step(f"on {code} {one.text}", one.case) for one in self._costs(names, counted))

    def _lowering(self, names: CampaignNames) -> Iterator[Step]:
        """osg 11.32: the dice on which lower odds hang."""
        if self.odds.used != self.odds.column:
            checked = checked_for_reduction(self.play, self.by)
            chance = Fraction(1)
            for uid in checked:
                chance *= initiative(self.play, uid)
            text = f"odds are lowered only by the initiative of {names.units(checked)}, a chance of {chance}"
            yield Step(f"{text}; else they stay {self.odds.column}", LOWERED)

    def _leaving(self, names: CampaignNames) -> Iterator[Step]:
        """osg 13.22-1, 16.2-1: defenders who may be gone before the attack is made."""
        for uid in self.defenders:
            if ways_before(self.play, uid, self.by):
                case = "13.22" if self.play.unit(uid).kind == VEDETTE else "16.2"
                yield Step(f"{names.unit(uid)} may leave before the combat", case)

    def _costs(self, names: CampaignNames, code: str) -> Iterator[Step]:
        """osg 11.44-1, 12.11-1, 16.31: who has no way to retreat, whom the losses would demoralize, and the Guard."""
        mine = self.attackers if code.startswith("A") else self.defenders
        length = RETREATS.get(code, 0)
        fated = [uid for uid in mine if code in ("Ae", "De") or (length and self._is_lost(uid, length))]
        for uid in fated if length else ():
            way = "is lost instead of retreating" if self._is_vedette(uid) else "has no way to retreat and is lost"
            yield Step(f"{names.unit(uid)} {way}", "13.2" if self._is_vedette(uid) else NO_WAY)
        yield from self._broken(names, fated)
        if guard_recoils(self.play, tuple(self.by), code):
            yield Step("the Guard recoils, and all French levels fall by a third", "16.31")

    def _is_vedette(self, uid: str) -> bool:
        return self.play.unit(uid).kind == VEDETTE

    def _is_lost(self, uid: str, length: int) -> bool:
        return self._is_vedette(uid) or not ways(self.play, uid, length, self.play.crossings)

    def _broken(self, names: CampaignNames, lost: Sequence[str]) -> Iterator[Step]:
        """osg 12.11-1: formations that these losses would bring to their level."""
        losses, forces = self.play.losses, self.play.setting.forces
        for formation in forces.levels:
            more = sum(counts(self.play.unit(uid)) for uid in lost if self.play.unit(uid).formation == formation)
            total = self.play.position.losses.get(formation, 0) + more
            if more and not losses.demoralized(formation) and losses.level(formation).reached(total):
                yield Step(f"{names.formation(formation)} is demoralized, having lost {total} points", "12.11")

    # -- for people ----------------------------------------------------------------------------

    def outlook(self, names: CampaignNames, notes: Sequence[Step] = ()) -> Outlook:
        """The combat step by step. notes: what else is to be said."""
        title = f"{names.units(self.attackers)} against {names.units(self.defenders)} in {names.hexes(self.on)}"
        became = [
            Step(f"{code} becomes {counted or 'no result'}", CONVERTED) for code, counted in self.becomes().items()
        ]
        return Outlook(
            f"{title}: {self.odds.used}",
            tuple(_steps(names, self.odds)),
            tuple(Chance(code, share, RESULTS[code]) for code, share in shares(self.play, self.odds.used).items()),
            (*became, *self.remarks(names), *notes),
        )

    def told(self, names: CampaignNames, name: str) -> Json:
        """As `pbem.hexgame.telling.foresight.attack_lines` words it. name: of the attack."""
        became = {
            code: {"result": counted or "no result", "why": "what it counts as here", "case": CONVERTED}
            for code, counted in self.becomes().items()
        }
        manner = {
            "when": "",
            "attackers": [{"unit": one.unit, "hex": one.at, "bombards": False} for one in self.odds.strengths[0].units],
            "calculation": self.odds.told(),
            "chances": {code: str(share) for code, share in shares(self.play, self.odds.used).items()},
            "becomes": became,
            "doomed": [],
            "remarks": [
                {"text": one.text, "case": one.case}
                for one in (*supposed_in(names, self.play, self.on), *self.remarks(names))
            ],
        }
        return {"id": name, "on": list(self.on), "if": {}, "manners": [manner]}


def supposed_in(names: CampaignNames, play: Play, on: Sequence[str]) -> list[Step]:
    """osg 1.5, 1.51B: what those in some hexes who lie face down are supposed to be; they are turned up before the
    combat."""
    down = [uid for at in on for uid in play.fighting(at, play.foe) if is_counter(uid)]
    if not down:
        return []
    points = mixed(told(face(play, down)))
    return [Step(f"{names.units(down)} face down: {points} strength points are supposed", "1.5")]


def _steps(names: CampaignNames, odds: Calculation) -> Iterator[Step]:
    for strength, doing, case in zip(odds.strengths, ("attacks from", "defends"), (ATTACKS, DEFENDS), strict=True):
        for one in strength.units:
            yield Step(f"{names.unit(one.unit)} {doing} {names.hex(one.at)} with {mixed(told(one.strength))}", case)
    yield from (Step(text, case) for text, case in steps(odds.told(), names.unit, odds=ODDS, lowered=LOWERED))


def repulse_outlook(names: CampaignNames, stack: Sequence[str], attempt: Attempt, notes: Sequence[Step]) -> Outlook:
    """osg 10.11-1, 10.21-1, 10.22-1: a repulse, which no die decides."""
    code, text, case = (
        ("repulsed", "the enemy gives way and the stack moves on", "10.21")
        if attempt.succeeds
        else ("fails", "nobody moves on, and the stack has to attack at worse odds", "10.22")
    )
    title = f"{names.units(stack)} push at {names.hexes(attempt.targets)}: {attempt.odds.column}"
    cost = Step(f"it costs {points_text(attempt.cost)} movement points, as the dearest of these hexes does", "10.1")
    return Outlook(
        title,
        tuple(_steps(names, attempt.odds)),
        (Chance(code, Fraction(1), text),),
        (Step(text, case), cost, *notes),
    )
