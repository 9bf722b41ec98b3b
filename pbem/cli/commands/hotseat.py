"""`pbem hotseat`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from pbem.campaign.core.due import Due
from pbem.campaign.outbox.new_game import first_army, invitation_of
from pbem.campaign.outbox.preparing import Preview, foreseen
from pbem.campaign.telling.revealing import Row, secret_lines
from pbem.campaign.writing.orders_file import HELPER_SCHEMA, Checked, require_clean
from pbem.campaign.writing.standing_judged import NOTHING_JUDGED, Judged
from pbem.cli.editor import edited
from pbem.cli.faults import tell
from pbem.cli.lazy import command_app
from pbem.cli.parameters import Json, Options, RulesetName, ScenarioName
from pbem.cli.terminal import asked, clear_screen, say, show
from pbem.errors import Problem
from pbem.local.hotseat import (
    Sheet,
    Table,
    check,
    due_now,
    known_rows,
    load_table,
    new_table,
    play,
    template,
)
from pbem.local.hotseat_standing import judged_standing, standing_orders
from pbem.store.files import read_bounded

EXAMPLES = (
    "pbem hotseat --scenario <scenario>",
    "pbem hotseat --file evening.json",
    "pbem hotseat --orders plan.yaml --json",
)


@command_app(EXAMPLES)
def app(
    file: Annotated[Path, typer.Option("--file", metavar="FILE", help="The game; it is kept after every step.")] = Path(
        "hotseat.json"
    ),
    ruleset: RulesetName = "",
    scenario: ScenarioName = "",
    option: Options = None,
    orders: Annotated[
        Path | None, typer.Option("--orders", metavar="FILE", help="Play these orders or this answer, then stop.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Play with two people at one terminal, without mail.

    Begins a game where the file is missing, else goes on with it. Orders are written into the file beside it, with
    your editor (VISUAL or EDITOR) where one is set; dice are real; Ctrl-C and "q" leave everything kept. Where the
    rules hide something, the screen is cleared between the players, and each sees his own counters only.
    """
    table = _table(file.absolute(), ruleset, scenario, option)
    if orders is not None or as_json:
        told, judged = _one(table, orders)
        kept = [_kept_line(told["put_away"])] if told["put_away"] else []
        lines = [told["report"].rstrip("\n"), *_rows(told["own"]), *judged.lines, *kept, told["awaited"]]
        show(told, lines, as_json=as_json)
        return
    _evening(table)
    say(_awaited(table))
    if table.hands and _sheet(table).path.exists():
        say(f"What was written and not played is in {_sheet(table).path}; it shows what its author hides.")
    for seat in "ab" if table.state["over"] else "":
        for line in _rows(known_rows(table, seat), f"What {table.title_of(seat)} still hid"):
            say(line)


def _evening(table: Table) -> None:
    """Question after question, until the game is over or somebody wants to stop."""
    seated, report = "", ""
    while (due := due_now(table)).kind != "over":
        if table.hands and due.seat != seated:
            if not _handed_over(table, due.seat, seated, report):
                return
            seated = due.seat
        answered = _round(table, due)
        if answered is None:
            return
        report = answered or report


def _handed_over(table: Table, seat: str, seated: str, report: str) -> bool:
    """The screen between two players: what one has written and read is gone before the other sits down."""
    title = table.title_of(seat)
    if seated and _stops(asked(f"Next is {title}. Press Enter: the screen is cleared (q to stop): ")):
        return False
    clear_screen()
    if _stops(asked(f"{title}, are you alone at the screen? Press Enter (q to stop): ")):
        return False
    clear_screen()
    say(report)
    for line in _rows(known_rows(table, seat)):
        say(line)
    return True


def _stops(answer: str | None) -> bool:
    return answer is None or answer.strip().lower() == "q"


def _rows(rows: Sequence[Row], heading: str = "What you alone know") -> list[str]:
    room = max((len(label) for label, _ in rows), default=0)
    return [f"{heading}:", *(f"  {label:<{room}}  {text}" for label, text in rows)] if rows else []


