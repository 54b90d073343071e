"""Games with things of a missing mod: its cards and figures are set aside, a soul keeps its role."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from footfall.api import Keeping

from .codex import Role


def _stays(path: tuple[object, ...]) -> bool:
    return path[1:2] == ("souls",) and path[3:] == ("role",)


def _stand_in(records: object, kind: str, saved: Mapping[str, Any]) -> Role | None:
    """A role of a missing mod goes on as it was saved: a seat cannot be left out."""
    return msgspec.convert(dict(saved), Role) if kind == "role" else None


KEEPING = Keeping(stays=_stays, stand_in=_stand_in)
