"""Reports told in other words are taken as they are; everything else of an archive is checked to the byte."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from pbem.campaign.records.archiving import unpack
from pbem.campaign.records.verification import Wanted, judge_archive, judge_log
from pbem.campaign.telling import word_digest
from pbem.campaign.telling.word_digest import words_of
from pbem.report.label import label_of
from pbem.store.archive import write_archive
from rulesets.napoleon_at_war import ruleset
from tests.samples.anew import anew

OURS = anew("jena-auerstadt")
FILES = unpack(OURS)
SOME = "reports/0004-a.txt"
REPORTS = [name for name in FILES if name.startswith("reports/")]
LINE = rb"^pbem report 3 [0-9a-f]{8} public"


def relabelled(text: bytes, line: bytes = b"pbem report 3 0123abcd public") -> bytes:
    found, times = re.subn(LINE, line, text)
    assert times == 1
    return found


def changed(files: dict[str, bytes]) -> bytes:
    return write_archive(list({**FILES, **files}.items()))


def reworded(label: bytes = b"pbem report 3 0123abcd public") -> bytes:
    """The archive of a program that says the same in other words."""
    return changed({name: relabelled(FILES[name], label).replace(b"Die  ", b"Dice ") for name in REPORTS})


def test_reports_in_our_words_have_no_freedom() -> None:
    judged = judge_archive(OURS)
    assert judged.exit == 0 and "report" not in judged.extra
    text = FILES[SOME].replace(b"French", b"Saxon", 1)
    assert text != FILES[SOME] and judge_archive(changed({SOME: text})).verdict.code == "REPORT_MISMATCH"


@pytest.mark.parametrize(
    ("label", "said"),
    [
        (b"pbem report 3 0123abcd public", "words 0123abcd"),
        (b"pbem report 3 unknown public", "words unknown"),
        (b"pbem report 2 public", "format 2"),
        (b"pbem report 4 0123abcd public", "format 4"),
    ],
)
def test_reports_in_other_words_are_not_compared_unless_that_is_asked_for(label: bytes, said: str) -> None:
    judged = judge_archive(reworded(label))
    assert judged.exit == 0 and judged.verdict.detail == "finished and audited"
    assert judged.extra["report"] == (
        f"{len(REPORTS)} reports were not compared, written by other words ({said}): make them anew with `pbem report`"
    )
    strict = judge_archive(reworded(label), Wanted(strict=True)).verdict
    assert strict.code == "REPORT_MISMATCH" and said in strict.detail and "reports/0002" in strict.detail


@pytest.mark.slow
def test_what_is_no_report_is_still_checked() -> None:
    files = {name: relabelled(FILES[name]) for name in REPORTS}
    assert judge_archive(changed({**files, "head": b"pbem.invalid/00\n2\nAA==\n"})).verdict.code == "LOG_TRUNCATED"
    assert judge_archive(changed({**files, "reports/0099-b.txt": b"x\n"})).verdict.code == "REPORT_MISMATCH"
    kept = {name: data for name, data in {**FILES, **files}.items() if name != SOME}
    assert judge_archive(write_archive(list(kept.items()))).verdict.code == "REPORT_MISMATCH"
    other = FILES[SOME].replace(b"message 4", b"message 6", 1)
    assert judge_archive(changed({**files, SOME: relabelled(other)})).verdict.code == "REPORT_MISMATCH"


def test_one_report_alone_cannot_claim_other_words() -> None:
    """One program writes all reports of an archive."""
    assert judge_archive(changed({SOME: relabelled(FILES[SOME])})).verdict.code == "REPORT_MISMATCH"
    older = relabelled(FILES[SOME], b"pbem report 2 public")
    assert judge_archive(changed({SOME: older})).verdict.code == "REPORT_MISMATCH"


def test_a_single_report_is_held_against_the_log_in_the_same_way() -> None:
    log, other = FILES["log.jsonl"], relabelled(FILES[SOME]).replace(b"French", b"Saxon")
    same = judge_log(log, wanted=Wanted(report=FILES[SOME], strict=True))
    assert same.exit == 0 and same.extra["report"] == "the report of message 4 is the one that the log gives"
    judged = judge_log(log, wanted=Wanted(report=other))
    assert judged.exit == 0
    assert judged.extra["report"].startswith("the report was not compared, written by other words (words 0123abcd)")
    assert judge_log(log, wanted=Wanted(report=other, strict=True)).verdict.code == "REPORT_MISMATCH"
    assert judge_log(log, wanted=Wanted(report=FILES[SOME][1:])).verdict.code == "REPORT_MISMATCH"


@pytest.mark.parametrize("label", [b"message 1", b"message 99"])
def test_a_report_of_a_message_without_one_is_none_that_the_log_gives(label: bytes) -> None:
    report = FILES[SOME].replace(b"message 4", label, 1)
    verdict = judge_log(FILES["log.jsonl"], wanted=Wanted(report=report)).verdict
    assert verdict.code == "REPORT_MISMATCH"
    assert verdict.detail == f"the log gives no public report of {label.decode()}"


def copied(folder: Path, change: Callable[[bytes], bytes]) -> Path:
    """A ruleset's modules elsewhere, those that tell changed."""
    for path in ruleset.home.rglob("*.py"):
        target = folder / path.relative_to(ruleset.home)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(change(path.read_bytes()) if "telling" in path.parts else path.read_bytes())
    return folder


