"""What to say of a replay that the game no longer follows."""

from __future__ import annotations

from pathlib import Path

from footfall.engine.rules import Rules
from footfall.engine.saves.differences import compare_locks
from footfall.engine.saves.replay import Replay, ReplayDriftError

SHIPPED_PREFIX = "core."
"""How the ids of the mods begin that come with the program: no index has them."""


def describe_drift(error: ReplayDriftError, replay: Replay, rules: Rules, path: Path) -> str:
    """Says that the rules have changed, where, and what can be done."""
    differences = compare_locks(replay.header.lock, rules.lock)
    lost = f"from turn {error.turn} on the game no longer follows the recording"
    since = (
        f"the rules have changed since Footfall {replay.header.version} recorded this game, and " if differences else ""
    )
    text = f"{path}: {since}{lost}\n  {error.details}\n  up to there: footfall replay {path} --watch"
    if any(not one.subject.startswith(SHIPPED_PREFIX) for one in differences if one.subject):
        text += f"\n  to have exactly its mods: footfall mods install --from {path}"
    return text
