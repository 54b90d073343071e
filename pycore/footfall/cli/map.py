"""``footfall map``: the map of a recorded game, as a picture and as text."""

from pathlib import Path

import click

from footfall.app.kept_map import keep_map
from footfall.app.practice import play_commands
from footfall.diagnostics.files import format_path

from .options import ANY_PATH, MODS, GameOptions, game_options
from .output import CliError, echo, report_write_errors
from .recordings import read_replay_with_mods


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
