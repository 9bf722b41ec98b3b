"""`pbem rules check-scenario`: a scenario's folder held against its schemas and its ruleset, all faults at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.campaign.core.rulebooks import installed, names, ruleset
from pbem.engine.datacheck import DataCheck
from pbem.errors import BAD_INPUT, Problem
from pbem.orders.check import check as check_schema
from pbem.orders.findings import Finding, listed
from pbem.orders.loader import Document, load_or_fault
from pbem.orders.schemas import read_schema
from pbem.orders.text import MAX_BYTES
from pbem.orders.yaml_errors import YamlFault

if TYPE_CHECKING:
    from pbem.engine.contract import Ruleset

# A scenario has a handful of files; more than this, or deeper, is none.
MOST_FILES, MOST_FAULTS = 64, 200
_SUFFIX = ".yaml"
_ANY = "*"


@dataclass(frozen=True)
class FileFinding(Finding):
    """A finding in one of several files. file: its path in the folder."""

    file: str = ""

    def place(self) -> str:
        """`file:line:column`, or the file alone where the fault has no place in it."""
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file


class ScenarioFault(Problem):
    """All faults of a scenario's files in one answer, in the order of the files."""

    def __init__(self, name: str, findings: Sequence[FileFinding]) -> None:
        self.findings = tuple(findings)
        super().__init__(
            code="SCENARIO_FAULTY",
            what=_rendered(name, self.findings),
            mend="correct the files and run the same command again",
            status=BAD_INPUT,
        )

    def to_json(self) -> dict[str, Any]:
        """As of every problem, and each fault by itself."""
        return {**super().to_json(), "findings": [finding.to_json() for finding in self.findings]}


def check_scenario(path: Path, name: str = "") -> dict[str, Any]:
    """{"ruleset", "folder", "files"} of a scenario without faults.

    path: the scenario's folder, or its scenario.yaml. name: the ruleset's id, else the only installed one that such
    files are for. Raises ScenarioFault with every fault; Problem SCENARIO_MISSING, SCENARIO_TOO_LARGE, SCENARIO_UNCLEAR
    where no ruleset or several would do, UNKNOWN_RULESET, NO_SCENARIO_CHECK.
    """
    folder = path.parent if path.is_file() else path
    files = read_files(folder)
    book, check = _book_for(files, name)
    findings = findings_of(check, files)
    if findings:
        raise ScenarioFault(folder.resolve().name or str(folder), findings)
    read = [path for path in files if _schema_of(check.schemas(), path)]
    return {"ruleset": book.id, "folder": str(folder), "files": read}


def read_files(folder: Path) -> dict[str, bytes]:
    """The YAML files of a folder and of the folders in it, path -> bytes; of one that is too large only the beginning.

    Raises Problem SCENARIO_MISSING, SCENARIO_TOO_LARGE.
    """
    if not folder.is_dir():
        raise Problem("SCENARIO_MISSING", f"there is no folder {str(folder)[:200]!r}", "name a scenario's folder")
    paths = []
    for pattern in (f"*{_SUFFIX}", f"*/*{_SUFFIX}"):
        for path in folder.glob(pattern):
            if path.is_file() and not path.is_symlink():
                paths.append(path)
            if len(paths) > MOST_FILES:
                what = f"{str(folder)[:200]!r} has more than {MOST_FILES} files"
                raise Problem("SCENARIO_TOO_LARGE", what, "name the folder of one scenario")
    found = {}
    for path in sorted(paths):
        with path.open("rb") as stream:
            found[path.relative_to(folder).as_posix()] = stream.read(MAX_BYTES + 1)
    return found


def _book_for(files: Mapping[str, bytes], name: str) -> tuple[Ruleset, DataCheck]:
    if name:
        book = ruleset(name)
        check = book.checks
        if check is None:
            raise Problem(
                "NO_SCENARIO_CHECK", f"{book.id} cannot check scenarios", "its scenarios are tried by playing"
            )
        return book, check
    able = [(book, check) for book in installed().values() if (check := book.checks) is not None]
    fit = [(book, check) for book, check in able if _required(check) <= set(files)]
    # One ruleset's files may be some of another's: the one that reads more of them is meant.
    read = [sum(1 for path in files if _schema_of(check.schemas(), path)) for _, check in fit]
    fit = [one for one, number in zip(fit, read, strict=True) if number == max(read)]
    if len(fit) > 1:
        # Files of the same names: the one is meant whose forms they come nearest to.
        wrong = [_faults_of_form(check, files) for _, check in fit]
        fit = [one for one, number in zip(fit, wrong, strict=True) if number == min(wrong)]
    if len(fit) == 1:
        return fit[0]
    what = "no installed ruleset has" if not fit else f"{listed([book.id for book, _ in fit])} all have"
    forms = "; ".join(f"{book.id}: {', '.join(sorted(_required(check)))}" for book, check in able)
    raise Problem(
        "SCENARIO_UNCLEAR",
        f"{what} scenarios of just these files: {listed(list(files)) or 'none'} ({forms or 'no ruleset checks any'})",
        f"say which it is meant for with --ruleset: {', '.join(names())}",
    )


