"""What a liar says in Jours de Gloire: see `tests.games.lying`.

`python -m tests.rulesets.jours_de_gloire.games.lies SEED...` plays such games again.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.outbox.create import Invitation
from pbem.campaign.writing.orders_file import Checked
from pbem.engine.hidden import HIDDEN
from pbem.engine.requests import ORDERS
from rulesets.jours_de_gloire.beginning import new_unit
from rulesets.jours_de_gloire.board import Board, well_formed
from rulesets.jours_de_gloire.hidden import shuffle
from rulesets.jours_de_gloire.hidden.counter_ids import pool
from rulesets.jours_de_gloire.hidden.signs import KINDS, read_sign
from rulesets.jours_de_gloire.rules.admin import sign_of, waiting
from rulesets.jours_de_gloire.rules.march.command import Link
from rulesets.jours_de_gloire.setting import CAVALRY, INFANTRY, Setting
from tests.games import lying
from tests.games.games import Tally
from tests.games.lying import Matters, Occasion, Untrue, told_between
from tests.games.lying_games import replay
from tests.rulesets.jours_de_gloire.games.campaigns import ASKERS, SHORTEST, JoursHand, invitation
from tests.rulesets.jours_de_gloire.games.campaigns import HIDDEN as NOTHING_OPEN
from tests.rulesets.jours_de_gloire.games.world import board_of

Json = Any
COMMAND = "python -m tests.rulesets.jours_de_gloire.games.lies"
# Every fourth game is of another scenario; the shortest comes first.
OTHERS = ("eylau-1807", "friedland-1807", "danube-1805", "danube-1809", "poland-1813")
JUNK: Sequence[Json] = (
    {"x": 1}, {"dummy": "artillery"}, "nobody", [], 0, {}, {"general": "nobody"}, {"unit": "nobody", "pf": 3, "lag": 0},
    {"unit": [], "pf": 1, "lag": 0}, {"dummy": INFANTRY, "pf": 9}, {"unit": "nobody"}, {"general": {}},
)  # fmt: skip
Change = Callable[[Json, Occasion], Json]


def setting_of(at: Occasion) -> Setting:
    """The scenario's data."""
    return at.campaign.game.setting  # type: ignore[attr-defined, no-any-return]


def ordering(at: Occasion, stage: str = "") -> bool:
    """Whether orders are due, of this stage."""
    return at.checked is not None and at.due.kind == ORDERS and stage in ("", at.due.state["at"]["stage"])


# -- contents -----------------------------------------------------------------------------------------


def _stronger(content: Json, at: Occasion) -> Json:
    if setting_of(at).troops(content) is None:
        return None
    return at.rng.choice(
        [
            {**content, "pf": content["pf"] + 1},
            {**content, "pf": content["pf"] + content["lag"], "lag": 0},
            {**content, "pf": content["pf"] - 1, "lag": content["lag"] + 1},
            {**content, "pf": max(content["pf"] - 1, 0)},
            {**content, "pf": content["pf"] + 7},
        ]
    )


def _unit(content: Json, at: Occasion, *, own: bool) -> Json:
    setting = setting_of(at)
    armies = {
        uid: Board.read(setting, at.due.state["at"]).army_of_command(u.command) for uid, u in setting.units.items()
    }
    listed = [uid for uid, army in armies.items() if (army == at.campaign.army) == own]
    return new_unit(setting, at.rng.choice(listed)) if listed else None


def _someone_else(content: Json, at: Occasion) -> Json:
    """What another counter of his holds, whether it is committed to anew or not."""
    assert at.checked is not None
    others = [one for one in (*at.due.own.markers.values(), *at.checked.hide.values()) if one != content]
    return at.rng.choice(others) if others else None


def _detachment(content: Json, at: Occasion) -> Json:
    setting = setting_of(at)
    parts = [uid for uid, one in setting.forces.detachments.items() if one.army == at.campaign.army]
    parents = ["", "nobody", at.rng.choice(sorted(setting.units))]
    return {"unit": at.rng.choice(parts), "pf": 1, "lag": 0, "of": at.rng.choice(parents)} if parts else None


