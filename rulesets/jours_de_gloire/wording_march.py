"""Administration, marches, reconnaissance and reactions in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rulesets.jours_de_gloire.wording_battle import Event, Names, cited, count, listed, thrown

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


# -- administration -----------------------------------------------------------------------------------


def _command_points(names: Names, event: Event) -> str:
    chief = f" under {names.of(event['chief'])}" if event["chief"] else " without a chief"
    points = count(event["pc"], "command point")
    return f"{names.of(event['command'])}{chief}: die {event['die']}, {points}{cited(event)}."


def _force(names: Names, event: Event) -> str:
    return (
        f"{names.of(event['army'])} Force marker {event['marker']} in {names.of(event['at'])} lies on"
        f" {names.counters(event['counters'])}{cited(event)}."
    )


def _strength_points(names: Names, event: Event) -> str:
    return (
        f"Counter {event['counter']} receives {event['pf']} PF that waited for {names.of(event['command'])};"
        f" {event['left']} PF left waiting{cited(event)}."
    )


def _mixed(names: Names, event: Event) -> str:
    dummies = "1 dummy" if event["back"] == 1 else f"{event['back']} dummies"
    back = f", {dummies} coming back among them" if event["back"] else ""
    return (
        f"{names.act(event, 'are', 'old')} dealt anew in {names.of(event['at'])}, face down, as"
        f" {listed(event['new'])}{back}{cited(event)}."
    )


def _turned_down(names: Names, event: Event) -> str:
    return f"{names.act(event, 'are', 'counters')} turned face down{cited(event)}."


def _not_hidden(names: Names, event: Event) -> str:
    return (
        f"{names.side(event['army'])} did not commit to what {names.counters(event['counters'])} should hold, so"
        f" nothing is dealt{cited(event)}."
    )


def _dealt(names: Names, event: Event) -> str:
    where = names.of(event["at"])
    return f"{names.side(event['army'])} places {names.counters(event['counters'])} in {where}{cited(event)}."


def _deployed(names: Names, event: Event) -> str:
    return (
        f"{names.side(event['army'])} sets up face up in {names.of(event['at'])}:"
        f" {names.shown(event['counters'])}{cited(event)}."
    )


def _detached(names: Names, event: Event) -> str:
    where = names.of(event["at"])
    return f"Counter {event['counter']} in {where} forms a detachment, counter {event['new']}{cited(event)}."


def _rejoined(names: Names, event: Event) -> str:
    where = names.of(event["at"])
    return f"Counter {event['counter']} in {where} takes up a detachment, counter {event['gone']}{cited(event)}."


# -- movement ---------------------------------------------------------------------------------------------


def _activated(names: Names, event: Event) -> str:
    how = [text for name, text in (("forced", "a forced march"), ("concentrate", "a concentration")) if event[name]]
    paid = f", at {count(event['pc'], 'command point')} of {names.of(event['command'])}" if "pc" in event else ""
    what = f" for {listed(how)}" if how else ""
    return f"{names.act(event, 'are')} activated in {names.of(event['at'])}{what}{paid}{cited(event)}."


def _entrenched(names: Names, event: Event) -> str:
    return f"{names.act(event, 'dig')} in at {names.of(event['at'])}{cited(event)}."


def _leads(names: Names, event: Event) -> str:
    return f"Counter {event['counter']} is a general of VC {event['vc']} who leads the march{cited(event)}."


def _points(names: Names, event: Event) -> str:
    if "at" in event:
        won = count(event["points"], "victory point")
        return f"{names.side(event['army'])} wins {won} at {names.of(event['at'])}{cited(event)}."
    dice = listed([f"{kind} {die}" for kind, die in sorted(event["dice"].items())])
    return f"{names.act(event, 'throw')} for movement points, {dice}: {event['points']}{cited(event)}."


def _came_on(names: Names, event: Event) -> str:
    return f"{names.act(event, 'enter')} by {names.of(event['entry'])} at {names.of(event['to'])}{cited(event)}."


def _step(names: Names, event: Event) -> str:
    does = "withdraw" if event["case"] == "6.3-5" else "march"
    over = f" over the {event['crossing']}" if event["crossing"] else ""
    return f"{names.act(event, does)} from {names.of(event['from'])} to {names.of(event['to'])}{over}{cited(event)}."


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
    vcs = f", generals of VC {listed([str(vc) for vc in event['vcs']])} with it" if event["vcs"] else ""
    lost = f"{event['lost']} PF fall out" if "lost" in event else "what falls out shows when it is turned up"
    return (
        f"{names.of(event['army'])} counter {event['counter']} in {names.of(event['at'])}, {why}{vcs}:"
        f" die {event['die']}: {lost}{cited(event)}."
    )


def _rested(names: Names, event: Event) -> str:
    back = f"{event['back']} PF come back" if "back" in event else "who comes back shows when it is turned up"
    return (
        f"{names.of(event['army'])} counter {event['counter']} rests in {names.of(event['at'])}: die {event['die']}:"
        f" {back}{cited(event)}."
    )


def _worn_away(names: Names, event: Event) -> str:
    return (
        f"{names.of(event['unit'])}, {names.of(event['army'])} counter {event['counter']} in {names.of(event['at'])},"
        f" has no strength left and is eliminated{cited(event)}."
    )


def _contact(names: Names, event: Event) -> str:
    result = "an enemy combat unit is there" if event["real"] else "no enemy combat unit is there"
    return f"{names.side(event['army'])} enters {names.of(event['at'])}: {result}{cited(event)}."


def _opened(names: Names, event: Event) -> str:
    return (
        f"{names.of(event['army'])} counters turned up in {names.of(event['at'])}:"
        f" {names.shown(event['counters'])}{cited(event)}."
    )


def _dummies_removed(names: Names, event: Event) -> str:
    gone = "a dummy" if len(event["counters"]) == 1 else "dummies"
    return f"{names.act(event, 'leave', 'counters')} play in {names.of(event['at'])}: {gone}{cited(event)}."


def _stranded(names: Names, event: Event) -> str:
    return (
        f"A {names.of(event['army'])} general, counter {event['counter']}, alone among enemies in"
        f" {names.of(event['from'])}, makes for {names.of(event['to'])}{cited(event)}."
    )


# -- reconnaissance and reactions ------------------------------------------------------------------------


def _no_recon(names: Names, event: Event) -> str:
    where = names.of(event["at"])
    return f"{names.act(event, 'make')} no reconnaissance in {where}: not all are cavalry{cited(event)}."


def _recon_failed(names: Names, event: Event) -> str:
    return (
        f"{names.act(event, 'see')} nothing in {names.of(event['at'])}: {event['points']} PF against a screen of"
        f" {event['screen']}{cited(event)}."
    )


def _recon(names: Names, event: Event) -> str:
    screen = f" past the screen of {names.counters(event['screen'])}" if event["screen"] else ""
    return (
        f"{names.act(event, 'reconnoitre')} {names.of(event['at'])}{screen}, {event['points']} PF more than the"
        f" screen: {thrown(event)}: {count(event['count'], 'counter')} seen{cited(event)}."
    )


def _interception(names: Names, event: Event) -> str:
    result = "passed" if event["passed"] else "failed"
    return (
        f"{names.act(event, 'try')} to react from {names.of(event['from'])} to the enemy in {names.of(event['at'])}:"
        f" {thrown(event)}, at most {event['value']} is needed: {result}{cited(event)}."
    )


def _fell_back(names: Names, event: Event) -> str:
    return f"{names.act(event, 'fall')} back from {names.of(event['from'])} to {names.of(event['to'])}{cited(event)}."


def _intercepted(names: Names, event: Event) -> str:
    return f"{names.act(event, 'intercept')} from {names.of(event['from'])} into {names.of(event['to'])}{cited(event)}."


def _no_reaction(names: Names, event: Event) -> str:
    where = names.of(event.get("from") or event["at"])
    return f"{names.act(event, 'stay')} in {where}, although ordered to react: {event['text']}{cited(event)}."


def _guns(names: Names, event: Event) -> str:
    result = "failed"
    if event["passed"]:
        result = f"passed, the march takes {count(event['points'], 'movement point')}"
    return (
        f"{names.act(event, 'hear')} in {names.of(event['from'])} the guns of {names.of(event['at'])}:"
        f" {thrown(event)}, at most {event['value']} is needed: {result}{cited(event)}."
    )


MARCHES: Final[Mapping[str, Callable[[Names, Event], str]]] = {
    "command-points": _command_points,
    "force": _force,
    "strength-points": _strength_points,
    "mixed": _mixed,
    "turned-down": _turned_down,
    "not-hidden": _not_hidden,
    "dealt": _dealt,
    "deployed": _deployed,
    "detached": _detached,
    "rejoined": _rejoined,
    "activated": _activated,
    "entrenched": _entrenched,
    "leads": _leads,
    "points": _points,
    "came-on": _came_on,
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
    "no-recon": _no_recon,
    "recon-failed": _recon_failed,
    "recon": _recon,
    "interception": _interception,
    "fell-back": _fell_back,
    "intercepted": _intercepted,
    "no-reaction": _no_reaction,
    "guns": _guns,
}
