"""The stages of a whole delve with the log of its dice, for ``footfall generate delve``."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import numpy as np

from footfall.api import BeginGame, Generation, Message
from footfall.api.scene import Cells, Stage

from ..expedition import delve_of, tables_for
from ..maps import export
from ..maps.export import MapView
from ..maps.geometry import CellRect
from ..model import Delve
from ..rules import whole_mode
from ..tables import Tables
from .journal_text import describe_entry
from .table_map import chart_to_cells

OPTIONS: Mapping[str, Any] = {
    **{name: default for name, default in whole_mode.WHOLE_OPTIONS.items() if name != "checked"},
    "bounds": "",
    "wall_thickness": 1,
    "party": "",
    "view": "players",
}
"""Options of a whole delve in addition to the world settings: setup options, and ``view``: ``"players"`` or
``"master"`` (shows unfound secret doors)."""


def generate_stages(begin: BeginGame, options: Mapping[str, Any]) -> Iterator[Stage]:
    """Rolls a delve and shows it after each journal entry that changes the map.

    Raises:
        ValueError: an option is invalid.
    """
    setup = dict(options)
    wanted = setup.pop("view")
    view = next((view for view in MapView if view.value == wanted), None)
    if view is None:
        raise ValueError(f"option view is one of {', '.join(v.value for v in MapView)}; got {wanted!r}")
    ctx = begin({**setup, "mode": "whole"})
    yield from render_stages(delve_of(ctx), tables_for(ctx), view)


def render_stages(delve: Delve, book: Tables, view: MapView) -> Iterator[Stage]:
    """The stages of a finished delve; entries that do not change the map are merged with the next one that does."""
    end = export.draw_chart(delve, book, 1, view)
    box: CellRect = (*end.origin, len(end.rows), len(end.rows[0]))
    scale = min(10, max(4, 800 // box[3]))
    lines: list[Message] = []
    before: Cells | None = None
    for step, note in enumerate(delve.journal, 1):
        lines += describe_entry(delve, note, book)
        part = export.select_part_at(delve, step, 1, view)
        cells = chart_to_cells(export.draw_chart(delve, book, 1, view, box, part), part.zones, delve.wall_thickness)
        last = step == len(delve.journal)
        if before is not None and np.array_equal(before.glyph, cells.glyph) and not last:
            continue
        before = cells
        image = export.render_image(delve, book, 1, view, box=box, part=part, scale=scale)
        data = export.to_plain_data(delve) if last else {"step": step, "done": msgspec.to_builtins(note)}
        yield Stage(note.kind, cells, tuple(lines), data, image)
        lines = []


GENERATION = Generation(generate_stages, OPTIONS)
