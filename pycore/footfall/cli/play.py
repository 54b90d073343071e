"""``footfall play``: in a window, else in the terminal; goes on with the saved game."""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click
import msgspec

from footfall.engine.bots import Bot
from footfall.engine.model import Command, Logged, Message
from footfall.engine.replay import BadReplay, read
from footfall.engine.save import BadSave, load, read_header
from footfall.engine.session import GameOver, Session
from footfall.loader import Loaded, choices
from footfall.loader.watchdog import patrol
from footfall.sim.bots import UnknownBot, find_bot
from footfall.ui.frontend import Frontend, NoDisplay, choose_backend
from footfall.ui.loop import run as run_screen
from footfall.ui.settings import Settings, SettingsError, load_settings

from . import crash, starts
from .approve import ask_for
from .compose import begin, load_mods
from .console import Console
from .lessons import Teacher, forget
from .mods_screen import ModsScreen
from .options import Trouble, mod_options, setup_options
from .places import lessons_path, save_path
from .reload import taken_up
from .runs import Runs
from .view import GameView, Screen


@click.command()
@click.argument("game", default="stealth")
@setup_options
@click.option("--new", is_flag=True, help="Begin anew even if there is a saved game.")
@click.option("--bots", default="", help="Who plays beside you, by seat: me,goal,goal,goal.")
@click.option(
    "--screen",
    type=click.Choice(["auto", "window", "terminal"]),
    default="auto",
    help="Where to play. Default: a window if there is a display, else the terminal.",
)
@click.option(
    "--console", is_flag=True, help="The modder's console (F3): spawn, reveal, dice, traces, reload."
)
@click.option(
    "--lessons",
    type=click.Choice(["on", "off", "again"]),
    default=None,
    help="Hints for newcomers, each shown once; again: all of them anew. Default: as ui.toml says, else on.",
)
@mod_options
def play(
    game: str,
    seed: int | None,
    options: tuple[str, ...],
    settings: tuple[str, ...],
    new: bool,
    bots: str,
    screen: str,
    console: bool,
    lessons: str | None,
    mod_paths: tuple[Path, ...],
    strict: bool,
    lang: str | None,
) -> None:
    """Play GAME (by default stealth). A saved game goes on; --seed or --new begins another."""
    safe = starts.begun()
    try:
        if not safe:
            ask_for(mod_paths)

        def again() -> Loaded:
            return load_mods(
                game, mod_paths=mod_paths, strict=strict, lang=lang, settings=settings, safe=safe, quiet=True
            )

        loaded = load_mods(game, mod_paths=mod_paths, strict=strict, lang=lang, settings=settings, safe=safe)
        path = save_path(loaded.rules.game.id)
        fresh = new or seed is not None or bool(options) or not path.exists()
        if fresh:
            if path.exists() and not click.confirm(
                f"{_words(path)} would be lost. Begin anew?", default=False
            ):
                raise Trouble("nothing was changed")
            chosen = seed if seed is not None else secrets.randbits(32)
            session = begin(loaded, chosen, options, strict=strict)
        else:
            session = _go_on(loaded, path, strict)
        waiting = sum(finding.code == "not-approved" for finding in loaded.problems)
        if waiting:  # a window has no terminal to say it on
            line = Message("footfall-approval-waits", {"count": waiting})
            session.log.append(Logged(line, "problem", session.state.turn))
        try:
            player = load_settings()
            if lessons is not None:
                player = msgspec.structs.replace(player, lessons=lessons != "off")
            front = choose_backend(screen, player, title=f"Footfall: {loaded.rules.game.id}")
        except (NoDisplay, SettingsError) as error:
            raise Trouble(str(error)) from None
        if lessons == "again":
            forget(lessons_path())
        _play(session, loaded, path, front, player, fresh, _seated(loaded, bots), again, console)
    except Crash:
        raise
    except click.ClickException:  # it was told why: that is no start that came to nothing
        starts.came_up()
        raise


class Crash(Trouble):
    """The game crashed: such a start counts towards safe mode unless something was played."""


def _words(path: Path) -> str:
    try:
        header = read_header(path)
    except BadSave as error:
        return f"The damaged save ({error})"
    return f"The saved game (turn {header.turn}, seed {header.seed})"


