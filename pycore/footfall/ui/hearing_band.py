"""The hearing band: eight fixed lanes, one per direction, and the newest sounds in words."""

from __future__ import annotations

from footfall.api.scene import Percept, Tint

from .canvas import Pane
from .map_pane import DIRECTION_ARROWS, PERCEPT_MAX_AGE
from .palette import UiTint
from .text_layout import Translator, translate_ui_text, truncate

LANE_ORDER = (6, 7, 0, 1, 2, 3, 4, 5)
"""Order of the lanes on the screen: west first, then clockwise."""

LOUDNESS_BARS = "·▁▂▄▆█"
"""Loudness 0 to 5 at the listener's ear; the number stands behind the bar."""

COMPASS_SUFFIXES = ("n", "ne", "e", "se", "s", "sw", "w", "nw")


def draw_hearing_band(pane: Pane, percepts: tuple[Percept, ...], text: Translator) -> None:
    """Draws the band: heading if there are rows to spare, lanes, then sentences, newest first.

    A sound that goes on has one sentence, its newest.
    """
    heard = [percept for percept in percepts if 0 <= percept.age <= PERCEPT_MAX_AGE]
    y = 0
    if pane.height >= 3:
        title = translate_ui_text(text, "hearing")
        x = pane.write(0, 0, f" {title} ", UiTint.HEADING)
        pane.write(0, x, "─" * max(0, pane.width - x), UiTint.FRAME)
        y = 1
    _draw_lanes(pane.subpane(y, 0, 1, pane.width), heard, text)
    told: dict[tuple[str, int], Percept] = {}
    for percept in heard:
        told.setdefault((text(percept.kind), percept.direction), percept)
    for row, percept in enumerate([*told.values()][: max(0, pane.height - y - 1)], y + 1):
        tint = Tint.DIM if percept.age else Tint.SOUND
        pane.write(row, 1, truncate(describe_percept(percept, text), pane.width - 2), tint)
    if not heard and pane.height > y + 1:
        pane.write(y + 1, 1, truncate(translate_ui_text(text, "silence"), pane.width - 2), Tint.DIM)


def describe_percept(percept: Percept, text: Translator) -> str:
    """A percept in words: what, how often, how loud, from where, how long ago."""
    loud = min(max(percept.loudness, 1), 5)
    where = (
        translate_ui_text(text, f"from-{COMPASS_SUFFIXES[percept.direction]}")
        if percept.direction >= 0
        else translate_ui_text(text, "from-here")
    )
    arrow = DIRECTION_ARROWS[percept.direction] if percept.direction >= 0 else "○"
    kind = text(percept.kind)
    what = translate_ui_text(text, "times", what=kind, count=percept.count) if percept.count > 1 else kind
    when = (
        translate_ui_text(text, "ago", turns=percept.age) if percept.age else translate_ui_text(text, "now")
    )
    words = translate_ui_text(
        text, "heard", what=what, loud=translate_ui_text(text, f"loud-{loud}"), where=where, when=when
    )
    return f"{arrow} {words[:1].upper()}{words[1:]}"


def _draw_lanes(pane: Pane, heard: list[Percept], text: Translator) -> None:
    room = pane.width // len(LANE_ORDER)
    for place, direction in enumerate(LANE_ORDER):
        here = [percept for percept in heard if percept.direction == direction]
        newest = min((percept.age for percept in here), default=0)
        loud = max((percept.loudness for percept in here if percept.age == newest), default=0)
        bar = LOUDNESS_BARS[min(max(loud, 0), len(LOUDNESS_BARS) - 1)]
        tint = Tint.DIM if not here or newest else Tint.SOUND
        name = translate_ui_text(text, f"compass-{COMPASS_SUFFIXES[direction]}")
        x = place * room + 1
        x = pane.write(0, x, f"{DIRECTION_ARROWS[direction]} {name:<2} ", Tint.TEXT if here else Tint.DIM)
        pane.write(0, x, f"{bar}{loud}" if loud else bar, tint)
