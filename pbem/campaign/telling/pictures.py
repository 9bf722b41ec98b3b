"""What a campaign's maps show at a moment, for whoever looks: the present position, or that at the end of a message's
segment, with what led to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pbem.campaign.core.offers import as_of
from pbem.campaign.core.segments import orders_waiting, phase_start, told_in
from pbem.campaign.telling.viewpoint import own_at, standpoint
from pbem.engine.hidden import Own
from pbem.engine.picture import Board, Pictures, Scene, awaiting, offers, overlaid
from pbem.errors import Problem
from pbem.lean import dataclass
from pbem.report.picture.crop import MAIL_WIDTH, Window, what_matters
from pbem.report.picture.kept import remembering

if TYPE_CHECKING:
    from pbem.campaign.core.campaign import Campaign
    from pbem.store.home import Home

Event = Mapping[str, Any]


@dataclass(frozen=True)
class Moment:
    """A position as its reader may see it.

    title: the phase, and whether this is its end. boards: the printed maps. armies: army id -> name, in the order of
    the scenario. reader: his army, "" for an onlooker.
    """

    title: str
    boards: Sequence[Board]
    scene: Scene
    armies: Mapping[str, str]
    reader: str


@dataclass(frozen=True)
class _Segment:
    """What a picture is made of. before, after: public states. events: of the whole phase as far as it has run. orders:
    public ones that wait to be carried out."""

    campaign: Campaign
    before: dict[str, Any]
    after: dict[str, Any]
    events: Sequence[Event]
    own_before: Own
    own: Own
    public: bool
    orders: Mapping[str, Any]

    @property
    def halted(self) -> bool:
        """Whether the phase waits for the other side's program: its position is still that of its beginning."""
        return bool(self.after["input"]) and self.campaign.position(self.after) == self.after["at"]


def moment(
    campaign: Campaign, seq: int | None = None, *, public: bool = False, overlays: Sequence[str] = ()
) -> Moment | None:
    """The position after a message, None for the present one, with the arrows and fights of the segment that it closed,
    and arrows of the orders that the message brings and that nobody has carried out yet.

    public: as everybody may see it, so that it can be mailed; else as this person does. overlays: names of those that
    are laid over it. None where the ruleset draws nothing. Raises Problem NO_MESSAGE, NO_OVERLAY.
    """
    segment = _segment(campaign, seq, public=public)
    drawn = segment.campaign.game.telling.pictures
    if drawn is None:
        return None
    at = segment.campaign.position(segment.after)
    scene = drawn.scene(at, segment.own, segment.events)
    scene = awaiting(drawn, scene, at, segment.orders)
    return _moment(segment, drawn, _laid_over(drawn, scene, at, segment.own, overlays), _title(segment))


def begin(campaign: Campaign) -> Moment | None:
    """The position in which the game begins, as everybody sees it; None where the ruleset draws nothing."""
    ruled = as_of(campaign, 0)
    drawn, at = ruled.game.telling.pictures, campaign.machine.start()["at"]
    if drawn is None:
        return None
    armies = {army: ruled.game.telling.name(army) for army in ruled.game.scenario.armies}
    return Moment(ruled.game.telling.headline(at), drawn.boards(), drawn.scene(at), armies, "")


def before_after(
    campaign: Campaign, seq: int | None = None, *, public: bool = False, overlays: Sequence[str] = ()
) -> Sequence[Moment] | None:
    """Where all stood when the phase of a segment began, with what they did then; and where they stand at its end.

    seq, public, overlays and None as for `moment`. It is one moment only while nobody can tell yet where a phase has
    led, because it waits for the other side's program.
    """
    segment = _segment(campaign, seq, public=public)
    drawn = segment.campaign.game.telling.pictures
    if drawn is None:
        return None
    game = segment.campaign.game

    def laid(at: Any, own: Own, events: Sequence[Event] = ()) -> Scene:
        return _laid_over(drawn, drawn.scene(at, own, events), at, own, overlays)

    if segment.halted:
        return [_moment(segment, drawn, laid(segment.after["at"], segment.own, segment.events), _title(segment))]
    first = laid(segment.before["at"], segment.own_before, segment.events)
    then = laid(segment.campaign.position(segment.after), segment.own)
    words = game.telling.headline(segment.before["at"])
    return [
        _moment(segment, drawn, first, f"{words}: before"),
        _moment(segment, drawn, then, f"{words}: after"),
    ]


def _laid_over(drawn: Pictures, scene: Scene, at: Any, own: Own, names: Sequence[str]) -> Scene:
    """A scene with overlays. Raises Problem NO_OVERLAY."""
    offered = drawn.overlays()
    for name in names:
        if not offers(offered, name):
            have = "; ".join(f"{one}: {title}" for one, title in offered.items())
            mend = f"its overlays are {have}" if have else "leave out --overlay: the ruleset of this campaign has none"
            raise Problem("NO_OVERLAY", f"there is no overlay {name[:40]!r} in this game", mend)
    return replace(scene, overlays=overlaid(drawn, names, at, own)) if names else scene


def _moment(segment: _Segment, drawn: Pictures, scene: Scene, title: str) -> Moment:
    campaign = segment.campaign
    game, machine = campaign.game, campaign.machine
    armies = {army: game.telling.name(army) for army in game.scenario.armies}
    reader = "" if segment.public else machine.armies.get(campaign.party, "")
    return Moment(title, drawn.boards(), scene, armies, reader)


