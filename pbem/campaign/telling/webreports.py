"""The page of a message: `pbem report --html`, with what everybody may know or with what its reader knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pbem.campaign.core.offers import as_of
from pbem.campaign.core.segments import orders_waiting, phase_start, told_in
from pbem.campaign.telling.dicelog import dice_record
from pbem.campaign.telling.pictures import Moment, moment
from pbem.campaign.telling.plotting import figures_of
from pbem.campaign.telling.reports import dispatch_of, own_dispatches, position_of
from pbem.campaign.telling.revealing import knowledge
from pbem.campaign.telling.text_maps import lines_of
from pbem.engine.hidden import NOTHING
from pbem.engine.picture import awaiting
from pbem.errors import Problem
from pbem.protocol.dice import Stream
from pbem.report.picture.kept import remembering
from pbem.report.plots.drawn import charts
from pbem.report.typesetting import WIDTH
from pbem.report.web.dice import Roll, Rolls
from pbem.report.web.maps import Atlas
from pbem.report.web.turn import Told, TurnPage, turn_body, turn_page

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pbem.campaign.core.campaign import Campaign
    from pbem.campaign.core.due import Due
    from pbem.campaign.telling.dicelog import DiceRecord, Draw
    from pbem.engine.hidden import Own
    from pbem.engine.picture import Scene
    from pbem.report.dispatch import Dispatch

# Earlier messages on the page of a message; all of them are in the replay.
_EARLIER = 8
_BLOCK = 32


def public_page(campaign: Campaign, seq: int) -> str:
    """The page of message `seq` that anybody may read."""
    with remembering(campaign.picture_cache):
        return turn_page(public_turn(campaign, seq))


def own_page(campaign: Campaign, due: Due | None = None, *, whole: bool = False) -> str:
    """The page for the reader himself, with the dice that his program has just rolled and what he alone knows.

    whole: as for `own_dispatches`.
    """
    with remembering(campaign.picture_cache):
        return turn_page(own_turn(campaign, due, whole=whole))


def parts_of(campaign: Campaign, turn: TurnPage) -> dict[str, str]:
    """Title and markup of such a page, for one that shows it among other things."""
    with remembering(campaign.picture_cache):
        title, body = turn_body(turn)
    return {"title": title, "html": body}


def public_turn(campaign: Campaign, seq: int) -> TurnPage:
    """What the page of a message tells everybody."""
    state, events = campaign.chain.states[seq], phase_events(campaign, seq)
    figures = figures_of(campaign, seq)
    return TurnPage(
        "public",
        [told_of(campaign, seq)],
        atlas_of(campaign, seq),
        awaiting_scene(campaign, seq, state, NOTHING, events),
        rolls_of(campaign, seq - 1),
        charts(figures) if figures is not None else [],
        [told_of(campaign, before) for before in range(seq - 1, max(seq - 1 - _EARLIER, 1), -1)],
        max(seq - 2 - _EARLIER, 0),
    )


def own_turn(campaign: Campaign, due: Due | None = None, *, whole: bool = False) -> TurnPage:
    """What it tells the reader himself. whole: as for `own_dispatches`."""
    due = due or campaign.due()
    last = len(campaign.chain.messages) - 1
    own, state = knowledge(campaign, due), due.state or campaign.chain.state
    told = own_dispatches(campaign, due, whole=whole)
    events = [event for dispatch in told for event in dispatch.events]
    ruled = as_of(campaign, last)
    rolled = [*rolls_of(campaign, last - 1), *(rolls_of(campaign, last, due) if due.closing is not None else [])]
    figures = figures_of(campaign, None, due)
    # What the last message ordered has been carried out where this program has closed its segment.
    drawn = awaiting_scene if due.closing is None else scene_of
    earlier = range(last - len([dispatch for dispatch in told if dispatch.seq <= last]), 1, -1)
    return TurnPage(
        "own",
        [
            Told(dispatch, ruled.game.telling.name, ruled.game.telling.wording, steps_of(ruled, dispatch))
            for dispatch in told
        ],
        atlas_of(campaign, last),
        drawn(campaign, last, state, own, events) if state else None,
        rolled,
        charts(figures) if figures is not None and figures.moments else [],
        [told_of(campaign, before) for before in earlier[:_EARLIER]],
        max(len(earlier) - _EARLIER, 0),
    )


def map_lines(campaign: Campaign, seq: int | None, *, unicode: bool) -> list[str]:
    """The maps in plain characters, as wide as a report: what everybody sees after message `seq`; None: what the reader
    sees now. Nothing where the game draws none."""
    if seq is None:
        shown = moment(campaign)
        return [] if shown is None else lines_of([shown], width=WIDTH, unicode=unicode)
    atlas, state = atlas_of(campaign, seq), campaign.chain.states[seq]
    scene = awaiting_scene(campaign, seq, state, NOTHING, phase_events(campaign, seq))
    if atlas is None or scene is None:
        return []
    title = f"The maps after message {seq}"
    return lines_of([Moment(title, atlas.boards, scene, atlas.armies, "")], width=WIDTH, unicode=unicode)


def told_of(campaign: Campaign, seq: int, own: Own = NOTHING) -> Told:
    """What message `seq` and the segment that it closes give to tell."""
    ruled, dispatch = as_of(campaign, seq), dispatch_of(campaign, seq, own=own)
    return Told(dispatch, ruled.game.telling.name, ruled.game.telling.wording, steps_of(ruled, dispatch))


def steps_of(campaign: Campaign, dispatch: Dispatch) -> Sequence[Sequence[str]]:
    """The calculation of each combat of a dispatch, a line for each step; none where the game has none to show."""
    drawn = campaign.game.telling.pictures
    combats = sum(event["kind"] == "combat" for event in dispatch.events)
    if drawn is None or not combats:
        return ()
    start = campaign.chain.states[max(dispatch.seq - 1, 1)]["at"]
    fights = drawn.scene(start, NOTHING, dispatch.events).fights
    return [fight.hover for fight in fights] if len(fights) == combats else ()


def phase_events(campaign: Campaign, seq: int) -> Sequence[Mapping[str, Any]]:
    """What was told of the segment that message `seq` closes, and before it in the same phase.

    Positions are those at the beginning of a phase while it has halted: all that has happened in it belongs to them.
    Nothing for a segment that was never played.
    """
    if seq < len(campaign.chain.messages) and campaign.chain.messages[seq].body.get("void"):
        return []
    return told_in(campaign, phase_start(campaign, seq - 1), seq - 1)


def atlas_of(campaign: Campaign, seq: int) -> Atlas | None:
    """The maps as they were printed for the rules of message `seq`; None where the game draws none."""
    ruled = as_of(campaign, seq)
    drawn = ruled.game.telling.pictures
    if drawn is None:
        return None
    return Atlas(drawn.boards(), {army: ruled.game.telling.name(army) for army in ruled.game.scenario.armies})


def scene_of(
    campaign: Campaign, seq: int, state: dict[str, Any], own: Own, events: Sequence[Mapping[str, Any]]
) -> Scene | None:
    """What lies on the maps in a state, for who knows `own`; None where the game draws none."""
    ruled = as_of(campaign, seq)
    drawn = ruled.game.telling.pictures
    return None if drawn is None else drawn.scene(position_of(ruled, state), own, events)


def awaiting_scene(
    campaign: Campaign, seq: int, state: dict[str, Any], own: Own, events: Sequence[Mapping[str, Any]]
) -> Scene | None:
    """The same with arrows of what message `seq` orders and nobody has carried out yet."""
    ruled = as_of(campaign, seq)
    drawn = ruled.game.telling.pictures
    if drawn is None:
        return None
    at = position_of(ruled, state)
    return awaiting(drawn, drawn.scene(at, own, events), at, orders_waiting(campaign, seq))


def rolls_of(campaign: Campaign, seq: int, due: Due | None = None) -> list[Rolls]:
    """The dice of the segment that message `seq` opened, where there are any that this program knows."""
    try:
        record = dice_record(campaign, seq, due)
    except Problem:
        return []
    title = f"Dice for the orders of message {seq}, by {record.opened_by}; rolled by {record.closed_by}"
    if not record.draws:
        return [Rolls(seq, title, (), ())]
    stream = Stream(record.seed)
    return [Rolls(seq, title, _seed(campaign, record, due), [_roll(draw, stream) for draw in record.draws])]


def _seed(campaign: Campaign, record: DiceRecord, due: Due | None) -> list[tuple[str, str]]:
    chain = campaign.chain
    if record.seq + 1 < len(chain.messages):
        revealed = str(chain.messages[record.seq + 1].body.get("reveal", ""))
    else:
        revealed = due.closing.reveal.hex() if due is not None and due.closing is not None else ""
    return [
        ("game", chain.game.hex()),
        ("number", str(record.seq)),
        ("id of that message", chain.messages[record.seq].id.hex()),
        (f"value that message {record.seq + 1} reveals", revealed),
        ("seed", record.seed.hex()),
    ]


def _roll(draw: Draw, stream: Stream) -> Roll:
    """A draw in words. Only the last one or two bytes of what was read count; those before lay too high."""
    if not draw.faces:
        return Roll(draw.label, "", "not carried out" if draw.label.endswith(".void") else "default", "", "", draw.used)
    if not draw.result:
        return Roll(draw.label, f"d{draw.faces}", "face down", "", "from a stream that its owner alone can compute", "")
    first, behind = draw.at
    if first == behind:
        return Roll(draw.label, f"d{draw.faces}", str(draw.result), "", "only one is possible", draw.used)
    read = b"".join(stream.block(j) for j in range(first // _BLOCK, (behind - 1) // _BLOCK + 1))
    start = first // _BLOCK * _BLOCK
    got = read[first - start : behind - start]
    width = 1 if draw.faces <= 256 else 2
    number = int.from_bytes(got[-width:], "big")
    skipped = f", {len(got) // width - 1} skipped" if len(got) > width else ""
    place = f"{first} to {behind - 1}" if behind > first + 1 else str(first)
    reckoned = f"{number} mod {draw.faces} + 1 = {number % draw.faces + 1}{skipped}"
    return Roll(draw.label, f"d{draw.faces}", str(draw.result), f"{place}: {got.hex()}", reckoned, draw.used)