def _general(content: Json, at: Occasion) -> Json:
    generals = sorted(setting_of(at).generals)
    return {"general": at.rng.choice(generals)} if generals else None


CONTENTS: Mapping[str, Change] = {
    "content: other numbers": _stronger,
    "content: another unit": lambda content, at: _unit(content, at, own=True),
    "content: a unit of the enemy": lambda content, at: _unit(content, at, own=False),
    "content: what another counter holds": _someone_else,
    "content: a dummy": lambda content, at: {"dummy": at.rng.choice((INFANTRY, CAVALRY))},
    "content: a detachment": _detachment,
    "content: a general": _general,
    "content: not well formed": lambda content, at: at.rng.choice(JUNK),
}


def _content(change: Change) -> lying.Tell:
    """One of the counters that are turned face down holds something else; mostly with the sign that goes with it."""

    def tell(at: Occasion) -> Untrue | None:
        if not ordering(at) or not at.checked.hide:  # type: ignore[union-attr]
            return None
        assert at.checked is not None
        counter = at.rng.choice(sorted(at.checked.hide))
        content = change(at.checked.hide[counter], at)
        return None if content is None else _hidden(at, {counter: content})

    return tell


def _exchanged(at: Occasion) -> Untrue | None:
    """Two counters of different boxes hold what the other one holds; all is complete."""
    if not ordering(at) or len(at.checked.hide) < 2:  # type: ignore[union-attr]
        return None
    assert at.checked is not None
    one, other = at.rng.sample(sorted(at.checked.hide), 2)
    return _hidden(at, {one: at.checked.hide[other], other: at.checked.hide[one]})


def _hidden(at: Occasion, contents: Mapping[str, Json]) -> Untrue | None:
    assert at.checked is not None
    hide = {**at.checked.hide, **contents}
    if hide == at.checked.hide:
        return None
    checked = replace(at.checked, hide=hide)
    if at.rng.randrange(4):
        for counter, content in contents.items():
            checked = _signed(at, checked, counter, content)
    # What is no detachment is no content of a counter that was formed as one.
    formed = {entry["counter"] for entry in checked.input.get("detach", ())} & contents.keys()
    also = "AUDIT_MOVE_ILLEGAL" if formed else ""
    return Untrue(checked, lying.other_contents(groups(at, checked), at.checked.hide, hide), also=also)


def _signed(at: Occasion, checked: Checked, counter: str, content: Json) -> Checked:
    """With the sign that a content would have, its line of communication as it is."""
    leaves = checked.leaves.get(HIDDEN)
    if not leaves:
        return checked
    setting, old = setting_of(at), read_sign(leaves.get(counter))
    sound = content if well_formed(setting, content) else {"dummy": INFANTRY}
    leaf = sign_of(setting, sound, Link(old.link), old.plan).leaf()
    return replace(checked, leaves={**checked.leaves, HIDDEN: {**leaves, counter: leaf}})


def groups(at: Occasion, checked: Checked) -> list[list[str]]:
    """Counters of one box and class that are dealt together, and those that come onto the map together."""
    board, army = board_of(at.campaign, at.due), at.campaign.army
    found = [list(entry["stack"]) for entry in checked.input.get("orders", ()) if "enter" in entry]
    for entry in checked.input.get("mix", ()):
        if board.at.stage == "setup":
            found.append(list(entry["counters"]))
        else:
            found += [list(fresh) for _, fresh in shuffle.shares(board, army, entry["box"], entry["counters"])]
    return found


