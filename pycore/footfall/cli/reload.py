"""Reload in the running game: each mod whose files have changed is taken up, or left as it was."""

from __future__ import annotations

from collections.abc import Callable

from footfall.engine.model import Message
from footfall.engine.session import Session
from footfall.loader import Loaded, Mod, hot
from footfall.loader.files import content_hash


def taken_up(
    session: Session, loaded: Loaded, again: Callable[[], Loaded]
) -> tuple[hot.Reloaded | None, Message]:
    """Takes changed files up in the same situation.

    Args:
        session, loaded: the game, and what it is played with.
        again: loads everything again.

    Returns:
        What to go on with, None if nothing is new or the new version fails; and what to say.
    """
    changed = [mod for mod in loaded.mods if not mod.first_party and _changed(mod)]
    if not changed:
        return None, Message("footfall-console-unchanged")
    taken: hot.Reloaded | None = None
    version, ids = hot.Version.of(changed[0].id, loaded), ", ".join(mod.id for mod in changed)
    for mod in changed:
        done = hot.reload(session, hot.Version.of(mod.id, version.loaded), mod.id, again)
        if done.error:
            error = " ".join(done.error.split())
            return taken, Message("footfall-hot-failed", {"mod": mod.id, "error": error})
        taken, session, version = done, done.session, done.version
    assert taken is not None
    milliseconds = round(taken.seconds * 1000)
    return taken, Message("footfall-hot-done", {"mod": ids, "milliseconds": milliseconds})


def _changed(mod: Mod) -> bool:
    try:
        files = type(mod.files)(mod.files.path)  # type: ignore[call-arg]
        return content_hash(files) != mod.hash
    except (OSError, ValueError):
        return True
