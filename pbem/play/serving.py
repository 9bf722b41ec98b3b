"""The server itself, from its first answer to its last."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

import uvicorn

from pbem.play.routes import application

if TYPE_CHECKING:
    from types import FrameType

    from pbem.play.door import Door
    from pbem.play.evening import Evening

# Seconds for answers that are under way when the server ends; streams end by themselves before.
_GRACE: Final = 3


class _Server(uvicorn.Server):
    """Ends when the evening does, and ends it with Ctrl-C: streams of events look at that."""

    def __init__(self, evening: Evening, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._evening = evening

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """As uvicorn does."""
        self._evening.stop()
        super().handle_exit(sig, frame)

    async def on_tick(self, counter: int) -> bool:
        """As uvicorn does, several times a second; whether the server ends."""
        self.should_exit |= self._evening.stopping
        return await super().on_tick(counter)


def serve(evening: Evening, door: Door) -> None:
    """Answers at the door until somebody ends it, by the page or with Ctrl-C."""
    with suppress(KeyboardInterrupt):
        _Server(evening, _config(evening, door)).run(sockets=[door.listening])


def _config(evening: Evening, door: Door) -> uvicorn.Config:
    return uvicorn.Config(
        application(evening, port=door.port, token=door.token),
        http="h11",
        ws="none",
        lifespan="off",
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=_GRACE,
    )
