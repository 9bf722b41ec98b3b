"""What a liar says in hidden games of 1806: see `tests.games.lying`.

`python -m tests.rulesets.campaign_1806.hidden.lies SEED...` plays such games again.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import Due
from pbem.campaign.outbox.create import Invitation
from pbem.campaign.writing.orders_file import Checked
from pbem.engine.hidden import HIDDEN
from pbem.engine.requests import ORDERS
from rulesets.campaign_1806.hidden.basis import bases
from rulesets.campaign_1806.hidden.commanding import BY, COMMANDED, DIE, LED, OWN, officers
from rulesets.campaign_1806.hidden.counters import SORTS, is_counter, sort_of, unit_in
from rulesets.campaign_1806.hidden.dealing import DEALT, classes, pairs
from rulesets.campaign_1806.hidden.face_down import SORT, UNSUPPLIED
from rulesets.campaign_1806.hidden.own_view import COMMAND_LEAF, OwnView
from rulesets.campaign_1806.play import Play
from rulesets.campaign_1806.rules.placing import placeable
from tests.games import lying
from tests.games.campaigns import RandomHand
from tests.games.games import Tally
from tests.games.lying import Matters, Occasion, Untrue, told_between
from tests.games.lying_games import check_lies, replay
from tests.rulesets.campaign_1806.hidden.by_mail import CounterHand

Json = Any
COMMAND = "python -m tests.rulesets.campaign_1806.hidden.lies"
SMALL, OTHERS = "learning-saalfeld", ("massenbach", "saalfeld", "jena", "campaign")
JUNK: Sequence[Json] = ({"x": 1}, {"unit": "nobody"}, {"unit": 3}, {"unit": "f1"}, "nobody", [], 0, {})
Change = Callable[[Json, Occasion], Json]


@dataclass
class LiarHand(RandomHand):
    """Draws orders as `CounterHand` does."""

    def _standing(self, campaign: Campaign) -> None:
        """The defaults."""

    def answer(self, campaign: Campaign, due: Due) -> Checked:
        """What an honest player would sign."""
        return CounterHand(self.rng, self.tally).checked(campaign, due)


def ordering(at: Occasion, *, setup: bool = False) -> bool:
    """Whether the orders of a turn are due, or of a set-up too, and the liar can still draw some."""
    drawn = at.checked is not None and HIDDEN in at.checked.leaves
    return drawn and at.due.kind == ORDERS and (setup or at.due.state["at"]["turn"] > 0)


def board(at: Occasion) -> Play:
    """The public board."""
    assert at.due.request is not None
    play: Play = at.due.request.scene
    return play


def roster(at: Occasion) -> Mapping[str, Any]:
    """All units, counters left out."""
    units = board(at).setting.forces.units
    return {uid: unit for uid, unit in units.items() if not is_counter(uid)}


def held(at: Occasion, counter: str) -> Json:
    """What a counter truly holds once the message is out."""
    assert at.checked is not None
    return at.checked.hide.get(counter, at.due.own.markers.get(counter))


# -- contents -----------------------------------------------------------------------------------------


def _unit(content: Json, at: Occasion, *, own: bool) -> Json:
    army = at.campaign.army
    listed = sorted(uid for uid, unit in roster(at).items() if (unit.army == army) is own)
    return {"unit": at.rng.choice(listed)}


def _another(content: Json, at: Occasion) -> Json:
    assert at.checked is not None
    others = [one for one in (*at.due.own.markers.values(), *at.checked.hide.values()) if one != content]
    return at.rng.choice(others) if others else None


CONTENTS: Mapping[str, Change] = {
    "content: another unit": lambda content, at: _unit(content, at, own=True),
    "content: a unit of the enemy": lambda content, at: _unit(content, at, own=False),
    "content: what another counter holds": _another,
    "content: not well formed": lambda content, at: at.rng.choice(JUNK),
}


def _content(change: Change) -> lying.Tell:
    def tell(at: Occasion) -> Untrue | None:
        if not ordering(at, setup=True) or not at.checked.hide:  # type: ignore[union-attr]
            return None
        assert at.checked is not None
        counter = at.rng.choice(sorted(at.checked.hide))
        other = change(at.checked.hide[counter], at)
        return None if other is None else _hidden(at, {counter: other})

    return tell


def _exchanged(at: Occasion) -> Untrue | None:
    """Two counters hold what the other one holds; all is complete."""
    if not ordering(at, setup=True) or len(at.checked.hide) < 2:  # type: ignore[union-attr]
        return None
    assert at.checked is not None
    one, other = at.rng.sample(sorted(at.checked.hide), 2)
    if at.due.state["at"]["turn"] == 0:
        free = set(placeable(board(at)))
        if all(uid in free or "-v" in uid for uid in (unit_in(at.checked.hide[one]), unit_in(at.checked.hide[other]))):
            # Who is placed freely may have been placed so in truth.
            return None
    return _hidden(at, {one: at.checked.hide[other], other: at.checked.hide[one]})


def _hidden(at: Occasion, contents: Mapping[str, Json]) -> Untrue | None:
    assert at.checked is not None
    hide = {**at.checked.hide, **contents}
    if hide == at.checked.hide:
        return None
    leaves = dict(at.checked.leaves.get(HIDDEN, {}))
    if at.rng.randrange(4):
        for counter, content in contents.items():
            unit = roster(at).get(unit_in(content))
            leaves[f"{SORT}{counter}"] = sort_of(unit) if unit is not None else "z"
    checked = replace(at.checked, hide=hide, leaves={**at.checked.leaves, HIDDEN: leaves})
    matters = lying.other_contents(_groups(at, checked), at.checked.hide, hide)
    return Untrue(checked, matters, also="AUDIT_MOVE_ILLEGAL")


def _groups(at: Occasion, checked: Checked) -> list[list[str]]:
    """Counters that are dealt together: their owner may deal what they hold as he likes."""
    play, sent = board(at), checked.input
    found = [list(ids) for _, ids in (*pairs(sent.get(DEALT, ())), *pairs(sent.get("enter", ())))]
    for place, ids in pairs(sent.get("deal", ())):
        fresh = iter(ids)
        found += [[next(fresh) for _ in group] for group in classes(play, place)]
    return found


# -- signs --------------------------------------------------------------------------------------------


def _sign(at: Occasion) -> Untrue | None:
    """A counter on the map shows another sort."""
    if not ordering(at):
        return None
    assert at.checked is not None
    play, leaves = board(at), at.checked.leaves.get(HIDDEN, {})
    gone = {uid for place, _ in pairs(at.checked.input.get("deal", ())) for uid in play.units_in(place)}
    mine = [c for c in at.due.own.markers if c in play.at and c not in gone]
    standing = sorted(c for c in mine if leaves.get(f"{SORT}{c}"))
    if not standing:
        return None
    counter = at.rng.choice(standing)
    true = leaves[f"{SORT}{counter}"]
    told = at.rng.choice([one for one in (*SORTS, "", "x") if one != true])
    changed = {**at.checked.leaves, HIDDEN: {**leaves, f"{SORT}{counter}": told}}
    return Untrue(replace(at.checked, leaves=changed), lying.always)


# -- entries ------------------------------------------------------------------------------------------


def _entries(at: Occasion) -> list[dict[str, Any]]:
    assert at.checked is not None
    return [dict(entry) if isinstance(entry, Mapping) else entry for entry in at.checked.input.get("orders", ())]


def _went(units: Sequence[str], length: int = 0) -> Matters:
    """Whether counters moved by an order, so many hexes at least."""

    def matters(campaign: Campaign, seq: int) -> bool:
        moves = [event for event in told_between(campaign, seq) if event["kind"] in ("moved", "entered")]
        return any(set(units) & set(event["units"]) and len(event["path"]) > length for event in moves)

    return matters


def _one_move(at: Occasion) -> tuple[list[Any], dict[str, Any]] | None:
    if not ordering(at):
        return None
    entries = _entries(at)
    moves = [entry for entry in entries if isinstance(entry, dict)]
    return (entries, at.rng.choice(moves)) if moves else None


def _too_far(at: Occasion) -> Untrue | None:
    """A unit goes on over clear neighbours until its points cannot do."""
    found = _one_move(at)
    if found is None:
        return None
    entries, entry = found
    play = board(at)
    known = [roster(at)[uid] for one in entry["units"] if (uid := unit_in(held(at, one))) in roster(at)]
    hexes = [word for word in entry["path"] if word in play.field.neighbours]
    if not known or len(hexes) != len(entry["path"]) or min(unit.allowance for unit in known) >= 10:
        return None
    path = list(hexes)
    while len(path) <= min(unit.allowance for unit in known) + 1:
        near = [one for one in play.field.neighbours[path[-1]] if play.holder(one) == "" and one not in path]
        if not near:
            return None
        path.append(at.rng.choice(sorted(near)))
    entry["path"] = path
    assert at.checked is not None
    return Untrue(lying.changed(at.checked, orders=entries), _went(entry["units"], len(path) - 1))


def _other_basis(at: Occasion) -> Untrue | None:
    """A move rests on something else than it may: command, a die, or better dice of its own."""
    found = _one_move(at)
    if found is None:
        return None
    entries, entry = found
    assert at.checked is not None
    basis, staff = entry[BY], len(officers(board(at).setting, at.campaign.army))
    if isinstance(basis, list) and basis[0] == OWN and at.rng.randrange(2):
        told: Json = [OWN, *(min(rating + 1 + at.rng.randrange(5), 6) if rating else 0 for rating in basis[1:])]
    else:
        told = at.rng.choice((COMMANDED, [DIE, 1 + at.rng.randrange(staff), 6]))
    if told == basis:
        return None
    entry[BY] = told
    if _true_basis(at, entry["units"], told):
        return None
    return Untrue(lying.changed(at.checked, orders=entries), _went(entry["units"]))


def _true_basis(at: Occasion, units: Sequence[str], told: Json) -> bool:
    """Whether a move may rest on what is told of it after all."""
    assert at.checked is not None
    play = board(at)
    view = OwnView(play, play.army, at.due.own.markers)
    leaf = at.checked.leaves[HIDDEN].get(COMMAND_LEAF)
    if not isinstance(leaf, Mapping):
        # Another lie of this message: who is in command by it nobody can say.
        return True
    found = bases(view.play, {**at.checked.input, "command": leaf["plan"]})
    named = [unit_in(held(at, one)) or one for one in units]
    parents = found.parents(named)
    if told == COMMANDED:
        return set(parents) <= found.commanded
    if told[0] == DIE:
        officer = leaf["officers"][told[1] - 1]
        following = found.followers.get(officer, frozenset())
        return set(parents) <= found.commanded | following and told[2] <= found.play.rating(officer)
    return all(rating == 0 or rating <= found.play.rating(uid) for uid, rating in zip(parents, told[1:], strict=False))


def _led(at: Occasion) -> Untrue | None:
    """It is said of somebody that he is in command."""
    if not ordering(at):
        return None
    assert at.checked is not None
    play = board(at)
    able = sorted(c for c in at.due.own.markers if c in play.at and c not in at.checked.input.get(LED, {}))
    if not able or play.now.night:
        return None
    counter = at.rng.choice(able)
    if _true_basis(at, [counter], COMMANDED):
        return None
    told = {**at.checked.input.get(LED, {}), counter: COMMANDED}
    gone = {uid for place, _ in pairs(at.checked.input.get("deal", ())) for uid in play.units_in(place)}
    return Untrue(lying.changed(at.checked, led=told), lying.never if counter in gone else lying.always)


def _plan(at: Occasion) -> Untrue | None:
    """The leaf of command says something that the rules do not allow."""
    if not ordering(at):
        return None
    assert at.checked is not None
    leaves = dict(at.checked.leaves.get(HIDDEN, {}))
    leaf = leaves.get(COMMAND_LEAF)
    if not isinstance(leaf, Mapping):
        return None
    enemies = sorted(uid for uid, unit in roster(at).items() if unit.army != at.campaign.army)
    mine = sorted(uid for uid, unit in roster(at).items() if unit.army == at.campaign.army and unit.command)
    told: Json = at.rng.choice(
        (
            {**leaf, "plan": {at.rng.choice(enemies): {"officers": [], "units": []}}},
            {**leaf, "plan": {uid: {"officers": list(leaf["officers"]), "units": []} for uid in mine}},
            {**leaf, "officers": leaf["officers"][1:]},
            {**leaf, "officers": [leaf["officers"][0]] * len(leaf["officers"])},
            "nobody",
        )
    )
    return Untrue(
        replace(at.checked, leaves={**at.checked.leaves, HIDDEN: {**leaves, COMMAND_LEAF: told}}), lying.always
    )


def _later_plan(at: Occasion) -> Untrue | None:
    """The leaf of command is another in a message without orders."""
    if at.due.kind == ORDERS or at.due.state["at"]["turn"] == 0:
        return None
    told: dict[str, Any] = {HIDDEN: {COMMAND_LEAF: {"plan": {}, "officers": []}}}
    before = at.due.own.leaves.get(HIDDEN, {}).get(COMMAND_LEAF, "")
    return Untrue(at.checked, lying.always if before != told[HIDDEN][COMMAND_LEAF] else lying.never, leaves=told)


def _later_sign(at: Occasion) -> Untrue | None:
    """A sign changes in a message without orders."""
    if at.due.kind == ORDERS:
        return None
    leaves, at_now = at.due.own.leaves.get(HIDDEN, {}), at.due.state["at"]["at"]
    there = sorted(c for c in at.due.own.markers if c in at_now and leaves.get(f"{SORT}{c}"))
    standing = [c for c in there if c in at.due.state.get("markers", {})]
    if not standing:
        return None
    counter = at.rng.choice(standing)
    units = at.campaign.game.setting.forces.units  # type: ignore[attr-defined]
    unit = units.get(unit_in(at.due.own.markers[counter]))
    if unit is None or unit.army != at.campaign.army:
        # Who is no unit of his is an earlier lie, with a sign of its own.
        return None
    told = at.rng.choice([one for one in SORTS if one not in (leaves[f"{SORT}{counter}"], sort_of(unit))])
    return Untrue(at.checked, lying.always, leaves={HIDDEN: {f"{SORT}{counter}": told}})


def _supply(at: Occasion) -> Untrue | None:
    """By night somebody is said to be out of supply who is not, or the other way round."""
    if not ordering(at) or not board(at).now.night or not board(at).setting.choices.on("supply"):
        return None
    assert at.checked is not None
    play, said = board(at), list(at.checked.input.get(UNSUPPLIED, ()))
    units = roster(at)
    known = {c: units[uid] for c in at.due.own.markers if (uid := unit_in(held(at, c))) in units}
    able = sorted(c for c, unit in known.items() if c in play.at and unit.fights)
    if not able:
        return None
    counter = at.rng.choice(able)
    told = [one for one in said if one != counter] if counter in said else sorted([*said, counter])
    return Untrue(lying.changed(at.checked, unsupplied=told), lying.always)


class CampaignLiars:
    """See `tests.games.lying.Liars`."""

    name = "1806"
    most = 40

    def invitation(self, seed: int) -> Invitation:
        """Three of four games are small; the others by night, with supply, and with reinforcements."""
        rng = random.Random(f"1806 liar {seed}")
        scenario = OTHERS[seed // 4 % len(OTHERS)] if seed % 4 == 3 else SMALL
        options: dict[str, Json] = {"forces": "hidden"}
        if scenario not in (SMALL, "campaign"):
            options |= {"supply": scenario == "massenbach", "vedettes": bool(seed % 2)}
        return Invitation("1806", scenario, rng.choice(("french", "prussian")), options)

    def hand(self, seed: int, letter: str) -> RandomHand:
        """A player who would be honest."""
        return LiarHand(random.Random(f"{seed} {letter}"), Tally(seed))

    def lies(self) -> Mapping[str, lying.Tell]:
        """All kinds."""
        return {
            **{kind: _content(change) for kind, change in CONTENTS.items()},
            "content: exchanged": _exchanged,
            "sign": _sign,
            "sign: later": _later_sign,
            "entry: too far": _too_far,
            "entry: basis": _other_basis,
            "led": _led,
            "command": _plan,
            "command: later": _later_plan,
            "supply": _supply,
        }

    def other_claim(
        self, campaign: Campaign, say: str, scene: Json, answers: Sequence[Json], rng: random.Random
    ) -> Json:
        """Nobody claims anything."""
        return answers[0]


def main(arguments: Sequence[str]) -> int:
    """Plays games again, told as a table."""
    return replay(CampaignLiars(), COMMAND, list(arguments))


__all__ = ["CampaignLiars", "check_lies"]

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
