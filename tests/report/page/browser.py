"""A headless Chromium that has samples/verify.html open."""

from __future__ import annotations

import base64
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

from tests import needs
from tests.places import SAMPLES

PAGE = SAMPLES / "verify.html"
Files = Mapping[str, bytes]

_READ = "const un = (t) => Uint8Array.from(atob(t), (c) => c.charCodeAt(0));"
_JUDGE = (
    _READ
    + """
const [cases, options, done] = arguments;
(async () => {
  const verdicts = [];
  for (const files of cases) {
    const given = Object.entries(files).map(([name, data]) => ({ name, data: un(data) }));
    verdicts.push(await pbemVerify(given, options));
  }
  return verdicts;
})().then(done, (error) => done({ error: String(error) }));"""
)
_PARTS = (
    _READ
    + """
const [given, done] = arguments, parts = pbemVerify.parts;
(async () => {%s})().then(done, (error) => done({ error: String(error) }));"""
)

_CHOOSER = """
const chooser = document.createElement("input");
Object.assign(chooser, { id: "chooser", type: "file", multiple: true });
document.body.append(chooser);"""
_CHOSEN = """
const [options, done] = arguments, chooser = document.getElementById("chooser");
pbemVerify(chooser.files, options).then(done, (error) => done({ error: String(error) }))
  .then(() => chooser.remove());"""


def chromium(*, downloads: Path | None = None, logs: Mapping[str, str] | None = None) -> webdriver.Chrome:
    """A headless browser. downloads: where it saves files. logs: kinds of its log beside that of pages -> level."""
    options = webdriver.ChromeOptions()
    options.binary_location = needs.browser()
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    options.add_argument("--disable-background-networking")
    # Scripts are compiled and swept up by the thread that runs them: pages are opened by the hundred, none for long.
    options.add_argument("--js-flags=--single-threaded")
    # Without it each page that comes from elsewhere than the one before has a process of its own, made for it.
    options.add_argument("--renderer-process-limit=1")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", **(logs or {})})
    if logs and "performance" in logs:
        options.add_experimental_option("perfLoggingPrefs", {"enablePage": False})
    if downloads is not None:
        options.add_experimental_option("prefs", {"download.default_directory": str(downloads)})
    driver = webdriver.Chrome(options=options, service=Service(needs.driver()))
    if downloads is not None:
        driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(downloads)})
    driver.set_script_timeout(60)
    return driver


class Page:
    """The page in its browser; one for all tests of a process."""

    def __init__(self) -> None:
        self.driver = chromium()
        self.load()

    def load(self) -> None:
        """The page as it is when it has just been opened."""
        self.driver.get(PAGE.as_uri())

    def judge_all(self, cases: Sequence[Files], *, webcrypto: bool = True) -> list[dict[str, Any]]:
        """Verdicts on several sets of files. webcrypto: whether the page may use it."""
        encoded = [{name: base64.b64encode(data).decode("ascii") for name, data in files.items()} for files in cases]
        answer = self.driver.execute_async_script(_JUDGE, encoded, {"webcrypto": webcrypto})
        assert isinstance(answer, list), answer
        return answer

    def judge(self, files: Files, *, webcrypto: bool = True) -> dict[str, Any]:
        """The verdict on files by name."""
        if sum(map(len, files.values())) > 2**20:
            return self._judge_from_disk(files, webcrypto=webcrypto)
        return self.judge_all([files], webcrypto=webcrypto)[0]

    def _judge_from_disk(self, files: Files, *, webcrypto: bool) -> dict[str, Any]:
        """The same for large files, which would take long through the driver."""
        self.driver.execute_script(_CHOOSER)
        chooser = self.driver.find_element("id", "chooser")
        with tempfile.TemporaryDirectory() as folder:
            for name, data in files.items():
                (Path(folder) / name).write_bytes(data)
            chooser.send_keys("\n".join(str(Path(folder) / name) for name in files))
            answer = self.driver.execute_async_script(_CHOSEN, {"webcrypto": webcrypto})
        assert isinstance(answer, dict) and "code" in answer, answer
        return answer

    def compute(self, body: str, given: Any = None) -> Any:
        """What a function body over `parts`, `given` and `un` (base64 to bytes) returns."""
        answer = self.driver.execute_async_script(_PARTS % body, given)
        assert not (isinstance(answer, dict) and "error" in answer), answer
        return answer


def opened() -> Iterator[Page]:
    """The page in a browser of its own, for a fixture."""
    page = Page()
    yield page
    page.driver.quit()


def b64(data: bytes) -> str:
    """Base64, as `un` reads it."""
    return base64.b64encode(data).decode("ascii")
