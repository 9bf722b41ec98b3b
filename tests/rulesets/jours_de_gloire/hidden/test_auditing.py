"""The audit of orders and claims: random games are clean, and each kind of lie in them is found out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pbem.engine.hidden import Accusation, Record, Step
from pbem.engine.loop import advance
from pbem.engine.requests import ORDERS, Claim
from pbem.engine.state import fresh
from rulesets.jours_de_gloire.hidden.forces import JoursForces
from tests.rulesets.jours_de_gloire.papers import compiled, field
from tests.rulesets.jours_de_gloire.recording import SEATS, Overheard, Recorder, game
from tests.rulesets.jours_de_gloire.world import World, public, small
from tests.tiers import first

BOOK = "jours-de-gloire"


class Talking(Recorder):
    """Keeps a step for each claim too, as if a message had closed a segment with it. silent: claims of this kind are
    answered with nobody. lies: what they should have said, by number of the step."""

    def __init__(self, seed: int, phases: int, silent: str = "") -> None:
        super().__init__(seed, game(), phases)
        self.silent = silent
        self.lies: dict[int, str] = {}

    def claim(self, request: Claim) -> Any:
        """The truth, or silence."""
        truth, seq = super().claim(request), len(self.steps) + 1
        value = "" if request.say == self.silent else truth
        leaves = next(step.leaves for step in reversed(self.steps) if step.army == request.army)
        if value != truth:
            self.lies[seq] = truth
        event = {"kind": "claimed", "army": request.army, "marker": request.marker, "say": request.say}
        event |= {"scene": request.scene, "value": value}
        told = [*self.heard(), event]
        self.steps.append(
            Step(seq, request.army, self.steps[-1].at, [], {}, told, self._markers, {}, leaves, begun=True)
        )
        return value


def talked(seed: int, phases: int = 14, silent: str = "") -> Talking:
    """So many orders of a random game."""
    recorder, one = Talking(seed, phases, silent), game()
    advance(Overheard(one, recorder), fresh(one.start(), hidden=True), recorder, SEATS)
    return recorder


def accused(record: Record) -> list[Accusation]:
    return [one for army in small().armies for one in JoursForces(small()).audit(army, record)]


@pytest.mark.slow
@pytest.mark.parametrize("seed", first(4, range(100, 112), pytest.mark.campaigns))
def test_nobody_is_accused_in_an_honest_game(seed: int) -> None:
    recorder = talked(seed)
    assert [compiled.faults for compiled in recorder.compiled if compiled.faults] == []
    assert accused(recorder.record()) == []


# -- what was kept silent ---------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.rule(BOOK, "5.2-2")
@pytest.mark.rule(BOOK, "6.5.1-1")
@pytest.mark.rule(BOOK, "6.5.2-1")
@pytest.mark.parametrize(("say", "case"), [("real", "5.2-2"), ("leader", "6.5.1-1"), ("guns", "6.5.2-1")])
def test_silence_is_found_out(say: str, case: str) -> None:
    recorder = next(party for seed in range(100, 112) if (party := talked(seed, silent=say)).lies)
    found = {one.seq: one for one in accused(recorder.record())}
    assert found.keys() == recorder.lies.keys()
    for seq, counter in recorder.lies.items():
        one, army = found[seq], recorder.steps[seq - 1].army
        assert (one.code, one.army, one.case, f"({counter}) in " in one.text) == ("AUDIT_OMISSION", army, case, True)


SCENE = {"box": "eiche", "counters": ["f5", "f6"]}


@pytest.mark.rule(BOOK, "6.3-3")
@pytest.mark.rule(BOOK, "6.3-4")
@pytest.mark.parametrize(("say", "case", "counter"), [("screen", "6.3-3", "f5"), ("dummy", "6.3-4", "f6")])
def test_who_hides_from_scouts_is_found_out(say: str, case: str, counter: str) -> None:
    honest = told(field(FIELD), {})
    event = {"kind": "claimed", "army": "french", "marker": "f5", "say": say, "scene": SCENE, "value": ""}
    step = Step(3, "french", honest.steps[0].at, [], {"for": 2}, [event], honest.steps[1].markers)
    assert lies(replace(honest, steps=[*honest.steps, step])) == [("AUDIT_OMISSION", 3, case)]
    (one,) = accused(replace(honest, steps=[*honest.steps, step]))
    assert f"({counter}) in Eiche" in one.text
    named = replace(step, events=[{**event, "value": counter}])
    assert lies(replace(honest, steps=[*honest.steps, named])) == []
    other = next(name for name in SCENE["counters"] if name != counter)
    false = replace(honest, steps=[*honest.steps, replace(step, events=[{**event, "value": other}])])
    assert lies(false) == [("AUDIT_CLAIM", 3, case)]
    (one,) = accused(false)
    assert f"({other}) in Eiche had not to be named" in one.text and f"({counter}) in Eiche had to be named" in one.text
    assert one.claim == f"f5 {say}"
    unknown = {key: content for key, content in honest.content.items() if key != ("f6", 1)}
    assert lies(replace(honest, steps=[honest.steps[0], step], content=unknown, owed={"french": 2})) == []


# -- one message of orders -----------------------------------------------------------------------


def told(place: World, paper: dict[str, Any], trace: Any = ()) -> Record:
    """A record of two messages: everybody has committed to what he holds, then the French order what a paper says."""
    found = compiled(place, paper)
    assert found.faults == []
    at, first = public(place.board), dict.fromkeys(place.known, 1)
    content = {(counter, 1): held for counter, held in place.known.items()}
    content |= {(counter, 2): held for counter, held in found.hide.items()}
    second = {**first, **dict.fromkeys(found.hide, 2)}
    sent = {"for": 1, **found.input}
    steps = [
        Step(1, "russian", at, [], {}, [], first),
        Step(2, "french", at, list(trace), sent, [], second, found.hide, found.leaves, ORDERS),
    ]
    return Record(steps, ("french", "russian"), content, {})


def lies(record: Record) -> list[tuple[str, int, str]]:
    return [(one.code, one.seq, one.case) for one in accused(record)]


def resent(record: Record, **members: Any) -> Record:
    """The record with other members of the orders; None takes one away."""
    sent = {key: value for key, value in {**record.steps[1].sent, **members}.items() if value is not None}
    return replace(record, steps=[record.steps[0], replace(record.steps[1], sent=sent)])


def ordered(record: Record, *moves: dict[str, Any]) -> Record:
    """The record with other moves."""
    return resent(record, orders=list(moves))


# f1 napoleon, f2 i, f3 ii, f4 guard, f5 murat-i, f6 dummy | f7 davout, f8 iii, f9 iv, f10 v | f11 west, out of reach
FIELD = {
    "eiche": "napoleon i ii guard murat-i french:infantry",
    "iller": "davout iii iv v",
    "moor": "west",
    "castell": "rus-1",
    "garten": "rus-2 kamenskoi",
}
DETACH = {"detach": [{"from": "ii", "counter": "french-b", "pf": 2}]}
HONEST: list[list[dict[str, Any]]] = [
    [{"stack": ["i"], "path": ["ahorn", "birke"], "forced": "yes"}],
    [{"stack": ["napoleon", "i", "ii", "guard"], "path": ["ahorn"], "concentrate": "yes", "lead": "yes"}],
    [{"stack": ["iii"], "path": [{"destroy": "eiche"}]}, {"stack": ["iv"], "path": [{"repair": "eiche"}]}],
    [{"stack": ["iv"], "path": ["kiefer"]}, {"stack": ["iii"], "path": ["kiefer", "linde", {"destroy": "garten"}]}],
    [{"stack": ["murat-i"], "path": ["fels", "garten", {"recon": ["fels"]}]}, {"stack": ["i"], "path": ["fels"]}],
    [{"stack": ["i"], "path": ["fels"]}, {"stack": ["ii"], "path": [{"destroy": "iller"}]}],
    [{"stack": ["napoleon"], "path": ["ahorn", "birke", "castell"]}, {"stack": ["i"], "path": ["ahorn"]}],
    [{"stack": ["i"], "entrench": "yes"}, {"stack": ["f6"], "path": ["ahorn"], "forced": "yes"}],
    [{"stack": ["west"], "path": ["linde", "garten"]}, {"stack": ["davout", "iii", "iv"], "path": ["kiefer", "linde"]}],
]


@pytest.mark.parametrize("moves", HONEST)
def test_moves_that_the_program_passes_are_none_to_the_audit(moves: list[dict[str, Any]]) -> None:
    assert lies(told(field(FIELD), {"orders": moves})) == []
    assert lies(told(field(FIELD), {**DETACH, "orders": moves, "mix": ["eiche", "iller"]})) == []


FAR_ROUND = ["ahorn", "birke", "castell", "garten", "heide", "dachs", "heide"]
MOVES: list[tuple[str, dict[str, Any], tuple[str, ...]]] = [
    ("5.1-1", {"stack": ["f2"], "path": FAR_ROUND}, ("I Corps (f2) in Eiche", "7 movement points; there are 6")),
    ("5.1-1", {"stack": ["f11"], "path": ["linde", "kiefer", "iller", "eiche", "fels"]}, ("(f11) in Moor", "are 5")),
    (
        "5.3-2",
        {"stack": ["f2", "f3", "f4"], "path": ["ahorn"]},
        ("I Corps (f2), II Corps (f3) and Guard (f4)", "too many"),
    ),
    ("5.3-2", {"stack": ["f1", "f2", "f3", "f4"], "path": ["ahorn"]}, ("Napol", "in Eiche", "concentration")),
    ("5.3-2", {"stack": ["f2", "f3", "f6"], "path": ["ahorn"]}, ("infantry dummy (f6)", "3 infantry")),
    ("5.4-2", {"stack": ["f11"], "path": ["linde"], "forced": True}, ("West Corps (f11) in Moor",)),
    ("4.4-2", {"stack": ["f2"], "path": ["ahorn"], "command": "army-west"}, ("I Corps (f2) in Eiche", "army-west")),
    ("5.4-3", {"stack": ["f2"], "path": ["ahorn"], "forced": True, "lead": "f2"}, ("no general",)),
    ("9-3", {"stack": ["f6"], "path": ["ahorn"], "flag": True}, ("infantry dummy (f6) in Eiche", "flag")),
    ("7.1-2", {"stack": ["f6"], "entrench": True}, ("infantry dummy (f6) in Eiche",)),
    ("7.1-2", {"stack": ["f6"], "path": ["fels", "garten", {"recon": "stay"}]}, ("infantry dummy (f6) in Eiche",)),
    ("6.2-4", {"stack": ["f7"], "entrench": True}, ("Davout (f7) in Iller",)),
    ("6.2-6", {"stack": ["f5"], "entrench": True}, ("1st Cavalry (f5) in Eiche", "cavalry")),
    ("6.4-1", {"stack": ["f10"], "path": [{"destroy": "eiche"}]}, ("V Corps (f10) in Iller", "4 strength points")),
    ("6.3-1", {"stack": ["f2"], "path": ["fels", "garten", {"recon": "stay"}]}, ("I Corps (f2) in Eiche", "cavalry")),
]


@pytest.mark.rule(BOOK, "5.1-1")
@pytest.mark.rule(BOOK, "5.3-2")
@pytest.mark.rule(BOOK, "6.4-1")
@pytest.mark.rule(BOOK, "7.1-2")
@pytest.mark.parametrize(("case", "entry", "words"), MOVES)
def test_a_move_that_its_counters_could_not_make(case: str, entry: dict[str, Any], words: tuple[str, ...]) -> None:
    honest = told(field(FIELD), {"orders": [{"stack": ["iii"], "path": ["kiefer"]}]})
    assert lies(honest) == []
    false = ordered(honest, *honest.steps[1].sent["orders"], entry)
    assert lies(false) == [("AUDIT_MOVE_ILLEGAL", 2, case)]
    (one,) = accused(false)
    assert [word for word in words if word not in one.text] == []


@pytest.mark.rule(BOOK, "5.1-1")
def test_a_unit_that_was_none_when_it_marched() -> None:
    """The orders are honest, the book is not: what was said to be cavalry is infantry."""
    ride = {"orders": [{"stack": ["murat-i"], "path": FAR_ROUND}]}
    honest = told(field({"eiche": "napoleon i murat-i", "castell": "rus-1"}), ride)
    assert lies(honest) == []
    swapped = replace(honest, content={**honest.content, ("f3", 1): honest.content["f2", 1]})
    assert ("AUDIT_MOVE_ILLEGAL", 2, "5.1-1") in lies(swapped)


def test_what_everybody_saw_to_be_impossible_is_no_lie() -> None:
    honest = told(field(FIELD), {})
    public = [{"stack": ["f2"], "path": ["iller", "fels"]}, {"stack": ["f2", "f8"], "path": ["fels"]}]
    assert lies(ordered(honest, *public)) == []


def test_what_no_book_has_to_tell_accuses_nobody() -> None:
    """What was committed to before a seat is excused; what a book has to tell and does not is no fault of anybody's."""
    honest = told(field(FIELD), {})
    false = ordered(honest, {"stack": ["f6"], "entrench": True})
    record = replace(false, content={key: held for key, held in false.content.items() if key[0] != "f9"})
    assert lies(replace(record, owed={"french": 2})) == []
    with pytest.raises(LookupError, match="marker f9 of french"):
        lies(record)


