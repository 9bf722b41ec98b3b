"""Archives and real campaigns that somebody has tampered with: pbem with its rules and the page without any agree."""

from __future__ import annotations

import base64
import io
import json
import zipfile
from collections.abc import Callable
from typing import Any

import pytest

from pbem.campaign.records.archiving import unpack
from pbem.campaign.records.verification import Wanted, judge_archive, judge_log
from pbem.protocol.canonical import canon
from pbem.protocol.envelope import read_envelope, write_envelope
from pbem.protocol.messages import peek
from pbem.protocol.verify import tape_lines
from pbem.store.archive import write_archive
from tests.attacks.world import World, build, edited, fresh, rolled, signed
from tests.report.page.browser import Page
from tests.samples.anew import anew

DATA = anew("jena-auerstadt")
FILES = unpack(DATA)
Change = Callable[[dict[str, bytes]], Any]


def agree(page: Page, files: dict[str, bytes], code: str) -> dict[str, Any]:
    """Page and pbem say the same, and it is this. Gives the page's verdict."""
    theirs = page.judge(files)
    if "campaign.pbem" in files:
        own = judge_archive(files["campaign.pbem"]).verdict
    else:
        own = judge_log(files["log.jsonl"], files.get("tapes.jsonl"), Wanted(head=files.get("head"))).verdict
    names = ("code", "class", "exit", "seq", "signed_by")
    assert tuple(theirs[name] for name in names) == (own.code, own.cls, own.exit, own.seq, own.signed_by)
    assert own.code == code and (theirs["messages"] == own.messages or "campaign.pbem" in files)
    return theirs


def packed(change: Change) -> bytes:
    files = dict(FILES)
    change(files)
    return write_archive(list(files.items()))


def without_last_line(data: bytes) -> bytes:
    return b"".join(data.splitlines(keepends=True)[:-1])


def cut_log(files: dict[str, bytes]) -> None:
    for name in ("log.jsonl", "tapes.jsonl"):
        files[name] = without_last_line(files[name])


def other_manifest(files: dict[str, bytes]) -> None:
    manifest = json.loads(files["manifest.json"])
    manifest["ruleset"][0][1] += 1
    files["manifest.json"] = canon(manifest) + b"\n"


def other_scenario(files: dict[str, bytes]) -> None:
    name = next(name for name in sorted(files) if name.startswith("scenario/"))
    files[name] = files[name] + b"#\n"


def shorter_head(files: dict[str, bytes]) -> None:
    head = files["head"].decode().split("\n")
    last = peek(files["log.jsonl"].splitlines()[5]).id
    files["head"] = f"{head[0]}\n6\n{base64.b64encode(last).decode()}\n".encode()


def edited_die(files: dict[str, bytes]) -> None:
    lines = [json.loads(line) for line in files["tapes.jsonl"].splitlines()]
    tape = next(tape for tape in lines if tape)
    tape[0][2] = tape[0][2] % 6 + 1
    files["tapes.jsonl"] = b"".join(canon(one) + b"\n" for one in lines)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda f: None, "OK"),
        (cut_log, "LOG_TRUNCATED"),
        (lambda f: f.pop("log.jsonl"), "LOG_TRUNCATED"),
        (lambda f: f.update({"log.jsonl": b"".join(f["log.jsonl"].splitlines(keepends=True)[:1])}), "REPORT_MISMATCH"),
        (
            lambda f: f.update({"log.jsonl": f["log.jsonl"].splitlines(keepends=True)[0], "tapes.jsonl": b""}),
            "LOG_TRUNCATED",
        ),
        (lambda f: f.pop("head"), "LOG_TRUNCATED"),
        (shorter_head, "LOG_TRUNCATED"),
        (lambda f: f.pop("tapes.jsonl"), "REPORT_MISMATCH"),
        (edited_die, "REPORT_MISMATCH"),
        (lambda f: f.update({"tapes.jsonl": without_last_line(f["tapes.jsonl"])}), "REPORT_MISMATCH"),
        (lambda f: f.pop("manifest.json"), "RULESET_MISMATCH"),
        (lambda f: f.update({"manifest.json": b"{}\n"}), "RULESET_MISMATCH"),
        (other_manifest, "RULESET_MISMATCH"),
        (other_scenario, "SCENARIO_MISMATCH"),
        (lambda f: f.update({"scenario/more.yaml": b"x\n"}), "SCENARIO_MISMATCH"),
        (lambda f: f.pop("reports/0004-a.txt"), "REPORT_MISMATCH"),
        (lambda f: f.update({"reports/0099-b.txt": b"x\n"}), "REPORT_MISMATCH"),
    ],
)
def test_what_lies_beside_the_log(page: Page, change: Change, code: str) -> None:
    agree(page, {"campaign.pbem": packed(change)}, code)


def test_an_edited_report_is_not_compared(page: Page) -> None:
    """Its words follow from the rules."""
    data = packed(lambda f: f.update({"reports/0004-a.txt": f["reports/0004-a.txt"].replace(b"French", b"Saxon")}))
    assert judge_archive(data).verdict.code == "REPORT_MISMATCH"
    assert page.judge({"campaign.pbem": data})["code"] == "OK"


