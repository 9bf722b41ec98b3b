"""The practice opponent: legal, deterministic, better than chance, and what it does where the right thing is plain."""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.outbox.create import Invitation
from pbem.engine.answerers import RandomPlayer
from pbem.engine.contract import Compiled
from pbem.engine.hidden import Own
from pbem.engine.loop import DEFER, advance
from pbem.engine.options import Refusal
from pbem.engine.requests import ORDERS, Choose
from pbem.engine.state import fresh
from pbem.local.practice import local_pair, outbox, practice_client
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.documents.sampling import random_document
from rulesets.jours_de_gloire.game import JoursGame
from rulesets.jours_de_gloire.hidden.own_counters import Holdings
from rulesets.jours_de_gloire.position import encode
from rulesets.jours_de_gloire.practice.attack import POINT, Assault
from rulesets.jours_de_gloire.practice.errands import scouting
from rulesets.jours_de_gloire.practice.opponent import Practice
from rulesets.jours_de_gloire.practice.plans import reactions
from rulesets.jours_de_gloire.practice.view import View
from rulesets.jours_de_gloire.ruleset import ruleset
from rulesets.jours_de_gloire.telling.preview_chances import overrun_chances
from rulesets.jours_de_gloire.telling.preview_foes import Foes
from tests.games.pinned import require_pinned
from tests.rulesets.jours_de_gloire.papers import compiled, field, own, question
from tests.rulesets.jours_de_gloire.recording import game as small_game
from tests.rulesets.jours_de_gloire.world import World, public, small
from tests.tiers import turns

ARMIES = ("french", "russian")
PINNED = Path(__file__).with_name("played.json")
OPEN = {"hiding": "open"}
# Nothing in the small war is left to take.
TAKEN = {"castell": "french", "garten": "french", "eiche": "french"}
MODES: Mapping[str, Mapping[str, str]] = {"hidden": {}, "open": OPEN, "solitaire": {"solitaire": "yes"}}


class Table(RandomPlayer):
    """Both armies at one table: practice opponents for some, random papers for the others; dice from the seed.

    papers: (army, position, what it knows, paper) of every practice opponent. faults: what the compiler had against
    them. refused_to: what the rules had against an army's orders.
    """

    def __init__(self, game: JoursGame, practising: tuple[str, ...], seed: int) -> None:
        super().__init__(random.Random(f"{seed}/dice").randrange, game=game)
        self.players = {army: Practice(game, army) for army in practising}
        self.one = game
        self.draw = random.Random(f"{seed}/papers").randrange
        self.at: Any = None
        self.papers: list[tuple[str, Any, Own, Any]] = []
        self.faults: list[Any] = []
        self.refused_to: list[tuple[str, Refusal]] = []

    def choose(self, request: Choose) -> Any:
        """Papers; everything else by orders and standing orders."""
        if request.what != ORDERS:
            return DEFER
        knows, self.at = self._own(request.army), encode(request.scene)
        if request.army in self.players:
            paper = self.players[request.army].orders(self.at, knows)
            self.papers.append((request.army, self.at, knows, paper))
        else:
            paper = random_document(self.one.setting, request, knows, self.draw)
        found = self.one.writing.compile(request, paper, knows)
        self.faults += found.faults if request.army in self.players else ()
        self._keep(request.army, found)
        return found.input

    def _own(self, army: str) -> Own:
        leaves: dict[str, dict[str, Any]] = {}
        for (whose, tree, name), value in self.leaves.items():
            if whose == army:
                leaves.setdefault(tree, {})[name] = value
        held = {counter: content for counter, content in self._held(army).items() if counter in self.face_down}
        return Own(army, held, leaves, (), bytes(32))

    def _keep(self, army: str, found: Compiled) -> None:
        self.hidden.update(found.hide)
        self.face_down.update(found.hide)
        self.owners.update(dict.fromkeys(found.hide, army))
        for tree, values in found.leaves.items():
            self.leaves |= {(army, tree, name): value for name, value in values.items()}

    def standing(self, army: str, slot: str) -> Any:
        """As the practice opponent has it, else the default."""
        values = self.players[army].standing(self.at) if army in self.players else {}
        return values[slot] if slot in values else super().standing(army, slot)

    def refused(self, request: Choose, refusal: Refusal) -> None:
        """Kept."""
        self.refused_to.append((request.army, refusal))


@cache
def played(scenario: str, mode: str, practising: tuple[str, ...], seed: int = 1) -> tuple[JoursGame, Table, Any, Any]:
    """A whole game: game, table, result, events. Several tests look at one."""
    game = ruleset.game(scenario, MODES[mode])
    table, armies = Table(game, practising, seed), game.setting.armies
    state = fresh(game.start(), hidden=game.setting.options.hidden)
    outcome = advance(game, state, table, {armies[0]: "a", armies[1]: "b"})
    return game, table, outcome.state["over"], outcome.events


