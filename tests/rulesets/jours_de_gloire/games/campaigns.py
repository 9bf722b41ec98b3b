"""Whole random games of Jours de Gloire between two whole clients that share nothing but mail: late, twice, mangled."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pbem.campaign.core.campaign import Campaign
from pbem.campaign.core.due import Due
from pbem.campaign.outbox.create import Invitation
from pbem.campaign.writing.orders_file import Checked, check_orders
from pbem.engine.requests import ASK, ORDERS
from pbem.local.practice import frame
from pbem.orders.writer import dump
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.documents.sampling import random_document
from rulesets.jours_de_gloire.rules.march.command import names_first
from rulesets.jours_de_gloire.setting import Setting
from tests.games import games
from tests.games.campaigns import RandomHand
from tests.games.chance import fixed_secrets
from tests.games.games import Tally
from tests.games.hostile import Spoiler, words_of
from tests.mail.test_armour import CHANGES
from tests.rulesets.jours_de_gloire.games.invariants import NAME, check_contents

Json = Any
# No game of any scenario comes near to it; one that never ends fails by it.
MOST_MESSAGES = 3000
# Who writes `ask` in game number so and so: nobody in every other one.
ASKERS = ("", "ab", "", "b")
SHORTEST = "pultusk-1806"
HIDDEN: Json = {}
OPEN: Json = {"hiding": "open"}
SOLITAIRE: Json = {"solitaire": "yes"}
# What a player may say about a battle of his turn, `ask` aside.
BATTLE = {
    "tactic": ("decisive", "offensive", "screen", "skirmish"),
    "siege": ("yes", "no"),
    "sortie": ("yes", "no"),
    "overrun": ("yes", "no"),
    "bridge": ("yes", "no"),
    "stay": ("yes", "no"),
}


class JoursHand(RandomHand):
    """A player whose papers name his own units; now and then one of his orders is illegal."""

    @staticmethod
    def _words(campaign: Campaign) -> list[str]:
        setting = campaign.game.setting  # type: ignore[attr-defined]
        return [*setting.units, *setting.boxes]

    def answer(self, campaign: Campaign, due: Due) -> Checked:
        """orders.yaml for the question that is open, compiled. A set-up is never spoilt."""
        assert due.request is not None
        self.tally.questions += due.kind != ORDERS
        spoils = self.illegal and due.state["at"]["stage"] == "play" and self.rng.randrange(self.illegal) == 0
        if spoils and due.kind != ORDERS:
            return self._illegal(campaign, due)
        checked = self._legal(campaign, due)
        return self._spoilt(campaign, due, checked) if spoils else checked

    def _legal(self, campaign: Campaign, due: Due) -> Checked:
        """A random paper, without what the program has something against.

        His wishes for battles go first, then entry after entry: a move may hang on what an earlier one came to.
        """
        assert due.request is not None
        setting: Setting = campaign.game.setting  # type: ignore[attr-defined]
        plain = random_document(setting, due.request, due.own, self.rng.randrange)
        more = self._wishes(setting, due) if due.kind == ORDERS and due.state["at"]["stage"] == "play" else {}
        checked, text = self._checked(campaign, due, plain | more)
        if checked.findings and more:
            checked, text = self._checked(campaign, due, plain)
        while checked.findings:
            plain = _without(plain, checked.findings[0].path)
            checked, text = self._checked(campaign, due, plain)
        campaign.folder.write_document("orders.yaml", text)
        return checked

    @staticmethod
    def _checked(campaign: Campaign, due: Due, document: Json) -> tuple[Checked, bytes]:
        text = dump(frame(campaign, due) | document, first=("campaign", "phase", "for", "note")).encode("utf-8")
        return check_orders(campaign, due, text), text

    def _wishes(self, setting: Setting, due: Due) -> Json:
        """What the orders say about battles and the next turn, now and then."""
        assert due.request is not None
        rng, board = self.rng, Board(setting, due.request.scene)
        found: Json = {}
        if rng.randrange(2) and names_first(setting, board, board.player):
            found["next"] = self._said(("first", "second"))
        fights = [box for box in board.boxes_of(board.player) if board.enemies(board.player, box) and rng.randrange(2)]
        if fights:
            found["order"] = fights
        if fights and rng.randrange(2):
            found["battles"] = {box: self._battle() for box in fights}
        return found

    def _battle(self) -> Json:
        return {name: self._said(values) for name, values in BATTLE.items() if self.rng.randrange(3) == 0}

    def _said(self, values: tuple[str, ...]) -> str:
        return ASK if self.asks and self.rng.randrange(4) == 0 else self.rng.choice(values)

    # -- illegal, and yet honest ----------------------------------------------------------------

    def _spoilt(self, campaign: Campaign, due: Due, checked: Checked) -> Checked:
        """Orders that no honest program signs.

        In an open game anything of the binding form. In a hidden one entries that all can see to be illegal, beside
        the honest ones: to falsify what they say of face-down counters would be a lie, which the audit finds.
        """
        assert due.request is not None
        at, given = due.state["at"], {name: said for name, said in checked.input.items() if name != "for"}
        if campaign.machine.forces is None:
            schema = campaign.game.schema(ORDERS)
            words = [*words_of(at, given), "nobody", "f64", "1", "2"]
            spoilt = Spoiler(inlined(schema, schema["$defs"]), words, self.rng).spoilt(given)
        else:
            spoilt = {**given, **self._foul(Board.read(campaign.game.setting, at), given)}  # type: ignore[attr-defined]
        self.tally.void += 1
        done = replace(checked, input={"for": checked.input["for"], **spoilt})
        assert campaign.machine.check_input(due.state, done.input) == ""
        return done

    def _foul(self, board: Board, given: Json) -> Json:
        """A march across the map, one of the enemy's, fresh numbers for his box, a battle that nobody fights."""
        army, foe = board.player, board.setting.foe(board.player)
        boxes = list(board.setting.boxes)
        moves = list(given.get("orders", ()))
        for owner in self.rng.choices((army, foe), k=1 + self.rng.randrange(2)):
            counters = board.counters(owner)
            if counters:
                counter = self.rng.choice(counters)
                near = {board.box(counter), *board.neighbours(board.box(counter))}
                far = [box for box in boxes if owner == foe or box not in near]
                moves.append({"stack": [counter], "path": [self.rng.choice(far)]})
        theirs = board.boxes_of(foe)
        mix = [{"box": self.rng.choice(theirs), "counters": list(board.counters(foe)[:2])}] if theirs else []
        battle = {self.rng.choice(boxes): {"tactic": "decisive", "siege": "yes", "retreat": [self.rng.choice(boxes)]}}
        found = {
            "orders": moves[:64],
            "mix": [*given.get("mix", ()), *mix],
            "battles": battle | given.get("battles", {}),
        }
        return {name: value for name, value in found.items() if self.rng.randrange(3)}


