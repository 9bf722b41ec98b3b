"""Who may ask the server of `pbem play` what, at a real socket: other pages, other programs, other names of this
computer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from pbem.play.guard import BODY_LIMIT, KEPT
from tests.cli.players import Duel
from tests.play.server import Running, answer_of, running
from tests.play.visitor import visitor


@pytest.fixture(scope="module")
def server(duel: Duel) -> Iterator[Running]:
    with running(visitor(duel.anna).evening) as found:
        yield found


@pytest.fixture(scope="module")
def status(duel: Duel) -> str:
    """The path of the status of the campaign."""
    return f"/api/{visitor(duel.anna).id}/status"


def test_the_page_may_ask(server: Running, status: str) -> None:
    assert server.ask("GET", status).json["due"] == "orders"
    assert server.ask("GET", status, {"Host": f"localhost:{server.port}"}).status == 200
    nothing = server.ask("POST", "/api/nothing", body=b"{}")
    assert (nothing.status, nothing.code) == (404, "NO_PATH")


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:{port}", "127.0.0.1", "localhost", "127.0.0.1:1", "[::1]:{port}", "127.0.0.2:{port}",
     "127.0.0.1:{port}.evil.example", "127.0.0.1:{port}@evil.example", "LOCALHOST.:{port}"],
)  # fmt: skip
def test_a_name_that_was_pointed_here_is_refused(server: Running, status: str, host: str) -> None:
    for path in ("/", status, "/play/main.js"):
        told = server.ask("GET", path, {"Host": host.format(port=server.port)})
        assert (told.status, told.code) == (403, "HOST")


def test_two_hosts_or_none_are_refused(server: Running, status: str) -> None:
    own = f"Host: 127.0.0.1:{server.port}\r\n"
    rest = f"X-Pbem-Token: {server.token}\r\nConnection: close\r\n\r\n"
    for hosts in (f"{own}Host: evil.example\r\n", f"Host: evil.example\r\n{own}", ""):
        told = answer_of(server.send(f"GET {status} HTTP/1.1\r\n{hosts}{rest}".encode()))
        assert told.status in (400, 403) and b"orders" not in told.body


@pytest.mark.parametrize("token", ["", "wrong", "{token}x", " ", "{head}"])
def test_without_the_token_nothing_is_told(server: Running, status: str, token: str) -> None:
    for method, path in (("GET", status), ("GET", "/api/campaigns"), ("GET", "/api/none"), ("POST", "/api/stop")):
        given = token.format(token=server.token, head=server.token[:-1])
        told = server.ask(method, path, {"X-Pbem-Token": given}, b"{}" if method == "POST" else b"")
        assert (told.status, told.code) == (401, "TOKEN")


def test_the_token_counts_in_its_header_alone(server: Running, status: str) -> None:
    for path in (f"{status}?token={server.token}", f"{status}?X-Pbem-Token={server.token}"):
        cookie = {
            "X-Pbem-Token": "",
            "Cookie": f"X-Pbem-Token={server.token}",
            "Authorization": f"Bearer {server.token}",
        }
        assert server.ask("GET", path, cookie).code == "TOKEN"
    twice = f"GET {status} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nConnection: close\r\n"
    twice += f"X-Pbem-Token: {server.token}\r\n" * 2
    assert answer_of(server.send(f"{twice}\r\n".encode())).code == "TOKEN"


@pytest.mark.parametrize(
    "origin",
    ["", "null", "http://evil.example", "https://127.0.0.1:{port}", "http://127.0.0.1", "http://127.0.0.1:1",
     "http://127.0.0.1:{port}/", "http://localhost:{port}", "http://127.0.0.1:{port}.evil.example"],
)  # fmt: skip
def test_no_other_page_changes_anything(server: Running, origin: str) -> None:
    told = server.ask("POST", "/api/stop", {"Origin": origin.format(port=server.port)}, b"{}")
    assert (told.status, told.code) == (403, "ORIGIN")


@pytest.mark.parametrize("kind", ["", "text/plain", "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x", "application/jsonp", "text/json"])  # fmt: skip
def test_only_json_changes_anything(server: Running, kind: str) -> None:
    told = server.ask("POST", "/api/stop", {"Content-Type": kind}, b"{}")
    assert (told.status, told.code) == (415, "CONTENT_TYPE")


ALIEN = ("HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE")
ALIENS = [("GET", "/api/stop"), ("POST", "/api/campaigns"), ("POST", "/"), ("POST", "/play/play.css")]


@pytest.mark.parametrize(("method", "path"), [*ALIENS, *((method, "/api/stop") for method in ALIEN)])
def test_each_path_is_asked_in_its_own_way(server: Running, method: str, path: str) -> None:
    told = server.ask(method, path, body=b"{}" if method == "POST" else b"")
    assert told.status == 405
    assert told.headers["allow"]


PATHS = (
    "/..", "/../etc/passwd", "/play/../../guard.py", "/play/..%2fguard.py", "/play/%2e%2e/guard.py", "/play//main.js",
    "/play/", "/play", "//etc/passwd", "/play/play.html", "/play/__init__.py", "/shared/page.html", "/%61pi/campaigns",
    "/api%2fcampaigns", "/api/campaigns/", "/api//campaigns", "/API/campaigns", "/api/campaigns;x", "/api/campaigns%00",
    "/play/main.js%00.html", "/api/.%2e/status", "/api/../api/campaigns", "/play/.hidden", "/api/%2e",
)  # fmt: skip


@pytest.mark.parametrize("path", PATHS)
def test_only_paths_of_the_table_are_there(server: Running, path: str) -> None:
    told = server.ask("GET", path)
    assert told.status == 404 and told.code == "NO_PATH"


def test_a_whole_address_as_target_gets_no_further(server: Running) -> None:
    for target in ("http://evil.example/api/campaigns", "*", "evil.example:443", "/api/\xe9/status"):
        told = server.ask("GET", target)
        assert told.status in (400, 404) and b"jena" not in told.body.lower()


def test_a_campaign_is_named_by_its_id_alone(server: Running, status: str) -> None:
    for name in ("000000000000", "game", "f" * 64, status.split("/")[2][:11], status.split("/")[2] + "0", "a" * 9000):
        told = server.ask("GET", f"/api/{name}/status")
        assert (told.status, told.code) == (404, "NO_CAMPAIGN")


def test_a_body_is_bounded_by_what_is_announced(server: Running) -> None:
    told = server.ask("POST", "/api/stop", {"Content-Length": str(BODY_LIMIT + 1)}, b"{")
    assert (told.status, told.code) == (413, "BODY_TOO_LARGE")


def test_a_body_in_chunks_is_bounded_too(server: Running) -> None:
    chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    chunks = chunk * (BODY_LIMIT // 0x10000 + 1) + b"0\r\n\r\n"
    told = server.ask("POST", "/api/stop", {"Content-Length": "", "Transfer-Encoding": "chunked"}, chunks)
    assert (told.status, told.code) == (413, "BODY_TOO_LARGE")
    small = server.ask(
        "POST", "/api/none", {"Content-Length": "", "Transfer-Encoding": "chunked"}, b"2\r\n{}\r\n0\r\n\r\n"
    )
    assert small.code == "NO_PATH"


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"null", b"{", b'"x"', b"\xff", b"[" * 100_000, b'{"a": NaN}', b'{"a": 1' + b"0" * 9000 + b"}"]
)
def test_a_body_that_is_no_object_is_refused(server: Running, body: bytes) -> None:
    told = server.ask("POST", "/api/stop", body=body)
    assert (told.status, told.code) == (422, "REQUEST")


def test_a_body_without_the_token_is_not_waited_for(server: Running) -> None:
    for path in ("/", "/play/main.js", "/api/stop"):
        told = server.ask("POST", path, {"X-Pbem-Token": "", "Content-Length": "1000"}, b"{")
        assert (told.status, told.code) == (401, "TOKEN")


def bare(server: Running) -> Any:
    return server.ask("GET", "/", {"X-Pbem-Token": ""})


def test_the_bare_page_holds_nothing_of_a_campaign_and_no_token(server: Running, duel: Duel, status: str) -> None:
    told = bare(server)
    assert told.status == 200 and told.headers["content-type"] == ["text/html; charset=utf-8"]
    text = told.body.decode("utf-8")
    assert server.token not in text and status.split("/")[2] not in text
    for word in (
        "jena",
        "anna",
        "bert",
        "french",
        "prussian",
        str(duel.anna.place).lower(),
        str(duel.anna.home).lower(),
    ):
        assert word not in text.lower()
    assert bare(server).body == told.body and b"<script>" not in told.body and b"style=" not in told.body


PROMISED = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
FILE = ("GET", "/play/play.css")
ASKED = [
    ("GET", "/", {}), (*FILE, {}), (*FILE, {"Host": "evil.example"}),
    ("GET", "/api/campaigns", {}), ("GET", "/none", {}),
    ("PUT", "/", {}), ("GET", "/api/campaigns", {"X-Pbem-Token": "no"}), ("GET", "/", {"Host": "evil.example"}),
    ("POST", "/api/stop", {"Origin": "null"}), ("POST", "/api/stop", {}),
]  # fmt: skip


@pytest.mark.parametrize(("method", "path", "headers"), ASKED)
def test_every_answer_bears_the_headers(server: Running, method: str, path: str, headers: dict[str, str]) -> None:
    told = server.ask(method, path, headers, b"[]" if method == "POST" else b"")
    promised = PROMISED | ({"cache-control": KEPT} if (method, path) == FILE and not headers else {})
    assert {name: told.headers[name] for name in PROMISED} == {name: [value] for name, value in promised.items()}
    (policy,) = told.headers["content-security-policy"]
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules.pop("default-src") == rules.pop("frame-ancestors") == rules.pop("base-uri") == "'none'"
    assert (rules.pop("require-trusted-types-for"), rules.pop("trusted-types")) == ("'script'", "pbem")
    assert rules.pop("form-action") == "'none'" and rules.pop("img-src") == "'self' data:"
    assert set(rules) == {"script-src", "style-src", "connect-src"} and set(rules.values()) == {"'self'"}
    # A cookie would be sent to every port of this computer; nor is anybody else let in.
    assert not {name for name in told.headers if name == "set-cookie" or name.startswith("access-control")}
    assert "server" not in told.headers


def test_a_fault_of_the_program_is_told_without_its_traceback(
    duel: Duel, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def broken(*args: object) -> None:
        raise ZeroDivisionError("secret-place.py")

    anna = visitor(duel.anna)
    monkeypatch.setattr(anna.evening.openings, "at", broken)
    for traced in ("", "1"):
        monkeypatch.setenv("PBEM_TRACEBACK", traced)
        told = anna.ask("GET", "/api/C/status")
        assert told.status_code == 500 and told.json()["error"]["code"] == "INTERNAL"
        assert "Traceback" not in told.text and "line" not in told.text
        assert ("Traceback" in capfd.readouterr().err) == bool(traced)


def test_what_is_answered_is_text_for_no_reader_of_markup(server: Running) -> None:
    told = server.ask("GET", "/api/campaigns")
    assert told.headers["content-type"] == ["application/json"] and told.body.isascii()
    assert json.loads(told.body)["campaigns"]
