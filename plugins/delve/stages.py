"""A whole delve as it grows, with the log of its dice, for ``footfall generate delve``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import numpy as np

from footfall.api import Begin, Generation, Message
from footfall.api.scene import Cells, Stage

from . import export, whole
from .expedition import delve_of, tables
from .export import View
from .geometry import Rect
from .prose import told
from .record import Delve
from .scene import drawn
from .tables import Tables

OPTIONS: Mapping[str, Any] = {
    **{name: default for name, default in whole.OPTIONS.items() if name != "checked"},
    "bounds": "",
    "party": "",
    "view": "players",
}
"""What a whole delve is rolled with, beside the world settings: setup options, and ``view``: ``"players"``, or
``"master"``, who sees unfound secret doors."""


def stages(begin: Begin, options: Mapping[str, Any]) -> Iterator[Stage]:
    """Rolls a delve and shows it after every entry of its journal that alters the map.

    Raises:
        ValueError: an option that does not fit.
    """
    setup = dict(options)
    wanted = setup.pop("view")
    view = next((view for view in View if view.value == wanted), None)
    if view is None:
        raise ValueError(f"option view is one of {', '.join(v.value for v in View)}; got {wanted!r}")
    play = begin({**setup, "mode": "whole"})
    yield from grown(delve_of(play), tables(play), view)


def grown(delve: Delve, book: Tables, view: View) -> Iterator[Stage]:
    """The stages of a finished delve; entries that alter nothing on the map go with the next that does."""
    end = export.chart(delve, book, 1, view)
    box: Rect = (*end.origin, len(end.rows), len(end.rows[0]))
    scale = min(10, max(4, 800 // box[3]))
    lines: list[Message] = []
    before: Cells | None = None
    for step, note in enumerate(delve.journal, 1):
        lines += told(delve, note, book)
        part = export.part_until(delve, step, 1, view)
        cells = drawn(export.chart(delve, book, 1, view, box, part), part.zones)
        last = step == len(delve.journal)
        if before is not None and np.array_equal(before.glyph, cells.glyph) and not last:
            continue
        before = cells
        image = export.picture(delve, book, 1, view, box=box, part=part, scale=scale)
        data = export.data(delve) if last else {"step": step, "done": msgspec.to_builtins(note)}
        yield Stage(note.what, cells, tuple(lines), data, image)
        lines = []


GENERATION = Generation(stages, OPTIONS)