# -- command points ------------------------------------------------------------------------------

SINGLE = [(name, "ahorn") for name in ("i", "ii", "guard")] + [(name, "kiefer") for name in ("iii", "iv", "v")]


@pytest.mark.rule(BOOK, "4.4-2")
@pytest.mark.rule(BOOK, "4.4-3")
@pytest.mark.parametrize(("die", "found"), [(2, []), (1, [("AUDIT_MOVE_ILLEGAL", 2, "4.4-3")])])
def test_activations_are_paid_with_the_points_that_were_rolled(die: int, found: list[tuple[str, int, str]]) -> None:
    """Six units cost six points; a die of 1 gives five with Napoleon's value of four."""
    paper = {"orders": [{"stack": [name], "path": [to]} for name, to in SINGLE]}
    honest = told(field(FIELD), paper)
    rolled = [["roll", "t1.french.pc.grande-armee", [die]], ["roll", "t1.french.pc.army-west", [1]]]
    steps = [replace(step, at={**step.at, "pc": {}}, trace=rolled) for step in honest.steps]
    record = replace(honest, steps=steps)
    assert lies(record) == found
    assert all("V Corps (f10) in Iller" in one.text for one in accused(record))


@pytest.mark.rule(BOOK, "4.4-8")
def test_digging_costs_points() -> None:
    paper = {"orders": [{"stack": ["i"], "entrench": "yes"}]}
    honest = told(field(FIELD), paper)
    assert lies(honest) == []
    poor = [replace(step, at={**step.at, "pc": {"grande-armee": 1}}) for step in honest.steps]
    assert lies(replace(honest, steps=poor)) == [("AUDIT_MOVE_ILLEGAL", 2, "4.4-8")]


