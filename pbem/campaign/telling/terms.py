"""The terms of an invitation in words: all of them, before anybody accepts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from pbem import __version__
from pbem.campaign.core.machine import check_environment
from pbem.campaign.core.origin import address, own_words
from pbem.campaign.core.rulebooks import ruleset_for
from pbem.campaign.core.teams import handshake_lines
from pbem.errors import Problem
from pbem.protocol import keys
from pbem.protocol.faults import Fault

if TYPE_CHECKING:
    from pbem.campaign.core.machine import GameMachine

_DEFAULTS = {
    "forfeit": "the game is forfeit",
    "draw": "the game is a draw",
    "adjudicate": "the position is adjudicated",
}
_MANY = 8
_WIDTH = 80


@dataclass(frozen=True)
class Offered:
    """An invitation that arrived: its line, and the terms bound to the installed ruleset."""

    line: bytes
    terms: dict[str, Any]
    machine: GameMachine
    name: str
    note: Sequence[str]
    key: bytes
    id: bytes
    members: Sequence[Mapping[str, Any]] = ()


def terms_data(offered: Offered) -> dict[str, Any]:
    """The terms as data, with the inviter and his fingerprint. pbem: the copy that reads them, and where its own
    metadata say it comes from."""
    return {
        "inviter": offered.name,
        "fingerprint": keys.fingerprint(offered.key),
        "key": offered.key.hex(),
        "invitation": offered.id.hex(),
        "note": list(offered.note),
        "terms": offered.terms,
        "pbem": {"version": __version__, "address": address()},
        "members": list(offered.members),
    }


def terms_lines(offered: Offered) -> list[str]:
    """The terms, a line each."""
    terms, game = offered.terms, offered.machine.game
    scenario = game.scenario
    clock = terms["clock"]
    lines = [
        f"Invitation from {offered.name or 'a player without a name'}",
        f"  his fingerprint   {keys.fingerprint(offered.key)}",
        f"  rulebook          {offered.machine.ruleset.title}, version {terms['engine'].split(' ')[-1]}",
        *([f"  pbem              {__version__} here; {own}"] if (own := own_words()) else []),
        f"  scenario          {scenario.title}",
        f"  he plays          {game.telling.name(terms['sides']['a'])}",
        f"  you play          {game.telling.name(terms['sides']['b'])}",
    ]
    lines += _option_lines(scenario.options, terms)
    lines += _corrections(terms.get("overlay", ()))
    after = clock_words(clock["default"])
    lines.append(f"  clock             {clock['days']} days for a reply; then {after}")
    lines.append(f"  audit             {terms['audit']}: what was committed to is disclosed when the game is over")
    lines.append(f"  arbiters          {len(terms['arbiters']) or 'none'}")
    team = handshake_lines(offered.machine, offered.members)
    lines += [f"  {'his team' if place == 0 else '':<17} {line}" for place, line in enumerate(team)]
    lines += [f"  | {line}" for line in offered.note]
    return lines


def _option_lines(offered: Mapping[str, Any], terms: Mapping[str, Any]) -> list[str]:
    """All options, for what the terms do not mention is played by its default: with what they mean, but where many
    stand at their defaults these by their names alone."""
    defaults = {name: entry["default"] for name, entry in offered.items()}
    values = sorted({**defaults, **terms.get("options", {})}.items())
    silent = [name for name, value in values if name in defaults and defaults[name] == value]
    silent = silent if len(silent) > _MANY else []
    lines = []
    for name, value in values:
        doc = offered.get(name, {}).get("doc", "")
        if name not in silent:
            lines.append(f"  option            {name}: {_spelled(value)}{f' ({doc})' if doc else ''}")
    if silent:
        told = ", ".join(f"{name}: {_spelled(defaults[name])}" for name in silent)
        told += f". What they mean: pbem rules show {terms['names']['ruleset']}"
        more = wrap(told, _WIDTH, break_long_words=False, break_on_hyphens=False)
        lines += [f"  {'by default' if place == 0 else '':<17} {line}" for place, line in enumerate(more)]
    return lines


def other_rules(terms: Mapping[str, Any]) -> str:
    """In what the rules of an invitation's terms differ from those installed here, "" where they are the same."""
    if "names" not in terms:
        return "it does not say under which names ruleset and scenario are installed"
    try:
        check_environment(ruleset_for(str(terms["engine"])), terms)
    except Fault as fault:
        return fault.detail
    except Problem as problem:
        return problem.what
    return ""


def clock_words(default: str) -> str:
    """What the terms' `clock.default` means."""
    return _DEFAULTS.get(default, default)


def _corrections(overlay: Sequence[Any]) -> list[str]:
    """How many map corrections there are, and each of them: one hex may decide a game."""
    if not overlay:
        return []
    lines = [f"  map corrections   {len(overlay)}, by which his map differs from yours"]
    for entry in overlay:
        members = entry.items() if isinstance(entry, dict) else (("", entry),)
        lines.append(f"    {', '.join(f'{name} {_spelled(value)}'.strip() for name, value in members)}")
    return lines


def _spelled(value: Any) -> str:
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)
