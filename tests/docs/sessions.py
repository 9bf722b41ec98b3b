"""Runs the console sessions of a Markdown page and compares, or writes, what the commands print.

A block ```console holds lines `anna$ pbem ...` and below each what it printed. Every person has a folder and a
configuration folder of his own; `$` alone is somebody in the checkout. Lines of a block that follows a comment
`<!-- edit anna: PATH -->` replace the template's line for the same unit in that file; behind `<!-- put anna: PATH -->`
whole members, with everything below them. Ids, keys, dates and folders differ from run to run and are compared by their
form alone. Where a page has the comment `<!-- steady dice -->`, what people type has the dice of `tests.docs.steady`.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.places import PROJECT as ROOT

_PROMPT = re.compile(r"([a-z]*)\$ (.+)")
_EDIT = re.compile(r"<!-- (edit|put) ([a-z]+): (\S+) -->")
_STEADY = "<!-- steady dice -->"
_MEMBER = re.compile(r"(?:# )?([a-z-]+):.*")
_UNIT = re.compile(r"unit: ([a-z0-9-]+)")
_FORMS = (
    (re.compile(r"\b[0-9a-f]{64}\b"), "<64 hex>"),
    # An id that begins with a digit is quoted in YAML, one that begins with a letter is not.
    (re.compile(r'"[0-9a-f]{12}"|\b[0-9a-f]{12}\b'), "<12 hex>"),
    (re.compile(r"\b[a-z2-7]{5}(?:-[a-z2-7]{5}){4}\b"), "<fingerprint>"),
    (re.compile(r"\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\b"), "<date>"),
    (re.compile(r"^  [A-Za-z0-9+/]{1,64}$", re.MULTILINE), "  <base64>"),
    (re.compile(r"END PBEM TURN [0-9a-f]{16}"), "END PBEM TURN <checksum>"),
    (re.compile(r"\bpbem report \d+ [0-9a-f]{8} (?=public|private)"), "pbem report <words> "),
    # The samples are told anew before a release, not with every word that changes.
    (re.compile(r"^  \d+ reports were not compared, written by other words .*\n", re.MULTILINE), ""),
)
SHOWN_HOME = "/home"


class Session:
    """A page being run: folders of the people below `base`. What they type is run by a program that is started once."""

    def __init__(self, base: Path, *, steady: bool = False) -> None:
        self.base = base
        self.words = ["steady"] if steady else []
        self.program: subprocess.Popen[str] | None = None

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        if self.program is not None:
            self.program.communicate()

    def folder(self, person: str) -> Path:
        """Where a person works; nobody in particular works in the checkout."""
        if not person:
            return ROOT
        path = self.base / person
        path.mkdir(exist_ok=True)
        return path

    def run(self, person: str, command: str) -> str:
        """What a command prints, with errors where they come. `cd DIR && ...` works; so do `cat`, `cp` and `head`."""
        place = self.folder(person)
        while command.startswith("cd "):
            folder, _, command = command[3:].partition(" && ")
            place = place / folder
        environment = {key: value for key, value in os.environ.items() if not key.startswith("PBEM")}
        environment |= {"PBEM_HOME": str(self.base / f".{person or 'nobody'}"), "COLUMNS": "80", "LC_ALL": "C.UTF-8"}
        environment |= {"PYTHONPATH": str(ROOT), "PBEM_MAIL": "plain"}
        words = shlex.split(command)
        if words[0] == "pbem" and person:
            printed = self._typed(words[1:], place, environment)
        else:
            # The samples of the checkout have real dice, whatever the page's own campaign is played with.
            names = {"pbem": [sys.executable, "-m", "pbem"], "python": [sys.executable]}
            printed = self._printed([*names.get(words[0], words[:1]), *words[1:]], place, environment)
        return printed.replace(str(self.base), SHOWN_HOME).replace(str(ROOT), "/pbem")

    def _typed(self, words: list[str], place: Path, environment: dict[str, str]) -> str:
        """What a command of pbem prints."""
        if self.program is None:
            command = [sys.executable, "-m", "tests.docs.forking", *self.words]
            pipe = subprocess.PIPE
            self.program = subprocess.Popen(command, cwd=ROOT, env=environment, stdin=pipe, stdout=pipe, text=True)
        out = self.base / ".printed"
        asked = {"cwd": str(place), "env": environment, "words": words, "out": str(out)}
        assert self.program.stdin is not None and self.program.stdout is not None
        self.program.stdin.write(json.dumps(asked) + "\n")
        self.program.stdin.flush()
        assert self.program.stdout.readline() == "done\n"
        return out.read_text(encoding="utf-8")

    @staticmethod
    def _printed(words: list[str], place: Path, environment: dict[str, str]) -> str:
        """The same of any program."""
        done = subprocess.run(
            words,
            cwd=place,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            check=False,
        )
        return done.stdout

    def put(self, person: str, name: str, lines: list[str]) -> None:
        """Puts each member, a line at the left with those below it, in the place of the template's, else at the end."""
        path = self.folder(person) / name
        text = path.read_text(encoding="utf-8").rstrip("\n").split("\n")
        for member in _members(lines):
            named = _MEMBER.fullmatch(member[0])
            at = next((i for i, old in enumerate(text) if named and _named(old) == named[1]), len(text))
            end = next((i for i, old in enumerate(text[at + 1 :], at + 1) if not old.startswith("  ")), len(text))
            text[at:end] = member
        path.write_text("\n".join(text) + "\n", encoding="utf-8", newline="\n")

    def edit(self, person: str, name: str, lines: list[str]) -> None:
        """Puts each line in the place of the template's line for the same unit, else at the end."""
        path = self.folder(person) / name
        text = path.read_text(encoding="utf-8").split("\n")
        for line in lines:
            unit = _UNIT.search(line)
            at = next((i for i, old in enumerate(text) if unit and f"unit: {unit[1]}," in old), None)
            if at is None:
                text.append(line)
            else:
                text[at] = line
        path.write_text("\n".join(text) + "\n", encoding="utf-8", newline="\n")


