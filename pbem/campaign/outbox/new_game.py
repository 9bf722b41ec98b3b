"""What a person types to begin a game, turned into an invitation; everything that is unknown is named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pbem.campaign.core.opponent import NOTE
from pbem.campaign.core.rulebooks import names, ruleset, scenario_of
from pbem.errors import Problem
from pbem.orders.findings import did_you_mean, quoted, suggest
from pbem.protocol.faults import Fault

if TYPE_CHECKING:
    from pathlib import Path

    from pbem.campaign.core.campaign import Campaign
    from pbem.campaign.outbox.create import Invitation
    from pbem.engine.contract import Ruleset, Scenario
    from pbem.store.home import Home

CLOCK_DEFAULTS = ("forfeit", "draw", "adjudicate")


def invitation_of(
    rules: str,
    scenario: str,
    side: str,
    options: Sequence[str] = (),
    overlay: bytes | None = None,
    clock_days: int = 0,
    clock_default: str = "",
) -> Invitation:
    """The invitation that these words mean. rules: may be empty where one ruleset alone has the scenario; scenario:
    may be empty where there is only one.

    side: an army's id in any case. options: `name=value`. overlay: bytes of a YAML list of map corrections.
    """
    from pbem.campaign.outbox.create import Invitation

    book = ruleset_of(rules, scenario)
    chosen = scenario_of(book, scenario)
    return Invitation(
        book.id,
        chosen.id,
        _army(chosen, side),
        options_of(chosen, options),
        overlay_of(overlay) if overlay is not None else (),
        _clock(clock_days, clock_default),
    )


def ruleset_of(name: str, scenario: str = "") -> Ruleset:
    """The ruleset of this id, the only one that is installed, or the only one with the scenario. Raises Problem."""
    if name:
        return ruleset(name)
    if len(names()) == 1:
        return ruleset(names()[0])
    having = [known for known in names() if scenario and _has(known, scenario)]
    if scenario and not having:
        what = f"{quoted(scenario)} is no scenario of an installed rulebook"
        near = suggest(scenario, _scenarios())
        mend = f"did you mean {' or '.join(near)}?" if near else "pbem rules list names them all"
        raise Problem("UNKNOWN_SCENARIO", what, mend)
    if len(having) != 1:
        listed = ", ".join(names()) or "none"
        raise Problem("RULESET_MISSING", f"which rulebook? installed: {listed}", "name it with --ruleset")
    return ruleset(having[0])


def simplest_ruleset() -> str:
    """Id of the installed ruleset with the fewest scenarios, for a demonstration of which nobody says what to play."""
    return min(names(), key=lambda name: (len(ruleset(name).scenarios()), name), default="")


def _scenarios() -> list[str]:
    """Ids of the scenarios of all installed rulesets that load."""
    found: list[str] = []
    for name in names():
        try:
            found += [one.id for one in ruleset(name).scenarios()]
        except Problem:
            continue
    return found


def _has(name: str, scenario: str) -> bool:
    """Whether an installed ruleset has a scenario; one that does not load has none."""
    try:
        return any(one.id == scenario for one in ruleset(name).scenarios())
    except Problem:
        return False


def _army(scenario: Scenario, side: str) -> str:
    armies = ", ".join(scenario.armies)
    if not side:
        raise Problem("SIDE_MISSING", f"which army do you play? armies: {armies}", "name it with --side")
    found = next((army for army in scenario.armies if army.casefold() == side.casefold()), None)
    if found is None:
        near = suggest(side, scenario.armies)
        mend = f"did you mean {' or '.join(near)}?" if near else "name one of them with --side"
        raise Problem("UNKNOWN_ARMY", f"{quoted(side)} is no army of {scenario.id}; armies: {armies}", mend)
    return found


def options_of(scenario: Scenario, words: Sequence[str]) -> dict[str, Any]:
    """`name=value` as the scenario's values. Raises Problem UNKNOWN_OPTION."""
    chosen: dict[str, Any] = {}
    for word in words:
        name, equals, text = word.partition("=")
        if name not in scenario.options or not equals:
            offered = list(scenario.options)
            hint = did_you_mean(name, offered) or "this scenario has no options"
            raise Problem(
                "UNKNOWN_OPTION", f"{quoted(word, 60)} names no option of {scenario.id}", f"write name=value; {hint}"
            )
        values = {_spelled(value): value for value in scenario.options[name]["values"]}
        if text.casefold() not in values:
            what = f"option {name} cannot be {quoted(text)}; it is one of {', '.join(values)}"
            raise Problem("UNKNOWN_OPTION", what, f"write for example --option {name}={next(iter(values))}")
        chosen[name] = values[text.casefold()]
    return chosen


def _spelled(value: Any) -> str:
    return str(value).casefold()


def overlay_of(data: bytes) -> list[Any]:
    """Map corrections: a YAML list, typed where it has the form of the published schema; the ruleset judges it.

    Raises Problem OVERLAY, ORDERS_YAML.
    """
    from pbem.orders.loader import load
    from pbem.orders.scalars import type_scalars
    from pbem.orders.schemas import read_schema

    corrections = type_scalars(read_schema("overlay"), load(data, "the overlay").data)
    if not isinstance(corrections, list):
        raise Problem("OVERLAY", "an overlay is a list of map corrections", "write one correction behind each dash")
    return corrections


