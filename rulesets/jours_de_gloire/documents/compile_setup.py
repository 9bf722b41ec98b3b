"""The set-up as a paper and as a message (7.1-1): the scenario says who begins where, the player adds his dummies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.engine.contract import Compiled
from pbem.engine.hidden import Own
from pbem.engine.options import Json
from rulesets.jours_de_gloire.beginning import starting
from rulesets.jours_de_gloire.board import Board
from rulesets.jours_de_gloire.documents.compile_signs import Reactions, leaves_of, present_plans
from rulesets.jours_de_gloire.documents.documents import LATER
from rulesets.jours_de_gloire.documents.translation import Path, Translation
from rulesets.jours_de_gloire.hidden.counter_ids import Dealer, deal_label
from rulesets.jours_de_gloire.hidden.own_counters import Holdings
from rulesets.jours_de_gloire.setting import CAVALRY, INFANTRY, Setting


def usual_dummies(setting: Setting, army: str) -> list[dict[str, Json]]:
    """Where dummies begin unless the player says otherwise: one after the other in his strongest boxes.

    Infantry before cavalry, box after box, beginning anew with the strongest when all have one.
    """
    there = starting(setting, army)
    strength = {box: sum(int(c.get("pf", 0)) for c in contents) for box, contents in there.items()}
    boxes = sorted((box for box in there if strength[box]), key=lambda box: (-strength[box], box))
    dummies = setting.fog.dummies(setting.scenario.counters[army].dummies)
    kinds = [kind for kind in (INFANTRY, CAVALRY) for _ in range(dummies[kind])]
    return [{"kind": kind, "box": boxes[i % len(boxes)]} for i, kind in enumerate(kinds)] if boxes else []


def compile_setup(setting: Setting, board: Board, army: str, document: Mapping[str, Any], own: Own) -> Compiled:
    """The public set-up of a paper, its commitments and its leaves; `dummies` left out are the usual ones."""
    holdings = Holdings(setting, board, army, own)
    translation = Translation(holdings)
    for member in LATER:
        if member in document:
            translation.fault((member,), "T-SCEN", f"{member}: this is the set-up; nothing of that can be ordered yet")
    if holdings.blind:
        return Compiled({}, translation.faults)
    chosen = _dummies(setting, army, document.get("dummies"), translation)
    dealer, public, hide = Dealer(board, army, own), [], dict[str, Json]()
    for box, contents in starting(setting, army).items():
        things = {str(content.get("unit", content.get("general"))): content for content in contents}
        things |= {f"dummy {n}": {"dummy": kind} for n, kind in enumerate(chosen.get(box, ()))}
        dealt = dealer.deal(things, deal_label(board, army, f"setup.{box}"))
        for counter, content in dealt.items():
            holdings.place(counter, box, content)
        hide |= dealt
        public.append({"box": box, "counters": list(dealt)})
    reactions = Reactions(holdings, translation, present_plans(holdings, own))
    reactions.run(document.get("reactions", {}))
    show = openings(holdings, translation, document.get("show", ()))
    said = setting.fog.published({"reactions": reactions.said} if reactions.said else {})
    if "mix" not in setting.fog.unused:
        said["mix"] = public
    leaves = setting.fog.committed(leaves_of(board, army, holdings.known, reactions.plans(), {}))
    return Compiled(said, translation.faults, (), setting.fog.committed(hide), show, leaves)


def openings(holdings: Holdings, translation: Translation, names: Sequence[str]) -> list[str]:
    """jdg 10-1: counters that a message opens unasked, each named once; none in an open game."""
    if "show" not in holdings.setting.fog.unused:
        found = translation.counters(names, ("show",))
        return [counter for i, counter in enumerate(found) if not translation.wrong(("show", i))]
    if names:
        text = "all counters lie face up in an open game; there is nothing to show: leave it out"
        translation.fault(("show",), "10-1", text)
    return []


def _dummies(
    setting: Setting, army: str, entries: Sequence[Json] | None, translation: Translation
) -> dict[str, list[str]]:
    """jdg 7.1-1, 1.3-1: box -> kinds of the dummies that begin there."""
    if entries is None:
        entries = usual_dummies(setting, army)
    there, left = starting(setting, army), dict(setting.scenario.counters[army].dummies)
    found: dict[str, list[str]] = {}
    for i, entry in enumerate(entries):
        path: Path = ("dummies", i)
        kind, box = entry["kind"], translation.box(entry["box"], (*path, "box"))
        if translation.wrong(path):
            continue
        place = setting.boxes[box].name
        if "dummies" in setting.fog.unused:
            translation.fault(path, "10-1", f"there are no dummies in an open game, so none for {place}", "", box)
        elif not any(setting.troops(content) for content in there.get(box, ())):
            legal = [name for name, contents in there.items() if any(setting.troops(c) for c in contents)]
            translation.fault(
                (*path, "box"), "7.1-1", f"a dummy begins with units; none of yours are in {place}", "", box, legal
            )
        elif left[kind] < 1:
            most = setting.scenario.counters[army].dummies[kind]
            there_are = f"there is 1 {kind} dummy" if most == 1 else f"there are {most} {kind} dummies"
            translation.fault(path, "1.3-1", f"{there_are}; none is left for {place}", "", box)
        else:
            left[kind] -= 1
            found.setdefault(box, []).append(kind)
    return found
