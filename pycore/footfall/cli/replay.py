"""``footfall replay`` and ``map``: verify the hash marks of a recorded game, step through it, draw its map."""

from collections.abc import Iterator
from functools import partial
from itertools import chain
from pathlib import Path

import click

from footfall.api.scene import Panel, Scene
from footfall.app.appearance import load_look
from footfall.app.kept_map import keep_map
from footfall.app.practice import play_commands
from footfall.app.replay_keys import JumpInReplay
from footfall.app.replay_viewer import Foresee, ReplayViewer
from footfall.app.screens.settings import SettingsScreen
from footfall.diagnostics.files import format_path
from footfall.disk import write_file
from footfall.engine.saves.replay import Replay, ReplayError
from footfall.loader import LoadResult
from footfall.ui.drawing.canvas import Canvas, canvas_to_text
from footfall.ui.drawing.screen import draw_screen
from footfall.ui.frontend import choose_frontend
from footfall.ui.loop import ExitReason, run_ui_loop
from footfall.ui.settings import keep_usable_keys, load_ui_settings
from footfall.ui.ui_state import UiState

from .options import ANY_PATH, MODS, GameOptions, game_options, screen_option
from .output import CliError, Report, echo, report_write_errors
from .playing import exit_if_mods_failed, play_with_mods
from .recordings import follow_recording, read_replay_with_mods

SCREEN_SIZE = (50, 110)
"""Rows and columns of a printed screen."""


@click.command()
@click.argument("file", type=ANY_PATH)
@click.option("--json", "as_json", is_flag=True, help="Print turn, outcome and hash as JSON.")
@click.option("--watch", is_flag=True, help="Step through the replay, forward and back, with explanations. Keys: ?")
@click.option("--play", is_flag=True, help="Play on after --at commands, or from the end, as a practice game.")
@click.option("--at", type=click.IntRange(min=0), help="Print the screen after this many commands.")
@click.option(
    "--to",
    type=click.Choice(["html", "wav"]),
    help="Write a page for any browser that shows the game step by step, or the sounds, a quarter second a turn.",
)
@click.option("--out", "-o", type=ANY_PATH, help="The file for --to. Default: FILE with the ending .html or .wav.")
@screen_option
@game_options(*MODS)
def replay(
    file: Path,
    as_json: bool,
    watch: bool,
    play: bool,
    at: int | None,
    to: str | None,
    out: Path | None,
    screen: str,
    setup: GameOptions,
) -> None:
    """Replay FILE and verify its hash marks, step through it with --watch, or play on from it with --play.

    Exit code 1 if a mark differs or a mod fails.
    """
    recording, loaded = read_replay_with_mods(file, setup)
    if to is not None or watch or play or at is not None:
        viewer = ReplayViewer(loaded.rules, recording, loaded.catalog.translate)
        if to is not None:
            write = {"html": _write_page, "wav": _write_sounds}[to]
            write(viewer, loaded, out or file.with_suffix(f".{to}"))
        elif at is not None and not play:
            _print_screen(viewer, at, screen)
        else:
            _step_through(_open_practice(viewer, at) if play else viewer, loaded, screen)
        return
    with play_with_mods():
        session = follow_recording(recording, loaded.rules, file, strict=setup.is_strict)
    state, hash = session.state, session.hash()
    turn, marks = session.display.count_turns(state.turn), len(recording.marks)
    line = f"turn {turn}, {marks} marks verified, hash {hash}, {state.outcome or 'unfinished'}"
    Report({"turn": state.turn, "outcome": state.outcome, "hash": hash}, [line], indent=None).print(as_json)
    exit_if_mods_failed(session.problems, loaded.findings)


def watch_replay(file: Path, setup: GameOptions, screen: str) -> ExitReason | None:
    """Steps through a replay and returns why that ended; one that cannot be read is reported."""
    try:
        recording, loaded = read_replay_with_mods(file, setup)
    except (ReplayError, CliError) as error:
        echo(f"{file}: {error}", err=True)
        return None
    return _step_through(ReplayViewer(loaded.rules, recording, loaded.catalog.translate), loaded, screen)


def find_foresight(loaded: LoadResult) -> Foresee | None:
    """Returns the function that builds the page of the chances of a round; None in a game without rounds."""

    def build(loaded: LoadResult, replay: Replay, at: int) -> Iterator[Panel | None]:
        from .rounds import build_round_page  # only here: slow to import

        return build_round_page(loaded, replay, at)

    return build if loaded.rules.game.presentation.count_rounds is not None else None


