"""What an attack would come to, reckoned by the rules of the combat phase on a scratch board, and put into words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Generic

from pbem.engine.calculation import Calculation, Naming, column_text, steps, unit_text
from pbem.engine.odds_query import Chance, Outlook, Step
from pbem.engine.options import Json, Refusal
from pbem.hexgame.fighting.allocation import AttackList
from pbem.hexgame.fighting.attacks import Attack, Manner
from pbem.hexgame.fighting.engagement import B, Conversion, Engagement, Ledger
from pbem.hexgame.fighting.odds import line_of, lowered
from pbem.hexgame.fighting.outlook import lost_by_retreat
from pbem.hexgame.fighting.resolve import attackers_told, muster
from pbem.lean import dataclass
from pbem.wargame.tables import ResultTable, ways


@dataclass(frozen=True, kw_only=True, slots=True)
class OddsWords:
    """What a rulebook calls what its odds come from.

    name, place: of units and hexes. results: code -> words, in the order in which chances are told.
    retreats: codes at which adjacent attackers retreat. attacks, bombards, defends: cases by which the strength of an
    adjacent attacker, a battery, a defender counts. odds: case by which strengths give a column. lowered: by which an
    attacker lowers his odds.
    """

    name: Naming
    place: Naming
    results: Mapping[str, str]
    retreats: Sequence[str]
    attacks: str
    bombards: str
    defends: str
    odds: str
    lowered: str


@dataclass(frozen=True)
class Prospect(Generic[B]):
    """One manner of an attack before its die. odds: `used` is the column asked for. shares: result -> exact chance.

    conversions: those of the results that would become others. lost: who would be lost by a retreat, see
    `lost_by_retreat`; nobody where no result makes the attackers retreat. retreats: the results that do.
    """

    engagement: Engagement[B]
    odds: Calculation
    shares: Mapping[str, Fraction]
    conversions: Mapping[str, Conversion]
    lost: Sequence[Mapping[str, Json]]
    retreats: Sequence[str]


def shares_of(
    columns: Sequence[str], table: Mapping[int, Sequence[str]], results: Sequence[str], used: str, bonus: int = 0
) -> dict[str, Fraction]:
    """Result -> the exact chance of it in a column; they add up to one. results: their order. bonus: of the die."""
    lines = {die: table[line_of(table, die, bonus)] for die in table}
    return ResultTable(tuple(columns), lines, ways(1, 6), tuple(results)).distribution(used)


def _nothing_more(found: Prospect[Any]) -> Iterable[Step]:
    return ()


@dataclass(frozen=True)
class Foresight(Generic[B]):
    """Looks ahead on one board, which it leaves as it is.

    ledger: that of the phase in which an attack would be made, each time anew on a copy of the board.
    remarks: what else a rulebook has to say of an attack before its die.
    """

    words: OddsWords
    ledger: Callable[[Attack], Ledger[B]]
    remarks: Callable[[Prospect[B]], Iterable[Step]] = _nothing_more

    def prospect(self, attack: Attack, manner: Manner) -> Prospect[B]:
        """One manner of an attack, on the board as it stands; earlier attacks may change that."""
        ledger, words = self.ledger(attack), self.words
        engagement, _ = muster(ledger, attack, ("attacks", attack.index), manner)
        rules = ledger.rules
        odds = lowered(rules.columns, rules.reckon(engagement), manner.reduce)
        shares = shares_of(rules.columns, rules.table, tuple(words.results), odds.used, odds.bonus)
        converted = {fell: one for fell in shares if (one := rules.convert(engagement, fell)) is not None}
        came = {fell: converted[fell].result if fell in converted else fell for fell in shares}
        retreats = [fell for fell, result in came.items() if result in words.retreats]
        lost = lost_by_retreat(self.ledger(attack), attack, manner) if retreats else []
        return Prospect(engagement, odds, shares, converted, lost, retreats)

    # -- as an outlook -----------------------------------------------------------------------

    def outlook(self, attack: Attack, manner: Manner, notes: Sequence[Step] = ()) -> Outlook:
        """One manner of an attack, step by step. notes: what else is to be said."""
        found, words = self.prospect(attack, manner), self.words
        fight = found.engagement
        who = ", ".join(
            [*(words.name(unit) for unit in fight.by), *(f"{words.name(unit)} bombarding" for unit in fight.bombard)]
        )
        whom = ", ".join(f"{words.name(unit)} in {words.place(fight.starts[unit])}" for unit in fight.targets)
        return Outlook(
            f"{who} against {whom}: {found.odds.used}",
            tuple(self._steps(found)),
            tuple(Chance(result, share, words.results[result]) for result, share in found.shares.items()),
            (*_remarks(found), *self.remarks(found), *notes),
        )

    def outlooks(self, attack: Attack) -> Iterator[Outlook]:
        """Of each manner in which an attack may be made, which its condition decides."""
        for path, manner in attack.manners():
            found = self.outlook(attack, manner)
            when = "otherwise" if len(path) > 1 else "if its condition holds" if attack.condition else ""
            yield replace(found, title=f"{when}: {found.title}") if when else found

    def _steps(self, found: Prospect[B]) -> Iterator[Step]:
        words, fight = self.words, found.engagement
        for one in found.odds.strengths[0].units:
            far = one.unit in fight.bombard
            doing, case = ("bombards", words.bombards) if far else ("attacks", words.attacks)
            yield Step(f"{words.name(one.unit)} {doing} from {fight.starts[one.unit]} with {one.strength}", case)
        for one in found.odds.strengths[1].units:
            yield Step(f"{words.name(one.unit)} defends {fight.starts[one.unit]} with {one.strength}", words.defends)
        for text, case in steps(found.odds.told(), words.name, odds=words.odds, lowered=words.lowered):
            yield Step(text, case)

    # -- as data of a preview ------------------------------------------------------------------

    def told(self, attack: Attack) -> Json:
        """One attack: who and whom, and for each manner the odds, the column and the chances."""
        manners = [("" if path == (attack.index,) else "else", manner) for path, manner in attack.manners()]
        return {
            "id": attack.id,
            "on": list(attack.on),
            "if": dict(attack.condition),
            "manners": [{"when": when, **self._manner(attack, manner)} for when, manner in manners],
        }

    def _manner(self, attack: Attack, manner: Manner) -> dict[str, Json]:
        found = self.prospect(attack, manner)
        told: dict[str, Json] = {
            "attackers": attackers_told(found.engagement),
            "calculation": found.odds.told(),
            "chances": {result: str(share) for result, share in found.shares.items()},
            "doomed": list(found.lost),
        }
        if found.conversions:
            told["becomes"] = {
                fell: {"result": one.result, "why": one.why, "case": one.case}
                for fell, one in found.conversions.items()
            }
        remarks = [{"text": one.text, "case": one.case} for one in self.remarks(found)]
        return {**told, "remarks": remarks} if remarks else told


def _remarks(found: Prospect[B]) -> Iterator[Step]:
    """What is to be known beside the chances: results that become others, and whom a retreat would cost."""
    for fell, became in found.conversions.items():
        yield Step(f"{fell} becomes {became.result}: {became.why}", became.case)
    for one in found.lost:
        yield Step(f"on {' or '.join(found.retreats)} {one['text']}", one["case"])


def attacks_made(options: AttackList[Any], listed: Json) -> tuple[Sequence[Attack], bool, Refusal | None]:
    """The attacks that will be made, whether they are the default allocation, and why those that are listed are not.

    listed: what the orders say, None where they list no attacks.
    """
    refusal = None if listed is None else options.why_not(listed)
    if listed is not None and refusal is None:
        return options.attacks(listed), False, None
    return options.attacks(options.default()), True, refusal


def attack_lines(words: OddsWords, attack: Mapping[str, Any]) -> Iterator[str]:
    """An attack as `Foresight.told` has it, in lines; two blanks more for what belongs to the line above."""
    for manner in attack["manners"]:
        yield from _manner_lines(words, attack, manner)


def _manner_lines(words: OddsWords, attack: Mapping[str, Any], manner: Mapping[str, Any]) -> Iterator[str]:
    told = manner["calculation"]
    far = {one["unit"] for one in manner["attackers"] if one["bombards"]}
    by = ", ".join(
        f"{unit_text({**one, 'at': ''}, words.name)}{' bombarding' if one['unit'] in far else ''}"
        for one in told["strengths"][0]["units"]
    )
    on = ", ".join(unit_text(one, words.name, words.place) for one in told["strengths"][1]["units"])
    when = " otherwise" if manner["when"] else " if its condition holds" if attack["if"] else ""
    yield f"{attack['id']}{when}: {by} against {on}"
    yield f"  {column_text(told, lowered=words.lowered)}"
    chance = ", ".join(f"{result} {share}" for result, share in manner["chances"].items())
    yield f"  chances: {chance} ({'; '.join(f'{result}: {words.results[result]}' for result in manner['chances'])})"
    became = manner.get("becomes", {})
    for fell, one in became.items():
        yield f"  {fell} becomes {one['result']}: {one['why']} ({one['case']})"
    codes = [fell for fell in manner["chances"] if became.get(fell, {"result": fell})["result"] in words.retreats]
    for one in manner["doomed"]:
        yield f"  on {' or '.join(codes)} {one['text']} ({one['case']})"
    for one in manner.get("remarks", ()):
        yield f"  {one['text']} ({one['case']})"
