"""Somebody with the page of `pbem play` before him: requests as a browser sends them, without one."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import httpx2 as httpx
from starlette.testclient import TestClient

from pbem.campaign.core.person import load_person
from pbem.play.evening import Evening
from pbem.play.guard import TOKEN_HEADER
from pbem.play.routes import application
from pbem.store.folder import is_campaign
from pbem.store.home import Home
from tests.cli.players import Player

PORT, TOKEN = 8123, "a-token-that-nobody-guesses"
ORIGIN = f"http://127.0.0.1:{PORT}"


@dataclass
class Visitor:
    """A page of a server that runs in this process. id: of the campaign at hand."""

    evening: Evening
    id: str = ""
    client: TestClient = field(init=False)

    def __post_init__(self) -> None:
        server = application(self.evening, port=PORT, token=TOKEN)
        self.client = TestClient(server, base_url=ORIGIN, raise_server_exceptions=True)  # type: ignore[arg-type]

    def ask(self, method: str, path: str, *, headers: dict[str, str] | None = None, **more: Any) -> httpx.Response:
        """A request with everything that the page sends; `headers` in the place of its own."""
        own = {TOKEN_HEADER: TOKEN}
        if method == "POST":
            own |= {"Origin": ORIGIN, "Content-Type": "application/json"}
            more = {"content": json.dumps(more.pop("json", {})), **more}
        return self.client.request(
            method, path.replace("/C/", f"/{self.id}/"), headers={**own, **(headers or {})}, **more
        )

    def get(self, path: str) -> Any:
        """What is answered, which has to be good."""
        found = self.ask("GET", path)
        assert found.status_code == 200, found.text
        return found.json()

    def post(self, path: str, **body: Any) -> Any:
        """The same after a change."""
        found = self.ask("POST", path, json=body)
        assert found.status_code == 200, found.text
        return found.json()

    def refused(self, path: str, status: int, **body: Any) -> Any:
        """The error with which a change is refused."""
        found = self.ask("POST", path, json=body)
        assert found.status_code == status, found.text
        return found.json()["error"]


def visitor(player: Player) -> Visitor:
    """A player's page, with his campaign at hand where he stands in one."""
    home = Home(player.home)
    here = player.place if is_campaign(player.place) else None
    evening = Evening(home, load_person(home, lambda: ""), here, player.place)
    return Visitor(evening, evening.begins_with)
