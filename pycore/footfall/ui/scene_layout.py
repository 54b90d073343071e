"""The layout of a screen by what its scene has: a map, a board or panels, and the news that the log must show whole."""

from __future__ import annotations

from footfall.api.scene import Scene

from . import pages
from .layout import ScreenLayout, arrange_board, arrange_screen
from .text_layout import Translator


def arrange_scene(height: int, width: int, scene: Scene, translate: Translator) -> ScreenLayout:
    """Returns the layout that fits what a scene has."""
    if scene.places and scene.cells is None:
        return _make_room_for_news(arrange_board(height, width), scene, translate)
    return arrange_screen(
        height,
        width,
        has_map=scene.cells is not None,
        has_sounds=(scene.cells is not None and scene.has_sound_band) or bool(scene.percepts),
    )


def find_news_turn(scene: Scene) -> int:
    """Returns the turn from which on the lines of the log are new."""
    return scene.news_since or (scene.log[-1].turn if scene.log else 0)


def _make_room_for_news(layout: ScreenLayout, scene: Scene, translate: Translator) -> ScreenLayout:
    """Lets the log grow over the panels of a board while it tells what others have played."""
    if layout.panels is None or not scene.news_since:
        return layout
    lines = (line for line in scene.log if line.turn >= scene.news_since)
    rows = sum(len(pages.format_log_line(line, translate, layout.log.width - 2)) for line in lines)
    more = min(max(0, rows - layout.log.height), layout.panels.height)
    log, below = layout.log, layout.panels
    return layout._replace(
        log=log._replace(top=log.top - more, height=log.height + more),
        panels=below._replace(height=below.height - more),
    )


WEIGHTY_KINDS = frozenset({"alarm", "warn", "bad", "problem", "lesson"})
"""Kinds of log lines for which the log grows, so that they are shown whole."""

MAX_GROWTH, MIN_MAP_ROWS = 6, 9
"""Rows by which the log grows at most, and those that the map keeps."""


def let_log_grow(layout: ScreenLayout, scene: Scene, translate: Translator) -> ScreenLayout:
    """Lets the log, with the hearing band, cover the last rows of the map while news of weight need them."""
    newest = find_news_turn(scene)
    lines = [line for line in scene.log if line.turn >= newest]
    first = next((n for n, line in enumerate(lines) if line.kind in WEIGHTY_KINDS), len(lines))
    rows = sum(len(pages.format_log_line(line, translate, layout.log.width - 2)) for line in lines[first:])
    return raise_log(layout, min(rows - layout.log.height, MAX_GROWTH, layout.main.height - MIN_MAP_ROWS))


def raise_log(layout: ScreenLayout, more: int) -> ScreenLayout:
    """Lets the log, with the hearing band, cover some more rows of the map, and of a sidebar that ends there."""
    if more <= 0:
        return layout
    main, log, band = layout.main, layout.log, layout.hearing
    beside = {"divider": layout.divider, "sidebar": layout.sidebar}
    cut = {
        name: rect._replace(height=rect.height - more)
        for name, rect in beside.items()
        if rect is not None and rect.bottom == main.bottom
    }
    return layout._replace(
        main=main._replace(height=main.height - more),
        log=log._replace(top=log.top - more, height=log.height + more),
        hearing=None if band is None else band._replace(top=band.top - more),
        **cut,
    )
