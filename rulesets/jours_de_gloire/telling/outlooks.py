"""A contested box as somebody reads of it: each way in which it may be fought, with every step and exact chances."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from pbem.engine.calculation import steps
from pbem.engine.odds_query import Chance, Outlook, Step
from rulesets.jours_de_gloire.rules.battle.parts import ATTACKER, DEFENDER
from rulesets.jours_de_gloire.setting import Setting
from rulesets.jours_de_gloire.telling.preview_text import OVERRUN, enemy_text, pairs_text, tenths

_WINS = {ATTACKER: "the attacker wins", DEFENDER: "the defender wins", "nobody": "nobody wins"}


def outlooks(
    setting: Setting, told: Mapping[str, Any], against: str = "", notes: Sequence[Step] = ()
) -> Iterator[Outlook]:
    """jdg 8.2 to 8.8: what may happen in a box. told: as `preview_battles` has it. against: chit of the enemy, "" for
    any. notes: what else is supposed."""
    return _Box(setting, told, against, notes).outlooks()


class _Box:
    def __init__(self, setting: Setting, told: Mapping[str, Any], against: str, notes: Sequence[Step]) -> None:
        self.setting, self.told, self.against = setting, told, against
        unknown = told["own"]["unknown"]
        uncounted = [Step(f"{unknown} counters there are not counted: what they hold is not known here")]
        self.notes = (*notes, *(uncounted if unknown else ()))
        place = setting.boxes[told["at"]].name
        self.head = f"{place}: {told['own']['pf']} PF against {enemy_text(setting, told['enemy'])}"

    def outlooks(self) -> Iterator[Outlook]:
        """A siege that goes on leaves no choice; an overrun comes before a battle, and a fortress may be besieged."""
        told = self.told
        if "going-on" in told:
            yield self._siege("the siege that goes on", told["going-on"].get("siege"))
            return
        if "overrun" in told:
            chances = [Chance(result, Fraction(s), OVERRUN[result]) for result, s in told["overrun"].items()]
            yield Outlook(f"{self.head}; an overrun", (Step("one die", "8.4-7"),), tuple(chances), self.notes)
        if "siege" in told:
            yield self._siege("a siege", told["siege"])
            yield from self._fight("an assault on the citadel", told["assault"])
        if "battle" in told:
            yield from self._fight("a battle", told["battle"])
        else:
            known = "" if told["own"]["unknown"] else ": one side has no units there"
            yield Outlook(f"{self.head}; no battle that is known of{known}", (), (), self.notes)

    def _siege(self, what: str, siege: Mapping[str, Any] | None) -> Outlook:
        head = f"{self.head}; {what}"
        if siege is None:
            note = Step("it is the enemy's; nothing is thrown for it in your turn", "8.8-S3")
            return Outlook(head, (), (), (*self.notes, note))
        if "barred" in siege:
            return Outlook(head, (), (), (*self.notes, Step(siege["barred"], siege["case"])))
        chances = [Chance(f"falls by die {number}", Fraction(share)) for number, share in enumerate(siege["falls"], 1)]
        return Outlook(head, (Step("one die each turn", "8.8-S3"),), tuple(chances), self.notes, chain=True)

    def _fight(self, what: str, fight: Mapping[str, Any]) -> Iterator[Outlook]:
        listed = tuple(self._steps(fight))
        for row in fight["chits"]:
            pairs = [pair for pair in row["pairs"] if self.against in ("", pair[1])]
            if not pairs:
                continue
            lost = row["lost"]
            means = f"mean losses {tenths(lost[ATTACKER])} PF, the enemy's {tenths(lost[DEFENDER])} PF"
            chances = tuple(Chance(who, Fraction(row["wins"][who]), text) for who, text in _WINS.items())
            title = f"{self.head}; {what}, {pairs_text(row, pairs)}"
            yield Outlook(title, listed, chances, (*self.notes, Step(means)))

    def _steps(self, fight: Mapping[str, Any]) -> Iterator[Step]:
        marks = [fight["terrain"], *(word for word in ("flank", "encircled", "bridge") if fight[word])]
        yield Step(f"ground: {', '.join(marks)}")
        for role, who in ((ATTACKER, "attacker"), (DEFENDER, "defender")):
            told = fight["sides"][role]["calculation"]
            yield Step(f"{who}: {told['strengths'][0]['counts']} PF", "8.3")
            for text, case in steps(told, self._unit, odds="8.4-1"):
                yield Step(f"{who}: {text}", case)

    def _unit(self, uid: str) -> str:
        return self.setting.units[uid].name if uid in self.setting.units else uid