# -- detachments ------------------------------------------------------------------------------------


@pytest.mark.rule(BOOK, "6.1-1")
@pytest.mark.rule(BOOK, "6.1-5")
@pytest.mark.parametrize(
    ("case", "rest", "part"),
    [
        ("6.1-1", {"pf": 5}, {"unit": "french-1"}),
        ("6.1-1", {"pf": 5}, {"unit": "french-a"}),
        ("6.1-1", {"pf": 7}, {"pf": 0}),
        ("6.1-1", {"pf": 0}, {"pf": 7}),
        ("6.1-5", {"pf": 5, "unit": "iii"}, {"unit": "french-b", "of": "iii"}),
    ],
)
def test_a_detachment_that_cannot_be(case: str, rest: dict[str, Any], part: dict[str, Any]) -> None:
    places = {**FIELD, "iller": "davout iii iv v legion"}
    honest = told(field(places), DETACH)
    assert lies(honest) == []
    step = honest.steps[1]
    ((unit, new),) = [(entry["from"], entry["counter"]) for entry in step.sent["detach"]]
    if case == "6.1-5":
        # III Corps has cohesion 5; IV Corps, with 3, stands behind the same counter.
        weak = {**honest.content, (unit, 1): {"unit": "iv", "pf": 12, "lag": 0}}
        record = replace(honest, content=weak)
    else:
        committed = {unit: {**step.committed[unit], **rest}, new: {**step.committed[new], **part}}
        record = replace(honest, steps=[honest.steps[0], replace(step, committed=committed)])
    found = [one for one in accused(record) if one.code == "AUDIT_MOVE_ILLEGAL"]
    assert [(one.seq, one.case) for one in found] == [(2, case)]
    assert f"({unit}) in Eiche" in found[0].text


