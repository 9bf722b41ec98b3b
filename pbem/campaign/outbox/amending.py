"""Offering an amendment: other rules, or a corrected position (protocol section 11)."""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from pbem.campaign.core import rulebooks
from pbem.campaign.core.machine import engine_name
from pbem.campaign.core.patching import leads_on, put_at
from pbem.campaign.telling.correcting import differing_facts, places_of
from pbem.errors import Problem
from pbem.orders.loader import load
from pbem.protocol.faults import Fault
from pbem.protocol.manifest import manifest, ruleset_digest

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign
    from pbem.campaign.core.due import Due
    from pbem.campaign.core.machine import GameMachine
    from pbem.orders.loader import Document

MOST_CHANGES, MOST_STEPS, LONGEST_REASON = 256, 16, 1000
_INTEGER = re.compile("-?(0|[1-9][0-9]{0,15})")


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
    here = campaign.machine.ruleset.id
    name, _, version = engine.partition(" ")
    if name != here:
        what = f"this campaign is played by {here}; an amendment cannot change games"
        raise Problem("OFFER_INVALID", what, f'say --engine "{here} VERSION"')
    book = rulebooks.ruleset(name)
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
    now, then = campaign.game, machine.game
    return {
        "before": now.telling.headline(due.state["at"]),
        "after": then.telling.headline(after["at"]),
        "places": places_of(now, due.state["at"], after["at"]),
        "facts": differing_facts(now.telling.facts(due.state["at"]), then.telling.facts(after["at"])),
        "unable": "",
    }


# -- the file of a correction -------------------------------------------------------


def read_patch(at: Any, data: bytes, name: str) -> list[dict[str, Any]]:
    """The changes in a YAML file: a list of {path, value}. at: the position, which gives each value its type.

    path: a list of steps, or one text with `/` between them. Raises Problem ORDERS_YAML, OFFER_INVALID with the place.
    """
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
        changed = put_at(changed, list(path), copy.deepcopy(value))
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
        if not leads_on(node, step):
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