def _title(segment: _Segment) -> str:
    """`Game-Turn 5, Prussian player turn: the position at its end`; the phase that is due where nothing led to it."""
    game, after = segment.campaign.game, segment.after
    if not segment.events:
        return game.telling.headline(after["at"])
    led = game.telling.headline(segment.before["at"])
    if segment.halted:
        return f"{led}: the position as it began, and what has happened since"
    return f"{led}: the position {'so far' if after['input'] else 'at its end'}"


# -- segments ---------------------------------------------------------------------------------


def _segment(campaign: Campaign, seq: int | None, *, public: bool) -> _Segment:
    """A moment with the phase that led to it, as far as it has run; nothing is told of what was never played."""
    point = standpoint(campaign, seq, public=public)
    campaign, due = point.campaign, point.due
    messages = campaign.chain.messages
    closing = due is not None and due.closing is not None and "input" in messages[-1].body
    ran = point.seq if closing else point.seq - 1
    first = phase_start(campaign, ran)
    void = 0 <= ran < len(messages) - 1 and messages[ran + 1].body.get("void")
    events = [] if void else told_in(campaign, first, ran)
    orders = {} if closing else orders_waiting(campaign, point.seq)
    if first < 1:
        return _Segment(campaign, point.state, point.state, events, point.own, point.own, public, orders)
    before = point.own if public else own_at(campaign, first)
    return _Segment(campaign, campaign.chain.states[first], point.state, events, before, point.own, public, orders)


# -- output -----------------------------------------------------------------------------------


def boards_of(moments: Sequence[Moment], board: str = "") -> list[Board]:
    """The board of this id; for "" those on which something lies or happens, or all. Raises Problem NO_BOARD."""
    boards = list(moments[0].boards)
    if board:
        found = [one for one in boards if board.casefold() in (one.id.casefold(), one.title.casefold())]
        if not found:
            ids = ", ".join(one.id for one in boards)
            raise Problem("NO_BOARD", f"there is no map {board[:40]!r} here", f"the maps of this campaign: {ids}")
        return found
    return [one for one in boards if any(_busy(one, moment.scene) for moment in moments)] or boards


def _busy(board: Board, scene: Scene) -> bool:
    own = {place.id for place in board.places}
    spots = [place for _, place in scene.held()]
    spots += [at for arrow in scene.arrows for at in arrow.places]
    spots += [at for fight in scene.fights for at in fight.at]
    return not own.isdisjoint(spots)


def windows(moments: Sequence[Moment], boards: Sequence[Board], *, whole: bool) -> list[Window | None]:
    """The part of each board that is shown in all pictures: what matters in any of them."""
    if whole:
        return [None] * len(boards)
    first = moments[0]
    scene = replace(first.scene, counters=tuple(c for moment in moments for c in moment.scene.counters))
    return [what_matters(board, scene, first.reader) for board in boards]


@dataclass(frozen=True)
class Style:
    """How moments are drawn. board: the id of the only map shown, "" for all. whole: the whole map, not only what
    matters. labels: the numbers of places, None for where they can be read. scale: how much wider than for a mail."""

    board: str = ""
    whole: bool = False
    labels: bool | None = None
    scale: int = 1


def svg_of(moments: Sequence[Moment], style: Style = Style(), *, home: Home | None = None) -> str:
    """One or more moments as an SVG document, those of one board below each other. home: where drawn parts are kept.

    Raises Problem NO_BOARD.
    """
    from pbem.report.picture.svg import drawing, sheet

    with remembering(home.picture_cache() if home is not None else None):
        drawings = [
            drawing(one, shown.scene, shown.armies, prefix=f"m{count}{'abc'[step]}-", **how)
            for count, step, one, shown, how in _sheets(moments, style)
        ]
    return sheet(drawings, _over(moments, style))


def png_of(moments: Sequence[Moment], style: Style = Style(), *, zoom: int = 1, home: Home | None = None) -> bytes:
    """What `svg_of` draws, as a PNG. zoom: its pixels for each of the SVG. home: where drawn parts are kept.

    Raises Problem NO_BOARD, PICTURE_TOO_LARGE.
    """
    from pbem.report.picture.layout import laid_out, spread
    from pbem.report.picture.painter import painted

    picture_cache = home.picture_cache() if home is not None else None
    with remembering(picture_cache):
        laid = [laid_out(one, shown.scene, shown.armies, **how) for _, _, one, shown, how in _sheets(moments, style)]
    try:
        return painted(spread(laid, _over(moments, style)), zoom, picture_cache)
    except ValueError as error:
        raise Problem("PICTURE_TOO_LARGE", str(error), "take a smaller --scale, or only one map: --board") from error


def _over(moments: Sequence[Moment], style: Style) -> str:
    """The heading above several maps of one moment."""
    return moments[0].title if len(boards_of(moments, style.board)) > 1 and len(moments) == 1 else ""


def _sheets(moments: Sequence[Moment], style: Style) -> Iterator[tuple[int, int, Board, Moment, dict[str, Any]]]:
    """Each map to be drawn: number of the board and of the moment, both, and how it is drawn."""
    boards = boards_of(moments, style.board)
    for count, (one, window) in enumerate(zip(boards, windows(moments, boards, whole=style.whole), strict=True)):
        for step, shown in enumerate(moments):
            title = shown.title if len(moments) > 1 or len(boards) == 1 else ""
            named = f"{one.title}, {title}" if title and len(boards) > 1 else title
            off_map = one is boards[-1] and shown is moments[-1]
            how = {"window": window, "labels": style.labels, "title": named, "off_map": off_map}
            yield count, step, one, shown, how | {"width": MAIL_WIDTH * style.scale}