def _clock(days: int, default: str) -> dict[str, Any]:
    from pbem.campaign.outbox.create import DEFAULT_CLOCK

    clock = dict(DEFAULT_CLOCK)
    if days:
        if not 1 <= days <= 3660:
            raise Problem("CLOCK", f"a clock of {days} days; 1 to 3660 are possible", "correct --clock-days")
        clock["days"] = days
    if default:
        if default not in CLOCK_DEFAULTS:
            what = f"{quoted(default)} is no outcome for a clock that has run out: {', '.join(CLOCK_DEFAULTS)}"
            near = suggest(default, CLOCK_DEFAULTS)
            raise Problem("CLOCK", what, f"did you mean {near[0]}?" if near else "correct --clock-default")
        clock["default"] = default
    return clock


def person_entry(text: str) -> dict[str, str]:
    """`Bert <bert@example.org>`, a name, or an address alone, for campaign.yaml. Raises Problem MAIL_ADDRESS."""
    name, bracket, rest = text.partition("<")
    mail = rest.rstrip().removesuffix(">") if bracket else ""
    if not bracket and "@" in text:
        name, mail = "", text
    name, mail = name.strip(), mail.strip()
    if (
        len(name) > 64
        or len(mail) > 254
        or (mail and (mail.count("@") != 1 or any(c in mail for c in ' <>,;:"()[]\\')))
    ):
        raise Problem("MAIL_ADDRESS", f"{text[:80]!r} is no name with a mail address", "write Name <name@example.org>")
    return {"name": name or mail.partition("@")[0], "mail": mail}


def write_people(campaign: Campaign, you: Mapping[str, str], opponent: Mapping[str, str]) -> None:
    """campaign.yaml with these two entries; it stays in the folder and is never mailed. What else it says stays; one
    that a person has written is kept in `orders/`."""
    from pbem.orders.writer import dump
    from pbem.store.folder import CAMPAIGN

    people: dict[str, Any] = {"you": _entry(you, "me"), "opponent": _entry(opponent, "my opponent")}
    if campaign.folder.has_document(CAMPAIGN):
        people |= {name: value for name, value in _written(campaign).items() if name not in people}
    text = dump(people).encode("utf-8")
    if _as_made(campaign):
        campaign.folder.write_document(CAMPAIGN, text)
    else:
        campaign.folder.replace_document(CAMPAIGN, text, CAMPAIGN)


def _as_made(campaign: Campaign) -> bool:
    """Whether campaign.yaml is as the beginning of a campaign makes it, with no opponent in it."""
    from pbem.campaign.outbox.create import people_at_first
    from pbem.store.folder import CAMPAIGN

    if not campaign.folder.has_document(CAMPAIGN):
        return False
    text = campaign.folder.read_document(CAMPAIGN)
    return text == people_at_first(_own_name(text))


def _own_name(text: bytes) -> str:
    from pbem.orders.loader import load

    try:
        return str(load(text, "campaign.yaml").data["you"]["name"])
    except (Problem, KeyError, TypeError, AttributeError):
        return ""


def _written(campaign: Campaign) -> dict[str, Any]:
    """What campaign.yaml says, {} where it cannot be read."""
    from pbem.orders.loader import load
    from pbem.store.folder import CAMPAIGN

    try:
        found = load(campaign.folder.read_document(CAMPAIGN), CAMPAIGN).data
    except Problem:
        return {}
    return dict(found) if isinstance(found, dict) else {}


def _entry(person: Mapping[str, str], name: str) -> dict[str, str]:
    return {"name": person.get("name") or name, "mail": person.get("mail", "")}


def opponents_address(campaign: Campaign) -> str:
    """The mail address of the opponent in campaign.yaml, "" where there is none or the file cannot be read."""
    from pbem.orders.loader import load
    from pbem.store.folder import CAMPAIGN

    try:
        people = load(campaign.folder.read_document(CAMPAIGN), CAMPAIGN).data
        return str(people["opponent"].get("mail", ""))
    except (Problem, KeyError, TypeError, AttributeError):
        return ""


def last_name_used(home: Home) -> str:
    """The name under which this person plays the campaign that began last, "" where there is none with a name.

    A game against the practice opponent does not count, nor a folder that is gone or cannot be read.
    """
    found = []
    for place in (*home.campaigns().values(), *home.all_pending().values()):
        try:
            found.append(_name_used(place))
        except (Problem, Fault, KeyError, TypeError, AttributeError, IndexError):
            continue
    return max((one for one in found if one[1]), default=("", ""))[1]


def _name_used(place: Path) -> tuple[str, str]:
    """The date of the first message in a folder that bears one's own name, and that name; ("", "") where none does."""
    from pbem.orders.loader import load
    from pbem.protocol.messages import peek
    from pbem.store.folder import CAMPAIGN, CampaignFolder

    folder = CampaignFolder.open(place, write=False)
    try:
        name = str(load(folder.read_document(CAMPAIGN), CAMPAIGN).data["you"]["name"])
        first = [peek(line).body for line in folder.log()[:2]]
    finally:
        folder.close()
    dates = [str(body.get("date", "")) for body in first if body.get("name") == name]
    if not dates or any(NOTE in body.get("note", ()) for body in first):
        return "", ""
    return dates[0], name


def replace_opponent(campaign: Campaign, entry: Mapping[str, str]) -> None:
    """Somebody else sits in the opponent's place: his name and address in campaign.yaml; one's own entry stays."""
    from pbem.orders.loader import load
    from pbem.store.folder import CAMPAIGN

    try:
        you = load(campaign.folder.read_document(CAMPAIGN), CAMPAIGN).data["you"]
        mine = {name: str(you.get(name, "")) for name in ("name", "mail")}
    except (Problem, KeyError, TypeError, AttributeError):
        mine = {"name": campaign.name_of(campaign.side)}
    write_people(campaign, mine, entry)


def first_army(rules: str, scenario: str) -> str:
    """The army that a scenario names first, for games in which nobody chooses. Raises Problem."""
    return scenario_of(ruleset_of(rules, scenario), scenario).armies[0]
