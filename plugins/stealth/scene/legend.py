"""The legend: what the signs of awareness mean, and the words of the log for what a creature knows."""

from __future__ import annotations

from collections.abc import Iterator

from footfall.api import Message
from footfall.api.scene import Line, Panel, Span, Tint

from ..ai.noticing import SURE_DISTANCE
from .awareness import AWARENESS_SIGNS, AWARENESS_TINTS
from .cells import AMBUSH_SIGN

WORDS = ("unsure", "noticed", "named", "surprise")
"""Ends of the ids of the texts on words of the log."""

LEGEND_LABEL = Message("stealth-page-legend")


def build_legend() -> Panel:
    """The page that explains the signs and words."""
    return Panel(Message("stealth-legend"), tuple(_list_lines()), label=LEGEND_LABEL)


def _list_lines() -> Iterator[Line]:
    for awareness, sign in AWARENESS_SIGNS.items():
        if sign:
            yield _explain(sign, AWARENESS_TINTS[awareness], awareness.value)
    yield _explain(AMBUSH_SIGN, Tint.GOOD, "ambush")
    yield Line()
    for word in WORDS:
        yield Line((Span(Message(f"stealth-legend-{word}", {"cells": SURE_DISTANCE})),))


def _explain(sign: str, tint: Tint, word: str) -> Line:
    return Line((Span(f"{sign}  ", tint), Span(Message(f"stealth-legend-{word}"))))
