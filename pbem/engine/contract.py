"""What a rulebook's package offers to the rest of pbem, and nothing more.

A package registers a `Ruleset` under the entry point `pbem.rulesets`; `game()` binds its data to one scenario and its
options. A `Game` decides; beside it `Writing` has what players write, `Telling` what people are told, `HiddenForces`
what lies face down. A part that a ruleset may lack is a property that is None. Every method is pure: same arguments,
same answer, on every machine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

from pbem.engine.hidden import NOTHING, HiddenForces, Own
from pbem.engine.options import Json, Refusal
from pbem.engine.requests import Choose, Phase

if TYPE_CHECKING:
    from pbem.engine.datacheck import DataCheck
    from pbem.engine.desk import OrdersDesk
    from pbem.engine.figures import GameFigures
    from pbem.engine.odds_query import GameOdds
    from pbem.engine.picture import Pictures
    from pbem.engine.standing import StandingOrders
    from pbem.engine.teams import Teams

NO_LEGEND: Mapping[str, str] = MappingProxyType({})
MESSAGE_BOUND = "message"
PHASE_BOUND = "phase"


@dataclass(frozen=True, slots=True)
class Slot:
    """One standing order: a decision kind of one formation.

    name: `retreat.tauenzien`. schema: JSON Schema of a value (without `ask`). default: counts if unset or unfit.
    binding: `message` (what counts is the side's newest message before the closing one) or `phase`.
    doc: one or two sentences for the player. example: a value that fits the schema and shows its form, None where the
    default or the doc does. written: JSON Schema of what a player may write instead, with printed names, of which
    `engine.standing.StandingOrders` makes the value; None: `schema`.
    """

    name: str
    schema: Json
    default: Json
    doc: str
    binding: str = MESSAGE_BOUND
    example: Json = None
    written: Json = None


@dataclass(frozen=True, slots=True)
class PlacedRefusal:
    """A refusal with its place in the player's document: a path of keys and indices."""

    path: tuple[str | int, ...]
    refusal: Refusal


@dataclass(frozen=True, slots=True)
class Compiled:
    """What becomes of a player's document: the public input (without `for`) and everything wrong with it.

    notes: one line for each thing that the compiler chose for the player, such as a path.
    hide: markers that the message turns face down -> content. show: own markers, standing-order slots and hidden leaves
    (`tree.name`) to open in the input itself, which saves the message that would open them. leaves: tree -> name -> new
    value of hidden leaves. gone: own markers that these orders take out of play, because what they held is in `hide`
    under other ids.
    remarks: what cannot work from the present position and may become possible: told to the player, refused by nobody.
    The `answer` to a sealed question is committed to by who composes the message, not here.
    """

    input: dict[str, Json]
    faults: Sequence[PlacedRefusal] = ()
    notes: Sequence[str] = ()
    hide: Mapping[str, Json] = field(default_factory=dict)
    show: Sequence[str] = ()
    leaves: Mapping[str, Mapping[str, Json]] = field(default_factory=dict)
    gone: Sequence[str] = ()
    remarks: Sequence[PlacedRefusal] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """One line of an orders template: `text` is YAML at `indent` levels; `off` writes it as a comment.

    comment: stands behind the text, or alone where there is no text.
    """

    text: str = ""
    comment: str = ""
    indent: int = 0
    off: bool = False


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario as people choose it. options: name -> {"values": [...], "default": value, "doc": text}.

    An id that begins with `learning-` is one for a first game: it is offered first, and examples are made of it.
    """

    id: str
    title: str
    armies: tuple[str, str]
    options: Mapping[str, Json] = field(default_factory=dict)
    doc: str = ""

    @property
    def learning(self) -> bool:
        """Whether it is meant for a first game."""
        return self.id.startswith("learning-")


class Game(Protocol):
    """A ruleset bound to one scenario with its options: it decides. Who writes and who tells stand beside it.

    Derive from it, and from the protocols of its parts: what you have no use for is None already.
    """

    scenario: Scenario

    def start(self) -> Json:
        """The position before the first phase, canonical JSON."""

    def phase(self, at: Json) -> Phase:
        """The phase that begins at this position; returns the position at its end."""

    def over(self, at: Json) -> dict[str, Json]:
        """{} while the game goes on; else {"how": "played", "winner": army or "", "level", ...}."""

    def slots(self, army: str) -> Sequence[Slot]:
        """The standing orders of an army, in leaf order; never changes under one rules version."""

    def schema(self, ask: str) -> Json:
        """The binding JSON Schema of the answer to a question (without `for`): shape only. Raises KeyError."""

    def position_of(self, request: Choose) -> Json:
        """The position on which a question is asked: in mid-phase that of the moment, not of the phase's beginning."""

    @property
    def writing(self) -> Writing:
        """What players write, and what becomes of it."""

    @property
    def telling(self) -> Telling:
        """What people are told."""

    @property
    def hiding(self) -> HiddenForces | None:
        """Face-down markers, hidden units and private draws; None for a game that has nothing of the kind."""
        return None


class Writing(Protocol):
    """What players write of a game: documents for its questions, and positions as a line of text."""

    def template(self, request: Choose, own: Own = NOTHING) -> Sequence[Line]:
        """The document for a question with every open decision and its default. own: what only its reader knows."""

    def document_schema(self, ask: str) -> Json:
        """JSON Schema of the members of the player's document for a question (a fragment of the orders schema)."""

    def helper_schema(self, request: Choose, own: Own = NOTHING) -> Json:
        """The document schema with the legal units and hexes of the present question, for editors and forms.

        own: what only its reader knows, so that his own units that lie face down are among them.
        """

    def compile(self, request: Choose, document: Json, own: Own = NOTHING) -> Compiled:
        """Turns a document that fits `document_schema` into the public input, and into what is to be hidden.

        own: what only the player knows, so that he may name his units where the input names markers.
        """

    def text(self, at: Json) -> str:
        """The position as one line of text."""

    def read_text(self, text: str) -> Json:
        """The position that a line of text describes. Raises ValueError."""

    @property
    def standing(self) -> StandingOrders | None:
        """Reads standing orders with printed names in them; None where they are written by ids alone."""
        return None

    @property
    def desk(self) -> OrdersDesk | None:
        """What can be clicked together on the orders pages; None for forms alone."""
        return None

    @property
    def teams(self) -> Teams | None:
        """Several players a side (protocol section 12); None where each side has one."""
        return None


class Telling(Protocol):
    """What people are told of a game."""

    def phase_name(self, at: Json) -> str:
        """A slug for file names and headings, `french-06`."""

    def headline(self, at: Json) -> str:
        """The phase in words, `Game-Turn 6, French player turn`."""

    def name(self, thing: str) -> str:
        """The printed name of a unit, army, place or other id."""

    def facts(self, at: Json, own: Own = NOTHING) -> Json:
        """What `pbem status` and the reports tell of a position, as data, for a reader who knows this of his own;
        NOTHING: for everybody."""

    def wording(self, event: Mapping[str, Json], legend: Mapping[str, str] = NO_LEGEND) -> str:
        """An event as one or more sentences; empty where it needs no words.

        legend: markers that the reader can name, as `legend` tells them. What else the program asks words for is
        listed in docs/adding-a-ruleset.md; "" leaves it to the program's own.
        """

    def legend(self, at: Json, own: Own = NOTHING, events: Sequence[Mapping[str, Json]] = ()) -> Mapping[str, str]:
        """Marker -> what a reader may call it: what lies open at a position or was opened by events since.

        own: what the reader alone knows; with NOTHING this is what everybody may know.
        """

    def preview(self, request: Choose, orders: Json, own: Own = NOTHING) -> Json:
        """What the orders would do before any die: paths, and for each attack odds, modifiers and chances.

        own: what their author knows, with what the orders themselves turn face down. `lines` of it are shown to people;
        `ordered` (a number) and `idle` (names) of it say how many of those who could be ordered are, and who is not;
        `open`: whether anything could be decided otherwise than the untouched template has it;
        where it has `groups`, headings each with markers, what the orders hide is listed under these.
        """

    @property
    def pictures(self) -> Pictures | None:
        """What maps show; None for a game that is not drawn."""
        return None

    @property
    def figures(self) -> GameFigures | None:
        """What can be counted and weighed; None where nothing is."""
        return None

    @property
    def odds(self) -> GameOdds | None:
        """Answers to questions before orders; None where there are none."""
        return None


class Opponent(Protocol):
    """A practice opponent of one army: sensible play by the public contract alone. Deterministic."""

    def orders(self, at: Json, own: Own = NOTHING) -> dict[str, Json]:
        """The document (as orders.yaml holds it, without the frame) for a phase.

        at: the position on which its orders are asked for (`Game.position_of`); dice of the phase may be in it.
        """

    def answer(self, request: Choose, at: Json, own: Own = NOTHING) -> Json:
        """The answer to a question in mid-phase."""

    def standing(self, at: Json) -> Mapping[str, Json]:
        """Standing orders: slot name -> value; slots left out keep their default."""


class Ruleset(Protocol):
    """A rulebook. Derive from it: what you have no use for is None already.

    older: rules versions by which campaigns may still be going on, or are archived; none of them names older ones
    itself.
    """

    id: str
    version: str
    title: str
    home: Path
    older: Sequence[Ruleset] = ()

    def scenarios(self) -> Sequence[Scenario]:
        """All scenarios that it brings."""

    def data_files(self) -> Mapping[str, bytes]:
        """Every file below `data/`, path -> bytes; read once, hashed by the protocol, parsed from these bytes."""

    def scenario_files(self, scenario: str) -> Mapping[str, bytes]:
        """Every file of one scenario's own folder. Raises KeyError."""

    def game(self, scenario: str, options: Mapping[str, Json], overlay: Sequence[Json] = ()) -> Game:
        """Binds data, scenario, options and map corrections. Raises ValueError where one does not fit."""

    def opponent(self, game: Game, army: str) -> Opponent:
        """The practice opponent for an army. Raises ValueError where there is none."""

    def catalogue(self) -> Json:
        """Case ids and titles of the rulebook, for `rules coverage`."""

    @property
    def checks(self) -> DataCheck | None:
        """Checks of a scenario's files before anybody plays them; None where there are none."""
        return None
