"""Commands that are imported only when they run, and help whose examples name what is installed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from keyword import iskeyword
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from pbem.cli.values import plainly

# Command -> the line that tells what it is for, in the order in which a campaign needs them.
COMMANDS = {
    "play": "Play on a page in your browser: read, order, sign, send and receive.",
    "new": "Begin a campaign: make its folder and the signed invitation.",
    "join": "Look at an invitation and accept it.",
    "list": "List your campaigns and whose move it is.",
    "receive": "Take in what your opponent mailed: verify, roll the dice, report.",
    "mail": "Fetch and send by yourself: setup, password, check, sync; serve for a club.",
    "import": "Rebuild a campaign's folder from mail alone.",
    "orders": "Write the orders file with every open decision.",
    "odds": "Say what one attack would come to, with exact chances, without any orders.",
    "check": "Say everything that is wrong with orders, or preview them.",
    "submit": "Sign the one message that is due and lay it into the outbox.",
    "part": "Team play: sign your part of the orders for your captain.",
    "standing": "Show and check your standing orders.",
    "status": "Say whose move it is and what to type next.",
    "report": "Print your own report, or that of a message; or write it as a page.",
    "show": "Show a message as YAML.",
    "map": "Draw the present position.",
    "dice": "List the dice of a message and how each follows from its seed.",
    "stats": "Count what campaigns cost in mail, or draw what one of them cost in blood.",
    "verify": "Verify a campaign, a log, an archive or a mailed file.",
    "audit": "Show what both players disclosed and what it proves.",
    "archive": "Write the whole campaign into one file that anybody can verify.",
    "export": "Write a position for another program, such as VASSAL.",
    "diverge": "Find the first step on which two programs disagree.",
    "offer": "Offer a draw, a take-back or an amendment.",
    "answer": "Accept or decline what your opponent offers.",
    "resign": "Give the game up.",
    "seat": "Take the place of a player who is gone, or agree that somebody does.",
    "overdue": "Write evidence that your opponent's days are over.",
    "rules": "Rulebooks: list, show, coverage.",
    "hotseat": "Play with two people at one terminal, without mail.",
    "practice": "Play against the practice opponent.",
    "demo": "Play a whole campaign between two practice opponents and verify it.",
    "keys": "Your identity: show, new, name, backup, restore, renew, passphrase.",
    "doctor": "Examine installation, identity and campaign, and mend what can be mended.",
    "try": "Rehearse your orders with throw-away dice.",
}


_RANGE = re.compile(r"(\d+)<=x<=(\d+)")


def word_of(argument: Any) -> str:
    """An argument as it is called in help: `PLACE`, and `FILE...` where several may stand."""
    return f"{argument.metavar or argument.name.upper()}{'' if argument.nargs == 1 else '...'}"


def help_row(parameter: Any, ctx: Any) -> tuple[str, str] | None:
    """What help says of an argument or option: how it is written, and what it is for; None for a hidden one.

    What typer adds of its own (types, ranges as `1<=x<=9`) is for programmers.
    """
    row = parameter.get_help_record(ctx)
    if row is None:
        return None
    written, told = row
    if parameter.param_type_name == "argument":
        written = word_of(parameter)
    return written, _RANGE.sub(r"\1 to \2", told)


class _Plain:
    """What commands and groups share: plain words of the command line are told without pydantic."""

    def get_params(self, ctx: Any) -> Any:
        """All parameters, `--help` too."""
        return [plainly(parameter) for parameter in super().get_params(ctx)]  # type: ignore[misc]


class Command(_Plain, TyperCommand):
    """A command whose help ends with examples."""

    examples: Sequence[str] = ()

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """As typer does, but `--help` is never the value of the option before it."""
        spoken = args[: args.index("--")] if "--" in args else args
        return super().parse_args(ctx, ["--help"] if "--help" in spoken else args)

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """`[OPTIONS] PLACE... [FILE]`: what may be left out stands in brackets."""
        words = [(word_of(one), one) for one in self.get_params(ctx) if one.param_type_name == "argument"]
        shown = [word if one.required else f"[{word}]" for word, one in words]
        return [*filter(None, [self.options_metavar]), *shown]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Arguments, then options."""
        params = self.get_params(ctx)
        for kind, title in (("argument", "Arguments"), ("option", "Options")):
            rows = [help_row(one, ctx) for one in params if one.param_type_name == kind]
            if any(rows):
                with formatter.section(title):
                    formatter.write_dl([row for row in rows if row is not None])

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """The examples."""
        write_examples(formatter, self.examples)


