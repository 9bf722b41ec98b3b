"""One page over a whole campaign: a slider forward and back, with map, story and figures of each moment.

What lies on the maps is kept in pieces, each once however long it lies there; a step names the pieces that it shows.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pbem.engine.picture import Scene
from pbem.report.chapters import chapters
from pbem.report.plots.chart import place_along
from pbem.report.plots.drawn import Drawn
from pbem.report.text import write_course
from pbem.report.web.html_page import page
from pbem.report.web.html_paper import Sheet
from pbem.report.web.maps import Atlas, bare_board, focus_of, legend_of, pieces, scene_words
from pbem.report.web.markup import Markup, lines, tag
from pbem.report.web.plots import chart_figures
from pbem.report.web.turn import OWN, Told, quiet_words, steps_of

# The message whose position is that in which play begins: it brings the first orders.
_BEGINS = 2
Progress = Callable[[int, int, str], None]
LAGS = "The phase has halted in its midst: the maps show how it began, the arrows what has happened since."


@dataclass(frozen=True, slots=True)
class Step:
    """The moment behind a message. scene: None where the game draws no maps.

    score: a line about losses and points. throws: how many dice had mattered by then. played: turns by then. lags:
    whether the maps show how it stood when the phase began, because it has halted in its midst.
    """

    told: Told
    scene: Scene | None
    score: str = ""
    throws: int = 0
    played: int = 0
    lags: bool = False


@dataclass(frozen=True, slots=True)
class Replay:
    """kind: `public` or `own`. steps: from the first message on that has a report."""

    kind: str
    title: str
    about: str
    atlas: Atlas | None
    steps: Sequence[Step]
    figures: Sequence[Drawn] = ()


class _Pieces:
    """Pieces of scenes, each once."""

    def __init__(self) -> None:
        self.found: dict[str, int] = {}

    def number(self, piece: str) -> int:
        return self.found.setdefault(piece, len(self.found))


def replay_page(replay: Replay, progress: Progress) -> str:
    """The page, in one file. progress: is told of every step of this second half of the work."""
    return page(*replay_body(replay, progress), ("page.js", "replay.js"))


def replay_body(replay: Replay, progress: Progress) -> tuple[str, Markup]:
    """Its title, and what stands between the tags of its body; `page.css` is its style, and two scripts move it."""
    kept = [_Pieces() for _ in (replay.atlas.boards if replay.atlas else ())]
    told, shown = [], []
    for number, step in enumerate(replay.steps):
        progress(len(replay.steps) + number, 2 * len(replay.steps), f"drawing message {step.told.dispatch.seq}")
        told.append(_telling(step, number))
        shown.append(_shown(replay, step, kept))
    parts = [_template(number, one) for number, one in enumerate(kept)]
    # Nothing in the data can end the element: its text is ASCII without angle brackets.
    data = json.dumps(shown, separators=(",", ":")).replace("<", "\\u003c").replace(">", "\\u003e")
    inner = [
        _controls(len(replay.steps)),
        tag(
            "div",
            _boards(replay),
            tag("div", *told, class_="telling", tabindex="0", role="region", aria_label="What happened"),
            class_="two",
        ),
        *(
            [tag("section", tag("h2", "Figures up to then"), chart_figures(replay.figures, tables=False), id="figures")]
            if replay.figures
            else []
        ),
        *parts,
        Markup(f'<script type="application/json" id="steps">{data}</script>'),
    ]
    own = tag("p", OWN, class_="mine") if replay.kind == "own" else ""
    header = tag("header", tag("h1", replay.title), tag("p", replay.about, class_="faint"), own)
    body = tag("div", lines(header, tag("main", lines(*inner))), class_="replay")
    return f"{replay.title}: replay", body


def _controls(count: int) -> Markup:
    buttons = [
        ("first", "|◀", "First message"),
        ("back", "◀", "Message before"),
        ("on", "▶", "Next message"),
        ("last", "▶|", "Last message"),
    ]
    drawn = {
        name: tag("button", sign, type="button", id=name, aria_label=text, title=text) for name, sign, text in buttons
    }
    play = tag("button", "Play", type="button", id="play", class_="play", aria_pressed="false")
    speeds = [("3000", "slow"), ("1500", "steady"), ("600", "fast")]
    options = [tag("option", text, value=value, selected=text == "steady") for value, text in speeds]
    row = tag(
        "div",
        drawn["first"], drawn["back"], play, drawn["on"], drawn["last"],
        tag("label", "Message", for_="slider", class_="unseen"),
        tag("input", type="range", id="slider", min="0", max=str(max(count - 1, 0)), value="0", step="1"),
        tag("label", "Pace", for_="pace", class_="unseen"),
        tag("select", *options, id="pace"),
        class_="row",
    )  # fmt: skip
    where = tag("p", id="where", class_="where", aria_live="polite")
    return tag("div", row, where, tag("p", id="score", class_="score"), class_="controls")


def _boards(replay: Replay) -> Markup:
    if replay.atlas is None:
        return Markup("")
    bare = [bare_board(replay.atlas, number) for number in range(len(replay.atlas.boards))]
    return tag("div", tag("div", *bare, class_="boards"), _legend(replay, replay.atlas))


def _legend(replay: Replay, atlas: Atlas) -> Markup:
    """What the signs of all steps mean, folded away."""
    scenes = [step.scene for step in replay.steps if step.scene is not None]
    everything = Scene(
        tuple(counter for scene in scenes for counter in scene.counters),
        tuple(mark for scene in scenes for mark in scene.marks),
        tuple(arrow for scene in scenes for arrow in scene.arrows),
        tuple(fight for scene in scenes for fight in scene.fights),
        strokes=tuple(stroke for scene in scenes for stroke in scene.strokes),
    )
    drawn = [legend_of(atlas, number, everything) for number in range(len(atlas.boards))]
    return tag("details", tag("summary", "What the signs mean"), *drawn)


def _telling(step: Step, number: int) -> Markup:
    """The story of a step; the script shows one at a time, and without a script all are there to be read."""
    sheet = Sheet(2, steps_of(step.told))
    quiet = quiet_words(step.told.dispatch, step.scene)
    write_course(sheet, step.told.dispatch, step.told.name, step.told.wording, quiet=quiet)
    seq = step.told.dispatch.seq
    return tag("section", sheet.markup(), class_="step", id=f"step-{number}", aria_label=f"Message {seq}")


def _shown(replay: Replay, step: Step, kept: Sequence[_Pieces]) -> dict[str, Any]:
    """What the script needs to know of a step. cut: chart -> how far along its axis the past reaches."""
    dispatch = step.told.dispatch
    where = "Now, what your program rolled" if dispatch.unsent else f"Message {dispatch.seq} of {dispatch.sender}"
    begins = dispatch.seq == _BEGINS and not chapters(dispatch.events)
    headline = "the set-up, before the first orders" if begins else dispatch.headline
    data: dict[str, Any] = {
        "seq": dispatch.seq,
        "where": f"{where}: {headline}" if headline else where,
        "score": f"{step.score} {LAGS}".strip() if step.lags else step.score,
        "cut": {one.chart.id: place_along(one.chart, _past(one, step)) for one in replay.figures},
    }
    if replay.atlas is not None and step.scene is not None:
        scene, atlas = step.scene, replay.atlas
        data["boards"] = [
            [kept[number].number(piece) for piece in pieces(atlas, number, scene)]
            for number in range(len(atlas.boards))
        ]
        data["focus"] = [focus_of(atlas, number, scene) for number in range(len(atlas.boards))]
        data["words"] = [scene_words(atlas, scene, number) for number in range(len(atlas.boards))]
    return data


def _past(one: Drawn, step: Step) -> Fraction | int:
    """Places along a chart's axis that belong to the past of a step."""
    if one.chart.id == "luck":
        return step.throws
    return step.played if one.chart.id == "lost" else step.told.dispatch.seq - 1


def _template(number: int, kept: _Pieces) -> Markup:
    """The pieces of a board, in elements that show nothing until they are copied."""
    inner = Markup("\n".join(kept.found))
    return tag("template", tag("svg", Markup("\n"), inner), id=f"pieces-{number}")


def replay_steps(steps: Iterator[Step], total: int, progress: Progress) -> list[Step]:
    """The steps, each told to the progress while it is made: the first half of the work."""
    found = []
    for number, step in enumerate(steps):
        progress(number, 2 * total, f"reading message {step.told.dispatch.seq}")
        found.append(step)
    return found


def about(game: str, players: Sequence[str], messages: int) -> str:
    """The line below the title."""
    keys = "Arrow keys go forward and back, Home and End to the ends, space plays."
    return f"{' against '.join(players)}. Game {game}, {messages} messages. {keys}"
