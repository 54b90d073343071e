"""The layout of a screen of a given size, and of its contents. Rectangles never overlap and never leave the screen."""

from typing import NamedTuple

from footfall.api.scene import Scene

from . import pages
from .canvas import Rect
from .text_layout import Translator, wrap_text

MIN_HEIGHT, MIN_WIDTH = 24, 80
TALL_HEIGHT, WIDE_WIDTH = 36, 110
"""Minimum sizes for a sidebar next to the map, and for one of full height."""


class ScreenLayout(NamedTuple):
    """Rectangles of the screen; None for parts that do not fit.

    Attributes:
        title_bar: title, alert and status.
        main: the map, the places of a board, or the panels of a game without either.
        log: the newest log lines.
        prompt: questions, refusals, key hints.
        compact_panels: the panels in one line, on small screens.
        divider: line between map and sidebar.
        inspector: notes on the cell under the cursor; without it they replace the log.
        panels: the panels below the places of a board.
    """

    title_bar: Rect
    main: Rect
    log: Rect
    prompt: Rect
    compact_panels: Rect | None = None
    divider: Rect | None = None
    sidebar: Rect | None = None
    inspector: Rect | None = None
    hearing: Rect | None = None
    panels: Rect | None = None


def arrange_screen(height: int, width: int, *, has_map: bool, has_sounds: bool) -> ScreenLayout:
    """Returns the layout of a screen of at least `MIN_HEIGHT` rows and `MIN_WIDTH` columns.

    Args:
        has_map: without a map, panels fill the main part.
        has_sounds: the game has a hearing band.
    """
    tall, wide = height >= TALL_HEIGHT, width >= WIDE_WIDTH
    title_bar = Rect(0, 0, 1, width)
    prompt = Rect(height - 1, 0, 1, width)
    top, bottom = 1, height - 1
    column = (44 if width >= 150 else 36 if wide else 24 if width < 96 else 30) if has_map else 0
    main = width - column - 1 if has_map and wide else width
    log_rows = 8 if height >= 54 else 7 if height >= 45 else 5 if tall else 3
    band_rows = 0 if not has_sounds else 4 if tall else 2
    log = Rect(bottom - log_rows, 0, log_rows, main)
    band = Rect(log.top - band_rows, 0, band_rows, main) if band_rows else None
    below = band.top if band else log.top
    layout = ScreenLayout(title_bar, Rect(top, 0, below - top, width), log, prompt, hearing=band)
    if not has_map:
        return layout
    edge, inspector_rows = width - column, 9 if tall else 6
    if wide:
        return layout._replace(
            main=Rect(top, 0, below - top, main),
            divider=Rect(top, edge - 1, bottom - top, 1),
            sidebar=Rect(top, edge, bottom - top - inspector_rows, column),
            inspector=Rect(bottom - inspector_rows, edge, inspector_rows, column),
        )
    if tall:
        return layout._replace(
            main=Rect(top, 0, below - top, edge - 1),
            divider=Rect(top, edge - 1, below - top, 1),
            sidebar=Rect(top, edge, below - top, column),
        )
    return layout._replace(main=Rect(top + 1, 0, below - top - 1, width), compact_panels=Rect(top, 0, 1, width))


MIN_PLACES_HEIGHT, MIN_PANELS_HEIGHT, MAX_PLACES_HEIGHT = 12, 5, 22
"""Rows for the places of a board and for the panels below them on the smallest screen, and the most for the places."""


def arrange_board(height: int, width: int) -> ScreenLayout:
    """Returns the layout of a screen with places: boxes, panels below them, the log below these."""
    bottom = height - 1
    log_rows = 14 if height >= 54 else 8 if height >= TALL_HEIGHT else 5
    rest = bottom - 1 - log_rows
    rows = max(MIN_PLACES_HEIGHT, min(rest - MIN_PANELS_HEIGHT, rest // 2, MAX_PLACES_HEIGHT))
    return ScreenLayout(
        Rect(0, 0, 1, width),
        Rect(1, 0, rows, width),
        Rect(bottom - log_rows, 0, log_rows, width),
        Rect(bottom, 0, 1, width),
        panels=Rect(1 + rows, 0, rest - rows, width),
    )


def arrange_scene(height: int, width: int, scene: Scene, translate: Translator) -> ScreenLayout:
    """Returns the layout for the contents of a scene."""
    if scene.places and scene.cells is None:
        layout = arrange_board(height, width)
        if layout.panels is None or not scene.news_since:
            return layout
        lines = (line for line in scene.log if line.turn >= scene.news_since)
        rows = sum(len(pages.format_log_line(line, translate, layout.log.width - 2)) for line in lines)
        tables = (len(panel.lines) + (panel.title is not None) for panel in scene.panels if panel.is_table)
        more = min(max(0, rows - layout.log.height), max(0, layout.panels.height - next(tables, 0)))
        log, below = layout.log, layout.panels
        return layout._replace(
            log=log._replace(top=log.top - more, height=log.height + more),
            panels=below._replace(height=below.height - more),
        )
    return arrange_screen(
        height,
        width,
        has_map=scene.cells is not None,
        has_sounds=(scene.cells is not None and scene.has_sound_band) or bool(scene.percepts),
    )


def find_news_turn(scene: Scene) -> int:
    """Returns the turn from which on the lines of the log are new."""
    return scene.news_since or (scene.log[-1].turn if scene.log else 0)


IMPORTANT_KINDS = frozenset({"alarm", "warn", "bad", "problem", "lesson"})
"""Kinds of log lines for which the log grows, so that they are shown whole."""

MAX_GROWTH, MIN_MAP_ROWS = 6, 9
"""Maximum rows by which the log grows, and minimum rows of the map."""


def extend_log_for_news(layout: ScreenLayout, scene: Scene, translate: Translator) -> ScreenLayout:
    """Extends the log, with the hearing band, over the last rows of the map while important news needs them."""
    newest = find_news_turn(scene)
    lines = [line for line in scene.log if line.turn >= newest]
    first = next((n for n, line in enumerate(lines) if line.kind in IMPORTANT_KINDS), len(lines))
    rows = sum(len(pages.format_log_line(line, translate, layout.log.width - 2)) for line in lines[first:])
    return extend_log(layout, min(rows - layout.log.height, MAX_GROWTH, layout.main.height - MIN_MAP_ROWS))


def extend_log(layout: ScreenLayout, rows: int) -> ScreenLayout:
    """Extends the log, with the hearing band, over more rows of the map, and of a sidebar that ends there."""
    if rows <= 0:
        return layout
    main, log, band = layout.main, layout.log, layout.hearing
    beside = {"divider": layout.divider, "sidebar": layout.sidebar}
    cut = {
        name: rect._replace(height=rect.height - rows)
        for name, rect in beside.items()
        if rect is not None and rect.bottom == main.bottom
    }
    return layout._replace(
        main=main._replace(height=main.height - rows),
        log=log._replace(top=log.top - rows, height=log.height + rows),
        hearing=None if band is None else band._replace(top=band.top - rows),
        **cut,
    )


def make_room_for_notice(layout: ScreenLayout, words: str) -> ScreenLayout:
    """Lets a notice that is too long for the last row take rows from the log, whose newest lines stay."""
    more = max(0, min(layout.log.height, len(wrap_text(words, layout.prompt.width - 2, indent=2)) - 1))
    prompt, log = layout.prompt, layout.log
    return layout._replace(
        prompt=prompt._replace(top=prompt.top - more, height=prompt.height + more),
        log=log._replace(height=log.height - more),
    )
