"""`pbem hotseat`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from pbem.campaign.hotseat import Sheet, Table, check, due_now, load_table, new_table, play
from pbem.campaign.orders_file import require_clean
from pbem.campaign.wishes import first_army, invitation_of
from pbem.cli.editor import edited
from pbem.cli.faults import tell
from pbem.cli.lazy import command_app
from pbem.cli.parameters import Json, Options, RulesetName, ScenarioName
from pbem.cli.terminal import asked, say, show
from pbem.errors import Problem
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
    your editor (VISUAL or EDITOR) where one is set; dice are real; Ctrl-C and "q" leave everything kept.
    """
    table = _table(file.absolute(), ruleset, scenario, option)
    if orders is not None or as_json:
        told = _one(table, orders)
        show(told, [told["report"].rstrip("\n"), told["awaited"]], as_json=as_json)
        return
    while (due := due_now(table)).kind != "over" and _round(table, due):
        pass
    say(_awaited(table))


def _table(file: Path, ruleset: str, scenario: str, option: list[str] | None) -> Table:
    if file.exists() and not (ruleset or scenario):
        return load_table(file)
    return new_table(file, invitation_of(ruleset, scenario, first_army(ruleset, scenario), option or ()))


def _sheet(table: Table) -> Sheet:
    return Sheet(table.path.with_suffix(".yaml"))


def _one(table: Table, orders: Path | None) -> dict[str, Any]:
    """One question without asking anybody: the orders are played, or its template is laid out."""
    report = ""
    due = due_now(table)
    if orders is not None:
        if due.kind == "over":
            raise Problem("GAME_OVER", "this game is over", "begin another with --file and --scenario")
        report = play(table, due, check(table, due, read_bounded(orders, 2**20), orders.name)).report
    due = due_now(table)
    if due.kind != "over":
        _sheet(table).lay_out(table, due, anew=False)
    return {
        "file": str(table.path),
        "orders": str(_sheet(table).path),
        "report": report,
        "awaited": _awaited(table),
        "over": dict(table.state["over"]),
    }


def _awaited(table: Table) -> str:
    due = due_now(table)
    if due.kind == "over":
        return f"The game is over: {', '.join(f'{key} {value}' for key, value in table.state['over'].items())}"
    return f"{table.game.headline(due.state['at'])}: {table.title_of(due.side)} has to decide. Kept in {table.path}"


def _round(table: Table, due: Any) -> bool:
    """One question with the person at the terminal; False where he wants to stop."""
    sheet = _sheet(table)
    sheet.lay_out(table, due, anew=False)
    say(f"{table.game.headline(due.state['at'])}: {table.title_of(due.side)}")
    if not edited(sheet.path):
        answer = asked(f"Write your orders into {sheet.path}, then press Enter (q to stop): ")
        if answer is None or answer.strip().lower() == "q":
            return False
    try:
        checked = check(table, due, sheet.read(), sheet.path.name)
        require_clean(checked)
    except Problem as problem:
        tell(problem, "hotseat", as_json=False)
        return asked("Press Enter to correct the file (q to stop): ") not in (None, "q")
    for line in _preview(table, due, checked.input):
        say(line)
    answer = asked("Play these orders? Enter for yes, n to change them, q to stop: ")
    if answer is None or answer.strip().lower() == "q":
        return False
    if answer.strip().lower() not in ("n", "no"):
        say(play(table, due, checked).report)
    return True


def _preview(table: Table, due: Any, given: dict[str, Any]) -> list[str]:
    if due.kind != "orders":
        return []
    return list(table.game.preview(due.request, given)["lines"])
