"""What people are told of a plain game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, partial
from typing import Any

from pbem.engine.contract import NO_LEGEND
from pbem.engine.figures import Fortune, GameFigures, Tally
from pbem.engine.hidden import NOTHING, Own
from pbem.engine.odds_query import Outlook, WhatIf
from pbem.engine.options import Json
from pbem.engine.picture import Arrow, Board, Overlay, Pictures, Scene
from pbem.engine.rehearsal import OpenBook
from pbem.engine.requests import Choose
from pbem.hexgame.board.pieces import Piece
from pbem.hexgame.documents.form import Fields
from pbem.hexgame.fighting.attacks import Attack
from pbem.hexgame.fighting.engagement import Ledger
from pbem.hexgame.fighting.reckoning import Wording, reckoning
from pbem.hexgame.fighting.results import attacker_retreats
from pbem.hexgame.plain.book import PlainBoard, PlainBook, value
from pbem.hexgame.plain.marches import movement_phase
from pbem.hexgame.telling import absent, arrows, drawing
from pbem.hexgame.telling.counters import CounterLook, CounterPrint
from pbem.hexgame.telling.figures import fortunes, tally
from pbem.hexgame.telling.foresight import Foresight, OddsWords, shares_of
from pbem.hexgame.telling.grounds import gathered, ways_noted
from pbem.hexgame.telling.odds_question import Inquiry, answered
from pbem.hexgame.telling.previewing import PreviewWords, attacks_ahead, ordered, preview_lines, void
from pbem.hexgame.telling.scenes import MapPictures
from pbem.hexgame.telling.told import PlayerTurns, TurnOdds
from pbem.hexgame.telling.wording import march_line, ordered_path, sentence, stopped
from pbem.hexgame.telling.zones import zone_areas

Event = Mapping[str, Any]
ZONES = "zoc"


class PlainTelling(PlayerTurns):
    """`engine.contract.Telling`. All counters lie open, so everybody is told the same."""

    def __init__(self, book: PlainBook) -> None:
        self.book = book

    def headline(self, at: Json) -> str:
        """`Game-Turn 6, Red player turn`."""
        return self.book.headline(self.book.at(at).position)

    def name(self, thing: str) -> str:
        """The printed name of a unit, formation, army or hex; the id itself where there is none."""
        return self.book.printed.name(thing)

    def facts(self, at: Json, own: Own = NOTHING) -> Json:
        """Turn, phasing army, strength of each army on the map, and the situation in words."""
        book, board = self.book, self.book.at(at)
        strengths = {army: board.strength(board.on_map(army)) for army in book.armies}
        told = [(f"{name} army", f"{strengths[army]} strength points on the map") for army, name in book.armies.items()]
        standing = [list(pair) for pair in (*told, *book.situation(board))]
        return {
            "turn": at["turn"],
            "turns": book.turns,
            "phasing": at["army"],
            "on_map": strengths,
            "standing": standing,
        }

    def wording(self, event: Event, legend: Mapping[str, str] = NO_LEGEND) -> str:
        """An event, or an entry of orders, in sentences."""
        if event.get("kind") == "ordered":
            return _ordered(self.book, event)
        return sentence(self.book.sentences, self.book.printed, event)

    @cached_property
    def pictures(self) -> Pictures:
        """What maps show."""
        return PlainPictures(self.book)

    @cached_property
    def figures(self) -> GameFigures:
        """Losses, ground held, and luck."""
        return PlainFigures(self.book)

    @cached_property
    def odds(self) -> TurnOdds:
        """What attacks would come to."""
        return PlainOdds(self.book)


def _ordered(book: PlainBook, event: Event) -> str:
    entry = event["entry"]
    if not isinstance(entry, Mapping) or event["member"] not in book.form.lists:
        return ""
    if event["member"] == "moves":
        return stopped(ordered_path(book.printed, entry))
    form = book.form.lists["attacks"].entry
    assert isinstance(form, Fields)
    return stopped(f"Attack {', '.join(form.parts(entry, book.printed))}")


# -- odds and previews -----------------------------------------------------------------


def odds_words(book: PlainBook) -> OddsWords:
    """What odds come from, by its case."""
    cases = book.cases
    return OddsWords(
        name=book.printed.unit,
        place=book.field.name,
        results=book.results,
        retreats=[code for code, way in book.combat.results.items() if way is attacker_retreats],
        attacks=cases.attacks,
        bombards=cases.attacks,
        defends=cases.attacks,
        odds=cases.odds,
        lowered=cases.odds,
    )


def foresight(book: PlainBook, board: PlainBoard) -> Foresight[PlainBoard]:
    """What attacks on a board would come to."""

    def ledger(attack: Attack) -> Ledger[PlainBoard]:
        return book.ledger(book.scratch(board), attack.on)

    return Foresight(odds_words(book), ledger)


def chances(book: PlainBook, column: str) -> dict[str, Fraction]:
    """The exact chance of each result in a column."""
    return shares_of(book.combat.columns, book.combat.table, tuple(book.results), column)


def preview(book: PlainBook, board: PlainBoard, orders: Json) -> Json:
    """The moves as they are carried out, what is void, and the odds of every attack after them."""
    after, open_book = book.scratch(board), OpenBook()
    open_book.carry_out(movement_phase(book.moves(after), after.prefix, orders.get("moves", ()), after))
    attacks, refused = attacks_ahead(book.attacks(after), orders.get("attacks"), foresight(book, after))
    who = ordered(book.moves(book.scratch(board)).movable(), orders.get("moves", ()), book.printed.unit)
    found = {"moves": open_book.events, "void": void([*open_book.faults, *refused]), **attacks, **who}
    found["open"] = bool(found["idle"]) or bool(found["attacks"])

    def line(event: Event) -> str:
        return march_line(book.printed, event) or sentence(book.sentences, book.printed, event)

    words = PreviewWords(events=line, odds=odds_words(book), allocation=book.cases.attacks)
    return {**found, "lines": list(preview_lines(words, found))}


class PlainOdds(TurnOdds):
    """Questions about attacks that nobody has ordered."""

    def __init__(self, book: PlainBook) -> None:
        self.book = book

    def what_if(self, at: Json, army: str, question: WhatIf, own: Own = NOTHING) -> Sequence[Outlook]:
        """One attack by an army, on the position as it is or as it is supposed to be. Raises Unanswerable."""
        book, board = self.book, self.book.at({**at, "army": army})
        inquiry = Inquiry.of_pieces(
            board,
            army,
            stacking=book.cases.stacking,
            attacks=lambda: book.attacks(board),
            foresight=lambda: foresight(book, board),
        )
        return (answered(inquiry, question),)

    def preview(self, request: Choose, orders: Json, own: Own = NOTHING) -> Json:
        """The moves as they are carried out, what is void, and the odds of every attack after them."""
        return preview(self.book, self.book.asked_on(request), orders)


class PlainFigures(GameFigures):
    """Losses, hexes held, and the dice of the combats."""

    def __init__(self, book: PlainBook) -> None:
        self.book = book

    def tally(self, at: Json) -> Tally:
        """Strength lost and hexes held."""
        board = self.book.at(at)
        return tally(board, self.book.armies, lambda army: board.strength(lost_units(board, army)), {})

    def fortunes(self, events: Sequence[Event]) -> Sequence[Fortune]:
        """The dice of the combats."""
        return fortunes(events, self.book.roster, lambda column, bonus: chances(self.book, column))


# -- pictures --------------------------------------------------------------------------


class PlainPictures(MapPictures[Piece]):
    """`engine.picture.Pictures`. All counters lie open, so everybody sees the same."""

    def __init__(self, book: PlainBook) -> None:
        self.book = book
        super().__init__(book.roster, CounterPrint(value))

    def drawn(self) -> Sequence[Board]:
        """The map."""
        book, case = self.book, self.book.cases.ground
        look = drawing.grounds(book.field.chart, case, book.looks)
        chart, notes = book.field.chart, gathered(ways_noted(book.field, case))
        drawn = [one for one in book.drawn if one.kind in chart.ways or one.kind in chart.sides]
        return drawing.boards(book.field, drawing.MapLook(look, drawn, notes=notes))

    def scene(self, at: Json, own: Own = NOTHING, events: Sequence[Event] = ()) -> Scene:
        """What lies on the map, with the arrows and combats of the events."""
        book, board = self.book, self.book.at(at)
        beside = absent.beside(book.armies, lambda army: _beside(book, board, army))
        return self.shown(_look(book, self.printed), board.at, events, partial(_reckoned, book), beside)

    def overlays(self) -> Mapping[str, str]:
        """Zones of control."""
        return {ZONES: f"zones of control ({self.book.cases.zones})"}

    def overlay(self, name: str, at: Json, own: Own = NOTHING) -> Overlay:
        """The zones of control of both armies."""
        return Overlay(name, self.overlays()[name], zone_areas(self.book.at(at), self.book.armies))

    def ordered(self, at: Json, orders: Json) -> Sequence[Arrow]:
        """Marches and attacks that are ordered."""
        marches = (([entry["unit"]], entry.get("path", ())) for entry in orders.get("moves", ()))
        attacks = arrows.assaults(orders.get("attacks", ()), ("by",))
        return arrows.ordered(self.book.field, self.book.roster, at["at"], marches, attacks)


def _look(book: PlainBook, printed: CounterPrint[Piece]) -> CounterLook[Piece]:
    def hover(unit: Piece, at: str) -> Iterator[str]:
        yield f"{book.armies[unit.army]}, {book.roster.formation_names[unit.formation]}"
        yield f"{unit.kind}, strength {unit.strength}, {unit.allowance} movement points"

    return CounterLook(printed, value, lambda unit: unit.strength, lambda unit, at: (), hover)


def _reckoned(book: PlainBook, event: Event) -> Iterator[str]:
    words = Wording(book.printed.unit, book.field.name, book.results, book.cases.attacks, book.cases.odds)
    return reckoning(event, words, chances(book, event["calculation"]["used"]))


def _beside(book: PlainBook, board: PlainBoard, army: str) -> dict[str, list[str]]:
    """Who is lost, and who is still to come, each in a line."""
    lost = lost_units(board, army)
    waiting = [unit.id for unit in book.roster.of(army) if unit.id not in board.at and unit.id not in lost]
    lines = {"eliminated": lost, "to come": waiting}
    return {what: [_listed(book, units)] if units else [] for what, units in lines.items()}


def _listed(book: PlainBook, units: Sequence[str]) -> str:
    """`1/Red 6-4, 2/Red 5-4`."""
    return ", ".join(f"{book.printed.unit(unit)} {value(book.roster.units[unit])}" for unit in units)


def lost_units(board: PlainBoard, army: str) -> list[str]:
    """The units of an army that are lost."""
    return [unit.id for unit in board.roster.of(army) if unit.id in board.position.lost]