@pytest.mark.rule(BOOK, "6.1-4")
def test_a_detachment_costs_its_unit_a_point() -> None:
    """Six points of infantry less one: a way of six is too long, by the detachment that was formed and taken back."""
    way = FAR_ROUND[:5]
    honest = told(field(FIELD), {**DETACH, "orders": [{"stack": ["ii"], "path": way}]})
    assert lies(honest) == []
    false = ordered(honest, {"stack": ["f3"], "path": FAR_ROUND[:6]})
    assert lies(false) == [("AUDIT_MOVE_ILLEGAL", 2, "5.1-1")]
    assert "there are 5" in accused(false)[0].text


@pytest.mark.rule(BOOK, "1.2.1-6")
@pytest.mark.rule(BOOK, "2-B1-2")
def test_a_message_commits_to_a_number_once() -> None:
    """Numbers go round in a circle, and those of a box that was dealt anew are free; their owner takes others."""
    place = field(FIELD)
    place.board.at.next = {**place.board.at.next, "french": 58}
    honest = told(place, {**DETACH, "mix": ["eiche"]})
    ((old, fresh),) = [(place.board.counters("french", "eiche"), entry["counters"]) for entry in mixed(honest)]
    (entry,) = honest.steps[1].sent["detach"]
    assert fresh == ["f58", "f59", "f60", "f61", "f62", "f63"]
    assert entry["counter"] == "f12" and not {entry["counter"], entry["from"]} & set(old)
    assert lies(honest) == []


