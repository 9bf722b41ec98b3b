"""Words of a command line are told without typer's library, and come to what it would have made of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.main import get_command

from pbem.cli.lazy import COMMANDS
from pbem.cli.main import app
from pbem.cli.values import plainly
from tests.cli.test_entry import loaded

WORDS = (
    "",
    "5",
    "0",
    "-1",
    "007",
    " 7 ",
    "1_0",
    "٣",
    "1.5",
    "9" * 8,
    "9" * 30,
    "true",
    "-",
    "accept",
    "~",
    "a/b",
    ".",
    "\x00",
)


def said(parameter: Any, ctx: Any, value: Any) -> tuple[str, Any]:
    """What becomes of a value: it, and its kind; or the refusal."""
    try:
        told = parameter.get_runtime_param().coerce(value, param=parameter, ctx=ctx)
    except typer.BadParameter as refused:
        return "refused", refused.message
    return type(told).__name__, told


def commands(group: Any) -> Iterator[tuple[Any, Any]]:
    """Every command below a group, with its context."""
    ctx = typer.Context(group)
    for name in group.list_commands(ctx):
        command = group.get_command(ctx, name)
        if hasattr(command, "list_commands"):
            yield from commands(command)
        else:
            yield command, typer.Context(command)


def values(parameter: Any) -> Iterator[Any]:
    """What a parameter may be given: nothing, its default, words."""
    yield from (None, parameter.default)
    for word in WORDS:
        yield (word, "3") if parameter.multiple or parameter.nargs == -1 else word


@pytest.mark.slow
def test_every_parameter_of_every_command_is_told_as_typer_tells_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    seen = 0
    for command, ctx in commands(get_command(app)):
        for parameter in command.params:
            for value in values(parameter):
                seen += 1
                typers = said(parameter, ctx, value)
                ours = said(plainly(parameter), ctx, value)
                del parameter.get_runtime_param
                assert ours == typers, (command.name, parameter.name, value)
    assert seen > 100 * len(COMMANDS)


@pytest.mark.slow
def test_a_command_with_arguments_and_options_imports_no_pydantic(tmp_path: Path) -> None:
    for words in (("rules", "list"), ("rules", "show", "none"), ("list",), ("stats", "--practice", "0", "--mails")):
        _, modules = loaded(*words, cwd=tmp_path, home=tmp_path)
        assert "pbem.cli.values" in modules
        assert not modules & {"pydantic", "pydantic_core"}, words


def test_a_file_that_cannot_be_read_is_refused_by_typer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "orders.yaml").write_text("")
    monkeypatch.setattr("os.access", lambda path, mode: False)
    command = {one.name: (one, ctx) for one, ctx in commands(get_command(app))}["check"]
    file = next(one for one in command[0].params if one.name == "file")
    kind, what = said(plainly(file), command[1], str(tmp_path / "orders.yaml"))
    assert kind == "refused" and "is not readable" in what


def test_parameters_of_another_typer_are_left_to_it() -> None:
    class Parameter:
        multiple, nargs = False, 1

    parameter = Parameter()
    assert plainly(parameter) is parameter and not vars(parameter)
