"""The entry point: commands by name, each imported when it runs, and one handler for everything that goes wrong."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any

import typer

from pbem.cli.lazy import LazyGroup

# Set by the shell's completion; typer then answers in place of the command.
COMPLETING = "_PBEM_COMPLETE"
# New objects between two collections of garbage. A command makes many that live as long as it does: at Python's 700
# (2,000 since 3.13), a sixth of a short command's time goes into looking for cycles that are not there.
COLLECT_AFTER = 200_000

app = typer.Typer(
    cls=LazyGroup,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Board wargames by mail: signed orders, dice that nobody can steer, reports worth reading.",
)


@app.callback(invoke_without_command=True)
def root(
    ctx: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help="Show the versions of pbem, the protocol and the rulesets.")
    ] = False,
) -> None:
    """Board wargames by mail: signed orders, dice that nobody can steer, reports worth reading."""
    if version:
        from pbem.cli.versions import print_versions

        print_versions()
        raise typer.Exit
    if ctx.invoked_subcommand is None:
        print(ctx.get_help())


def run(args: Sequence[str]) -> int:
    """Runs one command line and returns its exit status; no exception leaves this function."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    command = next((arg for arg in args if not arg.startswith("-")), "")
    as_json = "--json" in args[: args.index("--") if "--" in args else len(args)]
    try:
        status = _run(args)
    except (KeyboardInterrupt, typer.Abort):
        from pbem.cli.faults import INTERRUPTED

        return INTERRUPTED
    except Exception as error:
        if COMPLETING in os.environ:
            # Somebody has pressed the tab key on a line that is not done yet.
            return 0
        from pbem.cli.faults import tell

        return tell(error, command, as_json=as_json)
    return status if isinstance(status, int) else 0


@cache
def _command() -> Any:
    """All of pbem as one command, with the parts of it that this process has already run."""
    return typer.main.get_command(app)


def _run(args: Sequence[str]) -> Any:
    command = _command()
    if not sys.stderr.isatty():
        return command.main(args=list(args), prog_name="pbem", standalone_mode=False)
    from pbem.cli.terminal import bar_for_long_work

    with bar_for_long_work():
        return command.main(args=list(args), prog_name="pbem", standalone_mode=False)


def main() -> None:
    """What `pbem` and `python -m pbem` call."""
    gc.set_threshold(COLLECT_AFTER)
    status = run(sys.argv[1:])
    # All that is left goes with the process: nobody need look through it for cycles first.
    gc.freeze()
    sys.exit(status)
