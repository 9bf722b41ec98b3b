"""What players write of a game of hexes and counters, as far as all write alike."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar, Generic, TypeVar

from pbem.engine.contract import Writing
from pbem.engine.options import Json
from pbem.hexgame.board.codec import Coded, codec_of
from pbem.hexgame.documents.schemas import Shapes

P = TypeVar("P", bound=Coded)


class TurnWriting(Writing, ABC, Generic[P]):
    """`engine.contract.Writing` of player turns. kind: the dataclass of positions."""

    kind: ClassVar[type[Any]]

    @property
    @abstractmethod
    def shapes(self) -> Shapes:
        """The schemas of documents."""

    @abstractmethod
    def require(self, position: P) -> None:
        """Raises ValueError for a position that cannot be in this scenario, see `require_possible`."""

    def document_schema(self, ask: str) -> Json:
        """JSON Schema of the members of the player's document for a question."""
        return self.shapes.document(ask)

    def text(self, at: Json) -> str:
        """The position as one line."""
        return codec_of(self.kind).text(self.kind.from_json(at))

    def read_text(self, text: str) -> Json:
        """The position of a line. Raises ValueError, also for units and hexes that there are not."""
        position = codec_of(self.kind).read(text)
        self.require(position)
        return position.to_json()
