"""tests/vectors/protocol-cases.json: pbem with the toy's rules, pbem without any, and the page say the same."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pbem.protocol.verify import verify_log
from pbem.protocol.verify_without_rules import check_without_rules
from tests.protocol.toy import TREES, Toy
from tests.report.page.browser import Page
from tests.vectors.make_protocol_cases import FILE, text

VECTORS = json.loads(FILE.read_text(encoding="utf-8"))
CASES: list[dict[str, Any]] = VECTORS["cases"]
# What the page sees of inputs without rules, which `pbem verify` without rules leaves alone.
OF_THE_PAGE_ALONE = {"an input for an old question"}


def files(case: dict[str, Any]) -> dict[str, bytes]:
    log = "\n".join(VECTORS["lines"][number] for number in case["log"]) + ("" if case["torn"] else "\n")
    found = {"log.jsonl": log.encode("utf-8")}
    return {**found, "tapes.jsonl": case["tapes"].encode("utf-8")} if "tapes" in case else found


def test_the_file_is_what_its_script_writes() -> None:
    assert FILE.read_text(encoding="utf-8") == text()
    assert len({case["name"] for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_all_verifiers_agree(page: Page, case: dict[str, Any]) -> None:
    given = files(case)
    found = page.judge(given)
    assert [found[name] for name in ("code", "class", "seq", "signed_by")] == case["without_rules"], found["detail"]
    verdict = verify_log(given["log.jsonl"], Toy(), TREES, tapes=given.get("tapes.jsonl"))
    assert [verdict.code, verdict.cls, verdict.seq, verdict.signed_by] == case["with_rules"], verdict.detail
    fault = check_without_rules(given["log.jsonl"], given.get("tapes.jsonl")).fault
    said = [fault.code, fault.cls, fault.seq, fault.signed_by] if fault else ["OK", "ok", None, ""]
    assert said == case["without_rules"] or case["name"] in OF_THE_PAGE_ALONE
