"""``footfall mods run``: plays a game with a mod under development, reloading its files as they change."""

import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

import click
import msgspec

from footfall.api.session_scene import build_session_scene
from footfall.app.appearance import load_look
from footfall.app.hot_reload import HotReloadView
from footfall.app.launcher import log_setting_problems
from footfall.check.mod_source import read_subject
from footfall.check.names import check_names
from footfall.diagnostics.files import ModFilesError
from footfall.diagnostics.findings import Finding
from footfall.engine.session import GameOverError
from footfall.i18n.catalog import find_system_language
from footfall.loader import LoadError, LoadResult, Trust, load as load_all
from footfall.loader.isolation.watchdog import watch_for_hangs
from footfall.loader.profiles import user_choices
from footfall.ui.frontend import choose_frontend
from footfall.ui.loop import run_ui_loop
from footfall.ui.settings import keep_usable_keys, load_ui_settings

from ..mod_lookup import choose_game_for, find_mod
from ..options import PLAY, SETUP, GameOptions, game_options, screen_option, set_trust
from ..output import CliError, echo


def make_loader(game: str, path: Path, setup: GameOptions) -> Callable[[], LoadResult]:
    """Returns a function that loads `game` with the mod at `path` again; it raises `LoadError`.

    A name that nothing defines is such an error as well, although it would fail only when its line runs.
    """
    values = setup.setting_values

    def load() -> LoadResult:
        unknown = find_undefined_names(path)
        if unknown:
            raise LoadError(f"{unknown[0].location}: {unknown[0].text}", unknown)
        language = setup.lang or find_system_language()
        return load_all(game, mods=(path,), language=language, settings=values, choices=user_choices.load_choices())

    return load


def find_undefined_names(path: Path) -> list[Finding]:
    """Returns findings about names that nothing defines in a mod; none without the package pyflakes."""
    try:
        return list(check_names(read_subject(find_mod(str(path)))))
    except (CliError, ModFilesError):  # the mod cannot be read; loading reports why
        return []


@contextmanager
def watch_files(path: Path, changed: threading.Event) -> Iterator[None]:
    """Sets `changed` whenever a file at `path` changes, until the context ends.

    Raises:
        CliError: the package watchfiles is not installed.
    """
    try:
        from watchfiles import DefaultFilter, watch
    except ImportError:
        raise CliError("--watch needs the package watchfiles: python -m pip install 'footfall[modding]'") from None
    stop = threading.Event()
    default_filter = DefaultFilter()
    target = path.resolve()
    folder = target if target.is_dir() else target.parent  # editors replace the file, not the folder

    def is_relevant(change: Any, name: str) -> bool:
        return default_filter(change, name) and (target.is_dir() or Path(name) == target)

    def watch_folder() -> None:
        options: dict[str, Any] = {"debounce": 200, "rust_timeout": 500, "raise_interrupt": False}
        for _ in watch(folder, watch_filter=is_relevant, stop_event=stop, **options):
            changed.set()

    thread = threading.Thread(target=watch_folder, daemon=True, name="watch")
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(timeout=2)


@click.command("run")
@click.argument("mod")
@click.option("--game", default="", help="The game. Default: the first the mod supports, else stealth.")
@click.option("--watch", is_flag=True, help="Reload changed files at once, in the same situation.")
@screen_option
@game_options(*SETUP, *PLAY)
@click.pass_context
def run_mod(context: click.Context, mod: str, game: str, watch: bool, screen: str, setup: GameOptions) -> None:
    """Play a game to try out MOD (an id or a path). Runs the mod's code; the game is not saved.

    With --watch, changed files take effect at once, in the same situation. A version that does not load, that uses
    names which nothing defines, or that fails in a copy of the game or in its first commands, is rolled back, and
    the error is shown.
    """
    set_trust(context, Trust.NAMED)
    target = find_mod(mod)
    path = target.files.path
    name = game or choose_game_for(target)
    loaded = msgspec.structs.replace(setup, mod_paths=(path,)).load(name)
    if target.id not in loaded.rules.mods:
        raise CliError(f"{target.id} is not active in {loaded.rules.game.id}")
    session = setup.begin(loaded, secrets.randbits(32) if setup.seed is None else setup.seed)
    ui_settings = load_look(keep_usable_keys(load_ui_settings(), build_session_scene(session)), loaded)
    log_setting_problems(session, ui_settings)
    frontend = choose_frontend(screen, ui_settings, title=f"Footfall: {loaded.rules.game.id} with {target.id}")
    view = HotReloadView(session, loaded, target.id, make_loader(name, path, setup))
    view.ui_settings = ui_settings
    for finding in find_undefined_names(path) if watch else ():
        view.warn(f"{finding.location}: {finding.text}")
    watcher = watch_files(path, view.files_changed) if watch else nullcontext()
    with watch_for_hangs(), watcher, suppress(GameOverError):
        run_ui_loop(frontend, view, ui_settings)
    state = view.session.state
    for problem in view.session.problems:
        echo(str(problem), err=True)
    echo(f"turn {state.turn}, seed {state.seed}; to play it again: footfall mods run {mod} --seed {state.seed}")