def _more_dummies(at: Occasion) -> Untrue | None:
    """A box is dealt out to one number more than there are counters to come."""
    if not ordering(at) or not at.checked.input.get("mix"):  # type: ignore[union-attr]
        return None
    assert at.checked is not None
    fresh = _fresh(at)
    if not fresh:
        return None
    entries = [dict(entry) for entry in at.checked.input["mix"]]
    entry, content = at.rng.choice(entries), {"dummy": at.rng.choice((INFANTRY, CAVALRY))}
    entry["counters"] = [*entry["counters"], fresh]
    checked = replace(lying.changed(at.checked, mix=entries), hide={**at.checked.hide, fresh: content})
    told = _signed(at, checked, fresh, content)
    kind = content["dummy"]
    most = setting_of(at).scenario.counters[at.campaign.army].dummies[kind]
    fakes = [c for c, one in checked.hide.items() if _fake(at, one) and one["dummy"] == kind]

    def too_many(campaign: Campaign, seq: int) -> bool:
        # An entry more may have made others void.
        return sum(lying.in_force(campaign, seq, counter) for counter in fakes) > most

    # Later a dummy may come back where one is out of play: then that is as good as an order.
    return Untrue(told, too_many if at.due.state["at"]["stage"] == "setup" else lying.never)


def _fake(at: Occasion, content: Json) -> bool:
    return bool(setting_of(at).dummy(content))


def _fresh(at: Occasion) -> str:
    """A number that nobody bears and these orders do not give out."""
    assert at.checked is not None
    board = board_of(at.campaign, at.due)
    return next((c for c in reversed(board.free(at.campaign.army)) if c not in at.checked.hide), "")


# -- signs --------------------------------------------------------------------------------------------


def _sign(at: Occasion) -> Untrue | None:
    """A sign shows something else; with orders, or in a message that has none."""
    known = at.checked.leaves if ordering(at) and at.checked is not None else at.due.own.leaves
    leaves, counters = dict(known.get(HIDDEN, {})), pool(setting_of(at), at.campaign.army)
    if not leaves or at.due.state["over"]:
        return None
    borne = [counter for counter in counters if leaves.get(counter)]
    counter = at.rng.choice(borne) if borne and at.rng.randrange(5) else at.rng.choice(counters)
    old = read_sign(leaves.get(counter))
    new: Json = at.rng.choice(
        [
            "",
            replace(old, link=(old.link + at.rng.choice((1, 2))) % 3).leaf(),
            replace(old, kind=at.rng.choice(KINDS)).leaf(),
            replace(old, vc=at.rng.randrange(5), rank=at.rng.randrange(5)).leaf(),
            {"kind": "nobody"},
            {**old.leaf(), "link": 7},
        ]
    )
    leaves[counter] = new
    wrong = _shows(read_sign(new)) != _shows(old)
    matters = _borne(counter) if wrong else lying.never
    if ordering(at) and at.checked is not None:
        return Untrue(replace(at.checked, leaves={**known, HIDDEN: leaves}), matters)
    return Untrue(at.checked, matters, {HIDDEN: {counter: new}})


def _replanned(at: Occasion) -> Untrue | None:
    """A message without orders plans otherwise."""
    leaves = at.due.own.leaves.get(HIDDEN, {})
    borne = [counter for counter, leaf in sorted(leaves.items()) if read_sign(leaf).real]
    if at.due.kind == ORDERS or not borne or at.due.state["over"]:
        return None
    counter = at.rng.choice(borne)
    sign = read_sign(leaves[counter])
    plan = {"guns": "any", "intercept": at.rng.sample(sorted(setting_of(at).boxes), 3)}
    if sign.plan == plan:
        return None
    return Untrue(at.checked, _borne(counter), {HIDDEN: {counter: replace(sign, plan=plan).leaf()}})


def _shows(sign: Any) -> Json:
    return [sign.kind, sign.vc, sign.rank, sign.link]


def _borne(counter: str) -> Matters:
    """Whether a counter bore its sign when the next phase began."""

    def matters(campaign: Campaign, seq: int) -> bool:
        later = (state for state in campaign.chain.states[seq + 1 :] if not state["input"] and not state["over"])
        return any(counter in state["at"]["counters"] for state in list(later)[:1])

    return matters


# -- what is ordered by what he has not -----------------------------------------------------------------