def write_examples(formatter: Any, examples: Sequence[str]) -> None:
    """The examples of a help, with the names of the first installed ruleset for `<ruleset>` and so on."""
    from pbem.campaign.core.rulebooks import example_names

    names = example_names()
    with formatter.section("Examples"):
        for example in examples:
            for key, name in names.items():
                example = example.replace(f"<{key}>", name)
            formatter.write(f"  {example}\n")


def command_app(examples: Sequence[str]) -> Callable[[Callable[..., Any]], typer.Typer]:
    """Makes a function the only command of an app of its own. examples: `pbem new --ruleset <ruleset>` and so on."""

    def decorate(function: Callable[..., Any]) -> typer.Typer:
        app = plain_app()
        app.command(cls=with_examples(examples))(function)
        return app

    return decorate


def with_examples(examples: Sequence[str]) -> type[Command]:
    """The command class that shows these examples."""
    return type("Command", (Command,), {"examples": tuple(examples)})


def plain_app(**settings: Any) -> typer.Typer:
    """A typer app that neither draws nor catches: rich is not imported, exceptions come out."""
    return typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False, add_completion=False, **settings)


class Group(_Plain, TyperGroup):
    """Subcommands; the help of the group ends with examples like that of a command."""

    examples: Sequence[str] = ()

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The subcommand, with its whole first sentence for the list: typer would cut that off at a line's end."""
        command = super().get_command(ctx, cmd_name)
        if command is not None and not command.short_help:
            command.short_help = " ".join((command.help or "").split("\n\n")[0].split())
        return command

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """As typer does, but an unknown name is answered with the nearest ones."""
        if args and not args[0].startswith("-") and args[0] not in self.commands and not ctx.resilient_parsing:
            raise _unknown(args[0], self.commands, str(ctx.command_path))
        return super().resolve_command(ctx, args)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """One example for each of the usual tasks."""
        write_examples(formatter, self.examples)


def group_app(about: str, examples: Sequence[str]) -> typer.Typer:
    """An app of subcommands. about: its line of help."""
    return plain_app(cls=type("Group", (Group,), {"examples": tuple(examples)}), help=about, no_args_is_help=False)


def _unknown(word: str, commands: Iterable[str], above: str) -> Exception:
    """The Problem that a command is none. above: the command line up to it."""
    from pbem.errors import Problem
    from pbem.orders.findings import quoted, suggest

    near = " or ".join(f"{above} {one}" if above != "pbem" else one for one in suggest(word, commands))
    mend = f"did you mean {near}?" if near else f"see {above} --help"
    return Problem("UNKNOWN_COMMAND", f"{quoted(word)} is no command of {above}", mend)


def module_name(command: str) -> str:
    """The module of a command: its own name, with `_` behind what Python keeps for itself."""
    return f"{command}_" if iskeyword(command) else command


class LazyGroup(_Plain, TyperGroup):
    """The commands of the table above; their modules are imported one by one, when they are asked for."""

    def list_commands(self, ctx: Any) -> list[str]:
        """All names, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command, its module imported now; None for an unknown name."""
        if cmd_name not in COMMANDS:
            return None
        if cmd_name not in self.commands:
            module = import_module(f"pbem.cli.commands.{module_name(cmd_name)}")
            command = typer.main.get_command(module.app)
            command.name, command.short_help = cmd_name, COMMANDS[cmd_name]
            self.commands[cmd_name] = command
        return self.commands[cmd_name]

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """As typer does, but an unknown name is answered with the nearest ones."""
        if args and not args[0].startswith("-") and args[0] not in COMMANDS and not ctx.resilient_parsing:
            raise _unknown(args[0], COMMANDS, "pbem")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The table, without importing anything."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))
