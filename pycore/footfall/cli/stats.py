"""``footfall stats``: sums and records of the player's finished games."""

from typing import Any

import click
import msgspec

from footfall.app.files.finished_games import add_up, list_games_of, read_games, render_panel
from footfall.app.screens.statistics import build_statistics_panels
from footfall.loader import LoadResult

from .options import MODS, GameOptions, game_options
from .output import CliError, Report, echo, prints_report, wants_json


@click.command()
@click.argument("game", default="")
@prints_report
@game_options(*MODS)
def stats(game: str, setup: GameOptions) -> Report:
    """Add up the finished games of GAME. Default: of every game played.

    Games are counted by course, ending and cause of death; games played with --console are not.
    """

    def load_game(id: str) -> LoadResult:
        return setup.load(id, safe_mode=not setup.mod_paths, quiet=True)

    games, problems = read_games()
    ids = [load_game(game).rules.game.id] if game else [*dict.fromkeys(one.game for one in games)]
    data: dict[str, Any] = {}
    lines: list[str] = []
    for id in ids:
        try:
            loaded = load_game(id)
        except CliError as error:  # the game of a mod that is no longer here
            problems.append(f"{id}: {error.message}")
            continue
        own, played, translate = list_games_of(games, id), loaded.rules.game, loaded.catalog.translate
        data[id] = {**msgspec.to_builtins(add_up(played.statistics, own)), "games": msgspec.to_builtins(own)}
        panels = build_statistics_panels(played, own, ())
        rows = [row for panel in panels for row in render_panel(panel, translate)]
        lines += [translate(played.presentation.title), *rows, ""]
    for line in () if wants_json() else problems:
        echo(line, err=True)
    lines = lines if ids else ["No game has been finished yet."]
    return Report({"games": data, "problems": problems}, lines)
