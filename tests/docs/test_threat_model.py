"""docs/threat-model.md: its table tells the codes and exit statuses of the program, and leaves no kind of proof out."""

from __future__ import annotations

import re

import pytest

from pbem.cli.lazy import COMMANDS
from pbem.protocol.faults import CLASSES, EXITS, PROOF, Fault
from tests.docs.blocks import DOCS

PAGE = (DOCS / "threat-model.md").read_text("utf-8")
TABLE = [
    (match[1].strip(), match[2].strip(), tuple(re.findall(r"`([A-Z_]+)`", match[3])), int(match[4]))
    for match in re.finditer(r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([0-9]+) \|$", PAGE, re.MULTILINE)
]


def anchor(heading: str) -> str:
    return re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-")


@pytest.mark.parametrize(("attempt", "what", "codes", "status"), TABLE)
def test_a_row_tells_what_verify_exits_with(attempt: str, what: str, codes: tuple[str, ...], status: int) -> None:
    """Where the row speaks of proof, a signature names the sender; elsewhere nobody is named."""
    named = "proof" in what or "found out" in what or "diverge" in what or codes == ("FORK",)
    assert attempt and codes
    for code in codes:
        fault = Fault(code, signed_by="b" if named else "")
        assert fault.exit == status, code
        assert bool(fault.signed_by) == named


def test_every_code_of_the_program_has_a_row() -> None:
    listed = {code for _, _, codes, _ in TABLE for code in codes}
    assert listed == set(CLASSES) - {"OK"}
    assert {code for code, cls in CLASSES.items() if cls == PROOF} <= listed


def test_the_statuses_are_explained() -> None:
    intro = PAGE.partition("## The table")[2].partition("\n|")[0]
    assert {int(number) for number in re.findall(r"\b1[0-9]\b", intro)} == set(EXITS.values()) - {0}


def test_commands_and_options_exist() -> None:
    named = re.findall(r"`pbem\s+([a-z]+)", PAGE)
    assert named
    assert set(named) <= set(COMMANDS)


def test_codes_and_links_of_the_text_exist() -> None:
    codes = set(re.findall(r"`([A-Z]+_[A-Z_]+)`", PAGE))
    assert codes <= set(CLASSES) | {"JOURNAL_REFUSED"}
    headings = {anchor(heading) for heading in re.findall(r"^##+ (.*)$", PAGE, re.MULTILINE)}
    for target in re.findall(r"\]\(([^)]+)\)", PAGE):
        page, _, place = target.partition("#")
        assert (DOCS / page).is_file() if page else place in headings, target


def test_the_page_is_linked() -> None:
    assert "](docs/threat-model.md)" in (DOCS.parent / "README.md").read_text("utf-8")
    assert "](threat-model.md)" in (DOCS / "protocol.md").read_text("utf-8")
