"""The hearing band: eight fixed lanes, one per direction, and the newest sounds as sentences."""

from footfall.api.scene import Percept, Tint

from ..map.map_pane import DIRECTION_ARROWS, PERCEPT_MAX_AGE
from .canvas import LookAt, Pane
from .palette import UiTint
from .text_layout import Translator, translate_ui_text, truncate

LANE_ORDER = (6, 7, 0, 1, 2, 3, 4, 5)
"""Directions of the lanes from left to right: west first, then clockwise."""

LOUDNESS_BARS = "·▁▂▄▆█"
"""Bars for loudness 0 to 5 at the listener; the number follows the bar."""

COMPASS_SUFFIXES = ("n", "ne", "e", "se", "s", "sw", "w", "nw")


def draw_hearing_band(pane: Pane, percepts: tuple[Percept, ...], translate: Translator) -> None:
    """Draws a heading if three rows fit, the lanes, then sentences, newest first.

    A continuing sound has one sentence, for its newest percept. A click on a sentence moves the cursor to the place
    where the sound seems to come from.
    """
    recent = [percept for percept in percepts if 0 <= percept.age <= PERCEPT_MAX_AGE]
    y = 0
    if pane.height >= 3:
        title = translate_ui_text(translate, "hearing")
        x = pane.write(0, 0, f" {title} ", UiTint.HEADING)
        pane.write(0, x, "─" * max(0, pane.width - x), UiTint.FRAME)
        y = 1
    _draw_lanes(pane.subpane(y, 0, 1, pane.width), recent, translate)
    newest: dict[tuple[str, int], Percept] = {}
    for percept in recent:
        newest.setdefault((translate(percept.kind), percept.direction), percept)
    for row, percept in enumerate([*newest.values()][: max(0, pane.height - y - 1)], y + 1):
        tint = Tint.DIM if percept.age else Tint.SOUND
        words = describe_percept(percept, translate)
        pane.write(row, 1, truncate(words, pane.width - 2), tint)
        press = LookAt(percept.estimate) if percept.estimate is not None else None
        pane.mark(row, press, (words,) if len(words) > pane.width - 2 or press is None else ())
    if not recent and pane.height > y + 1:
        pane.write(y + 1, 1, truncate(translate_ui_text(translate, "silence"), pane.width - 2), Tint.DIM)


SOUND_KIND = "sound"
"""Kind of the log lines of sounds."""


def describe_percept(percept: Percept, translate: Translator) -> str:
    """Returns a percept as a sentence: kind, count, loudness, direction, age."""
    loud = min(max(percept.loudness, 1), 5)
    where = (
        translate_ui_text(translate, f"from-{COMPASS_SUFFIXES[percept.direction]}")
        if percept.direction >= 0
        else translate_ui_text(translate, "from-here")
    )
    arrow = DIRECTION_ARROWS[percept.direction] if percept.direction >= 0 else "○"
    kind = translate(percept.kind)
    what = translate_ui_text(translate, "times", what=kind, count=percept.count) if percept.count > 1 else kind
    when = (
        translate_ui_text(translate, "ago", turns=percept.age) if percept.age else translate_ui_text(translate, "now")
    )
    words = translate_ui_text(
        translate, "heard", what=what, loud=translate_ui_text(translate, f"loud-{loud}"), where=where, when=when
    )
    return f"{arrow} {words[:1].upper()}{words[1:]}"


def _draw_lanes(pane: Pane, recent: list[Percept], translate: Translator) -> None:
    room = pane.width // len(LANE_ORDER)
    for column, direction in enumerate(LANE_ORDER):
        lane = [percept for percept in recent if percept.direction == direction]
        newest = min((percept.age for percept in lane), default=0)
        loud = max((percept.loudness for percept in lane if percept.age == newest), default=0)
        bar = LOUDNESS_BARS[min(max(loud, 0), len(LOUDNESS_BARS) - 1)]
        tint = Tint.DIM if not lane or newest else Tint.SOUND
        name = translate_ui_text(translate, f"compass-{COMPASS_SUFFIXES[direction]}")
        sentences = tuple(dict.fromkeys(describe_percept(percept, translate) for percept in lane))
        pane.mark(0, None, sentences, column * room, (column + 1) * room)
        x = column * room + 1
        x = pane.write(0, x, f"{DIRECTION_ARROWS[direction]} {name:<2} ", Tint.TEXT if lane else Tint.DIM)
        pane.write(0, x, f"{bar}{loud}" if loud else bar, tint)
