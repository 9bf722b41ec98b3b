"""Logs without a fault: the page finds none, counts what pbem counts, and never says that it knows the rules."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.records.open_target import Against, judge_path, verdict_data
from pbem.campaign.records.verification import unpack
from pbem.protocol.canonical import canon
from pbem.protocol.envelope import write_envelope
from pbem.store.home import Home
from tests.places import PROJECT as ROOT
from tests.report.page.browser import Page
from tests.report.page.handmade import Hand

SAMPLE = ROOT / "samples" / "jena-auerstadt"
ARCHIVES = sorted([*(ROOT / "tests" / "archives").glob("*.pbem"), SAMPLE / "campaign.pbem"])
V: dict[str, Any] = json.loads((ROOT / "tests" / "vectors" / "trust-protocol-vectors.json").read_text("utf-8"))
GOOD = "signatures, chain and dice are good; rules not checked here"


def vector_files() -> dict[str, bytes]:
    """The log of the vectors with its tapes and its head."""
    lines = [
        write_envelope(
            entry["payload_utf8"].encode(),
            [(bytes.fromhex(V["keys"]["ab"[seq % 2]]["public"]), base64.b64decode(entry["sig_base64"]))],
        )
        for seq, entry in enumerate(V["log"])
    ]
    tapes = [[], []] + [entry["segment_tape"] for entry in V["log"][2:6]]
    return {
        "log.jsonl": b"".join(line + b"\n" for line in lines),
        "tapes.jsonl": b"".join(canon(tape) + b"\n" for tape in tapes),
        "head": V["head"].encode(),
    }


@pytest.mark.parametrize("webcrypto", [True, False], ids=["webcrypto", "own arithmetic"])
@pytest.mark.parametrize("path", ARCHIVES, ids=lambda path: path.stem)
def test_archives(page: Page, path: Path, webcrypto: bool, tmp_path: Path) -> None:
    ours = verdict_data(judge_path(path, Against(), Home(tmp_path)))
    said = page.judge({"campaign.pbem": path.read_bytes()}, webcrypto=webcrypto)
    if ours["code"] == "ENGINE_MISMATCH":
        # Made under other rules: pbem names their version, and counts what the page counts.
        counted = ours["without_rules"]
        assert counted["fault"] is None and counted["dice"] > 0
        assert (said["code"], said["class"], said["exit"], said["seq"], said["signed_by"]) == ("OK", "ok", 0, None, "")
        assert said["detail"] == GOOD
        assert (said["messages"], said["dice"]) == (counted["messages"], counted["dice"])
        assert said["checked"]["signatures"] == said["messages"] == said["checked"]["seals"] + 1
        assert said["checked"]["dice"] == said["dice"]
        assert (said["signatures_by"] == "WebCrypto") == webcrypto
        return
    assert ours["ok"] and ours["dice"] > 0
    assert (said["code"], said["class"], said["exit"], said["seq"], said["signed_by"]) == ("OK", "ok", 0, None, "")
    assert said["detail"] == GOOD and said["status"] == ours["detail"]
    assert (said["messages"], said["dice"]) == (ours["messages"], ours["dice"])
    assert said["checked"]["signatures"] == ours["messages"] and said["checked"]["seals"] == ours["messages"] - 1
    assert said["checked"]["dice"] == ours["dice"]
    assert (said["signatures_by"] == "WebCrypto") == webcrypto


@pytest.mark.slow
def test_loose_files_of_the_sample(page: Page, tmp_path: Path) -> None:
    log, tapes, head = (SAMPLE / name for name in ("campaign.jsonl", "tapes.jsonl", "head"))
    whole = {"campaign.jsonl": log.read_bytes(), "dice": tapes.read_bytes(), "head": head.read_bytes()}
    said = page.judge(whole)
    drawn = verdict_data(judge_path(SAMPLE / "campaign.pbem", Against(), Home(tmp_path)))["dice"]
    assert (said["code"], said["detail"], said["dice"]) == ("OK", GOOD, drawn) and drawn > 0
    alone = page.judge({"campaign.jsonl": whole["campaign.jsonl"]})
    assert (alone["code"], alone["dice"], alone["messages"]) == ("OK", 0, 28)
    assert "dice not checked" in alone["detail"] and "rules not checked here" in alone["detail"]


def test_the_log_of_the_vectors(page: Page) -> None:
    files = vector_files()
    said = page.judge(files)
    assert (said["code"], said["detail"], said["messages"]) == ("OK", GOOD, 7)
    # Four private draws stand on the tapes as well; nobody but their owner can recompute them.
    public = sum(1 for entry in V["log"][2:6] for _, n, r in entry["segment_tape"] if n and r)
    assert (said["dice"], said["checked"]["dice"]) == (public + 4, public)
    openings = sum(len(json.loads(entry["payload_utf8"]).get("open", [])) for entry in V["log"])
    assert said["checked"]["openings"] == openings > 0


@pytest.mark.parametrize("count", range(1, 9))
def test_every_beginning_of_a_log_is_good(page: Page, count: int) -> None:
    files = unpack((SAMPLE / "campaign.pbem").read_bytes())
    log = b"".join(files["log.jsonl"].splitlines(keepends=True)[:count])
    tapes = b"".join(files["tapes.jsonl"].splitlines(keepends=True)[: count - 1])
    said = page.judge({"log.jsonl": log, "tapes.jsonl": tapes})
    assert (said["code"], said["messages"], said["status"]) == ("OK", count, f"waits for {'ab'[count % 2]}")


def test_a_clock_that_runs_backward_is_told_and_changes_nothing(page: Page) -> None:
    hand = Hand().begun()
    for date in ("1806-10-14T06:00:00Z", "1806-10-14T06:00:00Z", "1806-10-13T06:00:00Z"):
        hand.move(date=date)
    said = page.judge(hand.files())
    assert said["code"] == "OK" and [(w["code"], w["message"]) for w in said["warnings"]] == [("DATE_BACKWARD", 4)]
