"""``footfall mods run``: plays a game to try a mod out, and takes its files up anew whenever they change."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import click

from footfall import __version__
from footfall.api.scene import Scene
from footfall.app.game_view import GameView
from footfall.engine.model import Command, LoggedMessage, Message
from footfall.engine.problem_log import describe_error
from footfall.engine.saves.save import build_sections
from footfall.engine.session import GameOverError, Session
from footfall.loader import LoadResult, Mod, Trust, hot_reload, user_choices
from footfall.loader import load as load_all
from footfall.loader.watchdog import watch_for_hangs
from footfall.ui.frontend import NoDisplayError, choose_frontend
from footfall.ui.loop import run_ui_loop as run_screen
from footfall.ui.settings import UiSettingsError, load_ui_settings

from .compose import begin_session, detect_language, load_mods
from .mod_lookup import choose_game_for, find_mod
from .options import CliError, parse_pairs, set_trust, setup_options

TRIAL_COMMANDS = 10
"""Commands after which a new version of a mod is believed to work."""


class HotReloadView(GameView):
    """A game in which a mod is tried out: its new files take effect in the same situation, or not at all.

    Attributes:
        changed: set when the mod's files have changed.
        version: what is played with.
    """

    def __init__(
        self, session: Session, loaded: LoadResult, mod: str, load: Callable[[], LoadResult]
    ) -> None:
        """Shows a session.

        Args:
            mod: id of the mod that is tried out.
            load: loads everything again.
        """
        super().__init__(session, self._translate, lambda: None)
        self.files_changed = threading.Event()
        self.version = hot_reload.CodeSnapshot.capture(mod, loaded)
        self._mod = mod
        self._load = load
        self._older: hot_reload.CodeSnapshot | None = None
        self._stood = 0

    def _translate(self, message: Any) -> str:
        return self.version.loaded.catalog.translate(message)

    @property
    def has_running_macro(self) -> bool:
        """Whether there is something to do without being asked: a course, or files to take up."""
        return self.files_changed.is_set() or super().has_running_macro

    def advance_macro(self) -> Message | None:
        """Takes changed files up, or goes on with a course."""
        if not self.files_changed.is_set():
            return super().advance_macro()
        self.files_changed.clear()
        super().cancel_macro()
        return self.reload_mod()

    def reload_mod(self) -> Message:
        """Loads the mod's files anew; returns how that came out."""
        older = self.version
        done = hot_reload.reload_mod(self.session, self.version, self._mod, self._load)
        if done.error:
            return self._log_message("footfall-hot-failed", error=done.error)
        self._switch_session(done.session)
        self.version, self._older, self._stood = done.snapshot, older, 0
        return self._log_message("footfall-hot-done", milliseconds=round(done.seconds * 1000))

    def build_scene(self) -> Scene:
        """The picture of now."""
        scene = super().build_scene()
        scene.can_restart = True
        return scene

    def restart(self, same_seed: bool) -> None:
        """Begins another game; this one is not kept."""
        seed = self.session.state.seed if same_seed else secrets.randbits(32)
        rules = self.version.loaded.rules
        self._switch_session(Session.begin(rules, seed, self.session.options, strict=self.session.strict))

    def _submit_to_session(self, command: Command) -> Message | None:
        """Carries a command out; a new version that fails in it is taken back, and the command with it."""
        if self._older is None:
            return super()._submit_to_session(command)
        kept = build_sections(self.session, __version__)[1]
        told = len(self.session.problems)
        try:
            refused = super()._submit_to_session(command)
            wrong = [str(each) for each in self.session.problems[told:] if each.mod == self._mod]
        except GameOverError:
            raise
        except Exception as error:
            refused, wrong = None, [describe_error(error)]
        if wrong:
            self.version, self._older = self._older, None
            self._switch_session(hot_reload.roll_back(self.version, kept, self.session.strict))
            return self._log_message("footfall-hot-back", error=wrong[0])
        self._stood += 1
        if self._stood >= TRIAL_COMMANDS:
            self._older = None
        return refused

    def _switch_session(self, session: Session) -> None:
        self.session = session
        self._seats.clear()
        self._course = None
        self._notes.clear()
        self.running_command = None

    def _log_message(self, id: str, **facts: Any) -> Message:
        """Says something in the log as well, where it can be read at leisure."""
        words = {name: " ".join(str(value).split()) for name, value in facts.items()}
        message = Message(id, {"mod": self._mod, **words})
        self.session.log.append(LoggedMessage(message, "problem", self.session.state.turn))
        return message


