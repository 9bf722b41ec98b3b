"""What the words of a command line are worth: strings, whole numbers and paths, which need no library to be told."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final, get_args

# Digits of a whole number that is told here; longer ones are typer's to refuse or take.
_DIGITS: Final = 9
# What typer can ask of a path besides, and what it asks where nobody says anything.
_OF_A_PATH: Final = {
    "parser": None,
    "path_type": None,
    "exists": False,
    "file_okay": True,
    "dir_okay": True,
    "writable": False,
    "resolve_path": False,
    "allow_dash": False,
}
# What this typer's parameters have, and another's may not.
_TYPERS: Final = ("get_runtime_param", "type_descriptor", "multiple", "nargs")


class Plain:
    """Turns words into the value of one parameter: what is plain at once, anything else as typer does.

    typer has pydantic tell the value even of an option that nobody gave, and importing pydantic takes a short command
    as long as all its other work.
    """

    def __init__(self, parameter: Any) -> None:
        self._typers = parameter.get_runtime_param
        self._multiple = parameter.multiple or parameter.nargs == -1
        described = parameter.type_descriptor
        kinds = get_args(described.annotation) if self._multiple else (described.annotation,)
        self._kind = kinds[0] if kinds else None
        self._asked = described.parameter_info

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """As typer's own. Raises typer's BadParameter."""
        if value is None:
            return () if self._multiple else None
        words = value if self._multiple else (value,)
        told = [self._told(word) for word in words] if isinstance(words, (list, tuple)) else [None]
        if any(one is None for one in told):
            return self._typers().coerce(value, param=param, ctx=ctx)
        return told if self._multiple else told[0]

    def _told(self, word: Any) -> Any:
        """The value of a word, None where it is not plain."""
        if self._asked.parser is not None:
            return None
        if self._kind is str:
            return word if isinstance(word, str) else None
        if self._kind is int:
            return self._number(word)
        return self._path(word) if self._kind is Path else None

    def _number(self, word: Any) -> int | None:
        if isinstance(word, str) and word.isascii() and word.isdecimal() and len(word) <= _DIGITS:
            word = int(word)
        least, most = self._asked.min, self._asked.max
        fits = type(word) is int and (least is None or word >= least) and (most is None or word <= most)
        return word if fits else None

    def _path(self, word: Any) -> Path | None:
        if any(getattr(self._asked, name) != usual for name, usual in _OF_A_PATH.items()):
            return None
        if not isinstance(word, (str, Path)):
            return None
        path = Path(word)
        try:
            path.stat()
        except OSError:
            return path
        except ValueError:
            return None  # a byte that no path has
        return path if os.access(path, os.R_OK) else None


def plainly(parameter: Any) -> Any:
    """The same parameter of typer's, its words told in this way from now on; that of a typer which asks otherwise stays
    as it is."""
    if "get_runtime_param" not in vars(parameter) and all(hasattr(parameter, name) for name in _TYPERS):
        told = Plain(parameter)
        parameter.get_runtime_param = lambda: told
    return parameter