def _dreaming(at: Occasion) -> Untrue | None:
    """All of his orders are right by contents that his counters have not: his program is told false ones."""
    if not ordering(at, "play") or not at.due.own.markers:
        return None
    setting, markers = setting_of(at), dict(at.due.own.markers)
    assert at.checked is not None
    for counter in at.rng.sample(sorted(markers), min(len(markers), at.rng.choice((1, 1, 2, 4)))):
        change = CONTENTS[at.rng.choice(sorted(CONTENTS))]
        content = change(markers[counter], at)
        if content is not None and well_formed(setting, content):
            markers[counter] = content
    wrong = {counter for counter in markers if markers[counter] != at.due.own.markers[counter]}
    if not wrong:
        return None
    false = replace(at.due, own=replace(at.due.own, markers=markers))
    hand = JoursHand(at.rng, Tally(0), False, 0)
    try:
        dreamt = hand._legal(at.campaign, false)
    except Exception:
        return None
    if dreamt.findings or dreamt.document is None:
        return None
    boxes = {name: dreamt.document.data[name] for name in ("mix", "dummies") if name in dreamt.document.data}
    true, _ = JoursHand._checked(at.campaign, at.due, boxes)
    divided = any(name in dreamt.input for name in ("detach", "rejoin", "reinforce"))
    if true.findings or divided:
        return None
    return Untrue(
        dreamt,
        lying.either(
            lying.other_contents(groups(at, dreamt), {**dreamt.hide, **true.hide}, dreamt.hide),
            _false_signs(true, dreamt),
            _forbidden(at, dreamt, boxes),
        ),
    )


def _false_signs(true: Checked, told: Checked) -> Matters:
    was, now = true.leaves.get(HIDDEN, {}), told.leaves.get(HIDDEN, {})
    wrong = [c for c in now if c in was and was[c] and _shows(read_sign(was[c])) != _shows(read_sign(now[c]))]
    return lambda campaign, seq: any(_borne(counter)(campaign, seq) for counter in wrong)


def _forbidden(at: Occasion, told: Checked, boxes: Mapping[str, Json]) -> Matters:
    """Whether an entry was carried out that the liar's own program refuses by what his counters truly hold.

    Only the first that it refuses counts: those behind it are judged as if it had been carried out, or not.
    """
    entries = told.input.get("orders", [])
    written = [{name: _word(value) for name, value in entry.items()} for entry in entries]
    if any("enter" in entry for entry in entries):
        return lying.never
    found, _ = JoursHand._checked(at.campaign, at.due, {**boxes, "orders": written})
    wrong = sorted(one.path[1] for one in found.findings if one.path[:1] == ("orders",) and len(one.path) > 1)
    return _done(entries[wrong[0]]) if wrong else lying.never


def _word(value: Json) -> Json:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value


def _done(entry: Json) -> Matters:
    """Whether everybody saw a stack set out."""
    return lambda campaign, seq: any(
        event["kind"] in ("activated", "came-on") and list(event["stack"]) == list(entry["stack"])
        for event in told_between(campaign, seq)
    )


def _impossible(at: Occasion) -> Untrue | None:
    """A stack marches or works as it cannot."""
    if not ordering(at, "play"):
        return None
    assert at.checked is not None
    board = board_of(at.campaign, at.due)
    busy = {counter for entry in at.checked.input.get("orders", ()) for counter in entry["stack"]}
    free = [c for c in board.counters(at.campaign.army) if c not in busy and not at.checked.input.get("mix")]
    if not free:
        return None
    box = board.box(at.rng.choice(free))
    there = [counter for counter in free if board.box(counter) == box]
    entry: Json = {"stack": there[: at.rng.choice((1, 2, 8))]}
    if at.rng.randrange(4) == 0:
        entry["entrench"] = True
    else:
        entry["path"] = _walk(at, board, box)
    if at.rng.randrange(4) == 0:
        entry[at.rng.choice(("forced", "concentrate", "flag"))] = True
    checked = lying.changed(at.checked, orders=[*at.checked.input.get("orders", ()), entry])
    if any("enter" in one for one in checked.input["orders"]) or "detach" in checked.input or "rejoin" in checked.input:
        return None
    found, _ = JoursHand._checked(at.campaign, at.due, {"orders": _written(checked)})
    wrong = sorted(one.path[1] for one in found.findings if one.path[:1] == ("orders",) and len(one.path) > 1)
    last = wrong[:1] == [len(checked.input["orders"]) - 1]
    return Untrue(checked, _done(entry) if last else lying.never)