@pytest.mark.rule(BOOK, "1.2.1-6")
def test_who_takes_a_freed_number_all_the_same_does_not_lie() -> None:
    """The counter that bore it before was dealt anew; what it held then is nobody's business any more."""
    honest = told(field(FIELD), {**DETACH, "mix": ["eiche"]})
    (entry,), step = honest.steps[1].sent["detach"], honest.steps[1]
    part = step.committed[entry["counter"]]
    committed = {**{c: held for c, held in step.committed.items() if c != entry["counter"]}, "f2": part}
    leaves = {**step.leaves["hidden"], "f2": step.leaves["hidden"][entry["counter"]], entry["counter"]: ""}
    sent = {**step.sent, "detach": [{**entry, "counter": "f2"}]}
    step = replace(step, sent=sent, committed=committed, leaves={"hidden": leaves})
    assert lies(replace(honest, steps=[honest.steps[0], step], content={**honest.content, ("f2", 2): part})) == []


def mixed(record: Record) -> list[dict[str, Any]]:
    """The boxes that the orders deal anew."""
    return list(record.steps[1].sent["mix"])


# -- strength points -----------------------------------------------------------------------------------


def waiting(pf: int) -> World:
    """I and II Corps have lost strength, and so many points wait. f1 napoleon, f2 i, f3 ii, f4 guard."""
    pool = {"french": [{"command": "grande-armee", "pf": pf}], "russian": []}
    return field({"eiche": "napoleon i=5 ii=6 guard", "castell": "rus-1"}, pool=pool)