def orders(place: World, army: str = "french") -> dict[str, Any]:
    """Its paper on a position of the small war, which the compiler accepts."""
    options = place.setting.options
    one = small_game(**({} if options.hidden else {"hiding": "open"}))
    knows = own(place, army)
    paper = Practice(one, army).orders(encode(question(place, army).scene), knows)
    assert list(compiled(place, paper, army, knows).faults) == []
    return paper


def ends(paper: Mapping[str, Any]) -> dict[str, str]:
    """Unit or general -> box where its march ends."""
    return {name: move["path"][-1] for move in paper.get("orders", ()) if move.get("path") for name in move["stack"]}


# -- whole games -------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("army", "mode"), turns([(army, mode) for mode in ("hidden", "open") for army in ARMIES]))
def test_beats_chance(army: str, mode: str) -> None:
    _, table, over, _ = played("eylau-1807", mode, (army,))
    assert over["winner"] == army and over["margin"] >= 6
    assert table.faults == []


@pytest.mark.slow
def test_beats_chance_in_a_solitaire_game() -> None:
    _, table, over, _ = played("pultusk-1806", "solitaire", ("french",))
    assert over["winner"] == "french" and table.faults == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scenario", "mode", "armies"),
    [
        ("eylau-1807", "hidden", ARMIES),
        ("eylau-1807", "hidden", ("french",)),
        ("eylau-1807", "open", ("russian",)),
        ("pultusk-1806", "solitaire", ("french",)),
    ],
    ids=str,
)
def test_plays_as_it_did(scenario: str, mode: str, armies: tuple[str, ...]) -> None:
    game, table, _, _ = played(scenario, mode, armies)
    papers = [[paper, Practice(game, army).standing(at)] for army, at, _, paper in table.papers]
    require_pinned(PINNED, f"{scenario} {mode}: {' '.join(armies)}", papers)


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["hidden", "open"])
def test_nothing_that_it_orders_is_refused(mode: str) -> None:
    _, table, over, events = played("eylau-1807", mode, ARMIES)
    assert table.faults == [] and over["how"] == "played"
    # The other army's reactions may undo a siege or a march; its own papers never do.
    assert [refusal for _, refusal in table.refused_to if refusal.case != "4.5-3"] == []
    told = {event["kind"] for event in events}
    assert {"battle", "round", "battle-over", "siege"} <= told


@pytest.mark.slow
def test_reactions_name_everybody_once_a_turn() -> None:
    _, table, _, _ = played("eylau-1807", "hidden", ARMIES)
    for _, at, _, paper in table.papers:
        if at["stage"] == "play":
            assert any(plan.get("guns") for plan in paper["reactions"].values())


def test_it_picks_its_chits_and_plays_second_in_the_last_turns() -> None:
    game = ruleset.game("eylau-1807", {})
    for army in ARMIES:
        values = ruleset.opponent(game, army).standing(game.start())
        assert "tactic.defence" in values and "order-of-play" not in values
        late = {**game.start(), "turn": len(game.setting.scenario.turns)}
        assert ruleset.opponent(game, army).standing(late)["order-of-play"] == "second"


def test_nobody_who_is_dead_pays_losses() -> None:
    game = ruleset.game("eylau-1807", {})
    first, *rest = ruleset.opponent(game, "french").standing(game.start())["losses"]
    after = ruleset.opponent(game, "french").standing({**game.start(), "dead": [first]})["losses"]
    assert after[: len(rest)] == rest and first not in after


@pytest.mark.slow
def test_its_client_tells_it_the_command_points_of_the_moment(tmp_path: Path) -> None:
    """They are thrown before the orders are asked for, so that the position of the phase's beginning lacks them."""
    a, b = local_pair(tmp_path, Invitation("jours-de-gloire", "pultusk-1806", "french"), ("Anna", "Bert"))
    clients, mail = [practice_client(a), practice_client(b)], outbox(b, 1)
    for seq in range(2, 6):
        clients[0].receive(mail)
        sent = clients[0].reply()
        assert sent is not None and sent.seq == seq
        mail = outbox(clients[0].campaign, seq)
        clients.reverse()
    inputs = [message.body.get("input", {}) for message in a.chain.messages]
    assert any(given.get("orders") for given in inputs)
    for campaign in (a, b):
        campaign.folder.close()


# -- plain cases ---------------------------------------------------------------------------


def test_falls_on_a_weak_enemy_with_enough() -> None:
    place = field({"garten": "napoleon^ i^ ii^", "heide": "rus-2=4^"}, setting=small(hiding="open"), control=TAKEN)
    paper = orders(place)
    assert ends(paper)["napoleon"] == "heide" and ends(paper)["i"] == "heide"
    assert set(paper["battles"]["heide"]) == {"tactic", "overrun"}


