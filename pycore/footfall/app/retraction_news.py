"""Retractions in indexes that were changed since they were last read."""

from __future__ import annotations

import datetime
from contextlib import suppress

from footfall.loader.profiles.retractions import has_index_changed


def refresh_retractions() -> None:
    """Records what the indexes in folders say about installed mods, if one was changed; uses no connection."""
    if has_index_changed():
        from footfall.sharing.index.format import IndexFileError  # only here: it takes a tenth of a start
        from footfall.sharing.sources import open_copies, record_retractions

        with suppress(IndexFileError, OSError):  # reported where the indexes are needed
            record_retractions(open_copies(datetime.date.today()))
