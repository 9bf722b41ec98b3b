"""The page as a person uses it: dropping, picking, reading; and what it refuses to do."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from pbem.protocol.envelope import read_envelope, write_envelope
from tests.places import PROJECT as ROOT
from tests.report.page.browser import PAGE, Page, b64
from tests.report.page.handmade import Hand, fresh

SAMPLE = ROOT / "samples" / "jena-auerstadt"
DROP = """
const [files, done] = arguments, un = (t) => Uint8Array.from(atob(t), (c) => c.charCodeAt(0));
const carried = new DataTransfer();
for (const [name, data] of Object.entries(files)) carried.items.add(new File([un(data)], name));
const send = (type) => document.body.dispatchEvent(
  new DragEvent(type, { dataTransfer: carried, bubbles: true, cancelable: true }));
const taken = !send("dragover");
const over = document.body.classList.contains("over");
send("drop");
done([taken, over, document.body.classList.contains("over")]);"""


@pytest.fixture
def opened(page: Page) -> Page:
    """The page just opened."""
    page.load()
    return page


def wait(page: Page) -> None:
    """Until the page has judged and listed what was dropped."""
    WebDriverWait(page.driver, 30).until(
        lambda driver: driver.execute_script(
            "return document.getElementById('busy').hidden && !document.getElementById('result').hidden;"
        )
    )


def drop(page: Page, files: dict[str, bytes]) -> None:
    encoded = {name: b64(data) for name, data in files.items()}
    assert page.driver.execute_async_script(DROP, encoded) == [True, True, False]
    wait(page)


def text_of(page: Page, name: str) -> str:
    return str(page.driver.find_element(By.ID, name).text)


def items(page: Page) -> list[str]:
    return [item.text for item in page.driver.find_elements(By.CSS_SELECTOR, "#messages > li")]


def whole_text(page: Page) -> str:
    return str(page.driver.execute_script("return document.body.textContent;"))


@pytest.mark.slow
def test_an_archive_is_dropped(opened: Page) -> None:
    drop(opened, {"campaign.pbem": (SAMPLE / "campaign.pbem").read_bytes()})
    verdict = text_of(opened, "verdict")
    assert "Signatures, chain and dice are good." in verdict and "Rules not checked here" in verdict
    facts = text_of(opened, "facts")
    assert "finished and audited" in facts and re.search(r"[1-9]\d* on [1-9]\d* tapes", facts)
    assert len(re.findall(r"\b[a-z2-7]{5}(?:-[a-z2-7]{5}){4}\b", facts)) == 2
    listed = items(opened)
    assert len(listed) == 28 and "Anna (french)" in listed[0] and "Invitation" in listed[0]
    assert any("d6" in item and "rolled by message" in item for item in listed)
    assert "verified" not in whole_text(opened).lower()


def test_loose_files_are_picked_and_a_tape_file_is_added_later(opened: Page) -> None:
    chooser = opened.driver.find_element(By.ID, "files")
    chooser.send_keys(str(SAMPLE / "campaign.jsonl"))
    wait(opened)
    assert "dice not checked" in text_of(opened, "verdict") and "add tapes.jsonl" in text_of(opened, "facts")
    drop(opened, {"tapes.jsonl": (SAMPLE / "tapes.jsonl").read_bytes()})
    assert "Signatures, chain and dice are good" in text_of(opened, "verdict")
    assert "campaign.jsonl" in text_of(opened, "names") and "tapes.jsonl" in text_of(opened, "names")


@pytest.mark.slow
def test_a_tampered_log_is_told_and_listed_up_to_the_fault(opened: Page) -> None:
    lines = (SAMPLE / "campaign.jsonl").read_bytes().splitlines(keepends=True)
    envelope = read_envelope(lines[9].rstrip(b"\n"))
    forged = [(key, bytes([sig[0] ^ 1]) + sig[1:]) for key, sig in envelope.signatures]
    lines[9] = write_envelope(envelope.payload, forged) + b"\n"
    drop(opened, {"log.jsonl": b"".join(lines)})
    heading = opened.driver.find_element(By.CSS_SELECTOR, "#verdict h2").text
    assert heading == "SIG_INVALID in message 9"
    assert opened.driver.find_element(By.ID, "verdict").get_attribute("data-code") == "SIG_INVALID"
    listed = items(opened)
    assert len(listed) == 10 and "SIG_INVALID" in listed[9] and "Move" in listed[8]
    assert "Rules not checked here" in text_of(opened, "verdict") and "verified" not in whole_text(opened).lower()


def test_a_proof_names_the_side(opened: Page) -> None:
    hand = Hand().begun(a="Anna", b="Bert").move(input={"for": 1})
    hand.move([("t.x", 6)], reveal=fresh("luck"))
    drop(opened, hand.files())
    heading = opened.driver.find_element(By.CSS_SELECTOR, "#verdict h2").text
    assert heading == "REVEAL_MISMATCH in message 3, signed by b: Bert (blue)"
    assert "Class proof, exit status 11." in text_of(opened, "verdict")


MARKUP = '<img src=x onerror="document.title=1"><b>bold</b>'


def test_markup_of_a_correspondent_stays_text(opened: Page) -> None:
    hand = Hand().begun(a=MARKUP[:60], b="<i>b</i>").move(note=[MARKUP, "&lt;"], input={"for": 1, "x": [MARKUP]})
    drop(opened, hand.files() | {"head": b"pbem.invalid/"})
    assert "LOG_TRUNCATED" in text_of(opened, "verdict")
    drop(opened, hand.files())
    listed = items(opened)
    assert MARKUP in listed[2] and "&lt;" in listed[2] and "<i>b</i>" in listed[1]
    opened.driver.find_elements(By.CSS_SELECTOR, "#messages summary")[2].click()
    WebDriverWait(opened.driver, 5).until(lambda driver: driver.find_elements(By.CSS_SELECTOR, "#messages pre"))
    assert opened.driver.find_elements(By.CSS_SELECTOR, "main img, main b:not(.die b), main i") == []
    assert opened.driver.title == "Check a pbem campaign"
    drop(opened, {f"{MARKUP}.txt": b"hello"})
    assert "UNKNOWN_FILE" in text_of(opened, "verdict") and MARKUP in text_of(opened, "names")


def test_every_sort_of_move_is_put_into_words(opened: Page) -> None:
    hand = Hand().begun()
    hand.move(date="1806-10-14T06:00:00Z", note=["Good morning.", "Mine is the hill."], input={"for": 1})
    hand.move([("t.x", 6), ("t.x", 6), ("t.card", -10), ("t.y.void", 0)], input={"for": 2})
    hand.move([("t.z", 20)], control={"offer": "takeback", "to": 2}).move(
        control={"answer": "decline"}, input={"for": 3}
    )
    hand.rekeyed("carl").seated("dora", void=True).move(control={"offer": "draw"}).move(control={"answer": "accept"})
    drop(opened, hand.files())
    listed = items(opened)
    assert "1806-10-14 06:00:00 UTC" in listed[2] and "Good morning.\nMine is the hill." in listed[2]
    assert re.search(r"t\.x 2d6 [1-6] [1-6]", listed[2]) and "t.card d10 ?" in listed[2] and "t.y.void" in listed[2]
    for words, number in (
        ("Answers question 1.", 2),
        ("Offers to go back to the position after message 2.", 4),
        ("Declines the offer.", 5),
        ("Changes the key to", 6),
        ("New player in the seat", 7),
        ("Offers a draw.", 8),
    ):
        assert words in listed[number]
    assert "AUDIT_MISSING" in listed[9]


# --- Bounds -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("files", "code"),
    [
        ({"x.txt": b"hello"}, "UNKNOWN_FILE"),
        ({"tapes.jsonl": b"[]\n"}, "UNKNOWN_FILE"),
        ({"log.jsonl": b"", "other.jsonl": b"{}\n"}, "UNKNOWN_FILE"),
        ({"log.jsonl": b"{}\n", "campaign.pbem": b"PK"}, "UNKNOWN_FILE"),
        ({"log.jsonl": b""}, "LOG_TRUNCATED"),
        ({"log.jsonl": b"\n"}, "ENVELOPE_MALFORMED"),
        ({"log.jsonl": b"\n" * 100_000}, "ENVELOPE_MALFORMED"),
        ({"log.jsonl": b"[" * 3_000_000 + b"\n"}, "ENVELOPE_MALFORMED"),
        ({"log.jsonl": b'{"payload":"' + b"A" * 23_000_000 + b"\n"}, "PAYLOAD_SIZE"),
        ({"log.jsonl": b'{"payload":"","payloadType":"' + b"\\\\" * 3_000_000 + b"\n"}, "ENVELOPE_MALFORMED"),
        ({"campaign.pbem": b"PK\x03\x04" + b"\xff" * 100}, "ARMOR_DAMAGED"),
    ],
    ids=range(11),
)
def test_odd_and_hostile_files(page: Page, files: dict[str, bytes], code: str) -> None:
    assert page.judge(files)["code"] == code


def test_no_files_at_all(page: Page) -> None:
    said = page.judge({})
    assert (said["code"], said["class"], said["exit"]) == ("UNKNOWN_FILE", "local", 2)


def test_a_file_beyond_the_limit_is_not_read(page: Page) -> None:
    said = page.driver.execute_async_script(
        """const done = arguments[0];
        const huge = { name: "log.jsonl", size: 2 ** 30 + 1, arrayBuffer() { throw new Error("read"); } };
        pbemVerify([huge]).then(done);"""
    )
    assert said["code"] == "FILE_TOO_LARGE"


def test_a_failure_of_the_page_itself_is_reported(page: Page) -> None:
    said = page.driver.execute_async_script(
        """const done = arguments[0];
        const strange = [{ name: { toString() { throw new Error("odd"); } }, data: new Uint8Array(1) }];
        pbemVerify(strange).then(done, (error) => done({ error: String(error) }));"""
    )
    assert (said["code"], said["class"]) == ("PAGE_FAULT", "local") and "odd" in said["detail"]


@pytest.mark.slow
def test_the_page_stays_alive_while_it_works(opened: Page) -> None:
    """A long log is judged in slices, between which timers run; a newer drop ends the older one."""
    hand = Hand().begun()
    while hand.seq < 150:
        hand.move([("t.x", 6)] * 20 if hand.seq > 2 else [], input={"for": hand.seq})
    opened.driver.execute_script("window.ticks = 0; setInterval(() => { window.ticks++; }, 5);")
    drop(opened, hand.files())
    assert opened.driver.execute_script("return window.ticks;") > 5
    assert len(items(opened)) == 100
    opened.driver.find_element(By.ID, "more").click()
    WebDriverWait(opened.driver, 10).until(lambda _: len(items(opened)) == 150)
    assert "150 messages" in text_of(opened, "facts")


def test_runs_at_the_same_time_do_not_mix(page: Page) -> None:
    good = Hand().begun().move().files()
    said = page.driver.execute_async_script(
        """const [log, done] = arguments, data = new TextEncoder().encode(log), one = { name: "log.jsonl", data };
        Promise.all([pbemVerify([one], { webcrypto: false }), pbemVerify([one]), pbemVerify([])]).then(done);""",
        good["log.jsonl"].decode(),
    )
    assert [(one["code"], one["signatures_by"].split()[0]) for one in said[:2]] == [("OK", "own"), ("OK", "WebCrypto")]
    assert said[2]["code"] == "UNKNOWN_FILE"


# --- What the page may do -----------------------------------------------------------------------------------


def source() -> str:
    return PAGE.read_text("utf-8")


def test_the_page_is_one_file_that_loads_nothing(opened: Page) -> None:
    text = source()
    assert "\r" not in text and not re.search(r"https?:|//[a-z]+\.|\b(?:src|href|import|url)\s*[=(]", text)
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacent|document\.write|eval\(|new Function|fetch\(|XMLHttp|WebSocket", text
    )
    drop(opened, {"campaign.pbem": (SAMPLE / "campaign.pbem").read_bytes()})
    assert opened.driver.execute_script("return performance.getEntriesByType('resource').length;") == 0


def test_the_policy_names_the_two_blocks_that_may_run(page: Page) -> None:
    """After a change of script or style, the digest in the policy is this one."""
    text = source()
    for name in ("script", "style"):
        (block,) = re.findall(rf"<{name}>(.*?)</{name}>", text, re.DOTALL)
        digest = base64.b64encode(sha256(block.encode("utf-8")).digest()).decode("ascii")
        assert f"{name}-src 'sha256-{digest}'" in text
    assert "default-src 'none'" in text and "unsafe" not in text.split("<title>")[0]


@pytest.mark.parametrize(
    "deed",
    [
        "fetch('http://127.0.0.1:9/').catch(() => 0)",
        "document.body.append(Object.assign(document.createElement('img'), {src: 'http://127.0.0.1:9/'}))",
        "document.body.append(Object.assign(document.createElement('script'), {text: 'document.title = 1'}))",
        "document.body.setAttribute('onclick', 'document.title = 1')",
        "document.body.innerHTML = '<b>x</b>'",
    ],
)
def test_the_policy_holds(browser: Page, deed: str) -> None:
    browser.load()
    said = browser.driver.execute_async_script(
        f"""const done = arguments[0];
        document.addEventListener("securitypolicyviolation", (event) => done(event.effectiveDirective));
        try {{ {deed}; }} catch {{}}"""
    )
    assert said in ("connect-src", "img-src", "script-src-elem", "script-src-attr", "require-trusted-types-for")
    assert browser.driver.title == "Check a pbem campaign"
    browser.driver.get_log("browser")  # the refusals


def test_labels_and_languages_for_those_who_do_not_see(opened: Page) -> None:
    told: Callable[[str], Any] = opened.driver.execute_script
    assert told("return document.documentElement.lang;") == "en"
    assert told("return document.getElementById('files').labels.length;") == 1
    assert told("return document.getElementById('bar').labels.length;") == 1
    assert told("return document.getElementById('said').getAttribute('aria-live');") == "polite"
    drop(opened, Hand().begun().move().files())
    assert told("return document.getElementById('said').textContent;").startswith("No fault found")
    unnamed = "(section) => !section.ariaLabel && !section.getAttribute('aria-labelledby')"
    assert told(f"return [...document.querySelectorAll('section')].filter({unnamed}).length;") == 0


@pytest.mark.parametrize("width", [360, 1200])
def test_nothing_is_wider_than_the_window(opened: Page, width: int) -> None:
    opened.driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 600},
    )
    try:
        hand = Hand().begun(a="A" * 64, b="b " * 30).move([], note=["x" * 200], input={"for": 1, "long": ["y" * 300]})
        drop(opened, hand.files())
        for summary in opened.driver.find_elements(By.CSS_SELECTOR, "#messages summary"):
            summary.click()
        assert opened.driver.execute_script("return document.documentElement.scrollWidth;") <= width
    finally:
        opened.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
