"""Archives of an older report format: their words are taken as they are, everything else is checked to the byte."""

from __future__ import annotations

import re

import pytest

from pbem.campaign.records.archiving import older_format, unpack
from pbem.campaign.records.verification import judge_archive
from pbem.report import dispatch
from pbem.store.archive import write_archive
from tests.places import SAMPLES

SAMPLE = SAMPLES / "jena-auerstadt" / "campaign.pbem"


@pytest.fixture
def newer(monkeypatch):
    """The program of a later day, which writes reports of the next format."""
    monkeypatch.setattr(dispatch, "FORMAT", dispatch.FORMAT + 1)


def changed(name: str, content: bytes) -> bytes:
    files = unpack(SAMPLE.read_bytes()) | {name: content}
    return write_archive(list(files.items()))


def test_an_archive_of_todays_format_has_no_freedom():
    assert older_format(unpack(SAMPLE.read_bytes())) == 0


def test_a_later_program_verifies_it_and_says_that_reports_are_not_compared(newer):
    judged = judge_archive(SAMPLE.read_bytes())
    assert judged.exit == 0
    assert "not compared" in judged.extra["report"]


def test_what_is_no_report_is_still_checked(newer):
    assert judge_archive(changed("head", b"pbem.invalid/00\n2\nAA==\n")).verdict.code == "LOG_TRUNCATED"


def test_one_report_alone_cannot_claim_an_older_format(newer, monkeypatch):
    monkeypatch.setattr(dispatch, "FORMAT", 10)
    text = re.sub(rb"^pbem report \d+ ", b"pbem report 9 ", unpack(SAMPLE.read_bytes())["reports/0004-a.txt"])
    assert judge_archive(changed("reports/0004-a.txt", text)).verdict.code == "REPORT_MISMATCH"