def test_leaves_a_strong_enemy_alone() -> None:
    place = field({"garten": "ii=2^", "heide": "bennigsen^ rus-1^ rus-2^ rus-3^"}, setting=small(hiding="open"))
    paper = orders(place)
    assert "heide" not in ends(paper).values() and "battles" not in paper


def test_an_attack_is_worth_its_exact_chances() -> None:
    place = field({"garten": "napoleon^ i^ ii^", "heide": "rus-2=4^"}, setting=small(hiding="open"), control=TAKEN)
    view = View(place.setting, question(place).scene, "french", own(place))
    (found,) = Assault(view).planned(view.stacks)
    assert found.box == "heide" and found.value > Fraction(1, 2)
    # Command points for it are taken, and nobody is sent twice.
    assert Assault(view).planned([]) == []
    none = View(place.setting, question(place).scene, "french", own(place))
    assert Assault(none).valued("heide", found.ways).value == found.value


def worth(target: str, beside: str, second: str, start: str) -> Fraction:
    """What an attack of Napoleon's stack is worth to which somebody else comes from `start`, apart from it."""
    words = {beside: "napoleon^ i^ ii^", target: "rus-2=4^"}
    words[start] = " ".join([*words.get(start, "").split(), f"{second}^"])
    place = field(words, setting=small(hiding="open"), control=TAKEN)
    view = View(place.setting, question(place).scene, "french", own(place))
    troops = view.stack(beside, tuple(place.ids[name] for name in ("napoleon", "i", "ii")))
    ways = [(troops, (target,)), (view.stack(start, (place.ids[second],)), (target,))]
    return Assault(view).valued(target, ways).value


@pytest.mark.rule("jdg", "8.4-6")
def test_an_overrun_is_worth_what_it_destroys_and_the_ground() -> None:
    place = field({"garten": "napoleon^ i^ ii^", "heide": "rus-2=2^"}, setting=small(hiding="open"), control=TAKEN)
    view = View(place.setting, question(place).scene, "french", own(place))
    assault, foe = Assault(view), view.foes.boxes["heide"]
    force = view.force([place.ids[name] for name in ("napoleon", "i", "ii")])
    chances = overrun_chances(place.setting.charts, bool(force.cavalry))
    assert foe.pf == 2 and chances["halved"] and chances["eliminated"]
    lost = chances["halved"] * 1 + chances["eliminated"] * 2
    assert assault._overrun("heide", force, foe) == lost * POINT + assault._ground("heide")


def test_who_goes_where_less_would_do_costs_something() -> None:
    """A general alone takes no fighting; a second stack for him is missing elsewhere."""
    at = {"garten": "napoleon^ i^ ii^", "heide": "kamenskoi^"}
    place = field(at, setting=small(hiding="open"), control=TAKEN)
    view = View(place.setting, question(place).scene, "french", own(place))
    one, both = (
        [(view.stack("garten", (place.ids[name],)), ("heide",)) for name in names] for names in (["i"], ["i", "ii"])
    )
    assault = Assault(view)
    assert assault.valued("heide", one).value > assault.valued("heide", both).value


@pytest.mark.rule("jdg", "8.5-2")
def test_a_second_way_is_worth_something_for_troops_and_nothing_for_a_general_alone() -> None:
    assert worth("heide", "garten", "guard", "dachs") > worth("heide", "garten", "guard", "garten")
    assert worth("heide", "garten", "davout", "dachs") == worth("heide", "garten", "davout", "garten")


@pytest.mark.rule("jdg", "8.5-9")
def test_a_general_who_rides_alone_over_a_bridge_costs_nothing() -> None:
    assert worth("garten", "heide", "davout", "castell") == worth("garten", "heide", "davout", "heide")


def test_a_general_alone_goes_to_troops() -> None:
    place = field({"birke": "davout^", "eiche": "napoleon^ i^ ii^"}, setting=small(hiding="open"))
    there = {"eiche", *ends(orders(place)).values()}
    assert ends(orders(place))["davout"] in there


def test_stacks_keep_to_the_limit_and_the_chief_leads_the_strongest() -> None:
    place = field({"garten": "napoleon davout i ii guard murat-i"})
    view = View(place.setting, question(place).scene, "french", own(place))
    first, second = view.stacks
    assert (first.infantry, first.units, first.chief) == (2, 3, True)
    assert (second.infantry, second.units, second.led, second.chief) == (1, 1, True, False)
    assert first.pf == 18


def test_a_garrison_stays_and_besiegers_stay() -> None:
    place = field({"castell": "guard i", "garten": "rus-2"}, control={"castell": "french"})
    view = View(place.setting, question(place).scene, "french", own(place))
    counted = "castell" in place.setting.scenario.boxes
    assert view.garrisons == (frozenset(place.of("guard")) if counted else frozenset())
    siege = {"castell": {"by": "french", "step": 2, "turn": 1, "own": True}}
    at_work = field({"castell": "napoleon^ i^ rus-1^"}, sieges=siege, turn=2, setting=small(hiding="open"))
    at_work.board.at.inside = {"castell": list(at_work.of("rus-1"))}
    assert "orders" not in orders(at_work)