def _table(file: Path, ruleset: str, scenario: str, option: list[str] | None) -> Table:
    if file.suffix.lower() in (".yaml", ".yml") or file.name == HELPER_SCHEMA:
        what = f"{file.name[:60]!a} is a name for orders, which are written beside the game"
        raise Problem("USAGE", what, "name the game like evening.json", str(file))
    if file.exists() and not (ruleset or scenario):
        return load_table(file)
    return new_table(file, invitation_of(ruleset, scenario, first_army(ruleset, scenario), option or ()))


def _sheet(table: Table) -> Sheet:
    return Sheet(table.path.with_suffix(".yaml"))


def _one(table: Table, orders: Path | None) -> tuple[dict[str, Any], Judged]:
    """One question without asking anybody: the orders are played, or its template is laid out. With what is to be said
    of the standing orders of whoever is asked now."""
    report, away = "", None
    due = due_now(table)
    if orders is not None:
        if due.kind == "over":
            raise Problem("GAME_OVER", "this game is over", "begin another with --file and --scenario")
        data, blank = read_bounded(orders, 2**20), template(table, due).encode("utf-8")
        report = play(table, due, check(table, due, data, orders.name)).report
        away = _sheet(table).clear(data, blank)
    due = due_now(table)
    # Whoever has just played does not see what the next player has: that one asks for it himself.
    handed = bool(table.hands) and orders is not None
    if not handed and due.kind != "over":
        away = _sheet(table).lay_out(table, due) or away
    judged = NOTHING_JUDGED if handed or due.kind == "over" else judged_standing(table, due)
    told = {
        "file": str(table.path),
        "orders": str(_sheet(table).path),
        "put_away": str(away or ""),
        "report": report,
        "own": [list(row) for row in known_rows(table, due.seat)] if due.kind != "over" and not handed else [],
        "standing_remarks": [one.to_json() for one in judged.remarks],
        "awaited": _awaited(table, handed=handed),
        "over": dict(table.state["over"]),
    }
    return told, judged


def _awaited(table: Table, *, handed: bool = False) -> str:
    due = due_now(table)
    if due.kind == "over":
        return f"The game is over: {', '.join(f'{key} {value}' for key, value in table.state['over'].items())}"
    decides = f"{table.game.telling.headline(due.state['at'])}: {table.title_of(due.seat)} has to decide."
    then = f"\nHe alone types: pbem hotseat --file {table.path.name} --json" if handed else ""
    return f"{decides} Kept in {table.path}{then}"


def _round(table: Table, due: Due) -> str | None:
    """One question with the person at the terminal: the report, "" where nothing was played, None where he wants to
    stop."""
    sheet = _sheet(table)
    _tell_kept(sheet.lay_out(table, due))
    headline, whose = table.game.telling.headline(due.state["at"]), table.title_of(due.seat)
    say(headline if whose in headline else f"{headline}: {whose}")
    if not edited(sheet.path):
        answer = asked(f"Write your orders into {sheet.path}, then press Enter (q to stop): ")
        if _stops(answer):
            return None
    try:
        data = sheet.read()
        checked = check(table, due, data, sheet.path.name)
        require_clean(checked)
        told = _previewed(table, due, checked)
    except Problem as problem:
        tell(problem, "hotseat", as_json=False)
        return None if _stops(asked("Press Enter to correct the file (q to stop): ")) else ""
    for line in told.lines:
        say(line)
    answer = asked("Play these orders? Enter for yes, n to change them, q to stop: ")
    if answer is None or _stops(answer):
        return None
    if answer.strip().lower() in ("n", "no"):
        return ""
    report = play(table, due, checked).report
    _tell_kept(sheet.clear(data))
    say(report)
    return report


def _tell_kept(away: Path | None) -> None:
    if away is not None:
        say(_kept_line(str(away)))


def _kept_line(away: str) -> str:
    return f"Orders that were not played are kept: {away}"


def _previewed(table: Table, due: Due, checked: Checked) -> Preview:
    """What orders would do, as before a signature. Raises Problem for the standing orders that go with them."""
    standing_orders(table, due.seat)
    data: dict[str, Any] = {"lines": []}
    if due.kind == "orders" and due.request is not None:
        data = foreseen(table, due, due.request, checked)
    secret = secret_lines(table, checked, due.own, data.get("groups", ()))
    return Preview(checked, data, (), secret, judged_standing(table, due).required())
