"""What a correction of the position changes, place by place and in the game's words, for whoever is asked to agree.

Not the patch is shown, which may replace half a position by one value, but what differs after it (protocol 11.3).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from pbem.campaign.core.offers import as_of, terms_as_of
from pbem.campaign.core.patching import applied
from pbem.protocol.faults import Fault

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign
    from pbem.engine.contract import Game

BRIEFLY: Final = 24
"""Lines of a proposal where it stands among other things; `pbem show` prints all of them."""
_LONGEST: Final = 120


class _Gone:
    """The type of GONE."""


_GONE: Final = _Gone()


def proposal(campaign: Campaign, seq: int) -> dict[str, Any]:
    """What the amendment that message `seq` offers changes; {} where it offers none.

    {"message", "reason", "before", "after": headlines, "places": as `places_of`, "facts": [{"label", "before",
    "after"}], "unable": why this program cannot tell more than the places, "" where it can}.
    """
    control = campaign.chain.messages[seq].body.get("control", {})
    if control.get("offer") != "amend":
        return {}
    return {"message": seq, "reason": control.get("reason", ""), **_compared(campaign, seq, control)}


def _compared(campaign: Campaign, seq: int, control: Mapping[str, Any]) -> dict[str, Any]:
    state, patch = campaign.chain.states[seq], control.get("patch", [])
    told: dict[str, Any] = {"before": "", "after": "", "facts": [], "unable": ""}
    then = state["at"]
    try:
        then = applied(then, patch)
        now = as_of(campaign, seq)
        machine = now.machine.amended(terms_as_of(campaign.chain, seq), dict(control))
        if patch:
            then = machine.patched(dict(state), patch)["at"]
        told |= {"before": now.game.telling.headline(state["at"]), "after": machine.game.telling.headline(then)}
        told["facts"] = differing_facts(now.game.telling.facts(state["at"]), machine.game.telling.facts(then))
    except Fault as fault:
        told["unable"] = fault.detail.splitlines()[0]
    return told | {"places": places_of(campaign.game, state["at"], then)}


def differing_facts(before: Any, after: Any) -> list[dict[str, str]]:
    """The lines of the standing facts that the amendment changes."""
    old = {str(label): str(text) for label, text in before.get("standing", [])}
    new = {str(label): str(text) for label, text in after.get("standing", [])}
    labels = [*new, *(label for label in old if label not in new)]
    return [
        {"label": label, "before": old.get(label, ""), "after": new.get(label, "")}
        for label in labels
        if old.get(label) != new.get(label)
    ]


def places_of(game: Game, before: Any, after: Any) -> list[dict[str, Any]]:
    """Every place in which two positions differ: {"path", "words", "before", "after", "before_said", "after_said"}.

    before, after: missing where there is nothing. words: the printed names of what the path goes by; said: that of the
    value, "" where there is none.
    """
    found = []
    for path, was, now in _differences((), before, after):
        place = {"path": list(path), "words": _words(game, path)}
        place |= {"before_said": _said(game, was), "after_said": _said(game, now)}
        found.append(place | {when: value for when, value in (("before", was), ("after", now)) if value is not _GONE})
    return found


def _differences(path: tuple[str | int, ...], was: Any, now: Any) -> Iterator[tuple[tuple[str | int, ...], Any, Any]]:
    """Path, value before and value after of each leaf that differs; _GONE for what is not there."""
    if isinstance(was, dict) and isinstance(now, dict):
        for key in sorted(was.keys() | now.keys()):
            yield from _differences((*path, key), was.get(key, _GONE), now.get(key, _GONE))
    elif isinstance(was, list) and isinstance(now, list):
        for index in range(max(len(was), len(now))):
            pair = (one[index] if index < len(one) else _GONE for one in (was, now))
            yield from _differences((*path, index), *pair)
    elif type(was) is not type(now) or was != now:
        yield path, was, now


def _words(game: Game, path: Sequence[str | int]) -> str:
    """`1/Tauentzien` for `at/tau-1`: what the game prints for the steps that it has a name for."""
    return ", ".join(name for step in path if (name := _said(game, step)))


def _said(game: Game, value: Any) -> str:
    """The printed name of an id, "" where the game has none for it."""
    name = game.telling.name(value) if isinstance(value, str) and value else ""
    return name if name != value else ""


# -- in lines -----------------------------------------------------------------------


def change_lines(told: Mapping[str, Any], most: int = 0) -> list[str]:
    """A proposal in lines. most: so many of places and facts, with a line that says how many more there are and how
    to see them; 0 for all, however long."""
    lines = [f"before  {told['before']}", f"after   {told['after']}"] if told["before"] else []
    if told["unable"]:
        lines.append(f"what the game would say of it is not known here: {told['unable']}")
    places, facts = ([*map(_place_line, told["places"])], [*map(_fact_line, told["facts"])])
    lines.append(f"{len(places)} {'place' if len(places) == 1 else 'places'} of the position would change:")
    if not most:
        return [*lines, *places, *facts]
    shown = places[:most]
    left = max(0, most - len(shown))
    shown += facts[:left]
    cut = [f"{line[: _LONGEST - 4]} ..." if len(line) > _LONGEST else line for line in shown]
    hidden = len(places) + len(facts) - len(shown)
    if hidden or cut != shown:
        where = f"pbem show {told['message']}" if "message" in told else "--json"
        rest = f"{hidden} lines more, of {len(places)} places" if hidden else "some lines are cut"
        cut.append(f"  ({rest}; whole: {where})")
    return [*lines, *cut]


def _place_line(place: Mapping[str, Any]) -> str:
    was, now = (_value(place, when) for when in ("before", "after"))
    words = f" [{place['words']}]" if place["words"] else ""
    return f"  {'/'.join(str(step) for step in place['path'])}: {was} -> {now}{words}"


def _value(place: Mapping[str, Any], when: str) -> str:
    if when not in place:
        return "nothing there"
    value = json.dumps(place[when], ensure_ascii=False, sort_keys=True)
    # A hex with a name is printed with its number, which stands there already.
    said = str(place[f"{when}_said"])
    if said.startswith(f"{place[when]} ("):
        said = said[len(str(place[when])) + 2 : -1]
    return f"{value} ({said})" if said else value


def _fact_line(fact: Mapping[str, str]) -> str:
    return f"  {fact['label']}: {fact['before'] or 'not told'} -> {fact['after'] or 'not told'}"


def proposed_lines(campaign: Campaign, seq: int, most: int = BRIEFLY) -> list[str]:
    """What message `seq` proposes to change, in lines; none where it offers no amendment."""
    told = proposal(campaign, seq)
    return change_lines(told, most) if told else []


__all__ = ["BRIEFLY", "change_lines", "differing_facts", "places_of", "proposal", "proposed_lines"]
