"""Conditions as data: what the ``when`` of a record or a patch asks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .findings import near


@dataclass
class Situation:
    """What ``when`` asks about."""

    mods: frozenset[str]
    games: frozenset[str]
    settings: Mapping[str, Any]

    def holds(self, when: Any, mod: str) -> bool:
        """Whether a condition is met; all its keys must be.

        Raises:
            ValueError: it is not a condition.
        """
        if not isinstance(when, dict):
            raise ValueError(f"when must be a table, not {when!r}")
        for key, want in when.items():
            if key == "settings" and isinstance(want, dict):
                met = all(self.setting(name, mod) == value for name, value in want.items())
            elif key in ("mods", "without", "games") and isinstance(want, list):
                have = self.games if key == "games" else self.mods
                there = [name in have for name in map(str, want)]
                met = all(there) if key == "mods" else any(there) == (key == "games")
            else:
                raise ValueError(f"when takes lists mods, without, games and a table settings, not {key!r}")
            if not met:
                return False
        return True

    def setting(self, name: str, mod: str) -> Any:
        full = f"{mod}.{name}"
        if full not in self.settings and name not in self.settings:
            raise ValueError(f"there is no setting {name!r}{near(name, self.settings)}")
        return self.settings.get(full, self.settings.get(name))
