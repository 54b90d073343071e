"""``footfall stats``: sums and records of the player's finished games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click
import msgspec

from footfall.app.files.finished_games import (
    add_up,
    append_game,
    list_games_of,
    read_games,
    render_panel,
    summarize_game,
)
from footfall.app.files.paths import data_folder
from footfall.app.screens.statistics import build_statistics_panels
from footfall.engine.saves.replay import ReplayError, play_back
from footfall.loader import LoadResult

from .options import MODS, GameOptions, game_options
from .output import CliError, Report, echo, prints_report, wants_json
from .recordings import read_replay_with_mods


@click.command()
@click.argument("game", default="")
@prints_report
@click.option("--import", "imports", is_flag=True, help="First play the replays of finished games that are missing.")
@game_options(*MODS)
def stats(game: str, imports: bool, setup: GameOptions) -> Report:
    """Add up the finished games of GAME. Default: of every game played.

    Games are counted by course, ending and cause of death; games played with --console are not. Exit code 1 if a
    replay cannot be imported.
    """

    def load_game(id: str) -> LoadResult:
        return setup.load(id, safe_mode=not setup.mod_paths, quiet=True)

    failures = [*_import_replays(setup)] if imports else []
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
    for line in (*failures, *(() if wants_json() else problems)):
        echo(line, err=True)
    lines = lines if ids else ["No game has been finished yet."]
    return Report({"games": data, "problems": problems}, lines, has_failed=bool(failures))


def _import_replays(setup: GameOptions) -> Iterator[str]:
    """Plays the replays of finished games that have no record, oldest first; yields a line for each that fails."""
    games = read_games()[0]
    names = {f"{game.game}-{game.seed}-{game.turn}" for game in games}
    known = {(game.game, game.hash) for game in games}
    paths = sorted((data_folder() / "runs").glob("*.replay"), key=lambda path: (path.stat().st_mtime, path.name))
    for path in paths:
        if path.stem in names:
            continue
        try:
            replay, loaded = read_replay_with_mods(path, setup)
            session = play_back(loaded.rules, replay, strict=setup.is_strict)
        except (ReplayError, CliError) as error:
            yield f"{path}: {error}"
            continue
        if session.state.outcome is not None and (session.state.game, str(session.hash())) not in known:
            append_game(summarize_game(session))
