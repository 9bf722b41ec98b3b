"""Administration, marches, reconnaissance and reactions in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rulesets.jours_de_gloire.telling.wording_names import Event, Names, cited, count, explained, listed, modified

WORKS: Final = {
    "destroy": "destroy the bridge",
    "repair": "repair the bridge",
    "pontoon": "lay a pontoon",
    "remove": "take up the pontoon",
}
_HALTS: Final = {
    "contact": "halt before the enemy",
    "intercepted": "are intercepted and halted",
    "points": "halt for want of movement points",
    "works": "halt, for the work cannot be done",
}
_LINKS: Final = {"chief": "linked to the chief", "general": "linked to a general", "none": "without a link"}


# -- administration -----------------------------------------------------------------------------------


def _command_points(names: Names, event: Event) -> str:
    chief = names.of(event["chief"])
    under = f" under {chief}" if event["chief"] else " without a chief"
    die = modified(event["die"], [(event["pc"] - event["die"], f"VC of {chief}", "")])
    points = count(event["pc"], "command point")
    return f"{names.of(event['command'])}{under}: {die}: {points}{cited(event)}."


def _force(names: Names, event: Event) -> str:
    return (
        f"{names.of(event['army'])} Force marker {event['marker']} in {names.of(event['at'])} lies on"
        f" {names.counters(event['counters'])}{cited(event)}."
    )


def _strength_points(names: Names, event: Event) -> str:
    return (
        f"{names.counter(event['counter'])} receives {event['pf']} PF that waited for {names.of(event['command'])};"
        f" {event['left']} PF left waiting{cited(event)}."
    )


def _mixed(names: Names, event: Event) -> str:
    dummies = "1 dummy" if event["back"] == 1 else f"{event['back']} dummies"
    back = f", {dummies} coming back among them" if event["back"] else ""
    return (
        f"{names.act(event, 'are', 'old')} dealt anew in {names.of(event['at'])}, face down, as"
        f" {names.counters(event['new'])}{back}{cited(event)}."
    )


def _not_hidden(names: Names, event: Event) -> str:
    return (
        f"{names.army(event['army'])} did not commit to what {names.counters(event['counters'])} should hold, so"
        f" nothing is dealt{cited(event)}."
    )


def _dealt(names: Names, event: Event) -> str:
    where = names.of(event["at"])
    return f"{names.army(event['army'])} places {names.counters(event['counters'])} in {where}{cited(event)}."


def _deployed(names: Names, event: Event) -> str:
    return (
        f"{names.army(event['army'])} sets up face up in {names.of(event['at'])}:"
        f" {names.shown(event['counters'])}{cited(event)}."
    )


def _detached(names: Names, event: Event) -> str:
    where = names.of(event["at"])
    new = names.counter(event["new"])
    return f"{names.counter(event['counter'])} in {where} forms a detachment, {new}{cited(event)}."


def _rejoined(names: Names, event: Event) -> str:
    where = names.of(event["at"])
    gone = names.counter(event["gone"])
    return f"{names.counter(event['counter'])} in {where} takes up a detachment, {gone}{cited(event)}."


# -- movement ---------------------------------------------------------------------------------------------


def _activated(names: Names, event: Event) -> str:
    return f"{names.act(event, 'are')} activated in {names.of(event['at'])}{how(names, event)}{cited(event)}."


def how(names: Names, event: Event) -> str:
    """What an activation is for beside a march, and what it costs where everybody sees that."""
    ways = [text for name, text in (("forced", "a forced march"), ("concentrate", "a concentration")) if event[name]]
    sums = [f"{count(pc, 'command point')} of {names.of(command)}" for command, pc in event.get("paid", {}).items()]
    paid = f", at {listed(sums)}" if sums else ""
    return f"{f' for {listed(ways)}' if ways else ''}{paid}"


def _leads(names: Names, event: Event) -> str:
    counter = names.counter(event["counter"])
    return f"{counter} is a general of VC {event['vc']} who leads the march{cited(event)}."


def _points(names: Names, event: Event) -> str:
    if "at" in event:
        won = count(event["points"], "victory point")
        return f"{names.army(event['army'])} wins {won} at {names.of(event['at'])}{cited(event)}."
    dice = listed([f"{kind} {die}" for kind, die in sorted(event["dice"].items())])
    return f"{names.act(event, 'throw')} for movement points, {dice}: {event['points']}{cited(event)}."


def over(event: Event) -> str:
    """` over the ford`; empty where a step crosses no water."""
    return f" over the {event['crossing']}" if event["crossing"] else ""


def _step(names: Names, event: Event) -> str:
    does = "withdraw" if event["case"] == "6.3-5" else "march"
    way = f"from {names.of(event['from'])} to {names.of(event['to'])}{over(event)}"
    return f"{names.act(event, does)} {way}{cited(event)}."


def _halted(names: Names, event: Event) -> str:
    return f"{names.act(event, _HALTS.get(event['why'], 'halt'))} in {names.of(event['at'])}{cited(event)}."


def _works(names: Names, event: Event) -> str:
    lost = f", which costs {event['lost']} PF" if event["lost"] else ""
    return (
        f"{names.act(event, WORKS[event['work']])} between {names.of(event['at'])} and {names.of(event['to'])}"
        f"{lost}{cited(event)}."
    )


def _stragglers(names: Names, event: Event) -> str:
    why = "forced march" if event["cause"] == "march" else "concentration"
    lost = "what falls out shows when it is turned up"
    if "lost" in event:
        lost = (
            f"{event['lost']} PF fall{'s' if event['lost'] == 1 else ''} out" if event["lost"] else "nobody falls out"
        )
    where = names.of(event["at"])
    return f"{names.one(event)} in {where}, {why}: {explained(event)}: {lost}{cited(event)}."


def _rested(names: Names, event: Event) -> str:
    chart = names.setting.charts
    rule = f"{chart.value('recovery', 'then')} PF from {chart.value('recovery', 'from')} on, else"
    rule += f" {chart.value('recovery', 'pf')}"
    back = f"who comes back shows when it is turned up ({rule})"
    if "back" in event:
        back = f"{event['back']} PF come{'s' if event['back'] == 1 else ''} back"
    return f"{names.one(event)} rests in {names.of(event['at'])}: die {event['die']}: {back}{cited(event)}."


def _worn_away(names: Names, event: Event) -> str:
    return (
        f"{names.of(event['unit'])}, {names.of(event['army'])} counter {event['counter']} in {names.of(event['at'])},"
        f" has no strength left and is eliminated{cited(event)}."
    )


def _contact(names: Names, event: Event) -> str:
    result = "an enemy combat unit is there" if event["real"] else "no enemy combat unit is there"
    return f"{names.army(event['army'])} enters {names.of(event['at'])}: {result}{cited(event)}."


def _opened(names: Names, event: Event) -> str:
    return (
        f"{names.of(event['army'])} counters turned up in {names.of(event['at'])}:"
        f" {names.shown(event['counters'])}{cited(event)}."
    )


def _dummies_removed(names: Names, event: Event) -> str:
    gone = "a dummy" if len(event["counters"]) == 1 else "dummies"
    known = any(names.named(counter) for counter in event["counters"])
    where = names.of(event["at"])
    return f"{names.act(event, 'leave', 'counters')} play in {where}{'' if known else f': {gone}'}{cited(event)}."


def _stranded(names: Names, event: Event) -> str:
    known = names.named(event["counter"])
    who = known or f"a {names.of(event['army'])} general, counter {event['counter']}"
    way = f"in {names.of(event['from'])}, makes for {names.of(event['to'])}"
    return f"{who}, alone among enemies {way}{cited(event)}."


# -- reconnaissance and reactions ------------------------------------------------------------------------


def _recon_failed(names: Names, event: Event) -> str:
    return (
        f"{names.act(event, 'see')} nothing in {names.of(event['at'])}: {event['points']} PF against a screen of"
        f" {event['screen']}{cited(event)}."
    )


def _recon(names: Names, event: Event) -> str:
    screen = f" past the screen of {names.counters(event['screen'])}" if event["screen"] else ""
    more = f"{event['points']} PF more than the screen" if event["screen"] else f"{event['points']} PF"
    own, against = event["cohesion"]
    against_whom = "cohesion above the screen's" if event["screen"] else "cohesion"
    die = modified(event["die"], [(own - against, against_whom, "")])
    return (
        f"{names.act(event, 'reconnoitre')} {names.of(event['at'])}{screen}, {more}: {die}:"
        f" {count(event['count'], 'counter')} seen{cited(event)}."
    )


def _reaction_die(event: Event) -> str:
    """The die of a reaction: what the link adds, and a long way to go."""
    linked, more = event["modifier"], event["sum"] - event["die"] - event["modifier"]
    case = "6.5.1-5" if event["kind"] == "interception" else ""
    steps = [(linked, _LINKS[event["link"]], case), (more, "a link of two points or more", case)]
    return f"{modified(event['die'], steps)}, at most {event['value']} is needed"


def _interception(names: Names, event: Event) -> str:
    result = "passed" if event["passed"] else "failed"
    return (
        f"{names.act(event, 'try')} to react from {names.of(event['from'])} to the enemy in {names.of(event['at'])}:"
        f" {_reaction_die(event)}: {result}{cited(event)}."
    )


def _no_reaction(names: Names, event: Event) -> str:
    where = names.of(event.get("from") or event["at"])
    return f"{names.act(event, 'stay')} in {where}, although ordered to react: {event['text']}{cited(event)}."


def _guns(names: Names, event: Event) -> str:
    result = "failed"
    if event["passed"]:
        result = f"passed, the march takes {count(event['points'], 'movement point')}"
    return (
        f"{names.act(event, 'hear')} in {names.of(event['from'])} the guns of {names.of(event['at'])}:"
        f" {_reaction_die(event)}: {result}{cited(event)}."
    )


MARCHES: Final[Mapping[str, Callable[[Names, Event], str]]] = {
    "command-points": _command_points,
    "force": _force,
    "strength-points": _strength_points,
    "mixed": _mixed,
    "not-hidden": _not_hidden,
    "dealt": _dealt,
    "deployed": _deployed,
    "detached": _detached,
    "rejoined": _rejoined,
    "activated": _activated,
    "leads": _leads,
    "points": _points,
    "step": _step,
    "halted": _halted,
    "works": _works,
    "stragglers": _stragglers,
    "rested": _rested,
    "worn-away": _worn_away,
    "contact": _contact,
    "opened": _opened,
    "dummies-removed": _dummies_removed,
    "stranded": _stranded,
    "recon-failed": _recon_failed,
    "recon": _recon,
    "interception": _interception,
    "no-reaction": _no_reaction,
    "guns": _guns,
}