def rezipped(method: int, **more: Any) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method, **more) as archive:
        for name, data in sorted(FILES.items()):
            archive.writestr(zipfile.ZipInfo(name), data, method)
    return out.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        DATA[:-7],
        DATA[: len(DATA) // 2],
        DATA[:2],
        DATA[:20],
        DATA + b"x",
        DATA[:400] + b"#" + DATA[401:],
        DATA[:-30] + b"#" + DATA[-29:],
        DATA[:8] + b"\x08" + DATA[9:],
        DATA[:18] + b"\xff\xff\xff\xff" + DATA[22:],
        b"PK\x05\x06" + bytes(18),
        b"PK",
        rezipped(zipfile.ZIP_STORED),
        rezipped(zipfile.ZIP_DEFLATED),
        DATA.replace(b"head", b"../x"),
    ],
    ids=range(14),
)
def test_containers_that_pbem_has_not_written(page: Page, data: bytes) -> None:
    code = judge_archive(data).verdict.code
    assert code == ("LOG_TRUNCATED" if data == b"PK\x05\x06" + bytes(18) else "ARMOR_DAMAGED")
    agree(page, {"campaign.pbem": data}, code)


# --- A real game: rows in which the cheater's message comes last --------------------------------------------


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A game of the real rules at a point where the segment to close has dice."""
    root = tmp_path_factory.mktemp("page")
    return build(root, lambda campaign, due: due.kind == "orders" and rolled(due) and len(campaign.chain.messages) > 6)


def with_line(world: World, line: bytes) -> dict[str, bytes]:
    """The victim's log and the line, beside the tapes of his own program."""
    campaign = world.victim.open(write=False)
    honest = campaign.chain.extend(signed(world.body(), world.master))
    log = b"".join(own + b"\n" for own in world.victim.log()) + line + b"\n"
    return {"log.jsonl": log, "tapes.jsonl": tape_lines(honest)}


@pytest.mark.parametrize(
    ("edit", "code"),
    [
        (lambda b: None, "OK"),
        (lambda b: b.update(reveal=fresh("luck")), "REVEAL_MISMATCH"),
        (lambda b: b.pop("reveal"), "REVEAL_MISSING"),
        (lambda b: b.pop("seal"), "SEAL_MISSING"),
        (lambda b: b.update(foo=1), "PAYLOAD_SCHEMA"),
        (lambda b: b.update(v=2), "VERSION_UNKNOWN"),
        (lambda b: b.update(note=["x" * 2**20]), "PAYLOAD_SIZE"),
        (lambda b: b.update(game=fresh("game")), "GAME_MISMATCH"),
        (lambda b: b.update(parent=fresh("parent")), "PARENT_MISMATCH"),
        (lambda b: b.update(side="ba"["ab".index(b["side"])]), "SIG_WRONG_KEY"),
        (lambda b: b.update(members=[]), "PAYLOAD_SCHEMA"),
        (lambda b: b.update(parts=[]), "PART_INVALID"),
    ],
)
def test_the_cheaters_message(page: Page, world: World, edit: Callable[[Any], Any], code: str) -> None:
    body = world.body()
    edit(body)
    agree(page, with_line(world, signed(body, world.master)), code)


def test_a_tape_that_is_not_the_one_beside_the_log(page: Page, world: World) -> None:
    """Which of them is wrong only rules can tell, and a file that nobody signed accuses nobody."""
    files = with_line(world, signed({**world.body(), "tape": fresh("tape")}, world.master))
    verdict = page.judge(files)
    assert (verdict["code"], verdict["class"], verdict["seq"], verdict["signed_by"]) == (
        "REPORT_MISMATCH",
        "damage",
        None,
        "",
    )
    own = judge_log(files["log.jsonl"], files["tapes.jsonl"]).verdict
    assert (own.code, own.cls, own.seq, own.signed_by) == ("TAPE_MISMATCH", "proof", world.seq, world.cheater.seat)


@pytest.mark.parametrize("seq", [1, 2, 5])
def test_l02_l05_l06_a_real_log(page: Page, world: World, seq: int) -> None:
    log = world.victim.log()
    files = {"tapes.jsonl": tape_lines(world.victim.open(write=False).chain)}

    def judged(lines: list[bytes], code: str) -> None:
        agree(page, files | {"log.jsonl": b"".join(line + b"\n" for line in lines)}, code)

    judged(
        [*log[:seq], edited(log[seq], lambda b: b.update(date="1806-10-15T06:00:00Z")), *log[seq + 1 :]], "SIG_INVALID"
    )
    judged([*log[:seq], *log[seq + 1 :]], "SEQ_GAP")
    judged([*log[:seq], log[seq + 1], log[seq], *log[seq + 2 :]], "SEQ_GAP")
    judged([*log, log[seq]], "OK")
    envelope = read_envelope(log[seq])
    flipped = [(key, sig[:40] + bytes([sig[40] ^ 1]) + sig[41:]) for key, sig in envelope.signatures]
    judged([*log[:seq], write_envelope(envelope.payload, flipped), *log[seq + 1 :]], "SIG_INVALID")


def test_d08_and_i01_need_rules(page: Page, world: World) -> None:
    """The page says so, and does not say more than it knows."""
    for edit, code in (
        (lambda b: b.update(state=fresh("state")), "STATE_MISMATCH"),
        (lambda b: b.pop("input"), "INPUT_MISSING"),
    ):
        body = world.body()
        edit(body)
        files = with_line(world, signed(body, world.master))
        assert judge_log(files["log.jsonl"], files["tapes.jsonl"]).verdict.code == code
        said = page.judge(files)
        assert said["code"] == "OK" and "rules not checked here" in said["detail"] and "verified" not in said["detail"]
