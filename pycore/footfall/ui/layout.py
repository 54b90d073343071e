"""Layout of a screen of a given size. Its rectangles never overlap and never leave the screen."""

from __future__ import annotations

from typing import NamedTuple

from .canvas import Rect

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
        sidebar: panels.
        inspector: notes on the cell under the cursor; without it they replace the log.
        hearing: the hearing band.
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

    def list_rects(self) -> list[Rect]:
        """Returns the rectangles of all parts present."""
        return [block for block in self if block is not None]


def fits_screen(height: int, width: int) -> bool:
    """Returns whether the screen is large enough to play."""
    return height >= MIN_HEIGHT and width >= MIN_WIDTH


def arrange_screen(height: int, width: int, *, has_map: bool, has_sounds: bool) -> ScreenLayout:
    """Returns the layout of a screen of at least `MIN_HEIGHT` rows and `MIN_WIDTH` columns.

    Args:
        height: rows of the screen.
        width: columns of the screen.
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
    if not has_map:
        return ScreenLayout(title_bar, Rect(top, 0, below - top, width), log, prompt, hearing=band)
    if wide:
        inspector_rows = 9 if tall else 6
        edge = width - column
        return ScreenLayout(
            title_bar,
            Rect(top, 0, below - top, main),
            log,
            prompt,
            divider=Rect(top, edge - 1, bottom - top, 1),
            sidebar=Rect(top, edge, bottom - top - inspector_rows, column),
            inspector=Rect(bottom - inspector_rows, edge, inspector_rows, column),
            hearing=band,
        )
    if tall:
        edge = width - column
        return ScreenLayout(
            title_bar,
            Rect(top, 0, below - top, edge - 1),
            log,
            prompt,
            divider=Rect(top, edge - 1, below - top, 1),
            sidebar=Rect(top, edge, below - top, column),
            hearing=band,
        )
    return ScreenLayout(
        title_bar,
        Rect(top + 1, 0, below - top - 1, width),
        log,
        prompt,
        compact_panels=Rect(top, 0, 1, width),
        hearing=band,
    )


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
