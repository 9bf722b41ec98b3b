"""The audit of a set-up: does everybody stand where the tables, or the free choices of the rules, have him? (19.2)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.engine.options import Json, Refusal
from rulesets.campaign_1806.hidden.counters import is_counter, unit_in
from rulesets.campaign_1806.hidden.dealing import DEALT, OFF, pairs
from rulesets.campaign_1806.hidden.proofs import CONSERVATION, ILLEGAL, Fault
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.rules.battle.boxes import BROKEN
from rulesets.campaign_1806.rules.decisions import texts
from rulesets.campaign_1806.rules.placing import hexes_for, put, why_not_place


def set_up_faults(play: Play, sent: Mapping[str, Json], committed: Mapping[str, Json]) -> Iterator[Fault]:
    """osg 19.21, 19.24-1, 19.25, 19.26: what is wrong with a hidden set-up. play: the board before it. committed: what
    its message committed to."""
    off = texts(sent.get(OFF, ()))
    dealt = [(counter, at) for at, ids in pairs(sent.get(DEALT, ())) for counter in ids]
    if not dealt or not {counter for counter, _ in dealt} | set(off) <= set(committed):
        # Without commitments nobody lies face down: all stand where the tables have them.
        return
    wanted = {unit_in(committed[counter]): at for counter, at in dealt}
    after, left = _placed(play, wanted)
    for uid, at in left.items():
        refusal = _why(after, uid, at)
        yield ILLEGAL, refusal
    units = sorted({*wanted, *(unit_in(committed[counter]) for counter in off)})
    missing = [uid for uid in after.on_map(after.army) if uid not in units]
    for uid in missing:
        text = f"{after.name(uid)} begins at {after.hex_of(uid)} and is behind no counter"
        yield CONSERVATION, Refusal("19.21", text, uid, after.hex_of(uid))
    gone = sorted(uid for uid, box in after.position.boxes.items() if box == BROKEN and after.army_of(uid) == play.army)
    held = sorted(unit_in(committed[counter]) for counter in off)
    if held != [uid for uid in gone if uid not in play.position.boxes]:
        text = f"counters off the map hold {', '.join(held) or 'nobody'}; broken down are {', '.join(gone) or 'none'}"
        yield CONSERVATION, Refusal("13.11-1", text)


def _placed(play: Play, wanted: Mapping[str, str]) -> tuple[Play, dict[str, str]]:
    """The board once all stand where they are said to, as far as the rules let them, and who does not."""
    after = play.scratch()
    known = {uid: at for uid, at in wanted.items() if uid in after.roster.units}
    strange = {uid: at for uid, at in wanted.items() if uid not in known}
    parents = sorted({parent for uid in known if (parent := after.unit(uid).parent)})
    whole = {uid: at for uid, at in known.items() if not after.unit(uid).parent}
    left = _put_all(after, whole)
    for parent in parents:
        out = {uid: at for uid, at in known.items() if after.unit(uid).parent == parent}
        after, rest = _broken_down(after, parent, out, stays=parent in whole)
        left |= rest
    # Who found no room before others were gone.
    return after, {**_put_all(after, left), **strange}


def _put_all(after: Play, wanted: Mapping[str, str]) -> dict[str, str]:
    """Puts units where they are wanted, in any order in which the rules let them; who is left over."""
    left = {uid: at for uid, at in wanted.items() if after.at.get(uid) != at}
    while left:
        able = [uid for uid, at in left.items() if why_not_place(after, uid, at) is None]
        if not able:
            break
        put(after, able[0], left.pop(able[0]))
        left = {uid: at for uid, at in left.items() if after.at.get(uid) != at}
    return left


def _broken_down(play: Play, parent: str, out: Mapping[str, str], *, stays: bool) -> tuple[Play, dict[str, str]]:
    """osg 13.11-2, 19.26: a unit broken down into vedettes. It may have been placed first, nobody knows where; whoever
    was first of its vedettes was so within reach of it."""
    homes = [play.at.get(parent, "")] if stays else [play.at.get(parent, ""), *hexes_for(play, parent)]
    best: tuple[Play, dict[str, str]] = (play, dict(out))
    for home in dict.fromkeys(homes):
        for first in out:
            after = play.scratch()
            if home != after.at.get(parent, "") and why_not_place(after, parent, home) is None:
                put(after, parent, home)
            rest = _put_all(after, {first: out[first]}) | _put_all(after, out)
            if not rest:
                return after, rest
            best = min((best, (after, rest)), key=lambda one: len(one[1]))
    return best


def _why(after: Play, uid: str, at: str) -> Refusal:
    if uid not in after.roster.units or is_counter(uid):
        return Refusal("19.21", f"nobody that there is lies under a counter at {at}", uid[:24], at)
    found = why_not_place(after, uid, at)
    return found or Refusal("19.21", f"{after.name(uid)} cannot begin at {at}", uid, at)
