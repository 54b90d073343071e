"""Reloads, in the running game, the mods whose files have changed."""

from __future__ import annotations

from collections.abc import Callable

from footfall.engine.model import Message
from footfall.engine.session import Session
from footfall.loader import LoadResult, Mod, hot_reload
from footfall.loader.files.mod_files import hash_content


def reload_changed_mods(
    session: Session, loaded: LoadResult, load: Callable[[], LoadResult]
) -> tuple[hot_reload.ReloadResult | None, Message]:
    """Reloads changed mods one by one, keeping the state of the game.

    Args:
        session: the game.
        loaded: its mods.
        load: loads game and mods again.

    Returns:
        The last successful reload, or None if nothing changed or the first failed; a message for the player.
    """
    changed = [mod for mod in loaded.mods if not mod.is_first_party and _has_changed(mod)]
    if not changed:
        return None, Message("footfall-console-unchanged")
    last: hot_reload.ReloadResult | None = None
    for mod in changed:
        snapshot = hot_reload.CodeSnapshot.capture(mod.id, loaded)
        result = hot_reload.reload_mod(session, snapshot, mod.id, load)
        if result.error:
            error = " ".join(result.error.split())
            return last, Message("footfall-hot-failed", {"mod": mod.id, "error": error})
        last, session, loaded = result, result.session, result.snapshot.loaded
    assert last is not None
    ids = ", ".join(mod.id for mod in changed)
    return last, Message("footfall-hot-done", {"mod": ids, "milliseconds": round(last.seconds * 1000)})


def _has_changed(mod: Mod) -> bool:
    try:
        files = type(mod.files)(mod.files.path)  # type: ignore[call-arg]
        return hash_content(files) != mod.hash
    except (OSError, ValueError):
        return True
