"""Mods that are reloaded in a running game, and the game view of `footfall mods run`."""

import secrets
import threading
from collections.abc import Callable
from typing import Any

from footfall import __version__
from footfall.engine.guards.problem_log import describe_error
from footfall.engine.model import Command, LoggedMessage, Message
from footfall.engine.saves.save import build_sections
from footfall.engine.session import GameOverError, Session
from footfall.loader import LoadResult, Mod, hot_reload
from footfall.loader.files.mod_files import hash_content

from .appearance import load_look
from .game_view import GameView
from .screens.console import ConsoleScreen
from .typed_rules import TypedRules


def reload_changed_mods(
    session: Session, loaded: LoadResult, load: Callable[[], LoadResult], added: str = ""
) -> tuple[hot_reload.ReloadResult | None, Message]:
    """Reloads changed mods one by one, keeping the state of the game.

    Args:
        load: loads game and mods again.
        added: id of a mod that is new; ``""`` for none.

    Returns:
        The last successful reload, or None if nothing changed or the first failed; a message for the player.
    """
    changed = [mod.id for mod in loaded.mods if not mod.is_first_party and _has_changed(mod)]
    changed += [added] if added and added not in loaded.rules.mods else []
    if not changed:
        return None, Message("footfall-console-unchanged")
    last: hot_reload.ReloadResult | None = None
    for mod in changed:
        snapshot = hot_reload.CodeSnapshot.capture(mod, loaded)
        result = hot_reload.reload_mod(session, snapshot, mod, load)
        if result.error:
            error = " ".join(result.error.split())
            return last, Message("footfall-hot-failed", {"mod": mod, "error": error})
        last, session, loaded = result, result.session, result.snapshot.result
    assert last is not None
    ids = ", ".join(changed)
    return last, Message("footfall-hot-done", {"mod": ids, "milliseconds": round(last.seconds * 1000)})


def _has_changed(mod: Mod) -> bool:
    try:
        files = type(mod.files)(mod.files.path)  # type: ignore[call-arg]
        return hash_content(files) != mod.hash
    except (OSError, ValueError):
        return True


TRIAL_COMMANDS = 10
"""Commands after which a new version of a mod is considered good."""


class HotReloadView(GameView):
    """A game that reloads one mod in place, and rolls back a version that fails.

    Attributes:
        files_changed: set when the mod's files have changed.
    """

    def __init__(self, session: Session, loaded: LoadResult, mod: str, load: Callable[[], LoadResult]) -> None:
        """Shows a session.

        Args:
            mod: id of the mod under development.
            load: loads game and mods again.
        """
        rules = TypedRules(lambda: self.session, lambda: self.version.result, lambda mod: self.reload_mod())
        session.console_enabled = True
        screens = {"console": lambda: ConsoleScreen(self, rules)}
        super().__init__(session, lambda message: self.version.result.catalog.translate(message), screens=screens)
        self.files_changed = threading.Event()
        self.version = hot_reload.CodeSnapshot.capture(mod, loaded)
        self._mod = mod
        self._load = load
        self._previous: hot_reload.CodeSnapshot | None = None
        self._accepted = 0

    @property
    def can_restart(self) -> bool:
        """True: this game is not saved, so nothing is lost."""
        return True

    @property
    def is_busy(self) -> bool:
        """Whether a macro is running or changed files wait to be loaded; under another screen, they wait for a key."""
        return (self.overlay is None and self.files_changed.is_set()) or super().is_busy

    def submit(self, command: Command) -> Message | None:
        """Carries out a command; loads changed files before one of the console."""
        if self.overlay is not None and self.files_changed.is_set():
            self.files_changed.clear()
            self.reload_mod()
        return super().submit(command)

    def advance(self) -> Message | None:
        """Loads changed files, or plays the next command of a macro."""
        if not self.files_changed.is_set():
            return super().advance()
        self.files_changed.clear()
        super().cancel()
        return self.reload_mod()

    def reload_mod(self) -> Message:
        """Reloads the mod's files; returns the result as a message."""
        previous = self.version
        result = hot_reload.reload_mod(self.session, self.version, self._mod, self._load)
        if result.error:
            return self._log_message("footfall-hot-failed", error=result.error)
        self.replace_session(result.session)
        self.session.console_enabled = True
        self.version, self._previous, self._accepted = result.snapshot, previous, 0
        before = self.ui_settings
        self.ui_settings = load_look(before, self.version.result)
        for problem in self.ui_settings.problems:
            if problem not in before.problems:
                self.warn(problem)
        return self._log_message("footfall-hot-done", milliseconds=round(result.seconds * 1000))

    def restart(self, same_seed: bool) -> None:
        """Begins another game; this one is not saved."""
        seed = self.session.state.seed if same_seed else secrets.randbits(32)
        rules = self.version.result.rules
        session = Session.begin(rules, seed, self.session.options, strict=self.session.strict)
        session.console_enabled = True
        self.replace_session(session)

    def submit_directly(self, command: Command) -> Message | None:
        """Submits a command; if a new version of the mod fails in it, undoes the command and rolls back."""
        if self._previous is None:
            return super().submit_directly(command)
        sections = build_sections(self.session, __version__)[1]
        problem_count = len(self.session.problems)
        try:
            refusal = super().submit_directly(command)
            problems = self.session.problems[problem_count:]
            errors = [str(problem) for problem in problems if problem.mod == self._mod]
        except GameOverError:
            raise
        except Exception as error:
            refusal, errors = None, [describe_error(error)]
        if errors:
            self.version, self._previous = self._previous, None
            session = hot_reload.roll_back(self.version, sections, self.session.strict)
            session.console_enabled = True
            self.replace_session(session)
            return self._log_message("footfall-hot-back", error=errors[0])
        self._accepted += 1
        if self._accepted >= TRIAL_COMMANDS:
            self._previous = None
        return refusal

    def warn(self, problem: str) -> None:
        """Logs a problem of the version in use."""
        self._log_message("footfall-problem", problem=problem)

    def _log_message(self, id: str, **facts: Any) -> Message:
        """Logs and returns a message, so that it can be read later."""
        words = {name: " ".join(str(value).split()) for name, value in facts.items()}
        message = Message(id, {"mod": self._mod, **words})
        self.session.log.append(LoggedMessage(message, "problem", self.session.state.turn))
        return message