def _go_on(loaded: Loaded, path: Path, strict: bool) -> Session:
    """Loads the save, and plays what the replay recorded after it (a crash lost nothing)."""
    try:
        session = load(loaded.rules, path, strict=strict)
    except BadSave as error:
        raise Trouble(f"{error}\nstart another game with --new; the file is left as it is") from None
    if session.differences:
        kept = path.with_suffix(".before")
        shutil.copyfile(path, kept)
        click.echo("the game was saved with other mods or settings:", err=True)
        for each in session.differences:
            click.echo(f"  {each}", err=True)
            session.log.append(Logged(each.message, "problem", session.state.turn))
        click.echo(f"  the save as it was is {kept}", err=True)
    tail = path.with_suffix(".replay")
    if tail.exists():
        try:
            replay = read(tail, lambda _: loaded.rules)
        except BadReplay as error:
            click.echo(f"the record after the save is left out: {error}", err=True)
            return session
        if replay.header.seed == session.state.seed:
            session = _caught_up(session, replay.commands, lambda: load(loaded.rules, path, strict=strict))
            session.console = False
    return session


def _caught_up(session: Session, commands: Sequence[Command], again: Callable[[], Session]) -> Session:
    """Plays what was recorded after the save; the command that crashed the game is left out."""
    begun = session.state.turn
    session.console = True  # what was recorded had been allowed
    left = commands[begun:]
    for done, command in enumerate(left):
        if session.state.outcome is not None:
            break
        try:
            if session.step(command).refused is not None:
                break
        except Exception as error:
            click.echo(f"command {begun + done + 1} is left out, it crashes: {error}", err=True)
            return _caught_up(again(), commands[: begun + done], again)
    if session.state.turn > begun:
        click.echo(f"{session.state.turn - begun} commands after the last save were played again", err=True)
    return session


def _seated(loaded: Loaded, names: str) -> dict[int, Bot]:
    """Bots by seat; ``me`` and ``-`` are persons, and so is every seat that is not named."""
    try:
        return {
            seat: find_bot(loaded.rules, name.strip())
            for seat, name in enumerate(names.split(","))
            if name.strip() not in ("", "-", "me")
        }
    except UnknownBot as error:
        raise Trouble(str(error)) from None


def _play(
    session: Session,
    loaded: Loaded,
    path: Path,
    front: Frontend,
    player: Settings,
    fresh: bool,
    bots: Mapping[int, Bot],
    again: Callable[[], Loaded],
    console: bool,
) -> None:
    now, chosen = loaded, choices.read()

    def anew(seed: int, options: Mapping[str, Any]) -> Session:
        nonlocal now, chosen
        if choices.read() != chosen:  # on the mods screen
            now, chosen = again(), choices.read()
        begun = Session.begin(now.rules, seed, options, strict=session.strict)
        begun.console = console
        return begun

    def text(message: Message | str) -> str:
        return now.catalogue.text(message)

    def reload() -> Message:
        nonlocal now
        taken, said = taken_up(view.session, now, again)
        if taken is not None:
            now = taken.version.loaded
            view.go_on(taken.session, runs.go_on(taken.session))
        return said

    def mods_screen() -> ModsScreen:
        return ModsScreen(now, runs.session.state, text, runs.session.differences)

    screens: dict[str, Callable[[], Screen]] = {"mods": mods_screen}
    if console:
        screens["console"] = lambda: Console(view, lambda: now.contract, reload)
    session.console = console

    runs = Runs(session, path, text, anew, fresh)
    teacher = Teacher(lessons_path(), player.keys) if player.lessons else None
    view = GameView(
        session,
        text,
        runs.keep,
        runs.recorder,
        starts.came_up,
        bots,
        runs.again,
        runs.tell,
        teacher,
        screens,
    )
    try:
        with patrol():
            view.let_bots_play()
            run_screen(front, view, player)
    except GameOver:
        pass
    except Exception as error:  # the state may be half altered: the save and the record stand for it
        runs.close()
        told = crash.crashed(runs.session, now, error, view.running)
        raise Crash(f"{told}\nthe game goes on before it when you start again") from error
    except BaseException:
        runs.keep()
        runs.close()
        raise
    starts.came_up()
    if told := crash.failed(runs.session, now):
        click.echo(told, err=True)
    runs.end()
