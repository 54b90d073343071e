"""The hearing band: eight fixed lanes, one per direction, and the newest sounds in words."""

from __future__ import annotations

from footfall.api.scene import Percept, Tint

from .canvas import Pane
from .palette import Role
from .stage import ARROWS, FORGET
from .words import Text, say, shorten

LANES = (6, 7, 0, 1, 2, 3, 4, 5)
"""Order of the lanes on the screen: west first, then clockwise."""

BARS = "·▁▂▄▆█"
"""Loudness 0 to 5 at the listener's ear; the number stands behind the bar."""

COMPASS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")


def draw(pane: Pane, percepts: tuple[Percept, ...], text: Text) -> None:
    """Draws the band: heading if there are rows to spare, lanes, then sentences, newest first.

    A sound that goes on has one sentence, its newest.
    """
    heard = [percept for percept in percepts if 0 <= percept.age <= FORGET]
    y = 0
    if pane.height >= 3:
        title = say(text, "hearing")
        x = pane.write(0, 0, f" {title} ", Role.HEADING)
        pane.write(0, x, "─" * max(0, pane.width - x), Role.FRAME)
        y = 1
    _lanes(pane.pane(y, 0, 1, pane.width), heard, text)
    told: dict[tuple[str, int], Percept] = {}
    for percept in heard:
        told.setdefault((text(percept.kind), percept.direction), percept)
    for row, percept in enumerate([*told.values()][: max(0, pane.height - y - 1)], y + 1):
        tint = Tint.DIM if percept.age else Tint.SOUND
        pane.write(row, 1, shorten(sentence(percept, text), pane.width - 2), tint)
    if not heard and pane.height > y + 1:
        pane.write(y + 1, 1, shorten(say(text, "silence"), pane.width - 2), Tint.DIM)


def sentence(percept: Percept, text: Text) -> str:
    """A percept in words: what, how often, how loud, from where, how long ago."""
    loud = min(max(percept.loudness, 1), 5)
    where = (
        say(text, f"from-{COMPASS[percept.direction]}") if percept.direction >= 0 else say(text, "from-here")
    )
    arrow = ARROWS[percept.direction] if percept.direction >= 0 else "○"
    kind = text(percept.kind)
    what = say(text, "times", what=kind, count=percept.count) if percept.count > 1 else kind
    when = say(text, "ago", turns=percept.age) if percept.age else say(text, "now")
    words = say(text, "heard", what=what, loud=say(text, f"loud-{loud}"), where=where, when=when)
    return f"{arrow} {words[:1].upper()}{words[1:]}"


def _lanes(pane: Pane, heard: list[Percept], text: Text) -> None:
    room = pane.width // len(LANES)
    for place, direction in enumerate(LANES):
        here = [percept for percept in heard if percept.direction == direction]
        newest = min((percept.age for percept in here), default=0)
        loud = max((percept.loudness for percept in here if percept.age == newest), default=0)
        bar = BARS[min(max(loud, 0), len(BARS) - 1)]
        tint = Tint.DIM if not here or newest else Tint.SOUND
        name = say(text, f"compass-{COMPASS[direction]}")
        x = place * room + 1
        x = pane.write(0, x, f"{ARROWS[direction]} {name:<2} ", Tint.TEXT if here else Tint.DIM)
        pane.write(0, x, f"{bar}{loud}" if loud else bar, tint)
