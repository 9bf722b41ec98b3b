"""Binding schemas as files: written as they are declared, and what differs is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pbem.hexgame.documents.asks import ask_faults, ask_files, write_asks
from pbem.hexgame.documents.form import answer
from tests.hexgame.documents.sample_forms import HEX, ORDERS, UNIT

ASKS = {"orders": ORDERS.bound(), "entry": answer("Where one comes in", HEX)}


def test_a_file_for_each_question_holds_its_schema() -> None:
    files = ask_files(ASKS)
    assert list(files) == ["orders.json", "entry.json"]
    assert {name: json.loads(text) for name, text in files.items()} == {f"{ask}.json": one for ask, one in ASKS.items()}


def test_what_was_written_is_as_declared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert write_asks(ASKS, tmp_path / "asks") == 0
    assert ask_faults(ASKS, tmp_path / "asks") == []
    assert write_asks(ASKS, tmp_path / "asks", check=True) == 0
    assert capsys.readouterr().out == "no difference\n"


def test_each_difference_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_asks(ASKS, tmp_path)
    (tmp_path / "pay.json").write_text("{}", "utf-8")
    (tmp_path / "entry.json").unlink()
    changed = {**ASKS, "orders": answer("Orders", UNIT)}
    told = ["orders.json: not as declared", "entry.json: not as declared", "pay.json: no such question is declared"]
    assert ask_faults(changed, tmp_path) == told
    assert write_asks(changed, tmp_path, check=True) == 1
    assert capsys.readouterr().out.splitlines() == told
