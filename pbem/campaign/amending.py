"""Amendments, when both players agree to them: other rules, or a corrected position (protocol section 11)."""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from pbem.engine.answerers import begin
from pbem.errors import Problem
from pbem.protocol.canonical import canon, parse_value
from pbem.protocol.faults import Fault
from pbem.protocol.manifest import manifest, ruleset_digest

if TYPE_CHECKING:
    from pbem.campaign.campaign import Campaign
    from pbem.campaign.due import Due
    from pbem.campaign.machine import GameMachine
    from pbem.engine.state import State
    from pbem.orders.loader import Document

MOST_CHANGES, MOST_STEPS, LONGEST_REASON = 256, 16, 1000
_INTEGER = re.compile("-?(0|[1-9][0-9]{0,15})")
_SLUG = re.compile("[A-Za-z0-9_.-]{1,80}")


# -- what an accepted correction does --------------------------------------------


def patched(machine: GameMachine, state: dict[str, Any], patch: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The state with the patch applied to `at` and the question that follows, under a new number.

    patch: list of {"path": [keys and indices], "value"}; every path leads to a member or element that is there.
    Raises Fault OFFER_INVALID where a path leads nowhere or the rules cannot go on from the position.
    """
    at = applied(state["at"], patch)
    running = {**state, "at": at}
    try:
        # A position that the rules cannot read may fail in any way; nothing of it is kept.
        parse_value(canon(at))
        over = machine.game.over(at)
        request = None if over else begin(machine.game, cast("State", running), machine.letters)
        if request is not None and not request.state["need"]:
            raise ValueError("nobody is asked anything there")
        _require_committed(machine, state, at)
        _require_tellable(machine, at, request)
    except Exception as error:
        raise Fault("OFFER_INVALID", f"the rules cannot go on from the corrected position: {error!r}"[:300]) from None
    if over:
        return {**running, "need": {}, "over": dict(over)}
    assert request is not None
    need = {**request.state["need"], "n": state["n"] + 1}
    return {**running, "need": need, "n": need["n"]}


def applied(at: Any, patch: Sequence[Mapping[str, Any]]) -> Any:
    """A copy of the position with the changes in it, one after the other; nothing else is asked of it.

    Raises Fault OFFER_INVALID where a path leads nowhere.
    """
    at = copy.deepcopy(at)
    for change in patch:
        at = _set(at, list(change["path"]), copy.deepcopy(change["value"]))
    return at


def _require_committed(machine: GameMachine, state: dict[str, Any], at: Any) -> None:
    """A marker that comes into play by a correction, or changes sides, holds nothing that anybody could ever open."""
    if machine.forces is None:
        return
    before, entries = machine.forces.face_down(state["at"]), state["markers"]
    for name, army in sorted(machine.forces.face_down(at).items()):
        owner = machine.armies[entries[name]["side"]] if name in entries else before.get(name)
        if owner != army:
            raise ValueError(f"nobody of {army} has committed to what marker {name} holds")


def _require_tellable(machine: GameMachine, at: Any, outcome: Any) -> None:
    """Everything that reports, status and orders files say of the position; raises whatever the ruleset raises."""
    game = machine.game
    game.facts(at)
    game.map_text(at)
    game.legend(at)
    if game.read_text(game.text(at)) != at:
        raise ValueError("the position has no text that gives it back")
    # The name of a phase becomes part of file names.
    if not _SLUG.fullmatch(game.phase_name(at)) or not game.headline(at).isprintable():
        raise ValueError("the phase has no proper name")
    if outcome is not None and outcome.request is not None:
        game.template(outcome.request)
        game.helper_schema(outcome.request)


def _set(node: Any, path: list[str | int], value: Any) -> Any:
    if not path:
        return value
    step = path[0]
    if not _leads(node, step):
        raise Fault("OFFER_INVALID", f"the position has nothing at {'/'.join(str(part) for part in path)}"[:300])
    node[step] = _set(node[step], path[1:], value)
    return node


def _leads(node: Any, step: str | int) -> bool:
    if isinstance(node, dict):
        return step in node
    return isinstance(node, list) and type(step) is int and 0 <= step < len(node)


# -- offering one -------------------------------------------------------------------


def amendment(campaign: Campaign, due: Due, engine: str, patch: Sequence[Mapping[str, Any]], reason: str) -> Any:
    """The offer to play on by `engine` (`<id> <version>`, "" for the present rules), with the position corrected.

    reason: in one line. Raises Problem OFFER_INVALID, or the code of what this computer lacks.
    """
    reason = " ".join(reason.split())
    if not engine and not patch:
        raise Problem("OFFER_INVALID", "the amendment changes nothing", "say --engine, or --patch with --reason")
    if patch and not reason:
        raise Problem("OFFER_INVALID", "a correction of the position needs a reason", "say why with --reason TEXT")
    if patch and due.state["input"]:
        what = "a phase is running; the position can be corrected when it has ended"
        raise Problem("OFFER_INVALID", what, "wait until new orders are due; see pbem status")
    if len(reason) > LONGEST_REASON:
        raise Problem("OFFER_INVALID", f"the reason is longer than {LONGEST_REASON} letters", "shorten it")
    control: dict[str, Any] = {"offer": "amend", "terms": _terms(campaign, engine) if engine else {}}
    if patch:
        control["patch"] = [dict(change) for change in patch]
    return control | ({"reason": reason} if reason else {})


def _terms(campaign: Campaign, engine: str) -> dict[str, str]:
    """The members of the terms that change for an engine which is installed here. Raises Problem."""
    from pbem.campaign.machine import engine_name
    from pbem.campaign.rulebooks import ruleset

    here = campaign.machine.ruleset.id
    name, _, version = engine.partition(" ")
    if name != here:
        what = f"this campaign is played by {here}; an amendment cannot change games"
        raise Problem("OFFER_INVALID", what, f'say --engine "{here} VERSION"')
    book = ruleset(name)
    known = {one.version: one for one in (book, *book.older)}
    if version not in known:
        raise Problem("ENGINE_MISMATCH", f"version {version[:40]!r} of {here} is not here", f"here: {', '.join(known)}")
    chosen = known[version]
    fresh = {
        "engine": engine_name(chosen),
        "ruleset": ruleset_digest(manifest(chosen.data_files())).hex(),
    }
    changed = {key: value for key, value in fresh.items() if campaign.chain.terms[key] != value}
    if not changed:
        raise Problem("OFFER_INVALID", f"the campaign is played by {engine_name(chosen)} already", "see pbem verify")
    return changed


def outlook(campaign: Campaign, due: Due, control: Mapping[str, Any]) -> dict[str, Any]:
    """The position before and after an accepted amendment: headlines, every place and the facts that differ.

    Raises Problem where the rules cannot go on from it.
    """
    try:
        machine = cast("GameMachine", campaign.chain.machine.amended(campaign.chain.terms, dict(control)))
        after = machine.patched(due.state, control.get("patch", []))
    except Fault as fault:
        raise Problem(fault.code, fault.detail, "mend the patch, or install the rules that are to hold") from None
    from pbem.campaign.correcting import places_of

    now, then = campaign.game, machine.game
    return {
        "before": now.headline(due.state["at"]),
        "after": then.headline(after["at"]),
        "places": places_of(now, due.state["at"], after["at"]),
        "facts": differing_facts(now.facts(due.state["at"]), then.facts(after["at"])),
        "unable": "",
    }


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


# -- the file of a correction -------------------------------------------------------


def read_patch(at: Any, data: bytes, name: str) -> list[dict[str, Any]]:
    """The changes in a YAML file: a list of {path, value}. at: the position, which gives each value its type.

    path: a list of steps, or one text with `/` between them. Raises Problem ORDERS_YAML, OFFER_INVALID with the place.
    """
    from pbem.orders.loader import load

    document = load(data, name)
    listed = document.data
    if not isinstance(listed, list) or not listed:
        raise _wrong(document, (), "a list of changes is expected, each with `path` and `value`")
    if len(listed) > MOST_CHANGES:
        raise _wrong(document, (), f"more than {MOST_CHANGES} changes")
    changed, changes = copy.deepcopy(at), []
    for index, entry in enumerate(listed):
        if not isinstance(entry, dict) or entry.keys() != {"path", "value"}:
            raise _wrong(document, (index,), "a change has `path` and `value`, nothing else")
        path, there = _walk(document, index, changed, _steps(document, index, entry["path"]))
        value = typed_like(there, entry["value"])
        changed = _set(changed, list(path), copy.deepcopy(value))
        changes.append({"path": path, "value": value})
    return changes


def _steps(document: Document, index: int, path: Any) -> list[str]:
    steps = path.split("/") if isinstance(path, str) else path
    if not isinstance(steps, list) or not all(isinstance(step, str) for step in steps) or len(steps) > MOST_STEPS:
        raise _wrong(
            document, (index, "path"), f"a path is a list of at most {MOST_STEPS} steps, or `one/after/another`"
        )
    return steps


def _walk(document: Document, index: int, node: Any, steps: Sequence[str]) -> tuple[list[str | int], Any]:
    """The path with indices as numbers, and what it leads to."""
    path: list[str | int] = []
    for text in steps:
        step = int(text) if isinstance(node, list) and _INTEGER.fullmatch(text) else text
        if not _leads(node, step):
            where = "/".join(steps[: len(path)]) or "the position"
            raise _wrong(document, (index, "path"), f"{where} has no {text!r}; it has {_members(node)}")
        path.append(step)
        node = node[step]
    return path, node


def _members(node: Any) -> str:
    if isinstance(node, dict):
        listed = sorted(node)
        return ", ".join(listed[:12]) + (" and others" if len(listed) > 12 else "")
    return f"the numbers 0 to {len(node) - 1}" if isinstance(node, list) and node else "nothing inside"


def typed_like(there: Any, value: Any) -> Any:
    """A value of the file, all texts, as the position holds such values: a text stays one where a text stands."""
    if isinstance(value, dict):
        known = there if isinstance(there, dict) else {}
        return {key: typed_like(known.get(key), inner) for key, inner in value.items()}
    if isinstance(value, list):
        sample = there[0] if isinstance(there, list) and there else None
        return [typed_like(sample, inner) for inner in value]
    if isinstance(there, str):
        return value
    if _INTEGER.fullmatch(value) and abs(int(value)) < 2**53:
        return int(value)
    return {"true": True, "false": False}.get(value, value)


def _wrong(document: Document, path: tuple[str | int, ...], what: str) -> Problem:
    return Problem("OFFER_INVALID", what, "see pbem map --json for the position", document.where(path))
