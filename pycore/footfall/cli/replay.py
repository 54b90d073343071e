"""``footfall replay``: plays a replay from its beginning and checks its hash marks."""

from __future__ import annotations

import json
from pathlib import Path

import click

from footfall.app.replay_viewer import JumpInReplay, ReplayViewer
from footfall.engine.rules import Rules
from footfall.engine.saves.replay import ReplayError, ReplayHeader, play_back, read_replay
from footfall.loader import LoadResult
from footfall.ui.canvas import Canvas
from footfall.ui.canvas_export import canvas_to_text
from footfall.ui.frontend import NoDisplayError, choose_frontend
from footfall.ui.interaction import UiState
from footfall.ui.loop import run_ui_loop as run_screen
from footfall.ui.screen import draw_screen
from footfall.ui.settings import UiSettingsError, load_ui_settings

from .compose import load_mods
from .options import CliError, mod_options

SCREEN_SIZE = (50, 110)
"""Rows and columns of a screen that is printed."""


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print the end as JSON.")
@click.option("--watch", is_flag=True, help="Step through it: on, back, and why. Keys: ?")
@click.option("--at", type=click.IntRange(min=0), help="Print the screen after so many commands.")
@click.option(
    "--screen",
    type=click.Choice(["auto", "window", "terminal"]),
    default="auto",
    help="Where to watch. Default: a window if there is a display, else the terminal.",
)
@mod_options
def replay(
    file: Path,
    as_json: bool,
    watch: bool,
    at: int | None,
    screen: str,
    mod_paths: tuple[Path, ...],
    strict: bool,
    lang: str | None,
) -> None:
    """Play a replay FILE and check that it leads where it says, or watch it."""
    loaded: list[LoadResult] = []

    def rules_for(header: ReplayHeader) -> Rules:
        settings = [f"{name}={json.dumps(value)}" for name, value in header.settings.items()]
        loaded.append(
            load_mods(header.game, mod_paths=mod_paths, strict=strict, lang=lang, settings=settings)
        )
        return loaded[-1].rules

    try:
        found = read_replay(file, rules_for)
        if watch or at is not None:
            _view_replay(ReplayViewer(loaded[-1].rules, found, loaded[-1].catalog.translate), at, screen)
            return
        session = play_back(loaded[-1].rules, found, strict=strict)
    except ReplayError as error:
        raise CliError(str(error)) from None
    state = session.state
    if as_json:
        click.echo(json.dumps({"turn": state.turn, "outcome": state.outcome, "hash": session.hash()}))
    else:
        marks = len(found.marks)
        click.echo(
            f"turn {state.turn}, {marks} marks hold, hash {session.hash()}, {state.outcome or 'unfinished'}"
        )


def _view_replay(game: ReplayViewer, at: int | None, screen: str) -> None:
    """Lets somebody step through a replay, or prints one of its screens."""
    if at is not None:
        if at:
            game.submit(JumpInReplay(by=at))
        canvas = Canvas(*SCREEN_SIZE)
        draw_screen(canvas, game.build_scene(), UiState(), game.translate)
        click.echo(canvas_to_text(canvas), nl=False)
        return
    try:
        player = load_ui_settings()
        front = choose_frontend(screen, player, title="Footfall: replay")
    except (NoDisplayError, UiSettingsError) as error:
        raise CliError(str(error)) from None
    run_screen(front, game, player)