def test_the_label_follows_the_words_and_no_line_end(tmp_path: Path) -> None:
    ours = words_of(ruleset)
    assert re.fullmatch(r"[0-9a-f]{8}", ours)
    label = label_of(FILES[SOME].decode())
    assert label is not None and (label.words, label.kind, label.seq) == (ours, "public", 4)
    digest = word_digest._digest
    assert digest(copied(tmp_path / "same", lambda data: data)) == ours
    assert digest(copied(tmp_path / "windows", lambda data: data.replace(b"\n", b"\r\n"))) == ours
    assert digest(copied(tmp_path / "better", lambda data: data + b"# a better sentence\n")) != ours
    (tmp_path / "compiled").mkdir()
    assert digest(tmp_path / "compiled") == "unknown"
    other = tmp_path / "rules"
    copied(other, lambda data: data)
    (other / "game.py").write_bytes((other / "game.py").read_bytes() + b"# rules\n")
    assert digest(other) == ours, "what decides is told by nobody"


def toolkit(folder: Path, **modules: str) -> Path:
    """A folder with a package pbem in which a toolkit has these modules in its room `telling`."""
    for name, text in {"pbem/report/text": "", **{f"pbem/kit/telling/{n}": t for n, t in modules.items()}}.items():
        path = folder / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


def test_words_that_come_from_a_toolkit_are_in_the_label(tmp_path: Path) -> None:
    """Those modules alone that the ruleset's words draw on, and what these draw on themselves."""
    rules = tmp_path / "rules"
    rules.mkdir()
    telling = "from pbem.kit.telling.losses import told\nfrom pbem.kit.moving.march import step\n"
    (rules / "telling.py").write_text(telling, "utf-8")
    (rules / "pictures.py").write_text("from pbem.kit.telling.arrows import arrows\n", "utf-8")
    modules = {
        "losses": "if 1:\n    from pbem.kit.telling.names import name\n",
        "names": "",
        "arrows": "",
        "__init__": "",
    }
    root = toolkit(tmp_path / "root", **modules)
    drawn = {"pbem/kit/telling/losses.py", "pbem/kit/telling/names.py"}
    assert set(word_digest.word_modules(rules, root)) == {"pbem/report/text.py", "rules/telling.py", *drawn}
    (rules / "telling.py").write_text("from pbem.kit.telling import losses as words  # told\n", "utf-8")
    assert set(word_digest.word_modules(rules, root)) == {"pbem/report/text.py", "rules/telling.py", *drawn}
    for whole in ("losses, told", "(", "*"):
        (rules / "telling.py").write_text(f"from pbem.kit.telling import {whole}\n", "utf-8")
        assert len(word_digest.word_modules(rules, root)) == 2 + len(modules), "the room itself is all of it"


def test_the_sentences_of_this_ruleset_draw_on_the_toolkit() -> None:
    modules = word_digest.word_modules(ruleset.home)
    assert "pbem/hexgame/telling/losses.py" in modules and "pbem/telling/reports.py" in modules
    assert "pbem/hexgame/telling/drawing.py" not in modules, "pictures are no words"
    assert all(path.is_file() for path in modules.values())


def test_the_label_follows_the_words_of_a_toolkit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = tmp_path / "rules"
    rules.mkdir()
    (rules / "telling.py").write_text("from pbem.kit.telling.losses import told\n", "utf-8")
    labels = set()
    for number, (losses, arrows) in enumerate([("1", "1"), ("1", "2"), ("2", "2")]):
        root = toolkit(tmp_path / str(number), losses=losses, arrows=arrows)
        monkeypatch.setattr(word_digest, "word_modules", partial(word_digest.word_modules, root=root))
        labels.add(word_digest._digest.__wrapped__(rules))
        monkeypatch.undo()
    assert len(labels) == 2 and "unknown" not in labels
