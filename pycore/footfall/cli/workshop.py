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
from footfall.engine.model import Command, Logged, Message
from footfall.engine.problems import said
from footfall.engine.save import sections_of
from footfall.engine.session import GameOver, Session
from footfall.loader import Loaded, Mod, Trust, choices, hot
from footfall.loader import load as load_all
from footfall.loader.watchdog import patrol
from footfall.ui.frontend import NoDisplay, choose_backend
from footfall.ui.loop import run as run_screen
from footfall.ui.settings import SettingsError, load_settings

from .compose import begin, language, load_mods
from .named import find_mod, game_for
from .options import Trouble, pairs, setup_options, trusting
from .view import GameView

PROVEN = 10
"""Commands after which a new version of a mod is believed to work."""


class Workshop(GameView):
    """A game in which a mod is tried out: its new files take effect in the same situation, or not at all.

    Attributes:
        changed: set when the mod's files have changed.
        version: what is played with.
    """

    def __init__(self, session: Session, loaded: Loaded, mod: str, load: Callable[[], Loaded]) -> None:
        """Shows a session.

        Args:
            mod: id of the mod that is tried out.
            load: loads everything again.
        """
        super().__init__(session, self._text, lambda: None)
        self.changed = threading.Event()
        self.version = hot.Version.of(mod, loaded)
        self._mod = mod
        self._load = load
        self._older: hot.Version | None = None
        self._stood = 0

    def _text(self, message: Any) -> str:
        return self.version.loaded.catalogue.text(message)

    @property
    def underway(self) -> bool:
        """Whether there is something to do without being asked: a course, or files to take up."""
        return self.changed.is_set() or super().underway

    def proceed(self) -> Message | None:
        """Takes changed files up, or goes on with a course."""
        if not self.changed.is_set():
            return super().proceed()
        self.changed.clear()
        super().halt()
        return self.take_up()

    def take_up(self) -> Message:
        """Loads the mod's files anew; returns how that came out."""
        older = self.version
        done = hot.reload(self.session, self.version, self._mod, self._load)
        if done.error:
            return self._note("footfall-hot-failed", error=done.error)
        self._go_on(done.session)
        self.version, self._older, self._stood = done.version, older, 0
        return self._note("footfall-hot-done", milliseconds=round(done.seconds * 1000))

    def scene(self) -> Scene:
        """The picture of now."""
        scene = super().scene()
        scene.restarts = True
        return scene

    def restart(self, same: bool) -> None:
        """Begins another game; this one is not kept."""
        seed = self.session.state.seed if same else secrets.randbits(32)
        rules = self.version.loaded.rules
        self._go_on(Session.begin(rules, seed, self.session.options, strict=self.session.strict))

    def _step(self, command: Command) -> Message | None:
        """Carries a command out; a new version that fails in it is taken back, and the command with it."""
        if self._older is None:
            return super()._step(command)
        kept = sections_of(self.session, __version__)[1]
        told = len(self.session.problems)
        try:
            refused = super()._step(command)
            wrong = [str(each) for each in self.session.problems[told:] if each.mod == self._mod]
        except GameOver:
            raise
        except Exception as error:
            refused, wrong = None, [said(error)]
        if wrong:
            self.version, self._older = self._older, None
            self._go_on(hot.taken_back(self.version, kept, self.session.strict))
            return self._note("footfall-hot-back", error=wrong[0])
        self._stood += 1
        if self._stood >= PROVEN:
            self._older = None
        return refused

    def _go_on(self, session: Session) -> None:
        self.session = session
        self._seats.clear()
        self._course = None
        self._notes.clear()
        self.running = None

    def _note(self, id: str, **facts: Any) -> Message:
        """Says something in the log as well, where it can be read at leisure."""
        words = {name: " ".join(str(value).split()) for name, value in facts.items()}
        message = Message(id, {"mod": self._mod, **words})
        self.session.log.append(Logged(message, "problem", self.session.state.turn))
        return message


def loads(game: str, path: Path, lang: str | None, settings: Iterable[str]) -> Callable[[], Loaded]:
    """What loads a game with the mod at `path` again; it raises `LoadError`, which the workshop tells."""
    given = pairs(settings, "set")

    def load() -> Loaded:
        return load_all(game, mods=(path,), language=language(lang), settings=given, choices=choices.read())

    return load


@contextmanager
def watched(path: Path, changed: threading.Event) -> Iterator[None]:
    """Sets `changed` whenever something at `path` changes, as long as the context lasts.

    Raises:
        Trouble: the package that watches files is not installed.
    """
    try:
        from watchfiles import DefaultFilter, watch
    except ImportError:
        raise Trouble(
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
def run(
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
    trusting(context, Trust.NAMED)
    found = find_mod(mod)
    path = found.files.path

    name = game or game_for(found)
    loaded = load_mods(name, mod_paths=(path,), strict=strict, lang=lang, settings=settings)
    if found.id not in loaded.rules.mods:
        raise Trouble(f"{found.id} is not active in {loaded.rules.game.id}")
    chosen = seed if seed is not None else secrets.randbits(32)
    session = begin(loaded, chosen, options, strict=strict)
    try:
        player = load_settings()
        front = choose_backend(screen, player, title=f"Footfall: {loaded.rules.game.id} with {found.id}")
    except (NoDisplay, SettingsError) as error:
        raise Trouble(str(error)) from None
    view = Workshop(session, loaded, found.id, loads(name, path, lang, settings))
    with patrol(), _watching(watch, found, view), suppress(GameOver):
        run_screen(front, view, player)
    state = view.session.state
    for problem in view.session.problems:
        click.echo(str(problem), err=True)
    click.echo(f"turn {state.turn}, seed {state.seed}; again: footfall mods run {mod} --seed {state.seed}")


@contextmanager
def _watching(wanted: bool, mod: Mod, view: Workshop) -> Iterator[None]:
    if not wanted:
        yield
        return
    with watched(mod.files.path, view.changed):
        yield
