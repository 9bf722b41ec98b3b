"""The one error that people see: what is wrong, where, and how to mend it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

# Exit statuses of every command but `verify` and `receive` (docs/cli.md).
FORBIDDEN = 1
BAD_INPUT = 2
NOT_YOUR_MOVE = 3


@dataclass
class Problem(Exception):
    """A fault of input, files or usage, told in two lines.

    code: a word from docs/cli.md, upper case, fit for scripts (`ORDERS_YAML`, `FOLDER_LOCKED`).
    what: one sentence, what is wrong and what was expected.
    mend: one sentence, how to mend it; may be empty where nothing can be done.
    where: `file`, `file:line` or `file:line:column`; empty where there is none.
    status: exit status of the command (0 to 255).
    """

    code: str
    what: str
    mend: str = ""
    where: str = ""
    status: int = BAD_INPUT

    def at(self, where: str) -> Problem:
        """This problem, with a place if it has none yet. where: as the attribute, or a folder or mail in words."""
        self.where = self.where or where
        return self

    def to_json(self) -> dict[str, Any]:
        """The problem as data: what stands under `error` in answers of `--json`."""
        return {
            "code": self.code,
            "what": self.what,
            "mend": self.mend,
            "where": self.where,
            "status": self.status,
        }

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        return f"{place}{self.what}"
