"""`pbem import`."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pbem.campaign.core.problems import mend_for
from pbem.campaign.core.teams import your_title
from pbem.campaign.records.gather import Gathered, gather
from pbem.campaign.records.importing import Imported, Target, chosen, import_game, seat_of, whom_to_ask
from pbem.campaign.records.log_assembly import Refused, sort_games, words_of
from pbem.campaign.telling.timewords import plain_dates
from pbem.cli import opening
from pbem.cli.lazy import command_app
from pbem.cli.parameters import Json
from pbem.cli.terminal import Bar, show
from pbem.errors import Problem
from pbem.protocol.faults import Fault, diagnosis

if TYPE_CHECKING:
    from pbem.campaign.core.person import Person
    from pbem.campaign.records.log_assembly import GameFound

EXAMPLES = (
    "pbem import sent.mbox inbox.mbox",
    "pbem import ~/Maildir --game 0646c9 --into <scenario>",
    "pbem import <scenario>.pbem --partial",
)
_PATIENCE = 1.0
_MOST = 50  # games, forks and refused messages that are told of


@command_app(EXAMPLES)
def app(
    sources: Annotated[
        list[Path],
        typer.Argument(metavar="SOURCE", help="Mailboxes, Maildirs, saved mails, turn files, archives, logs."),
    ],
    into: Annotated[
        Path | None,
        typer.Option("--into", metavar="DIR", help="The campaign's folder; with --all, the folder for all of them."),
    ] = None,
    game: Annotated[
        str,
        typer.Option("--game", metavar="DIGITS", help="The first digits of the game's id, where there are several."),
    ] = "",
    every: Annotated[bool, typer.Option("--all", help="Import every game that is found.")] = False,
    partial: Annotated[
        bool, typer.Option("--partial", help="Build as far as the messages reach, though later ones exist.")
    ] = False,
    as_json: Json = False,
) -> int:
    """Rebuild a campaign's folder from mail alone.

    Takes the turns out of everything that is named, sent and received alike, and verifies them from the invitation
    on. After a loss, restore your identity first; a folder that is there already gets what it lacks. Nothing is
    signed by it. Exit status 0, or 10 to 15 by what is wrong.
    """
    person = opening.person(opening.home(), as_json=as_json)
    target = Target(None if every else into, into if every else None, partial)
    bar = _Patient()
    try:
        gathered = gather(sources, progress=bar.step)
        games = _games(gathered)
        try:
            wanted = chosen(games, game, every=every)
        except Problem as problem:
            return _undecided(problem, games, as_json)
        told = [_imported(one, target, person, bar, every=every) for one in wanted]
    except Fault as fault:
        raise _problem(fault) from None
    finally:
        bar.close()
    aside = {"damaged": gathered.damaged, "passed_over": gathered.passed_over}
    lines = [*(line for one in told for line in _lines(one)), *_aside(gathered)]
    show({"imported": told, **aside}, lines, as_json=as_json)
    return max(int(one["exit"]) for one in told)


def _undecided(problem: Problem, games: Sequence[GameFound], as_json: bool) -> int:
    """The games to choose from, beside the error."""
    if problem.code != "SEVERAL_GAMES":
        raise problem from None
    listed = [words_of(one) for one in games[:_MOST]]
    show({"games": listed, "error": problem.to_json()}, _listed(listed), as_json=as_json)
    if not as_json:
        raise problem from None
    return problem.status


def _imported(game: GameFound, target: Target, person: Person | None, bar: _Patient, *, every: bool) -> dict[str, Any]:
    """One game; of several, one that cannot be imported does not stop the others."""
    try:
        return _data(import_game(game, target, opening.home(), person, progress=bar.step), person)
    except (Problem, Fault) as error:
        if not every:
            raise
        problem = _problem(error)
        return {"game": game.id, "folder": "", "exit": problem.status, "error": problem.to_json()}


class _Patient:
    """The bar, drawn only once the work has taken a second."""

    def __init__(self) -> None:
        self._begun = time.monotonic()
        self._bar = Bar()

    def step(self, done: int, total: int, text: str) -> None:
        if time.monotonic() - self._begun >= _PATIENCE:
            self._bar.step(done, total, text)

    def close(self) -> None:
        self._bar.close()


def _games(gathered: Gathered) -> list[GameFound]:
    """The games of what was gathered. Raises Problem NO_TURN, or Fault ARMOR_DAMAGED where all of it is damaged."""
    games, broken = sort_games(gathered.envelopes)
    if games:
        return games
    if gathered.damaged:
        raise Fault("ARMOR_DAMAGED", gathered.damaged[0])
    if broken:
        raise Fault("ENVELOPE_MALFORMED", f"none of the {broken} signed envelopes in these sources is a message")
    seen = f"{gathered.mails} mails and texts were read"
    aside = f"; passed over: {gathered.passed_over[0]}" if gathered.passed_over else ""
    mend = "name the mailboxes that hold what you sent and what you received, or mails as they were saved"
    raise Problem("NO_TURN", f"there is no signed message in these sources ({seen}{aside})", mend)


def _problem(error: Problem | Fault) -> Problem:
    if isinstance(error, Problem):
        return error
    return Problem(error.code, str(error), mend_for(error.cls), status=error.exit)


def _data(imported: Imported, person: Person | None) -> dict[str, Any]:
    campaign, assembled = imported.campaign, imported.assembled
    seat = seat_of(imported, person)
    data: dict[str, Any] = {
        "game": imported.game,
        "folder": str(campaign.folder.path) if campaign is not None else "",
        "messages": len(campaign.chain.messages) if campaign is not None else 0,
        "added": list(imported.added),
        "side": seat,
        "you": "",
        "exit": imported.exit,
        "missing": [{"first": low, "last": high} for low, high in assembled.missing],
        "ask": whom_to_ask(imported, seat) if assembled.missing else "",
        "broken": _fault_data(imported.broken) if imported.broken is not None else None,
        "forks": [_refused_data(one) for one in assembled.forks[:_MOST]],
        "refused": [_refused_data(one) for one in assembled.refused[:_MOST]],
        "evidence": [str(path) for path in imported.evidence],
        "notices": list(imported.notices),
    }
    if campaign is not None:
        last = campaign.chain.messages[-1]
        data["campaign"] = campaign.game.scenario.title
        data["you"] = your_title(campaign)
        data["last"] = {"message": last.seq, "of": campaign.title_of(last.seat), "date": last.body.get("date", "")}
    return data


def _fault_data(fault: Fault) -> dict[str, Any]:
    return {
        "code": fault.code,
        "class": fault.cls,
        "message": fault.seq,
        "signed_by": fault.signed_by,
        "detail": fault.detail,
    }


def _refused_data(one: Refused) -> dict[str, Any]:
    return {**_fault_data(one.fault), "id": one.message.id.hex()}


def _lines(told: dict[str, Any]) -> Iterator[str]:
    if "error" in told:
        yield f"game {told['game'][:12]}: nothing was built"
        yield f"  {told['error']['what']}"
        yield f"    {told['error']['mend']}"
        return
    if told["folder"]:
        added = told["added"]
        yield f"{told['folder']}: {told['campaign']} (game {told['game'][:12]})"
        yield f"  {told['messages']} messages verified, {len(added)} of them new"
        yield f"  you play: {told['you']}" if told["you"] else "  you do not play in it with this identity"
    else:
        yield f"game {told['game'][:12]}: nothing was built"
    yield from _faults(told)
    for notice in told["notices"]:
        yield f"  note: {notice}"
    for path in told["evidence"]:
        yield f"  evidence is kept: {path}"
    if told["you"]:
        last = told["last"]
        dated = f", dated {plain_dates(last['date'])}" if last["date"] else ""
        yield f"  the last message is {last['message']} of {last['of']}{dated}"
        yield "  if you remember a later one, find its mail and import that before you sign anything"
        yield f"Next: pbem status --campaign {told['folder']}"
    elif told["folder"]:
        yield f"Look at it: pbem verify {told['folder']}"
        yield "If you are one of its players, restore your identity (pbem keys restore) and import once more"


def _faults(told: dict[str, Any]) -> Iterator[str]:
    for fork in told["forks"]:
        who = "you yourself" if fork["signed_by"] == told["side"] else f"side {fork['signed_by']}"
        what = f"{who} signed two different ones; one of them is in the log"
        yield f"  {diagnosis('FORK', what, fork['message'])}"
        yield f"    {fork['detail']}"
    for one in told["refused"]:
        if one["class"] != "stranger":
            detail = one["detail"].split("\n")[0]
            yield f"  refused: {diagnosis(one['code'], detail, one['message'], one['signed_by'])}"
    if told["broken"]:
        yield f"  {diagnosis(told['broken']['code'], told['broken']['detail'])}"
        if told["ask"]:
            yield f"    {told['ask']}"
        if not told["folder"]:
            yield "    or build as far as the messages reach: --partial"


def _listed(games: Sequence[dict[str, Any]]) -> Iterator[str]:
    for one in games:
        players = " and ".join(one["players"]) or "players unknown"
        yield f"{one['game'][:12]}  {one['messages']:>4} messages  {one['scenario'] or 'no invitation'}: {players}"


def _aside(gathered: Gathered) -> Iterator[str]:
    for text in gathered.damaged:
        yield f"damaged, ask for it again: {text}"
    for text in gathered.passed_over:
        yield f"passed over: {text}"
