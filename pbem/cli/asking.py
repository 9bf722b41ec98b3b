"""What a new game still lacks, asked at the terminal: the rulebook, the scenario, the army, one's own name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pbem.cli.terminal import answered_here, asked, say
from pbem.orders.findings import suggest

if TYPE_CHECKING:
    from pbem.store.home import Home


def whole_wish(ruleset: str, scenario: str, army: str, *, as_json: bool) -> tuple[str, str, str]:
    """The ids of rulebook, scenario and army, each as it was said, else as somebody at the terminal chooses it.

    What nobody can be asked stays empty. Raises Problem for a rulebook or scenario that there is not.
    """
    if as_json or not answered_here() or (army and scenario):
        return ruleset, scenario, army
    from pbem.campaign.core.rulebooks import names, offered, scenario_of
    from pbem.campaign.core.rulebooks import ruleset as installed
    from pbem.campaign.outbox.new_game import ruleset_of

    if not ruleset and not scenario and len(names()) > 1:
        ruleset = _chosen("Which rulebook?", {name: installed(name).title for name in names()})
        if not ruleset:
            return ruleset, scenario, army
    book = ruleset_of(ruleset, scenario)
    if not scenario:
        scenario = _chosen("Which scenario?", {one.id: one.title for one in offered(book)})
    if scenario and not army:
        wanted = scenario_of(book, scenario)
        game = book.game(wanted.id, {name: entry["default"] for name, entry in wanted.options.items()})
        army = _chosen("Which army do you play?", {army: game.telling.name(army) for army in wanted.armies})
    return book.id, scenario, army


def _chosen(question: str, offered: Mapping[str, str]) -> str:
    """One of these ids, by its number or name; the only one unasked, "" where the input ends. offered: id -> title."""
    ids = list(offered)
    if len(ids) == 1:
        return ids[0]
    say(question)
    width = max(map(len, ids))
    for number, (id, title) in enumerate(offered.items(), 1):
        say(f"  {number:>2}  {id:<{width}}  {title}".rstrip())
    while True:
        line = asked(f"Number or name (1 to {len(ids)}): ")
        if line is None:
            say()
            return ""
        word = line.strip().casefold()
        if word.isdecimal() and len(word) < 4 and 1 <= int(word) <= len(ids):
            return ids[int(word) - 1]
        meant = [id for id in ids if id.casefold() == word] or [id for id in ids if word and id.startswith(word)]
        if len(meant) == 1:
            return meant[0]
        near = meant or suggest(word, ids)
        say(f"Did you mean {' or '.join(near)}?" if near else "That is none of them.")


def own_name(given: str, home: Home, *, as_json: bool, ask: str = "") -> str:
    """The name that the opponent will read: the one given, else that of the identity, else that of one's latest
    campaign, else what somebody types at the terminal; the first one is kept with the identity. Raises Problem for a
    disk that refuses.

    ask: what he is called without a name, for the question; "" to ask nothing.
    """
    from pbem.campaign.outbox.people import is_name, last_name_used

    kept = home.name()
    name = given or kept or last_name_used(home)
    if name and not given and not as_json:
        say(f"You are {name}, as before; for another name: --name")
    if not name and ask and not as_json and answered_here():
        name = (asked(f"Your name, as your opponent will read it [{ask}]: ") or "").strip()
    if name and not kept and is_name(name):
        home.keep_name(name)
    return name