def make_loader(game: str, path: Path, lang: str | None, settings: Iterable[str]) -> Callable[[], LoadResult]:
    """What loads a game with the mod at `path` again; it raises `LoadError`, which the workshop tells."""
    given = parse_pairs(settings, "set")

    def load() -> LoadResult:
        return load_all(
            game,
            mods=(path,),
            language=detect_language(lang),
            settings=given,
            choices=user_choices.load_choices(),
        )

    return load


@contextmanager
def watch_files(path: Path, changed: threading.Event) -> Iterator[None]:
    """Sets `changed` whenever something at `path` changes, as long as the context lasts.

    Raises:
        Trouble: the package that watches files is not installed.
    """
    try:
        from watchfiles import DefaultFilter, watch
    except ImportError:
        raise CliError(
            "--watch needs the package watchfiles: python -m pip install 'footfall[modding]'"
        ) from None
    stop = threading.Event()
    usual = DefaultFilter()
    place = path.resolve()
    top = place if place.is_dir() else place.parent  # editors replace a file: its folder is what stays

    def meant(change: Any, name: str) -> bool:
        return usual(change, name) and (place.is_dir() or Path(name) == place)

    def look() -> None:
        options: dict[str, Any] = {"debounce": 200, "rust_timeout": 500, "raise_interrupt": False}
        for _ in watch(top, watch_filter=meant, stop_event=stop, **options):
            changed.set()

    thread = threading.Thread(target=look, daemon=True, name="watch")
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(timeout=2)


@click.command("run")
@click.argument("mod")
@click.option("--game", default="", help="In this game. Default: the one the mod is made for, else stealth.")
@setup_options
@click.option("--watch", is_flag=True, help="Take changed files up at once, in the same situation.")
@click.option(
    "--screen",
    type=click.Choice(["auto", "window", "terminal"]),
    default="auto",
    help="Where to play. Default: a window if there is a display, else the terminal.",
)
@click.option("--strict", is_flag=True, help="Stop at the first failure of a mod.")
@click.option("--lang", metavar="CODE", default=None, help="Language: en, es. Default: that of the system.")
@click.pass_context
def run_mod(
    context: click.Context,
    mod: str,
    game: str,
    seed: int | None,
    options: tuple[str, ...],
    settings: tuple[str, ...],
    watch: bool,
    screen: str,
    strict: bool,
    lang: str | None,
) -> None:
    """Play a game to try MOD (an id, or a path) out. Its code is run; the game is not saved.

    With --watch, a changed file takes effect at once, in the same situation. A version that does not load,
    that raises in a copy of the game, or in the first commands after that, is taken back, and you are told why.
    """
    set_trust(context, Trust.NAMED)
    found = find_mod(mod)
    path = found.files.path

    name = game or choose_game_for(found)
    loaded = load_mods(name, mod_paths=(path,), strict=strict, lang=lang, settings=settings)
    if found.id not in loaded.rules.mods:
        raise CliError(f"{found.id} is not active in {loaded.rules.game.id}")
    chosen = seed if seed is not None else secrets.randbits(32)
    session = begin_session(loaded, chosen, options, strict=strict)
    try:
        player = load_ui_settings()
        front = choose_frontend(screen, player, title=f"Footfall: {loaded.rules.game.id} with {found.id}")
    except (NoDisplayError, UiSettingsError) as error:
        raise CliError(str(error)) from None
    view = HotReloadView(session, loaded, found.id, make_loader(name, path, lang, settings))
    with watch_for_hangs(), _watch_if(watch, found, view), suppress(GameOverError):
        run_screen(front, view, player)
    state = view.session.state
    for problem in view.session.problems:
        click.echo(str(problem), err=True)
    click.echo(f"turn {state.turn}, seed {state.seed}; again: footfall mods run {mod} --seed {state.seed}")


@contextmanager
def _watch_if(wanted: bool, mod: Mod, view: HotReloadView) -> Iterator[None]:
    if not wanted:
        yield
        return
    with watch_files(mod.files.path, view.files_changed):
        yield