def _without(document: Json, path: tuple[Any, ...]) -> Json:
    """A paper without the entry that a finding is about, or without its whole member."""
    member, *rest = path
    entries = document[member]
    if rest and isinstance(entries, list) and len(entries) > 1:
        return {**document, member: [entry for i, entry in enumerate(entries) if i != rest[0]]}
    return {name: value for name, value in document.items() if name != member}


def inlined(schema: Json, named: Json) -> Json:
    """A schema with its references written out; none of them refers to itself."""
    if isinstance(schema, list):
        return [inlined(inner, named) for inner in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return inlined(named[schema["$ref"].rpartition("/")[2]], named)
    if schema.get("type") == "boolean":
        return {"enum": [False, True]}
    return {name: inlined(inner, named) for name, inner in schema.items() if name != "$defs"}


# -- whole games -----------------------------------------------------------------------------------


def invitation(scenario: str, seed: int, options: Json) -> Invitation:
    """Both armies as inviter, and both readings of 8.2-6 and of 8.8-8, take turns."""
    from rulesets.jours_de_gloire.ruleset import ruleset

    armies = next(s.armies for s in ruleset.scenarios() if s.id == scenario)
    readings = {"screen-limit": ("few", "printed")[seed // 2 % 2], "relief": ("besieged", "printed")[seed // 4 % 2]}
    return Invitation(NAME, scenario, armies[seed % 2], {**readings, **options})


def hands_for(seed: int, tally: Tally) -> dict[str, JoursHand]:
    """Both players."""
    asks = ASKERS[seed % len(ASKERS)]
    return {side: JoursHand(random.Random(f"{seed}/{side}"), tally, side in asks, 8) for side in "ab"}


def play(
    folder: Path,
    seed: int,
    scenario: str = SHORTEST,
    options: Json = HIDDEN,
    *,
    closed: bool = False,
    turns: int = 0,
) -> Tally:
    """A whole game, the same each time for the same arguments.

    closed: each folder is opened, verified and closed for every mail. turns: after so many it is broken off; 0: never.
    """
    tally = Tally(seed)
    with fixed_secrets(f"{scenario}/{seed}"):
        a, b = games.begin(folder, invitation(scenario, seed, options))
        hands, mail = hands_for(seed, tally), games.posts(seed, tally, CHANGES)
        if closed:
            a.folder.close()
            b.folder.close()
            games.play_closed(folder, hands, mail, tally, MOST_MESSAGES)
            a, _ = games.both(folder)
        else:
            games.play_open(a, b, hands, mail, tally, MOST_MESSAGES, turns)
    if tally.ended:
        check_ending(a)
    return tally


def check_ending(campaign: Campaign) -> None:
    """What a finished game was like beyond what its archive proves."""
    if campaign.machine.forces is not None:
        assert all("audit" in message.body for message in campaign.chain.messages[-2:])
        assert check_contents(campaign) > 0
    check_costs(campaign)


# -- what a player turn costs ----------------------------------------------------------------------


@dataclass(frozen=True)
class Cost:
    """What a player turn cost. messages: from its orders to the next. asked: answers in its midst.

    contact: whether both sides stood in one box. flips: whether the phasing side has the next turn too. marched:
    whether face-down counters march to the guns.
    """

    turn: str
    messages: int
    asked: int
    contact: bool
    flips: bool
    marched: bool

    @property
    def most(self) -> int:
        """How many messages it may cost."""
        base = 3 if self.contact else 1
        return base + 2 * self.asked + self.flips + 2 * self.marched


def costs(campaign: Campaign) -> list[Cost]:
    """The cost of every player turn of a finished game; the set-ups are left out."""
    chain = campaign.chain
    inputs = {m.seq: m.body["input"] for m in chain.messages if "input" in m.body}
    orders = [seq for seq in inputs if chain.states[seq]["need"]["ask"] == ORDERS]
    end = next(seq for seq, state in enumerate(chain.states) if state and state["over"])
    answers = [seq for seq, given in inputs.items() if "answer" in given]
    found = []
    for seq, after in zip(orders, [*orders[1:], end], strict=True):
        at, asked = chain.states[seq]["at"], sum(seq < answer < after for answer in answers)
        if at["stage"] == "play":
            found.append(_cost(campaign, seq, after, asked, last=after == end))
    return found


def _cost(campaign: Campaign, seq: int, after: int, asked: int, *, last: bool) -> Cost:
    events = [event for segment in range(seq, after) for event in campaign.machine.events.get(segment, ())]
    kinds = Counter(event["kind"] for event in events)
    state, then = campaign.chain.states[seq], campaign.chain.states[after]
    hidden = campaign.machine.forces is not None
    marched = hidden and any(event["kind"] == "guns" and event["passed"] for event in events)
    flips = not last and then["at"]["player"] == state["at"]["player"]
    name = campaign.game.telling.phase_name(state["at"])
    return Cost(name, after - seq, asked, kinds["battles"] > 0, flips, marched)


def check_costs(campaign: Campaign) -> None:
    """One message without contact, three with; each question two more, and see `Cost`. Prints what the game cost."""
    found = costs(campaign)
    for cost in found:
        assert 1 <= cost.messages <= cost.most, cost
    counted = Counter(f"{cost.messages} of {cost.most}" for cost in found)
    mean = sum(cost.messages for cost in found) / len(found)
    listed = ", ".join(f"{said}: {number}" for said, number in sorted(counted.items()))
    print(f"{mean:.2f} messages a player turn ({listed})")