def test_strong_stacks_meet_the_enemy_and_weak_horse_slips_away() -> None:
    place = field({"moor": "napoleon^ i^ ii^", "iller": "murat-ii=1^"}, setting=small(hiding="open"))
    holdings = Holdings(place.setting, Board(place.setting, place.board.position()), "french", own(place))
    plans = reactions(holdings)
    assert plans["napoleon"]["guns"] == "any" and plans["napoleon"]["with"] == ["i", "ii"]
    assert set(plans["napoleon"]["intercept"]) <= set(place.board.neighbours("moor"))
    assert plans["murat-ii"]["withdraw"] == "yes" and plans["i"] == {}


def test_horse_takes_a_look_at_a_crowd() -> None:
    place = field({"garten": "murat-i", "heide": "rus-1 rus-2 russian:infantry"}, control=TAKEN)
    view = View(place.setting, question(place).scene, "french", own(place))
    ((stack, entry),) = scouting(view, view.stacks, ())
    assert stack.counters == place.of("murat-i") and entry == {"path": ["heide", {"recon": ["garten"]}]}
    assert scouting(view, view.stacks, ("heide",)) == []
    assert list(compiled(place, {"orders": [{"stack": ["murat-i"], **entry}]}).faults) == []


def test_hurries_to_a_late_prize() -> None:
    """Six movement points to Castell, five in the rain: a forced march in the last turn, and none in the first."""
    forces, left = {"kiefer": "napoleon iii", "nebel": "rus-3"}, {**TAKEN, "castell": "russian"}
    late = field(forces, weather="rain", turn=4, control=left, broken=["castell:garten"])
    (move,) = orders(late)["orders"]
    assert move["forced"] == "yes" and move["path"][-1] == "castell" and sorted(move["stack"]) == ["iii", "napoleon"]
    early = field(forces, weather="rain", turn=1, control=left, broken=["castell:garten"])
    assert all("forced" not in move for move in orders(early).get("orders", ()))


@pytest.mark.rule("jdg", "8.8-7")
@pytest.mark.parametrize(("besieger", "comes"), [("rus-3=1^", True), ("rus-1^", False)])
def test_the_besieged_come_out_where_they_are_stronger(besieger: str, comes: bool) -> None:
    siege = {"castell": {"by": "russian", "step": 2, "turn": 1, "own": True}}
    there = {"castell": f"i=6^ {besieger}"}
    place = field(there, sieges=siege, turn=2, setting=small(hiding="open"), control=TAKEN)
    place.board.at.inside = {"castell": list(place.of("i"))}
    assert orders(place).get("battles", {}) == ({"castell": {"sortie": "yes"}} if comes else {})


@pytest.mark.rule("jdg", "8.8-2")
def test_an_army_does_not_go_into_a_citadel() -> None:
    """A garrison does; an army could be lost by one siege die, and its Emperor with it."""
    army, garrison = field({"castell": "napoleon i ii guard"}), field({"castell": "guard", "eiche": "napoleon i ii"})
    assert Practice(small_game(), "french").standing(public(army.board))["city"] == "outside"
    assert "city" not in Practice(small_game(), "french").standing(public(garrison.board))


def test_supposes_an_even_share_of_what_lies_face_down() -> None:
    """What nobody has seen is worth the mean of what is left; what the rules let everybody see counts as it is."""
    place = field({"garten": "napoleon i", "heide": "rus-1 rus-2 russian:infantry", "moor": "kamenskoi^"}, turn=2)
    foes = Foes(place.setting, place.board, "french")
    whole = sum(unit.pf for unit in foes.units)
    assert foes.boxes["heide"].hidden == 3 and foes.boxes["heide"].pf == whole
    assert foes.boxes["moor"].pf == 0 and foes.boxes["moor"].known.leaders[0].id == "kamenskoi"
    other = field({"garten": "napoleon i", "heide": "russian:infantry rus-2 rus-1", "moor": "kamenskoi^"}, turn=2)
    assert Foes(other.setting, other.board, "french").boxes == foes.boxes


def test_only_its_own_turn() -> None:
    game = ruleset.game("eylau-1807", {})
    at = {**game.start(), "player": "russian"}
    assert ruleset.opponent(game, "french").orders(at) == {}


def test_answers_with_the_default() -> None:
    place = field({"garten": "napoleon i"})
    request = question(place)
    assert ruleset.opponent(ruleset.game("eylau-1807", {}), "french").answer(request, encode(request.scene)) == {}