def _open_practice(viewer: ReplayViewer, at: int | None) -> ReplayViewer:
    """Opens a practice game after some commands; None: after all of them, but for one that ends the game."""
    viewer.submit(JumpInReplay(by=viewer.count if at is None else at))
    if at is None and viewer.session.state.outcome is not None:
        viewer.submit(JumpInReplay(by=-1))
    answer = viewer.play_on()
    if viewer.overlay is None:
        raise CliError(viewer.translate(answer))
    return viewer


def _step_through(viewer: ReplayViewer, loaded: LoadResult, screen: str) -> ExitReason:
    """Steps through a replay, or plays the practice game that is open over it."""
    ui_settings = load_look(keep_usable_keys(load_ui_settings(), viewer.build_scene()), loaded)
    for problem in ui_settings.problems:
        echo(f"{problem}. The default is used.", err=True)
    frontend = choose_frontend(screen, ui_settings, title="Footfall: replay")
    viewer.ui_settings = ui_settings
    build_page = find_foresight(loaded)
    if build_page is not None:
        viewer.foresee = partial(build_page, loaded)
    viewer.open_settings = lambda: SettingsScreen(viewer, viewer.build_scene(), loaded)
    return run_ui_loop(frontend, viewer, ui_settings)


def _print_screen(viewer: ReplayViewer, at: int, screen: str) -> None:
    """Prints the screen after `at` commands, as lines if it is plain."""
    if at > viewer.count:
        echo(f"The replay has {viewer.count} commands; this is the last one.", err=True)
    message = viewer.submit(JumpInReplay(by=at)) if at else None
    if message is not None:
        echo(viewer.translate(message), err=True)
    scene = viewer.build_scene()
    if screen == "plain":
        from footfall.ui.frontends.plain_text import wrap_lines
        from footfall.ui.frontends.scene_reader import describe_situation

        for line in wrap_lines(chain(*describe_situation(scene, UiState(), viewer.translate))):
            echo(line)
        return
    canvas = Canvas(*SCREEN_SIZE)
    draw_screen(canvas, scene, UiState(), viewer.translate)
    echo(canvas_to_text(canvas), nl=False)


def _write_page(viewer: ReplayViewer, loaded: LoadResult, path: Path) -> None:
    from rich.progress import track  # only here, as the next one: slow to import

    from footfall.app.replay_page import PageRecorder

    from .tables import SafeConsole

    errors = SafeConsole(stderr=True)
    ui_settings = load_look(load_ui_settings(), loaded)
    for problem in ui_settings.look_problems:
        echo(f"{problem}. The default is used.", err=True)
    recorder = PageRecorder(viewer, ui_settings)
    with play_with_mods():
        steps, hidden = recorder.record(), not errors.is_terminal
        for _ in track(steps, path.name, viewer.count + 1, console=errors, transient=True, disable=hidden):
            pass
    document = recorder.build_document(loaded.catalog.language)
    with report_write_errors(path):
        write_file(path, document)
    if viewer.drift is not None:
        echo(viewer.translate(viewer.drift), err=True)
    echo(f"{path}: {len(recorder.steps) - 1} commands, {path.stat().st_size / 1000:.0f} kB")


def _write_sounds(viewer: ReplayViewer, loaded: LoadResult, path: Path) -> None:
    """Writes the sounds of all turns to a WAV file."""
    from footfall.audio.mixing import mix_scenes, write_wave_file
    from footfall.audio.synthesis import RATE

    def play_scenes() -> Iterator[Scene]:
        yield viewer.build_scene()
        while viewer.at < viewer.count and viewer.drift is None:
            viewer.submit(JumpInReplay(by=1))
            yield viewer.build_scene()
        if viewer.drift is not None:
            echo(viewer.translate(viewer.drift), err=True)

    samples = mix_scenes(play_scenes())
    write_wave_file(path, samples)
    echo(f"{path}: {viewer.at} commands, {len(samples) / RATE:.1f} s")


@click.command("map")
@click.argument("file", type=ANY_PATH)
@click.option("--at", type=click.IntRange(min=0), help="The number of commands after which it is drawn. Default: all.")
@click.option("--out", type=ANY_PATH, help="The files, without a suffix. Default: next to FILE.")
@game_options(*MODS)
def write_map(file: Path, at: int | None, out: Path | None, setup: GameOptions) -> None:
    """Write the map of the recorded game FILE as a picture and as text.

    The key of a game does the same (delve: K). The replay of the game in play is next to its save.
    """
    replay, loaded = read_replay_with_mods(file, setup)
    if loaded.rules.game.presentation.draw_map is None:
        raise CliError(f"{loaded.rules.game.id} has no map to keep")
    session = play_commands(loaded.rules, replay.header, replay.commands[:at])
    is_practice, target = replay.header.branch is not None, out or file.with_suffix(".map")
    with report_write_errors(out or file):
        for path in keep_map(session, loaded.catalog.translate, target, is_practice=is_practice):
            echo(format_path(path))