def _named(line: str) -> str:
    found = _MEMBER.fullmatch(line)
    return found[1] if found else ""


def _members(lines: list[str]) -> list[list[str]]:
    """Lines at the left, each with the indented ones below it."""
    found: list[list[str]] = []
    for line in lines:
        if line.startswith(" ") and found:
            found[-1].append(line)
        else:
            found.append([line])
    return found


def rerun(page: str, base: Path) -> str:
    """The page with the outputs of this run."""
    with Session(base, steady=_STEADY in page) as session:
        return _rerun(page, session)


def _rerun(page: str, session: Session) -> str:
    result: list[str] = []
    lines = iter(page.split("\n"))
    edit: re.Match[str] | None = None
    for line in lines:
        result.append(line)
        found = _EDIT.fullmatch(line.strip())
        if found:
            edit = found
        elif line.startswith("```console"):
            result += _console(session, lines)
        elif line.startswith("```") and edit is not None:
            body = []
            for inner in lines:
                result.append(inner)
                if inner.startswith("```"):
                    break
                body.append(inner)
            change = session.edit if edit[1] == "edit" else session.put
            change(edit[2], edit[3], body)
            edit = None
        elif line.startswith("```"):
            for inner in lines:
                result.append(inner)
                if inner.startswith("```"):
                    break
    return "\n".join(result)


def _console(session: Session, lines) -> list[str]:
    """The lines of one console block, up to and with its fence. `[...]` after a prompt's output cuts it there."""
    shown: list[str] = []
    printed: list[str] = []
    limit: int | None = None
    old = 0
    for line in lines:
        prompt = _PROMPT.fullmatch(line)
        if prompt is None and not line.startswith("```"):
            old += 1
            if line == "[...]":
                limit = old - 1
            continue
        shown += _cut(printed, limit)
        if prompt is None:
            shown.append(line)
            return shown
        printed = session.run(prompt[1], prompt[2]).rstrip("\n").split("\n")
        printed = [] if printed == [""] else printed
        limit, old = None, 0
        shown.append(line)
    raise ValueError("a console block has no end")


def _cut(printed: list[str], limit: int | None) -> list[str]:
    return printed if limit is None or limit >= len(printed) else [*printed[:limit], "[...]"]


def formal(page: str) -> str:
    """The page with all that differs between runs replaced by its form."""
    for pattern, form in _FORMS:
        page = pattern.sub(form, page)
    return page


def main() -> None:
    """Writes the outputs of this run into the pages named."""
    for name in sys.argv[1:]:
        path = Path(name)
        folder = Path(tempfile.mkdtemp())
        try:
            text = rerun(path.read_text(encoding="utf-8"), folder)
        finally:
            shutil.rmtree(folder)
        path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