def _written(checked: Checked) -> Json:
    return [{name: _word(value) for name, value in entry.items()} for entry in checked.input["orders"]]


def _walk(at: Occasion, board: Board, box: str) -> list[Json]:
    way: list[Json] = []
    for _ in range(at.rng.choice((1, 2, 4, 6))):
        near = [one for one in board.neighbours(box) if not board.enemies(at.campaign.army, one)]
        if not near:
            break
        box = at.rng.choice(near)
        way.append(box)
    if at.rng.randrange(3) == 0:
        way.append({"recon": "stay"})
    return way or [at.rng.choice(sorted(board.boxes))]


def _foreign(at: Occasion) -> Untrue | None:
    """A counter of the enemy's is ordered about."""
    if not ordering(at, "play"):
        return None
    assert at.checked is not None
    board = board_of(at.campaign, at.due)
    theirs = board.counters(board.setting.foe(at.campaign.army))
    if not theirs:
        return None
    counter = at.rng.choice(theirs)
    entry = {"stack": [counter], "path": [at.rng.choice(board.neighbours(board.box(counter)))]}
    return Untrue(lying.changed(at.checked, orders=[entry, *at.checked.input.get("orders", ())]), _done(entry))


# -- who comes, and who is divided ------------------------------------------------------------------------


def _coming(at: Occasion) -> Untrue | None:
    """By an entry of the map comes somebody who has come already, or who is on the map, or of another reinforcement."""
    if not ordering(at, "play"):
        return None
    assert at.checked is not None
    setting, state = setting_of(at), at.due.request.scene  # type: ignore[union-attr]
    plans, fresh = setting.scenario.reinforcements, _fresh(at)
    due = [n for n in state.due or () if plans[n].army == at.campaign.army and plans[n].entry]
    if not due or not fresh:
        return None
    entered = [c for e in at.checked.input.get("orders", ()) if "enter" in e for c in e["stack"]]
    twice = [at.checked.hide[counter] for counter in entered if counter in at.checked.hide]
    later = [new_unit(setting, uid) for n in state.arrivals if n not in due for uid in plans[n].units]
    content = at.rng.choice([*twice, *later, *at.due.own.markers.values()])
    entry = {"stack": [fresh], "enter": plans[at.rng.choice(due)].entry}
    void = {"stack": [fresh, fresh], "enter": entry["enter"]}
    orders = list(at.checked.input.get("orders", ()))
    if at.rng.randrange(2):
        # In the place of those who should come, for there is room for no more than these.
        orders = [one for one in orders if "enter" not in one]
    orders = [*([void] if at.rng.randrange(2) else []), entry, *orders]
    checked = replace(lying.changed(at.checked, orders=orders), hide={**at.checked.hide, fresh: content})
    came = content in [new_unit(setting, uid) for n in due for uid in plans[n].units]
    if came and content not in twice:
        return None
    return Untrue(_signed(at, checked, fresh, content), lambda campaign, seq: lying.in_force(campaign, seq, fresh))


def _out_of_nothing(at: Occasion) -> Untrue | None:
    """A detachment is formed, and its unit has as much as before."""
    if not ordering(at, "play"):
        return None
    assert at.checked is not None
    board, fresh = board_of(at.campaign, at.due), _fresh(at)
    setting = board.setting
    units = {c: m["unit"] for c, m in at.due.own.markers.items() if setting.troops(m) is not None}
    there = [c for c in units if c in board.at.counters and not at.checked.input.get("mix")]
    parts = [uid for uid, one in setting.forces.detachments.items() if one.army == at.campaign.army]
    if not there or not parts or not fresh:
        return None
    counter = at.rng.choice(there)
    content = {"unit": at.rng.choice(parts), "pf": at.rng.choice((1, 2)), "lag": 0, "of": units[counter]}
    entries = [*at.checked.input.get("detach", ()), {"from": counter, "counter": fresh}]
    checked = replace(lying.changed(at.checked, detach=entries), hide={**at.checked.hide, fresh: content})
    return Untrue(_signed(at, checked, fresh, content), lambda campaign, seq: lying.in_force(campaign, seq, fresh))


