"""What a ruleset may offer beside its rules: checking a scenario's files before anybody plays them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class FileFault:
    """One fault of a scenario's files.

    file: its path in the folder; one that lies in the ruleset's own data, or is missing, is named all the same. what:
    one sentence, what is wrong and what was expected. path: keys and indices that lead to the place, () for the file.
    mend: one sentence, how to mend it; may be empty where `what` says it.
    """

    file: str
    what: str
    path: tuple[str | int, ...] = ()
    mend: str = ""


class DataCheck(Protocol):
    """`Ruleset.checks`: what is wrong with the files of a scenario. Both methods are pure."""

    def schemas(self) -> Mapping[str, str]:
        """The files of a scenario's folder -> the schema (`schemas/NAME.schema.json`) that each has to fit.

        A path with `*` in place of a name, such as `maps/*.yaml`, stands for files that need not be there; the others
        have to be.
        """

    def faults(self, files: Mapping[str, bytes], sound: Sequence[str]) -> Sequence[FileFault]:
        """Everything that is wrong with a scenario's files, in their order; () where a game can be played with them.

        files: path -> bytes, each of them YAML of the strict kind that orders files are. sound: those that fit their
        schemas; what the schema of another one tells need not be told again. Raises nothing, whatever the files hold.
        """
