"""Reload in the running game: each mod whose files have changed is taken up, or left as it was."""

from __future__ import annotations

from collections.abc import Callable

from footfall.engine.model import Message
from footfall.engine.session import Session
from footfall.loader import LoadResult, Mod, hot_reload
from footfall.loader.mod_files import hash_content


def reload_changed_mods(
    session: Session, loaded: LoadResult, load: Callable[[], LoadResult]
) -> tuple[hot_reload.ReloadResult | None, Message]:
    """Takes changed files up in the same situation.

    Args:
        session, loaded: the game, and what it is played with.
        again: loads everything again.

    Returns:
        What to go on with, None if nothing is new or the new version fails; and what to say.
    """
    changed = [mod for mod in loaded.mods if not mod.is_first_party and _has_changed(mod)]
    if not changed:
        return None, Message("footfall-console-unchanged")
    taken: hot_reload.ReloadResult | None = None
    version, ids = (
        hot_reload.CodeSnapshot.capture(changed[0].id, loaded),
        ", ".join(mod.id for mod in changed),
    )
    for mod in changed:
        done = hot_reload.reload_mod(
            session, hot_reload.CodeSnapshot.capture(mod.id, version.loaded), mod.id, load
        )
        if done.error:
            error = " ".join(done.error.split())
            return taken, Message("footfall-hot-failed", {"mod": mod.id, "error": error})
        taken, session, version = done, done.session, done.snapshot
    assert taken is not None
    milliseconds = round(taken.seconds * 1000)
    return taken, Message("footfall-hot-done", {"mod": ids, "milliseconds": milliseconds})


def _has_changed(mod: Mod) -> bool:
    try:
        files = type(mod.files)(mod.files.path)  # type: ignore[call-arg]
        return hash_content(files) != mod.hash
    except (OSError, ValueError):
        return True
