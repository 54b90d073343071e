"""Orphans: cards and figures of a missing mod are orphaned, a soul keeps its role."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from footfall.api import OrphanPolicy

from .records import PlayerRole


def _is_kept(path: tuple[object, ...]) -> bool:
    return path[1:2] == ("souls",) and path[3:] == ("role",)


def _build_stand_in(records: object, kind: str, saved: Mapping[str, Any]) -> PlayerRole | None:
    """Restores a role of a missing mod from the save, because every seat needs one."""
    return msgspec.convert(dict(saved), PlayerRole) if kind == "role" else None


ORPHAN_POLICY = OrphanPolicy(can_stay=_is_kept, make_stand_in=_build_stand_in)
