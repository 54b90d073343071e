"""The ids that were probably meant by ids that do not exist."""

from __future__ import annotations

from collections.abc import Iterable

from footfall.diagnostics.findings import find_closest

from .definitions import RecordKey


class NearestIds:
    """The ids of each kind of record, by the part after the colon."""

    def __init__(self, keys: Iterable[RecordKey]) -> None:
        self._names: dict[str, dict[str, str]] = {}
        for kind, id in keys:
            self._names.setdefault(kind, {}).setdefault(id.partition(":")[2], id)

    def find(self, kind: str, id: str) -> str:
        """Returns the id of the same name or a similar spelling, or ``""``."""
        names, name = self._names.get(kind, {}), id.partition(":")[2]
        return names.get(name) or names.get(find_closest(name, names), "")
