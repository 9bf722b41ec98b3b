"""Events in the words of a dispatch: short sentences, each rule by its case."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from pbem.hexgame.telling.wording import SENTENCES, Event, Teller, cited, said, sentence, stopped
from rulesets.campaign_1806.telling.named import CampaignNames
from rulesets.campaign_1806.telling.turned import TURNED
from rulesets.campaign_1806.telling.wording_battle import BATTLE
from rulesets.campaign_1806.telling.wording_march import MARCH
from rulesets.campaign_1806.telling.wording_orders import ordered

INLINE: Final = ("result", "content", "leaf")
"""Kinds whose words stand within a sentence of the program's own."""


def wording(names: CampaignNames, event: Event) -> str:
    """An event as one or more sentences; empty for kinds that need no words of their own.

    Besides the events of the rules: `result` (a code of 11.4), `ordered` (one entry of public orders), and what is
    hidden (`content`, `leaf`, `leaf-label`).
    """
    text = sentence(TELLERS, names, event)
    return text if event["kind"] in INLINE else f"{text[:1].upper()}{text[1:]}"


# -- before the moves ------------------------------------------------------------------------


def _comes(names: CampaignNames, event: Event) -> str:
    done = "he will come" if event["done"] else "he does not come yet"
    return f"The die for {names.unit(event['unit'])} is {event['die']}: {done}{cited(event)}."


def _reorganized(names: CampaignNames, event: Event) -> str:
    die = f", the die being {event['die']}" if event["die"] else ""
    where = f"in {names.hex(event['at'])}"
    return f"{names.unit(event['unit'])} is reorganized {where} by {names.unit(event['leader'])}{die}{cited(event)}."


def _command(names: CampaignNames, event: Event) -> str:
    return " ".join(_commands(names, event))


def _commands(names: CampaignNames, event: Event) -> Iterator[str]:
    """osg 7.11-1, 7.12, 7.3: points, dice, and who is out of command."""
    given = [_given(names, uid, points) for uid, points in event["plan"].items()]
    told = "; ".join(one for one in given if one)
    yield f"{told}{cited(event)}." if told else f"{names.army(event['army'])} gives no command points{cited(event)}."
    dice = [
        f"{names.unit(uid)} {die}, {'a success' if uid in event['passed'] else 'a failure'}"
        for uid, die in event["dice"].items()
    ]
    if dice:
        yield f"Initiative of officers: {'; '.join(dice)} (7.12)."
    yield f"Out of command: {names.units(event['out'])} (7.3)." if event["out"] else "Nobody is out of command (7.3)."


def _given(names: CampaignNames, commander: str, points: Mapping[str, list[str]]) -> str:
    whom = [*points.get("officers", ()), *points.get("units", ())]
    return f"{names.unit(commander)} puts {names.units(whom)} in command" if whom else ""


# -- the night ---------------------------------------------------------------------------------


def _supply(names: CampaignNames, event: Event) -> str:
    out = f"Out of supply: {names.units(event['out'])}" if event["out"] else ""
    again = f"in supply again: {names.units(event['again'])}" if event["again"] else ""
    return f"{'; '.join(one for one in (out, again) if one)}{cited(event)}."


def _disengaged(names: CampaignNames, event: Event) -> str:
    way = names.way(event["path"])
    return f"{names.unit(event['unit'])} slips away by night from the enemy's zone: {way}{cited(event)}."


def _nightfall(names: CampaignNames, event: Event) -> str:
    verb = "gather" if len(event["units"]) > 1 else "gathers"
    return f"{names.units(event['units'])} {verb} by night and may be reorganized from the morning on{cited(event)}."


# -- what becomes of armies ----------------------------------------------------------------------


_LETTERS: Final = "Letters to him are the captor's to read (18.11)."


def _captured(names: CampaignNames, event: Event) -> str:
    """osg 5.26-1, 18.11-EX: by which die, and what the captor may do with what was written to him."""
    die = f" by a die of {event['die']}" if event["die"] else ", for no way out is left"
    taker = names.army(event["army"])
    who = f"{names.unit(event['unit'])}, alone in {names.hex(event['at'])}"
    return f"{who}, is captured by {taker}{die}{cited(event)}. {_LETTERS}"


def _flew(names: CampaignNames, event: Event) -> str:
    to = f"to {names.hex(event['to'])}" if event["to"] else "from the map and comes in again later"
    die = f" (die {event['die']})" if event["die"] else ""
    at = names.hex(event["at"])
    return f"{names.unit(event['unit'])}, alone before the enemy in {at}, escapes{die} {to}{cited(event)}."


def _train_lost(names: CampaignNames, event: Event) -> str:
    fate = "falls into the enemy's hands" if event["captured"] else "is destroyed"
    return f"{names.unit(event['unit'])} {fate} in {names.hex(event['at'])}{cited(event)}."


def _over(names: CampaignNames, event: Event) -> str:
    if event["level"] == "Draw":
        return "The game is over: a draw (20.2)."
    level = str(event["level"])
    return stopped(f"The game is over: {level[:1].lower() if not event['winner'] else level[:1]}{level[1:]} (20.2)")


def _void(names: CampaignNames, event: Event) -> str:
    return SENTENCES["void"](names, {**event, "text": names.text(event["text"])})


TELLERS: Final[Mapping[str, Teller[CampaignNames]]] = {
    "headline": SENTENCES["headline"],
    "void": _void,
    "ordered": ordered,
    "set-up": said("{unit:unit} is set up in {at:hex}{cited}."),
    "comes": _comes,
    "replaced": said("{unit:unit} takes the place of {leader:unit} in {at:hex}{cited}."),
    "reorganized": _reorganized,
    "not-reorganized": said(
        "{unit:unit} is not reorganized by {leader:unit}: the die is {die}, and it is lost for good{cited}."
    ),
    "command": _command,
    **MARCH,
    **BATTLE,
    **TURNED,
    "nightfall": _nightfall,
    "supply": _supply,
    "stayed": said("{unit:unit} finds no way out of the enemy's zone and stays in {at:hex}{cited}."),
    "disengaged": _disengaged,
    "captured": _captured,
    "flew": _flew,
    "train-lost": _train_lost,
    "train-followed": said("{unit:unit} follows from {at:hex} to {to:hex}: the die is {die}{cited}."),
    "demoralized": said("{formation:formation} is DEMORALIZED{cited}."),
    "recovered": said("{formation:formation} is demoralized no longer{cited}."),
    "over": _over,
}
"""Kind of event -> its teller."""