def _faults_of_form(check: DataCheck, files: Mapping[str, bytes]) -> int:
    """How far files are from the schemas of a ruleset, by the number of faults."""
    schemas = check.schemas()
    return sum(len(list(_form_findings(path, at, _schema_of(schemas, path), {}))) for path, at in files.items())


def _required(check: DataCheck) -> set[str]:
    return {path for path in check.schemas() if _ANY not in path}


def findings_of(check: DataCheck, files: Mapping[str, bytes]) -> list[FileFinding]:
    """Everything that is wrong with files: what cannot be read, what does not fit its schema, what the ruleset says."""
    schemas = check.schemas()
    found = [
        FileFinding(
            "unknown",
            "file-missing",
            f"the file is missing; a scenario has {listed(sorted(_required(check)))}",
            file=path,
        )
        for path in sorted(_required(check) - set(files))
    ]
    documents: dict[str, Document] = {}
    unsound: set[str] = set()
    for path, content in files.items():
        wrong = list(_form_findings(path, content, _schema_of(schemas, path), documents))
        found += wrong
        unsound |= {path} if wrong else set()
    readable = {path: files[path] for path in documents}
    told = {(finding.file, finding.line) for finding in found if finding.line}
    for fault in check.faults(readable, [path for path in files if path not in unsound]):
        line, column = documents[fault.file].mark(fault.path) if fault.path and fault.file in documents else (0, 0)
        missing = fault.file not in files and any(finding.file == fault.file for finding in found)
        unread = fault.file in files and fault.file not in documents
        if not missing and not unread and (not line or (fault.file, line) not in told):
            finding = FileFinding(
                "forbidden", "data", fault.what, fault.path, line, column, hint=fault.mend, file=fault.file
            )
            found.append(finding)
    return _in_order(files, found)


def _schema_of(schemas: Mapping[str, str], path: str) -> str:
    """The schema for a file; empty for one that the ruleset does not read."""
    return next((name for form, name in schemas.items() if fnmatchcase(path, form)), "")


def _form_findings(path: str, content: bytes, schema: str, documents: dict[str, Document]) -> Iterator[FileFinding]:
    """What is wrong with the form of one file; what can be read goes to `documents`."""
    if not schema and "/" in path:
        # Beside its own files a scenario may have drawings and the like, in folders of theirs.
        return
    if not schema:
        hint = "correct its name, or take it out of the folder"
        yield FileFinding("unknown", "file-unknown", "nobody reads this file", hint=hint, file=path)
        return
    try:
        document = load_or_fault(content, path)
    except YamlFault as fault:
        yield FileFinding(
            "unreadable", fault.kind, fault.what, (), fault.line, fault.column, hint=fault.mend, file=path
        )
        return
    documents[path] = document
    _, findings = check_schema(document, read_schema(schema))
    for finding in findings:
        members = {name: getattr(finding, name) for name in finding.__dataclass_fields__}
        yield FileFinding(**members, file=path)


def _in_order(files: Mapping[str, bytes], findings: Sequence[FileFinding]) -> list[FileFinding]:
    """By file and place, each once; past MOST_FAULTS one last says that there are more."""
    order = {path: number for number, path in enumerate(files)}
    ranked = sorted(
        dict.fromkeys(findings),
        key=lambda f: (order.get(f.file, -1), f.file, not f.line, f.line, f.column, f.what, f.subject),
    )
    if len(ranked) <= MOST_FAULTS:
        return ranked
    more = FileFinding("unreadable", "more-faults", f"there are {len(ranked) - MOST_FAULTS} more faults")
    return [*ranked[:MOST_FAULTS], more]


def _rendered(name: str, findings: Sequence[FileFinding]) -> str:
    count = "1 fault" if len(findings) == 1 else f"{len(findings)} faults"
    places = [finding.place() for finding in findings]
    margin = max(map(len, places), default=0)
    rows = [f"scenario {name}: {count}"]
    for place, finding in zip(places, findings, strict=True):
        subject = f"{finding.subject}  " if finding.subject else ""
        rows.append(f"  {place:<{margin}}  {subject}{finding.message()}".rstrip())
    return "\n".join(rows)


__all__ = ["FileFinding", "ScenarioFault", "check_scenario", "findings_of", "read_files"]
