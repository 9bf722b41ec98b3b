"""Victory: the schedule of 19.1 and the levels of 19.2."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pbem.engine.options import Json
from rulesets.napoleon_at_war.position import Position
from rulesets.napoleon_at_war.setting import Setting


def result(setting: Setting, position: Position) -> dict[str, Json]:
    """naw 19.0, 15.4: {} while the game goes on, else the winner, level, margin, points and what they are for.

    {"how": "played", "winner": army or "", "level", "margin", "points": {army: points},
    "rows": [{"case", "text", "army", "points"}]}.
    """
    if position.turn <= setting.turns:
        return {}
    rows = awards(setting, position)
    points = points_of(setting, rows)
    winner, margin = net(setting, points)
    won = {"how": "played", "winner": winner, "level": level_of(setting, margin), "margin": margin}
    return {**won, "points": points, "rows": rows}


def points_of(setting: Setting, rows: Sequence[Mapping[str, Json]]) -> dict[str, int]:
    """naw 19.0: the victory points of each army, from rows of the schedule that are met."""
    return {army: sum(row["points"] for row in rows if row["army"] == army) for army in setting.armies}


def net(setting: Setting, points: Mapping[str, int]) -> tuple[str, int]:
    """naw 19.2-1: the army with more points, "" if nobody has, and by how many."""
    first, second = setting.armies
    margin = points[first] - points[second]
    return (first if margin > 0 else second if margin else ""), abs(margin)


def level_of(setting: Setting, margin: int) -> str:
    """naw 19.2-2: the word for a margin; beyond the last step it stays that of the last."""
    return setting.victory_levels[max(step for step in setting.victory_levels if step <= margin)]


def awards(setting: Setting, position: Position) -> list[dict[str, Json]]:
    """naw 19.0: the conditions that are met and give points under the choice that was made.

    A row's column is the choice in small letters; `points` serves a scenario without a choice.
    """
    rows = []
    for row in setting.victory:
        award = row.get(position.choice.lower() or "points", "")
        text = met(setting, position, row) if award else ""
        if text:
            army, points = award.split()
            rows.append({"case": row["case"], "text": text, "army": army, "points": int(points)})
    return rows


def met(setting: Setting, position: Position, row: Mapping[str, str]) -> str:
    """The condition of a row (19.1) in words as it was met; "" if it was not. Raises ValueError for an unknown one."""
    for word, test in _CONDITIONS.items():
        if word in row:
            return test(setting, position, row[word])
    raise ValueError(f"row {row.get('case')} of the victory schedule has no condition")


def losses(setting: Setting, position: Position, army: str) -> int:
    """naw 19.0, 17.22: printed strength an army has lost at all battles; who left the map is not lost (ruling 36)."""
    return setting.roster.strength(position.lost, army)


def _ratio(setting: Setting, position: Position) -> tuple[int, int, str]:
    """Whose losses are counted, against whose, and both in words (19.1)."""
    counted, against = (losses(setting, position, army) for army in setting.ratio)
    first, second = (setting.called(army) for army in setting.ratio)
    return counted, against, f"{first} losses {counted}, {second} losses {against}"


# Each condition tells in words what it came to, or "" where it is not met.


def ratio_at_most(setting: Setting, position: Position, value: str) -> str:
    """naw 19.1-1, 19.1-2: losses at most so many times those of the other army (ruling 37)."""
    counted, against, text = _ratio(setting, position)
    return f"{text}: {value} to 1 or less" if counted <= int(value) * against else ""


def ratio_above(setting: Setting, position: Position, value: str) -> str:
    """naw 19.1-3: losses more than so many times those of the other army."""
    counted, against, text = _ratio(setting, position)
    return f"{text}: above {value} to 1" if counted > int(value) * against else ""


def demoralized(setting: Setting, position: Position, value: str) -> str:
    """naw 19.1-4, 19.1-5, 19.1-6, 19.1-7: an army is demoralized at a battle."""
    army, battle = value.split()
    if position.broken.get(battle) != army:
        return ""
    return f"the {setting.called(army)} army is demoralized at {setting.called(battle)}"


def lost_below(setting: Setting, position: Position, value: str) -> str:
    """naw 19.1-8: an army has lost fewer strength points than this."""
    army, limit = value.split()
    lost = losses(setting, position, army)
    return f"{setting.called(army)} losses {lost}: fewer than {limit}" if lost < int(limit) else ""


def exited_at_least(setting: Setting, position: Position, value: str) -> str:
    """naw 19.1-9: strength points that left a map for good over the named edges together (ruling 38)."""
    army, limit, battle, *edges = value.split()
    over = [unit for unit, (at, edge) in position.exited.items() if at == battle and edge in edges]
    gone = setting.roster.strength(over, army)
    if gone < int(limit):
        return ""
    name = setting.called(army)
    return f"{name} strength points off the {' and '.join(edges)} edges of {setting.called(battle)}: {gone}"


_CONDITIONS: Mapping[str, Callable[[Setting, Position, str], str]] = {
    "ratio-at-most": ratio_at_most,
    "ratio-above": ratio_above,
    "demoralized": demoralized,
    "lost-below": lost_below,
    "exited-at-least": exited_at_least,
}