def _joined(at: Occasion) -> Untrue | None:
    """Somebody is taken back who is no detachment of that unit."""
    if not ordering(at, "play"):
        return None
    assert at.checked is not None
    board = board_of(at.campaign, at.due)
    own = [c for c in board.counters(at.campaign.army) if not at.checked.input.get("mix")]
    pairs = [(one, two) for one in own for two in own if one != two and board.box(one) == board.box(two)]
    held = {c: content for c, content in at.due.own.markers.items() if isinstance(content, dict)}  # no earlier lies
    pairs = [
        (one, two)
        for one, two in pairs
        if one in held and two in held and not (held[two].get("of") and held[two]["of"] == held[one].get("unit"))
    ]
    if not pairs:
        return None
    one, two = at.rng.choice(pairs)
    entries = [*at.checked.input.get("rejoin", ()), {"unit": one, "detachment": two}]
    return Untrue(
        lying.changed(at.checked, rejoin=entries),
        lambda campaign, seq: any(
            event["kind"] == "rejoined" and (event["counter"], event["gone"]) == (one, two)
            for event in told_between(campaign, seq)
        ),
    )


def _reinforced(at: Occasion) -> Untrue | None:
    """A strength point goes to somebody, whoever he is; or those that wait are not taken."""
    if not ordering(at, "play"):
        return None
    assert at.checked is not None
    board = board_of(at.campaign, at.due)
    commands = [c for c in board.commands_of(at.campaign.army) if waiting(board, at.campaign.army, c)]
    own = [c for c in board.counters(at.campaign.army) if not at.checked.input.get("mix")]
    if not commands or not own:
        return None
    entry = {"counter": at.rng.choice(own), "command": at.rng.choice(commands)}
    found, _ = JoursHand._checked(at.campaign, at.due, {"reinforce": [entry["counter"]]})
    bad = any(one.path[:1] == ("reinforce",) for one in found.findings)

    def matters(campaign: Campaign, seq: int) -> bool:
        told = told_between(campaign, seq)
        return any(e["kind"] == "strength-points" and e["counter"] == entry["counter"] for e in told)

    return Untrue(lying.changed(at.checked, reinforce=[entry]), matters if bad else lying.never)


class JoursLiars:
    """Implements `tests.games.lying.Liars`."""

    name = "jours"
    most = 48

    def __init__(self, scenario: str = "") -> None:
        self.scenario = scenario

    def invitation(self, seed: int) -> Invitation:
        other = OTHERS[seed // 4 % len(OTHERS)] if seed % 4 == 3 else SHORTEST
        return invitation(self.scenario or other, seed, NOTHING_OPEN)

    def hand(self, seed: int, seat: str) -> JoursHand:
        asks = seat in ASKERS[seed % len(ASKERS)]
        return JoursHand(random.Random(f"{seed}/{seat}"), Tally(seed), asks, 0)

    def lies(self) -> Mapping[str, lying.Tell]:
        return {
            **{kind: _content(change) for kind, change in CONTENTS.items()},
            "content: two exchanged": _exchanged,
            "content: more dummies": _more_dummies,
            "sign: another": _sign,
            "sign: another plan": _replanned,
            "orders by false contents": _dreaming,
            "entry: impossible": _impossible,
            "entry: the enemy's counter": _foreign,
            "entry: who comes onto the map": _coming,
            "entry: a detachment of nothing": _out_of_nothing,
            "entry: taken back": _joined,
            "entry: strength points": _reinforced,
        }

    def other_claim(
        self, campaign: Campaign, say: str, scene: Json, answers: Sequence[Json], rng: random.Random
    ) -> Json:
        if isinstance(answers[0], list):
            counters = list(scene.get("counters", ()))
            return rng.choice([[], counters[:1], counters, ["nobody"]])
        return rng.choice(["", *scene["counters"], "nobody"])


if __name__ == "__main__":
    sys.exit(replay(JoursLiars(), COMMAND, sys.argv[1:]))