@pytest.mark.rule(BOOK, "3.3-6")
def test_a_point_that_nobody_took_is_found_out() -> None:
    honest = told(waiting(2), {"orders": [{"stack": ["guard"], "path": ["ahorn"]}]})
    assert [entry["counter"] for entry in honest.steps[1].sent["reinforce"]] == ["f2", "f3"]
    assert lies(honest) == []
    idle = resent(honest, reinforce=honest.steps[1].sent["reinforce"][:1])
    assert lies(idle) == [("AUDIT_OMISSION", 2, "3.3-6")]
    assert "II Corps (f3) in Eiche" in accused(idle)[0].text
    assert len(lies(resent(honest, reinforce=None))) == 2


@pytest.mark.rule(BOOK, "3.3-5")
def test_a_point_for_somebody_who_lost_nothing_is_found_out() -> None:
    honest = told(waiting(1), {"reinforce": ["ii"]})
    assert lies(honest) == []
    false = resent(honest, reinforce=[{"counter": "f4", "command": "grande-armee"}])
    assert lies(false) == [("AUDIT_MOVE_ILLEGAL", 2, "3.3-5")]
    assert "Guard (f4) in Eiche" in accused(false)[0].text


# -- those who come onto the map --------------------------------------------------------------------------


@pytest.mark.rule(BOOK, "3.3-4")
def test_somebody_else_comes_onto_the_map() -> None:
    place = field({"eiche": "napoleon i", "castell": "rus-1"}, due=[0], arrivals=[1, 2], turn=2)
    honest = told(place, {"orders": [{"stack": ["late-foot"], "enter": "north-road", "path": ["birke"]}]})
    assert lies(honest) == []
    step = honest.steps[1]
    ((counter, content),) = step.committed.items()
    assert content["unit"] == "late-foot"
    twin = replace(step, committed={counter: {"unit": "i", "pf": 7, "lag": 0}})
    assert lies(replace(honest, steps=[honest.steps[0], twin])) == [("AUDIT_CONSERVATION", 2, "3.3-4")]
    far = [{"stack": [counter], "enter": "north-road", "path": ["birke", "ahorn", "eiche", "iller", "kiefer"]}]
    assert lies(ordered(honest, *far)) == [("AUDIT_MOVE_ILLEGAL", 2, "5.1-1")]


@pytest.mark.rule(BOOK, "3.3-6")
def test_orders_that_say_nothing_are_told_from_a_message_that_goes_on() -> None:
    """A point waits that was not taken: the orders are to blame, and no later message of the same turn."""
    honest = told(waiting(1), {})
    empty = replace(honest.steps[1], sent={"for": 1})
    assert lies(replace(honest, steps=[honest.steps[0], empty])) == [("AUDIT_OMISSION", 2, "3.3-6")]
    shown = replace(empty, sent={"for": 1, "open": [{"t": "none"}]})
    assert lies(replace(honest, steps=[honest.steps[0], shown])) == [("AUDIT_OMISSION", 2, "3.3-6")]
    later = replace(empty, asked="continue", begun=True)
    assert lies(replace(honest, steps=[honest.steps[0], later])) == []
    answer = replace(later, asked="retreat", sent={"for": 1, "answer": "eiche"})
    assert lies(replace(honest, steps=[honest.steps[0], answer])) == []
